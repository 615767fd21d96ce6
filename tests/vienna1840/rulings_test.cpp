// Every ruling is described, every refusal triggered. That a test names each ruling is checked by scripts/rule-coverage.py.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>

#include "games/vienna1840/refusal.h"

namespace remise::testing {
namespace {

constexpr int last_ruling = 123;

std::string text_of(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(Rulings, EachRefusalIsExpectedByATest) {
  std::set<std::string> words;
  for (const auto& entry : std::filesystem::directory_iterator(REMISE_SOURCE_DIR "/tests/vienna1840")) {
    std::string word;
    for (const char c : text_of(entry.path())) {
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
        word += c;
      else
        words.insert(std::exchange(word, ""));
    }
  }
  for (const auto& spec : vienna1840::refusal_specs)
    EXPECT_TRUE(words.contains(std::string(spec.name))) << "no test expects the refusal " << spec.name;
}

TEST(Rulings, EachIsDescribed) {
  const std::string page = text_of(REMISE_SOURCE_DIR "/docs/rulings-1840.md");
  for (int n = 1; n <= last_ruling; ++n)
    EXPECT_NE(page.find("| R" + std::to_string(n) + " |"), std::string::npos) << "R" << n << " is not described";
}

}  // namespace
}  // namespace remise::testing
