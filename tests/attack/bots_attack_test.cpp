// Bots: one that fails ends neither the process nor the match; nobody's bots keep others waiting.
#include <map>
#include <thread>

#include "core/range.h"
#include "server/bots/bots.h"
#include "support/server_process.h"

namespace remise::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// The payload of the last entry of this kind in a table's log.
Json last_entry(const std::string& database, const std::string& table, const std::string& kind) {
  auto db = store::Database::open(database).value();
  Json found;
  const auto entries = db.entries(table, 0).value();
  for (const auto& entry : entries)
    if (entry.kind == kind) found = Json::parse(entry.payload);
  return found;
}

// ---------------------------------------------------------------------------------------------------------------------
// A bot that fails

class FailingBots : public ::testing::Test {
 protected:
  TestDatabase home{"sqlite"};
  Server server{Server::toy(home.url(), {{"bot_lease", 900}})};
  std::string me = token();

  // A table of one person and one bot, after the person's first move.
  std::string play_against(HttpClient& http, const std::string& level) {
    const auto id = start_table(http, "tally", {me}, {level});
    move(http, id);
    return id;
  }
  void move(HttpClient& http, const std::string& id) {
    const auto rev = ask(http, "GET", "/api/tables/" + id).body["table"]["rev"];
    const auto moved = ask(http, "POST", "/api/tables/" + id + "/moves",
                           {{"rev", rev}, {"key", "move " + rev.dump()}, {"action", add_one()}}, me);
    EXPECT_EQ(moved.status, 200) << moved.body;
  }
  // Until the match has so many moves; a server that died is started again, a few times.
  bool played(const std::string& id, int moves, int restarts = 0) {
    HttpClient http(server.address());
    for (const auto end = steady_clock::now() + std::chrono::seconds(10); steady_clock::now() < end;) {
      const auto view = ask(http, "GET", "/api/tables/" + id + "/view");
      if (view.status == 200 && view.body["view"]["n"] >= moves) return true;
      if (view.status == 0) {
        if (restarts-- == 0) return false;
        server.kill();
        server.start();
      }
      std::this_thread::sleep_for(milliseconds(20));
    }
    return false;
  }
};

class FailingBot : public FailingBots, public ::testing::WithParamInterface<std::string> {};

TEST_P(FailingBot, TheMatchGoesOnAndTheTableIsTold) {
  HttpClient http(server.address());
  const bool ends_the_process = GetParam() == "aborts";
  const auto id = play_against(http, GetParam());
  ASSERT_TRUE(played(id, 2, ends_the_process ? 3 : 0));
  const Json drawn = last_entry(home.url(), id, "move");
  EXPECT_EQ(drawn["seat"], 1);
  EXPECT_TRUE(drawn.value("drawn", false)) << drawn;
  if (ends_the_process) return;
  // It fails again at its next move, and others are played as ever: nobody draws for them.
  move(http, id);
  const auto other = play_against(http, "random");
  ASSERT_TRUE(played(other, 2));
  EXPECT_FALSE(last_entry(home.url(), other, "move").contains("drawn"));
  EXPECT_TRUE(played(id, 4));
  EXPECT_EQ(server.stop(), 0);
}

INSTANTIATE_TEST_SUITE_P(Ways, FailingBot,
                         ::testing::Values("throws", "asserts", "refuses", "illegal", "hangs", "aborts"),
                         [](const auto& way) { return way.param; });

// More bots hang than there are spare threads: passwords are still checked, and bots still move.
TEST_F(FailingBots, ThreadsThatNeverComeBackAreFew) {
  if (!long_mode()) GTEST_SKIP() << "REMISE_LONG=1";
  HttpClient http(server.address());
  std::vector<std::string> tables;
  for (int i = 0; i < 8; ++i) tables.push_back(play_against(http, "hangs"));
  for (const auto& id : tables) EXPECT_TRUE(played(id, 2)) << id;
  EXPECT_TRUE(played(play_against(http, "random"), 2));
  EXPECT_EQ(ask(http, "POST", "/api/accounts", {{"name", "Ada"}, {"password", "long enough"}}).status, 200);
  EXPECT_EQ(server.stop(), 0);
}

// ---------------------------------------------------------------------------------------------------------------------
// Tables of bots alone

