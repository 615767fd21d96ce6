// Random networks for tests of the route solver: small ones of many shapes, and large hexagonal ones.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>

#include "core/random.h"
#include "routes/graph.h"

namespace remise {

enum class NetworkShape { Sparse, Tree, Hexagonal, Dense, Circles, Parts, count };

struct NetworkMaker {
  Random random;

  int below(int n) { return static_cast<int>(random.below(static_cast<std::uint32_t>(n))); }
  bool chance(int per_cent) { return below(100) < per_cent; }
  int pick(std::initializer_list<int> list) { return list.begin()[below(static_cast<int>(list.size()))]; }

  static void connect(RouteGraph& graph, int a, int b) {
    graph.add_edge(static_cast<LocationIndex>(a), static_cast<LocationIndex>(b));
  }

  // Up to `most` locations of one of the shapes; how many are blocked, end only, own or worthless varies from none to
  // all.
  RouteGraph small(NetworkShape shape, int most) {
    RouteGraph graph;
    graph.clear();
    const int n = 1 + below(most);
    add_locations(graph, n);
    switch (shape) {
      case NetworkShape::Sparse:
        for (int i = below(2 * n + 1); i > 0; --i) connect(graph, below(n), below(n));
        break;
      case NetworkShape::Tree:
        for (int i = 1; i < n; ++i) connect(graph, i, below(i));
        for (int i = below(4); i > 0; --i) connect(graph, below(n), below(n));
        break;
      case NetworkShape::Hexagonal: connect_hexes(graph, 2 + below(3), pick({50, 70, 90, 100})); break;
      case NetworkShape::Dense:
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < i; ++j)
            if (n <= 8 || chance(35)) connect(graph, i, j);
        break;
      case NetworkShape::Circles:  // circles that share a location or are joined by one edge
        for (int i = 1; i < n; ++i) connect(graph, i, i - 1);
        for (int i = 0; i < n;) {
          const int length = 3 + below(4);
          if (i + length - 1 < n) connect(graph, i, i + length - 1);
          i += length - below(2);
        }
        break;
      case NetworkShape::Parts:  // two or three parts that at most end-only locations join
        for (int i = 0; i < 2 * n; ++i) {
          const int a = below(n), b = below(n);
          const bool joint = graph[static_cast<LocationIndex>(a)].passage == Passage::EndOnly;
          if (joint || a * 3 / n == b * 3 / n) connect(graph, a, b);
        }
        break;
      case NetworkShape::count: break;
    }
    return graph;
  }

  // A best route would leave the few own locations aside: they are cheap and hang at the rim or on a part of their own.
  RouteGraph own_decides(int most) {
    RouteGraph graph;
    graph.clear();
    const int n = 5 + below(most - 4);
    for (int i = 0; i < n; ++i) graph.add_location(1 + below(9), chance(10) ? Passage::EndOnly : Passage::Open);
    connect_hexes(graph, 2 + below(3), pick({55, 70, 85}));
    for (int i = 1 + below(2); i > 0; --i) {
      const auto at = static_cast<LocationIndex>(below(n));
      graph.set_own(at, true);
      graph.set_value(at, below(2));
    }
    return graph;
  }

  RouteGraph hexagonal(int columns, int rows, int edges, int worthless, int end_only) {
    RouteGraph graph;
    graph.clear();
    for (int i = 0; i < columns * rows; ++i)
      graph.add_location(chance(worthless) ? 0 : 10 * (1 + below(5)),
                         chance(end_only) ? Passage::EndOnly : Passage::Open, chance(8));
    connect_hexes(graph, columns, edges);
    return graph;
  }

  // Neighbours as hexes in a parallelogram with so many columns.
  void connect_hexes(RouteGraph& graph, int columns, int edges) {
    const int n = graph.size();
    for (int i = 0; i < n; ++i) {
      if (i % columns != columns - 1 && i + 1 < n && chance(edges)) connect(graph, i, i + 1);
      if (i + columns < n && chance(edges)) connect(graph, i, i + columns);
      if (i % columns != 0 && i + columns - 1 < n && chance(edges)) connect(graph, i, i + columns - 1);
    }
  }

 private:
  void add_locations(RouteGraph& graph, int n) {
    const int blocked = pick({0, 0, 10}), end_only = pick({0, 10, 30}), own = pick({10, 25, 100}),
              zero = pick({0, 20, 60});
    const int values = pick({1, 3, 20});
    for (int i = 0; i < n; ++i) {
      const Passage passage = chance(blocked) ? Passage::Blocked : chance(end_only) ? Passage::EndOnly : Passage::Open;
      const auto at = graph.add_location(chance(zero) ? 0 : 10 * (1 + below(values)), passage, chance(own));
      if (chance(10)) graph.add_value(at, 10 * (1 + below(5)));  // a bonus
    }
  }
};

// As a ready-made test: what a failing test prints.
inline std::string describe(const RouteGraph& graph) {
  std::ostringstream out;
  for (int i = 0; i < graph.size(); ++i) {
    const auto at = static_cast<LocationIndex>(i);
    constexpr const char* names[] = {"Open", "EndOnly", "Blocked"};
    out << "graph.add_location(" << graph[at].value << ", Passage::" << names[static_cast<int>(graph[at].passage)]
        << ", " << (graph[at].own ? "true" : "false") << ");  // " << i << "\n";
  }
  for (int i = 0; i < graph.size(); ++i)
    for (const LocationIndex j : graph.neighbours(static_cast<LocationIndex>(i)))
      if (i < j) out << "graph.add_edge(" << i << ", " << int{j} << ");\n";
  return out.str();
}

}  // namespace remise
