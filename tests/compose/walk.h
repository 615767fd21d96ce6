// Composing actions as a client does: through the answers about an action begun, and nothing else.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "core/game.h"
#include "core/random.h"
#include "core/range.h"

namespace remise::testing {

inline Json ask(const Match& match, Seat seat, const Json& action, const Json& use = Json::array(),
                const Json& avoid = Json::array()) {
  Json question{{"action", action}};
  if (!use.empty()) question["use"] = use;
  if (!avoid.empty()) question["avoid"] = avoid;
  const auto answer = match.compose(seat, question);
  EXPECT_TRUE(answer) << to_json(answer.error()) << question;
  return answer ? *answer : Json();
}

inline Json merged(Json action, const Json& set) {
  for (const auto& [member, value] : set.items()) action[member] = value;
  return action;
}

// The symbols an action of Tramways plays, in order.
inline Json symbols_in(const Json& action) {
  Json all = Json::array();
  for (const char* list : {"rails", "dests"})
    if (action.contains(list))
      for (const Json& symbol : action[list]) all.push_back(symbol);
  for (const char* one : {"symbol", "ticket", "dest", "coordinate"})
    if (action.contains(one)) all.push_back(action[one]);
  if (action.contains("pay"))
    for (const Json& symbol : action["pay"]["symbols"]) all.push_back(symbol);
  return all;
}

// Does a value of a step lead towards the value wanted? A list towards a longer one that begins like it, an object
// towards one that holds its members, a range towards its numbers.
inline bool towards(const Json& step, const Json& wanted) {
  if (step == wanted) return true;
  if (step.is_array() && wanted.is_array() && step.size() <= wanted.size())
    return std::equal(step.begin(), step.end(), wanted.begin());
  if (const auto range = read_range(step); range && wanted.is_number_integer()) {
    const auto n = wanted.get<std::int64_t>();
    return n >= range->min && n <= range->max && (n - range->min) % range->step == 0;
  }
  if (step.is_object() && wanted.is_object())
    return std::ranges::all_of(step.items(), [&](const auto& item) {
      return wanted.contains(item.key()) && wanted[item.key()] == item.value();
    });
  return false;
}

// The members of a step with ranges replaced by the numbers wanted, or null where it leads elsewhere.
inline Json step_towards(const Json& set, const Json& wanted) {
  Json chosen = Json::object();
  for (const auto& [member, value] : set.items()) {
    if (!wanted.contains(member) || !towards(value, wanted[member])) return nullptr;
    chosen[member] = read_range(value) ? wanted[member] : value;
  }
  return chosen;
}

inline bool may_pay(const Json& answer, const Json& symbol) {
  if (!answer["pay"].is_object()) return false;
  for (const Json& one : answer["pay"]["symbols"])
    if (one["symbol"] == symbol) return one["state"] != "no";
  return false;
}

// Composes exactly this action from nothing; gives the last answer, or null with a message where it cannot be done.
inline Json composed(const Match& match, Seat seat, const Json& wanted, std::string& fault) {
  Json action = Json::object(), use = Json::array();
  const Json symbols = symbols_in(wanted);
  for (int steps = 0; steps < 200; ++steps) {
    Json answer = ask(match, seat, action, use);
    if (answer.is_null()) return nullptr;
    Json set;
    for (const Json& step : answer["next"]) {
      const Json one = step_towards(step["set"], wanted);
      if (set.is_null() || one.contains("redirect")) set = one;  // which comes before the first piece
    }
    if (!set.is_null()) {
      action = merged(std::move(action), set);
      continue;
    }
    if (use.size() < symbols.size()) {
      if (!may_pay(answer, symbols[use.size()])) {
        fault = "symbol " + symbols[use.size()].dump() + " is not offered: " + answer.dump();
        return nullptr;
      }
      use.push_back(symbols[use.size()]);
      continue;
    }
    if (answer["send"] == wanted) return answer;
    fault = "ends elsewhere: " + answer.dump();
    return nullptr;
  }
  fault = "does not end";
  return nullptr;
}

// Composes some action by chance: steps, symbols to use and to avoid. Every action that could be sent on the way is
// accepted. Gives the last answer with something to send, or null.
inline Json composed_by_chance(const Match& match, Seat seat, Random& random) {
  Json action = Json::object(), use = Json::array(), avoid = Json::array(), best;
  const auto one_of = [&](const Json& list) -> const Json& {
    return list[random.below(static_cast<std::uint32_t>(list.size()))];
  };
  for (int steps = 0; steps < 60; ++steps) {
    Json answer = ask(match, seat, action, use, avoid);
    if (answer.is_null()) return best;
    EXPECT_EQ(answer["send"].is_null(), !answer["why"].is_null()) << answer;
    EXPECT_EQ(answer["send"].is_null(), answer["effects"].is_null()) << answer;
    if (!answer["send"].is_null()) {
      const auto accepted = match.check(seat, answer["send"]);
      EXPECT_TRUE(accepted) << answer["send"] << to_json(accepted.error());
      if (!accepted) return nullptr;
      best = answer;
      if (answer["next"].empty() || random.below(4) == 0) {
        if (answer["pay"].is_null() || random.below(3) == 0) return best;
      }
    }
    const Json& next = answer["next"];
    const bool paying = answer["pay"].is_object() && (next.empty() || random.below(4) == 0);
    if (paying) {
      Json open = Json::array();
      for (const Json& symbol : answer["pay"]["symbols"])
        if (symbol["state"] != "no") open.push_back(symbol);
      if (open.empty()) return best;
      const Json& symbol = one_of(open);
      if (symbol["state"] == "can" && random.below(4) != 0) {
        use.push_back(symbol["symbol"]);
        std::erase(avoid.get_ref<Json::array_t&>(), symbol["symbol"]);
      } else {
        std::erase(use.get_ref<Json::array_t&>(), symbol["symbol"]);
        if (avoid.size() < 20) avoid.push_back(symbol["symbol"]);
      }
      continue;
    }
    if (next.empty()) return best;
    Json set = one_of(next)["set"];
    for (auto& [member, value] : set.items())
      if (const auto range = read_range(value))
        value = (*range)[random.below(static_cast<std::uint32_t>(range->count()))];
    action = merged(std::move(action), set);
  }
  return best;
}

// The numbers of a table that effects speak of: "seat 0 money", "company KT treasury".
using Numbers = std::map<std::string, std::int64_t>;

inline void add_changes(Numbers& to, const Json& effects) {
  for (const char* list : {"seats", "companies"})
    if (effects.contains(list))
      for (const Json& owner : effects[list]) {
        const std::string name =
            owner.contains("seat") ? "seat " + owner["seat"].dump() : "company " + owner["company"].get<std::string>();
        for (const auto& [key, value] : owner.items())
          if (key != "seat" && key != "company") to[name + " " + key] += value.get<std::int64_t>();
      }
}

using Count = std::function<Numbers(const Match&)>;

// Plays what an answer would send, and holds what it promised against what happened.
inline void expect_promise_kept(Match& match, Seat seat, const Json& answer, const Count& count) {
  const Json& effects = answer["effects"];
  Numbers wanted = count(match);
  const std::size_t n = match.length();
  const auto played = match.play(seat, answer["send"]);
  ASSERT_TRUE(played) << to_json(played.error()) << answer;
  add_changes(wanted, effects);
  const Json happened = match.log(Viewer::of(seat), n)[0]["events"];
  const Json& told = effects["events"];
  const Json later = effects["then"].is_object() ? effects["then"]["events"] : Json::array();
  const bool hides = effects.value("more", false), hides_later = effects["then"].is_object() && effects["then"]["more"];
  const bool more = hides || hides_later;
  if (effects["then"].is_object()) add_changes(wanted, effects["then"]);
  // What was told happened, in this order: the action itself first, then what followed, where nothing hidden came
  // before.
  ASSERT_LE(told.size() + later.size(), happened.size()) << answer;
  EXPECT_TRUE(std::equal(told.begin(), told.end(), happened.begin())) << answer << happened;
  const auto from = happened.begin() + static_cast<std::ptrdiff_t>(told.size());
  const bool in_order =
      hides ? later.empty() || std::search(from, happened.end(), later.begin(), later.end()) != happened.end()
            : std::equal(later.begin(), later.end(), from);
  EXPECT_TRUE(in_order) << answer << happened;
  if (!more) {
    EXPECT_EQ(told.size() + later.size(), happened.size()) << answer << happened;
  }
  const bool numbers_are_whole = !more || match.game().id() == "tramways";
  if (numbers_are_whole) {
    EXPECT_EQ(wanted, count(match)) << answer;
  }
}

}  // namespace remise::testing
