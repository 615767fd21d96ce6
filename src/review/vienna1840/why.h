// 1840: the figures behind a better move.
#pragma once

#include "review/vienna1840/accounts.h"

namespace remise::review::vienna1840 {

Json reasons(const ViennaMatch& match, Seat seat, const Action& played, const Action& better);

}  // namespace remise::review::vienna1840
