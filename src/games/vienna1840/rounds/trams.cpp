// VIII.5.3: buying, scrapping and assigning trams, in CRd and CRe.
#include <algorithm>

#include "games/vienna1840/rounds/rounds.h"

namespace remise::vienna1840 {

bool is_tram_step(Step step) { return step == Step::trams || step == Step::trams_won || step == Step::trams_after; }
bool is_assign_step(Step step) {
  return step == Step::assign || step == Step::assign_won || step == Step::assign_after || step == Step::assign_final;
}

namespace {

// R44: where the duty to own a tram is tested. In CRd only if no other tram step of this company follows.
bool last_opportunity(const Position& p, CompanyId c) {
  if (p.s.step != Step::trams && p.s.step != Step::assign) return true;
  return p.s.has(Compat::c4) || auction_skipped(p) || (p.s.has(Compat::c5) && p.s.company(c).lines.full());
}

Step assign_step(Step tram_step) {
  if (tram_step == Step::trams_won) return Step::assign_won;
  return tram_step == Step::trams_after ? Step::assign_after : Step::assign;
}

bool buyable_with(const Position& p, Money treasury) {
  for (int i = 0; i < tram_colour_count; ++i) {
    const Money price = p.tram_price(id_at<TramColour>(i));
    if (price.v >= 0 && price <= treasury) return true;
  }
  return false;
}

// The lines of a company, ascending.
InplaceVector<LineId, 3> sorted_lines(const Position& p, CompanyId c) {
  InplaceVector<LineId, 3> lines;
  for (const LineId line : p.s.company(c).lines) {
    std::size_t i = lines.size();
    while (i > 0 && line < lines[i - 1]) --i;
    lines.insert_at(i, line);
  }
  return lines;
}

// All different ways to give the company's trams to its lines so that no line lacks one while another is parked (R53).
using Assignments = InplaceVector<AssignTrams, 6>;

Assignments assignments(const Position& p, CompanyId c) {
  const InplaceVector<LineId, 3> lines = sorted_lines(p, c);
  TramList slots = p.trams_of(c);
  while (slots.size() < 3) slots.push_back(TramColour::none);
  static constexpr std::array<std::array<std::uint8_t, 3>, 6> orders{
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  const std::size_t most = std::min(lines.size(), p.trams_of(c).size());
  Assignments all;
  for (const auto& order : orders) {
    AssignTrams way;
    std::size_t given = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      way.lines[i] = lines[i];
      way.trams[i] = slots[order[i]];
      given += way.trams[i] != TramColour::none;
    }
    if (given == most && !all.contains(way)) all.push_back(way);
  }
  return all;
}

void assign(const Mover& mover, CompanyId c, const AssignTrams& way) {
  TramCompany& company = mover.s.company(c);
  TramList rest = mover.now().trams_of(c);
  for (std::size_t i = 0; i < company.lines.size(); ++i) {
    Line& line = mover.s.line(way.lines[i]);
    rest.erase(way.trams[i]);
    if (line.tram == way.trams[i]) continue;
    line.tram = way.trams[i];
    mover.tell(EventKind::tram_assigned, c, way.lines[i], way.trams[i]);
  }
  const auto before = company.parked;
  company.parked.clear();
  for (const TramColour tram : rest) company.parked.push_back(tram);
  for (const TramColour tram : company.parked)
    if (!before.contains(tram)) mover.tell(EventKind::tram_parked, c, tram);
}

}  // namespace

// The duty holds until the assignment is done: who scraps the last tram there has to buy one there (not with C4).
bool must_buy_tram(const Position& p, CompanyId c) {
  if (is_assign_step(p.s.step) && (p.s.as_before() || p.s.has(Compat::c4))) return false;
  return last_opportunity(p, c) && p.trams_of(c).empty() && p.trams_on_sale();
}

std::optional<TramOffer> tram_duty(const Position& p, CompanyId c) {
  if (p.round().kind != RoundKind::company || p.director(c) == Seat::none || !p.trams_of(c).empty()) return {};
  std::optional<TramOffer> cheapest;
  for (const TramOffer& offer : p.tables.tram_offers[static_cast<std::size_t>(p.round().number)])
    if (p.s.trams[index(offer.colour)] > 0 && (!cheapest || offer.price < cheapest->price)) cheapest = offer;
  return cheapest;
}

Check check(const Position& p, const BuyTram& purchase) {
  const CompanyId c = p.active_company();
  if (!is_tram_step(p.s.step) && !(is_assign_step(p.s.step) && must_buy_tram(p, c))) return not_this_step(p);
  const Money price = index(purchase.colour) < tram_colour_count ? p.tram_price(purchase.colour) : Money{-1};
  if (price.v < 0) return refuse(RefusalCode::tram_not_on_sale, purchase.colour);
  if (static_cast<int>(p.trams_of(c).size()) >= p.tables.trams_per_company)
    return refuse(RefusalCode::tram_limit, p.tables.trams_per_company);
  const Money treasury = p.s.company(c).treasury;
  if (price > treasury && !must_buy_tram(p, c))  // R48
    return refuse(RefusalCode::tram_above_treasury, purchase.colour, price.v, treasury.v);
  return {};
}

void act(const Mover& mover, const BuyTram& purchase) {
  State& s = mover.s;
  const CompanyId c = mover.now().active_company();
  const Money price = mover.now().tram_price(purchase.colour);
  const Money own = std::min(price, s.company(c).treasury);  // R47: the treasury first and completely
  mover.bank_pays(c, -own);
  mover.tell(EventKind::tram_bought, c, purchase.colour, price.v);
  mover.director_pays(c, price - own);
  --s.trams[index(purchase.colour)];
  s.company(c).parked.push_back(purchase.colour);
  if (s.newest != TramColour::none && s.newest >= purchase.colour) return;
  const TramColour before = s.newest;
  s.newest = purchase.colour;
  for (int i = 0; before != TramColour::none && i < static_cast<int>(index(s.newest)); ++i) {  // R52
    const auto colour = id_at<TramColour>(i);
    const Money now = mover.now().maintenance(colour);
    if (colour <= before && now.v != mover.tables.maintenance[index(colour)][index(before)])
      mover.tell(EventKind::maintenance_changed, colour, now.v);
  }
}

// R51: whenever the company or one of its lines is to act, until that line has run.
Check check(const Position& p, const ScrapTram& scrap) {
  const CompanyId c = p.active_company();
  if (c == CompanyId::none) return not_this_step(p);
  if (p.s.step == Step::after_run) return refuse(RefusalCode::too_late_to_scrap, p.s.turn.line);
  const TramCompany& company = p.s.company(c);
  const bool there =
      scrap.colour != TramColour::none &&
      (scrap.line == LineId::none ? company.parked.contains(scrap.colour)
                                  : company.lines.contains(scrap.line) && p.s.line(scrap.line).tram == scrap.colour);
  if (!there) return refuse(RefusalCode::no_such_tram, scrap.colour, scrap.line);
  return {};
}

void act(const Mover& mover, const ScrapTram& scrap) {
  const CompanyId c = mover.now().active_company();
  if (scrap.line == LineId::none)
    mover.s.company(c).parked.erase(scrap.colour);
  else
    mover.s.line(scrap.line).tram = TramColour::none;
  mover.tell(EventKind::tram_scrapped, c, scrap.colour, scrap.line);
}

void list_scrapping(const Position& p, Choices& out) {
  const CompanyId c = p.active_company();
  if (c == CompanyId::none || p.s.step == Step::after_run) return;
  for (const LineId l : p.s.company(c).lines)
    if (p.s.line(l).tram != TramColour::none) out.push_back({ScrapTram{p.s.line(l).tram, l}});
  for (int i = 0; i < tram_colour_count; ++i)
    if (p.s.company(c).parked.contains(id_at<TramColour>(i)))
      out.push_back({ScrapTram{id_at<TramColour>(i), LineId::none}});
}

void pass_trams(const Mover& mover, bool forced) {
  mover.tell(EventKind::company_passed, mover.now().active_company(), mover.s.step, forced);
  mover.s.step = assign_step(mover.s.step);
}

void list_trams(const Position& p, Choices& out) {
  for (int i = 0; i < tram_colour_count; ++i)
    if (const BuyTram purchase{id_at<TramColour>(i)}; !check(p, purchase)) out.push_back({purchase});
  if (!must_buy_tram(p, p.active_company())) out.push_back({Pass{}});
}

Check check(const Position& p, const AssignTrams& assignment) {
  if (!is_assign_step(p.s.step)) return not_this_step(p);
  const CompanyId c = p.active_company();
  if (must_buy_tram(p, c)) return refuse(RefusalCode::must_own_tram, c);
  const InplaceVector<LineId, 3> lines = sorted_lines(p, c);
  TramList rest = p.trams_of(c);
  for (std::size_t i = 0; i < assignment.lines.size(); ++i) {
    const LineId line = i < lines.size() ? lines[i] : LineId::none;
    if (assignment.lines[i] != line) return refuse(RefusalCode::assignment_lines, c);
    const TramColour tram = assignment.trams[i];
    if (tram == TramColour::none) continue;
    if (line == LineId::none || !rest.erase(tram)) return refuse(RefusalCode::assignment_trams, tram);
  }
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (assignment.trams[i] == TramColour::none && !rest.empty()) return refuse(RefusalCode::assignment_idle, lines[i]);
  return {};
}

void act(const Mover& mover, const AssignTrams& assignment) {
  assign(mover, mover.now().active_company(), assignment);
  after_tram_step(mover);
}

void list_assignments(const Position& p, Choices& out) {
  if (must_buy_tram(p, p.active_company())) return list_trams(p, out);
  for (const AssignTrams& way : assignments(p, p.active_company())) out.push_back({way});
}

bool settle_trams(const Mover& mover) {
  const Position p = mover;
  const CompanyId c = p.active_company();
  if (is_assign_step(p.s.step)) {
    if (must_buy_tram(p, c)) return false;
    const Assignments ways = assignments(p, c);
    if (ways.size() > 1) return false;
    assign(mover, c, ways.front());
    after_tram_step(mover);
    return true;
  }
  // At the last opportunity scrapping all trams makes the director liable for a new one: a choice even without money.
  if (p.trams_on_sale() && (last_opportunity(p, c) || buyable_with(p, p.funds(c)))) return false;
  mover.s.step = assign_step(p.s.step);
  return true;
}

}  // namespace remise::vienna1840
