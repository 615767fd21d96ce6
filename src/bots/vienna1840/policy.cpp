#include "bots/vienna1840/policy.h"

#include <algorithm>

namespace remise::bots::vienna1840 {
namespace {

constexpr double playout_doubt = 0.05;

// Weak players do not think of the last rounds: money later is money now, and nobody else counts.
Weights short_sighted(Weights w, const Failings& failings) {
  w.cash_1 = w.cash_2 = w.cash_3 = w.cash_4 = failings.later;
  w.cash_5 = std::min(1.2, failings.later);
  w.open_interchange *= failings.sight;
  w.extension *= failings.sight;
  w.rivals = 0;
  w.stadtbahn_progress *= failings.sight;
  return w;
}

}  // namespace

void Sensible::candidates(const Vienna1840& rules, const State& state, Seat seat, Random&, Moves& out) {
  wide_.moves(rules, state, seat, out);
  if (practice_ && all_practised_) practice_->correct(rules.at(state), seat, out);
  sort_best_first(out);
  const double here = wide_.results(rules.at(state))[index(seat)];
  for (auto& move : out) move.value += here;
}

// Nothing is hidden but a few cards, so playouts would all be the same: a little doubt makes them differ.
void Sensible::doubtful(const Vienna1840& rules, const State& state, Seat seat, Random& random, Moves& out) {
  narrow_.moves(rules, state, seat, out);
  if (out.size() < 2) return;
  if (practice_) practice_->correct(rules.at(state), seat, out);
  Doubts doubts(random);
  for (auto& move : out) move.value *= 1 + playout_doubt * doubts.next();
}

Action Sensible::quick(const Vienna1840& rules, const State& state, Seat seat, Random& random) {
  moves_.clear();
  doubtful(rules, state, seat, random, moves_);
  return best_of(moves_).action;
}

void Sensible::likely(const Vienna1840& rules, const State& state, Seat seat, Random& random, Moves& out) {
  doubtful(rules, state, seat, random, out);
  sort_best_first(out);
}

Easy::Easy(const Weights& weights, const Failings& failings)
    : judge_(short_sighted(weights, failings), failings.breadth), slips_(failings.slips) {}

Action Easy::choose(const Vienna1840& rules, const State& state, Seat seat, Budget& budget, Random& random) {
  moves_.clear();
  judge_.moves(rules, state, seat, moves_);
  budget.spend(moves_.size());
  double spread = 0;
  for (const auto& move : moves_) spread = std::max(spread, std::abs(move.value));
  for (auto& move : moves_) move.value += slips_ * spread * slip(random);
  return best_of(moves_).action;
}

}  // namespace remise::bots::vienna1840
