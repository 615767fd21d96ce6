// Phase 1 (6), and what the solo row shares with it (17.6).
#pragma once

#include <span>

#include "games/tramways/position.h"

namespace remise::tramways {

int money_value(const Tables& tables, std::span<const Symbol> symbols);
// 6.2: coins and money symbols for exactly this amount, nothing too much.
Check check_payment(const Position& p, int amount, int coins, const Symbols& symbols);
void pay(const Mover& mover, int coins, const Symbols& symbols);
Check check_bid_amount(const Tables& tables, const State& s, Seat seat, int amount);  // 6.1.3
bool can_discard_ticket(const Tables& tables, const Player& player, CardId card);     // 6.3.4
// 6.3.2-6.3.4: the card goes to the hand; true when a ticket must be discarded for it.
bool gain_auction_card(const Mover& mover, CardId card);
void turn_up_auction_cards(const Mover& mover);  // 6.3.5

}  // namespace remise::tramways
