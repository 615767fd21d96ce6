// The track deeds a player can pay for, with their payments.
#pragma once

#include <algorithm>
#include <bit>
#include <deque>
#include <span>

#include "core/rules.h"
#include "games/tramways/action.h"
#include "games/tramways/legal/deeds.h"
#include "games/tramways/legal/payments.h"
#include "games/tramways/rules.h"

namespace remise::tramways {

// The payments for track of one hand, by cost and by what the ends of the link are. Everything is made when first asked
// for, and once.
class TrackPayments {
 public:
  TrackPayments(const Tables& tables, const Player& player);

  int most_rails() const { return plain_->payments.most(); }
  // Null when nothing pays for a link with such ends.
  const Payments* for_end(const FarEnd& end) {
    const Kept* kept = kept_for(end);
    return kept ? &kept->payments : nullptr;
  }
  bool pays(const FarEnd& end, int cost) {
    const Kept* kept = cost <= Payments::max_sum ? kept_for(end) : nullptr;
    return kept && kept->payments.payable(cost);
  }
  // The entries of a list of legal actions for a deed with this end and cost; their deed is still empty. Good until
  // the next call.
  using Offers = std::span<const Choice<Action>>;
  Offers offers(const FarEnd& end, int cost) {
    Kept* kept = kept_for(end);
    if (!kept || cost > Payments::max_sum) return {};
    const Range range = kept->offers[static_cast<std::size_t>(cost)];
    if (!range.made) return make_offers(*kept, cost, end.symbols);
    return {offers_.data() + range.first, range.count};
  }

 private:
  struct Range {
    std::uint16_t first = 0;
    std::uint8_t count = 0;
    bool made = false;
  };
  struct Kept {
    Places first, second;  // what the hand has for one symbol, or for each of two
    Payments payments;
    std::array<Range, Payments::max_sum + 1> offers{};  // by cost, in offers_
  };
  // The place of a single end, as an index.
  static std::size_t number(Places place) { return static_cast<std::size_t>(std::countr_zero(place.bits)); }
  // Null when the hand has no symbol for such ends.
  Kept* kept_for(const FarEnd& end) {
    if (end.symbols == 0) return plain_;
    if (end.symbols == 2) return find_or_make(end.start, end.far, 2);
    std::uint8_t& known = by_ends_[number(end.start)][number(end.far)];
    if (known == unknown) known = for_one_symbol(end);
    return known == nothing ? nullptr : made_[known - first_kept];
  }
  Kept* keep(Kept&& made);
  std::uint8_t for_one_symbol(const FarEnd& end);
  Kept* find_or_make(Places first, Places second, int symbols);
  Offers make_offers(Kept& kept, int cost, int symbols);

  static constexpr std::size_t kinds_of_places = 4 + max_parcels;
  static constexpr std::uint8_t unknown = 0, nothing = 1, first_kept = 2;

  const Tables& tables_;
  const Player& player_;
  Places in_hand_;         // places named by symbols of the hand
  Payments::Nodes nodes_;  // of all tables
  std::deque<Kept> kept_;
  std::vector<Kept*> made_;  // those of kept_
  Kept* plain_;              // for incomplete links
  std::array<std::array<std::uint8_t, kinds_of_places>, kinds_of_places>
      by_ends_{};  // for one symbol, by start and far end
  std::vector<Choice<Action>> offers_;
};

// The track deeds a view shows (Tramways::shorten), while all of them are found: those that complete a link before
// others, short ones before long ones, of equal ones those found first.
class BestTrack {
 public:
  bool full() const { return heap_.full(); }
  void clear() { heap_.count = 0; }
  void add(const TrackDeed& deed, int cost, const FarEnd& end);
  // visit(deed, cost, end) in the order they were found; ends the search.
  void in_order(auto&& visit) {
    std::sort(heap_.begin(), heap_.end(), [](const Place& a, const Place& b) { return a.number < b.number; });
    for (const Place& place : heap_) visit(found_[place.slot].deed, found_[place.slot].cost, found_[place.slot].end);
  }

 private:
  struct Found {
    TrackDeed deed;
    int cost = 0;
    FarEnd end;
  };
  struct Place {
    std::uint32_t worth = 0;   // less is better
    std::uint32_t number = 0;  // of the deed
    std::uint8_t slot = 0;     // in found_
    bool operator<(const Place& o) const { return std::pair(worth, number) < std::pair(o.worth, o.number); }
  };
  InplaceVector<Place, Tramways::shown_track> heap_;  // the worst first
  std::uint32_t number_ = 0;
  std::array<Found, Tramways::shown_track> found_;
};

}  // namespace remise::tramways
