// apply allocates nothing (no heap at all, not only after warm-up).
#include <atomic>
#include <cstdlib>
#include <new>

#include "support.h"
#include "support/battery.h"

namespace {
std::atomic<long> allocations{0};
}

#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // this pair is matched: both are ours
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  std::abort();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace remise::tramways {
namespace {

TEST(Allocation, ApplyUsesNoHeap) {
  long applied = 0, allocated = 0;
  for (int game = 0; game < 20; ++game) {
    auto state = rules().start({{"players", 1 + game % 5},
                                {"seed", "heap " + std::to_string(game)},
                                {"options", {{"development", game % 2 ? "alternative" : "original"}}}});
    ASSERT_TRUE(state);
    Random random = Random::from_seed("heap");
    Tramways::Choices choices;
    while (!rules().to_act(*state).empty()) {
      const auto picked = testing::pick(rules(), *state, random, choices);
      const long before = allocations;
      const auto refused = rules().apply(*state, picked.seat, picked.action, nullptr, Fresh{});
      allocated += allocations - before;
      ASSERT_FALSE(refused);
      ++applied;
    }
  }
  EXPECT_GT(applied, 1000);
  EXPECT_EQ(allocated, 0);
  EXPECT_GT(allocations, 1000);  // the counter counts
}

}  // namespace
}  // namespace remise::tramways
