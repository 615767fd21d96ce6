// VI: the privates are auctioned, then everybody chooses a playing order card.
#include <algorithm>

#include "games/vienna1840/rounds/rounds.h"

namespace remise::vienna1840 {

namespace {

std::uint8_t next_place(const State& s, int place) { return static_cast<std::uint8_t>((place + 1) % s.player_count); }

bool for_sale(const Position& p, PrivateId lot) {
  return index(lot) < private_count && p.private_in_play(lot) && p.s.holder(lot).kind == Holder::Kind::bank;
}

// R10: the cheapest of all privates in play, sold or not, or with `unsold` the cheapest that is not.
PrivateId cheapest(const Position& p, bool unsold) {
  PrivateId best = PrivateId::none;
  for (std::size_t i = 0; i < private_count; ++i) {
    const auto lot = id_at<PrivateId>(i);
    if (!p.private_in_play(lot) || (unsold && !for_sale(p, lot))) continue;
    if (best == PrivateId::none || p.tables.privates[i].face < p.tables.privates[index(best)].face) best = lot;
  }
  return best;
}

Money lowest_bid(const Position& p, PrivateId lot) {
  if (p.s.step == Step::bid_private) return Money{p.s.auction.bid} + p.tables.auction_step;
  return {p.s.minimum[index(lot)]};
}

Seat bidder(const State& s) { return s.order[s.at]; }

void open_next(const Mover& mover, std::uint8_t place) {
  State& s = mover.s;
  s.at = place;
  s.passes = 0;
  s.auction = {};
  s.step = Step::open_private;
  if (cheapest(mover, true) != PrivateId::none) return;
  // All are sold: the players choose cards, the poorest first (R14).
  s.step = Step::choose_order;
  s.cards.fill(Seat::none);
  for (const Seat seat : s.order) {
    std::size_t i = s.choosers.size();
    while (i > 0 && s.player(seat).cash < s.player(s.choosers[i - 1]).cash) --i;
    s.choosers.insert_at(i, seat);
  }
}

void sell(const Mover& mover, PrivateId lot, Seat buyer, Money price) {
  mover.bank_pays(buyer, -price);
  mover.s.holder(lot) = Holder::of(buyer);
  mover.tell(EventKind::private_sold, buyer, lot, price.v);
}

// R10: the minimum drops; at 0 the player at `place` must take the private for nothing.
void reduce(const Mover& mover, PrivateId lot, std::uint8_t place) {
  State& s = mover.s;
  std::uint8_t& minimum = s.minimum[index(lot)];
  minimum = static_cast<std::uint8_t>(std::max(0, minimum - mover.tables.private_drop.v));
  mover.tell(EventKind::minimum_reduced, lot, minimum);
  if (minimum > 0) return open_next(mover, place);
  sell(mover, lot, s.order[place], {});
  open_next(mover, next_place(s, place));
}

// R10: only before the first sale. C13, and the rules before version 3: until the cheapest of all is sold.
bool price_drops(const Position& p) {
  if (p.s.has(Compat::c13) || p.s.as_before()) return for_sale(p, cheapest(p, false));
  for (std::size_t i = 0; i < private_count; ++i)
    if (p.private_in_play(id_at<PrivateId>(i)) && !for_sale(p, id_at<PrivateId>(i))) return false;
  return true;
}

void all_passed(const Mover& mover) {
  State& s = mover.s;
  const std::uint8_t place = s.has(Compat::c2) ? s.at : 0;  // R11
  if (price_drops(mover)) return reduce(mover, cheapest(mover, true), place);
  if (mover.pay_privates()) return open_next(mover, place);  // R12
  // All that were sold have gone back to the bank. Without a reduction the round might never end
  // (docs/rulings-1840.md).
  reduce(mover, cheapest(mover, true), place);
}

// After a bid or a pass in an auction: the next who is still in, or the sale.
void continue_bidding(const Mover& mover) {
  State& s = mover.s;
  do s.at = next_place(s, s.at);
  while ((s.auction.in >> index(bidder(s)) & 1) == 0);
  if (index(bidder(s)) != s.auction.high) return;
  const auto opener = s.auction.opener;
  sell(mover, id_at<PrivateId>(s.auction.lot), bidder(s), {s.auction.bid});
  open_next(mover, next_place(s, opener));  // R9: after the opener, not after the winner
}

}  // namespace

void start_pre_share(const Mover& mover) { open_next(mover, 0); }

Check check(const Position& p, const BidPrivate& bid) {
  const State& s = p.s;
  if (s.step != Step::open_private && s.step != Step::bid_private) return not_this_step(p);
  if (!for_sale(p, bid.lot)) return refuse(RefusalCode::private_not_for_sale, bid.lot);
  if (s.step == Step::bid_private && index(bid.lot) != s.auction.lot)
    return refuse(RefusalCode::other_lot, bid.lot, s.auction.lot);
  const Money minimum = lowest_bid(p, bid.lot);
  if (bid.price < minimum.v) return refuse(RefusalCode::bid_too_low, bid.price, minimum.v);
  const Money face = p.tables.privates[index(bid.lot)].face;
  if (!s.has(Compat::c1) && (bid.price - face.v) % p.tables.auction_step.v != 0)
    return refuse(RefusalCode::bid_not_in_steps, bid.price, face.v, p.tables.auction_step.v);
  const Money cash = s.player(bidder(s)).cash;
  if (bid.price > cash.v) return refuse(RefusalCode::bid_above_cash, bid.price, cash.v);
  return {};
}

void act(const Mover& mover, const BidPrivate& bid) {
  State& s = mover.s;
  if (s.step == Step::open_private) {
    s.auction = {0, static_cast<std::uint8_t>(bid.lot), 0xff, s.at, SeatSet::first(s.player_count).bits};
    s.passes = 0;
    s.step = Step::bid_private;
  }
  s.auction.bid = bid.price;
  s.auction.high = static_cast<std::uint8_t>(bidder(s));
  mover.tell(EventKind::private_bid, bidder(s), bid.lot, bid.price);
  continue_bidding(mover);
}

void pass_private(const Mover& mover, bool forced) {
  State& s = mover.s;
  mover.tell(EventKind::passed, bidder(s), forced);
  if (s.step == Step::bid_private) {
    s.auction.in = static_cast<std::uint8_t>(s.auction.in & ~(1u << index(bidder(s))));
    return continue_bidding(mover);
  }
  s.at = next_place(s, s.at);
  if (++s.passes == s.player_count) all_passed(mover);
}

void list_pre_share(const Position& p, Choices& out) {
  const Money cash = p.s.player(bidder(p.s)).cash;
  const std::int32_t step = p.s.has(Compat::c1) ? 1 : p.tables.auction_step.v;
  for (std::size_t i = 0; i < private_count; ++i) {
    const auto lot = id_at<PrivateId>(i);
    if (!for_sale(p, lot) || (p.s.step == Step::bid_private && i != p.s.auction.lot)) continue;
    std::int32_t first = lowest_bid(p, lot).v;
    const std::int32_t off = (first - p.tables.privates[i].face.v) % step;  // C1 may leave the last bid between steps
    if (off != 0) first += off > 0 ? step - off : -off;
    add_range(out, BidPrivate{lot, first}, first, cash.v, step);
  }
  out.push_back({Pass{}});
}

bool settle_pre_share(const Mover& mover) {
  const State& s = mover.s;
  const Money funds = mover.now().funds(bidder(s));
  if (s.step == Step::bid_private) {
    if (funds.v >= s.auction.bid + mover.tables.auction_step.v) return false;
  } else {
    for (std::size_t i = 0; i < private_count; ++i)
      if (for_sale(mover, id_at<PrivateId>(i)) && funds.v >= s.minimum[i]) return false;
  }
  pass_private(mover, true);
  return true;
}

// --- playing order cards (R14)

Check check(const Position& p, const ChooseOrder& choice) {
  if (p.s.step != Step::choose_order) return not_this_step(p);
  if (choice.card < 1 || choice.card > p.s.player_count)
    return refuse(RefusalCode::no_such_card, choice.card, p.s.player_count);
  if (p.s.cards[choice.card - 1u] != Seat::none) return refuse(RefusalCode::card_taken, choice.card);
  return {};
}

namespace {

void take_card(const Mover& mover, std::uint8_t card, bool forced) {
  State& s = mover.s;
  const Seat seat = s.choosers.front();
  s.choosers.erase_at(0);
  s.cards[card - 1u] = seat;
  mover.tell(EventKind::order_card, seat, card, forced);
}

}  // namespace

void act(const Mover& mover, const ChooseOrder& choice) { take_card(mover, choice.card, false); }

void list_order_choice(const Position& p, Choices& out) {
  for (std::uint8_t card = 1; card <= p.s.player_count; ++card)
    if (p.s.cards[card - 1u] == Seat::none) out.push_back({ChooseOrder{card}});
}

bool settle_order_choice(const Mover& mover) {
  State& s = mover.s;
  if (s.choosers.size() > 1) return false;
  std::uint8_t card = 1;
  while (s.cards[card - 1u] != Seat::none) ++card;
  take_card(mover, card, true);
  for (std::size_t i = 0; i < s.order.size(); ++i) s.order[i] = s.cards[i];  // R15
  s.cards.fill(Seat::none);
  next_round(mover);
  return true;
}

}  // namespace remise::vienna1840
