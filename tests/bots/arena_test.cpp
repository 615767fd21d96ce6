#include "bots/arena.h"

#include "bots/game_file.h"
#include "bots/lookahead.h"
#include "bots/ordered.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>

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

// Counts what has been taken, one at a time, and values a position by it.
template <int More>
struct CountingPolicy : BlindPolicy {
  static int taken(const Nim::State& s) { return 15 - s.heaps[0] - s.heaps[1] - s.heaps[2]; }
  Nim::Action quick(const Nim&, const Nim::State& s, Seat, Random&) { return {s.heaps[0] > 0 ? 0 : 1, 1}; }
  std::array<double, max_seats> evaluate(const Nim&, const Nim::State& s) { return {static_cast<double>(taken(s))}; }
  int stage(const Nim&, const Nim::State& s) { return taken(s); }
  int further_ends(const Nim&, const Nim::State&) const { return More; }
};

TEST(Lookahead, TheEndsOfFurtherStagesCountAsMuchAsTheFirst) {
  const Nim rules;
  const Nim::State state{{5, 5, 5}, 0, 2, 0, -1, 0};
  const auto worth = [&](auto policy, Nim::Action action) {
    Budget budget(1000);
    Random random = Random::from_seed("ends");
    LookaheadPlayer<Nim, decltype(policy)> player(policy, LookaheadOptions{24, 1, 50});
    for (const auto& move : player.rank(rules, state, Seat{0}, budget, random))
      if (move.action == action) return move.value;
    return -1.0;
  };
  EXPECT_DOUBLE_EQ(worth(CountingPolicy<0>{}, {0, 1}), 1);
  EXPECT_DOUBLE_EQ(worth(CountingPolicy<0>{}, {0, 2}), 2);
  EXPECT_DOUBLE_EQ(worth(CountingPolicy<2>{}, {0, 1}), (1 + 2 + 3) / 3.0);
  EXPECT_DOUBLE_EQ(worth(CountingPolicy<2>{}, {0, 2}), (2 + 2 + 3) / 3.0);
}

// Somebody presses stop while it values so many playouts.
struct StoppedPolicy : CountingPolicy<0> {
  std::array<double, max_seats> evaluate(const Nim& rules, const Nim::State& state) {
    if (++*valued == 30) *stop = true;
    return CountingPolicy<0>::evaluate(rules, state);
  }

  std::shared_ptr<int> valued;
  std::shared_ptr<std::atomic<bool>> stop;
};

