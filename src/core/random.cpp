#include "core/random.h"

#include <bit>

#include "core/sha256.h"

namespace remise {
namespace {

void quarter(std::array<std::uint32_t, 16>& x, int a, int b, int c, int d) {
  x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 16);
  x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 12);
  x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 8);
  x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 7);
}

// The first 64 bits of ChaCha20's block number `counter` (RFC 8439 with a 64-bit counter and a zero nonce).
std::uint64_t chacha20(const std::array<std::uint32_t, 8>& key, std::uint64_t counter) {
  std::array<std::uint32_t, 16> start{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (std::size_t i = 0; i < 8; ++i) start[4 + i] = key[i];
  start[12] = static_cast<std::uint32_t>(counter);
  start[13] = static_cast<std::uint32_t>(counter >> 32);
  auto x = start;
  for (int round = 0; round < 10; ++round) {
    quarter(x, 0, 4, 8, 12), quarter(x, 1, 5, 9, 13), quarter(x, 2, 6, 10, 14), quarter(x, 3, 7, 11, 15);
    quarter(x, 0, 5, 10, 15), quarter(x, 1, 6, 11, 12), quarter(x, 2, 7, 8, 13), quarter(x, 3, 4, 9, 14);
  }
  return (x[0] + start[0]) | static_cast<std::uint64_t>(x[1] + start[1]) << 32;
}

}  // namespace

Random Random::from_seed(std::string_view seed) {
  const auto digest = sha256(seed);
  Random r;
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < 4; ++j) r.key[i] |= static_cast<std::uint32_t>(digest[4 * i + j]) << (8 * j);
  return r;
}

std::uint64_t Random::next() { return chacha20(key, drawn++); }

std::uint32_t Random::below(std::uint32_t n) {
  // Lemire's method: multiply, and reject the few values that would favour the lower numbers.
  for (;;) {
    const std::uint64_t product = (next() >> 32) * n;
    const auto low = static_cast<std::uint32_t>(product);
    if (low >= n || low >= (0u - n) % n) return static_cast<std::uint32_t>(product >> 32);
  }
}

}  // namespace remise
