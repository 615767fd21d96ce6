// Parts of the view (docs/views-1840.md).
#pragma once

#include <span>

#include "core/rules.h"
#include "games/vienna1840/action.h"
#include "games/vienna1840/board/workspace.h"
#include "games/vienna1840/position.h"

namespace remise::vienna1840 {

// The legal moves of the seat to act, arranged for drawing.
void write_moves(JsonWriter& w, const Position& p, std::span<const Choice<Action>> choices, Workspace& work);

}  // namespace remise::vienna1840
