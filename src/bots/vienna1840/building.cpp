// The turn of a line: tiles, markers, Stadtbahn tiles with their bonus.
#include <algorithm>

#include "bots/vienna1840/judge.h"
#include "core/hash.h"
#include "games/vienna1840/board/routes.h"
#include "games/vienna1840/rounds/rounds.h"

namespace remise::bots::vienna1840 {
namespace {

// With what its company has now.
Builder builder_now(const Position& p) { return builder_of(p, p.s.company(p.active_company()).treasury); }

// Rotations that look the same: one is enough.
void drop_twins(const Map& map, std::vector<Lay>& lays) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < lays.size(); ++i) {
    bool twin = false;
    for (std::size_t j = kept; j > 0 && !twin && lays[j - 1].hex == lays[i].hex && lays[j - 1].tile == lays[i].tile;
         --j)
      twin = lays[j - 1].circle == lays[i].circle &&
             map.face(lays[i].hex, lays[i].tile, lays[i].rotation).tram ==
                 map.face(lays[j - 1].hex, lays[j - 1].tile, lays[j - 1].rotation).tram;
    if (!twin) lays[kept++] = lays[i];
  }
  lays.resize(kept);
}

// At first sight: where new track leads, and what the location gains.
double first_sight(const Position& p, const Lay& lay, const Ground& ground, const Reach& reach) {
  const Map& map = p.map();
  const Board& board = p.s.board;
  const Face& after = map.face(lay.hex, lay.tile, lay.rotation);
  const Face& before = face_at(map, board, lay.hex);
  double sum = board.tile[index(lay.hex)] == TileId::none ? 8 : 0;
  const auto era = index(p.round().era);
  if (!after.locations.empty()) {
    sum += after.locations[0].revenue[era];
    if (!before.locations.empty()) sum -= before.locations[0].revenue[era];
  }
  for (EdgeSet edges = after.tram_edges & static_cast<EdgeSet>(~before.tram_edges); edges;
       edges &= static_cast<EdgeSet>(edges - 1)) {
    const int edge = __builtin_ctz(edges);
    const HexId next = map[lay.hex].neighbours[static_cast<std::size_t>(edge)];
    if (next == HexId::none) continue;
    const bool joins = face_at(map, board, next).tram[static_cast<std::size_t>(opposite(edge))] >= 0;
    const bool known = reach.in[index(next)] != 0;
    sum += joins ? (known ? 8 : 25) : ground.value[index(next)] * 0.5;
  }
  return sum;
}

}  // namespace

double Judge::balance(const Position& p, Seat seat, CompanyId c) const {
  double most = 0, sum = 0;
  for (int i = 0; i < p.s.player_count; ++i) {
    if (id_at<Seat>(i) == seat) continue;
    const double held = p.s.players[static_cast<std::size_t>(i)].shares[c];
    most = std::max(most, held);
    sum += held;
  }
  return p.s.player(seat).shares[c] - w_.rivals * 0.5 * (most + sum / (p.s.player_count - 1));
}

double Judge::revenue_worth(const Position& p, CompanyId c) const {
  const int first = std::max(2, next_payment(p, c));
  double cash = 0;
  int count = 0;
  for (int k = first; k <= last_company_round; ++k) cash += cash_worth(w_, k), ++count;
  if (count == 0) return 0;
  return std::max(1.0, balance(p, p.director(c), c)) / 10 * cash / count + w_.revenue;
}

// A Gulden beyond what tiles and markers need, in Gulden of revenue.
double Judge::spare_worth(const Round& round) const {
  if (round.number < 4) return w_.treasury_early;
  return round.number == 4 ? 0.5 * (w_.treasury_early + w_.treasury_late) : w_.treasury_late;
}

double Judge::treasury_worth(const Position& p, CompanyId c) const {
  const Round& round = p.round();
  if (round.last) return 0;
  const double revenue = revenue_worth(p, c);
  const bool last_line_rounds = round.number == 5 && round.kind != RoundKind::company;
  return last_line_rounds ? 0.1 * w_.treasury_late * revenue * (line_rounds_left(p) - 1) : spare_worth(round) * revenue;
}

