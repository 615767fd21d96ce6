// The players of Tramways: random, beginner, easy, medium, hard, strong; and, for the arena alone, hard-1 and hard-2,
// which were hard before it and stay as they were.
#include "bots/suite.h"

#include "bots/lookahead.h"
#include "bots/tramways/policy.h"
#include "games/tramways/match.h"

namespace remise::bots::tramways {
namespace {

using Made = std::unique_ptr<Player<Tramways>>;

constexpr Breadth wide{2, 4000, 10, 40, true};
constexpr Breadth narrow{1, 300, 6, 6, true};

// To the end of the game; the judgement counts for ten playouts; one's own points alone count.
constexpr LookaheadOptions thinking{
    .most_candidates = 12, .horizon = game::last_round + 1, .rollout_cap = 2000, .prior_weight = 10, .rivals = 0};

Weights weights_in(std::string_view file) {
  const auto data = embedded_data(file);
  const auto table = data ? read_weights(*data) : std::unexpected(form_error("missing", file));
  REMISE_ASSERT(table.has_value());
  return table->weights;
}

// Links completed in one Action, coins alone.
Made make_hard_1(const Weights& weights) {
  return std::make_unique<LookaheadPlayer<Tramways, OneTurn>>(
      OneTurn(weights, Breadth{2, 4000, 10, 40, false}, Breadth{1, 300, 5, 6, false}),
      LookaheadOptions{.most_candidates = 12,
                       .horizon = game::last_round + 1,
                       .rollout_cap = 2000,
                       .prior_weight = 10,
                       .rivals = 0});
}

Made make(std::string_view level, const Weights& weights) {
  if (level == "beginner") return std::make_unique<Easy>(weights, beginner_failings);
  if (level == "easy") return std::make_unique<Easy>(weights, easy_failings);
  if (level == "medium") return std::make_unique<PolicyPlayer<Tramways, OneTurn>>(OneTurn(weights, wide, narrow));
  if (level == "hard" || level == "strong")
    return std::make_unique<LookaheadPlayer<Tramways, OneTurn>>(OneTurn(weights, wide, narrow), thinking);
  return std::make_unique<RandomPlayer<Tramways>>();
}

}  // namespace

std::unique_ptr<Suite> make_suite(const Game& game) {
  if (game.id() != Tramways::id) return nullptr;
  const Weights first = weights_in("bots/tramways-hard-1.json");
  return levels_over_weights<Tramways, Weights>(
      game, "bots/tramways.json", read_weights, from_values, make,
      {{"random"}, {"beginner"}, {"easy"}, {"medium"}, {"hard", 3000}, {"strong", 15000}},
      {{"hard-1", 3000, [first] { return make_hard_1(first); }},
       // Hard by the same weights. The judge of the puzzles.
       {"hard-2", 3000, [first] { return make("hard", first); }}});
}

}  // namespace remise::bots::tramways
