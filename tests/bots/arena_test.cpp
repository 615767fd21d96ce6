#include "bots/arena.h"

#include "bots/lookahead.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/nim.h"

namespace remise::bots {
namespace {

using testing::Nim;

// Leaves a nim-sum of zero where it can.
class PerfectPlayer final : public Player<Nim> {
 public:
  Nim::Action choose(const Nim& rules, const Nim::State& state, Seat seat, Budget& budget, Random& random) override {
    for (int heap = 0; heap < 3; ++heap)
      for (int take = 1; take <= rules.most(state, heap); ++take) {
        auto heaps = state.heaps;
        heaps[heap] = static_cast<std::uint8_t>(heaps[heap] - take);
        if ((heaps[0] ^ heaps[1] ^ heaps[2]) == 0) return {heap, take};
      }
    return RandomPlayer<Nim>().choose(rules, state, seat, budget, random);
  }
};

class Cheat final : public Player<Nim> {
 public:
  Nim::Action choose(const Nim&, const Nim::State&, Seat, Budget&, Random&) override { return {0, 99}; }
};

// Knows nothing but the end of the game: whoever took last has won.
struct BlindPolicy {
  void candidates(const Nim& rules, const Nim::State& state, Seat seat, Random&,
                  std::vector<Ranked<Nim::Action>>& out) {
    std::vector<Choice<Nim::Action>> choices;
    Nim::Workspace work;
    rules.legal(state, seat, choices, work);
    for (const auto& choice : choices)
      for (int take = choice.min; take <= choice.max; ++take)
        out.push_back({rules.with_amount(choice.action, take), 0});
  }
  Nim::Action quick(const Nim& rules, const Nim::State& state, Seat seat, Random& random) {
    Budget budget(1);
    return random_player.choose(rules, state, seat, budget, random);
  }
  std::array<double, max_seats> evaluate(const Nim& rules, const Nim::State& state) {
    std::array<double, max_seats> results{};
    if (rules.over(state)) results[state.last] = 1;
    return results;
  }
  int stage(const Nim& rules, const Nim::State& state) { return rules.over(state) ? 1 : 0; }

  RandomPlayer<Nim> random_player;
};

struct ArenaTest : ::testing::Test {
  TypedGame<Nim> game{Nim{}};
  TypedSuite<Nim> suite{
      game,
      {{"random", 1, [] { return std::make_unique<RandomPlayer<Nim>>(); }},
       {"perfect", 1, [] { return std::make_unique<PerfectPlayer>(); }},
       {"lookahead", 3000,
        [] {
          return std::make_unique<LookaheadPlayer<Nim, BlindPolicy>>(BlindPolicy{}, LookaheadOptions{24, 1, 50});
        }},
       {"cheat", 1, [] { return std::make_unique<Cheat>(); }}}};

