// The end of the game (16, 17.10).
#pragma once

#include <string_view>

#include "games/tramways/state.h"

namespace remise::tramways {

int score(const Tables& tables, const State& s, Seat seat);  // 16.1
SeatSet winners(const Tables& tables, const State& s);       // 16.3
std::string_view rating(const Tables& tables, int score);    // 17.10

}  // namespace remise::tramways
