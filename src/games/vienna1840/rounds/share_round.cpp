// VII: players buy and sell shares. The first share round opens with the director shares.
#include "games/vienna1840/rounds/market.h"
#include "games/vienna1840/rounds/rounds.h"

namespace remise::vienna1840 {

namespace {

constexpr int director_tenths = 5;
constexpr int most_tenths = 6;  // R20

Seat player_to_act(const State& s) { return s.order[s.at]; }

bool first_round(const Position& p) { return p.round().number == 1; }

// Whether the player may buy, with this much cash and this many certificates.
Check check_purchase(const Position& p, Seat seat, CompanyId c, Money cash, int certificates) {
  const Player& player = p.s.player(seat);
  if (index(c) >= company_count || !on_chart(p.s.cells[c])) return refuse(RefusalCode::not_on_chart, c);
  if (player.sold.has(c)) return refuse(RefusalCode::sold_this_round, c);
  if (p.shares_left(c) == 0) return refuse(RefusalCode::no_share_left, c);
  if (player.shares[c] >= most_tenths) return refuse(RefusalCode::holding_limit, c, player.shares[c] * 10);
  const int limit = p.facts().certificate_limit;
  if (certificates >= limit) return refuse(RefusalCode::certificate_limit, certificates, limit);
  if (p.price(c) > cash) return refuse(RefusalCode::share_above_cash, c, p.price(c).v, cash.v);
  return {};
}

bool can_sell(const Position& p, Seat seat) {
  if (first_round(p)) return false;
  for (const CompanyId c : p.s.stacks)
    if (p.sellable(seat, c) > 0) return true;
  return false;
}

// Could the player buy anything, perhaps after returning privates (R29)?
bool could_buy(const Position& p, Seat seat) {
  const int certificates = p.certificates(seat) - p.privates_of(Holder::of(seat));
  for (const CompanyId c : p.s.stacks)
    if (!check_purchase(p, seat, c, p.funds(seat), certificates)) return true;
  return false;
}

void next_player(const Mover& mover) {
  mover.s.at = static_cast<std::uint8_t>((mover.s.at + 1) % mover.s.player_count);
  mover.s.sold_in_turn = 0;
}

void deal_order(const Mover& mover) {
  State& s = mover.s;
  s.order = order_by_cash(mover);
  for (std::size_t i = 0; i < s.order.size(); ++i)
    mover.tell(EventKind::order_dealt, s.order[i], i + 1, s.player(s.order[i]).cash.v);
}

void end_round(const Mover& mover) {
  State& s = mover.s;
  for (const CompanyId c : price_order(mover)) {  // R27, R28
    if (is_stadtbahn(c) && !s.has(Compat::c8)) continue;
    if (mover.now().shares_left(c) > 0) continue;
    mover.tell(EventKind::sold_out, c);
    move_marker(mover, c, one_up(mover.tables, s.cells[c]));
  }
  deal_order(mover);
  for (Player& player : s.players) player.sold = {};
  next_round(mover);
}

}  // namespace

// R26: the richest gets card 1; a tie keeps the old order.
InplaceVector<Seat, max_seats> order_by_cash(const Position& p) {
  InplaceVector<Seat, max_seats> order;
  for (const Seat seat : p.s.order) {
    std::size_t i = order.size();
    while (i > 0 && p.s.player(seat).cash > p.s.player(order[i - 1]).cash) --i;
    order.insert_at(i, seat);
  }
  return order;
}

void start_share_round(const Mover& mover) {
  State& s = mover.s;
  s.step = first_round(mover) ? Step::buy_director : Step::shares;
  s.at = 0;
  s.passes = 0;
  s.sold_in_turn = 0;
}

Check check(const Position& p, const BuyDirector& purchase) {
  const State& s = p.s;
  if (s.step != Step::buy_director) return not_this_step(p);
  if (index(purchase.company) >= tram_company_count) return refuse(RefusalCode::not_on_chart, purchase.company);
  if (p.director(purchase.company) != Seat::none) return refuse(RefusalCode::director_sold, purchase.company);
  const auto is_par = [&](const ParPrice& par) { return par.price.v == purchase.par; };
  bool known = false;
  for (const ParPrice& par : p.tables.pars) known = known || is_par(par);
  if (!known) return refuse(RefusalCode::no_such_par, purchase.par);
  const Money needed = Money{purchase.par} * director_tenths - p.tables.preemptive_right;  // R17
  const Money cash = s.player(player_to_act(s)).cash;
  if (needed > cash) return refuse(RefusalCode::par_above_cash, purchase.par, needed.v, cash.v);
  return {};
}

void act(const Mover& mover, const BuyDirector& purchase) {
  State& s = mover.s;
  const Seat seat = player_to_act(s);
  const Money par{purchase.par};
  mover.bank_pays(seat, mover.tables.preemptive_right - par * director_tenths);
  s.player(seat).preemptive = 0;
  s.player(seat).shares[purchase.company] = director_tenths;
  s.company(purchase.company).director = seat;
  mover.tell(EventKind::director_bought, seat, purchase.company, par.v);
  for (const ParPrice& entry : mover.tables.pars)
    if (entry.price == par) put_on_chart(mover, purchase.company, entry.cell);
  mover.bank_pays(purchase.company, par * 10);
  next_player(mover);
  if (s.at == 0) s.step = Step::shares;  // all have one; the other companies are out of the game (R2)
}

Check check(const Position& p, const BuyShare& purchase) {
  if (p.s.step == Step::buy_director) return refuse(RefusalCode::director_first);
  if (p.s.step != Step::shares) return not_this_step(p);
  const Seat seat = player_to_act(p.s);
  return check_purchase(p, seat, purchase.company, p.s.player(seat).cash, p.certificates(seat));
}

void act(const Mover& mover, const BuyShare& purchase) {
  State& s = mover.s;
  const Seat seat = player_to_act(s);
  const Money price = mover.now().price(purchase.company);
  mover.bank_pays(seat, -price);
  ++s.player(seat).shares[purchase.company];
  mover.tell(EventKind::share_bought, seat, purchase.company, price.v);
  s.passes = 0;
  next_player(mover);
}

Check check(const Position& p, const SellShares& sale) {
  if (p.s.step == Step::buy_director) return refuse(RefusalCode::director_first);
  if (p.s.step != Step::shares) return not_this_step(p);
  if (first_round(p)) return refuse(RefusalCode::no_sale_in_first_round);
  if (index(sale.company) >= company_count || !on_chart(p.s.cells[sale.company]))
    return refuse(RefusalCode::not_on_chart, sale.company);
  const int held = p.sellable(player_to_act(p.s), sale.company);
  if (sale.count < 1 || sale.count > held) return refuse(RefusalCode::too_few_shares, sale.company, sale.count, held);
  return {};
}

void act(const Mover& mover, const SellShares& sale) {
  State& s = mover.s;
  Player& player = s.player(player_to_act(s));
  const Money amount = mover.now().price(sale.company) * sale.count;  // R24: all at the price before the sale
  mover.bank_pays(player_to_act(s), amount);
  player.shares[sale.company] = static_cast<std::uint8_t>(player.shares[sale.company] - sale.count);
  player.sold.add(sale.company);
  mover.tell(EventKind::shares_sold, player_to_act(s), sale.company, sale.count, amount.v);
  Cell cell = s.cells[sale.company];
  for (int i = 0; i < sale.count; ++i) cell = one_down(mover.tables, cell);
  move_marker(mover, sale.company, cell);
  s.passes = 0;  // R18: selling is an action even when nothing is bought
  s.sold_in_turn = 1;
}

void pass_shares(const Mover& mover, bool forced) {
  State& s = mover.s;
  mover.tell(EventKind::passed, player_to_act(s), forced);
  if (!s.sold_in_turn) ++s.passes;
  next_player(mover);
  if (s.passes == s.player_count) end_round(mover);  // R25
}

void list_shares(const Position& p, Choices& out) {
  const Seat seat = player_to_act(p.s);
  if (p.s.step == Step::buy_director) {
    for (int c = 0; c < tram_company_count; ++c)
      for (const ParPrice& par : p.tables.pars) {
        const BuyDirector purchase{id_at<CompanyId>(c), static_cast<std::uint8_t>(par.price.v)};
        if (!check(p, purchase)) out.push_back({purchase});
      }
    return;
  }
  for (int i = 0; i < company_count; ++i) {
    const auto c = id_at<CompanyId>(i);
    if (!check(p, BuyShare{c})) out.push_back({BuyShare{c}});
    if (!first_round(p) && on_chart(p.s.cells[c])) add_range(out, SellShares{c, 1}, 1, p.sellable(seat, c), 1);
  }
  out.push_back({Pass{}});
}

bool settle_shares(const Mover& mover) {
  const Seat seat = player_to_act(mover.s);
  if (mover.s.step == Step::buy_director || can_sell(mover, seat) || could_buy(mover, seat)) return false;
  // IV.2: the cash of a private given back counts for the playing order (R26).
  if (!mover.s.as_before() && mover.now().privates_of(Holder::of(seat)) > 0) return false;
  pass_shares(mover, true);
  return true;
}

}  // namespace remise::vienna1840
