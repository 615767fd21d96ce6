// Names: nobody passes for somebody else, and no text hides or reorders what stands beside it.
#include "support/server_process.h"

namespace remise::testing {
namespace {

class NameAttack : public ::testing::Test {
 protected:
  TestDatabase home{"sqlite"};
  Server server{Server::real(home.url())};
  HttpClient http{server.address()};

  // The status, or the code of the error.
  std::string registers(const std::string& name) {
    const auto answer = ask(http, "POST", "/api/accounts", {{"name", name}, {"password", "long enough"}});
    return answer.status == 200 ? "200" : answer.body["error"]["code"].get<std::string>();
  }
  std::string logs_in(const std::string& name) {
    const auto answer = ask(http, "POST", "/api/session", {{"name", name}, {"password", "long enough"}});
    return answer.status == 200 ? "200" : answer.body["error"]["code"].get<std::string>();
  }
};

TEST_F(NameAttack, PeopleOfFourLanguagesHaveNames) {
  for (const char* name :
       {"Ada", "Jürgen Groß", "María José Ñúñez", "Анна-Мария", "Ёлка 7", "O'Neill", "tram_1840", "李小龍"})
    EXPECT_EQ(registers(name), "200") << name;
  EXPECT_EQ(logs_in("JÜRGEN GROSS"), "200");
  EXPECT_EQ(logs_in("анна-мария"), "200");
}

TEST_F(NameAttack, NoNameLooksLikeAnother) {
  ASSERT_EQ(registers("Ada"), "200");
  ASSERT_EQ(registers("ADMIN"), "200");
  ASSERT_EQ(registers("Антон"), "200");
  ASSERT_EQ(registers("Zoë"), "200");
  for (const char* name : {"ada", "ADA", "Ａｄａ", "Аԁа", "АDА", "ada", "𝐀𝐝𝐚", "ADMlN", "admin", "AHTOH", "Zoe\u0308"})
    EXPECT_NE(registers(name), "200") << name;
  EXPECT_EQ(registers("Adam"), "200");
}

TEST_F(NameAttack, NoNameHidesReordersOrPilesUp) {
  for (const char* name : {"A\u200bda",  "A\u200dda",  "A\u00adda",    "\u202eadA",    "Ada\u2066x\u2069",
                           "Ada\u00a0B", "Ada\u3000B", " Ada",         "Ada ",         "Ada  B",
                           "A\ue000da",  "A\u0378da",  "\u3164\u3164", "\u2800\u2800", "A\u0301\u0302\u0303\u0304da",
                           "Аda",        "A",          "\ufeffAda",    "\u0301da",     "Ada\u2028B"})
    EXPECT_EQ(registers(name), "bad_name") << name;
  std::string longest;
  for (int i = 0; i < 32; ++i) longest += "ж";
  EXPECT_EQ(registers(longest), "200");
  EXPECT_EQ(registers(longest + "ж"), "bad_name");
}

// Who watches speaks under no name that people take for a player's, and what is said so is marked: it has no seat.
TEST_F(NameAttack, NobodyWhoWatchesSpeaksAsAPlayer) {
  const auto host = token();
  const Json seats{{{"kind", "human"}}, {{"kind", "human"}}};
  const auto made = ask(http, "POST", "/api/tables",
                        {{"game", "1840"}, {"seats", seats}, {"name", "ADMIN"}, {"watchers_chat", true}}, host);
  ASSERT_EQ(made.status, 200) << made.body;
  const std::string id = made.body["table"]["id"];
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/join", {{"name", "Антон"}}, token()).status, 200);
  WebSocketClient watcher;
  ASSERT_EQ(watcher.connect(server.address(), bearer(token())), 101);
  send(watcher, {{"type", "watch"}, {"table", id}});
  int key = 0;
  const auto say = [&](const char* name) {
    send(watcher,
         {{"type", "chat"}, {"table", id}, {"key", std::to_string(++key)}, {"text", "I give up"}, {"name", name}});
  };
  for (const char* name : {"ADMIN", "admin", "ADMlN", "ＡＤＭＩＮ", "АDМIN", " ADMIN", "Антон", "AHTOH"}) {
    say(name);
    const Json refused = next(watcher, "error");
    ASSERT_FALSE(refused.is_null()) << name;
    EXPECT_TRUE(refused["error"]["code"] == "name_taken" || refused["error"]["code"] == "bad_text") << name << refused;
  }
  say("Administrator");
  const Json update = next(watcher, "update");
  ASSERT_FALSE(update.is_null());
  EXPECT_TRUE(update["chat"][0]["seat"].is_null());
  EXPECT_EQ(update["chat"][0]["name"], "Administrator");
}

TEST_F(NameAttack, TitlesNamesAndChatAreWhatTheySeem) {
  const auto me = token();
  const auto opens = [&](const std::string& title, const std::string& name) {
    return ask(
        http, "POST", "/api/tables",
        {{"game", "1840"}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}, {"title", title}, {"name", name}},
        me);
  };
  for (const char* text :
       {"Friday \u202eevening", "Fri\u200bday", "F\u0301\u0302\u0303\u0304", "\ue000", "Fri\u2028day"}) {
    EXPECT_EQ(opens(text, "Ada").body["error"]["code"], "bad_text") << text;
    EXPECT_EQ(opens("Friday", text).body["error"]["code"], "bad_text") << text;
  }
  for (const char* blank : {"\u2800", "\u3164", "\u00a0", "\u200b"})
    EXPECT_EQ(opens("Friday", blank).body["error"]["code"], "bad_text") << blank;
  // Families and flags of several signs are one picture, and no trick.
  const auto made = opens("👩‍👩‍👧 🏳️‍🌈 1️⃣", "Jürgen Ёлкин");
  ASSERT_EQ(made.status, 200) << made.body;
  WebSocketClient socket;
  ASSERT_EQ(socket.connect(server.address(), bearer(me)), 101);
  const auto says = [&](const std::string& text) {
    send(socket, {{"type", "chat"}, {"table", made.body["table"]["id"]}, {"key", text.substr(0, 60)}, {"text", text}});
    while (auto frame = socket.wait(5000)) {
      const Json message = Json::parse(*frame);
      if (message["type"] == "ack") return std::string("ack");
      if (message["type"] == "error") return message["error"]["code"].get<std::string>();
    }
    return std::string();
  };
  EXPECT_EQ(says("two\nlines, “quotes”\u00a0— 👍🏽 ❤️"), "ack");
  for (const char* text : {"\u202eevil", "a\u200bb", "\u2067x\u2069", "x\u0489\u0489\u0489\u0489"})
    EXPECT_EQ(says(text), "bad_text") << text;
}

// An account from before: found by the name as it was kept then, and safe from those that look like it.
TEST_F(NameAttack, OldAccountsKeepTheirNames) {
  ASSERT_EQ(registers("Ada"), "200");
  server.stop();
  {
    auto db = store::Database::open(home.url()).value();
    ASSERT_TRUE(db.sql().query("UPDATE accounts SET name = 'ЖАДА!', name_key = 'ЖАДА!', look = '', capital_look = ''"));
  }
  server.start();
  EXPECT_EQ(logs_in("ЖАДА!"), "200");
  EXPECT_NE(registers("жада!"), "200");
  EXPECT_EQ(registers("Ada"), "200");
}

}  // namespace
}  // namespace remise::testing
