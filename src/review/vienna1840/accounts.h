// 1840: what everybody's wealth is made of, from the events of the log alone.
#pragma once

#include "games/vienna1840/match.h"
#include "review/reviewer.h"

namespace remise::review::vienna1840 {

using namespace remise::vienna1840;
using ViennaMatch = TypedMatch<Vienna1840>;

Accounts wealth_accounts(const ViennaMatch& match);

}  // namespace remise::review::vienna1840
