// Seats: nobody takes another's.
#include <set>

#include "support/server_process.h"

namespace remise::testing {
namespace {

struct Waiting {
  std::string id, host, guest;
};

// A table of two that waits for its start: a host and a guest, each with a token.
Waiting waiting_table(HttpClient& http, const std::string& game = "1840") {
  Waiting table{"", token(), token()};
  const auto made =
      ask(http, "POST", "/api/tables",
          {{"game", game}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}, {"name", "host"}}, table.host);
  EXPECT_EQ(made.status, 200) << made.body;
  table.id = made.body["table"]["id"];
  EXPECT_EQ(ask(http, "POST", "/api/tables/" + table.id + "/join", {{"name", "guest"}}, table.guest).status, 200);
  return table;
}

std::string link_of(HttpClient& http, const std::string& table, const std::string& who) {
  const auto made = ask(http, "POST", "/api/tables/" + table + "/link", Json::object(), who);
  EXPECT_EQ(made.status, 200) << made.body;
  return made.body["token"];
}

class SeatAttack : public ::testing::Test {
 protected:
  TestDatabase home{"sqlite"};
  Server server{Server::real(home.url())};
  HttpClient http{server.address()};

  void expect_dead(const std::string& table, const std::string& link) {
    const auto claimed = ask(http, "POST", "/api/tables/" + table + "/claim", {{"token", link}}, token());
    EXPECT_EQ(claimed.status, 409) << claimed.body;
    EXPECT_EQ(claimed.body["error"]["code"], "link_expired");
  }
};

TEST_F(SeatAttack, ALinkDiesWithTheOneWhoLeaves) {
  const auto [id, host, guest] = waiting_table(http);
  const auto link = link_of(http, id, guest);
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/leave", Json::object(), guest).status, 200);
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/join", {{"name", "another"}}, token()).status, 200);
  expect_dead(id, link);
}

// A number of a query that is none is refused, and never taken for "the newest".
TEST_F(SeatAttack, WrongNumbersInAQueryAreRefused) {
  const auto [id, host, guest] = waiting_table(http);
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/start", Json::object(), host).status, 200);
  const std::string path = "/api/tables/" + id;
  for (const char* wrong : {"x", "", "-1", "1.5", "1e3", "0x1", "%2B1", "99999999999999999999", "1%20", "null"})
    for (const char* where : {"/view?n=", "/view?rev=", "/view?wait=", "/what-if?n="}) {
      const auto answer = ask(http, "GET", path + where + wrong, nullptr, host);
      EXPECT_EQ(answer.status, 400) << where << wrong << answer.body;
      EXPECT_TRUE(answer.body["error"]["code"].is_string()) << where << wrong;
    }
  for (const char* where : {"/view?n=", "/what-if?n="}) {
    EXPECT_EQ(ask(http, "GET", path + where + "0", nullptr, host).status, 200) << where;
    EXPECT_EQ(ask(http, "GET", path + where + "9999", nullptr, host).body["error"]["code"], "no_such_position")
        << where;
  }
}

TEST_F(SeatAttack, ALinkDiesWithTheOneWhoIsRemoved) {
  const auto [id, host, guest] = waiting_table(http);
  const auto link = link_of(http, id, guest);
  ASSERT_EQ(ask(http, "PUT", "/api/tables/" + id + "/seats/1", {{"kind", "bot"}, {"level", "random"}}, host).status,
            200);
  expect_dead(id, link);
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/start", Json::object(), host).status, 200);
  expect_dead(id, link);
}

TEST_F(SeatAttack, ALinkDiesWithTheStart) {
  const auto [id, host, guest] = waiting_table(http);
  const auto link = link_of(http, id, guest);
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/start", Json::object(), host).status, 200);
  expect_dead(id, link);
}

TEST_F(SeatAttack, ALinkOfARunningMatchDiesWithItsHolder) {
  const auto [id, host, guest] = waiting_table(http);
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/start", Json::object(), host).status, 200);
  const auto link = link_of(http, id, guest), second = link_of(http, id, guest);
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/leave", Json::object(), guest).status, 200);
  expect_dead(id, link);
  // The others agree on a bot in his place, by a proposal that needs nobody else.
  WebSocketClient socket;
  ASSERT_EQ(socket.connect(server.address(), bearer(host)), 101);
  const int seat = ask(http, "GET", "/api/tables/" + id, nullptr, guest).body["table"]["mine"];
  send(
      socket,
      {{"type", "propose_replace"}, {"table", id}, {"key", "r"}, {"seat", seat}, {"with", "bot"}, {"level", "random"}});
  ASSERT_FALSE(next(socket, "ack").is_null());
  expect_dead(id, second);
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + id, nullptr, guest).body["table"]["mine"], seat) << "he may return";
}

