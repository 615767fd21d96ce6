// Everything a player can do, as a closed list. JSON: {"type": "bid", "private": "PR", "price": 10}; docs/views-1840.md
// lists all of them. Sums are whole Gulden.
#pragma once

#include <array>
#include <cstdint>
#include <variant>

#include "core/ids.h"
#include "games/vienna1840/board/board.h"
#include "games/vienna1840/ids.h"

namespace remise::vienna1840 {

struct Pass {
  bool operator==(const Pass&) const = default;
};
// The first bid on a private opens its auction (R7).
struct BidPrivate {
  PrivateId lot{};
  std::int32_t price = 0;
  bool operator==(const BidPrivate&) const = default;
};
// The first bid on a line names it (R56).
struct BidLine {
  LineId lot{};
  std::int32_t price = 0;
  bool operator==(const BidLine&) const = default;
};
struct ChooseOrder {
  std::uint8_t card = 1;  // 1 acts first
  bool operator==(const ChooseOrder&) const = default;
};
struct BuyDirector {
  CompanyId company{};
  std::uint8_t par = 0;
  bool operator==(const BuyDirector&) const = default;
};
struct BuyShare {
  CompanyId company{};
  bool operator==(const BuyShare&) const = default;
};
struct SellShares {
  CompanyId company{};
  std::uint8_t count = 1;
  bool operator==(const SellShares&) const = default;
};
// R29: back to the bank for the printed value, by the player or by the company.
struct ReturnPrivate {
  PrivateId which{};
  bool operator==(const ReturnPrivate&) const = default;
};
struct Dividend {
  std::int32_t amount = 0;
  bool operator==(const Dividend&) const = default;
};
struct BuyTram {
  TramColour colour{};
  bool operator==(const BuyTram&) const = default;
};
// The tram of a line, or with LineId::none a parked one.
struct ScrapTram {
  TramColour colour{};
  LineId line = LineId::none;
  bool operator==(const ScrapTram&) const = default;
};
// For each line of the company, in ascending order, its tram or none; what is not named is parked. Unused: none, none.
struct AssignTrams {
  std::array<LineId, 3> lines{LineId::none, LineId::none, LineId::none};
  std::array<TramColour, 3> trams{TramColour::none, TramColour::none, TramColour::none};
  bool operator==(const AssignTrams&) const = default;
};
struct LayTile {
  Lay lay{};
  bool operator==(const LayTile&) const = default;
};
// `replace` is for the bonus marker only: the Stadtbahn marker there is removed for 40 (R81).
struct PlaceMarker {
  MarkerPlace place{};
  bool operator==(const PlaceMarker&) const = default;
};
// Takes a Stadtbahn marker off the board for 40 (R96, R97).
struct RemoveMarker {
  Removal removal{};
  bool operator==(const RemoveMarker&) const = default;
};
// The line's company offers to buy a private (R110): done at once when the director owns it himself.
struct OfferPrivate {
  PrivateId which{};
  std::uint8_t price = 1;
  bool operator==(const OfferPrivate&) const = default;
};
struct AcceptOffer {
  bool operator==(const AcceptOffer&) const = default;
};
struct DeclineOffer {
  bool operator==(const DeclineOffer&) const = default;
};
// The line's tram runs. A claim is only an assertion about the revenue of the route: anything but the best is refused
// (R104), unless C11 takes claims as they are. An empty run exists under C7 only.
struct Run {
  static constexpr std::int32_t no_claim = -1;
  std::int32_t claim = no_claim;
  bool empty = false;
  bool operator==(const Run&) const = default;
};

using Action = std::variant<Pass, BidPrivate, BidLine, ChooseOrder, BuyDirector, BuyShare, SellShares, ReturnPrivate,
                            Dividend, BuyTram, ScrapTram, AssignTrams, LayTile, PlaceMarker, RemoveMarker, OfferPrivate,
                            AcceptOffer, DeclineOffer, Run>;

static_assert(sizeof(Action) <= 16);

}  // namespace remise::vienna1840
