#include <chrono>
#include <iostream>

#include "cli/command.h"
#include "io/golden/playthrough.h"

namespace remise::cli {

namespace {

struct PerftOptions {
  std::string file;
  int depth = 1;
  int move = -1;
  std::shared_ptr<Common> common;
};

void run_perft(const PerftOptions& given) {
  OpenMatch open = open_match(*given.common, given.file, given.move);
  const auto start = std::chrono::steady_clock::now();
  const auto entries = perft(*open.match, given.depth);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  std::uint64_t total = 0;
  Json list = Json::array();
  for (const PerftEntry& entry : entries) {
    total += entry.count;
    if (given.common->json)
      list.push_back(
          {{"seat", static_cast<int>(entry.move.seat)}, {"action", entry.move.action}, {"count", entry.count}});
    else
      std::cout << entry.count << "  seat " << static_cast<int>(entry.move.seat) << "  " << entry.move.action.dump()
                << '\n';
  }
  if (given.common->json)
    std::cout << Json{{"depth", given.depth}, {"moves", list}, {"total", total}}.dump(2) << '\n';
  else
    std::cout << total << "  total, depth " << given.depth << ", " << time.count() << " s\n";
}

}  // namespace

void add_perft(CLI::App& app) {
  auto given = std::make_shared<PerftOptions>();
  CLI::App* sub = app.add_subcommand("perft", "Count the positions after some moves, by first move");
  sub->footer("A range (a bid of 20 to 45) counts once for each amount. Chance is fixed by the seed of the match.");
  sub->add_option("FILE", given->file, "Match file")->required();
  sub->add_option("-d,--depth", given->depth, "How many moves deep")->check(CLI::Range(1, 20));
  sub->add_option("-m,--move", given->move, "Start after so many moves (default: the last)")->check(not_negative());
  given->common = add_common(*sub);
  sub->callback([given] { run_perft(*given); });
}

}  // namespace remise::cli
