#include "games/vienna1840/board/board.h"

#include <algorithm>

#include "games/vienna1840/board/flood.h"

namespace remise::vienna1840 {

Board start_board(const Map& map, bool separate_specials) {
  Board board;
  board.tile.fill(TileId::none);
  for (auto& circles : board.markers) circles.fill(MarkerId::none);
  for (std::size_t t = 0; t < tile_count; ++t) {
    const Tile& tile = map.tiles.tiles[t];
    const bool twice = separate_specials && tile.kind == TileClass::railway_station_special;
    board.left[t] = static_cast<std::uint8_t>(twice ? 2 * tile.count : tile.count);
  }
  for (const StadtbahnMarker& marker : map.markers) {
    const Hex& hex = map[marker.hex];
    const Location& at = hex.printed.locations[marker.location];
    // A home circle beside it stays the first one; nobody cares, but pictures look the same as the printed board.
    board.markers[hex.site][static_cast<std::size_t>(at.first_circle + at.slots - 1)] = marker_of(marker.company);
  }
  return board;
}

MarkerId marker_at(const Map& map, const Board& board, HexId hex, int circle) {
  const std::uint8_t site = map[hex].site;
  return site == no_site ? MarkerId::none : board.markers[site][static_cast<std::size_t>(circle)];
}

bool has_marker(const Map& map, const Board& board, HexId hex, MarkerId marker) {
  const std::uint8_t site = map[hex].site;
  return site != no_site && std::ranges::find(board.markers[site], marker) != board.markers[site].end();
}

int count_markers(const Board& board, MarkerId marker) {
  int count = 0;
  for (const auto& circles : board.markers)
    for (const MarkerId m : circles) count += m == marker;
  return count;
}

int location_of_circle(const Face& face, int circle) {
  for (std::size_t l = 0; l < face.locations.size(); ++l) {
    const Location& at = face.locations[l];
    if (circle >= at.first_circle && circle < at.first_circle + at.slots) return static_cast<int>(l);
  }
  return -1;
}

bool may_pass(const Map& map, const Board& board, HexId hex, const Location& at, LineId line) {
  if (at.terminal) return false;
  if (at.halt()) return true;
  const auto& circles = board.markers[map[hex].site];
  for (int c = at.first_circle; c < at.first_circle + at.slots; ++c) {
    const MarkerId marker = circles[static_cast<std::size_t>(c)];  // R95: Stadtbahn markers fill circles like any other
    if (marker == MarkerId::none || marker == marker_of(line)) return true;
  }
  return false;
}

Reach reach_of(const Map& map, const Board& board, LineId line) {
  return flood(
      map, board, line, [](Node, Node) {}, [](Node, HexId) {});
}

}  // namespace remise::vienna1840
