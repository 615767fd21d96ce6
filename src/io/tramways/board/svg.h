// The map of Tramways as an SVG picture, from the view of a viewer.
#pragma once

#include <string>
#include <vector>

#include "io/board/board.h"

namespace remise::tramways {

// What stands under the map, in words: the moment, and a row for each player.
struct Panel {
  struct Row {
    std::string name, facts, score;
  };
  std::string moment;
  std::vector<Row> rows;
};
// Without a panel: the map alone.
Drawn draw_map(const Json& state, bool dark, const Panel* panel = nullptr);

}  // namespace remise::tramways
