#include "games/tramways/legal/deeds.h"

namespace remise::tramways {

constinit const std::array<std::array<TrackGround::Exits, 16>, 4> TrackGround::exits = [] {
  std::array<std::array<Exits, 16>, 4> all{};
  for (const Edge entry : edges)
    for (unsigned rails = 0; rails < 16; ++rails)
      for (const Edge exit : edges)
        if (Exits& list = all[index(entry)][rails]; exit != entry && !(rails >> index(exit) & 1))
          list.list[list.count++] = {exit, opposite(exit),
                                     static_cast<std::uint8_t>(1u << index(entry) | 1u << index(exit)),
                                     Supply::place(is_straight(entry, exit))};
  return all;
}();

TrackGround::TrackGround(const Tables& tables, const State& state, Seat who)
    : s(state),
      seat(who),
      supply{s.player(who).curves | static_cast<unsigned>(s.player(who).straights) << Supply::place(true)} {
  const Constants& c = tables.constants;
  constexpr FieldId outside = id_at<FieldId>(max_fields);
  for (std::size_t f = 0; f < s.map.fields; ++f) {
    Field& field = fields[f];
    const Ground g = s.map.ground[f];
    field.rails = s.rails[f];
    for (std::size_t e = 0; e < 4; ++e) {
      const FieldId next = s.map.beside[f][e];
      field.beside[e] = next == FieldId::none ? outside : next;
    }
    if (s.root[f] != FieldId::none) {
      field.meets = Meets::building;
      field.place = s.root[f];
      field.symbols = s.symbols_for(field.place);
    } else if (g == Ground::plain || g == Ground::mountain) {
      field.meets = Meets::ground;
      field.cost = static_cast<std::uint8_t>(c.plain_cost + (g == Ground::mountain ? c.mountain_extra : 0));
    } else if (is_parcel(g) && s.parcels[index(parcel_of(g))].owner == seat) {
      field.meets = Meets::own_parcel;
      field.place = id_at<FieldId>(f);
      field.symbols = Places::of(parcel_of(g));
      field.cost = static_cast<std::uint8_t>(c.plain_cost);
    }
  }
}

bool TrackGround::parcel_allows(FieldId f, Edge exit, const Link* base) const {
  for (const Link& link : s.links) {
    if (link.owner != seat || &link == base) continue;
    const bool starts = start_field(s, link) == f, ends = far_field(s, link) == f;
    if (!starts && !ends) continue;
    const auto pieces = pieces_of(s, link);
    const Edge at = opposite(starts ? pieces.front().entry : pieces.back().exit);
    if (at != exit || (starts && (ends || !link.complete))) return false;
  }
  return true;
}

std::optional<FarEnd> TrackGround::join(FieldId f, Edge entry, const Link* base, bool incomplete_base,
                                        FieldId start) const {
  bool at_start = false;
  const Link* other = link_end_at(s, f, entry, at_start);
  REMISE_ASSERT(other);
  if (other->owner != seat || other == base || (at_start && !other->complete)) return {};
  const FieldId far = s.place_at(at_start ? far_field(s, *other) : start_field(s, *other));
  if (far == start) return {};
  const int symbols = incomplete_base && !other->complete ? 2 : 1;  // 8.5.2
  return FarEnd{true, other->id, at_start, symbols, s.symbols_for(start), s.symbols_for(far)};
}

Network::Network(const State& s) : s_(s) {
  struct Joint {
    FieldId a, b;
    LinkId link;
  };
  InplaceVector<Joint, max_links> joints;
  std::array<std::uint8_t, max_fields + 2> degree{};
  for (const Link& link : s.links) {
    if (!link.complete) continue;
    const FieldId a = s.place_at(start_field(s, link)), b = s.place_at(far_field(s, link));
    if (a == b) continue;  // 10.4: no passenger can use it
    joints.push_back({a, b, link.id});
    ++degree[index(a)], ++degree[index(b)];
  }
  for (std::size_t f = 0; f <= max_fields; ++f) first_[f + 1] = static_cast<std::uint8_t>(first_[f] + degree[f]);
  ways_.resize(2 * joints.size());
  auto at = first_;
  for (const Joint& j : joints) {
    ways_[at[index(j.a)]++] = {j.link, j.b};
    ways_[at[index(j.b)]++] = {j.link, j.a};
  }
}

}  // namespace remise::tramways
