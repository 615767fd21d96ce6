// The games that can be shown: one line each.
#include "io/render.h"

namespace remise {

std::vector<Renderer> renderers() { return {}; }

}  // namespace remise
