// Links in mails: an address is confirmed, mail ends, a forgotten password is replaced. Who has a link may do what it
// is for, once where that matters, and nothing else.
#include <algorithm>
#include <set>

#include "server/call/crypto.h"
#include "server/call/texts.h"
#include "support/app_fixture.h"

namespace remise::testing {
namespace {

constexpr std::int64_t a_second = 1000, one_minute = 60 * a_second, one_hour = 60 * one_minute;

server::Config with_mail() {
  server::Config config;
  config.origin = "https://trams.example";
  config.calls.smtp = "smtps://mail.example";
  config.calls.mail_from = "trams@trams.example";
  config.calls.webhooks = true;
  config.calls.contact = "mailto:host@trams.example";
  config.requests = config.secrets = config.new_accounts = {0, 1};
  return config;
}

class MailLinks : public ::testing::Test {
 protected:
  struct Browser {
    std::map<std::string, std::string> cookies;
    std::string address = "192.0.2.7";
  };
  World::Answer ask(Browser& browser, const std::string& method, const std::string& path, const Json& body = nullptr) {
    auto answer = world.ask(node, method, path, body, "", [&](server::Request& request) {
      for (const auto& [name, value] : browser.cookies)
        request.cookie += (request.cookie.empty() ? "" : "; ") + name + "=" + value;
      request.origin = "https://trams.example";
      request.address = browser.address;
    });
    for (const auto& [name, value] : answer.headers) {
      if (name != "Set-Cookie") continue;
      const auto equals = value.find('=');
      browser.cookies[value.substr(0, equals)] = value.substr(equals + 1, value.find(';') - equals - 1);
    }
    return answer;
  }
  std::string code(Browser& browser, const std::string& method, const std::string& path, const Json& body = nullptr) {
    const auto answer = ask(browser, method, path, body);
    return answer.status == 200 ? "" : answer.body["error"]["code"].get<std::string>();
  }
  Browser account(const std::string& name, const std::string& password = "long enough") {
    Browser one;
    EXPECT_EQ(code(one, "POST", "/api/accounts", {{"name", name}, {"password", password}}), "");
    return one;
  }
  // What the mails since the last time say.
  std::vector<std::string> mails() {
    world.loop.advance(5 * a_second);
    std::vector<std::string> texts;
    for (const auto& parcel : node.carrier.sent) {
      std::string body = parcel.body.substr(parcel.body.find("\r\n\r\n") + 4);
      std::erase_if(body, [](char c) { return c == '\r' || c == '\n' || c == '='; });
      std::ranges::replace(body, '+', '-');
      std::ranges::replace(body, '/', '_');
      texts.push_back(parcel.to + "\n" + server::from_base64url(body).value_or(""));
    }
    node.carrier.sent.clear();
    return texts;
  }
  static std::string token_in(const std::string& text, const std::string& purpose) {
    const std::string mark = "#/" + purpose + "/";
    const auto at = text.find(mark);
    if (at == std::string::npos) return "";
    return text.substr(at + mark.size(), text.find('\r', at) - at - mark.size());
  }
  // An account with a confirmed address; gives its confirmation link.
  std::string confirm(Browser& who, const std::string& address, const std::string& password = "long enough") {
    EXPECT_EQ(code(who, "POST", "/api/me/ways",
                   {{"kind", "mail"}, {"lang", "en"}, {"address", address}, {"password", password}}),
              "");
    const auto mail = mails();
    EXPECT_EQ(mail.size(), 1u);
    const std::string token = mail.empty() ? "" : token_in(mail[0], "calls/confirm");
    EXPECT_EQ(code(who, "POST", "/api/calls/confirm", {{"token", token}}), "");
    return token;
  }
  std::string recovery_link(const std::string& name) {
    Browser stranger;
    EXPECT_EQ(code(stranger, "POST", "/api/accounts/recover", {{"name", name}}), "");
    const auto mail = mails();
    return mail.empty() ? "" : token_in(mail[0], "recover");
  }
  std::string recover(const std::string& token, const std::string& password = "a new password") {
    Browser stranger;
    return code(stranger, "PUT", "/api/accounts/recover", {{"token", token}, {"password", password}});
  }

