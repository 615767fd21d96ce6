// Sticks: players take one to three sticks in turn; who takes the last one loses. The example of docs/adding-a-game.md.
//   S1  A turn takes 1 to 3 sticks, and no more than there are.
//   S2  Who takes the last stick loses; all others win.
#pragma once

#include <algorithm>
#include <array>

#include "core/range.h"
#include "core/typed_match.h"

namespace remise::sticks {

// What never changes, from data/sticks/game.json.
struct Tables {
  std::int32_t sticks = 0;
  std::int32_t most = 0;

  static std::expected<Tables, Error> read(const DataFiles& data);
};

class Sticks {
 public:
  static constexpr std::string_view id = "sticks";
  static constexpr int version = 1;

  struct State {
    std::int32_t left = 0;
    std::int16_t players = 2;
    std::int16_t turn = 0;
    bool operator==(const State&) const = default;
  };
  struct Action {
    std::int32_t sticks = 1;
    bool operator==(const Action&) const = default;
  };
  enum class EventKind : std::uint8_t { taken };
  enum class Code : std::uint8_t { too_many, not_your_turn };
  using Event = Record<EventKind>;
  using Refusal = Record<Code>;
  struct Workspace {};  // none needed

  explicit Sticks(const Tables& tables) : tables_(tables) {}

  Json about() const;
  std::expected<State, Error> start(const Json& setup) const;
  int seats(const State& s) const { return s.players; }
  SeatSet to_act(const State& s) const { return s.left == 0 ? SeatSet{} : SeatSet::of(id_at<Seat>(s.turn)); }
  std::int32_t most(const State& s) const { return std::min(s.left, tables_.most); }  // S1
  void legal(const State& s, Seat, std::vector<Choice<Action>>& out, Workspace&) const {
    out.push_back({{1}, 1, most(s), 1});
  }
  Action with_amount(const Action&, std::int32_t n) const { return {n}; }
  std::optional<Refusal> apply(State& s, Seat seat, const Action& a, std::vector<Event>* events, Workspace&) const;
  bool reveals(const Event&) const { return false; }
  std::optional<Json> outcome(const State& s) const;
  std::string broken_invariant(const State& s) const { return s.left >= 0 && s.turn < s.players ? "" : "numbers"; }

  std::expected<Action, Error> read_action(const Json& json) const;
  Error explain(const Refusal& r) const {
    if (r.kind == Code::not_your_turn) return {"sticks", "not_your_turn", "", {{"seat", r.args[0]}}};
    return {"sticks", "too_many", "S1", {{"sticks", r.args[0]}, {"most", r.args[1]}}};
  }
  State known(const State& s, Viewer) const { return s; }  // nothing is hidden
  void write_action(JsonWriter& w, const Action& a, Seat, Viewer) const {
    w.object("type", "take", "sticks", a.sticks);
  }
  void write_choice(JsonWriter& w, const Choice<Action>& c) const { w.object("type", "take", "sticks", c.range()); }
  void write_event(JsonWriter& w, const Event& e, Viewer) const {
    w.object("kind", "taken", "seat", e.args[0], "sticks", e.args[1], "left", e.args[2]);
  }
  void write_view(JsonWriter& w, const State& s, Viewer, std::span<const Choice<Action>>, Workspace&) const {
    w.object("left", s.left, "turn", s.turn);
  }

 private:
  Tables tables_;
};

}  // namespace remise::sticks
