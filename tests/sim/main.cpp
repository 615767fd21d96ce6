// remise-sim [--seed N] [--seeds COUNT] [--verbose]: simulated servers, players and troubles. Prints the seeds that
// fail; each can be run again by itself and does exactly the same.
// remise-sim --nodes N: forty tables spread over so many nodes, with troubles; and without, for what a move costs.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "sim/simulation.h"
#include "sim/spread.h"

namespace {

bool number(const char* text, std::uint64_t& value) {
  const auto [end, fault] = std::from_chars(text, text + std::strlen(text), value);
  return fault == std::errc{} && *end == '\0';
}

int spread(std::uint64_t first, std::uint64_t count, std::uint32_t nodes) {
  using namespace remise::sim;
  std::uint64_t failed = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed)
    for (const bool troubles : {true, false}) {
      const auto [report, costs, trace] = simulate_spread(seed, {nodes, troubles});
      const bool wrong = !report.fault.empty();
      failed += wrong;
      std::printf("seed %llu, %u nodes%s: %s; %llu acknowledged, %llu crashes, %llu connections",
                  static_cast<unsigned long long>(seed), nodes, troubles ? ", troubles" : "",
                  wrong ? report.fault.c_str() : "good", static_cast<unsigned long long>(report.acknowledged),
                  static_cast<unsigned long long>(report.crashes), static_cast<unsigned long long>(report.connections));
      if (!troubles)
        std::printf(
            "; %llu moves, for each: %.2f statements, %.2f notices heard, %.2f entries read, %.2f nodes watch, %.2f "
            "listen; "
            "idle %.2f statements/s and node",
            static_cast<unsigned long long>(costs.moves), costs.statements, costs.notices, costs.entries,
            costs.watching, costs.listening, costs.idle_statements);
      std::printf("\n");
      std::fflush(stdout);
    }
  return failed ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t first = 1, count = 1, nodes = 0;
  bool verbose = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--verbose") {
      verbose = true;
    } else if (!((word == "--seed" || word == "--seeds" || word == "--nodes") && i + 1 < argc &&
                 number(argv[i + 1], word == "--seed"    ? first
                                     : word == "--seeds" ? count
                                                         : nodes))) {
      std::fprintf(stderr, "usage: remise-sim [--seed N] [--seeds COUNT] [--nodes N] [--verbose]\n");
      return 2;
    } else {
      ++i;
    }
  }
  if (nodes > 0) return spread(first, count, static_cast<std::uint32_t>(nodes));
  std::uint64_t failed = 0;
  remise::sim::Report sum;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const auto [report, plan, trace] = remise::sim::simulate(seed);
    sum.events += report.events;
    sum.acknowledged += report.acknowledged;
    sum.refused += report.refused;
    sum.repeated += report.repeated;
    sum.connections += report.connections;
    sum.crashes += report.crashes;
    sum.revoked += report.revoked;
    sum.folded += report.folded;
    sum.lost_count += report.lost_count;
    sum.pages += report.pages;
    sum.links += report.links;
    sum.claims += report.claims;
    sum.minded += report.minded;
    sum.advance += report.advance;
    sum.time_up += report.time_up;
    sum.letters += report.letters;
    sum.letters_again += report.letters_again;
    sum.reminders += report.reminders;
    sum.told += report.told;
    const bool wrong = !report.fault.empty();
    failed += wrong;
    if (wrong || verbose)
      std::printf("seed %llu: %s\n  %s\n  trace %016llx\n", static_cast<unsigned long long>(seed),
                  wrong ? report.fault.c_str() : "good", plan.c_str(), static_cast<unsigned long long>(trace));
    std::fflush(stdout);
  }
  std::printf(
      "%llu seeds, %llu failed: %llu frames heard, %llu requests acknowledged, %llu refused, %llu repeated, "
      "%llu connections, %llu crashes, %llu ended sessions, %llu older pages, %llu of %llu links used, "
      "%llu positions folded, %llu asked for whole, %llu moves of bots for people, %llu in advance, %llu clocks at "
      "zero, %llu letters (%llu once more, %llu reminders), %llu people told in the end\n",
      static_cast<unsigned long long>(count), static_cast<unsigned long long>(failed),
      static_cast<unsigned long long>(sum.events), static_cast<unsigned long long>(sum.acknowledged),
      static_cast<unsigned long long>(sum.refused), static_cast<unsigned long long>(sum.repeated),
      static_cast<unsigned long long>(sum.connections), static_cast<unsigned long long>(sum.crashes),
      static_cast<unsigned long long>(sum.revoked), static_cast<unsigned long long>(sum.pages),
      static_cast<unsigned long long>(sum.claims), static_cast<unsigned long long>(sum.links),
      static_cast<unsigned long long>(sum.folded), static_cast<unsigned long long>(sum.lost_count),
      static_cast<unsigned long long>(sum.minded), static_cast<unsigned long long>(sum.advance),
      static_cast<unsigned long long>(sum.time_up), static_cast<unsigned long long>(sum.letters),
      static_cast<unsigned long long>(sum.letters_again), static_cast<unsigned long long>(sum.reminders),
      static_cast<unsigned long long>(sum.told));
  return failed ? 1 : 0;
}
