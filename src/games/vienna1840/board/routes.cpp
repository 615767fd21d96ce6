#include "games/vienna1840/board/routes.h"

#include "games/vienna1840/board/flood.h"
#include "games/vienna1840/position.h"

namespace remise::vienna1840 {
namespace {

bool has_own_marker(const Board& board, const Hex& hex, const Location& at, MarkerId marker) {
  for (int c = at.first_circle; c < at.first_circle + at.slots; ++c)
    if (board.markers[hex.site][static_cast<std::size_t>(c)] == marker) return true;
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

struct Joins {
  std::array<std::array<Node, 2>, 8 * max_nodes> list;
  std::size_t count = 0;
  void add(Node from, Node to) { list[count++] = {from, to}; }
};

int node_value(const Map& map, const Board& board, const Runner& runner, const Reach& reach, Node node) {
  const NodePlace place = map.nodes[node];
  const Location& at = face_at(map, board, place.hex).locations[place.location];
  return (at.halt() || reach.own[node] ? at.revenue[index(runner.era)] : 0) + landmark_bonus(map, runner, place.hex);
}

}  // namespace

Runner runner_of(const Position& p, LineId line) {
  const CompanyId c = p.s.line(line).company;
  return {line, p.round().era, c == CompanyId::none ? PrivateSet{} : p.private_set(c), p.s.has(Compat::c9)};
}

int stop_value(const Map& map, const Board& board, const Runner& runner, HexId hex, int location) {
  const Face& face = face_at(map, board, hex);
  if (static_cast<std::size_t>(location) >= face.locations.size()) return 0;  // an empty station
  const Location& at = face.locations[static_cast<std::size_t>(location)];
  return at.halt() || has_own_marker(board, map[hex], at, marker_of(runner.line)) ? at.revenue[index(runner.era)] : 0;
}

void build_graph(const Map& map, const Board& board, const Runner& runner, LineGraph& out) {
  Joins joins;
  NodeSet stations;
  const auto stub = [&](Node from, HexId hex) {
    if (!runner.empty_stations || !is_empty_station(map, board, hex)) return;
    const Node station = map[hex].first_node;
    stations.set(station);
    joins.add(from, station);
  };
  const Reach reach = flood(
      map, board, runner.line, [&](Node from, Node to) { joins.add(from, to); }, stub);

  RouteGraph& graph = out.graph;
  graph.clear();
  std::array<LocationIndex, max_nodes> at;
  NodeSet all = reach.nodes;
  for (std::size_t w = 0; w < all.words.size(); ++w) all.words[w] |= stations.words[w];
  all.for_each([&](Node node) {
    const int value = stations[node] ? 0 : node_value(map, board, runner, reach, node);
    at[node] = graph.add_location(value, reach.open[node] ? Passage::Open : Passage::EndOnly, reach.own[node]);
    out.node_of[at[node]] = node;
  });
  // Track between two locations that are both left again was seen from both; once is enough.
  for (std::size_t i = 0; i < joins.count; ++i) {
    const auto [from, to] = joins.list[i];
    if (from < to || !(reach.open[to] || reach.own[to])) graph.add_edge(at[from], at[to]);
  }
}

void build_graph(const Map& map, const Board& board, CompanyId stadtbahn, Era era, LineGraph& out) {
  RouteGraph& graph = out.graph;
  graph.clear();
  const auto& path = map.path(stadtbahn);
  bool joined = false;  // there is track from the location before
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto& on = path[i];
    if (on.build && board.tile[index(on.hex)] == TileId::none) {
      joined = false;
      continue;
    }
    const Face& face = face_at(map, board, on.hex);
    const int location = face.stadtbahn[static_cast<std::size_t>(on.enter >= 0 ? on.enter : on.leave)];
    if (location < 0) continue;  // plain track: A11, A15
    const Location& at = face.locations[static_cast<std::size_t>(location)];
    const bool counts = at.halt() || has_own_marker(board, map[on.hex], at, marker_of(stadtbahn));  // R38, R39
    const bool end = i == 0 || i + 1 == path.size();
    const LocationIndex here = graph.add_location(counts ? at.revenue[index(era)] : 0, Passage::Open, end);
    out.node_of[here] = static_cast<Node>(map[on.hex].first_node + location);
    if (joined) graph.add_edge(static_cast<LocationIndex>(here - 1), here);
    joined = true;
  }
}

StadtbahnRun RouteFinder::stadtbahn_run(const Map& map, const Board& board, CompanyId stadtbahn, Era era) {
  build_graph(map, board, stadtbahn, era, graph);
  const RouteResult result = solver.solve(graph.graph);
  StadtbahnRun run{result.value, {}};
  for (const LocationIndex at : result.route) {
    const NodePlace place = map.nodes[graph.node_of[at]];
    run.stops.push_back({place.hex, place.location, graph.graph[at].value});
  }
  return run;
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