Reply bots_alone(HttpClient& http, const std::string& game, int seats, const std::string& level,
                 const std::string& host) {
  return ask(http, "POST", "/api/tables",
             {{"game", game},
              {"seats", Json(static_cast<std::size_t>(seats), Json{{"kind", "bot"}, {"level", level}})},
              {"join", false}},
             host);
}

// One person who plays against one bot, and measures how long it takes for its moves.
class Opponent {
 public:
  Opponent(HttpClient& http, const std::string& level) : http_(http), id_(start_table(http, "1840", {me_}, {level})) {}

  // Seconds for one move of the bot, on average over so many moves.
  double seconds_for_a_move(int moves) {
    double seconds = 0;
    for (int seen = 0; seen < moves;) {
      const Json now = ask(http_, "GET", "/api/tables/" + id_ + "/view", nullptr, me_).body;
      const auto rev = now["rev"].get<std::int64_t>();
      if (now["view"]["to_act"] == Json::array({0})) {
        play(now);
        continue;
      }
      const auto began = steady_clock::now();
      const auto next =
          ask(http_, "GET", "/api/tables/" + id_ + "/view?wait=25&rev=" + std::to_string(rev), nullptr, me_);
      seconds += std::chrono::duration<double>(steady_clock::now() - began).count();
      seen += static_cast<int>(next.body["rev"].get<std::int64_t>() - rev);
    }
    return seconds / moves;
  }

 private:
  void play(const Json& now) {
    Json action = now["view"]["legal"][random_.below(static_cast<std::uint32_t>(now["view"]["legal"].size()))];
    fill_ranges(action, random_);
    const auto done = ask(http_, "POST", "/api/tables/" + id_ + "/moves",
                          {{"rev", now["rev"]}, {"key", "move " + now["rev"].dump()}, {"action", action}}, me_);
    EXPECT_EQ(done.status, 200) << done.body;
  }

  HttpClient& http_;
  std::string me_ = token();
  Random random_ = Random::from_seed("a person");
  std::string id_;
};

