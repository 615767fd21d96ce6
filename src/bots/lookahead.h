// Search that improves any policy by looking ahead with it: each promising move is played, the policy then plays for
// everybody up to a horizon, and the evaluation says what came of it. Moves are compared by sequential halving, in the
// same imagined worlds with the same draws, so that they differ by the move and not by luck.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bots/halving.h"
#include "bots/odds.h"
#include "bots/player.h"
#include "bots/weighing.h"
#include "core/hash.h"

namespace remise::bots {

// What a game must know about itself to be searched.
template <class P, class R>
concept Policy = Rules<R> && requires(P& policy, const R& rules, const typename R::State& state, Seat seat,
                                      Random& random, std::vector<Ranked<typename R::Action>>& out) {
  // Moves worth thinking about, best first by a quick judgement; at least one. Ranges are already narrowed to a few
  // amounts.
  {policy.candidates(rules, state, seat, random, out)};
  // What the policy plays without thinking.
  { policy.quick(rules, state, seat, random) } -> std::same_as<typename R::Action>;
  // The expected final result of every seat.
  { policy.evaluate(rules, state) } -> std::same_as<std::array<double, max_seats>>;
  // Grows as the game goes on (turns, rounds): a playout ends when it has grown by the horizon.
  { policy.stage(rules, state) } -> std::same_as<int>;
};

// In a playout the next decisions are planned too: so many of them, each the best of so many moves the policy thinks of
// first, by a playout of their own. Those of the seat that thinks, or everybody's, each for itself. Needs a policy that
// lists them (`likely`).
struct Planning {
  int decisions = 0;
  std::size_t likely = 3;
  bool everybody = false;
};

struct LookaheadOptions {
  std::size_t most_candidates = 16;
  int horizon = 2;                // in stages of the policy
  std::size_t rollout_cap = 400;  // moves to an end at which a playout is valued, at most
  double prior_weight = 0;        // how many playouts the policy's own judgement of a move counts for
  double rivals = 1;              // how much the results of others count against one's own
  Planning planning{};            // where the policy does not know better
  // For `weigh`: the most worlds the finalists are compared in, and where there is one alone; and what `rivals` is
  // there, the same for all levels and styles of a game (GAME.review.measure says it).
  int worlds = 400, worlds_alone = 24;
  double weighed_rivals = 1;
};

// What a player likes about a move beyond its worth, in the game's points: a style. Small, it costs little strength.
template <Rules R>
using Taste = std::function<double(const R&, const typename R::State&, Seat, const typename R::Action&)>;

// What a bot leans to.
template <Rules R>
struct Style {
  Taste<R> taste;     // none: judges by the worth alone
  double rivals = 1;  // times as much as usual that others' results count against one's own
};

template <Imaginable R, Policy<R> P>
class LookaheadPlayer final : public Player<R> {
 public:
  using State = typename R::State;
  using Action = typename R::Action;

  LookaheadPlayer(P policy, LookaheadOptions options, Taste<R> taste = {})
      : policy_(std::move(policy)), options_(options), taste_(std::move(taste)) {}
  // With a policy for each hand: the playouts are shared out among the hands of the budget's crew (halving.h). The
  // moves differ from those of the same search alone, but not with the number of hands.
  using MakePolicy = std::function<P()>;
  LookaheadPlayer(MakePolicy make, LookaheadOptions options, Taste<R> taste = {})
      : policy_(make()), options_(options), taste_(std::move(taste)), make_(std::move(make)) {}

  Action choose(const R& rules, const State& state, Seat seat, Budget& budget, Random& random) override {
    const auto arms = search(rules, state, seat, budget, random);
    REMISE_ASSERT(!arms.empty());
    return arms.front().action;
  }

