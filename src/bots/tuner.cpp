#include "bots/tuner.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace remise::bots {
namespace {

// A standard normal draw (Box and Muller).
double normal(Random& random) {
  constexpr double scale = 1.0 / 9007199254740992.0;  // 2^-53
  const double u = (static_cast<double>(random.next() >> 11) + 1) * scale,
               v = static_cast<double>(random.next() >> 11) * scale;
  return std::sqrt(-2 * std::log(u)) * std::cos(2 * 3.14159265358979323846 * v);
}

// The state of the search, in coordinates where each weight runs from 0 to 1. Names as in Ros and Hansen (2008).
struct SepCmaEs {
  std::size_t n;
  std::size_t lambda, mu;
  std::vector<double> recombination;
  double mu_eff = 0, c_sigma = 0, d_sigma = 0, c_c = 0, c_1 = 0, c_mu = 0, chi_n = 0;
  std::vector<double> centre, variance, path_sigma, path_c;
  double sigma;

  SepCmaEs(std::vector<double> start, std::size_t population, double spread)
      : n(start.size()),
        lambda(population),
        mu(population / 2),
        centre(std::move(start)),
        variance(n, 1),
        path_sigma(n),
        path_c(n),
        sigma(spread) {
    for (std::size_t i = 0; i < mu; ++i)
      recombination.push_back(std::log(static_cast<double>(mu) + 0.5) - std::log(static_cast<double>(i) + 1));
    const double sum = std::accumulate(recombination.begin(), recombination.end(), 0.0);
    double squares = 0;
    for (double& w : recombination) w /= sum, squares += w * w;
    const auto dimension = static_cast<double>(n);
    mu_eff = 1 / squares;
    c_sigma = (mu_eff + 2) / (dimension + mu_eff + 5);
    d_sigma = 1 + 2 * std::max(0.0, std::sqrt((mu_eff - 1) / (dimension + 1)) - 1) + c_sigma;
    c_c = (4 + mu_eff / dimension) / (dimension + 4 + 2 * mu_eff / dimension);
    const double separable = (dimension + 2) / 3;  // only the diagonal is learned, so it may be learned faster
    c_1 = std::min(0.5, separable * 2 / ((dimension + 1.3) * (dimension + 1.3) + mu_eff));
    c_mu = std::min(1 - c_1, separable * 2 * (mu_eff - 2 + 1 / mu_eff) / ((dimension + 2) * (dimension + 2) + mu_eff));
    chi_n = std::sqrt(dimension) * (1 - 1 / (4 * dimension) + 1 / (21 * dimension * dimension));
  }

  std::vector<double> sample(Random& random) const {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i)
      x[i] = std::clamp(centre[i] + sigma * std::sqrt(variance[i]) * normal(random), 0.0, 1.0);
    return x;
  }

  void learn(const std::vector<const std::vector<double>*>& best_first, int generation) {
    double length = 0;
    std::vector<double> step(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < mu; ++k) step[i] += recombination[k] * ((*best_first[k])[i] - centre[i]);
      step[i] /= sigma;
      path_sigma[i] = (1 - c_sigma) * path_sigma[i] +
                      std::sqrt(c_sigma * (2 - c_sigma) * mu_eff) * step[i] / std::sqrt(variance[i]);
      length += path_sigma[i] * path_sigma[i];
    }
    length = std::sqrt(length);
    const double decay = std::sqrt(1 - std::pow(1 - c_sigma, 2 * (generation + 1)));
    const bool stalled = length / decay >= (1.4 + 2 / (static_cast<double>(n) + 1)) * chi_n;
    for (std::size_t i = 0; i < n; ++i) {
      path_c[i] = (1 - c_c) * path_c[i] + (stalled ? 0 : std::sqrt(c_c * (2 - c_c) * mu_eff) * step[i]);
      double spread = 0;
      for (std::size_t k = 0; k < mu; ++k) {
        const double d = ((*best_first[k])[i] - centre[i]) / sigma;
        spread += recombination[k] * d * d;
      }
      variance[i] = std::max(1e-8, (1 - c_1 - c_mu) * variance[i] + c_1 * path_c[i] * path_c[i] + c_mu * spread);
    }
    for (std::size_t i = 0; i < n; ++i) centre[i] += sigma * step[i];
    sigma *= std::exp(c_sigma / d_sigma * (length / chi_n - 1));
  }
};

}  // namespace

std::vector<Weight> tune(std::vector<Weight> weights, const TunerOptions& options, const Fitness& fitness,
                         const std::function<void(const Generation&)>& report) {
  if (weights.empty()) return weights;
  const auto scaled = [&](const std::vector<double>& unit) {
    std::vector<double> values(unit.size());
    for (std::size_t i = 0; i < unit.size(); ++i)
      values[i] = weights[i].low + unit[i] * (weights[i].high - weights[i].low);
    return values;
  };
  std::vector<double> start;
  for (const auto& w : weights) start.push_back(std::clamp((w.value - w.low) / (w.high - w.low), 0.0, 1.0));
  const auto population = options.population > 3
                              ? static_cast<std::size_t>(options.population)
                              : static_cast<std::size_t>(4 + 3 * std::log(static_cast<double>(weights.size())));
  SepCmaEs search(start, population, options.spread);
  Random random = Random::from_seed(options.seed);
  for (int g = 0; g < options.generations; ++g) {
    std::vector<std::vector<double>> units(population), candidates;
    for (auto& unit : units) candidates.push_back(scaled(unit = search.sample(random)));
    const auto found = fitness(candidates, g);
    std::vector<std::size_t> order(population);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return found[a] > found[b]; });
    std::vector<const std::vector<double>*> best_first;
    for (const auto i : order) best_first.push_back(&units[i]);
    search.learn(best_first, g);
    if (report)
      report({g, found[order[0]], std::accumulate(found.begin(), found.end(), 0.0) / static_cast<double>(population),
              search.sigma, scaled(search.centre)});
  }
  const auto values = scaled(search.centre);
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i].value = std::clamp(values[i], weights[i].low, weights[i].high);
  return weights;
}

}  // namespace remise::bots