TEST_F(SeatAttack, ALivingLinkIsGoodOnceForItsOwnSeat) {
  const auto [id, host, guest] = waiting_table(http);
  const auto link = link_of(http, id, guest);
  const std::string phone = token();
  const auto claimed = ask(http, "POST", "/api/tables/" + id + "/claim", {{"token", link}}, phone);
  EXPECT_EQ(claimed.status, 200) << claimed.body;
  EXPECT_EQ(claimed.body["table"]["mine"], 1);
  expect_dead(id, link);
}

TEST_F(SeatAttack, AHostWhoLeftIsHostNoMore) {
  const auto [id, host, guest] = waiting_table(http);
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/leave", Json::object(), host).status, 200);
  const auto info = ask(http, "GET", "/api/tables/" + id).body["table"];
  EXPECT_EQ(info["host"], 1) << "the role passes on";
  const auto removed = ask(http, "PUT", "/api/tables/" + id + "/seats/1", {{"kind", "human"}}, host);
  EXPECT_EQ(removed.body["error"]["code"], "not_host");
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/join", {{"name", "another"}}, token()).status, 200);
  EXPECT_EQ(ask(http, "POST", "/api/tables/" + id + "/start", Json::object(), host).body["error"]["code"], "not_host");
  EXPECT_EQ(ask(http, "POST", "/api/tables/" + id + "/start", Json::object(), guest).status, 200);
}

// With the limits as they are shipped: one address changes seats at a pace, and others can still come.
TEST(SeatPace, JoiningAndLeavingFillsNoLog) {
  TestDatabase home{"sqlite"};
  Server server{{REMISE_PROGRAM, "serve", "--db", home.url(), "--port", "PORT", "--log", "error", "--trust-proxy"}};
  HttpClient http{server.address()};
  const auto post = [&](const std::string& path, const Json& body, const std::string& as, const std::string& address) {
    Headers headers = bearer(as);
    headers.emplace_back("X-Forwarded-For", address);
    const auto answer = http.ask("POST", path, headers, body.dump());
    return answer ? Json::parse(answer->body) : Json();
  };
  const std::string host = token(), guest = token();
  const Json made =
      post("/api/tables", {{"game", "1840"}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}, {"name", "host"}},
           host, "198.51.100.7");
  const std::string path = "/api/tables/" + made["table"]["id"].get<std::string>();
  int joined = 0;
  for (int i = 0; i < 100; ++i) {
    joined += !post(path + "/join", {{"name", "again"}}, guest, "203.0.113.5").contains("error");
    post(path + "/leave", Json::object(), guest, "203.0.113.5");
    post(path + "/link", Json::object(), host, "203.0.113.5");
  }
  EXPECT_LT(joined, 25);
  EXPECT_GT(joined, 0);
  EXPECT_FALSE(post(path + "/join", {{"name", "another"}}, token(), "198.51.100.9").contains("error"));
}

