// A table of Tramways as text, as a picture and in words.
#include "io/tramways/render.h"
#include "games/tramways/match.h"
#include "io/tramways/board/svg.h"
#include "io/tramways/words.h"

namespace remise::tramways {
namespace {

Json labels(const Match& match, const Speaker& speaker) { return Words(match, speaker.locale()).labels(); }

Json spoken(const Match& match, const Locale& locale, const Json& action) {
  return Words(match, locale).spoken(action);
}

std::string chapter(const Match& match) {
  const int round = static_cast<const TypedMatch<Tramways>&>(match).state().round;
  return round == 0 ? "setup" : "round " + std::to_string(round);
}

}  // namespace

std::string draw_svg(const Match& match, const Locale& locale, const RenderOptions& options) {
  const Json state = match.view(options.viewer)["state"];
  Panel panel{moment_name(state, locale), {}};
  for (std::size_t i = 0; i < state["players"].size(); ++i) {
    const Json& p = state["players"][i];
    panel.rows.push_back({i < options.names.size() ? options.names[i] : locale.text("core.seat", {{"n", i + 1}}),
                          locale.text("tramways.show.facts", {{"hp", p["hp"]},
                                                              {"money", p["money"]},
                                                              {"stress", p["stress"]},
                                                              {"max", p["stress_max"]},
                                                              {"workers", p["workers"]},
                                                              {"links", p["links"]},
                                                              {"hand", p["hand_size"]}}),
                          p["score"].dump()});
  }
  return svg_of(draw_map(state, options.dark, &panel), "");
}

Renderer renderer() { return {Tramways::id, &draw_text, &draw_svg, &labels, nullptr, nullptr, &chapter, &spoken}; }

}  // namespace remise::tramways
