// The players of one game behind JSON, for server, browser and command line; and, natively, the arena's workhorse.
// src/bots/foo holds the players of src/games/foo and defines remise::bots::foo::make_suite (found by the build).
#pragma once

#include <array>
#include <charconv>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bots/player.h"
#include "bots/weights.h"
#include "core/data_files.h"
#include "core/typed_match.h"

namespace remise::bots {

// The result of one game played between players given by name.
struct Played {
  std::vector<double> scores;  // by seat
  std::vector<double> wins;    // by seat: 1, or its part of a shared win
  std::size_t moves = 0;
  std::uint64_t nodes = 0;
  std::string error;  // a player that chose an illegal action, a game that does not end
};

// What a player thought of the move it made.
struct Opinion {
  std::size_t move = 0;
  Seat seat = Seat::none;
  double value = 0;    // expected result of the seat
  double chance = -1;  // of winning, where the player has an opinion on it
};

// Weighed moves behind JSON (player.h).
struct WeighedMove {
  Json action;
  bool played = false, obvious = false;
  int playouts = 0;
  double behind = 0, behind_error = 0, obvious_gain = 0, gain_error = 0;
  std::vector<double> results, errors, chances;  // by seat; chances are empty where nobody tells them
};
struct Weighing {
  std::vector<WeighedMove> moves;  // best first; none where there was nothing to decide
  bool others = true;              // results of other seats than the one that decides mean something
  double rivals = 1;               // how much they count against one's own
};

// A player that is no part of the engine (program.h). It is shown what its seat may see.
class OutsidePlayer {
 public:
  virtual ~OutsidePlayer() = default;
  // The action, or what went wrong.
  virtual std::expected<Json, std::string> choose(const Match& match, Seat seat) = 0;
  virtual void over(const Json& outcome) = 0;
};
using MakeOutside = std::function<std::unique_ptr<OutsidePlayer>(const std::string& name)>;

// All seats of a game are played by one player up to a stage of it, so that only what follows is compared.
struct Lead {
  std::string player;  // empty: nobody leads
  int until = 0;       // the stage (Sampler) at which the others take over
};

struct PlayedSetup {
  Json setup;                                 // without seed
  std::string seed;                           // of the game and of the players' draws
  std::vector<std::string> players;           // by seat: a level, or "LEVEL@NODES" with a budget of its own
  std::uint64_t nodes = 0;                    // budget of each move; 0: the player's own
  std::function<void(const Match&)> observe;  // after every move, where wanted
  // For training data. Up to a random point of the game every seat makes, in so many of a thousand moves, any of the
  // moves it thought of instead of the best.
  int deviate = 0;
  int deviate_moves = 0;                                         // that point lies within so many moves
  std::function<void(const Match&, const Opinion&)> opinions{};  // before every move of a player that has one
  MakeOutside outside{};          // players by names that are no level; null for a name it does not know
  Json recorded = Json::array();  // `actions` of a match file: made first, before any player is asked
  Lead lead{};
};

// What may be asked for: more would be thought about for days.
inline constexpr std::uint64_t largest_budget = 100'000'000;
// In moves: who plays on longer is stopped.
inline constexpr std::size_t longest_game = 100'000;

// A player's name, "LEVEL" or "LEVEL/STYLE" and perhaps "@NODES" (1 to largest_budget), taken apart. What is no such
// name is a level that does not exist.
struct PlayerName {
  std::string level;        // with the style
  std::uint64_t nodes = 0;  // 0: not said
};
PlayerName player_name(std::string_view name);
// A level with a style ("hard/builder") is a level of its own: it judges by the same worths and leans to something.
inline std::string_view plain_level(std::string_view level) { return level.substr(0, level.find('/')); }
inline std::string_view style_of(std::string_view level) {
  const auto slash = level.find('/');
  return slash == std::string_view::npos ? std::string_view() : level.substr(slash + 1);
}
inline constexpr std::array<std::string_view, 3> styles{"builder", "trader", "spoiler"};

// Positions as numbers, for training an evaluation (tools/learn). One for each thread: it remembers.
class Sampler {
 public:
  virtual ~Sampler() = default;
  // {"seat_features": [names], "table_features": [names], "stages": [names], "weights"?: hash of those that the numbers
  // depend on}
  virtual Json about() const = 0;
  // Positions are looked at when this number changes; -1: never here.
  virtual int stage(const Match& match) const = 0;
  // Appends the numbers of the table, then those of each seat.
  virtual void sample(const Match& match, std::vector<std::int32_t>& out) = 0;
};

// What a search finds of the moves it tries, with the moves as numbers: to train a quick judgement (tools/learn).
class Teacher {
 public:
  virtual ~Teacher() = default;
  // {"decisions": [{"decision": name, "numbers": [names]}]}
  virtual Json about() const = 0;
  // For each move tried: the stage of the game, the place of the decision in that list, playouts, what they found, and
  // the numbers of the move. Nothing where there is nothing to teach.
  virtual std::vector<std::vector<double>> ask(const Match& match, std::uint64_t nodes, Random& random) = 0;
};

// One decision shared out among several engines (the browser's workers). Each of them prepares it by itself; one asks
// for the next playouts until there is an action, the others play them.
class Deliberation {
 public:
  virtual ~Deliberation() = default;
  // Given what came of all playouts so far, in order: {"playouts": [[arm, world, planned], ...], "nodes": 40000}, those
  // to be played now and what all of the thinking may cost; or {"action": ...}.
  virtual std::expected<Json, Error> next(const Json& ends) const = 0;
  // What came of each: [ended, utility, own, chance, nodes].
  virtual std::expected<Json, Error> play(const Json& playouts) const = 0;
};

class Suite {
 public:
  virtual ~Suite() = default;

