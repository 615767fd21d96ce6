// What people are told of a chance to win that a search finds. The best of many moves looks better than it is, and
// playouts know less than what will be played: the odds, as logarithms, are moved and stretched by what came of games
// (tools/learn/odds.py).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace remise::bots {

struct Odds {
  std::int32_t shift = 0, slope = 100;  // in hundredths; what is likelier is told to be likelier: slope > 0

  // Of whoever has to decide, by the best move found.
  double told(double found) const {
    const double sure = possible(found);
    return 1 / (1 + std::exp(-(shift + slope * std::log(sure / (1 - sure))) / 100));
  }
  // Of all seats, by worlds that had no part in choosing the move: nothing is moved, for nobody looks better there than
  // he is (docs/journal says where that was measured).
  void stretch(std::span<double> found) const {
    double sum = 0;
    for (double& chance : found) sum += chance = std::pow(possible(chance), slope / 100.0);
    for (double& chance : found) chance /= sum;
  }

 private:
  static double possible(double chance) {
    constexpr double nearly = 0.002;  // nothing is quite certain
    return std::clamp(chance, nearly, 1 - nearly);
  }
};

}  // namespace remise::bots
