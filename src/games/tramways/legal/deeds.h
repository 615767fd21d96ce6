// All deeds open to a player in an action turn: what they could do, apart from how they pay for it.
#pragma once

#include "games/tramways/board/passengers.h"
#include "games/tramways/board/track.h"

namespace remise::tramways {

// What the search for track needs to know of a position, field by field: made once for a seat.
class TrackGround {
 public:
  TrackGround(const Tables& tables, const State& s, Seat seat);

  // What a path meets behind its last piece (8.4).
  enum class Meets : std::uint8_t { blocked, building, ground, own_parcel };
  struct Field {
    Meets meets = Meets::blocked;
    std::uint8_t cost = 0;       // of a piece; 0: none may lie there (8.1.2, 8.3.1)
    std::uint8_t rails = 0;      // edges with rail, as bits, with the pieces laid so far
    FieldId place = FieldId{0};  // of a building: its first field; of an own parcel: itself
    Places symbols{};            // that name the place
    std::array<FieldId, 4> beside{};
  };

  // The edges over which a piece may leave, by the edge it is entered over and the rails on the field (8.3.2).
  struct Exit {
    Edge edge, entry;          // left over, and how the next field is entered
    std::uint8_t rails, kind;  // the piece as bits; curve or straight, as a place in the supply
  };
  struct Exits {
    std::uint8_t count = 0;
    std::array<Exit, 3> list{};
  };
  static const std::array<std::array<Exits, 16>, 4> exits;

  // 8.3.4: may a piece on this open own parcel leave over `exit`, with `base` the link worked on?
  bool parcel_allows(FieldId f, Edge exit, const Link* base) const;
  // 8.4.4: the own link whose end lies at that edge, or no value.
  std::optional<FarEnd> join(FieldId f, Edge entry, const Link* base, bool incomplete_base, FieldId start) const;

  const State& s;
  Seat seat;
  // Pieces left (8.3.3): curves and straights, each in eight bits of one number.
  struct Supply {
    unsigned pieces = 0;
    static constexpr std::uint8_t place(bool straight) { return straight ? 8 : 0; }
    bool has(std::uint8_t kind) const { return (pieces >> kind & 0xff) != 0; }
    Supply with(std::uint8_t kind) const { return {pieces + (1u << kind)}; }
    Supply without(std::uint8_t kind) const { return {pieces - (1u << kind)}; }
  };
  Supply supply;
  std::array<Field, max_fields + 1> fields;  // the last stands for all outside the map
};

// Every track deed with at most so many pieces and rails (8): `visit(deed, cost, end)` returns false to stop the
// search. A redirected piece counts as one. The same deeds as TrackWalk allows, in the order of fields, links and
// edges; all checks are table look-ups, for this is where lists of legal actions are made.
template <class Visit>
class TrackSearch {
 public:
  TrackSearch(TrackGround& ground, int max_pieces, int max_cost, Visit& visit)
      : ground_(ground), max_pieces_(max_pieces), max_cost_(max_cost), visit_(visit) {}

  // True when the search came to its end.
  bool run() { return new_links() && own_links(); }

 private:
  using Field = TrackGround::Field;
  using Supply = TrackGround::Supply;
  using Meets = TrackGround::Meets;

  bool new_links() {  // 8.2.1
    const State& s = ground_.s;
    base_ = nullptr;
    for (std::size_t f = 0; f < s.map.fields; ++f) {
      const Field& field = ground_.fields[f];
      const bool own_place = field.meets == Meets::own_parcel && field.rails == 0;
      if (field.meets != Meets::building && !own_place) continue;
      set_start(field.place);
      for (const Edge e : edges) {
        if (stuck(to(field, e), e)) continue;
        deed_ = {.base = {.kind = Base::Kind::new_link, .field = s.map.spots[f], .edge = e},
                 .redirect = Edge::none,
                 .exits = {}};
        if (!go_on(to(field, e), opposite(e), 0, 0, ground_.supply)) return false;
      }
    }
    return true;
  }

