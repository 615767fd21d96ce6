// Moves in the making of Tramways, both ways: whatever is accepted can be composed, whatever is composed is accepted,
// and what was promised happens.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <sstream>

#include "compose/walk.h"
#include "core/data_files.h"
#include "games/tramways/board/links.h"
#include "games/tramways/match.h"
#include "support/battery.h"

namespace remise::testing {
namespace {

using tramways::CardId;
using tramways::Tramways;

const TypedGame<Tramways>& tramways_game() {
  static const TypedGame<Tramways> game{Tramways(std::move(*tramways::Tables::read(embedded_data)))};
  return game;
}

const tramways::State& state_of(const Match& match) { return static_cast<const TypedMatch<Tramways>&>(match).state(); }

// Read from the state: a view brings the whole list of moves with it, which would be most of a walk's time.
Numbers count_tramways(const Match& match) {
  Numbers all;
  const tramways::State& s = state_of(match);
  for (int i = 0; i < s.player_count; ++i) {
    const tramways::Player& p = s.player(id_at<Seat>(i));
    const std::pair<const char*, int> numbers[] = {{"money", p.money},
                                                   {"stress", p.stress},
                                                   {"hp", p.hp},
                                                   {"workers", p.workers},
                                                   {"hand_limit", p.hand_limit},
                                                   {"links", tramways::complete_links(s, id_at<Seat>(i))},
                                                   {"straights", p.straights},
                                                   {"curves", p.curves}};
    for (const auto& [key, value] : numbers) all["seat " + std::to_string(i) + " " + key] = value;
  }
  return all;
}

Json tramways_setup(int i) {
  const int players = 1 + i % 5;
  Json options{{"development", i / 5 % 2 ? "alternative" : "original"}, {"sides", i % 3 ? "1920" : "1910"}};
  if (i % 4 == 3) options["player_boards"] = "hard";
  if (players > 1) options["draft"] = i / 7 % 2 == 1;
  return {{"players", players}, {"options", options}, {"seed", "compose " + std::to_string(i)}};
}

std::unique_ptr<Match> begun(const Json& setup) {
  auto match = tramways_game().start(setup);
  EXPECT_TRUE(match) << to_json(match.error());
  return std::move(*match);
}

Json without_ranges(Json action, Random& random) {
  if (action["type"] == "choose_hand" && action.contains("number")) {
    const Json offer = action["cards"];
    action = {{"type", "choose_hand"}, {"cards", Json::array()}};
    Json from = offer["from"];
    const auto most = random.below(offer["most"].get<std::uint32_t>() + 1);
    for (std::uint32_t n = 0; n < most; ++n) {
      const auto at = random.below(static_cast<std::uint32_t>(from.size()));
      action["cards"].push_back(from[at]);
      from.erase(at);
    }
    return action;
  }
  fill_ranges(action, random);
  return action;
}

// As the engine writes it, so that texts can be compared.
Json normal(const Json& action, Seat seat) {
  const auto read = tramways_game().rules().read_action(action);
  EXPECT_TRUE(read) << action;
  return read ? action_json(tramways_game().rules(), *read, seat, Viewer::analyst()) : Json();
}

// The action changed at random: longer or other track, other symbols, another order. Null where nothing was changed.
Json twisted(Json action, const Json& hand, Random& random) {
  const auto below = [&](std::size_t n) { return random.below(static_cast<std::uint32_t>(n)); };
  const auto any_symbol = [&] {
    static constexpr const char* slots[] = {"0", "1", "2", "3", "T"};
    return Json(hand[below(hand.size())].dump() + ":" + slots[below(5)]);
  };
  const auto shuffled = [&](Json& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i)]);
  };
  const std::string type = action["type"];
  if (type == "lay_track") {
    for (std::uint32_t n = below(3); n > 0; --n) action["exits"].push_back(std::string(1, "NESW"[below(4)]));
    for (Json& symbol : action["rails"])
      if (below(2) == 0) symbol = any_symbol();
    if (below(2) == 0) action["rails"].push_back(any_symbol());
    if (below(3) == 0 && action["rails"].size() > 1) action["rails"].erase(0);
    if (!action["dests"].empty() && below(2) == 0) action["dests"][0] = any_symbol();
    shuffled(action["rails"]), shuffled(action["dests"]);
    return action;
  }
  if (action.contains("pay")) {
    action["pay"]["symbols"].push_back(any_symbol());
    action["pay"]["coins"] = nullptr;
    return action;
  }
  if (type == "admin_play") {
    const Json used = action["uses"];
    for (int slot = 0; slot < 4; ++slot)
      if (below(3) == 0 && action["uses"].size() < 4) action["uses"].push_back({{"slot", slot}, {"field", nullptr}});
    shuffled(action["uses"]);
    return action;
  }
  if (type == "choose_hand") {
    shuffled(action["cards"]);
    return action;
  }
  for (const char* member : {"symbol", "dest", "coordinate", "ticket"})
    if (action.contains(member) && below(2) == 0) action[member] = any_symbol();
  return symbols_in(action).empty() ? Json() : action;
}

