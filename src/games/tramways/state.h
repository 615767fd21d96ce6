// The state of a match: a plain value without pointers, padding or heap. What never changes stands in Tables.
#pragma once

#include "core/hash.h"
#include "core/random.h"
#include "games/tramways/components/tables.h"
#include "games/tramways/ids.h"

namespace remise::tramways {

using Pile = InplaceVector<CardId, max_own_cards>;
using ParcelCards = InplaceVector<CardId, max_parcels>;
using AuctionPile = InplaceVector<CardId, max_auction_cards>;
using Book = InplaceVector<CardId, 4>;  // the first card lies face up (3.7.1)

// A field as people write it (1.2).
struct Spot {
  std::int8_t x = 0, y = 0;
  bool operator==(const Spot&) const = default;
};

// 1.6. Entry faces the start of the link.
struct Piece {
  FieldId field = FieldId{0};
  Edge entry = Edge::north, exit = Edge::north;
  bool operator==(const Piece&) const = default;
};

// Pieces of a link are consecutive in State::pieces; links are sorted by id, pieces by link.
struct Link {
  LinkId id = LinkId::none;
  Seat owner = Seat{0};
  std::uint8_t first = 0, count = 0;
  std::uint8_t complete = 0, upgraded = 0;
  std::uint8_t worked = 0;  // the round in which its owner last laid or redirected a piece (8.7.1)
  bool operator==(const Link&) const = default;
};

// What a player saw in a ticket book at the last look into it, less what that player took (19).
struct Seen {
  Book cards;
  std::uint8_t taken_since = 0;  // cards taken by others since then
  bool operator==(const Seen&) const = default;
};

struct Player {
  std::int32_t money = 0;
  std::int16_t hp = 0;
  std::uint8_t stress = 0, workers = 0, straights = 0, curves = 0, hand_limit = 0;
  std::uint8_t hard = 0;      // side of the player board (3.2.2)
  std::uint8_t discards = 0;  // made in this administration (13.3)
  Pile hand;                  // sorted
  Pile deck;                  // top first
  Pile discard;               // oldest first
  std::array<Seen, max_players> seen{};
  // Cards that went face down together and were not shown since, so that others cannot tell which of them are in the
  // hand (19): those of the last shuffle (14.1); in round 6 those the hand was chosen from (15.1).
  CardSet mixed;
  bool operator==(const Player&) const = default;
};

// The map (3.1): fields in reading order.
struct Map {
  std::uint8_t fields = 0;
  std::array<Ground, max_fields> ground{};
  std::array<std::array<FieldId, 4>, max_fields> beside{};  // by Edge; none: outside
  std::array<Spot, max_fields> spots{};
  bool operator==(const Map&) const = default;

  FieldId beyond(FieldId f, Edge e) const { return beside[index(f)][index(e)]; }
  FieldId at(Spot spot) const;
};

// Later shuffles given by an explicit setup, in order of occurrence (14.1, 17.7, 3.7.2).
struct Shuffles {
  enum class What : std::uint8_t { development, deck, auction };
  struct Entry {
    What what = What::development;
    Seat seat = Seat{0};
    std::uint8_t size = 0;
    bool operator==(const Entry&) const = default;
  };
  std::uint16_t card_count = 0, next_card = 0;
  std::array<CardId, 640> cards{};  // of all entries, one after another
  InplaceVector<Entry, 30> entries;
  std::uint8_t next_entry = 0;
  std::uint8_t given = 0;   // an explicit list was given
  std::uint8_t seeded = 0;  // chance may go on where the list ends
  std::array<std::uint8_t, 2> unused{};
  bool operator==(const Shuffles&) const = default;
};

struct Parcel {
  FieldId field = FieldId::none;  // none: not on this map
  Seat owner = Seat::none;
  Building tile = Building::none;  // built by the owner (10)
  std::uint8_t upgraded = 0;
  bool operator==(const Parcel&) const = default;
};

// A passenger on the way while the mover decides about the bonus (12.5).
struct Journey {
  FieldId from = FieldId::none;
  InplaceVector<LinkId, 62> route;
  bool operator==(const Journey&) const = default;
};

struct State {
  Random random;
  std::array<Player, max_players> players{};
  std::array<std::int32_t, max_players> bids{};  // 0: none (6.1)
  Shuffles shuffles;
  Map map;

