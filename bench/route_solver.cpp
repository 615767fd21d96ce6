// bench_route_solver [NAME...]: the route solver on synthetic networks; only sets whose name contains a NAME, if given.
#include <cstring>

#include "core/random.h"
#include "route_bench.h"

namespace remise::bench {
namespace {

struct Shape {
  int columns, rows;
  int edges;      // per cent of the sides of neighbouring hexes that track crosses
  int worthless;  // per cent of locations of value 0
  int end_only;   // per cent
};

// A parallelogram of hexes: each touches up to six others.
RouteGraph hex_net(const Shape& shape, Random& random) {
  const auto chance = [&](int per_cent) { return static_cast<int>(random.below(100)) < per_cent; };
  RouteGraph graph;
  graph.clear();
  for (int i = 0; i < shape.columns * shape.rows; ++i) {
    const int value = chance(shape.worthless) ? 0 : 10 * static_cast<int>(1 + random.below(5));
    graph.add_location(value, chance(shape.end_only) ? Passage::EndOnly : Passage::Open, chance(4));
  }
  graph.set_own(0, true);
  const auto connect = [&](int x, int y, int to_x, int to_y) {
    if (to_x < 0 || to_x >= shape.columns || to_y >= shape.rows || !chance(shape.edges)) return;
    graph.add_edge(static_cast<LocationIndex>(y * shape.columns + x),
                   static_cast<LocationIndex>(to_y * shape.columns + to_x));
  };
  for (int y = 0; y < shape.rows; ++y)
    for (int x = 0; x < shape.columns; ++x) {
      connect(x, y, x + 1, y);
      connect(x, y, x, y + 1);
      connect(x, y, x - 1, y + 1);
    }
  return graph;
}

// Mostly a tree, with a few circles: an early board.
RouteGraph early_net(int size, Random& random) {
  RouteGraph graph;
  graph.clear();
  for (int i = 0; i < size; ++i)
    graph.add_location(10 * static_cast<int>(random.below(5)), random.below(10) == 0 ? Passage::EndOnly : Passage::Open,
                       random.below(8) == 0);
  graph.set_own(0, true);
  for (int i = 1; i < size; ++i) {
    const int reach = std::min(i, 4);
    graph.add_edge(
        static_cast<LocationIndex>(i),
        static_cast<LocationIndex>(i - 1 - static_cast<int>(random.below(static_cast<std::uint32_t>(reach)))));
  }
  for (int i = 0; i < size / 10; ++i) {
    const auto a = random.below(static_cast<std::uint32_t>(size - 3));
    graph.add_edge(static_cast<LocationIndex>(a), static_cast<LocationIndex>(a + 3));
  }
  return graph;
}

template <class Make>
RouteSet make_set(const char* name, int count, Make make) {
  RouteSet set{name, {}};
  Random random = Random::from_seed(name);
  for (int i = 0; i < count; ++i) set.graphs.push_back(make(random));
  return set;
}

template <class Wanted>
std::vector<RouteSet> synthetic_sets(Wanted wanted) {
  std::vector<RouteSet> sets;
  const auto add = [&](const char* name, int count, auto make) {
    if (wanted(name)) sets.push_back(make_set(name, count, make));
  };
  const auto hex = [&](const char* name, int count, Shape shape) {
    add(name, count, [&](Random& random) { return hex_net(shape, random); });
  };
  add("early 20", 500, [](Random& random) { return early_net(20, random); });
  add("early 40", 500, [](Random& random) { return early_net(40, random); });
  hex("hex 40, 40 % of the edges", 300, {5, 8, 40, 30, 10});
  hex("hex 104, 40 % of the edges", 200, {8, 13, 40, 30, 10});
  hex("hex 150, 40 % of the edges", 200, {10, 15, 40, 30, 10});
  hex("hex 40, 70 %", 200, {5, 8, 70, 0, 0});
  hex("hex 84, 70 %", 100, {7, 12, 70, 0, 0});
  hex("hex 104, 70 %", 100, {8, 13, 70, 0, 0});
  hex("hex 150, 70 %", 50, {10, 15, 70, 0, 0});
  hex("hex 209, 70 %", 30, {11, 19, 70, 0, 0});
  hex("hex 104, 50 %", 100, {8, 13, 50, 0, 0});
  hex("hex 150, 50 %", 50, {10, 15, 50, 0, 0});
  hex("hex 209, 50 %", 30, {11, 19, 50, 0, 0});
  hex("hex 84, 70 %, a third worthless", 50, {7, 12, 70, 33, 0});
  hex("hex 150, 50 %, a third worthless", 50, {10, 15, 50, 33, 0});
  hex("hex 84, 70 %, a tenth end only", 50, {7, 12, 70, 0, 10});
  hex("hex 40, all edges", 50, {5, 8, 100, 0, 0});
  hex("hex 104, all edges", 20, {8, 13, 100, 0, 0});
  return sets;
}

}  // namespace
}  // namespace remise::bench

int main(int argc, char** argv) {
  const auto wanted = [&](const char* name) {
    bool any = argc < 2;
    for (int i = 1; i < argc; ++i) any = any || std::strstr(name, argv[i]) != nullptr;
    return any;
  };
  remise::bench::print_route_table(remise::bench::synthetic_sets(wanted));
}
