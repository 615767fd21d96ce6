// Development cards (3.7).
#pragma once

#include "games/tramways/play.h"

namespace remise::tramways {

bool dev_cards_left(const State& s);  // 12.5.2

}  // namespace remise::tramways
