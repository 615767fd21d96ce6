// The database under a running server: hung, full, edited by hand, opened twice. Everyone is told, and nothing that was
// acknowledged is lost.
#include <sys/resource.h>
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "support/server_process.h"

namespace remise::testing {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point began) { return std::chrono::duration<double>(Clock::now() - began).count(); }

Reply play(HttpClient& http, const std::string& table, std::int64_t rev, const std::string& key,
           const std::string& who) {
  return ask(http, "POST", "/api/tables/" + table + "/moves", {{"rev", rev}, {"key", key}, {"action", add_one()}}, who);
}

std::int64_t rev_of(HttpClient& http, const std::string& table) {
  return ask(http, "GET", "/api/tables/" + table).body["table"]["rev"];
}

std::string code_of(const Reply& reply) {
  return reply.body.is_object() ? reply.body.value("error", Json::object()).value("code", "") : "";
}

// Every process of a PostgreSQL stands still: it accepts connections and says nothing.
class Frozen {
 public:
  explicit Frozen(const std::string& url) {
    const auto from = url.find("host=") + 5;
    std::ifstream in(url.substr(from, url.find('&', from) - from) + "/data/postmaster.pid");
    in >> master_;
    signal(SIGSTOP);
  }
  ~Frozen() { signal(SIGCONT); }
  Frozen(const Frozen&) = delete;
  Frozen& operator=(const Frozen&) = delete;

 private:
  void signal(int number) const {
    ASSERT_GT(master_, 1);
    ::kill(master_, number);
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      std::ifstream in(entry.path() / "stat");
      std::string pid, name, state;
      int parent = 0;
      if (in >> pid >> name >> state >> parent && parent == master_) ::kill(std::stoi(pid), number);
    }
  }
  int master_ = 0;
};

TEST(DatabaseAttack, HealthSaysThatADatabaseHangs) {
  PostgresServer postgres;
  const std::string url = postgres.new_database();
  Server server(Server::toy(url));
  HttpClient http(server.address());
  EXPECT_EQ(ask(http, "GET", "/health").status, 200);
  const Frozen frozen(url);
  const auto began = Clock::now();
  EXPECT_EQ(ask(http, "GET", "/health").status, 503);
  EXPECT_LT(seconds_since(began), 2.5);
}

TEST(DatabaseAttack, AHungDatabaseHoldsNobodyUp) {
  if (!long_mode()) GTEST_SKIP() << "takes ten seconds";
  PostgresServer postgres;
  const std::string url = postgres.new_database();
  Server server(Server::toy(url));
  HttpClient http(server.address(), 30'000);
  const std::string me = token();
  const auto id = start_table(http, "tally", {me});
  const auto rev = rev_of(http, id);
  ASSERT_EQ(play(http, id, rev, "a", me).status, 200);
  {
    const Frozen frozen(url);
    // A hundred questions at once wait together, not one after the other.
    std::vector<std::thread> crowd;
    std::atomic<int> slow = 0, other = 0;
    for (int i = 0; i < 100; ++i)
      crowd.emplace_back([&] {
        HttpClient one(server.address(), 30'000);
        const auto began = Clock::now();
        other += ask(one, "GET", "/api/tables").status != 503;
        slow += seconds_since(began) > 9;
      });
    for (auto& one : crowd) one.join();
    EXPECT_EQ(slow, 0);
    EXPECT_EQ(other, 0);
    for (int round = 0; round < 5; ++round) {
      auto began = Clock::now();
      EXPECT_EQ(ask(http, "GET", "/health").status, 503);
      EXPECT_LT(seconds_since(began), 2.5);
      began = Clock::now();
      const int view = ask(http, "GET", "/api/tables/" + id + "/view", nullptr, me).status;
      EXPECT_TRUE(view == 200 || view == 503) << view;
      EXPECT_EQ(play(http, id, rev + 1, "b", me).status, 503);
      EXPECT_LT(seconds_since(began), 15);
    }
  }
  for (int tries = 0; tries < 50 && ask(http, "GET", "/health").status != 200; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(play(http, id, rev + 1, "b", me).status, 200);  // the same key: once, whether it was kept or not
  EXPECT_EQ(play(http, id, rev_of(http, id), "c", me).status, 200);
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + id + "/view", nullptr, me).body["view"]["n"], 3);
  server.kill();
  server.start();
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + id + "/view", nullptr, me).body["view"]["n"], 3);
}

