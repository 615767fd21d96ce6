#include "bots/tramways/ways.h"

#include <algorithm>
#include <cstring>

#include "games/tramways/board/links.h"

namespace remise::bots::tramways {

using namespace game;

void TrackWaves::survey(const Tables& tables, const State& s) {
  const Constants& c = tables.constants;
  for (std::size_t f = 0; f < s.map.fields; ++f) {
    const FieldId field = id_at<FieldId>(f);
    const Ground g = s.map.ground[f];
    const bool own = is_parcel(g) && s.parcels[index(parcel_of(g))].owner == seat_;
    place_[f] = s.root[f];
    const bool open = own && s.open_parcel(field);
    if (open) place_[f] = field;
    const bool layable =
        (place_[f] == FieldId::none || (open && all_)) && (own || g == Ground::plain || g == Ground::mountain);
    ground_[f] =
        static_cast<std::uint8_t>(!layable ? 0 : c.plain_cost + (g == Ground::mountain ? c.mountain_extra : 0));
  }
  if (!all_) return;
  for (const Link& link : s.links)  // 8.3.4: no link may hang in the air
    for (const FieldId end : {start_field(s, link), far_field(s, link)})
      if (link.owner == seat_ && end != FieldId::none && place_[index(end)] != FieldId::none) ground_[index(end)] = 0;
}

// Rails, who may build where, and the ends of the own links; others' links are nothing but rails here.
void TrackWaves::make_key(const State& s, Seat seat, int most, bool all, Key& key) {
  const auto add = [&](auto value) { key.items[key.count++] = static_cast<std::uint8_t>(value); };
  key.count = 0;
  for (const auto value : {index(seat), static_cast<std::size_t>(most), std::size_t{all}}) add(value);
  add(s.player(seat).straights), add(s.player(seat).curves);
  std::copy_n(s.rails.begin(), s.map.fields, key.items.begin() + key.count);
  key.count = static_cast<std::uint16_t>(key.count + s.map.fields);
  for (const Parcel& parcel : s.parcels) add(parcel.owner == seat), add(parcel.tile);
  for (const Link& link : s.links) {
    if (link.owner != seat) continue;
    add(link.id), add(link.count), add(link.complete);
    for (const Piece& p : {s.pieces[link.first], s.pieces[link.first + link.count - 1u]})
      add(p.field), add(index(p.entry) << 4 | index(p.exit));
  }
}

const std::vector<LinkPlan>& TrackWaves::find(const Tables& tables, const State& s, Seat seat, int most, bool all) {
  if (found_.empty() || !same_bytes(map_, s.map)) found_.assign(remembered, {}), map_ = s.map;
  make_key(s, seat, most, all, key_);
  Found& found = found_[hash_bytes(key_.begin(), key_.size()) % remembered];
  if (found.key.count == key_.count && std::memcmp(found.key.begin(), key_.begin(), key_.size()) == 0)
    return found.plans;
  found.key = key_;
  found.plans.clear();
  search(tables, s, seat, most, all, found.plans);
  return found.plans;
}

void TrackWaves::search(const Tables& tables, const State& s, Seat seat, int most, bool all,
                        std::vector<LinkPlan>& out) {
  seat_ = seat;
  all_ = all;
  most = std::min(most, max_cost);
  survey(tables, s);
  for (std::size_t f = 0; f < s.map.fields; ++f) {
    const FieldId from = id_at<FieldId>(f);
    if (place_[f] != from) continue;
    heads_.clear();
    for (std::size_t p = f; p < s.map.fields; ++p)
      if (place_[p] == from)
        for (const Edge e : edges) begin(s, id_at<FieldId>(p), e);
    spread(s, {.from = from}, most, out);
  }
  for (const Link& link : s.links) {
    if (link.owner != seat) continue;
    if (link.complete) {
      if (all) through_parcels(s, link, most, out);
      continue;
    }
    const Piece& last = pieces_of(s, link).back();
    heads_.clear();
    begin(s, last.field, last.exit);
    const Base base{.kind = Base::Kind::link, .link = link.id};
    spread(s, {.base = &base, .from = s.place_at(start_field(s, link)), .laid = link.count}, most, out);
    if (all) redirections(s, link, most, out);
  }
}

// 8.6: the last piece is turned to another edge; track may follow.
void TrackWaves::redirections(const State& s, const Link& link, int most, std::vector<LinkPlan>& out) {
  const Piece last = pieces_of(s, link).back();
  const Base base{.kind = Base::Kind::link, .link = link.id};
  for (const Edge edge : edges) {
    if (s.rails[index(last.field)] >> index(edge) & 1) continue;
    const FieldId next = s.map.beyond(last.field, edge);
    if (next == FieldId::none) continue;
    const Start start{&base, s.place_at(start_field(s, link)), link.count, ground_[index(last.field)], edge};
    heads_.clear();
    begin(s, last.field, edge);
    if (start.cost > most) continue;
    spread(s, start, most, out);
    if (place_[index(next)] != FieldId::none) arrive(s, start, -1, edge, next, start.cost, out);
  }
}

// 8.2.3
void TrackWaves::through_parcels(const State& s, const Link& link, int most, std::vector<LinkPlan>& out) {
  const auto pieces = pieces_of(s, link);
  for (const bool far : {false, true}) {
    const FieldId parcel = far ? far_field(s, link) : start_field(s, link);
    if (!s.open_parcel(parcel) || s.parcel_owner(parcel) != seat_) continue;
    const Base base{.kind = Base::Kind::through, .link = link.id, .parcel = parcel_of(s.map.ground[index(parcel)])};
    const auto kept = ground_[index(parcel)];
    ground_[index(parcel)] = 1;
    heads_.clear();
    heads_.push_back({parcel, opposite(far ? pieces.back().exit : pieces.front().entry), -1, parcel});
    spread(s, {.base = &base, .from = s.place_at(far ? start_field(s, link) : far_field(s, link)), .laid = link.count},
           most, out);
    ground_[index(parcel)] = kept;
  }
}

void TrackWaves::begin(const State& s, FieldId field, Edge edge) {
  const FieldId next = s.map.beyond(field, edge);
  if (next == FieldId::none || ground_[index(next)] == 0 || (s.rails[index(next)] >> index(opposite(edge)) & 1)) return;
  heads_.push_back({next, opposite(edge), -1, field});
}

// The path leads over `exit` to a place, or to the end of an own link (8.4.4).
void TrackWaves::arrive(const State& s, const Start& start, std::int16_t at, Edge exit, FieldId next, int cost,
                        std::vector<LinkPlan>& out) {
  LinkPlan plan;
  FieldId place = place_[index(next)];
  if (place == FieldId::none) {
    bool at_start = false;
    const Link* other = link_end_at(s, next, opposite(exit), at_start);
    if (!other || other->owner != seat_ || (start.base && start.base->link == other->id)) return;
    if (at_start && !other->complete) return;
    place = s.place_at(at_start ? far_field(s, *other) : start_field(s, *other));
    plan.joined = other->id;
    plan.pieces = other->count;
  }
  const bool twice = !start.base && plan.joined == LinkId::none && place < start.from;  // found from the other side
  auto& reached = reached_[static_cast<std::size_t>(cost) * max_fields + index(place)];
  if (place == start.from || twice || reached == stamp_) return;
  if (start.base) plan.deed.base = *start.base;
  plan.deed.redirect = start.redirect;
  plan.from = start.from, plan.to = place, plan.rails = cost, plan.pieces += start.laid;
  if (!trace(s, at, exit, plan)) return;
  reached = stamp_;
  out.push_back(plan);
}

void TrackWaves::spread(const State& s, const Start& start, int most, std::vector<LinkPlan>& out) {
  ++stamp_;
  for (auto& wave : waves_) wave.clear();
  for (std::size_t i = 0; i < heads_.size(); ++i)
    waves_[static_cast<std::size_t>(start.cost)].push_back(static_cast<std::int16_t>(i));
  for (int cost = start.cost; cost < most; ++cost)
    for (std::size_t i = 0; i < waves_[static_cast<std::size_t>(cost)].size(); ++i) {
      const std::int16_t at = waves_[static_cast<std::size_t>(cost)][i];
      const Head head = heads_[static_cast<std::size_t>(at)];
      const int then = cost + ground_[index(head.field)];
      if (then > most) continue;
      for (const Edge exit : edges) {
        if (exit == head.entry || (s.rails[index(head.field)] >> index(exit) & 1)) continue;
        const FieldId next = s.map.beyond(head.field, exit);
        if (next == FieldId::none) continue;
        const bool rail = s.rails[index(next)] >> index(opposite(exit)) & 1;
        if (place_[index(next)] != FieldId::none || (all_ && rail)) arrive(s, start, at, exit, next, then, out);
        if (ground_[index(next)] == 0 || rail || next == start.from) continue;
        auto& visited =
            visited_[(static_cast<std::size_t>(then) * max_fields + index(next)) * 4 + index(opposite(exit))];
        if (visited == stamp_ || heads_.size() > 30000) continue;
        visited = stamp_;
        waves_[static_cast<std::size_t>(then)].push_back(static_cast<std::int16_t>(heads_.size()));
        heads_.push_back({next, opposite(exit), at, {}});
      }
    }
}

// The path back to its beginning; false when it meets itself or the pieces run out.
bool TrackWaves::trace(const State& s, std::int16_t at, Edge exit, LinkPlan& plan) const {
  InplaceVector<Piece, max_cost> laid;
  int straights = s.player(seat_).straights, curves = s.player(seat_).curves;
  for (std::int16_t i = at; i >= 0; i = heads_[static_cast<std::size_t>(i)].before) {
    const Head& head = heads_[static_cast<std::size_t>(i)];
    for (const Piece& p : laid)
      if (p.field == head.field && (p.entry == head.entry || p.entry == exit || p.exit == head.entry || p.exit == exit))
        return false;
    if (head.field == plan.to) return false;  // an own parcel the path lies on is no place any more
    if ((is_straight(head.entry, exit) ? straights : curves)-- == 0) return false;
    laid.push_back({head.field, head.entry, exit});
    plan.over += place_[index(head.field)] != FieldId::none;
    exit = opposite(head.entry);
    if (head.before < 0 && plan.deed.base.kind == Base::Kind::new_link) {
      plan.deed.base.field = s.map.spots[index(head.start)];
      plan.deed.base.edge = exit;
    }
  }
  plan.pieces += static_cast<int>(laid.size());
  for (std::size_t i = laid.size(); i-- > 0;) plan.deed.exits.push_back(laid[i].exit);
  return true;
}

void Trips::find(const Tables& tables, const State& s, Seat seat, Places useful, int most_foreign, int most_steps,
                 std::vector<Trip>& out) {
  useful_ = useful;
  most_foreign_ = most_foreign;
  out_ = &out;
  struct Joint {
    FieldId a, b;
    Way way;
  };
  InplaceVector<Joint, max_links> joints;
  std::array<std::uint8_t, max_fields + 1> degree{};
  bool any_own = false;
  for (const Link& link : s.links) {
    if (!link.complete) continue;
    const FieldId a = s.place_at(start_field(s, link)), b = s.place_at(far_field(s, link));
    if (a == b) continue;
    const bool foreign = link.owner != seat;
    if (foreign && most_foreign == 0) continue;
    any_own |= !foreign;
    joints.push_back({a, b, {link.id, b, foreign, static_cast<std::uint8_t>(link_value(tables.constants, link))}});
    ++degree[index(a)], ++degree[index(b)];
  }
  if (!any_own) return;
  first_[0] = 0;
  for (std::size_t f = 0; f < s.map.fields; ++f) first_[f + 1] = static_cast<std::uint8_t>(first_[f] + degree[f]);
  ways_.resize(2 * joints.size());
  auto at = first_;
  // Own links first, so that a bounded search sees them.
  for (const bool foreign : {false, true})
    for (const Joint& j : joints) {
      if (j.way.foreign != foreign) continue;
      Way way = j.way;
      ways_[at[index(j.a)]++] = way;
      way.to = j.a;
      ways_[at[index(j.b)]++] = way;
    }
  std::array<bool, max_fields> begun{};
  for (std::size_t f = 0; f < s.map.fields; ++f) {
    if (!s.passengers[f] || begun[index(s.root[f])]) continue;
    const FieldId from = s.root[f];
    begun[index(from)] = true;
    found_.fill(-1);
    trip_ = {};
    trip_.field = id_at<FieldId>(f);
    visited_[index(from)] = true;
    steps_left_ = most_steps;
    walk(s, from, {});
    visited_[index(from)] = false;
  }
}

void Trips::walk(const State& s, FieldId at, Places passed) {
  if (trip_.route.size() >= 14) return;
  for (std::size_t w = first_[index(at)]; w < first_[index(at) + 1u]; ++w) {
    const Way way = ways_[w];
    if (visited_[index(way.to)] || trip_.foreign + way.foreign > most_foreign_ || --steps_left_ < 0) continue;
    const Places names = s.symbols_for(way.to);
    trip_.route.push_back(way.link);
    (way.foreign ? trip_.foreign : trip_.own) += 1;
    (way.foreign ? trip_.fare : trip_.income) += way.value;
    if (trip_.own > 0 && names.meets(useful_) && !names.meets(passed)) {
      auto& found = found_[index(way.to)];
      const auto worth = [](const Trip& t) { return 10 * t.own - 12 * t.foreign + 2 * t.income - 4 * t.fare; };
      if (found < 0) {
        found = static_cast<std::int16_t>(out_->size());
        out_->push_back(trip_);
        out_->back().to = way.to;
      } else if (Trip& old = (*out_)[static_cast<std::size_t>(found)]; worth(trip_) > worth(old)) {
        old = trip_;
        old.to = way.to;
      }
    }
    visited_[index(way.to)] = true;
    walk(s, way.to, passed | names);
    visited_[index(way.to)] = false;
    trip_.route.pop_back();
    (way.foreign ? trip_.foreign : trip_.own) -= 1;
    (way.foreign ? trip_.fare : trip_.income) -= way.value;
  }
}

}  // namespace remise::bots::tramways
