// How moves are told: which events make which sentences.
#include "io/text/telling.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "core/data_files.h"

namespace remise {
namespace {

Json told_json(const std::vector<Told>& all) {
  Json list = Json::array();
  for (const Told& one : all) list.push_back({{"heading", one.heading}, {"head", one.head}, {"parts", one.parts}});
  return list;
}

// The same table of cases as the page's test (web/tests/unit/telling.test.ts).
TEST(Telling, IsAsInThePage) {
  std::ifstream in(REMISE_SOURCE_DIR "/tests/telling.json");
  const auto table = parse_json(std::string{std::istreambuf_iterator<char>(in), {}});
  ASSERT_TRUE(table.has_value());
  for (const Json& one : (*table)["cases"]) {
    const auto file = embedded_data(one["telling"].get<std::string>() + "/log.json");
    ASSERT_TRUE(file) << one["telling"];
    const auto telling = parse_json(*file);
    ASSERT_TRUE(telling);
    EXPECT_EQ(told_json(told(one["events"], Telling::read(*telling))), one["told"]) << one["name"];
  }
  EXPECT_GE((*table)["cases"].size(), 7u);
}

TEST(Telling, WithoutAFileEveryEventIsASentence) {
  const Json events = {{{"kind", "a"}}, {{"kind", "b"}}};
  const auto all = told(events, Telling::read(Json()));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_FALSE(all[0].heading);
  EXPECT_EQ(all[1].head.front()["kind"], "b");
}

}  // namespace
}  // namespace remise
