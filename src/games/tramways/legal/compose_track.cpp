// Track in the making (8): piece by piece, from every place and link.
#include "games/tramways/board/track.h"
#include "games/tramways/edge/codec.h"
#include "games/tramways/legal/compose.h"

namespace remise::tramways {
namespace {

Bill track_bill(int rails, const FarEnd* end) {
  Bill bill{.summed = SymbolKind::rail, .sum = rails, .needs = {}};
  if (end && end->symbols == 1) bill.needs.push_back({.kind = SymbolKind::none, .places = end->start | end->far});
  if (end && end->symbols == 2) {
    bill.needs.push_back({.kind = SymbolKind::none, .places = end->start});
    bill.needs.push_back({.kind = SymbolKind::none, .places = end->far});
  }
  return bill;
}

int most_rails(const Position& p) {
  int total = 0;
  for (const CardId card : p.me().hand)
    for (const Slot& slot : p.tables.card(card).slots)
      if (slot.kind == SymbolKind::rail) total += slot.value;
  return total;
}

// Why no new link begins in a field where one might: the rails that its first piece takes at least, or what is in the
// way.
Check nothing_begins(const Position& p, Spot field) {
  const int most = most_rails(p);
  Check why;
  int least = 0;
  const auto in_the_way = [&](const Check& no) {  // the end of the map says least
    if (!why || why->kind == RefusalCode::end_outside || why->kind == RefusalCode::no_such_field) why = no;
  };
  for (const Edge first : edges) {
    TrackWalk walk(p.tables, p.s, p.seat);
    if (const Check no = walk.begin({.kind = Base::Kind::new_link, .field = field, .edge = first})) {
      in_the_way(no);
      continue;
    }
    for (const Edge e : edges) {
      if (const Check no = walk.step(e)) {
        in_the_way(no);
        continue;
      }
      if (walk.cost() <= most) return {};
      least = least == 0 ? walk.cost() : std::min(least, walk.cost());
      walk.back();
    }
  }
  if (least > 0) return refuse(RefusalCode::wrong_rail_sum, most, least);
  return why;
}

struct TrackSteps {
  const Position& p;
  JsonWriter& w;
  int most = most_rails(p);

  Spot spot(FieldId f) const { return p.s.map.spots[index(f)]; }

  // Whether some piece can follow, within what the rails of the hand reach.
  bool goes_on(TrackWalk& walk) const {
    for (const Edge e : edges) {
      if (walk.step(e)) continue;
      const bool within = walk.cost() <= most;
      walk.back();
      if (within) return true;
    }
    return false;
  }
  bool turns(TrackWalk& walk) const {
    for (const Edge e : edges) {
      if (walk.redirect(e)) continue;
      const bool within = walk.cost() <= most;
      walk.undo_redirect();
      if (within) return true;
    }
    return false;
  }
  bool begins(const Base& base) const {
    TrackWalk walk(p.tables, p.s, p.seat);
    return !walk.begin(base) && (goes_on(walk) || (base.kind == Base::Kind::link && turns(walk)));
  }

  void end(const TrackWalk& walk, const std::expected<FarEnd, Refusal>& end) const {
    const auto field = spot_of(p.s.map, walk.next());
    w.object([&] {
      if (!end) {
        w.members("kind", "none", "field", field, "why", [&] { w.value(to_json(explained(p.tables, end.error()))); });
      } else if (!end->complete) {
        w.members("kind", "open", "field", field);
      } else if (end->joined != LinkId::none) {
        w.members("kind", "join", "field", field, "link", end->joined, "dests", end->symbols, "names",
                  [&] { write_names(w, p.tables, end->start | end->far); });
      } else {
        w.members("kind", "complete", "field", field, "place", place_name(p, walk.next()), "dests", end->symbols,
                  "names", [&] { write_names(w, p.tables, end->start | end->far); });
      }
    });
  }

  // The walk has just made the step. One that can neither end nor go on is no step.
  void step(TrackWalk& walk, const char* kind, FieldId field, Edge edge, auto&& set) const {
    if (walk.cost() > most) return;
    const auto far = walk.end();
    if (!far && !goes_on(walk)) return;
    w.object(
        "set", set, "kind", kind, "field", spot(field), "edge", edge, "rails", walk.cost(), "end",
        [&] { end(walk, far); }, "price",
        [&] { far ? write_price(w, p, track_bill(walk.cost(), &*far)) : w.value(nullptr); });
  }

