// Lists that take long to make, remembered by a key. Each place holds one list; a newer one takes the place of an
// older.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/assert.h"

namespace remise::bots::vienna1840 {

template <class T>
class RememberedLists {
 public:
  // `places` is a power of two.
  RememberedLists(std::size_t places, std::size_t longest) : places_(places), longest_(longest) {}

  std::optional<std::span<const T>> find(std::uint64_t key) const {
    if (heads_.empty()) return std::nullopt;
    const Head& head = heads_[place(key)];
    if (head.key != key) return std::nullopt;
    return std::span(items_).subspan(place(key) * longest_, head.count);
  }

  void keep(std::uint64_t key, std::span<const T> list) {
    REMISE_ASSERT(list.size() <= longest_);
    if (heads_.empty()) heads_.resize(places_), items_.resize(places_ * longest_);  // players who never build need none
    heads_[place(key)] = {key, list.size()};
    std::ranges::copy(list, items_.begin() + static_cast<std::ptrdiff_t>(place(key) * longest_));
  }

 private:
  struct Head {
    std::uint64_t key = 0;
    std::size_t count = 0;
  };
  std::size_t place(std::uint64_t key) const { return (key >> 32) & (places_ - 1); }

  std::size_t places_, longest_;
  std::vector<Head> heads_;
  std::vector<T> items_;
};

}  // namespace remise::bots::vienna1840
