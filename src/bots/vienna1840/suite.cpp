// The players of 1840, from random to expert; and, for the arena alone, others, such as hard-1 and hard-2, which were
// hard before it and stay as they were.
#include "bots/suite.h"

#include "bots/lookahead.h"
#include "bots/vienna1840/learned.h"
#include "bots/vienna1840/policy.h"
#include "bots/vienna1840/style.h"
#include "bots/vienna1840/weights.h"
#include "games/vienna1840/match.h"

namespace remise::bots::vienna1840 {
namespace {

using Made = std::unique_ptr<Player<Vienna1840>>;

constexpr Breadth wide{24, 8, true};
constexpr Breadth narrow{4, 2, false};
// As wide. With three or more, somebody has no private, and is left behind while all pass: playouts, in which the next
// lot is opened at once, do not see it. The model of the opening does: at two seats it is enough, at four nobody tried.
constexpr Breadth wide_impatient{.tiles = 24, .markers = 8, .everything = true, .impatient_from = 3};
constexpr Breadth alone{24, 8, false};
// As wide and narrow, with prudence.
constexpr Breadth prudent_wide{24, 8, true, 80, 2, true};
constexpr Breadth prudent_narrow{4, 2, false, 80, 2, true};
// One round, where hard-1 looks three ahead: the learned value needs no more, and there is time for more playouts.
constexpr LookaheadOptions thinking{.most_candidates = 20, .horizon = 1, .rollout_cap = 1000};
// The next decisions of everybody are planned with the move: a dividend, the tram bought with what was kept, the bids
// of rivals who want the line as well.
constexpr LookaheadOptions planning{.most_candidates = 20, .horizon = 1, .rollout_cap = 1000, .planning = {9, 3, true}};

// Strong and expert plan twice as far at two seats, with two moves for each decision: the whole turn of a company, and
// the answer (Learned::planning).
constexpr LookaheadOptions planning_far{
    .most_candidates = 20, .horizon = 1, .rollout_cap = 1000, .planning = {20, 2, true}};

// The players' numbers of a position, for training.
class RoundSampler final : public Sampler {
 public:
  RoundSampler(const Vienna1840& rules, const Weights& weights, std::string weights_hash)
      : rules_(rules), judge_(weights, narrow), weights_hash_(std::move(weights_hash)) {}

  Json about() const override {
    Json stages = Json::array();
    for (const Round& round : rules_.tables().rounds) stages.push_back(round.name);
    return {{"seat_features", seat_feature_names()},
            {"table_features", table_feature_names()},
            {"stages", stages},
            {"weights", weights_hash_}};
  }
  int stage(const Match& match) const override {
    const State& s = state(match);
    return s.step == Step::over ? -1 : s.round;
  }
  void sample(const Match& match, std::vector<std::int32_t>& out) override {
    const State& s = state(match);
    judge_.features(rules_.at(s), features_);
    out.insert(out.end(), features_.table.begin(), features_.table.end());
    for (std::size_t i = 0; i < s.player_count; ++i)
      out.insert(out.end(), features_.seats[i].begin(), features_.seats[i].end());
  }

 private:
  static const State& state(const Match& match) { return static_cast<const TypedMatch<Vienna1840>&>(match).state(); }

  const Vienna1840& rules_;
  Judge judge_;
  Features features_;
  std::string weights_hash_;
};

WeightTable<Weights> weights_in(std::string_view file) {
  const auto data = embedded_data(file);
  const auto table = data ? read_weights(*data) : std::unexpected(form_error("missing", file));
  REMISE_ASSERT(table.has_value());
  return *table;
}

Made make_hard_1(const Weights& weights) {
  return std::make_unique<LookaheadPlayer<Vienna1840, Sensible>>(Sensible(weights, wide, narrow),
                                                                 LookaheadOptions{10, 3, 1000});
}

using Model = Learned::Model;

// What the files of the players hold, which the tests read one by one.
template <class What>
std::shared_ptr<const What> read_in(std::string_view file, const Tables& tables) {
  const auto data = embedded_data(file);
  const auto what = data ? What::read(*data, tables) : std::unexpected(form_error("missing", file));
  REMISE_ASSERT(what.has_value());
  return *what;
}

// What was learned from games. Of the rounds before the first line round there is something to learn from strong
// players alone, among whom the order of play is worth hundreds of Gulden; what they spend for it looks wasted to a
// forecast. With four or more seats what search found of the quick judgement, and what games of those who judge by
// that tell of positions.
struct Lessons {
  Model model, opening, practised;
  std::shared_ptr<const Practice> practice;
};

Learned learned(const Weights& weights, const Lessons& lessons, bool far_sighted) {
  if (!far_sighted) return {Sensible(weights, wide, narrow), {lessons.model}};
  return {Sensible(weights, wide_impatient, narrow, lessons.practice),
          {lessons.practised, lessons.model},
          lessons.opening,
          far_sighted};
}

Made make(std::string_view name, const Weights& weights, const Lessons& lessons) {
  const std::string_view level = plain_level(name);
  const Style<Vienna1840> style = style_named(style_of(name));
  if (level == "beginner") return std::make_unique<Easy>(weights, beginner_failings);
  if (level == "easy") return std::make_unique<Easy>(weights, easy_failings);
  if (level == "medium") {
    Weights leaning = weights;
    leaning.rivals *= style.rivals;
    return std::make_unique<PolicyPlayer<Vienna1840, Sensible>>(Sensible(leaning, alone, narrow), style.taste);
  }
  if (level == "practised")
    return std::make_unique<PolicyPlayer<Vienna1840, Sensible>>(
        Sensible(weights, alone, narrow, lessons.practice, true), style.taste);
  const bool far = level == "strong" || level == "expert";
  LookaheadOptions options = far ? planning_far : level == "hard-2" ? thinking : planning;
  options.rivals *= style.rivals;
  using Thinker = LookaheadPlayer<Vienna1840, Learned>;
  const auto policy = [=] { return learned(weights, lessons, far); };
  if (level == "expert") return std::make_unique<Thinker>(policy, options, style.taste);  // several hands share it
  if (level == "strong" || level == "hard" || level == "hard-2")
    return std::make_unique<Thinker>(policy(), options, style.taste);
  if (level == "prudent")
    return std::make_unique<Thinker>(Learned(Sensible(weights, prudent_wide, prudent_narrow), {lessons.model}),
                                     thinking);
  REMISE_ASSERT(level == "random");
  return std::make_unique<RandomPlayer<Vienna1840>>();
}

// What strong finds, for 1840-practice.json.
class StrongTeacher final : public Teacher {
 public:
  StrongTeacher(const Vienna1840& rules, LookaheadPlayer<Vienna1840, Learned> strong)
      : rules_(rules), strong_(std::move(strong)) {}

