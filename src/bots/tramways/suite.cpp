// The players of Tramways: random, easy, medium, hard.
#include "bots/suite.h"

#include "bots/lookahead.h"
#include "bots/tramways/policy.h"
#include "games/tramways/match.h"

namespace remise::bots::tramways {
namespace {

using Made = std::unique_ptr<Player<Tramways>>;

constexpr Breadth wide{2, 4000, 10, 40};
constexpr Breadth narrow{1, 300, 5, 6};

// To the end of the game; the judgement counts for ten playouts; one's own points alone count.
constexpr LookaheadOptions thinking{
    .most_candidates = 12, .horizon = game::last_round + 1, .rollout_cap = 2000, .prior_weight = 10, .rivals = 0};

Made make(std::string_view level, const Weights& weights) {
  if (level == "easy") return std::make_unique<Easy>(weights);
  if (level == "medium") return std::make_unique<PolicyPlayer<Tramways, OneTurn>>(OneTurn(weights, wide, narrow));
  if (level == "hard")
    return std::make_unique<LookaheadPlayer<Tramways, OneTurn>>(OneTurn(weights, wide, narrow), thinking);
  return std::make_unique<RandomPlayer<Tramways>>();
}

}  // namespace

std::unique_ptr<Suite> make_suite(const Game& game) {
  return four_levels<Tramways, Weights>(game, "bots/tramways.json", read_weights, from_values, make, 3000);
}

}  // namespace remise::bots::tramways
