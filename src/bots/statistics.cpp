#include "bots/statistics.h"

#include <algorithm>
#include <cmath>

namespace remise::bots {

Interval win_rate(double wins, double games) {
  if (games <= 0) return {0, 0, 1};
  constexpr double z = 1.959964;
  const double p = wins / games;
  const double denominator = 1 + z * z / games;
  const double centre = (p + z * z / (2 * games)) / denominator;
  const double half = z / denominator * std::sqrt(p * (1 - p) / games + z * z / (4 * games * games));
  return {std::max(0.0, centre - half), p, std::min(1.0, centre + half)};
}

double elo_of(double score) {
  const double p = std::clamp(score, 1e-4, 1 - 1e-4);
  return 400 * std::log10(p / (1 - p));
}

double score_of(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

void Mean::add(double x) {
  ++n;
  const double delta = x - mean;
  mean += delta / static_cast<double>(n);
  m2 += delta * (x - mean);
}

std::optional<Interval> Mean::interval() const {
  if (n < 2) return std::nullopt;
  const double half = 1.959964 * std::sqrt(variance() / static_cast<double>(n));
  return Interval{mean - half, mean, mean + half};
}

Sprt::Sprt(double p0, double p1, double alpha, double beta)
    : p0_(p0), p1_(p1), lower_(std::log(beta / (1 - alpha))), upper_(std::log((1 - beta) / alpha)) {}

double Sprt::ratio() const {
  // Half a win and half a loss keep the variance off zero while all results are equal.
  Mean smoothed = results_;
  smoothed.add(0), smoothed.add(1);
  const double variance = smoothed.m2 / static_cast<double>(smoothed.n);
  return static_cast<double>(results_.n) * (p1_ - p0_) * (2 * results_.mean - p0_ - p1_) / (2 * variance);
}

Sprt::Verdict Sprt::verdict() const {
  if (results_.n < 8) return Verdict::open;
  if (ratio() >= upper_) return Verdict::stronger;
  if (ratio() <= lower_) return Verdict::weaker;
  return Verdict::open;
}

}  // namespace remise::bots
