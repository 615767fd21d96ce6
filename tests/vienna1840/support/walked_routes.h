// Runs of 1840 by walking the track, with neither graph nor solver: the second implementation to compare with.
#pragma once

#include <optional>
#include <set>
#include <utility>

#include "games/vienna1840/board/routes.h"

namespace remise::testing {

using namespace vienna1840;

// Walks the track itself, from every location of the board: no graph, no flood, no solver. Gives up after `limit`
// steps.
class BruteForce {
 public:
  BruteForce(const Map& map, const Board& board, const Runner& runner, long limit)
      : map_(map), board_(board), runner_(runner), steps_left_(limit) {}

  // The best revenue, 0 without a route; nullopt: too many routes to try.
  std::optional<int> best() {
    for (std::size_t n = 0; n < map_.nodes.size() && steps_left_ > 0; ++n) {
      const auto [hex, location] = map_.nodes[n];
      if (location >= face_at(map_, board_, hex).locations.size()) continue;
      walk(hex, location, 0, false, 1);
    }
    return steps_left_ > 0 ? std::optional(best_) : std::nullopt;
  }

 private:
  bool own(HexId hex, const Location& at) const {
    for (int c = 0; c < at.slots; ++c)
      if (marker_at(map_, board_, hex, at.first_circle + c) == marker_of(runner_.line)) return true;
    return false;
  }
  bool full(HexId hex, const Location& at) const {
    for (int c = 0; c < at.slots; ++c)
      if (marker_at(map_, board_, hex, at.first_circle + c) == MarkerId::none) return false;
    return at.slots > 0;
  }

  // C9: an empty purple hex with a printed arrow there may end a route, for nothing.
  bool empty_station_at(HexId hex, int edge) const {
    return runner_.empty_stations && map_[hex].kind == HexKind::railway_station &&
           board_.tile[index(hex)] == TileId::none && (map_[hex].arrows >> edge & 1) != 0;
  }

  void walk(HexId hex, int location, int value, bool with_marker, int count) {
    if (--steps_left_ <= 0) return;
    const Location& at = face_at(map_, board_, hex).locations[static_cast<std::size_t>(location)];
    const bool mine = own(hex, at);
    if (mine || at.slots == 0) value += at.revenue[index(runner_.era)];
    const PrivateId landmark = map_[hex].landmark;
    if (landmark != PrivateId::none && runner_.privates.has(landmark)) value += 20;
    with_marker |= mine;
    if (count > 1 && with_marker && value > best_) best_ = value;
    if (count > 1 && (at.terminal || (full(hex, at) && !mine))) return;
    const auto key = std::pair(hex, location);
    visited_.insert(key);
    for (const HexId part : {hex, map_[hex].twin}) {
      if (part == HexId::none) continue;
      const Face& face = face_at(map_, board_, part);
      for (int e = 0; e < 6; ++e) {
        if (face.tram[static_cast<std::size_t>(e)] != location) continue;
        const HexId next = map_[part].neighbours[static_cast<std::size_t>(e)];
        const int there = face_at(map_, board_, next).tram[static_cast<std::size_t>(opposite(e))];
        if (empty_station_at(next, opposite(e)) && with_marker && value > best_) best_ = value;
        if (there < 0 || visited_.contains({map_[next].anchor, there})) continue;
        walk(map_[next].anchor, there, value, with_marker, count + 1);
      }
    }
    visited_.erase(key);
  }

  const Map& map_;
  const Board& board_;
  const Runner& runner_;
  long steps_left_;
  int best_ = 0;
  std::set<std::pair<HexId, int>> visited_;
};

inline bool holds(const Map& map, const Board& board, HexId hex, const Location& at, MarkerId marker) {
  for (int c = at.first_circle; c < at.first_circle + at.slots; ++c)
    if (marker_at(map, board, hex, c) == marker) return true;
  return false;
}

// One run from an end of the path, as far as there is track.
template <class Iterator>
StadtbahnRun run_from(const Map& map, const Board& board, CompanyId stadtbahn, Era era, Iterator from, Iterator to) {
  StadtbahnRun run;
  for (; from != to; ++from) {
    if (from->build && board.tile[index(from->hex)] == TileId::none) break;
    const Face& face = face_at(map, board, from->hex);
    const int edge = from->enter >= 0 ? from->enter : from->leave;
    const int location = face.stadtbahn[static_cast<std::size_t>(edge)];
    if (location < 0) continue;  // plain track: A11, A15
    const Location& at = face.locations[static_cast<std::size_t>(location)];
    const bool counts = at.halt() || holds(map, board, from->hex, at, marker_of(stadtbahn));  // R38, R39
    const std::int16_t value = counts ? at.revenue[index(era)] : std::int16_t{0};
    run.stops.push_back({from->hex, static_cast<std::uint8_t>(location), value});
    run.revenue += value;
  }
  return run.stops.size() >= 2 ? run : StadtbahnRun{};  // a lone end pays nothing
}

// The best of the two runs that start at an end: the second, simple way to compute stadtbahn_run.
inline StadtbahnRun walked_stadtbahn_run(const Map& map, const Board& board, CompanyId stadtbahn, Era era) {
  const auto& path = map.path(stadtbahn);
  if (path.empty()) return {};
  const StadtbahnRun first = run_from(map, board, stadtbahn, era, path.begin(), path.end());
  const StadtbahnRun last = run_from(map, board, stadtbahn, era, path.rbegin(), path.rend());
  return last.revenue > first.revenue ? last : first;
}

}  // namespace remise::testing
