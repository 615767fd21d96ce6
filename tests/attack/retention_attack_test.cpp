// Strangers cannot fill the disk for ever: what the policy names goes, and nothing else.
#include <chrono>
#include <functional>
#include <set>
#include <thread>

#include "support/server_process.h"

namespace remise::testing {
namespace {

constexpr std::int64_t day = std::int64_t{24} * 3600 * 1000;

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

class RetentionAttack : public ::testing::TestWithParam<const char*> {
 protected:
  RetentionAttack()
      : db([&] {
          auto opened = store::Database::open(home.url()).value();
          EXPECT_TRUE(opened.migrate());
          return opened;
        }()) {}

  void add(const std::string& id, const std::string& status, const std::string& holder, std::int64_t days_ago) {
    const auto then = now() - days_ago * day;
    const store::Write write{{id, 0, "created", "{}", then},
                             store::Listing{"1840", status, false, then, then, "{}"},
                             holder,
                             store::JobChange::set};
    ASSERT_TRUE(db.commit(std::span(&write, 1)).value()[0]);
  }
  std::set<std::string> left() {
    std::set<std::string> ids;
    const auto rows = db.sql().query("SELECT id FROM tables").value();
    for (const auto& row : rows) ids.insert(row[0]);
    return ids;
  }
  // Runs a server until this holds, or some seconds; gives its log.
  std::string serve_until(const std::function<bool()>& done, std::vector<std::string> further = {}) {
    const std::string errors = home.folder() + "/errors";
    std::vector<std::string> command{REMISE_PROGRAM, "serve", "--db", home.url(), "--port", "0"};
    command.insert(command.end(), further.begin(), further.end());
    Process process(command, errors);
    EXPECT_NE(process.line().find("http://"), std::string::npos);
    for (int tries = 0; tries < 30 && !done(); ++tries) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    EXPECT_EQ(process.end(SIGTERM), 0);
    std::ifstream in(errors);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  TestDatabase home{GetParam()};
  store::Database db;
};

TEST_P(RetentionAttack, TheUsualPolicy) {
  add("waitingnew000000", "waiting", "g:1", 29);
  add("waitingold000000", "waiting", "a:1", 31);
  add("playingnew000000", "playing", "g:1", 364);
  add("playingold000000", "playing", "g:1", 366);
  add("playingaccount00", "playing", "a:1", 4000);
  add("finishednew00000", "finished", "g:1", 179);
  add("finishedold00000", "finished", "g:1", 181);
  add("finishedaccount0", "finished", "a:1", 4000);
  // Old in the list, but someone has said something since.
  add("playingtalk00000", "playing", "g:1", 400);
  const store::Write talk{{"playingtalk00000", 1, "chat", "{}", now() - day}, {}, {}, store::JobChange::keep};
  ASSERT_TRUE(db.commit(std::span(&talk, 1)).value()[0]);
  ASSERT_TRUE(db.set_setting("table:waitingold000000", "a:1", "my notes"));

  const std::set<std::string> kept{"waitingnew000000", "playingnew000000", "playingaccount00",
                                   "finishednew00000", "finishedaccount0", "playingtalk00000"};
  const std::string log = serve_until([&] { return left() == kept; });
  EXPECT_EQ(left(), kept);
  EXPECT_TRUE(db.entries("waitingold000000", 0).value().empty());
  EXPECT_EQ(db.setting("table:waitingold000000", "a:1").value(), "");
  int lines = 0;
  std::istringstream in(log);
  for (std::string line; std::getline(in, line);) {
    const Json json = Json::parse(line, nullptr, false);
    if (json.value("event", "") != "table_removed") continue;
    ++lines;
    EXPECT_FALSE(kept.contains(json["table"])) << line;
    EXPECT_TRUE(json["why"].is_string()) << line;
    EXPECT_GE(json["age_days"], 31) << line;
  }
  EXPECT_EQ(lines, 3) << log;
}

TEST_P(RetentionAttack, EachRuleCanBeSwitchedOffOrSet) {
  add("waitingold000000", "waiting", "g:1", 4000);
  add("playingold000000", "playing", "g:1", 4000);
  add("finishedold00000", "finished", "g:1", 4000);
  add("finishedaccount0", "finished", "a:1", 4000);
  const std::set<std::string> kept{"waitingold000000", "playingold000000", "finishedold00000"};
  serve_until([&] { return left() == kept; }, {"--keep-waiting-days", "0", "--keep-idle-days", "0",
                                               "--keep-finished-days", "0", "--keep-account-matches-days", "3999"});
  EXPECT_EQ(left(), kept);
}

TEST_P(RetentionAttack, GuestsWhoSitNowhereAreForgotten) {
  add("playingnew000000", "playing", "g:seated", 1);
  for (const char* owner : {"g:seated", "g:gone", "a:account", "g:new"})
    ASSERT_TRUE(db.set_setting(owner, "preferences", "{}"));
  const store::Value old[] = {now() - 366 * day};
  ASSERT_TRUE(db.sql().query("UPDATE settings SET updated = ?1 WHERE owner <> 'g:new'", old));
  serve_until([&] { return db.setting("g:gone", "preferences").value().empty(); });
  EXPECT_EQ(db.setting("g:gone", "preferences").value(), "");
  for (const char* owner : {"g:seated", "a:account", "g:new"})
    EXPECT_EQ(db.setting(owner, "preferences").value(), "{}") << owner;
}

INSTANTIATE_TEST_SUITE_P(Both, RetentionAttack, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& chosen) { return std::string(chosen.param); });

}  // namespace
}  // namespace remise::testing