  World world;
  FakeNode node{world.loop, world.db, "", with_mail()};
};

TEST_F(MailLinks, AForgottenPasswordIsReplacedOnce) {
  Browser anna = account("Anna");
  confirm(anna, "anna@example.org");
  const std::string link = recovery_link("anna");
  ASSERT_FALSE(link.empty());
  EXPECT_EQ(recover(link, "short"), "bad_password");
  Browser phone;
  const auto done = ask(phone, "PUT", "/api/accounts/recover", {{"token", link}, {"password", "a new password"}});
  EXPECT_EQ(done.status, 200) << done.text;
  EXPECT_EQ(done.body["account"]["name"], "Anna");
  EXPECT_EQ(ask(phone, "GET", "/api/me").body["account"]["name"], "Anna") << "logged in";
  EXPECT_TRUE(ask(anna, "GET", "/api/me").body["account"].is_null()) << "all others are logged out";
  EXPECT_EQ(recover(link), "link_expired") << "once";
  Browser laptop;
  EXPECT_EQ(code(laptop, "POST", "/api/session", {{"name", "Anna"}, {"password", "long enough"}}), "bad_login");
  EXPECT_EQ(code(laptop, "POST", "/api/session", {{"name", "Anna"}, {"password", "a new password"}}), "");
}

// A browser is called for an account while it is logged in there: not after a log-out, a new password elsewhere, a
// recovery, or with the account.
TEST_F(MailLinks, ABrowserIsCalledAsLongAsItIsLoggedIn) {
  const auto keys = server::new_push_keys().value();
  const auto add = [&](Browser& who, const std::string& endpoint) {
    return code(who, "POST", "/api/me/ways",
                {{"kind", "push"},
                 {"lang", "en"},
                 {"endpoint", "https://push.example/" + endpoint},
                 {"p256dh", keys.public_key},
                 {"auth", server::base64url(std::string(16, 'a'))}});
  };
  const auto count = [&] {
    world.loop.advance(5 * a_second);
    return store::number(world.db.sql().query("SELECT COUNT(*) FROM ways WHERE kind = 'push'").value()[0][0]).value();
  };
  const auto log_in = [&](const std::string& password) {
    Browser one;
    EXPECT_EQ(code(one, "POST", "/api/session", {{"name", "Anna"}, {"password", password}}), "");
    return one;
  };
  Browser phone = account("Anna"), laptop = log_in("long enough"), lent = log_in("long enough");
  confirm(phone, "anna@example.org");
  ASSERT_EQ(add(phone, "phone"), "");
  ASSERT_EQ(add(laptop, "laptop"), "");
  ASSERT_EQ(add(lent, "lent"), "");
  EXPECT_EQ(count(), 3);
  EXPECT_EQ(code(lent, "DELETE", "/api/session"), "");
  EXPECT_EQ(count(), 2) << "logged out";
  EXPECT_EQ(code(phone, "PUT", "/api/accounts/password", {{"old", "long enough"}, {"new", "long enough 2"}}), "");
  EXPECT_EQ(count(), 1) << "the password changed: other browsers are logged out";
  // A session that ends otherwise (it is old, somebody is banned): nothing is sent there, and the way goes.
  ASSERT_TRUE(world.db.sql().query("DELETE FROM sessions"));
  const std::string way = world.db.sql().query("SELECT id FROM ways WHERE kind = 'push'").value()[0][0];
  ASSERT_TRUE(world.db.add_letter({"letter", way, "test", "", 0, 0, "{}", world.loop.now(), 0, world.loop.now()}));
  EXPECT_EQ(count(), 0);
  EXPECT_TRUE(node.carrier.sent.empty());
  Browser again = log_in("long enough 2");
  ASSERT_EQ(add(again, "again"), "");
  EXPECT_EQ(recover(recovery_link("Anna")), "");
  EXPECT_EQ(count(), 0) << "a recovery logs everybody out";
  Browser last = log_in("a new password");
  ASSERT_EQ(add(last, "last"), "");
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(code(last, "DELETE", "/api/accounts", {{"password", "a new password"}}), "");
  EXPECT_EQ(count(), 0) << "with the account";
}

// The list of the morning has all tables of an account, those from before the log-in too.
TEST_F(MailLinks, TheDigestHasTheTablesOfAnAccount) {
  Browser anna, bruno;
  const auto table = [&](const std::string& title) {
    const auto made = ask(anna, "POST", "/api/tables",
                          {{"game", "tally"},
                           {"name", "A"},
                           {"title", title},
                           {"shuffle", false},
                           {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}});
    EXPECT_EQ(made.status, 200) << made.text;
    const std::string id = made.body["table"]["id"];
    EXPECT_EQ(code(bruno, "POST", "/api/tables/" + id + "/join", {{"name", "B"}}), "");
    return id;
  };
  const auto first = table("Thursdays");
  ASSERT_EQ(code(anna, "POST", "/api/accounts", {{"name", "Anna"}, {"password", "long enough"}}), "");
  const auto second = table("Sundays");
  confirm(anna, "anna@example.org");
  ASSERT_EQ(code(anna, "PUT", "/api/me/calls", {{"mail", "digest"}}), "");
  for (const auto& id : {first, second})
    ASSERT_EQ(code(anna, "POST", "/api/tables/" + id + "/start", Json::object()), "");
  world.loop.advance(one_minute);
  EXPECT_TRUE(mails().empty()) << "in the morning";
  world.loop.skip(24 * one_hour);
  const auto morning = mails();
  ASSERT_EQ(morning.size(), 1u);
  EXPECT_NE(morning[0].find("Thursdays"), std::string::npos) << morning[0];
  EXPECT_NE(morning[0].find("Sundays"), std::string::npos) << morning[0];
}

TEST_F(MailLinks, ARecoveryLinkDiesWithTimePasswordAddressAndAccount) {
  Browser anna = account("Anna");
  confirm(anna, "anna@example.org");
  const std::string late = recovery_link("Anna");
  world.loop.skip(one_hour);
  EXPECT_EQ(recover(late), "link_expired");

  const std::string before = recovery_link("Anna");
  EXPECT_EQ(code(anna, "PUT", "/api/accounts/password", {{"old", "long enough"}, {"new", "changed since"}}), "");
  EXPECT_EQ(recover(before), "link_expired");

  world.loop.skip(24 * one_hour);  // only so many mails a day
  const std::string moved = recovery_link("Anna");
  ASSERT_FALSE(moved.empty());
  confirm(anna, "anna@elsewhere.example", "changed since");
  EXPECT_EQ(recover(moved), "link_expired");

  const std::string banned = recovery_link("Anna");
  ASSERT_FALSE(banned.empty());
  const std::string id = world.db.find_account("Anna")->front().id;
  ASSERT_TRUE(world.db.set_banned(id, true));
  EXPECT_EQ(recover(banned), "link_expired");
  EXPECT_EQ(recovery_link("Anna"), "") << "nothing goes to who is banned";
  ASSERT_TRUE(world.db.set_banned(id, false));

  const std::string gone = recovery_link("Anna");
  ASSERT_FALSE(gone.empty());
  ASSERT_TRUE(world.db.remove_account(id));
  EXPECT_EQ(recover(gone), "link_expired");
}

// Two use one link at the same moment: one of them has the account.
TEST_F(MailLinks, OfTwoWhoUseALinkOneWins) {
  Browser anna = account("Anna");
  confirm(anna, "anna@example.org");
  const std::string link = recovery_link("Anna");
  node.workers.held = true;
  std::vector<int> answers;
  for (const char* password : {"the first one", "the second one"}) {
    server::Request request;
    request.method = "PUT";
    request.path = "/api/accounts/recover";
    request.body = Json{{"token", link}, {"password", password}}.dump();
    request.content_type = "application/json";
    request.address = "192.0.2.1";
    node.app.http(request, [&answers](const server::Response& response) { answers.push_back(response.status); });
    world.loop.settle();
  }
  node.workers.release();
  world.loop.settle();
  std::ranges::sort(answers);
  EXPECT_EQ(answers, (std::vector<int>{200, 409}));
}

// Whoever reads the mail of an account can set its password: so the address is changed with the password alone, and
// not by anybody who once sat at an open page.
TEST_F(MailLinks, ABorrowedSessionSetsNoAddress) {
  Browser anna = account("Anna");
  confirm(anna, "anna@example.org");
  const Json other{{"kind", "mail"}, {"lang", "en"}, {"address", "mallory@example.org"}};
  EXPECT_EQ(code(anna, "POST", "/api/me/ways", other), "missing");
  for (const char* guess : {"", "a guess", "LONG ENOUGH"}) {
    Json guessed = other;
    guessed["password"] = guess;
    EXPECT_EQ(code(anna, "POST", "/api/me/ways", guessed), "bad_login") << guess;
  }
  EXPECT_TRUE(mails().empty());
  EXPECT_FALSE(recovery_link("Anna").empty()) << "the address there was is still good";
  Json right = other;
  right["password"] = "long enough";
  EXPECT_EQ(code(anna, "POST", "/api/me/ways", right), "");
  EXPECT_EQ(mails().size(), 1u);
}

TEST_F(MailLinks, NobodyLearnsWhoHasAnAccount) {
  Browser anna = account("Anna"), bruno = account("Bruno"), stranger;
  confirm(anna, "anna@example.org");
  EXPECT_EQ(code(bruno, "POST", "/api/me/ways",
                 {{"kind", "mail"}, {"lang", "en"}, {"address", "b@example.org"}, {"password", "long enough"}}),
            "");
  mails();
  std::set<std::string> answers;
  for (const char* name : {"Anna", "Bruno", "Nobody", "", "a:b", "Anna' OR '1'='1"})
    answers.insert(ask(stranger, "POST", "/api/accounts/recover", {{"name", name}}).text);
  answers.erase(ask(stranger, "POST", "/api/accounts/recover", {{"name", "Nobody"}}).text);
  EXPECT_TRUE(answers.empty());
  const auto sent = mails();
  ASSERT_EQ(sent.size(), 1u) << "an address that is not confirmed gets nothing";
  EXPECT_TRUE(sent[0].starts_with("anna@example.org\n"));
}

TEST_F(MailLinks, NobodyIsFloodedWithMails) {
  Browser anna = account("Anna");
  confirm(anna, "victim@example.org");
  int sent = 1;
  for (int i = 0; i < 30; ++i) {
    Browser stranger;
    stranger.address = "198.51.100." + std::to_string(i);
    EXPECT_EQ(code(stranger, "POST", "/api/accounts/recover", {{"name", "Anna"}}), "") << "the answer is the same";
    sent += static_cast<int>(mails().size());
  }
  EXPECT_EQ(sent, 4);
  // The same mailbox, however it is written and whoever asks.
  int taken = 0;
  for (const char* address :
       {"victim@example.org", "Victim@Example.ORG", "victim+a@example.org", "VICTIM+b+c@example.org"}) {
    Browser mallory = account("Mallory " + std::to_string(++taken));
    mallory.address = "203.0.113." + std::to_string(taken);
    EXPECT_EQ(code(mallory, "POST", "/api/me/ways",
                   {{"kind", "mail"}, {"lang", "en"}, {"address", address}, {"password", "long enough"}}),
              "too_fast")
        << address;
  }
  EXPECT_TRUE(mails().empty());
  world.loop.skip(24 * one_hour);
  EXPECT_FALSE(recovery_link("Anna").empty()) << "a day later it is as before";
}

// Every link is good for one thing, with one way, and cannot be made from another.
TEST_F(MailLinks, ALinkCannotBeGuessedTurnedOrUsedForAnother) {
  Browser anna = account("Anna"), mallory = account("Mallory");
  const std::string hers = confirm(anna, "anna@example.org");
  const std::string his = confirm(mallory, "mallory@example.org");
  const std::string recovery = recovery_link("Mallory");
  const std::string way = hers.substr(0, hers.find('.')), seal = his.substr(his.find('.'));
  std::vector<std::string> wrong{"",
                                 ".",
                                 "..",
                                 way,
                                 way + ".",
                                 way + seal,
                                 his + "x",
                                 hers.substr(0, hers.size() - 1),
                                 "x" + hers,
                                 way + "." + std::string(32, 'A'),
                                 std::string(60, 'A')};
  for (std::size_t i = 0; i < hers.size(); ++i) {
    std::string turned = hers;
    turned[i] = turned[i] == 'A' ? 'B' : 'A';
    wrong.push_back(turned);
  }
  for (const auto& token : wrong) {
    EXPECT_EQ(code(mallory, "POST", "/api/calls/confirm", {{"token", token}}), "link_expired") << token;
    EXPECT_EQ(code(mallory, "POST", "/api/calls/stop?token=" + token, Json::object()), "link_expired") << token;
    EXPECT_EQ(recover(token), "link_expired") << token;
  }
  EXPECT_EQ(code(mallory, "POST", "/api/calls/stop?token=" + hers, Json::object()), "link_expired")
      << "another purpose";
  EXPECT_EQ(recover(hers), "link_expired");
  // A recovery link with another's address, another time, or a seal of his own.
  const auto first = recovery.find('.'), second = recovery.find('.', first + 1);
  const std::string until = recovery.substr(first + 1, second - first - 1), mac = recovery.substr(second + 1);
  for (const auto& token :
       {way + "." + until + "." + mac, recovery.substr(0, first) + ".99999999999." + mac,
        recovery.substr(0, first) + "." + until + "0." + mac, recovery.substr(0, first) + ".-1." + mac,
        recovery.substr(0, first) + ".+" + until + "." + mac,
        recovery.substr(0, first) + ".99999999999999999999." + mac})
    EXPECT_EQ(recover(token), "link_expired") << token;
  EXPECT_EQ(recover(std::string(81, 'A')), "too_large");
  EXPECT_EQ(recover(recovery), "") << "the right one works all the same";
}

TEST_F(MailLinks, WhatIsStoppedStaysStopped) {
  Browser anna = account("Anna"), bruno = account("Bruno");
  const std::string confirmation = confirm(anna, "anna@example.org");
  const Json body{
      {"game", "tally"}, {"name", "p"}, {"shuffle", false}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}};
  const std::string id = ask(anna, "POST", "/api/tables", body).body["table"]["id"];
  EXPECT_EQ(code(bruno, "POST", "/api/tables/" + id + "/join", {{"name", "q"}}), "");
  EXPECT_EQ(code(anna, "POST", "/api/tables/" + id + "/start", Json::object()), "");
  world.loop.advance(one_minute);
  const auto called = mails();
  ASSERT_EQ(called.size(), 1u);
  const std::string stop = token_in(called[0], "calls/stop");
  Browser program;  // of the mail service, without cookies
  EXPECT_EQ(code(program, "POST", "/api/calls/stop?token=" + stop, Json::object()), "");
  EXPECT_TRUE(ask(anna, "GET", "/api/me/calls").body["ways"].empty());
  EXPECT_EQ(code(anna, "POST", "/api/calls/confirm", {{"token", confirmation}}), "link_expired");
  EXPECT_EQ(code(program, "POST", "/api/calls/stop?token=" + stop, Json::object()), "link_expired");
  EXPECT_EQ(recovery_link("Anna"), "") << "no mail of any kind";
}

// What waits to be sent by a way goes with it, and a test does not bring it back.
TEST_F(MailLinks, ARemovedWayIsGoneAtOnce) {
  Browser anna = account("Anna");
  confirm(anna, "anna@example.org");
  const std::string way = ask(anna, "GET", "/api/me/calls").body["ways"][0]["id"];
  node.carrier.answer = {server::Delivery::Result::later, "busy"};
  EXPECT_EQ(code(anna, "POST", "/api/me/ways/" + way + "/try", Json::object()), "");
  EXPECT_EQ(mails().size(), 1u);
  node.storage.after_query = [&] { ASSERT_TRUE(world.db.remove_way(way)); };  // while somebody tries it once more
  EXPECT_EQ(code(anna, "POST", "/api/me/ways/" + way + "/try", Json::object()), "");
  EXPECT_TRUE(ask(anna, "GET", "/api/me/calls").body["ways"].empty());
  world.loop.advance(10 * one_minute);
  EXPECT_TRUE(mails().empty());
}

// Whatever was stored for an account goes with it: a look into every table. What others keep has no name, and logs hold
// what was played, with ids that mean nothing any more.
TEST_F(MailLinks, AnAccountLeavesNothingBehind) {
  Browser anna = account("Anna Secretname"), bruno = account("Bruno");
  confirm(anna, "anna-secret@example.org");
  const std::string account_id = world.db.find_account("Anna Secretname")->front().id;
  EXPECT_EQ(code(anna, "POST", "/api/me/ways",
                 {{"kind", "webhook"}, {"lang", "en"}, {"url", "https://hooks.example/secret"}, {"format", "json"}}),
            "");
  EXPECT_EQ(code(anna, "PUT", "/api/me/calls", {{"reminder", true}}), "");
  EXPECT_EQ(code(anna, "PUT", "/api/me/preferences", {{"theme", "dark"}}), "");
  EXPECT_EQ(
      code(anna, "PUT", "/api/me/privacy", {{"profile", "everyone"}, {"invitations", "everyone"}, {"ratings", true}}),
      "");
  EXPECT_EQ(
      code(bruno, "PUT", "/api/me/privacy", {{"profile", "everyone"}, {"invitations", "everyone"}, {"ratings", true}}),
      "");
  const Json body{
      {"game", "tally"}, {"name", "p"}, {"shuffle", false}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}};
  const std::string id = ask(anna, "POST", "/api/tables", body).body["table"]["id"];
  EXPECT_EQ(code(anna, "POST", "/api/tables/" + id + "/invite", {{"name", "Bruno"}}), "");
  EXPECT_EQ(code(bruno, "POST", "/api/tables/" + id + "/join", {{"name", "q"}}), "");
  EXPECT_EQ(code(anna, "POST", "/api/tables/" + id + "/start", Json::object()), "");
  EXPECT_EQ(code(anna, "PUT", "/api/tables/" + id + "/calls", {{"mail", "digest"}}), "");
  EXPECT_EQ(code(anna, "PUT", "/api/people/relation", {{"name", "Bruno"}, {"relation", "friends"}}), "");
  EXPECT_EQ(code(bruno, "PUT", "/api/people/relation", {{"name", "Anna Secretname"}, {"relation", "friends"}}), "");
  EXPECT_EQ(code(bruno, "POST", "/api/people/report", {{"table", id}, {"seat", 0}, {"reason", "abuse"}, {"text", "x"}}),
            "");
  EXPECT_EQ(code(anna, "POST", "/api/people/report", {{"table", id}, {"seat", 1}, {"reason", "abuse"}, {"text", "x"}}),
            "");
  node.carrier.answer = {server::Delivery::Result::later, "busy"};
  world.loop.advance(one_minute);  // letters wait
  const auto found = [&](const std::string& relation) {
    std::string columns;
    for (const auto& column : store::Database::columns(relation)) columns += (columns.empty() ? "" : ", ") + column;
    std::string text;
    const auto rows = world.db.sql().query("SELECT " + columns + " FROM " + relation).value();
    for (const auto& row : rows)
      for (const auto& value : row) text += value + "\n";
    return text.find(account_id) != std::string::npos || text.find("Secretname") != std::string::npos ||
           text.find("anna-secret") != std::string::npos || text.find("hooks.example/secret") != std::string::npos;
  };
  std::set<std::string> before, after;
  for (const auto& relation : store::Database::relations())
    if (found(relation)) before.insert(relation);
  for (const char* relation :
       {"accounts", "sessions", "settings", "members", "calls", "ways", "relations", "reports", "invitations"})
    EXPECT_TRUE(before.contains(relation)) << relation << " has nothing to lose";
  EXPECT_FALSE(world.db.sql().query("SELECT 1 FROM letters").value().empty());
  EXPECT_EQ(code(anna, "DELETE", "/api/accounts", {{"password", "long enough"}}), "");
  world.loop.advance(one_minute);
  for (const auto& relation : store::Database::relations())
    if (found(relation)) after.insert(relation);
  EXPECT_EQ(after, (std::set<std::string>{"log", "tables"}));
  EXPECT_TRUE(world.db.sql().query("SELECT 1 FROM letters").value().empty());
  const auto logged = world.db.sql().query("SELECT payload FROM log").value();
  for (const auto& row : logged) EXPECT_EQ(row[0].find("Secretname"), std::string::npos);
  const auto summaries = world.db.sql().query("SELECT summary FROM tables").value();
  for (const auto& row : summaries) EXPECT_EQ(row[0].find("Secretname"), std::string::npos);
}

