#include "io/vienna1840/board/board.h"

#include <cstdlib>

#include "games/vienna1840/match.h"
#include "io/vienna1840/board/board_text.h"
#include "io/vienna1840/board/svg.h"

namespace remise::vienna1840 {
namespace {

const Vienna1840& rules_of(const Game& game) { return static_cast<const TypedGame<Vienna1840>&>(game).rules(); }
const State& state_of(const Match& match) { return static_cast<const TypedMatch<Vienna1840>&>(match).state(); }

Json tiles_json(const Map& map, const Board& board) {
  Json list = Json::array();
  for (std::size_t h = 0; h < hex_count; ++h)
    if (board.tile[h] != TileId::none)
      list.push_back(
          {{"hex", map.hexes[h].name}, {"tile", map.tiles[board.tile[h]].name}, {"rotation", board.rotation[h]}});
  return list;
}

Json markers_json(const Map& map, const Board& board, const Tables& tables) {
  Json list = Json::array();
  for (const HexId hex : map.sites)
    for (int c = 0; c < max_circles; ++c) {
      const MarkerId marker = marker_at(map, board, hex, c);
      if (marker == MarkerId::none) continue;
      const bool stadtbahn = is_stadtbahn(marker);
      list.push_back(
          {{"hex", map[hex].name},
           {"location", std::max(0, location_of_circle(face_at(map, board, hex), c))},
           {"circle", c},
           {"line", stadtbahn ? Json(nullptr) : Json(index(marker) + 1)},
           {"stadtbahn", stadtbahn ? Json(tables.companies[index(stadtbahn_of(marker))].id) : Json(nullptr)}});
    }
  return list;
}

// The tiles that may lie on each hex in this era, in the ways that differ, as long as the box has one.
Json choices_json(const BoardText& text) {
  const Map& map = *text.map;
  Json all = Json::object();
  for (std::size_t h = 0; h < hex_count; ++h) {
    const Hex& hex = map.hexes[h];
    if (!map.has(id_at<HexId>(h)) || hex.accepts == TileClass::none) continue;
    Json tiles = Json::object();
    for (std::size_t t = 0; t < tile_count; ++t) {
      const auto tile = id_at<TileId>(t);
      const TileColour colour = map.tiles[tile].colour;
      const bool late = colour <= TileColour::grey && index(colour) > index(text.runner.era);
      const bool there = text.board.tile[h] == tile;
      if (map.tiles[tile].kind != hex.accepts || late || hex.fits[t] == 0 || (text.board.left[t] == 0 && !there))
        continue;
      Json rotations = Json::array();
      for (int k = 0; k < 6; ++k)
        if (hex.fits[t] >> k & 1) rotations.push_back(k);
      tiles[map.tiles[tile].name] = std::move(rotations);
    }
    if (!tiles.empty()) all[hex.name] = std::move(tiles);
  }
  return all;
}

// What a tile or a marker more would add to the best route, where the line could put it in its turn.
Json adds_json(const BoardText& text, RouteFinder& finder, int now) {
  const Map& map = *text.map;
  const Builder by{text.runner.line, text.runner.era, Money{10'000}, false, {}};
  const auto gain_on = [&](const Board& board) { return finder.best_revenue(map, board, text.runner) - now; };
  Json tiles = Json::array(), markers = Json::array();
  std::vector<Lay> lays;
  for (const LayKind kind : {LayKind::ordinary, LayKind::stadtbahn}) list_lays(map, text.board, by, kind, lays);
  for (const Lay& lay : lays) {
    Board board = text.board;
    lay_tile(map, board, lay);
    tiles.push_back({{"hex", map[lay.hex].name},
                     {"tile", map.tiles[lay.tile].name},
                     {"rotation", lay.rotation},
                     {"circle", lay.circle},
                     {"gain", gain_on(board)}});
  }
  std::vector<MarkerPlace> places;
  list_markers(map, text.board, by, MarkerKind::normal, places);
  for (const MarkerPlace& place : places) {
    Board board = text.board;
    place_marker(map, board, text.runner.line, place);
    markers.push_back({{"hex", map[place.hex].name}, {"location", place.location}, {"gain", gain_on(board)}});
  }
  return {{"tiles", std::move(tiles)}, {"markers", std::move(markers)}};
}

std::expected<Json, Error> laboratory(const Game& game, std::string_view words) {
  const Tables& tables = rules_of(game).tables();
  const auto text = read_board_text(words, tables);
  if (!text) {
    Json faults = Json::array();
    for (const auto& [row, error] : text.error()) faults.push_back({{"row", row}, {"error", to_json(error)}});
    return Json{{"faults", std::move(faults)}};
  }
  RouteFinder finder;
  const Route route = finder.best_route(*text->map, text->board, text->runner);
  Json supply = Json::object();
  for (std::size_t t = 0; t < tile_count; ++t) supply[text->map->tiles[id_at<TileId>(t)].name] = text->board.left[t];
  return Json{
      {"route", route_json(*text, route)},
      {"board",
       {{"tiles", tiles_json(*text->map, text->board)}, {"markers", markers_json(*text->map, text->board, tables)}}},
      {"supply", std::move(supply)},
      {"choices", choices_json(*text)},
      {"adds", adds_json(*text, finder, route.revenue)}};
}

std::expected<std::string, Error> describe(const Match& match, const std::string& line) {
  const State& s = state_of(match);
  const Position p = rules_of(match.game()).at(s);
  LineId asked = line_named(line);
  for (std::size_t l = 0; l < line_count && asked == LineId::none; ++l)
    if (s.lines[l].markers > 0) asked = id_at<LineId>(l);
  for (std::size_t l = 0; l < line_count && asked == LineId::none; ++l)
    if (p.map().lines.has(id_at<LineId>(l))) asked = id_at<LineId>(l);
  return write_board_text({&p.map(), s.board, runner_of(p, asked)}, rules_of(match.game()).tables());
}

}  // namespace

LineId line_named(const std::string& text) {
  char* end = nullptr;
  const long value = std::strtol(text.c_str(), &end, 10);
  return !text.empty() && *end == 0 && value >= 1 && value <= line_count ? line_numbered(static_cast<int>(value))
                                                                         : LineId::none;
}

Drawn draw_position(const Match& match, const DrawBoard& how) {
  const State& s = state_of(match);
  const Position p = rules_of(match.game()).at(s);
  MapPicture picture;
  picture.map = &p.map();
  picture.board = &s.board;
  picture.era = p.round().era;
  picture.dark = how.dark;
  for (std::size_t l = 0; l < line_count; ++l) {
    picture.company[l] = s.lines[l].company;
    if (p.map().lines.has(id_at<LineId>(l)) && s.lines[l].markers == 0 && s.lines[l].place != LinePlace::closed)
      picture.waiting.add(id_at<LineId>(l));
  }
  Route route;
  if (const LineId line = line_named(how.route); line != LineId::none && s.line(line).markers > 0) {
    RouteFinder finder;
    route = finder.best_route(p.map(), s.board, runner_of(p, line));
    picture.route = &route;
    picture.route_line = line;
  }
  return draw_map(picture);
}

BoardArt board_art() { return {Vienna1840::id, &draw_position, &laboratory, &describe}; }

}  // namespace remise::vienna1840
