// What sentences about actions of 1840 need beside their members, and the board in letters.
#pragma once

#include <optional>
#include <string>

#include "games/vienna1840/match.h"
#include "io/text/locale.h"

namespace remise::vienna1840 {

// A lay or a marker with where its track leads: `sides` "south-west–east", and `circle_is` "track" or "bare" where a
// marker under tile 235 comes to one of its two circles (R72).
Json spoken_action(const Match& match, const Locale& locale, const Json& action);

// How much the best route of the line would change, from `moves` of the seat's view.
std::optional<int> gain_of(const Json& view, const Json& action);

// Every hex in its place under the number and beside the letter of its name, with its tile and whether markers stand
// there.
std::string map_text(const Map& map, const Board& board);

}  // namespace remise::vienna1840
