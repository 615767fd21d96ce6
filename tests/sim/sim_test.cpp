// Simulated weeks of trouble: every acknowledged deed is there once, and all agree. A failing seed is run again with
// remise-sim --seed N.
#include <gtest/gtest.h>

#include <cstdlib>

#include "sim/simulation.h"
#include "sim/spread.h"

namespace remise::sim {
namespace {

bool long_mode() {
  const char* wanted = std::getenv("REMISE_LONG");
  return wanted && *wanted == '1';
}
std::uint64_t seeds() { return long_mode() ? 2000 : 20; }

TEST(Simulation, EveryAcknowledgedDeedIsThereOnceAndAllAgree) {
  std::uint64_t acknowledged = 0, crashes = 0, repeated = 0, revoked = 0, pages = 0, links = 0, claims = 0, folded = 0;
  std::uint64_t minded = 0, advance = 0, time_up = 0, letters = 0, again = 0, reminders = 0, told = 0;
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
    minded += outcome.report.minded;
    advance += outcome.report.advance;
    time_up += outcome.report.time_up;
    letters += outcome.report.letters;
    again += outcome.report.letters_again;
    reminders += outcome.report.reminders;
    told += outcome.report.told;
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
  EXPECT_GT(minded, 0u);
  EXPECT_GT(advance, 0u);
  EXPECT_GT(time_up, 0u);
  EXPECT_GT(letters, seeds());
  EXPECT_GT(again, 0u);
  EXPECT_GE(reminders, long_mode() ? 1u : 0u);
  EXPECT_GT(told, seeds() / 4);
}

TEST(Simulation, ASeedIsTheSameRunEveryTime) {
  for (const std::uint64_t seed : {3, 7}) {
    const Outcome once = simulate(seed), again = simulate(seed);
    EXPECT_EQ(once.trace, again.trace) << "seed " << seed;
    EXPECT_EQ(once.report.events, again.report.events);
  }
}

// A move is told to the nodes where somebody watches its table, they read it, and nobody else does anything: the fault
// says where a node heard what none of its clients watches.
TEST(Simulation, AMoveCostsWhoWatchesAndNotHowManyNodesThereAre) {
  for (std::uint64_t seed = 1; seed <= (long_mode() ? 20 : 1); ++seed)
    for (const std::uint32_t nodes : {2, 10, 50}) {
      const auto [report, costs, trace] = simulate_spread(seed, {nodes, false});
      const std::string where = "seed " + std::to_string(seed) + ", " + std::to_string(nodes) + " nodes";
      EXPECT_EQ(report.fault, "") << where;
      EXPECT_GT(costs.moves, 200u) << where;
      EXPECT_LE(costs.notices, costs.listening + 0.2) << where;    // the rest: all threads of a node think
      EXPECT_LE(costs.listening, 1.3 * costs.watching) << where;   // two tables may share a channel
      EXPECT_LE(costs.statements, costs.watching + 1.5) << where;  // one writes, the others read; and the bots
      EXPECT_LE(costs.entries, costs.watching) << where;
      EXPECT_LT(costs.idle_statements, 2.5) << where;
    }
}

TEST(Simulation, FiftyNodesAgree) {
  for (std::uint64_t seed = 1; seed <= (long_mode() ? 100 : 2); ++seed) {
    const auto [report, costs, trace] = simulate_spread(seed, {50, true});
    EXPECT_EQ(report.fault, "") << "remise-sim --nodes 50 --seed " << seed;
    EXPECT_GT(report.crashes, 5u);
    EXPECT_GT(report.acknowledged, 500u);
  }
}

}  // namespace
}  // namespace remise::sim
