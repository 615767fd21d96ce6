// Moves in advance (docs/plans.md): a plan is legal, keeps to its sentence, knows what its owner knows, and leaves no
// trace in a match but its moves.
#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "bots/suite.h"
#include "core/data_files.h"
#include "core/random.h"
#include "support/battery.h"

namespace remise::testing {
namespace {

std::unique_ptr<Game> planned_game(std::string_view id) {
  for (const GameMaker& maker : game_makers())
    if (maker.id == id) return std::move(*maker(embedded_data));
  return nullptr;
}

// Some plan out of what is offered.
Json drawn_plan(const Json& option, Random& random) {
  Json plan{{"type", option["type"]}};
  for (const Json& field : option["fields"]) {
    const std::string name = field["name"];
    if (field.contains("choices")) {
      plan[name] = field["choices"][random.below(static_cast<std::uint32_t>(field["choices"].size()))];
    } else {
      const int min = field["min"], max = field["max"], step = field["step"];
      const int steps = std::min((max - min) / step, 100);
      plan[name] = min + step * static_cast<int>(random.below(static_cast<std::uint32_t>(steps + 1)));
    }
  }
  return plan;
}

bool same(const PlanStep& a, const PlanStep& b) {
  return a.kind == b.kind && a.action == b.action && a.left == b.left && a.code == b.code && a.values == b.values;
}

// What no plan may do, whatever it meets: the conditions of docs/plans.md, looked at from outside.
std::string surprise(const Json& plan, const Json& action, const Json& view, const Json& events) {
  const std::string type = plan["type"], done = action["type"];
  const auto is = [&](std::initializer_list<const char*> allowed) {
    return std::ranges::find(allowed, done) != allowed.end();
  };
  const auto happened = [&](const char* kind) {
    return std::ranges::any_of(events, [&](const Json& event) { return event["kind"] == kind; });
  };
  if (type == "pass" && !is({"pass"})) return "a plan to pass does not pass";
  if (type == "buy") {
    if (!is({"buy_share"}) || action["company"] != plan["company"]) return "something else is bought";
    for (const Json& event : events)
      if (event["kind"] == "share_bought" && event["seat"] == view["seat"] && event["price"] > plan["most"])
        return "too dear";
  }
  if (type == "bid_private" && (!is({"bid"}) || action["private"] != plan["private"] || action["price"] > plan["most"]))
    return "another bid";
  if (type == "bid_line" && (!is({"bid"}) || action["line"] != plan["line"] || action["price"] > plan["most"]))
    return "another bid";
  if (type == "bid" && (!is({"bid"}) || action["amount"] > plan["most"] || action["pay"]["coins"] != action["amount"]))
    return "another bid";
  if (type == "keep_trams") {
    if (!is({"pass", "assign_trams"})) return "trams are not left alone";
    if (happened("tram_bought") || happened("tram_scrapped")) return "a tram comes or goes";
    if (done == "assign_trams" && events.size() > 0 && events[0]["kind"] == "tram_assigned") return "a tram moves";
  }
  if (type == "run" && (!is({"pass", "run"}) || happened("tile_laid") || happened("marker_placed")))
    return "something is built";
  if (type == "dividend" && !is({"dividend"})) return "not a dividend";
  if (type == "finish" && !is({"admin_done"})) return "not the end of administration";
  return "";
}

class Plans : public ::testing::TestWithParam<const char*> {};

TEST_P(Plans, AreLegalKeepTheirWordAndKnowNoMoreThanTheirOwner) {
  const auto game = planned_game(GetParam());
  std::map<std::string, int> moved, stopped;
  int steps = 0;
  const int games = long_tests() ? 400 : 6;
  for (int g = 0; g < games && !HasFailure(); ++g) {
    const std::string seed = std::string(GetParam()) + " plans " + std::to_string(g);
    Random random = Random::from_seed(seed);
    auto match = *game->start({{"players", 2 + g % 3}, {"options", Json::object()}, {"seed", seed}});
    std::map<int, Json> plans;  // by seat: one at a time
    for (int n = 0; n < 4000 && !match->to_act().empty() && !HasFailure(); ++n) {
      const Seat seat = match->to_act().lowest();
      const int at = static_cast<int>(seat);
      // The same position as a client of the seat has it: what others hide is made up there.
      const auto seen = *game->go_on(match->known(Viewer::of(seat)));
      if (!plans.contains(at)) {
        const Json options = match->plans(seat);
        ASSERT_EQ(seen->plans(seat), options);
        if (!options.empty()) {
          const Json wish = drawn_plan(options[random.below(static_cast<std::uint32_t>(options.size()))], random);
          const auto begun = match->begin_plan(seat, wish);
          ASSERT_TRUE(begun) << wish << to_json(begun.error());
          ASSERT_EQ(*seen->begin_plan(seat, wish), *begun);
          plans[at] = *begun;
        }
      }
      if (plans.contains(at)) {
        const Json plan = plans[at];
        const PlanStep step = match->follow_plan(seat, plan);
        ++steps;
        ASSERT_TRUE(same(seen->follow_plan(seat, plan), step)) << plan << " knows more than its owner";
        if (step.kind == PlanStep::Kind::stop) {
          ++stopped[plan["type"].get<std::string>() + " " + step.code];
          plans.erase(at);
        } else if (step.kind == PlanStep::Kind::act) {
          const Json view = match->view(Viewer::of(seat));
          const auto played = match->play(seat, step.action);
          ASSERT_TRUE(played) << plan << step.action << to_json(played.error());
          const Json events = match->log(Viewer::of(seat), match->length() - 1)[0]["events"];
          EXPECT_EQ(surprise(plan, step.action, view, events), "") << plan << step.action << events;
          ++moved[plan["type"]];
          if (step.left.is_null())
            plans.erase(at);
          else
            plans[at] = step.left;
          continue;
        }
      }
      ASSERT_TRUE(match->play(seat, *match->pick(seat, random)));
    }
    // The match of the moves they made is the same match.
    const auto again = game->load(match->file(true));
    ASSERT_TRUE(again);
    EXPECT_EQ((*again)->hash(), match->hash());
  }
  for (const auto& [type, count] : moved) std::cout << type << " moved " << count << " times\n";
  for (const auto& [why, count] : stopped) std::cout << why << ": stopped " << count << " times\n";
  EXPECT_GT(steps, 100);
  EXPECT_GE(moved.size(), std::string(GetParam()) == "1840" ? 5u : 2u);
}

TEST_P(Plans, OfAnyOtherFormAreRefused) {
  const auto game = planned_game(GetParam());
  const auto match = *game->start({{"players", 3}, {"options", Json::object()}, {"seed", "form"}});
  const Seat seat = match->to_act().lowest();
  for (const Json& wrong :
       {Json(nullptr), Json::array(), Json("pass"), Json::object(), Json{{"type", "cheat"}}, Json{{"type", 1}},
        Json{{"type", "pass"}, {"memory", {{"round", 0}}}}, Json{{"type", "pass"}, {"more", 1}},
        Json{{"type", "buy"}, {"company", "XX"}, {"most", 5}}, Json{{"type", "bid"}, {"most", -1}},
        Json{{"type", "bid_line"}, {"company", "WT"}, {"line", 99}, {"most", 5}}}) {
    EXPECT_FALSE(match->begin_plan(seat, wrong)) << wrong;
    if (wrong.is_object() && wrong.contains("memory")) continue;  // only what was begun may remember
    EXPECT_EQ(match->follow_plan(seat, wrong).kind, PlanStep::Kind::stop) << wrong;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Plans, ::testing::Values("1840", "tramways"),
                         [](const auto& game) { return "of_" + std::string(game.param); });

// How often somebody has to come to the table: a visit is a row of own decisions with nobody else's between. Bots play
// the people; whoever passes, keeps trams or pays a dividend of all, half or nothing says "and so on in this round".
struct Visits {
  int without = 0, with = 0, advance = 0;
};

Visits count_visits(const Game& game, const bots::Suite& suite, const std::string& level, const std::string& seed) {
  Visits visits;
  auto match = *game.start({{"players", 4}, {"options", Json::object()}, {"seed", seed}});
  std::map<Seat, std::vector<Json>> plans;
  Seat last = Seat::none, last_by_hand = Seat::none;
  for (int n = 0; n < 5000 && !match->to_act().empty(); ++n) {
    const Seat seat = match->to_act().lowest();
    if (seat != last) ++visits.without, last = seat;
    Json action;
    auto& mine = plans[seat];
    for (std::size_t i = 0; i < mine.size() && action.is_null();) {
      PlanStep step = match->follow_plan(seat, mine[i]);
      if (step.kind == PlanStep::Kind::act) action = step.action, mine[i] = step.left;
      if (step.kind == PlanStep::Kind::stop || (step.kind == PlanStep::Kind::act && step.left.is_null()))
        mine.erase(mine.begin() + static_cast<std::ptrdiff_t>(i));
      else
        ++i;
    }
    if (!action.is_null()) {
      ++visits.advance;
      EXPECT_TRUE(match->play(seat, action));
      continue;
    }
    if (seat != last_by_hand) ++visits.with, last_by_hand = seat;
    const auto chosen = suite.choose(*match, seat, level, seed + std::to_string(n));
    EXPECT_TRUE(chosen);
    const auto offered = match->plans(seat);
    const auto add = [&](const Json& wish) {
      const bool can = std::ranges::any_of(offered, [&](const Json& one) { return one["type"] == wish["type"]; });
      const bool has = std::ranges::any_of(mine, [&](const Json& one) { return one["type"] == wish["type"]; });
      if (can && !has)
        if (auto plan = match->begin_plan(seat, wish)) mine.push_back(*plan);
    };
    const std::string type = (*chosen)["type"], step = match->view(Viewer::of(seat))["state"].value("step", "");
    if (type == "pass") add({{"type", step.starts_with("trams") ? "keep_trams" : "pass"}});
    if (type == "assign_trams") add({{"type", "keep_trams"}});
    if (type == "dividend" && (*chosen)["amount"] == 0) add({{"type", "dividend"}, {"part", "nothing"}});
    EXPECT_TRUE(match->play(seat, *chosen));
  }
  return visits;
}

TEST(PlanVisits, PeopleComeLessOften) {
  const auto game = planned_game("1840");
  const auto suite = bots::make_suite(*game);
  Visits all;
  const int matches = long_tests() ? 20 : 2;
  for (int i = 0; i < matches; ++i) {
    const Visits one = count_visits(*game, *suite, "easy", "visits " + std::to_string(i));
    all.without += one.without;
    all.with += one.with;
    all.advance += one.advance;
  }
  std::cout << "visits of a match of four: " << all.without / matches << " without plans, " << all.with / matches
            << " with them; " << all.advance / matches << " moves in advance\n";
  EXPECT_LT(all.with, all.without);
}

}  // namespace
}  // namespace remise::testing
