// Boards as pictures, without a word in any language, and boards described by hand: what the page has of src/io besides
// importers. A game has one BoardArt.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"

namespace remise {

// A drawing: where it lies, and its elements.
struct Drawn {
  double left = 0, top = 0, width = 0, height = 0;
  std::string elements;
  std::string style;  // CSS rules over its classes
};

struct DrawBoard {
  Viewer viewer = Viewer::spectator();
  std::string route;  // what to draw the best route of ("4", a line); empty for none
  bool dark = false;
};

struct BoardArt {
  std::string_view game;
  Drawn (*draw)(const Match& match, const DrawBoard& how);
  // The laboratory: the best route on a board described as text (docs/board-format.md), what lies there, and what each
  // place would add: {"faults": [{row, error}]} or {"board", "route", "adds"}. Null where a game has no such thing.
  std::expected<Json, Error> (*laboratory)(const Game& game, std::string_view text) = nullptr;
  // The text of the board of a position, for the laboratory.
  std::expected<std::string, Error> (*describe)(const Match& match, const std::string& line) = nullptr;
};

// One for each folder src/io/GAME with board/board.cpp, which defines remise::GAME::board_art (cmake/games.cmake).
std::vector<BoardArt> board_arts();
std::optional<BoardArt> board_art_of(std::string_view game);

// The drawing alone.
std::string svg_of(const Drawn& drawn, std::string_view label);

// A picture of 1200 by 630 to send to others: the board, and under it a title and a sentence.
struct Card {
  std::string title, sentence;
  bool dark = false;
};
// What boards lie on.
constexpr const char* board_ground(bool dark) { return dark ? "#161D23" : "#E7E0CF"; }
constexpr int card_width = 1200, card_height = 630;
std::string svg_of(const Drawn& drawn, const Card& card);

}  // namespace remise
