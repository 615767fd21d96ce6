// What a game's rules must offer, typed. Search, bots, benchmarks and the shared test battery use this; TypedMatch
// turns it into the JSON contract of core/game.h.
#pragma once

#include <concepts>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/hash.h"
#include "core/json_writer.h"
#include "core/range.h"
#include "core/record.h"

namespace remise {

// One entry of a list of legal actions. With step > 0 it stands for the actions with the amounts min, min+step, ...,
// max (Rules::with_amount); `action` then holds the smallest.
template <class Action>
struct Choice {
  Action action{};
  std::int32_t min = 0;
  std::int32_t max = 0;
  std::int32_t step = 0;

  std::optional<Range> range() const { return step > 0 ? std::optional<Range>({min, max, step}) : std::nullopt; }
  bool operator==(const Choice&) const = default;
};

// Rules with hidden parts may also offer, for bots (bots/player.h) and for "what if" (Match::file_as_imagined):
//   imagine(state, seat, random)            a state in which all that the seat cannot know is drawn anew, and either
//   imagined_setup(setup, start, imagined)  a setup that leads with the same moves from its own start to it, or
//   position_setup(imagined)                a setup that begins there.
//
// Rules may let their players decide in advance (core/plans.h): plans, begin_plan, follow_plan.
//
// Rules may say how a match stands before its end, in the words of outcome (Match::standing):
//   standing(state)
//
// Rules whose list of legal actions is cut must answer the question about an action begun themselves (core/compose.h
// answers it from a list that is exact), and any rules may tell what an action brings in their own words:
//   compose(w, known, seat, question, choices, work)
//   write_effects(w, known, seat, action, work)
// Such rules may also leave out of a view what need not travel; every kind of action and the order stay:
//   legal_shown(state, seat, choices, work)
//
// A rules object holds the constant tables of a game (map, tiles, cards) and is shared by all its states and threads.
// It has no other state, and every function is pure: what it needs room for on the way it is given as R::Workspace,
// which carries nothing from one call to the next. The caller owns one, so that memory once grown is used again; one
// thread at a time. Where a game needs none: struct Workspace {}.
template <class R>
concept Rules = PlainValue<typename R::State> && std::equality_comparable<typename R::State> &&
    std::equality_comparable<typename R::Action> && std::default_initializable<typename R::Workspace> &&
    requires(const R& rules, typename R::State& state, const typename R::State& now, const typename R::Action& action,
             const typename R::Event& event, const typename R::Refusal& refusal, Seat seat, Viewer viewer,
             const Json& json, std::vector<Choice<typename R::Action>>& choices, std::vector<typename R::Event>* events,
             typename R::Workspace& work, JsonWriter& w) {
  { R::id } -> std::convertible_to<std::string_view>;
  // Counts up when old matches would replay differently. Rules that have older versions offer start(json, version).
  { R::version } -> std::convertible_to<int>;
  { rules.about() } -> std::same_as<Json>;
  { rules.start(json) } -> std::same_as<std::expected<typename R::State, Error>>;
  { rules.seats(now) } -> std::same_as<int>;
  { rules.to_act(now) } -> std::same_as<SeatSet>;
  // Appends the legal actions of the seat. What it lists, apply accepts; what it does not, apply refuses, but for rules
  // that offer `compose`.
  {rules.legal(now, seat, choices, work)};
  { rules.with_amount(action, std::int32_t{}) } -> std::same_as<typename R::Action>;
  // Carries out the action and all forced steps after it, or leaves the state as it was, bit for bit.
  { rules.apply(state, seat, action, events, work) } -> std::same_as<std::optional<typename R::Refusal>>;
  { rules.reveals(event) } -> std::same_as<bool>;
  { rules.outcome(now) } -> std::same_as<std::optional<Json>>;
  // What is wrong with the state, for tests; empty when nothing is.
  { rules.broken_invariant(now) } -> std::same_as<std::string>;
  { rules.read_action(json) } -> std::same_as<std::expected<typename R::Action, Error>>;
  { rules.explain(refusal) } -> std::same_as<Error>;
  // The state with everything the viewer cannot know in a fixed form: a function of what the viewer knows alone, whose
  // view and legal moves for the viewer are those of the true state. It goes to clients (core/known.h).
  { rules.known(now, viewer) } -> std::same_as<typename R::State>;
  // What leaves is written (core/json_writer.h), each time one value. What the viewer may not know is left out; an
  // event of which the viewer may know nothing is not written at all. `seat` is who acted.
  {rules.write_action(w, action, seat, viewer)};
  {rules.write_choice(w, choices.front())};
  {rules.write_event(w, event, viewer)};
  // `choices` is what the viewer can do now: the legal actions of the seat where it is to act, made once for the view
  // and the list beside it; else empty.
  {rules.write_view(w, now, viewer, std::span<const Choice<typename R::Action>>(choices), work)};
};

// What the viewer can do now, for write_view.
template <Rules R>
void list_choices(const R& rules, const typename R::State& state, Viewer viewer,
                  std::vector<Choice<typename R::Action>>& out, typename R::Workspace& work) {
  out.clear();
  if (viewer.kind == Viewer::Kind::seat && rules.to_act(state).has(viewer.seat))
    rules.legal(state, viewer.seat, out, work);
}

// What a view shows of them.
template <Rules R>
void list_shown(const R& rules, const typename R::State& state, Viewer viewer,
                std::vector<Choice<typename R::Action>>& out, typename R::Workspace& work) {
  if constexpr (requires { rules.legal_shown(state, viewer.seat, out, work); }) {
    out.clear();
    if (viewer.kind == Viewer::Kind::seat && rules.to_act(state).has(viewer.seat))
      rules.legal_shown(state, viewer.seat, out, work);
  } else {
    list_choices(rules, state, viewer, out, work);
  }
}

// The same as trees, for those who want to look inside.
template <Rules R>
Json action_json(const R& rules, const typename R::Action& action, Seat seat, Viewer viewer) {
  return json_tree([&](JsonWriter& w) { rules.write_action(w, action, seat, viewer); });
}
template <Rules R>
Json choice_json(const R& rules, const Choice<typename R::Action>& choice) {
  return json_tree([&](JsonWriter& w) { rules.write_choice(w, choice); });
}
template <Rules R>
Json event_json(const R& rules, const typename R::Event& event, Viewer viewer) {  // null: not written
  return json_tree([&](JsonWriter& w) { rules.write_event(w, event, viewer); });
}
template <Rules R>
std::string view_text(const R& rules, const typename R::State& state, Viewer viewer, typename R::Workspace& work) {
  std::vector<Choice<typename R::Action>> choices;
  list_choices(rules, state, viewer, choices, work);
  return json_text([&](JsonWriter& w) { rules.write_view(w, state, viewer, choices, work); });
}
template <Rules R>
Json view_json(const R& rules, const typename R::State& state, Viewer viewer, typename R::Workspace& work) {
  return tree_of(view_text(rules, state, viewer, work));
}

}  // namespace remise
