// Actions (7-12) and the bonus of a journey.
#include <algorithm>
#include <cmath>

#include "bots/tramways/judge.h"
#include "games/tramways/board/track.h"

namespace remise::bots::tramways {

using namespace game;

void Judge::survey(const View& v) {
  own_links_.fill(0);
  reached_ = {};
  for (const Link& link : v.s.links) {
    if (link.owner != v.seat || !link.complete) continue;
    for (const FieldId end : {start_field(v.s, link), far_field(v.s, link)}) {
      const FieldId place = v.s.place_at(end);
      ++own_links_[index(place)];
      reached_ = reached_ | v.s.symbols_for(place);
    }
  }
}

void Judge::actions(const View& v) {
  survey(v);
  worth_.clear();
  for (const CardId id : v.me.hand)
    worth_.push_back(choosing_hand_ ? room(v)
                                    : administration(v, id) + (v.actions_left > 0 ? w_.card_use * card(v, id) : 0));
  wallet_.open(v.tables, v.me, worth_, v.rounds_left == 0 ? 1 : w_.stress, breadth_.all);
  trips(v);
  if (v.me.workers >= v.tables.constants.workers_per_action) tracks(v);
  upgrades(v);
  builds(v);
  add(EndTurn{}, income(v, v.tables.constants.income_if_unused));
}

double Judge::room(const View& v) const { return 0.5 * (v.rounds_left == 0 ? 1 : w_.stress); }

// --- 12 --------------------------------------------------------------------------------------------------------------

double Judge::trip_gain(const View& v, const Trip& trip) const {
  const Constants& c = v.tables.constants;
  double gain = trip.own * c.hp_per_link - w_.passenger;
  int dollars = v.me.money;
  const int others = std::max(1, v.s.player_count - 1);
  gain -= w_.rivals * trip.foreign / others;
  const Building type = v.s.building_at(trip.to);
  if (type == Building::commercial) {
    dollars += c.bonus_c_money;
    gain -= stress(v, c.bonus_c_stress);
  }
  double bought = 0;
  const int through = trip.fare <= dollars ? trip.income - trip.fare : 0;
  if (trip.fare > dollars) gain -= stress(v, 1);
  double best = money(v, dollars + through);
  if (type == Building::leisure)
    for (int n = 1; c.leisure_price(n) + (through != 0 ? trip.fare : 0) <= dollars; ++n) {
      const double then = n + money(v, dollars - c.leisure_price(n) + through);
      if (then > best + bought) bought = n, best = then - n;
    }
  gain += best + bought - money(v, v.me.money);
  if (type == Building::residential && v.me.stress > 1) gain -= stress(v, c.bonus_r_stress);
  if (type == Building::industry) {
    gain -= stress(v, c.bonus_i_stress);
    const bool room_for = v.me.workers < c.player_boards[v.me.hard].worker_limit;
    if (room_for && (v.rounds_left > 0 || v.actions_left > 0)) gain += w_.worker * (v.rounds_left > 0 ? 1 : 0.5);
  }
  return gain;
}

void Judge::trips(const View& v) {
  std::array<PairPrice, 4 + max_parcels> prices;
  Places useful;
  for (std::uint32_t left = wallet_.named().bits; left != 0; left &= left - 1) {
    const auto place = static_cast<std::size_t>(__builtin_ctz(left));
    prices[place] = wallet_.pair(SymbolKind::stripe, Places{1u << place});
    if (prices[place].payable()) useful = useful | Places{1u << place};
  }
  if (useful.empty()) return;
  trips_.clear();
  trip_finder_.find(v.tables, v.s, v.seat, useful, breadth_.foreign, breadth_.steps, trips_);
  for (const Trip& trip : trips_) {
    const PairPrice& price = prices[static_cast<std::size_t>(__builtin_ctz(v.s.symbols_for(trip.to).bits))];
    add(MovePassenger{v.s.map.spots[index(trip.field)], price.first, price.second, trip.route},
        trip_gain(v, trip) - price.cost);
  }
}

void Judge::commercial_bonus(const View& v) {
  add(BonusMoney{}, income(v, v.tables.constants.bonus_c_money));
  const double use = v.rounds_left > 0 ? std::min(1.0, 0.35 * v.rounds_left) : 0.3;
  for (std::uint8_t b = 0; b < v.s.book_count; ++b)
    if (!v.s.books[b].empty()) {
      double best = 0;
      for (const CardId id : v.s.books[b]) best = std::max(best, card(v, id));
      add(ChooseBook{b}, use * best);
    }
  for (const CardId id : v.s.dev_open) add(TakeOpenDev{id}, use * card(v, id));
  if (!v.s.dev_deck.empty()) add(TakeTopDev{}, use * card(v, v.s.dev_deck.front()));
}

void Judge::leisure_bonus(const View& v) {
  const Constants& c = v.tables.constants;
  int fare = 0, income_after = 0;
  for (const LinkId id : v.s.journey.route) {
    const Link& link = *find_link(v.s, id);
    (link.owner == v.seat ? income_after : fare) += link_value(c, link);
  }
  for (int n = 0; c.leisure_price(n) <= v.me.money; ++n) {
    const int left = v.me.money - c.leisure_price(n);
    const bool pays = fare <= left;
    add(BuyHp{n}, n + money(v, pays ? left - fare + income_after : left) - (pays ? 0 : stress(v, 1)));
  }
}

// --- 8, 9 ------------------------------------------------------------------------------------------------------------

double Judge::link_gain(const View& v, FieldId from, FieldId to, int pieces) const {
  const bool a = own_links_[index(from)] > 0, b = own_links_[index(to)] > 0;
  const double left = v.rounds_left + v.actions_left / 3.0;
  const double part = a && b ? w_.bridge : a || b ? 1 : reached_.empty() ? 1 : w_.loose;
  double gain = v.tables.constants.hp_per_complete_link + w_.travel * part * left + 0.06 * pieces * left;
  if (left > 0)
    for (const FieldId end : {from, to})
      if (!reached_.meets(v.s.symbols_for(end)) && v.s.building_at(end) != Building::none) gain += w_.reach * part;
  if (v.rounds_left > 0) gain -= w_.worker;
  return gain;
}

// A link joined to or built through a complete one is no further link, and what it leads over may become one.
double Judge::plan_gain(const View& v, const LinkPlan& plan) const {
  double gain = link_gain(v, plan.from, plan.to, plan.pieces);
  const double link = v.tables.constants.hp_per_complete_link;
  if (plan.deed.base.kind == Base::Kind::through) gain -= link;
  if (plan.joined != LinkId::none && find_link(v.s, plan.joined)->complete) gain -= link;
  if (plan.deed.base.kind == Base::Kind::link)
    if (const Link& begun = *find_link(v.s, plan.deed.base.link); begun.worked < v.s.round)
      gain += 0.5 * w_.rail * begun.count;  // 8.7: else they are lost
  return gain + (v.rounds_left > 0 ? w_.over * plan.over : 0);
}

namespace {

// The path of a plan without its redirection: the fields with the edges over which it comes and goes.
InplaceVector<Piece, TrackWaves::max_cost> path_of(const State& s, const LinkPlan& plan) {
  InplaceVector<Piece, TrackWaves::max_cost> path;
  const Base& base = plan.deed.base;
  FieldId field = FieldId::none;
  Edge out = base.edge;
  if (base.kind == Base::Kind::new_link) {
    field = s.map.at(base.field);
  } else {
    const Piece& last = pieces_of(s, *find_link(s, base.link)).back();
    field = last.field;
    out = plan.deed.redirect == Edge::none ? last.exit : plan.deed.redirect;
  }
  for (const Edge exit : plan.deed.exits) {
    field = s.map.beyond(field, out);
    path.push_back({field, opposite(out), exit});
    out = exit;
  }
  return path;
}

LinkPlan turned_round(const State& s, const LinkPlan& plan) {
  const auto path = path_of(s, plan);
  LinkPlan turned = plan;
  std::swap(turned.from, turned.to);
  turned.deed.base.field = s.map.spots[index(s.map.beyond(path.back().field, path.back().exit))];
  turned.deed.base.edge = opposite(path.back().exit);
  turned.deed.exits.clear();
  for (std::size_t i = path.size(); i-- > 0;) turned.deed.exits.push_back(path[i].entry);
  return turned;
}

}  // namespace

// The first pieces of a plan that is too dear for now; the link stays open and must be worked on in every round (8.7).
void Judge::price_open_ends(const View& v, const LinkPlan& whole, std::size_t number, bool turned) {
  if (v.rounds_left == 0 && v.actions_left == 0) return;
  const LinkPlan plan = turned ? turned_round(v.s, whole) : whole;
  const auto path = path_of(v.s, plan);
  const double link = w_.open * (plan_gain(v, plan) - w_.action);
  const Constants& c = v.tables.constants;
  int cost = plan.rails;
  for (std::size_t n = path.size(); n-- > 1;) {  // cut before the piece n
    const FieldId left_out = path[n].field;
    cost -= c.plain_cost + (v.s.map.ground[index(left_out)] == Ground::mountain ? c.mountain_extra : 0);
    if (v.s.place_at(left_out) != FieldId::none) continue;  // 8.4.2: there the link would be complete
    const double price = wallet_.price(cost, {});
    if (price >= Wallet::never) continue;
    const double part = static_cast<double>(cost) / plan.rails;
    priced_.push_back({link * (0.6 + 0.4 * part) - price, number, static_cast<std::uint8_t>(n), turned});
    return;  // the longest
  }
}

bool Judge::lay(const View& v, const LinkPlan& plan, LayTrack& action) {
  action.deed = plan.deed;
  Symbol named;
  const bool plain = plan.deed.base.kind != Base::Kind::through && plan.deed.redirect == Edge::none &&
                     plan.joined == LinkId::none && plan.over == 0;
  FarEnd end{.complete = true, .symbols = 1, .start = v.s.symbols_for(plan.from), .far = v.s.symbols_for(plan.to)};
  if (!plain) {
    const auto found = plan_track(v.tables, v.s, v.seat, plan.deed);
    if (!found || found->walk.cost() != plan.rails) return false;
    end = found->end;
  }
  if (end.symbols == 2) {  // 8.5.2
    const Payments payments(v.tables, v.me, SymbolKind::rail, {{.places = end.start}, {.places = end.far}});
    if (!payments.payable(plan.rails)) return false;
    const Payment payment = payments.get(plan.rails, 0);
    action.rails = payment.summed;
    for (const Symbol symbol : payment.named) action.dests.push_back(symbol);
    return true;
  }
  const Places ends = end.symbols == 0 ? Places{} : end.start | end.far;
  if (wallet_.price(plan.rails, ends) >= Wallet::never) return false;
  wallet_.symbols(plan.rails, ends, action.rails, named);
  if (end.symbols == 1) action.dests.push_back(named);
  return !action.rails.empty();
}

void Judge::tracks(const View& v) {
  const int most = breadth_.all ? breadth_.rails : std::min(breadth_.rails, wallet_.most_rails());
  const std::vector<LinkPlan>& plans = waves_.find(v.tables, v.s, v.seat, most, breadth_.all);
  priced_.clear();
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const LinkPlan& plan = plans[i];
    const double price = wallet_.price(plan.rails, v.s.symbols_for(plan.from) | v.s.symbols_for(plan.to));
    if (price < Wallet::never) {
      priced_.push_back({plan_gain(v, plan) - price, i});
    } else if (breadth_.all && plan.joined == LinkId::none && plan.deed.base.kind != Base::Kind::through) {
      price_open_ends(v, plan, i, false);
      if (plan.deed.base.kind == Base::Kind::new_link) price_open_ends(v, plan, i, true);
    }
  }
  const std::size_t kept = std::min(priced_.size(), breadth_.links);
  std::partial_sort(priced_.begin(), priced_.begin() + static_cast<std::ptrdiff_t>(kept), priced_.end(),
                    [](const auto& x, const auto& y) {
                      return x.gain > y.gain ||
                             (x.gain == y.gain && std::pair(x.plan, x.turned) < std::pair(y.plan, y.turned));
                    });
  for (std::size_t k = 0; k < kept; ++k) {
    const PricedPlan& priced = priced_[k];
    LayTrack action;
    if (priced.cut == 0) {
      if (lay(v, plans[priced.plan], action)) add(action, priced.gain);
      continue;
    }
    action.deed = (priced.turned ? turned_round(v.s, plans[priced.plan]) : plans[priced.plan]).deed;
    action.deed.exits.resize(priced.cut);
    const auto found = plan_track(v.tables, v.s, v.seat, action.deed);
    if (!found || found->end.complete) continue;
    Symbol none;
    wallet_.symbols(found->walk.cost(), {}, action.rails, none);
    if (!action.rails.empty()) add(action, priced.gain);
  }
}

