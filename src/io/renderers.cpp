// The games that can be shown: one line each.
#include "io/render.h"
#include "io/render_tramways.h"

namespace remise {

Renderer renderer_1840();

std::vector<Renderer> renderers() { return {renderer_1840(), tramways_renderer}; }

}  // namespace remise
