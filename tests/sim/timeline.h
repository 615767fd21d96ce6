// Time and chance of a simulation: one queue of what happens when, and dice that only their owner throws, so that the
// order in which others throw theirs changes nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "core/random.h"

namespace remise::sim {

inline constexpr std::int64_t millisecond = 1000;  // times are in microseconds
inline constexpr std::int64_t second = 1000 * millisecond;

class Dice {
 public:
  explicit Dice(const std::string& seed) : random_(Random::from_seed(seed)) {}
  std::uint32_t below(std::uint32_t n) { return random_.below(n); }
  bool chance(std::uint32_t per_mille) { return random_.below(1000) < per_mille; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_.next() % static_cast<std::uint64_t>(high - low + 1));
  }
  // Mostly short, now and then much longer: as delays are.
  std::int64_t delay(std::int64_t usual) { return between(usual / 4, chance(30) ? usual * 40 : usual * 2); }

 private:
  Random random_;
};

class Timeline {
 public:
  using Work = std::function<void()>;

  std::int64_t now() const { return now_; }
  void after(std::int64_t microseconds, Work work) { queue_.emplace(std::pair(now_ + microseconds, ++count_), work); }
  void skip_to(std::int64_t time) { now_ = std::max(now_, time); }  // what was due meanwhile happens then
  void run_until(std::int64_t time) {
    while (!queue_.empty() && queue_.begin()->first.first <= time) {
      now_ = std::max(now_, queue_.begin()->first.first);
      const Work work = std::move(queue_.begin()->second);
      queue_.erase(queue_.begin());
      work();
    }
    now_ = time;
  }

 private:
  std::int64_t now_ = 0;
  std::uint64_t count_ = 0;
  std::map<std::pair<std::int64_t, std::uint64_t>, Work> queue_;
};

// One life of a process. What it has begun dies with it.
struct Life {
  bool over = false;
};

inline Timeline::Work while_alive(std::shared_ptr<Life> life, Timeline::Work work) {
  return [life = std::move(life), work = std::move(work)] {
    if (!life->over) work();
  };
}

// Things that arrive one after the other, each some time after it was sent.
class Channel {
 public:
  // When the next one arrives that is sent now and takes `delay`.
  std::int64_t arrival(std::int64_t now, std::int64_t delay) { return last_ = std::max(last_ + 1, now + delay); }

 private:
  std::int64_t last_ = 0;
};

}  // namespace remise::sim
