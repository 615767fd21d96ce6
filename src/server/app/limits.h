// How often someone may ask, and how much work that may be: a bucket that fills with time. Time is a clock that never
// goes back (Loop::steady), whatever happens to the clock on the wall.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

namespace remise::server {

struct Rate {
  double per_second = 0;  // 0: no limit
  double burst = 0;
};
constexpr Rate per_day(double times) { return {times / (24 * 3600), times}; }

struct Bucket {
  double tokens = 0;
  std::int64_t filled = -1;  // milliseconds; -1: never used

  void fill(const Rate& rate, std::int64_t now) {
    const auto passed = static_cast<double>(std::max<std::int64_t>(now - filled, 0));
    tokens = filled < 0 ? rate.burst : std::min(rate.burst, tokens + rate.per_second * passed / 1000);
    filled = now;
  }
  static constexpr double rounding = 1e-6;  // three tenths and seven are not quite one

  bool take(const Rate& rate, std::int64_t now) {
    if (rate.per_second <= 0) return true;
    fill(rate, now);
    if (tokens < 1 - rounding) return false;
    tokens -= 1;
    return true;
  }
};

// A bucket for each address, person or seat. Bounded: full buckets are forgotten, they are as good as new.
class LimitByName {
 public:
  explicit LimitByName(Rate rate) : rate_(rate) {}

  bool take(const std::string& name, std::int64_t now) {
    if (rate_.per_second <= 0) return true;
    return bucket(name, now).take(rate_, now);
  }
  // Seconds until there is one again; 0: there is one to take.
  std::int64_t wait(const std::string& name, std::int64_t now) {
    if (rate_.per_second <= 0) return 0;
    Bucket& one = bucket(name, now);
    one.fill(rate_, now);
    const double missing = 1 - Bucket::rounding - one.tokens;
    return static_cast<std::int64_t>(std::ceil(std::max(0.0, missing) / rate_.per_second));
  }
  // What is known only afterwards may overdraw; until that is filled up again there is nothing left.
  bool has_left(const std::string& name, std::int64_t now) {
    if (rate_.per_second <= 0) return true;
    Bucket& one = bucket(name, now);
    one.fill(rate_, now);
    return one.tokens > 0;
  }
  void spend(const std::string& name, double amount, std::int64_t now) {
    if (rate_.per_second <= 0) return;
    Bucket& one = bucket(name, now);
    one.fill(rate_, now);
    one.tokens -= amount;
  }

 private:
  static constexpr std::size_t most = 50'000;

  Bucket& bucket(const std::string& name, std::int64_t now) {
    if (buckets_.size() >= most && !buckets_.contains(name)) forget(now);
    return buckets_[name];
  }
  // Those that are full again, then those that are nearly so: a used-up share is never set free by a crowd.
  void forget(std::int64_t now) {
    for (auto& [name, one] : buckets_) one.fill(rate_, now);
    double share = 1;
    while (buckets_.size() >= most && share > 0.001) {
      std::erase_if(buckets_, [&](const auto& one) { return one.second.tokens >= rate_.burst * share; });
      share /= 2;
    }
    if (buckets_.size() >= most) buckets_.clear();
  }

  Rate rate_;
  std::unordered_map<std::string, Bucket> buckets_;
};

// Who has asked, for what is counted by address and by person.
struct Payer {
  std::string address, person;
};

// What is booked where the work is not measured, in milliseconds: to read and answer anything at all, to change a table
// and tell all who watch, to try an action, to fold a table that is not in memory.
inline constexpr std::size_t small_answer = 10'000;  // bytes; longer ones count as a table that is loaded
inline constexpr double least_work = 0.05, changing_work = 0.5, checking_work = 1, composing_work = 2, loading_work = 5;

// The work done in the loop that serves everybody, booked to those who asked for it.
class Ledger {
 public:
  Ledger(Rate milliseconds, std::function<std::int64_t()> microseconds)
      : spent_(milliseconds), microseconds_(std::move(microseconds)) {}

  bool may_ask(const Payer& payer) {
    const auto now = microseconds_() / 1000;
    return (payer.address.empty() || spent_.has_left(payer.address, now)) &&
           (payer.person.empty() || spent_.has_left(payer.person, now));
  }
  void book(const Payer& payer, double milliseconds) {
    const auto now = microseconds_() / 1000;
    if (!payer.address.empty()) spent_.spend(payer.address, milliseconds, now);
    if (!payer.person.empty()) spent_.spend(payer.person, milliseconds, now);
  }
  template <class Work>
  void booked(const Payer& payer, Work work) {
    const auto began = microseconds_();
    work();
    book(payer, static_cast<double>(microseconds_() - began) / 1000);
  }

 private:
  LimitByName spent_;
  std::function<std::int64_t()> microseconds_;
};

}  // namespace remise::server
