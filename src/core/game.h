// The contract between a game and everything around it: server, command line, browser. JSON at its edge.
//
// A Match is a log: setup and moves. Its state is a fold over them, so that replay, undo, history and recovery are one
// operation. `write_view` and `write_log` are the only ways out to a client, and hold only what the viewer may know.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data_files.h"
#include "core/ids.h"
#include "core/json.h"
#include "core/known.h"
#include "core/plans.h"

namespace remise {

// Who looks: a seat, a spectator (public knowledge only), or an analyst (everything; local use and finished matches).
struct Viewer {
  enum class Kind : std::uint8_t { seat, spectator, analyst };
  Kind kind = Kind::spectator;
  Seat seat = Seat::none;

  static constexpr Viewer of(Seat s) { return {Kind::seat, s}; }
  static constexpr Viewer spectator() { return {}; }
  static constexpr Viewer analyst() { return {Kind::analyst, Seat::none}; }
  constexpr bool sees(Seat s) const { return kind == Kind::analyst || (kind == Kind::seat && seat == s); }
  bool operator==(const Viewer&) const = default;
};

class Game;
struct Random;

// Any number of threads may look at a match that nobody changes.
class Match {
 public:
  virtual ~Match() = default;

  virtual const Game& game() const = 0;
  virtual int seats() const = 0;
  virtual std::size_t length() const = 0;  // moves played; the number of the present state
  virtual SeatSet to_act() const = 0;      // empty when the match is over

  // What leaves is text, appended to `out`; a client gets it as it is.
  //
  // {game, n, seats, to_act, seat, commitment (core/seed.h), seed (when over), undoable, outcome, legal: [...], state:
  // {...}} The fields of `state` are the game's own (docs/views-*.md); `legal` is legal(seat), or the
  // part of a long list that a view shows.
  virtual void write_view(std::string& out, Viewer viewer) const = 0;
  // The view after the first n moves, to look at: without legal moves, and nothing to take back.
  virtual void write_view_at(std::string& out, std::size_t n, Viewer viewer) const = 0;
  // Moves from number `from` on and before `end`: [{n, seat, action, events}].
  virtual void write_log(std::string& out, Viewer viewer, std::size_t from, std::size_t end) const = 0;
  // The moves open to a seat, as action objects. Where a number may be chosen freely the object holds a range instead:
  // {"type":"bid","private":"PR","price":{"min":10,"max":40,"step":5}}. What it holds, play accepts. Where every way to
  // do something would be too many (track, routes, payments) it holds a part by design (docs/views-*.md);
  // what it leaves out is reached by `compose`.
  virtual void write_legal(std::string& out, Seat seat) const = 0;
  // The same as trees, for those who look inside.
  Json view(Viewer viewer) const;
  Json view_at(std::size_t n, Viewer viewer) const;
  Json log(Viewer viewer, std::size_t from = 0, std::size_t end = std::string::npos) const;
  Json legal(Seat seat) const;

  // One of the moves open to a seat, each entry of the list with the same chance; nothing where there is none. Where it
  // holds a range, `draw` says which of so many numbers it is: each with the same chance, unless told otherwise.
  using Draw = std::uint32_t (*)(Random& random, std::uint32_t count);
  virtual std::optional<Json> pick(Seat seat, Random& random, Draw draw) const = 0;
  std::optional<Json> pick(Seat seat, Random& random) const;
  virtual std::size_t legal_count(Seat seat) const = 0;  // entries of the list

  // About an action begun: what may follow, at what price, can it be sent, and why not (docs/moves-in-the-making.md).
  // question: {"action": {...}, "use"?: [...], "avoid"?: [...]}. Whatever play accepts can be composed step by step,
  // and whatever is composed is accepted. Writes nothing where the question has not the right form.
  virtual std::expected<void, Error> write_composed(std::string& out, Seat seat, const Json& question) const = 0;
  std::expected<Json, Error> compose(Seat seat, const Json& question) const;

