// Upgrading links (9), building (10) and upgrading buildings (11) in the making.
#include <algorithm>

#include "games/tramways/board/links.h"
#include "games/tramways/edge/codec.h"
#include "games/tramways/legal/compose.h"

namespace remise::tramways {
namespace {

Bill works_bill(SymbolKind kind, Places names) {
  Bill bill;
  bill.needs.push_back({.kind = kind, .places = {}});
  bill.needs.push_back({.kind = SymbolKind::none, .places = names});
  return bill;
}

// The first thing a check finds wrong with the deed itself, whatever pays for it.
template <class A>
Check wrong_with(const Position& p, const A& deed) {
  const Check no = check(p, deed);
  if (!no) return {};
  switch (no->kind) {
    case RefusalCode::wrong_phase:
    case RefusalCode::no_such_link:
    case RefusalCode::not_own_link:
    case RefusalCode::link_not_complete:
    case RefusalCode::link_already_upgraded:
    case RefusalCode::parcel_not_own:
    case RefusalCode::parcel_built:
    case RefusalCode::no_such_field:
    case RefusalCode::no_own_building:
    case RefusalCode::building_already_upgraded: return no;
    default: return {};
  }
}

bool own_complete(const Position& p, const Link& link) { return link.owner == p.seat && link.complete; }
bool to_upgrade(const Position& p, const Parcel& parcel) {
  return parcel.tile != Building::none && parcel.owner == p.seat && !parcel.upgraded;
}
bool to_build_on(const Position& p, const Parcel& parcel) {
  return parcel.field != FieldId::none && parcel.owner == p.seat && parcel.tile == Building::none;
}

Bill bill_for(const Position& p, const Link& link) {
  return works_bill(SymbolKind::upgrade_link, p.s.symbols_for(p.s.place_at(start_field(p.s, link))) |
                                                  p.s.symbols_for(p.s.place_at(far_field(p.s, link))));
}

// 10.4: the buildings beside a parcel that would become one with a new one of this kind, each by its own name.
void write_merging(JsonWriter& w, const Position& p, ParcelId parcel, Building type) {
  const FieldId at = p.s.parcels[index(parcel)].field;
  InplaceVector<FieldId, 4> found;
  for (const Edge e : edges) {
    const FieldId next = p.s.map.beyond(at, e);
    if (next == FieldId::none || p.s.building_at(next) != type) continue;
    const FieldId place = p.s.place_at(next);
    if (std::ranges::find(found, place) == found.end()) found.push_back(place);
  }
  w.list([&] {
    for (const FieldId place : found) w.value(spot_of(p.s.map, place));
  });
}

}  // namespace

Check closed_link_upgrades(const Position& p) {
  const auto own = [&](const Link& link) { return own_complete(p, link); };
  if (std::ranges::none_of(p.s.links, own)) return refuse(RefusalCode::no_complete_link);
  if (std::ranges::none_of(p.s.links, [&](const Link& link) { return own(link) && !link.upgraded; }))
    return refuse(RefusalCode::no_link_to_upgrade);
  if (!hand_has(p, SymbolKind::upgrade_link)) return refuse(RefusalCode::no_upgrade_link_symbol);
  return {};
}

Check closed_building(const Position& p) {
  if (std::ranges::none_of(p.s.parcels, [&](const Parcel& parcel) { return to_build_on(p, parcel); }))
    return refuse(RefusalCode::no_parcel_to_build);
  if (std::ranges::all_of(p.s.supply, [](const auto& pile) { return pile.empty(); }))
    return refuse(RefusalCode::no_building_card_left);
  if (!hand_has(p, SymbolKind::build)) return refuse(RefusalCode::no_build_symbol);
  return {};
}

Check closed_building_upgrades(const Position& p) {
  if (std::ranges::none_of(p.s.parcels, [&](const Parcel& parcel) { return to_upgrade(p, parcel); }))
    return refuse(RefusalCode::no_building_to_upgrade);
  if (!hand_has(p, SymbolKind::upgrade_building)) return refuse(RefusalCode::no_upgrade_building_symbol);
  return {};
}

Draft draft(const Position& p, const Asked& asked, const UpgradeLink& action) {
  Draft draft;
  if (!asked.has("link")) {
    const Check no = closed_link_upgrades(p);
    draft.why = no ? explained(p.tables, *no) : not_chosen("link");
    draft.next = [p](JsonWriter& w) {
      for (const Link& link : p.s.links)
        if (own_complete(p, link) && !link.upgraded)
          w.object(
              "set", [&] { w.object("link", link.id); }, "kind", "link", "link", link.id, "price",
              [&] { write_price(w, p, bill_for(p, link)); });
    };
    return draft;
  }
  if (Check no = wrong_with(p, action)) {
    draft.why = explained(p.tables, *no);
    return draft;
  }
  draft.bill = bill_for(p, *find_link(p.s, action.link));
  draft.deed = action;
  return draft;
}

Draft draft(const Position& p, const Asked& asked, const Build& action) {
  Draft draft;
  const bool placed = asked.has("parcel"), carded = asked.has("card");
  draft.next = [p, placed, carded, parcel = action.parcel](JsonWriter& w) {
    for (std::size_t i = 0; i < p.tables.parcel_names.size() && !placed; ++i) {
      if (!to_build_on(p, p.s.parcels[i])) continue;
      w.object(
          "set", [&] { w.object("parcel", p.tables.parcel_names[i]); }, "kind", "parcel", "parcel",
          p.tables.parcel_names[i], "field", spot_of(p.s.map, p.s.parcels[i].field), "price",
          [&] { write_price(w, p, works_bill(SymbolKind::build, Places::of(id_at<ParcelId>(i)))); });
    }
    for (const Building type : building_types)
      for (const CardId card : p.s.supply[index(type)])
        if (!carded)
          w.object(
              "set", [&] { w.object("card", card); }, "kind", "card", "card", card, "building", building_letter(type),
              "merges", [&] { placed ? write_merging(w, p, parcel, type) : w.value(nullptr); });
  };
  if (!placed || !carded) {
    const Check no = closed_building(p);
    draft.why = no ? explained(p.tables, *no) : not_chosen(placed ? "card" : "parcel");
  }
  if (carded) {
    const Building type = p.tables.card(action.card).building;
    if (type == Building::none || !p.s.supply[index(type)].contains(action.card))
      draft.why = explained(p.tables, refuse(RefusalCode::no_building_card, action.card));
  }
  if (!placed) return draft;
  if (Check no = wrong_with(p, action)) {
    draft.why = explained(p.tables, *no);
    draft.next = [](JsonWriter&) {};
    return draft;
  }
  draft.bill = works_bill(SymbolKind::build, Places::of(action.parcel));
  if (!draft.why) draft.deed = action;
  return draft;
}

Draft draft(const Position& p, const Asked& asked, const UpgradeBuilding& action) {
  Draft draft;
  if (!asked.has("field")) {
    const Check no = closed_building_upgrades(p);
    draft.why = no ? explained(p.tables, *no) : not_chosen("field");
    draft.next = [p](JsonWriter& w) {
      for (const Parcel& parcel : p.s.parcels)
        if (to_upgrade(p, parcel))
          w.object(
              "set", [&] { w.object("field", spot_of(p.s.map, parcel.field)); }, "kind", "building", "field",
              spot_of(p.s.map, parcel.field), "building", building_letter(parcel.tile), "price",
              [&] { write_price(w, p, works_bill(SymbolKind::upgrade_building, Places::of(parcel.tile))); });
    };
    return draft;
  }
  if (Check no = wrong_with(p, action)) {
    draft.why = explained(p.tables, *no);
    return draft;
  }
  const Parcel& parcel = p.s.parcels[index(parcel_of(p.s.map.ground[index(p.s.map.at(action.field))]))];
  draft.bill = works_bill(SymbolKind::upgrade_building, Places::of(parcel.tile));
  draft.deed = action;
  return draft;
}

}  // namespace remise::tramways
