// Small fixed work whose instructions are counted under callgrind (scripts/instructions.py): the same on every run, so
// that a change of a few per cent is seen on a busy machine too. bench_instructions NAME does one of them; without a
// name it lists them.
#include <cstdio>
#include <string_view>

#include "core/assert.h"
#include "core/game.h"
#include "core/random.h"
#include "routes/solver.h"
#include "support/random_networks.h"

namespace {

// The deal of the first version of the rules, so that counts stay comparable with older ones.
std::unique_ptr<remise::Match> begun(const remise::Game& game) {
  return *game.load({{"format", "remise-match-1"},
                     {"game", game.id()},
                     {"rules", 1},
                     {"setup", {{"players", 3}, {"seed", "instructions"}}},
                     {"actions", remise::Json::array()}});
}

using namespace remise;

// Only what happens inside functions of this name is counted.
template <class Work>
[[gnu::noinline]] std::size_t measured_work(const Work& work) {
  return work();
}

std::unique_ptr<Game> game_named(std::string_view id) {
  for (const GameMaker& maker : game_makers())
    if (maker.id == id) return std::move(*maker(embedded_data));
  return nullptr;
}

std::size_t play(Match& match, std::size_t moves) {
  Random random = Random::from_seed("instructions");
  while (match.length() < moves && !match.to_act().empty()) {
    const Seat seat = match.to_act().lowest();
    REMISE_ASSERT(match.play(seat, *match.pick(seat, random)));
  }
  return match.length();
}

std::size_t moves_of(const Game& game, std::size_t moves) {
  auto match = begun(game);
  return measured_work([&] { return play(*match, moves); });
}

std::size_t views_of(const Game& game, std::size_t moves) {
  auto match = begun(game);
  play(*match, moves);
  return measured_work([&] {
    std::string text;
    for (int seat = 0; seat < match->seats(); ++seat) match->write_view(text, Viewer::of(id_at<Seat>(seat)));
    return text.size();
  });
}

std::size_t load_of(const Game& game, std::size_t moves) {
  auto match = begun(game);
  play(*match, moves);
  const std::string text = match->file(true).dump();
  return measured_work([&] { return (*game.load(*parse_json(text)))->length(); });
}

// A game from its data, every check of them included.
std::size_t make_of(std::string_view id) {
  return measured_work([&] { return game_named(id)->id().size(); });
}

std::size_t routes() {
  NetworkMaker maker{Random::from_seed("instructions")};
  std::vector<RouteGraph> graphs;
  for (int i = 0; i < 20; ++i) graphs.push_back(maker.hexagonal(7, 7, 70, 20, 10));
  RouteSolver solver;
  return measured_work([&] {
    std::size_t sum = 0;
    for (const auto& graph : graphs) sum += static_cast<std::size_t>(solver.solve(graph).value);
    return sum;
  });
}

struct Work {
  std::string_view name;
  std::size_t (*run)();
};

constexpr Work all[] = {
    {"1840-make", [] { return make_of("1840"); }},
    {"1840-moves", [] { return moves_of(*game_named("1840"), 250); }},
    {"1840-views", [] { return views_of(*game_named("1840"), 250); }},
    {"1840-load", [] { return load_of(*game_named("1840"), 250); }},
    {"tramways-make", [] { return make_of("tramways"); }},
    {"tramways-moves", [] { return moves_of(*game_named("tramways"), 15); }},
    {"tramways-views", [] { return views_of(*game_named("tramways"), 40); }},
    {"tramways-load", [] { return load_of(*game_named("tramways"), 40); }},
    {"routes", routes},
};

}  // namespace

int main(int argc, char** argv) {
  for (const Work& work : all) {
    if (argc < 2) std::printf("%s\n", std::string(work.name).c_str());
    if (argc == 2 && work.name == argv[1]) return std::printf("%zu\n", work.run()) > 0 ? 0 : 1;
  }
  return argc < 2 ? 0 : 2;
}
