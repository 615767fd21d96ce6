// "Where it came from" adds up to the result exactly, at the end and on the way, for random and bots' games.
// REMISE_LONG=1: 10,000 random games of each game and 10,000 of bots.
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>

#include "bots/suite.h"
#include "io/golden/playthrough.h"
#include "review/review.h"

namespace remise::testing {
namespace {

bool long_form() {
  const char* wish = std::getenv("REMISE_LONG");
  return wish && std::string_view(wish) == "1";
}

std::unique_ptr<Game> game_of(const GameMaker& maker) { return std::move(*maker(embedded_data)); }

// What the sources of each seat add up to is what the game says the seat has; each source is the sum of its rounds.
void expect_sums(const Match& match, const std::string& what) {
  const Json accounts = review::accounts_json(match);
  if (accounts.is_null()) return;
  const auto standing = match.standing();
  ASSERT_TRUE(standing.has_value());
  for (const Json& score : (*standing)["scores"]) {
    int sum = 0;
    for (const Json& account : accounts["seats"][score["seat"].get<std::size_t>()]) {
      const auto parts = account["by_round"].get<std::vector<int>>();
      ASSERT_EQ(account["amount"].get<int>(), std::accumulate(parts.begin(), parts.end(), 0)) << what;
      ASSERT_EQ(parts.size(), accounts["rounds"].size()) << what;
      sum += account["amount"].get<int>();
    }
    ASSERT_EQ(sum, score["score"].get<int>()) << what << " seat " << score["seat"] << " " << accounts.dump();
  }
}

TEST(Accounts, OfRandomGamesAddUp) {
  for (const GameMaker& maker : game_makers()) {
    const auto game = game_of(maker);
    const Json about = game->about();
    const int fewest = about["players"][0], most = about["players"][1];
    const int games = long_form() ? 10'000 : 12;
    for (int i = 0; i < games; ++i) {
      const std::string seed = "accounts " + std::to_string(i);
      auto match = game->start({{"players", fewest + i % (most - fewest + 1)}, {"seed", seed}});
      ASSERT_TRUE(match.has_value());
      Random random = Random::from_seed(seed);
      play_random(**match, random, 40 + random.below(200));  // somewhere on the way
      expect_sums(**match, seed);
      play_random(**match, random, 5000);
      expect_sums(**match, seed);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Accounts, OfBotsGamesAddUp) {
  for (const GameMaker& maker : game_makers()) {
    const auto game = game_of(maker);
    const auto suite = bots::make_suite(*game);
    if (!suite) continue;
    const Json about = game->about();
    const int fewest = std::max(2, about["players"][0].get<int>()), most = about["players"][1];
    const int games = long_form() ? 10'000 : 3;
    for (int i = 0; i < games; ++i) {
      bots::PlayedSetup setup;
      setup.setup = Json::object();
      setup.seed = "accounts of bots " + std::to_string(i);
      setup.players.assign(static_cast<std::size_t>(fewest + i % (most - fewest + 1)), i % 4 ? "easy" : "medium");
      setup.observe = [&](const Match& match) {
        if (match.to_act().empty()) expect_sums(match, setup.seed);
      };
      const auto played = suite->play(setup);
      ASSERT_EQ(played.error, "");
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace remise::testing
