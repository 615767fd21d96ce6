// Accounts, cookies, origins and limits.
#include <gtest/gtest.h>

#include "support/fake_world.h"

namespace remise::testing {
namespace {

class PeopleTest : public ::testing::Test {
 protected:
  PeopleTest() : node(world.loop, world.db) {}

  // A browser: keeps cookies, sends them with its origin.
  struct Browser {
    std::map<std::string, std::string> cookies;
    std::string origin = "http://trams.example";
  };
  World::Answer ask(Browser& browser, const std::string& method, const std::string& path, const Json& body = nullptr) {
    auto answer = world.ask(node, method, path, body, "", [&](server::Request& request) {
      for (const auto& [name, value] : browser.cookies)
        request.cookie += (request.cookie.empty() ? "" : "; ") + name + "=" + value;
      request.origin = browser.origin;
    });
    for (const auto& [name, value] : answer.headers) {
      if (name != "Set-Cookie") continue;
      EXPECT_NE(value.find("HttpOnly"), std::string::npos);
      EXPECT_NE(value.find("SameSite=Lax"), std::string::npos);
      const auto equals = value.find('=');
      browser.cookies[value.substr(0, equals)] = value.substr(equals + 1, value.find(';') - equals - 1);
    }
    return answer;
  }
  std::string create(Browser& browser) {
    const auto made =
        ask(browser, "POST", "/api/tables", {{"game", "tally"}, {"seats", {{{"kind", "human"}}}}, {"name", "me"}});
    EXPECT_EQ(made.status, 200) << made.text;
    return made.status == 200 ? made.body["table"]["id"].get<std::string>() : "";
  }

