// The JSON contract of core/game.h over typed rules.
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "core/assert.h"
#include "core/compose.h"
#include "core/random.h"
#include "core/rules.h"
#include "core/seed.h"
#include "core/workspaces.h"

namespace remise {

std::string hash_text(std::uint64_t hash);  // 16 hexadecimal digits

template <Rules R>
class TypedGame;

template <Rules R>
class TypedMatch final : public Match {
 public:
  using State = typename R::State;
  using Action = typename R::Action;

  struct Move {
    Seat seat;
    Action action;
    std::vector<typename R::Event> events;
  };

  TypedMatch(const TypedGame<R>& game, Json setup, const State& start, int version = R::version, Known before = {})
      : game_(game),
        setup_(std::move(setup)),
        version_(version),
        before_(std::move(before)),
        state_(start),
        checkpoints_{start} {
    if (const auto seed = setup_.find("seed"); seed != setup_.end() && seed->is_string())
      before_.commitment = commitment_to(seed->template get_ref<const std::string&>());
  }

  const State& state() const { return state_; }
  const std::vector<Move>& moves() const { return moves_; }
  // The rules it is played by: a game may have several sets of components, of which the state names its own.
  const R& rules() const {
    if constexpr (requires { game_.rules().of(state_); })
      return game_.rules().of(state_);
    else
      return game_.rules();
  }

  const Game& game() const override { return game_; }
  int seats() const override { return rules().seats(state_); }
  std::size_t length() const override { return moves_.size(); }
  SeatSet to_act() const override { return rules().to_act(state_); }
  void write_view(std::string& out, Viewer viewer) const override {
    write_view_of(out, state_, length(), viewer, true);
  }
  void write_view_at(std::string& out, std::size_t n, Viewer viewer) const override;
  void write_log(std::string& out, Viewer viewer, std::size_t from, std::size_t end) const override;
  void write_legal(std::string& out, Seat seat) const override;
  using Match::pick;
  std::optional<Json> pick(Seat seat, Random& random, Draw draw) const override;
  std::size_t legal_count(Seat seat) const override;
  std::expected<void, Error> write_composed(std::string& out, Seat seat, const Json& question) const override;
  Json plans(Seat seat) const override;
  std::expected<Json, Error> begin_plan(Seat seat, const Json& plan) const override;
  PlanStep follow_plan(Seat seat, const Json& plan) const override;
  std::expected<void, Error> play(Seat seat, const Json& action) override;
  std::expected<void, Error> check(Seat seat, const Json& action) const override;
  std::optional<typename R::Refusal> play(Seat seat, const Action& action);
  std::size_t undoable(Seat seat) const override;
  void undo(std::size_t moves) override;
  std::optional<Json> outcome() const override { return rules().outcome(state_); }
  std::optional<Json> standing() const override {
    if constexpr (requires { rules().standing(state_); })
      return rules().standing(state_);
    else
      return rules().outcome(state_);
  }
  std::uint64_t hash() const override { return hash_value(state_); }
  std::unique_ptr<Match> at(std::size_t n) const override;
  Known known(Viewer viewer) const override;
  Known known_at(std::size_t n, Viewer viewer) const override;
  Json file(bool with_hashes) const override;
  std::optional<Json> file_as_imagined(Seat seat, std::string_view seed) const override;

 private:
  // A state is kept every so many moves; any other is rebuilt from the one before it.
  static constexpr std::size_t checkpoint_every = 32;

  State state_after(std::size_t n) const;
  std::expected<void, Error> turn_of(Seat seat) const;
  std::expected<Action, Error> read(Seat seat, const Json& action) const;
  Known known_of(const State& state, std::size_t n, Viewer viewer) const;
  Json seed_for(Viewer viewer, bool over) const;
  void write_view_of(std::string& out, const State& state, std::size_t n, Viewer viewer, bool open) const;
  Json file_of(Json setup, std::span<const Move> moves) const;

