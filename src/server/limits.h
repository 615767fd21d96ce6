// How often someone may ask: a bucket that fills with time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace remise::server {

struct Rate {
  double per_second = 0;  // 0: no limit
  double burst = 0;
};

struct Bucket {
  double tokens = 0;
  std::int64_t filled = 0;  // milliseconds; 0: never used

  bool take(const Rate& rate, std::int64_t now) {
    if (rate.per_second <= 0) return true;
    tokens = filled == 0 ? rate.burst
                         : std::min(rate.burst, tokens + rate.per_second * static_cast<double>(now - filled) / 1000);
    filled = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  }
};

// One bucket per address. Bounded: full buckets are forgotten, they are as good as new.
class AddressLimit {
 public:
  explicit AddressLimit(Rate rate) : rate_(rate) {}

  bool take(const std::string& address, std::int64_t now) {
    if (rate_.per_second <= 0) return true;
    if (buckets_.size() >= most) forget(now);
    return buckets_[address].take(rate_, now);
  }

 private:
  static constexpr std::size_t most = 50'000;

  void forget(std::int64_t now) {
    const auto full_after = static_cast<std::int64_t>(1000 * rate_.burst / rate_.per_second);
    std::erase_if(buckets_, [&](const auto& one) { return now - one.second.filled >= full_after; });
    if (buckets_.size() >= most) buckets_.clear();
  }

  Rate rate_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace remise::server
