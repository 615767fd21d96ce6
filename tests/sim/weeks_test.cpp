// A group plays for weeks on two nodes and a real PostgreSQL: days in the quick form, three weeks and whole matches of
// both games with REMISE_LONG=1.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "sim/weeks.h"
#include "support/databases.h"

namespace remise::sim {
namespace {

TEST(Weeks, AGroupIsCalledAndNeverStuck) {
  const char* wanted = std::getenv("REMISE_LONG");
  const bool whole = wanted && *wanted == '1';
  const testing::TestDatabase home("postgresql");
  const WeeksReport report =
      simulate_weeks({.database = home.url(), .seed = "weeks", .days = whole ? 21 : 2, .whole = whole});
  std::cout << report.text() << "\n";
  EXPECT_EQ(report.fault, "");
  EXPECT_GT(report.letters, whole ? 300u : 20u);
  EXPECT_GT(report.in_time, whole ? 200u : 10u);
  EXPECT_GT(report.advance, 0u);
  EXPECT_GT(report.kills, 0u);
  if (!whole) return;
  EXPECT_GE(report.days, 21);
  EXPECT_EQ(report.finished, 2u);
  EXPECT_EQ(report.agreed, 1u);
  EXPECT_EQ(report.replaced, 1u);
  EXPECT_GE(report.returned, 2u);
  EXPECT_GT(report.time_up, 3u);
  EXPECT_GT(report.minded, 3u);
  EXPECT_GT(report.reminders, 3u);
  EXPECT_GT(report.digests, 1u);
  EXPECT_GT(report.tables_told, 10u);
  EXPECT_GT(report.again, 0u);
  EXPECT_GT(report.kills_after_sending, 2u);
  EXPECT_EQ(report.outages, 1u);
}

}  // namespace
}  // namespace remise::sim
