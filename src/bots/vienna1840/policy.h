// The judgement of judge.h as a policy that can be searched (bots/lookahead.h), and with human failings.
#pragma once

#include "bots/vienna1840/judge.h"

namespace remise::bots::vienna1840 {

class Sensible {
 public:
  Sensible(const Weights& weights, Breadth wide, Breadth narrow) : wide_(weights, wide), narrow_(weights, narrow) {}

  void candidates(const Vienna1840& rules, const State& state, Seat seat, Random& random, Moves& out);
  Action quick(const Vienna1840& rules, const State& state, Seat seat, Random& random);
  std::array<double, max_seats> evaluate(const Vienna1840& rules, const State& state) {
    return wide_.results(rules.at(state));
  }
  int stage(const Vienna1840&, const State& state) { return state.round; }
  // By the judgement of playouts, which has seen boards like these.
  void features(const Position& p, Features& out) { narrow_.features(p, out); }

 private:
  Judge wide_, narrow_;
  Moves moves_;
};

// Judges like the others but sees less and mistakes values now and then.
class Easy final : public Player<Vienna1840> {
 public:
  explicit Easy(const Weights& weights);
  Action choose(const Vienna1840& rules, const State& state, Seat seat, Budget& budget, Random& random) override;

 private:
  Judge judge_;
  Moves moves_;
};

}  // namespace remise::bots::vienna1840
