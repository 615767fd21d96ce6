// The learned evaluation of Tramways: what it sees, the file it is read from, and the players that use it.
#include "bots/tramways/learned.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "bots/suite.h"
#include "core/data_files.h"
#include "games/tramways/match.h"

namespace remise::bots {
namespace {

using remise::tramways::State;
using remise::tramways::Tramways;
using tramways::FeatureMaker;
using FeaturesTramways = tramways::Features;
using ModelTramways = tramways::LearnedModel;

class LearnedTramways : public ::testing::Test {
 protected:
  LearnedTramways() {
    for (const GameMaker& maker : game_makers())
      if (maker.id == "tramways") game = std::move(*maker(embedded_data));
    suite = make_suite(*game);
  }
  const Tramways& rules(const State& s) const { return static_cast<const TypedGame<Tramways>&>(*game).rules().of(s); }
  FeaturesTramways features(FeatureMaker& maker, const State& s) const {
    FeaturesTramways out{};
    maker.table(s, out);
    for (int i = 0; i < s.player_count; ++i) maker.seat(rules(s).tables(), s, id_at<Seat>(i), out);
    return out;
  }
  // The first states of all half rounds of a game between players of a level, with the final scores.
  struct Watched {
    std::vector<State> starts;
    std::vector<double> scores;
  };
  Watched watch(int seats, const std::string& seed, const std::string& cards = "first") const {
    Watched watched;
    PlayedSetup setup{{{"options", {{"cards", cards}}}},
                      seed,
                      std::vector<std::string>(static_cast<std::size_t>(seats), "medium"),
                      0,
                      {}};
    int stage = 0;
    setup.observe = [&](const Match& match) {
      const State& s = static_cast<const TypedMatch<Tramways>&>(match).state();
      if (const int now = tramways::half_round(s); now != stage) watched.starts.push_back(s), stage = now;
    };
    const Played played = suite->play(setup);
    EXPECT_EQ(played.error, "");
    watched.scores = played.scores;
    return watched;
  }

