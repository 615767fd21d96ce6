// Nobody kills a table: leaving, bots that play for people, coming back, resigning, ends by agreement, the host's
// tools.
#include "support/app_fixture.h"

namespace remise::testing {
namespace {

class AbsenceTest : public AppTest {
 protected:
  Json info(const std::string& table, int who = 0) {
    return world.ask(node, "GET", "/api/tables/" + table, nullptr, tokens[who]).body["table"];
  }
  World::Answer leave(const std::string& table, int who, const Json& how = Json::object()) {
    return world.ask(node, "POST", "/api/tables/" + table + "/leave", how, tokens[who]);
  }
  World::Answer join(const std::string& table, int who) {
    return world.ask(node, "POST", "/api/tables/" + table + "/join", {{"name", "j" + std::to_string(who)}},
                     tokens[who]);
  }
  // The three of a table, all watching.
  std::string three(const Json& more = Json::object()) {
    const auto table = start("tally", 3, 0, more);
    for (int i = 0; i < 3; ++i) clients[i] = watch(connections[i], table, tokens[i]);
    return table;
  }
  void say(int who, Json message, const std::string& table) {
    message["table"] = table;
    message["key"] = "k" + std::to_string(++key);
    world.say(node, clients[who], message);
  }
  std::string refusal(int who) {
    const Json error = connections[who].take("error");
    return error.is_null() ? "" : error["error"]["code"].get<std::string>();
  }
  // The log, folded by a process that has never seen the table.
  Json folded_anew(const std::string& table) {
    FakeNode fresh(world.loop, world.db);
    return world.ask(fresh, "GET", "/api/tables/" + table, nullptr, tokens[0]).body["table"];
  }

