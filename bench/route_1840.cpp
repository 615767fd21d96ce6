// bench_route_1840 [--write FILE] [r] [a] [b] [c]: best routes on boards of 1840, from the board to the answer; all
// sets, or those named. The figures are in results.md.
#include <bitset>
#include <cmath>
#include <cstring>

#include "route_positions.h"
#include "vienna1840/support/board.h"
#include "vienna1840/support/random.h"
#include "vienna1840/support/recorded.h"

namespace remise::bench {
namespace {

using namespace remise::testing;
using namespace remise::vienna1840;

// (r) The runs of the recorded game.
PositionSet recorded_runs() {
  PositionSet set{"r: recorded game", {}};
  const Json recorded = recorded_file("game-218809.json"), best = recorded_file("best-218809.json");
  if (recorded.is_null() || best.is_null()) {
    std::printf("The recorded game is not beside the repository; its set is left out.\n");
    return set;
  }
  RecordedBoard game(recorded);
  for (const Json& run : best["runs"]) {
    while (game.next() < run["i"].get<std::size_t>()) game.step();
    const LineId line = line_numbered(std::stoi(run["line"].get<std::string>()));
    set.positions.push_back({game.board(), game.runner(line)});
  }
  return set;
}

// The best of the offered tiles and markers for the line's revenue, or nullopt where none helps.
std::optional<Action> greedy_pick(const Vienna1840& rules, const State& s, const std::vector<Choice<Action>>& choices,
                                  RouteFinder& finder) {
  const vienna1840::Position p = rules.at(s);
  const Runner runner = runner_of(p, s.turn.line);
  int best = finder.best_revenue(p.map(), s.board, runner);
  std::optional<Action> found;
  for (const auto& choice : choices) {
    Board board = s.board;
    if (const auto* lay = std::get_if<LayTile>(&choice.action))
      lay_tile(p.map(), board, lay->lay);
    else if (const auto* marker = std::get_if<PlaceMarker>(&choice.action))
      place_marker(p.map(), board, s.turn.line, marker->place);
    else
      continue;
    if (const int value = finder.best_revenue(p.map(), board, runner); value > best)
      best = value, found = choice.action;
  }
  return found;
}

// (a) Runs from LR4a on in complete six-player games.
PositionSet six_players(bool greedy, std::size_t wanted) {
  PositionSet set{greedy ? "a: six players, greedy builders" : "a: six players, random builders", {}};
  const Vienna1840& rules = game().rules();
  RouteFinder finder;
  for (int g = 0; set.positions.size() < wanted; ++g) {
    State s = *rules.start({{"players", 6}, {"seed", std::to_string(g)}, {"options", Json::object()}});
    Random random = Random::from_seed("six " + std::to_string(g));
    std::vector<Choice<Action>> choices;
    Workspace work;
    while (!rules.to_act(s).empty()) {
      const Seat seat = rules.to_act(s).lowest();
      choices.clear();
      rules.legal(s, seat, choices, work);
      const bool building = s.step == Step::build || s.step == Step::bonus;
      std::optional<Action> action;
      if (greedy && building && random.below(4) > 0) action = greedy_pick(rules, s, choices, finder);
      if (!action) action = eager_pick(rules, choices, random);
      const vienna1840::Position p = rules.at(s);
      if (std::holds_alternative<vienna1840::Run>(*action) && p.round().name >= "LR4a")
        set.positions.push_back({s.board, runner_of(p, s.turn.line)});
      (void)rules.apply(s, seat, *action, nullptr, work);
    }
  }
  return set;
}

// The same with more on the board: late positions (from LR4a on) of builders with all 18 lines and no money.
// `alone`: with the markers of other lines and of the Stadtbahn taken away.
PositionSet late_games(bool greedy, bool alone, int games) {
  PositionSet set{greedy ? "a: all 18 lines, greedy builders" : "a: all 18 lines, random builders", {}};
  if (alone) set.name += ", nothing blocked";
  for (int g = 0; g < games; ++g) {
    RandomBuilder builder(MapVariant::full, Random::from_seed("late " + std::to_string(g)));
    builder.greedy = greedy;
    builder.play(18, 60, [&](std::size_t round) {
      if (round < 6) return;
      for (const LineId line : builder.lines()) {
        const Runner runner{line, builder.era, {static_cast<std::uint8_t>(builder.below(64))}, false};
        BoardRun position{builder.board(), runner};
        for (auto& circles : position.board.markers)
          for (MarkerId& marker : circles)
            if (alone && marker != marker_of(line)) marker = MarkerId::none;
        set.positions.push_back(position);
      }
    });
  }
  return set;
}

// Tiles put anywhere they fit, to get as many circles of track as possible: edges that meet, less locations they join.
class Annealer {
 public:
  Annealer(bool unlimited, Random random) : map_(tables_1840()->map(MapVariant::full)), random_(random) {
    board_ = start_board(map_);
    if (unlimited) board_.left.fill(250);
    for (std::size_t h = 0; h < hex_count; ++h)
      for (std::size_t t = 0; t < tile_count; ++t)
        if (map_.hexes[h].fits[t]) options_[h].push_back(id_at<TileId>(t));
  }

