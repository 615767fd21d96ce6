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
  doubtful(rules, s, seat, random, moves_);
  return best_of(moves_).action;
}

void Sensible::doubtful(const Tramways& rules, const State& s, Seat seat, Random& random, Moves& out) {
  narrow_.moves(rules, s, seat, out);
  if (out.size() < 2) return;
  Doubts doubts(random);
  for (auto& move : out) move.value += playout_doubt * doubts.next();
}

// --- what follows a move ---------------------------------------------------------------------------------------------

namespace {

bool travelling(const State& s) {
  return s.phase == Phase::bonus_c || s.phase == Phase::bonus_l || s.phase == Phase::bonus_c_take;
}

// Of the seat in turn, after this one.
int actions_of_round(const State& s, const Action& action) {
  if (s.action_round == 1) return 2;
  return std::holds_alternative<EndTurn>(action) ? 0 : 1 - s.actions_done;
}

}  // namespace

double Foreseeing::rest_of_turn(const Tramways& rules, const State& s, Seat seat, int depth) {
  if (s.phase == Phase::end || !rules.to_act(s).has(seat) || static_cast<std::size_t>(depth) == moves_.size()) return 0;
  const bool acting = in_action_phase(s);
  if (!acting && !travelling(s)) return 0;
  Moves& moves = moves_[static_cast<std::size_t>(depth)];
  moves.clear();
  sensible_.narrow().moves(rules, s, seat, moves);
  const auto best = best_of(moves);
  if (acting) return best.value;
  State then = s;  // the bonus was counted with the journey
  if (rules.apply(then, seat, best.action, nullptr, work_)) return 0;
  return rest_of_turn(rules, then, seat, depth + 1);
}

double Foreseeing::rest_of_round(const Tramways& rules, State& s, Seat seat, int actions) {
  Moves& moves = moves_[0];
  for (double sum = 0;;) {
    const bool bonus = travelling(s);  // was counted with the journey
    if (!bonus && actions-- == 0) return sum;
    if (!bonus && s.in_turn() != seat) {  // others are passed over
      s.phase = Phase::act2, s.action_round = 2, s.actions_done = 0;
      s.turn = static_cast<std::uint8_t>(std::ranges::find(s.turn_order, seat) - s.turn_order.begin());
    }
    moves.clear();
    sensible_.narrow().moves(rules, s, seat, moves);
    const auto best = best_of(moves);
    if (!bonus) sum += best.value;
    const bool last = !bonus && (actions == 0 || std::holds_alternative<EndTurn>(best.action));
    if (last || rules.apply(s, seat, best.action, nullptr, work_)) return sum;
  }
}

void Foreseeing::foresee(const Tramways& rules, const State& s, Seat seat, std::span<Move> moves) {
  for (auto& move : moves) {
    State then = s;
    if (rules.apply(then, seat, move.action, nullptr, work_))
      move.value -= 1000;
    else if (foresight_.round)
      move.value += rest_of_round(rules, then, seat, actions_of_round(s, move.action));
    else
      move.value += rest_of_turn(rules, then, seat, 0);
  }
}

void Foreseeing::candidates(const Tramways& rules, const State& s, Seat seat, Random&, Moves& out) {
  judge_.moves(rules, s, seat, out);
  sort_best_first(out);
  const double here = judge_.results(rules, s)[index(seat)];
  if (in_action_phase(s)) {
    for (std::size_t i = foresight_.tried; i < out.size(); ++i) out[i].value -= 100;  // better than what is not allowed
    foresee(rules, s, seat, std::span(out).first(std::min(out.size(), foresight_.tried)));
    sort_best_first(out);
    if (out.size() > foresight_.tried) out.resize(foresight_.tried);
  }
  for (auto& move : out) move.value += here;
}

void Foreseeing::likely(const Tramways& rules, const State& s, Seat seat, Random& random, Moves& out) {
  constexpr std::size_t looked_at = 8;
  sensible_.doubtful(rules, s, seat, random, out);
  sort_best_first(out);
  if (!in_action_phase(s)) return;
  if (out.size() > looked_at) out.resize(looked_at);
  foresee(rules, s, seat, out);
  sort_best_first(out);
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