  FakeConnection connections[3];
  server::ClientId clients[3];
  int key = 0;
};

TEST_F(AbsenceTest, ABotPlaysForWhoLeavesAndHandsBackAtOnce) {
  const auto table = three();
  const auto rev = rev_of(table);
  EXPECT_EQ(leave(table, 0, {{"then", "bot"}, {"level", "genius"}}).body["error"]["code"], "level_unknown");
  ASSERT_EQ(leave(table, 0, {{"then", "bot"}, {"level", "random"}}).status, 200);
  EXPECT_EQ(info(table)["seats"][0]["minder"], "random");
  EXPECT_EQ(info(table)["seats"][0]["kind"], "human") << "it is still his";
  world.loop.advance(10'000);
  EXPECT_EQ(moves_in_log(table), 1u);
  const Json seen = world.ask(node, "GET", "/api/tables/" + table + "/view", nullptr, tokens[1]).body;
  EXPECT_EQ(seen["log"].back()["minded"], true);
  // The person is back before the bot is to move again: it does not any more.
  ASSERT_EQ(post_move(node, table, rev_of(table), "m1", add(1), tokens[1]).status, 200);
  ASSERT_EQ(join(table, 0).status, 200);
  ASSERT_EQ(post_move(node, table, rev_of(table), "m2", add(1), tokens[2]).status, 200);
  world.loop.advance(10'000);
  EXPECT_EQ(moves_in_log(table), 3u);
  EXPECT_FALSE(info(table)["seats"][0].contains("minder"));
  EXPECT_EQ(post_move(node, table, rev_of(table), "mine", add(1), tokens[0]).status, 200);
  EXPECT_EQ(folded_anew(table), info(table));
  EXPECT_EQ(rev, 3);
}

TEST_F(AbsenceTest, WithoutAWordTheTermsSayWhatHappens) {
  const auto waits = three();
  ASSERT_EQ(leave(waits, 0).status, 200);
  EXPECT_FALSE(info(waits)["seats"][0].contains("minder"));
  world.loop.advance(10'000);
  EXPECT_EQ(moves_in_log(waits), 0u);
  const auto bot = start("tally", 2, 0, {{"terms", {{"clock", "none"}, {"on_leave", "bot"}}}});
  ASSERT_EQ(leave(bot, 0).status, 200);
  world.loop.advance(10'000);
  EXPECT_EQ(moves_in_log(bot), 1u);
}

TEST_F(AbsenceTest, AnOfferedSeatIsPlayedByABotUntilSomebodyTakesIt) {
  const auto table = three();
  ASSERT_EQ(leave(table, 0, {{"then", "offer"}}).status, 200);
  world.loop.advance(10'000);
  EXPECT_EQ(moves_in_log(table), 1u);
  EXPECT_EQ(world.ask(node, "GET", "/api/tables?status=waiting").body["tables"].size(), 1u);
  ASSERT_EQ(join(table, 4).status, 200);
  EXPECT_EQ(info(table, 4)["mine"], 0);
  EXPECT_EQ(info(table, 4)["seats"][0]["name"], "j4");
  EXPECT_TRUE(info(table, 0)["mine"].is_null());
  EXPECT_EQ(join(table, 0).body["error"]["code"], "table_full");
}

TEST_F(AbsenceTest, WhereEverybodyHasGoneTheMatchWaits) {
  const auto table = start("tally", 2);
  ASSERT_EQ(leave(table, 1, {{"then", "bot"}}).status, 200);
  ASSERT_EQ(leave(table, 0, {{"then", "bot"}}).status, 200);
  world.loop.advance(30'000);
  EXPECT_EQ(moves_in_log(table), 0u);
  ASSERT_EQ(join(table, 1).status, 200);
  world.loop.advance(10'000);
  EXPECT_EQ(moves_in_log(table), 1u) << "the bot of the other goes on at once";
}

TEST_F(AbsenceTest, WhoResignsCountsAsLastAndDoesNotReturn) {
  const auto table = start("nim", 2, 0);
  ASSERT_EQ(leave(table, 0, {{"then", "resign"}}).status, 200);
  const Json seat = info(table)["seats"][0];
  EXPECT_EQ(seat["kind"], "bot");
  EXPECT_EQ(seat["resigned"], true);
  EXPECT_EQ(seat["name"], "p0");
  EXPECT_TRUE(info(table)["mine"].is_null()) << "his hand is not his to see any more";
  EXPECT_EQ(join(table, 0).body["error"]["code"], "table_full");
  // Whatever the rules say in the end, he has not won.
  for (int i = 0; i < 40 && info(table)["status"] == "playing"; ++i) {
    world.loop.advance(10'000);
    const Json view = world.ask(node, "GET", "/api/tables/" + table + "/view", nullptr, tokens[1]).body["view"];
    if (view["legal"].empty()) continue;
    Json action = view["legal"][0];
    for (auto& [name, value] : action.items())
      if (value.is_object()) value = value["min"];
    ASSERT_EQ(post_move(node, table, rev_of(table), "m" + std::to_string(i), action, tokens[1]).status, 200);
  }
  ASSERT_EQ(info(table)["status"], "finished");
  for (const Json& winner : info(table)["outcome"]["winners"]) EXPECT_NE(winner, 0);
}

TEST_F(AbsenceTest, AMatchEndsEarlyWhenAllAgree) {
  const auto table = three();
  say(0, {{"type", "propose_end"}, {"standing", true}}, table);
  Json proposal = info(table)["proposal"];
  EXPECT_EQ(proposal["kind"], "end");
  EXPECT_EQ(proposal["standing"], true);
  EXPECT_EQ(proposal["needs"], Json({1, 2}));
  say(1, {{"type", "answer"}, {"proposal", proposal["id"]}, {"agree", true}}, table);
  EXPECT_EQ(info(table)["status"], "playing");
  say(2, {{"type", "answer"}, {"proposal", proposal["id"]}, {"agree", true}}, table);
  const Json over = info(table);
  EXPECT_EQ(over["status"], "finished");
  EXPECT_EQ(over["ended"], (Json{{"how", "agreed"}, {"by", 0}, {"standing", true}}));
  EXPECT_TRUE(over["to_act"].empty());
  EXPECT_EQ(post_move(node, table, rev_of(table), "late", add(1), tokens[0]).body["error"]["code"], "match_ended");
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table + "/file", nullptr, tokens[0]).status, 200);
  EXPECT_EQ(folded_anew(table), over);
}

TEST_F(AbsenceTest, WhoIsMissingDoesNotKeepTheOthers) {
  const auto table = three();  // seat 0 is to move, and does not
  world.loop.skip(node.config.absent_after);
  say(1, {{"type", "propose_end"}, {"standing", false}}, table);
  Json proposal = info(table)["proposal"];
  EXPECT_EQ(proposal["needs"], Json::array({2}));
  say(2, {{"type", "answer"}, {"proposal", proposal["id"]}, {"agree", true}}, table);
  EXPECT_EQ(info(table)["status"], "finished");
  EXPECT_TRUE(info(table)["outcome"].is_null());
}

TEST_F(AbsenceTest, ATableMayPlayToTheEnd) {
  const auto table = three({{"terms", {{"clock", "none"}, {"early_end", false}}}});
  say(0, {{"type", "propose_end"}, {"standing", true}}, table);
  EXPECT_EQ(refusal(0), "no_early_end");
}

TEST_F(AbsenceTest, AloneOneEndsItAtOnce) {
  const auto table = start("tally", 1, 1);
  clients[0] = watch(connections[0], table, tokens[0]);
  say(0, {{"type", "propose_end"}, {"standing", false}}, table);
  EXPECT_EQ(info(table)["status"], "finished");
}

TEST_F(AbsenceTest, AnAgreedEndIsTakenBackOnlyByAll) {
  const auto table = start("tally", 2);
  for (int i = 0; i < 2; ++i) clients[i] = watch(connections[i], table, tokens[i]);
  ASSERT_EQ(post_move(node, table, rev_of(table), "a", add(1), tokens[0]).status, 200);
  say(1, {{"type", "propose_end"}, {"standing", false}}, table);
  say(0, {{"type", "answer"}, {"proposal", info(table)["proposal"]["id"]}, {"agree", true}}, table);
  ASSERT_EQ(info(table)["status"], "finished");
  say(0, {{"type", "undo"}, {"rev", rev_of(table)}, {"to", 0}}, table);
  const Json proposal = info(table)["proposal"];
  ASSERT_EQ(proposal["kind"], "undo");
  say(1, {{"type", "answer"}, {"proposal", proposal["id"]}, {"agree", true}}, table);
  EXPECT_EQ(info(table)["status"], "playing");
  EXPECT_TRUE(info(table)["ended"].is_null());
  EXPECT_EQ(folded_anew(table), info(table));
}

TEST_F(AbsenceTest, TheHostRemovesWhoIsMissingAndNobodyElse) {
  const auto table = three();
  const auto put = [&](int who, int seat, const Json& body) {
    return world.ask(node, "PUT", "/api/tables/" + table + "/seats/" + std::to_string(seat), body, tokens[who]);
  };
  const Json bot{{"kind", "bot"}, {"level", "random"}};
  ASSERT_EQ(post_move(node, table, rev_of(table), "a", add(1), tokens[0]).status, 200);
  EXPECT_EQ(put(1, 2, bot).body["error"]["code"], "not_host");
  EXPECT_EQ(put(0, 1, bot).body["error"]["code"], "cannot_replace");
  world.loop.skip(node.config.absent_after);
  EXPECT_EQ(put(0, 2, bot).body["error"]["code"], "cannot_replace") << "it is not his turn";
  ASSERT_EQ(put(0, 1, bot).status, 200);
  world.loop.advance(10'000);
  EXPECT_EQ(moves_in_log(table), 2u);
  EXPECT_EQ(info(table, 1)["mine"], 1) << "he may come back";
  ASSERT_EQ(put(0, 1, {{"kind", "human"}}).status, 200);
  ASSERT_EQ(join(table, 4).status, 200);
  EXPECT_EQ(info(table, 4)["mine"], 1);
}

TEST_F(AbsenceTest, TheHostPassesOnAndCloses) {
  const auto table = three();
  const std::string path = "/api/tables/" + table;
  const auto pass = [&](int who, int seat) {
    return world.ask(node, "POST", path + "/host", {{"seat", seat}}, tokens[who]);
  };
  EXPECT_EQ(pass(1, 1).body["error"]["code"], "not_host");
  EXPECT_EQ(pass(0, 0).body["error"]["code"], "own_seat");
  EXPECT_EQ(pass(0, 5).body["error"]["code"], "seat_unknown");
  ASSERT_EQ(pass(0, 1).status, 200);
  EXPECT_EQ(info(table)["host"], 1);
  const auto close = [&](int who) { return world.ask(node, "POST", path + "/close", Json::object(), tokens[who]); };
  EXPECT_EQ(close(0).body["error"]["code"], "not_host");
  EXPECT_EQ(close(1).body["error"]["code"], "others_playing");
  for (int gone : {0, 2}) ASSERT_EQ(leave(table, gone, {{"then", "bot"}}).status, 200);
  ASSERT_EQ(close(1).status, 200);
  EXPECT_EQ(info(table)["ended"], (Json{{"how", "closed"}, {"by", 1}, {"standing", false}}));
  EXPECT_EQ(close(1).body["error"]["code"], "match_ended");
}

// Nobody sits at a table of bots: who made it starts and closes it, and finds it again.
TEST_F(AbsenceTest, ATableOfBotsIsItsMakers) {
  const Json seats = Json::parse(R"([{"kind":"bot","level":"random"},{"kind":"bot","level":"random"}])");
  const auto made = world.ask(node, "POST", "/api/tables",
                              {{"game", "tally"}, {"seats", seats}, {"name", "Ann"}, {"join", false}}, tokens[0]);
  ASSERT_EQ(made.status, 200);
  EXPECT_EQ(made.body["table"]["hosting"], true);
  EXPECT_TRUE(made.body["table"]["host"].is_null());
  const std::string path = "/api/tables/" + made.body["table"]["id"].get<std::string>();
  EXPECT_EQ(world.ask(node, "GET", path, nullptr, tokens[1]).body["table"]["hosting"], false);
  EXPECT_EQ(world.ask(node, "GET", path).body["table"]["hosting"], false);
  EXPECT_EQ(world.ask(node, "POST", path + "/start", Json::object(), tokens[1]).body["error"]["code"], "not_host");
  const auto listed = world.ask(node, "GET", "/api/me/tables", nullptr, tokens[0]).body["tables"];
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_TRUE(listed[0]["mine"].is_null());
  EXPECT_TRUE(world.ask(node, "GET", "/api/me/tables", nullptr, tokens[1]).body["tables"].empty());
  // Of those who sit nowhere each is told what is theirs, whoever is told first.
  const std::string table = made.body["table"]["id"];
  for (const int i : {1, 0, 2}) watch(connections[i], table, tokens[i]), connections[i].frames.clear();
  node.workers.held = true;  // or the bots would play on without end
  EXPECT_EQ(world.ask(node, "POST", path + "/start", Json::object(), tokens[0]).status, 200);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(connections[i].take("update")["info"]["hosting"], i == 0) << i;
}

// Who resigns against bots alone answers for the table of bots that is left: it counts among those one may have, and
// so one may close it.
TEST_F(AbsenceTest, WhoLeavesTablesToBotsClosesThem) {
  node.workers.held = true;  // or the bots would play on without end
  const auto bots = [&] {
    const Json seats = Json::parse(R"([{"kind":"bot","level":"random"},{"kind":"bot","level":"random"}])");
    const Json table{{"game", "tally"}, {"seats", seats}, {"name", "Ann"}, {"join", false}};
    return world.ask(node, "POST", "/api/tables", table, tokens[0]);
  };
  const auto close = [&](const std::string& table, int who) {
    return world.ask(node, "POST", "/api/tables/" + table + "/close", Json::object(), tokens[who]);
  };
  std::vector<std::string> tables;
  for (std::int64_t i = 0; i < node.config.max_bot_tables; ++i) {
    tables.push_back(start("tally", 1, 2));
    ASSERT_EQ(leave(tables.back(), 0, {{"then", "resign"}}).status, 200);
  }
  const std::string& table = tables.front();
  EXPECT_EQ(bots().body["error"]["code"], "too_many_bot_tables");
  EXPECT_EQ(info(table, 0)["hosting"], true);
  EXPECT_EQ(info(table, 1)["hosting"], false);
  EXPECT_EQ(close(table, 1).body["error"]["code"], "not_host");
  ASSERT_EQ(close(table, 0).status, 200);
  EXPECT_EQ(info(table)["status"], "finished");
  EXPECT_EQ(bots().status, 200);
  for (std::size_t i = 1; i < tables.size(); ++i) ASSERT_EQ(close(tables[i], 0).status, 200);
  EXPECT_EQ(folded_anew(table), info(table));
}

// Whoever made a table and sits elsewhere closes it: that was nobody of those who sit there.
TEST_F(AbsenceTest, WhoClosesWithoutASeatIsNotTheFirstWhoSits) {
  const Json seats = Json::parse(R"([{"kind":"human"},{"kind":"human"}])");
  const Json wanted{{"game", "tally"}, {"seats", seats}, {"name", "Ann"}, {"join", false}};
  const std::string table = world.ask(node, "POST", "/api/tables", wanted, tokens[0]).body["table"]["id"];
  ASSERT_EQ(join(table, 1).status, 200);
  EXPECT_TRUE(info(table)["ended"].is_null());
  ASSERT_EQ(world.ask(node, "POST", "/api/tables/" + table + "/close", Json::object(), tokens[0]).status, 200);
  EXPECT_EQ(info(table)["ended"], (Json{{"how", "closed"}, {"by", nullptr}, {"standing", false}}));
  EXPECT_EQ(folded_anew(table), info(table));
}

TEST_F(AbsenceTest, ATableThatNeverBeganIsClosedByItsHost) {
  const auto made =
      world.ask(node, "POST", "/api/tables",
                {{"game", "tally"}, {"seats", Json::parse(R"([{"kind":"human"},{"kind":"human"}])")}, {"name", "Ann"}},
                tokens[0]);
  const std::string table = made.body["table"]["id"], path = "/api/tables/" + table;
  ASSERT_EQ(world.ask(node, "POST", path + "/close", Json::object(), tokens[0]).status, 200);
  EXPECT_EQ(info(table)["status"], "finished");
  EXPECT_EQ(join(table, 1).body["error"]["code"], "table_full");
  EXPECT_EQ(world.ask(node, "POST", path + "/start", Json::object(), tokens[0]).body["error"]["code"],
            "already_started");
  EXPECT_TRUE(world.ask(node, "GET", "/api/tables").body["tables"].empty());
  EXPECT_EQ(world.ask(node, "GET", path + "/view", nullptr, tokens[0]).status, 200);
  EXPECT_EQ(folded_anew(table), info(table));
}

TEST_F(AbsenceTest, TermsAreTheHostsUntilTheStart) {
  const auto made =
      world.ask(node, "POST", "/api/tables",
                {{"game", "tally"}, {"seats", Json::parse(R"([{"kind":"human"},{"kind":"human"}])")}, {"name", "Ann"}},
                tokens[0]);
  const std::string table = made.body["table"]["id"], path = "/api/tables/" + table;
  ASSERT_EQ(join(table, 1).status, 200);
  const auto put = [&](int who, const Json& terms) {
    return world.ask(node, "PUT", path + "/terms", terms, tokens[who]).body;
  };
  const Json day{{"clock", "correspondence"}, {"move_s", 86400}, {"nights", true}};
  EXPECT_EQ(put(1, day)["error"]["code"], "not_host");
  EXPECT_EQ(put(0, day)["table"]["terms"]["move_s"], 86400);
  EXPECT_EQ(info(table)["pace"]["clock"], "correspondence");
  for (const Json& wrong :
       {Json{{"clock", "live"}}, Json{{"clock", "live"}, {"move_s", 60}},
        Json{{"clock", "live"}, {"bank_s", 600}, {"nights", true}},
        Json{{"clock", "live"}, {"bank_s", 600}, {"holidays", 3}},
        Json{{"clock", "correspondence"}, {"bank_s", 600}, {"move_s", 600}}, Json{{"clock", "correspondence"}}})
    EXPECT_EQ(put(0, wrong)["error"]["code"], "terms_wrong") << wrong;
  EXPECT_EQ(put(0, {{"clock", "none"}, {"level", "genius"}})["error"]["code"], "level_unknown");
  EXPECT_EQ(put(0, {{"clock", "sun"}})["error"]["scope"], "core");
  ASSERT_EQ(world.ask(node, "POST", path + "/start", Json::object(), tokens[0]).status, 200);
  EXPECT_EQ(put(0, day)["error"]["code"], "already_started");
}

}  // namespace
}  // namespace remise::testing
