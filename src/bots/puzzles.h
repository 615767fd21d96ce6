// Positions of bots' games with one clearly best move, as puzzles (docs/puzzles.md). What is asked stands in the data
// of a game (data/bots/GAME-puzzle-kinds.json): which decisions, and by which number of the position the moves are
// compared.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bots/suite.h"

namespace remise::bots::puzzles {

// A number or word of a position by its path, as the courses write them ("state.lines[number=5].route.revenue"), or a
// sum of such and of numbers. Null where there is no such thing.
Json look_up(const Json& scene, std::string_view path);
Json evaluate(const Json& scene, const std::string& text);

struct Kind {
  std::string id;
  bool proved = true;
  Json when;                        // path -> value, or a list of values: which positions
  std::vector<std::string> moves;   // kinds of moves that are compared; empty: all
  std::vector<std::string> beside;  // kinds of moves that are searched with them, but are no answers
  std::string measure;            // of the position after the move; {path} in it is filled in from the position before
  bool least = false;             // the least number is the best
  std::vector<std::string> same;  // moves with the same of these are one answer; empty: the whole move
  double margin = 1;              // the best must be better by this
  std::size_t choices = 3;        // answers to choose from, at least
  int share = 1;                  // how many of all puzzles, beside the shares of the other kinds
  Json values;                    // names -> paths: what the texts say of the position before
  enum class Way { list, payment, end, judged } way = Way::list;
};

struct Kinds {
  std::vector<Kind> kinds;
  Json setups;      // of the games they are taken from, by turns
  std::string set;  // path of the set of cards or the map
  std::string set_default;
  std::string judge;  // who judges, and with which budget
  std::uint64_t judge_nodes = 0;
};
// Of a game; nothing where it has no puzzles.
std::optional<Kinds> kinds_of(std::string_view game);

struct Judge {
  const Suite* suite = nullptr;
  std::string player;       // "LEVEL"
  std::uint64_t nodes = 0;  // its budget; the answer must be the same with ten times as much
};
inline constexpr std::uint64_t judged_again = 10;

// The puzzle of this kind at a position; nothing where there is none. {kind, proof, at, seat, measure, better, answer,
// best, second, margin, choices, values, ...}.
// `played`: the move that was made there, for whose deed payments are compared.
std::optional<Json> find(const Kind& kind, const Match& match, Seat seat, const Judge& judge, const Json& played);

// Looks at the puzzle anew, from its match; says what is wrong with it.
std::optional<std::string> check(const Kinds& kinds, const Match& match, const Json& puzzle, const Judge* judge);

struct Order {
  std::size_t count = 30;
  std::string seed = "puzzles";
  std::string player = "medium";  // who plays the games
  std::size_t most_games = 1000;
  Judge judge;
};
struct Made {
  std::vector<Json> puzzles;                          // each names its match
  std::vector<std::pair<std::string, Json>> matches;  // name -> file, up to the last puzzle
};
Made make(const Suite& suite, const Kinds& kinds, const Order& order,
          const std::function<void(std::size_t games, std::size_t found)>& report = {});

}  // namespace remise::bots::puzzles