// The first part is what tiles and markers of the next line rounds cost; nothing brings more than these.
double Judge::treasury_value(const Position& p, CompanyId c, double treasury) const {
  const Round& round = p.round();
  if (round.last) return 0;
  const double lines = std::max<double>(1, static_cast<double>(p.s.company(c).lines.size()));
  const double working = w_.working * lines * (round.number == 5 ? 3 : 2);
  const double value =
      w_.working_value * std::min(treasury, working) + spare_worth(round) * std::max(0.0, treasury - working);
  return revenue_worth(p, c) * value;
}

double Judge::stadtbahn_worth(const Position& p, Seat seat, CompanyId c, int from_round) const {
  double sum = 0;
  for (int k = std::max(2, from_round); k <= last_company_round; ++k)
    sum += p.tables.company_round(k).multiplier * cash_worth(w_, k);
  return sum / 10 * balance(p, seat, c);
}

// What a line's track is worth over all runs to come: the next run as it is, the others as they promise to be.
int Judge::track(const Position& p, const Board& board, LineId line) {
  const int later = (line_rounds_left(p) - 1) * outlook_.outlook(p, board, line, promise_, ground_);
  return later + (p.s.line(line).tram == TramColour::none ? 0 : outlook_.run(p, board, line));
}

// Everything the gains of tiles and markers depend on. Of the treasury only what can be paid at all.
void Judge::turn_to(const Position& p) {
  const Map& map = p.map();
  const LineId line = p.s.turn.line;
  const Builder by = builder_now(p);
  int dearest = std::max(map.removal_cost.v, std::ranges::max(map.marker_prices).v);
  for (const Hex& hex : map.hexes) dearest = std::max<int>(dearest, hex.cost);
  const std::array<std::int32_t, 10> facts{p.s.round,
                                           static_cast<int>(line),
                                           static_cast<int>(p.s.map),
                                           p.s.line(line).markers,
                                           p.s.line(line).tram == TramColour::none,
                                           by.first_turn,
                                           static_cast<std::int32_t>(by.waiting.bits),
                                           own_landmarks(p, line).bits,
                                           p.private_set(p.active_company()).bits,
                                           std::min(by.treasury.v, dearest)};
  scene_ = hash_bytes(&p.s.board, sizeof p.s.board) * 0xc4ceb9fe1a85ec53u ^ hash_value(facts);
  looked_ = false;
}

void Judge::look_around(const Position& p) {
  if (looked_) return;
  looked_ = true;
  const LineId line = p.s.turn.line;
  promise_ = outlook_.promise(p, line, line_rounds_left(p));
  reach_ = reach_of(p.map(), p.s.board, line);
  outlook_.survey(p, reach_, ground_);
  base_ = track(p, p.s.board, line);
}

void Judge::find_tile_gains(const Position& p, LayKind kind) {
  look_around(p);
  const Map& map = p.map();
  lays_.clear();
  list_lays(map, p.s.board, builder_now(p), kind, lays_);
  drop_twins(map, lays_);
  sights_.clear();
  for (std::size_t i = 0; i < lays_.size(); ++i)
    sights_.push_back({static_cast<float>(first_sight(p, lays_[i], ground_, reach_)), static_cast<std::uint16_t>(i)});
  const std::size_t tried = std::min(breadth_.tiles, sights_.size());
  std::partial_sort(
      sights_.begin(), sights_.begin() + static_cast<std::ptrdiff_t>(tried), sights_.end(),
      [](const Sight& a, const Sight& b) { return a.value != b.value ? a.value > b.value : a.which < b.which; });
  found_tiles_.clear();
  for (std::size_t i = 0; i < tried; ++i) {
    const Lay lay = lays_[sights_[i].which];
    Board after = p.s.board;
    lay_tile(map, after, lay);
    found_tiles_.push_back(
        {lay, sights_[i].value, track(p, after, p.s.turn.line) - base_, lay_cost(map, p.s.board, lay).v});
  }
}

void Judge::tiles(const Position& p, LayKind kind, double worth, Moves& out) {
  const std::uint64_t key = (scene_ ^ (static_cast<std::uint64_t>(kind) + 1)) * 0x9e3779b97f4a7c15u;
  auto gains = tile_gains_.find(key);
  if (!gains) {
    find_tile_gains(p, kind);
    tile_gains_.keep(key, found_tiles_);
    gains = found_tiles_;
  }
  const double treasury = treasury_worth(p, p.active_company());
  for (const TileGain& tile : *gains)
    out.push_back({LayTile{tile.lay}, tile.gain * worth - tile.cost * treasury + 0.02 * tile.sight});
}

