// Moving passengers (12).
#pragma once

#include "games/tramways/position.h"

namespace remise::tramways {

int link_value(const Constants& c, const Link& link);  // 12.6.1, 12.6.2
// The place at the other end of a link, or none when it does not touch `place`.
FieldId other_end(const State& s, const Link& link, FieldId place);
// Step 3 and the end of the journey, after the bonus (12.6, 12.7).
void finish_journey(const Mover& mover);

}  // namespace remise::tramways
