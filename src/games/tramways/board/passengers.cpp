#include "games/tramways/board/passengers.h"

#include "games/tramways/board/links.h"
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/development.h"
#include "games/tramways/rounds/rounds.h"

namespace remise::tramways {

int link_value(const Constants& c, const Link& link) {
  const int value = link.count * c.money_per_rail;
  return link.upgraded ? (value * c.upgraded_percent + 99) / 100 : value;
}

FieldId other_end(const State& s, const Link& link, FieldId place) {
  const FieldId start = s.place_at(start_field(s, link)), far = s.place_at(far_field(s, link));
  if (start == place) return far;
  return far == place ? start : FieldId::none;
}

namespace {

// 12.2, 12.3. Returns the place reached.
std::expected<FieldId, Refusal> follow_route(const Position& p, const MovePassenger& action) {
  const State& s = p.s;
  const auto fail = [](RefusalCode code, auto... args) { return std::unexpected(refuse(code, args...)); };
  const FieldId field = s.map.at(action.field);
  if (field == FieldId::none) return fail(RefusalCode::no_such_field, pack(action.field));
  if (!s.passengers[index(field)]) return fail(RefusalCode::no_passenger, pack(action.field));
  if (action.route.empty()) return fail(RefusalCode::route_empty);
  const Places wanted = p.tables.slot(action.dest).place;
  std::array<bool, max_fields> visited{};
  FieldId place = s.place_at(field);
  visited[index(place)] = true;
  for (std::size_t i = 0; i < action.route.size(); ++i) {
    const Link* link = find_link(s, action.route[i]);
    if (!link || !link->complete) return fail(RefusalCode::route_link_incomplete, action.route[i]);
    if (i > 0 && s.symbols_for(place).meets(wanted))
      return fail(RefusalCode::route_goes_on, pack(s.map.spots[index(place)]));
    place = other_end(s, *link, place);
    if (place == FieldId::none) return fail(RefusalCode::route_gap, action.route[i]);
    if (visited[index(place)]) return fail(RefusalCode::route_twice, pack(s.map.spots[index(place)]));
    visited[index(place)] = true;
  }
  if (!s.symbols_for(place).meets(wanted))
    return fail(RefusalCode::route_no_match, pack(s.map.spots[index(place)]), pack(action.dest));
  return place;
}

void step_two(const Mover& mover, FieldId to) {
  State& s = mover.s;
  const Constants& c = mover.constants();
  switch (s.building_at(to)) {
    case Building::residential:  // 12.5.1
      lower_stress(mover, mover.seat, -c.bonus_r_stress);
      return finish_journey(mover);
    case Building::commercial:  // 12.5.2
      raise_stress(mover, mover.seat, c.bonus_c_stress);
      s.phase = Phase::bonus_c;
      return;
    case Building::industry:  // 12.5.3
      raise_stress(mover, mover.seat, c.bonus_i_stress);
      for (int i = 0; i < c.bonus_i_workers && mover.me().workers < mover.board(mover.seat).worker_limit; ++i) {
        ++mover.me().workers;
        mover.tell(EventKind::worker_gained, mover.seat, mover.me().workers);
      }
      return finish_journey(mover);
    case Building::leisure:  // 12.5.4
      s.phase = Phase::bonus_l;
      return;
    case Building::none: return finish_journey(mover);  // 12.5.5
  }
}

}  // namespace

Check check(const Position& p, const MovePassenger& action) {
  if (!in_action_phase(p.s)) return refuse(RefusalCode::wrong_phase);
  const auto symbols = join_symbols(action.ticket, action.dest);
  if (Check no = check_kind(p.tables, action.ticket, SymbolKind::stripe)) return no;
  if (Check no = check_kind(p.tables, action.dest, SymbolKind::destination, SymbolKind::coordinate)) return no;
  if (Check no = check_symbols(p.tables, p.me(), span_of(symbols))) return no;
  const auto to = follow_route(p, action);
  return to ? Check{} : to.error();
}

void act(const Mover& mover, const MovePassenger& action) {
  State& s = mover.s;
  const FieldId to = *follow_route(mover, action);
  play_cards(mover, span_of(join_symbols(action.ticket, action.dest)));
  s.journey = {s.map.at(action.field), action.route};
  mover.tell(EventKind::passenger_moved, mover.seat, pack(action.field), pack(s.map.spots[index(to)]),
             action.route.size());
  for (const LinkId id : action.route) {  // 12.4
    const Seat owner = find_link(s, id)->owner;
    mover.tell(EventKind::link_travelled, owner, id);
    change_hp(mover, owner, mover.constants().hp_per_link);
  }
  step_two(mover, to);
}

void board_passenger(const Mover& mover, FieldId field) {
  State& s = mover.s;
  if (s.passengers[index(field)]) return;
  if (s.passengers_left() > 0)
    s.passengers[index(field)] = 1;
  else
    mover.tell(EventKind::passenger_lacking, pack(s.map.spots[index(field)]));
}

void finish_journey(const Mover& mover) {
  State& s = mover.s;
  for (const LinkId id : s.journey.route) {  // 12.6
    const Link& link = *find_link(s, id);
    const int value = link_value(mover.constants(), link);
    if (link.owner == mover.seat) {
      mover.me().money += value;
      mover.tell(EventKind::link_income, mover.seat, id, value);
    } else if (mover.me().money >= value) {
      mover.me().money -= value;
      s.player(link.owner).money += value;
      mover.tell(EventKind::link_paid, mover.seat, id, value, link.owner);
    } else {  // 12.6.4
      mover.tell(EventKind::link_unpaid, mover.seat, id, value);
      raise_stress(mover, mover.seat, mover.constants().unable_to_pay_stress);
      break;
    }
  }
  s.passengers[index(s.journey.from)] = 0;  // 12.7: back into the box
  s.journey = {};
  s.phase = action_phase(s);
  finish_action(mover);
}

Check check(const Position& p, const BonusMoney&) {
  if (p.s.phase != Phase::bonus_c) return refuse(RefusalCode::wrong_phase);
  return {};
}

void act(const Mover& mover, const BonusMoney&) {
  mover.me().money += mover.constants().bonus_c_money;
  mover.tell(EventKind::commercial_money, mover.seat, mover.constants().bonus_c_money);
  finish_journey(mover);
}

Check check(const Position& p, const BuyHp& action) {
  if (p.s.phase != Phase::bonus_l) return refuse(RefusalCode::wrong_phase);
  if (action.n < 0) return refuse(RefusalCode::negative_number, action.n);
  const int price = action.n > 10000 ? INT32_MAX : p.constants().leisure_price(action.n);
  if (price > p.me().money) return refuse(RefusalCode::too_expensive, price, p.me().money);
  return {};
}

void act(const Mover& mover, const BuyHp& action) {
  const int price = mover.constants().leisure_price(action.n);
  mover.me().money -= price;
  mover.tell(EventKind::hp_bought, mover.seat, action.n, price);
  change_hp(mover, mover.seat, action.n);
  finish_journey(mover);
}

}  // namespace remise::tramways
