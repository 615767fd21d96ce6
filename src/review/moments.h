// The decisions of a match that mattered most.
#pragma once

#include "core/json.h"

namespace remise::review {

// Numbers of moves, in the order of the match: at most eight, good ones too. `seat`: of this player alone; -1: of all.
Json moments_of(const Json& decisions, int seat);

}  // namespace remise::review
