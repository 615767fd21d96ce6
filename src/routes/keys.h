// How a state of the frontier search is written down. Internal to the route solver.
//
// Every node on the frontier has a slot. A slot holds
//   slot_free      the node is on no fragment of the route yet (also: the slot is empty)
//   slot_used      the node is inside a fragment or a finished end of one
//   2 + s      the node is an open end of a fragment whose other end is the node in slot s; its own slot: the other
//              end is finished, that is, it is an end of the route and needs no slot any more
// A state also counts the finished ends (at most two) and knows whether an own location is on the fragments.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/hash.h"

namespace remise::route {

inline constexpr int slot_free = 0, slot_used = 1;
constexpr int mate(int slot) { return 2 + slot; }

// Four bits per slot in one word: what nearly every search uses.
class NarrowKey {
 public:
  static constexpr int slots = 14;
  int get(int slot) const { return static_cast<int>(bits_ >> 4 * slot & 15); }
  void set(int slot, int code) {
    bits_ = (bits_ & ~(std::uint64_t{15} << 4 * slot)) | static_cast<std::uint64_t>(code) << 4 * slot;
  }
  // slot_free and slot_used are the codes without any of the upper three bits.
  bool any_open() const { return (bits_ & 0x00eeeeeeeeeeeeee) != 0; }
  // Two for each used node, one for each open end.
  int progress() const {
    const std::uint64_t open = (bits_ >> 1 | bits_ >> 2 | bits_ >> 3) & 0x0011111111111111;
    return 2 * std::popcount(bits_ & ~open & 0x0011111111111111) + std::popcount(open);
  }
  int ends() const { return static_cast<int>(bits_ >> 56 & 3); }
  void add_end() { bits_ += std::uint64_t{1} << 56; }
  bool own() const { return (bits_ & own_bit) != 0; }
  void add_own(bool own) { bits_ |= own ? own_bit : 0; }
  // What tells states apart; the own flag does so only where it was asked for.
  NarrowKey identity(bool with_own) const {
    NarrowKey key = *this;
    if (!with_own) key.bits_ &= ~own_bit;
    return key;
  }
  std::uint64_t hash() const {
    const std::uint64_t x = bits_ * 0x9e3779b97f4a7c15u;
    return (x ^ x >> 32) * 0xff51afd7ed558ccdu;
  }
  bool operator==(const NarrowKey&) const = default;

 private:
  static constexpr std::uint64_t own_bit = std::uint64_t{1} << 58;
  std::uint64_t bits_ = 0;
};

// One byte per slot, for wide frontiers.
template <int Slots>
class WideKey {
 public:
  static constexpr int slots = Slots;
  int get(int slot) const { return codes_[slot]; }
  void set(int slot, int code) { codes_[slot] = static_cast<std::uint8_t>(code); }
  bool any_open() const {
    for (const std::uint8_t code : codes_)
      if (code > slot_used) return true;
    return false;
  }
  int progress() const {
    int sum = 0;
    for (const std::uint8_t code : codes_) sum += code == slot_used ? 2 : code != slot_free;
    return sum;
  }
  int ends() const { return ends_; }
  void add_end() { ++ends_; }
  bool own() const { return own_ != 0; }
  void add_own(bool own) { own_ |= static_cast<std::uint8_t>(own); }
  WideKey identity(bool with_own) const {
    WideKey key = *this;
    if (!with_own) key.own_ = 0;
    return key;
  }
  std::uint64_t hash() const { return hash_value(*this); }
  bool operator==(const WideKey&) const = default;

 private:
  std::array<std::uint8_t, Slots> codes_{};
  std::uint8_t ends_ = 0, own_ = 0;
};

}  // namespace remise::route
