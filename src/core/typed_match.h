// The JSON contract of core/game.h over typed rules.
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "core/assert.h"
#include "core/random.h"
#include "core/rules.h"
#include "core/seed.h"
#include "core/workspaces.h"

namespace remise {

inline constexpr std::string_view match_format = "remise-match-1";

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
        checkpoints_{start} {}

  const State& state() const { return state_; }
  const std::vector<Move>& moves() const { return moves_; }

  const Game& game() const override { return game_; }
  int seats() const override { return rules().seats(state_); }
  std::size_t length() const override { return moves_.size(); }
  SeatSet to_act() const override { return rules().to_act(state_); }
  Json view(Viewer viewer) const override;
  Json view_at(std::size_t n, Viewer viewer) const override;
  Json legal(Seat seat) const override;
  Json log(Viewer viewer, std::size_t from = 0, std::size_t end = std::string::npos) const override;
  std::expected<void, Error> play(Seat seat, const Json& action) override;
  std::expected<void, Error> check(Seat seat, const Json& action) const override;
  std::optional<typename R::Refusal> play(Seat seat, const Action& action);
  std::size_t undoable(Seat seat) const override;
  void undo(std::size_t moves) override;
  std::optional<Json> outcome() const override { return rules().outcome(state_); }
  std::uint64_t hash() const override { return hash_value(state_); }
  std::unique_ptr<Match> at(std::size_t n) const override;
  Known known(Viewer viewer) const override;
  Known known_at(std::size_t n, Viewer viewer) const override;
  Json file(bool with_hashes) const override;
  std::optional<Json> file_as_imagined(Seat seat, std::string_view seed) const override;

 private:
  // A state is kept every so many moves; any other is rebuilt from the one before it.
  static constexpr std::size_t checkpoint_every = 32;

  const R& rules() const { return game_.rules(); }
  State state_after(std::size_t n) const;
  std::expected<Action, Error> read(Seat seat, const Json& action) const;
  Json view_of(const State& state, std::size_t n, Viewer viewer) const;
  Known known_of(const State& state, std::size_t n, Viewer viewer) const;
  Json file_of(Json setup, std::span<const Move> moves) const;

  const TypedGame<R>& game_;
  Json setup_;
  int version_;   // of the rules it is played under
  Known before_;  // of a match that goes on: what was before its first state
  State state_;
  std::vector<Move> moves_;
  std::vector<State> checkpoints_;  // after 0, checkpoint_every, 2 * checkpoint_every, ... moves
};

template <Rules R>
class TypedGame final : public Game {
 public:
  explicit TypedGame(R rules) : rules_(std::move(rules)) {}

  const R& rules() const { return rules_; }
  typename Workspaces<typename R::Workspace>::Lent lend() const { return workspaces_->lend(); }
  std::string_view id() const override { return R::id; }
  Json about() const override { return rules_.about(); }
  std::expected<std::unique_ptr<Match>, Error> start(const Json& setup) const override;
  std::expected<std::unique_ptr<Match>, Error> load(const Json& file) const override;
  std::expected<std::unique_ptr<Match>, Error> go_on(const Known& known) const override;

 private:
  std::expected<std::unique_ptr<Match>, Error> start(const Json& setup, int version) const;

  R rules_;
  std::unique_ptr<Workspaces<typename R::Workspace>> workspaces_ =
      std::make_unique<Workspaces<typename R::Workspace>>();
};

// ---------------------------------------------------------------------------------------------------------------------

template <Rules R>
Json TypedMatch<R>::view(Viewer viewer) const {
  Json view = view_of(state_, length(), viewer);
  if (viewer.kind == Viewer::Kind::seat) {
    view["legal"] = legal(viewer.seat);
    view["undoable"] = undoable(viewer.seat);
  }
  return view;
}

template <Rules R>
Json TypedMatch<R>::view_at(std::size_t n, Viewer viewer) const {
  return n == length() ? view_of(state_, n, viewer) : view_of(state_after(n), n, viewer);
}

