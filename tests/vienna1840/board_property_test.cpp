// Random boards, built by legal moves on all maps: lists against checks, invariants, and routes against brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "vienna1840/support/board.h"
#include "vienna1840/support/recorded.h"
#include "vienna1840/support/walked_routes.h"

namespace remise::testing {
namespace {

constexpr std::array lay_kinds = {LayKind::ordinary,    LayKind::stadtbahn, LayKind::bonus_yellow,
                                  LayKind::bonus_green, LayKind::bonus_red, LayKind::bonus_purple};

// What a random board must never lose.
void expect_sound(const Map& map, const Board& board) {
  const Board start = start_board(map);
  std::array<int, tile_count> laid{};
  for (std::size_t i = 0; i < hex_count; ++i)
    if (board.tile[i] != TileId::none) {
      ++laid[index(board.tile[i])];
      const Hex& hex = map.hexes[i];
      ASSERT_TRUE(hex.fits[index(board.tile[i])] >> board.rotation[i] & 1) << hex.name;
    }
  for (std::size_t t = 0; t < tile_count; ++t)
    ASSERT_EQ(laid[t] + board.left[t], start.left[t]) << map.tiles.tiles[t].name;
  for (std::size_t site = 0; site < max_sites; ++site)
    for (std::size_t c = 0; c < max_circles; ++c) {
      const MarkerId marker = board.markers[site][c];
      if (marker == MarkerId::none) continue;
      ASSERT_LT(site, map.sites.size());
      const Face& face = face_at(map, board, map.sites[site]);
      ASSERT_LT(c, face.circles) << map[map.sites[site]].name << ": a marker outside every circle";
      for (std::size_t d = 0; d < c; ++d) ASSERT_NE(board.markers[site][d], marker) << "R94";
    }
  for (std::size_t l = 0; l < line_count; ++l)
    ASSERT_LE(count_markers(board, marker_of(id_at<LineId>(l))), markers_per_line);
}

// Every hex, tile, rotation and circle: check_lay accepts exactly what list_lays lists.
void expect_lists_agree(const Map& map, const Board& board, const Builder& by) {
  std::vector<Lay> listed;
  for (const LayKind kind : lay_kinds) {
    listed.clear();
    list_lays(map, board, by, kind, listed);
    const auto number = [](const Lay& lay) {
      return (static_cast<int>(index(lay.hex)) * tile_count + static_cast<int>(index(lay.tile))) * 24 +
             lay.rotation * 4 + lay.circle;
    };
    std::set<int> list;
    for (const Lay& lay : listed) ASSERT_TRUE(list.insert(number(lay)).second) << "listed twice";
    for (int h = 0; h < hex_count; ++h)
      for (int t = 0; t < tile_count; ++t)
        for (std::uint8_t k = 0; k < 6; ++k)
          for (std::uint8_t circle = 0; circle < 3; ++circle) {
            const Lay lay{id_at<HexId>(h), id_at<TileId>(t), k, circle};
            ASSERT_EQ(!check_lay(map, board, by, kind, lay), list.contains(number(lay)))
                << map.hexes[static_cast<std::size_t>(h)].name << " "
                << map.tiles.tiles[static_cast<std::size_t>(t)].name << " " << int{k};
          }
  }
  for (const MarkerKind kind : {MarkerKind::normal, MarkerKind::bonus}) {
    std::vector<MarkerPlace> places;
    list_markers(map, board, by, kind, places);
    std::size_t accepted = 0;
    for (int h = 0; h < hex_count + 3; ++h)
      for (std::uint8_t l = 0; l < 7; ++l)
        for (const bool replace : {false, true}) {
          const MarkerPlace place{id_at<HexId>(h), l, replace};
          if (check_marker(map, board, by, kind, place)) continue;
          ++accepted;
          ASSERT_NE(std::ranges::find(places, place), places.end());
        }
    ASSERT_EQ(accepted, places.size());
  }
  std::vector<Removal> removals;
  list_removals(map, board, by.treasury, removals);
  std::size_t accepted = 0;
  for (int h = 0; h < hex_count; ++h)
    for (int c = 0; c < company_count; ++c)
      accepted += !check_removal(map, board, by.treasury, {id_at<HexId>(h), id_at<CompanyId>(c)});
  ASSERT_EQ(accepted, removals.size());
}

TEST(RandomBoards, ListsAgreeWithChecksAndBoardsStaySound) {
  for (int game = 0; game < 9; ++game) {
    RandomBuilder builder(id_at<MapVariant>(game % 3), Random::from_seed("board " + std::to_string(game)));
    builder.play(4 + static_cast<std::size_t>(game) % 3 * 5);
    expect_sound(builder.map(), builder.board());
    // The board now, and as other lines at other times see it.
    for (int sample = 0; sample < 4; ++sample) {
      const LineId line = builder.lines()[builder.below(static_cast<std::uint32_t>(builder.lines().size()))];
      Builder by = builder.builder(line, sample == 3);
      by.era = id_at<Era>(sample);
      by.treasury = {sample == 0 ? 15 : sample == 1 ? 39 : 500};
      ASSERT_NO_FATAL_FAILURE(expect_lists_agree(builder.map(), builder.board(), by));
    }
  }
}

TEST(RandomBoards, EarlyListsAgreeWithChecks) {
  for (int game = 0; game < 6; ++game) {
    RandomBuilder builder(id_at<MapVariant>(game % 3), Random::from_seed("early " + std::to_string(game)));
    builder.era = Era::green;
    for (std::size_t l = 0; l < 5; ++l) {
      builder.turn(builder.lines()[l]);
      expect_sound(builder.map(), builder.board());
      ASSERT_NO_FATAL_FAILURE(
          expect_lists_agree(builder.map(), builder.board(), builder.builder(builder.lines()[l], l % 2 == 0)));
    }
  }
}

// --- routes against brute force
// A route as its stops must be one: neighbours joined by track, no location twice, ends only where it must end.
void expect_a_route(const Map& map, const Board& board, const Runner& runner, const Route& route) {
  int sum = 0;
  bool own = false;
  std::set<std::pair<HexId, int>> seen;
  for (std::size_t i = 0; i < route.stops.size(); ++i) {
    const Stop& stop = route.stops[i];
    ASSERT_TRUE(seen.insert({stop.hex, stop.location}).second);
    const Location& at = face_at(map, board, stop.hex).locations[stop.location];
    sum += stop.value + stop.bonus;
    for (int c = 0; c < at.slots; ++c)
      own |= marker_at(map, board, stop.hex, at.first_circle + c) == marker_of(runner.line);
    const bool inside = i > 0 && i + 1 < route.stops.size();
    ASSERT_TRUE(!inside || may_pass(map, board, stop.hex, at, runner.line));
    if (i == 0) continue;
    bool joined = false;
    for (const HexId part : {stop.hex, map[stop.hex].twin}) {
      if (part == HexId::none) continue;
      for (int e = 0; e < 6; ++e) {
        const HexId next = map[part].neighbours[static_cast<std::size_t>(e)];
        if (next == HexId::none || face_at(map, board, part).tram[static_cast<std::size_t>(e)] != stop.location)
          continue;
        joined |= map[next].anchor == route.stops[i - 1].hex &&
                  face_at(map, board, next).tram[static_cast<std::size_t>(opposite(e))] == route.stops[i - 1].location;
      }
    }
    ASSERT_TRUE(joined);
  }
  ASSERT_EQ(sum, route.revenue);
  ASSERT_TRUE(!route.exists() || (own && route.stops.size() >= 2));
}

TEST(RandomBoards, BestRouteEqualsBruteForce) {
  RouteFinder finder;
  int compared = 0, too_hard = 0, routes = 0;
  const char* asked = std::getenv("REMISE_REPEAT");
  const int games = asked ? std::atoi(asked) : 250;
  for (int game = 0; game < games; ++game) {
    RandomBuilder builder(id_at<MapVariant>(game % 3), Random::from_seed("routes " + std::to_string(game)));
    const auto lines = 3 + builder.below(8);
    for (int round = 0; round < 5; ++round) {
      builder.era = id_at<Era>(std::min(3, round * 4 / 5 + static_cast<int>(builder.below(2))));
      for (std::size_t l = 0; l < lines && l < builder.lines().size(); ++l) builder.turn(builder.lines()[l], 40);
      for (std::size_t l = 0; l < lines && l < builder.lines().size(); ++l) {
        const Runner runner{builder.lines()[l], builder.era, {static_cast<std::uint8_t>(builder.below(64))}, false};
        const Route route = finder.best_route(builder.map(), builder.board(), runner);
        ASSERT_NO_FATAL_FAILURE(expect_a_route(builder.map(), builder.board(), runner, route));
        ASSERT_EQ(finder.best_revenue(builder.map(), builder.board(), runner), route.revenue);
        const auto best = BruteForce(builder.map(), builder.board(), runner, 60'000).best();
        if (!best) {
          ++too_hard;
          continue;
        }
        ASSERT_EQ(route.revenue, *best) << "game " << game << " line " << number_of(runner.line);
        ++compared, routes += route.exists();
      }
    }
  }
  EXPECT_GT(compared, games * 24);
  EXPECT_GT(routes, games * 20);
  EXPECT_LT(too_hard, compared / 4);
}

TEST(RecordedGame, BestRunsEqualBruteForce) {
  const Json recorded = recorded_file("game-218809.json"), best = recorded_file("best-218809.json");
  if (recorded.is_null()) GTEST_SKIP() << "the recorded game is not beside the repository: " << recorded_folder();
  RecordedBoard game(recorded);
  RouteFinder finder;
  for (const Json& run : best["runs"]) {
    while (game.next() < run["i"].get<std::size_t>()) ASSERT_TRUE(game.step()) << game.fault();
    Runner runner = game.runner(line_numbered(std::stoi(run["line"].get<std::string>())));
    runner.empty_stations = false;
    const auto brute = BruteForce(game.map(), game.board(), runner, 5'000'000).best();
    ASSERT_TRUE(brute.has_value());
    EXPECT_EQ(*brute, run["best"].get<int>());
    EXPECT_EQ(finder.best_revenue(game.map(), game.board(), runner), *brute);
  }
}

}  // namespace
}  // namespace remise::testing
