#include <gtest/gtest.h>

#include "core/json.h"

namespace remise {
namespace {

TEST(ParseJson, RefusesWhatLiesTooDeep) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(parse_json(nested(max_json_depth)));
  ASSERT_FALSE(parse_json(nested(max_json_depth + 1)));
  EXPECT_EQ(parse_json(nested(1'000'000)).error().code, "too_large");
  EXPECT_TRUE(parse_json(R"({"text":"\"[[[[\\","more":["]"]})"));
  EXPECT_TRUE(parse_json('"' + std::string(1000, '[') + '"'));
}

}  // namespace
}  // namespace remise
