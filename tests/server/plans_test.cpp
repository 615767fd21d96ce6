// Moves in advance at a server: followed by whichever node is there, seen by their owner alone, ended with a reason.
#include "support/app_fixture.h"

namespace remise::testing {
namespace {

class PlanTest : public AppTest {
 protected:
  std::string table_of(int people) {
    const auto table = start("tally", people);
    for (int i = 0; i < people; ++i) clients[i] = watch(connections[i], table, tokens[i]);
    return table;
  }
  static Json adds(int value, int times) { return {{"type", "add"}, {"value", value}, {"times", times}}; }
  // What the owner is answered.
  Json plan(const std::string& table, int who, const Json& plans) {
    connections[who].frames.clear();
    world.say(node, clients[who],
              {{"type", "plans"}, {"table", table}, {"key", "k" + std::to_string(++key)}, {"plans", plans}});
    Json answer;
    for (const Json& frame : connections[who].frames)
      if (frame["type"] == "plans" || frame["type"] == "error") answer = frame;
    return answer;
  }
  Json asked(const std::string& table, int who) {
    connections[who].frames.clear();
    world.say(node, clients[who], {{"type", "plans"}, {"table", table}, {"key", "k" + std::to_string(++key)}});
    return connections[who].take("plans");
  }
  void play(const std::string& table, int who) {
    EXPECT_EQ(post_move(node, table, rev_of(table), "m" + std::to_string(++key), add(1), tokens[who]).status, 200);
    world.loop.advance(5000);
  }
  Json log(const std::string& table) {
    return world.ask(node, "GET", "/api/tables/" + table + "/view", nullptr, tokens[0]).body["log"];
  }

