// Tuning by self-play: candidates with other weights play against the level as it is.
#pragma once

#include "bots/arena.h"
#include "bots/tuner.h"

namespace remise::bots {

struct SelfPlay {
  std::string level = "medium";  // on offer, without a budget of its own
  // Each candidate plays this contest as challenger; challenger and others are filled in. In every generation the deals
  // are new, but the same for all candidates.
  Contest contest;
  TunerOptions tuner;
};

// The fitness of a candidate is its win rate; where wins are rare, the difference in score decides between equals.
std::vector<Weight> tune_by_self_play(const Suite& suite, const SelfPlay& options,
                                      const std::function<void(const Generation&)>& report = {});

}  // namespace remise::bots
