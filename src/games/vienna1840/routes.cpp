#include "games/vienna1840/routes.h"

namespace remise::vienna1840 {
namespace {

bool has_own_marker(const Board& board, const Hex& hex, const Location& at, LineId line) {
  for (int c = at.first_circle; c < at.first_circle + at.slots; ++c)
    if (board.markers[hex.site][static_cast<std::size_t>(c)] == marker_of(line)) return true;
  return false;
}

int landmark_bonus(const Map& map, const Runner& runner, HexId hex) {
  const PrivateId landmark = map[hex].landmark;
  return landmark != PrivateId::none && runner.privates.has(landmark) ? map.landmark_bonus.v : 0;
}

// R101: nothing to run to, unless C9 says otherwise.
bool is_empty_station(const Map& map, const Board& board, HexId hex) {
  return map[hex].kind == HexKind::railway_station && board.tile[index(hex)] == TileId::none;
}

// Adds locations and edges while flooding the board from the line's markers.
class GraphBuilder {
 public:
  GraphBuilder(const Map& map, const Board& board, const Runner& runner, LineGraph& out)
      : map_(map), board_(board), runner_(runner), out_(out) {}

  void build() {
    out_.graph.clear();
    const Reach reach = reach_of(map_, board_, runner_.line);
    number(reach);
    for (int i = 0; i < out_.graph.size(); ++i) connect(static_cast<LocationIndex>(i));
  }

 private:
  void number(const Reach& reach) {
    for (std::size_t node = 0; node < map_.nodes.size(); ++node) {
      const NodePlace place = map_.nodes[node];
      if (reach.nodes[node])
        add(static_cast<Node>(node), place);
      else if (runner_.empty_stations && place.location == 0 && reach.in[index(place.hex)] != 0 &&
               is_empty_station(map_, board_, place.hex))
        add_empty_station(static_cast<Node>(node));
    }
  }

  void add(Node node, NodePlace place) {
    const Hex& hex = map_[place.hex];
    const Location& at = face_at(map_, board_, place.hex).locations[place.location];
    const bool own = has_own_marker(board_, hex, at, runner_.line);
    const int value = at.halt() || own ? at.revenue[index(runner_.era)] : 0;
    const bool open = may_pass(map_, board_, place.hex, at, runner_.line);
    remember(node, out_.graph.add_location(value + landmark_bonus(map_, runner_, place.hex),
                                           open ? Passage::Open : Passage::EndOnly, own));
  }
  void add_empty_station(Node node) { remember(node, out_.graph.add_location(0, Passage::EndOnly)); }
  void remember(Node node, LocationIndex at) {
    out_.node_of[at] = node;
    at_[node] = static_cast<std::int16_t>(at);
  }

  void connect(LocationIndex from) {
    const NodePlace place = map_.nodes[out_.node_of[from]];
    for (HexId hex = place.hex; hex != HexId::none; hex = hex == place.hex ? map_[place.hex].twin : HexId::none) {
      const Face& face = face_at(map_, board_, hex);
      if (face.locations.size() <= place.location) return;  // an empty station: its neighbours connect it
      for (EdgeSet edges = face.locations[place.location].tram_edges; edges; edges &= static_cast<EdgeSet>(edges - 1)) {
        const int edge = __builtin_ctz(edges);
        const HexId next = map_[hex].neighbours[static_cast<std::size_t>(edge)];
        int location = face_at(map_, board_, next).tram[static_cast<std::size_t>(opposite(edge))];
        if (location < 0) {
          if (!runner_.empty_stations || !is_empty_station(map_, board_, next)) continue;
          location = 0;
        }
        const int to = at_[static_cast<std::size_t>(map_[next].first_node + location)];
        if (to > from || (to >= 0 && out_.graph[static_cast<LocationIndex>(to)].passage == Passage::EndOnly))
          out_.graph.add_edge(from, static_cast<LocationIndex>(to));
      }
    }
  }

  const Map& map_;
  const Board& board_;
  const Runner& runner_;
  LineGraph& out_;
  std::array<std::int16_t, max_nodes> at_ = filled();

  static constexpr std::array<std::int16_t, max_nodes> filled() {
    std::array<std::int16_t, max_nodes> all;
    all.fill(-1);
    return all;
  }
};

}  // namespace

int stop_value(const Map& map, const Board& board, const Runner& runner, HexId hex, int location) {
  const Face& face = face_at(map, board, hex);
  if (static_cast<std::size_t>(location) >= face.locations.size()) return 0;  // an empty station
  const Location& at = face.locations[static_cast<std::size_t>(location)];
  return at.halt() || has_own_marker(board, map[hex], at, runner.line) ? at.revenue[index(runner.era)] : 0;
}

void build_graph(const Map& map, const Board& board, const Runner& runner, LineGraph& out) {
  GraphBuilder(map, board, runner, out).build();
}

Route RouteFinder::best_route(const Map& map, const Board& board, const Runner& runner) {
  build_graph(map, board, runner, graph);
  const RouteResult result = solver.solve(graph.graph);
  Route route;
  route.revenue = result.value;
  for (const LocationIndex at : result.route) {
    const NodePlace place = map.nodes[graph.node_of[at]];
    const int value = stop_value(map, board, runner, place.hex, place.location);
    route.stops.push_back({place.hex, place.location, static_cast<std::int16_t>(value),
                           static_cast<std::int16_t>(landmark_bonus(map, runner, place.hex))});
  }
  return route;
}

std::int32_t RouteFinder::best_revenue(const Map& map, const Board& board, const Runner& runner) {
  build_graph(map, board, runner, graph);
  return solver.solve_value(graph.graph);
}

}  // namespace remise::vienna1840