struct Walked {
  int composed = 0, twisted = 0, by_chance = 0, decisions = 0;
};

void expect_composable(const Match& match, Seat seat, const Json& action, Json* answer = nullptr) {
  std::string fault;
  const Json last = composed(match, seat, action, fault);
  EXPECT_FALSE(last.is_null()) << action << "\n" << fault << "\nafter " << match.length();
  if (answer) *answer = last;
}

// One random game, looked at in every `every`-th position.
void walk_game(const Json& setup, const std::string& policy, std::uint32_t every, Walked& tally) {
  auto match = begun(setup);
  Random random = Random::from_seed(policy);
  while (!match->to_act().empty() && match->length() < 2000 && !::testing::Test::HasFailure()) {
    const Seat seat = match->to_act().lowest();
    if (random.below(every) != 0) {
      const auto action = match->pick(seat, random);
      ASSERT_TRUE(action && match->play(seat, *action));
      continue;
    }
    ++tally.decisions;
    const Json action = normal(*match->pick(seat, random), seat);
    Json answer;
    expect_composable(*match, seat, action, &answer);
    ++tally.composed;
    Json hand = Json::array();
    for (const CardId card : state_of(*match).player(seat).hand) hand.push_back(index(card));
    for (int n = 0; n < 30 && !hand.empty(); ++n) {
      const Json other = twisted(action, hand, random);
      if (other.is_null() || !match->check(seat, other)) continue;
      const Json whole = normal(other, seat);
      if (whole == action) continue;
      expect_composable(*match, seat, whole, random.below(2) ? &answer : nullptr);
      ++tally.twisted;
    }
    if (const Json some = composed_by_chance(*match, seat, random); !some.is_null()) {
      ++tally.by_chance;
      if (random.below(2)) answer = some;
    }
    if (answer.is_null()) return;
    expect_promise_kept(*match, seat, answer, count_tramways);
  }
}

TEST(ComposeTramways, BothWaysInRandomGames) {
  Walked tally;
  const int games = long_tests() ? 10000 : 60;
  const auto [first, step] = slice();
  for (int i = first; i < games && !HasFailure(); i += step) {
    walk_game(tramways_setup(i), "walk " + std::to_string(i), long_tests() ? 4 : 12, tally);
    if (i / 500 != (i + step) / 500) {
      std::printf("game %d: decisions %d, twisted %d\n", i, tally.decisions, tally.twisted);
      std::fflush(stdout);
    }
  }
  std::printf("decisions %d: composed %d, twisted %d, by chance %d\n", tally.decisions, tally.composed, tally.twisted,
              tally.by_chance);
  if (step > 1) return;
  EXPECT_GT(tally.twisted, 20);
  EXPECT_GT(tally.by_chance, 50);
}

// What a step says beside its members is what comes of it: the steps that the page shows before they are chosen.
class StepsOf {
 public:
  StepsOf(const Match& match, Seat seat, std::map<std::string, int>& held) : match_(match), seat_(seat), held_(held) {}

  void hold(const Json& action) {
    const Json answer = ask(match_, seat_, action);
    for (const Json& step : answer["next"]) {
      const Json further = merged(answer["action"], step["set"]);
      if (step.contains("brings") && !step["brings"].is_null()) {
        const Json effects = ask(match_, seat_, further)["effects"];
        for (const char* what : {"stress", "hp", "money"}) same("ride", step["brings"][what], own(effects, what));
      } else if (step.contains("merges") && !step["merges"].is_null()) {
        merging(further, step["merges"]);
      } else if (step.contains("fee")) {
        const Json effects = ask(match_, seat_, further)["effects"];
        same("discard", step["dollars"], -own(effects, "money"));
      } else if (action == Json{{"type", "solo_take"}}) {
        const auto bound = match_.view(Viewer::spectator())["state"]["players"][0];
        const int most = bound["stress_max"].get<int>() - bound["stress"].get<int>();
        same("solo card", std::min(most, step["stress"].get<int>()),
             own(ask(match_, seat_, further)["effects"], "stress"));
      }
    }
  }

