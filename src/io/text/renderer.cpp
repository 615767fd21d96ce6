#include "io/text/renderer.h"

namespace remise {

std::optional<Renderer> renderer_of(const Match& match) {
  for (const Renderer& renderer : renderers())
    if (renderer.game == match.game().id()) return renderer;
  return std::nullopt;
}

Speaker speaker_for(const Locale& locale, const Match& match, const Json& file, Seat reader) {
  Speaker speaker(locale, match, file, reader);
  if (const auto log = embedded_data(std::string(match.game().id()) + "/log.json"))
    speaker.set_telling(Telling::read(parse_json(*log).value_or(Json())));
  const auto renderer = renderer_of(match);
  if (!renderer) return speaker;
  if (renderer->labels) speaker.set_labels(renderer->labels(match, speaker));
  if (renderer->spoken)
    speaker.set_spoken(
        [&match, &locale, spoken = renderer->spoken](const Json& action) { return spoken(match, locale, action); });
  return speaker;
}

}  // namespace remise
