// Simulated weeks of trouble: every acknowledged deed is there once, and all agree. A failing seed is run again with
// remise-sim --seed N.
#include <gtest/gtest.h>

#include <cstdlib>

#include "sim/simulation.h"

namespace remise::sim {
namespace {

std::uint64_t seeds() {
  const char* wanted = std::getenv("REMISE_LONG");
  return wanted && *wanted == '1' ? 1000 : 20;
}

TEST(Simulation, EveryAcknowledgedDeedIsThereOnceAndAllAgree) {
  std::uint64_t acknowledged = 0, crashes = 0, repeated = 0, revoked = 0, pages = 0, links = 0, claims = 0, folded = 0;
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
    const Outcome outcome = simulate(seed);
    EXPECT_EQ(outcome.report.fault, "") << "remise-sim --seed " << seed << ": " << outcome.plan;
    acknowledged += outcome.report.acknowledged;
    crashes += outcome.report.crashes;
    repeated += outcome.report.repeated;
    revoked += outcome.report.revoked;
    folded += outcome.report.folded;
    pages += outcome.report.pages;
    links += outcome.report.links;
    claims += outcome.report.claims;
  }
  // Troubles that never came would prove nothing.
  EXPECT_GT(acknowledged, 80 * seeds());
  EXPECT_GT(crashes, seeds());
  EXPECT_GT(repeated, seeds());
  EXPECT_GT(revoked, seeds() / 2);
  EXPECT_GT(folded, acknowledged);  // each by several clients
  EXPECT_GT(pages, seeds());
  EXPECT_GT(links, seeds());
  EXPECT_GT(claims, 0u);
}

TEST(Simulation, ASeedIsTheSameRunEveryTime) {
  for (const std::uint64_t seed : {3, 7}) {
    const Outcome once = simulate(seed), again = simulate(seed);
    EXPECT_EQ(once.trace, again.trace) << "seed " << seed;
    EXPECT_EQ(once.report.events, again.report.events);
  }
}

}  // namespace
}  // namespace remise::sim
