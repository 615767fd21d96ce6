// What is acknowledged, and when: moves, their commits, failures of the database, long logs.
#include "support/app_fixture.h"

namespace remise::testing {
namespace {

TEST_F(AppTest, AMoveIsAcknowledgedAfterItsCommit) {
  const auto table = start("tally", 2);
  FakeConnection connection, other;
  const auto client = watch(connection, table, tokens[0]);
  watch(other, table, tokens[1]);
  const Json first = connection.take("update");
  ASSERT_FALSE(first.is_null());
  EXPECT_EQ(first["you"], 0);
  EXPECT_EQ(first["view"]["legal"].size(), 1u);
  other.take("update");

  node.storage.trouble = Trouble::hold;
  world.say(node, client, move(table, first["rev"], "k1", add(3)));
  EXPECT_TRUE(connection.frames.empty());
  EXPECT_TRUE(other.frames.empty());
  // Who looks now sees only what is durable: the answer waits for the commit.
  server::Request request;
  request.method = "GET";
  request.path = "/api/tables/" + table + "/view";
  request.address = "192.0.2.9";
  Json seen;
  node.app.http(request, [&](server::Response r) { seen = Json::parse(r.body); });
  world.loop.settle();
  EXPECT_TRUE(seen.is_null());

  node.storage.release();
  world.loop.settle();
  EXPECT_EQ(seen["view"]["n"], 1);
  std::string order;
  for (const auto& frame : connection.frames) order += frame["type"].get<std::string>() + " ";
  EXPECT_EQ(order, "update ack ");
  EXPECT_EQ(connection.take("ack")["rev"], first["rev"].get<int>() + 1);
  const Json update = other.take("update");
  EXPECT_EQ(update["view"]["state"]["sum"], 3);
  EXPECT_EQ(update["log"].size(), 1u);
  EXPECT_EQ(update["log"][0]["events"][0]["kind"], "added");
}

TEST_F(AppTest, ARepeatedMessageIsAnsweredAndNotPlayedTwice) {
  const auto table = start("tally", 1);
  FakeConnection connection;
  const auto client = watch(connection, table, tokens[0]);
  const auto rev = rev_of(table);
  world.say(node, client, move(table, rev, "same", add(3)));
  const auto first = connection.take("ack");
  world.say(node, client, move(table, rev, "same", add(3)));
  EXPECT_EQ(connection.take("ack"), first);
  // The same while the first is still under way.
  node.app.clients().received(client, move(table, rev + 1, "two", add(4)).dump());
  node.app.clients().received(client, move(table, rev + 1, "two", add(4)).dump());
  world.loop.settle();
  EXPECT_EQ(moves_in_log(table), 2u);
  // And by a process that has just started.
  FakeNode fresh(world.loop, world.db);
  const auto again = post_move(fresh, table, rev, "same", add(3), tokens[0]);
  EXPECT_EQ(again.status, 200);
  EXPECT_EQ(again.body["rev"], rev + 1);
  EXPECT_EQ(moves_in_log(table), 2u);
}

TEST_F(AppTest, AStaleMoveIsRefused) {
  const auto table = start("tally", 1);
  FakeConnection connection;
  const auto client = watch(connection, table, tokens[0]);
  const auto rev = rev_of(table);
  world.say(node, client, move(table, rev, "a", add(1)));
  world.say(node, client, move(table, rev, "b", add(1)));
  const Json error = connection.take("error");
  EXPECT_EQ(error["error"]["code"], "stale");
  EXPECT_EQ(error["error"]["values"]["rev"], rev + 1);
  EXPECT_EQ(error["key"], "b");
  EXPECT_EQ(moves_in_log(table), 1u);
}

TEST_F(AppTest, TheRightSeatAtTheRightTimeWithALegalMove) {
  const auto table = start("tally", 2);
  const auto rev = rev_of(table);
  const auto play = [&](const std::string& token, const Json& action) {
    return world.ask(node, "POST", "/api/tables/" + table + "/moves", {{"rev", rev}, {"key", "k"}, {"action", action}},
                     token);
  };
  EXPECT_EQ(play(tokens[5], add(1)).body["error"]["code"], "not_seated");
  EXPECT_EQ(play("", add(1)).body["error"]["code"], "not_seated");
  EXPECT_EQ(play(tokens[1], add(1)).body["error"]["code"], "not_your_turn");
  const auto refused = play(tokens[0], add(10));
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(refused.body["error"]["scope"], "tally");
  EXPECT_EQ(refused.body["error"]["rule"], "1");
  EXPECT_EQ(play(tokens[0], {{"type", "add"}}).status, 400);
  EXPECT_EQ(play(tokens[0], "add").status, 400);
  EXPECT_EQ(moves_in_log(table), 0u);
  EXPECT_EQ(play(tokens[0], add(1)).status, 200);
}

// The match judges a move when it is folded: what else the entry would have changed must not have changed by then.
TEST_F(AppTest, ARefusedMoveLeavesTheTableAsItWas) {
  const auto table = start("tally", 2);
  FakeConnection connections[2];
  server::ClientId clients[2];
  for (int i = 0; i < 2; ++i) clients[i] = watch(connections[i], table, tokens[i]);
  const auto rev = rev_of(table);
  world.say(node, clients[0], move(table, rev, "a", add(1)));
  world.say(node, clients[1], move(table, rev + 1, "b", add(2)));
  world.say(node, clients[0], {{"type", "undo"}, {"table", table}, {"rev", rev + 2}, {"key", "u"}, {"to", 0}});
  const auto seen = [&](FakeNode& at) {
    return Json::array({world.ask(at, "GET", "/api/tables/" + table).body,
                        world.ask(at, "GET", "/api/tables/" + table + "/view", nullptr, tokens[0]).body,
                        world.ask(at, "GET", "/api/me/tables", nullptr, tokens[0]).body});
  };
  const Json before = seen(node);
  EXPECT_FALSE(before[0]["table"]["proposal"].is_null());
  connections[0].frames.clear();
  world.loop.skip(5000);
  world.say(node, clients[0], move(table, rev + 2, "wrong", add(10)));
  EXPECT_EQ(connections[0].take("error")["error"]["code"], "bad_value");
  EXPECT_EQ(seen(node), before);
  EXPECT_EQ(world.db.entries(table, 0)->back().number, rev + 3);
  // And what was folded from drafts is what is folded from the store.
  FakeNode fresh(world.loop, world.db, "fresh");
  EXPECT_EQ(seen(fresh), before);
  world.say(node, clients[0], move(table, rev + 2, "right", add(9)));
  const Json after = seen(node);
  EXPECT_TRUE(after[0]["table"]["proposal"].is_null());
  FakeNode fresher(world.loop, world.db, "fresher");
  EXPECT_EQ(seen(fresher), after);
}

TEST_F(AppTest, AFailedCommitIsNoAcknowledgementWhetherOrNotItArrived) {
  const auto table = start("tally", 1);
  FakeConnection connection;
  const auto client = watch(connection, table, tokens[0]);
  const auto rev = rev_of(table);
  node.storage.trouble = Trouble::fail_before;
  world.say(node, client, move(table, rev, "a", add(1)));
  EXPECT_EQ(connection.take("error")["error"]["code"], "database_unavailable");
  EXPECT_EQ(moves_in_log(table), 0u);
  node.storage.trouble = Trouble::none;
  world.say(node, client, move(table, rev, "a", add(1)));
  EXPECT_EQ(connection.take("ack")["rev"], rev + 1);
  // The answer to the commit is lost, the commit is not: the repeated message finds it.
  node.storage.trouble = Trouble::fail_after;
  world.say(node, client, move(table, rev + 1, "b", add(2)));
  EXPECT_EQ(connection.take("error")["error"]["code"], "database_unavailable");
  node.storage.trouble = Trouble::none;
  world.say(node, client, move(table, rev + 1, "b", add(2)));
  EXPECT_EQ(connection.take("ack")["rev"], rev + 2);
  EXPECT_EQ(moves_in_log(table), 2u);
}

TEST_F(AppTest, AVanishedDatabaseIsSaidAndSurvived) {
  const auto table = start("tally", 1);
  node.storage.trouble = Trouble::away;
  world.loop.advance(400'000);  // the table has left the memory
  EXPECT_EQ(world.ask(node, "GET", "/health").status, 503);
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table).status, 503);
  EXPECT_EQ(world.ask(node, "GET", "/api/tables").status, 503);
  EXPECT_EQ(world
                .ask(node, "POST", "/api/tables", {{"game", "tally"}, {"seats", {{{"kind", "human"}}}}, {"name", "x"}},
                     tokens[0])
                .status,
            503);
  node.storage.trouble = Trouble::none;
  EXPECT_EQ(world.ask(node, "GET", "/health").status, 200);
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table).status, 200);
}

