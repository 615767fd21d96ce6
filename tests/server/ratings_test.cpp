// Ratings, results and what is kept of them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "bots/suite.h"
#include "core/random.h"
#include "server/people/ratings.h"

namespace remise::testing {
namespace {

using server::Rating;

// tests/ratings.json is written by npm openskill (web/tests/unit/ratings.test.ts holds it to that).
TEST(Ratings, AreThoseOfOpenSkill) {
  std::ifstream in(REMISE_SOURCE_DIR "/tests/ratings.json");
  const Json cases = Json::parse(in);
  ASSERT_GT(cases.size(), 200u);
  for (const Json& one : cases) {
    std::vector<Rating> before;
    for (const Json& r : one["before"]) before.push_back({r[0], r[1]});
    const auto after = server::rate(before, one["places"].get<std::vector<int>>());
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
      EXPECT_NEAR(after[i].mu, one["after"][i][0].get<double>(), 1e-9) << one.dump();
      EXPECT_NEAR(after[i].sigma, one["after"][i][1].get<double>(), 1e-9) << one.dump();
    }
  }
}

TEST(Ratings, AWinRaisesAndALossLowers) {
  const std::vector<Rating> both(2);
  const auto after = server::rate(both, std::vector<int>{1, 2});
  EXPECT_GT(after[0].mu, 25);
  EXPECT_LT(after[1].mu, 25);
  EXPECT_LT(after[0].sigma, both[0].sigma);
  const auto tie = server::rate(both, std::vector<int>{1, 1});
  EXPECT_NEAR(tie[0].mu, tie[1].mu, 1e-12);
}

// Rates matches between players of a list, each match with those that `draw` names and their places.
struct Standings {
  std::map<std::string, Rating> ratings;

  void played(const std::vector<std::string>& players, const std::vector<double>& scores) {
    std::vector<Rating> before;
    std::vector<int> places;
    for (std::size_t i = 0; i < players.size(); ++i) {
      before.push_back(ratings[players[i]]);
      places.push_back(1 + static_cast<int>(std::ranges::count_if(scores, [&](double s) { return s > scores[i]; })));
    }
    const auto after = server::rate(before, places);
    for (std::size_t i = 0; i < players.size(); ++i) ratings[players[i]] = after[i];
  }
  std::vector<std::string> order() const {  // weakest first
    std::vector<std::string> names;
    for (const auto& [name, rating] : ratings) names.push_back(name);
    std::ranges::sort(names, {}, [&](const std::string& name) { return ratings.at(name).mu; });
    return names;
  }
};

// So many different players of the list, in any order.
std::vector<std::string> drawn(Random& random, std::vector<std::string> players, std::size_t count) {
  random.shuffle(std::span(players));
  players.resize(std::min(count, players.size()));
  return players;
}

// Players whose scores are their strength and luck: 200 matches of two to four put them in order.
TEST(Ratings, PutPlayersOfKnownStrengthInOrder) {
  const std::vector<std::string> players{"random", "easy", "medium", "hard"};
  Random random = Random::from_seed("ratings");
  Standings table;
  for (int game = 0; game < 200; ++game) {
    const auto names = drawn(random, players, 2 + random.below(3));
    std::vector<double> scores;
    for (const auto& name : names)
      scores.push_back(static_cast<double>(std::ranges::find(players, name) - players.begin()) * 20 + random.below(60));
    table.played(names, scores);
  }
  EXPECT_EQ(table.order(), players);
}

// The real players: random, easy, medium and hard from 200 mixed games; a few games with two of them in the quick form.
class RatedBots : public ::testing::TestWithParam<const char*> {};
TEST_P(RatedBots, AreInOrder) {
  const char* wish = std::getenv("REMISE_LONG");
  const bool whole = wish && std::string_view(wish) == "1";
  if (!whole && std::string_view(GetParam()) != "tramways") GTEST_SKIP() << "REMISE_LONG=1";
  const std::vector<std::string> players = whole ? std::vector<std::string>{"random", "easy", "medium", "hard"}
                                                 : std::vector<std::string>{"random", "medium"};
  const auto& makers = game_makers();
  const auto maker = std::ranges::find(makers, std::string_view(GetParam()), [](const auto& one) { return one.id; });
  ASSERT_NE(maker, makers.end());
  const auto game = (*maker)(embedded_data).value();
  const auto suite = bots::make_suite(*game);
  Random random = Random::from_seed("bots");
  Standings table;
  for (int n = 0; n < (whole ? 200 : 8); ++n) {
    const auto names = drawn(random, players, 2 + random.below(3));
    const auto played = suite->play({.setup = {{"players", names.size()}},
                                     .seed = "ratings " + std::to_string(n),
                                     .players = names,
                                     .nodes = 0,
                                     .observe = nullptr});
    ASSERT_EQ(played.error, "");
    table.played(names, played.scores);
    if (n % 20 == 19)
      for (const auto& [name, rating] : table.ratings)
        std::printf("%s after %d: %s %.1f (%.1f)\n", GetParam(), n + 1, name.c_str(), rating.mu, rating.sigma);
    std::fflush(stdout);
  }
  EXPECT_EQ(table.order(), players);
}
INSTANTIATE_TEST_SUITE_P(Games, RatedBots, ::testing::Values("tramways", "1840"));

}  // namespace
}  // namespace remise::testing
