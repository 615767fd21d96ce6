// Upgrading links (9), building (10), upgrading buildings (11).
#include "games/tramways/board/links.h"
#include "games/tramways/board/passengers.h"
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/rounds.h"

namespace remise::tramways {

Check check(const Position& p, const UpgradeLink& action) {
  const State& s = p.s;
  if (!in_action_phase(s)) return refuse(RefusalCode::wrong_phase);
  const Link* link = find_link(s, action.link);
  if (!link) return refuse(RefusalCode::no_such_link, action.link);
  if (link->owner != p.seat) return refuse(RefusalCode::not_own_link, named(s, *link), link->owner);
  if (!link->complete) return refuse(RefusalCode::link_not_complete, named(s, *link));
  if (link->upgraded) return refuse(RefusalCode::link_already_upgraded, named(s, *link));
  const auto symbols = join_symbols(action.symbol, action.dest);
  if (Check no = check_kind(p.tables, action.symbol, SymbolKind::upgrade_link)) return no;
  if (Check no = check_kind(p.tables, action.dest, SymbolKind::destination, SymbolKind::coordinate)) return no;
  if (Check no = check_symbols(p.tables, p.me(), span_of(symbols))) return no;
  const Places ends = s.symbols_for(s.place_at(start_field(s, *link))) | s.symbols_for(s.place_at(far_field(s, *link)));
  if (!p.tables.slot(action.dest).place.meets(ends)) return refuse(RefusalCode::dests_not_matching);
  return {};
}

void act(const Mover& mover, const UpgradeLink& action) {
  State& s = mover.s;
  play_cards(mover, span_of(join_symbols(action.symbol, action.dest)));
  s.links[static_cast<std::size_t>(find_link(s, action.link) - s.links.begin())].upgraded = 1;
  mover.tell(EventKind::link_upgraded, mover.seat, named(s, action.link));
  change_hp(mover, mover.seat, mover.constants().hp_upgrade_link);
  finish_action(mover);
}

Check check(const Position& p, const Build& action) {
  const State& s = p.s;
  if (!in_action_phase(s)) return refuse(RefusalCode::wrong_phase);
  const bool on_map = action.parcel != ParcelId::none && s.parcels[index(action.parcel)].field != FieldId::none;
  if (!on_map || s.parcels[index(action.parcel)].owner != p.seat)
    return refuse(RefusalCode::parcel_not_own, action.parcel);
  if (s.parcels[index(action.parcel)].tile != Building::none) return refuse(RefusalCode::parcel_built, action.parcel);
  const auto symbols = join_symbols(action.symbol, action.coordinate);
  if (Check no = check_kind(p.tables, action.symbol, SymbolKind::build)) return no;
  if (Check no = check_kind(p.tables, action.coordinate, SymbolKind::coordinate)) return no;
  if (Check no = check_symbols(p.tables, p.me(), span_of(symbols))) return no;
  if (!p.tables.slot(action.coordinate).place.meets(Places::of(action.parcel)))
    return refuse(RefusalCode::wrong_coordinate, pack(action.coordinate), action.parcel);
  const Building type = index(action.card) <= max_cards ? p.tables.card(action.card).building : Building::none;
  if (type == Building::none || !s.supply[index(type)].contains(action.card))
    return refuse(RefusalCode::no_building_card, action.card);
  return {};
}

void act(const Mover& mover, const Build& action) {
  State& s = mover.s;
  Parcel& parcel = s.parcels[index(action.parcel)];
  const Building type = mover.tables.card(action.card).building;
  play_cards(mover, span_of(join_symbols(action.symbol, action.coordinate)));
  parcel.tile = type;  // 10.3.1
  mover.tell(EventKind::built, mover.seat, action.parcel, type, action.card);
  s.supply[index(type)].erase(action.card);
  take_into_hand(mover.me(), action.card);  // 10.3.2
  board_passenger(mover, parcel.field);     // 10.3.3
  merge_buildings(s);                       // 10.4
  split_links_at(mover, parcel.field);      // 10.3.4
  complete_touching_links(mover);
  change_hp(mover, mover.seat, mover.constants().hp_build);  // 10.3.5
  const Constants& c = mover.constants();
  if (type == Building::industry && mover.me().hand_limit < c.hand_limit_max) {  // 10.3.6
    mover.me().hand_limit =
        static_cast<std::uint8_t>(std::min(c.hand_limit_max, mover.me().hand_limit + c.hand_limit_per_industry));
    mover.tell(EventKind::hand_limit_raised, mover.seat, mover.me().hand_limit);
  }
  finish_action(mover);
}

Check check(const Position& p, const UpgradeBuilding& action) {
  const State& s = p.s;
  if (!in_action_phase(s)) return refuse(RefusalCode::wrong_phase);
  const FieldId field = s.map.at(action.field);
  if (field == FieldId::none) return refuse(RefusalCode::no_such_field, pack(action.field));
  const ParcelId id = parcel_of(s.map.ground[index(field)]);
  if (id == ParcelId::none || s.parcels[index(id)].tile == Building::none || s.parcels[index(id)].owner != p.seat)
    return refuse(RefusalCode::no_own_building, pack(action.field));
  const Parcel& parcel = s.parcels[index(id)];
  if (parcel.upgraded) return refuse(RefusalCode::building_already_upgraded, pack(action.field));
  const auto symbols = join_symbols(action.symbol, action.dest);
  if (Check no = check_kind(p.tables, action.symbol, SymbolKind::upgrade_building)) return no;
  if (Check no = check_kind(p.tables, action.dest, SymbolKind::destination)) return no;
  if (Check no = check_symbols(p.tables, p.me(), span_of(symbols))) return no;
  if (!p.tables.slot(action.dest).place.meets(Places::of(parcel.tile))) return refuse(RefusalCode::dests_not_matching);
  return {};
}

void act(const Mover& mover, const UpgradeBuilding& action) {
  State& s = mover.s;
  const FieldId field = s.map.at(action.field);
  play_cards(mover, span_of(join_symbols(action.symbol, action.dest)));
  s.parcels[index(parcel_of(s.map.ground[index(field)]))].upgraded = 1;
  mover.tell(EventKind::building_upgraded, mover.seat, pack(action.field));
  board_passenger(mover, field);  // 11.3: one is added only where none stands
  change_hp(mover, mover.seat, mover.constants().hp_upgrade_building);
  finish_action(mover);
}

}  // namespace remise::tramways
