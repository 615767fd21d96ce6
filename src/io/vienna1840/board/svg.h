// The map of 1840 as an SVG picture: tiles, track, markers, values, and a route.
#pragma once

#include <array>
#include <string>

#include "games/vienna1840/board/routes.h"
#include "games/vienna1840/components/tables.h"
#include "io/board/board.h"

namespace remise::vienna1840 {

struct MapPicture {
  const Map* map = nullptr;
  const Board* board = nullptr;
  Era era = Era::yellow;
  std::array<CompanyId, line_count> company{};  // of each line; none: not sold
  LineSet waiting;                              // lines whose home is still kept free (R91)
  const Route* route = nullptr;
  LineId route_line = LineId::none;
  bool dark = false;
};

Drawn draw_map(const MapPicture& picture);

}  // namespace remise::vienna1840
