// A board of 1840 described in a few lines of text, for people at a real table (docs/board-format.md), and its best
// route.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "games/vienna1840/board/routes.h"
#include "games/vienna1840/components/tables.h"

namespace remise::vienna1840 {

struct BoardText {
  const Map* map = nullptr;  // of the tables it was read with
  Board board;
  Runner runner;
};

// What is wrong in which row (from 1; 0: with the text as a whole). The codes are those of refused moves where there is
// one ("track_leads_nowhere"), else "board_...".
struct BoardTextError {
  int row = 0;
  Error error;
};

// `line` names the line whose route is asked instead of the text's own row, where it is not empty. Faults come by rows,
// one for each, and none that only follows from another.
std::expected<BoardText, std::vector<BoardTextError>> read_board_text(std::string_view text, const Tables& tables,
                                                                      std::string_view line = {});

// The text of a board; read_board_text gives the same board again, circles within an interchange apart.
std::string write_board_text(const BoardText& board, const Tables& tables);

// {"line", "era", "value", "stops": [{"hex", "name", "location", "value", "bonus"}]}; no stops: there is no route.
Json route_json(const BoardText& board, const Route& route);

}  // namespace remise::vienna1840
