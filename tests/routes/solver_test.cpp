#include "routes/solver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "support/brute_force_route.h"
#include "support/random_networks.h"
#include "support/simple_route_programme.h"

namespace remise {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

bool long_run() {
  const char* flag = std::getenv("REMISE_LONG");
  return flag != nullptr && std::string(flag) == "1";
}

// Empty if the route is one: adjacent, distinct, kinds respected, an own location, and the value adds up.
std::string fault_of(const RouteGraph& graph, const RouteResult& result) {
  const auto& route = result.route;
  if (route.empty()) return result.value == 0 ? "" : "a value without a route";
  if (route.size() < 2) return "fewer than two locations";
  int value = 0;
  bool own = false;
  for (std::size_t i = 0; i < route.size(); ++i) {
    const RouteGraph::Location& there = graph[route[i]];
    value += there.value;
    own = own || there.own;
    if (there.passage == Passage::Blocked) return "passes a blocked location";
    const bool end = i == 0 || i + 1 == route.size();
    if (there.passage == Passage::EndOnly && !end) return "passes an end-only location";
    if (i > 0 && !graph.adjacent(route[i - 1], route[i])) return "jumps";
    for (std::size_t j = 0; j < i; ++j)
      if (route[j] == route[i]) return "visits a location twice";
  }
  if (!own) return "has no own location";
  if (route.back() < route.front()) return "is listed from its larger end";
  return value == result.value ? "" : "does not add up to its value";
}

std::vector<int> as_list(const RouteResult& result) { return {result.route.begin(), result.route.end()}; }

void expect_equal_to_brute_force(RouteSolver& solver, const RouteGraph& graph) {
  const BruteForceRoute expected(graph);
  const RouteResult result = solver.solve(graph);
  ASSERT_EQ(result.value, expected.value()) << describe(graph);
  ASSERT_EQ(fault_of(graph, result), "") << describe(graph);
  ASSERT_FALSE(expected.tied) << describe(graph);
  ASSERT_EQ(as_list(result), expected.route) << describe(graph);
  ASSERT_EQ(solver.solve_value(graph), expected.value()) << describe(graph);
}

class RandomNetworks : public ::testing::TestWithParam<NetworkShape> {};

TEST_P(RandomNetworks, GiveTheRouteOfBruteForce) {
  NetworkMaker maker{Random::from_seed("small networks " + std::to_string(static_cast<int>(GetParam())))};
  RouteSolver solver;
  for (int i = long_run() ? 50'000 : 4'000; i > 0; --i) {
    expect_equal_to_brute_force(solver, maker.small(GetParam(), GetParam() == NetworkShape::Dense ? 9 : 12));
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, RandomNetworks,
                         ::testing::Values(NetworkShape::Sparse, NetworkShape::Tree, NetworkShape::Hexagonal,
                                           NetworkShape::Dense, NetworkShape::Circles, NetworkShape::Parts));

TEST(RouteSolver, ObeysTheOwnConditionWhereItDecides) {
  NetworkMaker maker{Random::from_seed("own decides")};
  RouteSolver solver;
  int decided = 0;
  const int count = long_run() ? 50'000 : 4'000;
  for (int i = 0; i < count; ++i) {
    RouteGraph graph = maker.own_decides(12);
    expect_equal_to_brute_force(solver, graph);
    if (HasFatalFailure()) return;
    const int value = solver.solve_value(graph);
    for (int at = 0; at < graph.size(); ++at) graph.set_own(static_cast<LocationIndex>(at), true);
    decided += value < solver.solve_value(graph);
  }
  EXPECT_GT(decided, count / 6);
}

TEST(RouteSolver, AgreesWithAProgrammeWithoutReductionsOnLargerNetworks) {
  NetworkMaker maker{Random::from_seed("larger networks")};
  RouteSolver solver;
  for (int i = 0; i < (long_run() ? 1'500 : 60); ++i) {
    const RouteGraph graph = maker.hexagonal(3 + i % 2, 6 + maker.below(5), maker.pick({45, 60, 75}),
                                             maker.pick({0, 30}), maker.pick({0, 10}));
    const SimpleRouteProgramme expected(graph);
    const RouteResult result = solver.solve(graph);
    ASSERT_EQ(result.value, expected.value()) << describe(graph);
    ASSERT_EQ(fault_of(graph, result), "") << describe(graph);
    ASSERT_EQ(solver.solve_value(graph), expected.value()) << describe(graph);
    if (!expected.found) continue;
    SimpleRouteProgramme::Rank rank{result.value, -static_cast<long>(result.route.size()), 0};
    for (std::size_t k = 1; k < result.route.size(); ++k)
      rank[2] -= route_tie_break(result.route[k - 1], result.route[k]);
    ASSERT_EQ(rank, expected.best) << describe(graph);
  }
}

TEST(RouteSolver, ValueAndRouteAgreeOnLargeNetworks) {
  NetworkMaker maker{Random::from_seed("large networks")};
  RouteSolver solver;
  for (int i = 0; i < (long_run() ? 1'000 : 60); ++i) {
    const RouteGraph graph = maker.hexagonal(8, 13, maker.pick({40, 50, 60}), 30, 10);
    const RouteResult result = solver.solve(graph);
    ASSERT_EQ(fault_of(graph, result), "") << describe(graph);
    ASSERT_EQ(solver.solve_value(graph), result.value) << describe(graph);
  }
}

TEST(RouteSolver, GivesTheSameRouteWhateverItSolvedBeforeAndHoweverEdgesAreListed) {
  NetworkMaker maker{Random::from_seed("shuffled")};
  RouteSolver used;
  for (int i = 0; i < 300; ++i) {
    const RouteGraph graph = maker.hexagonal(6, 8, 60, 30, 10);
    std::vector<std::pair<int, int>> edges;
    RouteGraph shuffled;
    shuffled.clear();
    for (int a = 0; a < graph.size(); ++a) {
      const auto& there = graph[static_cast<LocationIndex>(a)];
      shuffled.add_location(there.value, there.passage, there.own);
      for (const LocationIndex b : graph.neighbours(static_cast<LocationIndex>(a))) edges.emplace_back(a, b);
    }
    maker.random.shuffle(std::span(edges));
    for (const auto& [a, b] : edges) NetworkMaker::connect(shuffled, a, b);
    RouteSolver fresh;
    const RouteResult expected = fresh.solve(graph);
    ASSERT_EQ(as_list(used.solve(graph)), as_list(expected)) << describe(graph);
    ASSERT_EQ(as_list(used.solve(shuffled)), as_list(expected)) << describe(graph);
  }
}

// One number for 300 values and routes. It must be the same on every platform and compiler, and changes only if the
// definition of the canonical route does.
TEST(RouteSolver, GivesTheSameRoutesOnEveryPlatform) {
  NetworkMaker maker{Random::from_seed("signature")};
  RouteSolver solver;
  std::uint64_t signature = 0;
  for (int i = 0; i < 300; ++i) {
    const RouteResult result = solver.solve(maker.hexagonal(7, 9, 60, 30, 10));
    signature = signature * 31 + static_cast<std::uint64_t>(result.value);
    for (const LocationIndex at : result.route) signature = signature * 31 + at;
  }
  EXPECT_EQ(signature, 15531415769645387159u);
}

// Frontiers wider than a machine word holds. There is a circle through everything, so the best value is known.
TEST(RouteSolver, SolvesWideNetworks) {
  NetworkMaker maker{Random::from_seed("wide")};
  RouteSolver solver;
  std::uint32_t widest = 0;
  for (int i = 0; i < 20; ++i) {
    RouteGraph graph;
    graph.clear();
    const int n = 17 + maker.below(40);
    int total = 0;
    for (int at = 0; at < n; ++at)
      total += graph[graph.add_location(1 + maker.below(50), Passage::Open, at == 0)].value;
    for (int at = 0; at < n; ++at) NetworkMaker::connect(graph, at, (at + 1) % n);
    const auto degree = [&](int at) { return graph.neighbours(static_cast<LocationIndex>(at)).size(); };
    for (int k = 0; k < 8 * n; ++k) {
      const int a = maker.below(n), b = maker.below(n);
      if (std::max(degree(a), degree(b)) < RouteGraph::max_degree) NetworkMaker::connect(graph, a, b);
    }
    RouteSearch search;
    EXPECT_EQ(solver.solve_value(graph, &search), total) << describe(graph);
    widest = std::max(widest, search.max_width);
  }
  EXPECT_GT(widest, 30u);
}

TEST(RouteSolver, NeedsTwoLocationsAndAnOwnOne) {
  RouteSolver solver;
  RouteGraph graph;
  graph.clear();
  EXPECT_THAT(as_list(solver.solve(graph)), IsEmpty());
  graph.add_location(50, Passage::Open, true);
  EXPECT_THAT(as_list(solver.solve(graph)), IsEmpty());
  EXPECT_EQ(solver.solve_value(graph), 0);
  graph.add_location(20);
  EXPECT_THAT(as_list(solver.solve(graph)), IsEmpty());
  graph.add_edge(0, 1);
  EXPECT_THAT(as_list(solver.solve(graph)), ElementsAre(0, 1));
  EXPECT_EQ(solver.solve(graph).value, 70);
  graph.set_own(0, false);
  EXPECT_THAT(as_list(solver.solve(graph)), IsEmpty());
  EXPECT_EQ(solver.solve(graph).value, 0);
}

TEST(RouteSolver, ShowsARouteOfValueZero) {
  RouteSolver solver;
  RouteGraph graph;
  graph.clear();
  graph.add_location(0, Passage::EndOnly, true);
  graph.add_location(0, Passage::EndOnly);
  graph.add_edge(0, 1);
  EXPECT_EQ(solver.solve(graph).value, 0);
  EXPECT_THAT(as_list(solver.solve(graph)), ElementsAre(0, 1));
}

// 0 - 1 - 2 with 1 end only: 0-1 or 1-2, never through.
TEST(RouteSolver, DoesNotPassEndOnlyLocations) {
  RouteSolver solver;
  RouteGraph graph;
  graph.clear();
  graph.add_location(10, Passage::Open, true);
  graph.add_location(30, Passage::EndOnly, true);
  graph.add_location(20);
  graph.add_edge(0, 1);
  graph.add_edge(1, 2);
  EXPECT_EQ(solver.solve(graph).value, 50);
  EXPECT_THAT(as_list(solver.solve(graph)), ElementsAre(1, 2));
  graph.set_passage(2, Passage::Blocked);
  EXPECT_THAT(as_list(solver.solve(graph)), ElementsAre(0, 1));
}

// A worthless location is left out even where the route could pass it for nothing.
TEST(RouteSolver, PrefersFewerLocations) {
  RouteSolver solver;
  RouteGraph graph;
  graph.clear();
  graph.add_location(10, Passage::Open, true);
  graph.add_location(0);
  graph.add_location(10);
  graph.add_edge(0, 1);
  graph.add_edge(1, 2);
  graph.add_edge(2, 0);
  EXPECT_THAT(as_list(solver.solve(graph)), ElementsAre(0, 2));
}

TEST(RouteGraph, MergesParallelEdgesAndDropsLoops) {
  RouteGraph graph;
  graph.clear();
  graph.add_location(0);
  graph.add_location(0);
  graph.add_edge(0, 1);
  graph.add_edge(1, 0);
  graph.add_edge(1, 1);
  EXPECT_THAT(graph.neighbours(0), ElementsAre(1));
  EXPECT_THAT(graph.neighbours(1), ElementsAre(0));
}

}  // namespace
}  // namespace remise
