// Whole money. There are no fractions and no floating point in either game.
#pragma once

#include <compare>
#include <cstdint>

namespace remise {

struct Money {
  std::int32_t v = 0;

  auto operator<=>(const Money&) const = default;
  constexpr Money& operator+=(Money o) {
    v += o.v;
    return *this;
  }
  constexpr Money& operator-=(Money o) {
    v -= o.v;
    return *this;
  }
  friend constexpr Money operator+(Money a, Money b) { return {a.v + b.v}; }
  friend constexpr Money operator-(Money a, Money b) { return {a.v - b.v}; }
  friend constexpr Money operator-(Money a) { return {-a.v}; }
  friend constexpr Money operator*(Money a, std::int32_t n) { return {a.v * n}; }
  friend constexpr Money operator*(std::int32_t n, Money a) { return {a.v * n}; }
};

}  // namespace remise