  std::unique_ptr<Game> game;
  std::unique_ptr<Suite> suite;
};

TEST_F(LearnedTramways, FeaturesDependOnThePositionAlone) {
  FeatureMaker used;
  for (const int seats : {1, 2, 5})
    for (const State& s : watch(seats, "pure").starts) {
      FeatureMaker fresh;
      const FeaturesTramways here = features(used, s), there = features(fresh, s);
      EXPECT_TRUE(here.table == there.table && here.seats == there.seats) << seats << " seats, round " << int{s.round};
    }
}

// 19: what a seat expects of itself is the same however it imagines what it cannot know.
TEST_F(LearnedTramways, HiddenCardsDoNotChangeTheOwnNumbers) {
  FeatureMaker maker;
  Random random = Random::from_seed("imagine");
  int shuffled = 0;
  for (const State& s : watch(3, "hidden").starts) {
    if (s.phase == remise::tramways::Phase::end) continue;
    const State other = rules(s).imagine(s, id_at<Seat>(1), random);
    shuffled += other != s;
    EXPECT_EQ(features(maker, s).seats[1], features(maker, other).seats[1]) << "round " << int{s.round};
  }
  EXPECT_GT(shuffled, 5);
}

// At the beginning of round 6 most is decided: the model knows it for either set of cards, at every table.
TEST_F(LearnedTramways, KnowsTheResultBeforeTheLastRound) {
  const auto model = ModelTramways::read(*embedded_data("bots/tramways-learned.json"));
  ASSERT_TRUE(model) << to_json(model.error());
  FeatureMaker maker;
  for (const char* cards : {"first", "second"})
    for (int seats = 1; seats <= 5; ++seats) {
      const Watched watched = watch(seats, "told", cards);
      double wrong = 0;
      for (const State& s : watched.starts) {
        const int half = tramways::half_round(s);
        EXPECT_EQ(ModelTramways::knows(half), half >= 3 && half <= 12);
        for (int i = 0; half == 12 && i < seats; ++i)
          wrong += std::abs((*model)->result(s, features(maker, s), id_at<Seat>(i)) -
                            watched.scores[static_cast<std::size_t>(i)]) /
                   seats;
      }
      EXPECT_LT(wrong, 7) << seats << ' ' << cards;
    }
}

TEST_F(LearnedTramways, AModelThatDoesNotFitIsRefusedWithItsPlace) {
  const Json good = *parse_json(*embedded_data("bots/tramways-learned.json"));
  const auto fault = [&](auto&& change) {
    Json bad = good;
    change(bad);
    const auto model = ModelTramways::read(bad.dump());
    return model ? std::string() : to_json(model.error()).dump();
  };
  const auto names = [&](const std::string& text, auto&& change) {
    EXPECT_NE(fault(change).find(text), std::string::npos) << text << " in " << fault(change);
  };
  EXPECT_EQ(fault([](Json&) {}), "");
  names("unit", [](Json& m) { m["unit"] = 1; });
  names("seat_features", [](Json& m) { m["seat_features"][3] = "gold"; });
  names("table_features", [](Json& m) { m.erase("table_features"); });
  names("models", [](Json& m) { m["models"] = Json::array(); });
  for (const Json& no_list : {Json("first"), Json(3), Json::object({{"a", 1}}), Json(nullptr)})
    names("models", [&](Json& m) { m["models"] = no_list; });
  names("named_twice", [](Json& m) { m["models"].push_back(m["models"][1]); });
  names("models[1].cards", [](Json& m) { m["models"][1]["cards"] = "fourth"; });
  names("models[0].players", [](Json& m) { m["models"][0]["players"] = 9; });
  names("models[0].stages", [](Json& m) { m["models"][0]["stages"].erase(2); });
  names("stages[2].stage", [](Json& m) { m["models"][0]["stages"][2]["stage"] = 4; });
  names("stages[4].seat", [](Json& m) { m["models"][0]["stages"][4]["seat"].erase(0); });
  names("stages[4].table", [](Json& m) { m["models"][0]["stages"][4]["table"][1] = 0.5; });
  names("out_of_range", [](Json& m) { m["models"][0]["stages"][4]["table"][1] = std::int64_t{1} << 40; });
}

TEST_F(LearnedTramways, WhatIsToldAndDoesNotFitIsRefusedWithItsPlace) {
  const Json good = *parse_json(*embedded_data("bots/tramways-told.json"));
  const auto names = [&](const std::string& text, auto&& change) {
    Json bad = good;
    change(bad);
    const auto told = tramways::Told::read(bad.dump());
    const std::string fault = told ? std::string("nothing") : to_json(told.error()).dump();
    EXPECT_NE(fault.find(text), std::string::npos) << text << " in " << fault;
  };
  names("nothing", [](Json&) {});
  names("unit", [](Json& m) { m["unit"] = 10; });
  for (const Json& no_list : {Json("first"), Json(3), Json::object({{"a", 1}}), Json(nullptr)})
    names("not_a_list", [&](Json& m) { m["tables"] = no_list; });
  names("missing", [](Json& m) { m["tables"].erase(3); });
  names("named_twice", [](Json& m) { m["tables"][4] = m["tables"][5]; });
  names("tables[1].cards", [](Json& m) { m["tables"][1]["cards"] = "fourth"; });
  names("tables[2].players", [](Json& m) { m["tables"][2]["players"] = 6; });
  names("tables[0].lacks", [](Json& m) { m["tables"][0]["lacks"].erase(0); });
  names("tables[7].lacks", [](Json& m) { m["tables"][7]["lacks"][2] = 0.5; });
  names("tables[1].lacks_learned", [](Json& m) { m["tables"][1].erase("lacks_learned"); });
  names("tables[2].doubt", [](Json& m) { m["tables"][2]["doubt"][1] = "much"; });
  names("tables[2].doubt", [](Json& m) { m["tables"][2]["doubt"][5] = 0; });
  names("tables[2].doubt", [](Json& m) { m["tables"][2]["doubt"][12] = 0; });
  names("tables[3].shift", [](Json& m) { m["tables"][3]["shift"].push_back(1); });
  names("tables[4].slope", [](Json& m) { m["tables"][4]["slope"][0] = 0; });
  names("tables[8]", [](Json& m) { m["tables"][8] = "third"; });
}

// Hints say from the first move on what hard players reach (docs/tramways-balance.md), not what quick ones would.
TEST_F(LearnedTramways, WhatIsToldIsOfTheRightSizeFromTheFirstMove) {
  constexpr std::array usual{60, 51, 55, 54, 53};
  for (int seats = 1; seats <= 5; ++seats) {
    double told = 0, judged = 0;
    for (int n = 0; n < 4; ++n) {
      const std::string seed = "size " + std::to_string(n);
      const auto match = *game->start({{"players", seats}, {"seed", seed}, {"options", {{"cards", "third"}}}});
      const Seat seat = match->to_act().lowest();
      const auto hints = suite->hint(*match, seat, "hard", seed, 0);
      ASSERT_TRUE(hints && !hints->empty());
      told += hints->at(0).at("value").get<double>() / 4;
      const auto weighed = suite->weigh(*match, seat, Json(), "hard", seed, 0);
      ASSERT_TRUE(weighed && !weighed->moves.empty());
      judged += weighed->moves[0].results[index(seat)] / 4;
    }
    const double right = usual[static_cast<std::size_t>(seats - 1)];
    EXPECT_NEAR(told / right, 1, 0.2) << seats;
    EXPECT_NEAR(judged / right, 1, 0.2) << seats;
  }
}

// Who is further ahead is likelier to win, the more so the later.
TEST_F(LearnedTramways, ChancesGrowSurerToTheEnd) {
  const auto told = *tramways::Told::read(*embedded_data("bots/tramways-told.json"));
  for (const int seats : {2, 5}) {
    double before = 0;
    for (const State& s : watch(seats, "sure", "third").starts) {
      if (s.round == 0 || tramways::half_round(s) < 3) continue;  // no search ends there
      std::array<double, max_seats> results{};
      for (int i = 0; i < seats; ++i) results[static_cast<std::size_t>(i)] = 50 - 4 * i;
      const auto chances = *told->chances(s, results);
      double sum = 0;
      for (std::size_t i = 0; i < chances.size(); ++i) {
        sum += chances[i];
        EXPECT_GE(chances[i == 0 ? 0 : i - 1], chances[i]);
      }
      EXPECT_NEAR(sum, 1, 1e-9);
      EXPECT_GT(chances[0], before - 0.05) << seats << " seats, half round " << tramways::half_round(s);
      before = std::max(before, chances[0]);
      double least = 0;  // what is told of a chance that was found
      for (const double found : {0.0, 0.1, 0.5, 0.8, 1.0}) {
        EXPECT_TRUE(told->odds(s)->told(found) >= least && told->odds(s)->told(found) <= 1) << found;
        least = told->odds(s)->told(found);
      }
      results[1] = results[0];
      EXPECT_EQ((*told->chances(s, results))[1], (*told->chances(s, results))[0]);
    }
    EXPECT_GT(before, 0.7);
  }
  for (const State& s : watch(1, "alone").starts) EXPECT_FALSE(told->chances(s, {30}));
}

// Those who ask the model tell chances with their hints and judgements, of all seats together one.
TEST_F(LearnedTramways, StrongTellsChancesOfWinning) {
  for (const int seats : {1, 2, 3}) {
    auto match = *game->start({{"players", seats}, {"seed", "chances"}, {"options", {{"cards", "third"}}}});
    const auto round = [&] { return static_cast<const TypedMatch<Tramways>&>(*match).state().round; };
    // Not while setting up, where whoever thinks believes to win.
    const auto unknown = suite->hint(*match, match->to_act().lowest(), "strong", "seed", 600);
    ASSERT_TRUE(unknown && !unknown->empty());
    EXPECT_FALSE(unknown->at(0).contains("chance"));
    const auto unsure = suite->weigh(*match, match->to_act().lowest(), Json(), "strong", "seed", 600);
    ASSERT_TRUE(unsure && !unsure->moves.empty());
    EXPECT_TRUE(unsure->moves[0].chances.empty());
    const auto asked = [&] { return suite->hint(*match, match->to_act().lowest(), "strong", "seed", 600); };
    while (round() < 2 || asked()->size() < 2) ASSERT_TRUE(suite->play_on(*match, "easy", "chances", 1));
    const Seat seat = match->to_act().lowest();
    const auto hints = asked();
    ASSERT_TRUE(hints && !hints->empty());
    EXPECT_EQ(hints->at(0).contains("chance"), seats > 1);
    const auto weighed = suite->weigh(*match, seat, Json(), "strong", "seed", 600);
    ASSERT_TRUE(weighed && !weighed->moves.empty());
    const auto& chances = weighed->moves[0].chances;
    ASSERT_EQ(chances.size(), seats > 1 ? static_cast<std::size_t>(seats) : 0);
    EXPECT_NEAR(std::accumulate(chances.begin(), chances.end(), 0.0), seats > 1, 1e-9);
  }
}

TEST_F(LearnedTramways, WhereThereIsNoChoiceHintsSayWhatComesOfIt) {
  auto match = *game->start({{"players", 2}, {"seed", "no choice"}, {"options", {{"cards", "third"}}}});
  std::size_t alone = 0;
  double searched = 0;
  while (!match->to_act().empty()) {
    const Seat seat = match->to_act().lowest();
    if (seat == id_at<Seat>(0)) {
      const auto hints = suite->hint(*match, seat, "strong", "alone", 200);
      ASSERT_TRUE(hints && !hints->empty());
      const double value = hints->at(0)["value"];
      if (hints->size() > 1) {
        searched = value;
      } else if (searched > 0) {
        ++alone;
        if (static_cast<const TypedMatch<Tramways>&>(*match).state().round > 0) {
          EXPECT_TRUE(hints->at(0).contains("chance")) << match->length();
        }
        EXPECT_NEAR(value, searched, 20) << match->length();
      }
    }
    ASSERT_TRUE(match->play(seat, *suite->choose(*match, seat, "medium", "alone")));
  }
  EXPECT_GE(alone, 3u);
}

// With few nodes already, whoever asks the model is well ahead of hard with as many.
TEST_F(LearnedTramways, StrongIsStrongerThanHard) {
  double ahead = 0;
  for (int n = 0; n < 6; ++n) {
    std::vector<std::string> players(2, "hard");
    players[static_cast<std::size_t>(n % 2)] = "strong";
    const Played played = suite->play({{}, "ahead " + std::to_string(n / 2), players, 600, {}});
    ASSERT_EQ(played.error, "");
    ahead += (played.scores[static_cast<std::size_t>(n % 2)] - played.scores[static_cast<std::size_t>(1 - n % 2)]) / 6;
  }
  EXPECT_GT(ahead, 4);
}

}  // namespace
}  // namespace remise::bots
