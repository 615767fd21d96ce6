#include "games/vienna1840/board.h"

#include <algorithm>

namespace remise::vienna1840 {
namespace {

// R95: Stadtbahn markers fill circles like any other.
bool full_of_others(const Board& board, const Hex& hex, const Location& at, MarkerId own) {
  if (at.halt()) return false;
  const auto& circles = board.markers[hex.site];
  for (int i = 0; i < at.slots; ++i) {
    const MarkerId marker = circles[static_cast<std::size_t>(at.first_circle + i)];
    if (marker == MarkerId::none || marker == own) return false;
  }
  return true;
}

}  // namespace

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

const Face& face_at(const Map& map, const Board& board, HexId hex) {
  const TileId tile = board.tile[index(hex)];
  return tile == TileId::none ? map[hex].printed : map.face(hex, tile, board.rotation[index(hex)]);
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
  return !at.terminal && !full_of_others(board, map[hex], at, marker_of(line));
}

Reach reach_of(const Map& map, const Board& board, LineId line) {
  Reach reach;
  std::array<Node, max_nodes> todo;
  std::size_t count = 0;
  const auto visit = [&](HexId hex, int location, bool start) {
    const Node node = static_cast<Node>(map[hex].first_node + location);
    if (reach.nodes[node]) return;
    reach.nodes.set(node);
    const HexId anchor = map[hex].anchor;
    const Location& at = face_at(map, board, anchor).locations[static_cast<std::size_t>(location)];
    if (start || may_pass(map, board, anchor, at, line)) todo[count++] = node;
  };
  // First all own locations: they may be left again even where a route must end (R102).
  for (std::size_t site = 0; site < map.sites.size(); ++site)
    for (int circle = 0; circle < max_circles; ++circle) {
      if (board.markers[site][static_cast<std::size_t>(circle)] != marker_of(line)) continue;
      const HexId hex = map.sites[site];
      reach.in[index(hex)] = all_edges;
      visit(hex, location_of_circle(face_at(map, board, hex), circle), true);
    }
  while (count > 0) {
    const NodePlace at = map.nodes[todo[--count]];
    for (HexId hex = at.hex; hex != HexId::none; hex = hex == at.hex ? map[at.hex].twin : HexId::none) {
      const Face& face = face_at(map, board, hex);
      for (EdgeSet edges = face.locations[at.location].tram_edges; edges; edges &= static_cast<EdgeSet>(edges - 1)) {
        const int edge = __builtin_ctz(edges);
        const HexId next = map[hex].neighbours[static_cast<std::size_t>(edge)];
        const int back = opposite(edge);
        reach.in[index(next)] |= static_cast<EdgeSet>(1u << back);
        const int location = face_at(map, board, next).tram[static_cast<std::size_t>(back)];
        if (location >= 0) visit(next, location, false);
      }
    }
  }
  return reach;
}

}  // namespace remise::vienna1840
