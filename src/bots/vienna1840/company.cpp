// Company rounds: dividends, trams, lines.
#include <algorithm>
#include <cmath>

#include "bots/vienna1840/judge.h"
#include "games/vienna1840/rounds/market.h"
#include "games/vienna1840/rounds/rounds.h"

namespace remise::bots::vienna1840 {
namespace {

// The newest tram on sale before the line rounds LR1 .. LR5.
constexpr std::array<TramColour, 6> newest_on_sale{TramColour::yellow, TramColour::orange, TramColour::red,
                                                   TramColour::pink,   TramColour::purple, TramColour::purple};
// Puts an item into a list that is kept highest first.
template <class List, class T>
void insert_descending(List& list, const T& item) {
  std::size_t i = list.size();
  while (i > 0 && list[i - 1] < item) --i;
  list.insert_at(i, item);
}

TramColour newer(TramColour newest, TramColour colour) {
  return newest == TramColour::none ? colour : std::max(newest, colour);
}

// One more; where there are three already the oldest is scrapped for it.
TramList with_tram(TramList trams, TramColour colour) {
  if (trams.size() == 3)
    trams.erase_at(static_cast<std::size_t>(std::min_element(trams.begin(), trams.end()) - trams.begin()));
  trams.push_back(colour);
  return trams;
}

bool lines_offered(const Position& p) {
  return std::ranges::any_of(p.s.lines, [](const game::Line& line) { return line.place == LinePlace::offered; });
}

// Highest first.
InplaceVector<double, 3> runs_of(const Position& p, CompanyId c, const Forecast& forecast, double start) {
  InplaceVector<double, 3> runs;
  for (const LineId l : p.s.company(c).lines)
    insert_descending(runs, p.s.line(l).markers ? forecast.run[index(l)] : start);
  return runs;
}

}  // namespace

// Runs with negative result are not made: the tram is scrapped.
double Judge::tram_future(const Position& p, TramColour colour, double run, TramColour newest, int rounds) const {
  const std::array<double, 6> chances{0, 0.3, w_.progress_2, w_.progress_3, w_.progress_4, w_.progress_5};
  const auto& row = p.tables.maintenance[index(colour)];
  const TramColour now = newer(newest, colour);
  double sum = 0;
  for (; rounds > 0; --rounds) {
    const auto k = static_cast<std::size_t>(rounds <= 3 ? 5 : 5 - (rounds - 2) / 2);  // LR5 has three rounds
    const TramColour then = std::max(now, newest_on_sale[k]);
    sum += std::max(0.0, run + (1 - chances[k]) * row[index(now)] + chances[k] * row[index(then)]);
    run = std::min(std::max(run, w_.route_cap), run + w_.growth);
  }
  return sum;
}

// Every line with the best tram left; the sum over all runs to come.
double Judge::fleet_future(const Position& p, const TramList& trams, const InplaceVector<double, 3>& runs,
                           TramColour newest) const {
  TramList sorted;
  for (const TramColour t : trams) insert_descending(sorted, t);
  double sum = 0;
  for (std::size_t i = 0; i < runs.size() && i < trams.size(); ++i)
    sum += tram_future(p, sorted[i], runs[i], newest, line_rounds_left(p));
  return sum;
}

// What buying a colour adds to the company's runs.
double Judge::tram_gain(const Position& p, const TramList& trams, const InplaceVector<double, 3>& runs,
                        TramColour colour, TramColour newest) const {
  const TramColour after = newer(newest, colour);
  return fleet_future(p, with_tram(trams, colour), runs, after) - fleet_future(p, trams, runs, after);
}

// What the company would spend on trams and a line now if it had the money.
double Judge::capital_need(const Position& p, CompanyId c, const Forecast& forecast) const {
  TramList trams = p.trams_of(c);
  auto runs = runs_of(p, c, forecast, w_.start_route);
  double need = 0;
  if (runs.size() < 3 && !p.round().last) {
    need += 40;
    insert_descending(runs, w_.start_route);
  }
  auto supply = p.s.trams;
  TramColour newest = p.s.newest;
  for (int bought = 0; bought < 3; ++bought) {
    TramColour best = TramColour::none;
    double best_gain = 0, best_price = 0;
    for (const TramOffer& offer : p.tables.tram_offers[static_cast<std::size_t>(p.round().number)]) {
      if (supply[index(offer.colour)] == 0) continue;
      const double gain = tram_gain(p, trams, runs, offer.colour, newest) - w_.treasury_early * offer.price.v;
      if (gain > best_gain) best = offer.colour, best_gain = gain, best_price = offer.price.v;
    }
    if (best == TramColour::none) break;
    need += best_price;
    --supply[index(best)];
    trams = with_tram(trams, best);
    newest = newer(newest, best);
  }
  return need;
}

void Judge::dividend(const Position& p, Seat seat, Moves& out) {
  const CompanyId c = p.active_company();
  const Forecast forecast = forecaster_.make(p, outlook_);
  const game::TramCompany& company = p.s.company(c);
  const int round = p.round().number;
  const int all = company.revenue.v / 10 * 10;
  const double need = p.round().last ? 0 : capital_need(p, c, forecast);
  const double per_revenue = revenue_worth(p, c);
  const double cash = cash_worth(w_, round);
  const int later_steps =
      forecast.steps[c] -
      dividend_move(p.tables, {static_cast<int>(forecast.dividend[c][static_cast<std::size_t>(round)] * 10)});
  double best_rival = 0;
  for (int i = 0; i < p.s.player_count; ++i)
    if (id_at<Seat>(i) != seat)
      best_rival = std::max<double>(best_rival, p.s.players[static_cast<std::size_t>(i)].shares[c]);
  const double shares = p.s.player(seat).shares[c] - w_.rivals * best_rival;

  const auto judge = [&](int amount) {
    const Cell cell = after_dividend(p.tables, p.s.cells[c], {amount});
    const double price = price_at(p.tables, moved(p.tables, cell, later_steps)).v;
    const double kept = company.treasury.v + company.revenue.v - amount;
    const double treasury = p.round().last ? 0
                                           : std::min(kept, need) * w_.need_value * per_revenue +
                                                 treasury_value(p, c, std::max(0.0, kept - need));
    out.push_back({Dividend{amount}, shares * (price + amount / 10.0 * cash) + treasury});
  };
  const int spare = std::clamp(static_cast<int>(company.treasury.v + company.revenue.v - need), 0, all) / 10 * 10;
  InplaceVector<int, 12> amounts{0};
  if (!amounts.contains(all)) amounts.push_back(all);
  if (!amounts.contains(spare)) amounts.push_back(spare);
  for (const DividendMove& step : p.tables.dividend_moves)
    if (step.min > 10 && step.min < all && !amounts.contains(step.min)) amounts.push_back(step.min);
  for (const int amount : amounts) judge(amount);
}

void Judge::trams(const Position& p, Moves& out) {
  const CompanyId c = p.active_company();
  const game::TramCompany& company = p.s.company(c);
  const Forecast forecast = forecaster_.make(p, outlook_);
  const TramList fleet = p.trams_of(c);
  auto runs = runs_of(p, c, forecast, w_.start_route);
  // Before the auction a line that is not there yet needs no tram, unless others may take the cheap ones first.
  if (breadth_.foresight && p.s.step == Step::trams && runs.size() < 3 && lines_offered(p))
    insert_descending(runs, w_.start_route);
  const double per_revenue = revenue_worth(p, c), before = treasury_value(p, c, company.treasury.v);
  const bool forced = must_buy_tram(p, c);
  for (const TramOffer& offer : p.tables.tram_offers[static_cast<std::size_t>(p.round().number)]) {
    if (p.s.trams[index(offer.colour)] == 0) continue;
    const double price = offer.price.v;
    const double own = std::min<double>(price, company.treasury.v);
    if (own < price && !forced) continue;
    double gain = tram_gain(p, fleet, runs, offer.colour, p.s.newest) * per_revenue -
                  (before - treasury_value(p, c, company.treasury.v - own));
    if (own < price) {  // the director pays, perhaps with loans
      const double loans = std::max(0.0, price - own - p.s.player(p.director(c)).cash.v);
      gain -= (price - own) * cash_worth_now(w_, p) + loans * 1.5;
    }
    if (fleet.size() < 3) {
      out.push_back({BuyTram{offer.colour}, gain});
      continue;
    }
    // First the oldest makes room.
    if (gain <= 0) continue;
    ScrapTram scrap{TramColour::purple, LineId::none};
    for (const LineId l : company.lines)
      if (p.s.line(l).tram != TramColour::none && p.s.line(l).tram < scrap.colour) scrap = {p.s.line(l).tram, l};
    for (const TramColour t : company.parked)
      if (t < scrap.colour) scrap = {t, LineId::none};
    if (scrap.colour < offer.colour) out.push_back({scrap, gain});
  }
  if (!forced) out.push_back({Pass{}, 0});
}

void Judge::assign(const Position& p, Moves& out) {
  if (must_buy_tram(p, p.active_company())) return trams(p, out);
  const Forecast forecast = forecaster_.make(p, outlook_);
  std::vector<Choice<Action>> ways;
  list_assignments(p, ways);
  for (const auto& way : ways) {
    const auto& assignment = std::get<AssignTrams>(way.action);
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      if (assignment.lines[i] == LineId::none || assignment.trams[i] == TramColour::none) continue;
      const LineId l = assignment.lines[i];
      const double run = p.s.line(l).markers ? forecast.run[index(l)] : w_.start_route;
      sum += std::max(0.0, run + p.maintenance(assignment.trams[i]).v) + 0.01 * run;
    }
    out.push_back({assignment, sum});
  }
}

