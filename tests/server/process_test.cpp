// The real process, real sockets, both databases.
#include <sys/resource.h>
#include <sys/socket.h>

#include <chrono>
#include <thread>

#include "load/swarm.h"
#include "support/kills.h"
#include "support/server_process.h"

namespace remise::testing {
namespace {

class ProcessTest : public ::testing::TestWithParam<const char*> {
 protected:
  ProcessTest() : home(GetParam()) {}
  bool shared() const { return std::string(GetParam()) == "postgresql"; }
  TestDatabase home;
};

TEST_P(ProcessTest, PeopleAndBotsPlayAMatchToItsEnd) {
  Server server(Server::toy(home.url()));
  HttpClient http(server.address());
  const std::string me = token();
  const auto made = ask(
      http, "POST", "/api/tables",
      Json::parse(
          R"({"game":"nim","seats":[{"kind":"human"},{"kind":"bot","level":"random"},{"kind":"human"}],"name":"me"})"),
      me);
  ASSERT_EQ(made.status, 200);
  const std::string id = made.body["table"]["id"];
  // The third seat is taken by the example bot, over HTTP.
  Process bot({"python3", REMISE_SOURCE_DIR "/examples/bot.py",
               "http://127.0.0.1:" + std::to_string(server.address().port), id});
  for (int i = 0; i < 200 && ask(http, "POST", "/api/tables/" + id + "/start", Json::object(), me).status != 200; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  WebSocketClient socket;
  ASSERT_EQ(socket.connect(server.address(), bearer(me)), 101);
  send(socket, {{"type", "hello"}});
  EXPECT_EQ(next(socket, "hello")["protocol"], 1);
  send(socket, {{"type", "watch"}, {"table", id}});
  Json view;
  for (int moves = 0; moves < 100; ++moves) {
    const Json update = next(socket, "update", 30'000);
    ASSERT_FALSE(update.is_null());
    if (!update.contains("view")) continue;
    view = update["view"];
    if (!view["outcome"].is_null()) break;
    if (view["legal"].empty()) continue;
    Json action = view["legal"].back();
    action["take"] = 1;
    send(socket,
         {{"type", "move"}, {"table", id}, {"rev", update["rev"]}, {"key", std::to_string(moves)}, {"action", action}});
  }
  EXPECT_FALSE(view["outcome"].is_null());
  EXPECT_EQ(Json::parse(bot.rest()), view["outcome"]);
  EXPECT_EQ(bot.end(0), 0);
  const auto file = ask(http, "GET", "/api/tables/" + id + "/file");
  EXPECT_EQ(file.body["actions"].size(), view["n"]);
  EXPECT_EQ(server.stop(), 0);
}

TEST_P(ProcessTest, AcknowledgedMovesSurviveKillMinusNine) {
  Server server(Server::toy(home.url()));
  server::SwarmOptions options;
  options.game = "tally";
  options.tables = 20;
  expect_to_survive_kills(server, options, kills(4, 200), GetParam());
}

// Two tables that differ only in the hidden heap: what seat 1 and a spectator receive is the same, byte for byte.
TEST_P(ProcessTest, NoSecretCrossesTheWire) {
  const std::string ids[] = {"AAAAAAAAAAAAAAAA", "BBBBBBBBBBBBBBBB", "CCCCCCCCCCCCCCCC", "DDDDDDDDDDDDDDDD"};
  const std::string owner = token(), other = token();
  for (int i = 0; i < 4; ++i)
    store_started(home.url(), ids[i], "nim", {{"players", 2}, {"deal", {4, 5, 3 + i % 2 * 4}}}, {owner, other});
  Server server(Server::toy(home.url()));
  const auto played = [&](const std::string& id, const std::string& as, bool engine) {
    std::string bytes;
    const auto asking = [engine](Json message) {  // with our engine it is sent positions, else views
      if (engine) message["engine"] = engine_id();
      return message;
    };
    WebSocketClient watcher, players[2];
    EXPECT_EQ(watcher.connect(server.address(), bearer(as)), 101);
    EXPECT_EQ(players[0].connect(server.address(), bearer(owner)), 101);
    EXPECT_EQ(players[1].connect(server.address(), bearer(other)), 101);
    send(watcher, asking({{"type", "watch"}, {"table", id}}));
    bytes += watcher.wait(5000).value_or("nothing") + "\n";
    HttpClient http(server.address());
    for (int i = 0; i < 6; ++i) {
      const std::string& mover = i % 2 ? other : owner;
      const auto now = ask(http, "GET", "/api/tables/" + id + "/view", nullptr, mover).body;
      const auto done = ask(http, "POST", "/api/tables/" + id + "/moves",
                            {{"rev", now["rev"]},
                             {"key", "k" + id.substr(0, 1) + as.substr(0, 2) + std::to_string(i)},
                             {"action", {{"type", "take"}, {"heap", i % 2}, {"take", 1}}}},
                            mover);
      if (done.status != 200) break;  // the second watcher finds the moves made
    }
    send(watcher, asking({{"type", "history"}, {"table", id}, {"key", "h"}, {"n", 1}}));
    for (;;) {
      const auto text = watcher.wait(5000);
      if (!text) break;
      Json json = Json::parse(*text);
      if (json["type"] == "update" && json.contains("presence")) continue;  // who is online is no secret of the game
      bytes += *text + "\n";
      if (json["type"] == "history") break;
    }
    HttpClient again(server.address());
    for (const char* path : {"/view", "/view?n=2", ""})
      bytes += again.ask("GET", "/api/tables/" + id + path, bearer(as))->body + "\n";
    return without_name_and_times(std::move(bytes), id);
  };
  for (const bool engine : {false, true}) {
    const std::string &one = ids[engine ? 2 : 0], &two = ids[engine ? 3 : 1];
    EXPECT_EQ(played(one, other, engine), played(two, other, engine));
    EXPECT_EQ(played(one, "", engine), played(two, "", engine));
    EXPECT_NE(played(one, owner, engine), played(two, owner, engine)) << "the test sees no difference at all";
  }
}

TEST_P(ProcessTest, AVanishedDatabaseIsSaidAndComesBack) {
  if (!shared()) {
    // The file cannot grow any more: a full disk.
    Server server(Server::toy(home.url()));
    HttpClient http(server.address());
    const std::string me = token();
    const auto id = start_table(http, "tally", {me});
    rlimit limit{4096, RLIM_INFINITY};
    ASSERT_EQ(prlimit(server.pid(), RLIMIT_FSIZE, &limit, nullptr), 0);
    const auto play = [&](const std::string& key) {
      const auto rev = ask(http, "GET", "/api/tables/" + id + "/view", nullptr, me).body["rev"];
      return ask(http, "POST", "/api/tables/" + id + "/moves",
                 {{"rev", rev}, {"key", key}, {"action", {{"type", "add"}, {"value", 1}}}}, me);
    };
    const auto refused = play("a");
    EXPECT_EQ(refused.status, 503) << refused.body;
    EXPECT_EQ(refused.body["error"]["scope"], "server");
    limit.rlim_cur = RLIM_INFINITY;
    ASSERT_EQ(prlimit(server.pid(), RLIMIT_FSIZE, &limit, nullptr), 0);
    EXPECT_EQ(play("a").status, 200);
    server.kill();
    server.start();
    EXPECT_EQ(ask(http, "GET", "/api/tables/" + id + "/view", nullptr, me).body["view"]["n"], 1);
    return;
  }
  PostgresServer postgres;
  Server server(Server::toy(postgres.new_database()));
  HttpClient http(server.address());
  const std::string me = token();
  const auto id = start_table(http, "tally", {me});
  const auto play = [&](const std::string& key) {
    const auto rev = ask(http, "GET", "/api/tables/" + id + "/view", nullptr, me).body["rev"];
    return ask(http, "POST", "/api/tables/" + id + "/moves",
               {{"rev", rev}, {"key", key}, {"action", {{"type", "add"}, {"value", 1}}}}, me);
  };
  EXPECT_EQ(play("a").status, 200);
  postgres.stop("immediate");
  EXPECT_EQ(play("b").status, 503);
  EXPECT_EQ(ask(http, "GET", "/health").status, 503);
  postgres.start();
  EXPECT_EQ(play("b").status, 200);
  EXPECT_EQ(ask(http, "GET", "/health").status, 200);
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + id + "/view", nullptr, me).body["view"]["n"], 2);
}

// The file of a running server is moved away: nothing is acknowledged into a file that is lost with the process.
TEST(SqliteFileTest, AVanishedFileIsSaidAndComesBack) {
  TestDatabase home("sqlite");
  Server server(Server::toy(home.url()));
  HttpClient http(server.address());
  const std::string me = token();
  const auto id = start_table(http, "tally", {me});
  const std::int64_t rev = ask(http, "GET", "/api/tables/" + id).body["table"]["rev"];
  const auto play = [&](std::int64_t at) {
    return ask(http, "POST", "/api/tables/" + id + "/moves",
               {{"rev", at}, {"key", std::to_string(at)}, {"action", {{"type", "add"}, {"value", 1}}}}, me);
  };
  EXPECT_EQ(play(rev).status, 200);
  std::filesystem::rename(home.url(), home.url() + ".away");
  const auto refused = play(rev + 1);
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.body["error"]["code"], "database_unavailable");
  EXPECT_EQ(ask(http, "GET", "/health").status, 503);
  EXPECT_EQ(ask(http, "POST", "/api/accounts", {{"name", "Anna"}, {"password", "long enough"}}).status, 503);
  std::filesystem::rename(home.url() + ".away", home.url());
  EXPECT_EQ(ask(http, "GET", "/health").status, 200);
  EXPECT_EQ(play(rev + 1).status, 200);
  server.kill();
  server.start();
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + id + "/view", nullptr, me).body["view"]["n"], 2);
}