TEST(BotTables, APersonsBotAnswersBesideThirtyTablesOfBots) {
  const TestDatabase home{"sqlite"};
  const Server server{Server::real(home.url(), {"--max-bot-tables", "100"})};
  HttpClient http(server.address(), 60'000);
  Opponent person(http, "hard");
  const int moves = long_mode() ? 40 : 8;
  const double alone = person.seconds_for_a_move(moves);
  const auto stranger = token();
  for (int i = 0; i < 30; ++i) {
    const auto made = bots_alone(http, "1840", 6, "hard", stranger);
    ASSERT_EQ(made.status, 200) << made.body;
    const std::string path = "/api/tables/" + made.body["table"]["id"].get<std::string>() + "/start";
    ASSERT_EQ(ask(http, "POST", path, Json::object(), stranger).status, 200);
  }
  const double beside = person.seconds_for_a_move(moves);
  RecordProperty("alone_ms", static_cast<int>(alone * 1000));
  RecordProperty("beside_ms", static_cast<int>(beside * 1000));
  std::printf("a move of the person's bot: %.0f ms alone, %.0f ms beside 30 tables of bots\n", alone * 1000,
              beside * 1000);
  EXPECT_LT(beside, 8 * alone + 0.1);
}

TEST(BotTables, OnePersonHasAFew) {
  const TestDatabase home{"sqlite"};
  const Server server{Server::real(home.url())};
  HttpClient http(server.address());
  const auto stranger = token();
  const auto refused = [](const Reply& reply) {
    return reply.status == 409 && reply.body["error"]["code"] == "too_many_bot_tables";
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(bots_alone(http, "1840", 3, "random", stranger).status, 200);
  EXPECT_TRUE(refused(bots_alone(http, "1840", 3, "random", stranger)));
  EXPECT_EQ(bots_alone(http, "1840", 3, "random", token()).status, 200);
  // Nor by making a seat for a person, and giving it to a bot.
  const auto made =
      ask(http, "POST", "/api/tables",
          {{"game", "1840"}, {"seats", {{{"kind", "human"}}, {{"kind", "bot"}, {"level", "random"}}}}, {"join", false}},
          stranger);
  ASSERT_EQ(made.status, 200) << made.body;
  const std::string path = "/api/tables/" + made.body["table"]["id"].get<std::string>();
  EXPECT_EQ(ask(http, "PUT", path + "/seats/0", {{"kind", "bot"}, {"level", "random"}}, stranger).status, 200);
  EXPECT_TRUE(refused(ask(http, "POST", path + "/start", Json::object(), stranger)));
  // With a person it is another matter.
  EXPECT_EQ(ask(http, "PUT", path + "/seats/0", {{"kind", "human"}}, stranger).status, 200);
  EXPECT_EQ(ask(http, "POST", path + "/join", {{"name", "somebody"}}, token()).status, 200);
  EXPECT_EQ(ask(http, "POST", path + "/start", Json::object(), stranger).status, 200);
}

// Nor by sitting down with bots and leaving the match to them: whoever did answers for it, and an address starts as
// many of these as of the others.
TEST(BotTables, AMatchLeftToBotsIsATableOfBots) {
  const TestDatabase home{"sqlite"};
  Server::Command command = Server::real(home.url());
  *std::next(std::ranges::find(command, "--rate-limit")) = "1";
  const Server server{command};
  HttpClient http(server.address());
  const auto left = [&](const std::string& me, const char* then) {
    const std::string table = start_table(http, "1840", {me}, {"expert", "expert"});
    return ask(http, "POST", "/api/tables/" + table + "/leave", {{"then", then}}, me);
  };
  const auto stranger = token();
  const auto began = steady_clock::now();
  for (int i = 0; i < 3; ++i) {
    const auto reply = left(stranger, "resign");
    EXPECT_EQ(reply.status, 200) << reply.body;
  }
  const auto refused = bots_alone(http, "1840", 3, "random", stranger);
  EXPECT_EQ(refused.body["error"]["code"], "too_many_bot_tables") << refused.body;
  EXPECT_EQ(bots_alone(http, "1840", 3, "random", token()).status, 200);
  // With a new name each time: no more than an address may start. That grows by one a minute.
  int accepted = 3;
  for (int i = 0; i < 9; ++i) {
    const auto reply = left(token(), "resign");
    accepted += reply.status == 200;
    if (reply.status != 200) {
      EXPECT_EQ(reply.body["error"]["code"], "too_fast") << reply.body;
    }
  }
  const auto minutes = std::chrono::floor<std::chrono::minutes>(steady_clock::now() - began).count();
  EXPECT_GE(accepted, 10);
  EXPECT_LE(accepted, 10 + minutes);
  // A match that waits for whoever left costs nothing: nobody is kept from that, nor answers for it.
  const auto patient = token();
  for (const char* then : {"wait", "bot", "bot", "wait"}) EXPECT_EQ(left(patient, then).status, 200) << then;
  EXPECT_EQ(bots_alone(http, "1840", 3, "random", patient).status, 200);
}

// Nor does a host who made tables for others answer for those who left them.
TEST(BotTables, MatchesThatOthersLeftAreNotTheHosts) {
  const TestDatabase home{"sqlite"};
  const Server server{Server::real(home.url())};
  HttpClient http(server.address());
  const auto host = token(), guest = token();
  for (const char* then : {"wait", "bot", "wait"}) {
    const auto made = ask(
        http, "POST", "/api/tables",
        {{"game", "1840"}, {"seats", {{{"kind", "human"}}, {{"kind", "bot"}, {"level", "random"}}}}, {"join", false}},
        host);
    ASSERT_EQ(made.status, 200) << made.body;
    const std::string path = "/api/tables/" + made.body["table"]["id"].get<std::string>();
    ASSERT_EQ(ask(http, "POST", path + "/join", {{"name", "guest"}}, guest).status, 200);
    ASSERT_EQ(ask(http, "POST", path + "/start", Json::object(), host).status, 200);
    ASSERT_EQ(ask(http, "POST", path + "/leave", {{"then", then}}, guest).status, 200);
  }
  const auto own = bots_alone(http, "1840", 3, "random", host);
  EXPECT_EQ(own.status, 200) << own.body;
}

// ---------------------------------------------------------------------------------------------------------------------
// Hints

// One person with a table of 1840 and a connection from some address.
struct Asker {
  std::string me = token(), table;
  WebSocketClient socket;

  Asker(HttpClient& http, const Server& server, const std::string& address)
      : table(start_table(http, "1840", {me}, {"random"})) {
    // The bot may be first.
    const auto to_act = [&] { return ask(http, "GET", "/api/tables/" + table + "/view").body["view"]["to_act"]; };
    for (int i = 0; i < 250 && to_act() != Json::array({0}); ++i) std::this_thread::sleep_for(milliseconds(20));
    Headers headers = bearer(me);
    headers.emplace_back("X-Forwarded-For", address);
    EXPECT_EQ(socket.connect(server.address(), headers), 101);
  }
  void asks() { send(socket, {{"type", "hint"}, {"table", table}, {"key", "h"}}); }
  // "hint", or the code of the error.
  std::string answer() {
    while (auto frame = socket.wait(20'000)) {
      const Json message = Json::parse(*frame);
      if (message["type"] == "hint") return "hint";
      if (message["type"] == "error") return message["error"]["code"];
    }
    return "nothing";
  }
};

TEST(Hints, ManyOfOneAddressKeepNobodyElseWaiting) {
  const TestDatabase home{"sqlite"};
  const Server server{Server::real(home.url(), {"--trust-proxy"})};
  HttpClient http(server.address());
  std::vector<std::unique_ptr<Asker>> strangers;
  for (int i = 0; i < 40; ++i) strangers.push_back(std::make_unique<Asker>(http, server, "10.0.0.1"));
  Asker person(http, server, "10.0.0.2");
  for (auto& stranger : strangers) stranger->asks();
  person.asks();
  EXPECT_EQ(person.answer(), "hint");
  std::map<std::string, int> answers;
  for (auto& stranger : strangers) ++answers[stranger->answer()];
  EXPECT_GE(answers["hint"], 3);
  EXPECT_GE(answers["too_fast"], 1);
  EXPECT_EQ(answers["hint"] + answers["too_fast"], 40);
}

// Two people agreed to do without: neither gets one, by whichever door, and the refusal costs the server no thought.
TEST(Hints, ATableWithoutThemGivesNone) {
  const TestDatabase home{"sqlite"};
  const Server server{Server::real(home.url())};
  HttpClient http(server.address());
  const std::vector<std::string> people{token(), token()};
  const Json seats{{{"kind", "human"}}, {{"kind", "human"}}, {{"kind", "bot"}, {"level", "random"}}};
  const auto made = ask(http, "POST", "/api/tables", {{"game", "1840"}, {"seats", seats}, {"name", "a"}}, people[0]);
  const std::string id = made.body["table"]["id"], path = "/api/tables/" + id;
  EXPECT_FALSE(made.body["table"]["hints"]);
  ASSERT_EQ(ask(http, "POST", path + "/join", {{"name", "b"}}, people[1]).status, 200);
  ASSERT_EQ(ask(http, "POST", path + "/start", Json::object(), people[0]).status, 200);
  for (const auto& who : people)
    for (const Json& body : {Json::object(), Json{{"level", "random"}}, Json{{"level", "hard"}}}) {
      EXPECT_EQ(ask(http, "POST", path + "/hint", body, who).body["error"]["code"], "hints_off");
      WebSocketClient socket;
      ASSERT_EQ(socket.connect(server.address(), bearer(who)), 101);
      Json message{{"type", "hint"}, {"table", id}, {"key", "h"}};
      message.update(body);
      send(socket, message);
      EXPECT_EQ(next(socket, "error")["error"]["code"], "hints_off");
    }
  // Nobody changes that afterwards, the host included.
  EXPECT_NE(ask(http, "PUT", path + "/seats/2", {{"kind", "human"}, {"hints", true}}, people[0]).status, 200);
  EXPECT_FALSE(ask(http, "GET", path, Json::object(), people[0]).body["table"]["hints"]);
}

TEST(Hints, ThoseWhoDoNotSitThereAreNotWaitedFor) {
  const TestDatabase home{"sqlite"};
  const Server server{Server::real(home.url(), {"--trust-proxy"})};
  HttpClient http(server.address());
  Asker person(http, server, "10.0.0.1"), stranger(http, server, "10.0.0.1");
  for (int i = 0; i < 40; ++i)
    send(stranger.socket, {{"type", "hint"}, {"table", person.table}, {"key", "x" + std::to_string(i)}});
  person.asks();
  EXPECT_EQ(person.answer(), "hint");
  for (int i = 0; i < 40; ++i) EXPECT_EQ(stranger.answer(), "not_seated");
}

}  // namespace
}  // namespace remise::testing
