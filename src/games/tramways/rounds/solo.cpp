// The card row of the solo game (17.6).
#include "games/tramways/rounds/solo.h"
#include "games/tramways/rounds/auction.h"
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/rounds.h"

namespace remise::tramways {

int solo_price(const Tables& tables, const State& s) {
  return static_cast<int>(s.row.size()) * tables.constants.solo_row_price;
}

Check check(const Position& p, const SoloReveal& action) {
  const State& s = p.s;
  if (s.phase != Phase::solo_row) return refuse(RefusalCode::wrong_phase);
  if (s.auction_deck.empty() && s.auction_discard.empty()) return refuse(RefusalCode::nothing_to_reveal);
  return check_payment(p, solo_price(p.tables, s), action.coins, action.symbols);
}

void act(const Mover& mover, const SoloReveal& action) {
  State& s = mover.s;
  const int price = solo_price(mover.tables, s);
  pay(mover, action.coins, action.symbols);
  if (s.auction_deck.empty()) {  // 17.7
    s.auction_deck = s.auction_discard;
    s.auction_discard.clear();
    shuffle(mover, Shuffles::What::auction, Seat::none, {s.auction_deck.begin(), s.auction_deck.size()});
    mover.tell(EventKind::auction_shuffled, s.auction_deck.size());
  }
  s.row.push_back(s.auction_deck.front());
  s.auction_deck.erase_at(0);
  mover.tell(EventKind::solo_revealed, mover.seat, s.row.back(), price);
}

Check check(const Position& p, const SoloTake& action) {
  if (p.s.phase != Phase::solo_row) return refuse(RefusalCode::wrong_phase);
  if (p.s.row.empty()) return refuse(RefusalCode::row_empty);
  if (!p.s.row.contains(action.card)) return refuse(RefusalCode::not_in_row, action.card);
  return {};
}

void act(const Mover& mover, const SoloTake& action) {
  State& s = mover.s;
  const bool newest = s.row.back() == action.card;
  s.row.erase(action.card);
  if (newest) raise_stress(mover, mover.seat, mover.constants().solo_newest_stress);
  const bool must_discard = gain_auction_card(mover, action.card);
  for (const CardId card : s.row) s.auction_discard.push_back(card);
  if (!s.row.empty()) mover.tell(EventKind::solo_row_discarded, s.row.size());
  s.row.clear();
  if (must_discard)
    s.phase = Phase::void_discard;
  else
    begin_actions(mover);
}

}  // namespace remise::tramways
