// IX: the lines build and run, in ascending order.
#include <algorithm>

#include "games/vienna1840/board/workspace.h"
#include "games/vienna1840/rounds/rounds.h"

namespace remise::vienna1840 {

Builder builder_of(const Position& p, Money treasury) {
  Builder by{p.s.turn.line, p.round().era, treasury, p.s.turn.first != 0, {}};
  for (std::size_t i = 0; i < line_count; ++i) {  // R91
    const auto line = id_at<LineId>(i);
    if (p.map().lines.has(line) && p.s.lines[i].markers == 0 && p.s.lines[i].place != LinePlace::closed)
      by.waiting.add(line);
  }
  return by;
}

LayKind bonus_lay(Bonus bonus) {
  switch (bonus) {
    case Bonus::upgrade_to_green: return LayKind::bonus_green;
    case Bonus::lay_red: return LayKind::bonus_red;
    case Bonus::lay_purple: return LayKind::bonus_purple;
    default: return LayKind::bonus_yellow;
  }
}

namespace {

constexpr std::int32_t highest_claim = 100'000;

Money treasury(const Position& p) { return p.s.company(p.active_company()).treasury; }

// A first tile on a Stadtbahn hex is action (b), everything else action (a) (R64).
LayKind lay_kind(const Position& p, HexId hex) {
  if (p.s.step == Step::bonus) return bonus_lay(p.s.turn.bonus);
  const bool empty = index(hex) < hex_count && p.s.board.tile[index(hex)] == TileId::none;
  return empty && p.map()[hex].kind == HexKind::stadtbahn ? LayKind::stadtbahn : LayKind::ordinary;
}

bool any_lay(const Position& p, const Builder& by, LayKind kind, std::vector<Lay>& lays) {
  lays.clear();
  list_lays(p.map(), p.s.board, by, kind, lays);
  return !lays.empty();
}

bool any_marker(const Position& p, const Builder& by, MarkerKind kind, std::vector<MarkerPlace>& places) {
  places.clear();
  list_markers(p.map(), p.s.board, by, kind, places);
  return !places.empty();
}

bool bonus_possible(const Position& p, Workspace& work) {
  const Builder by = builder_of(p, p.funds(p.active_company()));
  if (p.s.turn.bonus == Bonus::place_station) return any_marker(p, by, MarkerKind::bonus, work.places);
  return any_lay(p, by, bonus_lay(p.s.turn.bonus), work.lays);
}

void end_bonus(const Mover& mover) {
  mover.s.turn.bonus = Bonus::none;
  mover.s.step = Step::build;
}

void put_home_marker(const Mover& mover, const MarkerPlace& place) {
  State& s = mover.s;
  place_marker(mover.now().map(), s.board, s.turn.line, place);
  s.line(s.turn.line).markers = 1;
  mover.tell(EventKind::home_marker, s.turn.line, place.hex, place.location);
  s.step = Step::build;
}

// The next line after `from` that belongs to a company, in ascending order (R65).
LineId next_owned(const State& s, int from) {
  for (int i = from; i < line_count; ++i)
    if (s.lines[static_cast<std::size_t>(i)].place == LinePlace::owned) return id_at<LineId>(i);
  return LineId::none;
}

void start_turn(const Mover& mover, LineId line) {
  State& s = mover.s;
  s.turn = {};
  if (line == LineId::none) return next_round(mover);
  s.turn.line = line;
  s.turn.first = s.line(line).markers == 0;
  s.step = s.turn.first ? Step::home : Step::build;  // R66
  mover.tell(EventKind::line_turn, line, s.line(line).company);
}

void end_turn(const Mover& mover) {
  start_turn(mover, next_owned(mover.s, static_cast<int>(index(mover.s.turn.line)) + 1));
}

// R108: revenue space (not with C6), treasury, director's cash, loans.
void pay_shortfall(const Mover& mover, CompanyId c, Money amount) {
  TramCompany& company = mover.s.company(c);
  const Money revenue = mover.s.has(Compat::c6) ? Money{} : std::min(company.revenue, amount);
  mover.bank_pays_revenue(c, -revenue);
  const Money from_treasury = std::min(company.treasury, amount - revenue);
  mover.bank_pays(c, -from_treasury);
  const Money rest = amount - revenue - from_treasury;
  mover.tell(EventKind::shortfall, c, revenue.v, from_treasury.v, rest.v);
  mover.director_pays(c, rest);
}

std::int32_t best(const Position& p, Workspace& work) {
  return work.routes.best_revenue(p.map(), p.s.board, runner_of(p, p.s.turn.line));
}

}  // namespace

void start_line_round(const Mover& mover) { start_turn(mover, next_owned(mover.s, 0)); }

Check check(const Position& p, const LayTile& action) {
  const State& s = p.s;
  if (s.step != Step::build && s.step != Step::bonus) return not_this_step(p);
  if (s.step == Step::bonus && s.turn.bonus == Bonus::place_station)
    return refuse(RefusalCode::bonus_first, s.turn.bonus);
  const LayKind kind = lay_kind(p, action.lay.hex);
  if (s.step == Step::build && (kind == LayKind::stadtbahn ? s.turn.stadtbahn : s.turn.laid))
    return refuse(RefusalCode::done_already, s.turn.line);
  return check_lay(p.map(), s.board, builder_of(p, treasury(p)), kind, action.lay);
}

void act(const Mover& mover, const LayTile& action) {
  State& s = mover.s;
  const Lay& lay = action.lay;
  const Map& map = mover.now().map();
  const CompanyId c = mover.now().active_company();
  const LayKind kind = lay_kind(mover, lay.hex);
  const Money cost = lay_cost(map, s.board, lay);
  const TileId replaced = s.board.tile[index(lay.hex)];
  mover.bank_pays(c, -cost);
  lay_tile(map, s.board, lay);
  mover.tell(EventKind::tile_laid, s.turn.line, lay.hex, lay.tile, lay.rotation, replaced, cost.v);
  if (s.step == Step::bonus) return end_bonus(mover);
  if (kind != LayKind::stadtbahn) {
    s.turn.laid = 1;
    return;
  }
  s.turn.stadtbahn = 1;
  s.turn.bonus = map[lay.hex].bonus;  // R77, R78
  if (s.turn.bonus != Bonus::none) s.step = Step::bonus;
}

Check check(const Position& p, const PlaceMarker& action) {
  const State& s = p.s;
  if (s.step == Step::home) return check_home(p.map(), s.board, s.turn.line, action.place);
  if (s.step != Step::build && s.step != Step::bonus) return not_this_step(p);
  if (s.step == Step::bonus && s.turn.bonus != Bonus::place_station)
    return refuse(RefusalCode::bonus_first, s.turn.bonus);
  if (s.step == Step::build && s.turn.marked) return refuse(RefusalCode::done_already, s.turn.line);
  const MarkerKind kind = s.step == Step::bonus ? MarkerKind::bonus : MarkerKind::normal;
  return check_marker(p.map(), s.board, builder_of(p, treasury(p)), kind, action.place);
}

void act(const Mover& mover, const PlaceMarker& action) {
  State& s = mover.s;
  if (s.step == Step::home) return put_home_marker(mover, action.place);
  const LineId line = s.turn.line;
  const MarkerKind kind = s.step == Step::bonus ? MarkerKind::bonus : MarkerKind::normal;
  const Money cost = marker_cost(mover.now().map(), s.board, line, kind, action.place);
  mover.bank_pays(s.line(line).company, -cost);
  place_marker(mover.now().map(), s.board, line, action.place);
  ++s.line(line).markers;
  mover.tell(EventKind::marker_placed, line, action.place.hex, action.place.location, cost.v);
  if (s.step == Step::bonus)
    end_bonus(mover);
  else
    s.turn.marked = 1;
}

Check check(const Position& p, const RemoveMarker& action) {
  if (p.s.step == Step::bonus) return refuse(RefusalCode::bonus_first, p.s.turn.bonus);
  if (p.s.step != Step::build) return not_this_step(p);
  return check_removal(p.map(), p.s.board, treasury(p), action.removal);
}

void act(const Mover& mover, const RemoveMarker& action) {
  mover.bank_pays(mover.now().active_company(), -mover.now().map().removal_cost);
  remove_marker(mover.now().map(), mover.s.board, action.removal);
  mover.tell(EventKind::stadtbahn_marker_removed, mover.s.turn.line, action.removal.hex, action.removal.stadtbahn,
             mover.now().map().removal_cost.v);
}

Check check(const Position& p, const Run& run, Workspace& work) {
  const State& s = p.s;
  if (s.step == Step::bonus) return refuse(RefusalCode::bonus_first, s.turn.bonus);
  if (s.step != Step::build) return not_this_step(p);
  if (s.line(s.turn.line).tram == TramColour::none) return refuse(RefusalCode::no_tram, s.turn.line);
  if (run.empty && (!s.has(Compat::c7) || run.claim != Run::no_claim))
    return refuse(RefusalCode::no_empty_run, s.turn.line);
  if (run.claim == Run::no_claim) return {};
  if (s.has(Compat::c11)) {
    if (run.claim < 0 || run.claim > highest_claim)
      return refuse(RefusalCode::claim_too_high, run.claim, highest_claim);
    return {};
  }
  if (const std::int32_t found = best(p, work); run.claim != found)
    return refuse(RefusalCode::claim_not_best, run.claim, found);
  return {};
}

void act(const Mover& mover, const Run& run) {
  State& s = mover.s;
  Line& line = s.line(s.turn.line);
  const CompanyId c = line.company;
  s.step = Step::after_run;
  if (run.empty) {  // C7
    mover.tell(EventKind::line_stayed, s.turn.line);
    return;
  }
  const bool claimed = run.claim != Run::no_claim && s.has(Compat::c11);
  const Money route{claimed ? run.claim : best(mover, mover.work)};
  const Money maintenance = mover.now().maintenance(line.tram);
  const Money net = route + maintenance;  // R105, R107: also without a route
  mover.tell(EventKind::line_ran, s.turn.line, c, line.tram, route.v, maintenance.v, net.v);
  if (net < Money{}) return pay_shortfall(mover, c, -net);
  mover.bank_pays_revenue(c, net);
  line.earned += net;
}

void pass_line_turn(const Mover& mover, bool) {
  State& s = mover.s;
  if (s.step == Step::bonus) {
    mover.tell(EventKind::bonus_lost, s.turn.line, s.turn.bonus);
    return end_bonus(mover);
  }
  if (s.step == Step::build) mover.tell(EventKind::line_stayed, s.turn.line);  // R106
  end_turn(mover);
}

bool can_build(const Position& p, Money funds, Workspace& work) {
  const LineTurn& turn = p.s.turn;
  auto& removals = work.removals;  // the quickest question first
  removals.clear();
  list_removals(p.map(), p.s.board, funds, removals);
  if (!removals.empty()) return true;
  const Builder by = builder_of(p, funds);
  if (!turn.stadtbahn && any_lay(p, by, LayKind::stadtbahn, work.lays)) return true;
  if (!turn.laid && any_lay(p, by, LayKind::ordinary, work.lays)) return true;
  return !turn.marked && any_marker(p, by, MarkerKind::normal, work.places);
}

void list_line_turn(const Position& p, Choices& out, Workspace& work) {
  const State& s = p.s;
  const LineTurn& turn = s.turn;
  const Builder by = builder_of(p, treasury(p));
  work.clear();
  auto& [routes, best, lays, places, removals] = work;
  switch (s.step) {
    case Step::home: list_home_places(p.map(), s.board, turn.line, places); break;
    case Step::bonus:
      if (turn.bonus == Bonus::place_station)
        list_markers(p.map(), s.board, by, MarkerKind::bonus, places);
      else
        list_lays(p.map(), s.board, by, bonus_lay(turn.bonus), lays);
      break;
    case Step::build:
      if (!turn.laid) list_lays(p.map(), s.board, by, LayKind::ordinary, lays);
      if (!turn.stadtbahn) list_lays(p.map(), s.board, by, LayKind::stadtbahn, lays);
      if (!turn.marked) list_markers(p.map(), s.board, by, MarkerKind::normal, places);
      list_removals(p.map(), s.board, treasury(p), removals);
      break;
    default: break;
  }
  for (const Lay& lay : lays) out.push_back({LayTile{lay}});
  for (const MarkerPlace& place : places) out.push_back({PlaceMarker{place}});
  for (const Removal& removal : removals) out.push_back({RemoveMarker{removal}});
  if (s.step == Step::build || s.step == Step::after_run) list_offers(p, out);
  if (s.step == Step::home) return;
  if (s.step != Step::build || s.line(turn.line).tram == TramColour::none) {
    out.push_back({Pass{}});
    return;
  }
  out.push_back({Run{}});
  if (s.has(Compat::c7)) out.push_back({Run{Run::no_claim, true}});
  if (s.has(Compat::c11)) add_range(out, Run{0, false}, 0, highest_claim, 1);
}

bool settle_line_turn(const Mover& mover) {
  const Position p = mover;
  const State& s = mover.s;
  const Money funds = p.funds(p.active_company());
  switch (s.step) {
    case Step::home: {
      auto& places = mover.work.places;
      places.clear();
      list_home_places(p.map(), s.board, s.turn.line, places);
      REMISE_ASSERT(!places.empty());  // R91 keeps a circle free
      if (places.size() > 1) return false;
      put_home_marker(mover, places.front());
      return true;
    }
    case Step::bonus:
      if (bonus_possible(p, mover.work)) return false;
      break;
    case Step::build:
      if (s.line(s.turn.line).tram != TramColour::none || can_offer(p, funds) || can_build(p, funds, mover.work))
        return false;
      break;
    default:
      if (can_offer(p, funds)) return false;
  }
  pass_line_turn(mover, true);
  return true;
}

}  // namespace remise::vienna1840