  bool own_links() {
    const State& s = ground_.s;
    for (const Link& link : s.links) {
      if (link.owner != ground_.seat) continue;
      base_ = &link;
      const auto pieces = pieces_of(s, link);
      const FieldId start = start_field(s, link), far = far_field(s, link);
      if (!link.complete) {  // 8.2.2
        deed_ = {.base = {.kind = Base::Kind::link, .link = link.id}, .redirect = Edge::none, .exits = {}};
        set_start(s.place_at(start));
        if (!from(pieces.back().field, pieces.back().exit) || !redirected(pieces.back())) return false;
        continue;
      }
      for (const FieldId end : {start, far}) {  // 8.2.3
        const Field& field = ground_.fields[index(end)];
        if (field.meets != Meets::own_parcel || field.rails != 0) continue;
        deed_ = {.base = {.kind = Base::Kind::through, .link = link.id, .parcel = parcel_of(s.map.ground[index(end)])},
                 .redirect = Edge::none,
                 .exits = {}};
        const bool turned = end == start;
        set_start(s.place_at(turned ? far : start));
        if (!(turned ? from(pieces.front().field, pieces.front().entry)
                     : from(pieces.back().field, pieces.back().exit)))
          return false;
      }
    }
    return true;
  }

  // The work goes on behind `exit` of `field`.
  bool from(FieldId field, Edge exit) {
    const std::size_t next = to(ground_.fields[index(field)], exit);
    return stuck(next, exit) || go_on(next, opposite(exit), 0, 0, ground_.supply);
  }

  bool redirected(Piece last) {  // 8.6
    Field& field = ground_.fields[index(last.field)];
    const std::uint8_t before = field.rails;
    for (const Edge e : edges) {
      if (before >> index(e) & 1) continue;
      const Supply swapped = ground_.supply.with(Supply::place(is_straight(last.entry, last.exit)));
      const std::uint8_t kind = Supply::place(is_straight(last.entry, e));
      if (!swapped.has(kind)) continue;
      field.rails = static_cast<std::uint8_t>((before & ~(1u << index(last.exit))) | 1u << index(e));
      deed_.redirect = e;
      deed_.exits = {};
      const std::size_t next = to(field, e);
      bool more = true;
      if (field.cost <= max_cost_ && arrive(next, opposite(e), field.cost, more) && more)
        more = go_on(next, opposite(e), 1, field.cost, swapped.without(kind));
      field.rails = before;
      if (!more) return false;
    }
    return true;
  }

  // The path leads to `next`: visits the deed it makes (8.4). True when the path can go on there; `more` is false when
  // the search is to stop.
  bool arrive(std::size_t next, Edge entry, int cost, bool& more) {
    static constexpr FarEnd incomplete{};
    const Field& field = ground_.fields[next];
    if (field.meets == Meets::blocked) return false;
    if (field.meets == Meets::building) {  // 8.4.1
      if (field.place != start_) more = visit_(deed_, cost, complete_at(field));
      return false;
    }
    if (field.rails >> index(entry) & 1) {  // 8.4.4
      const auto end = ground_.join(id_at<FieldId>(next), entry, base_, deed_.base.kind == Base::Kind::link, start_);
      if (end) more = visit_(deed_, cost, *end);
      return false;
    }
    if (field.meets == Meets::own_parcel && field.rails == 0) {  // 8.4.2
      if (field.place == start_) return false;
      more = visit_(deed_, cost, complete_at(field));
    } else if (deed_.base.kind != Base::Kind::through) {  // 8.4.3
      more = visit_(deed_, cost, incomplete);
    }
    return true;
  }

  // Lays one piece more, on `at`.
  bool go_on(std::size_t at, Edge entry, int pieces, int cost, Supply supply) {
    Field& field = ground_.fields[at];
    cost += field.cost;
    if (pieces == max_pieces_ || cost > max_cost_) return true;
    const bool last = ++pieces == max_pieces_ || cost == max_cost_;
    const std::uint8_t before = field.rails;
    const bool new_on_parcel = before == 0 && field.meets == Meets::own_parcel;
    const std::size_t n = deed_.exits.size();
    deed_.exits.push_back(Edge::north);
    const TrackGround::Exits& exits = TrackGround::exits[index(entry)][before];
    bool more = true;
    for (std::uint8_t i = 0; i < exits.count && more; ++i) {
      const TrackGround::Exit exit = exits.list[i];
      if (!supply.has(exit.kind)) continue;
      if (new_on_parcel && !ground_.parcel_allows(id_at<FieldId>(at), exit.edge, base_)) continue;
      deed_.exits[n] = exit.edge;
      const std::size_t next = to(field, exit.edge);
      if (!arrive(next, exit.entry, cost, more) || last || !more) continue;
      field.rails = static_cast<std::uint8_t>(before | exit.rails);
      more = go_on(next, exit.entry, pieces, cost, supply.without(exit.kind));
      field.rails = before;
    }
    deed_.exits.pop_back();
    return more;
  }

