// Sessions: what is revoked is gone at once, on open connections too, and on every node.
#include <chrono>
#include <thread>

#include "support/server_process.h"

namespace remise::testing {
namespace {

// A browser with an account: registers or logs in, then connects by its session.
struct Browser {
  Headers headers;

  static Headers from_here() { return {{"Sec-Fetch-Site", "same-origin"}}; }
  Reply ask(HttpClient& http, const std::string& method, const std::string& path, const Json& body) {
    Headers sent = headers;
    sent.emplace_back("Sec-Fetch-Site", "same-origin");
    const auto answer = http.ask(method, path, sent, body.is_null() ? "" : body.dump());
    if (!answer) return {};
    for (auto [at, end] = answer->headers.equal_range("set-cookie"); at != end; ++at)
      headers = {{"Cookie", at->second.substr(0, at->second.find(';'))}};
    return {answer->status, Json::parse(answer->body, nullptr, false)};
  }
  int connect(WebSocketClient& socket, const Address& address) {
    Headers sent = headers;
    sent.emplace_back("Origin", "http://" + address.host + ":" + std::to_string(address.port));
    return socket.connect(address, sent);
  }
};

const Json anna{{"name", "Anna"}, {"password", "long enough"}};

// How many milliseconds until the server closes the connection, or -1 after ten seconds. A connection that is still
// open tells its account at every question.
int closed_after(WebSocketClient& socket) {
  const auto began = std::chrono::steady_clock::now();
  for (;;) {
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
    if (passed.count() > 10'000) return -1;
    if (socket.close_code() != 0 || !socket.is_open()) return static_cast<int>(passed.count());
    if (!socket.wait(200) && !socket.read_some(false)) return static_cast<int>(passed.count());
  }
}

class PeopleAttack : public ::testing::TestWithParam<const char*> {
 protected:
  TestDatabase home{GetParam()};
  Server server{Server::real(home.url())};
  HttpClient http{server.address()};
  Browser laptop, phone;

  void log_in_twice() {
    ASSERT_EQ(laptop.ask(http, "POST", "/api/accounts", anna).status, 200);
    ASSERT_EQ(phone.ask(http, "POST", "/api/session", anna).status, 200);
  }
  int admin(const std::vector<std::string>& words) {
    std::vector<std::string> command{REMISE_PROGRAM, "admin", "--db", home.url()};
    command.insert(command.end(), words.begin(), words.end());
    return run(command);
  }
  static std::string account_at(WebSocketClient& socket) {
    send(socket, {{"type", "hello"}});
    const Json hello = next(socket, "hello");
    return hello.is_object() && hello["account"].is_object() ? hello["account"]["name"] : "";
  }
};

TEST_P(PeopleAttack, ANewPasswordClosesTheOtherConnectionsAtOnce) {
  log_in_twice();
  WebSocketClient mine, stolen;
  ASSERT_EQ(laptop.connect(mine, server.address()), 101);
  ASSERT_EQ(phone.connect(stolen, server.address()), 101);
  ASSERT_EQ(account_at(stolen), "Anna");
  ASSERT_EQ(laptop.ask(http, "PUT", "/api/accounts/password", {{"old", "long enough"}, {"new", "another one"}}).status,
            200);
  EXPECT_GE(closed_after(stolen), 0);
  EXPECT_EQ(stolen.close_code(), 4401);
  EXPECT_EQ(account_at(mine), "Anna") << "one's own session stays";
}

TEST_P(PeopleAttack, ALogOutClosesItsConnections) {
  log_in_twice();
  WebSocketClient mine, other;
  ASSERT_EQ(laptop.connect(mine, server.address()), 101);
  ASSERT_EQ(phone.connect(other, server.address()), 101);
  ASSERT_EQ(laptop.ask(http, "DELETE", "/api/session", Json::object()).status, 200);
  EXPECT_GE(closed_after(mine), 0);
  EXPECT_EQ(account_at(other), "Anna");
}

TEST_P(PeopleAttack, ABanFromTheCommandLineReachesARunningServer) {
  log_in_twice();
  WebSocketClient socket;
  ASSERT_EQ(phone.connect(socket, server.address()), 101);
  ASSERT_EQ(account_at(socket), "Anna");
  ASSERT_EQ(phone.ask(http, "GET", "/api/me", nullptr).body["account"]["name"], "Anna");  // and is remembered
  ASSERT_EQ(admin({"ban", "Anna"}), 0);
  const int after = closed_after(socket);
  EXPECT_GE(after, 0);
  EXPECT_LT(after, 5000);
  EXPECT_TRUE(phone.ask(http, "GET", "/api/me", nullptr).body["account"].is_null());
}

TEST_P(PeopleAttack, ADeletedAccountIsGoneFromItsConnections) {
  log_in_twice();
  WebSocketClient socket;
  ASSERT_EQ(phone.connect(socket, server.address()), 101);
  ASSERT_EQ(laptop.ask(http, "DELETE", "/api/accounts", {{"password", "long enough"}}).status, 200);
  EXPECT_GE(closed_after(socket), 0);
}

// Links and devices that hang on an account go with a ban and with a new password.
TEST_P(PeopleAttack, LinksAndDevicesGoWithWhatTheyRestOn) {
  log_in_twice();
  const auto table = [&] {
    const auto made =
        phone.ask(http, "POST", "/api/tables",
                  {{"game", "1840"}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}, {"name", "x"}});
    EXPECT_EQ(made.status, 200) << made.body;
    return "/api/tables/" + made.body["table"]["id"].get<std::string>();
  }();
  const auto link = [&] { return phone.ask(http, "POST", table + "/link", Json::object()).body["token"]; };
  const auto claims = [&](const Json& token_of_link, const std::string& device) {
    return ask(http, "POST", table + "/claim", {{"token", token_of_link}}, device).status;
  };
  const auto sits = [&](const std::string& device) {
    return !ask(http, "GET", table, nullptr, device).body["table"]["mine"].is_null();
  };
  const std::string tablet = token();
  ASSERT_EQ(claims(link(), tablet), 200);
  ASSERT_TRUE(sits(tablet));
  const Json by_phone = link();
  // The laptop changes the password: the session of the phone ends, and with it what it has made.
  ASSERT_EQ(laptop.ask(http, "PUT", "/api/accounts/password", {{"old", "long enough"}, {"new", "another one"}}).status,
            200);
  EXPECT_EQ(claims(by_phone, token()), 409);
  for (int i = 0; i < 50 && sits(tablet); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(sits(tablet));
  // The same with a ban from the command line.
  ASSERT_EQ(phone.ask(http, "POST", "/api/session", {{"name", "Anna"}, {"password", "another one"}}).status, 200);
  ASSERT_EQ(claims(link(), tablet), 200);
  const Json last = link();
  ASSERT_EQ(admin({"ban", "Anna"}), 0);
  EXPECT_EQ(claims(last, token()), 409);
  for (int i = 0; i < 300 && sits(tablet); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(sits(tablet));
}

// Nor is a device that is taken off a seat still the host it was there.
TEST_P(PeopleAttack, ADeviceThatIsTakenOffASeatIsNoHost) {
  log_in_twice();
  const std::string tablet = token(), guest = token();
  const auto made =
      ask(http, "POST", "/api/tables",
          {{"game", "1840"}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}, {"name", "x"}}, tablet);
  ASSERT_EQ(made.status, 200) << made.body;
  const std::string table = "/api/tables/" + made.body["table"]["id"].get<std::string>();
  ASSERT_EQ(ask(http, "POST", table + "/join", {{"name", "y"}}, guest).status, 200);
  const auto link = ask(http, "POST", table + "/link", Json::object(), tablet).body["token"];
  ASSERT_EQ(phone.ask(http, "POST", table + "/claim", {{"token", link}}).status, 200);
  ASSERT_EQ(laptop.ask(http, "PUT", "/api/accounts/password", {{"old", "long enough"}, {"new", "another one"}}).status,
            200);
  const auto sees = [&](const std::string& device) { return ask(http, "GET", table, nullptr, device).body["table"]; };
  for (int i = 0; i < 50 && !sees(tablet)["mine"].is_null(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ASSERT_TRUE(sees(tablet)["mine"].is_null());
  EXPECT_EQ(sees(tablet)["hosting"], false);
  const auto removed = ask(http, "PUT", table + "/seats/1", {{"kind", "human"}}, tablet);
  EXPECT_EQ(removed.body["error"]["code"], "not_host") << removed.body;
  EXPECT_EQ(sees(guest)["hosting"], false) << "the account has kept its seat, and with it the role";
  EXPECT_EQ(laptop.ask(http, "POST", table + "/start", Json::object()).status, 200);
}

// A long question is answered when the session ends, not when the position changes.
TEST_P(PeopleAttack, WhoWaitsForAMoveIsAnsweredWhenTheSessionEnds) {
  log_in_twice();
  const auto made = phone.ask(
      http, "POST", "/api/tables",
      {{"game", "1840"}, {"seats", {{{"kind", "human"}}, {{"kind", "bot"}, {"level", "random"}}}}, {"name", "x"}});
  ASSERT_EQ(made.status, 200) << made.body;
  const std::string path = "/api/tables/" + made.body["table"]["id"].get<std::string>();
  HttpClient waiting(server.address(), 30'000);
  int status = 0;
  std::thread asks([&] {
    Headers sent = phone.headers;
    const auto answer = waiting.ask("GET", path + "/view?rev=1000&wait=25", sent);
    status = answer ? answer->status : -1;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(laptop.ask(http, "PUT", "/api/accounts/password", {{"old", "long enough"}, {"new", "another one"}}).status,
            200);
  asks.join();
  EXPECT_EQ(status, 401);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
}

INSTANTIATE_TEST_SUITE_P(OneNode, PeopleAttack, ::testing::Values("sqlite", "postgresql"));

TEST(PeopleNodesAttack, ASessionEndsOnEveryNode) {
  TestDatabase home{"postgresql"};
  Server a{Server::real(home.url())}, b{Server::real(home.url())};
  HttpClient there{a.address()}, elsewhere{b.address()};
  Browser laptop, phone;
  ASSERT_EQ(laptop.ask(there, "POST", "/api/accounts", anna).status, 200);
  ASSERT_EQ(phone.ask(elsewhere, "POST", "/api/session", anna).status, 200);
  WebSocketClient socket;
  ASSERT_EQ(phone.connect(socket, b.address()), 101);
  ASSERT_EQ(laptop.ask(there, "PUT", "/api/accounts/password", {{"old", "long enough"}, {"new", "another one"}}).status,
            200);
  const int after = closed_after(socket);
  EXPECT_GE(after, 0);
  EXPECT_LT(after, 5000);
  EXPECT_TRUE(phone.ask(elsewhere, "GET", "/api/me", nullptr).body["account"].is_null()) << "no memory outlives it";
}

}  // namespace
}  // namespace remise::testing
