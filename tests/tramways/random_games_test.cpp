// Complete random games over all player counts and variants.
#include "support.h"
#include "support/battery.h"

namespace remise::tramways {
namespace {

using testing::long_tests;

Json setup_of_game(int i) {
  const int players = 1 + i % 5;
  Json options{{"development", i / 5 % 2 ? "alternative" : "original"},
               {"sides", i / 10 % 3 == 0   ? "1920"
                         : i / 10 % 3 == 1 ? "1910"
                                           : "random"},
               {"player_boards", i / 30 % 2 ? "hard" : "normal"}};
  if (i / 30 % 4 == 3) {  // each player a board of his own
    options["player_boards"] = Json::array();
    for (int seat = 0; seat < players; ++seat) options["player_boards"].push_back((i + seat) % 2 ? "hard" : "normal");
  }
  if (players == 2 && i / 5 % 3 == 2) options["variant"] = "expert2";
  if (players > 1) options["draft"] = i / 7 % 2 == 1;
  return {{"players", players}, {"options", options}, {"seed", "game " + std::to_string(i)}};
}

TEST(RandomGames, AllPlayerCountsAndVariants) {
  TramwaysBattery battery(shipped_game());
  const int games = long_tests() ? 20000 : 60;
  const auto [first, step] = testing::slice();
  for (int i = first; i < games && !HasFailure(); i += step)
    battery.random_game(setup_of_game(i), "policy " + std::to_string(i),
                        {.max_moves = 2000, .checked_choices = long_tests() ? 6u : 30u});
}

TEST(RandomGames, MatchContract) {
  TramwaysBattery battery(oracle_game());
  for (int i = 0; i < (long_tests() ? 60 : 10) && !HasFailure(); ++i)
    battery.match_contract(setup_of_game(i), "contract " + std::to_string(i));
}

TEST(ViewsTramways, HaveExactlyTheDocumentedKeys) {
  const auto documented = testing::documented_keys(testing::page("views-tramways.md"), "state");
  testing::random_match(shipped_game(), setup_of_game(2), "keys", [&](const Match& match, Viewer viewer) {
    auto keys = documented;
    if (!match.to_act().has(viewer.seat)) keys.erase("prices");
    keys.erase("cards");  // of the other sets (card_sets_test.cpp)
    EXPECT_EQ(testing::keys_of(match.view(viewer)["state"]), keys);
  });
}

TEST(RandomGames, Perft) {
  const auto state = rules().start({{"players", 2}, {"seed", "perft"}});
  ASSERT_TRUE(state);
  EXPECT_EQ(testing::perft(rules(), *state, 1), 2u);   // two ticket books
  EXPECT_EQ(testing::perft(rules(), *state, 2), 24u);  // four cards, three to turn up
}

}  // namespace
}  // namespace remise::tramways