// The database vanishes while someone begins to watch, and a commit that fails drops the table from memory: the watcher
// is shown the table as soon as it can be read.

TEST_F(AppTest, WhyNotIsAnsweredAndNothingIsPlayed) {
  const auto table = start("tally", 2);
  FakeConnection connections[3];
  server::ClientId clients[3];
  for (int i = 0; i < 3; ++i) clients[i] = watch(connections[i], table, tokens[i]);
  const auto rev = rev_of(table);
  const auto why = [&](int who, const Json& action) {
    world.say(node, clients[who], {{"type", "check"}, {"table", table}, {"key", "w"}, {"action", action}});
    return &connections[who];
  };
  Json answer = why(0, add(10))->take("check");
  EXPECT_EQ(answer["refusal"]["code"], "bad_value");
  EXPECT_EQ(answer["refusal"]["rule"], "1");
  EXPECT_EQ(answer["key"], "w");
  EXPECT_EQ(answer["rev"], rev);
  EXPECT_TRUE(why(0, add(9))->take("check")["refusal"].is_null());
  EXPECT_EQ(why(1, add(9))->take("check")["refusal"]["code"], "not_your_turn");
  EXPECT_EQ(why(0, {{"type", "add"}})->take("check")["refusal"]["scope"], "core");
  EXPECT_EQ(why(2, add(9))->take("error")["error"]["code"], "not_seated");
  EXPECT_EQ(rev_of(table), rev);
  EXPECT_EQ(moves_in_log(table), 0u);
  EXPECT_EQ(world.ask(node, "POST", "/api/tables/" + table + "/check", {{"action", add(10)}}, tokens[0])
                .body["refusal"]["code"],
            "bad_value");
}

