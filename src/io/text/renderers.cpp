// The games that can be shown: one line each.
#include "io/text/render.h"
#include "io/tramways/render.h"

namespace remise {

Renderer renderer_1840();

std::vector<Renderer> renderers() { return {renderer_1840(), tramways_renderer}; }

}  // namespace remise
