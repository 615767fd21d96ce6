// What a player can decide (18.2). One struct for each kind; JSON in codec.h.
#pragma once

#include <variant>

#include "games/tramways/state.h"

namespace remise::tramways {

struct DraftParcel {
  CardId card{};
  bool operator==(const DraftParcel&) const = default;
};
struct ChooseBook {
  std::uint8_t book = 0;
  bool operator==(const ChooseBook&) const = default;
};
struct TakeDev {
  CardId card{}, reveal{};  // reveal none: no card remains
  bool operator==(const TakeDev&) const = default;
};
struct KeepDev {
  CardId card{};
  bool operator==(const KeepDev&) const = default;
};
struct Bid {
  std::int32_t amount = 0, coins = 0;
  Symbols symbols;
  bool operator==(const Bid&) const = default;
};
struct Pass {
  bool operator==(const Pass&) const = default;
};
struct TakeAuctionCard {
  CardId card{};
  bool operator==(const TakeAuctionCard&) const = default;
};
struct VoidDiscard {
  CardId card{};
  bool operator==(const VoidDiscard&) const = default;
};
struct SoloReveal {
  std::int32_t coins = 0;
  Symbols symbols;
  bool operator==(const SoloReveal&) const = default;
};
struct SoloTake {
  CardId card{};
  bool operator==(const SoloTake&) const = default;
};

// Where work on a link begins (8.2), and the path: one exit edge for each piece.
struct Base {
  enum class Kind : std::uint8_t { new_link, link, through };
  Kind kind = Kind::new_link;
  Spot field{};                      // new_link: the place it leaves ...
  Edge edge = Edge::north;           // ... and the edge it leaves over
  LinkId link = LinkId::none;        // link, through
  ParcelId parcel = ParcelId::none;  // through
  bool operator==(const Base&) const = default;
};
struct TrackDeed {
  Base base;
  Edge redirect = Edge::none;
  InplaceVector<Edge, max_rails> exits;
  bool operator==(const TrackDeed&) const = default;
};
struct LayTrack {
  TrackDeed deed;
  Symbols rails;
  InplaceVector<Symbol, 2> dests;
  bool operator==(const LayTrack&) const = default;
};
struct UpgradeLink {
  LinkId link{};
  Symbol symbol, dest;
  bool operator==(const UpgradeLink&) const = default;
};
struct Build {
  ParcelId parcel{};
  Symbol symbol, coordinate;
  CardId card{};
  bool operator==(const Build&) const = default;
};
struct UpgradeBuilding {
  Spot field;
  Symbol symbol, dest;
  bool operator==(const UpgradeBuilding&) const = default;
};
struct MovePassenger {
  Spot field;
  Symbol ticket, dest;
  InplaceVector<LinkId, 62> route;
  bool operator==(const MovePassenger&) const = default;
};
struct BonusMoney {
  bool operator==(const BonusMoney&) const = default;
};
struct TakeOpenDev {
  CardId card{};
  bool operator==(const TakeOpenDev&) const = default;
};
struct TakeTopDev {
  bool operator==(const TakeTopDev&) const = default;
};
struct BuyHp {
  std::int32_t n = 0;
  bool operator==(const BuyHp&) const = default;
};
struct EndTurn {
  bool operator==(const EndTurn&) const = default;
};
struct AdminPlay {
  struct Use {
    std::uint8_t slot = 0;
    std::uint8_t has_field = 0;
    Spot field;
    bool operator==(const Use&) const = default;
  };
  CardId card{};
  InplaceVector<Use, slots_per_card> uses;
  bool operator==(const AdminPlay&) const = default;
};
struct AdminDiscard {
  CardId card{};
  bool operator==(const AdminDiscard&) const = default;
};
struct AdminDone {
  bool operator==(const AdminDone&) const = default;
};
// `from` and `most` are set only in a list of legal actions: any of these cards, at most so many.
struct ChooseHand {
  InplaceVector<CardId, 9> cards;
  InplaceVector<CardId, max_own_cards> from;
  std::uint8_t most = 0;
  bool operator==(const ChooseHand&) const = default;
};

using Action =
    std::variant<DraftParcel, ChooseBook, TakeDev, KeepDev, Bid, Pass, TakeAuctionCard, VoidDiscard, SoloReveal,
                 SoloTake, LayTrack, UpgradeLink, Build, UpgradeBuilding, MovePassenger, BonusMoney, TakeOpenDev,
                 TakeTopDev, BuyHp, EndTurn, AdminPlay, AdminDiscard, AdminDone, ChooseHand>;

}  // namespace remise::tramways