  std::vector<Ranked<Action>> rank(const R& rules, const State& state, Seat seat, Budget& budget,
                                   Random& random) override {
    auto arms = search(rules, state, seat, budget, random);
    if (arms.size() == 1) play_alone(rules, state, seat, budget, random.next(), arms);
    // A move there was no time for: as much better or worse than the best as the quick judgement thinks.
    const double shift = arms.empty() || !arms[0].told().playouts ? 0 : arms[0].told().result() - arms[0].prior;
    const std::optional<Odds> known = odds(rules, state);
    std::vector<Ranked<Action>> ranked;
    for (const auto& arm : arms) {
      const Tally& tally = arm.told();
      ranked.push_back({arm.action, shown(rules, state, tally.playouts ? tally.result() : arm.prior + shift),
                        known && tally.chances ? known->told(tally.chance / tally.chances) : -1});
    }
    return ranked;
  }

  // All that the search finds: for whoever is to learn from it.
  struct Tried {
    Action action;
    double prior = 0, found = 0;  // utility, on the average of so many playouts
    int playouts = 0;
  };
  std::vector<Tried> tried(const R& rules, const State& state, Seat seat, Budget& budget, Random& random) {
    std::vector<Tried> list;
    for (const auto& arm : search(rules, state, seat, budget, random))
      if (const Tally& tally = arm.told(); tally.playouts > 0)
        list.push_back({arm.action, arm.prior, tally.sum / tally.playouts, tally.playouts});
    return list;
  }

  // The search as pieces that several engines play for each other.
  std::unique_ptr<SharedSearch<R>> share(const R& rules, const State& state, Seat seat, std::uint64_t nodes,
                                         Random& random) override {
    if (!make_) return nullptr;
    return std::make_unique<Shared>(*this, rules, state, seat, nodes, random);
  }

  bool judges_others() const override {
    if constexpr (requires { P::judges_others; })
      return P::judges_others;
    else
      return true;
  }

  bool weighs() const override { return true; }
  double weighed_rivals() const override { return options_.weighed_rivals; }
  // Half of the budget finds the best move; the other half plays on from it, from the move asked about and from the
  // obvious one, in worlds that had no part in the choice: the best of many estimates would else look too good.
  std::vector<Weighed<Action>> weigh(const R& rules, const State& state, Seat seat, const Action* played,
                                     Budget& budget, Random& random) override {
    Budget half(budget.left() / 2);
    const auto arms = search(rules, state, seat, half, random);
    budget.spend(half.spent());
    if (arms.empty() || (arms.size() == 1 && (!played || arms[0].action == *played))) return {};
    std::vector<Weighed<Action>> moves;
    const auto entry = [&](const Action& action) -> Weighed<Action>& {
      for (auto& move : moves)
        if (move.action == action) return move;
      return moves.emplace_back(Weighed<Action>{action});
    };
    entry(arms[0].action);
    if (played) entry(*played).played = true;
    entry(std::ranges::max_element(arms, {}, &Arm::prior)->action).obvious = true;
    const std::vector<Ends> worlds = compared_worlds(rules, state, seat, budget, random.next(), moves);
    Comparison<Action> comparison(moves, seat, rules.seats(state), options_.weighed_rivals);
    for (const Ends& ends : worlds) comparison.add(ends);
    comparison.finish();
    for (auto& move : moves) show(rules, state, move);
    return moves;
  }

 private:
  // Worlds moves are compared in: at least so many, where chance has no part, and to see whether it has.
  static constexpr std::size_t fewest_worlds = 6, worlds_alike = 2, worlds_tried = 3;

  // What came of a move in one world.
  struct End {
    std::array<double, max_seats> results{};
    std::optional<std::array<double, max_seats>> chances;  // where the policy knows how likely results like these win
    bool operator==(const End&) const = default;
  };
  using Ends = std::vector<End>;  // by move

  struct Arm : ArmFigures {
    Action action{};
  };

  class Shared final : public SharedSearch<R> {
   public:
    Shared(LookaheadPlayer& player, const R& rules, const State& state, Seat seat, std::uint64_t nodes, Random& random)
        : player_(player),
          rules_(rules),
          state_(state),
          seat_(seat),
          nodes_(nodes),
          arms_(player.first_thoughts(rules, state, seat, random)),
          worlds_seed_(random.next()) {}