TEST_F(AppTest, AnActionBegunIsAnsweredAndNothingIsPlayed) {
  const auto table = start("tally", 2);
  FakeConnection connections[3];
  server::ClientId clients[3];
  for (int i = 0; i < 3; ++i) clients[i] = watch(connections[i], table, tokens[i]);
  const auto rev = rev_of(table);
  const auto compose = [&](int who, const Json& action) {
    world.say(node, clients[who], {{"type", "compose"}, {"table", table}, {"key", "b"}, {"action", action}});
    return &connections[who];
  };
  const Json begun = compose(0, Json::object())->take("compose");
  EXPECT_EQ(begun["key"], "b");
  EXPECT_EQ(begun["rev"], rev);
  EXPECT_EQ(begun["answer"]["next"][0]["set"]["value"], Json({{"min", 1}, {"max", 9}, {"step", 1}}));
  EXPECT_EQ(compose(0, add(3))->take("compose")["answer"]["send"], add(3));
  EXPECT_EQ(compose(0, add(10))->take("compose")["answer"]["why"]["code"], "bad_value");
  EXPECT_EQ(compose(1, add(3))->take("error")["error"]["code"], "not_your_turn");
  EXPECT_EQ(compose(2, add(3))->take("error")["error"]["code"], "not_seated");
  EXPECT_EQ(rev_of(table), rev);
  EXPECT_EQ(moves_in_log(table), 0u);
  EXPECT_EQ(world.ask(node, "POST", "/api/tables/" + table + "/compose", {{"action", add(4)}}, tokens[0])
                .body["answer"]["send"],
            add(4));
}

