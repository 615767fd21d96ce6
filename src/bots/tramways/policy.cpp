#include "bots/tramways/policy.h"

#include <algorithm>

#include "games/tramways/rounds/rounds.h"

namespace remise::bots::tramways {

using namespace game;

namespace {

constexpr double playout_doubt = 0.4;  // points

// Weak players live for the round: what a link will bring later, and what rivals gain, hardly counts.
Weights short_sighted(Weights w, const Failings& failings) {
  w.travel *= failings.later;
  w.reach = 0;
  w.rivals = 0;
  w.worker *= 0.5;
  w.stress *= failings.stress;
  return w;
}

}  // namespace

void Sensible::candidates(const Tramways& rules, const State& s, Seat seat, Random&, Moves& out) {
  wide_.moves(rules, s, seat, out);
  sort_best_first(out);
  const double here = wide_.results(rules, s)[index(seat)];
  for (auto& move : out) move.value += here;
}

// Others play on to the end of the round in which the thinker decides and idle afterwards: what they do later is mostly
// noise to him, and would cost most of the time.
std::optional<Action> Sensible::idle(const State& s, Seat seat) const {
  if (thinker_ == Seat::none || seat == thinker_ || s.round <= round_) return std::nullopt;
  switch (s.phase) {
    case Phase::act1:
    case Phase::act2: return EndTurn{};
    case Phase::bid: return Pass{};
    case Phase::admin: return AdminDone{};
    case Phase::final_hand: return ChooseHand{};
    default: return std::nullopt;
  }
}

Action Sensible::quick(const Tramways& rules, const State& s, Seat seat, Random& random) {
  if (auto action = idle(s, seat)) return *action;
  moves_.clear();
  narrow_.moves(rules, s, seat, moves_);
  if (moves_.size() > 1) {
    Doubts doubts(random);
    for (auto& move : moves_) move.value += playout_doubt * doubts.next();
  }
  return best_of(moves_).action;
}

double OneTurn::rest_of_turn(const Tramways& rules, const State& s, Seat seat, int depth) {
  if (s.phase == Phase::end || !rules.to_act(s).has(seat) || static_cast<std::size_t>(depth) == moves_.size()) return 0;
  const bool acting = in_action_phase(s);
  if (!acting && s.phase != Phase::bonus_c && s.phase != Phase::bonus_l && s.phase != Phase::bonus_c_take) return 0;
  Moves& moves = moves_[static_cast<std::size_t>(depth)];
  moves.clear();
  next_.moves(rules, s, seat, moves);
  const auto best = best_of(moves);
  if (acting) return best.value;
  State then = s;  // the bonus was counted with the journey
  if (rules.apply(then, seat, best.action, nullptr, work_)) return 0;
  return rest_of_turn(rules, then, seat, depth + 1);
}

void OneTurn::candidates(const Tramways& rules, const State& s, Seat seat, Random&, Moves& out) {
  judge_.moves(rules, s, seat, out);
  sort_best_first(out);
  const double here = judge_.results(rules, s)[index(seat)];
  constexpr std::size_t tried = 12;
  if (in_action_phase(s)) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (i >= tried) {
        out[i].value -= 100;
        continue;
      }
      State then = s;
      if (rules.apply(then, seat, out[i].action, nullptr, work_))
        out[i].value -= 1000;
      else
        out[i].value += rest_of_turn(rules, then, seat, 0);
    }
    sort_best_first(out);
    if (out.size() > tried) out.resize(tried);
  }
  for (auto& move : out) move.value += here;
}

Easy::Easy(const Weights& weights, const Failings& failings)
    : judge_(short_sighted(weights, failings), failings.breadth), slips_(failings.slips) {}

Action Easy::choose(const Tramways& rules, const State& s, Seat seat, Budget& budget, Random& random) {
  moves_.clear();
  judge_.moves(rules, s, seat, moves_);
  budget.spend(moves_.size());
  for (auto& move : moves_) move.value += slips_ * slip(random);
  return best_of(moves_).action;
}

}  // namespace remise::bots::tramways