    std::size_t arms() const override { return arms_.size(); }
    Halving schedule() const override {
      return player_.schedule(arms_, player_.enough(rules_, state_, nodes_), player_.planned(rules_, state_));
    }
    PlayoutEnd play(const Playout& playout) override {
      Budget own(nodes_);
      return player_.shared_playout(rules_, state_, seat_, own, worlds_seed_, playout, arms_[playout.arm].action);
    }
    Action best(const Halving& schedule) const override {
      REMISE_ASSERT(!arms_.empty());
      return arms_[schedule.order().front()].action;
    }

   private:
    LookaheadPlayer& player_;
    const R& rules_;
    State state_;
    Seat seat_;
    std::uint64_t nodes_;
    std::vector<Arm> arms_;
    std::uint64_t worlds_seed_;
  };

  Halving schedule(const std::vector<Arm>& arms, std::uint64_t nodes, int planned) const {
    return Halving({arms.begin(), arms.end()}, nodes, planned, options_.prior_weight);
  }

  // A policy may know by how much its search is usually wrong.
  double shown(const R& rules, const State& state, double expected) const {
    if constexpr (requires { policy_.shown(rules, state, expected); })
      return policy_.shown(rules, state, expected);
    else
      return expected;
  }

  // A policy may know how sure what its search finds is, or that it knows nothing yet.
  std::optional<Odds> odds(const R& rules, const State& state) const {
    if constexpr (requires { policy_.odds(rules, state); })
      return policy_.odds(rules, state);
    else
      return Odds{};
  }
  void show(const R& rules, const State& state, Weighed<Action>& move) const {
    if (move.playouts == 0) return;
    const auto seats = static_cast<std::size_t>(rules.seats(state));
    for (std::size_t s = 0; s < seats; ++s) move.results[s] = shown(rules, state, move.results[s]);
    if (move.chances[0] < 0) return;
    if (const auto known = odds(rules, state))
      known->stretch(std::span(move.chances).first(seats));
    else
      move.chances.fill(-1);
  }

  // A policy may know that what is to be decided shows later than usual.
  int horizon(const R& rules, const State& state) const {
    if constexpr (requires { policy_.further(rules, state); })
      return options_.horizon + policy_.further(rules, state);
    else
      return options_.horizon;
  }

  // A policy may know where planning costs more than it tells.
  Planning planning(const R& rules, const State& state) const {
    if constexpr (requires { policy_.planning(rules, state, options_.planning); })
      return policy_.planning(rules, state, options_.planning);
    else
      return options_.planning;
  }
  int planned(const R& rules, const State& state) const { return planning(rules, state).decisions; }

  // A policy may know how much thinking is enough.
  std::uint64_t enough(const R& rules, const State& state, std::uint64_t nodes) const {
    if constexpr (requires { policy_.enough(rules, state, nodes); })
      return policy_.enough(rules, state, nodes);
    else
      return nodes;
  }

  // A policy may want the ends of further stages to count as much as that of the horizon: what one of them is mistaken
  // about, the others may see.
  int further_ends(const R& rules, const State& state) const {
    if constexpr (requires { policy_.further_ends(rules, state); })
      return policy_.further_ends(rules, state);
    else
      return 0;
  }

  // The moves worth a search, likeliest first.
  std::vector<Arm> first_thoughts(const R& rules, const State& state, Seat seat, Random& random) {
    candidates_.clear();
    policy_.candidates(rules, state, seat, random, candidates_);
    think_for(rules, state, seat);
    std::vector<Arm> arms;
    for (const auto& candidate : candidates_) {
      if (arms.size() == options_.most_candidates) break;
      arms.push_back(
          {{candidate.value, taste_ ? taste_(rules, state, seat, candidate.action) : 0, {}, {}}, candidate.action});
    }
    return arms;
  }