void Judge::upgrades(const View& v) {
  const Constants& c = v.tables.constants;
  for (const Link& link : v.s.links) {
    if (link.owner != v.seat || !link.complete || link.upgraded) continue;
    const Places ends =
        v.s.symbols_for(v.s.place_at(start_field(v.s, link))) | v.s.symbols_for(v.s.place_at(far_field(v.s, link)));
    const PairPrice price = wallet_.pair(SymbolKind::upgrade_link, ends);
    if (!price.payable()) continue;
    add(UpgradeLink{link.id, price.first, price.second},
        c.hp_upgrade_link + w_.upgraded * link.count * v.rounds_left - price.cost);
  }
  for (const Parcel& parcel : v.s.parcels) {
    if (parcel.tile == Building::none || parcel.owner != v.seat || parcel.upgraded) continue;
    const PairPrice price = wallet_.pair(SymbolKind::upgrade_building, Places::of(parcel.tile));
    if (!price.payable()) continue;
    const bool empty = !v.s.passengers[index(parcel.field)] && v.s.passengers_left() > 0;
    add(UpgradeBuilding{v.s.map.spots[index(parcel.field)], price.first, price.second},
        c.hp_upgrade_building + (empty ? w_.passenger : 0) - price.cost);
  }
}

// --- 10 --------------------------------------------------------------------------------------------------------------

