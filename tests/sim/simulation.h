// One run of the whole: nodes, players and a plan of troubles, all drawn from one seed; then peace, and the judgement.
#pragma once

#include <cstdint>
#include <string>

#include "sim/player.h"

namespace remise::sim {

// Empty fault: every acknowledged deed is in the log exactly once, no refused one is, nobody was shown anything that
// was not stored, and everyone sees in the end what the log says.
struct Outcome {
  Report report;
  std::string plan;         // what the seed drew
  std::uint64_t trace = 0;  // of everything every player heard and when: the same for the same seed
};

Outcome simulate(std::uint64_t seed);

}  // namespace remise::sim
