// What is published about a seed tells nothing about what is drawn with it.
#include "core/seed.h"

#include <gtest/gtest.h>

#include "core/sha256.h"

namespace remise {
namespace {

TEST(Seed, EachUseHasAStreamOfItsOwn) {
  const std::string seed = "Ql9mZP0QmJrZ";
  const Random streams[] = {match_stream(seed), bare_stream(seed), seating_stream(seed)};
  for (const auto& a : streams)
    for (const auto& b : streams) EXPECT_EQ(a == b, &a == &b);
  EXPECT_EQ(match_stream(seed), match_stream(seed));
  EXPECT_NE(match_stream(seed), match_stream("Ql9mZP0QmJrz"));
}

TEST(Seed, TheCommitmentIsTheHashOfItsLabelAndTheSeed) {
  // printf 'remise commitment\n%s' waltz | sha256sum
  EXPECT_EQ(commitment_to("waltz"), "a0110a70384a4a314f2244316f27204dcc84e75d44ca974ddcb696304d2ed880");
  EXPECT_EQ(commitment_to("waltz"), sha256_hex("remise commitment\nwaltz"));
}

// The commitment, read as a key or as a seed of any use, opens no stream of the match.
TEST(Seed, TheCommitmentIsNoKey) {
  const std::string seed = "Ql9mZP0QmJrZ", shown = commitment_to(seed);
  Random as_key;
  for (std::size_t i = 0; i < 32; ++i)
    as_key.key[i / 4] |= static_cast<std::uint32_t>(std::stoul(shown.substr(2 * i, 2), nullptr, 16)) << (8 * (i % 4));
  for (const auto& secret : {match_stream(seed), bare_stream(seed), seating_stream(seed)})
    for (const auto& guess : {as_key, match_stream(shown), bare_stream(shown), seating_stream(shown)})
      EXPECT_FALSE(guess == secret);
}

}  // namespace
}  // namespace remise
