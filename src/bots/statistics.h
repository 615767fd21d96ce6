// The arithmetic of comparing players: intervals, Elo, sequential tests. Claims about strength rest on these and on
// nothing else.
#pragma once

#include <cstdint>
#include <optional>

namespace remise::bots {

struct Interval {
  double low = 0;
  double mid = 0;
  double high = 0;
};

// Wins of n games (a draw or a shared win counts its part), 95 % by Wilson's score.
Interval win_rate(double wins, double games);

// Elo difference for an expected score, and back. Scores are kept off 0 and 1.
double elo_of(double score);
double score_of(double elo);

// Running mean and variance.
struct Mean {
  std::int64_t n = 0;
  double mean = 0;
  double m2 = 0;

  void add(double x);
  double variance() const { return n > 1 ? m2 / static_cast<double>(n - 1) : 0; }
  std::optional<Interval> interval() const;  // 95 %; of fewer than two there is none
};

// Wald's sequential test of "the score is p1" against "it is p0" (p0 < p1), over results between 0 and 1, with error
// rates alpha and beta, by the normal approximation of the log likelihood ratio.
class Sprt {
 public:
  enum class Verdict : std::uint8_t { open, weaker, stronger };

  Sprt(double p0, double p1, double alpha = 0.05, double beta = 0.05);
  void add(double result) { results_.add(result); }
  double ratio() const;  // the log likelihood ratio so far
  double lower() const { return lower_; }
  double upper() const { return upper_; }
  Verdict verdict() const;

 private:
  double p0_, p1_, lower_, upper_;
  Mean results_;
};

}  // namespace remise::bots