  static std::size_t to(const Field& field, Edge exit) { return index(field.beside[index(exit)]); }
  // No piece can lie there, behind an exit: a rail end or no ground for rails (8.3.1, 8.4.4).
  bool stuck(std::size_t next, Edge exit) const {
    const Field& field = ground_.fields[next];
    return field.cost == 0 || (field.rails >> index(opposite(exit)) & 1) != 0 || id_at<FieldId>(next) == forbidden_;
  }
  void set_start(FieldId start) {
    start_ = start;
    start_symbols_ = ground_.fields[index(start)].symbols;
    forbidden_ = ground_.fields[index(start)].meets == Meets::own_parcel ? start : FieldId::none;
  }
  FarEnd complete_at(const Field& field) const { return {true, LinkId::none, false, 1, start_symbols_, field.symbols}; }

  TrackGround& ground_;
  int max_pieces_, max_cost_;
  Visit& visit_;
  const Link* base_ = nullptr;
  FieldId start_ = FieldId{0};  // the place where the link starts ...
  Places start_symbols_;
  FieldId forbidden_ = FieldId::none;  // ... which stays free when it is an open parcel (8.3.4)
  TrackDeed deed_;
};

template <class Visit>
bool each_track_deed(TrackGround& ground, int max_pieces, int max_cost, Visit&& visit) {
  return TrackSearch<std::remove_reference_t<Visit>>(ground, max_pieces, max_cost, visit).run();
}
template <class Visit>
bool each_track_deed(const Tables& tables, const State& s, Seat seat, int max_pieces, int max_cost, Visit&& visit) {
  TrackGround ground(tables, s, seat);
  return each_track_deed(ground, max_pieces, max_cost, visit);
}

// The network passengers travel on: the places, and which complete links join them.
class Network {
 public:
  explicit Network(const State& s);

  struct Way {
    LinkId link = LinkId::none;
    FieldId to = FieldId::none;
  };
  using Route = InplaceVector<LinkId, 62>;
  bool empty() const { return ways_.empty(); }

  // Where a passenger has more routes than can be walked in so many steps, those are listed that have at most so many
  // links as can.
  static constexpr int listed_steps = 10000;

  // Every route from a place (12.2, 12.3) of at most so many links that ends at a place no earlier stop equals in type:
  // `visit(route, place)`. `useful` are the places worth reaching. False: given up after `most_steps` steps.
  template <class Visit>
  bool each_route(FieldId from, Places useful, std::size_t most_links, int most_steps, Visit&& visit) const {
    Walk<Visit> walk{useful, most_links, most_steps, visit, {}, {}};
    walk.visited[index(from)] = true;
    return go(walk, from, {});
  }

 private:
  template <class Visit>
  struct Walk {
    Places useful;
    std::size_t most_links;
    int steps_left;
    Visit& visit;
    Route route;
    std::array<bool, max_fields> visited;
  };

  template <class Visit>
  bool go(Walk<Visit>& walk, FieldId at, Places passed) const {
    if (walk.route.size() == walk.most_links || (walk.useful.bits & ~passed.bits) == 0) return true;
    for (std::size_t w = first_[index(at)]; w < first_[index(at) + 1u]; ++w) {
      const Way way = ways_[w];
      if (walk.visited[index(way.to)]) continue;
      if (--walk.steps_left < 0) return false;
      const Places names = s_.symbols_for(way.to);
      walk.route.push_back(way.link);
      walk.visited[index(way.to)] = true;
      if (names.meets(walk.useful) && !names.meets(passed)) walk.visit(walk.route, way.to);
      if (!go(walk, way.to, passed | names)) return false;
      walk.visited[index(way.to)] = false;
      walk.route.pop_back();
    }
    return true;
  }

  const State& s_;
  std::array<std::uint8_t, max_fields + 2> first_{};  // by place, into ways_
  InplaceVector<Way, 2 * max_links> ways_;
};

}  // namespace remise::tramways