template <Rules R>
Json TypedMatch<R>::view_of(const State& state, std::size_t n, Viewer viewer) const {
  const SeatSet acting = rules().to_act(state);
  Json to_act_list = Json::array();
  for (int s = 0; s < seats(); ++s)
    if (acting.has(id_at<Seat>(s))) to_act_list.push_back(s);
  Json view{{"game", R::id}, {"n", before_.n + n}, {"seats", seats()}, {"to_act", std::move(to_act_list)}};
  const auto result = rules().outcome(state);
  view["outcome"] = result ? *result : Json(nullptr);
  if (const auto seed = setup_.find("seed"); seed != setup_.end() && seed->is_string()) {
    view["commitment"] = commitment_to(seed->template get_ref<const std::string&>());
    if (result || viewer.kind == Viewer::Kind::analyst) view["seed"] = *seed;
  }
  if (!before_.commitment.is_null()) view["commitment"] = before_.commitment;
  if (!before_.seed.is_null()) view["seed"] = before_.seed;
  view["seat"] = viewer.kind == Viewer::Kind::seat ? Json(static_cast<int>(viewer.seat)) : Json(nullptr);
  view["legal"] = Json::array();
  view["undoable"] = 0;
  view["state"] = rules().view(state, viewer, game_.lend());
  return view;
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
  Known known{std::string(reinterpret_cast<const char*>(&seen), sizeof seen), before_.n + n, 0, before_.commitment,
              before_.seed};
  if (const auto seed = setup_.find("seed"); seed != setup_.end() && seed->is_string()) {
    known.commitment = commitment_to(seed->template get_ref<const std::string&>());
    if (rules().to_act(state).empty() || viewer.kind == Viewer::Kind::analyst) known.seed = *seed;
  }
  return known;
}

template <Rules R>
Json TypedMatch<R>::legal(Seat seat) const {
  Json list = Json::array();
  if (!to_act().has(seat)) return list;
  std::vector<Choice<Action>> choices;
  rules().legal(state_, seat, choices, game_.lend());
  for (const auto& choice : choices) list.push_back(rules().choice_json(choice));
  return list;
}

template <Rules R>
Json TypedMatch<R>::log(Viewer viewer, std::size_t from, std::size_t end) const {
  Json list = Json::array();
  for (std::size_t n = from; n < std::min(end, moves_.size()); ++n) {
    Json events = Json::array();
    for (const auto& event : moves_[n].events) {
      Json json = rules().event_json(event, viewer);
      if (!json.is_null()) events.push_back(std::move(json));
    }
    list.push_back({{"n", n},
                    {"seat", static_cast<int>(moves_[n].seat)},
                    {"action", rules().action_json(moves_[n].action, moves_[n].seat, viewer)},
                    {"events", std::move(events)}});
  }
  return list;
}

template <Rules R>
std::expected<typename R::Action, Error> TypedMatch<R>::read(Seat seat, const Json& action) const {
  if (to_act().empty()) return std::unexpected(Error{"core", "match_over", ""});
  if (!to_act().has(seat))
    return std::unexpected(Error{"core", "not_your_turn", "", {{"seat", static_cast<int>(seat)}}});
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
  if (const auto refusal = rules().apply(trial, seat, *decoded, nullptr, game_.lend()))
    return std::unexpected(rules().explain(*refusal));
  return {};
}

template <Rules R>
std::optional<typename R::Refusal> TypedMatch<R>::play(Seat seat, const Action& action) {
  Move move{seat, action, {}};
  if (auto refusal = rules().apply(state_, seat, action, &move.events, game_.lend())) return refusal;
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
  const auto work = game_.lend();
  for (std::size_t i = n / checkpoint_every * checkpoint_every; i < n; ++i) {
    const auto refusal = rules().apply(state, moves_[i].seat, moves_[i].action, nullptr, work);
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
  Json actions = Json::array();
  for (const auto& move : moves)
    actions.push_back({{"seat", static_cast<int>(move.seat)},
                       {"action", rules().action_json(move.action, move.seat, Viewer::analyst())}});
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
    const auto work = game_.lend();
    for (const auto& move : moves_) {
      const auto refusal = rules().apply(state, move.seat, move.action, nullptr, work);
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
