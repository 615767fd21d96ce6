// People who are to move and do not look are called: once for each turn, by the ways they chose, and not in vain.
#include <arpa/inet.h>
#include <netinet/in.h>

#include <cstring>
#include <set>

#include "server/call/crypto.h"
#include "server/call/guard.h"
#include "server/call/texts.h"
#include "support/app_fixture.h"

namespace remise::testing {
namespace {

constexpr std::int64_t minute = 60'000, hour = 60 * minute, day = 24 * hour;

server::Config with_calls() {
  server::Config config;
  config.origin = "https://trams.example";
  config.calls.contact = "mailto:host@trams.example";
  config.calls.smtp = "smtps://mail.example";
  config.calls.mail_from = "trams@trams.example";
  config.calls.webhooks = true;
  config.requests = config.new_ways = config.new_mails = {0, 1};
  return config;
}

class CallsTest : public AppTest {
 protected:
  CallsTest() {
    for (auto& token : tokens) token = player_token(called.entropy);
  }
  World::Answer ask(int who, const std::string& method, const std::string& path, const Json& body = nullptr) {
    return world.ask(called, method, path, body, tokens[who]);
  }
  // A table at the node that calls; seat i is tokens[i].
  std::string table(int people, const Json& more = Json::object()) {
    Json seats = Json::array();
    for (int i = 0; i < people; ++i) seats.push_back({{"kind", "human"}});
    Json body{{"game", "tally"}, {"seats", seats}, {"shuffle", false}, {"name", "p0"}, {"title", "Thursdays"}};
    body.update(more);
    const std::string id = ask(0, "POST", "/api/tables", body).body["table"]["id"];
    for (int i = 1; i < people; ++i) ask(i, "POST", "/api/tables/" + id + "/join", {{"name", "p" + std::to_string(i)}});
    return id;
  }
  void start_at(const std::string& id) {
    EXPECT_EQ(ask(0, "POST", "/api/tables/" + id + "/start", Json::object()).status, 200);
  }
  Json webhook(int who, const std::string& format = "json", const std::string& table = "") {
    const auto made = ask(who, "POST", table.empty() ? "/api/me/ways" : "/api/tables/" + table + "/ways",
                          {{"kind", "webhook"},
                           {"lang", "en"},
                           {"url", "https://hooks.example/" + std::to_string(who)},
                           {"format", format}});
    EXPECT_EQ(made.status, 200) << made.text;
    return made.body;
  }
  void play(const std::string& id, int who) {
    const std::int64_t rev = ask(who, "GET", "/api/tables/" + id).body["table"]["rev"];
    EXPECT_EQ(ask(who, "POST", "/api/tables/" + id + "/moves",
                  {{"rev", rev}, {"key", "k" + std::to_string(rev)}, {"action", add(1)}})
                  .status,
              200);
  }
  // Hours, of which only the first and the last minutes are lived through.
  void pass(std::int64_t milliseconds) {
    world.loop.advance(2 * minute);
    world.loop.skip(milliseconds - 4 * minute);
    world.loop.advance(2 * minute);
  }
  std::vector<server::Parcel>& sent() { return called.carrier.sent; }

