// The state as JSON: for a viewer (19), and in the form of recorded games.
#pragma once

#include <span>

#include "core/game.h"
#include "core/rules.h"
#include "games/tramways/action.h"
#include "games/tramways/state.h"

namespace remise::tramways {

// What the cards of each listed action bring besides (4.2, 4.5), by its place in the list; those that are free are left
// out. So no client counts it.
Json prices_json(const Tables& tables, std::span<const Choice<Action>> choices);
Json view_json(const Tables& tables, const State& s, Viewer viewer);
Json outcome_json(const Tables& tables, const State& s);  // 16, 17.10: of a finished game
// Every key of a recorded state, nothing hidden.
Json recorded_state(const Tables& tables, const State& s);

}  // namespace remise::tramways
