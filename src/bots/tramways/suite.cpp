// The players of Tramways: random, beginner, easy, medium, hard, strong, expert; and, for the arena alone, hard-1 and
// hard-2, which were hard before it and stay as they were.
#include "bots/suite.h"

#include "bots/lookahead.h"
#include "bots/tramways/learned.h"
#include "bots/tramways/policy.h"
#include "bots/tramways/style.h"
#include "games/tramways/match.h"

namespace remise::bots::tramways {
namespace {

using Made = std::unique_ptr<Player<Tramways>>;

constexpr Breadth wide{2, 4000, 10, 40, true};
constexpr Breadth narrow{1, 300, 6, 6, true};

constexpr Foresight one_turn{};             // each of twelve Actions with the next of the same turn
constexpr Foresight whole_round{40, true};  // many Actions, each with those of the round to come

// To the end of the game; the judgement counts for ten playouts; one's own points alone count.
constexpr LookaheadOptions thinking{.most_candidates = 12,
                                    .horizon = game::last_round + 1,
                                    .rollout_cap = 2000,
                                    .prior_weight = 10,
                                    .rivals = 0,
                                    .weighed_rivals = 0};

// To the end of the half round, with the learned evaluation there and everybody planning the next decisions. With two
// seats a rival's points count like one's own; among more, whom one hinders helps others as well.
LookaheadOptions planning(bool two_seats) {
  return {.most_candidates = 12,
          .horizon = 1,
          .rollout_cap = 2000,
          .prior_weight = 1,
          .rivals = two_seats ? 1 : 0.3,
          .planning = {8, 3, true},
          .weighed_rivals = 0};
}

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
                       .rivals = 0,
                       .weighed_rivals = 0});
}

Made make_searching(const Weights& weights, Foresight foresight, std::shared_ptr<const Told> told = {},
                    const Taste<Tramways>& taste = {}) {
  return std::make_unique<LookaheadPlayer<Tramways, Foreseeing>>(
      Foreseeing(weights, wide, narrow, foresight, std::move(told)), thinking, taste);
}

template <class What>
std::shared_ptr<const What> read_in(std::string_view file) {
  const auto data = embedded_data(file);
  const auto what = data ? What::read(*data) : std::unexpected(form_error("missing", file));
  REMISE_ASSERT(what.has_value());
  return *what;
}

// What was learned from games: what positions are worth, and what to tell people of it.
struct Lessons {
  std::shared_ptr<const LearnedModel> model;
  std::shared_ptr<const Told> told;
};

Made make(std::string_view name, const Weights& plain, const Lessons& lessons, bool two_seats) {
  const std::string_view level = plain_level(name);
  const Style<Tramways> style = style_named(style_of(name));
  Weights weights = plain;
  weights.rivals *= style.rivals;
  if (level == "beginner") return std::make_unique<Easy>(weights, beginner_failings);
  if (level == "easy") return std::make_unique<Easy>(weights, easy_failings);
  if (level == "medium")
    return std::make_unique<PolicyPlayer<Tramways, Foreseeing>>(Foreseeing(weights, wide, narrow, one_turn),
                                                                style.taste);
  if (level == "hard") return make_searching(weights, whole_round, lessons.told, style.taste);
  using Thinker = LookaheadPlayer<Tramways, Learned>;
  LookaheadOptions options = planning(two_seats);
  options.rivals *= style.rivals;
  const auto policy = [=] {
    return Learned(Foreseeing(weights, wide, narrow, whole_round), lessons.model, lessons.told);
  };
  if (level == "strong") return std::make_unique<Thinker>(policy(), options, style.taste);
  if (level == "expert") return std::make_unique<Thinker>(policy, options, style.taste);  // several hands share it
  REMISE_ASSERT(level == "random");
  return std::make_unique<RandomPlayer<Tramways>>();
}

// Positions at the beginning of each half round.
class HalfRoundSampler final : public Sampler {
 public:
  explicit HalfRoundSampler(const Tramways& rules) : rules_(rules) {}

