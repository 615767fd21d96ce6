// A table of Tramways as text, as a picture and in words.
#include "io/tramways/render.h"
#include "games/tramways/match.h"
#include "io/tramways/words.h"

namespace remise::tramways {
namespace {

Json labels(const Match& match, const Speaker& speaker) { return Words(match, speaker.locale()).labels(); }

Json spoken(const Match& match, const Locale& locale, const Json& action) {
  return Words(match, locale).spoken(action);
}

std::expected<Json, Error> route(const Match&, const RenderOptions& options) {
  return std::unexpected(
      form_error("unknown_word", "route", options.route));  // no best route is asked for in this game
}

std::string chapter(const Match& match) {
  const int round = static_cast<const TypedMatch<Tramways>&>(match).state().round;
  return round == 0 ? "setup" : "round " + std::to_string(round);
}

}  // namespace

Renderer renderer() { return {Tramways::id, &draw_text, &draw_svg, &labels, &route, nullptr, &chapter, &spoken}; }

}  // namespace remise::tramways
