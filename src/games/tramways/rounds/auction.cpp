// Phase 1: the auction for the turn order (6.1, 6.4), paying (6.2), and the cards that go with it (6.3).
#include "games/tramways/rounds/auction.h"

#include "core/assert.h"
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/rounds.h"

namespace remise::tramways {

int money_value(const Tables& tables, std::span<const Symbol> symbols) {
  int value = 0;
  for (const Symbol s : symbols) value += tables.slot(s).value;
  return value;
}

Refused check_payment(const Play& play, int amount, int coins, const Symbols& symbols) {
  for (const Symbol s : symbols)
    if (auto refused = check_kind(play.tables, s, SymbolKind::money)) return refused;
  const int value = money_value(play.tables, span_of(symbols));
  const int missing = std::max(0, amount - value);
  if (coins != missing) return refuse(Code::pay_not_exact, coins, missing);  // 6.2.2: no change
  for (const Symbol s : symbols)
    if (play.tables.slot(s).value <= value - amount) return refuse(Code::pay_surplus, pack(s), value - amount);
  return check_symbols(play.tables, play.s.player(play.seat), span_of(symbols), coins);
}

void pay(Play& play, int coins, const Symbols& symbols) {
  play_cards(play, span_of(symbols));
  play.me().money -= coins;
}

namespace {

void place(Play& play, Seat seat, std::size_t at) {
  play.s.places[at] = seat;
  play.s.placed.add(seat);
  play.tell(EventKind::placed, seat, at + 1);
}

std::size_t first_free(const State& s) {
  std::size_t at = 0;
  while (s.places[at] != Seat::none) ++at;
  return at;
}

std::size_t last_free(const State& s) {
  std::size_t at = s.player_count - 1u;
  while (s.places[at] != Seat::none) --at;
  return at;
}

// 6.1.2 b: strictly higher than every other unplaced player.
bool leads(const State& s, Seat seat) {
  const std::int32_t own = s.bids[index(seat)];
  if (own == 0) return false;
  for (int i = 0; i < s.player_count; ++i) {
    const Seat other = id_at<Seat>(i);
    if (other != seat && !s.placed.has(other) && s.bids[index(other)] >= own) return false;
  }
  return true;
}

void finish_bidding(Play& play) {
  State& s = play.s;
  s.turn_order = s.places;
  s.places.fill(Seat::none);
  s.bids.fill(0);
  s.placed = s.bid_this_round = {};
  s.turn = 0;
  play.tell(EventKind::order_set, s.in_turn());
  const Constants& c = play.constants();
  raise_stress(play, s.in_turn(), s.round == last_round ? c.first_place_stress_last_round : c.first_place_stress);
  if (s.round == last_round)
    begin_actions(play);  // 15.2
  else
    s.phase = Phase::take;
}

// 6.4, up to the next decision.
void go_on_bidding(Play& play) {
  State& s = play.s;
  while (s.placed.size() < s.player_count) {
    if (s.turn == s.player_count) s.turn = 0, s.bid_this_round = {};
    const Seat seat = s.in_turn();
    REMISE_ASSERT(seat != Seat::none);
    if (!s.placed.has(seat)) {
      if (s.placed.size() == s.player_count - 1 || leads(s, seat))
        place(play, seat, first_free(s));
      else
        return;
    }
    ++s.turn;
  }
  finish_bidding(play);
}

}  // namespace

void begin_bidding(Play& play) {
  State& s = play.s;
  s.phase = Phase::bid;
  s.turn = 0;
  s.places.fill(Seat::none);
  s.bids.fill(0);
  s.placed = s.bid_this_round = {};
  go_on_bidding(play);
}

Refused check_bid_amount(const Tables& tables, const State& s, Seat seat, int amount) {
  if (amount < tables.constants.min_bid) return refuse(Code::bid_too_low, amount, tables.constants.min_bid);
  if (amount == s.bids[index(seat)]) return refuse(Code::bid_repeats_own, amount);
  for (int i = 0; i < s.player_count; ++i)
    if (s.bid_this_round.has(id_at<Seat>(i)) && s.bids[static_cast<std::size_t>(i)] == amount)
      return refuse(Code::bid_taken, amount, i);
  return {};
}

Refused bid(Play& play, const Bid& action) {
  State& s = play.s;
  if (s.phase != Phase::bid) return refuse(Code::wrong_phase);
  if (auto refused = check_bid_amount(play.tables, s, play.seat, action.amount)) return refused;
  if (auto refused = check_payment(play, action.amount, action.coins, action.symbols)) return refused;
  play.tell(EventKind::bid_made, play.seat, action.amount, action.coins);
  pay(play, action.coins, action.symbols);
  s.bids[index(play.seat)] = action.amount;
  s.bid_this_round.add(play.seat);
  ++s.turn;
  go_on_bidding(play);
  return {};
}

Refused pass(Play& play, const Pass&) {
  State& s = play.s;
  if (s.phase != Phase::bid) return refuse(Code::wrong_phase);
  play.tell(EventKind::passed, play.seat);
  place(play, play.seat, last_free(s));
  ++s.turn;
  go_on_bidding(play);
  return {};
}

bool can_discard_ticket(const Tables& tables, const Player& player, CardId card) {
  const Card& c = tables.card(card);
  return c.ticket() && c.pay <= player.money;
}

bool gain_auction_card(Play& play, CardId card) {
  take_into_hand(play.me(), card);
  play.tell(EventKind::auction_card_taken, play.seat, card);
  const Card& c = play.tables.card(card);
  if (c.parcel != ParcelId::none) {  // 6.3.3
    play.s.parcels[index(c.parcel)].owner = play.seat;
    play.tell(EventKind::parcel_owned, play.seat, c.parcel);
  }
  if (!c.void_ticket) return false;
  for (const CardId held : play.me().hand)
    if (can_discard_ticket(play.tables, play.me(), held)) return true;
  return false;
}

void turn_up_auction_cards(Play& play) {
  State& s = play.s;
  for (int i = 0; i < s.player_count && !s.auction_deck.empty(); ++i) {
    s.row.push_back(s.auction_deck.front());
    play.tell(EventKind::auction_row_card, s.auction_deck.front());
    s.auction_deck.erase_at(0);
  }
}

namespace {

void next_taker(Play& play) {
  State& s = play.s;
  s.phase = Phase::take;
  if (++s.turn < s.player_count) return;
  if (s.round < last_round - 1) turn_up_auction_cards(play);  // 6.3.5
  begin_actions(play);
}

}  // namespace

Refused take_auction_card(Play& play, const TakeAuctionCard& action) {
  State& s = play.s;
  if (s.phase != Phase::take) return refuse(Code::wrong_phase);
  if (!s.row.erase(action.card)) return refuse(Code::not_in_row, action.card);
  if (gain_auction_card(play, action.card))
    s.phase = Phase::void_discard;
  else
    next_taker(play);
  return {};
}

Refused void_discard(Play& play, const VoidDiscard& action) {
  State& s = play.s;
  if (s.phase != Phase::void_discard) return refuse(Code::wrong_phase);
  Player& me = play.me();
  if (!me.hand.contains(action.card)) return refuse(Code::not_in_hand, action.card);
  const Card& card = play.tables.card(action.card);
  if (!card.ticket()) return refuse(Code::not_a_ticket, action.card);
  if (card.pay > me.money) return refuse(Code::consequence_unpayable, card.pay, me.money);
  play.tell(EventKind::void_discarded, play.seat, action.card);
  discard_card(play, play.seat, action.card);
  if (s.variant == Variant::solo)
    begin_actions(play);
  else
    next_taker(play);
  return {};
}

}  // namespace remise::tramways
