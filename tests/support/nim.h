// The smallest game that exercises the whole contract: three heaps, take any number from one heap; one heap is hidden
// from everyone but seat 0 until it is touched. Tests of shared code use it instead of a real game.
#pragma once

#include "core/range.h"
#include "core/seed.h"
#include "core/typed_match.h"

namespace remise::testing {

class Nim {
 public:
  static constexpr std::string_view id = "nim";
  static constexpr int version = 1;

  struct State {
    std::array<std::uint8_t, 3> heaps{};
    std::uint8_t hidden = 1;  // heap 2 is still covered
    std::uint8_t players = 2;
    std::int8_t turn = 0;
    std::int8_t last = -1;
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };
  struct Action {
    std::int32_t heap = 0;
    std::int32_t take = 1;
    bool operator==(const Action&) const = default;
  };
  enum class EventKind : std::uint8_t { taken, uncovered };
  enum class Code : std::uint8_t { no_such_heap, too_many };
  using Event = Record<EventKind>;
  using Refusal = Record<Code>;
  struct Workspace {};  // none needed

  Json about() const { return {{"id", id}, {"name", "Nim"}, {"players", {2, 4}}, {"options", Json::array()}}; }

  std::expected<State, Error> start(const Json& setup) const {
    ObjectReader in(setup, "setup");
    State state;
    state.players = static_cast<std::uint8_t>(in.integer("players", 2, 4));
    const Json deal = in.any("deal");  // the sizes of the heaps, instead of chance
    Random random = match_stream(deal.is_array() ? "" : in.text("seed"));
    in.skip("options");
    if (auto error = in.finish()) return std::unexpected(*error);
    for (std::size_t heap = 0; heap < 3; ++heap)
      state.heaps[heap] = static_cast<std::uint8_t>(
          deal.is_array() && heap < deal.size() && deal[heap].is_number_unsigned() ? deal[heap].get<unsigned>()
                                                                                   : 3 + random.below(5));
    return state;
  }

  int seats(const State& s) const { return s.players; }
  bool over(const State& s) const { return s.heaps == std::array<std::uint8_t, 3>{}; }
  SeatSet to_act(const State& s) const { return over(s) ? SeatSet{} : SeatSet::of(id_at<Seat>(s.turn)); }

  // Of the covered heap at most three may be taken: there are never fewer, so the bound tells nothing.
  int most(const State& s, int heap) const { return heap == 2 && s.hidden ? 3 : s.heaps[heap]; }

  void legal(const State& s, Seat, std::vector<Choice<Action>>& out, Workspace&) const {
    for (int heap = 0; heap < 3; ++heap)
      if (s.heaps[heap]) out.push_back({{heap, 1}, 1, most(s, heap), 1});
  }
  Action with_amount(Action a, std::int32_t n) const { return {a.heap, n}; }

  std::optional<Refusal> apply(State& s, Seat seat, const Action& a, std::vector<Event>* events, Workspace&) const {
    if (a.heap < 0 || a.heap > 2) return record(Code::no_such_heap, a.heap);
    if (a.take < 1 || a.take > most(s, a.heap)) return record(Code::too_many, a.heap, a.take);
    if (a.heap == 2 && s.hidden && events) events->push_back(record(EventKind::uncovered, s.heaps[2]));
    if (a.heap == 2) s.hidden = 0;
    s.heaps[a.heap] = static_cast<std::uint8_t>(s.heaps[a.heap] - a.take);
    s.last = static_cast<std::int8_t>(seat);
    s.turn = static_cast<std::int8_t>((s.turn + 1) % s.players);
    if (events) events->push_back(record(EventKind::taken, seat, a.heap, a.take));
    return std::nullopt;
  }

  bool reveals(const Event& e) const { return e.kind == EventKind::uncovered; }
  std::optional<Json> outcome(const State& s) const {
    if (!over(s)) return std::nullopt;
    Json scores = Json::array();
    for (int seat = 0; seat < s.players; ++seat) scores.push_back({{"seat", seat}, {"score", seat == s.last ? 1 : 0}});
    return Json{{"scores", scores}, {"winners", {s.last}}};
  }
  std::string broken_invariant(const State& s) const { return s.turn < s.players ? "" : "turn"; }

  void write_action(JsonWriter& w, const Action& a, Seat, Viewer) const {
    w.object("type", "take", "heap", a.heap, "take", a.take);
  }
  void write_choice(JsonWriter& w, const Choice<Action>& c) const {
    w.object("type", "take", "heap", c.action.heap, "take", c.range());
  }
  std::expected<Action, Error> read_action(const Json& json) const {
    ObjectReader in(json, "action");
    in.one_of("type", {"take"});
    Action a{static_cast<std::int32_t>(in.integer("heap", -1000, 1000)),
             static_cast<std::int32_t>(in.integer("take", -1000, 1000))};
    if (auto error = in.finish()) return std::unexpected(*error);
    return a;
  }
  void write_event(JsonWriter& w, const Event& e, Viewer) const {
    if (e.kind == EventKind::uncovered) return w.object("kind", "uncovered", "size", e.args[0]);
    w.object("kind", "taken", "seat", e.args[0], "heap", e.args[1], "take", e.args[2]);
  }
  Error explain(const Refusal& r) const {
    if (r.kind == Code::no_such_heap) return {"nim", "no_such_heap", "1", {{"heap", r.args[0]}}};
    return {"nim", "too_many", "2", {{"heap", r.args[0]}, {"take", r.args[1]}}};
  }
  State known(const State& s, Viewer viewer) const {
    State known = s;
    if (s.hidden && !viewer.sees(id_at<Seat>(0))) known.heaps[2] = 3;
    return known;
  }
  // Whoever may not know the covered heap draws it anew.
  State imagine(const State& s, Seat seat, Random& random) const {
    State imagined = s;
    if (s.hidden && seat != id_at<Seat>(0)) imagined.heaps[2] = static_cast<std::uint8_t>(3 + random.below(5));
    return imagined;
  }
  Json imagined_setup(const Json&, const State& start, const State& imagined) const {
    const auto covered = imagined.hidden ? imagined.heaps[2] : start.heaps[2];
    return {{"players", start.players}, {"deal", {start.heaps[0], start.heaps[1], covered}}};
  }
  void write_view(JsonWriter& w, const State& s, Viewer v, std::span<const Choice<Action>>, Workspace&) const {
    std::optional<std::uint8_t> covered = s.heaps[2];
    if (s.hidden && !v.sees(id_at<Seat>(0))) covered.reset();
    w.object(
        "heaps", [&] { w.tuple(s.heaps[0], s.heaps[1], covered); }, "turn", s.turn);
  }
};

inline std::unique_ptr<Game> make_nim() { return std::make_unique<TypedGame<Nim>>(Nim{}); }

}  // namespace remise::testing
