// Positions of Tramways as text and as an SVG picture, from the view of a viewer.
#pragma once

#include "io/text/render.h"

namespace remise {

std::string tramways_text(const Match& match, const Locale& locale, const RenderOptions& options);
std::string tramways_svg(const Match& match, const RenderOptions& options);
Json tramways_labels(const Match& match, const Locale& locale, const std::vector<std::string>& names);
Json tramways_spoken(const Match& match, const Locale& locale, const Json& action);
std::expected<Json, Error> tramways_route(const Match& match, const RenderOptions& options);

inline constexpr Renderer tramways_renderer{"tramways", tramways_text, tramways_svg, tramways_labels, tramways_route, nullptr, tramways_spoken};

}  // namespace remise
