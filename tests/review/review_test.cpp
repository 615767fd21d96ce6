// Reviews: the same for the same budget, strict to read, right about runs, and about whom to blame.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "bots/suite.h"
#include "io/golden/playthrough.h"
#include "io/import/import.h"
#include "review/causes.h"
#include "review/luck.h"
#include "review/moments.h"
#include "review/review.h"

namespace remise::testing {
namespace {

std::unique_ptr<Game> game_named(std::string_view id) {
  for (const GameMaker& maker : game_makers())
    if (maker.id == id) return std::move(*maker(embedded_data));
  return nullptr;
}

struct Reviewed {
  std::unique_ptr<Game> game;
  std::unique_ptr<Match> match;
  Json file;
};

Json review_file(const Match& match, std::uint64_t nodes, std::size_t from = 0, std::size_t count = 1000) {
  const auto review = review::Review::of(match, {"", nodes, "review"});
  EXPECT_TRUE(review.has_value());
  std::vector<Json> judged(match.length());
  for (std::size_t n = from; n < match.length() && n < from + count; ++n) judged[n] = review->judge(n);
  return review->file(judged);
}

// The first moves of a game of bots.
Reviewed bots_game(std::string_view id, std::size_t moves, std::uint64_t nodes) {
  Reviewed made{game_named(id), nullptr, nullptr};
  const auto suite = bots::make_suite(*made.game);
  made.match = std::move(*made.game->start({{"players", 3}, {"seed", "review"}}));
  while (made.match->length() < moves && !made.match->to_act().empty()) {
    const Seat seat = made.match->to_act().lowest();
    const auto action = suite->choose(*made.match, seat, "easy", "review");
    EXPECT_TRUE(action && made.match->play(seat, *action));
  }
  made.file = review_file(*made.match, nodes);
  return made;
}

class OfGames : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Review, OfGames, ::testing::Values("1840", "tramways"));

TEST_P(OfGames, AreTheSameForTheSameBudget) {
  const Reviewed a = bots_game(GetParam(), 30, 300);
  EXPECT_EQ(a.file, review_file(*a.match, 300));
  EXPECT_FALSE(a.file["decisions"].empty());
  EXPECT_EQ(review::check_file(a.file), std::nullopt);
}

// Any player may judge who searches, with a style too. Of others the review would have nothing to tell.
TEST_P(OfGames, AreMadeByLevelsThatWeigh) {
  const auto game = game_named(GetParam());
  const auto suite = bots::make_suite(*game);
  auto match = std::move(*game->start({{"players", 3}, {"seed", "review"}}));
  ASSERT_TRUE(suite->play_on(*match, "easy", "review", 30));
  auto levels = suite->weighing_levels();
  for (const char* level : {"hard", "hard/spoiler", "expert/builder", "hard-1"})
    EXPECT_NE(std::ranges::find(levels, level), levels.end()) << level;
  levels.emplace_back("");
  for (const std::string& level : levels) {
    const auto review = review::Review::of(*match, {level, 300, "review"});
    ASSERT_TRUE(review) << level;
    std::vector<Json> judged(review->moves());
    for (std::size_t n = 0; n < judged.size(); n += 3) judged[n] = review->judge(n);
    EXPECT_FALSE(review->file(judged)["decisions"].empty()) << level;
  }
  for (const char* level : {"random", "beginner", "easy", "medium", "medium/builder", "harder", "hard/nonsense",
                            "hard-1/builder", "/builder"}) {
    const auto refused = review::Review::of(*match, {level, 200, "review"});
    ASSERT_FALSE(refused) << level;
    EXPECT_EQ(refused.error().code, "level_not_judging");
    EXPECT_EQ(refused.error().values["known"], Json(suite->weighing_levels()));
  }
}

// As GAME.review.measure says, whoever judges: in 1840 what the other one has counts against it, in Tramways not.
TEST_P(OfGames, CountWhatADecisionCostsInOneWay) {
  const auto game = game_named(GetParam());
  const auto suite = bots::make_suite(*game);
  const double rivals = GetParam() == std::string_view("1840") ? 1 : 0;
  auto match = std::move(*game->start({{"players", 2}, {"seed", "measure"}}));
  ASSERT_TRUE(suite->play_on(*match, "easy", "measure", 25));
  for (const std::string& level : suite->weighing_levels()) {
    int compared = 0;
    const auto here = match->clone();
    for (Random random = Random::from_seed("measure"); compared < 2;) {
      ASSERT_FALSE(here->to_act().empty()) << level << ": the match ends before there is enough to compare";
      const Seat seat = here->to_act().lowest(), other = id_at<Seat>(1 - index(seat));
      const auto weighing = suite->weigh(*here, seat, *here->pick(seat, random), level, "measure", 400);
      ASSERT_TRUE(weighing);
      for (const bots::WeighedMove& move : weighing->moves) {
        const bots::WeighedMove& best = weighing->moves.front();
        const auto less = [&](Seat s) { return best.results[index(s)] - move.results[index(s)]; };
        EXPECT_NEAR(move.behind, less(seat) - rivals * less(other), 1e-6) << level;
        compared += std::abs(less(other)) > 0.01;
      }
      ASSERT_TRUE(suite->play_on(*here, "easy", "measure", 1));
    }
  }
}

TEST_P(OfGames, AreReadStrictly) {
  const Json good = bots_game(GetParam(), 12, 300).file;
  for (const auto& [key, value] : good.items()) {
    Json bad = good;
    bad.erase(key);
    EXPECT_NE(review::check_file(bad), std::nullopt) << "without " << key;
    bad[key] = Json::array({Json::array({1})});
    EXPECT_NE(review::check_file(bad), std::nullopt) << key;
  }
  Json bad = good;
  bad["further"] = 1;
  EXPECT_NE(review::check_file(bad), std::nullopt);
  bad = good, bad["version"] = review::file_version + 1;
  EXPECT_NE(review::check_file(bad), std::nullopt);
  for (const auto& [key, value] : good["decisions"][0].items()) {
    if (key == "why" || key == "better" || key == "obvious" || key == "gain") continue;
    bad = good, bad["decisions"][0].erase(key);
    EXPECT_NE(review::check_file(bad), std::nullopt) << "a decision without " << key;
  }
  bad = good, bad["moments"] = {99999};
  EXPECT_NE(review::check_file(bad), std::nullopt);
  // What would be read past its end, or turned into words that are not there.
  bad = good, bad["decisions"][0].erase("better"), bad["decisions"][0].erase("gain");
  bad["moments"] = {bad["decisions"][0]["n"]};
  EXPECT_NE(review::check_file(bad), std::nullopt) << "a moment without another move";
  bad = good, bad["decisions"][0]["loss"] = -1e300;
  EXPECT_NE(review::check_file(bad), std::nullopt);
  bad = good, bad["accounts"]["rounds"][0] = 7;
  EXPECT_NE(review::check_file(bad), std::nullopt);
  bad = good, bad["decisions"][0]["after"]["results"][0] = 5, bad["decisions"][0]["after"]["errors"][0] = nullptr;
  EXPECT_NE(review::check_file(bad), std::nullopt) << "a result without its error";
  for (const Json& stranger : {Json(nullptr), Json(3), Json::array(), Json::object()})
    EXPECT_NE(review::check_file(stranger), std::nullopt);
}

TEST_P(OfGames, LuckAndSkillAddUp) {
  const Reviewed a = bots_game(GetParam(), 40, 300);
  for (const Json& luck : a.file["luck"]) {
    double sum = 0;
    for (const char* part : {"start", "own", "others", "chance", "rest"}) sum += luck[part].get<double>();
    EXPECT_NEAR(sum, luck["final"].get<double>(), 0.11);
  }
}

Json decision(std::size_t n, double loss, double error, bool good = false) {
  Json d{{"n", n}, {"seat", n % 2}, {"loss", good ? 0 : loss}, {"error", error}};
  if (good)
    d["gain"] = loss;
  else
    d["better"] = Json::object();
  return d;
}

TEST(Moments, AreTheEightThatCountAndGoodOnesToo) {
  Json decisions = Json::array();
  for (std::size_t n = 0; n < 20; ++n) decisions.push_back(decision(n, 30.0 + static_cast<double>(n), 2));
  decisions.push_back(decision(20, 35, 2, true));
  decisions.push_back(decision(21, 400, 395));
  const auto alone = [](const Json&) { return std::string(); };
  const Json all = review::moments_of(decisions, -1, alone);
  EXPECT_EQ(all, Json({13, 14, 15, 16, 17, 18, 19, 20})) << all;
  for (const Json& n : review::moments_of(decisions, 1, alone)) EXPECT_EQ(n.get<int>() % 2, 1);
}

TEST(Moments, OfOneStoryTheLastIsTold) {
  Json decisions = Json::array();
  for (std::size_t n = 0; n < 12; ++n) decisions.push_back(decision(n, 500 + (n == 7 ? 100.0 : 0.0), 0));
  decisions.push_back(decision(12, 50, 0));
  const auto story = [](const Json& d) { return d["n"] < 10 ? std::string(d["n"] < 5 ? "a" : "b") : ""; };
  EXPECT_EQ(review::moments_of(decisions, -1, story), Json({4, 9, 10, 11, 12}));
  EXPECT_EQ(review::moments_of(decisions, 0, story), Json({4, 8, 10, 12}));
}

// The bids of an auction are one story.
TEST(Moments, OfAnAuctionAreOne) {
  const auto reviewer = review::make_reviewer(*game_named("1840"));
  const auto story = [&](const Json& played, const Json& better) {
    return reviewer->story({{"round", "PRE"}, {"played", played}, {"better", better}});
  };
  const Json pass{{"type", "pass"}}, dear{{"type", "bid"}, {"private", "HB"}, {"price", 200}};
  const Json dearer{{"type", "bid"}, {"private", "HB"}, {"price", 210}},
      line{{"type", "bid"}, {"line", 4}, {"price", 20}};
  EXPECT_FALSE(story(dear, pass).empty());
  EXPECT_EQ(story(dear, pass), story(dearer, pass));
  EXPECT_NE(story(dear, pass), story(line, pass));
  EXPECT_NE(story(dear, pass), story(pass, dear)) << "too much is another story than too little";
  EXPECT_TRUE(story(pass, pass).empty());
}

// What is told is what the books say: the sources make up the whole difference, and only a loss that is confirmed has
// one.
TEST_P(OfGames, CausesAreDifferencesOfTheBooks) {
  const auto game = game_named(GetParam());
  const auto suite = bots::make_suite(*game);
  const auto reviewer = review::make_reviewer(*game);
  auto match = std::move(*game->start({{"players", 3}, {"seed", "causes"}}));
  ASSERT_TRUE(suite->play_on(*match, "easy", "causes", 60));
  ASSERT_EQ(match->length(), 60u);
  Random random = Random::from_seed("causes");
  Seat seat = match->to_act().lowest();
  Json better, worse;
  for (int tries = 0; tries < 200 && worse == better; ++tries) {
    if (tries % 10 == 9) {
      ASSERT_TRUE(suite->play_on(*match, "easy", "causes", 1));  // one with a choice
    }
    seat = match->to_act().lowest();
    better = *suite->choose(*match, seat, "medium", "causes");
    worse = *match->pick(seat, random);
  }
  ASSERT_NE(worse, better);
  const std::size_t length = match->length();
  const review::Comparing moves{*suite, *reviewer, *match, seat, worse, better, 0};
  const auto on = review::play_both_on(moves, "a", 1000, 2);
  double sum = 0;
  for (const auto& source : on.sources) sum += source.less();
  EXPECT_FALSE(on.sources.empty());
  EXPECT_NEAR(sum, on.loss, 1e-6);
  EXPECT_NEAR(review::play_both_on(moves, "a", 1000, 2).loss, on.loss, 1e-9) << "the same seed, the same worlds";
  EXPECT_EQ(match->length(), length);
}

TEST(Causes, AreToldWherePlayingOnConfirmsTheLoss) {
  const review::PlayedOn on{40, {{"links", 10, 13}, {"passengers", 5, 40}, {"money", 9, 7}, {"bought", 0, 12}}};
  const Json told = review::confirmed_sources(on, 40);
  ASSERT_EQ(told.size(), 2u) << told;
  EXPECT_EQ(told[0]["source"], "passengers");
  EXPECT_EQ(told[1]["source"], "bought");
  EXPECT_TRUE(review::confirmed_sources(on, 100).empty()) << "less than half of it";
  EXPECT_FALSE(review::confirmed_sources(on, 15).empty());
  EXPECT_TRUE(review::confirmed_sources(on, 9).empty()) << "more than four times";
}

// The recorded game lies beside the repository (tests/vienna1840/support/recorded.h); elsewhere this is left out.
std::optional<Json> recorded() {
  std::ifstream in(REMISE_SOURCE_DIR "/../shared/1840/oracle/game-218809.source.json");
  if (!in) return std::nullopt;
  return *parse_json((std::ostringstream() << in.rdbuf()).str(), std::size_t{1} << 28);
}

TEST(RoutesNotTaken, OfTheRecordedGameAreNone) {
  const auto source = recorded();
  if (!source) GTEST_SKIP() << "the recorded game is not beside the repository";
  const auto game = game_named("1840");
  for (const Importer& importer : importers()) {
    if (!importer.recognises(*source)) continue;
    ImportFiles files;
    files.source = *source;
    const auto imported = importer.import(*game, files);
    ASSERT_TRUE(imported && imported->match);
    const auto reviewer = review::make_reviewer(*game);
    const auto runs = reviewer->runs(*imported->match);
    EXPECT_GT(runs.size(), 50u);
    for (const auto& run : runs) EXPECT_EQ(run.made, run.best) << "move " << run.move << " line " << run.what;
  }
}

TEST(RoutesNotTaken, AShorterRunIsFoundWithItsCause) {
  const auto game = game_named("1840");
  const auto suite = bots::make_suite(*game);
  auto match = std::move(*game->start({{"players", 3}, {"seed", "short run"}, {"options", {{"C11", true}}}}));
  std::optional<std::size_t> shortened;
  int claimed = 0;
  while (!shortened && !match->to_act().empty()) {
    const Seat seat = match->to_act().lowest();
    Json action = *suite->choose(*match, seat, "easy", "short run");
    if (action["type"] == "run" && match->length() > 120) {
      const auto best = match->clone();
      ASSERT_TRUE(best->play(seat, action));
      const Json log = best->log(Viewer::analyst(), match->length());
      for (const Json& event : log[0]["events"])
        if (event["kind"] == "line_ran" && !shortened && event["route"].get<int>() >= 40) {
          claimed = event["route"].get<int>() - 10;
          action = {{"type", "run"}, {"revenue", claimed}};
          shortened = match->length();
        }
    }
    const auto made = match->play(seat, action);
    ASSERT_TRUE(made) << to_json(made.error()).dump();
  }
  ASSERT_TRUE(shortened.has_value());
  const auto reviewer = review::make_reviewer(*game);
  const auto runs = reviewer->runs(*match);
  const auto found = std::ranges::find(runs, *shortened, &review::ReviewedRun::move);
  ASSERT_NE(found, runs.end());
  EXPECT_EQ(found->made, claimed);
  EXPECT_GT(found->best, claimed);
  const auto before = match->at(*shortened);
  const Json why = reviewer->why(*before, found->seat, {{"type", "run"}, {"revenue", claimed}},
                                 {{"type", "run"}, {"revenue", found->best}});
  ASSERT_FALSE(why.empty());
  EXPECT_EQ(why[0]["code"], "route");
  EXPECT_EQ(why[0]["less"], found->best - claimed);
}

}  // namespace
}  // namespace remise::testing