  // A policy may play for others in another way than for the seat that thinks.
  void think_for(const R& rules, const State& state, Seat seat) {
    if constexpr (requires { policy_.think_for(rules, state, seat); }) policy_.think_for(rules, state, seat);
  }

  // The same with playouts that any hand may play.
  std::vector<Arm> shared_search(const R& rules, const State& state, Seat seat, Budget& budget,
                                 std::uint64_t worlds_seed, const std::vector<Arm>& arms) {
    Halving schedule = this->schedule(arms, enough(rules, state, budget.left()), planned(rules, state));
    hire(budget.hands(), rules, state, seat);
    const std::uint64_t most = budget.left();
    while (!schedule.done() && !budget.stopped()) {
      const std::vector<Playout>& batch = schedule.batch();
      std::vector<PlayoutEnd> ends(batch.size());
      const std::uint64_t before = schedule.spent();
      budget.share(batch.size(), [&](std::size_t hand, std::size_t i) {
        Budget own(most, budget.stop());
        ends[i] =
            hand_of(hand).shared_playout(rules, state, seat, own, worlds_seed, batch[i], arms[batch[i].arm].action);
      });
      schedule.take(ends);
      budget.spend(schedule.spent() - before);
    }
    if (!schedule.done()) schedule.stop();
    return sorted(arms, schedule);
  }

  static std::vector<Arm> sorted(const std::vector<Arm>& arms, const Halving& schedule) {
    std::vector<Arm> list;
    for (const std::size_t i : schedule.order()) list.push_back({schedule.arm(i), arms[i].action});
    return list;
  }

  PlayoutEnd shared_playout(const R& rules, const State& state, Seat seat, Budget& budget, std::uint64_t worlds_seed,
                            const Playout& playout, const Action& action) {
    PlayoutEnd told;
    if (const auto end = played_out(rules, state, seat, budget, worlds_seed, playout.world, action, playout.planned)) {
      told = {true, utility(end->results, seat, rules.seats(state), options_.rivals), end->results[index(seat)], -1, 0};
      if (end->chances) told.chance = (*end->chances)[index(seat)];
    }
    told.nodes = budget.spent();
    return told;
  }

  // Each hand has a policy and working memory of its own; the first is this player.
  void hire(std::size_t hands, const R& rules, const State& state, Seat seat) {
    while (hands_.size() + 1 < hands) hands_.push_back(std::make_unique<LookaheadPlayer>(make_(), options_));
    for (auto& hand : hands_) hand->think_for(rules, state, seat);
  }
  LookaheadPlayer& hand_of(std::size_t hand) { return hand == 0 ? *this : *hands_[hand - 1]; }

  // Arms, best first. Playouts are shared out in rounds; after each round the worse half is left out.
  std::vector<Arm> search(const R& rules, const State& state, Seat seat, Budget& budget, Random& random) {
    std::vector<Arm> arms = first_thoughts(rules, state, seat, random);
    if (arms.size() < 2) return arms;
    const std::uint64_t worlds_seed = random.next();
    if (make_) return shared_search(rules, state, seat, budget, worlds_seed, arms);
    const int plans = planned(rules, state);
    if (plans > 0) sift(rules, state, seat, budget, worlds_seed, arms);
    std::size_t alive = arms.size();
    int world = 0;
    std::uint64_t rounds_left = 1;
    for (std::size_t n = alive; n > 2; n = (n + 1) / 2) ++rounds_left;
    const std::uint64_t all = budget.left();
    std::uint64_t spent_before = budget.spent();
    for (std::uint64_t round = 0; round < rounds_left && !budget.exhausted(); ++round) {
      const std::uint64_t until = spent_before + all * (round + 1) / rounds_left;
      do {  // at least one world for every arm still alive
        for (std::size_t i = 0; i < alive; ++i) {
          playout(rules, state, seat, budget, worlds_seed, world, arms[i], plans);
          // The first playout tells what one costs: no more arms than can all be tried, the likeliest first.
          if (world == 0 && i == 0) {
            const std::uint64_t cost = std::max<std::uint64_t>(1, budget.spent() - spent_before);
            alive =
                std::clamp<std::size_t>(static_cast<std::size_t>(all / cost), std::min<std::size_t>(2, alive), alive);
          }
        }
        ++world;
      } while (budget.spent() < until && !budget.exhausted());
      std::stable_sort(arms.begin(), arms.begin() + static_cast<std::ptrdiff_t>(alive),
                       [k = options_.prior_weight](const Arm& a, const Arm& b) { return a.mean(k) > b.mean(k); });
      if (alive > 2) alive = (alive + 1) / 2;
    }
    return arms;
  }

