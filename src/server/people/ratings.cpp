#include "server/people/ratings.h"

#include <algorithm>
#include <cmath>

namespace remise::server {

std::vector<Rating> rate(std::span<const Rating> players, std::span<const int> places) {
  constexpr double beta = 25.0 / 6, kappa = 0.0001, tau = 25.0 / 300;
  // Strength changes with time: nobody is ever known for good.
  std::vector<Rating> before(players.begin(), players.end());
  for (Rating& one : before) one.sigma = std::sqrt(one.sigma * one.sigma + tau * tau);
  double sum = 0;
  for (const Rating& one : before) sum += one.sigma * one.sigma + beta * beta;
  const double c = std::sqrt(sum);
  const std::size_t n = before.size();
  std::vector<double> strength(n), rest(n, 0), ties(n, 0);
  for (std::size_t i = 0; i < n; ++i) strength[i] = std::exp(before[i].mu / c);
  for (std::size_t q = 0; q < n; ++q)
    for (std::size_t i = 0; i < n; ++i) {
      if (places[i] >= places[q]) rest[q] += strength[i];  // who was still there when q's place was given away
      if (places[i] == places[q]) ties[q] += 1;
    }
  std::vector<Rating> after = before;
  for (std::size_t i = 0; i < n; ++i) {
    double omega = 0, delta = 0;
    for (std::size_t q = 0; q < n; ++q) {
      if (places[q] > places[i]) continue;
      const double chance = strength[i] / rest[q];
      omega += ((i == q ? 1 : 0) - chance) / ties[q];
      delta += chance * (1 - chance) / ties[q];
    }
    const double variance = before[i].sigma * before[i].sigma;
    const double gamma = before[i].sigma / c;
    after[i].mu += omega * variance / c;
    after[i].sigma *= std::sqrt(std::max(1 - gamma * delta * variance / (c * c), kappa));
  }
  return after;
}

}  // namespace remise::server