TEST(DatabaseAttack, HealthSaysThatTheDiskIsFull) {
  TestDatabase home("sqlite");
  Server server(Server::toy(home.url()));
  HttpClient http(server.address());
  rlimit limit{4096, RLIM_INFINITY};
  ASSERT_EQ(prlimit(server.pid(), RLIMIT_FSIZE, &limit, nullptr), 0);
  EXPECT_EQ(ask(http, "GET", "/health").status, 503);
  limit.rlim_cur = RLIM_INFINITY;
  ASSERT_EQ(prlimit(server.pid(), RLIMIT_FSIZE, &limit, nullptr), 0);
  EXPECT_EQ(ask(http, "GET", "/health").status, 200);
}

TEST(DatabaseAttack, ARowThatIsNoNumberHarmsItsTableOnly) {
  TestDatabase home("sqlite");
  Server server(Server::toy(home.url()));
  HttpClient http(server.address());
  const std::string me = token();
  const auto bad = start_table(http, "tally", {me}), good = start_table(http, "tally", {me});
  server.kill();
  {
    auto db = store::Database::open(home.url()).value();
    const store::Value id[] = {bad};
    ASSERT_TRUE(db.sql().query("UPDATE log SET time = 'yesterday' WHERE table_id = ?1 AND number = 1", id));
    ASSERT_TRUE(db.sql().query("UPDATE tables SET updated = 'long ago' WHERE id = ?1", id));
  }
  server.start();
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + bad).status, 503);
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + good).status, 200);
  EXPECT_EQ(ask(http, "GET", "/api/tables?status=playing").body["tables"].size(), 1u);
  EXPECT_EQ(ask(http, "GET", "/health").status, 200);
  EXPECT_EQ(run({REMISE_PROGRAM, "admin", "--db", home.url(), "delete-table", bad}), 0);
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + bad).status, 404);
}

class AnyDatabaseAttack : public ::testing::TestWithParam<const char*> {
 protected:
  AnyDatabaseAttack() : home(GetParam()) {}
  TestDatabase home;
};

TEST_P(AnyDatabaseAttack, AnUnknownFilterIsRefused) {
  Server server(Server::toy(home.url()));
  HttpClient http(server.address());
  for (const char* query : {"status=%ff", "status=%00", "status=over", "status=waiting%00"}) {
    const auto answer = ask(http, "GET", std::string("/api/tables?") + query);
    EXPECT_EQ(answer.status, 400) << query << answer.body;
    // What is no text at all does not even reach the lists.
    EXPECT_EQ(code_of(answer), std::string(query).find('%') == std::string::npos ? "status_unknown" : "bad_request");
  }
  EXPECT_EQ(code_of(ask(http, "GET", "/api/tables?game=chess")), "game_unknown");
  for (const char* query : {"game=%ff", "game=%00"})
    EXPECT_EQ(code_of(ask(http, "GET", std::string("/api/tables?") + query)), "bad_request") << query;
  for (const char* query : {"status=waiting", "status=playing", "status=finished&game=tally", "before=0&limit=1000"})
    EXPECT_EQ(ask(http, "GET", std::string("/api/tables?") + query).status, 200) << query;
  for (const char* query : {"before=x", "limit=-1", "limit=", "limit=1.5", "before=99999999999999999999"})
    EXPECT_EQ(ask(http, "GET", std::string("/api/tables?") + query).status, 400) << query;
}