  virtual std::string_view game() const = 0;
  virtual int rules() const = 0;  // their version
  // Names of the players on offer, weakest first, of: random, beginner, easy, medium, hard, strong, expert. A game may
  // lack some.
  virtual std::vector<std::string> levels() const = 0;
  // Levels on offer with a style, "hard/builder".
  virtual std::vector<std::string> styled_levels() const = 0;
  // Those of the arena: also "hard-1", the hard of former times, by which later ones are measured.
  virtual std::vector<std::string> all_levels() const = 0;
  // Those of all of these that weigh moves.
  virtual std::vector<std::string> weighing_levels() const = 0;
  // The move a player of this level makes. `seed` fixes its draws; a budget of 0 nodes stands for the level's own.
  virtual std::expected<Json, Error> choose(const Match& match, Seat seat, std::string_view level,
                                            std::string_view seed, std::uint64_t nodes = 0,
                                            const std::atomic<bool>* stop = nullptr) const = 0;
  // The same move in pieces; a level that does not share its search answers at once. The match must stay as it is.
  virtual std::expected<std::unique_ptr<Deliberation>, Error> deliberate(const Match& match, Seat seat,
                                                                         std::string_view level, std::string_view seed,
                                                                         std::uint64_t nodes = 0) const = 0;
  // Whoever may think together in choose and hint; games of the arena think alone.
  virtual void use(std::shared_ptr<Crew> crew) = 0;
  // The best moves with their expected results and, where the player tells it, the chance of winning: [{action, value,
  // chance?}].
  virtual std::expected<Json, Error> hint(const Match& match, Seat seat, std::string_view level, std::string_view seed,
                                          std::uint64_t nodes = 0, const std::atomic<bool>* stop = nullptr) const = 0;
  // The best move here beside the one played (null: none), with errors: for reviews. Judged from what the seat knows.
  virtual std::expected<Weighing, Error> weigh(const Match& match, Seat seat, const Json& played,
                                               std::string_view level, std::string_view seed,
                                               std::uint64_t nodes = 0) const = 0;
  virtual Played play(const PlayedSetup& setup) const = 0;
  // All seats play the match on to its end, or for so many moves, as players of this level; how many moves that took.
  virtual std::expected<std::size_t, Error> play_on(Match& match, std::string_view level, std::string_view seed,
                                                    std::size_t most) const = 0;