  World world;
  FakeNode node;
};

TEST_F(PeopleTest, ASeatNeedsNoAccount) {
  Browser browser, stranger;
  const auto table = create(browser);
  EXPECT_TRUE(browser.cookies.contains("remise_player"));
  EXPECT_EQ(ask(browser, "POST", "/api/tables/" + table + "/start", Json::object()).status, 200);
  EXPECT_EQ(ask(browser, "GET", "/api/tables/" + table).body["table"]["mine"], 0);
  EXPECT_TRUE(ask(stranger, "GET", "/api/tables/" + table).body["table"]["mine"].is_null());
  EXPECT_EQ(ask(stranger, "POST", "/api/tables/" + table + "/leave", Json::object()).status, 403);
  // The token is nowhere in the database.
  const auto entries = world.db.entries(table, 0).value();
  ASSERT_FALSE(entries.empty());
  for (const auto& entry : entries) EXPECT_EQ(entry.payload.find(browser.cookies["remise_player"]), std::string::npos);
}

TEST_F(PeopleTest, AnAccountGathersTheTablesOfItsDevices) {
  Browser phone, laptop;
  const auto table = create(phone);
  EXPECT_EQ(ask(phone, "POST", "/api/accounts", {{"name", "Anna"}, {"password", "short"}}).body["error"]["code"],
            "bad_password");
  EXPECT_EQ(ask(phone, "POST", "/api/accounts", {{"name", " "}, {"password", "long enough"}}).body["error"]["code"],
            "bad_name");
  EXPECT_EQ(ask(phone, "POST", "/api/accounts", {{"name", "Anna"}, {"password", "long enough"}}).status, 200);
  EXPECT_EQ(ask(laptop, "POST", "/api/accounts", {{"name", "anna"}, {"password", "long enough"}}).body["error"]["code"],
            "name_taken");
  EXPECT_EQ(ask(laptop, "POST", "/api/session", {{"name", "Anna"}, {"password", "wrong one"}}).status, 401);
  EXPECT_EQ(ask(laptop, "POST", "/api/session", {{"name", "Nobody"}, {"password", "wrong one"}}).status, 401);
  EXPECT_TRUE(ask(laptop, "GET", "/api/me/tables").body["tables"].empty());
  EXPECT_EQ(ask(laptop, "POST", "/api/session", {{"name", "Anna"}, {"password", "long enough"}}).status, 200);
  EXPECT_EQ(ask(laptop, "GET", "/api/me").body["account"]["name"], "Anna");
  EXPECT_EQ(ask(laptop, "GET", "/api/me/tables").body["tables"][0]["id"], table);
  EXPECT_EQ(ask(laptop, "POST", "/api/tables/" + table + "/start", Json::object()).status, 200);
  EXPECT_EQ(ask(laptop, "PUT", "/api/me/preferences", {{"theme", "dark"}}).status, 200);
  EXPECT_EQ(ask(phone, "GET", "/api/me").body["preferences"]["theme"], "dark");
  // A changed password ends the other sessions; a log-out ends one's own.
  EXPECT_EQ(ask(laptop, "PUT", "/api/accounts/password", {{"old", "long enough"}, {"new", "even longer"}}).status, 200);
  EXPECT_TRUE(ask(phone, "GET", "/api/me").body["account"].is_null());
  EXPECT_EQ(ask(laptop, "DELETE", "/api/session", Json::object()).status, 200);
  EXPECT_TRUE(ask(laptop, "GET", "/api/me").body["account"].is_null());
  const auto account = world.db.find_account("Anna").value().front();
  EXPECT_TRUE(account.password.starts_with("$argon2id$"));
}

TEST_F(PeopleTest, DeletingAnAccountLeavesTheOthersTheirMatch) {
  Browser anna, bert;
  EXPECT_EQ(ask(anna, "POST", "/api/accounts", {{"name", "Anna"}, {"password", "long enough"}}).status, 200);
  const auto made = ask(
      anna, "POST", "/api/tables",
      {{"game", "tally"}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}, {"name", "Anna"}, {"shuffle", false}});
  const std::string path = "/api/tables/" + made.body["table"]["id"].get<std::string>();
  EXPECT_EQ(ask(bert, "POST", path + "/join", {{"name", "Bert"}}).status, 200);
  EXPECT_EQ(ask(anna, "POST", path + "/start", Json::object()).status, 200);
  EXPECT_EQ(ask(anna, "DELETE", "/api/accounts", {{"password", "not this"}}).status, 401);
  EXPECT_EQ(ask(bert, "GET", path).body["table"]["seats"][0]["left"], false);
  EXPECT_EQ(ask(anna, "DELETE", "/api/accounts", {{"password", "long enough"}}).status, 200);
  EXPECT_TRUE(world.db.find_account("Anna").value().empty());
  const auto left = ask(bert, "GET", path).body["table"];
  EXPECT_EQ(left["seats"][0]["left"], true);
  EXPECT_EQ(left["mine"], 1);
  EXPECT_EQ(left["status"], "playing");
}

TEST_F(PeopleTest, BannedIsBanned) {
  Browser browser;
  EXPECT_EQ(ask(browser, "POST", "/api/accounts", {{"name", "Troll"}, {"password", "long enough"}}).status, 200);
  const auto id = world.db.find_account("Troll").value().front().id;
  ASSERT_TRUE(world.db.set_banned(id, true));
  world.loop.advance(60'000);
  EXPECT_TRUE(ask(browser, "GET", "/api/me").body["account"].is_null());
  EXPECT_EQ(
      ask(browser, "POST", "/api/session", {{"name", "Troll"}, {"password", "long enough"}}).body["error"]["code"],
      "banned");
}

TEST_F(PeopleTest, ForeignPagesCannotActForSomeone) {
  Browser browser;
  const auto table = create(browser);
  const std::string path = "/api/tables/" + table + "/start";
  browser.origin = "https://evil.example";
  EXPECT_EQ(ask(browser, "POST", path, Json::object()).body["error"]["code"], "bad_origin");
  browser.origin = "";  // an old browser, or a form: no origin, but a cookie
  EXPECT_EQ(ask(browser, "POST", path, Json::object()).body["error"]["code"], "bad_origin");
  const std::string cookie = "remise_player=" + browser.cookies["remise_player"];
  const auto with = [&](const std::string& site, const std::string& type) {
    return world.ask(node, "POST", path, Json::object(), "", [&](server::Request& r) {
      r.cookie = cookie;
      r.fetch_site = site;
      r.content_type = type;
    });
  };
  EXPECT_EQ(with("cross-site", "application/json").status, 403);
  EXPECT_EQ(with("same-origin", "text/plain").status, 415);
  server::Request upgrade;
  upgrade.cookie = cookie;
  upgrade.host = "trams.example";
  const auto admitted = [&](const std::string& origin) {
    upgrade.origin = origin;
    bool yes = false;
    node.app.admit(upgrade, [&](std::expected<server::Identity, Error> who) { yes = who.has_value(); });
    world.loop.settle();
    return yes;
  };
  EXPECT_FALSE(admitted("https://evil.example"));
  EXPECT_FALSE(admitted("null"));
  EXPECT_FALSE(admitted(""));
  EXPECT_TRUE(admitted("http://trams.example"));
  EXPECT_EQ(with("same-origin", "application/json").status, 200);
}

TEST_F(PeopleTest, TokensAreCheckedForForm) {
  for (const std::string bad : {"x", "Bearer", "'; DROP TABLE log; --"})
    EXPECT_EQ(world.ask(node, "GET", "/api/me/tables", nullptr, "", [&](server::Request& r) { r.authorization = bad; })
                  .status,
              401)
        << bad;
  EXPECT_EQ(world
                .ask(node, "GET", "/api/me/tables", nullptr, "",
                     [&](server::Request& r) { r.cookie = "remise_session=expired"; })
                .body["tables"]
                .size(),
            0u);
}

TEST_F(PeopleTest, AnExpiredSessionIsNobodys) {
  Browser laptop;
  EXPECT_EQ(ask(laptop, "POST", "/api/accounts", {{"name", "Anna"}, {"password", "long enough"}}).status, 200);
  laptop.cookies.erase("remise_player");
  const auto session = laptop.cookies;
  world.loop.skip(server::People::session_lifetime - 1000);
  EXPECT_EQ(ask(laptop, "GET", "/api/me").body["account"]["name"], "Anna");
  world.loop.skip(31'000);  // a session that was just used is remembered for half a minute
  laptop.cookies = session;
  EXPECT_TRUE(ask(laptop, "GET", "/api/me").body["account"].is_null());
  EXPECT_EQ(ask(laptop, "PUT", "/api/me/preferences", {{"theme", "dark"}}).status, 401);  // a guest's stay with him
  EXPECT_EQ(ask(laptop, "PUT", "/api/accounts/password", {{"old", "long enough"}, {"new", "even longer"}}).status, 401);
  EXPECT_EQ(ask(laptop, "POST", "/api/session", {{"name", "Anna"}, {"password", "long enough"}}).status, 200);
  EXPECT_EQ(ask(laptop, "GET", "/api/me").body["account"]["name"], "Anna");
  EXPECT_FALSE(ask(laptop, "GET", "/api/me").body["preferences"].contains("theme"));
}

TEST_F(PeopleTest, FloodsAreSlowed) {
  int refused = 0;
  for (int i = 0; i < 300; ++i) refused += world.ask(node, "GET", "/api/games").status == 429;
  EXPECT_EQ(refused, 100);
  EXPECT_EQ(
      world.ask(node, "GET", "/api/games", nullptr, "", [](server::Request& r) { r.address = "192.0.2.77"; }).status,
      200);
  EXPECT_EQ(world.ask(node, "GET", "/health").status, 200);
  world.loop.advance(10'000);
  int guessed = 0;
  for (int i = 0; i < 30; ++i)
    guessed += world.ask(node, "POST", "/api/session", {{"name", "A"}, {"password", "guess"}}).status == 401;
  EXPECT_LE(guessed, 12);

  FakeConnection connection;
  const auto client = world.connect(node, connection, "");
  for (int i = 0; i < 400; ++i) world.say(node, client, {{"type", "ping"}});
  EXPECT_EQ(connection.closed, 1008);
}

TEST_F(PeopleTest, EveryMalformedMessageGetsAClearError) {
  Browser browser;
  const auto table = create(browser);
  FakeConnection connection;
  const auto client = world.connect(node, connection, player_token(node.entropy));
  const std::string messages[] = {
      "",
      "{",
      "[]",
      "null",
      "{}",
      R"({"type":5})",
      R"({"type":"fly"})",
      R"({"type":"watch"})",
      R"({"type":"watch","table":"../../etc/passwd"})",
      R"({"type":"watch","table":"AAAAAAAAAAAAAAAA"})",
      R"({"type":"move","table":")" + table + R"(","rev":-1,"key":"k","action":{}})",
      R"({"type":"move","table":")" + table + R"(","rev":1.5,"key":"k","action":{}})",
      R"({"type":"move","table":")" + table + R"(","rev":1,"key":"","action":{}})",
      R"({"type":"move","table":")" + table + R"(","rev":1,"key":"k","action":[]})",
      R"({"type":"move","table":")" + table + R"(","rev":1,"key":"k","action":{},"seat":0})",
      R"({"type":"answer","table":")" + table + R"(","key":"k","proposal":1,"agree":"yes"})",
      R"({"type":"chat","table":")" + table + R"(","key":"k","text":"\ud800"})",
      "{\"type\":\"chat\",\"key\":\"\xff\xfe\"}",
      std::string(20'000, '['),
      R"({"type":"hello","x":)" + std::string(30'000, '[') + std::string(30'000, ']') + "}"};
  for (const auto& message : messages) {
    connection.frames.clear();
    node.app.clients().received(client, message);
    world.loop.settle();
    ASSERT_EQ(connection.frames.size(), 1u) << message.substr(0, 200);
    EXPECT_EQ(connection.frames[0]["type"], "error") << message.substr(0, 200);
    EXPECT_FALSE(connection.frames[0]["error"]["code"].get<std::string>().empty());
    world.loop.skip(1000);
  }
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table).status, 200);
  for (const char* path :
       {"/api/nothing", "/api/tables/x", "/api", "/api/tables//view", "/api/tables/AAAAAAAAAAAAAAAA/view", "/%00"})
    EXPECT_EQ(world.ask(node, "GET", path).status, 404) << path;
  const std::string deep = "{\"a\":" + std::string(30'000, '[') + std::string(30'000, ']') + "}";
  EXPECT_EQ(
      world.ask(node, "PUT", "/api/me/preferences", nullptr, "", [&](server::Request& r) { r.body = deep; }).status,
      400);
  EXPECT_EQ(world.ask(node, "PATCH", "/api/tables").status, 405);
  EXPECT_EQ(
      world
          .ask(node, "POST", "/api/tables", nullptr, "", [](server::Request& r) { r.body = std::string(100'000, ' '); })
          .status,
      413);
}

}  // namespace
}  // namespace remise::testing
