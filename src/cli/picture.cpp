#include "cli/picture.h"

namespace remise::cli {
namespace {

// "My match · SR2 · 120 moves": what the file calls itself, else the game.
std::string card_title(const Match& match, const Speaker& speaker, const Json& file) {
  const Json named = file.value("remise", Json::object());
  std::string title = named.is_object() && named.contains("title") && named["title"].is_string()
                          ? named["title"].get<std::string>()
                          : std::string(match.game().about().value("name", std::string(match.game().id())));
  const auto renderer = renderer_of(match);
  if (renderer && renderer->chapter) title += " · " + renderer->chapter(match);
  return title + " · " + speaker.locale().text("core.moves_played", {{"n", match.length()}});
}

std::string last_move(const Match& match, const Speaker& speaker, Viewer viewer) {
  if (match.length() == 0) return "";
  const Json log = match.log(viewer, match.length() - 1);
  std::string words;
  for (const Json& move : log)
    for (const Sentence& sentence : speaker.tell(move))
      if (!sentence.heading) words.append(words.empty() ? "" : " ").append(sentence.head);
  return words;
}

}  // namespace

std::string card_picture(const Match& match, const Speaker& speaker, const Json& file, const DrawBoard& how) {
  const auto art = board_art_of(match.game().id());
  if (!art) return "";
  return svg_of(art->draw(match, how),
                Card{card_title(match, speaker, file), last_move(match, speaker, how.viewer), how.dark});
}

}  // namespace remise::cli
