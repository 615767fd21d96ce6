// Tramways: applied actions per second, random complete games per second with enumeration, size of a state.
#include <benchmark/benchmark.h>

#include "games/tramways/match.h"

namespace remise::tramways {
namespace {

const Tramways& rules() {
  static const Tramways rules = [] {
    auto tables = Tables::read(embedded_data);
    if (!tables) std::abort();
    return Tramways(std::move(*tables));
  }();
  return rules;
}

struct Step {
  Seat seat;
  Action action;
};

struct Recorded {
  State start;
  std::vector<Step> steps;
};

// Cheap chance for the choice of moves, so that it is not what is measured.
struct Dice {
  std::uint64_t state;
  std::uint32_t below(std::uint32_t n) {
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t z = (state ^ state >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return static_cast<std::uint32_t>((z ^ z >> 31) % n);
  }
};

// A random game: first a seat, then an entry of its list, then an amount, with equal chances.
Recorded random_game(int players, int number, bool keep, Tramways::Choices& choices) {
  Recorded game{*rules().start({{"players", players}, {"seed", "bench " + std::to_string(number)}}), {}};
  State s = game.start;
  Tramways::Workspace work;
  Dice random{static_cast<std::uint64_t>(number)};
  while (!rules().to_act(s).empty()) {
    const SeatSet seats = rules().to_act(s);
    auto skip = random.below(static_cast<std::uint32_t>(seats.size()));
    Seat seat = Seat::none;
    for (int i = 0; i < max_players; ++i)
      if (seats.has(id_at<Seat>(i)) && skip-- == 0) seat = id_at<Seat>(i);
    choices.clear();
    rules().legal(s, seat, choices, work);
    const auto& choice = choices[random.below(static_cast<std::uint32_t>(choices.size()))];
    Action action = choice.action;
    if (choice.step > 0)
      action = rules().with_amount(action, choice.min + static_cast<int>(random.below(static_cast<std::uint32_t>(
                                                            (choice.max - choice.min) / choice.step + 1))) *
                                                            choice.step);
    if (keep) game.steps.push_back({seat, action});
    if (rules().apply(s, seat, action, nullptr, work)) std::abort();
  }
  return game;
}

void AppliedActions(benchmark::State& bench) {
  std::vector<Recorded> games;
  Tramways::Choices choices;
  for (int i = 0; i < 20; ++i) games.push_back(random_game(4, i, true, choices));
  std::int64_t actions = 0;
  Tramways::Workspace work;
  for (auto _ : bench)
    for (const Recorded& game : games) {
      State s = game.start;
      for (const Step& step : game.steps)
        benchmark::DoNotOptimize(rules().apply(s, step.seat, step.action, nullptr, work));
      actions += static_cast<std::int64_t>(game.steps.size());
    }
  bench.SetItemsProcessed(actions);
  bench.counters["state_bytes"] = sizeof(State);
}
BENCHMARK(AppliedActions)->Unit(benchmark::kMillisecond);

void RandomGames(benchmark::State& bench) {
  int number = 0;
  Tramways::Choices choices;  // used again, as a player does who makes lists all the time
  for (auto _ : bench) random_game(static_cast<int>(bench.range(0)), number++ % 50, false, choices);
  bench.SetItemsProcessed(number);
}
BENCHMARK(RandomGames)->Arg(1)->Arg(2)->Arg(4)->Arg(5)->Unit(benchmark::kMillisecond);

void CopyState(benchmark::State& bench) {
  const State s = *rules().start({{"players", 4}, {"seed", "bench"}});
  State copy = s;
  for (auto _ : bench) {
    copy = s;
    benchmark::DoNotOptimize(copy);
  }
  bench.SetBytesProcessed(static_cast<std::int64_t>(bench.iterations()) * static_cast<std::int64_t>(sizeof(State)));
}
BENCHMARK(CopyState);

}  // namespace
}  // namespace remise::tramways

BENCHMARK_MAIN();
