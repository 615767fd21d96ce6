// The second question of the contract: about an action begun (docs/moves-in-the-making.md). Here it is answered from a
// list of legal moves that is exact; rules whose list is cut answer themselves (Rules::compose).
#pragma once

#include <algorithm>
#include <vector>

#include "core/rules.h"

namespace remise {

// What an exact list says about an action begun.
struct ListAnswer {
  struct Step {
    Json value;
    std::size_t entries = 0;  // that agree with it
  };
  std::string member;       // to be chosen next; empty: nothing is left to choose
  std::vector<Step> steps;  // its values
  Json send;                // null: nothing can be sent yet
  Json blamed;              // where no entry agrees: an entry with what was chosen put in, to be refused; or null
};

// Bounds of a question: no action has more members, and no kind a longer name.
inline constexpr std::size_t most_members = 16, longest_type = 64;
// What is wrong with the form of a question, whatever the game; nothing where it may be asked.
std::optional<Error> check_question(const Json& question);

// `entries` are texts of actions as write_choice makes them.
ListAnswer answer_from_list(const std::vector<std::string>& entries, const Json& chosen);

inline Error not_chosen(std::string_view what) { return {"core", "not_chosen", "", {{"what", what}}}; }
inline Error not_open(const Json& chosen) {
  return {"core", "not_open", "", {{"what", chosen.is_object() ? chosen.value("type", Json("")) : Json("")}}};
}

// What the action would bring, from playing it on a copy: the rules' own account, or the bare events up to the first
// that shows something hidden. One value.
template <Rules R>
void write_effects(JsonWriter& w, const R& rules, const typename R::State& state, Seat seat,
                   const typename R::Action& action, typename R::Workspace& work) {
  if constexpr (requires { rules.write_effects(w, state, seat, action, work); }) {
    rules.write_effects(w, state, seat, action, work);
  } else {
    typename R::State after = state;
    std::vector<typename R::Event> events;
    rules.apply(after, seat, action, &events, work);
    write_told(w, rules, std::span<const typename R::Event>(events), seat);
  }
}

// Events as members "events" and "more" of an object.
template <Rules R>
void write_told_members(JsonWriter& w, const R& rules, std::span<const typename R::Event> events, Seat seat) {
  const auto hidden = std::ranges::find_if(events, [&](const auto& event) { return rules.reveals(event); });
  w.members("events",
            json_list(events.first(static_cast<std::size_t>(hidden - events.begin())),
                      [&](const auto& event) { rules.write_event(w, event, Viewer::of(seat)); }),
            "more", hidden != events.end());
}
template <Rules R>
void write_told(JsonWriter& w, const R& rules, std::span<const typename R::Event> events, Seat seat) {
  w.object([&] {
    w.members("seats", json_list([] {}));
    write_told_members(w, rules, events, seat);
    w.members("then", nullptr);
  });
}

// Why an action cannot be played as it stands; nothing where it can.
template <Rules R>
std::optional<Error> why_not(const R& rules, const typename R::State& state, Seat seat, const Json& action,
                             typename R::Workspace& work) {
  const auto read = rules.read_action(action);
  if (!read) return read.error();
  typename R::State trial = state;
  if (const auto refusal = rules.apply(trial, seat, *read, nullptr, work)) return rules.explain(*refusal);
  return {};
}

// `state` is what the seat may know. Writes one value, or gives back what is wrong with the form of the question.
template <Rules R>
std::expected<void, Error> compose_from_list(JsonWriter& w, const R& rules, const typename R::State& state, Seat seat,
                                             const Json& question, std::vector<Choice<typename R::Action>>& choices,
                                             typename R::Workspace& work) {
  ObjectReader in(question, "question");
  const Json& chosen = in.object("action");
  if (auto error = in.finish()) return std::unexpected(*error);
  choices.clear();
  rules.legal(state, seat, choices, work);
  std::vector<std::string> entries;
  for (const auto& choice : choices)
    entries.push_back(json_text([&](JsonWriter& x) { rules.write_choice(x, choice); }));
  ListAnswer answer = answer_from_list(entries, chosen);
  std::optional<Error> why;
  if (!answer.blamed.is_null()) why = why_not(rules, state, seat, answer.blamed, work);
  // A whole action written in another way, perhaps.
  if (answer.send.is_null() && answer.member.empty()) {
    const auto whole = why_not(rules, state, seat, chosen, work);
    if (!whole)
      answer.send = chosen;
    else if (whole->scope != "core" && !why)
      why = whole;
    if (whole && !why) why = not_open(chosen);
  } else if (answer.send.is_null() && !why) {
    why = not_chosen(answer.member);
  }
  w.object([&] {
    w.members("action", chosen, "send", answer.send, "why",
              [&] { answer.send.is_null() ? w.value(to_json(*why)) : w.value(nullptr); });
    w.members("next", json_list(answer.steps, [&](const ListAnswer::Step& step) {
                w.object(
                    "set", [&] { w.object(answer.member, step.value); }, "entries", step.entries);
              }));
    w.members("closed", json_list([] {}), "pay", nullptr, "effects", [&] {
      if (answer.send.is_null()) return w.value(nullptr);
      const auto read = rules.read_action(answer.send);
      read ? write_effects(w, rules, state, seat, *read, work) : w.value(nullptr);
    });
  });
  return {};
}

}  // namespace remise
