// The card row of the solo game (17.6).
#pragma once

#include "games/tramways/position.h"

namespace remise::tramways {

int solo_price(const Tables& tables, const State& s);  // of the next card

}  // namespace remise::tramways
