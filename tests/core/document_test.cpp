// core/document.h reads as the JSON library does: the same texts are refused, the same values come out.
#include "core/document.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/json.h"
#include "core/random.h"

namespace remise {
namespace {

void expect_as_library(const std::string& text) {
  const auto document = Document::read(text);
  const Json library = Json::parse(text, nullptr, false);
  ASSERT_EQ(document.has_value(), !library.is_discarded()) << text;
  if (!document) return;
  const Json json = to_json(document->root());
  EXPECT_EQ(json, library) << text;
  EXPECT_EQ(json.dump(), library.dump()) << text;  // numbers of the same kind, too
}

std::vector<std::string> data_files() {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(REMISE_SOURCE_DIR "/data"))
    if (entry.path().extension() == ".json") {
      std::ifstream in(entry.path(), std::ios::binary);
      texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
  return texts;
}

TEST(Document, ReadsEveryDataFile) {
  const auto texts = data_files();
  EXPECT_GT(texts.size(), 20u);
  for (const std::string& text : texts) expect_as_library(text);
}

TEST(Document, AgreesOnWhatIsJson) {
  for (const char* text : {"",
                           " ",
                           "null",
                           "nul",
                           "nulll",
                           "true",
                           "false",
                           "tru",
                           "[]",
                           "[ ]",
                           "{}",
                           "{ }",
                           "[",
                           "]",
                           "{",
                           "}",
                           "[1",
                           "[1,",
                           "[1,]",
                           "[,1]",
                           "[1 2]",
                           "[1,2]",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{\"a\":1",
                           "{\"a\":1,}",
                           "{a:1}",
                           "{1:1}",
                           "{\"a\" : 1 }",
                           "{\"a\":1,\"a\":2}",
                           "{\"b\":1,\"a\":2,\"b\":[3],\"c\":4,\"a\":5}",
                           "\t\r\n[ 1 ,\n2 ]\r\n",
                           "[1]x",
                           "[1] [2]",
                           "// no\n1",
                           "'a'",
                           "\xEF\xBB\xBF[1]",
                           "\xEF\xBB[1]",
                           "\xEF\xBB\xBF",
                           "[1]\xEF\xBB\xBF",
                           "\v1",
                           "NaN",
                           "Infinity"})
    expect_as_library(text);
}

TEST(Document, AgreesOnNumbers) {
  for (const char* text : {"0",
                           "-0",
                           "00",
                           "01",
                           "-01",
                           "1",
                           "-1",
                           "-",
                           "+1",
                           "1.",
                           ".5",
                           "1.5",
                           "-1.5",
                           "1e3",
                           "1E+3",
                           "1e-3",
                           "1e",
                           "1e+",
                           "1.e3",
                           "1.0",
                           "-0.0",
                           "1e400",
                           "-1e400",
                           "1e-400",
                           "9223372036854775807",
                           "9223372036854775808",
                           "-9223372036854775808",
                           "-9223372036854775809",
                           "18446744073709551615",
                           "18446744073709551616",
                           "18446744073709551620",
                           "99999999999999999999",
                           "-99999999999999999999",
                           "184467440737095516150",
                           "0x10",
                           "123456789012345678901234567890",
                           "3.141592653589793238462643",
                           "1 2",
                           "1a",
                           "--1",
                           "1-",
                           "[1,-2,3.5]"})
    expect_as_library(text);
}

TEST(Document, AgreesOnTexts) {
  for (const char* text : {R"("")",
                           R"("a")",
                           R"("a)",
                           R"("a\"b")",
                           R"("\\\/\b\f\n\r\t")",
                           R"("\a")",
                           R"("\)",
                           R"("\")",
                           R"("\u")",
                           R"("\u00")",
                           R"("\u00zz")",
                           R"("\u0041")",
                           R"("\u00e9\u20AC\ud83D\uDe8b")",
                           R"("\ud83d")",
                           R"("\ud83dx")",
                           R"("\ud83d\n")",
                           R"("\ud83d\u0041")",
                           R"("\ude8b")",
                           R"("\ud83d\ud83d")",
                           R"("x\u0000y")",
                           R"({"\u0061":1,"a":2})",
                           "\"a\nb\"",
                           "\"a\x01\"",
                           "\"\x7F\"",
                           "\"é€🚋\"",
                           "\"é\\n€\\t🚋\"",
                           "\"\x80\"",
                           "\"\xC0\x80\"",
                           "\"\xC1\xBF\"",
                           "\"\xC2\"",
                           "\"\xC3\x28\"",
                           "\"\xE0\x9F\x80\"",
                           "\"\xE0\xA0\x80\"",
                           "\"\xED\x9F\xBF\"",
                           "\"\xED\xA0\x80\"",
                           "\"\xE2\x82\"",
                           "\"\xF0\x8F\x80\x80\"",
                           "\"\xF0\x90\x80\x80\"",
                           "\"\xF4\x8F\xBF\xBF\"",
                           "\"\xF4\x90\x80\x80\"",
                           "\"\xF5\x80\x80\x80\"",
                           "\"\xFF\"",
                           "\"\\n\x80\"",
                           "\"\xF0\x9F\x9A",
                           "\"\\n\xC3"})
    expect_as_library(text);
}

// Texts near to JSON: some bytes of a good one changed, left out or doubled.
TEST(Document, AgreesOnDamagedTexts) {
  const std::string good =
      R"( {"a": [1, -2, 3.25e+1, true, false, null], "b\u00e9\n": {"c": "é€🚋\\", "a": {}}, "a": "x"} )";
  const std::string bytes = "{}[]:,\"\\0123456789-+.eEtfnu abc\n\x80\xC3\xE2\xED\xF0";
  Random random = Random::from_seed("damaged");
  for (int i = 0; i < 20'000; ++i) {
    std::string text = good;
    for (std::uint32_t n = 1 + random.below(3); n > 0; --n) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
      const std::uint32_t how = random.below(3);
      if (how == 0) text[at] = bytes[random.below(static_cast<std::uint32_t>(bytes.size()))];
      if (how == 1) text.erase(at, 1 + random.below(3));
      if (how == 2) text.insert(at, text.substr(at, 1 + random.below(4)));
      if (text.empty()) break;
    }
    expect_as_library(text);
  }
}

TEST(Document, ManyMembersAreFoundByKey) {
  Json json;
  for (int i = 0; i < 300; ++i) json["key" + std::to_string(i * 7919 % 300)] = i;
  const std::string text = json.dump();
  const auto document = Document::read(text);
  ASSERT_TRUE(document);
  for (const auto& [key, value] : json.items()) EXPECT_EQ(to_json(*document->root().find(key)), value);
  EXPECT_EQ(document->root().find("key"), nullptr);
  EXPECT_EQ(document->root().find("key999"), nullptr);
}

TEST(Document, DepthHasABound) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(Document::read(nested(max_json_depth)));
  EXPECT_FALSE(Document::read(nested(max_json_depth + 1)));
  EXPECT_EQ(parse_document(nested(max_json_depth + 1)).error().code, "too_large");
  EXPECT_EQ(parse_document("[").error().code, "not_json");
  EXPECT_EQ(parse_document("[1]", 2).error().code, "too_large");
}

// Unlike the library, which takes it for the end of the text.
TEST(Document, NothingMayFollowAZeroByte) {
  EXPECT_FALSE(Document::read(std::string_view("1\0garbage", 9)));
  EXPECT_FALSE(Document::read(std::string_view("\"a\0\"", 4)));
}

}  // namespace
}  // namespace remise
