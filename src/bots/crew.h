// Threads that think together: one crew for a whole process, shared by all who think at the same time. Native only.
#pragma once

#include <memory>

#include "bots/player.h"

namespace remise::bots {

// The caller is the first hand; `helpers` threads join where they are free. A piece that throws, or fails an assertion,
// is thrown again in the caller once nobody works on the rest; its thread ends, and another takes its place.
std::shared_ptr<Crew> make_crew(std::size_t helpers);

// A crew for all cores.
std::shared_ptr<Crew> whole_machine();

}  // namespace remise::bots
