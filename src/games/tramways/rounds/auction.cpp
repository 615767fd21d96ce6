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

Check check_payment(const Position& p, int amount, int coins, const Symbols& symbols) {
  for (const Symbol s : symbols)
    if (Check no = check_kind(p.tables, s, SymbolKind::money)) return no;
  const int value = money_value(p.tables, span_of(symbols));
  const int missing = std::max(0, amount - value);
  if (coins != missing) return refuse(RefusalCode::pay_not_exact, coins, missing);  // 6.2.2: no change
  for (const Symbol s : symbols)
    if (p.tables.slot(s).value <= value - amount) return refuse(RefusalCode::pay_surplus, pack(s), value - amount);
  return check_symbols(p.tables, p.me(), span_of(symbols), coins);
}

void pay(const Mover& mover, int coins, const Symbols& symbols) {
  play_cards(mover, span_of(symbols));
  mover.me().money -= coins;
}

namespace {

void place(const Mover& mover, Seat seat, std::size_t at) {
  mover.s.places[at] = seat;
  mover.s.placed.add(seat);
  mover.tell(EventKind::placed, seat, at + 1);
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

void finish_bidding(const Mover& mover) {
  State& s = mover.s;
  s.turn_order = s.places;
  s.places.fill(Seat::none);
  s.bids.fill(0);
  s.placed = s.bid_this_round = {};
  s.turn = 0;
  mover.tell(EventKind::order_set, s.in_turn());
  const Constants& c = mover.constants();
  raise_stress(mover, s.in_turn(), s.round == last_round ? c.first_place_stress_last_round : c.first_place_stress);
  if (s.round == last_round)
    begin_actions(mover);  // 15.2
  else
    s.phase = Phase::take;
}

// 6.4, up to the next decision.
void go_on_bidding(const Mover& mover) {
  mover.follows();
  State& s = mover.s;
  while (s.placed.size() < s.player_count) {
    if (s.turn == s.player_count) s.turn = 0, s.bid_this_round = {};
    const Seat seat = s.in_turn();
    REMISE_ASSERT(seat != Seat::none);
    if (!s.placed.has(seat)) {
      if (s.placed.size() == s.player_count - 1 || leads(s, seat))
        place(mover, seat, first_free(s));
      else
        return;
    }
    ++s.turn;
  }
  finish_bidding(mover);
}

}  // namespace

void begin_bidding(const Mover& mover) {
  State& s = mover.s;
  s.phase = Phase::bid;
  s.turn = 0;
  s.places.fill(Seat::none);
  s.bids.fill(0);
  s.placed = s.bid_this_round = {};
  go_on_bidding(mover);
}

Check check_bid_amount(const Tables& tables, const State& s, Seat seat, int amount) {
  if (amount < tables.constants.min_bid) return refuse(RefusalCode::bid_too_low, amount, tables.constants.min_bid);
  if (amount == s.bids[index(seat)]) return refuse(RefusalCode::bid_repeats_own, amount);
  for (int i = 0; i < s.player_count; ++i)
    if (s.bid_this_round.has(id_at<Seat>(i)) && s.bids[static_cast<std::size_t>(i)] == amount)
      return refuse(RefusalCode::bid_taken, amount, i);
  return {};
}

Check check(const Position& p, const Bid& action) {
  if (p.s.phase != Phase::bid) return refuse(RefusalCode::wrong_phase);
  if (Check no = check_bid_amount(p.tables, p.s, p.seat, action.amount)) return no;
  return check_payment(p, action.amount, action.coins, action.symbols);
}

void act(const Mover& mover, const Bid& action) {
  State& s = mover.s;
  mover.tell(EventKind::bid_made, mover.seat, action.amount, action.coins, action.amount - action.coins);
  pay(mover, action.coins, action.symbols);
  s.bids[index(mover.seat)] = action.amount;
  s.bid_this_round.add(mover.seat);
  ++s.turn;
  go_on_bidding(mover);
}

Check check(const Position& p, const Pass&) {
  if (p.s.phase != Phase::bid) return refuse(RefusalCode::wrong_phase);
  return {};
}

void act(const Mover& mover, const Pass&) {
  mover.tell(EventKind::passed, mover.seat);
  place(mover, mover.seat, last_free(mover.s));
  ++mover.s.turn;
  go_on_bidding(mover);
}

bool can_discard_ticket(const Tables& tables, const Player& player, CardId card) {
  const Card& c = tables.card(card);
  return c.ticket() && c.pay <= player.money;
}

bool gain_auction_card(const Mover& mover, CardId card) {
  take_into_hand(mover.me(), card);
  mover.tell(EventKind::auction_card_taken, mover.seat, card);
  const Card& c = mover.tables.card(card);
  if (c.parcel != ParcelId::none) {  // 6.3.3
    mover.s.parcels[index(c.parcel)].owner = mover.seat;
    mover.tell(EventKind::parcel_owned, mover.seat, c.parcel);
  }
  if (!c.void_ticket) return false;
  for (const CardId held : mover.me().hand)
    if (can_discard_ticket(mover.tables, mover.me(), held)) return true;
  return false;
}

void turn_up_auction_cards(const Mover& mover) {
  State& s = mover.s;
  for (int i = 0; i < s.player_count && !s.auction_deck.empty(); ++i) {
    s.row.push_back(s.auction_deck.front());
    mover.tell(EventKind::auction_row_card, s.auction_deck.front());
    s.auction_deck.erase_at(0);
  }
}

namespace {

void next_taker(const Mover& mover) {
  mover.follows();
  State& s = mover.s;
  s.phase = Phase::take;
  if (++s.turn < s.player_count) return;
  if (s.round < last_round - 1) turn_up_auction_cards(mover);  // 6.3.5
  begin_actions(mover);
}

}  // namespace

Check check(const Position& p, const TakeAuctionCard& action) {
  if (p.s.phase != Phase::take) return refuse(RefusalCode::wrong_phase);
  if (!p.s.row.contains(action.card)) return refuse(RefusalCode::not_in_row, action.card);
  return {};
}

void act(const Mover& mover, const TakeAuctionCard& action) {
  mover.s.row.erase(action.card);
  if (gain_auction_card(mover, action.card))
    mover.s.phase = Phase::void_discard;
  else
    next_taker(mover);
}

Check check(const Position& p, const VoidDiscard& action) {
  if (p.s.phase != Phase::void_discard) return refuse(RefusalCode::wrong_phase);
  if (!p.me().hand.contains(action.card)) return refuse(RefusalCode::not_in_hand, action.card);
  const Card& card = p.tables.card(action.card);
  if (!card.ticket()) return refuse(RefusalCode::not_a_ticket, action.card);
  if (card.pay > p.me().money) return refuse(RefusalCode::consequence_unpayable, card.pay, p.me().money);
  return {};
}

void act(const Mover& mover, const VoidDiscard& action) {
  mover.tell(EventKind::void_discarded, mover.seat, action.card);
  discard_card(mover, mover.seat, action.card);
  if (mover.s.variant == Variant::solo)
    begin_actions(mover);
  else
    next_taker(mover);
}

}  // namespace remise::tramways
