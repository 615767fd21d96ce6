// Upgrading links (9), building (10), upgrading buildings (11).
#include "games/tramways/board/links.h"
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/rounds.h"

namespace remise::tramways {

Refused upgrade_link(Play& play, const UpgradeLink& action) {
  State& s = play.s;
  if (!in_action_phase(s)) return refuse(Code::wrong_phase);
  const Link* link = find_link(s, action.link);
  if (!link) return refuse(Code::no_such_link, action.link);
  if (link->owner != play.seat) return refuse(Code::not_own_link, action.link, link->owner);
  if (!link->complete) return refuse(Code::link_not_complete, action.link);
  if (link->upgraded) return refuse(Code::link_already_upgraded, action.link);
  const auto symbols = join_symbols(action.symbol, action.dest);
  if (auto refused = check_kind(play.tables, action.symbol, SymbolKind::upgrade_link)) return refused;
  if (auto refused = check_kind(play.tables, action.dest, SymbolKind::destination, SymbolKind::coordinate))
    return refused;
  if (auto refused = check_symbols(play.tables, play.me(), span_of(symbols))) return refused;
  const Places ends = s.symbols_for(s.place_at(start_field(s, *link))) | s.symbols_for(s.place_at(far_field(s, *link)));
  if (!play.tables.slot(action.dest).place.meets(ends)) return refuse(Code::dests_not_matching);

  play_cards(play, span_of(symbols));
  s.links[static_cast<std::size_t>(link - s.links.begin())].upgraded = 1;
  play.tell(EventKind::link_upgraded, play.seat, action.link);
  change_hp(play, play.seat, play.constants().hp_upgrade_link);
  finish_action(play);
  return {};
}

Refused build(Play& play, const Build& action) {
  State& s = play.s;
  if (!in_action_phase(s)) return refuse(Code::wrong_phase);
  const bool on_map = action.parcel != ParcelId::none && s.parcels[index(action.parcel)].field != FieldId::none;
  if (!on_map || s.parcels[index(action.parcel)].owner != play.seat) return refuse(Code::parcel_not_own, action.parcel);
  Parcel& parcel = s.parcels[index(action.parcel)];
  if (parcel.tile != Building::none) return refuse(Code::parcel_built, action.parcel);
  const auto symbols = join_symbols(action.symbol, action.coordinate);
  if (auto refused = check_kind(play.tables, action.symbol, SymbolKind::build)) return refused;
  if (auto refused = check_kind(play.tables, action.coordinate, SymbolKind::coordinate)) return refused;
  if (auto refused = check_symbols(play.tables, play.me(), span_of(symbols))) return refused;
  if (!play.tables.slot(action.coordinate).place.meets(Places::of(action.parcel)))
    return refuse(Code::wrong_coordinate, pack(action.coordinate), action.parcel);
  const Building type = index(action.card) <= max_cards ? play.tables.card(action.card).building : Building::none;
  if (type == Building::none || !s.supply[index(type)].contains(action.card))
    return refuse(Code::no_building_card, action.card);

  play_cards(play, span_of(symbols));
  parcel.tile = type;  // 10.3.1
  play.tell(EventKind::built, play.seat, action.parcel, type, action.card);
  s.supply[index(type)].erase(action.card);
  take_into_hand(play.me(), action.card);  // 10.3.2
  s.passengers[index(parcel.field)] = 1;   // 10.3.3
  merge_buildings(s);                      // 10.4
  split_links_at(play, parcel.field);      // 10.3.4
  complete_touching_links(play);
  change_hp(play, play.seat, play.constants().hp_build);  // 10.3.5
  const Constants& c = play.constants();
  if (type == Building::industry && play.me().hand_limit < c.hand_limit_max) {  // 10.3.6
    play.me().hand_limit =
        static_cast<std::uint8_t>(std::min(c.hand_limit_max, play.me().hand_limit + c.hand_limit_per_industry));
    play.tell(EventKind::hand_limit_raised, play.seat, play.me().hand_limit);
  }
  finish_action(play);
  return {};
}

Refused upgrade_building(Play& play, const UpgradeBuilding& action) {
  State& s = play.s;
  if (!in_action_phase(s)) return refuse(Code::wrong_phase);
  const FieldId field = s.map.at(action.field);
  if (field == FieldId::none) return refuse(Code::no_such_field, pack(action.field));
  const ParcelId p = parcel_of(s.map.ground[index(field)]);
  if (p == ParcelId::none || s.parcels[index(p)].tile == Building::none || s.parcels[index(p)].owner != play.seat)
    return refuse(Code::no_own_building, pack(action.field));
  Parcel& parcel = s.parcels[index(p)];
  if (parcel.upgraded) return refuse(Code::building_already_upgraded, pack(action.field));
  const auto symbols = join_symbols(action.symbol, action.dest);
  if (auto refused = check_kind(play.tables, action.symbol, SymbolKind::upgrade_building)) return refused;
  if (auto refused = check_kind(play.tables, action.dest, SymbolKind::destination)) return refused;
  if (auto refused = check_symbols(play.tables, play.me(), span_of(symbols))) return refused;
  if (!play.tables.slot(action.dest).place.meets(Places::of(parcel.tile))) return refuse(Code::dests_not_matching);

  play_cards(play, span_of(symbols));
  parcel.upgraded = 1;
  s.passengers[index(field)] = 1;  // 11.3: one is added only where none stands
  play.tell(EventKind::building_upgraded, play.seat, pack(action.field));
  change_hp(play, play.seat, play.constants().hp_upgrade_building);
  finish_action(play);
  return {};
}

}  // namespace remise::tramways
