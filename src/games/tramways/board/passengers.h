// Moving passengers (12).
#pragma once

#include "games/tramways/position.h"

namespace remise::tramways {

int link_value(const Constants& c, const Link& link);  // 12.6.1, 12.6.2
// The place at the other end of a link, or none when it does not touch `place`.
FieldId other_end(const State& s, const Link& link, FieldId place);
// A passenger from the box onto a field of a building, where there is none; without one left the field stays empty and
// everybody is told (2.4).
void board_passenger(const Mover& mover, FieldId field);
// Step 3 and the end of the journey, after the bonus (12.6, 12.7).
void finish_journey(const Mover& mover);

}  // namespace remise::tramways
