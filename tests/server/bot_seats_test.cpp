// Bots in seats and hints for people: thought out beside the tables.
#include "core/assert.h"
#include "server/app/limits.h"
#include "support/app_fixture.h"

namespace remise::testing {
namespace {

TEST_F(AppTest, AHintIsThoughtOutBesideTheTable) {
  const auto ask = [](const Match& match, Seat seat, std::string_view, std::string_view, const std::atomic<bool>*) {
    return std::expected<Json, Error>(Json::array({{{"action", match.legal(seat)[0]}, {"value", 1.5}}}));
  };
  node.bots.add("tally", {"random", "wise"}, nullptr, ask);
  const auto table = start("tally", 2, 0, {{"hints", true}});
  FakeConnection connections[3];
  server::ClientId clients[3];
  for (int i = 0; i < 3; ++i) clients[i] = watch(connections[i], table, tokens[i]);
  const auto rev = rev_of(table);
  const auto hint = [&](int who, const char* level = nullptr) {
    Json message{{"type", "hint"}, {"table", table}, {"key", "h"}};
    if (level) message["level"] = level;
    world.say(node, clients[who], message);
  };
  hint(2);
  EXPECT_EQ(connections[2].take("error")["error"]["code"], "not_seated");
  hint(0, "genius");
  EXPECT_EQ(connections[0].take("error")["error"]["code"], "level_unknown");
  node.workers.held = true;
  hint(0);
  hint(0);
  EXPECT_EQ(connections[0].take("error")["error"]["code"], "too_fast");
  // The table goes on while the bot thinks; the answer says which position it is for.
  world.say(node, clients[0], move(table, rev, "a", add(1)));
  EXPECT_EQ(connections[0].take("ack")["rev"], rev + 1);
  hint(1);  // waits for its turn
  node.workers.release();
  world.loop.settle();
  const Json first = connections[0].take("hint"), second = connections[1].take("hint");
  EXPECT_EQ(first["rev"], rev);
  EXPECT_EQ(first["level"], "wise");
  EXPECT_EQ(first["moves"][0]["value"], 1.5);
  EXPECT_EQ(second["rev"], rev + 1);
  const auto nim = start("nim", 1, 1);
  EXPECT_EQ(world.ask(node, "POST", "/api/tables/" + nim + "/hint", Json::object(), tokens[0]).body["error"]["code"],
            "no_hints");
}

// A table says before anyone sits down whether bots give hints: off between people, on for who plays bots alone, and as
// whoever made it has chosen.
TEST_F(AppTest, ATableAllowsOrForbidsHints) {
  const auto ask = [](const Match& match, Seat seat, std::string_view, std::string_view, const std::atomic<bool>*) {
    return std::expected<Json, Error>(Json::array({{{"action", match.legal(seat)[0]}, {"value", 0}}}));
  };
  node.bots.add("tally", {"random", "wise"}, nullptr, ask);
  const auto asked = [&](const std::string& table) {
    const bool said = world.ask(node, "GET", "/api/tables/" + table, Json::object(), tokens[3]).body["table"]["hints"];
    const auto answer = world.ask(node, "POST", "/api/tables/" + table + "/hint", Json::object(), tokens[0]);
    EXPECT_EQ(answer.status, said ? 200 : 403) << answer.text;
    if (!said) {
      EXPECT_EQ(answer.body["error"]["code"], "hints_off");
    }
    return said;
  };
  EXPECT_FALSE(asked(start("tally", 2)));
  EXPECT_TRUE(asked(start("tally", 2, 0, {{"hints", true}})));
  EXPECT_TRUE(asked(start("tally", 1, 1)));
  EXPECT_FALSE(asked(start("tally", 1, 1, {{"hints", false}})));
  // The host gives the bot's seat to a person: nobody has chosen hints, so there are none.
  const Json seats{{{"kind", "human"}}, {{"kind", "bot"}, {"level", "random"}}};
  const auto made = world.ask(node, "POST", "/api/tables",
                              {{"game", "tally"}, {"seats", seats}, {"shuffle", false}, {"name", "a"}}, tokens[0]);
  EXPECT_TRUE(made.body["table"]["hints"]);
  const std::string path = "/api/tables/" + made.body["table"]["id"].get<std::string>();
  world.ask(node, "PUT", path + "/seats/1", {{"kind", "human"}}, tokens[0]);
  EXPECT_FALSE(world.ask(node, "GET", path, Json::object(), tokens[3]).body["table"]["hints"]);
}

class HintTest : public AppTest {
 protected:
  // The number of the request; its answer is among them once it is there.
  int ask_hint(const std::string& table, int who, const std::string& address) {
    server::Request request;
    request.method = "POST";
    request.path = "/api/tables/" + table + "/hint";
    request.address = address;
    request.authorization = "Bearer " + tokens[who];
    node.app.http(request, [this, number = asked](const server::Response& response) {
      const Json body = Json::parse(response.body);
      if (response.status == 429) seconds = body["error"]["values"].value("seconds", std::int64_t{0});
      answers[number] = response.status == 200 ? "hint" : body["error"]["code"].get<std::string>();
    });
    world.loop.settle();
    return asked++;
  }

