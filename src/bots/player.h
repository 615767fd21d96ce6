// A player is a function from what a seat may know to an action. It works on the typed state of a game, natively, in
// the server's pool and in the browser's worker alike, so there is no clock, thread or file in here.
//
// Hidden information: a player never sees the true state. It is given a state in which everything its seat cannot know
// has been drawn anew (Imaginable::imagine), and may draw again as often as it likes.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bots/halving.h"
#include "core/assert.h"
#include "core/random.h"
#include "core/rules.h"

namespace remise::bots {

// Rules with hidden parts say how to imagine them. The result must depend only on what the seat knows and on the draws:
// two states that look the same to the seat give the same imagined state. A test proves it for each game.
template <class R>
concept Imaginable = Rules<R> && requires(const R& rules, const typename R::State& state, Seat seat, Random& random) {
  { rules.imagine(state, seat, random) } -> std::same_as<typename R::State>;
};

// Hands among which work is shared out, piece by piece, in any order. Natively threads (crew.h); without one the player
// does everything itself.
class Crew {
 public:
  virtual ~Crew() = default;
  virtual std::size_t hands() const = 0;
  // work(hand, piece) for every piece; at any moment a hand has one of them. Comes back when all are done.
  using Work = std::function<void(std::size_t hand, std::size_t piece)>;
  virtual void run(std::size_t pieces, const Work& work) = 0;
};

// How long a player may think. Nodes are counted, so that (state, seat, seed, nodes) fixes the answer everywhere; a
// caller with a clock may also stop it at any moment through `stop`.
class Budget {
 public:
  explicit Budget(std::uint64_t nodes, const std::atomic<bool>* stop = nullptr, Crew* crew = nullptr)
      : left_(nodes), stop_(stop), crew_(crew) {}

  // Takes one node; false when there is none left or the caller has had enough.
  bool spend(std::uint64_t nodes = 1) {
    spent_ += nodes;
    left_ -= nodes < left_ ? nodes : left_;
    return !exhausted();
  }
  bool exhausted() const { return left_ == 0 || stopped(); }
  bool stopped() const { return stop_ && stop_->load(std::memory_order_relaxed); }
  const std::atomic<bool>* stop() const { return stop_; }

  // Work in pieces, by whoever there is.
  std::size_t hands() const { return crew_ ? crew_->hands() : 1; }
  void share(std::size_t pieces, const Crew::Work& work) const {
    if (crew_) return crew_->run(pieces, work);
    for (std::size_t i = 0; i < pieces; ++i) work(0, i);
  }
  std::uint64_t spent() const { return spent_; }
  std::uint64_t left() const { return left_; }

 private:
  std::uint64_t left_;
  std::uint64_t spent_ = 0;
  const std::atomic<bool>* stop_;
  Crew* crew_;
};

// A move with what it is thought to be worth: the expected final result of the seat, in the game's own points.
template <class Action>
struct Ranked {
  Action action{};
  double value = 0;
  double chance = -1;  // of winning, where the player has an opinion on it
};

// A move played on many times, in the same imagined worlds as those it is compared with: what a review rests on.
template <class Action>
struct Weighed {
  Action action{};
  bool played = false;   // the move asked about
  bool obvious = false;  // what the quick judgement would play
  int playouts = 0;
  double behind = 0, behind_error = 0;      // how far the first of the list is ahead of it, with the standard error
  double obvious_gain = 0, gain_error = 0;  // how far it is ahead of the obvious move
  std::array<double, max_seats> results{}, errors{};  // expected final results by seat, with their standard errors
  std::array<double, max_seats> chances{};            // of winning; -1 where the player has no opinion
};

// The first of the best moves; there must be one.
template <class Action>
const Ranked<Action>& best_of(const std::vector<Ranked<Action>>& moves) {
  REMISE_ASSERT(!moves.empty());
  return *std::max_element(moves.begin(), moves.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
}

template <class Action>
void sort_best_first(std::vector<Ranked<Action>>& moves) {
  std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
}

// A weak player's mistakes: between -1 and 1, mostly near 0.
inline double slip(Random& random) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += static_cast<double>(random.below(20001)) / 10000 - 1;
  return sum / 3;
}

// Small errors for a list of moves, from one draw: each between -1 and 1, evenly.
class Doubts {
 public:
  explicit Doubts(Random& random) : draw_(random.next()) {}
  double next() {
    draw_ = draw_ * 0x5851f42d4c957f2du + 0x14057b7ef767814fu;
    return static_cast<double>(draw_ >> 40) / (1 << 23) - 1;
  }

 private:
  std::uint64_t draw_;
};

// A decision whose playouts several engines play for each other: each prepares it by itself and knows the same moves.
template <Rules R>
class SharedSearch {
 public:
  virtual ~SharedSearch() = default;
  virtual std::size_t arms() const = 0;
  virtual Halving schedule() const = 0;
  virtual PlayoutEnd play(const Playout& playout) = 0;
  virtual typename R::Action best(const Halving& schedule) const = 0;
};

template <Rules R>
class Player {
 public:
  using State = typename R::State;
  using Action = typename R::Action;

  virtual ~Player() = default;

  // The chosen action; always a legal one, also when the budget is spent at once.
  virtual Action choose(const R& rules, const State& imagined, Seat seat, Budget& budget, Random& random) = 0;

  // The best moves, best first, for hints. A player without an opinion gives an empty list.
  virtual std::vector<Ranked<Action>> rank(const R& rules, const State& imagined, Seat seat, Budget& budget,
                                           Random& random) {
    (void)rules, (void)imagined, (void)seat, (void)budget, (void)random;
    return {};
  }

  // Whether it weighs moves: one that does not search cannot.
  virtual bool weighs() const { return false; }
  // The best move, the one played (null: none) and the obvious one, best first; one entry where they are the same.
  virtual std::vector<Weighed<Action>> weigh(const R& rules, const State& imagined, Seat seat, const Action* played,
                                             Budget& budget, Random& random) {
    (void)rules, (void)imagined, (void)seat, (void)played, (void)budget, (void)random;
    return {};
  }
  // The decision in pieces; null for a player that does not share its search. The player, the rules and what it is
  // about outlive it.
  virtual std::unique_ptr<SharedSearch<R>> share(const R& rules, const State& imagined, Seat seat, std::uint64_t nodes,
                                                 Random& random) {
    (void)rules, (void)imagined, (void)seat, (void)nodes, (void)random;
    return nullptr;
  }
  // How much the results of others count there against one's own.
  virtual double weighed_rivals() const { return 1; }
  // Whether the results of other seats in what is weighed mean something.
  virtual bool judges_others() const { return true; }
};

// Uniform over the entries of the legal list, then over the amounts of a range.
template <Rules R>
class RandomPlayer final : public Player<R> {
 public:
  typename R::Action choose(const R& rules, const typename R::State& state, Seat seat, Budget&,
                            Random& random) override {
    choices_.clear();
    rules.legal(state, seat, choices_, work_);
    REMISE_ASSERT(!choices_.empty());
    const auto& choice = choices_[random.below(static_cast<std::uint32_t>(choices_.size()))];
    if (choice.step == 0) return choice.action;
    const auto steps = static_cast<std::uint32_t>((choice.max - choice.min) / choice.step + 1);
    return rules.with_amount(choice.action, choice.min + choice.step * static_cast<std::int32_t>(random.below(steps)));
  }

 private:
  std::vector<Choice<typename R::Action>> choices_;
  typename R::Workspace work_{};
};

}  // namespace remise::bots