  // The named weights of the players' evaluation, as the data file has them; empty where there is nothing to tune.
  virtual std::vector<Weight> weights() const = 0;
  // This suite with further players "candidate 0", "candidate 1", ...: the level with other values of its weights. Null
  // for a level that is not on offer, with a style or without: those of the arena stay as they were.
  virtual std::unique_ptr<Suite> with_candidates(std::string_view level,
                                                 const std::vector<std::vector<double>>& values) const = 0;
  // Null where nothing is learned.
  virtual std::unique_ptr<Sampler> sampler() const = 0;
  virtual std::unique_ptr<Teacher> teacher() const = 0;
};

// Who gives hints unless another is asked for: a strong player that answers at once.
inline std::string hint_level(const Suite& suite) {
  const auto levels = suite.levels();
  return std::ranges::find(levels, "hard") != levels.end() ? "hard" : levels.back();
}

// A level: its name, its usual budget, and how to make a player of it.
template <Rules R>
struct Level {
  std::string name;
  std::uint64_t nodes;
  std::function<std::unique_ptr<Player<R>>()> make;
  bool offered = true;  // else for the arena alone
};

// The weights of a game's players, and how to make a player of a level with other values for them.
template <Rules R>
struct Tunable {
  std::vector<Weight> weights;
  std::function<std::unique_ptr<Player<R>>(std::string_view level, const std::vector<double>& values)> make;
};

template <Rules R>
struct Sitting;

// How a game's players learn, where they do.
struct Learning {
  std::function<std::unique_ptr<Sampler>()> sampler{};
  std::function<std::unique_ptr<Teacher>()> teacher{};
};

template <Imaginable R>
class TypedSuite final : public Suite {
 public:
  TypedSuite(const TypedGame<R>& game, std::vector<Level<R>> levels, Tunable<R> tunable = {}, Learning learning = {})
      : game_(game), levels_(std::move(levels)), tunable_(std::move(tunable)), learning_(std::move(learning)) {}

  std::string_view game() const override { return R::id; }
  int rules() const override { return R::version; }
  std::vector<std::string> levels() const override {
    return names([](const Level<R>& level) { return level.offered && style_of(level.name).empty(); });
  }
  std::vector<std::string> styled_levels() const override {
    return names([](const Level<R>& level) { return level.offered && !style_of(level.name).empty(); });
  }
  std::vector<std::string> all_levels() const override {
    return names([](const Level<R>& level) { return style_of(level.name).empty(); });
  }
  std::vector<std::string> weighing_levels() const override {
    return names([](const Level<R>& level) { return level.make()->weighs(); });
  }
  std::expected<Json, Error> choose(const Match& match, Seat seat, std::string_view level, std::string_view seed,
                                    std::uint64_t nodes, const std::atomic<bool>* stop) const override;
  std::expected<Json, Error> hint(const Match& match, Seat seat, std::string_view level, std::string_view seed,
                                  std::uint64_t nodes, const std::atomic<bool>* stop) const override;
  std::expected<std::unique_ptr<Deliberation>, Error> deliberate(const Match& match, Seat seat, std::string_view level,
                                                                 std::string_view seed,
                                                                 std::uint64_t nodes) const override;
  void use(std::shared_ptr<Crew> crew) override { crew_ = std::move(crew); }
  std::expected<Weighing, Error> weigh(const Match& match, Seat seat, const Json& played, std::string_view level,
                                       std::string_view seed, std::uint64_t nodes) const override;
  Played play(const PlayedSetup& setup) const override;
  std::expected<std::size_t, Error> play_on(Match& match, std::string_view level, std::string_view seed,
                                            std::size_t most) const override;
  std::vector<Weight> weights() const override { return tunable_.weights; }
  std::unique_ptr<Suite> with_candidates(std::string_view level,
                                         const std::vector<std::vector<double>>& values) const override;
  std::unique_ptr<Sampler> sampler() const override { return learning_.sampler ? learning_.sampler() : nullptr; }
  std::unique_ptr<Teacher> teacher() const override { return learning_.teacher ? learning_.teacher() : nullptr; }

 private:
  std::vector<std::string> names(bool (*wanted)(const Level<R>& level)) const {
    std::vector<std::string> list;
    for (const auto& level : levels_)
      if (wanted(level)) list.push_back(level.name);
    return list;
  }
  const Level<R>* find(std::string_view name) const {
    for (const auto& level : levels_)
      if (level.name == name) return &level;
    return nullptr;
  }
  struct Question {
    const Match& match;
    Seat seat;
    std::string_view level, seed;
    std::uint64_t nodes;
    const std::atomic<bool>* stop;
  };
  template <class Ask>
  std::expected<Json, Error> with_player(const Question& q, Ask ask) const;
  std::expected<Sitting<R>, std::string> seated(const std::string& name, const PlayedSetup& wanted) const;
  // Who is asked about what. The match must be one of this game: its id says so, and its type follows.
  struct Asked {
    const Level<R>* level;
    const TypedMatch<R>* match;
  };
  std::expected<Asked, Error> asked(const Match& match, Seat seat, std::string_view level) const;