  Json about() const override {
    Json stages = Json::array();
    for (int stage = 0; stage <= 2 * game::last_round + 1; ++stage) stages.push_back(std::to_string(stage));
    return {{"seat_features", seat_feature_names()}, {"table_features", table_feature_names()}, {"stages", stages}};
  }
  int stage(const Match& match) const override {
    const game::State& s = state(match);
    return s.phase == game::Phase::end || s.round == 0 ? -1 : half_round(s);
  }
  void sample(const Match& match, std::vector<std::int32_t>& out) override {
    const game::State& s = state(match);
    const game::Tables& tables = rules_.of(s).tables();
    maker_.table(s, features_);
    out.insert(out.end(), features_.table.begin(), features_.table.end());
    for (std::size_t i = 0; i < s.player_count; ++i) {
      maker_.seat(tables, s, id_at<Seat>(i), features_);
      out.insert(out.end(), features_.seats[i].begin(), features_.seats[i].end());
    }
  }

 private:
  static const game::State& state(const Match& match) {
    return static_cast<const TypedMatch<Tramways>&>(match).state();
  }

  const Tramways& rules_;
  FeatureMaker maker_;
  Features features_;
};

using SetWeights = std::array<Weights, game::card_set_names.size()>;

// Each set of cards and boards has its own weights, and two seats are a game of their own.
class ByTable final : public Player<Tramways> {
 public:
  ByTable(std::string_view level, const SetWeights& weights, Lessons lessons)
      : level_(level), weights_(weights), lessons_(std::move(lessons)) {}

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
  bool weighs() const override { return make(level_, weights_[0], lessons_, true)->weighs(); }
  double weighed_rivals() const override { return make(level_, weights_[0], lessons_, true)->weighed_rivals(); }
  bool judges_others() const override { return make(level_, weights_[0], lessons_, true)->judges_others(); }

 private:
  Player<Tramways>& player(const game::State& s) {
    const std::size_t set = index(s.cards);
    const bool two_seats = s.player_count == 2;
    Made& made = players_[set][two_seats];
    if (!made) made = make(level_, weights_[set], lessons_, two_seats);
    return *made;
  }

  std::string level_;
  SetWeights weights_;
  Lessons lessons_;
  std::array<std::array<Made, 2>, std::tuple_size_v<SetWeights>> players_;
};

}  // namespace

std::unique_ptr<Suite> make_suite(const Game& game) {
  if (game.id() != Tramways::id) return nullptr;
  const Tramways& rules = static_cast<const TypedGame<Tramways>&>(game).rules();
  const Weights first = weights_in("bots/tramways-hard-1.json");
  const SetWeights shipped{weights_in("bots/tramways.json"), weights_in("bots/tramways-second.json"),
                           weights_in("bots/tramways-third.json")};
  const Lessons lessons{read_in<LearnedModel>("bots/tramways-learned.json"), read_in<Told>("bots/tramways-told.json")};
  return levels_over_weights<Tramways, Weights>(
      game, "bots/tramways.json", read_weights, from_values,
      [=](std::string_view level, const Weights& weights) -> Made {
        // Weights under trial (tuner.h) are tried with whatever is on the table.
        SetWeights sets = shipped;
        if (weights != shipped[0]) sets.fill(weights);
        return std::make_unique<ByTable>(level, sets, lessons);
      },
      {{"random"}, {"beginner"}, {"easy"}, {"medium"}, {"hard", 3000}, {"strong", 2000}, {"expert", 8000}},
      {{"hard-1", 3000, [first] { return make_hard_1(first); }},
       // All a player can do, by the same weights and with the same foresight. The judge of the puzzles.
       {"hard-2", 3000, [first] { return make_searching(first, one_turn); }}},
      {.sampler = [&rules] { return std::make_unique<HalfRoundSampler>(rules); }});
}

}  // namespace remise::bots::tramways