TEST_P(ProcessTest, HostileInputHurtsNobodyElse) {
  Server server(Server::toy(home.url(), {{"unlimited", false}, {"max_connections_per_address", 600}}));
  HttpClient http(server.address());
  const std::string me = token();
  const auto id = start_table(http, "tally", {me});
  WebSocketClient good;
  ASSERT_EQ(good.connect(server.address(), bearer(me)), 101);
  send(good, {{"type", "watch"}, {"table", id}});
  ASSERT_FALSE(next(good, "update").is_null());
  const double before = server.memory();

  // Frames: too large, binary, malformed, cut off.
  WebSocketClient bad;
  ASSERT_EQ(bad.connect(server.address(), {}), 101);
  bad.send(std::string(100'000, 'x'));
  while (bad.wait(3000)) {
  }
  EXPECT_EQ(bad.close_code(), 1009);
  ASSERT_EQ(bad.connect(server.address(), {}), 101);
  bad.send("binary", 2);
  while (bad.wait(3000)) {
  }
  EXPECT_EQ(bad.close_code(), 1003);
  ASSERT_EQ(bad.connect(server.address(), {}), 101);
  bad.send_raw(std::string(16, '\xff'));
  while (bad.wait(3000)) {
  }
  EXPECT_FALSE(bad.is_open());
  ASSERT_EQ(bad.connect(server.address(), {}), 101);
  bad.send(std::string("\xc3\x28", 2));  // not UTF-8
  while (bad.wait(3000)) {
  }
  EXPECT_FALSE(bad.is_open());
  EXPECT_EQ(bad.connect(server.address(), {{"Origin", "https://evil.example"}}), 403);

  // Requests: too large, malformed, endless headers.
  EXPECT_EQ(http.ask("POST", "/api/tables", {}, std::string(1'000'000, ' ')).value_or(server::HttpAnswer{}).status,
            413);
  for (const std::string& text :
       {std::string("GARBAGE\r\n\r\n"), std::string("GET\r\n\r\n"), std::string("GET / HTTP/9.9\r\n\r\n"),
        "GET / HTTP/1.1\r\nX: " + std::string(40'000, 'x') + "\r\n\r\n",
        std::string("POST /api/tables HTTP/1.1\r\nContent-Length: -5\r\n\r\n"),
        std::string("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n"), std::string("\0\0\0\0", 4)}) {
    const int raw = server::connect_to(server.address(), 2000);
    ASSERT_GE(raw, 0);
    ASSERT_GT(::send(raw, text.data(), text.size(), MSG_NOSIGNAL), 0);
    ::shutdown(raw, SHUT_WR);
    char bytes[512];
    ssize_t got = 0;
    std::string answer;
    while ((got = ::recv(raw, bytes, sizeof bytes, 0)) > 0) answer.append(bytes, static_cast<std::size_t>(got));
    EXPECT_TRUE(answer.empty() || answer.starts_with("HTTP/1.1 4"))
        << text.substr(0, 40) << " -> " << answer.substr(0, 40);
    ::close(raw);
  }
  // Half-open connections, more than one address may have: the rest is turned away, memory stays where it was.
  std::vector<int> halves;
  for (int i = 0; i < 2000; ++i) {
    const int half = server::connect_to(server.address(), 2000);
    if (half < 0) continue;
    (void)!::send(half, "GET / HT", 8, MSG_NOSIGNAL);
    halves.push_back(half);
  }
  send(good, {{"type", "move"}, {"table", id}, {"rev", 1}, {"key", "k"}, {"action", {{"type", "add"}, {"value", 1}}}});
  EXPECT_EQ(next(good, "ack")["key"], "k");
  EXPECT_LT(server.memory(), before + 60);
  for (const int half : halves) ::close(half);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  HttpClient fresh(server.address());
  EXPECT_EQ(ask(fresh, "GET", "/health").status, 200);
}

// Whoever sends more than is read hears why, and is not cut off in the middle. But not without end.
TEST_P(ProcessTest, ARefusalIsHeardByWhoeverStillSends) {
  Server server(Server::toy(home.url(), {{"rest_time", 600'000}}));  // not time ends it, but how much is sent
  const int raw = server::connect_to(server.address(), 2000);
  ASSERT_GE(raw, 0);
  const auto send = [&](const std::string& text) {
    for (std::size_t sent = 0; sent < text.size();) {
      const auto got = ::send(raw, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      if (got <= 0) return false;
      sent += static_cast<std::size_t>(got);
    }
    return true;
  };
  const std::string part(100'000, ' ');
  ASSERT_TRUE(send("POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n" + part));
  std::string answer;
  char bytes[512];
  for (ssize_t got = 0; (got = ::recv(raw, bytes, sizeof bytes, 0)) > 0;)  // to its end: the server says no more
    answer.append(bytes, static_cast<std::size_t>(got));
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 413")) << answer.substr(0, 40);
  for (int i = 1; i < 10; ++i) EXPECT_TRUE(send(part)) << i;
  bool heard = true;
  for (int i = 0; i < 200 && heard; ++i) heard = send(part);
  EXPECT_FALSE(heard);
  ::close(raw);
}

// Messages of the wrong form, for the wrong seat, with foreign tokens, sent twice: an error each, nothing played, and
// the connection stays.
TEST_P(ProcessTest, WrongMessagesAreAnsweredWithErrors) {
  Server server(Server::toy(home.url()));
  HttpClient http(server.address());
  const std::string me = token(), friend_ = token(), stranger = token();
  const auto id = start_table(http, "tally", {me, friend_});
  const std::int64_t rev = ask(http, "GET", "/api/tables/" + id).body["table"]["rev"];
  const Json add{{"type", "add"}, {"value", 1}};
  const Json good{{"type", "move"}, {"table", id}, {"rev", rev}, {"key", "k"}, {"action", add}};
  const auto with = [&](const char* member, const Json& value) {
    Json message = good;
    message[member] = value;
    return message.dump();
  };
  const auto without = [&](const char* member) {
    Json message = good;
    message.erase(member);
    return message.dump();
  };
  const std::string deep = std::string(50'000, '[') + std::string(50'000, ']');
  WebSocketClient socket;
  ASSERT_EQ(socket.connect(server.address(), bearer(me)), 101);
  const std::vector<std::string> wrong{
      "",
      "null",
      "[]",
      "5",
      "\"move\"",
      "{",
      "{\"type\":}",
      "{}",
      R"({"type":5})",
      R"({"type":"cheat"})",
      R"({"type":"move"})",
      without("rev"),
      without("key"),
      without("action"),
      without("table"),
      with("rev", -1),
      with("rev", 1.5),
      with("rev", "1"),
      with("rev", 1e300),
      with("rev", rev + 1),
      with("rev", rev - 1),
      with("key", ""),
      with("key", std::string(65, 'k')),
      with("key", 7),
      with("key", nullptr),
      with("action", "add"),
      with("action", Json::array()),
      with("action", Json::object()),
      with("action", {{"type", "add"}, {"value", 10}}),
      with("action", {{"type", "add"}, {"value", "1"}}),
      with("action", {{"type", "add"}, {"value", 1}, {"more", 1}}),
      with("table", "x"),
      with("table", std::string(16, 'Z')),
      with("table", "../../etc/passwd"),
      with("seat", 1),
      with("level", "random"),
      with("type", "check"),
      with("type", "compose"),
      R"({"type":"compose","table":")" + id + R"(","action":[]})",
      R"({"type":"compose","table":")" + id + R"(","action":{"type":[{}]},"use":["1:0"]})",
      R"({"type":"compose","table":")" + id + R"(","action":{},"avoid":{}})",
      with("type", "hint"),
      with("type", "chat"),
      R"({"type":"watch","table":5})",
      R"({"type":"history","table":")" + id + "\"}",
      R"({"type":"notes","table":")" + id + R"(","text":7})",
      R"({"type":"answer","table":")" + id + R"(","key":"a","proposal":1,"agree":true})",
      R"({"type":"undo","table":")" + id + R"(","rev":1,"key":"u","to":99})",
      deep.substr(25'000, 50'000)};
  for (const auto& text : wrong) {
    ASSERT_TRUE(socket.send(text));
    const Json error = next(socket, "error");
    ASSERT_FALSE(error.is_null()) << text.substr(0, 200);
    EXPECT_TRUE(error["error"]["code"].is_string() && !error["error"]["code"].get<std::string>().empty());
  }
  EXPECT_TRUE(socket.is_open());
  // The same message from others: a seat that is not to move, and nobody's.
  for (const auto& [who, code] : {std::pair{friend_, "not_your_turn"}, {stranger, "not_seated"}, {"", "not_seated"}}) {
    WebSocketClient other;
    ASSERT_EQ(other.connect(server.address(), bearer(who)), 101);
    send(other, good);
    EXPECT_EQ(next(other, "error")["error"]["code"], code);
  }
  EXPECT_EQ(socket.connect(server.address(), {{"Authorization", "Bearer of news"}}), 401);
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + id + "/view").body["view"]["n"], 0);
  // The right one, three times: played once.
  ASSERT_EQ(socket.connect(server.address(), bearer(me)), 101);
  for (int i = 0; i < 3; ++i) {
    send(socket, good);
    EXPECT_EQ(next(socket, "ack")["rev"], rev + 1);
  }
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + id + "/view").body["view"]["n"], 1);
  EXPECT_EQ(server.stop(), 0);
}

TEST_P(ProcessTest, AClientThatDoesNotReadCostsBoundedMemory) {
  // Under AddressSanitizer most of the memory would be what was freed and is kept for a while: keep little of it.
  auto command = Server::toy(home.url());
  command.insert(command.begin(), {"env", "ASAN_OPTIONS=quarantine_size_mb=8"});
  Server server(std::move(command));
  HttpClient http(server.address());
  const std::string me = token();
  const auto id = start_table(http, "tally", {me});
  WebSocketClient deaf, good;
  ASSERT_EQ(deaf.connect(server.address(), {}), 101);
  send(deaf, {{"type", "watch"}, {"table", id}});
  ASSERT_EQ(good.connect(server.address(), bearer(me)), 101);
  const double before = server.memory();
  // Asks for history again and again, and reads nothing.
  for (int i = 0; i < 60'000 && deaf.is_open(); ++i)
    if (!deaf.send(R"({"type":"hello","key":"0123456789012345678901234567890123456789"})")) break;
  send(good, {{"type", "move"}, {"table", id}, {"rev", 1}, {"key", "k"}, {"action", {{"type", "add"}, {"value", 1}}}});
  EXPECT_EQ(next(good, "ack", 20'000)["key"], "k");
  EXPECT_LT(server.memory(), before + 40);
}

TEST_P(ProcessTest, CleanShutdownAndQuickStart) {
  Server server(Server::toy(home.url()));
  HttpClient http(server.address());
  const std::string me = token();
  const auto id = start_table(http, "tally", {me});
  EXPECT_EQ(server.stop(), 0);
  server.start();
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + id).status, 200);
  if (!shared()) {
    // A second server on the same file would not hear of the first one's moves.
    Process second({TOY_SERVER, home.url(), "0"});
    EXPECT_EQ(second.line(), "");
    EXPECT_EQ(second.end(0), 1);
  }
  const auto page = http.ask("GET", "/");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_NE(page->headers.find("content-security-policy")->second.find("default-src 'self'"), std::string::npos);
  EXPECT_EQ(page->headers.find("x-content-type-options")->second, "nosniff");
  EXPECT_EQ(http.ask("HEAD", "/")->status, 200);
  EXPECT_NE(http.ask("GET", "/metrics")->body.find("remise_commit_seconds"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Both, ProcessTest, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& chosen) { return std::string(chosen.param); });

class NodesTest : public ::testing::Test {
 protected:
  TestDatabase home{"postgresql"};
};

TEST_F(NodesTest, TwoNodesServeOneTable) {
  Server a(Server::toy(home.url())), b(Server::toy(home.url()));
  HttpClient http_a(a.address()), http_b(b.address());
  const std::string tokens[] = {token(), token()};
  const auto id = start_table(http_a, "tally", {tokens[0], tokens[1]});
  WebSocketClient one, two;
  ASSERT_EQ(one.connect(a.address(), bearer(tokens[0])), 101);
  ASSERT_EQ(two.connect(b.address(), bearer(tokens[1])), 101);
  send(one, {{"type", "watch"}, {"table", id}});
  send(two, {{"type", "watch"}, {"table", id}});
  Json seen = next(two, "update");
  next(one, "update");
  for (int i = 0; i < 10; ++i) {
    WebSocketClient& mover = i % 2 ? two : one;
    send(mover, {{"type", "move"},
                 {"table", id},
                 {"rev", seen["rev"]},
                 {"key", std::to_string(i)},
                 {"action", {{"type", "add"}, {"value", 1}}}});
    // The push reaches the client of the other node.
    WebSocketClient& other = i % 2 ? one : two;
    do {
      seen = next(other, "update");
      ASSERT_FALSE(seen.is_null());
    } while (!seen.contains("view") || seen["view"]["n"] <= i);
  }
  EXPECT_EQ(seen["view"]["state"]["sum"], 10);
}

TEST_F(NodesTest, RacingForTheSameMoveExactlyOneWins) {
  Server a(Server::toy(home.url())), b(Server::toy(home.url()));
  const std::string me = token();
  HttpClient http(a.address());
  const auto id = start_table(http, "tally", {me});
  std::int64_t rev = ask(http, "GET", "/api/tables/" + id).body["table"]["rev"];
  for (int round = 0; round < 25; ++round) {
    int won[2] = {0, 0};
    const auto race = [&](const Server& server, int who) {
      HttpClient mine(server.address());
      const auto reply = ask(mine, "POST", "/api/tables/" + id + "/moves",
                             {{"rev", rev},
                              {"key", std::to_string(round) + "-" + std::to_string(who)},
                              {"action", {{"type", "add"}, {"value", who + 1}}}},
                             me);
      won[who] = reply.status == 200;
      if (reply.status != 200) {
        EXPECT_EQ(reply.body["error"]["code"], "stale") << reply.body;
      }
    };
    std::thread first([&] { race(a, 0); }), second([&] { race(b, 1); });
    first.join();
    second.join();
    ASSERT_EQ(won[0] + won[1], 1);
    ++rev;
  }
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + id + "/view").body["view"]["n"], 25);
}

// A node dies while one of its bots thinks; when its lease ends another node plays that move.
TEST_F(NodesTest, ADeadNodesBotIsPlayedByAnother) {
  Server slow(Server::toy(home.url(), {{"bot_lease", 1500}, {"bot_delay", 60'000}}));
  HttpClient http(slow.address());
  const std::string me = token();
  const auto id = start_table(http, "tally", {me}, {"random"});
  const auto rev = ask(http, "GET", "/api/tables/" + id).body["table"]["rev"];
  EXPECT_EQ(ask(http, "POST", "/api/tables/" + id + "/moves",
                {{"rev", rev}, {"key", "a"}, {"action", {{"type", "add"}, {"value", 1}}}}, me)
                .status,
            200);
  const auto thinks = [&] {
    return http.ask("GET", "/metrics")->body.find("remise_bots_thinking 1") != std::string::npos;
  };
  for (int i = 0; i < 200 && !thinks(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ASSERT_TRUE(thinks());
  slow.kill();
  Server quick(Server::toy(home.url(), {{"bot_lease", 1500}}));
  WebSocketClient socket;
  ASSERT_EQ(socket.connect(quick.address(), bearer(me)), 101);
  send(socket, {{"type", "watch"}, {"table", id}});
  Json update;
  do {
    update = next(socket, "update", 15'000);
    ASSERT_FALSE(update.is_null());
  } while (!update.contains("view") || update["view"]["n"] < 2);
  EXPECT_EQ(update["view"]["to_act"], Json::array({0}));
}

// The only node with free threads hears that another has none left, and takes what waits there.
TEST_F(NodesTest, ABusyNodesBotsArePlayedByAnother) {
  Server busy(Server::toy(home.url(), {{"bot_delay", 60'000}}));
  HttpClient http(busy.address());
  const std::string me = token();
  const auto move = [&](const std::string& id) {
    const auto rev = ask(http, "GET", "/api/tables/" + id).body["table"]["rev"];
    EXPECT_EQ(ask(http, "POST", "/api/tables/" + id + "/moves",
                  {{"rev", rev}, {"key", "a"}, {"action", {{"type", "add"}, {"value", 1}}}}, me)
                  .status,
              200);
  };
  move(start_table(http, "tally", {me}, {"random"}));
  const auto metric = [](HttpClient& from, const std::string& line) {
    for (int i = 0; i < 200; ++i) {
      if (from.ask("GET", "/metrics")->body.find(line) != std::string::npos) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
  };
  ASSERT_TRUE(metric(http, "remise_bots_thinking 1"));
  Server quick(Server::toy(home.url()));
  HttpClient other(quick.address());
  ASSERT_TRUE(metric(other, "remise_listens_total 1"));
  const auto id = start_table(http, "tally", {me}, {"random"});
  move(id);
  EXPECT_TRUE(metric(other, "remise_notices_total{kind=\"jobs\"}"));
  for (int i = 0; i < 200 && ask(http, "GET", "/api/tables/" + id + "/view").body["view"]["n"] != 2; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + id + "/view").body["view"]["n"], 2);
}

// A move at one node just when somebody begins to watch at another: the notice may come before the LISTEN, and the move
// is seen all the same, long before tables are compared (ten seconds).
TEST_F(NodesTest, AMoveWhileANodeBeginsToListenIsSeen) {
  Server a(Server::toy(home.url())), b(Server::toy(home.url()));
  HttpClient http(a.address());
  const std::string me = token();
  for (int round = 0; round < 30; ++round) {
    const auto id = start_table(http, "tally", {me});
    const auto rev = ask(http, "GET", "/api/tables/" + id).body["table"]["rev"];
    WebSocketClient socket;
    ASSERT_EQ(socket.connect(b.address(), bearer(me)), 101);
    send(socket, {{"type", "watch"}, {"table", id}});
    std::this_thread::sleep_for(std::chrono::milliseconds(round % 15));
    EXPECT_EQ(ask(http, "POST", "/api/tables/" + id + "/moves",
                  {{"rev", rev}, {"key", "a"}, {"action", {{"type", "add"}, {"value", 1}}}}, me)
                  .status,
              200);
    Json update;
    do {
      update = next(socket, "update", 5000);
      ASSERT_FALSE(update.is_null()) << round;
    } while (!update.contains("view") || update["view"]["n"] < 1);
  }
}

TEST_F(NodesTest, BotsOfTwoNodesPlayBesideTheirPeople) {
  Server a(Server::toy(home.url())), b(Server::toy(home.url()));
  server::SwarmOptions options;
  options.servers = {a.address(), b.address()};
  options.game = "tally";
  options.tables = 10;
  options.players = 2;
  options.bots = 1;
  options.seconds = 2;
  const auto report = server::run_swarm(options);
  ASSERT_TRUE(report) << report.error();
  for (const auto& fault : report->faults) ADD_FAILURE() << fault;
  EXPECT_GT(report->acknowledged, 10u);
}

}  // namespace
}  // namespace remise::testing
