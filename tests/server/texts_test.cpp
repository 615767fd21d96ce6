// Every error code the server can give has its sentence in every language.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "core/json.h"

namespace remise::server {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Texts, EveryErrorHasItsSentence) {
  std::set<std::string> codes{"method_unknown", "not_found", "database_full", "bad_request", "bot_without_move"};
  const std::regex call(R"re((?:server_error|refuse)\("([a-z_]+)")re");
  for (const auto& file : std::filesystem::recursive_directory_iterator(REMISE_SOURCE_DIR "/src/server")) {
    if (!file.is_regular_file()) continue;
    const std::string text = text_of(file.path());
    for (auto at = std::sregex_iterator(text.begin(), text.end(), call); at != std::sregex_iterator(); ++at)
      codes.insert((*at)[1]);
  }
  EXPECT_GT(codes.size(), 40u);
  for (const char* language : {"en", "de", "es", "ru"}) {
    const Json catalogue =
        Json::parse(text_of(std::string(REMISE_SOURCE_DIR "/data/locale/") + language + "/server.json"));
    for (const auto& code : codes) EXPECT_TRUE(catalogue.contains("server.error." + code)) << language << " " << code;
    EXPECT_EQ(catalogue.size(), codes.size()) << language;
  }
}

}  // namespace
}  // namespace remise::server
