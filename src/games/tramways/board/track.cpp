#include "games/tramways/board/track.h"

#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/rounds.h"

namespace remise::tramways {

TrackWalk::TrackWalk(const Tables& tables, const State& s, Seat seat)
    : s_(s), seat_(seat), straights_(s.player(seat).straights), curves_(s.player(seat).curves), rails_(s.rails) {
  const Constants& c = tables.constants;
  for (std::size_t f = 0; f < s.map.fields; ++f) {
    const Ground g = s.map.ground[f];
    const bool own = is_parcel(g) && s.parcels[index(parcel_of(g))].owner == seat &&
                     s.parcels[index(parcel_of(g))].tile == Building::none;
    if (g == Ground::mountain)
      ground_cost_[f] = static_cast<std::uint8_t>(c.plain_cost + c.mountain_extra);
    else if (g == Ground::plain || own)
      ground_cost_[f] = static_cast<std::uint8_t>(c.plain_cost);
  }
}

void TrackWalk::lead_to(FieldId from, Edge exit) {
  from_ = from;
  out_ = exit;
  next_ = s_.map.beyond(from, exit);
  entry_ = opposite(exit);
}

Check TrackWalk::begin(const Base& base) {
  kind_ = base.kind;
  link_ = nullptr;
  turned_ = false;
  if (base.kind == Base::Kind::new_link) {  // 8.2.1
    const FieldId field = s_.map.at(base.field);
    if (field == FieldId::none) return refuse(RefusalCode::no_such_field, pack(base.field));
    start_ = s_.place_at(field);
    const bool building = start_ != FieldId::none && s_.building_at(field) != Building::none;
    if (!building && (start_ == FieldId::none || s_.parcel_owner(field) != seat_))
      return refuse(RefusalCode::no_start, pack(base.field));
    forbidden_ = building ? FieldId::none : start_;
    lead_to(field, base.edge);
    return {};
  }
  link_ = find_link(s_, base.link);
  if (!link_) return refuse(RefusalCode::no_such_link, base.link);
  if (link_->owner != seat_) return refuse(RefusalCode::not_own_link, named(s_, *link_), link_->owner);
  const auto pieces = pieces_of(s_, *link_);
  if (base.kind == Base::Kind::link) {  // 8.2.2
    if (link_->complete) return refuse(RefusalCode::link_is_complete, named(s_, *link_));
    start_ = s_.place_at(start_field(s_, *link_));
    lead_to(pieces.back().field, pieces.back().exit);
  } else {  // 8.2.3
    if (!link_->complete) return refuse(RefusalCode::link_not_complete, named(s_, *link_));
    const FieldId parcel = base.parcel == ParcelId::none ? FieldId::none : s_.parcels[index(base.parcel)].field;
    turned_ = start_field(s_, *link_) == parcel;
    const FieldId far = turned_ ? start_field(s_, *link_) : far_field(s_, *link_);
    if (parcel == FieldId::none || far != parcel || !s_.open_parcel(parcel) || s_.parcel_owner(parcel) != seat_)
      return refuse(RefusalCode::link_not_at_parcel, named(s_, *link_), base.parcel);
    start_ = s_.place_at(turned_ ? far_field(s_, *link_) : start_field(s_, *link_));
    if (turned_)
      lead_to(pieces.front().field, pieces.front().entry);
    else
      lead_to(pieces.back().field, pieces.back().exit);
  }
  REMISE_ASSERT(start_ != FieldId::none);  // every link starts at a place (1.6)
  forbidden_ = s_.building_at(start_) == Building::none ? start_ : FieldId::none;
  return {};
}

Check TrackWalk::redirect(Edge edge) {
  if (kind_ != Base::Kind::link) return refuse(RefusalCode::redirect_not_allowed);
  const Piece last = pieces_of(s_, *link_).back();
  const bool taken = edge == Edge::none || (rails_[index(last.field)] >> index(edge) & 1) != 0;
  if (taken) return refuse(RefusalCode::redirect_edge, pack(s_.map.spots[index(last.field)]), edge);
  (is_straight(last.entry, last.exit) ? straights_ : curves_)++;
  int& supply = is_straight(last.entry, edge) ? straights_ : curves_;
  if (supply == 0) {
    (is_straight(last.entry, last.exit) ? straights_ : curves_)--;
    return refuse(RefusalCode::out_of_pieces, is_straight(last.entry, edge) ? 1 : 0);
  }
  --supply;
  rails_[index(last.field)] &= static_cast<std::uint8_t>(~(1u << index(last.exit)));
  rails_[index(last.field)] |= static_cast<std::uint8_t>(1u << index(edge));
  redirected_ = edge;
  cost_ += field_cost(last.field);  // 8.6.2
  lead_to(last.field, edge);
  return {};
}

void TrackWalk::undo_redirect() {
  const Piece last = pieces_of(s_, *link_).back();
  (is_straight(last.entry, redirected_) ? straights_ : curves_)++;
  (is_straight(last.entry, last.exit) ? straights_ : curves_)--;
  rails_[index(last.field)] = s_.rails[index(last.field)];
  redirected_ = Edge::none;
  cost_ -= field_cost(last.field);
  lead_to(last.field, last.exit);
}

Check TrackWalk::check_parcel(FieldId f, Edge exit) const {
  if (f == forbidden_) return refuse(RefusalCode::parcel_start_hangs, pack(s_.map.spots[index(f)]));
  for (const Link& link : s_.links) {
    if (link.owner != seat_ || &link == link_) continue;
    const auto pieces = pieces_of(s_, link);
    const bool starts = start_field(s_, link) == f, ends = far_field(s_, link) == f;
    if (!starts && !ends) continue;
    const Edge at = opposite(starts ? pieces.front().entry : pieces.back().exit);
    if (at != exit || (starts && ends))
      return refuse(RefusalCode::link_end_hangs, pack(s_.map.spots[index(f)]), named(s_, link));
    if (starts && !link.complete)
      return refuse(RefusalCode::joins_a_start, pack(s_.map.spots[index(f)]), named(s_, link));
  }
  return {};
}

Check TrackWalk::step(Edge exit) {
  const FieldId f = next_;
  // A rail end at the edge before us: the path stops there (8.4.4).
  if (f != FieldId::none && (rails_[index(f)] >> index(entry_) & 1) != 0) {
    const RefusalCode code = laid_.empty() && !redirected() ? RefusalCode::edge_taken : RefusalCode::path_goes_on;
    return refuse(code, pack(s_.map.spots[index(f)]), entry_);
  }
  if (!layable(f))
    return refuse(RefusalCode::not_layable,
                  pack(f == FieldId::none ? s_.map.spots[index(from_)] : s_.map.spots[index(f)]));
  if (exit == entry_ || exit == Edge::none || (rails_[index(f)] >> index(exit) & 1) != 0)
    return refuse(RefusalCode::edge_taken, pack(s_.map.spots[index(f)]), exit);
  if (rails_[index(f)] == 0 && is_parcel(s_.map.ground[index(f)]))
    if (Check no = check_parcel(f, exit)) return no;
  int& supply = is_straight(entry_, exit) ? straights_ : curves_;
  if (supply == 0 || laid_.full()) return refuse(RefusalCode::out_of_pieces, is_straight(entry_, exit) ? 1 : 0);
  --supply;
  cost_ += field_cost(f);
  laid_.push_back({f, entry_, exit});
  rails_[index(f)] |= static_cast<std::uint8_t>(1u << index(entry_) | 1u << index(exit));
  lead_to(f, exit);
  return {};
}

void TrackWalk::back() {
  const Piece p = laid_.back();
  laid_.pop_back();
  (is_straight(p.entry, p.exit) ? straights_ : curves_)++;
  cost_ -= field_cost(p.field);
  rails_[index(p.field)] &= static_cast<std::uint8_t>(~(1u << index(p.entry) | 1u << index(p.exit)));
  next_ = p.field;
  entry_ = p.entry;
  out_ = opposite(p.entry);
  from_ = s_.map.beyond(p.field, p.entry);
}

std::expected<FarEnd, Refusal> TrackWalk::join() const {
  bool at_start = false;
  const Link* other = link_end_at(s_, next_, entry_, at_start);
  const auto spot = pack(s_.map.spots[index(next_)]);
  REMISE_ASSERT(other);
  if (other->owner != seat_) return std::unexpected(refuse(RefusalCode::end_foreign_rail, spot, other->owner));
  if (other == link_ || (at_start && !other->complete))
    return std::unexpected(refuse(RefusalCode::joins_a_start, spot, named(s_, *other)));
  const FieldId far = s_.place_at(at_start ? far_field(s_, *other) : start_field(s_, *other));
  if (far == start_) return std::unexpected(refuse(RefusalCode::end_same_place, spot));
  FarEnd end{true, other->id, at_start, 1, s_.symbols_for(start_), s_.symbols_for(far)};
  if (kind_ == Base::Kind::link && !other->complete) end.symbols = 2;  // 8.5.2
  return end;
}

std::expected<FarEnd, Refusal> TrackWalk::end() const {
  const auto fail = [&](RefusalCode code, auto... args) { return std::unexpected(refuse(code, args...)); };
  if (pieces() == 0) return fail(RefusalCode::no_piece);
  if (next_ == FieldId::none) return fail(RefusalCode::end_outside, pack(s_.map.spots[index(from_)]), out_);
  const Ground g = s_.map.ground[index(next_)];
  const auto spot = pack(s_.map.spots[index(next_)]);
  if (g == Ground::water) return fail(RefusalCode::end_water, spot);
  if (s_.building_at(next_) != Building::none) {  // 8.4.1
    const FieldId place = s_.place_at(next_);
    if (place == start_) return fail(RefusalCode::end_same_place, spot);
    return FarEnd{true, LinkId::none, false, 1, s_.symbols_for(start_), s_.symbols_for(place)};
  }
  if (is_parcel(g) && s_.parcel_owner(next_) != seat_) return fail(RefusalCode::end_foreign_parcel, spot);
  if ((rails_[index(next_)] >> index(entry_) & 1) != 0) return join();
  if (is_parcel(g) && rails_[index(next_)] == 0) {  // 8.4.2
    if (next_ == start_) return fail(RefusalCode::end_same_place, spot);
    return FarEnd{true, LinkId::none, false, 1, s_.symbols_for(start_), s_.symbols_for(next_)};
  }
  if (kind_ == Base::Kind::through) return fail(RefusalCode::must_be_complete, named(s_, *link_));
  return FarEnd{};  // 8.4.3
}

PieceList TrackWalk::link_pieces() const {
  PieceList pieces;
  if (link_) append(pieces, pieces_of(s_, *link_), turned_);
  if (redirected()) pieces.back().exit = redirected_;
  append(pieces, laid(), false);
  return pieces;
}

std::expected<TrackPlan, Refusal> plan_track(const Tables& tables, const State& s, Seat seat, const TrackDeed& deed) {
  TrackWalk walk(tables, s, seat);
  if (Check no = walk.begin(deed.base)) return std::unexpected(*no);
  if (deed.redirect != Edge::none)
    if (Check no = walk.redirect(deed.redirect)) return std::unexpected(*no);
  for (const Edge exit : deed.exits)
    if (Check no = walk.step(exit)) return std::unexpected(*no);
  const auto end = walk.end();
  if (!end) return std::unexpected(end.error());
  return TrackPlan{walk, *end};
}

namespace {

// 8.5: the right number of destination symbols, for the right ends.
Check check_dests(const Tables& tables, const FarEnd& end, const InplaceVector<Symbol, 2>& dests) {
  if (static_cast<int>(dests.size()) != end.symbols)
    return refuse(RefusalCode::dests_needed, dests.size(), end.symbols);
  if (end.symbols == 0) return {};
  const Places first = tables.slot(dests[0]).place;
  bool fits = first.meets(end.start | end.far);
  if (end.symbols == 2) {
    const Places second = tables.slot(dests[1]).place;
    fits = (first.meets(end.start) && second.meets(end.far)) || (first.meets(end.far) && second.meets(end.start));
  }
  if (!fits) return refuse(RefusalCode::dests_not_matching);
  return {};
}

void carry_out(const Mover& mover, const TrackPlan& plan) {
  State& s = mover.s;
  const TrackWalk& walk = plan.walk;
  const Link* base = walk.base_link();
  PieceList pieces = walk.link_pieces();
  Link link{.owner = mover.seat,
            .complete = plan.end.complete,
            .upgraded = base ? base->upgraded : std::uint8_t{0},
            .worked = s.round};
  if (walk.redirected()) {
    REMISE_ASSERT(base);  // only track that lies already is turned
    Piece old = pieces_of(s, *base).back();
    lift_piece(s, mover.seat, old);
    old.exit = walk.redirected_to();
    put_piece(s, mover.seat, old);
  }
  for (const Piece& p : walk.laid()) put_piece(s, mover.seat, p);
  link.id = base ? base->id : LinkId::none;
  LinkId gone = LinkId::none;
  if (plan.end.joined != LinkId::none) {
    const Link other = *find_link(s, plan.end.joined);
    append(pieces, pieces_of(s, other), !plan.end.joined_at_start);
    link.upgraded = base ? base->upgraded && other.upgraded : other.upgraded;  // 8.8.1
    if (base) gone = std::max(base->id, other.id);
    link.id = base ? std::min(base->id, other.id) : other.id;
  }
  if (link.id == LinkId::none) {
    link.id = s.next_link;
    s.next_link = id_at<LinkId>(index(s.next_link) + 1);
  }
  const std::int32_t gone_name = gone == LinkId::none ? 0 : named(s, gone);
  if (gone != LinkId::none) drop_link(s, gone);
  store_link(s, link, {pieces.begin(), pieces.size()});
  mover.tell(EventKind::track_laid, mover.seat, named(s, link.id), walk.pieces(), walk.cost());
  if (gone != LinkId::none) mover.tell(EventKind::link_joined, mover.seat, named(s, link.id), gone_name);
  if (link.complete) mover.tell(EventKind::link_completed, mover.seat, named(s, link.id));
}

}  // namespace

Check check(const Position& p, const LayTrack& action) {
  if (!in_action_phase(p.s)) return refuse(RefusalCode::wrong_phase);
  if (p.me().workers < p.constants().workers_per_action) return refuse(RefusalCode::no_worker);
  if (action.rails.empty()) return refuse(RefusalCode::no_rails);
  int rails = 0;
  for (const Symbol s : action.rails) {
    if (Check no = check_kind(p.tables, s, SymbolKind::rail)) return no;
    rails += p.tables.slot(s).value;
  }
  for (const Symbol s : action.dests)
    if (Check no = check_kind(p.tables, s, SymbolKind::destination, SymbolKind::coordinate)) return no;
  const auto symbols = join_symbols(action.rails, action.dests);
  if (Check no = check_symbols(p.tables, p.me(), span_of(symbols))) return no;
  const auto plan = plan_track(p.tables, p.s, p.seat, action.deed);
  if (!plan) return plan.error();
  if (rails != plan->walk.cost()) return refuse(RefusalCode::wrong_rail_sum, rails, plan->walk.cost());
  return check_dests(p.tables, plan->end, action.dests);
}

void act(const Mover& mover, const LayTrack& action) {
  const auto plan = plan_track(mover.tables, mover.s, mover.seat, action.deed);
  mover.me().workers = static_cast<std::uint8_t>(mover.me().workers - mover.constants().workers_per_action);
  play_cards(mover, span_of(join_symbols(action.rails, action.dests)));
  carry_out(mover, *plan);
  finish_action(mover);
}

}  // namespace remise::tramways
