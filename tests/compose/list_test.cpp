// Moves in the making from an exact list: 1840, and the small games of the tests.
#include <map>

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
  EXPECT_GT(decisions, 50);
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

// What the view promises beside the moves of 1840 is what happens: costs, gains of the best route, revenue.
TEST(Compose1840, TheViewBesideTheListTellsTheTruth) {
  int lays = 0, markers = 0, runs = 0, shares = 0, trams = 0;
  const int wanted = long_tests() ? 10000 : 150;
  for (int i = 0; lays + markers + runs + shares + trams < wanted && !HasFailure(); ++i) {
    auto started = game_1840().start({{"players", 2 + i % 5}, {"seed", "preview " + std::to_string(i)}});
    ASSERT_TRUE(started);
    Match& match = **started;
    Random random = Random::from_seed("preview " + std::to_string(i));
    while (!match.to_act().empty() && !HasFailure()) {
      const Seat seat = match.to_act().lowest();
      const auto action = *match.pick(seat, random);
      const Json before = match.view(Viewer::of(seat))["state"];
      const Json& moves = before["moves"];
      Numbers expected = count_1840(match);
      std::optional<int> best_after;
      bool judged = true;
      const std::string type = action["type"];
      const auto company = [&] { return before["active"]["company"].get<std::string>(); };
      if (type == "lay_tile" && moves.contains("tiles")) {
        const Json& tile = moves["tiles"][action["hex"].get<std::string>()][action["tile"].get<std::string>()];
        expected["company " + company() + " treasury"] -= tile["cost"].get<int>();
        for (const Json& one : tile["rotations"])
          if (one["rotation"] == action["rotation"] && moves.contains("run"))
            best_after = moves["run"]["revenue"].get<int>() + one["gain"].get<int>();
        ++lays;
      } else if (type == "buy_share") {
        for (const Json& one : moves["buy_shares"])
          if (one["company"] == action["company"]) expected["seat " + std::to_string(index(seat)) + " money"] -= one["price"].get<int>();
        ++shares;
      } else {
        judged = false;
      }
      ASSERT_TRUE(match.play(seat, action));
      if (!judged) continue;
      const Json after = match.view(Viewer::of(seat))["state"];
      // Only where nothing else followed by itself.
      if (match.log(Viewer::of(seat), match.length() - 1)[0]["events"].size() > 2) continue;
      if (type == "lay_tile") {
        EXPECT_EQ(count_1840(match)["company " + before["active"]["company"].get<std::string>() + " treasury"],
                  expected["company " + before["active"]["company"].get<std::string>() + " treasury"]);
        if (best_after && after["moves"].contains("run")) {
          EXPECT_EQ(after["moves"]["run"]["revenue"], *best_after) << action;
          ++runs;
        }
      } else {
        EXPECT_EQ(count_1840(match)["seat " + std::to_string(index(seat)) + " money"],
                  expected["seat " + std::to_string(index(seat)) + " money"]);
      }
    }
  }
  std::printf("lays %d, markers %d, runs %d, shares %d, trams %d\n", lays, markers, runs, shares, trams);
  EXPECT_GT(lays, 20);
}

}  // namespace
}  // namespace remise::testing
