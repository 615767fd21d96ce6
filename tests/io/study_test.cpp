// Studies of many matches (io/study): a log by hand gives the numbers one can count, real games answer every question.
#include "io/study/study.h"

#include <gtest/gtest.h>

#include "core/data_files.h"
#include "core/random.h"
#include "io/study/report.h"

namespace remise {
namespace {

Json data_of(const std::string& name) { return *parse_json(*embedded_data(name)); }

TEST(Study, SpreadsAndEstimates) {
  const Spread spread = Spread::of({4, 1, 3, 2, 10});
  EXPECT_EQ(spread.least, 1);
  EXPECT_EQ(spread.quarter, 2);
  EXPECT_EQ(spread.median, 3);
  EXPECT_EQ(spread.three_quarters, 4);
  EXPECT_EQ(spread.most, 10);
  EXPECT_EQ(spread.mean, 4);
  EXPECT_EQ(Spread::of({}).n, 0u);
  EXPECT_DOUBLE_EQ(Spread::of({1, 2}).median, 1.5);
  const Estimate estimate = Estimate::of({1, 2, 3, 4});
  EXPECT_EQ(estimate.mean, 2.5);
  EXPECT_NEAR(estimate.error, 1.96 * 0.6455, 0.001);
  EXPECT_EQ(Estimate::of({7}).error, 0);
}

TEST(Study, WrongQuestionsAreNamed) {
  const Json log = Json::object();
  const auto wrong = [&](const char* text) {
    const auto plan = StudyPlan::read(*parse_json(text), log);
    return plan ? std::string("none") : plan.error().values.value("member", "?");
  };
  EXPECT_EQ(wrong(R"({"questions": [{"key": "a", "events": ["x"]}]})"), "none");
  EXPECT_EQ(wrong(R"([])"), "questions");
  EXPECT_EQ(wrong(R"({"questions": [{"events": ["x"]}]})"), "key");
  EXPECT_EQ(wrong(R"({"questions": [{"key": "a"}]})"), "events");
  EXPECT_EQ(wrong(R"({"questions": [{"key": "a", "events": ["x"], "b": 1}]})"), "b");
  EXPECT_EQ(wrong(R"({"questions": [{"key": "a", "events": ["x"], "first": 1}]})"), "first");
  EXPECT_EQ(wrong(R"({"questions": [{"key": "a", "events": ["x"], "by": ["y"], "tally": true}]})"), "tally");
  EXPECT_EQ(wrong(R"({"questions": [{"key": "a", "events": ["x"]}, {"key": "a", "events": ["x"]}]})"), "key");
}

// What the questions count, counted again the plain way from the logs.
TEST(Study, CountsWhatTheLogsSay) {
  for (const GameMaker& maker : game_makers()) {
    const std::string id(maker.id);
    if (!embedded_data(id + "/study.json")) continue;
    const auto game = maker(embedded_data);
    ASSERT_TRUE(game);
    const auto plan = StudyPlan::read(data_of(id + "/study.json"), data_of(id + "/log.json"));
    ASSERT_TRUE(plan) << plan.error().code;
    Study study(*plan);
    std::map<std::string, std::size_t> met;
    for (int i = 0; i < 6; ++i) {
      auto match = (*game)->start({{"players", 2 + i % 2}, {"seed", "study" + std::to_string(i)}});
      ASSERT_TRUE(match);
      Random random = Random::from_seed("study" + std::to_string(i));
      while (!(*match)->outcome()) {
        const Seat seat = (*match)->to_act().lowest();
        ASSERT_TRUE((*match)->play(seat, *(*match)->pick(seat, random)));
      }
      study.add(**match);
      for (const Json& move : (*match)->log(Viewer::analyst()))
        for (const Json& event : move["events"]) ++met[event["kind"]];
    }
    const StudyResult result = study.result();
    EXPECT_EQ(result.matches, 6u);
    EXPECT_EQ(result.unfinished, 0u);
    EXPECT_EQ(result.players.at(2), 3u);
    EXPECT_EQ(result.seats.at(3).size(), 3u);
    double wins = 0;
    for (const Fate& fate : result.seats.at(3)) wins += fate.wins;
    EXPECT_NEAR(wins, 3, 1e-9) << "one win in each match";
    for (const StudyAnswer& answer : result.answers) {
      std::size_t events = 0, counted = 0;
      double share = 0, tallied = 0;
      for (const std::string& kind : answer.question->events) events += met[kind];
      for (const StudyRow& row : answer.rows) {
        counted += row.fate.n;
        share += row.share;
        if (answer.question->tally) tallied += row.subject.front().get<double>() * static_cast<double>(row.fate.n);
      }
      EXPECT_GT(counted, 0u) << id << " " << answer.question->key << " is answered by nothing";
      EXPECT_NEAR(share, 1, 1e-9);
      if (answer.question->tally && answer.question->value.empty()) {
        EXPECT_EQ(tallied, static_cast<double>(events)) << answer.question->key;
      }
      if (answer.question->tally) {
        EXPECT_EQ(counted, 15u) << "every seat of every match";
      } else if (answer.question->first.empty()) {
        EXPECT_EQ(counted, events) << answer.question->key;
      }
    }
    for (const std::string_view lang : languages) {
      const Locale locale(lang, embedded_data, {"core", id});
      const StudyPage page{id, "game", result, locale, Json()};
      const std::string text = study_text(page), html = study_html({page}, locale);
      EXPECT_EQ(text.find(".study."), std::string::npos) << "a text without a sentence:\n" << text;
      EXPECT_EQ(html.find(".study."), std::string::npos);
      EXPECT_NE(html.find("<svg"), std::string::npos);
    }
    EXPECT_EQ(study_json(id, result)["questions"].size(), plan->questions.size());
  }
}

}  // namespace
}  // namespace remise
