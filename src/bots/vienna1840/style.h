// What a bot of 1840 leans to, beyond what a move is worth. All in Gulden at the end of the game.
#pragma once

#include <string_view>

#include "bots/lookahead.h"
#include "bots/vienna1840/judge.h"

namespace remise::bots::vienna1840 {

// builder: lines, trams, track, and money kept in the companies. trader: shares bought and sold, dividends paid out.
// spoiler: what others lose is won. Any other name: no leaning.
Style<Vienna1840> style_named(std::string_view name);

}  // namespace remise::bots::vienna1840