  const TypedGame<R>& game_;
  std::vector<Level<R>> levels_;
  Tunable<R> tunable_;
  Learning learning_;
  std::shared_ptr<Crew> crew_;
};

// A level on offer and its usual budget; those that do not search need one node.
struct OfferedLevel {
  const char* name;
  std::uint64_t nodes = 1;
};

// The levels of a game over one file of weights, weakest first. `make` makes a player of a level; those that judge
// without slips, from medium on, are asked for in every style as well ("hard/builder"). `further` are levels for the
// arena alone.
template <Imaginable R, class Weights>
std::unique_ptr<Suite> levels_over_weights(
    const Game& game, std::string_view file, std::expected<WeightTable<Weights>, Error> (*read)(std::string_view json),
    Weights (*from_values)(const std::vector<double>& values),
    const std::function<std::unique_ptr<Player<R>>(std::string_view level, const Weights& weights)>& make,
    const std::vector<OfferedLevel>& offered, std::vector<Level<R>> further = {}, Learning learning = {});

// The same in two programs whose players were built from the same sources (written by the build). Native only.
std::string_view players_id();

// The players of a game, from the folder of src/bots that knows it (written by the build); null when there are none.
std::unique_ptr<Suite> make_suite(const Game& game);

// ---------------------------------------------------------------------------------------------------------------------

// What a player is given for one decision: its own draws, fixed by seed, seat and number of the move.
inline Random decision_draws(std::string_view seed, Seat seat, std::size_t move) {
  return Random::from_seed(std::string(seed) + "/" + std::to_string(static_cast<int>(seat)) + "/" +
                           std::to_string(move));
}

inline PlayerName player_name(std::string_view name) {
  const auto at = name.find('@');
  if (at == std::string_view::npos) return {std::string(name), 0};
  const std::string_view digits = name.substr(at + 1);
  std::uint64_t nodes = 0;
  const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), nodes);
  const bool whole = wrong == std::errc() && end == digits.data() + digits.size();
  if (!whole || nodes < 1 || nodes > largest_budget) return {std::string(name), 0};
  return {std::string(name.substr(0, at)), nodes};
}

// Playouts and their ends as lists of numbers; false where that is not what is there.
inline bool read_playout(const Json& json, std::size_t arms, Playout& out) {
  const auto number = [&](std::size_t i, std::int64_t most) {
    if (!json[i].is_number_integer()) return false;
    const auto value = json[i].get<std::int64_t>();
    return value >= 0 && value <= most;
  };
  constexpr std::int64_t most_worlds = 1'000'000, most_planned = 1000;
  if (!json.is_array() || json.size() != 3 || arms == 0) return false;
  if (!number(0, static_cast<std::int64_t>(arms) - 1) || !number(1, most_worlds) || !number(2, most_planned))
    return false;
  out = {json[0].get<std::size_t>(), json[1].get<int>(), json[2].get<int>()};
  return true;
}

inline bool read_playout_end(const Json& json, PlayoutEnd& out) {
  if (!json.is_array() || json.size() != 5 || !json[0].is_boolean() || !json[4].is_number_integer()) return false;
  for (std::size_t i = 1; i < 4; ++i)
    if (!json[i].is_number()) return false;
  constexpr std::int64_t most_nodes = 1'000'000'000;
  const auto nodes = json[4].get<std::int64_t>();
  if (nodes < 0 || nodes > most_nodes) return false;
  out = {json[0].get<bool>(), json[1].get<double>(), json[2].get<double>(), json[3].get<double>(),
         static_cast<std::uint64_t>(nodes)};
  return true;
}

template <Imaginable R>
auto TypedSuite<R>::asked(const Match& match, Seat seat, std::string_view name) const -> std::expected<Asked, Error> {
  const auto* level = find(name);
  if (!level) return std::unexpected(form_error("unknown_word", "level", name));
  if (match.game().id() != R::id) return std::unexpected(form_error("unknown_word", "game", match.game().id()));
  if (!match.to_act().has(seat))
    return std::unexpected(Error{"core", "not_your_turn", "", {{"seat", static_cast<int>(seat)}}});
  return Asked{level, static_cast<const TypedMatch<R>*>(&match)};
}

