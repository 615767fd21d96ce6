// Strong ids: every kind of thing in a game is numbered by its own enum class, so that a line cannot be passed for a
// hex.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace remise {

template <class E>
concept Id = std::is_enum_v<E>;

template <Id E>
constexpr std::size_t index(E id) {
  return static_cast<std::size_t>(id);
}

template <Id E>
constexpr E id_at(std::integral auto i) {
  return static_cast<E>(i);
}

// A player's place at the table, from 0. No seat: spectators, the bank.
enum class Seat : std::int8_t { none = -1 };
inline constexpr int max_seats = 6;

// A set of seats as bits.
struct SeatSet {
  std::uint8_t bits = 0;

  static constexpr SeatSet of(Seat s) { return {static_cast<std::uint8_t>(1u << index(s))}; }
  static constexpr SeatSet first(int n) { return {static_cast<std::uint8_t>((1u << n) - 1)}; }
  constexpr bool has(Seat s) const { return s != Seat::none && (bits >> index(s) & 1) != 0; }
  constexpr void add(Seat s) { bits = static_cast<std::uint8_t>(bits | 1u << index(s)); }
  constexpr void remove(Seat s) { bits = static_cast<std::uint8_t>(bits & ~(1u << index(s))); }
  constexpr bool empty() const { return bits == 0; }
  constexpr int size() const { return __builtin_popcount(bits); }
  constexpr Seat lowest() const { return bits ? static_cast<Seat>(__builtin_ctz(bits)) : Seat::none; }
  bool operator==(const SeatSet&) const = default;
};

// An array indexed by an id instead of a number.
template <Id E, class T, std::size_t N>
struct IdArray {
  std::array<T, N> items{};

  constexpr T& operator[](E id) { return items[index(id)]; }
  constexpr const T& operator[](E id) const { return items[index(id)]; }
  constexpr std::size_t size() const { return N; }
  constexpr auto begin() { return items.begin(); }
  constexpr auto end() { return items.end(); }
  constexpr auto begin() const { return items.begin(); }
  constexpr auto end() const { return items.end(); }
  bool operator==(const IdArray&) const = default;
};

}  // namespace remise
