// How much a review can be trusted, measured: REMISE_LONG=1, or REMISE_REVIEW_GAMES for so many games of each kind.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "bots/suite.h"
#include "review/review.h"

namespace remise::testing {
namespace {

int games_wanted() {
  if (const char* count = std::getenv("REMISE_REVIEW_GAMES")) return std::atoi(count);
  const char* wish = std::getenv("REMISE_LONG");
  return wish && std::string_view(wish) == "1" ? 4 : 0;
}

struct Players {
  std::unique_ptr<Game> game;
  std::unique_ptr<bots::Suite> suite;
};

Players players_of(std::string_view id) {
  for (const GameMaker& maker : game_makers())
    if (maker.id == id) {
      Players made{std::move(*maker(embedded_data)), nullptr};
      made.suite = bots::make_suite(*made.game);
      return made;
    }
  return {};
}

std::unique_ptr<Match> played(const Players& players, const std::string& level, const std::string& seed) {
  auto match = std::move(*players.game->start({{"players", 3}, {"seed", seed}}));
  while (!match->to_act().empty()) {
    const Seat seat = match->to_act().lowest();
    const auto action = players.suite->choose(*match, seat, level, seed);
    if (!action || !match->play(seat, *action)) return nullptr;
  }
  return match;
}

Json judged(const Match& match, std::uint64_t nodes) {
  const auto review = review::Review::of(match, {"", nodes, "review"});
  std::vector<Json> list;
  for (std::size_t n = 0; n < match.length(); ++n) list.push_back(review->judge(n));
  return review->file(list);
}

class Strength : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Review, Strength, ::testing::Values("1840", "tramways"));

TEST_P(Strength, HardIsBlamedForFewerThanThreeMovesOfAHundred) {
  const int games = games_wanted();
  if (!games) GTEST_SKIP() << "takes minutes: REMISE_LONG=1";
  const Players players = players_of(GetParam());
  int decisions = 0, blamed = 0;
  for (int i = 0; i < games; ++i) {
    const auto match = played(players, "hard", "blame " + std::to_string(i));
    ASSERT_TRUE(match);
    for (const Json& d : judged(*match, 0)["decisions"]) ++decisions, blamed += d.contains("better");
  }
  std::cout << GetParam() << ": " << blamed << " of " << decisions << " decisions of hard blamed\n";
  EXPECT_LT(100 * blamed, 3 * decisions);
}

// Moves drawn among the legal ones that ten times the budget puts beyond the threshold.
TEST_P(Strength, PlantedMovesAreFound) {
  const int games = games_wanted();
  if (!games) GTEST_SKIP() << "takes minutes: REMISE_LONG=1";
  const Players players = players_of(GetParam());
  const auto reviewer = review::make_reviewer(*players.game);
  int planted = 0, found = 0, told = 0;
  Random random = Random::from_seed("planted");
  for (int i = 0; i < games; ++i) {
    const auto match = played(players, "medium", "planted " + std::to_string(i));
    ASSERT_TRUE(match);
    for (int tries = 0; tries < 60; ++tries) {
      const auto before = match->at(random.below(static_cast<std::uint32_t>(match->length())));
      const Seat seat = before->to_act().lowest();
      const auto move = before->pick(seat, random);
      if (!move || !before->check(seat, *move)) continue;
      const auto sure = players.suite->weigh(*before, seat, *move, "hard", "planted", 10 * reviewer->usual_nodes());
      if (!sure || sure->moves.empty()) continue;
      const auto at = std::ranges::find(sure->moves, true, &bots::WeighedMove::played);
      if (at == sure->moves.end() || at->behind < reviewer->threshold() ||
          at->behind < review::errors_apart * at->behind_error)
        continue;
      const auto with = before->clone();
      ASSERT_TRUE(with->play(seat, *move));
      const auto review = review::Review::of(*with, {});
      const Json d = review->judge(with->length() - 1);
      ++planted;
      const bool seen = !d.is_null() && d.contains("better");
      found += seen;
      told += seen && !d["why"].empty();
      if (!seen) std::cout << "  missed: " << at->behind << " ± " << at->behind_error << " " << move->dump() << "\n";
    }
  }
  std::cout << GetParam() << ": " << found << " of " << planted << " planted moves found, " << told
            << " with a cause\n";
  EXPECT_GE(10 * found, 9 * planted);
}

TEST_P(Strength, FourTimesTheBudgetKeepsTheMoments) {
  const int games = games_wanted();
  if (!games) GTEST_SKIP() << "takes minutes: REMISE_LONG=1";
  const Players players = players_of(GetParam());
  const auto reviewer = review::make_reviewer(*players.game);
  std::size_t all = 0, kept = 0;
  for (int i = 0; i < games; ++i) {
    const auto match = played(players, "easy", "moments " + std::to_string(i));
    ASSERT_TRUE(match);
    const Json few = judged(*match, 0)["moments"], many = judged(*match, 4 * reviewer->usual_nodes())["moments"];
    all += few.size();
    for (const Json& n : few) kept += std::ranges::find(many, n) != many.end();
  }
  std::cout << GetParam() << ": " << kept << " of " << all << " moments kept\n";
  EXPECT_GE(8 * kept, 6 * all);
}

}  // namespace
}  // namespace remise::testing
