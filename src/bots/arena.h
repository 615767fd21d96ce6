// Matches between players, many at a time, with the figures that say who is stronger and how sure that is. Native only.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>

#include "bots/statistics.h"
#include "bots/suite.h"

namespace remise::bots {

// One challenger at a table of others: at two seats a duel, at more one player among n-1 of the other kind. The
// challenger sits in each seat in turn; every seed is played once from each seat, so that luck of the deal and of the
// seat cancel. A level against itself plays each seed once, for the sake of `seat_wins`.
struct Contest {
  Json setup = Json::object();  // options of the game
  int seats = 2;
  std::string challenger;
  std::string others;
  std::size_t games = 1000;
  std::string seed = "arena";
  std::uint64_t nodes = 0;  // 0: each level's own budget
  unsigned threads = 1;
  bool sequential = false;  // stop as soon as Sprt(fair, 1.8 x fair or 0.75) decides
  // Stop as soon as the 95 % interval of the win rate clears or misses so many times the fair share, after 40 games at
  // the earliest; 0: no such goal.
  double goal = 0;
  Lead lead{};  // the same positions for every seat the challenger takes
  // Programs as players: names that challenger and others may use, and their commands.
  std::map<std::string, std::string> programs{};
  std::chrono::milliseconds program_time{60'000};  // for a move
};

struct ContestResult {
  Contest contest;
  std::size_t games = 0;
  double wins = 0;                // of the challenger
  std::vector<double> seat_wins;  // of whoever sat there
  std::vector<std::size_t> seat_games;
  Mean challenger_score, others_score;
  // By how much the challenger's score is above the average of the others, by deals: every deal counts once, since the
  // games of one deal are alike.
  Mean ahead;
  std::size_t moves = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::optional<Sprt::Verdict> verdict;
  enum class Goal : std::uint8_t { none, open, met, missed } goal = Goal::none;
  std::vector<std::string> errors;

  double fair() const { return 1.0 / contest.seats; }
  Interval rate() const { return win_rate(wins, static_cast<double>(games)); }
  double elo() const { return elo_of(rate().mid) - elo_of(fair()); }
};

Json to_json(const ContestResult& result);

// `progress` is called after every game from one thread at a time; returning false ends the contest early, and the
// result tells of the games so far. Every game is written to `file` when it ends; those found there are not played.
class GameFile;  // game_file.h
ContestResult run_contest(const Suite& suite, const Contest& contest,
                          const std::function<bool(const ContestResult&)>& progress = {}, GameFile* file = nullptr);

// What the contests together say about each player: Elo above or below `fixed` (hard-1, or the first, where that does
// not play), with 95 % intervals, strongest first. At
// more than two seats a win counts against every other seat.
struct Rung {
  std::string player;
  std::size_t games = 0;
  Interval elo;
};
std::vector<Rung> ladder(const std::vector<ContestResult>& results, const std::string& fixed);
std::string ladder_table(const std::vector<Rung>& rungs);
Json to_json(const Rung& rung);

// A table of results as text, and the win rates with their intervals as an SVG picture.
std::string contest_table(const std::vector<ContestResult>& results);
std::string contest_plot(const std::vector<ContestResult>& results);

}  // namespace remise::bots
