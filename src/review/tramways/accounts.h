// Tramways: what everybody's score is made of.
#pragma once

#include "games/tramways/match.h"
#include "review/reviewer.h"

namespace remise::review::tramways {

using namespace remise::tramways;
using TramwaysMatch = TypedMatch<Tramways>;

Accounts score_accounts(const TramwaysMatch& match);

}  // namespace remise::review::tramways
