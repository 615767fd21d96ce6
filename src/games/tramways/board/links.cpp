#include "games/tramways/board/links.h"

#include <algorithm>

namespace remise::tramways {

const Link* find_link(const State& s, LinkId id) {
  const Link* at =
      std::lower_bound(s.links.begin(), s.links.end(), id, [](const Link& l, LinkId i) { return l.id < i; });
  return at != s.links.end() && at->id == id ? at : nullptr;
}

std::int32_t named(const State& s, const Link& link) {
  const auto place = [&](FieldId field) {
    const FieldId at = field == FieldId::none ? FieldId::none : s.place_at(field);
    return at == FieldId::none ? Places{} : s.symbols_for(at);
  };
  return PackedLink::pack(link.id, place(start_field(s, link)), link.complete ? place(far_field(s, link)) : Places{});
}

std::int32_t named(const State& s, LinkId id) {
  const Link* link = find_link(s, id);
  return link ? named(s, *link) : static_cast<std::int32_t>(index(id));
}

const Link* link_end_at(const State& s, FieldId field, Edge edge, bool& at_start) {
  for (const Link& link : s.links) {
    const Piece& first = s.pieces[link.first];
    const Piece& last = s.pieces[link.first + link.count - 1u];
    at_start = first.field == field && first.entry == edge;
    if (at_start || (last.field == field && last.exit == edge)) return &link;
  }
  return nullptr;
}

void append(PieceList& list, std::span<const Piece> pieces, bool turned) {
  if (turned)
    for (std::size_t i = pieces.size(); i-- > 0;) list.push_back({pieces[i].field, pieces[i].exit, pieces[i].entry});
  else
    for (const Piece& p : pieces) list.push_back(p);
}

void drop_link(State& s, LinkId id) {
  const Link* found = find_link(s, id);
  if (!found) return;
  const Link link = *found;
  const auto gone = static_cast<std::size_t>(link.count);
  for (std::size_t i = link.first; i + gone < s.pieces.size(); ++i) s.pieces[i] = s.pieces[i + gone];
  s.pieces.resize(s.pieces.size() - gone);
  s.links.erase_at(static_cast<std::size_t>(found - s.links.begin()));
  for (Link& l : s.links)
    if (l.first > link.first) l.first = static_cast<std::uint8_t>(l.first - gone);
}

void store_link(State& s, Link link, std::span<const Piece> pieces) {
  drop_link(s, link.id);
  std::size_t at = 0;
  while (at < s.links.size() && s.links[at].id < link.id) ++at;
  const std::size_t first = at < s.links.size() ? s.links[at].first : s.pieces.size();
  const std::size_t old_size = s.pieces.size();
  s.pieces.resize(old_size + pieces.size());
  for (std::size_t i = old_size; i-- > first;) s.pieces[i + pieces.size()] = s.pieces[i];
  std::copy(pieces.begin(), pieces.end(), s.pieces.begin() + first);
  for (std::size_t i = at; i < s.links.size(); ++i)
    s.links[i].first = static_cast<std::uint8_t>(s.links[i].first + pieces.size());
  link.first = static_cast<std::uint8_t>(first);
  link.count = static_cast<std::uint8_t>(pieces.size());
  s.links.insert_at(at, link);
}

namespace {

std::uint8_t edge_bits(Piece p) { return static_cast<std::uint8_t>(1u << index(p.entry) | 1u << index(p.exit)); }

std::uint8_t& supply_of(State& s, Seat owner, Piece piece) {
  Player& player = s.player(owner);
  return is_straight(piece.entry, piece.exit) ? player.straights : player.curves;
}

}  // namespace

void put_piece(State& s, Seat owner, Piece piece) {
  s.rails[index(piece.field)] |= edge_bits(piece);
  --supply_of(s, owner, piece);
}

void lift_piece(State& s, Seat owner, Piece piece) {
  s.rails[index(piece.field)] &= static_cast<std::uint8_t>(~edge_bits(piece));
  ++supply_of(s, owner, piece);
}

void split_links_at(const Mover& mover, FieldId field) {
  State& s = mover.s;
  InplaceVector<LinkId, 2> cut;  // at most two pieces lie on a field (8.3.2)
  for (const Link& link : s.links)
    if (std::ranges::any_of(pieces_of(s, link), [&](const Piece& p) { return p.field == field; }))
      cut.push_back(link.id);
  for (const LinkId id : cut) {
    const Link whole = *find_link(s, id);
    const std::int32_t name = named(s, whole);
    PieceList pieces;
    append(pieces, pieces_of(s, whole), false);
    drop_link(s, id);
    bool kept = false;  // the first part keeps the id
    PieceList part;
    const auto finish_part = [&] {
      if (part.empty()) return;
      Link link = whole;
      if (kept) {
        link.id = s.next_link;
        s.next_link = id_at<LinkId>(index(s.next_link) + 1);
      }
      store_link(s, link, {part.begin(), part.size()});
      if (kept) mover.tell(EventKind::link_split, whole.owner, name, named(s, link.id));
      kept = true;
      part.clear();
    };
    for (const Piece& p : pieces) {
      if (p.field == field) {
        lift_piece(s, whole.owner, p);
        finish_part();
      } else {
        part.push_back(p);
      }
    }
    finish_part();
    if (!kept) mover.tell(EventKind::link_removed, whole.owner, name, whole.count);
  }
}

void remove_neglected_links(const Mover& mover) {
  State& s = mover.s;
  for (std::size_t i = s.links.size(); i-- > 0;) {
    const Link link = s.links[i];
    if (link.complete || link.worked == s.round) continue;
    const std::int32_t name = named(s, link);
    for (const Piece& p : pieces_of(s, link)) lift_piece(s, link.owner, p);
    drop_link(s, link.id);
    mover.tell(EventKind::link_removed, link.owner, name, link.count);
  }
  complete_touching_links(mover);
}

void complete_touching_links(const Mover& mover) {
  State& s = mover.s;
  for (Link& link : s.links) {
    if (link.complete) continue;
    const FieldId far = far_field(s, link);
    const FieldId place = far == FieldId::none ? FieldId::none : s.place_at(far);
    if (place == FieldId::none || place == s.place_at(start_field(s, link))) continue;
    link.complete = 1;
    mover.tell(EventKind::link_completed, link.owner, named(s, link));
  }
}

int complete_links(const State& s, Seat owner) {
  return static_cast<int>(
      std::ranges::count_if(s.links, [&](const Link& l) { return l.owner == owner && l.complete; }));
}

}  // namespace remise::tramways
