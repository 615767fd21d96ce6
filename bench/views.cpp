// Views with everything a page shows, for the seat that is to act: state, legal moves, what each brings. Positions of
// whole random games of players who would rather build than pass.
#include <benchmark/benchmark.h>

#include "core/assert.h"
#include "core/game.h"
#include "core/random.h"

namespace remise {
namespace {

const Game& game_named(std::string_view id) {
  static const auto games = [] {
    std::vector<std::unique_ptr<Game>> made;
    for (const GameMaker maker : game_makers()) made.push_back(std::move(*maker(embedded_data)));
    return made;
  }();
  for (const auto& game : games)
    if (game->id() == id) return *game;
  REMISE_ASSERT(false);
  return *games.front();
}

bool builds(const Json& action) {
  const auto& type = action["type"].get_ref<const std::string&>();
  return type == "lay_tile" || type == "place_marker" || type == "lay_track" || type == "build";
}

// Every fifth position of three games; or all in which the list has so many entries.
std::vector<std::unique_ptr<Match>> positions(const Game& game, std::size_t least) {
  std::vector<std::unique_ptr<Match>> list;
  for (int g = 0; g < 3; ++g) {
    const std::string seed = "views " + std::to_string(g);
    const auto match = *game.start({{"players", 3 + g % 2}, {"seed", seed}});
    Random random = Random::from_seed(seed);
    while (!match->to_act().empty()) {
      const Seat seat = match->to_act().lowest();
      if (least > 0 ? match->legal_count(seat) >= least : match->length() % 5 == 0) list.push_back(match->clone());
      Json action = *match->pick(seat, random);
      for (int again = 0; again < 4 && !builds(action); ++again) action = *match->pick(seat, random);
      REMISE_ASSERT(match->play(seat, action));
    }
  }
  return list;
}

void views(benchmark::State& state, std::string_view id, std::size_t least = 0) {
  const auto list = positions(game_named(id), least);
  std::string text;
  std::size_t i = 0, bytes = 0;
  for (auto _ : state) {
    text.clear();
    list[i]->write_view(text, Viewer::of(list[i]->to_act().lowest()));
    benchmark::DoNotOptimize(text.data());
    bytes += text.size();
    if (++i == list.size()) i = 0;
  }
  state.SetItemsProcessed(state.iterations());
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
  state.counters["positions"] = static_cast<double>(list.size());
}

void BM_Views1840(benchmark::State& state) { views(state, "1840"); }
void BM_ViewsTramways(benchmark::State& state) { views(state, "tramways"); }
// Where most is to be listed: tiles with their gains, track.
void BM_ViewsBuilding1840(benchmark::State& state) { views(state, "1840", 40); }
void BM_ViewsBuildingTramways(benchmark::State& state) { views(state, "tramways", 200); }

BENCHMARK(BM_Views1840);
BENCHMARK(BM_ViewsTramways);
BENCHMARK(BM_ViewsBuilding1840);
BENCHMARK(BM_ViewsBuildingTramways);

}  // namespace
}  // namespace remise

BENCHMARK_MAIN();
