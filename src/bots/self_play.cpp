#include "bots/self_play.h"

#include <cmath>

namespace remise::bots {

std::vector<Weight> tune_by_self_play(const Suite& suite, const SelfPlay& options,
                                      const std::function<void(const Generation&)>& report) {
  const Fitness fitness = [&](const std::vector<std::vector<double>>& candidates, int generation) {
    const auto all = suite.with_candidates(options.level, candidates);
    REMISE_ASSERT(all);
    std::vector<double> found;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      Contest contest = options.contest;
      contest.challenger = "candidate " + std::to_string(i);
      contest.others = options.level;
      contest.seed = options.tuner.seed + "/generation " + std::to_string(generation);
      const auto result = run_contest(*all, contest);
      const double margin = result.challenger_score.mean - result.others_score.mean;
      const double scale = 1 + std::sqrt(result.others_score.variance());
      found.push_back(result.rate().mid + 0.1 * std::tanh(margin / scale));
    }
    return found;
  };
  return tune(suite.weights(), options.tuner, fitness, report);
}

}  // namespace remise::bots
