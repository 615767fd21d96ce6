#include "bots/tuner.h"

#include <gtest/gtest.h>

#include <cmath>

namespace remise::bots {
namespace {

std::vector<Weight> weights() { return {{"a", 0, -10, 10}, {"b", 50, 0, 100}, {"c", 0.9, 0, 1}, {"d", 1, -5, 5}}; }
const std::vector<double> target{3, 20, 0.25, -2};

double quality(const std::vector<double>& x) {
  double sum = 0;
  const auto ranges = weights();
  for (std::size_t i = 0; i < x.size(); ++i) sum -= std::pow((x[i] - target[i]) / (ranges[i].high - ranges[i].low), 2);
  return sum;
}

TEST(Tuner, FindsTheTopOfASmoothHill) {
  TunerOptions options;
  options.generations = 80;
  const auto tuned = tune(weights(), options, [](const auto& candidates, int) {
    std::vector<double> found;
    for (const auto& c : candidates) found.push_back(quality(c));
    return found;
  });
  for (std::size_t i = 0; i < target.size(); ++i)
    EXPECT_NEAR(tuned[i].value, target[i], 0.01 * (tuned[i].high - tuned[i].low)) << tuned[i].name;
}

TEST(Tuner, GetsCloserThroughNoise) {
  TunerOptions options;
  options.generations = 150;
  options.population = 16;
  Random noise = Random::from_seed("noise");
  const auto tuned = tune(weights(), options, [&](const auto& candidates, int) {
    std::vector<double> found;
    for (const auto& c : candidates)
      found.push_back(quality(c) + 0.05 * (static_cast<double>(noise.below(1000)) / 500 - 1));
    return found;
  });
  std::vector<double> before, after;
  for (const auto& w : weights()) before.push_back(w.value);
  for (const auto& w : tuned) after.push_back(w.value);
  EXPECT_GT(quality(after), quality(before) / 10);
}

TEST(Tuner, SameSeedSameResult) {
  const auto run = [] {
    TunerOptions options;
    options.generations = 5;
    std::vector<double> values;
    for (const auto& w : tune(weights(), options, [](const auto&candidates, int) {
           std::vector<double> found;
           for (const auto& c : candidates) found.push_back(quality(c));
           return found;
         }))
      values.push_back(w.value);
    return values;
  };
  EXPECT_EQ(run(), run());
}

}  // namespace
}  // namespace remise::bots