// `ask` is given a player of the level, the rules, the state as the seat may imagine it, what it may spend and its
// draws.
template <Imaginable R>
template <class Ask>
std::expected<Json, Error> TypedSuite<R>::with_player(const Question& q, Ask ask) const {
  const auto who = asked(q.match, q.seat, q.level);
  if (!who) return std::unexpected(who.error());
  const auto& [level, typed_match] = *who;
  const R& rules = typed_match->rules();
  Random random = decision_draws(q.seed, q.seat, q.match.length());
  Budget budget(q.nodes ? q.nodes : level->nodes, q.stop, crew_.get());
  const auto imagined = rules.imagine(typed_match->state(), q.seat, random);
  return ask(*level->make(), rules, imagined, budget, random);
}

template <Imaginable R>
std::expected<Json, Error> TypedSuite<R>::choose(const Match& match, Seat seat, std::string_view level,
                                                 std::string_view seed, std::uint64_t nodes,
                                                 const std::atomic<bool>* stop) const {
  return with_player({match, seat, level, seed, nodes, stop}, [&](auto& player, const R& rules, const auto& imagined,
                                                                  Budget& budget, Random& random) {
    return action_json(rules, player.choose(rules, imagined, seat, budget, random), seat, Viewer::of(seat));
  });
}

template <Imaginable R>
class TypedDeliberation final : public Deliberation {
 public:
  TypedDeliberation(std::unique_ptr<Player<R>> player, const R& rules, typename R::State imagined, Seat seat,
                    std::uint64_t nodes, Random random)
      : player_(std::move(player)), rules_(rules), imagined_(std::move(imagined)), seat_(seat), nodes_(nodes) {
    const Random draws = random;
    search_ = player_->share(rules_, imagined_, seat_, nodes_, random);
    random_ = draws;
  }

  std::expected<Json, Error> next(const Json& ends) const override {
    if (!search_) {
      Budget budget(nodes_);
      Random random = random_;
      return answer(player_->choose(rules_, imagined_, seat_, budget, random));
    }
    Halving schedule = search_->schedule();
    std::size_t from = 0;
    for (std::vector<PlayoutEnd> told; !schedule.done(); schedule.take(told)) {
      const std::vector<Playout>& batch = schedule.batch();
      if (from == ends.size()) return question(schedule);
      if (ends.size() - from < batch.size()) return std::unexpected(form_error("missing", "ends"));
      told.assign(batch.size(), {});
      for (PlayoutEnd& end : told)
        if (!read_playout_end(ends[from++], end)) return std::unexpected(form_error("out_of_range", "ends"));
    }
    if (from < ends.size()) return std::unexpected(form_error("out_of_range", "ends"));
    return answer(search_->best(schedule));
  }

  std::expected<Json, Error> play(const Json& playouts) const override {
    Json ends = Json::array();
    for (const Json& json : playouts) {
      Playout playout;
      if (!read_playout(json, search_ ? search_->arms() : 0, playout))
        return std::unexpected(form_error("out_of_range", "playouts"));
      const PlayoutEnd end = search_->play(playout);
      ends.push_back(Json::array({end.ended, end.utility, end.own, end.chance, end.nodes}));
    }
    return ends;
  }

 private:
  Json answer(const typename R::Action& action) const {
    return {{"action", action_json(rules_, action, seat_, Viewer::of(seat_))}};
  }
  Json question(const Halving& schedule) const {
    Json list = Json::array();
    for (const Playout& p : schedule.batch()) list.push_back(Json::array({p.arm, p.world, p.planned}));
    return {{"playouts", list}, {"nodes", schedule.nodes()}};
  }

  std::unique_ptr<Player<R>> player_;
  const R& rules_;
  typename R::State imagined_;
  Seat seat_;
  std::uint64_t nodes_;
  Random random_;
  std::unique_ptr<SharedSearch<R>> search_;
};

template <Imaginable R>
std::expected<std::unique_ptr<Deliberation>, Error> TypedSuite<R>::deliberate(const Match& match, Seat seat,
                                                                              std::string_view level_name,
                                                                              std::string_view seed,
                                                                              std::uint64_t nodes) const {
  const auto who = asked(match, seat, level_name);
  if (!who) return std::unexpected(who.error());
  const auto& [level, typed_match] = *who;
  const R& rules = typed_match->rules();
  Random random = decision_draws(seed, seat, match.length());
  auto imagined = rules.imagine(typed_match->state(), seat, random);
  return std::make_unique<TypedDeliberation<R>>(level->make(), rules, std::move(imagined), seat,
                                                nodes ? nodes : level->nodes, random);
}

