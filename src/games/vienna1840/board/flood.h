// Following a line's track from its markers (R67, R92, R100). Inside the game only.
#pragma once

#include <cstring>

#include "games/vienna1840/board/board.h"

namespace remise::vienna1840 {

// Calls `join(from, to)` for each piece of track that joins two locations, seen from each location that is left again,
// and `stub(from, hex)` where track ends at a hex without any to meet it.
template <class Join, class Stub>
Reach flood(const Map& map, const Board& board, LineId line, Join join, Stub stub) {
  Reach reach;
  std::array<Node, max_nodes> todo;
  std::size_t count = 0;
  // First all own locations: they may be left again even where a route must end (R102).
  const auto* circles = reinterpret_cast<const unsigned char*>(&board.markers);
  const auto* end = circles + map.sites.size() * max_circles;
  for (const auto* at = circles; at < end; ++at) {
    at = static_cast<const unsigned char*>(
        std::memchr(at, static_cast<int>(index(marker_of(line))), static_cast<std::size_t>(end - at)));
    if (!at) break;
    const auto cell = static_cast<std::size_t>(at - circles);
    const HexId hex = map.sites[cell / max_circles];
    const Face& face = face_at(map, board, hex);
    const int location = location_of_circle(face, static_cast<int>(cell % max_circles));
    const auto node = static_cast<Node>(map[hex].first_node + location);
    reach.in[index(hex)] = all_edges;
    reach.nodes.set(node);
    reach.own.set(node);
    if (!face.locations[static_cast<std::size_t>(location)].terminal) reach.open.set(node);
    todo[count++] = node;
  }
  while (count > 0) {
    const Node from = todo[--count];
    const NodePlace at = map.nodes[from];
    for (HexId hex = at.hex; hex != HexId::none; hex = hex == at.hex ? map[at.hex].twin : HexId::none) {
      const auto& neighbours = map[hex].neighbours;
      unsigned edges = face_at(map, board, hex).locations[at.location].tram_edges;
      for (; edges; edges &= edges - 1) {
        const int edge = __builtin_ctz(edges);
        const int back = opposite(edge);
        const HexId next = neighbours[static_cast<std::size_t>(edge)];
        reach.in[index(next)] |= static_cast<EdgeSet>(1u << back);
        const Face& face = face_at(map, board, next);
        const int location = face.tram[static_cast<std::size_t>(back)];
        if (location < 0) {
          stub(from, next);
          continue;
        }
        const auto to = static_cast<Node>(map[next].first_node + location);
        join(from, to);
        if (reach.nodes[to]) continue;
        reach.nodes.set(to);
        if (!may_pass(map, board, next, face.locations[static_cast<std::size_t>(location)], line)) continue;
        reach.open.set(to);
        todo[count++] = to;
      }
    }
  }
  return reach;
}

}  // namespace remise::vienna1840
