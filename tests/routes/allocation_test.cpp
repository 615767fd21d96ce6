// The promise that a warm solver allocates nothing. Replaces the global operator new of this test program by one that
// counts.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <vector>

#include "routes/solver.h"
#include "support/random_networks.h"

namespace {
std::size_t allocations = 0;
}

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size);
  if (memory == nullptr) std::abort();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace remise {
namespace {

TEST(RouteSolver, AllocatesNothingOnceWarm) {
  NetworkMaker maker{Random::from_seed("warm")};
  std::vector<RouteGraph> graphs;
  for (int i = 0; i < 50; ++i) graphs.push_back(maker.hexagonal(7, 9, 60, 30, 10));
  RouteSolver solver;
  int sum = 0;
  const auto solve_all = [&] {
    for (const RouteGraph& graph : graphs) sum += solver.solve(graph).value + solver.solve_value(graph);
  };
  solve_all();
  EXPECT_GT(allocations, 0u);  // the counter works
  const std::size_t before = allocations;
  solve_all();
  EXPECT_EQ(allocations, before);
  EXPECT_GT(sum, 0);
}

}  // namespace
}  // namespace remise
