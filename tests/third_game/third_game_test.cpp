// The recipe of docs/adding-a-game.md, followed: a third game in a folder of its own, found by the build, played by the
// command line (remise_third is the `remise` command built with one more folder of games and of data).
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "games/sticks/rules.h"
#include "support/battery.h"
#include "support/databases.h"

namespace remise::testing {
namespace {

TypedGame<sticks::Sticks> game() { return TypedGame<sticks::Sticks>(sticks::Sticks({21, 3})); }

TEST(ThirdGame, PassesTheBatteryEveryGamePasses) {
  const auto sticks = game();
  Battery<sticks::Sticks> battery(sticks);
  for (int players = 2; players <= 4; ++players) {
    const Json setup{{"players", players}, {"seed", "s"}};
    battery.random_game(setup, "policy " + std::to_string(players));
    battery.match_contract(setup, "policy " + std::to_string(players));
  }
}

TEST(ThirdGame, S1_OneToThreeSticks) {
  const auto sticks = game();
  auto match = *sticks.start({{"players", 2}, {"seed", "s"}});
  const auto four = match->play(id_at<Seat>(0), {{"type", "take"}, {"sticks", 4}});
  ASSERT_FALSE(four);
  EXPECT_EQ(four.error().code, "too_many");
  EXPECT_EQ(four.error().rule, "S1");
  EXPECT_TRUE(match->play(id_at<Seat>(0), {{"type", "take"}, {"sticks", 3}}));
}

// Nothing is to be written for it: the list is exact.
TEST(ThirdGame, ItsMovesAreComposedFromItsList) {
  const auto sticks = game();
  for (int players = 2; players <= 4; ++players) {
    auto match = *sticks.start({{"players", players}, {"seed", "s"}});
    Random random = Random::from_seed("compose");
    while (!match->to_act().empty()) {
      const Seat seat = match->to_act().lowest();
      const Json action = *match->pick(seat, random);
      const auto begun = match->compose(seat, {{"action", {{"type", "take"}}}});
      ASSERT_TRUE(begun);
      EXPECT_EQ((*begun)["next"][0]["set"]["sticks"]["min"], 1) << *begun;
      const auto whole = match->compose(seat, {{"action", action}});
      ASSERT_TRUE(whole);
      EXPECT_EQ((*whole)["send"], action);
      ASSERT_TRUE(match->play(seat, action));
      EXPECT_EQ((*whole)["effects"]["events"], match->log(Viewer::of(seat), match->length() - 1)[0]["events"]);
    }
  }
  const auto fresh = *sticks.start({{"players", 2}, {"seed", "s"}});
  const auto wrong = fresh->compose(Seat{0}, {{"action", {{"sticks", 4}}}});
  EXPECT_EQ((*wrong)["why"]["code"], "too_many");
}

TEST(ThirdGame, S2_TheLastStickLoses) {
  const TypedGame<sticks::Sticks> tiny(sticks::Sticks({2, 3}));
  auto match = *tiny.start({{"players", 2}, {"seed", "s"}});
  ASSERT_TRUE(match->play(id_at<Seat>(0), {{"type", "take"}, {"sticks", 2}}));
  EXPECT_EQ((*match->outcome())["winners"], Json::array({1}));
}

TEST(ThirdGame, IsFoundByTheBuildWithItsDataAndTexts) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/match.json", remise = THIRD_REMISE;
  std::string text;
  ASSERT_EQ(run({remise, "demo", "--game", "sticks", "--players", "3", "--seed", "x", "--delay", "0", "--out", file}),
            0);
  ASSERT_EQ(run({remise, "verify", file}, &text), 0) << text;
  ASSERT_EQ(run({remise, "replay", file, "--lang", "de"}, &text), 0);
  EXPECT_NE(text.find("nimmt"), std::string::npos) << text;
  ASSERT_EQ(run({remise, "show", file, "--json"}, &text), 0);
  EXPECT_NE(text.find("\"left\""), std::string::npos) << text;
  // The games that were there before are still there.
  EXPECT_EQ(run({remise, "new", "1840", "--players", "2", "--out", folder.path() + "/1840.json"}), 0);
}

// The page shows the code that is compiled here.
TEST(ThirdGame, TheRecipeNamesEveryFile) {
  std::stringstream page;
  page << std::ifstream(REMISE_SOURCE_DIR "/docs/adding-a-game.md").rdbuf();
  const std::filesystem::path root = REMISE_SOURCE_DIR "/tests/third_game";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file() || entry.path().filename() == "third_game_test.cpp") continue;
    std::string name = entry.path().lexically_relative(root).string();
    for (const char* lang : {"/de/", "/es/", "/ru/"})
      if (const auto at = name.find(lang); at != std::string::npos) name.replace(at, 4, "/en/");
    EXPECT_NE(page.str().find(name), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace remise::testing
