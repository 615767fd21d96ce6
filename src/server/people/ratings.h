// Ratings of players in matches of two and more: Plackett-Luce by Weng and Lin, as OpenSkill has it. Pure.
#pragma once

#include <span>
#include <vector>

namespace remise::server {

// What is known about somebody's strength: its mean, and how sure that is.
struct Rating {
  double mu = 25;
  double sigma = 25.0 / 3;

  // A figure one can show: so good at least, almost surely.
  double shown() const { return mu - 3 * sigma; }
  bool operator==(const Rating&) const = default;
};

// The ratings after a match. `places` says who came where (1 is best, the same number is a tie), one for each player.
std::vector<Rating> rate(std::span<const Rating> players, std::span<const int> places);

}  // namespace remise::server
