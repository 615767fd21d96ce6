// What every company will pay and be worth at the end, as far as one can tell from the table. Everything the players of
// 1840 decide about money rests on it.
#pragma once

#include "bots/vienna1840/outlook.h"

namespace remise::bots::vienna1840 {

inline constexpr int last_company_round = 6;
using ByRound = std::array<double, last_company_round + 1>;  // by company round, [1] .. [6]

struct Forecast {
  IdArray<CompanyId, ByRound, company_count> dividend{};  // of a share; 0 in rounds that are over
  IdArray<CompanyId, int, company_count> steps{};         // right moves of the price marker still to come
  IdArray<CompanyId, double, company_count> final_price{};
  // A share in hand now, at the end: final price, and dividends with what can be bought for them.
  IdArray<CompanyId, double, company_count> worth{};
  std::array<double, line_count> run{};  // of lines on the board, now
};

// The next company round in which the company pays; 7 after the last.
int next_payment(const Position& p, CompanyId c);
// What a Gulden is worth at the end, if it comes in with the dividends of company round k, or is in hand now.
double cash_worth(const Weights& w, int company_round);
double cash_worth_now(const Weights& w, const Position& p);
// What a private pays from a company round on, each dividend with what can be bought for it.
double private_income(const Weights& w, const PrivateFacts& facts, int from_round);

// The price marker after so many steps right (left for negative ones).
Cell moved(const Tables& tables, Cell cell, int steps);
Money price_at(const Tables& tables, Cell cell);

class Forecaster {
 public:
  explicit Forecaster(const Weights& weights) : w_(weights) {}

  Forecast make(const Position& p, Outlook& outlook);
  // The expected final wealth of every seat.
  std::array<double, max_seats> results(const Position& p, Outlook& outlook);
  std::array<double, max_seats> results(const Position& p, const Forecast& forecast) const;
  // What a Stadtbahn earns now, before the multiplier; on the board of the last forecast.
  int stadtbahn_run(const Position& p, CompanyId c);

  // What a run of the Stadtbahn would bring with all its tiles laid, and how many are missing.
  struct Complete {
    int revenue = 0;
    int missing = 0;
  };
  static Complete complete_run(const Position& p, const Board& board, CompanyId stadtbahn, Era era);

 private:
  void turn_to(const Position& p, Outlook& outlook);
  void tram_company(const Position& p, CompanyId c, Forecast& out) const;
  void stadtbahn(const Position& p, CompanyId c, Forecast& out);
  void pay(const Position& p, CompanyId c, int round, double total, Cell& cell, Forecast& out) const;

  // What a Stadtbahn earns on a board now, and with all its tiles.
  struct StadtbahnRuns {
    bool known = false;
    int now = 0;
    Complete complete;
  };
  const StadtbahnRuns& stadtbahn_runs(const Position& p, CompanyId c, Era era);

  Weights w_;
  RouteFinder finder_;
  // Runs change only with the board (and those of lines with the landmarks of their companies); rounds of shares ask
  // for them many times.
  std::uint64_t board_ = 0, lines_ = 0;
  std::array<double, line_count> runs_{};
  IdArray<CompanyId, std::array<StadtbahnRuns, era_count>, company_count> stadtbahn_runs_{};
};

}  // namespace remise::bots::vienna1840
