// Who sits where: seats, links to them, undo and replacement by consent.
#include "support/app_fixture.h"

namespace remise::testing {
namespace {

TEST_F(AppTest, SeatsBeforeTheStart) {
  const Json seats = Json::parse(R"([{"kind":"human"},{"kind":"human"},{"kind":"bot","level":"random"}])");
  const auto made =
      world.ask(node, "POST", "/api/tables",
                {{"game", "nim"}, {"seats", seats}, {"name", "Ann"}, {"open", false}, {"title", "Friday"}}, tokens[0]);
  ASSERT_EQ(made.status, 200);
  const std::string path = "/api/tables/" + made.body["table"]["id"].get<std::string>();
  EXPECT_TRUE(world.ask(node, "GET", "/api/tables").body["tables"].empty());  // by invitation
  EXPECT_EQ(world.ask(node, "GET", "/api/me/tables", nullptr, tokens[0]).body["tables"][0]["mine"], 0);
  EXPECT_EQ(world.ask(node, "POST", path + "/start", Json::object(), tokens[0]).body["error"]["code"], "seats_free");
  EXPECT_EQ(world.ask(node, "POST", path + "/join", {{"name", "Ann"}}, tokens[0]).body["error"]["code"],
            "already_seated");
  EXPECT_EQ(world.ask(node, "POST", path + "/join", {{"name", "B"}, {"seat", 0}}, tokens[1]).body["error"]["code"],
            "seat_taken");
  EXPECT_EQ(world.ask(node, "POST", path + "/join", {{"name", "B"}}, tokens[1]).status, 200);
  EXPECT_EQ(world.ask(node, "POST", path + "/join", {{"name", "C"}}, tokens[2]).body["error"]["code"], "table_full");
  EXPECT_EQ(world.ask(node, "POST", path + "/start", Json::object(), tokens[1]).body["error"]["code"], "not_host");
  EXPECT_EQ(world.ask(node, "PUT", path + "/seats/1", {{"kind", "bot"}, {"level", "genius"}}, tokens[0])
                .body["error"]["code"],
            "level_unknown");
  EXPECT_EQ(world.ask(node, "PUT", path + "/seats/1", {{"kind", "bot"}, {"level", "random"}}, tokens[1])
                .body["error"]["code"],
            "not_host");
  EXPECT_EQ(world.ask(node, "PUT", path + "/seats/0", {{"kind", "human"}}, tokens[0]).body["error"]["code"],
            "own_seat");
  EXPECT_EQ(world.ask(node, "PUT", path + "/seats/7", {{"kind", "human"}}, tokens[0]).body["error"]["code"],
            "seat_unknown");
  EXPECT_EQ(world.ask(node, "POST", path + "/leave", Json::object(), tokens[1]).body["table"]["seats"][1]["kind"],
            "empty");
  EXPECT_EQ(world.ask(node, "PUT", path + "/seats/1", {{"kind", "bot"}, {"level", "random"}}, tokens[0]).status, 200);
  EXPECT_EQ(world.ask(node, "POST", path + "/start", Json::object(), tokens[0]).body["table"]["status"], "playing");
  EXPECT_EQ(world.ask(node, "POST", path + "/start", Json::object(), tokens[0]).body["error"]["code"],
            "already_started");
  for (const Json& wrong :
       {Json{{"game", "chess"}, {"seats", seats}, {"name", "A"}},
        Json{{"game", "nim"}, {"seats", Json::array()}, {"name", "A"}},
        Json{{"game", "nim"}, {"seats", seats}, {"name", " "}},
        Json{{"game", "nim"}, {"seats", seats}, {"name", "a\nb"}},
        Json{{"game", "nim"}, {"seats", seats}, {"name", "A"}, {"cheat", 1}}, Json{{"game", 5}}, Json::array()}) {
    const auto refused = world.ask(node, "POST", "/api/tables", wrong, tokens[0]);
    EXPECT_GE(refused.status, 400) << wrong;
    EXPECT_LT(refused.status, 500) << wrong;
    EXPECT_TRUE(refused.body["error"].contains("code")) << wrong;
  }
}

TEST_F(AppTest, ALinkMovesASeatToAnotherDevice) {
  const auto table = start("nim", 2);
  const std::string link =
      world.ask(node, "POST", "/api/tables/" + table + "/link", Json::object(), tokens[0]).body["token"];
  const auto claim = [&](const std::string& token) {
    return world.ask(node, "POST", "/api/tables/" + table + "/claim", {{"token", link}}, token);
  };
  EXPECT_EQ(world.ask(node, "POST", "/api/tables/" + table + "/claim", {{"token", tokens[3]}}, tokens[4])
                .body["error"]["code"],
            "link_expired");
  EXPECT_EQ(claim(tokens[4]).body["table"]["mine"], 0);
  EXPECT_EQ(claim(tokens[5]).body["error"]["code"], "link_expired");  // good once
  const std::string late =
      world.ask(node, "POST", "/api/tables/" + table + "/link", Json::object(), tokens[0]).body["token"];
  world.loop.skip(std::int64_t{25} * 3600 * 1000);
  EXPECT_EQ(
      world.ask(node, "POST", "/api/tables/" + table + "/claim", {{"token", late}}, tokens[5]).body["error"]["code"],
      "link_expired");
  EXPECT_EQ(world.ask(node, "POST", "/api/tables/" + table + "/link", Json::object(), tokens[5]).body["error"]["code"],
            "not_seated");
}

TEST_F(AppTest, UndoOneselfAtOnceAndFurtherBackByConsent) {
  const auto table = start("tally", 3);
  FakeConnection connections[3];
  server::ClientId clients[3];
  for (int i = 0; i < 3; ++i) clients[i] = watch(connections[i], table, tokens[i]);
  auto rev = rev_of(table);
  world.say(node, clients[0], move(table, rev, "a", add(1)));
  world.say(node, clients[0], {{"type", "undo"}, {"table", table}, {"rev", rev + 1}, {"key", "u"}, {"to", 0}});
  EXPECT_EQ(connections[0].take("ack")["rev"], rev + 2);
  const Json back = connections[1].take("update");
  EXPECT_EQ(back["view"]["n"], 0);
  EXPECT_EQ(back["log_from"], 0);
  // A repeated undo is not a second one, and a move for the position before it is stale.
  world.say(node, clients[0], {{"type", "undo"}, {"table", table}, {"rev", rev + 1}, {"key", "u"}, {"to", 0}});
  EXPECT_EQ(connections[0].take("ack")["rev"], rev + 2);
  world.say(node, clients[0], move(table, rev, "b", add(1)));
  EXPECT_EQ(connections[0].take("error")["error"]["code"], "stale");

  rev += 2;
  world.say(node, clients[0], move(table, rev, "c", add(1)));
  world.say(node, clients[1], move(table, rev + 1, "d", add(2)));
  world.say(node, clients[0], {{"type", "undo"}, {"table", table}, {"rev", rev + 2}, {"key", "e"}, {"to", 0}});
  const Json proposal = connections[2].take("update")["info"]["proposal"];
  EXPECT_EQ(proposal["kind"], "undo");
  EXPECT_EQ(proposal["needs"], Json({1, 2}));
  const auto answer = [&](int who, bool agree) {
    world.say(node, clients[who],
              {{"type", "answer"},
               {"table", table},
               {"key", "v" + std::to_string(who) + std::to_string(agree)},
               {"proposal", proposal["id"]},
               {"agree", agree}});
  };
  answer(0, true);
  EXPECT_EQ(connections[0].take("error")["error"]["code"], "not_asked");
  answer(1, true);
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table + "/view").body["view"]["n"], 2);
  answer(2, true);
  const Json undone = connections[2].take("update");
  EXPECT_EQ(undone["view"]["n"], 0);
  EXPECT_TRUE(undone["info"]["proposal"].is_null());
  EXPECT_EQ(undone["rev"], rev_of(table));
  // Everything is still in the log; another process folds it to the same position.
  EXPECT_EQ(moves_in_log(table), 3u);
  FakeNode fresh(world.loop, world.db);
  EXPECT_EQ(world.ask(fresh, "GET", "/api/tables/" + table + "/view", nullptr, tokens[0]).body["view"],
            world.ask(node, "GET", "/api/tables/" + table + "/view", nullptr, tokens[0]).body["view"]);
}

