// What a game's rules must offer, typed. Search, bots, benchmarks and the shared test battery use this; TypedMatch
// turns it into the JSON contract of core/game.h.
#pragma once

#include <concepts>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/hash.h"
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

  bool operator==(const Choice&) const = default;
};

// Rules with hidden parts may also offer, for bots (bots/player.h) and for "what if" (Match::file_as_imagined):
//   imagine(state, seat, random)            a state in which all that the seat cannot know is drawn anew, and either
//   imagined_setup(setup, start, imagined)  a setup that leads with the same moves from its own start to it, or
//   position_setup(imagined)                a setup that begins there.
//
// A rules object holds the constant tables of a game (map, tiles, cards) and is shared by all its states and threads.
// It has no other state, and every function is pure: what it needs room for on the way it is given as R::Workspace,
// which carries nothing from one call to the next. Whoever calls owns one, so that memory once grown is used again; one
// thread at a time. Where a game needs none: struct Workspace {}.
template <class R>
concept Rules = PlainValue<typename R::State> && std::equality_comparable<typename R::State> &&
    std::equality_comparable<typename R::Action> && std::default_initializable<typename R::Workspace> &&
    requires(const R& rules, typename R::State& state, const typename R::State& now, const typename R::Action& action,
             const typename R::Event& event, const typename R::Refusal& refusal, Seat seat, Viewer viewer,
             const Json& json, std::vector<Choice<typename R::Action>>& choices, std::vector<typename R::Event>* events,
             typename R::Workspace& work) {
  { R::id } -> std::convertible_to<std::string_view>;
  // Counts up when old matches would replay differently. Rules that have older versions offer start(json, version).
  { R::version } -> std::convertible_to<int>;
  { rules.about() } -> std::same_as<Json>;
  { rules.start(json) } -> std::same_as<std::expected<typename R::State, Error>>;
  { rules.seats(now) } -> std::same_as<int>;
  { rules.to_act(now) } -> std::same_as<SeatSet>;
  // Appends every legal action of the seat. What it lists, apply accepts; what it does not, apply refuses.
  {rules.legal(now, seat, choices, work)};
  { rules.with_amount(action, std::int32_t{}) } -> std::same_as<typename R::Action>;
  // Carries out the action and all forced steps after it, or leaves the state as it was, bit for bit.
  { rules.apply(state, seat, action, events, work) } -> std::same_as<std::optional<typename R::Refusal>>;
  { rules.reveals(event) } -> std::same_as<bool>;
  { rules.outcome(now) } -> std::same_as<std::optional<Json>>;
  // What is wrong with the state, for tests; empty when nothing is.
  { rules.broken_invariant(now) } -> std::same_as<std::string>;
  // The edge. `seat` is who acted; what the viewer may not know is left out.
  { rules.action_json(action, seat, viewer) } -> std::same_as<Json>;
  { rules.read_action(json) } -> std::same_as<std::expected<typename R::Action, Error>>;
  { rules.choice_json(choices.front()) } -> std::same_as<Json>;
  { rules.event_json(event, viewer) } -> std::same_as<Json>;
  { rules.explain(refusal) } -> std::same_as<Error>;
  { rules.view(now, viewer, work) } -> std::same_as<Json>;
  // The state with everything the viewer cannot know in a fixed form: a function of what the viewer knows alone, whose
  // view and legal moves for the viewer are those of the true state. It goes to clients (core/known.h).
  { rules.known(now, viewer) } -> std::same_as<typename R::State>;
};

}  // namespace remise
