// Every ruling is described, every refusal expected. That a test names each ruling, and that each refusal happened in
// the run, is checked by scripts/rule-coverage.py.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "games/vienna1840/refusal.h"
#include "support/refused.h"
#include "support/test_sources.h"

namespace remise::testing {
namespace {

constexpr int last_ruling = 123;

std::string text_of(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(Rulings, EachRefusalIsExpectedByATest) {
  const std::string sources = test_sources("vienna1840");
  for (const auto& spec : vienna1840::refusal_specs)
    EXPECT_TRUE(sources.contains('"' + std::string(spec.name) + '"')) << "no test expects the refusal " << spec.name;
  to_be_met("1840", vienna1840::refusal_specs);
}

TEST(Rulings, EachIsDescribed) {
  const std::string page = text_of(REMISE_SOURCE_DIR "/docs/rulings-1840.md");
  for (int n = 1; n <= last_ruling; ++n)
    EXPECT_NE(page.find("| R" + std::to_string(n) + " |"), std::string::npos) << "R" << n << " is not described";
}

}  // namespace
}  // namespace remise::testing
