// Positions of Tramways as text and as an SVG picture, from the view of a viewer.
#pragma once

#include "io/text/renderer.h"

namespace remise::tramways {

std::string draw_text(const Match& match, const Locale& locale, const RenderOptions& options);
// "Round 3, action round 1".
std::string moment_name(const Json& state, const Locale& locale);
std::string draw_svg(const Match& match, const Locale& locale, const RenderOptions& options);

}  // namespace remise::tramways