  std::map<int, std::string> answers;  // by request
  int asked = 0;
  std::int64_t seconds = 0;
};

// A person has one question at a time, an address three; both have a few each minute.
TEST_F(HintTest, HintsAreSharedOut) {
  const auto ask = [](const Match&, Seat, std::string_view, std::string_view, const std::atomic<bool>*) {
    return std::expected<Json, Error>(Json::array());
  };
  node.bots.add("tally", {"wise"}, nullptr, ask);
  const auto table = start("tally", 6, 0, {{"hints", true}});
  const auto hint = [&](int who, const std::string& address) { return ask_hint(table, who, address); };
  node.workers.held = true;
  const int first[] = {hint(0, "192.0.2.7"), hint(1, "192.0.2.7"), hint(2, "192.0.2.7")};
  EXPECT_EQ(answers[hint(0, "192.0.2.8")], "too_fast");  // the same person
  EXPECT_EQ(answers[hint(3, "192.0.2.7")], "too_fast");  // the same address
  const int other = hint(4, "192.0.2.8");
  EXPECT_FALSE(answers.contains(other));
  node.workers.release();
  world.loop.settle();
  for (const int number : first) EXPECT_EQ(answers[number], "hint");
  EXPECT_EQ(answers[other], "hint");
  for (int i = 0; i < 20; ++i) EXPECT_EQ(answers[hint(5, "192.0.2.9")], "hint");
  EXPECT_EQ(answers[hint(5, "192.0.2.9")], "too_many_hints");
  EXPECT_EQ(seconds, 3);  // until the next one
  world.loop.advance(2'000);
  EXPECT_EQ(answers[hint(5, "192.0.2.9")], "too_many_hints");
  EXPECT_EQ(seconds, 1);
  world.loop.advance(1'000);
  EXPECT_EQ(answers[hint(5, "192.0.2.9")], "hint");
}

// Whom an address has nothing for keeps their own: at another address they have all of it.
TEST_F(HintTest, ARefusalCostsNothing) {
  node.bots.add("tally", {"wise"}, nullptr,
                [](const Match&, Seat, std::string_view, std::string_view, const std::atomic<bool>*) {
                  return std::expected<Json, Error>(Json::array());
                });
  const auto table = start("tally", 6, 0, {{"hints", true}});
  const auto got = [&](int who, const std::string& address) {
    int hints = 0;
    for (int i = 0; i < 20; ++i) hints += answers[ask_hint(table, who, address)] == "hint";
    return hints;
  };
  EXPECT_EQ(got(0, "192.0.2.7"), 20);
  EXPECT_EQ(got(1, "192.0.2.7"), 20);
  EXPECT_EQ(got(2, "192.0.2.7"), 0);
  EXPECT_EQ(seconds, 3) << "the address, until the next one";
  EXPECT_EQ(got(2, "192.0.2.8"), 20);
}

// Where nobody has to wait there is one to take, however the seconds were added up.
TEST(Limits, WhoNeedNotWaitMayTake) {
  server::LimitByName limit({0.1, 1});
  EXPECT_TRUE(limit.take("a", 0));
  for (int second = 1; second < 10; ++second) EXPECT_EQ(limit.wait("a", 1000 * second), 10 - second);
  EXPECT_EQ(limit.wait("a", 10'000), 0);
  EXPECT_TRUE(limit.take("a", 10'000));
  EXPECT_FALSE(limit.take("a", 10'000));
  EXPECT_EQ(limit.wait("a", 10'000), 10);
}

// A level may have a style. It is a level of its own wherever one is named, and nothing else with a stroke in it is.
TEST_F(AppTest, ABotMayHaveAStyle) {
  std::vector<std::string> asked;
  node.bots.add("tally", {"random", "wise"},
                [&](const Match& match, Seat seat, std::string_view level, std::string_view,
                    const std::atomic<bool>*) -> std::expected<Json, Error> {
                  asked.emplace_back(level);
                  return match.legal(seat)[0];
                },
                nullptr, {"wise/bold"});
  const auto made = [&](const std::string& level) {
    const Json seats{{{"kind", "human"}}, {{"kind", "bot"}, {"level", level}}};
    return world.ask(node, "POST", "/api/tables",
                     {{"game", "tally"}, {"seats", seats}, {"shuffle", false}, {"name", "a"}}, tokens[0]);
  };
  EXPECT_EQ(made("wise/bold").body["table"]["seats"][1]["level"], "wise/bold");
  for (const char* wrong : {"wise/", "/bold", "wise/bold/bold", "random/bold", "wise/BOLD", "wise/bold ", "bold", "/"})
    EXPECT_EQ(made(wrong).body["error"]["code"], "level_unknown") << wrong;
  for (const Json& game : world.ask(node, "GET", "/api/games", Json::object(), tokens[0]).body["games"]) {
    EXPECT_EQ(game["styles"], game["id"] == "tally" ? Json::array({"wise/bold"}) : Json::array());
    EXPECT_EQ(std::ranges::count(game["bots"], Json("wise/bold")), 0);
  }
  const std::string table = made("wise/bold").body["table"]["id"], path = "/api/tables/" + table;
  EXPECT_EQ(world.ask(node, "POST", path + "/start", Json::object(), tokens[0]).status, 200);
  const Json body{{"rev", rev_of(table)}, {"key", "1"}, {"action", add(1)}};
  EXPECT_EQ(world.ask(node, "POST", path + "/moves", body, tokens[0]).status, 200);
  world.loop.advance(100);
  EXPECT_FALSE(asked.empty());
  for (const std::string& level : asked) EXPECT_EQ(level, "wise/bold");
}

// A bot that fails is asked three times; then a move is drawn, and the log says so.

TEST_F(AppTest, AFailingBotIsReplacedForItsMove) {
  int asked = 0;
  node.bots.add(
      "tally", {"broken"},
      [&](const Match&, Seat, std::string_view, std::string_view,
          const std::atomic<bool>*) -> std::expected<Json, Error> {
        ++asked;
        REMISE_ASSERT(asked < 0);
        return Json();
      },
      nullptr);
  const Json seats{{{"kind", "human"}}, {{"kind", "bot"}, {"level", "broken"}}};
  const auto made = world.ask(node, "POST", "/api/tables",
                              {{"game", "tally"}, {"seats", seats}, {"shuffle", false}, {"name", "a"}}, tokens[0]);
  const std::string table = made.body["table"]["id"], path = "/api/tables/" + table;
  EXPECT_EQ(world.ask(node, "POST", path + "/start", Json::object(), tokens[0]).status, 200);
  for (int round = 1; round <= 2; ++round) {
    const Json body{{"rev", rev_of(table)}, {"key", std::to_string(round)}, {"action", add(1)}};
    EXPECT_EQ(world.ask(node, "POST", path + "/moves", body, tokens[0]).status, 200);
    world.loop.advance(100);
    EXPECT_EQ(moves_in_log(table), 2u * static_cast<unsigned>(round));
    EXPECT_EQ(asked, 3 * round);
    const auto entries = world.db.entries(table, 0).value();
    EXPECT_TRUE(Json::parse(entries.back().payload).value("drawn", false));
  }
}

TEST_F(AppTest, BotsPlayInTheBackgroundAndAfterARestart) {
  const auto table = start("nim", 1, 2);
  for (int i = 0; i < 40; ++i) {
    world.loop.advance(100);
    const auto view = world.ask(node, "GET", "/api/tables/" + table + "/view", nullptr, tokens[0]).body;
    if (!view["view"]["outcome"].is_null()) break;
    ASSERT_EQ(view["view"]["to_act"], Json::array({0}));
    Json action = view["view"]["legal"][0];
    action["take"] = 1;
    ASSERT_EQ(world
                  .ask(node, "POST", "/api/tables/" + table + "/moves",
                       {{"rev", view["rev"]}, {"key", std::to_string(i)}, {"action", action}}, tokens[0])
                  .status,
              200);
  }
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table).body["table"]["status"], "finished");
  EXPECT_TRUE(world.db.take_jobs({world.loop.now() + 1'000'000, 1, 10})->empty());

  // A process that dies while a bot is to move: the next one finds the job in the queue.
  const auto second = start("tally", 1, 1);
  write_elsewhere(second, world.db.entries(second, 0)->back().number + 1, "move", {{"seat", 0}, {"action", add(1)}},
                  store::JobChange::set);
  FakeNode fresh(world.loop, world.db);
  world.loop.advance(5000);
  EXPECT_EQ(world.ask(fresh, "GET", "/api/tables/" + second + "/view").body["view"]["n"], 2);
}

TEST_F(AppTest, AServerThatStopsPlaysNoHalfThoughtMove) {
  const auto table = start("tally", 1, 1);
  node.workers.held = true;
  EXPECT_EQ(world
                .ask(node, "POST", "/api/tables/" + table + "/moves",
                     {{"rev", rev_of(table)}, {"key", "a"}, {"action", add(1)}}, tokens[0])
                .status,
            200);
  world.loop.advance(100);  // the bot thinks
  node.app.stop();
  node.workers.release();
  world.loop.advance(5000);
  EXPECT_EQ(moves_in_log(table), 1u);
  FakeNode fresh(world.loop, world.db);
  world.loop.advance(node.config.bot_lease + 5000);
  EXPECT_EQ(moves_in_log(table), 2u);
}

}  // namespace
}  // namespace remise::testing