  void steps(TrackWalk& walk, const TrackDeed& deed) const {
    for (const Edge e : edges) {
      const FieldId field = walk.next();
      if (walk.step(e)) continue;
      auto exits = deed.exits;
      if (!exits.full()) {
        exits.push_back(e);
        step(walk, "piece", field, e, [&] { w.object("exits", exits); });
      }
      walk.back();
    }
    if (deed.base.kind != Base::Kind::link || !deed.exits.empty() || deed.redirect != Edge::none) return;
    const FieldId last = walk.from();
    for (const Edge e : edges) {
      if (walk.redirect(e)) continue;
      step(walk, "redirect", last, e, [&] { w.object("redirect", e); });
      walk.undo_redirect();
    }
  }

  void new_links() const {
    for (std::size_t f = 0; f < p.s.map.fields; ++f) {
      const FieldId place = p.s.place_at(id_at<FieldId>(f));
      if (place == FieldId::none) continue;
      InplaceVector<Edge, 4> open;
      for (const Edge e : edges)
        if (begins({.kind = Base::Kind::new_link, .field = p.s.map.spots[f], .edge = e})) open.push_back(e);
      if (open.empty()) continue;
      w.object(
          "set", [&] { w.object("base", [&] { w.object("kind", "new", "field", p.s.map.spots[f]); }); }, "kind", "new",
          "field", p.s.map.spots[f], "place", place_name(p, place), "edges", open);
    }
  }

  void own_links() const {
    for (const Link& link : p.s.links) {
      if (link.owner != p.seat) continue;
      if (!link.complete) {
        if (!begins({.kind = Base::Kind::link, .link = link.id})) continue;
        const Piece last = pieces_of(p.s, link).back();
        w.object(
            "set", [&] { w.object("base", [&] { w.object("kind", "link", "link", link.id); }); }, "kind", "link",
            "link", link.id, "field", spot(last.field), "edge", last.exit);
        continue;
      }
      for (const FieldId end : {start_field(p.s, link), far_field(p.s, link)}) {
        const ParcelId parcel = parcel_of(p.s.map.ground[index(end)]);
        if (parcel == ParcelId::none) continue;
        if (!begins({.kind = Base::Kind::through, .link = link.id, .parcel = parcel})) continue;
        const auto& name = p.tables.parcel_names[index(parcel)];
        w.object(
            "set", [&] { w.object("base", [&] { w.object("kind", "through", "link", link.id, "parcel", name); }); },
            "kind", "through", "link", link.id, "parcel", name, "field", spot(end));
      }
    }
  }

  void first_edges(Spot field) const {
    for (const Edge e : edges) {
      if (!begins({.kind = Base::Kind::new_link, .field = field, .edge = e})) continue;
      w.object(
          "set", [&] { w.object("base", [&] { w.object("kind", "new", "field", field, "edge", e); }); }, "kind", "edge",
          "edge", e, "field", spot_of(p.s.map, p.s.map.beyond(p.s.map.at(field), e)));
    }
  }
};

}  // namespace

Check closed_track(const Position& p) {
  if (p.me().workers < p.constants().workers_per_action) return refuse(RefusalCode::no_worker);
  if (!hand_has(p, SymbolKind::rail)) return refuse(RefusalCode::no_rail_in_hand);
  return {};
}

Draft draft(const Position& p, const Asked& asked, const LayTrack& action) {
  Draft draft;
  if (Check no = closed_track(p)) {
    draft.why = explained(p.tables, *no);
    return draft;
  }
  const bool based = asked.has("base"),
             half = based && action.deed.base.kind == Base::Kind::new_link && !asked.chosen["base"].contains("edge");
  if (!based || half) {
    draft.why = not_chosen("base");
    const Spot field = action.deed.base.field;
    if (half) {
      TrackWalk walk(p.tables, p.s, p.seat);
      Check no = walk.begin(action.deed.base);
      if (!no) no = nothing_begins(p, field);
      if (no) draft.why = explained(p.tables, *no);
    }
    draft.next = [p, half, field](JsonWriter& w) {
      const TrackSteps steps{p, w};
      if (half) return steps.first_edges(field);
      steps.new_links();
      steps.own_links();
    };
    return draft;
  }
  auto walk = std::make_shared<TrackWalk>(p.tables, p.s, p.seat);
  Check no = walk->begin(action.deed.base);
  if (!no && action.deed.redirect != Edge::none) no = walk->redirect(action.deed.redirect);
  for (const Edge e : action.deed.exits)
    if (!no) no = walk->step(e);
  if (no) {
    draft.why = explained(p.tables, *no);
    return draft;
  }
  draft.next = [p, walk, deed = action.deed](JsonWriter& w) { TrackSteps{p, w}.steps(*walk, deed); };
  if (walk->pieces() == 0) {
    draft.why = not_chosen("exits");
    return draft;
  }
  const auto end = walk->end();
  draft.bill = track_bill(walk->cost(), end ? &*end : nullptr);
  if (!end)
    draft.why = explained(p.tables, end.error());
  else
    draft.deed = LayTrack{action.deed, {}, {}};
  return draft;
}

}  // namespace remise::tramways
