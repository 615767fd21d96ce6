// tests/tramways/rules.txt lists every numbered rule of the specification, where that is at hand;
// scripts/rule-coverage.py wants a test for each.
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "support.h"

namespace remise::tramways {
namespace {

TEST(Coverage, TheListIsTheSpecifications) {
  const std::string path = REMISE_SOURCE_DIR "/../shared/tramways/rules.md";
  if (!std::filesystem::exists(path))
    GTEST_SKIP() << "the specification is not beside the repository: ../shared/tramways/rules.md is absent";
  std::string text = file_text(path);
  text.resize(text.find("\n## 20 "));
  std::set<std::string> wanted{"10.3.1", "10.3.2", "10.3.3", "10.3.4", "10.3.5", "10.3.6"}, listed;
  const std::regex rule(R"(\n\s*- \*\*([0-9]+(?:\.[0-9]+)+)\*\*)");
  for (std::sregex_iterator i(text.begin(), text.end(), rule), end; i != end; ++i) wanted.insert((*i)[1]);
  wanted.erase("10.3");  // its steps are listed
  for (int i = 1; i <= 26; ++i) wanted.insert("E" + std::to_string(i));
  for (int i = 1; i <= 16; ++i) wanted.insert("T" + std::to_string(i));

  std::istringstream lines(file_text(REMISE_SOURCE_DIR "/tests/tramways/rules.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#' || line.starts_with("title ")) continue;
    const std::string number = line.substr(0, line.find(' '));
    EXPECT_TRUE(listed.insert(number).second) << number << " twice";
  }
  for (const std::string& number : wanted) EXPECT_TRUE(listed.contains(number)) << number;
  // Some sections are one rule without a number of its own below.
  for (const std::string& number : listed)
    if (!wanted.contains(number)) {
      EXPECT_NE(text.find("# " + number + " "), std::string::npos) << number;
    }
}

}  // namespace
}  // namespace remise::tramways