// What may be said to the end of the log is said at a pace: nobody leads a match there by asking again and again
// whether somebody is to be replaced, nor two by handing the host's role to and fro.
TEST(SeatPace, ProposalsAndTheHostsRoleFillNoLog) {
  TestDatabase home{"sqlite"};
  Server server{{REMISE_PROGRAM, "serve", "--db", home.url(), "--port", "PORT", "--log", "error"}};
  HttpClient http{server.address()};
  const std::vector<std::string> tokens{token(), token(), token()};
  const auto id = start_table(http, "1840", tokens);
  const std::string path = "/api/tables/" + id;
  const auto seat = [&](const std::string& who) { return ask(http, "GET", path, nullptr, who).body["table"]["mine"]; };
  ASSERT_EQ(ask(http, "POST", path + "/leave", {{"then", "wait"}}, tokens[2]).status, 200);
  const auto began = std::chrono::steady_clock::now();
  const auto allowed = [&] {
    const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return 20 + static_cast<int>(seconds / 5) + 1;
  };
  WebSocketClient socket;
  ASSERT_EQ(socket.connect(server.address(), bearer(tokens[0])), 101);
  send(socket, {{"type", "watch"}, {"table", id}});
  const Json gone = seat(tokens[2]);
  int proposed = 0;
  for (int i = 0; i < 40; ++i) {
    send(socket, {{"type", "propose_replace"},
                  {"table", id},
                  {"key", std::to_string(i)},
                  {"seat", gone},
                  {"with", "bot"},
                  {"level", "random"}});
    while (const auto text = socket.wait(2000)) {
      const Json answer = Json::parse(*text);
      if (answer.value("key", Json()) != Json(std::to_string(i))) continue;
      proposed += answer["type"] == "ack";
      break;
    }
    const Json proposal = ask(http, "GET", path, nullptr, tokens[1]).body["table"]["proposal"];
    if (proposal.is_null()) continue;
    send(socket, {{"type", "answer"},
                  {"table", id},
                  {"key", "no" + std::to_string(i)},
                  {"proposal", proposal["id"]},
                  {"agree", false}});
    ASSERT_FALSE(next(socket, "ack").is_null());
  }
  EXPECT_GT(proposed, 2);
  EXPECT_LE(proposed, allowed());
  const Json seats[]{seat(tokens[0]), seat(tokens[1])};
  int passed = 0;
  for (int i = 0; i < 40; ++i)
    for (const std::size_t to : {1, 0})
      passed += ask(http, "POST", path + "/host", {{"seat", seats[to]}}, tokens[1 - to]).status == 200;
  EXPECT_GT(passed, 2);
  EXPECT_LE(passed, allowed());
}

// Nor does one who changes where he lives again and again take the room in which all talk, plan and go on holiday.
TEST(SeatPace, OnePlayerLeavesRoomForTheOthers) {
  TestDatabase home{"sqlite"};
  Server server{{REMISE_PROGRAM, "serve", "--db", home.url(), "--port", "PORT", "--log", "error"}};
  HttpClient http{server.address()};
  const std::vector<std::string> tokens{token(), token()};
  const Json terms{{"clock", "correspondence"}, {"move_s", 86'400}, {"holidays", 5}};
  const auto made =
      ask(http, "POST", "/api/tables",
          {{"game", "1840"}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}, {"name", "a"}, {"terms", terms}},
          tokens[0]);
  ASSERT_EQ(made.status, 200) << made.body;
  const std::string id = made.body["table"]["id"], path = "/api/tables/" + id;
  ASSERT_EQ(ask(http, "POST", path + "/join", {{"name", "b"}}, tokens[1]).status, 200);
  ASSERT_EQ(ask(http, "POST", path + "/start", Json::object(), tokens[0]).status, 200);
  const auto began = std::chrono::steady_clock::now();
  int written = 0, asked = 0;
  for (int connection = 0; connection < 5; ++connection) {
    WebSocketClient socket;
    ASSERT_EQ(socket.connect(server.address(), bearer(tokens[0])), 101);
    for (int i = 0; i < 100; ++i, ++asked)
      send(socket, {{"type", "zone"}, {"table", id}, {"key", std::to_string(asked)}, {"minutes", asked}});
    for (int i = 0; i < 100; ++i) {
      const auto text = socket.wait(5000);
      ASSERT_TRUE(text);
      written += Json::parse(*text)["type"] == "ack";
    }
  }
  const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  EXPECT_GT(written, 100);
  EXPECT_LE(written, 301 + seconds / 2);
  WebSocketClient other;
  ASSERT_EQ(other.connect(server.address(), bearer(tokens[1])), 101);
  send(other, {{"type", "holiday"}, {"table", id}, {"key", "h"}, {"days", 1}});
  EXPECT_FALSE(next(other, "ack").is_null());
}

// A guest sits down, then logs in to an account that sits at the same table: both seats are his, and each is played.
TEST_F(SeatAttack, OnePersonsTwoSeatsAreBothPlayed) {
  const auto browser = [&](const std::string& method, const std::string& path, const Json& body, Headers& cookies) {
    Headers headers = cookies;
    headers.emplace_back("Sec-Fetch-Site", "same-origin");
    const auto answer = http.ask(method, path, headers, body.is_null() ? "" : body.dump());
    if (!answer) return Reply{};
    std::string line = cookies.empty() ? "" : cookies.front().second;
    for (auto [at, end] = answer->headers.equal_range("set-cookie"); at != end; ++at)
      line += (line.empty() ? "" : "; ") + at->second.substr(0, at->second.find(';'));
    if (!line.empty()) cookies = {{"Cookie", line}};
    return Reply{answer->status, Json::parse(answer->body, nullptr, false)};
  };
  Headers laptop, phone;
  const Json login{{"name", "Anna"}, {"password", "long enough"}};
  ASSERT_EQ(browser("POST", "/api/accounts", login, laptop).status, 200);
  const auto made =
      browser("POST", "/api/tables",
              {{"game", "1840"}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}, {"name", "one"}}, laptop);
  ASSERT_EQ(made.status, 200) << made.body;
  const std::string path = "/api/tables/" + made.body["table"]["id"].get<std::string>();
  ASSERT_EQ(browser("POST", path + "/join", {{"name", "two"}}, phone).status, 200);
  ASSERT_EQ(browser("POST", "/api/session", login, phone).status, 200);
  ASSERT_EQ(browser("POST", path + "/start", Json::object(), laptop).status, 200);
  std::set<int> played;
  for (int i = 0; i < 4; ++i) {
    const auto update = browser("GET", path + "/view", nullptr, phone).body;
    ASSERT_FALSE(update["view"]["legal"].empty()) << "whoever has both seats is always to move: " << i;
    Json action = update["view"]["legal"].back();
    if (action.contains("price")) action["price"] = action["price"]["min"];
    played.insert(update["view"]["seat"].get<int>());
    const auto done = browser("POST", path + "/moves",
                              {{"rev", update["rev"]}, {"key", std::to_string(i)}, {"action", action}}, phone);
    EXPECT_EQ(done.status, 200) << done.body;
  }
  EXPECT_EQ(played.size(), 2u);
}