template <Imaginable R>
std::expected<Json, Error> TypedSuite<R>::hint(const Match& match, Seat seat, std::string_view level,
                                               std::string_view seed, std::uint64_t nodes,
                                               const std::atomic<bool>* stop) const {
  return with_player({match, seat, level, seed, nodes, stop}, [&](auto& player, const R& rules, const auto& imagined,
                                                                  Budget& budget, Random& random) {
    Json list = Json::array();
    for (const auto& ranked : player.rank(rules, imagined, seat, budget, random)) {
      list.push_back({{"action", action_json(rules, ranked.action, seat, Viewer::of(seat))}, {"value", ranked.value}});
      if (ranked.chance >= 0) list.back()["chance"] = ranked.chance;
    }
    return list;
  });
}

template <Imaginable R>
std::expected<Weighing, Error> TypedSuite<R>::weigh(const Match& match, Seat seat, const Json& played,
                                                    std::string_view level_name, std::string_view seed,
                                                    std::uint64_t nodes) const {
  const auto who = asked(match, seat, level_name);
  if (!who) return std::unexpected(who.error());
  const auto& [level, typed_match] = *who;
  const R& rules = typed_match->rules();
  std::optional<typename R::Action> action;
  if (!played.is_null()) {
    auto read = rules.read_action(played);
    if (!read) return std::unexpected(read.error());
    action = *read;
  }
  Random random = decision_draws(seed, seat, match.length());
  Budget budget(nodes ? nodes : level->nodes);
  const auto imagined = rules.imagine(typed_match->state(), seat, random);
  const auto player = level->make();
  Weighing weighing{{}, player->judges_others(), player->weighed_rivals()};
  const auto seats = static_cast<std::ptrdiff_t>(rules.seats(imagined));
  const auto by_seat = [&](const auto& list) { return std::vector<double>(list.begin(), list.begin() + seats); };
  for (const auto& move : player->weigh(rules, imagined, seat, action ? &*action : nullptr, budget, random))
    weighing.moves.push_back({action_json(rules, move.action, seat, Viewer::of(seat)), move.played, move.obvious,
                              move.playouts, move.behind, move.behind_error, move.obvious_gain, move.gain_error,
                              by_seat(move.results), by_seat(move.errors),
                              move.chances[0] < 0 ? std::vector<double>{} : by_seat(move.chances)});
  return weighing;
}

template <Imaginable R>
std::expected<std::size_t, Error> TypedSuite<R>::play_on(Match& match, std::string_view level_name,
                                                         std::string_view seed, std::size_t most) const {
  const auto* level = find(level_name);
  if (!level) return std::unexpected(form_error("unknown_word", "level", level_name));
  if (match.game().id() != R::id) return std::unexpected(form_error("unknown_word", "game", match.game().id()));
  auto& typed_match = static_cast<TypedMatch<R>&>(match);
  const R& rules = typed_match.rules();
  const auto player = level->make();
  std::size_t moves = 0;
  for (; moves < most && !typed_match.to_act().empty(); ++moves) {
    const Seat seat = typed_match.to_act().lowest();
    Random random = decision_draws(seed, seat, typed_match.length());
    Budget budget(level->nodes);
    const auto imagined = rules.imagine(typed_match.state(), seat, random);
    const auto refusal = typed_match.play(seat, player->choose(rules, imagined, seat, budget, random));
    REMISE_ASSERT(!refusal);
  }
  return moves;
}

// Who sits at a seat: a player of ours with its budget, or one from outside.
template <Rules R>
struct Sitting {
  std::unique_ptr<Player<R>> player;
  std::uint64_t nodes = 0;
  std::unique_ptr<OutsidePlayer> outside;
};