  const TypedGame<R>& game_;
  Json setup_;
  int version_;   // of the rules it is played under
  Known before_;  // what was before its first state, of a match that goes on; and the commitment of any
  State state_;
  std::vector<Move> moves_;
  std::vector<State> checkpoints_;  // after 0, checkpoint_every, 2 * checkpoint_every, ... moves
};

template <Rules R>
class TypedGame final : public Game {
 public:
  explicit TypedGame(R rules) : rules_(std::move(rules)) {}

  const R& rules() const { return rules_; }
  // Memory for one call.
  struct Room {
    typename R::Workspace work{};
    std::vector<Choice<typename R::Action>> choices;
  };
  typename Workspaces<Room>::Lent lend() const { return rooms_->lend(); }
  std::string_view id() const override { return R::id; }
  Json about() const override { return rules_.about(); }
  std::expected<std::unique_ptr<Match>, Error> start(const Json& setup) const override;
  Json check_setup(const Json& setup) const override;
  std::expected<std::unique_ptr<Match>, Error> load(const Json& file) const override;
  std::expected<std::unique_ptr<Match>, Error> go_on(const Known& known) const override;

 private:
  std::expected<std::unique_ptr<Match>, Error> start(const Json& setup, int version) const;

  R rules_;
  std::unique_ptr<Workspaces<Room>> rooms_ = std::make_unique<Workspaces<Room>>();
};

// ---------------------------------------------------------------------------------------------------------------------

template <Rules R>
void TypedMatch<R>::write_view_at(std::string& out, std::size_t n, Viewer viewer) const {
  write_view_of(out, n == length() ? state_ : state_after(n), n, viewer, false);
}

// `open`: a seat can play on from here.
template <Rules R>
void TypedMatch<R>::write_view_of(std::string& out, const State& state, std::size_t n, Viewer viewer, bool open) const {
  const auto room = game_.lend();
  list_shown(rules(), state, viewer, room->choices, room->work);
  open = open && viewer.kind == Viewer::Kind::seat;
  const auto result = rules().outcome(state);
  JsonWriter w(out);
  w.object([&] {
    w.members("game", R::id, "n", before_.n + n, "seats", seats(), "seat", viewer.seat);
    w.members("to_act", json_list([&] {
                for (SeatSet left = rules().to_act(state); !left.empty(); left.remove(left.lowest()))
                  w.value(left.lowest());
              }));
    w.members("outcome", result);
    if (!before_.commitment.is_null()) w.members("commitment", before_.commitment);
    if (const Json seed = seed_for(viewer, result.has_value()); !seed.is_null()) w.members("seed", seed);
    w.members("undoable", open ? undoable(viewer.seat) : 0);
    w.members("legal", json_list([&] {
                if (open)
                  for (const auto& choice : room->choices) rules().write_choice(w, choice);
              }));
    w.members("state", [&] { rules().write_view(w, state, viewer, room->choices, room->work); });
  });
}

template <Rules R>
Known TypedMatch<R>::known(Viewer viewer) const {
  Known known = known_of(state_, length(), viewer);
  if (viewer.kind == Viewer::Kind::seat) known.undoable = undoable(viewer.seat);
  return known;
}

template <Rules R>
Known TypedMatch<R>::known_at(std::size_t n, Viewer viewer) const {
  return n == length() ? known_of(state_, n, viewer) : known_of(state_after(n), n, viewer);
}

template <Rules R>
Known TypedMatch<R>::known_of(const State& state, std::size_t n, Viewer viewer) const {
  const State seen = rules().known(state, viewer);
  return {std::string(reinterpret_cast<const char*>(&seen), sizeof seen), before_.n + n, 0, before_.commitment,
          seed_for(viewer, rules().to_act(state).empty())};
}

// Null where the viewer may not know it.
template <Rules R>
Json TypedMatch<R>::seed_for(Viewer viewer, bool over) const {
  const auto seed = setup_.find("seed");
  if (seed == setup_.end() || !seed->is_string()) return before_.seed;
  return over || viewer.kind == Viewer::Kind::analyst ? *seed : Json(nullptr);
}

template <Rules R>
void TypedMatch<R>::write_legal(std::string& out, Seat seat) const {
  const auto room = game_.lend();
  list_choices(rules(), state_, Viewer::of(seat), room->choices, room->work);
  JsonWriter w(out);
  w.list(room->choices, [&](const auto& choice) { rules().write_choice(w, choice); });
}

template <Rules R>
std::size_t TypedMatch<R>::legal_count(Seat seat) const {
  const auto room = game_.lend();
  list_choices(rules(), state_, Viewer::of(seat), room->choices, room->work);
  return room->choices.size();
}

template <Rules R>
std::optional<Json> TypedMatch<R>::pick(Seat seat, Random& random, Draw draw) const {
  const auto room = game_.lend();
  list_choices(rules(), state_, Viewer::of(seat), room->choices, room->work);
  if (room->choices.empty()) return std::nullopt;
  const auto& choice = room->choices[random.below(static_cast<std::uint32_t>(room->choices.size()))];
  const auto range = choice.range();
  if (!range) return action_json(rules(), choice.action, seat, Viewer::analyst());
  const auto number = (*range)[draw(random, static_cast<std::uint32_t>(range->count()))];
  return action_json(rules(), rules().with_amount(choice.action, static_cast<std::int32_t>(number)), seat,
                     Viewer::analyst());
}

template <Rules R>
void TypedMatch<R>::write_log(std::string& out, Viewer viewer, std::size_t from, std::size_t end) const {
  JsonWriter w(out);
  w.list([&] {
    for (std::size_t n = from; n < std::min(end, moves_.size()); ++n) {
      const Move& move = moves_[n];
      w.object(
          "n", n, "seat", move.seat, "action", [&] { rules().write_action(w, move.action, move.seat, viewer); },
          "events", json_list(move.events, [&](const auto& event) { rules().write_event(w, event, viewer); }));
    }
  });
}

// Answered from what the seat may know, so that nothing else can be in the answer.
template <Rules R>
std::expected<void, Error> TypedMatch<R>::write_composed(std::string& out, Seat seat, const Json& question) const {
  if (const auto turn = turn_of(seat); !turn) return turn;
  if (auto error = check_question(question)) return std::unexpected(std::move(*error));
  const auto room = game_.lend();
  const State seen = rules().known(state_, Viewer::of(seat));
  JsonWriter w(out);
  if constexpr (requires { rules().compose(w, seen, seat, question, room->choices, room->work); })
    return rules().compose(w, seen, seat, question, room->choices, room->work);
  else
    return compose_from_list(w, rules(), seen, seat, question, room->choices, room->work);
}

// Only what the seat may know goes into a plan, and comes out of one.
template <Rules R>
Json TypedMatch<R>::plans(Seat seat) const {
  if constexpr (requires { rules().plans(state_, seat, game_.lend()->work); })
    return rules().plans(rules().known(state_, Viewer::of(seat)), seat, game_.lend()->work);
  else
    return Json::array();
}

template <Rules R>
std::expected<Json, Error> TypedMatch<R>::begin_plan(Seat seat, const Json& plan) const {
  if constexpr (requires { rules().begin_plan(state_, seat, plan, game_.lend()->work); })
    return rules().begin_plan(rules().known(state_, Viewer::of(seat)), seat, plan, game_.lend()->work);
  else
    return std::unexpected(form_error("unknown_word", "plan.type", plan));
}

template <Rules R>
PlanStep TypedMatch<R>::follow_plan(Seat seat, const Json& plan) const {
  if constexpr (requires { rules().follow_plan(state_, seat, plan, game_.lend()->work); })
    return rules().follow_plan(rules().known(state_, Viewer::of(seat)), seat, plan, game_.lend()->work);
  else
    return PlanStep::stop("unreadable");
}

template <Rules R>
std::expected<void, Error> TypedMatch<R>::turn_of(Seat seat) const {
  if (to_act().empty()) return std::unexpected(Error{"core", "match_over", ""});
  if (!to_act().has(seat))
    return std::unexpected(Error{"core", "not_your_turn", "", {{"seat", static_cast<int>(seat)}}});
  return {};
}

template <Rules R>
std::expected<typename R::Action, Error> TypedMatch<R>::read(Seat seat, const Json& action) const {
  if (const auto turn = turn_of(seat); !turn) return std::unexpected(turn.error());
  return rules().read_action(action);
}

template <Rules R>
std::expected<void, Error> TypedMatch<R>::play(Seat seat, const Json& action) {
  const auto decoded = read(seat, action);
  if (!decoded) return std::unexpected(decoded.error());
  if (const auto refusal = play(seat, *decoded)) return std::unexpected(rules().explain(*refusal));
  return {};
}

template <Rules R>
std::expected<void, Error> TypedMatch<R>::check(Seat seat, const Json& action) const {
  const auto decoded = read(seat, action);
  if (!decoded) return std::unexpected(decoded.error());
  State trial = state_;
  if (const auto refusal = rules().apply(trial, seat, *decoded, nullptr, game_.lend()->work))
    return std::unexpected(rules().explain(*refusal));
  return {};
}

template <Rules R>
std::optional<typename R::Refusal> TypedMatch<R>::play(Seat seat, const Action& action) {
  Move move{seat, action, {}};
  if (auto refusal = rules().apply(state_, seat, action, &move.events, game_.lend()->work)) return refusal;
  moves_.push_back(std::move(move));
  if (moves_.size() % checkpoint_every == 0) checkpoints_.push_back(state_);
  return std::nullopt;
}

template <Rules R>
std::size_t TypedMatch<R>::undoable(Seat seat) const {
  if (moves_.empty()) return before_.undoable;
  std::size_t count = 0;
  while (count < moves_.size() && !to_act().empty()) {
    const Move& move = moves_[moves_.size() - 1 - count];
    if (move.seat != seat) break;
    bool secret = false;
    for (const auto& event : move.events) secret = secret || rules().reveals(event);
    if (secret) break;
    ++count;
  }
  return count;
}

template <Rules R>
typename R::State TypedMatch<R>::state_after(std::size_t n) const {
  State state = checkpoints_[n / checkpoint_every];
  const auto room = game_.lend();
  for (std::size_t i = n / checkpoint_every * checkpoint_every; i < n; ++i) {
    const auto refusal = rules().apply(state, moves_[i].seat, moves_[i].action, nullptr, room->work);
    REMISE_ASSERT(!refusal);
  }
  return state;
}

template <Rules R>
void TypedMatch<R>::undo(std::size_t count) {
  REMISE_ASSERT(count <= moves_.size());
  const std::size_t n = moves_.size() - count;
  state_ = state_after(n);
  moves_.resize(n);
  checkpoints_.resize(n / checkpoint_every + 1);
}

template <Rules R>
std::unique_ptr<Match> TypedMatch<R>::at(std::size_t n) const {
  REMISE_ASSERT(n <= moves_.size());
  auto match = std::make_unique<TypedMatch>(game_, setup_, checkpoints_.front(), version_, before_);
  match->state_ = n == moves_.size() ? state_ : state_after(n);
  match->moves_.assign(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(n));
  match->checkpoints_.assign(checkpoints_.begin(),
                             checkpoints_.begin() + static_cast<std::ptrdiff_t>(n / checkpoint_every + 1));
  return match;
}

template <Rules R>
Json TypedMatch<R>::file_of(Json setup, std::span<const Move> moves) const {
  Json actions = json_tree([&](JsonWriter& w) {
    w.list(moves, [&](const Move& move) {
      w.object("seat", move.seat, "action",
               [&] { rules().write_action(w, move.action, move.seat, Viewer::analyst()); });
    });
  });
  return {{"format", match_format},
          {"game", R::id},
          {"rules", version_},
          {"setup", std::move(setup)},
          {"actions", std::move(actions)}};
}

template <Rules R>
std::optional<Json> TypedMatch<R>::file_as_imagined(Seat seat, std::string_view seed) const {
  if constexpr (requires(Random & random) { rules().imagine(state_, seat, random); }) {
    Random random = Random::from_seed(seed);
    const State imagined = rules().imagine(state_, seat, random);
    if constexpr (requires { rules().imagined_setup(setup_, state_, imagined); })
      return file_of(rules().imagined_setup(setup_, checkpoints_.front(), imagined), moves_);
    else if constexpr (requires { rules().position_setup(imagined); })
      return file_of(rules().position_setup(imagined), {});
  }
  (void)seat, (void)seed;
  return std::nullopt;
}

template <Rules R>
Json TypedMatch<R>::file(bool with_hashes) const {
  Json file = file_of(setup_, moves_);
  if (with_hashes) {
    Json hashes = Json::array();
    State state = checkpoints_.front();
    const auto room = game_.lend();
    for (const auto& move : moves_) {
      const auto refusal = rules().apply(state, move.seat, move.action, nullptr, room->work);
      REMISE_ASSERT(!refusal);
      hashes.push_back(hash_text(hash_value(state)));
    }
    file["hashes"] = std::move(hashes);
  }
  return file;
}

template <Rules R>
std::expected<std::unique_ptr<Match>, Error> TypedGame<R>::start(const Json& setup) const {
  return start(setup, R::version);
}

template <Rules R>
std::expected<std::unique_ptr<Match>, Error> TypedGame<R>::start(const Json& setup, int version) const {
  auto state = [&] {
    if constexpr (requires { rules_.start(setup, version); })
      return rules_.start(setup, version);
    else
      return rules_.start(setup);
  }();
  if (!state) return std::unexpected(state.error());
  return std::make_unique<TypedMatch<R>>(*this, setup, *state, version);
}

// A game that does not say more names the first fault.
template <Rules R>
Json TypedGame<R>::check_setup(const Json& setup) const {
  if constexpr (requires { rules_.check_setup(setup); }) {
    return rules_.check_setup(setup);
  } else {
    const auto state = rules_.start(setup);
    Json problems = Json::array();
    if (!state) problems.push_back(to_json(state.error()));
    return {{"possible", state.has_value()}, {"problems", std::move(problems)}, {"notes", Json::array()}};
  }
}

template <Rules R>
std::expected<std::unique_ptr<Match>, Error> TypedGame<R>::load(const Json& file) const {
  ObjectReader in(file, "");
  if (in.text("format") != match_format)
    in.fail("unknown_word", "format", file.is_object() ? file.value("format", Json()) : Json());
  if (in.text("game") != R::id) in.fail("unknown_word", "game", in.any("game"));
  const auto version = static_cast<int>(in.integer("rules", 1, R::version));
  const Json& setup = in.object("setup");
  const Json& actions = in.array("actions", 1'000'000);
  const Json& hashes = in.any("hashes");
  if (!hashes.is_null() && (!hashes.is_array() || hashes.size() != actions.size()))
    in.fail("not_a_list", "hashes", hashes);
  if (auto error = in.finish_ignoring_rest()) return std::unexpected(*error);
  auto match = start(setup, version);
  if (!match) return match;
  for (std::size_t n = 0; n < actions.size(); ++n) {
    ObjectReader entry(actions[n], "actions." + std::to_string(n));
    const auto seat = id_at<Seat>(entry.integer("seat", 0, max_seats - 1));
    const Json& action = entry.object("action");
    if (auto error = entry.finish_ignoring_rest()) return std::unexpected(*error);
    if (const auto played = (*match)->play(seat, action); !played) {
      Error error = played.error();
      error.values["move"] = n;
      return std::unexpected(error);
    }
    if (!hashes.is_null() && hashes[n] != hash_text((*match)->hash()))
      return std::unexpected(Error{"core", "hash_differs", "", {{"move", n}, {"found", hash_text((*match)->hash())}}});
  }
  return match;
}

template <Rules R>
std::expected<std::unique_ptr<Match>, Error> TypedGame<R>::go_on(const Known& known) const {
  typename R::State state;
  if (known.state.size() != sizeof state) return std::unexpected(form_error("not_bytes", "position.state"));
  std::memcpy(static_cast<void*>(&state), known.state.data(), sizeof state);
  Known before = known;
  before.state.clear();
  return std::make_unique<TypedMatch<R>>(*this, Json::object(), state, R::version, std::move(before));
}

}  // namespace remise
