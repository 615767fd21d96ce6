// What people may type, and which names they would take for each other.
#include "server/people/text.h"

#include <gtest/gtest.h>

namespace remise::server {
namespace {

TEST(Text, LinesShowEveryCharacterWhereItStands) {
  for (const char* text : {"a", "Ada Lovelace", "Ёлка", "Zoe\u0308", "नमस्ते", "👩‍👩‍👧", "🏳️‍🌈",
                           "1️⃣", "❤️", "👍🏽"})
    EXPECT_TRUE(is_line(text, 1)) << text;
  for (const char* text : {"", " ", "a\nb", "a\tb", "a\x7f", "\u200b", "a\u200db", "👩\u200d", "\u200d👩",
                           "👩\u200d\u200d👧", "a\ufe0f", "\u202ea", "\u00a0", "a\u00adb", "\u2800", "\u3164", "\u0301"})
    EXPECT_FALSE(is_line(text, 1)) << text;
  EXPECT_TRUE(is_line("", 0));
  EXPECT_TRUE(is_line("x\u0301\u0302\u0303", 1));
  EXPECT_FALSE(is_line("x\u0301\u0302\u0303\u0304", 1));
}

TEST(Text, SeveralLinesMayHaveEveryBlank) {
  EXPECT_TRUE(is_text("two\nlines\tand\u00a0more\u2009blanks", 1, 2000));
  EXPECT_FALSE(is_text("a\rb", 1, 2000));
  EXPECT_FALSE(is_text("", 1, 2000));
  EXPECT_FALSE(is_text("abc", 1, 2));
  EXPECT_FALSE(is_text("a\u2028b", 1, 2000));
}

TEST(Text, AccountNamesAreOfOneScript) {
  EXPECT_EQ(account_name("Zoe\u0308"), "Zoë");
  EXPECT_TRUE(account_name("Тоня"));
  EXPECT_TRUE(account_name("東京タワー"));
  for (const char* name : {"Аda", "x", "", " ab", "ab ", "a  b", "ΑBΓ", "😀😀"}) EXPECT_FALSE(account_name(name)) << name;
}

TEST(Text, NamesThatLookTheSame) {
  const auto confusable = [](std::string_view one, std::string_view other) {
    const auto a = looks(one), b = looks(other);
    return a.small == b.small || a.capital == b.capital;
  };
  EXPECT_TRUE(texts_ready());
  EXPECT_TRUE(confusable("Ada", "Аdа"));  // Cyrillic
  EXPECT_TRUE(confusable("Ada", "ＡＤＡ"));
  EXPECT_TRUE(confusable("Ada", " ada "));
  EXPECT_TRUE(confusable("Ada  B", "ada b"));
  EXPECT_TRUE(confusable("ADMIN", "ADMlN"));
  EXPECT_TRUE(confusable("B0B", "bob"));
  EXPECT_TRUE(confusable("AHTOH", "Антон"));
  EXPECT_TRUE(confusable("Straße", "STRASSE"));
  for (const char* other : {"Adam", "Eda", "Анна", "Ad", "B"}) EXPECT_FALSE(confusable("Ada", other)) << other;
  EXPECT_FALSE(confusable("Anna", "Анна"));
  EXPECT_FALSE(confusable("p1", "p2"));
}

}  // namespace
}  // namespace remise::server
