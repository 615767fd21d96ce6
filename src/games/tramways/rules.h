// Tramways as a game of the engine (core/rules.h). The folder reads like the rules:
//   tables, data_reader    components from JSON            track, links            8 laying, joining, splitting
//   setup, boards          3 setup                         buildings               9-11 upgrading and building
//   development            3.7 development cards           passengers              12
//   cards, payments        4 cards, symbols, stress        administration          13
//   rounds                 5, 7, 14, 15 order of play      scoring                 16, 17.10
//   auction, solo          6, 17.6                         imagine                 19 what a seat cannot know
//   deeds, legal, view, codec, event, refusal, position, invariants
#pragma once

#include <memory>

#include "core/plans.h"
#include "core/rules.h"
#include "games/tramways/action.h"
#include "games/tramways/components/setup.h"
#include "games/tramways/event.h"
#include "games/tramways/position.h"
#include "games/tramways/refusal.h"

namespace remise::tramways {

class Tramways {
 public:
  static constexpr std::string_view id = "tramways";
  // 1: the stream was keyed with the bare hash of the seed (core/seed.h). 2: passengers without limit unless the setup
  // says otherwise, and boards that need not touch.
  static constexpr int version = 3;

  using State = tramways::State;
  using Action = tramways::Action;
  using Event = tramways::Event;
  using Refusal = tramways::Refusal;
  using Choices = std::vector<Choice<Action>>;
  struct Workspace {};  // apply needs no memory, legal next to none

  explicit Tramways(Tables tables, CardSetId cards = CardSetId::first) : tables_(std::move(tables)), cards_(cards) {}
  // A set of cards and boards that is found in `data` takes the place of the shipped one (game.cpp).
  static std::expected<Tramways, Error> made_of(const DataFiles& data);
  // The rules with a shipped set that is not the first, made when first asked for.
  static const Tramways& shipped(CardSetId cards);

  const Tables& tables() const { return tables_; }
  // Those with the cards and boards of this match.
  const Tramways& of(const State& s) const {
    return s.cards == cards_ || s.cards == CardSetId::first ? *this : with(s.cards);
  }

  Json about() const;
  std::expected<State, Error> start(const Json& setup, int rules = version) const;
  // Everything that is wrong with a setup, and the layout as it lies (docs/views-tramways.md).
  Json check_setup(const Json& setup) const;
  int seats(const State& s) const { return s.player_count; }
  SeatSet to_act(const State& s) const;
  // Deeds with their cheapest payments (payments.h). Track deeds are listed up to the number of pieces of
  // offered_pieces; apply takes longer ones, and any other legal payment, as well.
  void legal(const State& s, Seat seat, Choices& out, Workspace& work) const;
  Action with_amount(const Action& action, std::int32_t n) const;
  std::optional<Refusal> apply(State& s, Seat seat, const Action& action, std::vector<Event>* events,
                               Workspace& work) const;
  // The same with the state after the action itself, before what then happens by itself.
  std::optional<Refusal> apply(State& s, Seat seat, const Action& action, std::vector<Event>* events,
                               Between* between) const;
  // About an action begun (docs/moves-in-the-making.md): legal/compose.h.
  std::expected<void, Error> compose(JsonWriter& w, const State& s, Seat seat, const Json& question, Choices& choices,
                                     Workspace& work) const;
  void write_effects(JsonWriter& w, const State& s, Seat seat, const Action& action, Workspace& work) const;
  // What the viewer cannot know in a fixed order (core/known.h).
  State known(const State& s, Viewer viewer) const;
  // The state as the seat may imagine it: what it cannot know is drawn anew, consistent with all it has seen (19).
  State imagine(const State& s, Seat seat, Random& random) const;
  // A setup that starts a match at this position (position.h).
  Json position_setup(const State& s) const;
  bool reveals(const Event& event) const { return event_specs[index(event.kind)].reveals; }
  std::optional<Json> outcome(const State& s) const;
  Json standing(const State& s) const;  // the scores, at any time
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
                  Workspace& work) const;  // docs/views-tramways.md

  // All track deeds with at most so many pieces are offered: as many as keep the list below `offered_deeds`, at
  // least 3.
  static constexpr int least_offered_pieces = 3;
  static constexpr std::size_t offered_deeds = 1000;
  // Of longer lists of track a view shows so many entries: a list of a thousand would be most of what it costs, and
  // whatever it leaves out can be composed.
  static constexpr std::size_t shown_track = 40;
  // The same as legal and shorten, but that what is left out is not made.
  void legal_shown(const State& s, Seat seat, Choices& out, Workspace& work) const;
  void shorten(Choices& choices) const;

 private:
  std::expected<State, Error> start_here(const Json& setup, int rules) const;
  const Tramways& with(CardSetId cards) const {
    const auto& own = own_sets_[index(cards)];
    return own ? *own : shipped(cards);
  }

  Tables tables_;
  CardSetId cards_;
  std::array<std::shared_ptr<const Tramways>, card_set_names.size()> own_sets_{};  // null: as shipped
};

}  // namespace remise::tramways