TEST_F(AppTest, AFullLogIsSaidSo) {
  server::Config config;
  config.most_entries = 20;
  FakeNode small(world.loop, world.db, "", config);
  const auto table = start("tally", 1);
  const auto post = [&](const std::string& what, const Json& body) {
    return world.ask(small, "POST", "/api/tables/" + table + what, body, tokens[0]);
  };
  std::string code;
  for (int i = 0; i < 30 && code.empty(); ++i) {
    const auto made = post("/link", Json::object());
    if (made.status != 200) code = made.body["error"]["code"];
  }
  EXPECT_EQ(code, "log_full");
  int moves = 0;
  for (int i = 0; i < 30; ++i) {
    const auto rev = world.ask(small, "GET", "/api/tables/" + table).body["table"]["rev"];
    const auto done = post("/moves", {{"rev", rev}, {"key", std::to_string(i)}, {"action", add(1)}});
    moves += done.status == 200;
    if (done.status != 200) code = done.body["error"]["code"];
  }
  EXPECT_EQ(moves, 10);
  EXPECT_EQ(code, "log_full");
  // Several at once, of which the first is refused: the others find the table all the same.
  world.loop.advance(600'000);
  int answers = 0;
  for (const char* what : {"/link", "/leave", "/link"}) {
    server::Request request;
    request.method = "POST", request.path = "/api/tables/" + table + what, request.body = "{}";
    request.content_type = "application/json", request.host = "trams.example", request.address = "192.0.2.1";
    request.authorization = "Bearer " + tokens[0];
    small.app.http(request, [&](const server::Response& response) {
      ++answers;
      EXPECT_EQ(response.status, 409);
    });
  }
  world.loop.settle();
  EXPECT_EQ(answers, 3);
  EXPECT_EQ(world.ask(small, "GET", "/api/tables/" + table).body["table"]["rev"].get<int>() > 0, true);
}

TEST_F(AppTest, TablesLeaveTheMemoryAndComeBack) {
  const auto table = start("tally", 1);
  world.loop.advance(600'000);
  EXPECT_NE(node.metrics.text().find("remise_tables_cached 0"), std::string::npos);
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table).status, 200);
}

TEST_F(AppTest, ALogThatCannotBeReadIsSaidSo) {
  const auto table = start("tally", 1);
  write_elsewhere(table, world.db.entries(table, 0)->back().number + 1, "move", {{"seat", 0}, {"action", add(99)}});
  FakeNode fresh(world.loop, world.db);
  const auto answer = world.ask(fresh, "GET", "/api/tables/" + table);
  EXPECT_EQ(answer.status, 500);
  EXPECT_EQ(answer.body["error"]["code"], "match_unreadable");
}

// Several who press "play again" at the same moment get one table; each gets an answer.
TEST_F(AppTest, WhoPlaysAgainAtOnceGetsTheSameTable) {
  const auto table = start("nim", 1, 1);
  ASSERT_EQ(world.ask(node, "POST", "/api/tables/" + table + "/close", Json::object(), tokens[0]).status, 200);
  std::vector<Json> answers;
  for (int i = 0; i < 4; ++i) {
    server::Request request;
    request.method = "POST";
    request.path = "/api/tables/" + table + "/rematch";
    request.body = "{}";
    request.content_type = "application/json";
    request.host = "trams.example";
    request.address = "192.0.2." + std::to_string(i);
    request.authorization = "Bearer " + tokens[0];
    node.app.http(request, [&](server::Response response) { answers.push_back(Json::parse(response.body)); });
  }
  world.loop.settle();
  ASSERT_EQ(answers.size(), 4u);
  for (const Json& answer : answers) EXPECT_EQ(answer["table"]["id"], answers[0]["table"]["id"]) << answer;
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + std::string(answers[0]["table"]["id"])).status, 200);
}

}  // namespace
}  // namespace remise::testing
