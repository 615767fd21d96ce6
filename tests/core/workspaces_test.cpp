#include "core/workspaces.h"

#include <gtest/gtest.h>

#include <thread>

namespace remise {
namespace {

struct Memory {
  int used = 0;
};

TEST(Workspaces, WhatIsGivenBackIsLentAgain) {
  Workspaces<Memory> workspaces;
  const Memory* first = nullptr;
  {
    const auto one = workspaces.lend(), another = workspaces.lend();
    Memory& memory = one;
    first = &memory;
    EXPECT_NE(first, &static_cast<Memory&>(another));
    memory.used = 1;
  }
  const auto one = workspaces.lend(), another = workspaces.lend(), third = workspaces.lend();
  EXPECT_EQ(static_cast<Memory&>(one).used + static_cast<Memory&>(another).used, 1);
  EXPECT_EQ(static_cast<Memory&>(third).used, 0);
}

TEST(Workspaces, NoTwoThreadsHaveTheSame) {
  Workspaces<Memory> workspaces;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 10'000; ++i) {
        const auto lent = workspaces.lend();
        Memory& memory = lent;
        EXPECT_EQ(memory.used++, 0);
        --memory.used;
      }
    });
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace remise
