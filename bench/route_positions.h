// Positions of 1840 for which best routes are timed; also as a file, for a program that cannot make them
// (bench_route_positions in the browser's machine).
#pragma once

#include <cstdio>
#include <cstring>

#include "route_bench.h"
#include "vienna1840/support/board.h"

namespace remise::bench {

// All on the full map. Nothing but bytes, alike on every machine.
struct BoardRun {
  vienna1840::Board board;
  vienna1840::Runner runner;
};
static_assert(std::is_trivially_copyable_v<BoardRun> && alignof(BoardRun) == 1);

struct PositionSet {
  std::string name;
  std::vector<BoardRun> positions;
};

inline bool write_positions(const std::vector<PositionSet>& sets, const char* path) {
  std::FILE* file = std::fopen(path, "wb");
  if (!file) return std::perror(path), false;
  for (const PositionSet& set : sets) {
    std::fprintf(file, "%s\n%zu %zu\n", set.name.c_str(), set.positions.size(), sizeof(BoardRun));
    std::fwrite(set.positions.data(), sizeof(BoardRun), set.positions.size(), file);
  }
  return std::fclose(file) == 0;
}

// Until the end of the stream; an empty list where it does not hold such positions.
inline std::vector<PositionSet> read_positions(std::FILE* file) {
  std::vector<PositionSet> sets;
  char name[200];
  while (std::fgets(name, sizeof name, file)) {
    std::size_t count = 0, size = 0;
    if (std::fscanf(file, "%zu %zu", &count, &size) != 2 || size != sizeof(BoardRun) || std::fgetc(file) != '\n')
      return {};
    PositionSet set{std::string(name, std::strcspn(name, "\n")), std::vector<BoardRun>(count)};
    if (std::fread(set.positions.data(), size, count, file) != count) return {};
    sets.push_back(std::move(set));
  }
  return sets;
}

inline std::string quantiles(std::vector<double>& times) {
  std::sort(times.begin(), times.end());
  char text[80];
  std::snprintf(text, sizeof text, "%.2f / %.2f / %.2f", quantile(times, .5), quantile(times, .99), times.back());
  return text;
}

inline void print(const PositionSet& set) {
  if (set.positions.empty()) return;
  const vienna1840::Map& map = testing::tables_1840()->map(vienna1840::MapVariant::full);
  vienna1840::RouteFinder finder;
  std::vector<double> build, solve_value, solve_route, value, route;
  int locations = 0, best = 0;
  std::uint64_t states = 0, signature = 0;
  for (const BoardRun& p : set.positions) {
    vienna1840::LineGraph graph;
    build.push_back(microseconds([&] { vienna1840::build_graph(map, p.board, p.runner, graph); }));
    RouteResult result;
    solve_value.push_back(microseconds([&] { (void)finder.solver.solve_value(graph.graph); }));
    solve_route.push_back(microseconds([&] { result = finder.solver.solve(graph.graph); }));
    int revenue = 0;
    value.push_back(microseconds([&] { revenue = finder.best_revenue(map, p.board, p.runner); }));
    vienna1840::Route found;
    route.push_back(microseconds([&] { found = finder.best_route(map, p.board, p.runner); }));
    if (revenue != found.revenue || revenue != result.value) std::printf("DIFFERENT VALUES\n");
    locations = std::max(locations, graph.graph.size());
    best = std::max(best, revenue);
    states = std::max(states, result.search.states);
    signature = signature * 31 + static_cast<std::uint64_t>(revenue);
  }
  std::printf("| %s | %zu | %d | %llu | %d | %s | %s | %s | %s | %s | %08llx |\n", set.name.c_str(),
              set.positions.size(), locations, static_cast<unsigned long long>(states), best, quantiles(build).c_str(),
              quantiles(solve_value).c_str(), quantiles(solve_route).c_str(), quantiles(value).c_str(),
              quantiles(route).c_str(), static_cast<unsigned long long>(signature & 0xffffffff));
  std::fflush(stdout);
}

// A second of the same work before anything is timed: WebAssembly is compiled well only after a while.
inline void warm_up(const std::vector<PositionSet>& sets) {
  const vienna1840::Map& map = testing::tables_1840()->map(vienna1840::MapVariant::full);
  vienna1840::RouteFinder finder;
  for (const double start = cpu_microseconds(); cpu_microseconds() - start < 1e6;)
    for (const PositionSet& set : sets)
      for (std::size_t i = 0; i < set.positions.size() && i < 50; ++i)
        (void)finder.best_route(map, set.positions[i].board, set.positions[i].runner);
}

inline void print_table(const std::vector<PositionSet>& sets) {
  std::printf(
      "| set | positions | locations | states | best | graph: p50 / p99 / max us | solver, value | solver, value + "
      "route | "
      "board to value | board to value + route | signature |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | "
      "---: | ---: | --- |\n");
  warm_up(sets);
  for (const PositionSet& set : sets) print(set);
}

}  // namespace remise::bench
