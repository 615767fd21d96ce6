// The decisions of a match that mattered most.
#pragma once

#include <functional>
#include <string>

#include "core/json.h"

namespace remise::review {

// Numbers of moves, in the order of the match: at most eight, good ones too. `seat`: of this player alone; -1: of all.
// Of the decisions of one story (Reviewer::story) the last is told: in an auction, the bid that was paid.
Json moments_of(const Json& decisions, int seat, const std::function<std::string(const Json&)>& story);

}  // namespace remise::review