  Contest contest(std::string challenger, std::string others, std::size_t games) {
    Contest c;
    c.challenger = std::move(challenger), c.others = std::move(others), c.games = games;
    return c;
  }
};

TEST_F(ArenaTest, TheStrongerPlayerWins) {
  const auto result = run_contest(suite, contest("perfect", "random", 400));
  EXPECT_EQ(result.games, 400u);
  EXPECT_TRUE(result.errors.empty());
  EXPECT_GT(result.rate().low, 0.7);
  EXPECT_GT(result.elo(), 150);
}

TEST_F(ArenaTest, LookingAheadBeatsThePolicyItStartsFrom) {
  const auto result = run_contest(suite, contest("lookahead", "random", 200));
  EXPECT_TRUE(result.errors.empty());
  EXPECT_GT(result.rate().low, 0.75);
}

TEST_F(ArenaTest, AStoppedPlayerStillAnswersLegally) {
  const auto match = *game.start({{"players", 2}, {"seed", "x"}});
  const Suite& players = suite;
  const std::atomic<bool> stop = true;
  const auto action = players.choose(*match, id_at<Seat>(0), "lookahead", "s", 0, &stop);
  ASSERT_TRUE(action);
  EXPECT_TRUE(match->play(id_at<Seat>(0), *action));
}

TEST_F(ArenaTest, EqualPlayersAreEqualInTheMean) {
  const auto result = run_contest(suite, contest("random", "random", 2000));
  EXPECT_LT(result.rate().low, 0.5);
  EXPECT_GT(result.rate().high, 0.5);
}

// From every seat in turn the same deal would be the same game again, counted as if it told something new.
TEST_F(ArenaTest, EqualPlayersPlayEveryDealOnce) {
  double first_seat = 0;
  for (int n = 0; n < 40; ++n)
    first_seat += suite.play({Json::object(), "arena/" + std::to_string(n), {"random", "random"}, 0, {}}).wins[0];
  EXPECT_EQ(run_contest(suite, contest("random", "random", 40)).seat_wins[0], first_seat);
}

TEST_F(ArenaTest, ThreadsDoNotChangeTheResult) {
  auto one = contest("perfect", "random", 300), four = one;
  four.threads = 4;
  Json a = to_json(run_contest(suite, one)), b = to_json(run_contest(suite, four));
  a.erase("seconds"), b.erase("seconds");
  EXPECT_EQ(a, b);
}

TEST_F(ArenaTest, SequentialTestStopsEarlyAndForTheRightSide) {
  auto clear = contest("perfect", "random", 5000);
  clear.sequential = true;
  const auto stronger = run_contest(suite, clear);
  EXPECT_EQ(stronger.verdict, Sprt::Verdict::stronger);
  EXPECT_LT(stronger.games, 500u);
  auto equal = contest("random", "random", 5000);
  equal.sequential = true;
  EXPECT_EQ(run_contest(suite, equal).verdict, Sprt::Verdict::weaker);
}

struct ContestFile {
  std::string path = (std::filesystem::temp_directory_path() / ("remise-arena-" + std::to_string(::getpid()))).string();
  ~ContestFile() { std::filesystem::remove(path); }
  std::string text() const {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

// Stopped in the middle, even of a line: the games that are there count, the others are played, and the result is that
// of one run.
TEST_F(ArenaTest, AContestGoesOnWhereItWasStopped) {
  const ContestFile file;
  auto c = contest("perfect", "random", 60);
  Json whole = to_json(run_contest(suite, c));
  c.file = file.path;
  const auto part = run_contest(suite, c, [](const ContestResult& so_far) { return so_far.games < 25; });
  EXPECT_EQ(part.games, 25u);
  std::string kept = file.text();
  kept.resize(kept.size() - 10);
  std::ofstream(file.path) << kept;
  // Another contest in the same file is another contest.
  auto other = contest("lookahead@50", "random", 10);
  other.file = file.path;
  EXPECT_EQ(run_contest(suite, other).games, 10u);
  std::size_t played = 0;
  Json rest = to_json(run_contest(suite, c, [&](const ContestResult&) { return ++played, true; }));
  EXPECT_EQ(played, 60u);
  whole.erase("seconds"), rest.erase("seconds");
  EXPECT_EQ(whole, rest);
  const std::string all = file.text();
  run_contest(suite, c);
  EXPECT_EQ(file.text(), all);
}

TEST_F(ArenaTest, AContestStopsWhenItsGoalIsClear) {
  auto c = contest("perfect", "random", 2000);
  c.goal = 1.2;
  const auto met = run_contest(suite, c);
  EXPECT_EQ(met.goal, ContestResult::Goal::met);
  EXPECT_GE(met.rate().low, 0.6);
  EXPECT_GE(met.games, 40u);
  EXPECT_LT(met.games, 2000u);
  c = contest("random", "random", 2000);
  c.goal = 1.8;
  const auto missed = run_contest(suite, c);
  EXPECT_EQ(missed.goal, ContestResult::Goal::missed);
  EXPECT_LT(missed.games, 200u);
  EXPECT_EQ(to_json(missed)["goal_reached"], "missed");
  c.games = 30;
  EXPECT_EQ(run_contest(suite, c).goal, ContestResult::Goal::open);
}

TEST_F(ArenaTest, EachSideHasABudgetOfItsOwn) {
  EXPECT_EQ(player_name("hard").level, "hard");
  EXPECT_EQ(player_name("hard").nodes, 0u);
  EXPECT_EQ(player_name("hard-1@500").level, "hard-1");
  EXPECT_EQ(player_name("hard-1@500").nodes, 500u);
  EXPECT_EQ(player_name("hard@much").level, "hard@much");  // no such level
  const auto nodes = [&](const char* first, const char* second) {
    return suite.play({Json::object(), "budget", {first, second}, 0, {}}).nodes;
  };
  EXPECT_LT(nodes("lookahead@60", "lookahead@60"), nodes("lookahead@60", "lookahead"));
  EXPECT_NE(suite.play({Json::object(), "budget", {"lookahead@x", "random"}, 0, {}}).error, "");
}

TEST_F(ArenaTest, AnIllegalChoiceIsReportedNotCounted) {
  const auto result = run_contest(suite, contest("cheat", "random", 10));
  EXPECT_EQ(result.games, 0u);
  ASSERT_EQ(result.errors.size(), 10u);
  EXPECT_NE(result.errors[0].find("too_many"), std::string::npos);
}

TEST_F(ArenaTest, ChooseAnswersOnlyForItsGameAndTurn) {
  const auto match = *game.start({{"players", 2}, {"seed", "x"}});
  const Suite& players = suite;
  EXPECT_TRUE(players.choose(*match, id_at<Seat>(0), "random", "s"));
  EXPECT_EQ(players.choose(*match, id_at<Seat>(1), "random", "s").error().code, "not_your_turn");
  EXPECT_EQ(players.choose(*match, id_at<Seat>(0), "genius", "s").error().code, "unknown_word");
  EXPECT_EQ(players.choose(*match, id_at<Seat>(0), "random", "s"),
            players.choose(*match, id_at<Seat>(0), "random", "s"));
}

TEST(Statistics, WilsonInterval) {
  const auto i = win_rate(50, 100);
  EXPECT_NEAR(i.low, 0.4038, 1e-3);
  EXPECT_NEAR(i.high, 0.5962, 1e-3);
  EXPECT_EQ(win_rate(0, 0).high, 1);
}

TEST(Statistics, EloAndScoreAreInverse) {
  for (const double elo : {-400.0, -10.0, 0.0, 120.0}) EXPECT_NEAR(elo_of(score_of(elo)), elo, 1e-6);
}

}  // namespace
}  // namespace remise::bots
