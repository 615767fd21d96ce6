// What linear evaluations of all games share: numbers in the order of their names, and weights on them. All in whole
// numbers, so that a position is worth the same on every machine.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "core/assert.h"

namespace remise::bots {

inline constexpr std::int64_t largest_weight = std::int64_t{1} << 30;

// Halves away from zero; the same on every machine.
inline std::int32_t whole(double x) { return static_cast<std::int32_t>(x < 0 ? x - 0.5 : x + 0.5); }

// Fills an array in the order of its names: all of it, and no more.
class NumberList {
 public:
  NumberList(std::int32_t* at, std::size_t count) : at_(at), end_(at + count) {}
  ~NumberList() { REMISE_ASSERT(at_ == end_); }
  NumberList(const NumberList&) = delete;
  NumberList& operator=(const NumberList&) = delete;
  void add(std::integral auto x) {
    REMISE_ASSERT(at_ != end_);
    *at_++ = static_cast<std::int32_t>(x);
  }
  void add(double x) { add(whole(x)); }

 private:
  std::int32_t *at_, *end_;
};

template <class A, class B>
std::int64_t product(const A& weights, const B& numbers) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += std::int64_t{weights[i]} * numbers[i];
  return sum;
}

}  // namespace remise::bots
