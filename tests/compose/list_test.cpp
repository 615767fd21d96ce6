// Moves in the making from an exact list: 1840, and the small games of the tests.
#include <map>
#include <set>

#include "compose/walk.h"
#include "core/data_files.h"
#include "core/typed_match.h"
#include "support/battery.h"
#include "support/tally.h"

namespace remise::testing {
namespace {

const Game& game_1840() {
  static const std::unique_ptr<Game> game = [] {
    for (const GameMaker& maker : game_makers())
      if (maker.id == "1840") return std::move(*maker(embedded_data));
    return std::unique_ptr<Game>();
  }();
  return *game;
}

Numbers count_1840(const Match& match) {
  Numbers all;
  const Json state = match.view(Viewer::spectator())["state"];
  for (const Json& player : state["players"]) {
    all["seat " + player["seat"].dump() + " money"] = player["cash"];
    all["seat " + player["seat"].dump() + " loans"] = player["loans"];
  }
  for (const char* list : {"companies", "stadtbahn"})
    for (const Json& company : state[list]) {
      const std::string name = "company " + company["id"].get<std::string>();
      for (const char* key : {"treasury", "revenue"})
        if (company.contains(key)) all[name + " " + key] = company[key];
      all[name + " price"] = company["cell"].is_object() ? company["cell"]["price"].get<int>() : 0;
    }
  return all;
}

void walk_list_game(const Game& game, const Json& setup, const std::string& policy, std::uint32_t every,
                    const Count& count, int& decisions) {
  auto started = game.start(setup);
  ASSERT_TRUE(started) << to_json(started.error());
  Match& match = **started;
  Random random = Random::from_seed(policy);
  while (!match.to_act().empty() && match.length() < 5000 && !::testing::Test::HasFailure()) {
    const Seat seat = match.to_act().lowest();
    const auto action = match.pick(seat, random);
    ASSERT_TRUE(action);
    if (random.below(every) != 0) {
      ASSERT_TRUE(match.play(seat, *action));
      continue;
    }
    ++decisions;
    std::string fault;
    Json answer = composed(match, seat, *action, fault);
    ASSERT_FALSE(answer.is_null()) << *action << fault;
    if (const Json some = composed_by_chance(match, seat, random); !some.is_null() && random.below(2)) answer = some;
    expect_promise_kept(match, seat, answer, count);
  }
}

TEST(Compose1840, BothWaysInRandomGames) {
  int decisions = 0;
  const int games = long_tests() ? 2000 : 6;
  const auto [first, step] = slice();
  for (int i = first; i < games && !HasFailure(); i += step)
    walk_list_game(game_1840(), {{"players", 2 + i % 5}, {"seed", "compose " + std::to_string(i)}},
                   "walk " + std::to_string(i), long_tests() ? 10 : 20, count_1840, decisions);
  std::printf("decisions %d\n", decisions);
  EXPECT_TRUE(decisions > 50 || step > 1);
}

TEST(ComposeLists, ATinyGame) {
  const auto game = make_tally();
  auto match = game->start({{"players", 2}, {"seed", "x"}});
  ASSERT_TRUE(match);
  const Json begun = ask(**match, Seat{0}, Json::object());
  EXPECT_EQ(begun["next"].dump(), R"([{"entries":1,"set":{"value":{"max":9,"min":1,"step":1}}}])");
  EXPECT_EQ(begun["why"]["code"], "not_chosen");
  const Json whole = ask(**match, Seat{0}, {{"type", "add"}, {"value", 4}});
  EXPECT_EQ(whole["send"], Json({{"type", "add"}, {"value", 4}}));
  EXPECT_EQ(whole["effects"]["events"].size(), 1u);
  const Json wrong = ask(**match, Seat{0}, {{"value", 10}});
  EXPECT_TRUE(wrong["send"].is_null());
  EXPECT_EQ(wrong["why"]["code"], "bad_value");
  EXPECT_EQ(wrong["why"]["values"]["value"], 10);
  EXPECT_EQ(ask(**match, Seat{0}, {{"type", "juggle"}})["why"]["code"], "not_open");
  EXPECT_EQ((*match)->compose(Seat{1}, {{"action", Json::object()}}).error().code, "not_your_turn");
  EXPECT_EQ((*match)->compose(Seat{0}, Json::array()).error().code, "not_an_object");
  EXPECT_EQ((*match)->compose(Seat{0}, {{"action", Json::object()}, {"use", {"1:0"}}}).error().code, "unknown_member");
}

// What the view of 1840 promises beside a move, held against what happened. The number of things compared, or -1 where
// the move is of a kind beside which nothing stands.
struct Promise {
  Json cost, gain, revenue, net, price, own, director, loans;
};

Promise promised(const Json& moves, const Json& action) {
  const std::string type = action["type"];
  Promise promise;
  const auto in = [&](const char* list, auto&& same) -> Json {
    if (moves.contains(list))
      for (const Json& one : moves[list])
        if (same(one)) return one;
    return Json::object();
  };
  if (type == "lay_tile") {
    const Json& tile = moves["tiles"][action["hex"].get<std::string>()][action["tile"].get<std::string>()];
    promise.cost = tile["cost"];
    for (const Json& one : tile["rotations"])
      if (one["rotation"] == action["rotation"] && one.value("circle", 0) == action.value("circle", 0))
        promise.gain = one["gain"];
  } else if (type == "place_marker") {
    const Json marker = in("markers", [&](const Json& one) {
      return one["hex"] == action["hex"] && one["location"] == action["location"] &&
             one["replace"] == action.value("replace", Json(false));
    });
    promise.cost = marker.value("cost", Json());
    promise.gain = marker.value("gain", Json());
  } else if (type == "run" && !action.value("empty", false)) {
    promise.revenue = moves["run"]["revenue"];
    promise.net = moves["run"]["net"];
  } else if (type == "buy_share") {
    promise.price =
        in("buy_shares", [&](const Json& one) { return one["company"] == action["company"]; }).value("price", Json());
  } else if (type == "buy_tram") {
    const Json tram = in("trams", [&](const Json& one) { return one["colour"] == action["colour"]; });
    promise.price = tram.value("price", Json());
    promise.director = tram.value("director", Json());
    promise.loans = tram.value("loans", Json());
  }
  return promise;
}

const Json* event_of(const Json& events, const char* kind) {
  for (const Json& event : events)
    if (event["kind"] == kind) return &event;
  return nullptr;
}

// The best run that the view shows, where the same line is still to run.
Json run_of(const Match& match, Seat seat, const Json& line) {
  const Json state = match.view(Viewer::of(seat))["state"];
  if (!state["moves"].is_object() || !state["moves"].contains("run") || !state["turn"].is_object()) return nullptr;
  if (state["turn"]["line"] != line) return nullptr;
  return state["moves"]["run"]["revenue"];
}

TEST(Compose1840, TheViewBesideTheListTellsTheTruth) {
  std::map<std::string, int> held;
  const int wanted = long_tests() ? 10000 : 200;
  int all = 0;
  for (int i = 0; all < wanted && !HasFailure(); ++i) {
    auto started = game_1840().start({{"players", 2 + i % 5}, {"seed", "preview " + std::to_string(i)}});
    ASSERT_TRUE(started);
    Match& match = **started;
    Random random = Random::from_seed("preview " + std::to_string(i));
    while (!match.to_act().empty() && !HasFailure()) {
      const Seat seat = match.to_act().lowest();
      const auto action = *match.pick(seat, random);
      static const std::set<std::string> told{"lay_tile", "place_marker", "run", "buy_share", "buy_tram"};
      if (!told.contains(action["type"].get<std::string>()) || random.below(3) != 0) {
        ASSERT_TRUE(match.play(seat, action));
        continue;
      }
      const Json before = match.view(Viewer::of(seat))["state"];
      const Promise promise = promised(before["moves"], action);
      const Json best = before["moves"].contains("run") ? before["moves"]["run"]["revenue"] : Json();
      ASSERT_TRUE(match.play(seat, action));
      const Json events = match.log(Viewer::of(seat), match.length() - 1)[0]["events"];
      const auto hold = [&](const char* what, const Json& said, const Json& found) {
        if (said.is_null()) return;
        EXPECT_EQ(said, found) << what << action << events;
        ++held[what], ++all;
      };
      if (const Json* event = event_of(events, "tile_laid")) hold("cost of a tile", promise.cost, (*event)["cost"]);
      if (const Json* event = event_of(events, "marker_placed"))
        hold("cost of a marker", promise.cost, (*event)["cost"]);
      if (const Json* event = event_of(events, "line_ran")) {
        hold("revenue", promise.revenue, (*event)["route"]);
        hold("net", promise.net, (*event)["net"]);
      }
      if (const Json* event = event_of(events, "share_bought"))
        hold("price of a share", promise.price, (*event)["price"]);
      if (const Json* event = event_of(events, "tram_bought")) {
        hold("price of a tram", promise.price, (*event)["price"]);
        const Json* paid = event_of(events, "director_paid");
        hold("what the director pays", promise.director, paid ? (*paid)["amount"] : Json(0));
        const Json* loans = event_of(events, "loans_taken");
        hold("loans", promise.loans, loans ? (*loans)["count"] : Json(0));
      }
      // What the best route gained shows in the next view of the same line's turn.
      if (!promise.gain.is_null() && !best.is_null() && match.to_act().has(seat) && before["turn"].is_object())
        if (const Json now = run_of(match, seat, before["turn"]["line"]); !now.is_null())
          hold("gain", promise.gain, now.get<int>() - best.get<int>());
    }
  }
  for (const auto& [what, count] : held) std::printf("%s: %d\n", what.c_str(), count);
  for (const char* what :
       {"cost of a tile", "cost of a marker", "revenue", "net", "price of a share", "price of a tram", "gain"})
    EXPECT_GT(held[what], 0) << what;
}

// What strangers ask: an answer that can be read, or an error; never more work than an honest question.
TEST(Compose, HostileQuestionsGetAnAnswerOrAnError) {
  Json many = Json::object();
  for (int i = 0; i < 6000; ++i) many["m" + std::to_string(i)] = nullptr;
  for (const GameMaker& maker : game_makers()) {
    const auto game = *maker(embedded_data);
    auto match = *game->start({{"players", 2}, {"seed", "hostile"}});
    Random random = Random::from_seed("hostile");
    for (int n = 0; n < 60 && !match->to_act().empty(); ++n) {
      const Seat seat = match->to_act().lowest();
      std::vector<Json> actions{{{"type", 1}},
                                {{"type", nullptr}},
                                {{"type", true}},
                                {{"type", Json::array()}},
                                many,
                                {{"type", std::string(60'000, 'x')}}};
      for (Json entry : match->legal(seat)) {  // entries as they stand, ranges too; with a member none has
        actions.push_back(entry);
        entry["zz"] = nullptr;
        actions.push_back(entry);
        if (actions.size() > 40) break;
      }
      for (const Json& action : actions) {
        const auto answer = match->compose(seat, {{"action", action}});
        if (!answer) continue;
        EXPECT_TRUE(answer->contains("effects")) << action;
        EXPECT_NE((*answer)["send"].is_null(), (*answer)["why"].is_null()) << action << *answer;
        if (!(*answer)["send"].is_null()) {
          EXPECT_TRUE(match->check(seat, (*answer)["send"])) << action;
        }
      }
      for (std::size_t i = 0; i < 6; ++i) EXPECT_FALSE(match->compose(seat, {{"action", actions[i]}})) << i;
      ASSERT_TRUE(match->play(seat, *match->pick(seat, random)));
    }
  }
}

}  // namespace
}  // namespace remise::testing
