// Many independent pieces of work on a few threads, their results taken in order: what comes of it does not depend on
// the threads. Native only.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace remise::bots {

// work(n) for n from `first` to `end`, on any thread; take(n, result) for each in turn, one at a time. When `take`
// gives false nothing new is begun, and what is still under way is lost.
template <class Result, class Work, class Take>
void in_order(std::size_t first, std::size_t end, unsigned threads, Work work, Take take) {
  std::mutex mutex;
  std::atomic<std::size_t> next = first;
  std::atomic<bool> enough = false;
  std::map<std::size_t, Result> waiting;  // for those before them
  std::size_t taken = first;
  const auto run = [&] {
    for (std::size_t n = next++; n < end && !enough; n = next++) {
      Result result = work(n);
      const std::scoped_lock lock(mutex);
      waiting.emplace(n, std::move(result));
      for (; !enough && waiting.contains(taken); ++taken) {
        if (!take(taken, waiting.at(taken))) enough = true;
        waiting.erase(taken);
      }
    }
  };
  std::vector<std::jthread> helpers;
  for (unsigned t = 1; t < threads; ++t) helpers.emplace_back(run);
  run();
}

}  // namespace remise::bots
