#include "core/known.h"

#include <gtest/gtest.h>

#include "core/base64.h"
#include "core/byte_change.h"
#include "core/random.h"
#include "support/nim.h"

namespace remise {
namespace {

std::string some_bytes(Random& random, std::size_t most) {
  std::string bytes(random.below(static_cast<std::uint32_t>(most + 1)), '\0');
  for (char& byte : bytes)
    if (random.below(3) == 0) byte = static_cast<char>(random.below(256));
  return bytes;
}

TEST(Base64, ExamplesOfTheStandard) {
  const std::pair<std::string, std::string> examples[]{{"", ""},        {"f", "Zg=="},          {"fo", "Zm8="},
                                                       {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}, {"\xff\xfe", "//4="}};
  for (const auto& [bytes, text] : examples) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
}

TEST(Base64, AnythingElseIsRefused) {
  for (const char* text : {"Z", "Zg", "Zg=", "Zh==", "Z===", "Zg==Zg==", "Zm9\n", "Zm9*", "====", "Zm9=\0"})
    EXPECT_FALSE(from_base64(text)) << text;
}

TEST(ByteChange, MakesTheNewBytesOfTheOld) {
  Random random = Random::from_seed("byte change");
  for (int i = 0; i < 5000; ++i) {
    const std::string before = some_bytes(random, 400);
    std::string now = random.below(4) == 0 ? some_bytes(random, 400) : before;
    for (std::uint32_t k = random.below(6); k-- > 0 && !now.empty();)
      now[random.below(static_cast<std::uint32_t>(now.size()))] = static_cast<char>(random.below(256));
    const std::string change = change_between(before, now);
    ASSERT_EQ(changed(before, change), now);
    EXPECT_EQ(from_base64(to_base64(change)), change);
  }
}

TEST(ByteChange, IsInProportionToWhatDiffers) {
  std::string before(5000, 'x'), now = before;
  EXPECT_EQ(change_between(before, now).size(), 2u);
  now[17] = now[3000] = 'y';
  EXPECT_EQ(change_between(before, now).size(), 2u + 3u + 4u);
}

TEST(ByteChange, WhatIsNoChangeIsRefused) {
  Random random = Random::from_seed("no change");
  const std::string before(100, 'a');
  EXPECT_FALSE(changed(before, ""));
  EXPECT_FALSE(changed(before, std::string("\xff\xff\xff\xff\x7f", 5)));          // far too long
  EXPECT_FALSE(changed(before, std::string("\x0a\x09\x02zz", 5)));                // beyond the end
  EXPECT_FALSE(changed(before, std::string("\x0a\x00\x05zz", 5)));                // bytes missing
  for (int i = 0; i < 20000; ++i) (void)changed(before, some_bytes(random, 30));  // never crashes
}

TEST(Known, AWholePositionAndAChange) {
  const auto game = testing::make_nim();
  auto match = *game->start({{"players", 2}, {"seed", "known"}});
  const Known first = match->known(Viewer::of(Seat{1}));
  ASSERT_TRUE(match->play(Seat{0}, {{"type", "take"}, {"heap", 0}, {"take", 1}}));
  const Known second = match->known(Viewer::of(Seat{1}));
  EXPECT_EQ(read_known(*parse_json(known_text(first)), nullptr), first);
  EXPECT_EQ(read_known(*parse_json(known_text(second, first.state)), &first), second);
  EXPECT_LT(known_text(second, first.state).size(), known_text(second).size());
}

TEST(Known, WhatIsNoPositionIsRefused) {
  const auto game = testing::make_nim();
  for (const char* text : {"3", "{}", R"({"n":1,"undoable":0,"state":"AA"})", R"({"n":-1,"undoable":0,"state":""})",
                           R"({"n":1,"undoable":0,"state":"","more":1})"})
    EXPECT_FALSE(read_known(*parse_json(text), nullptr)) << text;
  EXPECT_FALSE(game->go_on({"too short", 0, 0, nullptr, nullptr}));
}

TEST(Known, TheEngineHasAName) { EXPECT_EQ(engine_id().size(), 16u); }

}  // namespace
}  // namespace remise
