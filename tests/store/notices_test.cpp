// Notices by channels, and the listener against a real PostgreSQL.
#include "store/notices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "store/database.h"
#include "support/databases.h"

namespace remise::store {
namespace {

using testing::TestDatabase;

// Every node must find the same: these numbers are part of the contract and never change.
TEST(Channels, AreTheSameEverywhere) {
  static_assert(table_channels == 1024);
  EXPECT_EQ(channel_of(""), 961u);
  EXPECT_EQ(channel_of("a"), 192u);
  EXPECT_EQ(channel_of("AbCdEfGhIjKlMnOp"), 343u);
  EXPECT_EQ(channel_name(17), "remise_t17");
  EXPECT_EQ(notice_about("a", "x").channel, "remise_t192");
  EXPECT_EQ(notice_for_all("x").channel, "remise");
}

TEST(Channels, SpreadTablesEvenly) {
  std::map<std::size_t, int> tables;
  constexpr int count = 100 * static_cast<int>(table_channels);
  for (int i = 0; i < count; ++i) ++tables[channel_of("Table" + std::to_string(i) + "xyz")];
  EXPECT_EQ(tables.size(), table_channels);
  for (const auto& [channel, n] : tables) {
    EXPECT_GT(n, 50) << channel;
    EXPECT_LT(n, 200) << channel;
  }
}

// What a listener told, for a test that waits for it.
class Told {
 public:
  Ears ears() {
    return {[this](const std::vector<std::string>& texts) {
              note([&] { heard_.insert(heard_.end(), texts.begin(), texts.end()); });
            },
            [this](const Channels& fresh) {
              if (at_listening) at_listening();
              note([&] { fresh_.push_back(fresh); });
            }};
  }
  std::function<void()> at_listening;  // in the thread of the listener

  bool hears(const std::string& text) {
    return wait([&] { return std::ranges::find(heard_, text) != heard_.end(); });
  }
  bool hears_of(std::size_t count) {
    return wait([&] { return heard_.size() >= count; });
  }
  // The channels of the next telling.
  Channels listening() {
    EXPECT_TRUE(wait([&] { return fresh_.size() > seen_; }));
    const std::lock_guard lock(mutex_);
    return seen_ < fresh_.size() ? fresh_[seen_++] : Channels();
  }
  std::size_t tellings() {
    const std::lock_guard lock(mutex_);
    return fresh_.size();
  }
  std::vector<std::string> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(heard_, {});
  }

 private:
  void note(const std::function<void()>& what) {
    {
      const std::lock_guard lock(mutex_);
      what();
    }
    changed_.notify_all();
  }
  bool wait(const std::function<bool()>& until) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), until);
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> heard_;
  std::vector<Channels> fresh_;
  std::size_t seen_ = 0;
};

class NoticesTest : public ::testing::Test {
 protected:
  NoticesTest() { EXPECT_TRUE(db.migrate()); }

