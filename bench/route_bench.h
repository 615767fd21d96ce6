// Times the route solver on sets of graphs and prints one row per set. A program that has graphs to offer (boards of a
// game, say) fills RouteSets and calls print_route_table.
#pragma once

#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "routes/solver.h"

namespace remise::bench {

struct RouteSet {
  std::string name;
  std::vector<RouteGraph> graphs;
};

struct RouteTimes {
  std::vector<double> value, route;  // microseconds, sorted
  int locations = 0;                 // most
  std::uint32_t width = 0;
  std::uint64_t states = 0;  // most, with route
  std::uint64_t signature = 0;
};

inline double cpu_microseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

// Processor time, the least of three measures: the machine may be shared. Short calls are repeated until the clock can
// see them.
template <class Call>
double microseconds(Call call) {
  double best = 1e18;
  int repeats = 1;
  for (int measure = 0; measure < 3;) {
    const double start = cpu_microseconds();
    for (int i = 0; i < repeats; ++i) call();
    const double total = cpu_microseconds() - start;
    if (total < 20 && repeats < 1000) {
      repeats *= 4;
      continue;
    }
    best = std::min(best, total / repeats);
    ++measure;
  }
  return best;
}

inline RouteTimes time_routes(const RouteSet& set) {
  RouteTimes times;
  RouteSolver solver;
  for (const RouteGraph& graph : set.graphs) {
    int value = 0;
    RouteResult result;
    times.value.push_back(microseconds([&] { value = solver.solve_value(graph); }));
    times.route.push_back(microseconds([&] { result = solver.solve(graph); }));
    if (value != result.value) std::printf("DIFFERENT VALUES: %d and %d\n", value, result.value);
    times.locations = std::max(times.locations, graph.size());
    times.width = std::max(times.width, result.search.max_width);
    times.states = std::max(times.states, result.search.states);
    times.signature = times.signature * 31 + static_cast<std::uint64_t>(result.value);
    for (const LocationIndex at : result.route) times.signature = times.signature * 31 + at;
  }
  std::sort(times.value.begin(), times.value.end());
  std::sort(times.route.begin(), times.route.end());
  return times;
}

inline double quantile(const std::vector<double>& sorted, double q) {
  return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(q * static_cast<double>(sorted.size())))];
}

// The signature changes when any value or route does.
inline void print_route_table(const std::vector<RouteSet>& sets) {
  std::printf(
      "| set | graphs | locations | width | states | value: p50 / p99 / max us | value + route | signature |\n");
  std::printf("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n");
  for (const RouteSet& set : sets) {
    if (set.graphs.empty()) continue;
    const RouteTimes t = time_routes(set);
    std::printf("| %s | %zu | %d | %u | %llu | %.2f / %.2f / %.2f | %.2f / %.2f / %.2f | %016llx |\n", set.name.c_str(),
                set.graphs.size(), t.locations, t.width, static_cast<unsigned long long>(t.states),
                quantile(t.value, .5), quantile(t.value, .99), t.value.back(), quantile(t.route, .5),
                quantile(t.route, .99), t.route.back(), static_cast<unsigned long long>(t.signature));
    std::fflush(stdout);
  }
}

}  // namespace remise::bench