TEST_F(AppTest, OneNoEndsAProposalAndAMoveOvertakesAnUndo) {
  const auto table = start("tally", 2);
  FakeConnection connections[2];
  server::ClientId clients[2];
  for (int i = 0; i < 2; ++i) clients[i] = watch(connections[i], table, tokens[i]);
  auto rev = rev_of(table);
  world.say(node, clients[0], move(table, rev, "a", add(1)));
  world.say(node, clients[1], move(table, rev + 1, "b", add(1)));
  const auto propose = [&](const char* key) {
    world.say(node, clients[0], {{"type", "undo"}, {"table", table}, {"rev", rev_of(table)}, {"key", key}, {"to", 0}});
    return world.ask(node, "GET", "/api/tables/" + table).body["table"]["proposal"];
  };
  const Json first = propose("p1");
  world.say(node, clients[1],
            {{"type", "answer"}, {"table", table}, {"key", "n"}, {"proposal", first["id"]}, {"agree", false}});
  EXPECT_TRUE(connections[0].take("update")["info"]["proposal"].is_null());
  EXPECT_FALSE(propose("p2").is_null());
  world.say(node, clients[0], move(table, rev_of(table), "c", add(1)));
  EXPECT_TRUE(connections[1].take("update")["info"]["proposal"].is_null());
}

