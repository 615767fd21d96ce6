// 1840: moves and copies per second, sizes, and a count of heap allocations in the hot functions.
#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <new>
#include <sstream>

#include "core/random.h"
#include "games/vienna1840/match.h"
#include "io/import/import.h"

namespace {
std::atomic<std::uint64_t> allocations = 0;
}

// Not inlined: the compiler would take the pair new / free for a mistake.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  std::abort();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace remise::vienna1840 {
namespace {

const Vienna1840& rules() {
  static const Vienna1840 rules(*Tables::read(embedded_data));
  return rules;
}

struct Move {
  Seat seat;
  Action action;
};
struct Game {
  State start;
  std::vector<Move> moves;
  std::vector<State> states;  // before each move
};

bool dull(const Action& a) {
  return std::holds_alternative<ScrapTram>(a) || std::holds_alternative<ReturnPrivate>(a) ||
         std::holds_alternative<SellShares>(a);
}

// A complete game of five players who rather build than scrap. Under C11 runs carry their revenue, so that a replay
// finds no route.
Game make_game(int seed, bool claims) {
  Game game;
  game.start =
      *rules().start({{"players", 5}, {"seed", "bench " + std::to_string(seed)}, {"options", {{"C11", claims}}}});
  State s = game.start;
  Random random = Random::from_seed("moves " + std::to_string(seed));
  std::vector<Choice<Action>> choices;
  Workspace work;
  while (!rules().to_act(s).empty()) {
    const Seat seat = rules().to_act(s).lowest();
    choices.clear();
    rules().legal(s, seat, choices, work);
    const Choice<Action>* c = nullptr;
    do c = &choices[random.below(static_cast<std::uint32_t>(choices.size()))];
    while (dull(c->action) && random.below(20) > 0);
    const bool bid = std::holds_alternative<BidLine>(c->action) || std::holds_alternative<BidPrivate>(c->action);
    const auto ways = c->step ? static_cast<std::uint32_t>((c->max - c->min) / c->step + 1) : 1u;
    const bool claim = std::holds_alternative<Run>(c->action);
    const std::uint32_t n = claim ? random.below(15) * 10
                            : bid ? std::min(ways - 1, random.below(2))
                                  : random.below(ways);
    const Action action =
        c->step ? rules().with_amount(c->action, c->min + static_cast<std::int32_t>(n) * c->step) : c->action;
    if (claims && claim && c->step == 0) continue;  // only runs with a claim
    game.states.push_back(s);
    game.moves.push_back({seat, action});
    if (rules().apply(s, seat, action, nullptr, work)) std::abort();
  }
  return game;
}

const std::vector<Game>& games(bool claims) {
  static const auto make = [](bool with) {
    std::vector<Game> list;
    for (int i = 0; i < 8; ++i) list.push_back(make_game(i, with));
    return list;
  };
  static const std::vector<Game> plain = make(false), claimed = make(true);
  return claims ? claimed : plain;
}

void report_allocations(benchmark::State& state, std::uint64_t before, std::size_t calls) {
  state.counters["allocations"] = static_cast<double>(allocations - before);
  state.SetItemsProcessed(static_cast<std::int64_t>(calls));
}

void replay(benchmark::State& state, bool claims) {
  const auto& list = games(claims);
  Workspace work;
  const auto all = [&] {
    std::size_t count = 0;
    for (const Game& game : list) {
      State s = game.start;
      for (const Move& move : game.moves) {
        auto refusal = rules().apply(s, move.seat, move.action, nullptr, work);
        benchmark::DoNotOptimize(refusal);
      }
      count += game.moves.size();
    }
    return count;
  };
  all();  // warm-up: working memory grows once
  const std::uint64_t before = allocations;
  std::size_t calls = 0;
  for (auto _ : state) calls += all();
  report_allocations(state, before, calls);
}
void BM_ApplyWithoutRoutes(benchmark::State& state) { replay(state, true); }
void BM_ApplyWithRoutes(benchmark::State& state) { replay(state, false); }

// The recorded game beside the repository, with its routes: all moves from the first to the last.
void BM_RecordedGame(benchmark::State& state) {
  std::ifstream file(REMISE_SOURCE_DIR "/../shared/1840/oracle/game-218809.source.json");
  std::stringstream text;
  text << file.rdbuf();
  const auto source = parse_json(text.str());
  if (!source) return state.SkipWithError("the recorded game is not beside the repository");
  const TypedGame<Vienna1840> game{rules()};
  ImportFiles files;
  files.source = *source;
  for (const Importer& importer : importers()) {
    if (importer.game != Vienna1840::id || !importer.recognises(*source)) continue;
    const auto import = importer.import(game, files);
    if (!import) return state.SkipWithError("the recorded game cannot be imported");
    const auto& match = static_cast<const TypedMatch<Vienna1840>&>(*import->match);
    const auto begin = match.at(0);
    std::size_t calls = 0;
    Workspace work;
    for (auto _ : state) {
      State s = static_cast<const TypedMatch<Vienna1840>&>(*begin).state();
      for (const auto& move : match.moves())
        if (rules().apply(s, move.seat, move.action, nullptr, work)) std::abort();
      calls += match.moves().size();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(calls));
    state.counters["moves"] = static_cast<double>(match.moves().size());
  }
}

void BM_Legal(benchmark::State& state) {
  std::vector<Choice<Action>> choices;
  Workspace work;
  const auto all = [&] {
    std::size_t count = 0;
    for (const Game& game : games(false))
      for (std::size_t i = 0; i < game.moves.size(); ++i, ++count) {
        choices.clear();
        rules().legal(game.states[i], game.moves[i].seat, choices, work);
        benchmark::DoNotOptimize(choices.data());
      }
    return count;
  };
  all();
  const std::uint64_t before = allocations;
  std::size_t calls = 0;
  for (auto _ : state) calls += all();
  report_allocations(state, before, calls);
}

void BM_CopyState(benchmark::State& state) {
  const Game& game = games(false).front();
  State copy;
  std::size_t i = 0;
  for (auto _ : state) {
    copy = game.states[i];
    benchmark::DoNotOptimize(copy);
    if (++i == game.states.size()) i = 0;
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["sizeof_state"] = sizeof(State);
  state.counters["sizeof_action"] = sizeof(Action);
}

void BM_Hash(benchmark::State& state) {
  const State& s = games(false).front().states.back();
  for (auto _ : state) benchmark::DoNotOptimize(hash_value(s));
  state.SetItemsProcessed(state.iterations());
}

void BM_View(benchmark::State& state) {
  const Game& game = games(false).front();
  Workspace work;
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(view_text(rules(), game.states[i], Viewer::of(game.moves[i].seat), work));
    i = (i + 17) % game.states.size();
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(BM_ApplyWithoutRoutes);
BENCHMARK(BM_ApplyWithRoutes);
BENCHMARK(BM_RecordedGame)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Legal);
BENCHMARK(BM_CopyState);
BENCHMARK(BM_Hash);
BENCHMARK(BM_View);

}  // namespace
}  // namespace remise::vienna1840

BENCHMARK_MAIN();
