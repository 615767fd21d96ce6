// Laying and upgrading tiles: R66-R70, R72, R75-R80, R83-R90.
#include <algorithm>

#include "games/vienna1840/board/board.h"

namespace remise::vienna1840 {
namespace {

using enum RefusalCode;

constexpr bool fits(std::uint8_t rotations, int rotation) { return (rotations >> rotation & 1) != 0; }

// Colours up to the era's may be laid; red and purple always (R1).
bool available(TileColour colour, Era era) { return colour >= TileColour::red || index(colour) <= index(era); }

const Upgrade* find_upgrade(const Map& map, TileId from, TileId to) {
  const auto& list = map.tiles[from].upgrades;
  const auto found = std::ranges::find(list, to, &Upgrade::to);
  return found == list.end() ? nullptr : &*found;
}

int steps_between(int from, int to) { return (to - from + 6) % 6; }

// R72: 235 under markers on an OO hex leaves a choice of circles.
bool chooses_circle(const Map& map, const Board& board, HexId hex) {
  return map[hex].accepts == TileClass::double_interchange && board.tile[index(hex)] == TileId::none &&
         marker_at(map, board, hex, 0) != MarkerId::none;
}

// R66: in its first turn a line's ordinary tile belongs on its home, unless that has a tile or takes none.
bool owes_home_tile(const Map& map, const Board& board, const Builder& by) {
  if (!by.first_turn) return false;
  const HexId home = map.home[index(by.line)];
  return home != HexId::none && map[home].accepts != TileClass::none && board.tile[index(home)] == TileId::none;
}

bool is_station_class(TileClass kind) {
  return kind == TileClass::railway_station || kind == TileClass::railway_station_special;
}

// Does this kind of lay put a tile of this colour on this hex at all? R64, R68, R79, R80, R84.
std::optional<Refusal> check_kind(const Map& map, const Board& board, const Builder& by, LayKind kind, HexId hex_id,
                                  TileId tile_id) {
  const Hex& hex = map[hex_id];
  const Tile& tile = map.tiles[tile_id];
  const bool empty = board.tile[index(hex_id)] == TileId::none;
  const bool yellow = tile.colour == TileColour::yellow;
  switch (kind) {
    case LayKind::ordinary:
      if (tile.colour >= TileColour::red) return record(only_as_bonus, tile_id);
      if (empty && hex.stadtbahn != CompanyId::none) return record(only_as_stadtbahn_tile, tile_id, hex_id);
      break;
    case LayKind::stadtbahn:
      if (hex.stadtbahn == CompanyId::none) return record(not_a_stadtbahn_hex, hex_id);
      if (!empty || !yellow) return record(not_next_in_sequence, hex_id, hex.stadtbahn);
      break;
    case LayKind::bonus_yellow:
      if (!empty || !yellow || hex.stadtbahn != CompanyId::none) return record(not_the_bonus, tile_id, hex_id);
      break;
    case LayKind::bonus_green:
      if (by.era < Era::green) return record(green_bonus_too_early, by.era);
      if (empty || tile.colour != TileColour::green) return record(not_the_bonus, tile_id, hex_id);
      break;
    case LayKind::bonus_red:
      if (tile.colour != TileColour::red) return record(not_the_bonus, tile_id, hex_id);
      break;
    case LayKind::bonus_purple:
      if (tile.colour != TileColour::purple) return record(not_the_bonus, tile_id, hex_id);
      break;
  }
  return std::nullopt;
}

// The tile on the hex in this rotation, whoever lays it: R5, R1, R68, R69, R72, R76, R85, R87, R90.
std::optional<Refusal> check_fit(const Map& map, const Board& board, const Builder& by, const Lay& lay) {
  const Hex& hex = map[lay.hex];
  const Tile& tile = map.tiles[lay.tile];
  const TileId old = board.tile[index(lay.hex)];
  if (hex.accepts == TileClass::none) return record(hex_takes_no_tile, lay.hex);
  if (tile.kind != hex.accepts) {
    const bool stations = is_station_class(tile.kind) && is_station_class(hex.accepts);
    return record(stations ? special_station_tile : tile_not_for_hex, lay.tile, lay.hex);
  }
  if (!available(tile.colour, by.era)) return record(colour_not_yet, lay.tile, by.era);
  const Upgrade* upgrade = old == TileId::none ? nullptr : find_upgrade(map, old, lay.tile);
  if (old == TileId::none) {
    const auto& first = map.tiles.first_lays[index(hex.accepts)];
    if (std::ranges::find(first, lay.tile) == first.end()) return record(tile_not_for_hex, lay.tile, lay.hex);
  } else if (!upgrade) {
    return record(no_upgrade, old, lay.tile, lay.hex);
  }
  if (board.left[index(lay.tile)] == 0) return record(no_tile_left, lay.tile);
  if (upgrade && !fits(upgrade->rotations, steps_between(board.rotation[index(lay.hex)], lay.rotation)))
    return record(upgrade_breaks_track, old, lay.tile, lay.hex, lay.rotation);
  if (!fits(hex.fits[index(lay.tile)], lay.rotation)) {
    if (tile.kind == TileClass::inner_city) return record(red_tile_rotation, lay.hex, lay.rotation);
    if (tile.kind == TileClass::railway_station_special) return record(special_station_tile, lay.tile, lay.hex);
    const Face& face = map.face(lay.hex, lay.tile, lay.rotation);
    if (face.stadtbahn_edges != hex.dotted) return record(dotted_path_not_covered, lay.tile, lay.hex, lay.rotation);
    const int edge = __builtin_ctz(static_cast<unsigned>(face.tram_edges & ~hex.open));
    return record(track_leads_nowhere, lay.tile, lay.hex, lay.rotation, edge);
  }
  const int circles = chooses_circle(map, board, lay.hex) ? 2 : 1;
  if (lay.circle >= circles) return record(no_such_circle, lay.hex, lay.circle);
  return std::nullopt;
}

// The new tile must use an edge the line's track leads in by (R67, R84, R90). On a hex with the line's own marker any
// track will do: the marker's location has some, or the layer chose otherwise (R72).
bool connected(const Map& map, const Reach& reach, const Lay& lay) {
  return (map.face(lay.hex, lay.tile, lay.rotation).tram_edges & reach.in[index(lay.hex)]) != 0;
}

Refusal not_connected(const Board& board, const Builder& by, LayKind kind, HexId hex) {
  if (kind == LayKind::bonus_red || kind == LayKind::bonus_purple)
    return record(station_tile_not_connected, by.line, hex);
  const bool upgrade = board.tile[index(hex)] != TileId::none;
  return record(upgrade ? upgrade_not_connected : tile_not_connected, by.line, hex);
}

bool is_next(const Map& map, const Board& board, HexId hex) {
  const auto next = next_stadtbahn_hexes(map, board, map[hex].stadtbahn);
  return next[0] == hex || next[1] == hex;
}

// Appends the lays of one tile on one hex in the given rotations that use one of `edges` (0: no connection needed).
void list_rotations(const Map& map, const Board& board, HexId hex, TileId tile, unsigned rotations, EdgeSet edges,
                    std::vector<Lay>& out) {
  const int circles = chooses_circle(map, board, hex) ? 2 : 1;
  for (; rotations; rotations &= rotations - 1) {
    const int k = __builtin_ctz(rotations);
    if (edges && !(map.face(hex, tile, k).tram_edges & edges)) continue;
    for (int circle = 0; circle < circles; ++circle)
      out.push_back({hex, tile, static_cast<std::uint8_t>(k), static_cast<std::uint8_t>(circle)});
  }
}

void list_first_lays(const Map& map, const Board& board, HexId hex, EdgeSet edges, std::vector<Lay>& out) {
  for (const TileId tile : map.tiles.first_lays[index(map[hex].accepts)])
    if (board.left[index(tile)] > 0) list_rotations(map, board, hex, tile, map[hex].fits[index(tile)], edges, out);
}

void list_upgrades(const Map& map, const Board& board, Era era, HexId hex, EdgeSet edges, std::vector<Lay>& out) {
  const int old = board.rotation[index(hex)];
  for (const Upgrade& upgrade : map.tiles[board.tile[index(hex)]].upgrades) {
    if (board.left[index(upgrade.to)] == 0 || !available(map.tiles[upgrade.to].colour, era)) continue;
    const unsigned turned = rotated(upgrade.rotations, old) & map[hex].fits[index(upgrade.to)];
    list_rotations(map, board, hex, upgrade.to, turned, edges, out);
  }
}

void list_stadtbahn(const Map& map, const Board& board, const Builder& by, std::vector<Lay>& out) {
  for (std::size_t s = tram_company_count; s < company_count; ++s) {
    const auto next = next_stadtbahn_hexes(map, board, id_at<CompanyId>(s));
    for (std::size_t i = 0; i < 2; ++i) {
      if (next[i] == HexId::none || (i == 1 && next[1] == next[0])) continue;
      if (map[next[i]].cost <= by.treasury.v) list_first_lays(map, board, next[i], 0, out);
    }
  }
}

// Where the markers of the old face go on the new one: by location, filling its circles in order.
using LocationMap = std::array<std::uint8_t, max_locations>;
LocationMap locations_after(const Map& map, const Board& board, const Lay& lay) {
  const TileId old = board.tile[index(lay.hex)];
  if (old != TileId::none)
    return find_upgrade(map, old, lay.tile)
        ->location_map[static_cast<std::size_t>(steps_between(board.rotation[index(lay.hex)], lay.rotation))];
  LocationMap to{};
  const Hex& hex = map[lay.hex];
  const Face& face = map.face(lay.hex, lay.tile, lay.rotation);
  if (hex.accepts == TileClass::double_interchange)
    to = {lay.circle, static_cast<std::uint8_t>(1 - lay.circle)};
  else if (hex.special_face)  // F24: each end marker keeps its dotted track (R88)
    for (int e = 0; e < 6; ++e) {
      const int from = hex.printed.stadtbahn[static_cast<std::size_t>(e)];
      if (from >= 0)
        to[static_cast<std::size_t>(from)] = static_cast<std::uint8_t>(face.stadtbahn[static_cast<std::size_t>(e)]);
    }
  return to;
}

}  // namespace

std::array<HexId, 2> next_stadtbahn_hexes(const Map& map, const Board& board, CompanyId stadtbahn) {
  std::array<HexId, 2> next{HexId::none, HexId::none};
  const auto& path = map.path(stadtbahn);
  const auto open = [&](const PathHex& step) { return step.build && board.tile[index(step.hex)] == TileId::none; };
  const auto first = std::ranges::find_if(path, open);
  if (first == path.end()) return next;
  next[0] = first->hex;
  next[1] = std::find_if(path.rbegin(), path.rend(), open)->hex;
  return next;
}

Money lay_cost(const Map& map, const Board& board, const Lay& lay) {
  return {board.tile[index(lay.hex)] == TileId::none ? map[lay.hex].cost : 0};  // upgrades are free (R70, R83, R90)
}

std::optional<Refusal> check_lay(const Map& map, const Board& board, const Builder& by, LayKind kind, const Lay& lay) {
  if (!map.has(lay.hex)) return record(no_such_hex, lay.hex);
  if (index(lay.tile) >= tile_count) return record(no_such_tile, lay.tile);
  if (lay.rotation > 5) return record(no_such_rotation, lay.rotation);
  if (auto refusal = check_kind(map, board, by, kind, lay.hex, lay.tile)) return refusal;
  if (auto refusal = check_fit(map, board, by, lay)) return refusal;
  if (kind == LayKind::ordinary && owes_home_tile(map, board, by) && lay.hex != map.home[index(by.line)])
    return record(home_tile_first, by.line, map.home[index(by.line)]);
  if (kind == LayKind::stadtbahn) {  // R67: no connection needed
    if (!is_next(map, board, lay.hex)) return record(not_next_in_sequence, lay.hex, map[lay.hex].stadtbahn);
  } else if (!connected(map, reach_of(map, board, by.line), lay)) {
    return not_connected(board, by, kind, lay.hex);
  }
  const Money cost = lay_cost(map, board, lay);
  if (cost > by.treasury) return record(treasury_too_small, cost.v, by.treasury.v);
  return std::nullopt;
}

void list_lays(const Map& map, const Board& board, const Builder& by, LayKind kind, std::vector<Lay>& out) {
  if (kind == LayKind::stadtbahn) return list_stadtbahn(map, board, by, out);
  if (kind == LayKind::bonus_green && by.era < Era::green) return;
  const Reach reach = reach_of(map, board, by.line);
  const HexId only =
      kind == LayKind::ordinary && owes_home_tile(map, board, by) ? map.home[index(by.line)] : HexId::none;
  for (std::size_t i = 0; i < hex_count; ++i) {
    const auto hex = id_at<HexId>(i);
    const TileClass accepts = map.hexes[i].accepts;
    if (reach.in[i] == 0 || accepts == TileClass::none || (only != HexId::none && hex != only)) continue;
    const bool red = accepts == TileClass::inner_city, purple = is_station_class(accepts);
    if (board.tile[i] != TileId::none) {
      if (kind == LayKind::ordinary || kind == LayKind::bonus_green)
        list_upgrades(map, board, kind == LayKind::bonus_green ? Era::green : by.era, hex, reach.in[i], out);
      continue;
    }
    const bool yellow = !red && !purple && map.hexes[i].stadtbahn == CompanyId::none;
    const bool wanted = kind == LayKind::bonus_red      ? red
                        : kind == LayKind::bonus_purple ? purple
                        : kind == LayKind::bonus_green  ? false
                                                        : yellow;
    if (wanted && map.hexes[i].cost <= by.treasury.v) list_first_lays(map, board, hex, reach.in[i], out);
  }
}

void lay_tile(const Map& map, Board& board, const Lay& lay) {
  const std::uint8_t site = map[lay.hex].site;
  if (site != no_site) {
    const Face& before = face_at(map, board, lay.hex);
    const Face& after = map.face(lay.hex, lay.tile, lay.rotation);
    const LocationMap to = locations_after(map, board, lay);
    const auto old_markers = board.markers[site];
    auto& circles = board.markers[site];
    circles.fill(MarkerId::none);
    for (std::size_t l = 0; l < before.locations.size(); ++l)
      for (int i = 0; i < before.locations[l].slots; ++i) {
        const MarkerId marker = old_markers[static_cast<std::size_t>(before.locations[l].first_circle + i)];
        if (marker == MarkerId::none) continue;
        auto circle = static_cast<std::size_t>(after.locations[to[l]].first_circle);
        while (circles[circle] != MarkerId::none) ++circle;
        circles[circle] = marker;
      }
  }
  TileId& tile = board.tile[index(lay.hex)];
  if (tile != TileId::none) ++board.left[index(tile)];  // replaced tiles return (R90)
  --board.left[index(lay.tile)];
  tile = lay.tile;
  board.rotation[index(lay.hex)] = lay.rotation;
}

}  // namespace remise::vienna1840
