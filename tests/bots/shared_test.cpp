// A search whose playouts are shared out: the answer must not depend on who plays them.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <map>
#include <stdexcept>

#include "bots/crew.h"
#include "bots/odds.h"
#include "bots/suite.h"
#include "core/data_files.h"

namespace remise::bots {
namespace {

// Arms whose playouts have known worths; what they cost varies with arm and world.
PlayoutEnd end_of(const Playout& p) {
  const double worth = static_cast<double>(p.arm) + (p.world % 2 ? 0.4 : -0.4);
  return {true, worth, worth, -1, 10 + (p.arm * 7 + static_cast<std::size_t>(p.world) * 3) % 5};
}

struct Searched {
  std::vector<std::size_t> order;
  std::uint64_t spent;
  std::vector<int> playouts;
  int batches = 0;
};
Searched search(std::size_t arms, std::uint64_t nodes, int planned) {
  Halving halving(std::vector<ArmFigures>(arms), nodes, planned, 0);
  Searched found{};
  for (; !halving.done(); ++found.batches) {
    std::vector<PlayoutEnd> ends;
    for (const Playout& p : halving.batch()) ends.push_back(end_of(p));
    halving.take(ends);
  }
  found.order = halving.order(), found.spent = halving.spent();
  for (std::size_t i = 0; i < arms; ++i) found.playouts.push_back(halving.arm(i).tally.playouts);
  return found;
}

TEST(Halving, FindsTheBestArmWithinItsNodes) {
  for (const int planned : {0, 3})
    for (const std::size_t arms : {2, 3, 7, 20}) {
      const Searched found = search(arms, 6000, planned);
      EXPECT_EQ(found.order.front(), arms - 1);
      EXPECT_GE(found.spent, 6000u);
      EXPECT_LT(found.spent, 6300u);  // what playouts cost is guessed from those before
      // The better half is played more often than the worse, and two are left at the end.
      EXPECT_GT(found.playouts[arms - 1], 40);
      if (arms > 3) {
        EXPECT_LT(found.playouts[0], found.playouts[arms - 1] / 2);
      }
      EXPECT_LT(found.batches, 40);  // many playouts in each, or sharing them out is no use
    }
}

TEST(Halving, PlayoutsThatEndAtOnceAreFew) {
  Halving halving(std::vector<ArmFigures>(5), 40'000, 3, 0);
  std::size_t playouts = 0, batches = 0;
  for (; !halving.done(); ++batches) {
    playouts += halving.batch().size();
    halving.take(std::vector<PlayoutEnd>(halving.batch().size(), {true, 1, 1, -1, 1}));
  }
  EXPECT_LE(playouts, 2100u);
  EXPECT_LT(batches, 12u);
}

// Stopped in the middle of a round it answers by what was found, not by what it thought at first, nor by the playouts
// without planning, which think the opposite here.
TEST(Halving, StoppedEarlyItAnswersByWhatItFound) {
  for (const int planned : {0, 3}) {
    Halving halving(std::vector<ArmFigures>(6), 1'000'000, planned, 0);
    for (int batch = 0; batch < 4; ++batch) {
      std::vector<PlayoutEnd> ends;
      for (const Playout& p : halving.batch()) {
        ends.push_back(end_of(p));
        if (p.planned < planned) ends.back().utility *= -1;
      }
      halving.take(ends);
    }
    ASSERT_FALSE(halving.done());
    halving.stop();
    EXPECT_TRUE(halving.done());
    EXPECT_EQ(halving.order(), (std::vector<std::size_t>{5, 4, 3, 2, 1, 0})) << planned;
  }
}

TEST(Halving, OneMoveNeedsNoThought) {
  EXPECT_TRUE(Halving(std::vector<ArmFigures>(1), 100, 3, 0).done());
  EXPECT_TRUE(Halving({}, 100, 3, 0).done());
}

TEST(Halving, FewNodesAreSpentOnTheLikeliest) {
  const Searched found = search(20, 60, 0);
  EXPECT_LE(found.spent, 90u);
  EXPECT_EQ(found.playouts[19], 0);
  EXPECT_GT(found.playouts[0], 0);
}

TEST(Halving, AStyleLeansTowardsWhatItLikes) {
  std::vector<ArmFigures> arms(4);
  arms[1].taste = 3;
  Halving halving(arms, 3000, 0, 0);
  while (!halving.done()) {
    std::vector<PlayoutEnd> ends;
    for (const Playout& p : halving.batch()) ends.push_back(end_of(p));
    halving.take(ends);
  }
  EXPECT_EQ(halving.order().front(), 1u);  // 1 + 3 is more than 3
}

// Odds are logarithms: a shift of log(2) doubles them, a slope of two squares them.
TEST(Odds, AreMovedAndStretched) {
  const Odds as_found{}, doubled{69, 100}, squared{0, 200}, both{-53, 87};
  for (const double chance : {0.01, 0.25, 0.5, 0.9}) EXPECT_NEAR(as_found.told(chance), chance, 1e-9);
  EXPECT_NEAR(doubled.told(0.5), 2.0 / 3, 0.002);
  EXPECT_NEAR(doubled.told(0.25), 0.4, 0.002);  // one to three is two to three
  EXPECT_NEAR(squared.told(0.75), 0.9, 1e-9);   // three to one is nine to one
  EXPECT_NEAR(squared.told(0.25), 0.1, 1e-9);
  EXPECT_NEAR(both.told(0.5), 0.3705, 0.0001);
  for (const Odds& odds : {as_found, doubled, squared, both})  // nothing is certain
    for (const double chance : {0.0, 1.0}) EXPECT_TRUE(odds.told(chance) > 0 && odds.told(chance) < 1);
}

// Of all seats together they are stretched alone: what is even stays even, and all of it is one.
TEST(Odds, OfAllSeatsAreStretchedAlone) {
  const auto stretched = [](Odds odds, std::vector<double> chances) {
    odds.stretch(chances);
    return chances;
  };
  EXPECT_EQ(stretched({-53, 130}, {0.25, 0.25, 0.25, 0.25}), (std::vector<double>{0.25, 0.25, 0.25, 0.25}));
  const auto two = stretched({-53, 200}, {0.75, 0.25});
  EXPECT_NEAR(two[0], 0.9, 1e-9);
  EXPECT_NEAR(two[1], 0.1, 1e-9);
  const auto three = stretched({20, 50}, {0.64, 0.32, 0.04});  // 8 to 4 to 0.5, as roots
  EXPECT_NEAR(three[0] / three[1], std::sqrt(2.0), 1e-9);
  EXPECT_NEAR(three[0] / three[2], 4, 1e-9);
  EXPECT_NEAR(three[0] + three[1] + three[2], 1, 1e-9);
  for (const double chance : stretched({0, 300}, {1, 0, 0})) EXPECT_GT(chance, 0);
}

TEST(Crew, EveryPieceIsDoneOnce) {
  const auto crew = make_crew(3);
  EXPECT_EQ(crew->hands(), 4u);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::atomic<int>> done(97);
    std::vector<std::atomic<int>> hands(4);
    crew->run(done.size(), [&](std::size_t hand, std::size_t piece) {
      EXPECT_EQ(hands[hand]++, 0);  // nobody else has this hand now
      ++done[piece];
      --hands[hand];
    });
    for (const auto& count : done) EXPECT_EQ(count, 1);
  }
}

TEST(Crew, SeveralMayThinkAtOnce) {
  const auto crew = make_crew(2);
  std::atomic<int> done = 0;
  {
    std::vector<std::jthread> callers;
    for (int i = 0; i < 4; ++i)
      callers.emplace_back([&] {
        for (int round = 0; round < 50; ++round) crew->run(11, [&](std::size_t, std::size_t) { ++done; });
      });
  }
  EXPECT_EQ(done, 4 * 50 * 11);
}

TEST(Crew, AFailureReachesTheCallerAndTheCrewGoesOn) {
  const auto crew = make_crew(2);
  for (int round = 0; round < 20; ++round)
    EXPECT_THROW(crew->run(50,
                           [](std::size_t, std::size_t piece) {
                             if (piece % 10 == 7) throw std::runtime_error("stumbled");
                           }),
                 std::runtime_error);
  std::atomic<int> done = 0;
  crew->run(50, [&](std::size_t, std::size_t) { ++done; });
  EXPECT_EQ(done, 50);
  EXPECT_THROW(crew->run(1, [](std::size_t, std::size_t) { REMISE_ASSERT(1 + 1 == 3); }), std::logic_error);
}

// The move of a decision in pieces, played by several who prepared it by themselves.
Json in_pieces(const Suite& suite, const Match& match, Seat seat, std::uint64_t nodes, std::size_t engines) {
  std::vector<std::unique_ptr<Deliberation>> all;
  for (std::size_t i = 0; i < engines; ++i) all.push_back(*suite.deliberate(match, seat, "expert", "shared", nodes));
  Json ends = Json::array();
  for (;;) {
    const Json step = all[0]->next(ends).value();
    if (step.contains("action")) return step["action"];
    EXPECT_EQ(step["nodes"], nodes);
    for (std::size_t i = 0; i < step["playouts"].size(); ++i) {
      // As text, as it goes between workers.
      const Json told = all[i % engines]->play(Json::array({step["playouts"][i]})).value();
      ends.push_back((*parse_json(told.dump()))[0]);
    }
  }
}

class SharedSearches : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const GameMaker& maker : game_makers()) {
      games.push_back(*maker(embedded_data));
      suites.push_back(make_suite(*games.back()));
    }
  }
  static bool has_expert(const Suite& suite) {
    const auto levels = suite.all_levels();
    return std::ranges::find(levels, "expert") != levels.end();
  }
  std::vector<std::unique_ptr<Game>> games;
  std::vector<std::unique_ptr<Suite>> suites;
};

