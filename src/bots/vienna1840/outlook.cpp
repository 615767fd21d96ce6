#include "bots/vienna1840/outlook.h"

#include <algorithm>
#include <cmath>

#include "core/hash.h"

namespace remise::bots::vienna1840 {
namespace {

constexpr int survey_depth = 5;

Era later(Era era) { return era == Era::grey ? era : id_at<Era>(index(era) + 1); }

bool has_circle(const Board& board, const Hex& hex, const Location& at, MarkerId marker) {
  if (hex.site == no_site) return false;
  for (int c = at.first_circle; c < at.first_circle + at.slots; ++c)
    if (board.markers[hex.site][static_cast<std::size_t>(c)] == marker) return true;
  return false;
}

// What a hex would add to a route once there is track; 0 where none can come.
double ground_value(const Position& p, const Hex& hex, HexId id, Era era) {
  const Board& board = p.s.board;
  const bool empty = board.tile[index(id)] == TileId::none;
  const Face& face = face_at(p.map(), board, hex.anchor == HexId::none ? id : hex.anchor);
  switch (hex.kind) {
    case HexKind::plain: return 10;
    case HexKind::interchange: return empty ? 18 : 22;
    case HexKind::double_interchange: return empty ? 28 : 32;
    case HexKind::stadtbahn: return empty ? 2 : hex.site != no_site ? 18 : 6;
    case HexKind::inner_city: return empty ? 15 : 0.8 * face.locations[0].revenue[index(era)];
    case HexKind::railway_station: return empty ? 6 : 18;
    case HexKind::red_edge: {
      const Location& at = face.locations[0];
      return has_circle(board, p.map()[hex.anchor], at, MarkerId::none) ? 0.8 * at.revenue[index(era)] : 4;
    }
    case HexKind::park:
    case HexKind::edge_halt:
    case HexKind::fixed: return face.locations.empty() ? 0 : 10;
    case HexKind::absent: return 0;
  }
  return 0;
}

// Where track goes no further, at least for now: 235 has one way in, yellow Stadtbahn tiles none at all.
bool ends_here(const Position& p, const Hex& hex, std::size_t h) {
  const bool empty = p.s.board.tile[h] == TileId::none;
  switch (hex.kind) {
    case HexKind::red_edge:
    case HexKind::inner_city:
    case HexKind::railway_station: return true;
    case HexKind::double_interchange: return empty || p.round().era == Era::yellow;
    case HexKind::stadtbahn: return empty || p.round().era == Era::yellow;
    default: return false;
  }
}

}  // namespace

PrivateSet own_landmarks(const Position& p, LineId line) {
  const CompanyId c = p.s.line(line).company;
  if (c == CompanyId::none) return {};
  PrivateSet set = p.private_set(c);
  for (std::size_t i = 0; i < private_count; ++i)
    if (p.s.privates[i] == Holder::of(p.director(c))) set.add(id_at<PrivateId>(i));
  return set;
}

int line_rounds_left(const Position& p) {
  int count = 0;
  for (std::size_t r = p.s.round; r < p.tables.rounds.size(); ++r) count += p.tables.rounds[r].kind == RoundKind::line;
  return count;
}

int Outlook::run(const Position& p, LineId line) { return run(p, p.s.board, line); }

int Outlook::run(const Position& p, const Board& board, LineId line) {
  build(p, board, line, Promise{}, Ground{});
  return solve();
}

Promise Outlook::promise(const Position& p, LineId line, int rounds_left) const {
  // With n runs to come, what is finished next turn still earns in n - 1 of them.
  const double later_part = rounds_left <= 1 ? 0 : 1.0 - 1.0 / rounds_left;
  Promise promise;
  promise.markers_left = markers_per_line - p.s.line(line).markers;
  promise.open_interchange = promise.markers_left > 0 ? w_.open_interchange * later_part : 0;
  promise.extension = w_.extension * later_part;
  promise.upgrade = w_.upgrade_extension * later_part;
  return promise;
}

void Outlook::survey(const Position& p, const Reach& reach, Ground& out) const {
  const Map& map = p.map();
  const Era era = later(p.round().era);
  // What a hex is worth with k - 1 more beyond it, of both the last k and the one before; none is worth nothing.
  std::array<float, hex_count> base{};
  std::array<std::array<float, static_cast<std::size_t>(HexId::none) + 1>, 2> worth{};
  std::array<std::uint8_t, hex_count> open;  // hexes that lead further
  std::size_t count = 0;
  for (std::size_t h = 0; h < hex_count; ++h) {
    const Hex& hex = map.hexes[h];
    if (hex.kind == HexKind::absent) continue;
    // The line's own track is no new ground.
    if (reach.in[h] != 0 && (p.s.board.tile[h] != TileId::none || hex.accepts == TileClass::none)) continue;
    base[h] = static_cast<float>(ground_value(p, hex, id_at<HexId>(h), era));
    if (base[h] != 0 && !ends_here(p, hex, h)) open[count++] = static_cast<std::uint8_t>(h);
  }
  for (auto& side : worth) std::ranges::copy(base, side.begin());
  const float decay = static_cast<float>(w_.extension_decay);
  const int depth = std::min(survey_depth, line_rounds_left(p));
  for (int k = 1; k < depth; ++k) {
    const auto& now = worth[static_cast<std::size_t>((k - 1) % 2)];
    auto& next = worth[static_cast<std::size_t>(k % 2)];
    for (std::size_t i = 0; i < count; ++i) {
      float best = 0;
      for (const HexId n : map.hexes[open[i]].neighbours) best = std::max(best, now[index(n)]);
      next[open[i]] = base[open[i]] + decay * best;
    }
  }
  const auto& last = worth[static_cast<std::size_t>(std::max(0, depth - 1) % 2)];
  for (std::size_t h = 0; h < hex_count; ++h) out.value[h] = static_cast<std::int16_t>(last[h]);
}

// A flood from the line's markers, as the game's own graph (R99-R103), with the promises added.
void Outlook::build(const Position& p, const Board& board, LineId line, const Promise& promise, const Ground& ground) {
  const Map& map = p.map();
  const Era era = promise.extension > 0.4 ? later(p.round().era) : p.round().era;
  const MarkerId own_marker = marker_of(line);
  const bool looking_ahead = promise.extension > 0;
  const CompanyId company = p.s.line(line).company;
  const PrivateSet marks = looking_ahead                ? own_landmarks(p, line)
                           : company == CompanyId::none ? PrivateSet{}
                                                        : p.private_set(company);
  std::array<std::int16_t, max_nodes> at;
  at.fill(-1);
  std::array<std::int16_t, hex_count> open_end;
  open_end.fill(-1);
  std::array<Node, max_nodes> todo;
  std::size_t count = 0;
  graph_.clear();

  const auto visit = [&](HexId hex_id, int location, bool start) {
    const HexId anchor = map[hex_id].anchor;
    const Node node = static_cast<Node>(map[anchor].first_node + location);
    if (at[node] >= 0) return at[node];
    const Hex& hex = map[anchor];
    const Location& place = face_at(map, board, anchor).locations[static_cast<std::size_t>(location)];
    const bool own = has_circle(board, hex, place, own_marker);
    const double revenue = place.revenue[index(era)];
    double value = place.halt() || own ? revenue : 0;
    if (!place.halt() && !own && promise.open_interchange > 0 && has_circle(board, hex, place, MarkerId::none) &&
        !has_marker(map, board, anchor, own_marker))
      value = promise.open_interchange * revenue;
    if (hex.landmark != PrivateId::none && marks.has(hex.landmark)) value += map.landmark_bonus.v;
    const bool open = may_pass(map, board, anchor, place, line);
    at[node] = static_cast<std::int16_t>(
        graph_.add_location(static_cast<int>(value), open ? Passage::Open : Passage::EndOnly, own));
    if (start || open) todo[count++] = node;
    return at[node];
  };

  for (std::size_t site = 0; site < map.sites.size(); ++site)
    for (int circle = 0; circle < max_circles; ++circle) {
      if (board.markers[site][static_cast<std::size_t>(circle)] != own_marker) continue;
      const HexId hex = map.sites[site];
      visit(hex, location_of_circle(face_at(map, board, hex), circle), true);
    }
  while (count > 0) {
    const Node node = todo[--count];
    const NodePlace place = map.nodes[node];
    const auto from = static_cast<LocationIndex>(at[node]);
    for (HexId hex = place.hex; hex != HexId::none; hex = hex == place.hex ? map[place.hex].twin : HexId::none) {
      const Face& face = face_at(map, board, hex);
      if (face.locations.size() <= place.location) continue;
      for (EdgeSet edges = face.locations[place.location].tram_edges; edges; edges &= static_cast<EdgeSet>(edges - 1)) {
        const int edge = __builtin_ctz(edges);
        const HexId next = map[hex].neighbours[static_cast<std::size_t>(edge)];
        const int location = face_at(map, board, next).tram[static_cast<std::size_t>(opposite(edge))];
        if (location >= 0) {
          graph_.add_edge(from, static_cast<LocationIndex>(visit(next, location, false)));
          continue;
        }
        if (!looking_ahead || map[next].accepts == TileClass::none) continue;
        const bool empty = board.tile[index(next)] == TileId::none;
        const double value = ground.value[index(next)] * (empty ? promise.extension : promise.upgrade);
        if (value < 1) continue;
        if (open_end[index(next)] < 0)
          open_end[index(next)] =
              static_cast<std::int16_t>(graph_.add_location(static_cast<int>(value), Passage::EndOnly));
        graph_.add_edge(from, static_cast<LocationIndex>(open_end[index(next)]));
      }
    }
  }
}

int Outlook::solve() {
  // The graph in the order it was found is the key: the same surroundings give the same answer whatever lies elsewhere.
  std::uint64_t key = 0x9e3779b97f4a7c15u ^ static_cast<std::uint64_t>(graph_.size());
  for (int i = 0; i < graph_.size(); ++i) {
    const auto& location = graph_[static_cast<LocationIndex>(i)];
    const auto near = graph_.neighbours(static_cast<LocationIndex>(i));
    std::uint64_t word = static_cast<std::uint64_t>(location.value) << 4 |
                         static_cast<std::uint64_t>(location.passage) << 1 | (location.own ? 1u : 0u);
    for (const LocationIndex n : near) word = word * 257 + n;
    key = (key ^ word) * 0xff51afd7ed558ccdu;
    key ^= key >> 32;
  }
  Memory& memory = memory_[key & (memory_.size() - 1)];
  if (memory.key == key) return memory.value;
  memory.key = key;
  memory.value = finder_.solver.solve_value(graph_);
  return memory.value;
}

int Outlook::outlook(const Position& p, const Board& board, LineId line, const Promise& promise, const Ground& ground) {
  build(p, board, line, promise, ground);
  return solve();
}

std::uint64_t Outlook::board_key(const Position& p, LineId line) {
  const std::uint64_t where = static_cast<std::uint64_t>(p.s.round) << 8 | index(line);
  return (hash_bytes(&p.s.board, sizeof p.s.board) ^ where) * 0x9e3779b97f4a7c15u | 1;
}

int Outlook::outlook(const Position& p, LineId line) {
  const std::uint64_t key =
      (board_key(p, line) ^ (hash_value(own_landmarks(p, line)) + p.s.line(line).markers)) * 0xff51afd7ed558ccdu | 1;
  Promised& known = promised(key);
  if (known.key != key) {
    Ground ground;
    survey(p, reach_of(p.map(), p.s.board, line), ground);
    known = {key, 1.0 * outlook(p, p.s.board, line, promise(p, line, line_rounds_left(p)), ground)};
  }
  return static_cast<int>(known.value);
}

double Outlook::home_value(const Position& p, LineId line) {
  const std::uint64_t key = board_key(p, line);
  Promised& known = promised(key);
  if (known.key != key) known = {key, look_at_home(p, line)};
  return known.value;
}

double Outlook::look_at_home(const Position& p, LineId line) const {
  Ground ground;
  survey(p, reach_of(p.map(), p.s.board, line), ground);
  const Map& map = p.map();
  const HexId home = map.home[index(line)];
  if (home == HexId::none) return 0;
  // Two ways out of the home make a route.
  double best = 0, second = 0;
  for (HexId hex = home; hex != HexId::none; hex = hex == home ? map[home].twin : HexId::none)
    for (const HexId n : map[hex].neighbours) {
      if (n == HexId::none) continue;
      const double value = ground.value[index(n)];
      if (value > best)
        second = best, best = value;
      else
        second = std::max(second, value);
    }
  const bool end = map[home].kind == HexKind::red_edge && map[home].accepts == TileClass::none;
  const Face& face = face_at(map, p.s.board, map[home].anchor);
  const double own = face.locations.empty() ? 20 : std::max<double>(20, face.locations[0].revenue[index(Era::brown)]);
  return own + best + (end ? 0 : second);
}

}  // namespace remise::bots::vienna1840