// Guests who never come back leave nothing either: neither settings nor ways to call them.
TEST_F(MailLinks, WaysOfGuestsGoWithThem) {
  const std::string token = player_token(node.entropy), holder = "g:" + server::token_hash(token);
  const std::string id =
      world
          .ask(node, "POST", "/api/tables", {{"game", "tally"}, {"name", "p"}, {"seats", {{{"kind", "human"}}}}}, token)
          .body["table"]["id"];
  EXPECT_EQ(
      world
          .ask(node, "POST", "/api/me/ways",
               {{"kind", "webhook"}, {"lang", "en"}, {"url", "https://hooks.example/"}, {"format", "json"}}, token)
          .status,
      200);
  EXPECT_EQ(world.ask(node, "PUT", "/api/tables/" + id + "/calls", {{"webhook", false}}, token).status, 200);
  const auto rows = [&](const std::string& what) {
    return world.db.sql().query("SELECT 1 FROM " + what).value().size();
  };
  const auto later = world.loop.now() + std::int64_t{400} * 24 * one_hour;
  EXPECT_EQ(world.db.remove_stale_guests(later, later - 1000, 100).value(), 0) << "the guest has a seat";
  EXPECT_EQ(rows("ways"), 1u);
  ASSERT_TRUE(world.db.remove_table(id));
  EXPECT_EQ(rows("settings WHERE owner LIKE 'g:%'"), 0u) << "what was said about a table goes with it";
  EXPECT_EQ(world.db.remove_stale_guests(later, world.loop.now() - 1000, 100).value(), 0) << "not yet";
  EXPECT_EQ(world.db.remove_stale_guests(later, later - 1000, 100).value(), 1);
  EXPECT_EQ(rows("ways"), 0u);
}

}  // namespace
}  // namespace remise::testing