TEST_F(AppTest, NothingRevealedIsTakenBackAlone) {
  // In nim touching heap 2 uncovers it.
  const auto table = start("nim", 2);
  const auto rev = rev_of(table);
  FakeConnection connection;
  const auto client = watch(connection, table, tokens[0]);
  world.say(node, client, move(table, rev, "a", {{"type", "take"}, {"heap", 2}, {"take", 1}}));
  world.say(node, client, {{"type", "undo"}, {"table", table}, {"rev", rev + 1}, {"key", "u"}, {"to", 0}});
  EXPECT_FALSE(connection.take("update")["info"]["proposal"].is_null());
  EXPECT_EQ(rev_of(table), rev + 1);
}

TEST_F(AppTest, WhoLeavesCanBeReplacedWhenTheOthersAgree) {
  const auto table = start("tally", 3);
  FakeConnection connections[3];
  server::ClientId clients[3];
  for (int i = 0; i < 3; ++i) clients[i] = watch(connections[i], table, tokens[i]);
  const auto propose = [&](const char* with, const char* key) {
    Json message{{"type", "propose_replace"}, {"table", table}, {"key", key}, {"seat", 2}, {"with", with}};
    if (std::string(with) == "bot") message["level"] = "random";
    world.say(node, clients[0], message);
  };
  propose("bot", "early");
  EXPECT_EQ(connections[0].take("error")["error"]["code"], "cannot_replace");
  EXPECT_EQ(world.ask(node, "POST", "/api/tables/" + table + "/leave", Json::object(), tokens[2]).status, 200);
  propose("person", "p");
  const Json proposal = connections[1].take("update")["info"]["proposal"];
  EXPECT_EQ(proposal["needs"], Json::array({1}));
  world.say(node, clients[1],
            {{"type", "answer"}, {"table", table}, {"key", "y"}, {"proposal", proposal["id"]}, {"agree", true}});
  EXPECT_EQ(connections[1].take("update")["info"]["seats"][2]["offered"], true);
  // Listed among those one can join; the one who left loses the seat to whoever comes.
  EXPECT_EQ(world.ask(node, "GET", "/api/tables?status=waiting").body["tables"].size(), 1u);
  EXPECT_EQ(world.ask(node, "POST", "/api/tables/" + table + "/join", {{"name", "new"}}, tokens[4]).status, 200);
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table, nullptr, tokens[4]).body["table"]["mine"], 2);
  EXPECT_TRUE(world.ask(node, "GET", "/api/tables/" + table, nullptr, tokens[2]).body["table"]["mine"].is_null());
}

TEST_F(AppTest, AnAbsentPlayerIsReplacedByABotThatPlaysOn) {
  const auto table = start("tally", 2);
  FakeConnection connection;
  const auto client = watch(connection, table, tokens[0]);
  const auto rev = rev_of(table);
  world.say(node, client, move(table, rev, "a", add(1)));
  const Json message{{"type", "propose_replace"}, {"table", table}, {"key", "r"}, {"seat", 1}, {"with", "bot"},
                     {"level", "random"}};
  world.say(node, client, message);
  EXPECT_EQ(connection.take("error")["error"]["code"], "cannot_replace");
  world.loop.skip(node.config.absent_after);
  world.say(node, client, message);
  world.loop.advance(10'000);
  EXPECT_EQ(moves_in_log(table), 2u);
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table).body["table"]["to_act"], Json::array({0}));
}

}  // namespace
}  // namespace remise::testing
