// The exact route solver on any small network, against trying every path.
#include "bytes.h"
#include "core/assert.h"
#include "support/brute_force_route.h"
#include "targets.h"

namespace remise::fuzz {

Depth run_route(std::string_view input) {
  Bytes bytes(input);
  RouteGraph graph;
  graph.clear();
  const auto n = 1 + bytes.below(9);
  for (std::size_t i = 0; i < n; ++i) {
    const auto kind = bytes.next();
    const auto passage = kind % 8 == 0 ? Passage::Blocked : kind % 8 == 1 ? Passage::EndOnly : Passage::Open;
    graph.add_location(static_cast<int>(10 * bytes.below(12)), passage, kind >= 192);
  }
  for (std::size_t edges = bytes.below(3 * n + 1); edges > 0; --edges)
    graph.add_edge(static_cast<LocationIndex>(bytes.below(n)), static_cast<LocationIndex>(bytes.below(n)));
  const BruteForceRoute expected(graph);
  static RouteSolver solver;
  const RouteResult result = solver.solve(graph);
  REMISE_ASSERT(result.value == expected.value());
  REMISE_ASSERT(solver.solve_value(graph) == expected.value());
  if (!expected.tied)
    REMISE_ASSERT(std::equal(result.route.begin(), result.route.end(), expected.route.begin(), expected.route.end()));
  return expected.value() > 0 ? Depth::accepted : Depth::refused;
}

}  // namespace remise::fuzz
