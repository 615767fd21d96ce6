// All deeds of a seat, each with the least stress of paying for it, in the form of lists of legal deeds.
#pragma once

#include "games/tramways/state.h"

namespace remise::tramways {

Json deeds_json(const Tables& tables, const State& s, Seat seat, int max_pieces, bool with_board);

}  // namespace remise::tramways