// `remise admin delete-table` under a running server: it stays gone, and those who look at it hear so.
TEST_P(AnyDatabaseAttack, ADeletedTableStaysGone) {
  Server server(Server::toy(home.url()));
  HttpClient http(server.address());
  const std::string me = token();
  const auto id = start_table(http, "tally", {me}), watched = start_table(http, "tally", {me});
  const auto rev = rev_of(http, id);
  WebSocketClient socket;
  ASSERT_EQ(socket.connect(server.address(), bearer(me)), 101);
  send(socket, {{"type", "watch"}, {"table", watched}});
  ASSERT_FALSE(next(socket, "update").is_null());
  for (const auto& table : {id, watched})
    ASSERT_EQ(run({REMISE_PROGRAM, "admin", "--db", home.url(), "delete-table", table}), 0);
  const auto late = play(http, id, rev, "late", me);
  EXPECT_EQ(late.status, 404) << late.body;
  EXPECT_EQ(code_of(late), "table_unknown");
  auto db = store::Database::open(home.url()).value();
  EXPECT_TRUE(db.entries(id, 0).value().empty());
  EXPECT_TRUE(db.tables_of({"g:" + server::token_hash(me)}, 10).value().empty());
  if (!long_mode()) return;
  EXPECT_EQ(next(socket, "error", 15'000)["error"]["code"], "table_unknown");
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + watched).status, 404);
}

INSTANTIATE_TEST_SUITE_P(Both, AnyDatabaseAttack, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& chosen) { return std::string(chosen.param); });

TEST(DatabaseAttack, NoSecondServerUnderAnotherName) {
  TestDatabase home("sqlite");
  Server server(Server::toy(home.url()));
  const std::string folder = home.folder(), link = folder + "/link.db", hard = folder + "/hard.db";
  std::filesystem::create_symlink(home.url(), link);
  std::filesystem::create_hard_link(home.url(), hard);
  std::filesystem::create_directory_symlink(folder, folder + "/folder");
  for (const std::string& name : {home.url(), folder + "/./remise.db", folder + "/folder/remise.db", link, hard})
    EXPECT_EQ(run({"timeout", "3", TOY_SERVER, name}), 1) << name;
}

TEST(DatabaseAttack, FilesAreTheOwnersAlone) {
  const auto old = ::umask(022);
  TestDatabase home("sqlite");
  Server server(Server::toy(home.url()));
  const std::string copy = home.folder() + "/copy.db", lines = home.folder() + "/copy.jsonl";
  for (const auto& file : {copy, lines}) ASSERT_EQ(run({REMISE_PROGRAM, "backup", "--db", home.url(), file}), 0);
  for (const auto& file : {home.url(), home.url() + "-wal", home.url() + "-shm", home.url() + ".lock", copy, lines}) {
    struct stat found {};
    ASSERT_EQ(::stat(file.c_str(), &found), 0) << file;
    EXPECT_EQ(found.st_mode & 0777, 0600u) << file;
  }
  ::umask(old);
}

// What the host made readable on purpose stays so, and the log says it.
TEST(DatabaseAttack, AReadableFileIsSaid) {
  TestDatabase home("sqlite");
  std::ofstream(home.url()) << "";
  ::chmod(home.url().c_str(), 0644);
  const std::string errors = home.folder() + "/errors";
  Process process({REMISE_PROGRAM, "serve", "--db", home.url(), "--port", "0"}, errors);
  EXPECT_NE(process.line().find("http://"), std::string::npos);
  EXPECT_EQ(process.end(SIGTERM), 0);
  std::ifstream in(errors);
  const std::string log{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(log.find("database_open_to_others"), std::string::npos) << log;
  struct stat found {};
  ASSERT_EQ(::stat(home.url().c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0644u);
}

// Every way to take someone's access away is counted, whichever process does it.
TEST(DatabaseAttack, AdminsBansAreCountedForRunningServers) {
  TestDatabase home("sqlite");
  Server server(Server::toy(home.url()));
  HttpClient http(server.address());
  for (const char* name : {"Anna", "Bert"})
    ASSERT_EQ(ask(http, "POST", "/api/accounts", {{"name", name}, {"password", "long enough"}}).status, 200);
  auto db = store::Database::open(home.url()).value();
  const auto before = db.revocations().value();
  ASSERT_EQ(run({REMISE_PROGRAM, "admin", "--db", home.url(), "ban", "Anna"}), 0);
  const auto banned = db.revocations().value();
  EXPECT_GT(banned, before);
  ASSERT_EQ(run({REMISE_PROGRAM, "admin", "--db", home.url(), "delete-account", "Bert"}), 0);
  EXPECT_GT(db.revocations().value(), banned);
}

}  // namespace
}  // namespace remise::testing
