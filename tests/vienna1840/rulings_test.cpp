// Every ruling has a test that names it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
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

// The numbers after "R" in the names of all tests of this folder: R30_R31_PrivatesPay names two.
std::set<int> rulings_named_by_tests() {
  std::set<int> found;
  const std::regex test(R"(TEST(?:_F|_P)?\(\s*\w+,\s*(\w+)\))"), ruling("(?:^|_)R([0-9]+)a?(?=_|$)");
  for (const auto& entry : std::filesystem::directory_iterator(REMISE_SOURCE_DIR "/tests/vienna1840")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string source = text_of(entry.path());
    for (std::sregex_iterator i(source.begin(), source.end(), test), end; i != end; ++i) {
      const std::string name = (*i)[1];
      for (std::sregex_iterator r(name.begin(), name.end(), ruling); r != end; ++r) found.insert(std::stoi((*r)[1]));
    }
  }
  return found;
}

TEST(Rulings, EachHasATestThatNamesIt) {
  const std::set<int> named = rulings_named_by_tests();
  for (int n = 1; n <= last_ruling; ++n) EXPECT_TRUE(named.contains(n)) << "no test names R" << n;
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
