// The learned evaluation of Tramways: what it sees, the file it is read from, and the players that use it.
#include "bots/tramways/learned.h"

#include <gtest/gtest.h>

#include <cmath>

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
