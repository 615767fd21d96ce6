// The players of Tramways: random, easy, medium, hard.
#include "bots/suite.h"

#include "bots/lookahead.h"
#include "bots/tramways/policy.h"
#include "core/data_files.h"

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

std::unique_ptr<Suite> make_suite(const Game& given) {
  if (given.id() != Tramways::id) return nullptr;
  const auto data = embedded_data("bots/tramways.json");
  auto table = data ? read_weights(*data) : std::unexpected(form_error("missing", "bots/tramways.json"));
  REMISE_ASSERT(table.has_value());
  const Weights weights = table->weights;
  std::vector<Level<Tramways>> levels;
  for (const auto& [name, nodes] : {std::pair{"random", 1}, {"easy", 1}, {"medium", 1}, {"hard", 3000}})
    levels.push_back({name, static_cast<std::uint64_t>(nodes), [=] { return make(name, weights); }});
  return std::make_unique<TypedSuite<Tramways>>(
      static_cast<const TypedGame<Tramways>&>(given), std::move(levels),
      Tunable<Tramways>{table->list, [](std::string_view level, const std::vector<double>& values) {
                          return make(level, from_values(values));
                        }});
}

}  // namespace remise::bots::tramways