// One game from its first move to its last. What goes wrong is a sentence; empty where nothing does.
template <Imaginable R>
class PlayedGame {
 public:
  // Who plays for everybody until the stage of the setup is reached.
  struct Leading {
    Sitting<R> leader;
    std::unique_ptr<Sampler> stages;
  };
  PlayedGame(const PlayedSetup& wanted, TypedMatch<R>& match, std::vector<Sitting<R>> seats,
             std::optional<Leading> leading = {})
      : wanted_(wanted), match_(match), seats_(std::move(seats)), leading_(std::move(leading)) {
    if (wanted.deviate > 0)
      straying_until_ = straying_.below(static_cast<std::uint32_t>(std::max(1, wanted.deviate_moves)));
  }

  Played play() {
    result_.error = replay();
    while (result_.error.empty() && !match_.to_act().empty()) {
      const Seat seat = match_.to_act().lowest();
      if (leading_ && leading_->stages->stage(match_) >= wanted_.lead.until) leading_.reset();
      result_.error = leading_                      ? ask(seat, leading_->leader)
                      : seats_[index(seat)].outside ? ask_outside(seat)
                                                    : ask(seat, seats_[index(seat)]);
      if (!result_.error.empty()) break;
      if (wanted_.observe) wanted_.observe(match_);
      if (match_.length() > longest_game) result_.error = "no end of seed " + wanted_.seed;
    }
    if (result_.error.empty()) finish();
    return std::move(result_);
  }

 private:
  // The moves that were recorded, whatever a file says they are.
  std::string replay() {
    for (std::size_t n = 0; n < wanted_.recorded.size(); ++n) {
      const Json& move = wanted_.recorded[n];
      const auto seat = move.is_object() ? move.find("seat") : move.end();
      if (!move.is_object() || !move.contains("action") || seat == move.end() || !seat->is_number_integer() ||
          *seat < 0 || *seat >= seats_.size())
        return "move " + std::to_string(n) + " is none: it wants a seat of this match and an action";
      if (const auto made = match_.play(id_at<Seat>(seat->template get<int>()), move["action"]); !made)
        return "move " + std::to_string(n) + " is refused: " + to_json(made.error()).dump();
      if (wanted_.observe) wanted_.observe(match_);
    }
    return "";
  }

  std::string here(Seat seat) const {
    return wanted_.players[index(seat)] + " at move " + std::to_string(match_.length()) + " of seed " + wanted_.seed;
  }

  std::string ask_outside(Seat seat) {
    const auto action = seats_[index(seat)].outside->choose(match_, seat);
    if (!action) return here(seat) + ": " + action.error();
    if (const auto made = match_.play(seat, *action); !made)
      return here(seat) + ": " + action->dump() + ": " + to_json(made.error()).dump();
    return "";
  }

  std::string ask(Seat seat, Sitting<R>& sitting) {
    const R& rules = match_.rules();
    Random random = decision_draws(wanted_.seed, seat, match_.length());
    Budget budget(sitting.nodes);
    const auto imagined = rules.imagine(match_.state(), seat, random);
    std::vector<Ranked<typename R::Action>> moves;
    if (wanted_.deviate > 0 || wanted_.opinions) moves = sitting.player->rank(rules, imagined, seat, budget, random);
    auto action = moves.empty() ? sitting.player->choose(rules, imagined, seat, budget, random) : moves.front().action;
    if (wanted_.opinions && !moves.empty())
      wanted_.opinions(match_, {match_.length(), seat, moves.front().value, moves.front().chance});
    if (strays() && !moves.empty()) action = moves[straying_.below(static_cast<std::uint32_t>(moves.size()))].action;
    result_.nodes += budget.spent();
    if (const auto refusal = match_.play(seat, action))
      return here(seat) + " chose " + action_json(rules, action, seat, Viewer::analyst()).dump() + ": " +
             to_json(rules.explain(*refusal)).dump();
    return "";
  }

  bool strays() {
    return match_.length() < straying_until_ && straying_.below(1000) < static_cast<std::uint32_t>(wanted_.deviate);
  }

  void finish() {
    result_.moves = match_.length();
    const Json outcome = *match_.outcome();
    for (const auto& sitting : seats_)
      if (sitting.outside) sitting.outside->over(outcome);
    result_.scores.resize(seats_.size());
    result_.wins.resize(seats_.size());
    for (const Json& score : outcome["scores"])
      result_.scores[score["seat"].template get<std::size_t>()] = score["score"].template get<double>();
    for (const Json& winner : outcome["winners"])
      result_.wins[winner.template get<std::size_t>()] = 1.0 / static_cast<double>(outcome["winners"].size());
  }

