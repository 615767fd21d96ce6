#include "core/range.h"

#include <algorithm>

namespace remise {

std::optional<Range> read_range(const Json& value) {
  if (!value.is_object() || value.size() != 3) return std::nullopt;
  const auto number = [&](const char* key) -> std::optional<std::int64_t> {
    const auto at = value.find(key);
    if (at == value.end() || !at->is_number_integer()) return std::nullopt;
    return at->get<std::int64_t>();
  };
  const auto min = number("min"), max = number("max"), step = number("step");
  if (!min || !max || !step || *step < 1 || *max < *min) return std::nullopt;
  return Range{*min, *max, *step};
}

void fill_ranges(Json& action, Random& random) {
  if (const auto range = read_range(action)) {
    constexpr std::int64_t most = 1'000'000;
    action = (*range)[random.below(static_cast<std::uint32_t>(std::min(range->count(), most)))];
  } else if (action.is_structured()) {
    for (Json& member : action) fill_ranges(member, random);
  }
}

}  // namespace remise
