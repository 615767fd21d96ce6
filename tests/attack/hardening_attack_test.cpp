// The programs as they were built: what would make a fault in them easy to use is not there.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "core/json.h"
#include "support/databases.h"

namespace remise::testing {
namespace {

// `remise`, and what it becomes for the commands around a server.
class HardeningAttack : public ::testing::TestWithParam<const char*> {
 protected:
  static std::string readelf(const std::vector<std::string>& options);
};
INSTANTIATE_TEST_SUITE_P(Programs, HardeningAttack, ::testing::Values(REMISE_PROGRAM, REMISE_PROGRAM "-host"),
                         [](const auto& tested) { return tested.index == 0 ? "remise" : "host"; });

std::string HardeningAttack::readelf(const std::vector<std::string>& options) {
  std::vector<std::string> words{"readelf", "--wide"};
  words.insert(words.end(), options.begin(), options.end());
  words.emplace_back(GetParam());
  Process process(words);
  const std::string text = process.rest();
  EXPECT_EQ(process.end(0), 0);
  return text;
}
bool has(const std::string& text, const char* pattern) { return std::regex_search(text, std::regex(pattern)); }

TEST_P(HardeningAttack, TablesOfFunctionsCannotBeWritten) {
  EXPECT_TRUE(has(readelf({"--program-headers"}), "GNU_RELRO"));
  const std::string dynamic = readelf({"--dynamic"});
  EXPECT_TRUE(has(dynamic, "BIND_NOW|FLAGS_1.*NOW")) << dynamic;
}

TEST_P(HardeningAttack, NothingHasAFixedPlace) {
  EXPECT_TRUE(has(readelf({"--file-header"}), "Type: +DYN"));
  EXPECT_TRUE(has(readelf({"--dynamic"}), "FLAGS_1.*PIE"));
}

TEST_P(HardeningAttack, TheStackHoldsNoCodeAndIsGuarded) {
  EXPECT_TRUE(has(readelf({"--program-headers"}), "GNU_STACK.* RW +0x"));
  EXPECT_TRUE(has(readelf({"--dyn-syms"}), "__stack_chk_fail"));
}

TEST_P(HardeningAttack, CopiesAreChecked) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer checks them";
#endif
  EXPECT_TRUE(has(readelf({"--dyn-syms"}), "__(memcpy|memmove|memset|read|recv|snprintf|fprintf|vsnprintf)_chk"));
}

// What a program does not show: every one of our files was compiled with it.
TEST(HardeningOfFiles, EveryFileIsCompiledWithGuards) {
  std::ifstream in(REMISE_BUILD "/compile_commands.json");
  const Json commands = Json::parse(in, nullptr, false);
  ASSERT_TRUE(commands.is_array());
  std::size_t ours = 0;
  for (const Json& one : commands) {
    const std::string command = one["command"].get<std::string>();
    if (command.find("-o CMakeFiles/remise_") == std::string::npos) continue;  // a library; several files may go as one
    ++ours;
    for (const char* flag : {"-fPIE", "-fstack-protector-strong", "-fstack-clash-protection"})
      EXPECT_TRUE(command.find(flag) != std::string::npos) << one["file"] << " " << flag;
  }
  EXPECT_GT(ours, 30u);
}

}  // namespace
}  // namespace remise::testing
