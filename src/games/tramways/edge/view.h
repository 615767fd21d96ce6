// The state as JSON: for a viewer (19), and in the form of recorded games.
#pragma once

#include "core/game.h"
#include "games/tramways/state.h"

namespace remise::tramways {

Json outcome_json(const Tables& tables, const State& s);  // 16, 17.10: as if the game ended now
// Every key of a recorded state, nothing hidden.
Json recorded_state(const Tables& tables, const State& s);

}  // namespace remise::tramways
