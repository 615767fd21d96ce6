// Tunes the named weights of an evaluation against noisy results of self-play: separable CMA-ES (a Gaussian with its
// own width for each weight, moved towards the better half of each generation). Everything is fixed by the seed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/random.h"

namespace remise::bots {

struct Weight {
  std::string name;
  double value = 0;
  double low = 0;
  double high = 0;
};

struct TunerOptions {
  int generations = 20;
  int population = 0;    // 0: 4 + 3 ln(n)
  double spread = 0.15;  // first width, as a part of high - low
  std::string seed = "tune";
};

struct Generation {
  int number = 0;
  double best = 0;   // fitness of the best candidate
  double mean = 0;   // of all candidates
  double width = 0;  // present overall width
  std::vector<double> centre;
};

// `fitness` is given the values of a whole generation and returns one figure for each, larger is better; it may play
// the candidates in parallel and against each other. Returns the weights at the final centre.
using Fitness = std::function<std::vector<double>(const std::vector<std::vector<double>>& candidates, int generation)>;
std::vector<Weight> tune(std::vector<Weight> weights, const TunerOptions& options, const Fitness& fitness,
                         const std::function<void(const Generation&)>& report = {});

}  // namespace remise::bots
