// How much a review can be trusted, measured: REMISE_LONG=1, or REMISE_REVIEW_GAMES for so many games of each kind.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "bots/suite.h"
#include "review/causes.h"
#include "review/review.h"

namespace remise::testing {
namespace {

// Exact figures are right as they are; a source must weigh the same way in other worlds, twice as many.
bool right_cause(const Json& why, const review::Comparing& moves, std::uint64_t nodes) {
  if (why.empty()) return false;
  if (why[0]["code"] != "source") return true;
  const auto again = review::play_both_on(moves, "again", nodes, 16);
  return std::ranges::any_of(again.sources,
                             [&](const auto& s) { return s.source == why[0]["source"] && s.less() > 0; });
}

int games_wanted() {
  if (const char* count = std::getenv("REMISE_REVIEW_GAMES")) return std::atoi(count);
  const char* wish = std::getenv("REMISE_LONG");
  return wish && std::string_view(wish) == "1" ? 4 : 0;
}

struct Players {
  std::unique_ptr<Game> game;
  std::unique_ptr<bots::Suite> suite;

  // The strongest there is, whether it is on offer or not; another by REMISE_REVIEW_LEVEL.
  std::string strongest() const {
    if (const char* level = std::getenv("REMISE_REVIEW_LEVEL")) return level;
    const auto all = suite->all_levels();
    return std::ranges::find(all, "expert") != all.end() ? "expert" : suite->levels().back();
  }
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

// So many of so many, with the interval that holds the truth in 95 of 100 cases (Wilson).
std::string part(int of, int all) {
  const double n = std::max(1, all), p = of / n, z = 1.96, centre = p + z * z / (2 * n);
  const double wide = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n)), scale = 100 / (1 + z * z / n);
  char text[100];
  std::snprintf(text, sizeof text, "%d of %d: %.1f %% (%.1f to %.1f)", of, all, 100 * p, scale * (centre - wide),
                scale * (centre + wide));
  return text;
}

class Strength : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Review, Strength, ::testing::Values("1840", "tramways"));

TEST_P(Strength, TheStrongestIsBlamedForFewerThanThreeMovesOfAHundred) {
  const int games = games_wanted();
  if (!games) GTEST_SKIP() << "takes minutes: REMISE_LONG=1";
  const Players players = players_of(GetParam());
  int decisions = 0, blamed = 0;
  for (int i = 0; i < games; ++i) {
    const auto match = played(players, players.strongest(), "blame " + std::to_string(i));
    ASSERT_TRUE(match);
    const Json file = judged(*match, 0);
    for (const Json& d : file["decisions"]) {
      ++decisions, blamed += d.contains("better");
      if (d.contains("better"))
        std::cout << "  " << d["round"] << " " << d["loss"] << " ± " << d["error"] << " " << d["played"] << " better "
                  << d["better"] << " " << d["why"] << "\n";
    }
  }
  std::cout << GetParam() << ", decisions of " << players.strongest() << " blamed: " << part(blamed, decisions)
            << std::endl;
  ASSERT_GT(decisions, 100);
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
      told +=
          seen && right_cause(d["why"], {*players.suite, *reviewer, *before, seat, *move, d["better"], sure->rivals},
                              reviewer->usual_nodes() / 2);
      std::cout << (seen ? "  found: " : "  missed: ") << reviewer->round(*before) << " " << at->behind << " ± "
                << at->behind_error << " " << *move;
      if (seen)
        std::cout << " better " << d["better"] << " " << d["loss"] << " why " << d["why"] << "\n";
      else
        std::cout << " surely better " << sure->moves.front().action << ", said "
                  << (d.is_null() ? "nothing" : d.dump()) << "\n";
    }
  }
  std::cout << GetParam() << ", planted moves found: " << part(found, planted)
            << "; with the right cause: " << part(told, found) << std::endl;
  ASSERT_GT(planted, 10);
  EXPECT_GE(10 * found, 9 * planted);
  EXPECT_GE(10 * told, 9 * found);
}

TEST_P(Strength, FourTimesTheBudgetKeepsTheMoments) {
  const int games = games_wanted();
  if (!games) GTEST_SKIP() << "takes minutes: REMISE_LONG=1";
  const Players players = players_of(GetParam());
  const auto reviewer = review::make_reviewer(*players.game);
  int all = 0, kept = 0;
  for (int i = 0; i < games; ++i) {
    const auto match = played(players, "easy", "moments " + std::to_string(i));
    ASSERT_TRUE(match);
    const Json few = judged(*match, 0), many = judged(*match, 4 * reviewer->usual_nodes());
    all += static_cast<int>(few["moments"].size());
    for (const Json& n : few["moments"]) kept += std::ranges::find(many["moments"], n) != many["moments"].end();
    std::cout << "  " << few["moments"] << " " << many["moments"] << "\n";
  }
  std::cout << GetParam() << ", moments kept: " << part(kept, all) << std::endl;
  ASSERT_GT(all, 0);
  EXPECT_GE(8 * kept, 6 * all);
}

}  // namespace
}  // namespace remise::testing
