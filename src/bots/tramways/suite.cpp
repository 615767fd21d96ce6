// The players of Tramways: random, beginner, easy, medium, hard, strong, expert; and, for the arena alone, hard-1 and
// hard-2, which were hard before it and stay as they were.
#include "bots/suite.h"

#include "bots/lookahead.h"
#include "bots/tramways/policy.h"
#include "bots/tramways/style.h"
#include "games/tramways/match.h"

namespace remise::bots::tramways {
namespace {

using Made = std::unique_ptr<Player<Tramways>>;

constexpr Breadth wide{2, 4000, 10, 40, true};
constexpr Breadth narrow{1, 300, 6, 6, true};

constexpr Foresight one_turn{};                // each of twelve Actions with the next of the same turn
constexpr Foresight whole_round{40, true, 0};  // many Actions, each with those of the round to come
constexpr Foresight deep{40, true, 8};  // the same, and in playouts as well: slower, and better where there is time

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
  return std::make_unique<LookaheadPlayer<Tramways, Foreseeing>>(
      Foreseeing(weights, Breadth{2, 4000, 10, 40, false}, Breadth{1, 300, 5, 6, false}, one_turn),
      LookaheadOptions{.most_candidates = 12,
                       .horizon = game::last_round + 1,
                       .rollout_cap = 2000,
                       .prior_weight = 10,
                       .rivals = 0});
}

Made make_searching(const Weights& weights, Foresight foresight, const Taste<Tramways>& taste = {}) {
  return std::make_unique<LookaheadPlayer<Tramways, Foreseeing>>(Foreseeing(weights, wide, narrow, foresight), thinking,
                                                                 taste);
}

Made make(std::string_view name, const Weights& plain) {
  const std::string_view level = plain_level(name);
  const Style<Tramways> style = style_named(style_of(name));
  Weights weights = plain;
  weights.rivals *= style.rivals;
  if (level == "beginner") return std::make_unique<Easy>(weights, beginner_failings);
  if (level == "easy") return std::make_unique<Easy>(weights, easy_failings);
  if (level == "medium")
    return std::make_unique<PolicyPlayer<Tramways, Foreseeing>>(Foreseeing(weights, wide, narrow, one_turn),
                                                                style.taste);
  if (level == "hard") return make_searching(weights, whole_round, style.taste);
  if (level == "strong") return make_searching(weights, deep, style.taste);
  if (level == "expert")  // several hands share its playouts
    return std::make_unique<LookaheadPlayer<Tramways, Foreseeing>>(
        [=] { return Foreseeing(weights, wide, narrow, deep); }, thinking, style.taste);
  return std::make_unique<RandomPlayer<Tramways>>();
}

using SetWeights = std::array<Weights, game::card_set_names.size()>;

// Each set of cards and boards has its own weights.
class BySet final : public Player<Tramways> {
 public:
  BySet(std::string_view level, const SetWeights& weights) : level_(level), weights_(weights) {}

  game::Action choose(const Tramways& rules, const game::State& s, Seat seat, Budget& budget, Random& random) override {
    return player(s).choose(rules, s, seat, budget, random);
  }
  std::vector<Ranked<game::Action>> rank(const Tramways& rules, const game::State& s, Seat seat, Budget& budget,
                                         Random& random) override {
    return player(s).rank(rules, s, seat, budget, random);
  }
  std::vector<Weighed<game::Action>> weigh(const Tramways& rules, const game::State& s, Seat seat,
                                           const game::Action* played, Budget& budget, Random& random) override {
    return player(s).weigh(rules, s, seat, played, budget, random);
  }
  std::unique_ptr<SharedSearch<Tramways>> share(const Tramways& rules, const game::State& s, Seat seat,
                                                std::uint64_t nodes, Random& random) override {
    return player(s).share(rules, s, seat, nodes, random);
  }
  bool judges_others() const override { return make(level_, weights_[0])->judges_others(); }

 private:
  Player<Tramways>& player(const game::State& s) {
    const std::size_t set = index(s.cards);
    if (!players_[set]) players_[set] = make(level_, weights_[set]);
    return *players_[set];
  }

  std::string level_;
  SetWeights weights_;
  std::array<Made, std::tuple_size_v<SetWeights>> players_;
};

}  // namespace

std::unique_ptr<Suite> make_suite(const Game& game) {
  if (game.id() != Tramways::id) return nullptr;
  const Weights first = weights_in("bots/tramways-hard-1.json");
  const SetWeights shipped{weights_in("bots/tramways.json"), weights_in("bots/tramways-second.json"),
                           weights_in("bots/tramways-third.json")};
  return levels_over_weights<Tramways, Weights>(
      game, "bots/tramways.json", read_weights, from_values,
      [=](std::string_view level, const Weights& weights) -> Made {
        // Weights under trial (tuner.h) are tried with whatever is on the table.
        if (weights != shipped[0]) return make(level, weights);
        return std::make_unique<BySet>(level, shipped);
      },
      {{"random"}, {"beginner"}, {"easy"}, {"medium"}, {"hard", 3000}, {"strong", 15000}, {"expert", 25000}},
      {{"hard-1", 3000, [first] { return make_hard_1(first); }},
       // All a player can do, by the same weights and with the same foresight. The judge of the puzzles.
       {"hard-2", 3000, [first] { return make_searching(first, one_turn); }}});
}

}  // namespace remise::bots::tramways