// The first move it thinks of takes one, the best takes all five.
TEST(Lookahead, StoppedWhileItSharesASearchItPlaysTheBestFound) {
  const Nim rules;
  const Nim::State state{{5, 5, 5}, 0, 2, 0, -1, 0};
  StoppedPolicy policy;
  policy.valued = std::make_shared<int>(0), policy.stop = std::make_shared<std::atomic<bool>>(false);
  LookaheadPlayer<Nim, StoppedPolicy> player([=] { return policy; }, LookaheadOptions{24, 1, 50});
  Budget budget(1'000'000, policy.stop.get());
  Random random = Random::from_seed("stopped");
  EXPECT_EQ(player.choose(rules, state, Seat{0}, budget, random), (Nim::Action{0, 5}));
  EXPECT_TRUE(*policy.stop);
  EXPECT_LT(budget.spent(), 100'000u);
}

// Thinks first of a move that nobody may make.
struct HastyPolicy : BlindPolicy {
  void likely(const Nim& rules, const Nim::State& state, Seat seat, Random& random,
              std::vector<Ranked<Nim::Action>>& out) {
    out.push_back({{0, 99}, 1});
    candidates(rules, state, seat, random, out);
  }
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

// Whatever the budget ends in the middle of, a playout never goes on with a move that was refused.
TEST_F(ArenaTest, APlanNeverGoesOnWithARefusedMove) {
  const Nim rules;
  const auto state = *rules.start({{"players", 2}, {"seed", "x"}});
  for (std::uint64_t nodes = 1; nodes < 200; ++nodes) {
    LookaheadPlayer<Nim, HastyPolicy> player(HastyPolicy{},
                                             {.most_candidates = 6, .horizon = 1, .planning = {4, 3, true}});
    Budget budget(nodes);
    Random random = Random::from_seed("hasty");
    auto after = state;
    Nim::Workspace work;
    const auto action = player.choose(rules, state, id_at<Seat>(0), budget, random);
    EXPECT_FALSE(rules.apply(after, id_at<Seat>(0), action, nullptr, work)) << nodes;
  }
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

const Json nim_today{{"game", "nim"}, {"rules", 1}, {"engine", "a"}, {"players", "b"}};

// Stopped in the middle, even of a line: the games that are there count, the others are played, and the result is that
// of one run.
TEST_F(ArenaTest, AContestGoesOnWhereItWasStopped) {
  const ContestFile file;
  const auto resumed = [&](const Contest& c, const std::function<bool(const ContestResult&)>& progress = {}) {
    auto games = GameFile::open(file.path, nim_today);
    EXPECT_TRUE(games) << games.error();
    EXPECT_EQ(games->strangers(), 0u);
    return run_contest(suite, c, progress, &*games);
  };
  const auto c = contest("perfect", "random", 60);
  Json whole = to_json(run_contest(suite, c));
  const auto part = resumed(c, [](const ContestResult& so_far) { return so_far.games < 25; });
  EXPECT_EQ(part.games, 25u);
  std::string kept = file.text();
  kept.resize(kept.size() - 10);
  std::ofstream(file.path) << kept;
  // Another contest in the same file is another contest.
  EXPECT_EQ(resumed(contest("lookahead@50", "random", 10)).games, 10u);
  std::size_t played = 0;
  Json rest = to_json(resumed(c, [&](const ContestResult&) { return ++played, true; }));
  EXPECT_EQ(played, 60u);
  whole.erase("seconds"), rest.erase("seconds");
  EXPECT_EQ(whole, rest);
  const std::string all = file.text();
  resumed(c);
  EXPECT_EQ(file.text(), all);
}

// Games of another game are none of ours; those of other rules, another engine or other players are told, as are those
// of files from before this was written down. None of them is taken.
TEST_F(ArenaTest, GamesOfOthersAreNotTaken) {
  const ContestFile file;
  const auto c = contest("perfect", "random", 4);
  const auto lines = [&] { return std::ranges::count(file.text(), '\n'); };
  const auto strangers = [&](const Json& origin) {
    auto games = *GameFile::open(file.path, origin);
    run_contest(suite, c, {}, &games);
    return games.strangers();
  };
  EXPECT_EQ(strangers(nim_today), 0u);
  EXPECT_EQ(strangers(nim_today), 0u);
  EXPECT_EQ(lines(), 4);
  Json other = nim_today;
  other["game"] = "another", other["rules"] = 9;
  EXPECT_EQ(strangers(other), 0u);
  EXPECT_EQ(lines(), 8);
  for (const char* part : {"rules", "engine", "players"}) {
    Json later = nim_today;
    later[part] = "new";
    EXPECT_GE(strangers(later), 4u) << part;
  }
  EXPECT_EQ(lines(), 20);
  std::ofstream(file.path) << R"({"contest":{"challenger":"perfect","nodes":0,"options":{},"others":"random",)"
                           << R"("seats":2,"seed":"arena"},"game":0,"moves":9,"nodes":9,"scores":[0,1],"wins":[0,1]})"
                           << '\n';
  EXPECT_EQ(strangers(nim_today), 1u);
  EXPECT_EQ(lines(), 5);
}

TEST_F(ArenaTest, AFileThatHoldsNoGamesIsRefusedWithItsLine) {
  const ContestFile file;
  auto kept = *GameFile::open(file.path, nim_today);
  run_contest(suite, contest("perfect", "random", 2), {}, &kept);
  const std::string good = file.text();
  const Json one = *parse_json(good.substr(0, good.find('\n')));
  const auto refused = [&](const std::string& line) {
    std::ofstream(file.path) << good << line << '\n';
    const auto games = GameFile::open(file.path, nim_today);
    return games ? std::string() : games.error();
  };
  EXPECT_EQ(refused(R"({"contest":{"chal)"), "");  // was stopped there
  const std::string why = file.path + ", line 3: this is no game of a contest";
  for (const char* line : {"[5]", "5", "Dear diary", "{}", R"({"contest":"x"})", R"({"contest":{}})"})
    EXPECT_EQ(refused(line), why) << line;
  for (const char* member : {"scores", "wins", "game", "moves", "nodes", "contest"})
    for (const Json& wrong :
         {Json("x"), Json(-1), Json({{"a", 1}}), Json({1, 2, 3}), Json({"a", "b"}), Json(nullptr)}) {
      Json bad = one;
      bad[member] = wrong;
      EXPECT_EQ(refused(bad.dump()), why) << bad;
    }
  for (const auto& [member, wrong] : {std::pair{"wins", Json({-5, 6})},
                                      {"wins", Json({1e308, 0})},
                                      {"wins", Json({1, 1})},
                                      {"wins", Json({0.5, 0.4})},
                                      {"scores", Json({1e308, 0})},
                                      {"moves", Json(100'001)},
                                      {"moves", Json(std::numeric_limits<std::uint64_t>::max())},
                                      {"nodes", Json(std::numeric_limits<std::uint64_t>::max())}}) {
    Json bad = one;
    bad[member] = wrong;
    EXPECT_EQ(refused(bad.dump()), why) << bad;
  }
  const auto without_end = GameFile::open("/dev/zero", nim_today);
  ASSERT_FALSE(without_end);
  EXPECT_EQ(without_end.error(), "/dev/zero is no file");
  const auto nowhere = GameFile::open("/nonexistent/games", nim_today);
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error(), "/nonexistent/games cannot be written");
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
  EXPECT_EQ(player_name("hard@100000000").nodes, largest_budget);
  for (const char* none :
       {"hard@much", "hard@", "hard@0", "hard@-1", "hard@+5", "hard@5x", "hard@100000001", "hard@18446744073709551617"})
    EXPECT_EQ(player_name(none).level, none);  // no such level
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

TEST_F(ArenaTest, RecordedMovesAreCheckedBeforeTheyArePlayed) {
  const auto error = [&](const Json& moves) {
    PlayedSetup setup{Json::object(), "recorded", {"random", "random"}, 0, {}};
    setup.recorded = Json::array({{{"seat", 0}, {"action", {{"type", "take"}, {"heap", 0}, {"take", 1}}}}, moves});
    return suite.play(setup).error;
  };
  const Json action{{"type", "take"}, {"heap", 1}, {"take", 1}};
  EXPECT_EQ(error({{"seat", 1}, {"action", action}}), "");
  for (const Json& none : {Json::object(), Json(5), Json("x"), Json{{"seat", 1}}, Json{{"action", action}},
                           Json{{"seat", "1"}, {"action", action}}, Json{{"seat", -1}, {"action", action}},
                           Json{{"seat", 2}, {"action", action}}, Json{{"seat", 1e9}, {"action", action}}})
    EXPECT_EQ(error(none), "move 1 is none: it wants a seat of this match and an action") << none;
  EXPECT_TRUE(error({{"seat", 1}, {"action", 5}}).starts_with("move 1 is refused: "));
  EXPECT_TRUE(error({{"seat", 0}, {"action", action}}).starts_with("move 1 is refused: "));
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

// One deal does not tell how far another may be from it.
TEST_F(ArenaTest, OneDealHasNoInterval) {
  for (const std::size_t deals : {1, 2}) {
    const auto result = run_contest(suite, contest("perfect", "random", 2 * deals));
    const Json ahead = to_json(result)["ahead"];
    EXPECT_EQ(ahead["low"].is_null(), deals == 1) << ahead;
    EXPECT_EQ(ahead["high"].is_null(), deals == 1) << ahead;
    EXPECT_TRUE(ahead["mid"].is_number()) << ahead;
    EXPECT_EQ(contest_table({result}).find("+-") == std::string::npos, deals == 1);
  }
}

// Nothing is kept of what may be played later.
TEST(Ordered, AnyNumberMayBeWanted) {
  for (const unsigned threads : {1u, 3u}) {
    std::vector<std::size_t> taken;
    in_order<std::size_t>(
        5, std::numeric_limits<std::size_t>::max(), threads, [](std::size_t n) { return 2 * n; },
        [&](std::size_t n, std::size_t result) {
          EXPECT_EQ(result, 2 * n);
          taken.push_back(n);
          return taken.size() < 100;
        });
    ASSERT_EQ(taken.size(), 100u);
    for (std::size_t i = 0; i < taken.size(); ++i) EXPECT_EQ(taken[i], i + 5);
  }
}

// Names that lead nowhere are not therefore the same.
TEST(Files, AreNamedTwiceOnlyWhereTheyAreTheSame) {
  const auto folder = std::filesystem::temp_directory_path() / ("remise-names-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string a = folder / "a", b = folder / "b", again = folder / "." / "a";
  EXPECT_EQ(named_twice({a, b, "", ""}), "");
  EXPECT_EQ(named_twice({a, again}), again);
  EXPECT_EQ(named_twice({"remise-not-there.bin", "./remise-not-there.bin"}), "./remise-not-there.bin");
  EXPECT_EQ(named_twice({"remise-not-there.bin", "remise-not-there.csv"}), "");
  std::filesystem::create_symlink("a", a);  // without end
  std::filesystem::create_symlink("b", b);
  EXPECT_EQ(named_twice({a, b}), "");
  std::filesystem::remove_all(folder);
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
