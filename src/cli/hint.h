// What a player would do in a position, told: for `remise hint` and for `hint` while playing.
#pragma once

#include <iosfwd>

#include "bots/suite.h"
#include "io/text/sentences.h"

namespace remise::cli {

// `ranked` is the answer of Suite::hint.
void tell_hint(std::ostream& out, const Json& ranked, const Speaker& say, Seat seat, const std::string& level);

}  // namespace remise::cli
