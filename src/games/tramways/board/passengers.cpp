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

Check RouteWalk::begin(Spot spot) {
  const FieldId field = s_.map.at(spot);
  if (field == FieldId::none) return refuse(RefusalCode::no_such_field, pack(spot));
  if (!s_.passengers[index(field)]) return refuse(RefusalCode::no_passenger, pack(spot));
  place_ = s_.place_at(field);
  visited_[index(place_)] = true;
  return {};
}

Check RouteWalk::step(LinkId id, Places wanted) {
  const Link* link = find_link(s_, id);
  if (!link || !link->complete) return refuse(RefusalCode::route_link_incomplete, named(s_, id));
  if (links_ > 0 && s_.symbols_for(place_).meets(wanted))
    return refuse(RefusalCode::route_goes_on, pack(s_.map.spots[index(place_)]));
  const FieldId to = other_end(s_, *link, place_);
  if (to == FieldId::none) return refuse(RefusalCode::route_gap, named(s_, *link));
  if (visited_[index(to)]) return refuse(RefusalCode::route_twice, pack(s_.map.spots[index(to)]));
  visited_[index(to)] = true;
  if (links_++ > 0) passed_ = passed_ | s_.symbols_for(place_);
  place_ = to;
  return {};
}

namespace {

// 12.2, 12.3. Returns the place reached.
std::expected<FieldId, Refusal> follow_route(const Position& p, const MovePassenger& action) {
  const State& s = p.s;
  RouteWalk walk(s);
  if (Check no = walk.begin(action.field)) return std::unexpected(*no);
  if (action.route.empty()) return std::unexpected(refuse(RefusalCode::route_empty));
  const Places wanted = p.tables.slot(action.dest).place;
  for (const LinkId id : action.route)
    if (Check no = walk.step(id, wanted)) return std::unexpected(*no);
  if (!s.symbols_for(walk.place()).meets(wanted))
    return std::unexpected(
        refuse(RefusalCode::route_no_match, pack(s.map.spots[index(walk.place())]), pack(action.dest)));
  return walk.place();
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
    mover.tell(EventKind::link_travelled, owner, named(s, id));
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
      mover.tell(EventKind::link_income, mover.seat, named(s, link), value);
    } else if (mover.me().money >= value) {
      mover.me().money -= value;
      s.player(link.owner).money += value;
      mover.tell(EventKind::link_paid, mover.seat, named(s, link), value, link.owner);
    } else {  // 12.6.4
      mover.tell(EventKind::link_unpaid, mover.seat, named(s, link), value);
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
  mover.follows();  // the fares (12.6) come by themselves, whatever was chosen
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
  mover.follows();
  finish_journey(mover);
}

}  // namespace remise::tramways
