// What the server does about its database on its own: it says how it is, and removes what is old.
#include "server/app/health.h"
#include "support/app_fixture.h"

namespace remise::testing {
namespace {

constexpr std::int64_t day = std::int64_t{24} * 3600 * 1000;

// Answers when it is told to.
class SlowStorage final : public store::Storage {
 public:
  explicit SlowStorage(store::Database& db) : db_(db) {}
  void append(store::Write, Appended) override {}
  void query(std::function<void(store::Database&)> work, std::function<void()> done) override {
    waiting.push_back([this, work = std::move(work), done = std::move(done)] {
      work(db_);
      if (done) done();
    });
  }
  void release() {
    for (auto& one : std::exchange(waiting, {})) one();
  }
  std::vector<std::function<void()>> waiting;

 private:
  store::Database& db_;
};

TEST(Health, AnswersOnceAndInTime) {
  World world;
  SlowStorage storage(world.db);
  server::Health health(world.loop, storage);
  int well = 0, ill = 0;
  const auto count = [&](const store::Result<std::int64_t>& schema) { ++(schema ? well : ill); };
  health.ask(count);
  health.ask(count);
  EXPECT_EQ(storage.waiting.size(), 1u) << "one question for all who ask";
  world.loop.advance(2000);
  EXPECT_EQ(ill, 2);
  storage.release();
  EXPECT_EQ(well + ill, 2) << "answered twice";
  health.ask(count);
  storage.release();
  world.loop.advance(2000);
  EXPECT_EQ(well, 1);
  EXPECT_EQ(ill, 2);
}

TEST(Health, WritesNowAndThen) {
  World world;
  SlowStorage storage(world.db);
  server::Health health(world.loop, storage);
  const auto well = [&] {
    bool answer = false;
    health.ask([&](const store::Result<std::int64_t>& schema) { answer = schema.has_value(); });
    storage.release();
    return answer;
  };
  EXPECT_TRUE(well());
  ASSERT_TRUE(world.db.sql().query("PRAGMA query_only = 1"));
  EXPECT_TRUE(well()) << "the write of a moment ago still counts";
  world.loop.advance(6000);
  EXPECT_FALSE(well());
  EXPECT_FALSE(well());
  ASSERT_TRUE(world.db.sql().query("PRAGMA query_only = 0"));
  EXPECT_TRUE(well());
}

class RetentionTest : public AppTest {
 protected:
  bool stored(const std::string& table) { return !world.db.entries(table, 0).value().empty(); }
  void live(std::int64_t minutes) { world.loop.advance(minutes * 60 * 1000); }
};

TEST_F(RetentionTest, AWatchedTableStays) {
  const auto id = start("tally", 2);
  FakeConnection connection;
  const auto client = watch(connection, id, tokens[0]);
  world.loop.skip(400 * day);
  live(11);
  EXPECT_TRUE(stored(id));
  world.say(node, client, {{"type", "unwatch"}, {"table", id}});
  live(11);
  EXPECT_FALSE(stored(id));
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + id).status, 404);
}

// A round is bounded: the rest waits for the next.
TEST_F(RetentionTest, GoesInSmallSteps) {
  world.loop.settle();  // the round of the start
  const auto then = world.loop.now() - 31 * day;
  for (int i = 0; i < 150; ++i) {
    const store::Write write{{"t" + std::to_string(i), 0, "created", "{}", then},
                             store::Listing{"nim", "waiting", true, then, then, "{}"},
                             {},
                             store::JobChange::keep};
    ASSERT_TRUE(world.db.commit(std::span(&write, 1)).value()[0]);
  }
  const auto left = [&] { return world.db.sql().query("SELECT count(*) FROM tables").value()[0][0]; };
  live(6);
  EXPECT_EQ(left(), "50");
  live(6);
  EXPECT_EQ(left(), "0");
}

// Deleted by someone else: those who watch it or wait for it hear so.
TEST_F(RetentionTest, ADeletedTableIsSaid) {
  const auto id = start("tally", 2);
  FakeConnection connection;
  watch(connection, id, tokens[0]);
  ASSERT_TRUE(world.db.remove_table(id));
  connection.frames.clear();
  world.loop.advance(20'000);
  EXPECT_EQ(connection.take("error")["error"]["code"], "table_unknown");
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + id).status, 404);
}

}  // namespace
}  // namespace remise::testing
