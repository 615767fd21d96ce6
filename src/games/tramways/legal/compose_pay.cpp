// How a bill can be paid, symbol by symbol.
#include <algorithm>

#include "games/tramways/edge/codec.h"
#include "games/tramways/legal/compose.h"
#include "games/tramways/rounds/auction.h"

namespace remise::tramways {

Payer::Payer(const Position& p, const Bill& bill, const Asked& asked)
    : p_(p), bill_(bill), asked_(asked), purse_(p.tables, p.me(), bill, span_of(asked.use), span_of(asked.avoid)) {}

std::string_view Payer::need_name(int role) const {
  if (role < 0) return bill_.summed == SymbolKind::money ? "money" : "rail";
  switch (bill_.needs[static_cast<std::size_t>(role)].kind) {
    case SymbolKind::stripe: return "ticket";
    case SymbolKind::upgrade_link: return "upgrade_link";
    case SymbolKind::build: return "build";
    case SymbolKind::upgrade_building: return "upgrade_building";
    default: return std::holds_alternative<Build>(asked_.action) ? "coordinate" : "dest";
  }
}

// What a symbol of no use is refused with (4.4, 4.7).
std::string_view Payer::why_not(Symbol s) const {
  const Slot& slot = p_.tables.slot(s);
  const auto name = [](const Refusal& r) { return refusal_specs[index(r.kind)].name; };
  const bool names = slot.kind == SymbolKind::destination || slot.kind == SymbolKind::coordinate;
  const bool named = std::ranges::any_of(bill_.needs, [](const Need& need) { return need.kind == SymbolKind::none; });
  if (!bill_.role(slot)) {
    if (names && named) return name(refuse(RefusalCode::dests_not_matching));
    const SymbolKind wanted = bill_.summed != SymbolKind::none ? bill_.summed : bill_.needs[0].kind;
    if (Check no = check_kind(p_.tables, s, wanted)) return name(*no);
    return name(refuse(RefusalCode::symbol_no_use));
  }
  if (p_.tables.card(s.card).pay > p_.me().money) return name(refuse(RefusalCode::consequence_unpayable));
  if (slot.kind == SymbolKind::money) return name(refuse(RefusalCode::pay_surplus));
  if (slot.kind == SymbolKind::rail) return name(refuse(RefusalCode::wrong_rail_sum));
  return name(refuse(RefusalCode::symbol_no_use));
}

void Payer::symbol(JsonWriter& w, Symbol s) const {
  const auto role = bill_.role(p_.tables.slot(s));
  const Way* way = first();
  const bool pays = way && std::ranges::count(way->symbols, s);
  const auto price = pays || !role ? std::nullopt : purse_.with(s);
  w.object([&] {
    w.members("symbol", s, "state", pays ? "pays" : price ? "can" : "no");
    if (pays || price) w.members("need", need_name(*role));
    if (price) {
      const Price now = way ? purse_.price() : Price{};
      w.members("stress", price->stress - now.stress, "dollars", price->dollars - now.dollars);
    }
    if (!pays && !price) w.members("why", why_not(s));
  });
}

void Payer::symbols(JsonWriter& w) const {
  w.list([&] {
    for (const CardId card : p_.me().hand)
      for (std::uint8_t slot = 0; slot <= stripe_slot; ++slot)
        if (p_.tables.card(card).slots[slot].kind != SymbolKind::none) symbol(w, {card, slot});
  });
}

void Payer::needs(JsonWriter& w) const {
  const Way* way = first();
  std::vector<Symbol> found;
  if (way)
    found.assign(way->symbols.begin(), way->symbols.end());
  else
    found.assign(asked_.use.begin(), asked_.use.end());
  int sum = 0;
  std::array<Symbol, 2> named{};
  for (const Symbol s : found) {
    const Slot& slot = p_.tables.slot(s);
    if (slot.kind == bill_.summed) sum += slot.value;
    for (std::size_t n = 0; n < bill_.needs.size(); ++n)
      if (bill_.needs[n].met_by(slot) && named[n].card == CardId::none) {
        named[n] = s;
        break;
      }
  }
  w.list([&] {
    if (bill_.summed == SymbolKind::rail) w.object("need", "rail", "sum", bill_.sum, "found", sum);
    if (bill_.summed == SymbolKind::money)
      w.object("need", "money", "sum", bill_.sum, "found", sum, "coins", std::max(0, bill_.sum - sum));
    for (std::size_t n = 0; n < bill_.needs.size(); ++n) {
      const std::optional<Symbol> by = named[n].card == CardId::none ? std::nullopt : std::optional(named[n]);
      w.object([&] {
        w.members("need", need_name(static_cast<int>(n)), "symbol", by);
        if (bill_.needs[n].kind == SymbolKind::none)
          w.members("names", [&] { write_names(w, p_.tables, bill_.needs[n].places); });
      });
    }
  });
}

namespace {

// What playing these cards really does: the marker stops at the end of its track, at the cost of happiness (4.8).
struct Toll {
  int stress = 0, hp = 0, dollars = 0;
};

Toll toll_of(const Position& p, const Way& way) {
  State after = p.s;
  Check late;
  const Mover mover{p.tables, after, p.seat, nullptr, late};
  play_cards(mover, span_of(way.symbols));
  return {after.player(p.seat).stress - p.me().stress, after.player(p.seat).hp - p.me().hp,
          p.me().money - after.player(p.seat).money + way.coins};
}

// The members of the action that hold its symbols.
void write_symbols(JsonWriter& w, const Action& action) {
  w.object([&] {
    if (const auto* a = std::get_if<LayTrack>(&action)) w.members("rails", a->rails, "dests", a->dests);
    if (const auto* a = std::get_if<UpgradeLink>(&action)) w.members("symbol", a->symbol, "dest", a->dest);
    if (const auto* a = std::get_if<UpgradeBuilding>(&action)) w.members("symbol", a->symbol, "dest", a->dest);
    if (const auto* a = std::get_if<Build>(&action)) w.members("symbol", a->symbol, "coordinate", a->coordinate);
    if (const auto* a = std::get_if<MovePassenger>(&action)) w.members("ticket", a->ticket, "dest", a->dest);
    if (const auto* a = std::get_if<Bid>(&action))
      w.members("pay", [&] { w.object("coins", a->coins, "symbols", a->symbols); });
    if (const auto* a = std::get_if<SoloReveal>(&action))
      w.members("pay", [&] { w.object("coins", a->coins, "symbols", a->symbols); });
  });
}

}  // namespace

void Payer::write(JsonWriter& w, const Action* deed) const {
  const Action& whole = deed ? *deed : asked_.action;
  w.object([&] {
    w.members(
        "needs", [&] { needs(w); }, "symbols", [&] { symbols(w); });
    w.members("ways", json_list(purse_.ways(), [&](const Way& way) {
                w.object("stress", way.stress, "dollars", way.dollars, "coins", way.coins, "cards", way.cards,
                         "symbols", way.symbols, "set", [&] { write_symbols(w, paid(p_.tables, whole, way)); });
              }));
    if (!first()) return w.members("stress", nullptr, "hp", nullptr, "dollars", nullptr);
    const Toll toll = toll_of(p_, *first());
    w.members("stress", toll.stress, "hp", toll.hp, "dollars", toll.dollars);
  });
}

Check Payer::unfit() const {
  for (std::size_t i = 0; i < asked_.use.size(); ++i) {
    const Symbol s = asked_.use[i];
    if (!p_.me().hand.contains(s.card)) return refuse(RefusalCode::not_in_hand, s.card);
    if (p_.tables.slot(s).kind == SymbolKind::none) return refuse(RefusalCode::no_such_symbol, pack(s));
    for (std::size_t j = 0; j < i; ++j)
      if (asked_.use[j] == s) return refuse(RefusalCode::symbol_twice, pack(s));
    if (bill_.role(p_.tables.slot(s))) continue;
    const std::string_view why = why_not(s);
    if (why == refusal_specs[index(RefusalCode::dests_not_matching)].name)
      return refuse(RefusalCode::dests_not_matching);
    if (why == refusal_specs[index(RefusalCode::symbol_wrong_phase)].name)
      return refuse(RefusalCode::symbol_wrong_phase, pack(s));
    return refuse(RefusalCode::symbol_no_use, pack(s));
  }
  return {};
}

namespace {

// What the hand has no symbol for at all; nothing where each need could be met.
Check lacking(const Position& p, const Bill& bill, const Action& action) {
  for (const Need& need : bill.needs) {
    const bool met = std::ranges::any_of(p.me().hand, [&](CardId card) {
      return std::ranges::any_of(p.tables.card(card).slots, [&](const Slot& slot) { return need.met_by(slot); });
    });
    if (met) continue;
    switch (need.kind) {
      case SymbolKind::stripe: return refuse(RefusalCode::no_ticket_in_hand);
      case SymbolKind::upgrade_link: return refuse(RefusalCode::no_upgrade_link_symbol);
      case SymbolKind::build: return refuse(RefusalCode::no_build_symbol);
      case SymbolKind::upgrade_building: return refuse(RefusalCode::no_upgrade_building_symbol);
      default: break;
    }
    if (const auto* build = std::get_if<Build>(&action))
      return refuse(RefusalCode::no_coordinate_in_hand, build->parcel);
    return refuse(RefusalCode::no_destination_in_hand);
  }
  return {};
}

}  // namespace

Refusal Payer::why_not() const {
  if (Check no = unfit()) return *no;
  if (Check no = lacking(p_, bill_, asked_.action)) return *no;
  int sum = 0, total = 0;
  for (const Symbol s : asked_.use)
    if (p_.tables.slot(s).kind == bill_.summed) sum += p_.tables.slot(s).value;
  for (const CardId card : p_.me().hand)
    for (const Slot& slot : p_.tables.card(card).slots)
      if (slot.kind == bill_.summed) total += slot.value;
  if (bill_.summed == SymbolKind::rail && (sum > bill_.sum || total < bill_.sum))
    return refuse(RefusalCode::wrong_rail_sum, sum > bill_.sum ? sum : total, bill_.sum);
  if (Purse(p_.tables, p_.me(), bill_, {}, {}, 1).payable()) return refuse(RefusalCode::no_way_to_pay);
  if (bill_.summed == SymbolKind::money) return refuse(RefusalCode::not_enough_money, bill_.sum, p_.me().money + total);
  if (bill_.summed == SymbolKind::rail) return refuse(RefusalCode::wrong_rail_sum, total, bill_.sum);
  return refuse(RefusalCode::no_way_to_pay);
}

Action paid(const Tables& tables, Action deed, const Way& way) {
  const auto is_place = [&](Symbol s) {
    const SymbolKind kind = tables.slot(s).kind;
    return kind == SymbolKind::destination || kind == SymbolKind::coordinate;
  };
  const auto pair = [&](Symbol& first, Symbol& second) {
    for (const Symbol s : way.symbols) (is_place(s) ? second : first) = s;
  };
  if (auto* a = std::get_if<LayTrack>(&deed)) {
    a->rails.clear(), a->dests.clear();
    for (const Symbol s : way.symbols)
      if (is_place(s) && !a->dests.full())
        a->dests.push_back(s);
      else if (!a->rails.full())
        a->rails.push_back(s);
  }
  if (auto* a = std::get_if<UpgradeLink>(&deed)) pair(a->symbol, a->dest);
  if (auto* a = std::get_if<UpgradeBuilding>(&deed)) pair(a->symbol, a->dest);
  if (auto* a = std::get_if<Build>(&deed)) pair(a->symbol, a->coordinate);
  if (auto* a = std::get_if<MovePassenger>(&deed)) pair(a->ticket, a->dest);
  const auto money = [&](auto& a) {
    a.symbols.clear();
    for (const Symbol s : way.symbols) a.symbols.push_back(s);
    a.coins = way.coins;
  };
  if (auto* a = std::get_if<Bid>(&deed)) money(*a);
  if (auto* a = std::get_if<SoloReveal>(&deed)) money(*a);
  return deed;
}

bool hand_has(const Position& p, SymbolKind kind) {
  return std::ranges::any_of(p.me().hand, [&](CardId card) {
    return std::ranges::any_of(p.tables.card(card).slots, [&](const Slot& slot) { return slot.kind == kind; });
  });
}

std::string_view place_name(const Position& p, FieldId place) {
  if (const Building type = p.s.building_at(place); type != Building::none) return building_letter(type);
  return p.tables.parcel_names[index(parcel_of(p.s.map.ground[index(place)]))];
}

void write_names(JsonWriter& w, const Tables& tables, Places places) {
  w.list([&] {
    for (const Building b : building_types)
      if (places.meets(Places::of(b))) w.value(building_letter(b));
    for (std::size_t i = 0; i < tables.parcel_names.size(); ++i)
      if (places.meets(Places::of(id_at<ParcelId>(i)))) w.value(tables.parcel_names[i]);
  });
}

void write_price(JsonWriter& w, const Position& p, const Bill& bill) {
  const Purse purse(p.tables, p.me(), bill, {}, {}, 1);
  if (!purse.payable()) return w.value(nullptr);
  write_price(w, purse.price());
}

void write_price(JsonWriter& w, const Price& price) {
  w.object("stress", price.stress, "dollars", price.dollars, "cards", price.cards);
}

}  // namespace remise::tramways
