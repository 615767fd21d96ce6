// The search for track deeds written plainly over TrackWalk, as the rules of an action are: what the fast one of
// deeds.h is compared with.
#pragma once

#include "games/tramways/board/track.h"

namespace remise::tramways {

// Every track deed with at most so many pieces and rails (8): `visit(deed, cost, end)` returns false to stop the
// search. A redirected piece counts as one. True when the search came to its end.
template <class Visit>
class SimpleTrackSearch {
 public:
  SimpleTrackSearch(const Tables& tables, const State& s, Seat seat, int max_pieces, int max_cost, Visit& visit)
      : s_(s), seat_(seat), max_pieces_(max_pieces), max_cost_(max_cost), visit_(visit), walk_(tables, s, seat) {}

  bool run() { return new_links() && own_links(); }

 private:
  bool new_links() {
    for (std::size_t f = 0; f < s_.map.fields; ++f) {
      const FieldId field = id_at<FieldId>(f);
      const bool building = s_.root[f] != FieldId::none;
      if (!building && !(s_.open_parcel(field) && s_.parcel_owner(field) == seat_)) continue;
      for (const Edge e : edges)
        if (!from({.kind = Base::Kind::new_link, .field = s_.map.spots[f], .edge = e})) return false;
    }
    return true;
  }

  bool own_links() {
    for (const Link& link : s_.links) {
      if (link.owner != seat_) continue;
      if (!link.complete) {
        if (!from({.kind = Base::Kind::link, .link = link.id}) || !redirected(link)) return false;
        continue;
      }
      for (const FieldId end : {start_field(s_, link), far_field(s_, link)})
        if (s_.open_parcel(end) && s_.parcel_owner(end) == seat_)
          if (!from({.kind = Base::Kind::through, .link = link.id, .parcel = parcel_of(s_.map.ground[index(end)])}))
            return false;
    }
    return true;
  }

  bool from(const Base& base) {
    deed_ = {.base = base, .redirect = Edge::none, .exits = {}};
    if (walk_.begin(base)) return true;
    return go_on();
  }

  bool redirected(const Link& link) {
    for (const Edge e : edges) {
      deed_ = {.base = {.kind = Base::Kind::link, .link = link.id}, .redirect = e, .exits = {}};
      if (walk_.begin(deed_.base) || walk_.redirect(e)) continue;
      const bool more = ended() && go_on();
      walk_.undo_redirect();
      if (!more) return false;
    }
    return true;
  }

  bool ended() {
    if (walk_.cost() > max_cost_) return true;
    const auto end = walk_.end();
    return !end || visit_(deed_, walk_.cost(), *end);
  }

  bool go_on() {
    if (walk_.pieces() >= max_pieces_ || walk_.cost() >= max_cost_ || walk_.stuck()) return true;
    for (const Edge e : edges) {
      if (!walk_.edge_free(e) || walk_.step(e)) continue;
      deed_.exits.push_back(e);
      const bool more = ended() && go_on();
      deed_.exits.pop_back();
      walk_.back();
      if (!more) return false;
    }
    return true;
  }

  const State& s_;
  Seat seat_;
  int max_pieces_, max_cost_;
  Visit& visit_;
  TrackWalk walk_;
  TrackDeed deed_;
};

template <class Visit>
bool each_track_deed_simply(const Tables& tables, const State& s, Seat seat, int max_pieces, int max_cost,
                            Visit&& visit) {
  return SimpleTrackSearch<std::remove_reference_t<Visit>>(tables, s, seat, max_pieces, max_cost, visit).run();
}

}  // namespace remise::tramways