TEST_F(SharedSearches, TheMoveDoesNotDependOnTheThreads) {
  constexpr std::uint64_t nodes = 4000;
  int compared = 0;
  for (std::size_t g = 0; g < games.size(); ++g) {
    if (!suites[g] || !has_expert(*suites[g])) continue;
    Suite& suite = *suites[g];
    const std::vector<std::shared_ptr<Crew>> crews{nullptr, make_crew(1), make_crew(3)};
    auto match = *games[g]->start({{"players", 3}, {"seed", "shared"}});
    while (!match->to_act().empty()) {
      const Seat seat = match->to_act().lowest();
      if (match->length() % 45 == 20) {
        std::vector<Json> moves;
        for (const auto& crew : crews) {
          suite.use(crew);
          moves.push_back(*suite.choose(*match, seat, "expert", "shared", nodes));
        }
        EXPECT_EQ(moves[0], moves[1]) << match->length();
        EXPECT_EQ(moves[0], moves[2]) << match->length();
        EXPECT_EQ(moves[0], in_pieces(suite, *match, seat, nodes, 2)) << match->length();
        ++compared;
      }
      ASSERT_TRUE(match->play(seat, *suite.choose(*match, seat, "medium", "shared")));
    }
  }
  EXPECT_GE(compared, 4);
}

