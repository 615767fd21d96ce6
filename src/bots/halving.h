// Sequential halving: which moves are played on next, in which worlds, and which of them are left out. A schedule
// alone: it depends on what the playouts cost and brought, never on who plays them or in which order, so that the
// playouts of a batch can be shared out among threads or engines and the answer is the same with any number of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/assert.h"

namespace remise::bots {

// What came of a move in all its playouts.
struct Tally {
  double sum = 0;  // of utilities
  double own = 0;  // of the seat's results
  int playouts = 0;
  double chance = 0;  // sum over the playouts in which the policy told it
  int chances = 0;
  double result() const { return own / playouts; }
};

// What is known of a move in a search.
struct ArmFigures {
  double prior = 0;
  double taste = 0;  // what the player likes about it beyond its worth
  Tally sifted;      // without planning, where the search plans
  Tally tally;

  const Tally& told() const { return tally.playouts ? tally : sifted; }
  // Arms compared have had about the same number of playouts, so that a common shift of all priors does not matter.
  double mean(double prior_weight) const {
    return tally.playouts ? (tally.sum + prior_weight * prior) / (tally.playouts + prior_weight) + taste : -1e300;
  }
  double first_sight() const { return sifted.playouts ? sifted.sum + taste : -1e300; }
};

// A move, a world to play it on in, and how many of the decisions after it are planned.
struct Playout {
  std::size_t arm = 0;
  int world = 0;
  int planned = 0;
};

// What came of it; `ended` is false where the move was not possible there, or nobody had the time.
struct PlayoutEnd {
  bool ended = false;
  double utility = 0, own = 0;
  double chance = -1;  // where the policy tells it
  std::uint64_t nodes = 0;
};

class Halving {
 public:
  Halving(std::vector<ArmFigures> arms, std::uint64_t nodes, int planned, double prior_weight)
      : arms_(std::move(arms)), nodes_(nodes), planned_(planned), prior_weight_(prior_weight), alive_(arms_.size()) {
    for (std::size_t i = 0; i < arms_.size(); ++i) order_.push_back(i);
    for (std::size_t n = alive_; n > 2; n = (n + 1) / 2) ++rounds_;
    if (arms_.size() < 2)
      finish();
    else if (planned_ > 0)
      plan_sifting();
    else
      plan_first();
  }

  bool done() const { return stage_ == Stage::done; }
  // Playouts that do not depend on each other; their ends are told in the same order.
  const std::vector<Playout>& batch() const { return batch_; }
  void take(std::span<const PlayoutEnd> ends) {
    REMISE_ASSERT(!done() && ends.size() == batch_.size());
    for (std::size_t i = 0; i < ends.size(); ++i) count(batch_[i], ends[i]);
    switch (stage_) {
      case Stage::sifting:
        sort(alive_, [](const ArmFigures& a) { return a.first_sight(); });
        return spent_ < nodes_ ? plan_first() : finish();
      case Stage::first: return size_up();
      case Stage::rounds: return go_on();
      case Stage::done: return;
    }
  }

  // Ends it now, with what was found so far.
  void stop() {
    if (stage_ == Stage::rounds) sort(alive_, [this](const ArmFigures& a) { return a.mean(prior_weight_); });
    finish();
  }

  // Arms by their numbers, best first.
  const std::vector<std::size_t>& order() const { return order_; }
  const ArmFigures& arm(std::size_t number) const { return arms_[number]; }
  std::uint64_t spent() const { return spent_; }
  std::uint64_t nodes() const { return nodes_; }  // about as many as it will spend

 private:
  enum class Stage : std::uint8_t { sifting, first, rounds, done };
  // However soon it ends, a playout counts for so many nodes: tens of thousands of one move each would tell nothing
  // more, and take long to share out.
  static constexpr std::uint64_t shortest = 20;

  void count(const Playout& playout, const PlayoutEnd& end) {
    spent_ += std::max(shortest, end.nodes);
    if (!end.ended) return;
    Tally& tally = stage_ == Stage::sifting ? arms_[playout.arm].sifted : arms_[playout.arm].tally;
    tally.sum += end.utility;
    tally.own += end.own;
    ++tally.playouts;
    if (end.chance >= 0) tally.chance += end.chance, ++tally.chances;
  }

  template <class Value>
  void sort(std::size_t first, Value value) {
    std::stable_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(first),
                     [&](std::size_t a, std::size_t b) { return value(arms_[a]) > value(arms_[b]); });
  }

  // Planning is dear: one playout without it tells which moves come first, and serves where there is no time for more.
  void plan_sifting() {
    stage_ = Stage::sifting;
    for (const std::size_t arm : order_) batch_.push_back({arm, 0, 0});
  }
  // The first playout tells what one costs.
  void plan_first() {
    stage_ = Stage::first;
    before_ = spent_;
    batch_ = {{order_[0], 0, planned_}};
  }
  // No more arms than can all be tried, the likeliest first.
  void size_up() {
    const std::uint64_t cost = spent_ - before_, all = nodes_ - before_;
    alive_ = std::clamp<std::size_t>(static_cast<std::size_t>(all / cost), std::min<std::size_t>(2, alive_), alive_);
    stage_ = Stage::rounds;
    played_ = 1;
    batch_.clear();
    for (std::size_t i = 1; i < alive_; ++i) batch_.push_back({order_[i], 0, planned_});
    world_ = 1;
  }
  void go_on() {
    played_ += batch_.size();
    const std::uint64_t until = before_ + (nodes_ - before_) * (round_ + 1) / rounds_;
    if (spent_ < until) return plan_worlds(until - spent_);
    sort(alive_, [this](const ArmFigures& a) { return a.mean(prior_weight_); });
    if (alive_ > 2) alive_ = (alive_ + 1) / 2;
    if (++round_ == rounds_ || spent_ >= nodes_) return finish();
    // A round has at least one world, however much the last one has cost.
    const std::uint64_t next = before_ + (nodes_ - before_) * (round_ + 1) / rounds_;
    plan_worlds(next > spent_ ? next - spent_ : 0);
  }
  // As many worlds as the nodes are enough for by what a playout has cost so far, at least one.
  void plan_worlds(std::uint64_t nodes) {
    constexpr std::uint64_t most = 256;
    const std::uint64_t cost = std::max<std::uint64_t>(1, (spent_ - before_) / played_);
    const std::uint64_t worlds = std::clamp<std::uint64_t>(nodes / (cost * alive_), 1, most);
    batch_.clear();
    for (std::uint64_t w = 0; w < worlds; ++w, ++world_)
      for (std::size_t i = 0; i < alive_; ++i) batch_.push_back({order_[i], world_, planned_});
  }
  void finish() {
    stage_ = Stage::done;
    batch_.clear();
  }

  std::vector<ArmFigures> arms_;
  std::vector<std::size_t> order_;
  std::uint64_t nodes_;
  int planned_;
  double prior_weight_;
  std::size_t alive_;
  Stage stage_ = Stage::done;
  std::vector<Playout> batch_;
  std::uint64_t spent_ = 0, before_ = 0;  // in all, and before the first playout of the rounds
  std::uint64_t played_ = 0;              // playouts since then
  std::uint64_t round_ = 0, rounds_ = 1;
  int world_ = 0;
};

}  // namespace remise::bots
