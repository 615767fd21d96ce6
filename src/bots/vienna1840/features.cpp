#include "bots/vienna1840/features.h"

#include <algorithm>

#include "bots/linear.h"

namespace remise::bots::vienna1840 {
namespace {

using CompanyNumbers = std::array<std::int32_t, company_feature_count>;

CompanyNumbers numbers_of(const Position& p, CompanyId c, const Forecast& forecast, Outlook& outlook) {
  const TramCompany& company = p.s.company(c);
  std::int32_t runs = 0, net = 0, no_tram = 0, markers = 0, not_begun = 0, ahead = 0, upkeep = 0, best = 0;
  std::array<std::int32_t, tram_colour_count> trams{}, runs_by{};
  for (const LineId l : company.lines) {
    const game::Line& line = p.s.line(l);
    const std::int32_t run = line.markers ? whole(forecast.run[index(l)]) : 0;
    runs += run;
    best = std::max(best, run);
    markers += line.markers;
    not_begun += line.markers == 0;
    if (line.tram == TramColour::none) {
      ++no_tram;
    } else {
      net += std::max(0, run + p.maintenance(line.tram).v);
      upkeep += p.maintenance(line.tram).v;
      runs_by[index(line.tram)] += run;
    }
    if (line.markers) ahead += outlook.outlook(p, l);
  }
  for (const TramColour t : p.trams_of(c)) ++trams[index(t)];
  CompanyNumbers out{};
  NumberList list(out.data(), company_feature_count);
  for (const int x :
       {company.treasury.v, company.revenue.v, static_cast<int>(company.lines.size()), runs, net, no_tram})
    list.add(x);
  for (const int x : trams) list.add(x);
  for (const int x : runs_by) list.add(x);
  for (const int x : {markers, not_begun, ahead, upkeep, best, p.price(c).v}) list.add(x);
  return out;
}

struct StadtbahnNumbers {
  std::int32_t now = 0, full = 0, missing = 0;
};

}  // namespace

std::vector<std::string> seat_feature_names() {
  std::vector<std::string> names(own_features.begin(), own_features.end());
  for (const char* part : {".shares", ".directed"})
    for (const char* name : company_features) names.push_back(std::string(name) + part);
  return names;
}

std::vector<std::string> table_feature_names() { return {table_features.begin(), table_features.end()}; }

void make_features(const Position& p, const Weights& weights, Outlook& outlook, Forecaster& forecaster, Features& out) {
  const Forecast forecast = forecaster.make(p, outlook);
  const auto results = forecaster.results(p, forecast);
  IdArray<CompanyId, CompanyNumbers, tram_company_count> companies{};
  IdArray<CompanyId, StadtbahnNumbers, company_count> stadtbahn{};
  StadtbahnNumbers all;
  std::int32_t all_runs = 0, treasuries = 0;
  for (const CompanyId c : p.s.stacks) {
    if (is_stadtbahn(c)) {
      const auto full = Forecaster::complete_run(p, p.s.board, c, p.round().era);
      stadtbahn[c] = {forecaster.stadtbahn_run(p, c), full.revenue, full.missing};
      all.now += stadtbahn[c].now, all.full += stadtbahn[c].full, all.missing += stadtbahn[c].missing;
    } else {
      companies[c] = numbers_of(p, c, forecast, outlook);
      treasuries += companies[c][0], all_runs += companies[c][3];
    }
  }

  {
    std::int32_t offered = 0, owned = 0, no_tram = 0;
    for (const game::Line& line : p.s.lines) {
      offered += line.place == LinePlace::offered;
      owned += line.place == LinePlace::owned;
      no_tram += line.place == LinePlace::owned && line.tram == TramColour::none;
    }
    NumberList list(out.table.data(), table_feature_count);
    list.add(1);
    list.add(p.s.newest == TramColour::none ? -1 : static_cast<int>(index(p.s.newest)));
    for (const std::uint8_t left : p.s.trams) list.add(static_cast<int>(left));
    for (const int x : {offered, owned, no_tram, all.missing, all.now, all.full, all_runs, treasuries}) list.add(x);
  }

  const double worth = cash_worth_now(weights, p);
  for (int i = 0; i < p.s.player_count; ++i) {
    const auto seat = id_at<Seat>(i);
    const game::Player& player = p.s.player(seat);
    double prices[2]{}, finals[2]{}, steps[2]{}, dividends[2][last_company_round + 1]{};
    int shares[2]{}, directed = 0, unsold = 0, now = 0, full = 0, income = 0;
    std::array<CompanyNumbers, 2> by{};
    for (const CompanyId c : p.s.stacks) {
      const int held = player.shares[c], kind = is_stadtbahn(c);
      shares[kind] += held;
      prices[kind] += held * p.price(c).v;
      finals[kind] += held * forecast.final_price[c];
      steps[kind] += held * forecast.steps[c];
      for (int k = 2; k <= last_company_round; ++k)
        dividends[kind][k] += held * forecast.dividend[c][static_cast<std::size_t>(k)];
      if (kind) {
        now += held * stadtbahn[c].now, full += held * stadtbahn[c].full;
        continue;
      }
      const bool own = p.director(c) == seat;
      directed += own;
      if (own) unsold += p.shares_left(c);
      for (std::size_t f = 0; f < company_feature_count; ++f)
        by[0][f] += held * companies[c][f], by[1][f] += own ? companies[c][f] : 0;
    }
    for (std::size_t k = 0; k < private_count; ++k)
      if (p.s.privates[k] == Holder::of(seat)) income += p.tables.privates[k].dividend.v;
    const int certificates = p.certificates(seat);
    const int places = std::max(0, p.facts().certificate_limit - certificates);

    NumberList list(out.seats[index(seat)].data(), seat_feature_count);
    list.add(results[index(seat)]);
    list.add(player.cash.v);
    list.add(std::min<double>(player.cash.v, places * 150) * worth);
    list.add(static_cast<int>(player.loans));
    list.add(places);
    list.add(p.returnable(Holder::of(seat)).v);
    list.add(income);
    list.add(p.privates_of(Holder::of(seat)));
    list.add(p.wealth(seat).v);
    list.add(prices[0]), list.add(prices[1]);
    list.add(finals[0]), list.add(finals[1]);
    for (const auto& kind : dividends)
      for (int k = 2; k <= last_company_round; ++k) list.add(kind[k]);
    list.add(steps[0]), list.add(steps[1]);
    list.add(static_cast<int>(p.s.order.find(seat)));
    list.add(static_cast<int>(player.preemptive));
    for (const int x : {now, full, directed, shares[0], shares[1], unsold, certificates}) list.add(x);
    for (const CompanyNumbers& numbers : by)
      for (const std::int32_t x : numbers) list.add(x);
  }
}

}  // namespace remise::bots::vienna1840