// What is told of the thinking done is a part of what will be spent, not of what might be (Learned::enough).
TEST_F(SharedSearches, AQuestionTellsWhatTheThinkingWillCost) {
  for (std::size_t g = 0; g < games.size(); ++g) {
    if (games[g]->id() != "1840") continue;
    for (const int players : {2, 4}) {
      const auto match = *games[g]->start({{"players", players}, {"seed", "told"}});
      const auto thought = suites[g]->deliberate(*match, match->to_act().lowest(), "expert", "told", 60'000);
      const Json step = (*thought)->next(Json::array()).value();
      EXPECT_EQ(step["nodes"], players == 2 ? 20'000 : 60'000);
    }
  }
}

// What a style leads to must show: how often it does what it leans to, in games of one of its kind among plain ones.
TEST_F(SharedSearches, StylesHaveTheirHabits) {
  struct Habit {
    const char* style;
    std::vector<std::string> deeds;
  };
  const std::map<std::string, std::vector<Habit>> habits{
      {"1840", {{"builder", {"buy_tram", "bid_line"}}, {"trader", {"buy_share", "sell_shares"}}}},
      {"tramways", {{"builder", {"lay_track", "build", "upgrade_link", "upgrade_building"}}, {"trader", {"bid"}}}}};
  for (std::size_t g = 0; g < games.size(); ++g) {
    if (!suites[g] || !habits.contains(std::string(games[g]->id()))) continue;
    for (const auto& [style, deeds] : habits.at(std::string(games[g]->id()))) {
      const auto count = [&](const std::string& player) {
        std::size_t done = 0;
        for (std::size_t n = 0; n < 6; ++n) {  // two deals, from each seat
          PlayedSetup setup{Json::object(), "habit/" + std::to_string(n / 3), {"medium", "medium", "medium"}, 0, {}};
          setup.players[n % 3] = player;
          setup.observe = [&](const Match& match) {
            const Json move = match.log(Viewer::analyst(), match.length() - 1, match.length())[0];
            done += move["seat"] == n % 3 && std::ranges::count(deeds, move["action"]["type"].get<std::string>()) > 0;
          };
          EXPECT_EQ(suites[g]->play(setup).error, "");
        }
        return done;
      };
      const std::size_t plain = count("medium"), leaning = count(std::string("medium/") + style);
      EXPECT_GT(leaning, plain + plain / 20) << games[g]->id() << " " << style;
    }
  }
}

TEST_F(SharedSearches, StylesAreLevelsOfTheirOwn) {
  for (const auto& suite : suites) {
    if (!suite) continue;
    const auto styled = suite->styled_levels(), all = suite->all_levels();
    EXPECT_EQ(std::ranges::count(styled, "medium/builder"), 1);
    EXPECT_EQ(std::ranges::count(styled, "hard/spoiler"), 1);
    EXPECT_EQ(std::ranges::count(styled, "easy/builder"), 0);
    EXPECT_TRUE(std::ranges::none_of(all, [](const std::string& name) { return name.contains('/'); }));
  }
  EXPECT_EQ(player_name("hard/builder@500").level, "hard/builder");
  EXPECT_EQ(player_name("hard/builder@500").nodes, 500u);
  EXPECT_EQ(plain_level("hard/builder"), "hard");
  EXPECT_EQ(style_of("hard/builder"), "builder");
  EXPECT_EQ(style_of("hard"), "");
}

// Only levels on offer are tuned: those of the arena stay as they were, and a budget is no part of a level.
TEST_F(SharedSearches, CandidatesAreOfLevelsOnOffer) {
  for (const auto& suite : suites) {
    std::vector<double> values;
    for (const Weight& weight : suite->weights()) values.push_back(weight.value);
    const auto levels = suite->levels();
    for (const std::string& level : suite->all_levels())
      EXPECT_EQ(suite->with_candidates(level, {values}) != nullptr, std::ranges::count(levels, level) == 1) << level;
    EXPECT_TRUE(suite->with_candidates("hard/builder", {values}));
    for (const char* none : {"hard@5", "hard/nobody", "nobody", ""})
      EXPECT_FALSE(suite->with_candidates(none, {values})) << none;
  }
}

TEST_F(SharedSearches, PiecesAreReadStrictly) {
  for (std::size_t g = 0; g < games.size(); ++g) {
    if (!suites[g] || !has_expert(*suites[g])) continue;
    auto match = *games[g]->start({{"players", 2}, {"seed", "strict"}});
    for (int i = 0; i < 20; ++i) {
      const Seat seat = match->to_act().lowest();
      ASSERT_TRUE(match->play(seat, *suites[g]->choose(*match, seat, "medium", "strict")));
    }
    const Seat seat = match->to_act().lowest();
    const auto decision = *suites[g]->deliberate(*match, seat, "expert", "strict", 500);
    for (const char* wrong : {"[1]", "[[0]]", "[[0,0,0,0]]", "[[-1,0,0]]", "[[1000,0,0]]", "[[0,-1,0]]", "[[0,0,1001]]",
                              "[[0.5,0,0]]", "[[\"0\",0,0]]", "[null]", "[{}]"})
      EXPECT_FALSE(decision->play(*parse_json(wrong))) << wrong;
    const Json step = *decision->next(Json::array());
    if (step.contains("action")) continue;
    // As many as were asked for, one of them wrong; then one too few and one too many.
    const std::size_t asked = step["playouts"].size();
    Json ends = Json::array();
    for (std::size_t i = 0; i < asked; ++i) ends.push_back(Json::array({true, 0, 0, -1, 1}));
    EXPECT_TRUE(decision->next(ends));
    for (const char* wrong :
         {"1", "[true,0,0,-1]", "[1,0,0,-1,1]", "null", "[true,0,0,-1,-1]", "[true,\"0\",0,-1,1]"}) {
      Json spoilt = ends;
      spoilt.back() = parse_json(wrong).value();
      EXPECT_FALSE(decision->next(spoilt)) << wrong;
    }
    if (asked > 1) {
      Json fewer = ends;
      fewer.erase(asked - 1);
      EXPECT_FALSE(decision->next(fewer));
    }
    EXPECT_FALSE(suites[g]->deliberate(*match, seat, "nobody", "strict"));
    // A level that thinks alone answers at once, with its usual move.
    const auto alone = *suites[g]->deliberate(*match, seat, "hard", "strict");
    EXPECT_EQ((*alone->next(Json::array()))["action"], *suites[g]->choose(*match, seat, "hard", "strict"));
  }
}

}  // namespace
}  // namespace remise::bots