  // Planning is dear: one playout without it tells which moves come first, and serves where there is no time for more.
  void sift(const R& rules, const State& state, Seat seat, Budget& budget, std::uint64_t worlds_seed,
            std::vector<Arm>& arms) {
    for (Arm& arm : arms) {
      playout(rules, state, seat, budget, worlds_seed, 0, arm, 0);
      std::swap(arm.sifted, arm.tally);
    }
    std::stable_sort(arms.begin(), arms.end(),
                     [](const Arm& a, const Arm& b) { return a.first_sight() > b.first_sight(); });
  }

  // The one move there is needs no search, but whoever asks wants to know what comes of it.
  void play_alone(const R& rules, const State& state, Seat seat, Budget& budget, std::uint64_t worlds_seed,
                  std::vector<Arm>& arms) {
    const int plans = planned(rules, state);
    if (plans > 0) sift(rules, state, seat, budget, worlds_seed, arms);
    for (int world = 0; world < static_cast<int>(fewest_worlds) && !budget.exhausted(); ++world)
      playout(rules, state, seat, budget, worlds_seed, world, arms[0], plans);
  }

  void playout(const R& rules, const State& state, Seat seat, Budget& budget, std::uint64_t worlds_seed, int world,
               Arm& arm, int planned) {
    const auto end = played_out(rules, state, seat, budget, worlds_seed, world, arm.action, planned);
    if (!end) return;
    arm.tally.sum += utility(end->results, seat, rules.seats(state), options_.rivals);
    arm.tally.own += end->results[index(seat)];
    ++arm.tally.playouts;
    if (end->chances) arm.tally.chance += (*end->chances)[index(seat)], ++arm.tally.chances;
  }

  // The worlds in which moves are compared, with what came of each move.
  std::vector<Ends> compared_worlds(const R& rules, const State& state, Seat seat, Budget& budget,
                                    std::uint64_t worlds_seed, const std::vector<Weighed<Action>>& moves) {
    auto plain = plain_worlds(rules, state, seat, budget, worlds_seed, moves);
    const bool calm = plain.size() == worlds_tried && all_same(plain);
    const int planned = affordable(rules, state, seat, budget, worlds_seed, moves, calm ? worlds_alike : fewest_worlds);
    const int most = moves.size() == 1 ? options_.worlds_alone : options_.worlds;
    std::vector<Ends> worlds;
    int world = 0;
    if (planned == 0) worlds = plain, world = static_cast<int>(worlds_tried);  // not played again
    const auto told = [&] { return calm && worlds.size() >= worlds_alike && all_same(worlds); };
    for (; world < most && !told() && !budget.exhausted(); ++world) {
      Ends ends = world_ends(rules, state, seat, budget, worlds_seed, world, moves, planned);
      if (!ends.empty()) worlds.push_back(std::move(ends));
    }
    if (worlds.empty()) return plain;
    if (told()) worlds.resize(std::max(worlds.size(), fewest_worlds), worlds[0]);  // all others are like these
    return worlds;
  }

