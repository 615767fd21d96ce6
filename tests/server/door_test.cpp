// Views leave by one door: only table/updates.cpp writes what a Match holds for a client.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

namespace remise::server {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Door, OnlyUpdatesWritesAMatchForAClient) {
  const std::filesystem::path server = REMISE_SOURCE_DIR "/src/server";
  const std::regex writes(
      R"re((?:->|\.)(?:view|view_at|log|known|known_at|write_view|write_view_at|write_log|file|file_as_imagined)\()re");
  // The server's own log; the version of the rules, of a match nobody plays.
  const std::regex harmless(R"re(logger\(\)\.log\(|\(\*match\)->file\(\)\.value\("rules")re");
  bool found_the_door = false;
  for (const auto& file : std::filesystem::recursive_directory_iterator(server)) {
    if (!file.is_regular_file()) continue;
    const std::string text = std::regex_replace(text_of(file.path()), harmless, "");
    const bool is_door = file.path() == server / "table/updates.cpp";
    EXPECT_EQ(std::regex_search(text, writes), is_door) << file.path();
    found_the_door = found_the_door || is_door;
  }
  EXPECT_TRUE(found_the_door);
}

}  // namespace
}  // namespace remise::server
