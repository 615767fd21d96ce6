#include <chrono>
#include <iostream>

#include "cli/command.h"
#include "io/golden/playthrough.h"

namespace remise::cli {

namespace {

struct BenchOptions {
  int games = 10;
  std::size_t moves = 400;
  std::shared_ptr<Common> common;
};

void run_bench(const BenchOptions& given) {
  std::uint64_t number = 0, moves = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const auto& game : make_games(*given.common)) {
    const Signature one = signature(*game, given.games, given.moves);
    if (!given.common->json)
      std::cout << game->id() << ": " << one.number % 100'000'000 << " after " << one.moves << " moves\n";
    number ^= one.number;
    moves += one.moves;
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  const auto speed = static_cast<std::uint64_t>(static_cast<double>(moves) / time.count());
  if (given.common->json)
    std::cout << Json{{"bench", number % 100'000'000}, {"moves", moves}, {"moves_per_second", speed}}.dump(2) << '\n';
  else
    std::cout << "Bench: " << number % 100'000'000 << "\n"
              << speed << " moves/s through the JSON contract: listed, one chosen, written and read back\n";
}

}  // namespace

void add_bench(CLI::App& app) {
  auto given = std::make_shared<BenchOptions>();
  CLI::App* sub = app.add_subcommand("bench", "The signature number of the rules, and a speed");
  sub->footer(
      "Plays fixed random games of every game. The number changes when any state or legal list does: commits that "
      "should\nnot change behaviour keep it, others name the new one (\"Bench: 1234567\").");
  sub->add_option("--games", given->games, "Random games for each game")->check(CLI::Range(1, 100000));
  sub->add_option("--moves", given->moves, "Moves of each, at most")->check(CLI::Range(1, 1'000'000));
  given->common = add_common(*sub);
  sub->callback([given] { run_bench(*given); });
}

}  // namespace remise::cli
