// A trivial game for load tests: the players add numbers from 1 to 9 in turn, for as long as anyone likes.
#pragma once

#include "core/plans.h"
#include "core/range.h"
#include "core/typed_match.h"

namespace remise::testing {

class Tally {
 public:
  static constexpr std::string_view id = "tally";
  static constexpr int version = 1;
  static constexpr std::uint32_t longest = 1'000'000;

  struct State {
    std::uint32_t moves = 0, sum = 0, players = 2;
    bool operator==(const State&) const = default;
  };
  struct Action {
    std::int32_t value = 1;
    bool operator==(const Action&) const = default;
  };
  enum class Kind : std::uint8_t { added, bad_value };
  using Event = Record<Kind>;
  using Refusal = Record<Kind>;
  struct Workspace {};  // none needed

  Json about() const { return {{"id", id}, {"name", "Tally"}, {"players", {1, 6}}, {"options", Json::array()}}; }
  std::expected<State, Error> start(const Json& setup) const {
    ObjectReader in(setup, "setup");
    State state;
    state.players = static_cast<std::uint32_t>(in.integer("players", 1, 6));
    in.skip("seed");
    in.skip("options");
    if (auto error = in.finish()) return std::unexpected(*error);
    return state;
  }
  int seats(const State& s) const { return static_cast<int>(s.players); }
  SeatSet to_act(const State& s) const {
    return s.moves >= longest ? SeatSet{} : SeatSet::of(id_at<Seat>(s.moves % s.players));
  }
  void legal(const State&, Seat, std::vector<Choice<Action>>& out, Workspace&) const { out.push_back({{1}, 1, 9, 1}); }
  Action with_amount(Action, std::int32_t n) const { return {n}; }
  std::optional<Refusal> apply(State& s, Seat seat, const Action& a, std::vector<Event>* events, Workspace&) const {
    if (a.value < 1 || a.value > 9) return record(Kind::bad_value, a.value);
    ++s.moves;
    s.sum += static_cast<std::uint32_t>(a.value);
    if (events) events->push_back(record(Kind::added, seat, a.value));
    return std::nullopt;
  }
  bool reveals(const Event&) const { return false; }
  std::optional<Json> outcome(const State& s) const {
    if (s.moves < longest) return std::nullopt;
    return Json{{"scores", Json::array()}, {"winners", Json::array()}};
  }
  std::string broken_invariant(const State&) const { return ""; }
  void write_action(JsonWriter& w, const Action& a, Seat, Viewer) const { w.object("type", "add", "value", a.value); }
  void write_choice(JsonWriter& w, const Choice<Action>& c) const { w.object("type", "add", "value", c.range()); }
  std::expected<Action, Error> read_action(const Json& json) const {
    ObjectReader in(json, "action");
    in.one_of("type", {"add"});
    const Action a{static_cast<std::int32_t>(in.integer("value", -1000, 1000))};
    if (auto error = in.finish()) return std::unexpected(*error);
    return a;
  }
  void write_event(JsonWriter& w, const Event& e, Viewer) const {
    w.object("kind", "added", "seat", e.args[0], "value", e.args[1]);
  }
  Error explain(const Refusal& r) const { return {"tally", "bad_value", "1", {{"value", r.args[0]}}}; }
  State known(const State& s, Viewer) const { return s; }
  // Adds the same number so many times; waits for a sum to begin at, ends at another.
  Json plans(const State&, Seat, Workspace&) const {
    return Json::array({{{"type", "add"}, {"fields", Json::array()}}});
  }
  std::expected<Json, Error> begin_plan(const State& s, Seat, const Json& plan, Workspace&) const {
    ObjectReader in(plan, "plan");
    in.one_of("type", {"add"});
    in.integer("value", 1, 9);
    in.integer("times", 1, 9);
    in.integer_or("from", 0, 1000, 0);
    in.integer_or("until", 0, 1000, 0);
    if (auto error = in.finish()) return std::unexpected(*error);
    Json begun = plan;
    begun["memory"] = s.sum;
    return begun;
  }
  PlanStep follow_plan(const State& s, Seat, const Json& plan, Workspace&) const {
    if (plan.contains("until") && s.sum >= plan["until"].get<std::uint32_t>()) return PlanStep::stop("enough");
    if (plan.contains("from") && s.sum < plan["from"].get<std::uint32_t>()) return PlanStep::wait();
    Json left = plan;
    left["times"] = plan["times"].get<int>() - 1;
    return PlanStep::act({{"type", "add"}, {"value", plan["value"]}}, left["times"] == 0 ? Json(nullptr) : left);
  }
  void write_view(JsonWriter& w, const State& s, Viewer, std::span<const Choice<Action>>, Workspace&) const {
    w.object("sum", s.sum);
  }
};

inline std::unique_ptr<Game> make_tally() { return std::make_unique<TypedGame<Tally>>(Tally{}); }

}  // namespace remise::testing
