// bench_route_positions < FILE: the table of bench_route_1840 for the positions that `bench_route_1840 --write FILE`
// wrote. Built for the browser's machine as well: node bench/wasm.mjs build/wasm/bench_route_positions.wasm < FILE
#include "route_positions.h"

int main() {
  const auto sets = remise::bench::read_positions(stdin);
  if (sets.empty()) return std::fprintf(stderr, "no positions of bench_route_1840 --write\n"), 1;
  remise::bench::print_table(sets);
}