  const PlayedSetup& wanted_;
  TypedMatch<R>& match_;
  std::vector<Sitting<R>> seats_;
  std::optional<Leading> leading_;  // until the stage is reached
  Random straying_ = Random::from_seed(wanted_.seed + "/deviate");
  std::size_t straying_until_ = 0;
  Played result_;
};

template <Imaginable R>
std::expected<Sitting<R>, std::string> TypedSuite<R>::seated(const std::string& name, const PlayedSetup& wanted) const {
  if (auto outside = wanted.outside ? wanted.outside(name) : nullptr) return Sitting<R>{nullptr, 0, std::move(outside)};
  const PlayerName parts = player_name(name);
  const auto* level = find(parts.level);
  if (!level) return std::unexpected("no such player: " + name);
  return Sitting<R>{level->make(), parts.nodes ? parts.nodes : wanted.nodes ? wanted.nodes : level->nodes, nullptr};
}

template <Imaginable R>
Played TypedSuite<R>::play(const PlayedSetup& wanted) const {
  Played failed;
  Json setup = wanted.setup;
  setup["seed"] = wanted.seed;
  setup["players"] = wanted.players.size();
  const auto match = game_.start(setup);
  if (!match) return failed.error = to_json(match.error()).dump(), failed;
  std::vector<Sitting<R>> seats;
  for (const auto& name : wanted.players) {
    auto sitting = seated(name, wanted);
    if (!sitting) return failed.error = sitting.error(), failed;
    seats.push_back(std::move(*sitting));
  }
  std::optional<typename PlayedGame<R>::Leading> leading;
  if (!wanted.lead.player.empty()) {
    auto leader = seated(wanted.lead.player, wanted);
    auto stages = sampler();
    if (!leader || !stages) return failed.error = leader ? "there are no stages" : leader.error(), failed;
    leading.emplace(std::move(*leader), std::move(stages));
  }
  return PlayedGame<R>(wanted, static_cast<TypedMatch<R>&>(**match), std::move(seats), std::move(leading)).play();
}

template <Imaginable R>
std::unique_ptr<Suite> TypedSuite<R>::with_candidates(std::string_view level_name,
                                                      const std::vector<std::vector<double>>& values) const {
  const auto* level = find(level_name);
  if (!level || !level->offered || !tunable_.make) return nullptr;
  auto levels = levels_;
  for (std::size_t i = 0; i < values.size(); ++i)
    levels.push_back({"candidate " + std::to_string(i), level->nodes,
                      [make = tunable_.make, name = level->name, value = values[i]] { return make(name, value); }});
  return std::make_unique<TypedSuite<R>>(game_, std::move(levels), tunable_, learning_);
}

template <Imaginable R, class Weights>
std::unique_ptr<Suite> levels_over_weights(
    const Game& game, std::string_view file, std::expected<WeightTable<Weights>, Error> (*read)(std::string_view json),
    Weights (*from_values)(const std::vector<double>& values),
    const std::function<std::unique_ptr<Player<R>>(std::string_view level, const Weights& weights)>& make,
    const std::vector<OfferedLevel>& offered, std::vector<Level<R>> further, Learning learning) {
  if (game.id() != R::id) return nullptr;
  const auto data = embedded_data(file);
  const auto table = data ? read(*data) : std::unexpected(form_error("missing", file));
  REMISE_ASSERT(table.has_value());
  std::vector<Level<R>> levels;
  for (const auto& [name, nodes] : offered)
    levels.push_back({name, nodes, [make, name = name, weights = table->weights] { return make(name, weights); }});
  for (const auto& [name, nodes] : offered) {
    const std::string_view plain = name;
    if (plain == "random" || plain == "beginner" || plain == "easy") continue;
    for (const std::string_view style : styles) {
      const std::string styled = std::string(plain) + "/" + std::string(style);
      levels.push_back({styled, nodes, [make, styled, weights = table->weights] { return make(styled, weights); }});
    }
  }
  for (Level<R>& level : further) level.offered = false, levels.push_back(std::move(level));
  Tunable<R> tunable{table->list, [=](std::string_view level, const std::vector<double>& values) {
                       return make(level, from_values(values));
                     }};
  return std::make_unique<TypedSuite<R>>(static_cast<const TypedGame<R>&>(game), std::move(levels), std::move(tunable),
                                         std::move(learning));
}

}  // namespace remise::bots
