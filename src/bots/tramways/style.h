// What a bot of Tramways leans to, beyond what a move is worth. All in points of the final score.
#pragma once

#include <string_view>

#include "bots/lookahead.h"
#include "bots/tramways/judge.h"

namespace remise::bots::tramways {

// builder: links and buildings. trader: auctions, cards and money. spoiler: what others gain is lost, and what they
// want is bid for. Any other name: no leaning.
Style<Tramways> style_named(std::string_view name);

}  // namespace remise::bots::tramways
