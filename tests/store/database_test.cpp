// Both databases behind one interface: every test here runs against SQLite and against PostgreSQL.
#include "store/database.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <atomic>
#include <thread>

#include "store/people.h"
#include "store/storage.h"
#include "support/databases.h"

namespace remise::store {
namespace {

using testing::TestDatabase;

class DatabaseTest : public ::testing::TestWithParam<const char*> {
 protected:
  DatabaseTest() : home_(GetParam()) {}

  Database open() {
    auto db = Database::open(home_.url());
    EXPECT_TRUE(db) << (db ? "" : db.error().detail);
    EXPECT_TRUE(db->migrate());
    return std::move(*db);
  }
  static Write move(const std::string& table, std::int64_t number, const std::string& payload = "{}") {
    return {{table, number, "move", payload, 1000 + number}, std::nullopt, std::nullopt, JobChange::keep};
  }

  TestDatabase home_;
};

TEST_P(DatabaseTest, AppendsAndReadsBackInOrder) {
  auto db = open();
  const std::string odd = "{\"text\":\"\xc3\xa4\\u0000'\\\"; DROP TABLE log\"}";
  const Write writes[] = {move("a", 0, odd), move("b", 0)};
  EXPECT_EQ(db.commit(writes).value(), (std::vector<bool>{true, true}));
  const Write more[] = {move("a", 1)};
  EXPECT_EQ(db.commit(more).value(), std::vector<bool>{true});
  const auto entries = db.entries("a", 0).value();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0], (Entry{"a", 0, "move", odd, 1000}));
  EXPECT_EQ(entries[1].number, 1);
  EXPECT_EQ(db.entries("a", 1).value().size(), 1u);
  EXPECT_TRUE(db.entries("c", 0).value().empty());
}

TEST_P(DatabaseTest, ReadsWhatIsNewOfSeveralTablesAtOnce) {
  auto db = open();
  for (std::int64_t n = 0; n < 4; ++n) {
    const Write writes[] = {move("a", n), move("b", n), move("c", n)};
    ASSERT_TRUE(db.commit(writes));
  }
  std::vector<std::string> found;
  const auto newer = db.newer_entries({{"a", 2}, {"c", 3}, {"b", 9}, {"d", 0}}).value();
  for (const Entry& e : newer) found.push_back(e.table + std::to_string(e.number));
  EXPECT_EQ(found, (std::vector<std::string>{"a2", "a3", "c3"}));
  EXPECT_TRUE(db.newer_entries({}).value().empty());
  std::vector<std::string> many{"a", "b", "x"};
  for (int i = 0; i < 500; ++i) many.push_back("t" + std::to_string(i));
  const auto last = db.last_entries(many).value();
  ASSERT_EQ(last.size(), 2u);
  EXPECT_EQ(last[0].number, 3);
}