  FakeConnection connections[3];
  server::ClientId clients[3];
  int key = 0;
};

TEST_F(PlanTest, APlanMovesWhenTheTurnComesAndTheLogSaysSo) {
  const auto table = table_of(2);
  const Json answer = plan(table, 1, Json::array({adds(7, 2)}));
  EXPECT_EQ(answer["on"], true);
  EXPECT_EQ(answer["plans"], Json::array({adds(7, 2)})) << "without what it remembers";
  EXPECT_FALSE(answer["options"].empty());
  world.loop.advance(5000);
  EXPECT_EQ(moves_in_log(table), 0u) << "it is not his turn";
  play(table, 0);
  EXPECT_EQ(moves_in_log(table), 2u);
  EXPECT_EQ(log(table)[1]["action"], add(7));
  EXPECT_EQ(log(table)[1]["advance"], true);
  EXPECT_FALSE(log(table)[0].contains("advance"));
  play(table, 0);
  EXPECT_EQ(moves_in_log(table), 4u);
  // It is used up: the owner was told, and the next turn waits for him.
  EXPECT_TRUE(connections[1].take("plans")["plans"].empty());
  play(table, 0);
  EXPECT_EQ(moves_in_log(table), 5u);
}

TEST_F(PlanTest, OnesOwnTurnIsPlayedAtOnce) {
  const auto table = table_of(2);
  plan(table, 0, Json::array({adds(3, 1)}));
  world.loop.advance(5000);
  EXPECT_EQ(moves_in_log(table), 1u);
}

TEST_F(PlanTest, TwoWithPlansPlayWithoutAnybody) {
  const auto table = table_of(2);
  plan(table, 1, Json::array({adds(2, 9)}));
  plan(table, 0, Json::array({adds(1, 9)}));
  world.loop.advance(60'000);
  EXPECT_EQ(moves_in_log(table), 18u);
}

TEST_F(PlanTest, NobodyElseSeesThem) {
  const auto table = table_of(2);
  for (auto& connection : connections) connection.texts.clear();
  plan(table, 1, Json::array({adds(7, 2)}));
  world.loop.advance(5000);
  EXPECT_TRUE(asked(table, 0)["plans"].empty());
  for (const std::string& text : connections[0].texts) EXPECT_EQ(text.find("\"times\":2"), std::string::npos) << text;
  FakeConnection stranger;
  const auto client = watch(stranger, table, tokens[4]);
  world.say(node, client, {{"type", "plans"}, {"table", table}, {"key", "s"}});
  EXPECT_EQ(stranger.take("error")["error"]["code"], "not_seated");
}

TEST_F(PlanTest, APlanThatEndsTellsWhy) {
  const auto table = table_of(2);
  Json until = adds(7, 5);
  until["until"] = 1;
  plan(table, 1, Json::array({until}));
  connections[1].frames.clear();
  play(table, 0);
  EXPECT_EQ(moves_in_log(table), 1u);
  const Json told = connections[1].take("plans");
  EXPECT_TRUE(told["plans"].empty());
  EXPECT_EQ(told["on"], false);
  EXPECT_EQ(told["stopped"][0]["code"], "enough");
  EXPECT_EQ(told["stopped"][0]["plan"], until);
}

// The first that says something is done; one that waits stays.
TEST_F(PlanTest, PlansAreAskedInTheirOrder) {
  const auto table = table_of(2);
  Json later = adds(9, 1);
  later["from"] = 10;
  plan(table, 1, Json::array({later, adds(4, 5)}));
  for (int i = 0; i < 3; ++i) play(table, 0);
  EXPECT_EQ(log(table)[1]["action"], add(4));
  EXPECT_EQ(log(table)[3]["action"], add(4));
  EXPECT_EQ(log(table)[5]["action"], add(9)) << log(table);
}

TEST_F(PlanTest, AnUndoSwitchesThemOff) {
  const auto table = table_of(2);
  plan(table, 1, Json::array({adds(7, 9)}));
  play(table, 0);
  ASSERT_EQ(moves_in_log(table), 2u);
  world.say(node, clients[1], {{"type", "undo"}, {"table", table}, {"rev", rev_of(table)}, {"key", "u"}, {"to", 1}});
  world.loop.advance(5000);
  EXPECT_EQ(log(table).size(), 1u) << "it is not played again";
  EXPECT_EQ(asked(table, 1)["on"], false);
  EXPECT_EQ(asked(table, 1)["plans"].size(), 1u) << "they are there to be switched on again";
}

TEST_F(PlanTest, WhoLeavesTakesThemAlong) {
  const auto table = table_of(3);
  plan(table, 1, Json::array({adds(7, 9)}));
  ASSERT_EQ(world.ask(node, "POST", "/api/tables/" + table + "/leave", {{"then", "wait"}}, tokens[1]).status, 200);
  play(table, 0);
  EXPECT_EQ(moves_in_log(table), 1u);
}

TEST_F(PlanTest, WrongOnesAreRefused) {
  const auto table = table_of(2);
  EXPECT_EQ(plan(table, 0, Json::array({{{"type", "cheat"}}}))["error"]["scope"], "core");
  EXPECT_EQ(plan(table, 0, Json::array({adds(10, 1)}))["error"]["scope"], "core");
  EXPECT_EQ(plan(table, 0, Json::array({1}))["error"]["scope"], "core");
  Json large = adds(1, 1);
  large["more"] = std::string(500, 'x');
  EXPECT_EQ(plan(table, 0, Json::array({large}))["error"]["code"], "too_large");
  EXPECT_EQ(moves_in_log(table), 0u);
}

// Another node follows what this one stored; a process that dies leaves the job to whoever comes.
TEST_F(PlanTest, AnyNodeFollowsThem) {
  const auto table = table_of(2);
  plan(table, 1, Json::array({adds(7, 1)}));
  node.app.stop();
  write_elsewhere(table, world.db.entries(table, 0).value().size(), "move", {{"seat", 0}, {"action", add(1)}},
                  store::JobChange::set);
  FakeNode other(world.loop, world.db, "other");
  world.loop.advance(40'000);
  EXPECT_EQ(moves_in_log(table), 2u);
}

// A match with plans is the match of the moves they made: the log folds to the same without anything beside it.
TEST_F(PlanTest, AReplayNeedsNoPlans) {
  const auto table = table_of(3);
  plan(table, 1, Json::array({adds(7, 3)}));
  plan(table, 2, Json::array({adds(2, 2)}));
  for (int i = 0; i < 2; ++i) play(table, 0);
  server::Table again(table, node.games);
  again.load(world.db.entries(table, 0).value());
  ASSERT_TRUE(world.db.sql().query("DELETE FROM plans"));
  server::Table bare(table, node.games);
  bare.load(world.db.entries(table, 0).value());
  EXPECT_EQ(again.match()->hash(), bare.match()->hash());
  EXPECT_EQ(again.info(), bare.info());
  EXPECT_EQ(again.match()->length(), 6u);
}

}  // namespace
}  // namespace remise::testing
