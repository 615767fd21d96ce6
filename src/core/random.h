// The one source of chance. A seed is any text; the same seed gives the same draws on every platform. The stream is
// ChaCha20 under the SHA-256 of the seed, so that no draw can be foretold from earlier ones. Whoever knows that hash
// knows every draw: it is as secret as the seed. What a match makes of its seed is in core/seed.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace remise {

struct Random {
  std::array<std::uint32_t, 8> key{};
  std::uint64_t drawn = 0;

  static Random from_seed(std::string_view seed);

  std::uint64_t next();

  // Uniform in 0 .. n-1 (n >= 1), without bias.
  std::uint32_t below(std::uint32_t n);

  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
  }

  bool operator==(const Random&) const = default;
};

}  // namespace remise