void Judge::builds(const View& v) {
  const Constants& c = v.tables.constants;
  for (std::size_t p = 0; p < v.tables.parcel_names.size(); ++p) {
    const Parcel& parcel = v.s.parcels[p];
    if (parcel.field == FieldId::none || parcel.owner != v.seat || parcel.tile != Building::none) continue;
    const PairPrice price = wallet_.pair(SymbolKind::build, Places::of(id_at<ParcelId>(p)));
    if (!price.payable()) continue;
    double here = c.hp_build + (v.s.passengers_left() > 0 ? w_.passenger : 0) - price.cost;
    for (const Link& link : v.s.links)  // 10.3.4: a link through the parcel becomes two
      for (const Piece& piece : pieces_of(v.s, link))
        if (piece.field == parcel.field && link.count > 2) here += link.complete ? c.hp_per_complete_link : 0;
    for (const Building type : building_types) {
      const auto& supply = v.s.supply[index(type)];
      if (supply.empty()) continue;
      CardId best = supply.front();
      for (const CardId id : supply)
        if (card(v, id) > card(v, best)) best = id;
      double gain = here + card(v, best) * std::min(1.0, 0.3 * v.rounds_left);
      if (type == Building::industry && v.me.hand_limit < c.hand_limit_max) gain += w_.hand_limit * v.rounds_left;
      if (own_links_[index(parcel.field)] > 0 && !reached_.meets(Places::of(type)) && v.rounds_left > 0)
        gain += w_.reach;
      add(Build{id_at<ParcelId>(p), price.first, price.second, best}, gain);
    }
  }
}

}  // namespace remise::bots::tramways