// More lines mean more runs and more tiles; which one matters less than having one.
void Judge::auction(const Position& p, Moves& out) {
  const CompanyId c = p.active_company();
  const int treasury = p.s.company(c).treasury.v;
  const int rounds = line_rounds_left(p);
  const double worth = revenue_worth(p, c) * rounds * w_.line_bid;
  double best = 0, second = 0;
  for (std::size_t i = 0; i < line_count; ++i) {
    if (p.s.lines[i].place != LinePlace::offered) continue;
    const double value = outlook_.home_value(p, id_at<LineId>(i));
    if (p.s.step == Step::name_line && p.tables.line_min_bid.v <= treasury)
      out.push_back({BidLine{id_at<LineId>(i), p.tables.line_min_bid.v}, 50 + worth * value});
    if (p.s.step == Step::bid_line && i == p.s.auction.lot)
      best = value;
    else
      second = std::max(second, value);
  }
  if (p.s.step == Step::bid_line) {
    const int price = (p.s.auction.bid + p.tables.auction_step.v) / 5 * 5;
    // Losing this one means taking another for the lowest bid, if there is one.
    const double gain = worth * (best - second) - treasury_value(p, c, treasury - p.tables.line_min_bid.v) +
                        treasury_value(p, c, treasury - price);
    const int reserve = p.trams_of(c).size() <= p.s.company(c).lines.size() ? 100 : 0;
    if (price <= treasury && (breadth_.dearest_line == 0 || price <= breadth_.dearest_line))
      out.push_back({BidLine{id_at<LineId>(p.s.auction.lot), price}, price + reserve <= treasury ? gain : -1});
  }
  out.push_back({Pass{}, 0});
}

}  // namespace remise::bots::vienna1840
