// The games that can be shown: one line each.
#include "io/render.h"
#include "io/render_tramways.h"

namespace remise {

std::vector<Renderer> renderers() { return {tramways_renderer}; }

}  // namespace remise