void Judge::find_marker_gains(const Position& p, MarkerKind kind) {
  look_around(p);
  const Map& map = p.map();
  const LineId line = p.s.turn.line;
  places_.clear();
  list_markers(map, p.s.board, builder_now(p), kind, places_);
  const auto value = [&](const MarkerPlace& place) {
    return face_at(map, p.s.board, place.hex).locations[place.location].revenue[index(p.round().era)] -
           (place.replace ? 40 : 0);
  };
  std::stable_sort(places_.begin(), places_.end(),
                   [&](const MarkerPlace& a, const MarkerPlace& b) { return value(a) > value(b); });
  found_markers_.clear();
  for (std::size_t i = 0; i < places_.size() && i < breadth_.markers; ++i) {
    Board after = p.s.board;
    place_marker(map, after, line, places_[i]);
    found_markers_.push_back(
        {places_[i], track(p, after, line) - base_, marker_cost(map, p.s.board, line, kind, places_[i]).v});
  }
}

void Judge::markers(const Position& p, MarkerKind kind, double worth, Moves& out) {
  const std::uint64_t key = (scene_ ^ (static_cast<std::uint64_t>(kind) + 1)) * 0xc4ceb9fe1a85ec53u;
  auto gains = marker_gains_.find(key);
  if (!gains) {
    find_marker_gains(p, kind);
    marker_gains_.keep(key, found_markers_);
    gains = found_markers_;
  }
  const double treasury = treasury_worth(p, p.active_company());
  for (const MarkerGain& marker : *gains)
    out.push_back({PlaceMarker{marker.place}, marker.gain * worth - marker.cost * treasury});
}

// The gain of the best use of a bonus on the board as it is.
double Judge::bonus_gain(const Position& p, Bonus kind, double worth) {
  if (kind == Bonus::none || (kind == Bonus::upgrade_to_green && p.round().era < Era::green)) return 0;
  uses_.clear();
  if (kind == Bonus::place_station)
    markers(p, MarkerKind::bonus, worth, uses_);
  else
    tiles(p, bonus_lay(kind), worth, uses_);
  double best = 0;
  for (const auto& use : uses_) best = std::max(best, use.value);
  return best;
}

void Judge::stadtbahn_tiles(const Position& p, Seat seat, double worth, Moves& out) {
  const Map& map = p.map();
  stadtbahn_lays_.clear();
  list_lays(map, p.s.board, builder_now(p), LayKind::stadtbahn, stadtbahn_lays_);
  drop_twins(map, stadtbahn_lays_);
  std::array<double, 6> gains;
  gains.fill(-1);
  const int next = p.round().number + 1;
  const double treasury = treasury_worth(p, p.active_company());
  for (const Lay& lay : stadtbahn_lays_) {
    const Hex& hex = map[lay.hex];
    const CompanyId c = hex.stadtbahn;
    Board after = p.s.board;
    lay_tile(map, after, lay);
    const int gain = finder_.stadtbahn_run(map, after, c, p.round().era).revenue -
                     finder_.stadtbahn_run(map, p.s.board, c, p.round().era).revenue;
    const auto complete = Forecaster::complete_run(p, after, c, p.round().era);
    const double all = stadtbahn_worth(p, seat, c, next), soon = all - stadtbahn_worth(p, seat, c, next + 1);
    const double parts = static_cast<double>(map.path(c).size());
    const double progress =
        complete.missing == 0 ? all * gain : soon * gain + all * w_.stadtbahn_progress * complete.revenue / parts;
    const double cost = lay_cost(map, p.s.board, lay).v * treasury;
    double& use = gains[index(hex.bonus)];
    if (use < 0) use = bonus_gain(p, hex.bonus, worth);
    out.push_back({LayTile{lay}, progress + w_.bonus * use - cost});
  }
}