  std::uint8_t player_count = 0;
  Variant variant = Variant::standard;
  Development development = Development::original;
  std::uint8_t round = 0;  // 0 during the setup
  Phase phase = Phase::book;
  std::uint8_t action_round = 1;  // 1 or 2 (7.1)
  std::uint8_t turn = 0;          // place in turn_order of the player to act
  std::uint8_t actions_done = 0;
  std::uint8_t draft_step = 0;
  SeatSet open{};    // seats still to keep a card (3.7.2) or to finish administration (13)
  SeatSet placed{};  // in the auction
  SeatSet bid_this_round{};
  std::array<Seat, max_players> turn_order{};
  std::array<Seat, max_players> places{};  // of the new turn order; none: free

  std::array<FieldId, max_fields> root{};             // building fields: the first field of the whole building (1.3)
  std::array<std::uint8_t, max_fields> rails{};       // edges with rail, as bits
  std::array<std::uint8_t, max_fields> passengers{};  // 0 or 1
  std::array<Parcel, max_parcels> parcels{};

  LinkId next_link = LinkId{1};
  InplaceVector<Link, max_links> links;
  InplaceVector<Piece, max_links> pieces;

  std::array<InplaceVector<CardId, 4>, 4> supply{};  // building cards by type
  std::array<Building, 5> discs{};                   // of rounds 1-5
  AuctionPile row, auction_deck, auction_discard;
  ParcelCards removed;     // 3.6.2
  ParcelCards draft_pool;  // 3.3.2
  std::array<Book, max_players> books{};
  std::uint8_t book_count = 0;
  std::uint8_t book_open = no_book;
  InplaceVector<CardId, 20> dev_deck;
  InplaceVector<CardId, 3> dev_open;
  std::array<Book, max_players> dev_offer{};  // dealt, one to be kept (3.7.2)
  Journey journey;
  std::uint8_t auction_given = 0;          // the deck of an explicit setup, to be checked after the draft
  CardSet secret;                          // development cards in hands that only their owners have seen (19)
  std::array<CardId, max_players> kept{};  // by seat: the card kept of the deal (3.7.2)
  std::uint8_t passenger_limit = 0;        // pieces in the box (2.4); 0: as many as are needed
  CardSetId cards{};                       // which cards and boards are on the table
  std::array<std::uint8_t, 3> unused{};

  static constexpr std::uint8_t no_book = 255;
  bool operator==(const State&) const = default;

  Player& player(Seat seat) { return players[index(seat)]; }
  const Player& player(Seat seat) const { return players[index(seat)]; }
  Seat in_turn() const { return turn_order[turn]; }

  Building building_at(FieldId f) const;
  bool open_parcel(FieldId f) const;  // 1.4
  // The place at a field (1.5): the first field of its building, the field of an open parcel, or none.
  FieldId place_at(FieldId f) const;
  Places symbols_for(FieldId place) const;  // which destination symbols name it (8.5.1)
  Seat parcel_owner(FieldId f) const;       // none: nobody's, or no parcel
  int passengers_left() const;              // in the box (2.4); enough for every field where they are not limited
};

inline Building State::building_at(FieldId f) const {
  const Ground g = map.ground[index(f)];
  return is_parcel(g) ? parcels[index(parcel_of(g))].tile : printed_building(g);
}

inline bool State::open_parcel(FieldId f) const {
  const Ground g = map.ground[index(f)];
  return is_parcel(g) && parcels[index(parcel_of(g))].tile == Building::none && rails[index(f)] == 0;
}

inline FieldId State::place_at(FieldId f) const {
  if (root[index(f)] != FieldId::none) return root[index(f)];
  return open_parcel(f) ? f : FieldId::none;
}

inline Places State::symbols_for(FieldId place) const {
  const Building b = building_at(place);
  if (b != Building::none) return Places::of(b);
  const ParcelId parcel = parcel_of(map.ground[index(place)]);
  REMISE_ASSERT(parcel != ParcelId::none);  // a place is a building or a parcel
  return Places::of(parcel);
}

static_assert(PlainValue<Player> && PlainValue<Shuffles> && PlainValue<Map> && PlainValue<Journey>);
static_assert(PlainValue<State>);
static_assert(sizeof(State) <= 8192);

}  // namespace remise::tramways
