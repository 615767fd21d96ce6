// Pictures to send to others: a position with its sentence, or a match move by move.
#pragma once

#include <string>

#include "io/board/board.h"
#include "io/text/renderer.h"

namespace remise::cli {

// The board with what happened last under it; empty where the game has no picture.
std::string card_picture(const Match& match, const Speaker& speaker, const Json& file, const DrawBoard& how);

}  // namespace remise::cli
