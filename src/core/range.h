// A number that may be chosen freely, as a list of legal moves holds it: {"min": 10, "max": 40, "step": 5}.
#pragma once

#include <cstdint>
#include <optional>

#include "core/json.h"
#include "core/random.h"

namespace remise {

struct Range {
  std::int64_t min = 0, max = 0, step = 1;

  std::int64_t count() const { return (max - min) / step + 1; }
  std::int64_t operator[](std::int64_t i) const { return min + i * step; }
};

// Nothing where the value is no range.
std::optional<Range> read_range(const Json& value);
inline Json range_json(std::int64_t min, std::int64_t max, std::int64_t step) {
  return {{"min", min}, {"max", max}, {"step", step}};
}

// Puts one of its numbers, each with the same chance, in the place of every range inside.
void fill_ranges(Json& action, Random& random);

}  // namespace remise
