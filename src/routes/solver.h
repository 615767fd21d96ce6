// The best route of a tram, exactly: the longest path in a RouteGraph. docs/route-solver.md explains the method.
//
// There is no time limit and no heuristic in the answer. `solve` also gives one best route, always the same one
// whatever the platform, the order of edges or the history of the solver:
//   of the routes of the highest value those with the fewest locations; of these the one whose edges have the smallest
//   sum of `route_tie_break`; listed from its end with the smaller location number.
// The tie-break numbers are spread so that two such sums practically never meet (by the isolation lemma the chance is
// below one in 30,000 for any one graph, however many routes tie); if they did, the route would still be the same
// on every platform.
//
// A solver owns its working memory, made at the first graph and grown to what the hardest one so far needed; after that
// it allocates nothing. Keep one per thread.
#pragma once

#include <cstdint>
#include <memory>

#include "core/inplace_vector.h"
#include "routes/graph.h"

namespace remise {

struct RouteSearch {
  std::uint64_t states = 0;      // of all dynamic programmes of this call; 0: the reductions alone gave the answer
  std::uint32_t max_width = 0;   // most locations on a frontier at once
  std::uint32_t max_states = 0;  // most states in one layer
  std::uint32_t passes = 0;
};

struct RouteResult {
  int value = 0;  // 0 with an empty route: there is no route
  InplaceVector<LocationIndex, RouteGraph::max_locations> route;
  RouteSearch search;
};

// Below 2^26, and without any pattern that sums could share.
constexpr std::uint32_t route_tie_break(LocationIndex a, LocationIndex b) {
  std::uint64_t x = a < b ? std::uint64_t{a} << 8 | b : std::uint64_t{b} << 8 | a;
  x = (x + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 32) * 0xff51afd7ed558ccdu;
  return static_cast<std::uint32_t>((x ^ x >> 29) >> 38);
}

class RouteSolver {
 public:
  RouteSolver();
  ~RouteSolver();
  RouteSolver(RouteSolver&&) noexcept;
  RouteSolver& operator=(RouteSolver&&) noexcept;

  RouteResult solve(const RouteGraph& graph);

  // The value alone, for less. `search` receives the figures where wanted.
  int solve_value(const RouteGraph& graph, RouteSearch* search = nullptr);

 private:
  struct Workspace;
  Workspace& workspace();
  std::unique_ptr<Workspace> work_;
};

}  // namespace remise