  // A few worlds without planning, as far as the budget goes. Where all of them come to the same end, chance has no
  // part in what follows: then two worlds tell as much as hundreds, and there is time for planning.
  std::vector<Ends> plain_worlds(const R& rules, const State& state, Seat seat, Budget& budget,
                                 std::uint64_t worlds_seed, const std::vector<Weighed<Action>>& moves) {
    std::vector<Ends> worlds;
    for (int world = 0; world < static_cast<int>(worlds_tried); ++world) {
      Ends ends = world_ends(rules, state, seat, budget, worlds_seed, world, moves, 0);
      if (!ends.empty()) worlds.push_back(std::move(ends));
    }
    return worlds;
  }

  static bool all_same(const std::vector<Ends>& worlds) {
    return std::ranges::all_of(worlds, [&](const Ends& ends) { return ends == worlds[0]; });
  }

  // What came of each move in one world; nothing where one of them could not be played out.
  Ends world_ends(const R& rules, const State& state, Seat seat, Budget& budget, std::uint64_t worlds_seed, int world,
                  const std::vector<Weighed<Action>>& moves, int planned) {
    Ends ends;
    for (const Weighed<Action>& move : moves) {
      const auto end = played_out(rules, state, seat, budget, worlds_seed, world, move.action, planned);
      if (!end) return {};
      ends.push_back(*end);
    }
    return ends;
  }

  // How many decisions to plan where moves are to be compared in so many worlds.
  int affordable(const R& rules, const State& state, Seat seat, Budget& budget, std::uint64_t worlds_seed,
                 const std::vector<Weighed<Action>>& moves, std::uint64_t worlds) {
    const int plans = planned(rules, state);
    if (plans == 0) return 0;
    Budget trial(budget.left() / (worlds * moves.size()));
    const bool ended = played_out(rules, state, seat, trial, worlds_seed, 0, moves[0].action, plans).has_value();
    budget.spend(trial.spent());
    return ended ? plans : 0;
  }

  // One world after the other is drawn, and every move played on in it.
  struct World {
    State truth{};
    Seat seat = Seat::none;
    std::uint64_t seed = 0;
    int number = 0;
    State state{};
    Random random{};  // for what follows
  };
  const World& imagined(const R& rules, const State& state, Seat seat, std::uint64_t worlds_seed, int number) {
    if (!world_) world_ = std::make_unique<World>();
    World& w = *world_;
    if (w.seat == seat && w.seed == worlds_seed && w.number == number && same_bytes(w.truth, state)) return w;
    w.truth = state, w.seat = seat, w.seed = worlds_seed, w.number = number;
    w.random = {};
    w.random.key[0] = static_cast<std::uint32_t>(worlds_seed);
    w.random.key[1] = static_cast<std::uint32_t>(worlds_seed >> 32);
    w.random.key[2] = static_cast<std::uint32_t>(number);
    w.state = rules.imagine(state, seat, w.random);
    return w;
  }

  // Nothing where the move is not possible in this world, or the budget ends before the horizon: cut short, it is not
  // comparable with the others.
  std::optional<End> played_out(const R& rules, const State& state, Seat seat, Budget& budget,
                                std::uint64_t worlds_seed, int world, const Action& action, int planned) {
    const World& drawn = imagined(rules, state, seat, worlds_seed, world);
    Random random = drawn.random;
    State s = drawn.state;
    const auto refusal = rules.apply(s, seat, action, nullptr, work_);
    budget.spend();
    if (refusal) return std::nullopt;
    const int end = policy_.stage(rules, state) + horizon(rules, state);
    const Road road{rules, seat, end, budget, planning(rules, state)};
    if (!play_on(road, s, random, planned)) return std::nullopt;
    End found{policy_.evaluate(rules, s), {}};
    if constexpr (requires { policy_.chances(rules, s, found.results); })
      found.chances = policy_.chances(rules, s, found.results);
    const int more = further_ends(rules, state);
    for (int k = 1; k <= more; ++k) {
      if (!play_on({rules, seat, end + k, budget, {}}, s, random, 0)) return std::nullopt;
      const auto later = policy_.evaluate(rules, s);
      for (std::size_t i = 0; i < later.size(); ++i) found.results[i] += later[i];
    }
    for (double& result : found.results) result /= 1 + more;
    return found;
  }

