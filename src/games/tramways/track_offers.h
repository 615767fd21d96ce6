// The track deeds a player can pay for, with their payments.
#pragma once

#include <deque>

#include "games/tramways/deeds.h"
#include "games/tramways/payments.h"

namespace remise::tramways {

// The payments for track of one hand, by cost and by what the ends of the link are. Tables are made when first asked
// for.
class TrackPayments {
 public:
  TrackPayments(const Tables& tables, const Player& player);

  int most_rails() const { return plain_.most(); }
  // Null when nothing pays for a link with such ends.
  const Payments* for_end(const FarEnd& end);
  bool payable(int cost, const FarEnd& end) {
    const Payments* ways = for_end(end);
    return ways && ways->payable(cost);
  }

 private:
  struct Kept {
    Places first, second;  // what the hand has for one symbol, or for each of two
    Payments payments;
  };

  const Tables& tables_;
  const Player& player_;
  Places in_hand_;  // places named by symbols of the hand
  Payments plain_;
  std::deque<Kept> kept_;
};

}  // namespace remise::tramways
