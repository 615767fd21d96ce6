// Development cards (3.7).
#pragma once

#include "games/tramways/position.h"

namespace remise::tramways {

// Ticket books, or offers of the alternative rule, and the cards in each (3.7, 17.5).
int dev_piles(const Tables& tables, const State& s);
int dev_pile_size(const Tables& tables, const State& s);
bool dev_cards_left(const State& s);  // 12.5.2

}  // namespace remise::tramways
