// Training data for a learned evaluation: games between players, one row of numbers for each stage of each game, with
// the final scores. Native only; tools/learn reads what is written here.
//
// The file: one line of JSON (what the numbers are and how the games were played), then rows of little-endian 32-bit
// integers: number of the game, stage, score of each seat, numbers of the table, numbers of each seat.
#pragma once

#include <expected>
#include <functional>
#include <string>

#include "bots/suite.h"

namespace remise::bots {

struct LearnData {
  Json setup = Json::object();  // options of the game
  int seats = 2;
  std::string player =
      "medium";  // of every seat: else strong and weak positions would be those of strong and weak players
  std::size_t games = 1000;
  std::string seed = "learn";
  int deviate = 0;  // of a thousand moves, up to a random point of the game (suite.h)
  unsigned threads = 1;
  std::string out;  // rows
  // Where wanted, after a line of JSON that says how they were made: lines "game,stage,seat,value,score,chance,won" of
  // what players expected of their moves (the last two in thousandths, chance -1 where they had no opinion). A game
  // without any has the line "game,".
  std::string opinions;
  // In the same form what a search found at one decision of so many (Teacher): lines "game,number of the
  // decision,stage, decision,playouts,found,numbers of the move ...".
  std::string lessons;
  int lessons_every = 3;
  std::uint64_t teacher_nodes = 4000;
  // Where wanted: the moves of each game, a line of JSON each. Games that stand there are not played again, so that
  // other numbers can be taken of them. Not together with opinions or lessons.
  std::string moves;
};

struct LearnProgress {
  std::size_t games = 0;
  std::size_t rows = 0;
};

// Goes on where an earlier run with the same settings stopped, however it was stopped; what there is beyond the games
// wanted stays, and counts. The error says what is wrong with the file. `progress` returning false ends it early.
std::expected<LearnProgress, std::string> write_learn_data(
    const Suite& suite, const LearnData& wanted, const std::function<bool(const LearnProgress&)>& progress = {});

}  // namespace remise::bots
