// What a finished match says about those who played it: who came where, and whose rating it changes. docs/people.md has
// the rules in words.
#pragma once

#include <string>
#include <vector>

#include "server/table/table.h"

namespace remise::server {

struct SeatResult {
  int seat = 0;
  std::string holder;  // "a:" + id of the account, "b:" + level of a bot; empty: a guest
  std::string name;    // as it stood at the table
  int place = 0;       // 1 is best; 0: the match has no result
  bool rated = false;  // the place counts for this holder
};

// A match that its rules did not end is rated from so many moves for each seat on.
inline constexpr std::size_t least_rated_moves = 10;

// One for each seat, and one more for each person who began the match and gave the seat up: they count as last.
std::vector<SeatResult> results_of(const Table& table);

}  // namespace remise::server
