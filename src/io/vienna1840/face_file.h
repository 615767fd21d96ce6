// data/1840/faces.json: where everything on a face is drawn, for clients that draw it themselves. Written from
// layout_of, so that every picture of a tile is laid out by the same code (tests/io/vienna1840/face_file_test.cpp
// compares and writes).
#pragma once

#include <string>

#include "core/json.h"
#include "games/vienna1840/components/tables.h"

namespace remise::vienna1840 {

// What a layout depends on, as text: of each location its circles, the edges of its tram track, those of its dotted
// track. "0:03/|2:14/5" has a halt between edges 0 and 3, and two circles with tram track to 1 and 4 and dotted track
// to 5.
std::string face_key(const Face& face);

Json face_file(const Tables& tables);

}  // namespace remise::vienna1840
