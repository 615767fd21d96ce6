// The players of 1840: random, easy, medium, hard.
#include "bots/suite.h"

#include "bots/lookahead.h"
#include "bots/vienna1840/policy.h"
#include "bots/vienna1840/weights.h"
#include "core/data_files.h"

namespace remise::bots::vienna1840 {
namespace {

using Rules1840 = Vienna1840;
using Made = std::unique_ptr<Player<Rules1840>>;

constexpr Breadth wide{24, 8, true};
constexpr Breadth narrow{4, 2, false};
constexpr Breadth alone{24, 8, false};

Made make(std::string_view level, const Weights& weights) {
  if (level == "easy") return std::make_unique<Easy>(weights);
  if (level == "medium") return std::make_unique<PolicyPlayer<Rules1840, Sensible>>(Sensible(weights, alone, narrow));
  if (level == "hard")
    return std::make_unique<LookaheadPlayer<Rules1840, Sensible>>(Sensible(weights, wide, narrow),
                                                                  LookaheadOptions{10, 3, 1000});
  return std::make_unique<RandomPlayer<Rules1840>>();
}

}  // namespace

std::unique_ptr<Suite> make_suite(const Game& given) {
  if (given.id() != Rules1840::id) return nullptr;
  const auto data = embedded_data("bots/1840.json");
  auto table = data ? read_weights(*data) : std::unexpected(form_error("missing", "bots/1840.json"));
  REMISE_ASSERT(table.has_value());
  const Weights weights = table->weights;
  std::vector<Level<Rules1840>> levels;
  for (const auto& [name, nodes] : {std::pair{"random", 1}, {"easy", 1}, {"medium", 1}, {"hard", 2000}})
    levels.push_back({name, static_cast<std::uint64_t>(nodes), [=] { return make(name, weights); }});
  return std::make_unique<TypedSuite<Rules1840>>(
      static_cast<const TypedGame<Rules1840>&>(given), std::move(levels),
      Tunable<Rules1840>{table->list, [](std::string_view level, const std::vector<double>& values) {
                           return make(level, from_values(values));
                         }});
}

}  // namespace remise::bots::vienna1840
