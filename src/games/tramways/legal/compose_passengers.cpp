// A passenger's journey in the making (12): link by link.
#include <algorithm>

#include "games/tramways/board/links.h"
#include "games/tramways/board/passengers.h"
#include "games/tramways/edge/codec.h"
#include "games/tramways/legal/compose.h"

namespace remise::tramways {
namespace {

Bill fare_bill(Places names) {
  Bill bill;
  bill.needs.push_back({.kind = SymbolKind::stripe, .places = {}});
  bill.needs.push_back({.kind = SymbolKind::none, .places = names});
  return bill;
}

bool leads_away(const State& s, FieldId place) {
  return std::ranges::any_of(s.links, [&](const Link& link) {
    const FieldId to = link.complete ? other_end(s, link, place) : FieldId::none;
    return to != FieldId::none && to != place;
  });
}

struct Rides {
  const Position& p;
  JsonWriter& w;

  void passengers() const {
    for (std::size_t f = 0; f < p.s.map.fields; ++f) {
      if (!p.s.passengers[f]) continue;
      const FieldId place = p.s.place_at(id_at<FieldId>(f));
      if (!leads_away(p.s, place)) continue;
      w.object(
          "set", [&] { w.object("field", p.s.map.spots[f]); }, "kind", "passenger", "field", p.s.map.spots[f], "place",
          place_name(p, place));
    }
  }

  // The symbols of the hand with which a journey may end at a place with these names.
  void dests(Places names) const {
    w.list([&] {
      for (const CardId card : p.me().hand)
        for (std::uint8_t slot = 0; slot < slots_per_card; ++slot)
          if (p.tables.card(card).slots[slot].place.meets(names)) w.value(Symbol{card, slot});
    });
  }

  // What the journey would bring the traveller if it ended so.
  void brings(const MovePassenger& deed, const Way& way) const {
    State after = p.s;
    Check late;  // nothing is shuffled before the journey itself is over
    Between between;
    const Action whole = paid(p.tables, deed, way);
    act(Mover{p.tables, after, p.seat, nullptr, late, &between}, std::get<MovePassenger>(whole));
    const Player &before = p.me(), &then = (between.reached ? between.state : after).player(p.seat);
    w.object("stress", then.stress - before.stress, "hp", then.hp - before.hp, "money", then.money - before.money);
  }

  void rides(const RouteWalk& walk, const MovePassenger& action) const {
    if (action.route.full()) return;
    Places passed = walk.passed();
    if (walk.links() > 0) passed = passed | p.s.symbols_for(walk.place());
    for (const Link& link : p.s.links) {
      if (!link.complete) continue;
      RouteWalk further = walk;
      if (further.step(link.id)) continue;
      MovePassenger ride = action;
      ride.route.push_back(link.id);
      const FieldId to = further.place();
      const Places names{p.s.symbols_for(to).bits & ~passed.bits};
      const Purse purse(p.tables, p.me(), fare_bill(names), {}, {}, 1);
      const bool ends = !names.empty() && purse.payable();
      w.object(
          "set", [&] { w.object("route", ride.route); }, "kind", "ride", "link", link.id, "to", spot_of(p.s.map, to),
          "place", place_name(p, to), "owner", link.owner, "fare", link_value(p.constants(), link), "dests",
          [&] { dests(names); }, "price", [&] { ends ? write_price(w, purse.price()) : w.value(nullptr); }, "brings",
          [&] { ends ? brings(ride, purse.ways()[0]) : w.value(nullptr); });
    }
  }
};

}  // namespace

Check closed_passengers(const Position& p) {
  if (!hand_has(p, SymbolKind::stripe)) return refuse(RefusalCode::no_ticket_in_hand);
  if (!hand_has(p, SymbolKind::destination) && !hand_has(p, SymbolKind::coordinate))
    return refuse(RefusalCode::no_destination_in_hand);
  for (std::size_t f = 0; f < p.s.map.fields; ++f)
    if (p.s.passengers[f] && leads_away(p.s, p.s.place_at(id_at<FieldId>(f)))) return {};
  return refuse(RefusalCode::no_passenger_waits);
}

Draft draft(const Position& p, const Asked& asked, const MovePassenger& action) {
  Draft draft;
  if (!asked.has("field")) {
    const Check no = closed_passengers(p);
    draft.why = no ? explained(p.tables, *no) : not_chosen("field");
    draft.next = [p](JsonWriter& w) { Rides{p, w}.passengers(); };
    return draft;
  }
  RouteWalk walk(p.s);
  Check no = walk.begin(action.field);
  for (const LinkId link : action.route)
    if (!no) no = walk.step(link);
  if (no) {
    draft.why = explained(p.tables, *no);
    return draft;
  }
  draft.next = [p, walk, action](JsonWriter& w) { Rides{p, w}.rides(walk, action); };
  if (action.route.empty()) {
    draft.why = leads_away(p.s, walk.place())
                    ? not_chosen("route")
                    : explained(p.tables, refuse(RefusalCode::no_link_leads_away, pack(action.field)));
    return draft;
  }
  const Places names = p.s.symbols_for(walk.place());
  if (names.meets(walk.passed())) {  // 12.3: such a place was passed before
    MovePassenger whole = action;
    for (const CardId card : p.me().hand)  // whichever symbol names it, the journey would have ended there
      for (std::uint8_t slot = 0; slot < slots_per_card; ++slot)
        if (p.tables.card(card).slots[slot].place.meets(names)) whole.dest = {card, slot};
    RouteWalk again(p.s);
    again.begin(action.field);
    Check goes_on;
    for (const LinkId link : action.route)
      if (!goes_on) goes_on = again.step(link, names);
    if (goes_on) draft.why = explained(p.tables, *goes_on);
    return draft;
  }
  draft.bill = fare_bill(names);
  draft.deed = action;
  return draft;
}

}  // namespace remise::tramways
