#include "core/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/sha256.h"

namespace remise {
namespace {

TEST(Sha256, KnownAnswers) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex(std::string(1000, 'a')), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
}

TEST(Sha256, PiecesMakeTheWhole) {
  for (std::size_t size = 0; size < 300; ++size) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += static_cast<char>(i * 7);
    for (const std::size_t piece : {1u, 7u, 63u, 64u, 65u, 128u}) {
      Sha256 sum;
      for (std::size_t at = 0; at < size; at += piece) sum.add(std::string_view(text).substr(at, piece));
      ASSERT_EQ(sum.hex(), sha256_hex(text)) << size << " in pieces of " << piece;
    }
  }
}

TEST(Random, IsTheChaCha20Stream) {
  Random zero;  // all-zero key: the first block of the published test vector begins 76 b8 e0 ad a0 f1 3d 90
  EXPECT_EQ(zero.next(), 0x903df1a0ade0b876u);
}

TEST(Random, SeedFixesTheDraws) {
  Random a = Random::from_seed("Remise"), b = Random::from_seed("Remise"), c = Random::from_seed("remise");
  for (int i = 0; i < 100; ++i) {
    const auto draw = a.next();
    EXPECT_EQ(draw, b.next());
    EXPECT_NE(draw, c.next());
  }
}

TEST(Random, BoundedDrawIsEven) {
  Random r = Random::from_seed("even");
  std::vector<int> counts(6);
  for (int i = 0; i < 60'000; ++i) ++counts[r.below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 400);
  EXPECT_EQ(r.below(1), 0u);
}

TEST(Random, ShuffleReachesEveryOrderEvenly) {
  Random r = Random::from_seed("orders");
  std::vector<int> counts(27);
  for (int i = 0; i < 60'000; ++i) {
    std::vector<int> items{0, 1, 2};
    r.shuffle(std::span(items));
    ++counts[items[0] * 9 + items[1] * 3 + items[2]];
  }
  EXPECT_EQ(std::ranges::count_if(counts, [](int n) { return n > 0; }), 6);
  for (const int count : counts) {
    if (count) {
      EXPECT_NEAR(count, 10'000, 400);
    }
  }
}

}  // namespace
}  // namespace remise
