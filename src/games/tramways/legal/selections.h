// The selections of a final hand (15.1) as numbers: by size, then in lexicographic order of the cards offered. Thus a
// list of legal actions can give all of them as one range.
#pragma once

#include "games/tramways/action.h"

namespace remise::tramways {

std::int64_t selections(const ChooseHand& offer);                    // how many there are
ChooseHand selection(const ChooseHand& offer, std::int64_t number);  // from 0

}  // namespace remise::tramways