  // Moves in advance (core/plans.h): what a seat can plan now, a plan with what it has to remember, and what it says at
  // this position. Answered from what the seat may know; a game without plans has none to offer.
  virtual Json plans(Seat seat) const = 0;
  virtual std::expected<Json, Error> begin_plan(Seat seat, const Json& plan) const = 0;
  virtual PlanStep follow_plan(Seat seat, const Json& plan) const = 0;

  // What the viewer may know, for a client with the same engine; at the end, or after the first n moves, to look at.
  virtual Known known(Viewer viewer) const = 0;
  virtual Known known_at(std::size_t n, Viewer viewer) const = 0;

  // Plays a move, or says why not and changes nothing.
  virtual std::expected<void, Error> play(Seat seat, const Json& action) = 0;
  // Why not? What play would refuse with; plays nothing.
  virtual std::expected<void, Error> check(Seat seat, const Json& action) const = 0;
  // How many of the last moves the seat may take back alone: its own, up to the last revealed secret. None when the
  // match is over: with its end the seed is known.
  virtual std::size_t undoable(Seat seat) const = 0;
  virtual void undo(std::size_t moves) = 0;

  virtual std::optional<Json> outcome() const = 0;  // {scores: [...], winners: [...]}
  // The same as if the match ended here; nothing where the game does not say.
  virtual std::optional<Json> standing() const = 0;
  virtual std::uint64_t hash() const = 0;
  // The same match after its first n moves.
  virtual std::unique_ptr<Match> at(std::size_t n) const = 0;
  std::unique_ptr<Match> clone() const { return at(length()); }
  // The match file: setup, seed and moves, secrets included (docs/match-file.md).
  virtual Json file(bool with_hashes = false) const = 0;
  // The same as a seat may have it in the middle of a match: what it cannot know is drawn anew by `seed`, so that it
  // can try out what would happen. Nothing where the game does not say how (core/rules.h).
  virtual std::optional<Json> file_as_imagined(Seat seat, std::string_view seed) const = 0;
};

class Game {
 public:
  virtual ~Game() = default;

  virtual std::string_view id() const = 0;
  // {id, name, designer, players: [min, max], options: [{key, type, choices, default, by_players?, per_seat?,
  // needs?}]}. `by_players`: number of players -> {choices, default} where these differ.
  virtual Json about() const = 0;
  // setup: {"players": 4, "options": {...}, "seed": "any text"}, or with "deal" instead of chance.
  virtual std::expected<std::unique_ptr<Match>, Error> start(const Json& setup) const = 0;
  // Everything that is wrong with a setup: {possible, problems: [error, ...], ...}. What a game adds is in
  // docs/views-*.md.
  virtual Json check_setup(const Json& setup) const = 0;
  // A match file. Every move is checked again, and every hash stored in the file compared.
  virtual std::expected<std::unique_ptr<Match>, Error> load(const Json& file) const = 0;
  // A match that goes on from what one viewer knows. What others hide is made up in it: it is good for that viewer's
  // view and legal moves. The bytes must be from an engine with the same engine_id(); only their number is checked.
  virtual std::expected<std::unique_ptr<Match>, Error> go_on(const Known& known) const = 0;
};

using MadeGame = std::expected<std::unique_ptr<Game>, Error>;

// The form of a match file; what it promises: docs/compatibility.md.
inline constexpr std::string_view match_format = "remise-match-1";

// How to come by a game. Its id and the version of its rules are known before it is made: reading the data takes longer
// than most commands.
struct GameMaker {
  std::string_view id;
  int rules;  // the version that new matches have
  MadeGame (*make)(const DataFiles& data);

  MadeGame operator()(const DataFiles& data) const { return make(data); }
};

// One maker for each folder of src/games (written by the build).
std::vector<GameMaker> game_makers();

}  // namespace remise
