// Station markers: R66, R72, R73, R81, R91-R98; and the runs of the Stadtbahn: R38-R41, R88.
#include <algorithm>

#include "games/vienna1840/board/board.h"

namespace remise::vienna1840 {
namespace {

using enum RefusalCode;

// The circle of a location that holds `marker`, or -1.
int find_circle(const Map& map, const Board& board, HexId hex, const Location& at, MarkerId marker) {
  for (int c = at.first_circle; c < at.first_circle + at.slots; ++c)
    if (marker_at(map, board, hex, c) == marker) return c;
  return -1;
}

bool is_fixed(const Map& map, HexId hex, CompanyId stadtbahn) {
  return std::ranges::any_of(
      map.markers, [&](const StadtbahnMarker& m) { return m.hex == hex && m.company == stadtbahn && m.fixed; });
}

// R96: the Stadtbahn marker in a location that may be removed, as circle, or -1.
int removable_circle(const Map& map, const Board& board, HexId hex, const Location& at) {
  for (int c = at.first_circle; c < at.first_circle + at.slots; ++c) {
    const MarkerId marker = marker_at(map, board, hex, c);
    if (is_stadtbahn(marker) && !is_fixed(map, hex, stadtbahn_of(marker))) return c;
  }
  return -1;
}

int free_circles(const Map& map, const Board& board, HexId hex) {
  const Face& face = face_at(map, board, hex);
  int free = 0;
  for (int c = 0; c < face.circles; ++c) free += marker_at(map, board, hex, c) == MarkerId::none;
  return free;
}

// R93; -1: none left.
Money price_of_next(const Map& map, int placed) {
  return placed < markers_per_line ? map.marker_prices[static_cast<std::size_t>(placed)] : Money{-1};
}

// R81: the bonus marker is free, replacing costs a removal.
Money cost_of(const Map& map, MarkerKind kind, bool replace, int placed) {
  if (kind == MarkerKind::normal) return price_of_next(map, placed);
  return replace ? map.removal_cost : Money{};
}

// R91: the line for which a circle must stay free when one more is taken, or none.
LineId reserved_for(const Map& map, const Board& board, const Builder& by, HexId hex) {
  LineSet homes{map[hex].homes.bits & by.waiting.bits};
  homes.remove(by.line);
  return free_circles(map, board, hex) - 1 < homes.size() ? homes.lowest() : LineId::none;
}

// `placed`: how many markers of the line are on the board.
std::optional<Refusal> check_place(const Map& map, const Board& board, const Builder& by, MarkerKind kind,
                                   const MarkerPlace& place, const Reach& reach, int placed) {
  const Hex& hex = map[place.hex];
  if (placed >= markers_per_line) return record(no_marker_left, by.line);
  if (has_marker(map, board, place.hex, marker_of(by.line))) return record(marker_already_on_hex, by.line, place.hex);
  const Location& at = face_at(map, board, place.hex).locations[place.location];
  if (!reach.nodes[static_cast<Node>(hex.first_node + place.location)])
    return record(marker_not_connected, by.line, place.hex);
  if (place.replace) {
    if (kind != MarkerKind::bonus) return record(replacing_needs_bonus, place.hex);
    if (removable_circle(map, board, place.hex, at) < 0) return record(nothing_to_replace, place.hex);
  } else {
    if (find_circle(map, board, place.hex, at, MarkerId::none) < 0)
      return record(circles_full, place.hex, place.location);
    const LineId reserved = reserved_for(map, board, by, place.hex);
    if (reserved != LineId::none) return record(circle_reserved, place.hex, reserved);
  }
  const Money cost = cost_of(map, kind, place.replace, placed);
  if (cost > by.treasury) return record(treasury_too_small, cost.v, by.treasury.v);
  return std::nullopt;
}

bool is_circle(const Map& map, const Board& board, const MarkerPlace& place) {
  if (map[place.hex].anchor != place.hex) return false;
  const Face& face = face_at(map, board, place.hex);
  return place.location < face.locations.size() && !face.locations[place.location].halt();
}

}  // namespace

Money next_marker_price(const Map& map, const Board& board, LineId line) {
  return price_of_next(map, count_markers(board, marker_of(line)));
}

Money marker_cost(const Map& map, const Board& board, LineId line, MarkerKind kind, const MarkerPlace& place) {
  return cost_of(map, kind, place.replace, count_markers(board, marker_of(line)));
}

std::optional<Refusal> check_marker(const Map& map, const Board& board, const Builder& by, MarkerKind kind,
                                    const MarkerPlace& place) {
  if (!map.has(place.hex)) return record(no_such_hex, place.hex);
  if (!is_circle(map, board, place)) return record(no_circle_there, place.hex, place.location);
  const int placed = count_markers(board, marker_of(by.line));
  return check_place(map, board, by, kind, place, reach_of(map, board, by.line), placed);
}

void list_markers(const Map& map, const Board& board, const Builder& by, MarkerKind kind,
                  std::vector<MarkerPlace>& out) {
  const int placed = count_markers(board, marker_of(by.line));
  if (placed >= markers_per_line || cost_of(map, kind, false, placed) > by.treasury) return;
  const Reach reach = reach_of(map, board, by.line);
  for (const HexId hex : map.sites) {
    const Face& face = face_at(map, board, hex);
    for (std::size_t l = 0; l < face.locations.size(); ++l) {
      if (face.locations[l].halt() || !reach.nodes[static_cast<Node>(map[hex].first_node + l)]) continue;
      for (const bool replace : {false, true}) {
        if (replace && kind == MarkerKind::normal) continue;
        const MarkerPlace place{hex, static_cast<std::uint8_t>(l), replace};
        if (!check_place(map, board, by, kind, place, reach, placed)) out.push_back(place);
      }
    }
  }
}

void place_marker(const Map& map, Board& board, LineId line, const MarkerPlace& place) {
  const Location& at = face_at(map, board, place.hex).locations[place.location];
  const int circle = place.replace ? removable_circle(map, board, place.hex, at)
                                   : find_circle(map, board, place.hex, at, MarkerId::none);
  REMISE_ASSERT(circle >= 0);
  board.markers[map[place.hex].site][static_cast<std::size_t>(circle)] = marker_of(line);
}

std::optional<Refusal> check_home(const Map& map, const Board& board, LineId line, const MarkerPlace& place) {
  if (!map.has(place.hex)) return record(no_such_hex, place.hex);
  if (map.home[index(line)] == HexId::none || place.hex != map[map.home[index(line)]].anchor || place.replace)
    return record(not_the_home, line, place.hex);
  if (!is_circle(map, board, place)) return record(no_circle_there, place.hex, place.location);
  const Face& face = face_at(map, board, place.hex);
  if (find_circle(map, board, place.hex, face.locations[place.location], MarkerId::none) < 0)
    return record(circles_full, place.hex, place.location);
  // While no tile lies on an OO hex its circles are alike; they are filled in order (R72).
  if (board.tile[index(place.hex)] == TileId::none && place.location > 0 &&
      find_circle(map, board, place.hex, face.locations[0], MarkerId::none) >= 0)
    return record(no_circle_there, place.hex, place.location);
  return std::nullopt;
}

void list_home_places(const Map& map, const Board& board, LineId line, std::vector<MarkerPlace>& out) {
  if (map.home[index(line)] == HexId::none) return;
  const HexId hex = map[map.home[index(line)]].anchor;
  for (std::size_t l = 0; l < face_at(map, board, hex).locations.size(); ++l) {
    const MarkerPlace place{hex, static_cast<std::uint8_t>(l), false};
    if (!check_home(map, board, line, place)) out.push_back(place);
  }
}

std::optional<Refusal> check_removal(const Map& map, const Board& board, Money treasury, const Removal& removal) {
  if (!map.has(removal.hex)) return record(no_such_hex, removal.hex);
  if (!is_stadtbahn(removal.stadtbahn) || map[removal.hex].anchor != removal.hex ||
      !has_marker(map, board, removal.hex, marker_of(removal.stadtbahn)))
    return record(no_such_marker, removal.hex, removal.stadtbahn);
  if (is_fixed(map, removal.hex, removal.stadtbahn)) return record(end_marker_stays, removal.hex, removal.stadtbahn);
  if (map.removal_cost > treasury) return record(treasury_too_small, map.removal_cost.v, treasury.v);
  return std::nullopt;
}

void list_removals(const Map& map, const Board& board, Money treasury, std::vector<Removal>& out) {
  if (map.removal_cost > treasury) return;
  for (const StadtbahnMarker& marker : map.markers) {
    if (marker.fixed || !has_marker(map, board, marker.hex, marker_of(marker.company))) continue;
    out.push_back({marker.hex, marker.company});
  }
}

void remove_marker(const Map& map, Board& board, const Removal& removal) {
  auto& circles = board.markers[map[removal.hex].site];
  const auto found = std::ranges::find(circles, marker_of(removal.stadtbahn));
  REMISE_ASSERT(found != circles.end());
  *found = MarkerId::none;
}

}  // namespace remise::vienna1840