// Nodes whose clocks differ a little do not take each other's jobs; a lease of a clock that was set back holds nobody
// up.
TEST_P(DatabaseTest, ALeaseHoldsByOneClock) {
  auto db = open();
  Write write = move("a", 0);
  write.job = JobChange::set;
  ASSERT_TRUE(db.commit(std::span(&write, 1)));
  const auto now = db.lease_clock(1'700'000'000'000).value();
  EXPECT_GT(now, 1'600'000'000'000);
  EXPECT_EQ(db.take_jobs({now, now + 30'000, 1}).value(), std::vector<Job>({{"a", 1}}));
  EXPECT_TRUE(db.take_jobs({now - 1, now + 29'999, 1}).value().empty());
  EXPECT_TRUE(db.take_jobs({now - 20'000, now + 10'000, 1}).value().empty());
  const auto hour = std::int64_t{3600} * 1000;
  EXPECT_EQ(db.take_jobs({now - hour, now - hour + 30'000, 1}).value(), std::vector<Job>({{"a", 2}}));
}

// What was taken with a lease is dropped with it; a job that was set since then stays.
TEST_P(DatabaseTest, AJobIsDroppedOnlyUnderItsLease) {
  auto db = open();
  Write first = move("a", 0), second = move("a", 1);
  first.job = second.job = JobChange::set;
  ASSERT_TRUE(db.commit(std::span(&first, 1)));
  EXPECT_EQ(db.take_jobs({5000, 9000, 10}).value(), std::vector<Job>({{"a", 1}}));
  ASSERT_TRUE(db.commit(std::span(&second, 1)));
  ASSERT_TRUE(db.drop_job("a", 9000));
  EXPECT_EQ(db.take_jobs({5000, 9500, 10}).value(), std::vector<Job>({{"a", 1}}));
  ASSERT_TRUE(db.drop_job("a", 9500));
  EXPECT_TRUE(db.take_jobs({50'000, 60'000, 10}).value().empty());
}

// Turns begin, go on under another name of their person, and end, with the entries that say so.
// What strangers may list costs no more because there are many tables: none of another status is read, and whoever asks
// for what hardly exists is told what there is of it among the newest.
TEST_P(DatabaseTest, AListLooksAtTheNewestTablesAlone) {
  auto db = open();
  constexpr int several = 200;
  for (int batch = 0; batch * several < most_looked_at + several; ++batch) {
    std::vector<Write> writes;
    for (int i = batch * several; i < (batch + 1) * several; ++i) {
      writes.push_back(move("t" + std::to_string(i), 0));
      const bool rare = i == 5 || i == most_looked_at;
      writes.back().listing = Listing{
          rare ? "nim" : "1840",   "finished", true, 1, 1000 + i, rare ? R"({"rated":true})" : R"({"rated":false})",
          "g:" + std::to_string(i)};
    }
    ASSERT_TRUE(db.commit(writes));
  }
  const auto found = [&](TableFilter filter) {
    std::vector<std::string> ids;
    const auto tables = db.tables(filter);
    EXPECT_TRUE(tables) << (tables ? "" : tables.error().detail);
    if (tables)
      for (const auto& table : *tables) ids.push_back(table.id);
    return ids;
  };
  using Ids = std::vector<std::string>;
  const auto newest = [](int n) { return "t" + std::to_string(most_looked_at + several - 1 - n); };
  const std::string young = "t" + std::to_string(most_looked_at);
  for (const char* status : {"finished", ""}) {
    EXPECT_EQ(found({.status = status, .game = "", .limit = 2}), (Ids{newest(0), newest(1)}));
    EXPECT_EQ(found({.status = status, .game = "nim"}), Ids{young});
    EXPECT_EQ(found({.status = status, .game = "", .containing = {R"("rated":true)"}}), Ids{young});
    EXPECT_EQ(found({.status = status, .game = "nim", .closed_too = true}), (Ids{young, "t5"}));
    EXPECT_EQ(found({.status = status, .game = "nim", .before = 1100}), Ids{"t5"}) << "further pages go on from there";
  }
  EXPECT_EQ(found({.status = "waiting", .game = ""}), Ids{});
  // Who has blocked somebody goes on as ever.
  ASSERT_TRUE(set_relation(db, "a:me", {"g:" + newest(0).substr(1), "x", "block"}, 1).value());
  EXPECT_EQ(found({.status = "finished", .game = "", .limit = 1, .reader = "a:me"}), Ids{newest(1)});
}

TEST_P(DatabaseTest, ATurnGoesOnUnderAnotherName) {
  auto db = open();
  Write begins = move("a", 0), other = move("b", 0);
  begins.calls = {{0, "g:x", 5000}, {1, "g:y", 5000}};
  other.calls = {{0, "g:x", 5000}};
  const Write both[] = {begins, other};
  ASSERT_TRUE(db.commit(both));
  const auto taken = db.take_calls({6000, 6000, 9000, 1}).value();
  ASSERT_EQ(taken.size(), 1u);
  Write logs_in = move("a", 1), ends = move("b", 1);
  logs_in.calls = {{0, "a:x", 7000, true}};
  ends.calls = {{0, "", 7000}};
  const Write more[] = {logs_in, ends};
  ASSERT_EQ(db.commit(more).value(), (std::vector<bool>{true, true}));
  const auto rows =
      db.sql().query("SELECT seat, number, holder, since, due FROM calls ORDER BY table_id, seat").value();
  EXPECT_EQ(rows, (Rows{{"0", "0", "a:x", "1000", "5000"}, {"1", "0", "g:y", "1000", "5000"}}));
  // Whoever took it under the former name does not end it.
  ASSERT_TRUE(db.drop_call({"a", 0, 0, "g:x"}));
  EXPECT_EQ(db.calls_of("a:x", 10).value().size(), 1u);
  ASSERT_TRUE(db.drop_call({"a", 0, 0, "a:x"}));
  EXPECT_TRUE(db.calls_of("a:x", 10).value().empty());
  // A number that is taken changes nothing.
  Write late = move("a", 1);
  late.calls = {{1, "a:y", 8000, true}};
  EXPECT_EQ(db.commit(std::span(&late, 1)).value(), std::vector<bool>{false});
  EXPECT_EQ(db.calls_of("g:y", 10).value().size(), 1u);
}

TEST_P(DatabaseTest, ANumberIsGivenOnce) {
  auto db = open();
  auto other = open();
  const Write first[] = {move("a", 0, "1"), move("b", 0, "1")};
  Write second[] = {move("a", 0, "2"), move("c", 0, "2")};
  second[0].member = "g:x";
  second[0].job = JobChange::set;
  second[0].listing = Listing{"nim", "waiting", true, 1, 1, "{}"};
  EXPECT_EQ(db.commit(first).value(), (std::vector<bool>{true, true}));
  EXPECT_EQ(other.commit(second).value(), (std::vector<bool>{false, true}));
  EXPECT_EQ(db.entries("a", 0).value().front().payload, "1");
  EXPECT_EQ(db.entries("c", 0).value().size(), 1u);
  // Of the write that lost nothing is kept.
  EXPECT_TRUE(db.tables_of({"g:x"}, 10).value().empty());
  EXPECT_TRUE(db.take_jobs({10'000, 20'000, 10}).value().empty());
  EXPECT_TRUE(db.tables({"waiting", "", 0, 10, true}).value().empty());
}

TEST_P(DatabaseTest, TwoWritersRacingGetEveryNumberOnce) {
  open();
  constexpr int numbers = 60;
  std::atomic<int> won = 0;
  const auto race = [&](const std::string& me) {
    auto db = Database::open(home_.url());
    ASSERT_TRUE(db);
    for (int n = 0; n < numbers; ++n) {
      const Write writes[] = {move("t1", n, '"' + me + '"'), move("t2", n, '"' + me + '"')};
      const auto written = db->commit(writes);
      ASSERT_TRUE(written) << written.error().detail;
      won += static_cast<int>((*written)[0]) + static_cast<int>((*written)[1]);
    }
  };
  std::thread a(race, "a"), b(race, "b");
  a.join();
  b.join();
  EXPECT_EQ(won, 2 * numbers);
  EXPECT_EQ(open().entries("t1", 0).value().size(), static_cast<std::size_t>(numbers));
}

TEST_P(DatabaseTest, ListsTablesByStateAndHolder) {
  auto db = open();
  for (int i = 0; i < 5; ++i) {
    Write write = move("t" + std::to_string(i), 0);
    write.listing = Listing{i % 2 ? "nim" : "1840",
                            i < 3 ? "waiting" : "playing",
                            i != 1,
                            10 + i,
                            10 + i,
                            "{\"i\":" + std::to_string(i) + "}"};
    write.member = i == 4 ? "a:me" : "g:me";
    ASSERT_TRUE(db.commit(std::span(&write, 1)));
  }
  const auto ids = [](const std::vector<ListedTable>& tables) {
    std::string text;
    for (const auto& table : tables) text += table.id + " ";
    return text;
  };
  EXPECT_EQ(ids(db.tables({"waiting", "", 0, 10, false}).value()), "t2 t0 ");
  EXPECT_EQ(ids(db.tables({"waiting", "", 0, 10, true}).value()), "t2 t1 t0 ");
  EXPECT_EQ(ids(db.tables({"waiting", "", 12, 10, false}).value()), "t0 ");
  EXPECT_EQ(ids(db.tables({"playing", "nim", 0, 10, false}).value()), "t3 ");
  EXPECT_EQ(ids(db.tables_of({"a:me", "g:me"}, 3).value()), "t4 t3 t2 ");
  EXPECT_EQ(ids(db.tables_of({"g:me"}, 100).value()), "t3 t2 t1 t0 ");
  ASSERT_TRUE(db.remove_table("t3"));
  EXPECT_EQ(ids(db.tables_of({"g:me"}, 100).value()), "t2 t1 t0 ");
  // Who made a table of bots sits nowhere there.
  Write bots = move("t5", 0);
  bots.listing = Listing{"nim", "waiting", true, 15, 15, "{}", "g:me", false};
  ASSERT_TRUE(db.commit(std::span(&bots, 1)));
  EXPECT_EQ(ids(db.tables_of({"a:me", "g:me"}, 100).value()), "t5 t4 t2 t1 t0 ");
  EXPECT_EQ(ids(db.tables_of({"a:me"}, 100).value()), "t4 ");
  // A table that is theirs in more than one way is listed once.
  Write both = move("t6", 0);
  both.listing = Listing{"nim", "waiting", true, 16, 16, "{}", "a:me", true};
  both.member = "g:me";
  ASSERT_TRUE(db.commit(std::span(&both, 1)));
  EXPECT_EQ(ids(db.tables_of({"a:me", "g:me"}, 3).value()), "t6 t5 t4 ");
  EXPECT_EQ(ids(db.tables_of({"a:me"}, 100).value()), "t6 t4 ");
  EXPECT_TRUE(db.entries("t3", 0).value().empty());
}

TEST_P(DatabaseTest, JobsAreLeasedAndComeBack) {
  auto db = open();
  Write write = move("t", 0);
  write.job = JobChange::set;
  ASSERT_TRUE(db.commit(std::span(&write, 1)));
  // Every attempt counts, whether its lease ran out or its process ended.
  EXPECT_EQ(db.take_jobs({5000, 9000, 10}).value(), std::vector<Job>({{"t", 1}}));
  EXPECT_TRUE(db.take_jobs({6000, 9000, 10}).value().empty());
  EXPECT_EQ(db.take_jobs({9000, 12'000, 10}).value(), std::vector<Job>({{"t", 2}}));
  ASSERT_TRUE(db.free_jobs());
  EXPECT_EQ(db.take_jobs({9000, 12'000, 10}).value(), std::vector<Job>({{"t", 3}}));
  // Unless whoever gives it back says that it does not; only the holder of the lease can.
  ASSERT_TRUE(db.give_back_job("t", 12'000, 9500, false));
  ASSERT_TRUE(db.give_back_job("t", 12'000, 0, false));
  EXPECT_TRUE(db.take_jobs({9499, 12'000, 10}).value().empty());
  EXPECT_EQ(db.take_jobs({9500, 13'000, 10}).value(), std::vector<Job>({{"t", 3}}));
  ASSERT_TRUE(db.give_back_job("t", 13'000, 0, true));
  EXPECT_EQ(db.take_jobs({9500, 14'000, 10}).value(), std::vector<Job>({{"t", 4}}));
  write = move("t", 1);
  write.job = JobChange::clear;
  ASSERT_TRUE(db.commit(std::span(&write, 1)));
  EXPECT_TRUE(db.take_jobs({20'000, 30'000, 10}).value().empty());
}

// A table of this host where a bot is to move since `time`.
Write bot_to_move(const std::string& table, const std::string& host, bool people, std::int64_t time) {
  Write write{{table, 0, "move", "{}", time}, std::nullopt, std::nullopt, JobChange::set};
  write.listing = Listing{"nim", "playing", true, time, time, "{}", host, people};
  return write;
}

// The tables in the order in which they are taken, one at a time, each kept for long.
std::string taken_in_turn(Database& db, std::size_t most, Taking wanted) {
  std::string order;
  for (std::size_t i = 0; i < most; ++i) {
    const auto jobs = db.take_jobs(wanted).value();
    if (jobs.empty()) break;
    order += jobs.front().table + " ";
  }
  return order;
}

TEST_P(DatabaseTest, PeopleComeFirstAndHostsTakeTurns) {
  auto db = open();
  // One host waits with four tables, before all others.
  for (const auto& write : {bot_to_move("many1", "g:many", true, 1), bot_to_move("many2", "g:many", true, 2),
                            bot_to_move("many3", "g:many", true, 3), bot_to_move("bots1", "g:many", false, 4),
                            bot_to_move("one", "g:one", true, 5), bot_to_move("other", "g:other", true, 6)})
    ASSERT_TRUE(db.commit(std::span(&write, 1)).value()[0]);
  const Taking wanted{.now = 10, .lease = 1000};
  EXPECT_EQ(taken_in_turn(db, 10, wanted), "many1 one other many2 many3 bots1 ");
  // The same at once, and on a second connection: what is under way counts, whoever has it.
  ASSERT_TRUE(db.free_jobs());
  auto other = open();
  EXPECT_EQ(db.take_jobs({.now = 10, .lease = 1000, .limit = 2}).value().size(), 2u);
  EXPECT_EQ(taken_in_turn(other, 10, wanted), "other many2 many3 bots1 ");
}

TEST_P(DatabaseTest, AHostHasAFewTablesOfBotsUnderWay) {
  auto db = open();
  for (int i = 0; i < 6; ++i) {
    const auto write = bot_to_move("t" + std::to_string(i), i < 4 ? "g:many" : "g:few", false, i);
    ASSERT_TRUE(db.commit(std::span(&write, 1)).value()[0]);
  }
  const Taking wanted{.now = 10, .lease = 1000};
  EXPECT_EQ(taken_in_turn(db, 10, wanted), "t0 t4 t1 t5 ");
  ASSERT_TRUE(db.drop_job("t0", 1000));
  auto other = open();
  EXPECT_EQ(taken_in_turn(other, 10, wanted), "t2 ");
  EXPECT_EQ(other.take_jobs({.now = 10, .lease = 1000, .bot_tables = 9, .people_only = true}).value().size(), 0u);
  EXPECT_EQ(taken_in_turn(other, 10, {.now = 10, .lease = 1000, .bot_tables = 3}), "t3 ");
}

// However long a host's many tables have waited: four at a time, while others wait.
TEST_P(DatabaseTest, AHostHasFourTablesWithPeopleUnderWayWhileOthersWait) {
  auto db = open();
  for (int i = 0; i < 6; ++i) {
    const auto write = bot_to_move("many" + std::to_string(i), "g:many", true, i);
    ASSERT_TRUE(db.commit(std::span(&write, 1)).value()[0]);
  }
  const auto other = bot_to_move("other", "g:other", true, 90'000);
  ASSERT_TRUE(db.commit(std::span(&other, 1)).value()[0]);
  const auto jobs = db.take_jobs({.now = 100'000, .lease = 200'000, .limit = 5}).value();
  ASSERT_EQ(jobs.size(), 5u);
  EXPECT_EQ(jobs.back().table, "other");
  EXPECT_EQ(taken_in_turn(db, 10, {.now = 100'000, .lease = 200'000}), "many4 many5 ");
}

// Nodes that look at the same moment count as one.
TEST_P(DatabaseTest, NodesTogetherTakeAFewTablesOfBots) {
  auto db = open();
  for (int i = 0; i < 8; ++i) {
    const auto write = bot_to_move("t" + std::to_string(i), "g:me", false, i);
    ASSERT_TRUE(db.commit(std::span(&write, 1)).value()[0]);
  }
  for (int round = 0; round < 20; ++round) {
    ASSERT_TRUE(db.free_jobs());
    std::atomic<std::size_t> taken = 0;
    std::vector<std::thread> nodes;
    for (int i = 0; i < 3; ++i)
      nodes.emplace_back([&] {
        auto node = Database::open(home_.url()).value();
        taken += node.take_jobs({.now = 10, .lease = 1000, .limit = 8}).value().size();
      });
    for (auto& node : nodes) node.join();
    EXPECT_EQ(taken, 2u);
  }
}

// Whoever waits longest has a turn, even a table of bots beside many people.
TEST_P(DatabaseTest, TheOldestIsTakenWhereThatIsWanted) {
  auto db = open();
  for (const auto& write : {bot_to_move("people1", "g:a", true, 5), bot_to_move("bots", "g:b", false, 4),
                            bot_to_move("people2", "g:c", true, 6)})
    ASSERT_TRUE(db.commit(std::span(&write, 1)).value()[0]);
  EXPECT_EQ(taken_in_turn(db, 1, {.now = 10, .lease = 1000}), "people1 ");
  const auto oldest = db.take_jobs({.now = 10, .lease = 1000, .oldest = true}).value();
  EXPECT_EQ(oldest, std::vector<Job>({{"bots", 1, false}}));
  EXPECT_EQ(db.take_jobs({.now = 10, .lease = 1000}).value(), std::vector<Job>({{"people2", 1, true}}));
}

TEST_P(DatabaseTest, TablesOfBotsAreCountedByTheirHost) {
  auto db = open();
  auto finished = bot_to_move("t3", "g:me", false, 3);
  finished.listing->status = "finished";
  for (const auto& write : {bot_to_move("t0", "g:me", false, 1), bot_to_move("t1", "a:me", false, 1),
                            bot_to_move("t2", "g:me", true, 2), finished, bot_to_move("t4", "g:else", false, 4)})
    ASSERT_TRUE(db.commit(std::span(&write, 1)).value()[0]);
  EXPECT_EQ(db.bot_tables_of({"a:me", "g:me"}).value(), 2);
  EXPECT_EQ(db.bot_tables_of({"g:me"}).value(), 1);
  EXPECT_EQ(db.bot_tables_of({}).value(), 0);
}

const Account first_account{"id1", "Anna", "hash", 5, false};

TEST_P(DatabaseTest, AccountsAndSessions) {
  auto db = open();
  EXPECT_TRUE(db.add_account({"id1", "Anna", "hash", 5, false}).value());
  EXPECT_FALSE(db.add_account({"id2", "aNNa", "hash", 5, false}).value());
  EXPECT_EQ(db.find_account("ANNA").value().front().id, "id1");
  ASSERT_TRUE(db.add_session("s1", first_account, 100).value());
  ASSERT_TRUE(db.add_session("s2", first_account, 200).value());
  EXPECT_EQ(db.session("s1", 50).value().size(), 1u);
  EXPECT_TRUE(db.session("s1", 100).value().empty());
  ASSERT_TRUE(db.remove_sessions("id1", "s2"));
  EXPECT_TRUE(db.session("s1", 50).value().empty());
  EXPECT_EQ(db.session("s2", 50).value().size(), 1u);
  // Nobody gets in with a password that is not the present one any more, however long it took to check it.
  EXPECT_FALSE(db.add_session("s3", {"id1", "Anna", "older hash", 5, false}, 200).value());
  EXPECT_FALSE(db.add_session("s3", {"id9", "Anna", "hash", 5, false}, 200).value());
  ASSERT_TRUE(db.set_banned("id1", true));
  EXPECT_FALSE(db.add_session("s3", first_account, 200).value());
  EXPECT_TRUE(db.session("s2", 50).value().empty());
  ASSERT_TRUE(db.set_setting("a:id1", "preferences", "{}"));
  ASSERT_TRUE(db.set_setting("a:id1", "preferences", "{\"a\":1}"));
  EXPECT_EQ(db.setting("a:id1", "preferences").value(), "{\"a\":1}");
  ASSERT_TRUE(db.remove_account("id1"));
  EXPECT_TRUE(db.find_account("Anna").value().empty());
  EXPECT_EQ(db.setting("a:id1", "preferences").value(), "");
}

TEST_P(DatabaseTest, FindsTheTablesOfEveryHolder) {
  auto db = open();
  for (const char* holder : {"g:one", "g:two", "g:three", "g:four"}) {
    Write write = move(holder + 2, 0);
    write.listing = Listing{"nim", "waiting", true, 1, 1, "{}"};
    write.member = holder;
    ASSERT_TRUE(db.commit(std::span(&write, 1)));
  }
  EXPECT_EQ(db.tables_of({"g:one", "g:two", "g:three"}, 10).value().size(), 3u);
  EXPECT_TRUE(db.tables_of({}, 10).value().empty());
}

TEST_P(DatabaseTest, CountsWhatEndsSessions) {
  auto db = open();
  auto other = open();
  std::int64_t last = other.revocations().value();
  const auto grown = [&] {
    const auto now = other.revocations().value();
    return now > std::exchange(last, now);
  };
  ASSERT_TRUE(db.add_account({"id1", "Anna", "hash", 5, false}).value());
  ASSERT_TRUE(db.add_session("s1", first_account, 100).value());
  ASSERT_TRUE(db.remove_expired(50));
  EXPECT_FALSE(grown());
  ASSERT_TRUE(db.remove_session("s1"));
  EXPECT_TRUE(grown());
  ASSERT_TRUE(db.remove_sessions("id1", ""));
  EXPECT_TRUE(grown());
  ASSERT_TRUE(db.set_banned("id1", true));
  EXPECT_TRUE(grown());
  ASSERT_TRUE(db.remove_account("id1"));
  EXPECT_TRUE(grown());
}

TEST_P(DatabaseTest, ATransactionIsAllOrNothing) {
  auto db = open();
  const auto failed = db.transaction([&]() -> Result<void> {
    EXPECT_TRUE(db.set_setting("x", "a", "1"));
    return std::unexpected(Fault{Fault::Kind::broken, "no"});
  });
  EXPECT_FALSE(failed);
  EXPECT_EQ(db.setting("x", "a").value(), "");
  EXPECT_TRUE(db.transaction([&] { return db.set_setting("x", "a", "2"); }));
  EXPECT_EQ(db.setting("x", "a").value(), "2");
  // What fails in the middle takes what came before with it.
  ASSERT_TRUE(db.add_account({"id1", "Anna", "hash", 5, false}).value());
  ASSERT_TRUE(db.add_session("s1", first_account, 100).value());
  ASSERT_TRUE(db.sql().query("ALTER TABLE accounts RENAME TO elsewhere"));
  EXPECT_FALSE(db.remove_account("id1"));
  ASSERT_TRUE(db.sql().query("ALTER TABLE elsewhere RENAME TO accounts"));
  EXPECT_EQ(db.session("s1", 50).value().size(), 1u);
}

// A table that was removed is not begun again in the middle by one who still has it in memory.
TEST_P(DatabaseTest, NothingIsAddedToARemovedTable) {
  auto db = open();
  const Write first[] = {move("a", 0), move("b", 0)};
  ASSERT_TRUE(db.commit(first));
  ASSERT_TRUE(db.remove_table("a"));
  Write late[] = {move("a", 1), move("b", 1)};
  late[0].listing = Listing{"nim", "waiting", true, 1, 1, "{}"};
  late[0].member = "g:x";
  late[0].job = JobChange::set;
  EXPECT_EQ(db.commit(late).value(), (std::vector<bool>{false, true}));
  EXPECT_TRUE(db.entries("a", 0).value().empty());
  EXPECT_TRUE(db.tables({"waiting", "", 0, 10, true}).value().empty());
  EXPECT_TRUE(db.tables_of({"g:x"}, 10).value().empty());
  EXPECT_TRUE(db.take_jobs({9000, 10'000, 10}).value().empty());
}

// Removed while others move there: either all of it is gone, or none of it.
TEST_P(DatabaseTest, ARemovalAndAMoveAtTheSameMoment) {
  open();
  constexpr int tables = 30;
  const auto name = [](int i) { return "t" + std::to_string(i); };
  std::atomic<int> at = -1;
  std::thread mover([&] {
    auto db = Database::open(home_.url()).value();
    for (int i = 0; i < tables; ++i) {
      Write write = move(name(i), 0);
      write.listing = Listing{"nim", "waiting", true, 1, 1, "{}"};
      EXPECT_TRUE(db.commit(std::span(&write, 1)).value()[0]);
      at = i;
      for (write.entry.number = 1; write.entry.number < 500; ++write.entry.number) {
        const auto done = db.commit(std::span(&write, 1));
        ASSERT_TRUE(done) << done.error().detail;
        if (!done->front()) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      EXPECT_LT(write.entry.number, 500) << "nobody removed it";
    }
  });
  auto db = Database::open(home_.url()).value();
  for (int i = 0; i < tables; ++i) {
    while (at < i) std::this_thread::yield();
    const auto done = db.remove_table(name(i));
    EXPECT_TRUE(done) << done.error().detail;
  }
  mover.join();
  for (const char* relation : {"log", "tables"})
    EXPECT_EQ(db.sql().query(std::string("SELECT count(*) FROM ") + relation).value()[0][0], "0") << relation;
}

TEST_P(DatabaseTest, StaleTablesAreRemovedOnlyWhileTheyAreStale) {
  auto db = open();
  const auto add = [&](const std::string& id, const std::string& holder, std::int64_t time) {
    Write write{
        {id, 0, "created", "{}", time}, Listing{"nim", "playing", id < "c", time, time, "{}"}, holder, JobChange::keep};
    ASSERT_TRUE(db.commit(std::span(&write, 1)));
  };
  add("a", "g:1", 100), add("b", "a:1", 100), add("c", "g:1", 101), add("d", "g:1", 900);
  using Accounts = Stale::Accounts;
  using Ids = std::vector<std::string>;
  WalkedTo at;
  EXPECT_EQ(db.stale_tables({"playing", 500, Accounts::none}, at, 10).value(), (Ids{"a", "c"}));
  EXPECT_EQ(at.id, "") << "the walk is over, and begins again";
  EXPECT_EQ(db.stale_tables({"playing", 500, Accounts::none}, at, 1).value(), Ids{"a"});
  EXPECT_EQ(db.stale_tables({"playing", 500, Accounts::none}, at, 1).value(), Ids{"c"});
  EXPECT_EQ(db.stale_tables({"playing", 500, Accounts::none}, at, 1).value(), Ids{"a"}) << "from the beginning";
  EXPECT_EQ(db.stale_tables({"playing", 500, Accounts::some}, at, 10).value(), Ids{"b"});
  EXPECT_EQ(db.stale_tables({"playing", 500, Accounts::any}, at, 10).value().size(), 3u);
  EXPECT_TRUE(db.stale_tables({"waiting", 500, Accounts::any}, at, 10).value().empty());
  EXPECT_EQ(db.remove_stale("a", {"playing", 500, Accounts::none}).value(), 100);
  EXPECT_EQ(db.remove_stale("a", {"playing", 500, Accounts::none}).value(), std::nullopt);
  EXPECT_EQ(db.remove_stale("b", {"playing", 500, Accounts::none}).value(), std::nullopt);
  const Write move_now{
      {"c", 1, "move", "{}", 600}, Listing{"nim", "playing", false, 100, 600, "{}"}, {}, JobChange::keep};
  ASSERT_TRUE(db.commit(std::span(&move_now, 1)));
  EXPECT_EQ(db.remove_stale("c", {"playing", 500, Accounts::none}).value(), std::nullopt);
  EXPECT_TRUE(db.entries("a", 0).value().empty());
  EXPECT_EQ(db.entries("b", 0).value().size(), 1u);
  EXPECT_EQ(db.entries("c", 0).value().size(), 2u);
}

// What a seat plans goes with the entry or not at all; where time runs out is found by when.
TEST_P(DatabaseTest, PlansAndDeadlinesGoWithTheirEntry) {
  auto db = open();
  const auto listed = [](std::int64_t due) {
    Listing listing{"nim", "playing", false, 100, 100, "{}"};
    listing.due = due;
    return listing;
  };
  std::vector<Write> writes{{{"a", 0, "created", "{}", 1}, listed(500), {}, JobChange::keep},
                            {{"b", 0, "created", "{}", 1}, listed(300), {}, JobChange::keep},
                            {{"c", 0, "created", "{}", 1}, listed(0), {}, JobChange::keep}};
  writes[0].plans = SeatPlans{2, "[1]"};
  ASSERT_TRUE(db.commit(writes));
  EXPECT_EQ(db.due_tables(499, 10).value(), std::vector<std::string>{"b"});
  EXPECT_EQ(db.due_tables(500, 10).value(), (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(db.due_tables(500, 1).value(), std::vector<std::string>{"b"});
  EXPECT_EQ(db.plans("a", 2).value(), "[1]");
  EXPECT_EQ(db.plans("a", 1).value(), "");
  // The number is taken: nothing of it counts.
  Write late{{"a", 0, "move", "{}", 2}, listed(0), {}, JobChange::keep};
  late.plans = SeatPlans{2, "[2]"};
  EXPECT_FALSE(db.commit(std::span(&late, 1)).value()[0]);
  EXPECT_EQ(db.plans("a", 2).value(), "[1]");
  EXPECT_EQ(db.due_tables(500, 10).value().size(), 2u);
  late.entry.number = 1;
  EXPECT_TRUE(db.commit(std::span(&late, 1)).value()[0]);
  EXPECT_EQ(db.plans("a", 2).value(), "[2]");
  EXPECT_EQ(db.due_tables(500, 10).value(), std::vector<std::string>{"b"});
  ASSERT_TRUE(db.remove_table("a"));
  EXPECT_EQ(db.plans("a", 2).value(), "");
}

TEST_P(DatabaseTest, MigratesOnceAndRefusesTheFuture) {
  auto db = open();
  const auto latest = db.schema_version().value();
  EXPECT_TRUE(db.migrate());
  EXPECT_GE(db.schema_version().value(), 2);
  EXPECT_EQ(db.schema_version().value(), latest);
  ASSERT_TRUE(db.sql().query("UPDATE meta SET value = '99' WHERE name = 'schema'"));
  const auto refused = db.migrate();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().detail.find("newer"), std::string::npos);
}

// A database as the first version wrote it, with a bot to move and an account.
TEST_P(DatabaseTest, MigratesWhatTheFirstVersionWrote) {
  {
    auto old = Database::open(home_.url()).value();
    for (const char* sql :
         {"CREATE TABLE log(table_id TEXT NOT NULL, number BIGINT NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL,"
          " time BIGINT NOT NULL, PRIMARY KEY(table_id, number))",
          "CREATE TABLE tables(id TEXT PRIMARY KEY, game TEXT NOT NULL, status TEXT NOT NULL, open BIGINT NOT NULL,"
          " created BIGINT NOT NULL, updated BIGINT NOT NULL, summary TEXT NOT NULL)",
          "CREATE INDEX tables_listed ON tables(status, open, updated)",
          "CREATE TABLE members(holder TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY(holder, table_id))",
          "CREATE TABLE jobs(table_id TEXT PRIMARY KEY, due BIGINT NOT NULL, lease BIGINT NOT NULL)",
          "CREATE TABLE accounts(id TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE,"
          " password TEXT NOT NULL, created BIGINT NOT NULL, banned BIGINT NOT NULL)",
          "CREATE TABLE sessions(token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL, expires BIGINT NOT NULL)",
          "CREATE INDEX sessions_of ON sessions(account_id)",
          "CREATE TABLE settings(owner TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,"
          " PRIMARY KEY(owner, name))",
          "CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL)", "INSERT INTO meta VALUES ('schema', '1')",
          "INSERT INTO tables VALUES ('t', 'nim', 'playing', 1, 5, 5, '{}')", "INSERT INTO jobs VALUES ('t', 5, 0)",
          "INSERT INTO accounts VALUES ('id1', 'Anna', 'anna', 'hash', 5, 0), ('id2', 'Bert', 'bert', 'hash', 5, 0)"})
      ASSERT_TRUE(old.sql().query(sql)) << sql;
  }
  auto db = open();
  EXPECT_EQ(db.take_jobs({10, 20, 10}).value(), std::vector<Job>({{"t", 1, true}}));
  EXPECT_EQ(db.find_account("ANNA").value().front().id, "id1");
  EXPECT_EQ(db.accounts_without_look().value().size(), 2u);
  // A look is given once; who comes second stays without.
  Account anna{"id1", "Anna", "", 5, false, "", "anna", "ANNA"}, bert{"id2", "Bert", "", 5, false, "", "anna", "ANNA"};
  ASSERT_TRUE(db.set_look(anna));
  ASSERT_TRUE(db.set_look(bert));
  EXPECT_EQ(db.accounts_without_look().value().front().id, "id2");
  EXPECT_FALSE(db.add_account({"id3", "Anną", "hash", 5, false, "anną", "anna", "ANNĄ"}).value());
  EXPECT_FALSE(db.add_account({"id3", "Anną", "hash", 5, false, "anną", "anną", "ANNA"}).value());
  EXPECT_TRUE(db.add_account({"id3", "Anną", "hash", 5, false, "anną", "anną", "ANNĄ"}).value());
  EXPECT_EQ(db.find_account("ANNĄ", "anną").value().front().id, "id3");
}

TEST_P(DatabaseTest, WaitingWritesShareOneCommit) {
  open();
  std::mutex mutex;
  std::vector<std::function<void()>> posted;
  std::vector<std::size_t> batches;
  {
    auto storage = open_storage(home_.url(),
                                [&](std::function<void()> work) {
                                  const std::lock_guard lock(mutex);
                                  posted.push_back(std::move(work));
                                },
                                {[&](std::size_t writes, double) { batches.push_back(writes); }});
    ASSERT_TRUE(storage);
    int done = 0;
    for (int i = 0; i < 300; ++i)
      (*storage)->append(move("t" + std::to_string(i), 0),
                         [&done](Commit result, const Fault&) { done += result == Commit::done; });
    storage->reset();  // writes what was put
    for (auto& work : posted) work();
    EXPECT_EQ(done, 300);
  }
  EXPECT_LT(batches.size(), 100u);
}

INSTANTIATE_TEST_SUITE_P(Both, DatabaseTest, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& chosen) { return std::string(chosen.param); });

// A transaction does not go on outside itself when the connection breaks in the middle.
TEST(Postgresql, ALostConnectionEndsItsTransaction) {
  TestDatabase home("postgresql");
  auto db = Database::open(home.url()).value(), other = Database::open(home.url()).value();
  ASSERT_TRUE(db.migrate());
  const auto lost = db.transaction([&]() -> Result<void> {
    EXPECT_TRUE(db.set_setting("x", "a", "1"));
    const auto mine = db.sql().query("SELECT pg_backend_pid()").value()[0][0];
    EXPECT_TRUE(other.sql().query("SELECT pg_terminate_backend(" + mine + ")"));
    EXPECT_FALSE(db.set_setting("x", "b", "2"));
    EXPECT_FALSE(db.set_setting("x", "c", "3")) << "a new connection in the middle";
    return {};
  });
  EXPECT_FALSE(lost);
  for (const char* name : {"a", "b", "c"}) EXPECT_EQ(other.setting("x", name).value(), "") << name;
  EXPECT_TRUE(db.transaction([&] { return db.set_setting("x", "d", "4"); }));
  EXPECT_EQ(other.setting("x", "d").value(), "4");
}

// A server that accepts and says nothing.
TEST(Postgresql, SilenceHasALimit) {
  const testing::TemporaryFolder folder;
  const int silent = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{AF_UNIX, {}};
  (folder.path() + "/.s.PGSQL.5599").copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(silent, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(silent, 10), 0);
  const auto began = std::chrono::steady_clock::now();
  const auto db =
      Database::open("postgresql://remise@/base?port=5599&host=" + folder.path(), std::chrono::milliseconds(300));
  EXPECT_FALSE(db);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(2));
  ::close(silent);
}

// After one question has waited in vain the others do not wait, and a new connection opens the way again.
TEST(Postgresql, AStatementHasALimit) {
  TestDatabase home("postgresql");
  auto db = Database::open(home.url(), std::chrono::milliseconds(300)).value();
  ASSERT_TRUE(db.migrate());
  const auto began = std::chrono::steady_clock::now();
  const auto slow = db.sql().query("SELECT pg_sleep(5)");
  ASSERT_FALSE(slow);
  EXPECT_EQ(slow.error().kind, Fault::Kind::unavailable);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(2));
  bool back = false;
  for (int tries = 0; tries < 50 && !back; ++tries) {
    back = db.schema_version().has_value();
    if (!back) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_TRUE(back);
  EXPECT_EQ(db.sql().query("SHOW statement_timeout").value()[0][0], "300ms");
}

class SqliteFile : public ::testing::Test {
 protected:
  bool written(std::int64_t number, Fault::Kind* kind = nullptr) {
    const Write one{{"a", number, "move", std::string(2000, 'x'), 1}, std::nullopt, std::nullopt, JobChange::keep};
    const auto done = db.commit(std::span(&one, 1));
    if (!done && kind) *kind = done.error().kind;
    return done && done->front();
  }
  TestDatabase home{"sqlite"};
  Database db = [this] {
    auto opened = Database::open(home.url()).value();
    EXPECT_TRUE(opened.migrate());
    return opened;
  }();
};

TEST_F(SqliteFile, AFullDiskIsSaidAndNothingIsKept) {
  const std::string pages = db.sql().query("PRAGMA page_count").value()[0][0];
  ASSERT_TRUE(db.sql().query("PRAGMA max_page_count = " + pages));
  std::int64_t number = 0;
  Fault::Kind kind = Fault::Kind::broken;
  while (number < 100 && written(number, &kind)) ++number;  // there may be room for a few
  EXPECT_LT(number, 100);
  EXPECT_EQ(kind, Fault::Kind::full);
  EXPECT_EQ(db.entries("a", 0).value().size(), static_cast<std::size_t>(number));
  ASSERT_TRUE(db.sql().query("PRAGMA max_page_count = 1000000"));
  EXPECT_TRUE(written(number));
  EXPECT_EQ(db.entries("a", 0).value().size(), static_cast<std::size_t>(number) + 1);
}

// A file that was deleted or moved away could still be written to, and everything would be lost with the process.
TEST_F(SqliteFile, AFileThatIsGoneTakesNoWrites) {
  EXPECT_TRUE(written(0));
  const std::string elsewhere = home.folder() + "/elsewhere.db";
  std::filesystem::rename(home.url(), elsewhere);
  Fault::Kind kind = Fault::Kind::broken;
  EXPECT_FALSE(written(1, &kind));
  EXPECT_EQ(kind, Fault::Kind::unavailable);
  EXPECT_FALSE(db.schema_version());
  EXPECT_FALSE(db.set_setting("owner", "name", "value"));
  // What was acknowledged is in the file, even if it never comes back to its log.
  const std::string alone = home.folder() + "/alone.db";
  std::filesystem::copy_file(elsewhere, alone);
  EXPECT_EQ(Database::open(alone)->entries("a", 0).value().size(), 1u);
  std::filesystem::copy_file(elsewhere, home.url());  // another file of that name is not ours
  EXPECT_FALSE(written(1));
  std::filesystem::rename(elsewhere, home.url());
  EXPECT_TRUE(written(1));
  EXPECT_EQ(db.entries("a", 0).value().size(), 2u);
  EXPECT_EQ(Database::open(home.url())->entries("a", 0).value().size(), 2u);
}

// Another process keeps the lock: one waits in vain, and the others are told at once.
TEST_F(SqliteFile, ALockedFileHoldsNobodyUp) {
  auto other = Database::open(home.url(), std::chrono::milliseconds(300)).value();
  ASSERT_TRUE(db.sql().query("BEGIN IMMEDIATE"));
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < 20; ++i) {
    const auto done = other.set_setting("x", "a", "1");
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, Fault::Kind::unavailable);
  }
  EXPECT_GE(std::chrono::steady_clock::now() - began, std::chrono::milliseconds(300));
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(2));
  ASSERT_TRUE(db.sql().query("COMMIT"));
  EXPECT_TRUE(other.set_setting("x", "a", "1"));
}

// Someone wrote into the file by hand.
TEST_F(SqliteFile, WhatIsNoNumberIsAFaultOfThatTable) {
  EXPECT_TRUE(written(0));
  ASSERT_TRUE(db.sql().query("UPDATE log SET time = 'yesterday'"));
  const auto entries = db.entries("a", 0);
  ASSERT_FALSE(entries);
  EXPECT_NE(entries.error().detail.find("table a"), std::string::npos) << entries.error().detail;
  ASSERT_TRUE(db.sql().query("UPDATE meta SET value = 'latest'"));
  EXPECT_FALSE(db.schema_version());
  EXPECT_FALSE(db.migrate());
}

// What was written last stands in a file beside the database, which looks like one that can be thrown away.
TEST_F(SqliteFile, ADeletedLogLosesNothingThatWasAcknowledged) {
  EXPECT_TRUE(written(0));
  EXPECT_TRUE(std::filesystem::remove(home.url() + "-wal"));
  Fault::Kind kind = Fault::Kind::broken;
  EXPECT_FALSE(written(1, &kind));
  EXPECT_EQ(kind, Fault::Kind::unavailable);
  EXPECT_FALSE(db.schema_version());
  std::ofstream(home.url() + "-wal") << "";  // another file of that name is not ours
  EXPECT_FALSE(written(1));
  // The process dies here: what is left are the files.
  const std::string left = home.folder() + "/left.db";
  std::filesystem::copy_file(home.url(), left);
  EXPECT_EQ(Database::open(left)->entries("a", 0).value().size(), 1u);
}

}  // namespace
}  // namespace remise::store
