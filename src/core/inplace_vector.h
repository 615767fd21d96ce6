// A list with a fixed bound, stored in place: a plain value for states. Unused slots are kept zero, so that equal lists
// have equal bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "core/assert.h"

namespace remise {

template <class T, std::size_t N, class Size = std::uint8_t>
struct InplaceVector {
  std::array<T, N> items{};
  Size count = 0;

  constexpr InplaceVector() = default;
  constexpr InplaceVector(std::initializer_list<T> list) {
    for (const T& item : list) push_back(item);
  }

  static constexpr std::size_t capacity() { return N; }
  constexpr std::size_t size() const { return static_cast<std::size_t>(count); }
  constexpr bool empty() const { return count == 0; }
  constexpr bool full() const { return size() == N; }
  constexpr T& operator[](std::size_t i) { return items[i]; }
  constexpr const T& operator[](std::size_t i) const { return items[i]; }
  constexpr T& front() { return items[0]; }
  constexpr const T& front() const { return items[0]; }
  constexpr T& back() { return items[size() - 1]; }
  constexpr const T& back() const { return items[size() - 1]; }
  constexpr T* begin() { return items.data(); }
  constexpr T* end() { return items.data() + size(); }
  constexpr const T* begin() const { return items.data(); }
  constexpr const T* end() const { return items.data() + size(); }

  constexpr void push_back(const T& item) {
    REMISE_ASSERT(size() < N);
    items[size()] = item;
    ++count;
  }
  constexpr void pop_back() { items[size() - 1] = T{}, --count; }
  constexpr void insert_at(std::size_t i, const T& item) {
    push_back(item);
    for (std::size_t j = size() - 1; j > i; --j) items[j] = items[j - 1];
    items[i] = item;
  }
  constexpr void erase_at(std::size_t i) {
    for (std::size_t j = i; j + 1 < size(); ++j) items[j] = items[j + 1];
    pop_back();
  }
  // The place of the first equal item, or size().
  constexpr std::size_t find(const T& item) const {
    std::size_t i = 0;
    while (i < size() && !(items[i] == item)) ++i;
    return i;
  }
  constexpr bool contains(const T& item) const { return find(item) < size(); }
  constexpr bool erase(const T& item) {
    const std::size_t i = find(item);
    if (i == size()) return false;
    erase_at(i);
    return true;
  }
  constexpr void clear() {
    while (!empty()) pop_back();
  }
  constexpr void resize(std::size_t n) {
    while (size() > n) pop_back();
    while (size() < n) push_back(T{});
  }
  bool operator==(const InplaceVector&) const = default;
};

}  // namespace remise
