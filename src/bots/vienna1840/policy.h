// The judgement of judge.h as a policy that can be searched (bots/lookahead.h), and with human failings.
#pragma once

#include "bots/vienna1840/judge.h"
#include "bots/vienna1840/practice.h"

namespace remise::bots::vienna1840 {

class Sensible {
 public:
  // Practice serves playouts; whoever does not search may use it for his own moves as well.
  Sensible(const Weights& weights, Breadth wide, Breadth narrow, std::shared_ptr<const Practice> practice = {},
           bool all_practised = false)
      : wide_(weights, wide), narrow_(weights, narrow), practice_(std::move(practice)), all_practised_(all_practised) {}

  void candidates(const Vienna1840& rules, const State& state, Seat seat, Random& random, Moves& out);
  Action quick(const Vienna1840& rules, const State& state, Seat seat, Random& random);
  // The moves among which quick chooses, best first.
  void likely(const Vienna1840& rules, const State& state, Seat seat, Random& random, Moves& out);
  std::array<double, max_seats> evaluate(const Vienna1840& rules, const State& state) {
    return wide_.results(rules.at(state));
  }
  int stage(const Vienna1840&, const State& state) { return state.round; }
  // By the judgement of playouts, which has seen boards like these.
  void features(const Position& p, Features& out) { narrow_.features(p, out); }

 private:
  void doubtful(const Vienna1840& rules, const State& state, Seat seat, Random& random, Moves& out);

  Judge wide_, narrow_;
  std::shared_ptr<const Practice> practice_;
  bool all_practised_;
  Moves moves_;
};

// What a weak player overlooks.
struct Failings {
  double later;  // what a Gulden is thought to earn until the end; strong players know up to six times as much
  double sight;  // of what a line may still reach
  double slips;  // mistakes, as a part of the largest value at stake
  Breadth breadth;
};
inline constexpr Failings easy_failings{1.5, 0.5, 0.5, {3, 1, false}};
// Money is money, a line is what it runs today, and every value may be taken for another.
inline constexpr Failings beginner_failings{1, 0, 1.2, {2, 1, false}};

// Judges like the others but sees less and mistakes values now and then.
class Easy final : public Player<Vienna1840> {
 public:
  Easy(const Weights& weights, const Failings& failings);
  Action choose(const Vienna1840& rules, const State& state, Seat seat, Budget& budget, Random& random) override;

 private:
  Judge judge_;
  double slips_;
  Moves moves_;
};

}  // namespace remise::bots::vienna1840
