// The pre-share round and the director shares.
#include <algorithm>
#include <cmath>

#include "bots/vienna1840/judge.h"

namespace remise::bots::vienna1840 {

// Dividends, each worth what can be bought for it, and the face value when the private is sold to the own company.
double Judge::private_worth(const Position& p, PrivateId lot) const {
  const PrivateFacts& facts = p.tables.privates[index(lot)];
  return facts.face.v * (1 + w_.private_use * (w_.cash_3 - 1)) + private_income(w_, facts, 1);
}

void Judge::open_private(const Position& p, Seat seat, Moves& out) const {
  const double cash = cash_worth_now(w_, p);
  for (std::size_t i = 0; i < private_count; ++i) {
    const auto lot = id_at<PrivateId>(i);
    if (!p.private_in_play(lot) || p.s.holder(lot).kind != Holder::Kind::bank) continue;
    const int price = p.s.minimum[i];
    if (price > p.s.player(seat).cash.v) continue;
    const double gain = private_worth(p, lot) - cash * price;
    out.push_back({BidPrivate{lot, price}, gain});
    if (breadth_.everything && price + 10 <= p.s.player(seat).cash.v)
      out.push_back({BidPrivate{lot, price + 10}, gain - cash * 5});
  }
  const bool impatient = breadth_.impatient_from > 0 && p.s.player_count >= breadth_.impatient_from;
  const bool waits = !paid_for_waiting(p, seat) && !(impatient && behind_by_waiting(p, seat) > 0);
  if (out.empty() || waits) out.push_back({Pass{}, pass_worth(p, seat)});
}

// R12: when all pass, privates pay, as often as it happens. Once somebody has more than he began with by it, whoever
// earns less must expect it to go on.
double Judge::pass_worth(const Position& p, Seat seat) const {
  constexpr double rounds_of_passes = 10;
  bool goes_on = false;
  for (std::size_t i = 0; i < private_count; ++i)
    if (const Seat owner = p.s.privates[i].seat(); owner != Seat::none)
      goes_on |= p.s.player(owner).cash > p.facts().capital;
  return goes_on ? -rounds_of_passes * behind_by_waiting(p, seat) * cash_worth_now(w_, p) : 0;
}

// What the best of the others is paid more when all pass.
int Judge::behind_by_waiting(const Position& p, Seat seat) const {
  std::array<int, max_seats> paid{};
  for (std::size_t i = 0; i < private_count; ++i)
    if (const Seat owner = p.s.privates[i].seat(); owner != Seat::none)
      paid[index(owner)] += p.tables.privates[i].dividend.v;
  return std::ranges::max(paid) - paid[index(seat)];
}

// Dividends of the opening have made this player rich: the game is to go on.
bool Judge::paid_for_waiting(const Position& p, Seat seat) const {
  return p.s.player(seat).cash >= p.facts().capital * 2;
}

void Judge::bid_private(const Position& p, Seat seat, Moves& out) const {
  const auto lot = id_at<PrivateId>(p.s.auction.lot);
  const int step = p.tables.auction_step.v;
  int price = p.s.auction.bid + step;
  const int off = (price - p.tables.privates[index(lot)].face.v) % step;
  if (off != 0) price += off > 0 ? step - off : -off;
  if (price <= p.s.player(seat).cash.v)
    out.push_back({BidPrivate{lot, price}, private_worth(p, lot) - cash_worth_now(w_, p) * price});
  out.push_back({Pass{}, 0});
}

// The first cards buy first; all companies are alike.
void Judge::choose_order(const Position& p, Moves& out) const {
  for (std::uint8_t card = 1; card <= p.s.player_count; ++card)
    if (p.s.cards[card - 1u] == Seat::none) out.push_back({ChooseOrder{card}, -1.0 * card});
}

// A high par gives the company capital and a better place on the chart; a low one leaves cash for shares.
void Judge::buy_director(const Position& p, Seat seat, Moves& out) const {
  CompanyId company = CompanyId::none;
  for (int c = tram_company_count - 1; c >= 0; --c)
    if (p.director(id_at<CompanyId>(c)) == Seat::none) company = id_at<CompanyId>(c);
  const Money cash = p.s.player(seat).cash;
  for (const ParPrice& par : p.tables.pars) {
    const Money needed = par.price * 5 - p.tables.preemptive_right;
    if (needed > cash) continue;
    const double gain = w_.par * (par.price.v - 70) - w_.cash_1 * needed.v;
    out.push_back({BuyDirector{company, static_cast<std::uint8_t>(par.price.v)}, gain});
  }
}

}  // namespace remise::bots::vienna1840
