// 1840: Vienna Tramways, over the typed contract of core/rules.h. Holds the tables; every function is pure.
#pragma once

#include <memory>

#include "core/plans.h"
#include "core/random.h"
#include "core/rules.h"
#include "games/vienna1840/action.h"
#include "games/vienna1840/board/workspace.h"
#include "games/vienna1840/event.h"
#include "games/vienna1840/position.h"
#include "games/vienna1840/refusal.h"
#include "games/vienna1840/state.h"

namespace remise::vienna1840 {

class Vienna1840 {
 public:
  using State = vienna1840::State;
  using Action = vienna1840::Action;
  using Event = vienna1840::Event;
  using Refusal = vienna1840::Refusal;
  using Workspace = vienna1840::Workspace;

  static constexpr std::string_view id = "1840";
  // 1: the stream was keyed with the bare hash of the seed (core/seed.h). 2: as State::as_before.
  static constexpr int version = 3;

  explicit Vienna1840(std::shared_ptr<const Tables> tables) : tables_(std::move(tables)) {}

  const Tables& tables() const { return *tables_; }
  Position at(const State& s) const { return {*tables_, s}; }

  Json about() const;
  // {"players": 4, "options": {"map": "full", "C1": false, ...}, "seed": "text"}; instead of chance, or for a part of
  // it, "deal": {"order": [seats], "lines": [line numbers, the next card first]}.
  std::expected<State, Error> start(const Json& setup, int rules = version) const;

  int seats(const State& s) const { return s.player_count; }
  SeatSet to_act(const State& s) const {
    const Seat seat = at(s).to_act();
    return seat == Seat::none ? SeatSet{} : SeatSet::of(seat);
  }
  void legal(const State& s, Seat seat, std::vector<Choice<Action>>& out, Workspace& work) const;
  Action with_amount(const Action& action, std::int32_t amount) const;
  // `between`, where given, gets the state after the action itself and after each automatic step that followed.
  std::optional<Refusal> apply(State& s, Seat seat, const Action& action, Events* events, Workspace& work,
                               std::vector<State>* between = nullptr) const;
  // An action played on a copy, told apart from the automatic steps that follow up to the first that shows something
  // hidden.
  struct Outlined {
    State acted, settled;
    Events events;
    std::size_t acted_events = 0;  // of the action itself
  };
  Outlined outline(const State& s, Seat seat, const Action& action, Workspace& work) const;
  void write_effects(JsonWriter& w, const State& s, Seat seat, const Action& action, Workspace& work) const;
  // The face-down line cards sorted, for everybody but an analyst (core/known.h).
  State known(const State& s, Viewer viewer) const;
  // A state as the seat may imagine it: the face-down line cards in a new order (bots/player.h, Imaginable).
  State imagine(const State& s, Seat seat, Random& random) const;
  // A setup without its seed, with the deal that leads by the same moves to the imagined state (core/rules.h).
  Json imagined_setup(const Json& setup, const State& start, const State& imagined) const;
  // Carries out what is forced now, until somebody has to decide.
  void settle(State& s, Events* events, Workspace& work, std::vector<State>* between = nullptr) const;
  bool reveals(const Event& event) const { return event_specs[static_cast<std::size_t>(event.kind)].reveals; }
  std::optional<Json> outcome(const State& s) const;
  Json standing(const State& s) const;  // what everybody owns, at any time
  std::string broken_invariant(const State& s) const;
  // Moves in advance (core/plans.h, docs/plans.md): edge/plans.cpp.
  Json plans(const State& s, Seat seat, Workspace& work) const;
  std::expected<Json, Error> begin_plan(const State& s, Seat seat, const Json& plan, Workspace& work) const;
  PlanStep follow_plan(const State& s, Seat seat, const Json& plan, Workspace& work) const;

  std::expected<Action, Error> read_action(const Json& json) const;
  Error explain(const Refusal& refusal) const;
  void write_action(JsonWriter& w, const Action& action, Seat seat, Viewer viewer) const;
  void write_choice(JsonWriter& w, const Choice<Action>& choice) const;
  void write_event(JsonWriter& w, const Event& event, Viewer viewer) const;
  void write_view(JsonWriter& w, const State& s, Viewer viewer, std::span<const Choice<Action>> choices,
                  Workspace& work) const;  // docs/views-1840.md

 private:
  std::optional<Refusal> act_alone(const Mover& mover, Seat seat, const Action& action) const;

  std::shared_ptr<const Tables> tables_;
};

}  // namespace remise::vienna1840
