// VIII.1 - VIII.5.2: privates pay, tram stacks move, the order is set, and everybody pays dividends.
#include "games/vienna1840/board/workspace.h"
#include "games/vienna1840/rounds/market.h"
#include "games/vienna1840/rounds/rounds.h"

namespace remise::vienna1840 {

namespace {

// CRb: what is older than the oldest colour on sale leaves the game (R6, R32).
void move_tram_stacks(const Mover& mover) {
  State& s = mover.s;
  const auto& offers = mover.tables.tram_offers[static_cast<std::size_t>(mover.now().round().number)];
  if (offers.empty()) return;
  std::size_t oldest = tram_colour_count;
  for (const TramOffer& offer : offers) oldest = std::min(oldest, index(offer.colour));
  for (std::size_t colour = 0; colour < oldest; ++colour) {
    if (s.trams[colour] == 0) continue;
    mover.tell(EventKind::trams_gone, colour, s.trams[colour]);
    s.trams[colour] = 0;
  }
  for (const TramOffer& offer : offers)
    mover.tell(EventKind::trams_on_sale, offer.colour, offer.price.v, s.trams[index(offer.colour)]);
}

// CRc: fixed for the whole round, whatever prices do afterwards (R33).
void set_company_order(const Mover& mover) {
  State& s = mover.s;
  s.company_order.clear();
  s.stadtbahn_order.clear();
  for (const CompanyId c : price_order(mover)) {
    if (is_stadtbahn(c))
      s.stadtbahn_order.push_back(c);
    else
      s.company_order.push_back(c);
  }
  for (std::size_t i = 0; i < s.company_order.size(); ++i)
    mover.tell(EventKind::company_order, s.company_order[i], i + 1);
}

// Shares of the bank get nothing, but the marker moves by the whole sum (R36).
void pay_shareholders(const Mover& mover, CompanyId c, Money total) {
  for (int i = 0; i < mover.s.player_count; ++i) {
    const auto seat = id_at<Seat>(i);
    const Money part = Money{total.v / 10} * mover.s.player(seat).shares[c];
    if (part == Money{}) continue;
    mover.bank_pays(seat, part);
    mover.tell(EventKind::income, seat, c, part.v);
  }
  move_marker(mover, c, after_dividend(mover.tables, mover.s.cells[c], total));
}

// R35: the rest of the revenue goes to the treasury.
void pay_dividend(const Mover& mover, CompanyId c, Money amount) {
  TramCompany& company = mover.s.company(c);
  const Money revenue = company.revenue;
  mover.bank_pays_revenue(c, -revenue);
  mover.bank_pays(c, revenue - amount);
  for (const LineId l : company.lines) mover.s.line(l).earned = {};
  mover.tell(EventKind::dividend_paid, c, amount.v, (revenue - amount).v);
  pay_shareholders(mover, c, amount);
  ++mover.s.at;
}

// VIII.5.2, R42, R43.
void pay_stadtbahn(const Mover& mover, CompanyId c) {
  const Round& round = mover.now().round();
  const Money value{mover.work.routes.stadtbahn_run(mover.now().map(), mover.s.board, c, round.era).revenue};
  const Money total = value * round.multiplier;
  mover.tell(EventKind::stadtbahn_paid, c, value.v, round.multiplier, total.v);
  pay_shareholders(mover, c, total);
  ++mover.s.at;
}

void end_income(const Mover& mover) {
  State& s = mover.s;
  s.at = 0;
  if (!mover.now().round().last) {
    s.step = Step::trams;
    return;
  }
  s.step = Step::over;  // R117
  mover.tell(EventKind::game_over);
}

}  // namespace

void start_company_round(const Mover& mover) {
  mover.pay_privates();  // CRa
  move_tram_stacks(mover);
  set_company_order(mover);
  mover.s.step = Step::dividend;
  mover.s.at = 0;
}

Check check(const Position& p, const Dividend& dividend) {
  if (p.s.step != Step::dividend) return not_this_step(p);
  const Money revenue = p.s.company(p.active_company()).revenue;
  const std::int32_t step = p.tables.dividend_step.v;
  if (dividend.amount < 0 || dividend.amount % step != 0)
    return refuse(RefusalCode::dividend_not_in_steps, dividend.amount, step);
  if (dividend.amount > revenue.v) return refuse(RefusalCode::dividend_above_revenue, dividend.amount, revenue.v);
  return {};
}

void act(const Mover& mover, const Dividend& dividend) {
  pay_dividend(mover, mover.now().active_company(), {dividend.amount});
}

void list_dividend(const Position& p, Choices& out) {
  add_range(out, Dividend{0}, 0, p.s.company(p.active_company()).revenue.v, p.tables.dividend_step.v);
}

bool settle_dividend(const Mover& mover) {
  const State& s = mover.s;
  const std::size_t companies = s.company_order.size();
  if (s.at < companies) {  // R34: first all tram companies ...
    if (s.company(s.company_order[s.at]).revenue >= mover.tables.dividend_step) return false;
    pay_dividend(mover, s.company_order[s.at], {});
  } else if (s.at < companies + s.stadtbahn_order.size()) {  // ... then all Stadtbahn companies ...
    pay_stadtbahn(mover, s.stadtbahn_order[s.at - companies]);
  } else {  // ... then trams
    end_income(mover);
  }
  return true;
}

}  // namespace remise::vienna1840
