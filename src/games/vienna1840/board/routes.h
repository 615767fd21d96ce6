// The best route of a line's tram (R99-R103): the board as a graph of revenue locations for routes/solver.h.
#pragma once

#include <cstdint>
#include <vector>

#include "games/vienna1840/board/board.h"
#include "routes/solver.h"

namespace remise::vienna1840 {

struct Runner {
  LineId line = LineId::none;
  Era era = Era::yellow;
  PrivateSet privates;          // owned by the line's company (R103)
  bool empty_stations = false;  // C9: an empty purple hex may end a route
};

struct Stop {
  HexId hex = HexId::none;  // the anchor of an area
  std::uint8_t location = 0;
  std::int16_t value = 0;  // what it counts; 0 for interchanges without the line's marker (R100)
  std::int16_t bonus = 0;  // landmark (R103)
};

struct Route {
  std::int32_t revenue = 0;  // before maintenance; 0 without a route
  InplaceVector<Stop, RouteGraph::max_locations> stops;
  bool exists() const { return !stops.empty(); }
};

struct Position;
Runner runner_of(const Position& p, LineId line);  // as its tram would run now

// What a location counts for the line's tram, landmark apart.
int stop_value(const Map& map, const Board& board, const Runner& runner, HexId hex, int location);

// The part of the board the line's trams can come to. Locations are numbered by Node, so that a route of equal value is
// chosen by the place on the map alone; node_of[i] is the node of location i.
struct LineGraph {
  RouteGraph graph;
  std::array<Node, RouteGraph::max_locations> node_of;
};
void build_graph(const Map& map, const Board& board, const Runner& runner, LineGraph& out);

// --- Stadtbahn runs (R38-R41, R88)

struct StadtbahnStop {
  HexId hex = HexId::none;
  std::uint8_t location = 0;
  std::int16_t value = 0;
};
struct StadtbahnRun {
  std::int32_t revenue = 0;  // before the multiplier (R42)
  InplaceVector<StadtbahnStop, 16> stops;
};

// The path of a Stadtbahn as far as there is track: a chain, or pieces of one. Its two ends take the place of the own
// marker: a run starts at one of them (R38), also where its marker was removed (R40). Nothing blocks it (R39).
void build_graph(const Map& map, const Board& board, CompanyId stadtbahn, Era era, LineGraph& out);

// Working memory for routes; keep one per thread.
struct RouteFinder {
  LineGraph graph;
  RouteSolver solver;

  Route best_route(const Map& map, const Board& board, const Runner& runner);
  std::int32_t best_revenue(const Map& map, const Board& board, const Runner& runner);  // 0 without a route
  StadtbahnRun stadtbahn_run(const Map& map, const Board& board, CompanyId stadtbahn, Era era);
};

}  // namespace remise::vienna1840