  // What stays the same in a playout.
  struct Road {
    const R& rules;
    Seat seat;
    int end;
    Budget& budget;
    Planning planning;
  };

  // To the horizon; false where the budget ends before it.
  bool play_on(const Road& road, State& s, Random& random, int planned) {
    for (std::size_t moves = 0; moves < options_.rollout_cap; ++moves) {
      const SeatSet to_act = road.rules.to_act(s);
      if (to_act.empty() || policy_.stage(road.rules, s) >= road.end) break;
      const Seat mover = to_act.lowest();
      const bool plan = planned > 0 && (road.planning.everybody || mover == road.seat);
      planned -= plan;
      const Action action = plan ? best_likely(road, s, mover, random) : policy_.quick(road.rules, s, mover, random);
      const auto wrong = road.rules.apply(s, mover, action, nullptr, work_);
      REMISE_ASSERT(!wrong);
      if (!road.budget.spend()) return false;
    }
    return true;
  }

  // The best of a few moves for the seat to move, each played on once with the same draws.
  Action best_likely(const Road& road, const State& s, Seat mover, Random& random) {
    if constexpr (requires { policy_.likely(road.rules, s, mover, random, candidates_); }) {
      candidates_.clear();
      policy_.likely(road.rules, s, mover, random, candidates_);
      if (candidates_.size() > road.planning.likely) candidates_.resize(road.planning.likely);
      const std::vector<Ranked<Action>> list = candidates_;
      if (list.size() == 1) return list.front().action;
      std::optional<std::size_t> best;  // the first that is possible, until one was played on
      double best_value = -1e300;
      for (std::size_t i = 0; i < list.size(); ++i) {
        State t = s;
        Random draws = random;
        if (road.rules.apply(t, mover, list[i].action, nullptr, work_)) continue;
        if (!best) best = i;
        if (!road.budget.spend()) continue;
        if (!play_on(road, t, draws, 0)) break;
        const double value = utility(policy_.evaluate(road.rules, t), mover, road.rules.seats(t), options_.rivals);
        if (value > best_value) best = i, best_value = value;
      }
      return best ? list[*best].action : policy_.quick(road.rules, s, mover, random);
    } else {
      return policy_.quick(road.rules, s, mover, random);
    }
  }

  P policy_;
  LookaheadOptions options_;
  Taste<R> taste_;
  MakePolicy make_;
  typename R::Workspace work_{};
  std::unique_ptr<World> world_;
  std::vector<Ranked<Action>> candidates_;
  std::vector<std::unique_ptr<LookaheadPlayer>> hands_;
};

// The policy without search: the best of its candidates. With one-move look-ahead it is the "medium" of most games.
template <Imaginable R, Policy<R> P>
class PolicyPlayer final : public Player<R> {
 public:
  explicit PolicyPlayer(P policy, Taste<R> taste = {}) : policy_(std::move(policy)), taste_(std::move(taste)) {}

  typename R::Action choose(const R& rules, const typename R::State& state, Seat seat, Budget& budget,
                            Random& random) override {
    const auto moves = rank(rules, state, seat, budget, random);
    REMISE_ASSERT(!moves.empty());
    return moves.front().action;
  }
  std::vector<Ranked<typename R::Action>> rank(const R& rules, const typename R::State& state, Seat seat,
                                               Budget& budget, Random& random) override {
    std::vector<Ranked<typename R::Action>> candidates;
    policy_.candidates(rules, state, seat, random, candidates);
    budget.spend(candidates.size());
    if (!taste_) return candidates;
    for (auto& candidate : candidates) candidate.value += taste_(rules, state, seat, candidate.action);
    sort_best_first(candidates);
    return candidates;
  }

 private:
  P policy_;
  Taste<R> taste_;
};

}  // namespace remise::bots
