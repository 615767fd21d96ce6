#include "games/vienna1840/position.h"

namespace remise::vienna1840 {

CompanyId Position::active_company() const {
  switch (s.step) {
    case Step::dividend:
    case Step::trams:
    case Step::assign:
    case Step::name_line:
    case Step::bid_line:
    case Step::trams_won:
    case Step::assign_won:
    case Step::trams_after:
    case Step::assign_after:
    case Step::assign_final: return s.at < s.company_order.size() ? s.company_order[s.at] : CompanyId::none;
    case Step::home:
    case Step::build:
    case Step::bonus:
    case Step::after_run: return s.turn.line == LineId::none ? CompanyId::none : s.line(s.turn.line).company;
    default: return CompanyId::none;
  }
}

Seat Position::to_act() const {
  if (s.offer.which != PrivateId::none) return s.holder(s.offer.which).seat();
  switch (s.step) {
    case Step::open_private:
    case Step::bid_private:
    case Step::buy_director:
    case Step::shares: return s.order[s.at];
    case Step::choose_order: return s.choosers.front();
    case Step::over: return Seat::none;
    default: break;
  }
  const CompanyId company = active_company();
  return company == CompanyId::none ? Seat::none : director(company);
}

Money Position::price(CompanyId c) const {
  const Cell cell = s.cells[c];
  return {tables.chart[static_cast<std::size_t>(cell.row)][static_cast<std::size_t>(cell.column)]};
}

int Position::shares_left(CompanyId c) const {
  int held = 0;
  for (int p = 0; p < s.player_count; ++p) held += s.players[static_cast<std::size_t>(p)].shares[c];
  return 10 - held;
}

int Position::sellable(Seat seat, CompanyId c) const {
  const int held = s.player(seat).shares[c];
  return !is_stadtbahn(c) && director(c) == seat ? held - 5 : held;
}

int Position::certificates(Seat seat) const {
  int count = privates_of(Holder::of(seat));
  for (int i = 0; i < company_count; ++i) {
    const auto c = id_at<CompanyId>(i);
    count += sellable(seat, c);
    if (!is_stadtbahn(c) && director(c) == seat) ++count;
  }
  return count;
}

Money Position::wealth(Seat seat) const {
  const Player& player = s.player(seat);
  Money sum = player.cash + returnable(Holder::of(seat)) + tables.loan_debt * player.loans;
  for (const CompanyId c : s.stacks) sum += price(c) * player.shares[c];
  return sum;
}

Money Position::returnable(Holder holder) const {
  Money sum;
  for (std::size_t p = 0; p < private_count; ++p)
    if (s.privates[p] == holder) sum += tables.privates[p].face;
  return sum;
}

int Position::privates_of(Holder holder) const {
  int count = 0;
  for (const Holder& h : s.privates) count += h == holder;
  return count;
}

PrivateSet Position::private_set(CompanyId c) const {
  PrivateSet set;
  for (std::size_t p = 0; p < private_count; ++p)
    if (s.privates[p] == Holder::of(c)) set.add(id_at<PrivateId>(p));
  return set;
}

TramList Position::trams_of(CompanyId c) const {
  TramList trams;
  for (const LineId l : s.company(c).lines)
    if (s.line(l).tram != TramColour::none) trams.push_back(s.line(l).tram);
  for (const TramColour t : s.company(c).parked) trams.push_back(t);
  return trams;
}

Money Position::tram_price(TramColour colour) const {
  if (round().kind != RoundKind::company || colour == TramColour::none || s.trams[index(colour)] == 0) return {-1};
  for (const TramOffer& offer : tables.tram_offers[static_cast<std::size_t>(round().number)])
    if (offer.colour == colour) return offer.price;
  return {-1};
}

bool Position::trams_on_sale() const {
  for (const TramOffer& offer : tables.tram_offers[static_cast<std::size_t>(round().number)])
    if (s.trams[index(offer.colour)] > 0) return true;
  return false;
}

Money Position::maintenance(TramColour colour) const { return {tables.maintenance[index(colour)][index(s.newest)]}; }

bool Position::lines_full() const {
  for (const TramCompany& c : s.companies)
    if (c.director != Seat::none && !c.lines.full()) return false;
  return true;
}

void Mover::bank_pays(Seat seat, Money amount) const {
  s.player(seat).cash += amount;
  s.bank -= amount;
}

void Mover::bank_pays(CompanyId company, Money amount) const {
  s.company(company).treasury += amount;
  s.bank -= amount;
}

void Mover::bank_pays_revenue(CompanyId company, Money amount) const {
  s.company(company).revenue += amount;
  s.bank -= amount;
}

void Mover::director_pays(CompanyId company, Money amount) const {
  if (amount <= Money{}) return;
  const Seat seat = s.company(company).director;
  Player& player = s.player(seat);
  if (player.cash < amount) {  // R49: as many loans as needed, not more
    const std::int32_t loan = tables.loan_cash.v;
    const std::int32_t count = ((amount - player.cash).v + loan - 1) / loan;
    player.loans = static_cast<std::uint16_t>(player.loans + count);
    bank_pays(seat, tables.loan_cash * count);
    tell(EventKind::loans_taken, seat, count);
  }
  bank_pays(seat, -amount);
  tell(EventKind::director_paid, seat, company, amount.v);
}

bool Mover::pay_privates() const {
  bool paid = false;
  for (std::size_t p = 0; p < private_count; ++p) {
    const Holder holder = s.privates[p];
    const Money dividend = tables.privates[p].dividend;
    if (holder.kind == Holder::Kind::player) bank_pays(holder.seat(), dividend);
    if (holder.kind == Holder::Kind::company) bank_pays(holder.company(), dividend);  // R30: the treasury
    if (holder.seat() == Seat::none && holder.company() == CompanyId::none) continue;
    tell(EventKind::private_paid, p, holder.seat(), holder.company(), dividend.v);
    paid = true;
  }
  return paid;
}

}  // namespace remise::vienna1840
