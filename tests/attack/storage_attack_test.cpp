// What a stranger can make the server keep.
#include "support/server_process.h"

namespace remise::testing {
namespace {

class StorageAttack : public ::testing::Test {
 protected:
  TestDatabase home{"sqlite"};
  Server server{Server::real(home.url())};
  HttpClient http{server.address()};

  std::int64_t rows(const std::string& relation) const {
    auto db = store::Database::open(home.url()).value();
    return std::stoll(db.sql().query("SELECT count(*) FROM " + relation).value().front().front());
  }
};

TEST_F(StorageAttack, AnInventedTokenIsNobody) {
  const std::string invented(server::token_length, 'A');
  EXPECT_EQ(
      ask(http, "POST", "/api/tables", {{"game", "1840"}, {"seats", {{{"kind", "human"}}}}, {"name", "x"}}, invented)
          .status,
      401);
  WebSocketClient socket;
  EXPECT_EQ(socket.connect(server.address(), bearer(invented)), 401);
  // One we issued, with a single character changed.
  const auto issued = ask(http, "POST", "/api/players", Json::object()).body["token"].get<std::string>();
  EXPECT_EQ(ask(http, "GET", "/api/me", nullptr, issued).status, 200);
  for (const std::size_t at : {0u, 20u, 30u, 41u}) {
    std::string changed = issued;
    changed[at] = changed[at] == 'b' ? 'c' : 'b';
    EXPECT_EQ(ask(http, "GET", "/api/me", nullptr, changed).status, 401) << at;
  }
}

TEST_F(StorageAttack, PeopleWithoutASeatStoreNothing) {
  for (int i = 0; i < 50; ++i) {
    const auto issued = ask(http, "POST", "/api/players", Json::object()).body["token"].get<std::string>();
    EXPECT_EQ(ask(http, "PUT", "/api/me/preferences", {{"x", std::string(1000, 'x')}}, issued).status, 401);
  }
  EXPECT_EQ(rows("settings WHERE owner <> 'server'"), 0);  // the server keeps when it was last alive
  EXPECT_EQ(rows("members"), 0);
}

TEST_F(StorageAttack, AGuestWithASeatStoresLittle) {
  const std::string me = token();
  start_table(http, "1840", {me, token()});
  EXPECT_EQ(ask(http, "PUT", "/api/me/preferences", {{"theme", "dark"}}, me).status, 200);
  EXPECT_EQ(ask(http, "GET", "/api/me", nullptr, me).body["preferences"]["theme"], "dark");
  EXPECT_EQ(ask(http, "PUT", "/api/me/preferences", {{"x", std::string(3000, 'x')}}, me).status, 413);
}

// The limits of an address by day: what is not used up by one flood comes back only slowly.
TEST(StorageByDay, TablesAndAccountsOfOneAddressAreCounted) {
  TestDatabase home{"sqlite"};
  Server server{{REMISE_PROGRAM, "serve", "--db", home.url(), "--port", "PORT", "--log", "error"}};
  HttpClient http{server.address()};
  int made = 0;
  for (int i = 0; i < 60; ++i)
    made += ask(http, "POST", "/api/tables",
                {{"game", "1840"}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}, {"name", "x"}}, token())
                .status == 200;
  EXPECT_LE(made, 30);
  EXPECT_GE(made, 10);
}

// Ten thousand lines of chat are the most, and no update carries more than a page of them.
TEST(ChatAttack, AnOldTableIsWatchedLikeANewOne) {
  TestDatabase home{"sqlite"};
  const std::vector<std::string> tokens{token(), token()};
  const std::string id = "AAAAAAAAAAAAAAAA";
  store_started(home.url(), id, "1840", {{"players", 2}, {"seed", "chatter"}}, tokens);
  {
    auto db = store::Database::open(home.url()).value();
    (void)db.sql().query("BEGIN");
    for (std::int64_t n = 0; n < 6000; ++n) {
      const store::Value row[] = {
          id, n + 3, std::string("chat"),
          Json{{"seat", 0}, {"name", "a"}, {"text", std::string(1900, 'x')}, {"key", "c" + std::to_string(n)}}.dump(),
          std::int64_t{5}};
      ASSERT_TRUE(
          db.sql().query("INSERT INTO log(table_id, number, kind, payload, time) VALUES (?1, ?2, ?3, ?4, ?5)", row));
    }
    ASSERT_TRUE(db.sql().query("COMMIT"));
  }
  Server server{Server::real(home.url())};
  WebSocketClient socket;
  ASSERT_EQ(socket.connect(server.address(), bearer(tokens[1])), 101);
  send(socket, {{"type", "watch"}, {"table", id}});
  const Json update = next(socket, "update", 20'000);
  ASSERT_FALSE(update.is_null()) << "the connection was closed: " << socket.close_code();
  EXPECT_EQ(update["chat"].size(), 50u);
  EXPECT_EQ(update["chat"].back()["number"], 6002);
  EXPECT_TRUE(update["chat_more"]);
  EXPECT_LT(update.dump().size(), 400'000u);
  // Older pages, down to the first line.
  std::int64_t before = update["chat"].front()["number"];
  std::size_t read = update["chat"].size();
  for (bool more = true; more;) {
    send(socket, {{"type", "older_chat"}, {"table", id}, {"key", "o"}, {"before", before}});
    const Json page = next(socket, "older_chat");
    ASSERT_FALSE(page.is_null());
    ASSERT_LE(page["lines"].size(), 50u);
    read += page["lines"].size();
    before = page["lines"].front()["number"];
    more = page["more"];
  }
  EXPECT_EQ(read, 6000u);
  send(socket, {{"type", "older_log"}, {"table", id}, {"key", "l"}, {"before", 5}});
  EXPECT_EQ(next(socket, "older_log")["log"].size(), 0u);
}

TEST_F(StorageAttack, OneTalksAtAPaceOthersCanRead) {
  const std::vector<std::string> tokens{token(), token()};
  TestDatabase paced{"sqlite"};
  Server slow{{REMISE_PROGRAM, "serve", "--db", paced.url(), "--port", "PORT", "--log", "error"}};
  HttpClient there{slow.address()};
  const auto id = start_table(there, "1840", tokens);
  WebSocketClient socket;
  ASSERT_EQ(socket.connect(slow.address(), bearer(tokens[0])), 101);
  for (int i = 0; i < 40; ++i)
    send(socket, {{"type", "chat"}, {"table", id}, {"key", std::to_string(i)}, {"text", "spam"}});
  int said = 0, refused = 0;
  while (said + refused < 40) {
    const auto text = socket.wait(5000);
    ASSERT_TRUE(text);
    const Json json = Json::parse(*text);
    said += json["type"] == "ack";
    refused += json["type"] == "error" && json["error"]["code"] == "too_fast";
  }
  EXPECT_LE(said, 12);
  EXPECT_GE(said, 5);
}

// What is said at many tables is kept like what is said at one, in memory too: an address has its pace for all of them,
// and others are heard as ever.
TEST_F(StorageAttack, WhoTalksAtManyTablesFillsNoMemory) {
  TestDatabase paced{"sqlite"};
  Server slow{{REMISE_PROGRAM, "serve", "--db", paced.url(), "--port", "PORT", "--log", "error", "--trust-proxy"}};
  HttpClient there{slow.address()};
  const auto from = [](const std::string& who, const std::string& address) {
    Headers headers = bearer(who);
    headers.emplace_back("X-Forwarded-For", address);
    return headers;
  };
  const Json table{{"game", "1840"}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}, {"name", "a"}};
  const auto made_by = [&](const std::string& who, const std::string& address) {
    const auto made = there.ask("POST", "/api/tables", from(who, address), table.dump());
    return made ? Json::parse(made->body)["table"].value("id", "") : "";
  };
  const auto says = [](WebSocketClient& socket, const std::string& id, const std::string& key) {
    send(socket, {{"type", "chat"}, {"table", id}, {"key", key}, {"text", std::string(1990, 'x')}});
    const auto text = socket.wait(5000);
    return text && Json::parse(*text)["type"] == "ack";
  };
  const std::string talker = token(), other = token();
  WebSocketClient socket, elsewhere;
  ASSERT_EQ(socket.connect(slow.address(), from(talker, "203.0.113.5")), 101);
  ASSERT_EQ(elsewhere.connect(slow.address(), from(other, "198.51.100.7")), 101);
  const auto began = std::chrono::steady_clock::now();
  int said = 0;
  for (int t = 0; t < 12; ++t) {
    const auto id = made_by(talker, "203.0.113.5");
    ASSERT_FALSE(id.empty());
    for (int i = 0; i < 8; ++i) said += says(socket, id, std::to_string(i));
  }
  const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  EXPECT_GE(said, 50);
  EXPECT_LE(said, 61 + seconds);
  EXPECT_TRUE(says(elsewhere, made_by(other, "198.51.100.7"), "hello"));
}

// A crowd that watches shares one pace, however many it is, and cannot keep the players from talking.
TEST_F(StorageAttack, ThoseWhoWatchDoNotDrownThePlayers) {
  const std::vector<std::string> tokens{token(), token()};
  TestDatabase paced{"sqlite"};
  Server slow{{REMISE_PROGRAM, "serve", "--db", paced.url(), "--port", "PORT", "--log", "error"}};
  HttpClient there{slow.address()};
  const Json seats{{{"kind", "human"}}, {{"kind", "human"}}};
  const auto made = ask(there, "POST", "/api/tables",
                        {{"game", "1840"}, {"seats", seats}, {"name", "a"}, {"watchers_chat", true}}, tokens[0]);
  const std::string id = made.body["table"]["id"];
  int said = 0, refused = 0;
  for (int i = 0; i < 8; ++i) {
    WebSocketClient watcher;
    ASSERT_EQ(watcher.connect(slow.address(), bearer(token())), 101);
    for (int n = 0; n < 5; ++n) {
      send(watcher, {{"type", "chat"}, {"table", id}, {"key", std::to_string(n)}, {"text", "spam"}, {"name", "Crowd"}});
      const auto text = watcher.wait(5000);
      ASSERT_TRUE(text);
      const Json json = Json::parse(*text);
      said += json["type"] == "ack";
      refused += json["type"] == "error" && json["error"]["code"] == "too_fast";
    }
  }
  EXPECT_EQ(said + refused, 40);
  EXPECT_LE(said, 14);
  WebSocketClient player;
  ASSERT_EQ(player.connect(slow.address(), bearer(tokens[0])), 101);
  send(player, {{"type", "chat"}, {"table", id}, {"key", "p"}, {"text", "hello"}});
  EXPECT_EQ(next(player, "ack")["key"], "p");
}

}  // namespace
}  // namespace remise::testing
