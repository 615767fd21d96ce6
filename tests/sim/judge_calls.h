// What must hold of the letters a run has sent.
#pragma once

#include "sim/player.h"
#include "sim/post.h"

namespace remise::sim {

// Somebody is to move from one entry to another. Times are milliseconds of the timeline.
struct Turn {
  std::string table, holder;
  std::size_t seat = 0;
  std::int64_t number = 0, from = 0, until = -1;  // -1: not over
  std::set<std::string> holders{};                // everybody who had the seat meanwhile
  std::int64_t deadline = 0;  // of the clock, as it was when the turn began, in its own time; 0: none

  bool open() const { return until < 0; }
};
std::vector<Turn> turns_of(const std::string& table, Disk& disk, const server::Games& games);
std::string letter_id(const std::string& kind, const Turn& turn, const std::string& way);

// What the plan of a run allows to be expected.
struct Expected {
  std::int64_t after = 0;     // milliseconds until somebody is called
  bool right_clocks = false;  // nobody sets a clock
  bool good_disk = false;     // every question to the database is answered, and soon
  bool sessions_last = false;
};

void judge_calls(const std::vector<std::string>& tables, Disk& disk, const server::Games& games, const Post& post,
                 const std::vector<std::unique_ptr<Player>>& players, std::int64_t now, const Expected& expected,
                 Report& report);

}  // namespace remise::sim
