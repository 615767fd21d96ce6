// The same tables and people over few nodes or many: what a move costs must not depend on how many there are.
#pragma once

#include "sim/simulation.h"

namespace remise::sim {

struct Spread {
  std::uint32_t nodes = 2;
  bool troubles = false;  // processes that die, lines that break, nodes that hear nothing for a while
};

// Without troubles, for one move of anybody, beyond what as long a time costs in which nobody moves.
struct Costs {
  std::uint64_t moves = 0;
  double statements = 0, notices = 0, entries = 0;  // asked of the database; heard and read by nodes
  double watching = 0;                              // nodes with somebody who watches the table
  double listening = 0;                             // or another one of the same channel
  double idle_statements = 0;                       // of one node in a second, while nobody moves
};

struct SpreadOutcome {
  Report report;
  Costs costs;
  std::uint64_t trace = 0;
};

SpreadOutcome simulate_spread(std::uint64_t seed, const Spread& spread);

}  // namespace remise::sim