 private:
  int own(const Json& effects, const char* what) const {
    for (const Json& change : effects["seats"])
      if (change["seat"] == index(seat_)) return change.value(what, 0);
    return 0;
  }
  void same(const char* kind, const Json& said, const Json& found) {
    EXPECT_EQ(said, found) << kind << " after " << match_.length();
    ++held_[kind];
  }
  // The places of a map by their square.
  static std::map<Json, Json> places(const Match& match) {
    std::map<Json, Json> all;
    const Json state = match.view(Viewer::spectator())["state"];
    for (const Json& field : state["map"])
      if (field.contains("place")) all[Json({field["x"], field["y"]})] = field["place"];
    return all;
  }
  void merging(const Json& action, const Json& said) {
    const Json send = ask(match_, seat_, action)["send"];
    if (send.is_null()) return;
    const auto after = match_.clone();
    EXPECT_TRUE(after->play(seat_, send));
    const auto was = places(match_), now = places(*after);
    Json spot;
    const Json state = match_.view(Viewer::spectator())["state"];
    for (const Json& field : state["map"])
      if (field["ground"] == send["parcel"]) spot = {field["x"], field["y"]};
    Json found = Json::array();  // what was a place of its own and now is the new building's
    for (const auto& [field, place] : was)
      if (place == field && field != spot && now.at(field) == now.at(spot)) found.push_back(field);
    Json sorted = said;
    std::sort(sorted.begin(), sorted.end());
    same(said.empty() ? "building alone" : "building that merges", sorted, found);
  }

  const Match& match_;
  Seat seat_;
  std::map<std::string, int>& held_;
};

TEST(ComposeTramways, StepsSayWhatComesOfThem) {
  std::map<std::string, int> held;
  const int games = long_tests() ? 60 : 6;
  for (int i = 0; i < games && !HasFailure(); ++i) {
    auto match = begun(tramways_setup(i));
    Random random = Random::from_seed("steps " + std::to_string(i));
    while (!match->to_act().empty() && match->length() < 600 && !HasFailure()) {
      const Seat seat = match->to_act().lowest();
      StepsOf steps(*match, seat, held);
      const Json kinds = ask(*match, seat, Json::object());
      for (const Json& kind : kinds["next"]) {
        const Json type = kind["set"].value("type", Json());
        if (type == "admin_discard" || type == "solo_take") steps.hold(kind["set"]);
        if (type != "move_passenger" && type != "build") continue;
        const Json begun_so = ask(*match, seat, kind["set"]);
        for (const Json& step : begun_so["next"])
          if (step["kind"] != "card") steps.hold(merged(kind["set"], step["set"]));
      }
      const auto move = match->pick(seat, random);
      ASSERT_TRUE(move && match->play(seat, *move));
    }
  }
  for (const auto& [what, count] : held) std::printf("%s: %d\n", what.c_str(), count);
  for (const char* what : {"ride", "discard", "solo card", "building alone", "building that merges"})
    EXPECT_GT(held[what], 10) << what;
}

// The recorded games were made for other data: they are composed over that data.
std::string text_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(ComposeTramways, EveryActionOfTheRecordedGames) {
  static std::map<std::string, std::string, std::less<>> texts;
  const auto tables = tramways::Tables::read([](std::string_view name) -> std::optional<std::string_view> {
    const std::string file(name.substr(name.find('/') + 1));
    return texts.emplace(std::string(name), text_of_file(REMISE_SOURCE_DIR "/tests/tramways/oracle/data/" + file))
        .first->second;
  });
  ASSERT_TRUE(tables);
  const TypedGame<Tramways> game{Tramways(*tables)};
  for (const char* name : {"game-3p-1.json", "game-solo-1.json"}) {
    const Json recorded = *parse_json(text_of_file(REMISE_SOURCE_DIR "/tests/tramways/oracle/" + std::string(name)));
    auto match = game.start(recorded["setup"]);
    ASSERT_TRUE(match) << to_json(match.error());
    for (const Json& move : recorded["actions"]) {
      const Seat seat = id_at<Seat>(move["seat"].get<int>());
      const auto read = game.rules().read_action(move["action"]);
      ASSERT_TRUE(read);
      std::string fault;
      const Json answer = composed(**match, seat, action_json(game.rules(), *read, seat, Viewer::analyst()), fault);
      ASSERT_FALSE(answer.is_null()) << move << fault;
      expect_promise_kept(**match, seat, answer, count_tramways);
      ASSERT_FALSE(HasFailure());
    }
  }
}

