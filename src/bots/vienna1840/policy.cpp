#include "bots/vienna1840/policy.h"

#include <algorithm>

namespace remise::bots::vienna1840 {
namespace {

constexpr double playout_doubt = 0.05;

// Easy does not think of the last rounds: money later is money now, and nobody else counts.
Weights short_sighted(Weights w) {
  w.cash_1 = w.cash_2 = w.cash_3 = w.cash_4 = 1.5;
  w.cash_5 = 1.2;
  w.open_interchange *= 0.5;
  w.extension *= 0.5;
  w.rivals = 0;
  w.stadtbahn_progress *= 0.5;
  return w;
}

}  // namespace

void Sensible::candidates(const Vienna1840& rules, const State& state, Seat seat, Random&, Moves& out) {
  wide_.moves(rules, state, seat, out);
  sort_best_first(out);
  const double here = wide_.results(rules.at(state))[index(seat)];
  for (auto& move : out) move.value += here;
}

// Nothing is hidden but a few cards, so playouts would all be the same: a little doubt makes them differ.
Action Sensible::quick(const Vienna1840& rules, const State& state, Seat seat, Random& random) {
  moves_.clear();
  narrow_.moves(rules, state, seat, moves_);
  if (moves_.size() > 1) {
    Doubts doubts(random);
    for (auto& move : moves_) move.value *= 1 + playout_doubt * doubts.next();
  }
  return best_of(moves_).action;
}

Easy::Easy(const Weights& weights) : judge_(short_sighted(weights), Breadth{3, 1, false}) {}

Action Easy::choose(const Vienna1840& rules, const State& state, Seat seat, Budget& budget, Random& random) {
  moves_.clear();
  judge_.moves(rules, state, seat, moves_);
  budget.spend(moves_.size());
  double spread = 0;
  for (const auto& move : moves_) spread = std::max(spread, std::abs(move.value));
  for (auto& move : moves_) move.value += 0.5 * spread * slip(random);
  return best_of(moves_).action;
}

}  // namespace remise::bots::vienna1840
