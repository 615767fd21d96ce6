// The players of 1840: they keep the rules, know nothing hidden, and each level is stronger than the one below.
#include <gtest/gtest.h>

#include <algorithm>

#include "bots/arena.h"
#include "bots/vienna1840/outlook.h"
#include "bots/vienna1840/weights.h"
#include "core/data_files.h"
#include "games/vienna1840/board/routes.h"
#include "games/vienna1840/match.h"

namespace remise::bots {
namespace {

using remise::vienna1840::Vienna1840;

class Players1840 : public ::testing::Test {
 protected:
  Players1840() {
    for (const GameMaker& maker : game_makers())
      if (maker.id == "1840") game = std::move(*maker(embedded_data));
    suite = make_suite(*game);
  }
  const Vienna1840& rules() const { return static_cast<const TypedGame<Vienna1840>&>(*game).rules(); }

  PlayedSetup setup(std::vector<std::string> players, std::string seed, std::uint64_t nodes = 0) const {
    return {Json::object(), std::move(seed), std::move(players), nodes, {}};
  }

  std::unique_ptr<Game> game;
  std::unique_ptr<Suite> suite;
};

TEST_F(Players1840, PlayWholeGamesAtEveryTable) {
  for (int seats = 2; seats <= 6; ++seats) {
    std::vector<std::string> players(static_cast<std::size_t>(seats), "medium");
    players[0] = "easy";
    if (seats > 2) players[2] = "random";
    const Played played = suite->play(setup(players, "whole"));
    EXPECT_EQ(played.error, "") << seats;
    EXPECT_GT(played.scores[1], 1500) << seats;
  }
}

// One player leads up to a round, the others go on from the same position.
TEST_F(Players1840, ALeaderPlaysForEverybodyUntilARound) {
  const Json stages = suite->sampler()->about()["stages"];
  const auto stage = [&](const char* name) {
    return static_cast<int>(std::ranges::find(stages, Json(name)) - stages.begin());
  };
  const auto scores = [&](const std::vector<std::string>& players, const Lead& lead) {
    PlayedSetup wanted = setup(players, "led");
    wanted.lead = lead;
    const Played played = suite->play(wanted);
    EXPECT_EQ(played.error, "");
    return played.scores;
  };
  const std::vector<std::string> players{"easy", "medium"};
  EXPECT_EQ(scores(players, {"easy", stage("PRE")}), scores(players, {}));
  EXPECT_NE(scores(players, {"medium", stage("LR1a")}), scores(players, {}));
  EXPECT_NE(scores(players, {"medium", stage("LR1a")}), scores({"medium", "medium"}, {}));
  EXPECT_EQ(scores(players, {"medium", 1000}), scores({"medium", "medium"}, {}));
  PlayedSetup unknown = setup(players, "led");
  unknown.lead = {"nobody", 1};
  EXPECT_EQ(suite->play(unknown).error, "no such player: nobody");
}

// Who sits where makes no difference while somebody else plays for all: nobody is ahead of a deal.
TEST_F(Players1840, HowFarAheadIsCountedByDeals) {
  Contest contest;
  contest.challenger = "medium", contest.others = "easy", contest.seats = 3, contest.games = 6, contest.seed = "deals";
  const auto apart = run_contest(*suite, contest);
  EXPECT_EQ(apart.ahead.n, 2);
  EXPECT_NEAR(apart.ahead.mean, apart.challenger_score.mean - apart.others_score.mean, 1e-6);
  contest.lead = {"medium", 1000};
  const auto alike = run_contest(*suite, contest);
  EXPECT_EQ(alike.games, 6u);
  EXPECT_NEAR(alike.ahead.mean, 0, 1e-6);
}

TEST_F(Players1840, HardPlaysAWholeGame) {
  const Played played = suite->play(setup({"hard", "medium"}, "whole", 60));
  EXPECT_EQ(played.error, "");
}

// R12: whoever has no private of his own must not let the others collect for ever (two hard players did, for 30,000
// passes), and nobody does so once it has made him rich.
TEST_F(Players1840, R12_PassesInTheOpeningComeToAnEnd) {
  for (const bool one_owner : {true, false}) {
    auto match = *game->start({{"players", 2}, {"seed", "seats/21"}});
    const auto play = [&](int seat, const Json& action) {
      ASSERT_TRUE(match->play(id_at<Seat>(seat), action)) << action;
    };
    const auto bid = [](const char* lot, int price) {
      return Json{{"type", "bid"}, {"private", lot}, {"price", price}};
    };
    const Json pass{{"type", "pass"}};
    play(1, pass), play(0, bid("SD", 50)), play(1, pass);
    play(1, bid("HB", 50));
    if (one_owner) {
      play(0, bid("HB", 65)), play(1, pass), play(0, bid("KK", 40)), play(1, pass);
    } else {
      play(0, pass), play(0, bid("KK", 40)), play(1, pass);
    }
    while (match->view(Viewer::analyst())["state"]["round"]["kind"] == "pre_share") {
      ASSERT_LT(match->length(), 80u) << one_owner;
      const Seat seat = match->to_act().lowest();
      const auto action = suite->choose(*match, seat, "hard", "r12");
      ASSERT_TRUE(action);
      ASSERT_TRUE(match->play(seat, *action));
    }
  }
}

// Games of hard had fourteen rounds of passes in the opening, in which one player was paid and the other hardly.
TEST_F(Players1840, R12_PrudentDoesNotWaitWhileOthersArePaidMore) {
  auto match = *game->start({{"players", 2}, {"seed", "seats/21"}});
  for (const auto& [seat, lot, price] : {std::tuple{1, "", 0},
                                         {0, "SD", 50},
                                         {1, "", 0},
                                         {1, "HB", 50},
                                         {0, "HB", 65},
                                         {1, "", 0},
                                         {0, "KK", 40},
                                         {1, "", 0}}) {
    const Json action = price ? Json{{"type", "bid"}, {"private", lot}, {"price", price}} : Json{{"type", "pass"}};
    ASSERT_TRUE(match->play(id_at<Seat>(seat), action)) << action;
  }
  const auto passes = [&](const char* level) {
    const Json moves = *suite->hint(*match, id_at<Seat>(1), level, "r12", 40);
    return std::ranges::any_of(moves, [](const Json& move) { return move["action"]["type"] == "pass"; });
  };
  EXPECT_TRUE(passes("hard"));
  EXPECT_FALSE(passes("prudent"));
}

// With more than two seats somebody has no private: four experts passed eleven times in a row, which paid one of them
// 440 and another nothing.
TEST_F(Players1840, R12_ExpertWithoutAPrivateDoesNotWaitAmongMany) {
  for (const int seats : {2, 4}) {
    const auto match = *game->start({{"players", seats}, {"seed", "waiting"}});
    const auto play = [&](const Json& action) { ASSERT_TRUE(match->play(match->to_act().lowest(), action)) << action; };
    play({{"type", "bid"}, {"private", "HB"}, {"price", 50}});
    for (int i = 1; i < seats; ++i) play({{"type", "pass"}});
    const Seat next = match->to_act().lowest();
    const auto passes = [&](const char* level) {
      const Json moves = *suite->hint(*match, next, level, "r12", 40);
      return std::ranges::any_of(moves, [](const Json& move) { return move["action"]["type"] == "pass"; });
    };
    EXPECT_TRUE(passes("hard")) << seats;
    EXPECT_EQ(passes("expert"), seats == 2) << seats;
    EXPECT_EQ(passes("strong"), seats == 2) << seats;
  }
}

// The same game of hard has a line for 180.
TEST_F(Players1840, PrudentBidsForLinesWithinReason) {
  const auto dearest_line = [&](const char* level) {
    int dearest = 0;
    auto wanted = setup({level, level}, "g2/hard/2/0", 40);
    wanted.observe = [&](const Match& match) {
      if (!match.to_act().empty()) return;
      const Json file = match.file();
      for (const Json& move : file["actions"])
        if (const Json& action = move["action"]; action["type"] == "bid" && action.contains("line"))
          dearest = std::max(dearest, action["price"].get<int>());
    };
    EXPECT_EQ(suite->play(wanted).error, "");
    return dearest;
  };
  EXPECT_GT(dearest_line("hard"), 80);
  EXPECT_LE(dearest_line("prudent"), 80);
}

TEST_F(Players1840, EachLevelBeatsTheOneBelow) {
  for (const auto& [stronger, weaker] : {std::pair{"easy", "random"}, {"medium", "easy"}}) {
    double wins = 0;
    for (int n = 0; n < 12; ++n) {
      std::vector<std::string> players{weaker, weaker};
      players[static_cast<std::size_t>(n % 2)] = stronger;
      wins += suite->play(setup(players, "levels" + std::to_string(n / 2))).wins[static_cast<std::size_t>(n % 2)];
    }
    EXPECT_GE(wins, 8) << stronger;
  }
}

// Two tables that differ in the face-down cards alone look the same to everybody: the same is imagined, the same done.
TEST_F(Players1840, HiddenCardsDoNotMatter) {
  const Json deal{{"order", {0, 1, 2}}, {"lines", {1, 3, 4, 5, 6, 7, 2, 8, 11, 12, 15, 18}}};
  Json other = deal;
  std::reverse(other["lines"].begin() + 4, other["lines"].end());
  auto first = game->start({{"players", 3}, {"deal", deal}}), second = game->start({{"players", 3}, {"deal", other}});
  ASSERT_TRUE(first && second);
  for (int move = 0; move < 60; ++move) {
    const Seat seat = (*first)->to_act().lowest();
    const auto& a = static_cast<const TypedMatch<Vienna1840>&>(**first).state();
    const auto& b = static_cast<const TypedMatch<Vienna1840>&>(**second).state();
    if (a.lines != b.lines) break;  // the first hidden cards have been turned up
    ASSERT_NE(a.deck, b.deck);
    Random draws = Random::from_seed("imagine"), same_draws = draws;
    EXPECT_EQ(rules().imagine(a, seat, draws), rules().imagine(b, seat, same_draws));
    for (const char* level : {"random", "easy", "medium", "hard"}) {
      const auto choice = suite->choose(**first, seat, level, "seed", 30);
      ASSERT_TRUE(choice);
      EXPECT_EQ(*choice, *suite->choose(**second, seat, level, "seed", 30)) << level << " at move " << move;
    }
    const Json action = *suite->choose(**first, seat, "medium", "seed");
    ASSERT_TRUE((*first)->play(seat, action));
    ASSERT_TRUE((*second)->play(seat, action));
  }
  EXPECT_GT((*first)->length(), 20u);
}

// "What if" at a running table (R3): the same moves lead to the same position, and the cards still face down come in
// another order. What is handed out depends on nothing that the seat cannot know.
TEST_F(Players1840, R3_AMatchAsImaginedKeepsItsHistoryAndHidesTheCards) {
  std::set<std::string> orders;
  std::size_t compared = 0;
  for (int number = 0; number < 6; ++number) {
    const std::string seed = "secret " + std::to_string(number);
    auto match = game->start({{"players", 3 + number % 4}, {"seed", seed}});
    ASSERT_TRUE(match);
    while (!(*match)->to_act().empty() && (*match)->length() < 900) {
      const Seat seat = (*match)->to_act().lowest();
      if ((*match)->length() % 45 == 0) {
        const auto file = (*match)->file_as_imagined(seat, "draw " + std::to_string((*match)->length()));
        ASSERT_TRUE(file);
        EXPECT_EQ(file->dump().find(seed), std::string::npos);
        const auto copy = game->load(*file);
        ASSERT_TRUE(copy) << to_json(copy.error()).dump();
        EXPECT_EQ((*copy)->length(), (*match)->length());
        for (int s = 0; s < (*match)->seats(); ++s)
          EXPECT_EQ((*copy)->view(Viewer::of(id_at<Seat>(s)))["state"],
                    (*match)->view(Viewer::of(id_at<Seat>(s)))["state"]);
        EXPECT_EQ((*copy)->log(Viewer::of(seat)), (*match)->log(Viewer::of(seat)));
        if ((*match)->length() == 0) orders.insert((*file)["setup"]["deal"]["lines"].dump());
        ++compared;
      }
      ASSERT_TRUE((*match)->play(seat, *suite->choose(**match, seat, "easy", "seed")));
    }
  }
  EXPECT_EQ(orders.size(), 6u);
  EXPECT_GT(compared, 40u);
}

TEST_F(Players1840, HintsAreLegalAndSorted) {
  auto match = game->start({{"players", 2}, {"seed", "hint"}});
  ASSERT_TRUE(match);
  const Seat seat = (*match)->to_act().lowest();
  const auto hints = suite->hint(**match, seat, "medium", "seed");
  ASSERT_TRUE(hints && hints->size() > 1);
  for (std::size_t i = 0; i < hints->size(); ++i) {
    if (i > 0) {
      EXPECT_GE((*hints)[i - 1]["value"], (*hints)[i]["value"]);
    }
    auto copy = (*match)->at(0);
    EXPECT_TRUE(copy->play(seat, (*hints)[i]["action"]));
  }
}

// The players' graph without promises is the game's own.
TEST_F(Players1840, OutlookWithoutPromisesIsTheBestRun) {
  const auto table = vienna1840::read_weights(*embedded_data("bots/1840.json"));
  ASSERT_TRUE(table);
  vienna1840::Outlook outlook(table->weights);
  remise::vienna1840::RouteFinder finder;
  int compared = 0;
  for (const int seats : {2, 4}) {
    PlayedSetup game_setup = setup(std::vector<std::string>(static_cast<std::size_t>(seats), "medium"), "runs");
    game_setup.observe = [&](const Match& match) {
      if (match.length() % 16 != 0) return;
      const auto& s = static_cast<const TypedMatch<Vienna1840>&>(match).state();
      const auto p = rules().at(s);
      for (std::size_t l = 0; l < remise::vienna1840::line_count; ++l) {
        if (s.lines[l].markers == 0) continue;
        const auto line = id_at<remise::vienna1840::LineId>(l);
        EXPECT_EQ(outlook.run(p, line), finder.best_revenue(p.map(), s.board, runner_of(p, line)));
        ++compared;
      }
    };
    EXPECT_EQ(suite->play(game_setup).error, "");
  }
  EXPECT_GT(compared, 50);
}

TEST(Weights1840, RefuseWhatIsNotAWeight) {
  const std::string text(*embedded_data("bots/1840.json"));
  Json json = *parse_json(text);
  EXPECT_TRUE(vienna1840::read_weights(json.dump()));
  Json missing = json;
  missing.erase("growth");
  EXPECT_EQ(vienna1840::read_weights(missing.dump()).error().code, "missing");
  Json unknown = json;
  unknown["speed"] = json["growth"];
  EXPECT_EQ(vienna1840::read_weights(unknown.dump()).error().code, "unknown_member");
  Json outside = json;
  outside["growth"]["value"] = 1e9;
  EXPECT_EQ(vienna1840::read_weights(outside.dump()).error().code, "out_of_range");
  Json text_value = json;
  text_value["growth"]["value"] = "much";
  EXPECT_FALSE(vienna1840::read_weights(text_value.dump()));
  EXPECT_FALSE(vienna1840::read_weights("not json"));
}

}  // namespace
}  // namespace remise::bots