  Json about() const override {
    Json decisions = Json::array();
    for (std::size_t d = 0; d < decision_count; ++d) {
      Json numbers = Json::array();
      for (const std::string_view name : move_number_names(static_cast<Decision>(d))) numbers.push_back(name);
      decisions.push_back({{"decision", decision_names[d]}, {"numbers", numbers}});
    }
    return {{"decisions", decisions}};
  }
  std::vector<std::vector<double>> ask(const Match& match, std::uint64_t nodes, Random& random) override {
    const State& truth = static_cast<const TypedMatch<Vienna1840>&>(match).state();
    const Decision decision = decision_at(truth);
    if (decision == Decision::other) return {};
    const Seat seat = match.to_act().lowest();
    const State state = rules_.imagine(truth, seat, random);
    Budget budget(nodes);
    std::vector<std::vector<double>> rows;
    for (const auto& move : strong_.tried(rules_, state, seat, budget, random)) {
      const MoveNumbers numbers = move_numbers(rules_.at(state), seat, decision, {move.action, move.prior});
      std::vector<double> row{static_cast<double>(state.round), static_cast<double>(decision),
                              static_cast<double>(move.playouts), move.found};
      row.insert(row.end(), numbers.begin(),
                 numbers.begin() + static_cast<std::ptrdiff_t>(move_number_names(decision).size()));
      rows.push_back(std::move(row));
    }
    return rows.size() < 2 ? std::vector<std::vector<double>>{} : rows;
  }

 private:
  const Vienna1840& rules_;
  LookaheadPlayer<Vienna1840, Learned> strong_;
};

}  // namespace

std::unique_ptr<Suite> make_suite(const Game& game) {
  if (game.id() != Vienna1840::id) return nullptr;
  const Vienna1840& rules = static_cast<const TypedGame<Vienna1840>&>(game).rules();
  const auto weights = weights_in("bots/1840.json"), first = weights_in("bots/1840-hard-1.json");
  const Lessons lessons{read_in<LearnedModel>("bots/1840-learned.json", rules.tables()),
                        read_in<LearnedModel>("bots/1840-opening.json", rules.tables()),
                        read_in<LearnedModel>("bots/1840-practised.json", rules.tables()),
                        read_in<Practice>("bots/1840-practice.json", rules.tables())};
  return levels_over_weights<Vienna1840, Weights>(
      game, "bots/1840.json", read_weights, from_values,
      [lessons](std::string_view level, const Weights& values) { return make(level, values, lessons); },
      {{"random"}, {"beginner"}, {"easy"}, {"medium"}, {"hard", 2000}, {"strong", 6000}, {"expert", 60000}},
      {{"hard-1", 2000, [first] { return make_hard_1(first.weights); }},
       // Hard without planning.
       {"hard-2", 2000, [weights, lessons] { return make("hard-2", weights.weights, lessons); }},
       {"prudent", 2000, [weights, lessons] { return make("prudent", weights.weights, lessons); }},
       // Medium that judges by what search found, without a search.
       {"practised", 1, [weights, lessons] { return make("practised", weights.weights, lessons); }}},
      {.sampler =
           [&rules, weights] {
             return std::make_unique<RoundSampler>(rules, weights.weights, weights_hash(weights.list));
           },
       .teacher =
           [&rules, weights, lessons] {
             return std::make_unique<StrongTeacher>(
                 rules, LookaheadPlayer<Vienna1840, Learned>(learned(weights.weights, lessons, true), planning_far));
           }});
}

}  // namespace remise::bots::vienna1840
