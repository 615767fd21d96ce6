// Moves compared in the same worlds: means, their errors, and who is ahead of whom.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "bots/player.h"

namespace remise::bots {

// What a seat wants: to be ahead of the best other, and to be well off in itself (the second part decides between moves
// that nobody else feels). Alone at the table only the second counts.
inline double utility(const std::array<double, max_seats>& results, Seat seat, int seats, double rivals = 1) {
  double best_other = -1e300, sum_others = 0;
  for (int s = 0; s < seats; ++s)
    if (id_at<Seat>(s) != seat) best_other = std::max(best_other, results[s]), sum_others += results[s];
  const double own = results[index(seat)];
  if (seats == 1) return own;
  return own - rivals * (0.5 * best_other + 0.5 * sum_others / (seats - 1));
}

// A mean of samples with its standard error.
class Sample {
 public:
  void add(double value) {
    ++count_;
    const double step = value - mean_;
    mean_ += step / count_;
    squares_ += step * (value - mean_);
  }
  int count() const { return count_; }
  double mean() const { return mean_; }
  double error() const { return count_ < 2 ? 0 : std::sqrt(squares_ / (count_ - 1) / count_); }

 private:
  int count_ = 0;
  double mean_ = 0, squares_ = 0;
};

// Fills in the figures of a list of moves from what came of each of them, world by world.
template <class Action>
class Comparison {
 public:
  Comparison(std::vector<Weighed<Action>>& moves, Seat seat, int seats, double rivals)
      : moves_(moves), seat_(seat), seats_(seats), rivals_(rivals), figures_(moves.size()) {}

  // One entry for each move, all of the same world.
  template <class End>
  void add(const std::vector<End>& ends) {
    worths_.emplace_back();
    for (std::size_t i = 0; i < ends.size(); ++i) {
      Figures& figures = figures_[i];
      worths_.back().push_back(utility(ends[i].results, seat_, seats_, rivals_));
      figures.worth.add(worths_.back().back());
      for (int s = 0; s < seats_; ++s) {
        figures.results[static_cast<std::size_t>(s)].add(ends[i].results[static_cast<std::size_t>(s)]);
        if (ends[i].chances)
          figures.chances[static_cast<std::size_t>(s)].add((*ends[i].chances)[static_cast<std::size_t>(s)]);
      }
    }
  }

  // Best first.
  void finish() {
    std::size_t best = 0, obvious = 0;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (figures_[i].worth.mean() > figures_[best].worth.mean()) best = i;
      if (moves_[i].obvious) obvious = i;
    }
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      Weighed<Action>& move = moves_[i];
      Sample behind, gain;
      for (const auto& world : worths_) behind.add(world[best] - world[i]), gain.add(world[i] - world[obvious]);
      move.playouts = behind.count();
      move.behind = behind.mean(), move.behind_error = behind.error();
      move.obvious_gain = gain.mean(), move.gain_error = gain.error();
      for (std::size_t s = 0; s < max_seats; ++s) {
        move.results[s] = figures_[i].results[s].mean(), move.errors[s] = figures_[i].results[s].error();
        move.chances[s] = figures_[i].chances[s].count() ? figures_[i].chances[s].mean() : -1;
      }
    }
    std::ranges::stable_sort(moves_, {}, &Weighed<Action>::behind);
  }

 private:
  struct Figures {
    Sample worth;
    std::array<Sample, max_seats> results, chances;
  };

  std::vector<Weighed<Action>>& moves_;
  Seat seat_;
  int seats_;
  double rivals_;
  std::vector<Figures> figures_;
  std::vector<std::vector<double>> worths_;  // by world, then by move
};

}  // namespace remise::bots
