// Luck and skill apart.
#pragma once

#include <cstddef>
#include <functional>

#include "core/json.h"

namespace remise::review {

// For each seat, what it was expected to reach at its first judged decision, less the average of all (`deal`), what its
// own decisions changed against the best ones (`own`), those of others (`others`), what chance brought (`chance`), and
// by how much the estimate was corrected without either (`rest`): start + own + others + chance + rest = final.
Json luck_and_skill(const Json& decisions, const Json& scores, int seats,
                    const std::function<bool(std::size_t)>& revealed);

}  // namespace remise::review
