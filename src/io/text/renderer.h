// Positions as text and as pictures. A game has one Renderer; what all share (sentences for events) is
// io/text/sentences.h.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "io/text/locale.h"
#include "io/text/sentences.h"

namespace remise {

struct RenderOptions {
  Viewer viewer = Viewer::spectator();
  std::vector<std::string> names;  // of the seats
  std::string route;               // what to draw the best route of ("4", a line); empty for none
  bool dark = false;
};

// The best route on a board described as text, for people at a real table.
struct BoardRoute {
  Json json;         // for programs
  std::string text;  // for people
  std::string svg;
};

struct Renderer {
  std::string_view game;
  std::string (*text)(const Match& match, const Locale& locale, const RenderOptions& options);
  std::string (*svg)(const Match& match, const Locale& locale, const RenderOptions& options);
  // Labels for sentences (io/text/sentences.h): which company belongs to whom.
  Json (*labels)(const Match& match, const Speaker& speaker);
  // The best route asked for in options.route, as text; an Error where there is no such thing to ask.
  std::expected<Json, Error> (*route)(const Match& match, const RenderOptions& options);
  // The route of a line on a board in the game's own form (docs/board-format.md), or all that is wrong with it, in
  // words; null where a game has no such form.
  std::expected<BoardRoute, std::vector<std::string>> (*board)(std::string_view text, const std::string& line,
                                                               const DataFiles& data, const Locale& locale) = nullptr;
  // What the part of the match at hand is called ("SR2", "round 3"), so that a text of a whole match has chapters; null
  // where a game has no parts.
  std::string (*chapter)(const Match& match) = nullptr;
  // An action whose sentence needs more than its members, with what it needs added; null where members suffice.
  Json (*spoken)(const Match& match, const Locale& locale, const Json& action) = nullptr;
  // What an action of the list would bring later that no effect of it tells at once (core/compose.h), from the view of
  // its seat: "GAME.effect.gain" says it. Null where a game has no such thing.
  std::optional<int> (*gain)(const Json& view, const Json& action) = nullptr;
};

// One for each folder src/io/GAME with render.cpp, which defines remise::GAME::renderer (cmake/games.cmake).
std::vector<Renderer> renderers();
std::optional<Renderer> renderer_of(const Match& match);

// Says things about a match with the names of `file` and the labels of the game; to `reader`, where it is a seat.
Speaker speaker_for(const Locale& locale, const Match& match, const Json& file, Seat reader = Seat::none);

}  // namespace remise
