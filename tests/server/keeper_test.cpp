// What the keeper of a server does with it: backup, restore, export, admin. The real program on both databases.
#include <filesystem>

#include "support/server_process.h"

namespace remise::testing {
namespace {

class KeeperTest : public ::testing::TestWithParam<const char*> {
 protected:
  struct Ran {
    int status;
    std::string out;
  };
  static Ran remise(std::vector<std::string> words) {
    words.insert(words.begin(), REMISE_PROGRAM);
    std::string out;
    const int status = run(words, &out);
    return {status, out};
  }
  static std::string text_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // Some random moves of a two-handed 1840.
  std::string play(HttpClient& http, const std::vector<std::string>& tokens, int moves) {
    const auto id = start_table(http, "1840", tokens);
    for (int i = 0; i < moves; ++i)
      for (const auto& one : tokens) {
        const Json update = ask(http, "GET", "/api/tables/" + id + "/view", nullptr, one).body;
        if (update["view"]["legal"].empty()) continue;
        Json action = update["view"]["legal"][0];
        for (auto& member : action)
          if (member.is_object() && member.contains("min")) member = member["min"];
        EXPECT_EQ(ask(http, "POST", "/api/tables/" + id + "/moves",
                      {{"rev", update["rev"]}, {"key", "k" + update["rev"].dump()}, {"action", action}}, one)
                      .status,
                  200)
            << action;
      }
    return id;
  }
  TestDatabase home{GetParam()};
  TemporaryFolder folder;
  bool shared = std::string(GetParam()) == "postgresql";
};

TEST_P(KeeperTest, ABackupOfARunningServerIsAWholeServer) {
  const std::vector<std::string> tokens{token(), token()};
  std::string id, view;
  const std::string lines = folder.path() + "/backup.jsonl", copy = folder.path() + "/copy.db";
  {
    Server server(Server::real(home.url()));
    HttpClient http(server.address());
    id = play(http, tokens, 10);
    view = ask(http, "GET", "/api/tables/" + id + "/view", nullptr, tokens[1]).body["view"].dump();
    EXPECT_EQ(remise({"backup", "--db", home.url(), lines}).status, 0);
    EXPECT_EQ(remise({"backup", "--db", home.url(), copy}).status == 0, !shared);  // PostgreSQL is written as lines
    if (!shared) {
      EXPECT_NE(remise({"backup", "--db", home.url(), copy}).status, 0) << "a backup is never overwritten";
    }
  }
  std::vector<std::string> databases;
  if (!shared) databases.push_back(copy);
  // From either database to either.
  const TestDatabase others[] = {TestDatabase("sqlite"), TestDatabase("postgresql")};
  for (const auto& other : others) {
    const auto restored = remise({"restore", "--db", other.url(), lines});
    EXPECT_EQ(restored.status, 0) << restored.out;
    EXPECT_NE(remise({"restore", "--db", other.url(), lines}).status, 0) << "only into an empty database";
    databases.push_back(other.url());
  }
  for (const auto& database : databases) {
    Server server(Server::real(database));
    HttpClient http(server.address());
    EXPECT_EQ(ask(http, "GET", "/api/tables/" + id + "/view", nullptr, tokens[1]).body["view"].dump(), view);
    EXPECT_EQ(ask(http, "GET", "/api/me/tables", nullptr, tokens[0]).body["tables"].size(), 1u);
  }
  std::ofstream(lines, std::ios::app) << "{\"log\": 5}\n";
  const TestDatabase empty("sqlite");
  EXPECT_NE(remise({"restore", "--db", empty.url(), lines}).status, 0);
  auto db = store::Database::open(empty.url()).value();
  EXPECT_TRUE(db.sql().query("SELECT 1 FROM log").value().empty()) << "a damaged backup leaves nothing behind";
}

TEST_P(KeeperTest, MatchesAreExportedAsFilesThatVerify) {
  const std::vector<std::string> tokens{token(), token()};
  std::string id;
  {
    Server server(Server::real(home.url()));
    HttpClient http(server.address());
    id = play(http, tokens, 15);
  }
  const std::string file = folder.path() + "/match.json";
  EXPECT_EQ(remise({"export", "--db", home.url(), id, "--out", file}).status, 0);
  EXPECT_GT(Json::parse(text_of(file))["actions"].size(), 10u);
  EXPECT_EQ(remise({"replay", file}).status, 0);
  EXPECT_EQ(remise({"export", "--db", home.url(), "--all", "--out", folder.path() + "/all"}).status, 0);
  EXPECT_EQ(text_of(folder.path() + "/all/" + id + ".json"), text_of(file));
  const auto log = remise({"export", "--db", home.url(), "--log", id});
  EXPECT_EQ(Json::parse(log.out)["entries"][0]["kind"], "created");
  EXPECT_NE(remise({"export", "--db", home.url(), "ZZZZZZZZZZZZZZZZ"}).status, 0);
}

TEST_P(KeeperTest, TheKeeperListsBansAndDeletes) {
  Server server(Server::real(home.url()));
  HttpClient http(server.address());
  const Json login{{"name", "Anna"}, {"password", "long enough"}};
  ASSERT_EQ(ask(http, "POST", "/api/accounts", login).status, 200);
  const std::vector<std::string> tokens{token(), token()};
  const auto id = play(http, tokens, 3);
  const auto admin = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"admin", "--db", home.url()});
    return remise(words);
  };
  EXPECT_NE(admin({"accounts"}).out.find("Anna"), std::string::npos);
  EXPECT_NE(admin({"tables"}).out.find(id), std::string::npos);
  // What is going on: the moves of the last minute, and not everything else that is written.
  const auto made = [&] {
    auto db = store::Database::open(home.url()).value();
    const store::Value which[] = {id};
    return Json(db.sql().query("SELECT 1 FROM log WHERE table_id = ?1 AND kind = 'move'", which).value().size());
  }();
  const Json top = Json::parse(admin({"top", "--json"}).out);
  EXPECT_EQ(top["moves_last_minute"], made);
  EXPECT_EQ(top["busy"], Json::array({{{"table", id}, {"game", "1840"}, {"moves", made}}}));
  EXPECT_EQ(top["tables"], (Json{{"playing", 1}}));
  EXPECT_NE(admin({"top"}).out.find("moves in the last minute: " + made.dump()), std::string::npos);
  {  // also those of a match that has ended since
    auto db = store::Database::open(home.url()).value();
    const auto mark = [&](const char* status) {
      const store::Value how[] = {status, id};
      ASSERT_TRUE(db.sql().query("UPDATE tables SET status = ?1 WHERE id = ?2", how));
    };
    mark("finished");
    EXPECT_EQ(Json::parse(admin({"top", "--json"}).out)["moves_last_minute"], made);
    mark("playing");
  }
  for (const auto& listing : {admin({"accounts"}).out, admin({"tables"}).out, admin({"top"}).out}) {
    EXPECT_EQ(listing.find("argon2"), std::string::npos);
    for (const auto& one : tokens) EXPECT_EQ(listing.find(server::token_hash(one)), std::string::npos);
  }
  EXPECT_EQ(admin({"ban", "anna"}).status, 0);
  EXPECT_EQ(ask(http, "POST", "/api/session", login).body["error"]["code"], "banned");
  EXPECT_EQ(admin({"unban", "Anna"}).status, 0);
  EXPECT_EQ(ask(http, "POST", "/api/session", login).status, 200);
  EXPECT_NE(admin({"ban", "Nobody"}).status, 0);
  EXPECT_EQ(admin({"delete-account", "Anna"}).status, 0);
  EXPECT_EQ(ask(http, "POST", "/api/session", login).body["error"]["code"], "bad_login");
  EXPECT_EQ(admin({"delete-table", id}).status, 0);
  EXPECT_NE(admin({"delete-table", id}).status, 0);
  EXPECT_EQ(server.stop(), 0);
  server.start();
  HttpClient again(server.address());
  EXPECT_EQ(ask(again, "GET", "/api/tables/" + id).status, 404);
}

INSTANTIATE_TEST_SUITE_P(Both, KeeperTest, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& chosen) { return std::string(chosen.param); });

}  // namespace
}  // namespace remise::testing