  FakeNode called{world.loop, world.db, "", with_calls()};
};

TEST_F(CallsTest, OncePerTurnAndNothingAfterTheMove) {
  const std::string id = table(2);
  webhook(0);
  webhook(1);
  start_at(id);
  world.loop.advance(10'000);
  EXPECT_TRUE(sent().empty()) << "not at once: whoever is there moves";
  world.loop.advance(30'000);
  ASSERT_EQ(sent().size(), 1u);
  EXPECT_EQ(sent()[0].to, "https://hooks.example/0");
  const Json body = Json::parse(sent()[0].body);
  EXPECT_EQ(body["table"], id);
  EXPECT_EQ(body["title"], "Thursdays");
  EXPECT_EQ(body["name"], "p0");
  EXPECT_EQ(body["url"], "https://trams.example/#/t/" + id);
  world.loop.advance(10 * minute);
  EXPECT_EQ(sent().size(), 1u) << "once";
  play(id, 0);
  play(id, 1);
  play(id, 0);
  world.loop.advance(minute);
  ASSERT_EQ(sent().size(), 2u) << "those who moved soon are not called";
  EXPECT_EQ(sent()[1].to, "https://hooks.example/1");
  EXPECT_NE(sent()[1].id, sent()[0].id);
}

TEST_F(CallsTest, WhoLooksIsNotCalledAtAnyNode) {
  const std::string id = table(2);
  webhook(0);
  FakeNode other(world.loop, world.db, "other", with_calls());
  FakeConnection connection;
  const auto client = watch_at(other, connection, id, tokens[0]);
  start_at(id);
  world.loop.advance(10 * minute);
  EXPECT_TRUE(sent().empty() && other.carrier.sent.empty());
  world.say(other, client, {{"type", "looking"}, {"on", false}});  // the page is out of sight
  world.loop.advance(2 * minute);
  EXPECT_EQ(sent().size() + other.carrier.sent.size(), 1u);
}

// Who logs in is known by another name, and is the same person: the turn goes on, with what was said of it.
TEST_F(CallsTest, WhoLogsInDuringATurnIsNotCalledAgain) {
  const std::string id = table(2), other = table(2);
  webhook(0);
  start_at(id);
  world.loop.advance(minute);
  ASSERT_EQ(sent().size(), 1u);
  start_at(other);
  world.loop.advance(10'000);  // not called there yet
  ASSERT_EQ(ask(0, "POST", "/api/accounts", {{"name", "Anna"}, {"password", "long enough"}}).status, 200);
  const auto waited = world.db.sql().query("SELECT holder, number FROM calls ORDER BY since").value();
  ASSERT_EQ(waited.size(), 2u);
  for (const auto& row : waited) EXPECT_TRUE(row[0].starts_with("a:")) << row[0];
  world.loop.advance(10 * minute);
  ASSERT_EQ(sent().size(), 2u) << "once for each turn";
  EXPECT_EQ(Json::parse(sent()[1].body)["table"], other);
  play(id, 0);
  EXPECT_EQ(world.db.calls_of(waited[0][0], 10).value().size(), 1u);
}

// Seen by a node that had taken the call before: it says nothing, and the next look does.
TEST_F(CallsTest, WhoLogsInWhileACallIsUnderWayIsCalled) {
  const std::string id = table(2);
  webhook(0);
  start_at(id);
  world.loop.advance(19'000);
  const auto known_as = [&](const std::string& holder) {
    ASSERT_TRUE(world.db.sql().query("UPDATE calls SET holder = 'g:" + holder + "'"));
  };
  known_as("before");
  const std::function<void()> after = [&] {
    const bool taken = world.db.sql().query("SELECT 1 FROM calls WHERE lease > 0").value().size() == 1;
    taken ? known_as(server::token_hash(tokens[0])) : void(called.storage.after_query = after);
  };
  called.storage.after_query = after;
  world.loop.advance(5 * minute);
  EXPECT_EQ(sent().size(), 1u);
}

TEST_F(CallsTest, TwiceOnlyAfterADeathAndThenTheSame) {
  const std::string id = table(2);
  webhook(0);
  start_at(id);
  called.carrier.lost = true;
  world.loop.advance(minute);
  ASSERT_EQ(sent().size(), 1u);
  called.carrier.lost = false;
  world.loop.advance(3 * minute);  // the lease ends
  ASSERT_EQ(sent().size(), 2u);
  EXPECT_EQ(sent()[0].id, sent()[1].id);
  EXPECT_EQ(sent()[0].body, sent()[1].body);
  world.loop.advance(10 * minute);
  EXPECT_EQ(sent().size(), 2u);
}

TEST_F(CallsTest, TriesAgainLaterAndLaterAndEnds) {
  const std::string id = table(2);
  webhook(0);
  start_at(id);
  called.carrier.answer = {server::Delivery::Result::later, "busy"};
  std::vector<std::int64_t> times;
  for (int i = 0; i < 3 * 24 * 60; ++i) {
    const auto before = sent().size();
    world.loop.skip(minute - 4000);
    world.loop.advance(4000);
    if (sent().size() > before) times.push_back(i);
  }
  EXPECT_EQ(sent().size(), 8u);
  for (std::size_t i = 2; i + 1 < times.size(); ++i) EXPECT_GE(times[i + 1] - times[i], times[i] - times[i - 1]);
  std::set<std::string> ids;
  for (const auto& parcel : sent()) ids.insert(parcel.id);
  EXPECT_EQ(ids.size(), 1u);
}

TEST_F(CallsTest, AMoveEndsTheTries) {
  const std::string id = table(2);
  webhook(0);
  start_at(id);
  called.carrier.answer = {server::Delivery::Result::later, "busy"};
  world.loop.advance(minute);
  const auto before = sent().size();
  play(id, 0);
  world.loop.advance(10 * minute);
  EXPECT_EQ(sent().size(), before);
}

TEST_F(CallsTest, ABrowserThatIsGoneIsForgotten) {
  const std::string id = table(2);
  const auto keys = server::new_push_keys().value();
  const auto made = ask(0, "POST", "/api/me/ways",
                        {{"kind", "push"},
                         {"lang", "de"},
                         {"zone", 60},
                         {"endpoint", "https://push.example/abc"},
                         {"p256dh", keys.public_key},
                         {"auth", server::base64url(std::string(16, 'a'))}});
  ASSERT_EQ(made.status, 200) << made.text;
  start_at(id);
  called.carrier.answer = {server::Delivery::Result::gone, "410"};
  world.loop.advance(minute);
  ASSERT_EQ(sent().size(), 1u);
  EXPECT_EQ(Json::parse(sent()[0].body)["title"], "Thursdays: Du bist am Zug");
  EXPECT_LE(sent()[0].topic.size(), 32u);
  EXPECT_TRUE(ask(0, "GET", "/api/me/calls").body["ways"].empty());
}

// A webhook whose answer is 410 is gone; one that refuses (404 among others) is switched off after ten letters in a
// row, its owner sees so, and a try switches it on.
TEST_F(CallsTest, AWebhookThatIsGoneIsForgottenOneThatRefusesIsSwitchedOff) {
  const std::string id = table(2);
  webhook(0);
  webhook(1);
  start_at(id);
  called.carrier.answer = {server::Delivery::Result::never, "answer 404"};
  const auto state = [&](int who) {
    const auto ways = ask(who, "GET", "/api/me/calls").body["ways"];
    return ways.empty() ? std::string("none") : ways[0]["state"].get<std::string>();
  };
  for (int turn = 0; turn < 10; ++turn) {
    EXPECT_EQ(state(0), "active") << turn;
    world.loop.advance(minute);
    play(id, 0);
    play(id, 1);
  }
  EXPECT_EQ(sent().size(), 10u);
  EXPECT_EQ(state(0), "failing");
  world.loop.advance(minute);
  EXPECT_EQ(sent().size(), 10u) << "not asked any more";
  called.carrier.answer = {};
  const std::string way = ask(0, "GET", "/api/me/calls").body["ways"][0]["id"];
  EXPECT_EQ(ask(0, "POST", "/api/me/ways/" + way + "/try", Json::object()).status, 200);
  world.loop.advance(minute);
  EXPECT_EQ(sent().size(), 11u);
  EXPECT_EQ(state(0), "active");
  called.carrier.answer = {server::Delivery::Result::gone, "answer 410"};
  play(id, 0);
  world.loop.advance(minute);
  EXPECT_EQ(sent().size(), 12u);
  EXPECT_EQ(state(1), "none");
}

TEST_F(CallsTest, QuietHoursAndWishesOfOneTable) {
  const std::string id = table(2), other = table(2);
  webhook(0);
  const auto now = world.loop.now();
  const int minutes = static_cast<int>(now / minute % 1440);
  EXPECT_EQ(ask(0, "PUT", "/api/me/calls", {{"quiet_from", minutes}, {"quiet_until", (minutes + 300) % 1440}}).status,
            200);
  EXPECT_EQ(ask(0, "PUT", "/api/tables/" + other + "/calls", {{"webhook", false}}).status, 200);
  start_at(id);
  start_at(other);
  pass(4 * hour);
  EXPECT_TRUE(sent().empty());
  pass(2 * hour);
  ASSERT_EQ(sent().size(), 1u);
  EXPECT_EQ(Json::parse(sent()[0].body)["table"], id);
}

TEST_F(CallsTest, ReminderBeforeTheTimeIsUp) {
  const std::string id = table(2, {{"terms", {{"clock", "correspondence"}, {"move_s", 8 * 3600}}}});
  webhook(0);
  start_at(id);
  world.loop.advance(minute);
  ASSERT_EQ(sent().size(), 1u);
  pass(6 * hour);
  EXPECT_EQ(sent().size(), 1u);
  pass(hour + 10 * minute);
  ASSERT_EQ(sent().size(), 2u);
  EXPECT_EQ(Json::parse(sent()[1].body)["type"], "reminder");
  pass(30 * minute);
  EXPECT_EQ(sent().size(), 2u);
}

TEST_F(CallsTest, AWebhookOfATableHearsOfEverybody) {
  const std::string id = table(2);
  webhook(0, "discord", id);
  EXPECT_EQ(ask(1, "POST", "/api/tables/" + id + "/ways",
                {{"kind", "webhook"}, {"lang", "en"}, {"url", "https://hooks.example/x"}, {"format", "slack"}})
                .body["error"]["code"],
            "not_host");
  start_at(id);
  world.loop.advance(minute);
  play(id, 0);
  world.loop.advance(minute);
  ASSERT_EQ(sent().size(), 2u);
  EXPECT_EQ(Json::parse(sent()[0].body)["allowed_mentions"]["parse"], Json::array());
  EXPECT_NE(Json::parse(sent()[1].body)["content"].get<std::string>().find("p1"), std::string::npos);
}

// A name is no link in a chat, whatever signs are in it.
TEST_F(CallsTest, ANameIsNoLinkInAChat) {
  const std::string id = table(1, {{"name", "\\[Log in\\](https://evil.io)"}, {"title", "t"}});
  webhook(0, "discord", id);
  start_at(id);
  world.loop.advance(minute);
  ASSERT_EQ(sent().size(), 1u);
  const auto said = Json::parse(sent()[0].body)["content"].get<std::string>();
  EXPECT_NE(said.find("\\\\\\[Log in\\\\\\](https:"), std::string::npos) << said;
  EXPECT_EQ(said.find("https://evil"), std::string::npos) << said;
}

// Letters that become needless because their reader has come are no failures of the way.
TEST_F(CallsTest, WhoComesInTimeDoesNotLoseTheWay) {
  const std::string id = table(2);
  webhook(0);
  start_at(id);
  called.carrier.answer = {server::Delivery::Result::later, "busy"};
  FakeConnection connection;
  for (int i = 0; i < 12; ++i) {
    world.loop.advance(minute);
    const auto client = watch_at(called, connection, id, tokens[0]);
    world.loop.advance(3 * minute);
    play(id, 0);
    called.app.clients().remove(client);
    play(id, 1);
  }
  EXPECT_EQ(ask(0, "GET", "/api/me/calls").body["ways"][0]["state"], "active");
}

// One person's webhooks all take their time. Others hear in time, and nobody's letters are lost.
TEST_F(CallsTest, WhoIsSlowHoldsUpNobodyElse) {
  std::vector<std::string> ids;
  for (int i = 0; i < 12; ++i) ids.push_back(table(2));
  for (int i = 0; i < 10; ++i) webhook(0);
  webhook(1);
  called.carrier.lost = true;  // nobody answers
  for (const auto& id : ids) start_at(id);
  world.loop.advance(30'000);
  EXPECT_EQ(sent().size(), 8u) << "of 120";
  play(ids[0], 0);
  called.carrier.lost = false;
  world.loop.advance(25'000);
  EXPECT_TRUE(std::ranges::any_of(sent(), [](const auto& one) { return one.to == "https://hooks.example/1"; }));
}

// Whoever has letters sent has so many, and then some now and then; none is forgotten.
TEST_F(CallsTest, AFloodOfLettersIsSpread) {
  auto config = with_calls();
  config.letters = {0.1, 10};
  FakeNode strict(world.loop, world.db, "strict", config);
  called.app.stop();
  std::vector<std::string> ids;
  for (int i = 0; i < 3; ++i) ids.push_back(table(2));
  for (int i = 0; i < 10; ++i) webhook(0);
  for (const auto& id : ids) start_at(id);
  world.loop.advance(minute);
  const auto first = strict.carrier.sent.size();
  EXPECT_GE(first, 10u);
  EXPECT_LE(first, 17u);
  world.loop.advance(5 * minute);
  EXPECT_EQ(strict.carrier.sent.size(), 30u);
  std::set<std::string> once;
  for (const auto& parcel : strict.carrier.sent) once.insert(parcel.id);
  EXPECT_EQ(once.size(), 30u);
}

TEST_F(CallsTest, WhatCannotBeUsedIsRefused) {
  table(2);
  const auto code = [&](const Json& body) { return ask(0, "POST", "/api/me/ways", body).body["error"]["code"]; };
  for (const char* url : {"http://hooks.example/", "https://127.0.0.1/", "https://[::1]/", "https://10.1.2.3/x",
                          "https://[::ffff:192.168.1.1]/", "https://100.64.0.1/", "https://169.254.169.254/latest",
                          "https://user:word@hooks.example/", "ftp://hooks.example/", "https:///x", "javascript:1",
                          "https://2130706433/", "https://hooks.example/\nX: 1"})
    EXPECT_EQ(code({{"kind", "webhook"}, {"lang", "en"}, {"url", url}, {"format", "json"}}), "bad_address") << url;
  EXPECT_EQ(code({{"kind", "mail"}, {"lang", "en"}, {"address", "a@example.org"}, {"password", "x"}}), "login_needed")
      << "needs an account";
  EXPECT_EQ(code({{"kind", "push"},
                  {"lang", "en"},
                  {"endpoint", "https://push.example/a"},
                  {"p256dh", "AAAA"},
                  {"auth", "AAAA"}}),
            "bad_address");
  for (int i = 0; i < 10; ++i) webhook(0);
  EXPECT_EQ(code({{"kind", "webhook"}, {"lang", "en"}, {"url", "https://hooks.example/"}, {"format", "json"}}),
            "too_many_ways");
  EXPECT_EQ(ask(3, "POST", "/api/me/ways",
                {{"kind", "webhook"}, {"lang", "en"}, {"url", "https://hooks.example/"}, {"format", "json"}})
                .body["error"]["code"],
            "login_needed")
      << "no seat, no account";
  const std::string way = ask(0, "GET", "/api/me/calls").body["ways"][0]["id"];
  EXPECT_EQ(ask(1, "DELETE", "/api/me/ways/" + way).body["error"]["code"], "not_found");
  EXPECT_EQ(ask(1, "POST", "/api/me/ways/" + way + "/try", Json::object()).body["error"]["code"], "not_found");
  EXPECT_EQ(ask(0, "DELETE", "/api/me/ways/" + way).status, 200);
}

TEST(Guard, OnlyWhatIsRoutedForEverybody) {
  const auto is_public = [](const char* text) {
    sockaddr_in in4{};
    sockaddr_in6 in6{};
    in4.sin_family = AF_INET;
    in6.sin6_family = AF_INET6;
    if (inet_pton(AF_INET, text, &in4.sin_addr) == 1)
      return server::is_public_address(reinterpret_cast<sockaddr*>(&in4));
    EXPECT_EQ(inet_pton(AF_INET6, text, &in6.sin6_addr), 1) << text;
    return server::is_public_address(reinterpret_cast<sockaddr*>(&in6));
  };
  for (const char* inside : {"0.0.0.0",       "10.0.0.1",         "100.64.0.1",     "100.127.255.255", "127.0.0.1",
                             "127.255.0.1",   "169.254.169.254",  "172.16.0.1",     "172.31.255.255",  "192.0.0.1",
                             "192.168.0.1",   "198.18.0.1",       "224.0.0.1",      "255.255.255.255", "::",
                             "::1",           "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "fe80::1",
                             "fc00::1",       "fd12::1",          "ff02::1",        "2001::1",         "2001:db8::1",
                             "2002:7f00:1::", "::7f00:1"})
    EXPECT_FALSE(is_public(inside)) << inside;
  for (const char* outside :
       {"8.8.8.8", "1.1.1.1", "100.128.0.1", "172.32.0.1", "192.169.0.1", "2606:4700::1111", "2a00:1450::1"})
    EXPECT_TRUE(is_public(outside)) << outside;
}

TEST(CallSettings, QuietOverMidnightInOnesOwnZone) {
  server::CallSettings wish;
  wish.quiet = {22 * 60, 7 * 60};
  wish.zone = 120;
  const std::int64_t midnight = 1'800'000'000'000 / day * day;  // UTC
  EXPECT_EQ(wish.awake(midnight + 12 * hour), midnight + 12 * hour);
  EXPECT_EQ(wish.awake(midnight + 20 * hour), midnight + day + 5 * hour);
  EXPECT_EQ(wish.awake(midnight + 4 * hour), midnight + 5 * hour);
  EXPECT_EQ(wish.awake(midnight + 5 * hour), midnight + 5 * hour);
  EXPECT_EQ(wish.next_digest(midnight + 5 * hour), midnight + 6 * hour);
  EXPECT_EQ(wish.next_digest(midnight + 6 * hour), midnight + day + 6 * hour);
}

TEST(CallTexts, MomentsInTheReadersLanguageAndZone) {
  const std::int64_t thursday = 1'731'600'000'000;  // 14 November 2024, 16:00 UTC
  EXPECT_EQ(server::moment_text(thursday, thursday - day, "en", 120), "Thursday 18:00");
  EXPECT_EQ(server::moment_text(thursday, thursday - day, "de", 120), "Donnerstag, 18:00");
  EXPECT_NE(server::moment_text(thursday, thursday - 20 * day, "es", 0).find("14 de noviembre"), std::string::npos);
}

TEST(MailAddress, OneAndNothingElse) {
  for (const char* good : {"a@example.org", "first.last+x@mail.example.org"})
    EXPECT_TRUE(server::is_mail_address(good)) << good;
  for (const char* bad :
       {"", "a", "@example.org", "a@", "a@localhost", "a b@example.org", "a@example.org\r\nBcc: b@x.org",
        "a@example.org,b@example.org", "<a@example.org>", "a..b@example.org", "-a@example.org", "a@-x.org"})
    EXPECT_FALSE(server::is_mail_address(bad)) << bad;
}

}  // namespace
}  // namespace remise::testing
