// What lies on the map: buildings and parcels, pieces and links, a passenger on the way.
#include "games/tramways/board/links.h"
#include "games/tramways/board/passengers.h"
#include "games/tramways/checks/invariants.h"
#include "games/tramways/rounds/rounds.h"

namespace remise::tramways {
namespace {

void parcels(Inspection& in) {
  const State& s = in.s;
  std::array<int, 4> tiles{};
  for (std::size_t i = 0; i < max_parcels; ++i) {
    const Parcel& p = s.parcels[i];
    const bool on_map = p.field != FieldId::none;
    if (on_map)
      in.expect(index(p.field) < s.map.fields && s.map.ground[index(p.field)] == ground_of(id_at<ParcelId>(i)),
                "field of a parcel");
    in.expect(p.owner == Seat::none || (on_map && index(p.owner) < s.player_count), "owner of a parcel");
    in.expect(p.upgraded <= 1, "upgraded");
    if (p.tile == Building::none) {
      in.expect(!p.upgraded, "upgraded without a tile");
      continue;
    }
    in.expect(p.owner != Seat::none && s.round > 0, "tile without owner");
    ++tiles[index(p.tile)];
  }
  for (std::size_t f = 0; f < s.map.fields; ++f)
    if (const ParcelId p = parcel_of(s.map.ground[f]); p != ParcelId::none)
      in.expect(s.parcels[index(p)].field == id_at<FieldId>(f), "a parcel lies on the map once");
  for (const Building b : building_types)
    in.expect(tiles[index(b)] + static_cast<int>(s.supply[index(b)].size()) ==
                  in.constants().buildings[s.player_count][index(b)],
              "building tiles are conserved");
}

// 8.3.1
bool carries_rail(const State& s, FieldId field, Seat owner) {
  const Ground g = s.map.ground[index(field)];
  const bool ground =
      g == Ground::plain || g == Ground::mountain || (is_parcel(g) && s.parcels[index(parcel_of(g))].owner == owner);
  return ground && s.building_at(field) == Building::none;
}

// The links lie one after another in the list of pieces.
bool stored_in_order(const Inspection& in) {
  const State& s = in.s;
  std::size_t next = 0;
  for (std::size_t i = 0; i < s.links.size(); ++i) {
    const Link& link = s.links[i];
    if (link.first != next || link.count == 0 || link.count > max_rails) return false;
    if (i > 0 && s.links[i - 1].id >= link.id) return false;
    if (link.id == LinkId::none || link.id >= s.next_link || index(link.owner) >= s.player_count) return false;
    if (link.complete > 1 || link.upgraded > link.complete || link.worked > s.round) return false;
    next += link.count;
  }
  return next == s.pieces.size();
}

// The Actions that can have been done so far (7.1).
int actions_so_far(const Inspection& in) {
  const State& s = in.s;
  const auto& [first, second] = in.constants().max_actions;
  const int earlier = (first + second) * s.player_count * std::max(s.round - 1, 0);
  switch (s.phase) {
    case Phase::act1:
    case Phase::act2:
    case Phase::bonus_c:
    case Phase::bonus_c_take:
    case Phase::bonus_l:
      return earlier + s.actions_done +
             (s.action_round == 1 ? first * s.turn : first * s.player_count + second * s.turn);
    case Phase::admin:
    case Phase::final_hand:
    case Phase::end: return (first + second) * s.player_count * s.round;
    default: return earlier;
  }
}

// Every Action makes one link at most, and a building splits two at most (10.3.4).
bool link_number_fits(const Inspection& in) {
  int tiles = 0;
  for (const Parcel& p : in.s.parcels) tiles += p.tile != Building::none;
  return in.s.next_link != LinkId::none &&
         static_cast<int>(index(in.s.next_link)) <= 1 + actions_so_far(in) + 2 * tiles;
}

// 2.3, 8.3.2
void rails(Inspection& in) {
  const State& s = in.s;
  std::array<std::uint8_t, max_fields> edges_used{};
  std::array<int, max_players> straights{}, curves{};
  for (const Link& link : s.links)
    for (const Piece& p : pieces_of(s, link)) {
      if (!in.expect(index(p.field) < s.map.fields && p.entry < Edge::none && p.exit < Edge::none, "piece")) return;
      in.expect(p.entry != p.exit, "piece joins two edges");
      const auto bits = static_cast<std::uint8_t>(1u << index(p.entry) | 1u << index(p.exit));
      in.expect((edges_used[index(p.field)] & bits) == 0, "an edge carries two pieces");
      edges_used[index(p.field)] |= bits;
      ++(is_straight(p.entry, p.exit) ? straights : curves)[index(link.owner)];
      in.expect(carries_rail(s, p.field, link.owner), "rail on forbidden ground");
    }
  in.expect(edges_used == s.rails, "rails of fields and links differ");
  for (std::size_t i = 0; i < s.player_count; ++i) {
    in.expect(straights[i] + s.players[i].straights == in.constants().rail_straights, "straights are conserved");
    in.expect(curves[i] + s.players[i].curves == in.constants().rail_curves, "curves are conserved");
  }
}

// 1.6
void link(Inspection& in, const Link& link) {
  const State& s = in.s;
  const auto pieces = pieces_of(s, link);
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    in.expect(s.map.beyond(pieces[i - 1].field, pieces[i - 1].exit) == pieces[i].field, "pieces in a chain");
    in.expect(opposite(pieces[i - 1].exit) == pieces[i].entry, "edges meet");
  }
  const FieldId from = start_field(s, link), to = far_field(s, link);
  if (!in.expect(from != FieldId::none && s.place_at(from) != FieldId::none, "a link starts at a place")) return;
  if (!in.expect(to != FieldId::none, "a link ends on the map")) return;
  const FieldId far = s.place_at(to);
  if (link.complete) {
    in.expect(far != FieldId::none, "a complete link ends at a place");
  } else {
    in.expect(far == FieldId::none || far == s.place_at(from), "an incomplete link ends at a place");
    in.expect(s.map.ground[index(to)] != Ground::water, "open end at water");
  }
  for (const FieldId end : {from, to})  // 8.4.2; rails there may go again
    if (is_parcel(s.map.ground[index(end)]) && s.building_at(end) == Building::none)
      in.expect(s.parcel_owner(end) == link.owner, "a link ends at a foreign parcel");
}

// 12.2, 12.3, 12.5
void journey(Inspection& in) {
  const State& s = in.s;
  const Journey& way = s.journey;
  in.expect((way.from != FieldId::none) == in.travelling(), "journey only while a bonus is chosen");
  if (!in.travelling()) {
    in.expect(way.route.empty(), "route without a journey");
    return;
  }
  if (!in.good() || !in.expect(index(way.from) < s.map.fields && s.passengers[index(way.from)], "traveller")) return;
  std::array<bool, max_fields> visited{};
  FieldId place = s.place_at(way.from);
  visited[index(place)] = true;
  for (const LinkId id : way.route) {
    const Link* link = find_link(s, id);
    if (!in.expect(link && link->complete, "route over complete links")) return;
    place = other_end(s, *link, place);
    if (!in.expect(place != FieldId::none && !visited[index(place)], "route from place to place")) return;
    visited[index(place)] = true;
  }
  const Building bonus = s.phase == Phase::bonus_l ? Building::leisure : Building::commercial;
  in.expect(!way.route.empty() && s.building_at(place) == bonus, "bonus of the destination");
}

}  // namespace

void inspect_map(Inspection& in) {
  const State& s = in.s;
  if (!in.expect(s.map.fields <= max_fields, "fields")) return;
  parcels(in);
  if (!in.good()) return;
  State copy = s;
  merge_buildings(copy);
  in.expect(copy.root == s.root, "buildings are merged");
  for (std::size_t f = 0; f < max_fields; ++f)
    in.expect(!s.passengers[f] ||
                  (f < s.map.fields && s.passengers[f] == 1 && s.root[f] != FieldId::none && s.phase != Phase::draft),
              "passenger outside a building");
  in.expect(s.passenger_limit == 0 || s.passenger_limit == in.tables.constants.passengers, "passengers in the box");
  in.expect(s.passengers_left() >= 0, "passengers are conserved");
}

void inspect_links(Inspection& in) {
  if (!in.expect(stored_in_order(in), "links are stored in order")) return;
  in.expect(link_number_fits(in), "number of links");
  rails(in);
  if (!in.good()) return;
  for (const Link& l : in.s.links) link(in, l);
  if (in.good()) journey(in);
}

}  // namespace remise::tramways