// Section 19: the answer is a function of what the seat knows.
TEST(ComposeTramways, Section19_TheSameOnTheKnownStateAndWithOtherHiddenCards) {
  for (int i = 0; i < 20 && !HasFailure(); ++i) {
    auto match = begun(tramways_setup(i));
    Random random = Random::from_seed("secrets " + std::to_string(i));
    while (!match->to_act().empty() && match->length() < 150) {
      const Seat seat = match->to_act().lowest();
      if (random.below(8) == 0) {
        const auto seen = tramways_game().go_on(match->known(Viewer::of(seat)));
        ASSERT_TRUE(seen);
        const auto& rules = tramways_game().rules();
        tramways::State imagined = rules.imagine(state_of(*match), seat, random);
        Json action = Json::object();
        for (int step = 0; step < 12; ++step) {
          const Json answer = ask(*match, seat, action);
          EXPECT_EQ(answer, ask(**seen, seat, action));
          const Known other = TypedMatch<Tramways>(tramways_game(), Json::object(), imagined).known(Viewer::of(seat));
          const auto twin = tramways_game().go_on(other);
          ASSERT_TRUE(twin);
          EXPECT_EQ(answer.dump(), ask(**twin, seat, action).dump()) << action;
          if (answer["next"].empty()) break;
          Json set = answer["next"][random.below(static_cast<std::uint32_t>(answer["next"].size()))]["set"];
          fill_ranges(set, random);
          action = merged(std::move(action), set);
        }
      }
      const auto move = match->pick(seat, random);
      ASSERT_TRUE(move && match->play(seat, *move));
    }
  }
}

// The part of a page between ```json NAME and ```.
Json block_of(const std::string& page, const std::string& name) {
  const std::string mark = "```json " + name + "\n";
  const auto at = page.find(mark);
  if (at == std::string::npos) return nullptr;
  const auto from = at + mark.size();
  const auto json = parse_json(page.substr(from, page.find("```", from) - from));
  return json ? *json : Json();
}

TEST(ComposeTramways, TheExampleOfTheDocument) {
  const std::string page = text_of_file(REMISE_SOURCE_DIR "/docs/moves-in-the-making.md");
  const Json question = block_of(page, "question"), answer = block_of(page, "answer");
  auto match = begun({{"players", 2}, {"seed", "example"}});
  Random random = Random::from_seed("first");
  const auto track = [](const Json& one) { return one["type"] == "lay_track"; };
  for (;;) {
    const Seat seat = match->to_act().lowest();
    const Json list = match->legal(seat);
    if (std::ranges::any_of(list, track)) break;
    ASSERT_TRUE(match->play(seat, without_ranges(list[0], random)));
  }
  const auto now = match->compose(match->to_act().lowest(), question);
  ASSERT_TRUE(now) << question;
  EXPECT_EQ(*now, answer) << now->dump();
}

// A step of a walk is quick. The bound is wide, for busy machines; the figures are printed.
TEST(ComposeTramways, IsQuickAndShort) {
  double longest = 0, sum = 0;
  std::size_t bytes = 0, most_bytes = 0;
  int asked = 0;
  for (int i = 0; i < 15; ++i) {
    auto match = begun(tramways_setup(i));
    Random random = Random::from_seed("quick " + std::to_string(i));
    while (!match->to_act().empty() && match->length() < 400) {
      const Seat seat = match->to_act().lowest();
      Json action = Json::object();
      const int most = random.below(4) == 0 ? 12 : 0;
      for (int step = 0; step < most; ++step) {
        const auto began = std::chrono::steady_clock::now();
        std::string text;
        ASSERT_TRUE(match->write_composed(text, seat, {{"action", action}}));
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
        longest = std::max(longest, took.count()), sum += took.count(), ++asked;
        bytes += text.size(), most_bytes = std::max(most_bytes, text.size());
        const Json answer = tree_of(text);
        if (answer["next"].empty()) break;
        Json set = answer["next"][random.below(static_cast<std::uint32_t>(answer["next"].size()))]["set"];
        fill_ranges(set, random);
        action = merged(std::move(action), set);
      }
      const auto move = match->pick(seat, random);
      ASSERT_TRUE(move && match->play(seat, *move));
    }
  }
  std::printf("%d answers: mean %.3f ms, longest %.3f ms, mean %zu bytes, longest %zu bytes\n", asked, sum / asked,
              longest, bytes / static_cast<std::size_t>(asked), most_bytes);
  EXPECT_LT(sum / asked, 20);
  EXPECT_LT(most_bytes, 40'000u);
}

}  // namespace
}  // namespace remise::testing
