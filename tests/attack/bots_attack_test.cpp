// Bots: one that fails ends neither the process nor the match; nobody's bots keep others waiting.
#include <thread>

#include "support/server_process.h"

namespace remise::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

Json add_one() { return {{"type", "add"}, {"value", 1}}; }

// The payload of the last entry of this kind in a table's log.
Json last_entry(const std::string& database, const std::string& table, const std::string& kind) {
  auto db = store::Database::open(database).value();
  Json found;
  const auto entries = db.entries(table, 0).value();
  for (const auto& entry : entries)
    if (entry.kind == kind) found = Json::parse(entry.payload);
  return found;
}

// ---------------------------------------------------------------------------------------------------------------------
// A bot that fails

class FailingBots : public ::testing::Test {
 protected:
  TestDatabase home{"sqlite"};
  Server server{Server::toy(home.url(), {{"bot_lease", 900}})};
  std::string me = token();

  // A table of one person and one bot, after the person's first move.
  std::string play_against(HttpClient& http, const std::string& level) {
    const auto id = start_table(http, "tally", {me}, {level});
    move(http, id);
    return id;
  }
  void move(HttpClient& http, const std::string& id) {
    const auto rev = ask(http, "GET", "/api/tables/" + id).body["table"]["rev"];
    const auto moved = ask(http, "POST", "/api/tables/" + id + "/moves",
                           {{"rev", rev}, {"key", "move " + rev.dump()}, {"action", add_one()}}, me);
    EXPECT_EQ(moved.status, 200) << moved.body;
  }
  // Until the match has so many moves; a server that died is started again, a few times.
  bool played(const std::string& id, int moves, int restarts = 0) {
    HttpClient http(server.address());
    for (const auto end = steady_clock::now() + std::chrono::seconds(10); steady_clock::now() < end;) {
      const auto view = ask(http, "GET", "/api/tables/" + id + "/view");
      if (view.status == 200 && view.body["view"]["n"] >= moves) return true;
      if (view.status == 0) {
        if (restarts-- == 0) return false;
        server.kill();
        server.start();
      }
      std::this_thread::sleep_for(milliseconds(20));
    }
    return false;
  }
};

class FailingBot : public FailingBots, public ::testing::WithParamInterface<std::string> {};

TEST_P(FailingBot, TheMatchGoesOnAndTheTableIsTold) {
  HttpClient http(server.address());
  const bool ends_the_process = GetParam() == "aborts";
  const auto id = play_against(http, GetParam());
  ASSERT_TRUE(played(id, 2, ends_the_process ? 3 : 0));
  const Json drawn = last_entry(home.url(), id, "move");
  EXPECT_EQ(drawn["seat"], 1);
  EXPECT_TRUE(drawn.value("drawn", false)) << drawn;
  if (ends_the_process) return;
  // It fails again at its next move, and others are played as ever: nobody draws for them.
  move(http, id);
  const auto other = play_against(http, "random");
  ASSERT_TRUE(played(other, 2));
  EXPECT_FALSE(last_entry(home.url(), other, "move").contains("drawn"));
  EXPECT_TRUE(played(id, 4));
  EXPECT_EQ(server.stop(), 0);
}

INSTANTIATE_TEST_SUITE_P(Ways, FailingBot,
                         ::testing::Values("throws", "asserts", "refuses", "illegal", "hangs", "aborts"),
                         [](const auto& way) { return way.param; });

// More bots hang than there are spare threads: passwords are still checked, and bots still move.
TEST_F(FailingBots, ThreadsThatNeverComeBackAreFew) {
  if (!long_mode()) GTEST_SKIP() << "REMISE_LONG=1";
  HttpClient http(server.address());
  std::vector<std::string> tables;
  for (int i = 0; i < 8; ++i) tables.push_back(play_against(http, "hangs"));
  for (const auto& id : tables) EXPECT_TRUE(played(id, 2)) << id;
  EXPECT_TRUE(played(play_against(http, "random"), 2));
  EXPECT_EQ(ask(http, "POST", "/api/accounts", {{"name", "Ada"}, {"password", "long enough"}}).status, 200);
  EXPECT_EQ(server.stop(), 0);
}

}  // namespace
}  // namespace remise::testing
