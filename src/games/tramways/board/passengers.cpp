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
std::expected<FieldId, Refusal> follow_route(const Play& play, const MovePassenger& action) {
  const State& s = play.s;
  const auto fail = [](Code code, auto... args) { return std::unexpected(refuse(code, args...)); };
  const FieldId field = s.map.at(action.field);
  if (field == FieldId::none) return fail(Code::no_such_field, pack(action.field));
  if (!s.passengers[index(field)]) return fail(Code::no_passenger, pack(action.field));
  if (action.route.empty()) return fail(Code::route_empty);
  const Places wanted = play.tables.slot(action.dest).place;
  std::array<bool, max_fields> visited{};
  FieldId place = s.place_at(field);
  visited[index(place)] = true;
  for (std::size_t i = 0; i < action.route.size(); ++i) {
    const Link* link = find_link(s, action.route[i]);
    if (!link || !link->complete) return fail(Code::route_link_incomplete, action.route[i]);
    if (i > 0 && s.symbols_for(place).meets(wanted)) return fail(Code::route_goes_on, pack(s.map.spots[index(place)]));
    place = other_end(s, *link, place);
    if (place == FieldId::none) return fail(Code::route_gap, action.route[i]);
    if (visited[index(place)]) return fail(Code::route_twice, pack(s.map.spots[index(place)]));
    visited[index(place)] = true;
  }
  if (!s.symbols_for(place).meets(wanted))
    return fail(Code::route_no_match, pack(s.map.spots[index(place)]), pack(action.dest));
  return place;
}

void step_two(Play& play, FieldId to) {
  State& s = play.s;
  const Constants& c = play.constants();
  switch (s.building_at(to)) {
    case Building::residential:  // 12.5.1
      lower_stress(play, play.seat, -c.bonus_r_stress);
      return finish_journey(play);
    case Building::commercial:  // 12.5.2
      raise_stress(play, play.seat, c.bonus_c_stress);
      s.phase = Phase::bonus_c;
      return;
    case Building::industry:  // 12.5.3
      raise_stress(play, play.seat, c.bonus_i_stress);
      for (int i = 0; i < c.bonus_i_workers && play.me().workers < play.board(play.seat).worker_limit; ++i) {
        ++play.me().workers;
        play.tell(EventKind::worker_gained, play.seat, play.me().workers);
      }
      return finish_journey(play);
    case Building::leisure:  // 12.5.4
      s.phase = Phase::bonus_l;
      return;
    case Building::none: return finish_journey(play);  // 12.5.5
  }
}

}  // namespace

Refused move_passenger(Play& play, const MovePassenger& action) {
  State& s = play.s;
  if (!in_action_phase(s)) return refuse(Code::wrong_phase);
  const auto symbols = join_symbols(action.ticket, action.dest);
  if (auto refused = check_kind(play.tables, action.ticket, SymbolKind::stripe)) return refused;
  if (auto refused = check_kind(play.tables, action.dest, SymbolKind::destination, SymbolKind::coordinate))
    return refused;
  if (auto refused = check_symbols(play.tables, play.me(), span_of(symbols))) return refused;
  const auto to = follow_route(play, action);
  if (!to) return to.error();

  play_cards(play, span_of(symbols));
  s.journey = {s.map.at(action.field), action.route};
  play.tell(EventKind::passenger_moved, play.seat, pack(action.field), pack(s.map.spots[index(*to)]),
            action.route.size());
  for (const LinkId id : action.route) {  // 12.4
    const Seat owner = find_link(s, id)->owner;
    play.tell(EventKind::link_travelled, owner, id);
    change_hp(play, owner, play.constants().hp_per_link);
  }
  step_two(play, *to);
  return {};
}

void finish_journey(Play& play) {
  State& s = play.s;
  for (const LinkId id : s.journey.route) {  // 12.6
    const Link& link = *find_link(s, id);
    const int value = link_value(play.constants(), link);
    if (link.owner == play.seat) {
      play.me().money += value;
      play.tell(EventKind::link_income, play.seat, id, value);
    } else if (play.me().money >= value) {
      play.me().money -= value;
      s.player(link.owner).money += value;
      play.tell(EventKind::link_paid, play.seat, id, value, link.owner);
    } else {  // 12.6.4
      play.tell(EventKind::link_unpaid, play.seat, id, value);
      raise_stress(play, play.seat, play.constants().unable_to_pay_stress);
      break;
    }
  }
  s.passengers[index(s.journey.from)] = 0;  // 12.7
  s.journey = {};
  s.phase = action_phase(s);
  finish_action(play);
}

Refused bonus_money(Play& play, const BonusMoney&) {
  if (play.s.phase != Phase::bonus_c) return refuse(Code::wrong_phase);
  play.me().money += play.constants().bonus_c_money;
  play.tell(EventKind::commercial_money, play.seat, play.constants().bonus_c_money);
  finish_journey(play);
  return {};
}

Refused buy_hp(Play& play, const BuyHp& action) {
  if (play.s.phase != Phase::bonus_l) return refuse(Code::wrong_phase);
  if (action.n < 0) return refuse(Code::negative_number, action.n);
  const int price = action.n > 10000 ? INT32_MAX : play.constants().leisure_price(action.n);
  if (price > play.me().money) return refuse(Code::too_expensive, price, play.me().money);
  play.me().money -= price;
  play.tell(EventKind::hp_bought, play.seat, action.n, price);
  change_hp(play, play.seat, action.n);
  finish_journey(play);
  return {};
}

}  // namespace remise::tramways
