// Elo of all players from all contests: a logistic regression, by Newton's method.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "bots/arena.h"

namespace remise::bots {
namespace {

// One challenger among n-1 others of strength s wins s_c / (s_c + (n-1) s_o). Elo are 400 times the decimal logarithm
// of a strength; here natural logarithms are used.
struct Pairing {
  std::size_t challenger, others;
  double offset;  // of the others being several
  double games, wins;
};

constexpr double elo_per_nat = 400 / std::numbers::ln10;

using Matrix = std::vector<std::vector<double>>;

// The inverse of a symmetric positive matrix, by elimination.
Matrix inverse(Matrix a) {
  const std::size_t n = a.size();
  Matrix out(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) out[i][i] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const double pivot = a[i][i];
    for (std::size_t k = 0; k < n; ++k) a[i][k] /= pivot, out[i][k] /= pivot;
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      const double factor = a[j][i];
      for (std::size_t k = 0; k < n; ++k) a[j][k] -= factor * a[i][k], out[j][k] -= factor * out[i][k];
    }
  }
  return out;
}

struct Fit {
  std::vector<double> strength;
  Matrix covariance;
};

Fit fit(std::size_t players, const std::vector<Pairing>& pairings) {
  constexpr double hold = 1e-4;  // strengths are known but for a common shift; this holds it
  Fit found{std::vector<double>(players), {}};
  for (int round = 0; round < 60; ++round) {
    Matrix information(players, std::vector<double>(players));
    std::vector<double> slope(players);
    for (std::size_t i = 0; i < players; ++i) information[i][i] = hold, slope[i] = -hold * found.strength[i];
    for (const Pairing& p : pairings) {
      const double x = found.strength[p.challenger] - found.strength[p.others] - p.offset;
      const double expected = 1 / (1 + std::exp(-x)), weight = p.games * expected * (1 - expected) + 1e-9;
      const double error = p.wins - p.games * expected;
      slope[p.challenger] += error, slope[p.others] -= error;
      information[p.challenger][p.challenger] += weight, information[p.others][p.others] += weight;
      information[p.challenger][p.others] -= weight, information[p.others][p.challenger] -= weight;
    }
    found.covariance = inverse(information);
    double largest = 0;
    std::vector<double> step(players);
    for (std::size_t i = 0; i < players; ++i) {
      for (std::size_t j = 0; j < players; ++j) step[i] += found.covariance[i][j] * slope[j];
      largest = std::max(largest, std::abs(step[i]));
    }
    const double part = largest > 1 ? 1 / largest : 1;
    for (std::size_t i = 0; i < players; ++i) found.strength[i] += part * step[i];
    if (largest < 1e-9) break;
  }
  return found;
}

}  // namespace

std::vector<Rung> ladder(const std::vector<ContestResult>& results, const std::string& fixed) {
  std::vector<Rung> rungs;
  const auto place = [&](const std::string& player) {
    const auto found = std::ranges::find(rungs, player, &Rung::player);
    if (found == rungs.end()) rungs.push_back({player, 0, {}});
    return static_cast<std::size_t>(std::ranges::find(rungs, player, &Rung::player) - rungs.begin());
  };
  std::vector<Pairing> pairings;
  for (const ContestResult& result : results) {
    if (result.games == 0 || result.contest.seats < 2 || result.contest.challenger == result.contest.others) continue;
    const std::size_t others = place(result.contest.others), challenger = place(result.contest.challenger);
    rungs[challenger].games += result.games, rungs[others].games += result.games;
    // One game more, with the fair result: where somebody won all of them the answer is not "infinitely better".
    pairings.push_back({challenger, others, std::log(result.contest.seats - 1.0), static_cast<double>(result.games) + 1,
                        result.wins + result.fair()});
  }
  if (rungs.empty()) return rungs;
  const Fit found = fit(rungs.size(), pairings);
  auto zero = std::ranges::find(rungs, fixed.empty() ? "hard-1" : fixed, &Rung::player);
  if (zero == rungs.end()) zero = rungs.begin();
  const auto z = static_cast<std::size_t>(zero - rungs.begin());
  const Matrix& c = found.covariance;
  for (std::size_t i = 0; i < rungs.size(); ++i) {
    const double elo = elo_per_nat * (found.strength[i] - found.strength[z]);
    const double half = 1.959964 * elo_per_nat * std::sqrt(std::max(0.0, c[i][i] + c[z][z] - 2 * c[i][z]));
    rungs[i].elo = {elo - half, elo, elo + half};
  }
  std::ranges::stable_sort(rungs, [](const Rung& a, const Rung& b) { return a.elo.mid > b.elo.mid; });
  return rungs;
}

Json to_json(const Rung& rung) {
  return {{"player", rung.player},
          {"games", rung.games},
          {"elo", {{"low", rung.elo.low}, {"mid", rung.elo.mid}, {"high", rung.elo.high}}}};
}

std::string ladder_table(const std::vector<Rung>& rungs) {
  std::string table = "player            games     Elo   95 %\n";
  for (const Rung& rung : rungs) {
    char line[200];
    std::snprintf(line, sizeof line, "%-16s %6zu  %+6.0f   %+.0f to %+.0f\n", rung.player.c_str(), rung.games,
                  rung.elo.mid, rung.elo.low, rung.elo.high);
    table += line;
  }
  return table;
}

}  // namespace remise::bots
