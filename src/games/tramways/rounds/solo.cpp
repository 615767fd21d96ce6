// The card row of the solo game (17.6).
#include "games/tramways/rounds/solo.h"
#include "games/tramways/rounds/auction.h"
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/rounds.h"

namespace remise::tramways {

int solo_price(const Tables& tables, const State& s) {
  return static_cast<int>(s.row.size()) * tables.constants.solo_row_price;
}

Refused solo_reveal(Play& play, const SoloReveal& action) {
  State& s = play.s;
  if (s.phase != Phase::solo_row) return refuse(Code::wrong_phase);
  if (s.auction_deck.empty() && s.auction_discard.empty()) return refuse(Code::nothing_to_reveal);
  const int price = solo_price(play.tables, s);
  if (auto refused = check_payment(play, price, action.coins, action.symbols)) return refused;
  pay(play, action.coins, action.symbols);
  if (s.auction_deck.empty()) {  // 17.7
    s.auction_deck = s.auction_discard;
    s.auction_discard.clear();
    shuffle(play, Shuffles::What::auction, Seat::none, {s.auction_deck.begin(), s.auction_deck.size()});
    play.tell(EventKind::auction_shuffled, s.auction_deck.size());
  }
  s.row.push_back(s.auction_deck.front());
  s.auction_deck.erase_at(0);
  play.tell(EventKind::solo_revealed, play.seat, s.row.back(), price);
  return {};
}

Refused solo_take(Play& play, const SoloTake& action) {
  State& s = play.s;
  if (s.phase != Phase::solo_row) return refuse(Code::wrong_phase);
  if (s.row.empty()) return refuse(Code::row_empty);
  if (!s.row.contains(action.card)) return refuse(Code::not_in_row, action.card);
  const bool newest = s.row.back() == action.card;
  s.row.erase(action.card);
  if (newest) raise_stress(play, play.seat, play.constants().solo_newest_stress);
  const bool must_discard = gain_auction_card(play, action.card);
  for (const CardId card : s.row) s.auction_discard.push_back(card);
  if (!s.row.empty()) play.tell(EventKind::solo_row_discarded, s.row.size());
  s.row.clear();
  if (must_discard)
    s.phase = Phase::void_discard;
  else
    begin_actions(play);
  return {};
}

}  // namespace remise::tramways
