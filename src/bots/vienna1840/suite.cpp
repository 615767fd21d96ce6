// The players of 1840: random, easy, medium, hard.
#include "bots/suite.h"

#include "bots/lookahead.h"
#include "bots/vienna1840/policy.h"
#include "bots/vienna1840/weights.h"
#include "games/vienna1840/match.h"

namespace remise::bots::vienna1840 {
namespace {

using Made = std::unique_ptr<Player<Vienna1840>>;

constexpr Breadth wide{24, 8, true};
constexpr Breadth narrow{4, 2, false};
constexpr Breadth alone{24, 8, false};

Made make(std::string_view level, const Weights& weights) {
  if (level == "easy") return std::make_unique<Easy>(weights);
  if (level == "medium") return std::make_unique<PolicyPlayer<Vienna1840, Sensible>>(Sensible(weights, alone, narrow));
  if (level == "hard")
    return std::make_unique<LookaheadPlayer<Vienna1840, Sensible>>(Sensible(weights, wide, narrow),
                                                                   LookaheadOptions{10, 3, 1000});
  return std::make_unique<RandomPlayer<Vienna1840>>();
}

}  // namespace

std::unique_ptr<Suite> make_suite(const Game& game) {
  return four_levels<Vienna1840, Weights>(game, "bots/1840.json", read_weights, from_values, make, 2000);
}

}  // namespace remise::bots::vienna1840
