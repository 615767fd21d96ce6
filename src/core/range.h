// A number that may be chosen freely, as a list of legal moves holds it: {"min": 10, "max": 40, "step": 5}.
#pragma once

#include <cstdint>
#include <optional>

#include "core/json.h"
#include "core/json_writer.h"
#include "core/random.h"

namespace remise {

struct Range {
  std::int64_t min = 0, max = 0, step = 1;

  std::int64_t count() const { return (max - min) / step + 1; }
  std::int64_t operator[](std::int64_t i) const { return min + i * step; }
};

// Nothing where the value is no range.
std::optional<Range> read_range(const Json& value);
inline void write_json(JsonWriter& w, const Range& range) {
  w.object("min", range.min, "max", range.max, "step", range.step);
}

// A number of an action, or in a list of legal moves the range it may be chosen from.
struct Amount {
  std::int64_t number = 0;
  std::optional<Range> range;
};
inline void write_json(JsonWriter& w, const Amount& amount) {
  amount.range ? w.value(*amount.range) : w.value(amount.number);
}

// Puts one of its numbers, each with the same chance, in the place of every range inside.
void fill_ranges(Json& action, Random& random);

}  // namespace remise