  const Board& anneal(int steps) {
    int now = score();
    for (int i = 0; i < steps; ++i) {
      const double temperature = 2.0 * (1 - static_cast<double>(i) / steps) + 0.05;
      const Board before = board_;
      if (!change()) continue;
      const int after = score();
      const double chance = std::exp((after - now) / temperature);
      if (after >= now || random_.below(1'000'000) < chance * 1'000'000)
        now = after;
      else
        board_ = before;
    }
    return board_;
  }

 private:
  bool change() {
    const std::size_t h = random_.below(hex_count);
    if (options_[h].empty()) return false;
    const TileId tile = options_[h][random_.below(static_cast<std::uint32_t>(options_[h].size()))];
    const std::uint8_t rotations = map_.hexes[h].fits[index(tile)];
    const auto rotation = static_cast<std::uint8_t>(random_.below(6));
    if (!(rotations >> rotation & 1) || board_.left[index(tile)] == 0) return false;
    if (board_.tile[h] != TileId::none) ++board_.left[index(board_.tile[h])];
    --board_.left[index(tile)];
    board_.tile[h] = tile;
    board_.rotation[h] = rotation;
    return true;
  }
  int score() const {
    int meeting = 0;
    std::bitset<max_nodes> joined;
    for (std::size_t h = 0; h < hex_count; ++h) {
      if (!map_.has(id_at<HexId>(h))) continue;
      const Face& face = face_at(map_, board_, id_at<HexId>(h));
      for (EdgeSet edges = face.tram_edges; edges; edges &= static_cast<EdgeSet>(edges - 1)) {
        const auto e = static_cast<std::size_t>(__builtin_ctz(edges));
        const Face& other = face_at(map_, board_, map_.hexes[h].neighbours[e]);
        if (other.tram[static_cast<std::size_t>(opposite(static_cast<int>(e)))] < 0) continue;
        ++meeting;
        joined.set(static_cast<std::size_t>(map_.hexes[h].first_node + face.tram[e]));
      }
    }
    return meeting / 2 - static_cast<int>(joined.count());
  }

  const Map& map_;
  Board board_;
  Random random_;
  std::array<std::vector<TileId>, hex_count> options_;
};

// Takes all markers away, blocks the given share of the interchanges, and gives line 1 six markers elsewhere.
Board with_markers(const Map& map, Board board, int blocked_per_cent, Random& random) {
  for (auto& circles : board.markers) circles.fill(MarkerId::none);
  std::vector<std::pair<HexId, std::uint8_t>> interchanges;
  for (const HexId hex : map.sites) {
    const Face& face = face_at(map, board, hex);
    for (std::size_t l = 0; l < face.locations.size(); ++l)
      if (!face.locations[l].halt() && face.locations[l].tram_edges)
        interchanges.emplace_back(hex, static_cast<std::uint8_t>(l));
  }
  random.shuffle(std::span(interchanges));
  const std::size_t blocked = interchanges.size() * static_cast<std::size_t>(blocked_per_cent) / 100;
  for (std::size_t i = 0; i < interchanges.size(); ++i) {
    const auto [hex, location] = interchanges[i];
    const Location& at = face_at(map, board, hex).locations[location];
    auto& circles = board.markers[map[hex].site];
    const bool own = i >= blocked && i < blocked + markers_per_line;
    for (int c = 0; c < at.slots; ++c) {
      const auto circle = static_cast<std::size_t>(at.first_circle + c);
      if (i < blocked) circles[circle] = marker_of(line_numbered(2 + c));
      if (own && c == 0) circles[circle] = marker_of(line_numbered(1));
    }
  }
  return board;
}

// (b) Within the tile counts, (c) without them.
void add_annealed(std::vector<PositionSet>& sets, bool unlimited) {
  const std::string name = unlimited ? "c: no tile limits" : "b: most circles";
  PositionSet open{name + ", nothing blocked", {}}, half{name + ", half blocked", {}};
  for (int i = 0; i < 16; ++i) {
    Annealer annealer(unlimited, Random::from_seed(name + std::to_string(i)));
    Random random = Random::from_seed("markers " + std::to_string(i));
    const Map& map = tables_1840()->map(MapVariant::full);
    const Board board = annealer.anneal(60'000);
    for (int k = 0; k < 4; ++k) {
      const Runner runner{line_numbered(1), id_at<Era>(random.below(era_count)), {}, false};
      open.positions.push_back({with_markers(map, board, 0, random), runner});
      half.positions.push_back({with_markers(map, board, 50, random), runner});
    }
  }
  sets.push_back(std::move(open));
  sets.push_back(std::move(half));
}

}  // namespace
}  // namespace remise::bench

int main(int argc, char** argv) {
  using namespace remise::bench;
  const bool write = argc > 2 && std::strcmp(argv[1], "--write") == 0;
  const int first = write ? 3 : 1;
  const auto wanted = [&](const char* letter) {
    bool any = argc <= first;
    for (int i = first; i < argc; ++i) any = any || std::strcmp(argv[i], letter) == 0;
    return any;
  };
  std::vector<PositionSet> sets;
  if (wanted("r")) sets.push_back(recorded_runs());
  if (wanted("a"))
    for (const bool greedy : {false, true}) sets.push_back(six_players(greedy, 2000));
  if (wanted("a"))
    for (const bool greedy : {false, true})
      for (const bool alone : {false, true}) sets.push_back(late_games(greedy, alone, 14));
  if (wanted("b")) add_annealed(sets, false);
  if (wanted("c")) add_annealed(sets, true);
  if (write) return write_positions(sets, argv[2]) ? 0 : 1;
  print_table(sets);
}
