// The map of 1840 of a position, and the laboratory of routes.
#pragma once

#include <string>

#include "games/vienna1840/ids.h"
#include "io/board/board.h"

namespace remise::vienna1840 {

LineId line_named(const std::string& text);  // none: no line
Drawn draw_position(const Match& match, const DrawBoard& how);

}  // namespace remise::vienna1840
