#include "bots/vienna1840/forecast.h"

#include <algorithm>

#include "games/vienna1840/board/routes.h"
#include "games/vienna1840/rounds/market.h"

namespace remise::bots::vienna1840 {
namespace {

// Line rounds between company rounds k and k + 1 (R1).
constexpr std::array<int, 7> line_rounds_after{0, 2, 2, 2, 2, 3, 0};

bool has_run(const Position& p, LineId line) {
  if (p.round().kind != RoundKind::line) return false;
  const LineTurn& turn = p.s.turn;
  return turn.line != LineId::none && (line < turn.line || (line == turn.line && p.s.step == Step::after_run));
}

// Line rounds before company round `next` still to come for a line, the running one included.
int rounds_before_next_payment(const Position& p, LineId line, int next) {
  const auto& rounds = p.tables.rounds;
  int count = 0;
  std::size_t r = p.s.round;
  if (rounds[r].kind == RoundKind::line) {
    if (!has_run(p, line)) ++count;
    ++r;
  } else if (rounds[r].kind == RoundKind::company) {
    return next == rounds[r].number ? 0 : line_rounds_after[static_cast<std::size_t>(rounds[r].number)];
  }
  for (; r < rounds.size() && rounds[r].kind != RoundKind::company; ++r) count += rounds[r].kind == RoundKind::line;
  return count;
}

}  // namespace

int next_payment(const Position& p, CompanyId c) {
  const Round& round = p.round();
  if (p.s.step == Step::over) return last_company_round + 1;
  switch (round.kind) {
    case RoundKind::pre_share: return 1;
    case RoundKind::share: return round.number == 1 ? 1 : round.number + 1;
    case RoundKind::line: return round.number + 1;
    case RoundKind::company: break;
  }
  if (p.s.step != Step::dividend) return round.number + 1;
  const auto& order = p.s.company_order;
  const bool paid = !is_stadtbahn(c) && order.find(c) < std::min<std::size_t>(p.s.at, order.size());
  return paid ? round.number + 1 : round.number;
}

double cash_worth(const Weights& w, int company_round) {
  switch (company_round) {
    case 0: return w.cash_1;
    case 1:
    case 2: return w.cash_2;
    case 3: return w.cash_3;
    case 4: return w.cash_4;
    case 5: return w.cash_5;
    default: return 1;
  }
}

double cash_worth_now(const Weights& w, const Position& p) {
  const Round& round = p.round();
  switch (round.kind) {
    case RoundKind::pre_share: return w.cash_1;
    case RoundKind::share: return round.number == 1 ? w.cash_1 : cash_worth(w, round.number);
    case RoundKind::company: return cash_worth(w, round.number);
    case RoundKind::line: return cash_worth(w, round.number + 1);
  }
  return 1;
}

double private_income(const Weights& w, const PrivateFacts& facts, int from_round) {
  double sum = 0;
  for (int k = from_round; k <= last_company_round; ++k) sum += facts.dividend.v * cash_worth(w, k);
  return sum;
}

Cell moved(const Tables& tables, Cell cell, int steps) {
  for (; steps > 0; --steps) cell = one_right(tables, cell);
  for (; steps < 0; ++steps) cell = one_left(tables, cell);
  return cell;
}

Money price_at(const Tables& tables, Cell cell) {
  return {tables.chart[static_cast<std::size_t>(cell.row)][static_cast<std::size_t>(cell.column)]};
}

// Forgets what no longer holds.
void Forecaster::turn_to(const Position& p, Outlook& outlook) {
  const std::uint64_t board = hash_bytes(&p.s.board, sizeof p.s.board) | 1;
  if (board != board_) board_ = board, stadtbahn_runs_ = {};
  const std::uint64_t lines = (board ^ hash_value(p.s.privates)) + index(p.round().era);
  if (lines != lines_) {
    lines_ = lines;
    for (std::size_t l = 0; l < line_count; ++l) runs_[l] = p.s.lines[l].markers ? outlook.run(p, id_at<LineId>(l)) : 0;
  }
}

void Forecaster::pay(const Position& p, CompanyId c, int round, double total, Cell& cell, Forecast& out) const {
  out.dividend[c][static_cast<std::size_t>(round)] = total / 10;
  const Money whole{static_cast<std::int32_t>(total) / 10 * 10};
  out.steps[c] += dividend_move(p.tables, whole);
  cell = after_dividend(p.tables, cell, whole);
}

// Every line earns what it earns now and a little more with each turn; new lines come until there are three. Trams cost
// what they cost on average; what the company keeps for them is missing in the dividend.
void Forecaster::tram_company(const Position& p, CompanyId c, Forecast& out) const {
  const TramCompany& company = p.s.company(c);
  const int first = next_payment(p, c);
  double treasury = company.treasury.v;
  double revenue = first <= last_company_round && p.round().number <= first ? company.revenue.v : 0;
  Cell cell = p.s.cells[c];
  const std::array<double, 7> need{0, 0, w_.need_2, w_.need_3, w_.need_4, w_.need_5, 0};
  std::array<double, 3> run{};
  std::array<bool, 3> running{};
  const std::size_t lines = company.lines.size();
  const bool before_auction = p.round().kind == RoundKind::company && p.s.step <= Step::bid_line;
  for (std::size_t i = 0; i < lines; ++i) {
    run[i] = p.s.line(company.lines[i]).markers ? out.run[index(company.lines[i])] : w_.start_route;
    running[i] = true;
  }
  std::size_t have = lines;
  if (before_auction && have < 3 && p.round().number >= 1) run[have] = w_.start_route, running[have++] = true;
  for (int k = first; k <= last_company_round; ++k) {
    // The line rounds before payment k.
    for (std::size_t i = 0; i < 3; ++i) {
      if (!running[i]) continue;
      const LineId line = i < lines ? company.lines[i] : LineId::none;
      const int rounds = k == first ? (line == LineId::none ? 0 : rounds_before_next_payment(p, line, first))
                                    : line_rounds_after[static_cast<std::size_t>(k - 1)];
      double tram = k == 4 ? w_.tram_3 : k == 5 ? w_.tram_4 : k == 6 ? w_.tram_5 : 0;
      bool runs = true;
      // Before the next chance to buy, the trams are those on the charter.
      if (k == first && line != LineId::none && p.round().kind != RoundKind::company) {
        const TramColour colour = p.s.line(line).tram;
        runs = colour != TramColour::none;
        if (runs) tram = p.maintenance(colour).v;
      }
      for (int r = 0; r < rounds; ++r) {
        if (runs) revenue += std::max(0.0, run[i] + tram);
        run[i] = std::min(std::max(w_.route_cap, run[i]), run[i] + w_.growth);
      }
    }
    const double kept = std::clamp(need[static_cast<std::size_t>(k)] - treasury, 0.0, revenue);
    treasury = std::max(0.0, treasury + kept - need[static_cast<std::size_t>(k)]);
    pay(p, c, k, k == 1 ? 0 : revenue - kept, cell, out);
    revenue = 0;
    if (have < 3 && k < 4) run[have] = w_.start_route, running[have++] = true;
  }
  out.final_price[c] = price_at(p.tables, cell).v;
}

Forecaster::Complete Forecaster::complete_run(const Position& p, const Board& board, CompanyId c, Era era) {
  Complete complete;
  const Map& map = p.map();
  for (const PathHex& step : map.path(c)) {
    const Hex& hex = map[step.hex];
    if (step.build && board.tile[index(step.hex)] == TileId::none) {
      ++complete.missing;
      if (hex.site == no_site)
        complete.revenue += 10;
      else if (has_marker(map, board, step.hex, marker_of(c)))
        complete.revenue += 20;
      continue;
    }
    const Face& face = face_at(map, board, step.hex);
    const int edge = step.enter >= 0 ? step.enter : step.leave;
    const int location = face.stadtbahn[static_cast<std::size_t>(edge)];
    if (location < 0) continue;
    const Location& at = face.locations[static_cast<std::size_t>(location)];
    bool counts = at.halt();
    for (int i = at.first_circle; i < at.first_circle + at.slots; ++i)
      counts = counts || marker_at(map, board, step.hex, i) == marker_of(c);
    if (counts) complete.revenue += at.revenue[index(era)];
  }
  return complete;
}

const Forecaster::StadtbahnRuns& Forecaster::stadtbahn_runs(const Position& p, CompanyId c, Era era) {
  StadtbahnRuns& runs = stadtbahn_runs_[c][index(era)];
  if (!runs.known)
    runs = {true, finder_.stadtbahn_run(p.map(), p.s.board, c, era).revenue, complete_run(p, p.s.board, c, era)};
  return runs;
}

// Tiles are laid for their bonus and for the dividends; the fewer are missing, the surer the whole line will be there.
void Forecaster::stadtbahn(const Position& p, CompanyId c, Forecast& out) {
  const int first = next_payment(p, c);
  int lines = 0;
  for (const game::Line& line : p.s.lines) lines += line.place == LinePlace::owned;
  Cell cell = p.s.cells[c];
  double turns = 0;
  for (int k = first; k <= last_company_round; ++k) {
    const Round& round = p.tables.company_round(k);
    const Era era = round.era;
    const auto& [known, now, complete] = stadtbahn_runs(p, c, era);
    const int r = k > first ? line_rounds_after[static_cast<std::size_t>(k - 1)]
                            : rounds_before_next_payment(p, id_at<LineId>(line_count - 1), first);
    turns += r * std::max(lines, p.s.player_count * std::min(3, k - 1));
    const double sure = complete.missing == 0 ? 1 : std::min(1.0, w_.building * turns / complete.missing);
    double run = now + (complete.revenue - now) * sure * sure;
    if (k >= 4) run += w_.upgrades * (k - 3);
    double total = run * round.multiplier;
    if (k == 1) total = c == CompanyId::v || c == CompanyId::d ? 70 : 0;  // R37
    pay(p, c, k, total, cell, out);
  }
  out.final_price[c] = price_at(p.tables, cell).v;
}

Forecast Forecaster::make(const Position& p, Outlook& outlook) {
  Forecast out;
  turn_to(p, outlook);
  out.run = runs_;
  for (const CompanyId c : p.s.stacks) {
    if (is_stadtbahn(c))
      stadtbahn(p, c, out);
    else
      tram_company(p, c, out);
    out.worth[c] = out.final_price[c];
    for (int k = 1; k <= last_company_round; ++k)
      out.worth[c] += out.dividend[c][static_cast<std::size_t>(k)] * cash_worth(w_, k);
  }
  return out;
}

std::array<double, max_seats> Forecaster::results(const Position& p, Outlook& outlook) {
  if (p.s.step != Step::over) return results(p, make(p, outlook));
  std::array<double, max_seats> all{};
  for (int i = 0; i < p.s.player_count; ++i) all[static_cast<std::size_t>(i)] = p.wealth(id_at<Seat>(i)).v;
  return all;
}

int Forecaster::stadtbahn_run(const Position& p, CompanyId c) { return stadtbahn_runs(p, c, p.round().era).now; }

std::array<double, max_seats> Forecaster::results(const Position& p, const Forecast& forecast) const {
  std::array<double, max_seats> all{};
  const double worth = cash_worth_now(w_, p);
  for (int i = 0; i < p.s.player_count; ++i) {
    const auto seat = id_at<Seat>(i);
    const game::Player& player = p.s.player(seat);
    // Cash beyond what the free certificates can take stays cash.
    const double places = p.facts().certificate_limit - p.certificates(seat);
    const double useful = std::min<double>(player.cash.v, std::max(0.0, places) * 150);
    double sum = useful * worth + (player.cash.v - useful) + p.tables.loan_debt.v * player.loans;
    for (const CompanyId c : p.s.stacks) sum += player.shares[c] * forecast.worth[c];
    for (std::size_t k = 0; k < private_count; ++k) {
      if (p.s.privates[k] != Holder::of(seat)) continue;
      const PrivateFacts& facts = p.tables.privates[k];
      sum += facts.face.v * (1 + w_.private_use * (worth - 1));
      sum += private_income(w_, facts, next_payment(p, CompanyId::w));
    }
    if (player.preemptive) sum += 5 * 200;
    all[index(seat)] = sum;
  }
  return all;
}

}  // namespace remise::bots::vienna1840
