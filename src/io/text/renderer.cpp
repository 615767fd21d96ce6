#include "io/text/renderer.h"

namespace remise {

namespace {

// A match that begins at a position is headed by where that stands.
void begin_there(Json& opening, const Json& file) {
  if (!opening.is_object() || !file.is_object()) return;
  const Json setup = file.value("setup", Json());
  const Json position = setup.is_object() ? setup.value("position", Json()) : Json();
  if (!position.is_object()) return;
  for (auto& [member, value] : opening.items())
    if (const auto there = position.find(member); there != position.end()) value = *there;
}

}  // namespace

std::optional<Renderer> renderer_of(const Match& match) {
  for (const Renderer& renderer : renderers())
    if (renderer.game == match.game().id()) return renderer;
  return std::nullopt;
}

Speaker speaker_for(const Locale& locale, const Match& match, const Json& file, Seat reader) {
  Speaker speaker(locale, match, file, reader);
  if (const auto log = embedded_data(std::string(match.game().id()) + "/log.json")) {
    Telling telling = Telling::read(parse_json(*log).value_or(Json()));
    begin_there(telling.opening, file);
    speaker.set_telling(std::move(telling));
  }
  const auto renderer = renderer_of(match);
  if (!renderer) return speaker;
  if (renderer->labels) speaker.set_labels(renderer->labels(match, speaker));
  if (renderer->spoken)
    speaker.set_spoken(
        [&match, &locale, spoken = renderer->spoken](const Json& action) { return spoken(match, locale, action); });
  return speaker;
}

}  // namespace remise