  static Channels only(std::initializer_list<std::string_view> tables) {
    Channels channels;
    for (const auto table : tables) channels.set(channel_of(table));
    return channels;
  }
  static Write entry(const std::string& table, std::int64_t number) {
    return {{table, number, "move", "{}", 1}, std::nullopt, std::nullopt, JobChange::keep};
  }
  void commit(const std::vector<Write>& writes) { ASSERT_TRUE(db.commit(writes)); }
  void say(const Notice& notice) { ASSERT_TRUE(db.publish(std::span(&notice, 1))); }
  // The other connection to this database that listens: its process, and how often it was asked.
  std::string listener_pid() {
    const auto rows = db.sql().query(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND backend_type = 'client backend'");
    EXPECT_EQ(rows->size(), 1u);
    return rows->empty() ? "0" : rows->front().front();
  }

  TestDatabase home{"postgresql"};
  Database db = Database::open(home.url()).value();
  Told told;
};

TEST_F(NoticesTest, OnlyWhatIsListenedToIsHeard) {
  const auto notices = listen_postgresql(home.url(), told.ears());
  EXPECT_TRUE(told.listening().none()) << "the general channel alone";
  commit({entry("a", 0)});
  say(notice_for_all("jobs"));
  ASSERT_TRUE(told.hears("jobs"));
  EXPECT_EQ(told.take(), std::vector<std::string>{"jobs"});

  notices->listen(only({"a", "b"}));
  EXPECT_EQ(told.listening(), only({"a", "b"}));
  commit({entry("a", 1), entry("b", 0), entry("c", 0)});
  say(notice_about("c", "presence of c"));
  say(notice_about("a", "presence of a"));
  ASSERT_TRUE(told.hears("presence of a"));
  auto heard = told.take();
  std::ranges::sort(heard);
  EXPECT_EQ(heard, (std::vector<std::string>{"log a:1", "log b:0", "presence of a"}));
}

TEST_F(NoticesTest, WhatNobodyWantsIsNotHeardAnyMore) {
  const auto notices = listen_postgresql(home.url(), told.ears());
  told.listening();
  notices->listen(only({"a", "b"}));
  told.listening();
  notices->listen(only({"b", "c"}));
  EXPECT_EQ(told.listening(), only({"c"})) << "b went on without a gap";
  commit({entry("a", 0), entry("b", 0), entry("c", 0)});
  say(notice_for_all("end"));
  ASSERT_TRUE(told.hears("end"));
  auto heard = told.take();
  std::ranges::sort(heard);
  EXPECT_EQ(heard, (std::vector<std::string>{"end", "log b:0", "log c:0"}));
}

// A channel that holds several tables of one commit is told once.
TEST_F(NoticesTest, ACommitTellsEachChannelOnce) {
  std::vector<std::string> same;  // tables of one channel
  for (int i = 0; same.size() < 3; ++i)
    if (const auto name = "T" + std::to_string(i); channel_of(name) == 5) same.push_back(name);
  const auto notices = listen_postgresql(home.url(), told.ears());
  told.listening();
  notices->listen(Channels().set());
  EXPECT_EQ(told.listening().count(), table_channels);
  std::vector<Write> writes;
  std::set<std::size_t> channels{5};
  for (const auto& table : same) writes.push_back(entry(table, 0));
  for (int i = 0; i < 100; ++i) {
    writes.push_back(entry("other" + std::to_string(i), 0));
    channels.insert(channel_of("other" + std::to_string(i)));
  }
  commit(writes);
  say(notice_for_all("end"));
  ASSERT_TRUE(told.hears("end"));
  EXPECT_EQ(told.take().size(), channels.size() + 1);
}

// Changes that come while a statement is under way share the next one.
TEST_F(NoticesTest, ManyChangesAreFewStatements) {
  const auto notices = listen_postgresql(home.url(), told.ears());
  told.listening();
  Channels wanted;
  told.at_listening = [] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); };
  for (std::size_t channel = 0; channel < 500; ++channel) notices->listen(wanted.set(channel));
  Channels fresh;
  while (fresh != wanted) fresh |= told.listening();
  EXPECT_LT(told.tellings(), 10u);
}

TEST_F(NoticesTest, AfterABrokenConnectionAllIsListenedToAgain) {
  const auto notices = listen_postgresql(home.url(), told.ears());
  told.listening();
  notices->listen(only({"a", "b"}));
  told.listening();
  ASSERT_TRUE(db.sql().query("SELECT pg_terminate_backend(" + listener_pid() + ")"));
  notices->listen(only({"b", "c"}));  // decided while nobody can be asked
  Channels fresh = told.listening();
  if (fresh == only({"c"})) fresh = told.listening();  // just before it broke
  EXPECT_EQ(fresh, only({"b", "c"}));
  commit({entry("a", 0), entry("b", 0)});
  say(notice_for_all("end"));
  ASSERT_TRUE(told.hears("end"));
  const auto heard = told.take();
  EXPECT_NE(std::ranges::find(heard, "log b:0"), heard.end());
  EXPECT_EQ(std::ranges::find(heard, "log a:0"), heard.end());
}

// Somebody writes all the time while a channel is listened to and let go: every entry is either there when the listener
// says that it listens, or heard of afterwards.
TEST_F(NoticesTest, NothingFallsBetweenLookingAndListening) {
  auto reader = Database::open(home.url()).value();
  std::int64_t looked = -1;
  told.at_listening = [&] { looked = reader.last_entries({"a"}).value().front().number; };
  commit({entry("a", 0)});
  std::atomic<std::int64_t> last = 0;
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    auto mine = Database::open(home.url()).value();
    for (std::int64_t n = 1; !stop; ++n) {
      const Write write = entry("a", n);
      EXPECT_TRUE(mine.commit(std::span(&write, 1)).value().front());
      last = n;
    }
  });
  const auto notices = listen_postgresql(home.url(), told.ears());
  told.listening();
  std::int64_t missed_before = 0;
  while (last == 0) std::this_thread::yield();
  for (int round = 0; round < 30 || (missed_before == 0 && round < 1000); ++round) {
    told.take();
    const std::int64_t decided = last;
    notices->listen(only({"a"}));
    told.listening();
    missed_before += looked - decided;
    const std::int64_t until = last;
    EXPECT_TRUE(until <= looked || told.hears("log a:" + std::to_string(until)));
    const auto heard = told.take();
    const std::set<std::string> all(heard.begin(), heard.end());
    for (std::int64_t n = looked + 1; n <= until; ++n) EXPECT_TRUE(all.contains("log a:" + std::to_string(n))) << n;
    notices->listen({});
    told.listening();
  }
  EXPECT_GT(missed_before, 0) << "nothing was written between a decision and its LISTEN: this proves nothing";
  stop = true;
  writer.join();
}

}  // namespace
}  // namespace remise::store