// After the end the seed is known: the last mover alone takes nothing back.
TEST(OverAttack, WhatIsOverStaysOverUnlessAllAgree) {
  TestDatabase home{"sqlite"};
  Server server{Server::toy(home.url())};
  HttpClient http{server.address()};
  const std::vector<std::string> tokens{token(), token()};
  const auto id = start_table(http, "nim", tokens);
  Json view;
  std::string mover;
  for (int i = 0; i < 60; ++i) {
    const auto to_act = ask(http, "GET", "/api/tables/" + id).body["table"]["to_act"];
    if (to_act.empty()) break;
    mover = tokens[to_act[0].get<std::size_t>()];
    const auto update = ask(http, "GET", "/api/tables/" + id + "/view", nullptr, mover).body;
    Json action = update["view"]["legal"].back();
    action["take"] = 1;
    ask(http, "POST", "/api/tables/" + id + "/moves",
        {{"rev", update["rev"]}, {"key", std::to_string(i)}, {"action", action}}, mover);
  }
  const auto over = ask(http, "GET", "/api/tables/" + id + "/view", nullptr, mover).body;
  ASSERT_TRUE(over["view"].contains("seed")) << over;
  EXPECT_EQ(over["view"]["undoable"], 0);
  WebSocketClient last, other;
  ASSERT_EQ(last.connect(server.address(), bearer(mover)), 101);
  ASSERT_EQ(other.connect(server.address(), bearer(mover == tokens[0] ? tokens[1] : tokens[0])), 101);
  const int n = over["view"]["n"];
  // Not even when everybody else has gone: they are asked all the same.
  const std::string& gone = mover == tokens[0] ? tokens[1] : tokens[0];
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/leave", Json::object(), gone).status, 200);
  send(last, {{"type", "propose_replace"},
              {"table", id},
              {"key", "p"},
              {"seat", mover == tokens[0] ? 1 : 0},
              {"with", "bot"},
              {"level", "random"}});
  EXPECT_EQ(next(last, "error")["error"]["code"], "cannot_replace");
  send(last, {{"type", "undo"}, {"table", id}, {"rev", over["rev"]}, {"key", "u"}, {"to", n - 1}});
  ASSERT_FALSE(next(last, "ack").is_null());
  auto info = ask(http, "GET", "/api/tables/" + id).body["table"];
  EXPECT_EQ(info["status"], "finished");
  ASSERT_TRUE(info["proposal"].is_object()) << "it is a question to the others";
  send(other, {{"type", "answer"}, {"table", id}, {"key", "y"}, {"proposal", info["proposal"]["id"]}, {"agree", true}});
  ASSERT_FALSE(next(other, "ack").is_null());
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + id).body["table"]["status"], "playing");
}

}  // namespace
}  // namespace remise::testing
