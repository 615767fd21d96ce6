// Parts of the view (docs/views-1840.md).
#pragma once

#include "core/json.h"
#include "games/vienna1840/board/routes.h"
#include "games/vienna1840/position.h"

namespace remise::vienna1840 {

class Vienna1840;

Json route_json(const Position& p, const Route& route);
// The legal moves of whoever is to act, arranged for drawing.
Json moves_json(const Vienna1840& rules, const State& s, Workspace& work);

}  // namespace remise::vienna1840