void Judge::removals(const Position& p, Seat seat, Moves& out) {
  const Map& map = p.map();
  removals_.clear();
  list_removals(map, p.s.board, p.s.company(p.active_company()).treasury, removals_);
  for (const Removal& removal : removals_) {
    Board after = p.s.board;
    remove_marker(map, after, removal);
    const int lost = Forecaster::complete_run(p, p.s.board, removal.stadtbahn, Era::grey).revenue -
                     Forecaster::complete_run(p, after, removal.stadtbahn, Era::grey).revenue;
    const double worth = -stadtbahn_worth(p, seat, removal.stadtbahn, p.round().number + 1) * lost;
    const double cost = map.removal_cost.v * treasury_worth(p, p.active_company());
    if (worth > cost) out.push_back({RemoveMarker{removal}, worth - cost});
  }
}

// The director's own privates bring the landmark bonus, and him cash for shares.
void Judge::private_sales(const Position& p, Seat seat, double worth, Moves& out) const {
  if (p.s.round < p.tables.first_round_of_private_sales) return;
  const CompanyId c = p.active_company();
  for (std::size_t i = 0; i < private_count; ++i) {
    if (p.s.privates[i] != Holder::of(seat)) continue;
    const PrivateFacts& facts = p.tables.privates[i];
    const int price = facts.face.v;
    if (price > p.s.company(c).treasury.v) continue;
    const double kept = price + private_income(w_, facts, p.round().number + 1);
    const double gain = price * cash_worth_now(w_, p) - kept - price * treasury_worth(p, c) + 8 * worth;
    out.push_back({OfferPrivate{id_at<PrivateId>(i), static_cast<std::uint8_t>(price)}, gain});
  }
}

void Judge::build(const Position& p, Seat seat, Moves& out) {
  const LineTurn& turn = p.s.turn;
  const int rounds = line_rounds_left(p);
  const double worth = revenue_worth(p, p.active_company());
  turn_to(p);
  const auto best_after = [&](std::size_t from) {
    double best = 0;
    for (std::size_t i = from; i < out.size(); ++i) best = std::max(best, out[i].value);
    return best;
  };
  // One thing after the other: what comes later may build on what came before. Values of later things are kept below.
  if (!turn.laid) tiles(p, LayKind::ordinary, worth, out);
  if (out.empty() || breadth_.everything || best_after(0) <= 0) {
    if (!turn.marked) markers(p, MarkerKind::normal, worth, out);
    if (!turn.stadtbahn && (breadth_.everything || best_after(0) <= 0)) stadtbahn_tiles(p, seat, worth, out);
    if (breadth_.everything || best_after(0) <= 0) {
      removals(p, seat, out);
      private_sales(p, seat, worth * rounds, out);
    }
  }
  const TramColour tram = p.s.line(turn.line).tram;
  if (tram == TramColour::none) {
    out.push_back({Pass{}, 0});
    return;
  }
  out.push_back({Run{}, 0});
  // A tram that costs more than it earns goes before it runs (R51).
  if (best_after(0) <= 0 && p.maintenance(tram).v < 0) {
    const double run = outlook_.run(p, turn.line);
    const double net = run + p.maintenance(tram).v;
    if (net >= 0) return;
    const double later = 0.5 * tram_future(p, tram, run + w_.growth, p.s.newest, rounds - 1);
    out.push_back({ScrapTram{tram, turn.line}, -(net + later) * worth});
  }
}

void Judge::home(const Position& p, Moves& out) {
  const Map& map = p.map();
  places_.clear();
  list_home_places(map, p.s.board, p.s.turn.line, places_);
  promise_ = outlook_.promise(p, p.s.turn.line, line_rounds_left(p));
  outlook_.survey(p, reach_of(map, p.s.board, p.s.turn.line), ground_);
  for (const MarkerPlace& place : places_) {
    Board after = p.s.board;
    place_marker(map, after, p.s.turn.line, place);
    out.push_back({PlaceMarker{place}, 1.0 * outlook_.outlook(p, after, p.s.turn.line, promise_, ground_)});
  }
}

void Judge::bonus(const Position& p, Moves& out) {
  const Bonus bonus = p.s.turn.bonus;
  const double worth = revenue_worth(p, p.active_company());
  turn_to(p);
  if (bonus == Bonus::place_station)
    markers(p, MarkerKind::bonus, worth, out);
  else
    tiles(p, bonus_lay(bonus), worth, out);
  out.push_back({Pass{}, 0});
}

}  // namespace remise::bots::vienna1840
