// The small words of the game: ids, directions, kinds. Section numbers in comments are those of the rules.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/ids.h"
#include "core/inplace_vector.h"

namespace remise::tramways {

// The sets of cards and boards that are shipped: data/tramways, and below it data/tramways/second and third.
enum class CardSetId : std::uint8_t { first, second, third };
inline constexpr std::array<std::string_view, 3> card_set_names{"first", "second", "third"};

inline constexpr int max_players = 5;
inline constexpr int max_fields = 150;  // ten boards of 5 x 3 (3.1.1)
inline constexpr int max_cards = 106;   // 2.2
inline constexpr int max_parcels = 25;  // 2.2
inline constexpr int max_rails = 24;    // of one player (2.3)
inline constexpr int max_links = max_players * max_rails;
inline constexpr int max_own_cards = 48;      // 4 parcel, 2 generic, 20 development, 5 auction, 16 building cards
inline constexpr int max_auction_cards = 36;  // solo: all 30 and at most 5 parcel cards (17.3)
inline constexpr int rail_slots = 4;
inline constexpr int slots_per_card = 4;
inline constexpr int last_round = 6;

enum class CardId : std::uint8_t { none = 0 };     // the number printed in cards.json
enum class FieldId : std::uint8_t { none = 255 };  // fields of the map in reading order (1.2)
enum class LinkId : std::uint8_t { none = 0 };     // counted from 1, never used again
enum class ParcelId : std::uint8_t { none = 255 };

enum class Edge : std::uint8_t { north, east, south, west, none };
constexpr Edge opposite(Edge e) { return id_at<Edge>((index(e) + 2) % 4); }
constexpr bool is_straight(Edge a, Edge b) { return opposite(a) == b; }
inline constexpr std::array<Edge, 4> edges{Edge::north, Edge::east, Edge::south, Edge::west};

// 1.1, 1.3. `none`: no building.
enum class Building : std::uint8_t { residential, commercial, leisure, industry, none };
inline constexpr std::array<Building, 4> building_types{Building::residential, Building::commercial, Building::leisure,
                                                        Building::industry};

// The printed ground of a field: 1.1. Values from `parcel` on are parcels, numbered by ParcelId.
enum class Ground : std::uint8_t { plain, mountain, water, residential, commercial, leisure, industry, parcel };
constexpr Ground ground_of(ParcelId p) { return id_at<Ground>(index(Ground::parcel) + index(p)); }
constexpr bool is_parcel(Ground g) { return g >= Ground::parcel; }
constexpr ParcelId parcel_of(Ground g) {
  return is_parcel(g) ? id_at<ParcelId>(index(g) - index(Ground::parcel)) : ParcelId::none;
}
constexpr Building printed_building(Ground g) {
  return g >= Ground::residential && g <= Ground::industry ? id_at<Building>(index(g) - index(Ground::residential))
                                                           : Building::none;
}

// 4.1. What stands in a slot; the stripe is a symbol as well (1.8).
enum class SymbolKind : std::uint8_t {
  none,
  rail,
  upgrade_link,
  build,
  upgrade_building,
  worker,
  add_passenger,
  stress_down,
  money,
  destination,
  coordinate,
  stripe
};

// A place that a passenger or a link may be bound for: a building type (0-3) or a parcel (4 and up), as bits of a set.
struct Places {
  std::uint32_t bits = 0;

  static constexpr Places of(Building b) { return {1u << index(b)}; }
  static constexpr Places of(ParcelId p) { return {1u << (4 + index(p))}; }
  constexpr bool meets(Places o) const { return (bits & o.bits) != 0; }
  constexpr bool empty() const { return bits == 0; }
  friend constexpr Places operator|(Places a, Places b) { return {a.bits | b.bits}; }
  bool operator==(const Places&) const = default;
};

// A set of cards.
struct CardSet {
  std::array<std::uint8_t, max_cards / 8 + 1> bits{};

  constexpr bool has(CardId c) const { return (bits[index(c) / 8] >> (index(c) % 8) & 1) != 0; }
  constexpr void add(CardId c) {
    bits[index(c) / 8] = static_cast<std::uint8_t>(bits[index(c) / 8] | 1u << index(c) % 8);
  }
  constexpr void add(const CardSet& o) {
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<std::uint8_t>(bits[i] | o.bits[i]);
  }
  constexpr void remove(CardId c) {
    bits[index(c) / 8] = static_cast<std::uint8_t>(bits[index(c) / 8] & ~(1u << index(c) % 8));
  }
  bool operator==(const CardSet&) const = default;
};

// A symbol of a card: slot 0-3, or the stripe.
inline constexpr std::uint8_t stripe_slot = 4;
struct Symbol {
  CardId card = CardId::none;
  std::uint8_t slot = 0;
  bool operator==(const Symbol&) const = default;
};
using Symbols = InplaceVector<Symbol, 24>;

// 18.1
enum class Phase : std::uint8_t {
  draft,
  book,
  book_take,
  keep,
  bid,
  take,
  void_discard,
  solo_row,
  act1,
  act2,
  bonus_c,
  bonus_c_take,
  bonus_l,
  admin,
  final_hand,
  end
};

enum class Variant : std::uint8_t { standard, expert2, solo };
enum class Development : std::uint8_t { original, alternative };

}  // namespace remise::tramways
