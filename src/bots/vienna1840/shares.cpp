// Share rounds: what a share will have brought at the end, against its price now.
#include <algorithm>

#include "bots/vienna1840/judge.h"
#include "games/vienna1840/rounds/rounds.h"

namespace remise::bots::vienna1840 {
namespace {

struct Share {
  CompanyId company;
  double price, worth;
  bool buyable;
  int sellable;
};

}  // namespace

void Judge::shares(const Position& p, Seat seat, Moves& out) {
  const Forecast forecast = forecaster_.make(p, outlook_);
  const game::Player& player = p.s.player(seat);
  const bool may_sell = p.round().number > 1;
  const int places = p.facts().certificate_limit - p.certificates(seat);
  const double cash = player.cash.v;

  InplaceVector<Share, company_count> list;
  double cheapest = 1e9;
  for (const CompanyId c : p.s.stacks) {
    const double price = p.price(c).v;
    list.push_back({c, price, forecast.worth[c], false, may_sell ? p.sellable(seat, c) : 0});
    // Whether only money or a certificate would be missing.
    list.back().buyable = !player.sold.has(c) && p.shares_left(c) > 0 && player.shares[c] < 6;
    if (list.back().buyable) cheapest = std::min(cheapest, price);
  }
  // Short of money the best return counts, short of certificates the best gain.
  double mean_price = 0;
  for (const Share& s : list) mean_price += s.price / static_cast<double>(list.size());
  const bool short_of_places = cash > places * mean_price;
  const double money = short_of_places ? 1.0 : cash_worth_now(w_, p);
  const auto gain = [&](const Share& s) {
    return short_of_places ? s.worth - s.price : (s.worth / s.price - money) * mean_price;
  };

  const Share* best = nullptr;
  for (const Share& s : list) {
    if (!s.buyable) continue;
    if (!best || gain(s) > gain(*best)) best = &s;
    if (places > 0 && s.price <= cash) out.push_back({BuyShare{s.company}, gain(s)});
  }
  // Selling the worst makes room, or money, for the best; the price falls for the shares that are kept.
  if (best)
    for (const Share& s : list) {
      if (s.sellable == 0 || s.company == best->company) continue;
      const bool room = places <= 0, money_short = best->price > cash;
      if (!room && !money_short) continue;
      int count = 1;
      while (count < s.sellable && cash + count * s.price < best->price) ++count;
      if (cash + count * s.price < best->price) continue;
      const double kept = (player.shares[s.company] - count) * 8.0 * count;
      const double change = room ? (best->worth - best->price) - count * (s.worth - s.price)
                                 : best->worth - count * s.worth - (best->price - count * s.price) * money;
      out.push_back({SellShares{s.company, static_cast<std::uint8_t>(count)}, change - kept - w_.swap});
    }
  // A private takes a place that a share would fill better, or is money for one.
  if (best && may_sell)
    for (std::size_t k = 0; k < private_count; ++k) {
      if (p.s.privates[k] != Holder::of(seat)) continue;
      const PrivateFacts& facts = p.tables.privates[k];
      const double kept = facts.face.v + private_income(w_, facts, p.round().number + 1);
      const bool helps = (places <= 0 && best->price <= cash + facts.face.v) ||
                         (places > 0 && best->price > cash && best->price <= cash + facts.face.v);
      if (helps) out.push_back({ReturnPrivate{id_at<PrivateId>(k)}, best->worth - best->price - kept - w_.swap});
    }
  out.push_back({Pass{}, 0});
}

}  // namespace remise::bots::vienna1840
