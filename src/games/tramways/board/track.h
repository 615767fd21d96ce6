// Laying track (8): one walk over the map, piece by piece, that checks, prices and can go back. The rules of an action
// and the enumeration of all deeds both use it.
#pragma once

#include <expected>

#include "games/tramways/board/links.h"

namespace remise::tramways {

// What a finished path leads to (8.4).
struct FarEnd {
  bool complete = false;
  LinkId joined = LinkId::none;  // 8.4.4
  bool joined_at_start = false;  // met the joined link at its start: it is turned round
  int symbols = 0;               // destination symbols needed (8.5)
  Places start, far;             // what names the two ends; for one symbol either serves
};

class TrackWalk {
 public:
  TrackWalk(const Tables& tables, const State& s, Seat seat);

  // 8.2: where the work begins. Can be called again after going back to the start.
  Check begin(const Base& base);
  Check redirect(Edge edge);  // 8.6, once, before the first step
  void undo_redirect();
  // Lays a piece on the next field that leaves over `exit` (8.3).
  Check step(Edge exit);
  void back();
  // 8.4, 8.5: may the path end here, and what becomes of the link?
  std::expected<FarEnd, Refusal> end() const;

  int cost() const { return cost_; }
  int pieces() const { return static_cast<int>(laid_.size()) + (redirected_ != Edge::none); }
  bool redirected() const { return redirected_ != Edge::none; }
  // The path met a rail end or leads to a field without ground for rails: no further step is possible.
  bool stuck() const { return !layable(next_) || (rails_[index(next_)] >> index(entry_) & 1) != 0; }
  // Whether the next piece could leave over this edge, as far as other rails go (8.3.2).
  bool edge_free(Edge exit) const { return exit != entry_ && (rails_[index(next_)] >> index(exit) & 1) == 0; }

  // Where the path leads now, the edge it comes in over, and the field and edge it comes from.
  FieldId next() const { return next_; }
  Edge entry() const { return entry_; }
  FieldId from() const { return from_; }

  // What to store: the pieces in order from the start, before a join.
  PieceList link_pieces() const;
  std::span<const Piece> laid() const { return {laid_.begin(), laid_.size()}; }
  const Link* base_link() const { return link_; }
  Edge redirected_to() const { return redirected_; }

 private:
  bool layable(FieldId f) const { return f != FieldId::none && ground_cost_[index(f)] != 0; }  // 8.3.1
  int field_cost(FieldId f) const { return ground_cost_[index(f)]; }                           // 8.1.2
  Check check_parcel(FieldId f, Edge exit) const;                                              // 8.3.4
  void lead_to(FieldId from, Edge exit);
  std::expected<FarEnd, Refusal> join() const;

  const State& s_;
  Seat seat_;
  Base::Kind kind_ = Base::Kind::new_link;
  const Link* link_ = nullptr;
  bool turned_ = false;                // the base link is turned round (1.1)
  FieldId start_ = FieldId{0};         // the place where the link starts
  FieldId forbidden_ = FieldId::none;  // its own open parcel
  Edge redirected_ = Edge::none;
  FieldId from_ = FieldId{0};  // the field of the last piece ...
  Edge out_ = Edge::none;      // ... and its exit; none: the path stands on a parcel it is to build through
  FieldId next_ = FieldId{0};
  Edge entry_ = Edge::north;
  int cost_ = 0;
  int straights_ = 0, curves_ = 0;
  PieceList laid_;
  std::array<std::uint8_t, max_fields> rails_{};        // with the pieces laid so far
  std::array<std::uint8_t, max_fields> ground_cost_{};  // of a piece on the field; 0: none may lie there
};

// The whole deed at once.
struct TrackPlan {
  TrackWalk walk;
  FarEnd end;
};
std::expected<TrackPlan, Refusal> plan_track(const Tables& tables, const State& s, Seat seat, const TrackDeed& deed);

}  // namespace remise::tramways
