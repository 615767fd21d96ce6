// The browser's engine, compiled for this machine: the requests of a file, one JSON object per line, answered again and
// again. bench/engine.mjs writes such a file, answers it with the WebAssembly module and compares the times.
//
//   bench_engine requests.jsonl ROUNDS     -> one line per request: microseconds of the quickest round
#include <time.h>

#include <cstdlib>
#include <fstream>
#include <iostream>

#include "wasm/engine.h"

namespace {

double processor_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::cerr << "bench_engine requests.jsonl ROUNDS\n", 2;
  remise::wasm::Engine engine;
  std::vector<std::string> requests;
  std::ifstream in(argv[1]);
  for (std::string line; std::getline(in, line);) requests.push_back(line);
  // The first round answers them in order, since requests name the matches that earlier ones opened. After it all
  // rounds of a request follow each other, as in engine.mjs: caches and allocator are equally warm in both.
  const auto timed = [&](const std::string& request) {
    const double start = processor_microseconds();
    const std::string answer = engine.answer(request);
    const double time = processor_microseconds() - start;
    if (answer.starts_with("{\"error\"")) std::cerr << request.substr(0, 200) << "\n" << answer << "\n", std::exit(1);
    return time;
  };
  std::vector<double> best;
  for (const auto& request : requests) best.push_back(timed(request));
  for (std::size_t i = 0; i < requests.size(); ++i)
    for (int round = 1; round < std::stoi(argv[2]); ++round) best[i] = std::min(best[i], timed(requests[i]));
  for (const double time : best) std::cout << time << "\n";
}
