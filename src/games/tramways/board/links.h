// Links on the map: their pieces, ends and storage (1.6), splitting (10.3.4) and removal (8.7).
#pragma once

#include <span>

#include "games/tramways/position.h"

namespace remise::tramways {

using PieceList = InplaceVector<Piece, max_rails>;

const Link* find_link(const State& s, LinkId id);
// The link for an event or a refusal, with the places at its ends.
std::int32_t named(const State& s, const Link& link);
std::int32_t named(const State& s, LinkId id);
inline std::span<const Piece> pieces_of(const State& s, const Link& link) {
  return {s.pieces.begin() + link.first, link.count};
}
// The field that the start, or the far end, touches.
inline FieldId start_field(const State& s, const Link& link) {
  const Piece& p = s.pieces[link.first];
  return s.map.beyond(p.field, p.entry);
}
inline FieldId far_field(const State& s, const Link& link) {
  const Piece& p = s.pieces[link.first + link.count - 1u];
  return s.map.beyond(p.field, p.exit);
}
// The link with an end at that edge of that field, or null. `at_start`: it is the start of the link.
const Link* link_end_at(const State& s, FieldId field, Edge edge, bool& at_start);

void append(PieceList& list, std::span<const Piece> pieces, bool turned);

// Stores a link with these pieces, new or instead of the one with its id; links stay sorted.
void store_link(State& s, Link link, std::span<const Piece> pieces);
void drop_link(State& s, LinkId id);

// One piece on the map or back in the supply of its owner (8.3.3).
void put_piece(State& s, Seat owner, Piece piece);
void lift_piece(State& s, Seat owner, Piece piece);

// 10.3.4: takes up the rails of a field on which a building now stands, and splits the links there.
void split_links_at(const Mover& mover, FieldId field);
// 8.7.1
void remove_neglected_links(const Mover& mover);
// Links whose far end now touches a place other than that of their start are complete without work.
void complete_touching_links(const Mover& mover);

int complete_links(const State& s, Seat owner);

}  // namespace remise::tramways
