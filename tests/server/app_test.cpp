// The server's core without sockets, threads and time: what is acknowledged, who sees what, who may do what.
#include "core/assert.h"
#include "support/app_fixture.h"

namespace remise::testing {
namespace {

TEST_F(CoreTest, AMoveIsAcknowledgedAfterItsCommit) {
  const auto table = start("tally", 2);
  FakeLink link, other;
  const auto client = watch(link, table, tokens[0]);
  watch(other, table, tokens[1]);
  const Json first = link.take("update");
  ASSERT_FALSE(first.is_null());
  EXPECT_EQ(first["you"], 0);
  EXPECT_EQ(first["view"]["legal"].size(), 1u);
  other.take("update");

  node.storage.trouble = Trouble::hold;
  world.say(node, client, move(table, first["rev"], "k1", add(3)));
  EXPECT_TRUE(link.frames.empty());
  EXPECT_TRUE(other.frames.empty());
  // Who looks now sees only what is durable: the answer waits for the commit.
  server::Request request;
  request.method = "GET";
  request.path = "/api/tables/" + table + "/view";
  request.address = "192.0.2.9";
  Json seen;
  node.core.http(request, [&](server::Response r) { seen = Json::parse(r.body); });
  world.loop.settle();
  EXPECT_TRUE(seen.is_null());

  node.storage.release();
  world.loop.settle();
  EXPECT_EQ(seen["view"]["n"], 1);
  std::string order;
  for (const auto& frame : link.frames) order += frame["type"].get<std::string>() + " ";
  EXPECT_EQ(order, "update ack ");
  EXPECT_EQ(link.take("ack")["rev"], first["rev"].get<int>() + 1);
  const Json update = other.take("update");
  EXPECT_EQ(update["view"]["state"]["sum"], 3);
  EXPECT_EQ(update["log"].size(), 1u);
  EXPECT_EQ(update["log"][0]["events"][0]["kind"], "added");
}

TEST_F(CoreTest, ARepeatedMessageIsAnsweredAndNotPlayedTwice) {
  const auto table = start("tally", 1);
  FakeLink link;
  const auto client = watch(link, table, tokens[0]);
  const auto rev = rev_of(table);
  world.say(node, client, move(table, rev, "same", add(3)));
  const auto first = link.take("ack");
  world.say(node, client, move(table, rev, "same", add(3)));
  EXPECT_EQ(link.take("ack"), first);
  // The same while the first is still under way.
  node.core.clients().received(client, move(table, rev + 1, "two", add(4)).dump());
  node.core.clients().received(client, move(table, rev + 1, "two", add(4)).dump());
  world.loop.settle();
  EXPECT_EQ(moves_in_log(table), 2u);
  // And by a process that has just started.
  FakeNode fresh(world.loop, world.db);
  const auto again = world.ask(fresh, "POST", "/api/tables/" + table + "/moves",
                               {{"rev", rev}, {"key", "same"}, {"action", add(3)}}, tokens[0]);
  EXPECT_EQ(again.status, 200);
  EXPECT_EQ(again.body["rev"], rev + 1);
  EXPECT_EQ(moves_in_log(table), 2u);
}

TEST_F(CoreTest, AStaleMoveIsRefused) {
  const auto table = start("tally", 1);
  FakeLink link;
  const auto client = watch(link, table, tokens[0]);
  const auto rev = rev_of(table);
  world.say(node, client, move(table, rev, "a", add(1)));
  world.say(node, client, move(table, rev, "b", add(1)));
  const Json error = link.take("error");
  EXPECT_EQ(error["error"]["code"], "stale");
  EXPECT_EQ(error["error"]["values"]["rev"], rev + 1);
  EXPECT_EQ(error["key"], "b");
  EXPECT_EQ(moves_in_log(table), 1u);
}

TEST_F(CoreTest, TheRightSeatAtTheRightTimeWithALegalMove) {
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

TEST_F(CoreTest, AFailedCommitIsNoAcknowledgementWhetherOrNotItArrived) {
  const auto table = start("tally", 1);
  FakeLink link;
  const auto client = watch(link, table, tokens[0]);
  const auto rev = rev_of(table);
  node.storage.trouble = Trouble::fail_before;
  world.say(node, client, move(table, rev, "a", add(1)));
  EXPECT_EQ(link.take("error")["error"]["code"], "database_unavailable");
  EXPECT_EQ(moves_in_log(table), 0u);
  node.storage.trouble = Trouble::none;
  world.say(node, client, move(table, rev, "a", add(1)));
  EXPECT_EQ(link.take("ack")["rev"], rev + 1);
  // The answer to the commit is lost, the commit is not: the repeated message finds it.
  node.storage.trouble = Trouble::fail_after;
  world.say(node, client, move(table, rev + 1, "b", add(2)));
  EXPECT_EQ(link.take("error")["error"]["code"], "database_unavailable");
  node.storage.trouble = Trouble::none;
  world.say(node, client, move(table, rev + 1, "b", add(2)));
  EXPECT_EQ(link.take("ack")["rev"], rev + 2);
  EXPECT_EQ(moves_in_log(table), 2u);
}

TEST_F(CoreTest, AVanishedDatabaseIsSaidAndSurvived) {
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
TEST_F(CoreTest, WhoBeginsToWatchATableThatCannotBeReadSeesItLater) {
  const auto table = start("tally", 2);
  FakeLink mover, late;
  const auto client = watch(mover, table, tokens[0]);
  const auto watcher = world.connect(node, late, tokens[1]);
  const auto rev = rev_of(table);
  node.storage.trouble = Trouble::away;
  node.core.clients().received(watcher, Json{{"type", "watch"}, {"table", table}}.dump());
  node.core.clients().received(client, move(table, rev, "a", add(1)).dump());
  world.loop.settle();
  EXPECT_EQ(mover.take("error")["error"]["code"], "database_unavailable");
  EXPECT_TRUE(late.take("update").is_null());
  node.storage.trouble = Trouble::none;
  world.loop.advance(12'000);
  EXPECT_EQ(late.take("update")["rev"], rev);
}

TEST_F(CoreTest, UndoOneselfAtOnceAndFurtherBackByConsent) {
  const auto table = start("tally", 3);
  FakeLink links[3];
  server::ClientId clients[3];
  for (int i = 0; i < 3; ++i) clients[i] = watch(links[i], table, tokens[i]);
  auto rev = rev_of(table);
  world.say(node, clients[0], move(table, rev, "a", add(1)));
  world.say(node, clients[0], {{"type", "undo"}, {"table", table}, {"rev", rev + 1}, {"key", "u"}, {"to", 0}});
  EXPECT_EQ(links[0].take("ack")["rev"], rev + 2);
  const Json back = links[1].take("update");
  EXPECT_EQ(back["view"]["n"], 0);
  EXPECT_EQ(back["log_from"], 0);
  // A repeated undo is not a second one, and a move for the position before it is stale.
  world.say(node, clients[0], {{"type", "undo"}, {"table", table}, {"rev", rev + 1}, {"key", "u"}, {"to", 0}});
  EXPECT_EQ(links[0].take("ack")["rev"], rev + 2);
  world.say(node, clients[0], move(table, rev, "b", add(1)));
  EXPECT_EQ(links[0].take("error")["error"]["code"], "stale");

  rev += 2;
  world.say(node, clients[0], move(table, rev, "c", add(1)));
  world.say(node, clients[1], move(table, rev + 1, "d", add(2)));
  world.say(node, clients[0], {{"type", "undo"}, {"table", table}, {"rev", rev + 2}, {"key", "e"}, {"to", 0}});
  const Json proposal = links[2].take("update")["info"]["proposal"];
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
  EXPECT_EQ(links[0].take("error")["error"]["code"], "not_asked");
  answer(1, true);
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table + "/view").body["view"]["n"], 2);
  answer(2, true);
  const Json undone = links[2].take("update");
  EXPECT_EQ(undone["view"]["n"], 0);
  EXPECT_TRUE(undone["info"]["proposal"].is_null());
  EXPECT_EQ(undone["rev"], rev_of(table));
  // Everything is still in the log; another process folds it to the same position.
  EXPECT_EQ(moves_in_log(table), 3u);
  FakeNode fresh(world.loop, world.db);
  EXPECT_EQ(world.ask(fresh, "GET", "/api/tables/" + table + "/view", nullptr, tokens[0]).body["view"],
            world.ask(node, "GET", "/api/tables/" + table + "/view", nullptr, tokens[0]).body["view"]);
}

TEST_F(CoreTest, OneNoEndsAProposalAndAMoveOvertakesAnUndo) {
  const auto table = start("tally", 2);
  FakeLink links[2];
  server::ClientId clients[2];
  for (int i = 0; i < 2; ++i) clients[i] = watch(links[i], table, tokens[i]);
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
  EXPECT_TRUE(links[0].take("update")["info"]["proposal"].is_null());
  EXPECT_FALSE(propose("p2").is_null());
  world.say(node, clients[0], move(table, rev_of(table), "c", add(1)));
  EXPECT_TRUE(links[1].take("update")["info"]["proposal"].is_null());
}

TEST_F(CoreTest, WhyNotIsAnsweredAndNothingIsPlayed) {
  const auto table = start("tally", 2);
  FakeLink links[3];
  server::ClientId clients[3];
  for (int i = 0; i < 3; ++i) clients[i] = watch(links[i], table, tokens[i]);
  const auto rev = rev_of(table);
  const auto why = [&](int who, const Json& action) {
    world.say(node, clients[who], {{"type", "check"}, {"table", table}, {"key", "w"}, {"action", action}});
    return &links[who];
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

TEST_F(CoreTest, AHintIsThoughtOutBesideTheTable) {
  const auto ask = [](const Match& match, Seat seat, std::string_view, std::string_view, const std::atomic<bool>*) {
    return std::expected<Json, Error>(Json::array({{{"action", match.legal(seat)[0]}, {"value", 1.5}}}));
  };
  node.bots.add("tally", {"random", "wise"}, nullptr, ask);
  const auto table = start("tally", 2);
  FakeLink links[3];
  server::ClientId clients[3];
  for (int i = 0; i < 3; ++i) clients[i] = watch(links[i], table, tokens[i]);
  const auto rev = rev_of(table);
  const auto hint = [&](int who, const char* level = nullptr) {
    Json message{{"type", "hint"}, {"table", table}, {"key", "h"}};
    if (level) message["level"] = level;
    world.say(node, clients[who], message);
  };
  hint(2);
  EXPECT_EQ(links[2].take("error")["error"]["code"], "not_seated");
  hint(0, "genius");
  EXPECT_EQ(links[0].take("error")["error"]["code"], "level_unknown");
  node.workers.held = true;
  hint(0);
  hint(0);
  EXPECT_EQ(links[0].take("error")["error"]["code"], "too_fast");
  // The table goes on while the bot thinks; the answer says which position it is for.
  world.say(node, clients[0], move(table, rev, "a", add(1)));
  EXPECT_EQ(links[0].take("ack")["rev"], rev + 1);
  hint(1);  // waits for its turn
  node.workers.release();
  world.loop.settle();
  const Json first = links[0].take("hint"), second = links[1].take("hint");
  EXPECT_EQ(first["rev"], rev);
  EXPECT_EQ(first["level"], "wise");
  EXPECT_EQ(first["moves"][0]["value"], 1.5);
  EXPECT_EQ(second["rev"], rev + 1);
  const auto nim = start("nim", 1, 1);
  EXPECT_EQ(world.ask(node, "POST", "/api/tables/" + nim + "/hint", Json::object(), tokens[0]).body["error"]["code"],
            "no_hints");
}

// A person has one question at a time, an address three; both have a few each minute.
TEST_F(CoreTest, HintsAreSharedOut) {
  const auto ask = [](const Match&, Seat, std::string_view, std::string_view, const std::atomic<bool>*) {
    return std::expected<Json, Error>(Json::array());
  };
  node.bots.add("tally", {"wise"}, nullptr, ask);
  const auto table = start("tally", 6);
  std::map<int, std::string> answers;  // by request
  int asked = 0;
  const auto hint = [&](int who, const std::string& address) {
    server::Request request;
    request.method = "POST";
    request.path = "/api/tables/" + table + "/hint";
    request.address = address;
    request.authorization = "Bearer " + tokens[who];
    node.core.http(request, [&answers, number = asked](const server::Response& response) {
      const Json body = Json::parse(response.body);
      answers[number] = response.status == 200 ? "hint" : body["error"]["code"].get<std::string>();
    });
    world.loop.settle();
    return asked++;
  };
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
  for (int i = 0; i < 5; ++i) EXPECT_EQ(answers[hint(5, "192.0.2.9")], "hint");
  EXPECT_EQ(answers[hint(5, "192.0.2.9")], "hint");
  EXPECT_EQ(answers[hint(5, "192.0.2.9")], "too_fast");
  world.loop.advance(10'000);
  EXPECT_EQ(answers[hint(5, "192.0.2.9")], "hint");
}

// A bot that fails is asked three times; then a move is drawn, and the log says so.
TEST_F(CoreTest, AFailingBotIsReplacedForItsMove) {
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

TEST_F(CoreTest, NothingRevealedIsTakenBackAlone) {
  // In nim touching heap 2 uncovers it.
  const auto table = start("nim", 2);
  const auto rev = rev_of(table);
  FakeLink link;
  const auto client = watch(link, table, tokens[0]);
  world.say(node, client, move(table, rev, "a", {{"type", "take"}, {"heap", 2}, {"take", 1}}));
  world.say(node, client, {{"type", "undo"}, {"table", table}, {"rev", rev + 1}, {"key", "u"}, {"to", 0}});
  EXPECT_FALSE(link.take("update")["info"]["proposal"].is_null());
  EXPECT_EQ(rev_of(table), rev + 1);
}

TEST_F(CoreTest, WhoLeavesCanBeReplacedWhenTheOthersAgree) {
  const auto table = start("tally", 3);
  FakeLink links[3];
  server::ClientId clients[3];
  for (int i = 0; i < 3; ++i) clients[i] = watch(links[i], table, tokens[i]);
  const auto propose = [&](const char* with, const char* key) {
    Json message{{"type", "propose_replace"}, {"table", table}, {"key", key}, {"seat", 2}, {"with", with}};
    if (std::string(with) == "bot") message["level"] = "random";
    world.say(node, clients[0], message);
  };
  propose("bot", "early");
  EXPECT_EQ(links[0].take("error")["error"]["code"], "cannot_replace");
  EXPECT_EQ(world.ask(node, "POST", "/api/tables/" + table + "/leave", Json::object(), tokens[2]).status, 200);
  propose("person", "p");
  const Json proposal = links[1].take("update")["info"]["proposal"];
  EXPECT_EQ(proposal["needs"], Json({1}));
  world.say(node, clients[1],
            {{"type", "answer"}, {"table", table}, {"key", "y"}, {"proposal", proposal["id"]}, {"agree", true}});
  EXPECT_EQ(links[1].take("update")["info"]["seats"][2]["kind"], "empty");
  // Listed among those one can join; the one who left has lost the seat.
  EXPECT_EQ(world.ask(node, "GET", "/api/tables?status=waiting").body["tables"].size(), 1u);
  EXPECT_EQ(world.ask(node, "POST", "/api/tables/" + table + "/join", {{"name", "new"}}, tokens[4]).status, 200);
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table, nullptr, tokens[4]).body["table"]["mine"], 2);
  EXPECT_TRUE(world.ask(node, "GET", "/api/tables/" + table, nullptr, tokens[2]).body["table"]["mine"].is_null());
}

TEST_F(CoreTest, AnAbsentPlayerIsReplacedByABotThatPlaysOn) {
  const auto table = start("tally", 2);
  FakeLink link;
  const auto client = watch(link, table, tokens[0]);
  const auto rev = rev_of(table);
  world.say(node, client, move(table, rev, "a", add(1)));
  const Json message{{"type", "propose_replace"}, {"table", table}, {"key", "r"}, {"seat", 1}, {"with", "bot"},
                     {"level", "random"}};
  world.say(node, client, message);
  EXPECT_EQ(link.take("error")["error"]["code"], "cannot_replace");
  world.loop.skip(node.config.absent_after);
  world.say(node, client, message);
  world.loop.advance(10'000);
  EXPECT_EQ(moves_in_log(table), 2u);
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table).body["table"]["to_act"], Json({0}));
}

TEST_F(CoreTest, BotsPlayInTheBackgroundAndAfterARestart) {
  const auto table = start("nim", 1, 2);
  for (int i = 0; i < 40; ++i) {
    world.loop.advance(100);
    const auto view = world.ask(node, "GET", "/api/tables/" + table + "/view", nullptr, tokens[0]).body;
    if (!view["view"]["outcome"].is_null()) break;
    ASSERT_EQ(view["view"]["to_act"], Json({0}));
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

TEST_F(CoreTest, AServerThatStopsPlaysNoHalfThoughtMove) {
  const auto table = start("tally", 1, 1);
  node.workers.held = true;
  EXPECT_EQ(world
                .ask(node, "POST", "/api/tables/" + table + "/moves",
                     {{"rev", rev_of(table)}, {"key", "a"}, {"action", add(1)}}, tokens[0])
                .status,
            200);
  world.loop.advance(100);  // the bot thinks
  node.core.stop();
  node.workers.release();
  world.loop.advance(5000);
  EXPECT_EQ(moves_in_log(table), 1u);
  FakeNode fresh(world.loop, world.db);
  world.loop.advance(node.config.bot_lease + 5000);
  EXPECT_EQ(moves_in_log(table), 2u);
}

// A running match may be taken home by those who sit there, without what they cannot know; a finished one by everybody.
TEST_F(CoreTest, WhatIfHoldsOnlyWhatTheSeatKnows) {
  const auto table = start("nim", 2);
  const auto take = [&](const std::string& token, const std::string& query = "") {
    return world.ask(node, "GET", "/api/tables/" + table + "/what-if" + query, nullptr, token);
  };
  EXPECT_EQ(take("").body["error"]["code"], "not_seated");
  EXPECT_EQ(take(tokens[0], "?n=1").body["error"]["code"], "no_such_position");
  const Json setup = Json::parse(world.db.entries(table, 0)->back().payload)["setup"];
  const Json truth = take(tokens[0]).body["setup"]["deal"];  // seat 0 sees the covered heap
  std::set<int> drawn;
  const auto nim = make_nim();
  for (int i = 0; i < 30; ++i) {
    const auto guess = take(tokens[1]);
    EXPECT_EQ(guess.text.find(setup["seed"].get<std::string>()), std::string::npos);
    EXPECT_EQ(guess.body["setup"]["deal"][0], truth[0]);
    EXPECT_EQ(guess.body["setup"]["deal"][1], truth[1]);
    drawn.insert(guess.body["setup"]["deal"][2].get<int>());
    const auto match = nim->load(guess.body);
    ASSERT_TRUE(match);
    const Json seen = world.ask(node, "GET", "/api/tables/" + table + "/view", nullptr, tokens[1]).body["view"];
    EXPECT_EQ((*match)->view(Viewer::of(id_at<Seat>(1)))["state"], seen["state"]);
  }
  EXPECT_GT(drawn.size(), 2u);
}

TEST_F(CoreTest, AViewNeverHoldsWhatTheSeatMayNotKnow) {
  const auto table = start("nim", 2);
  FakeLink owner, other, spectator;
  watch(owner, table, tokens[0]);
  watch(other, table, tokens[1]);
  watch(spectator, table, "");
  EXPECT_FALSE(owner.take("update")["view"]["state"]["heaps"][2].is_null());
  EXPECT_TRUE(other.take("update")["view"]["state"]["heaps"][2].is_null());
  const Json seen = spectator.take("update");
  EXPECT_TRUE(seen["view"]["state"]["heaps"][2].is_null());
  EXPECT_TRUE(seen["you"].is_null());
  EXPECT_TRUE(seen["view"]["legal"].empty());
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table + "/file").body["error"]["code"], "match_running");
  const std::string seed = Json::parse(world.db.entries(table, 0)->back().payload)["setup"]["seed"];
  for (const FakeLink* link : {&owner, &other, &spectator})
    for (const auto& text : link->texts) {
      EXPECT_EQ(text.find(seed), std::string::npos);
      for (const auto& token : tokens) EXPECT_EQ(text.find(server::token_hash(token)), std::string::npos);
    }
  for (const char* path : {"/api/tables", "/api/tables?status=playing"})
    EXPECT_EQ(world.ask(node, "GET", path).text.find("g:"), std::string::npos);
}

TEST_F(CoreTest, ReconnectingResumesExactlyWhereItWas) {
  const auto table = start("tally", 2);
  FakeLink before;
  const auto client = watch(before, table, tokens[0]);
  const auto rev = rev_of(table);
  world.say(node, client, move(table, rev, "a", add(1)));
  world.say(node, client, {{"type", "chat"}, {"table", table}, {"key", "c"}, {"text", "hello"}});
  node.core.clients().remove(client);
  world.ask(node, "POST", "/api/tables/" + table + "/moves", {{"rev", rev + 1}, {"key", "b"}, {"action", add(2)}},
            tokens[1]);
  FakeLink after;
  const auto again = world.connect(node, after, tokens[0]);
  world.say(node, again, {{"type", "watch"}, {"table", table}, {"rev", rev + 1}});
  const Json update = after.take("update");
  EXPECT_EQ(update["log_from"], 1);
  EXPECT_EQ(update["log"].size(), 1u);
  EXPECT_EQ(update["chat"][0]["text"], "hello");
  // Nothing new: no view again.
  world.say(node, again, {{"type", "watch"}, {"table", table}, {"rev", rev_of(table)}});
  EXPECT_FALSE(after.take("update").contains("view"));
}

TEST_F(CoreTest, ASlowClientGetsTheNewestPositionOnly) {
  const auto table = start("tally", 1);
  FakeLink slow, quick;
  const auto one = watch(slow, table, "");
  const auto player = watch(quick, table, tokens[0]);
  world.loop.advance(1000);
  slow.frames.clear();
  slow.waiting = node.config.slow_bytes + 1;
  auto rev = rev_of(table);
  for (int i = 0; i < 10; ++i) world.say(node, player, move(table, rev + i, std::to_string(i), add(1)));
  EXPECT_TRUE(slow.frames.empty());
  slow.waiting = 0;
  node.core.clients().drained(one);
  ASSERT_EQ(slow.frames.size(), 1u);
  EXPECT_EQ(slow.frames[0]["view"]["n"], 10);
  EXPECT_EQ(slow.frames[0]["log"].size(), 10u);
  slow.waiting = node.config.drop_bytes;
  world.say(node, one, {{"type", "ping"}});
  EXPECT_EQ(slow.closed, 1008);
}

TEST_F(CoreTest, ALinkMovesASeatToAnotherDevice) {
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

TEST_F(CoreTest, SeatsBeforeTheStart) {
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

TEST_F(CoreTest, NotesChatPresenceAndHistory) {
  const auto table = start("tally", 2);
  FakeLink a, b;
  const auto first = watch(a, table, tokens[0]);
  watch(b, table, tokens[1]);
  world.loop.advance(500);
  EXPECT_EQ(a.take("update")["presence"]["seats"], Json({true, true}));
  world.say(node, first, {{"type", "notes"}, {"table", table}, {"key", "n"}, {"text", "watch p1"}});
  EXPECT_EQ(a.take("ack")["key"], "n");
  world.say(node, first, {{"type", "watch"}, {"table", table}});
  EXPECT_EQ(a.take("update")["notes"], "watch p1");
  for (const auto& text : b.texts) EXPECT_EQ(text.find("watch p1"), std::string::npos);
  b.frames.clear();
  world.say(node, first, {{"type", "chat"}, {"table", table}, {"key", "c"}, {"text", "<b>hi</b>"}});
  const Json chat = b.take("update");
  EXPECT_EQ(chat["chat"][0]["text"], "<b>hi</b>");
  EXPECT_FALSE(chat.contains("view"));
  FakeLink nobody;
  const auto spectator = watch(nobody, table, "");
  world.say(node, spectator, {{"type", "chat"}, {"table", table}, {"key", "c"}, {"text", "hi"}});
  EXPECT_EQ(nobody.take("error")["error"]["code"], "not_seated");
  world.say(node, first, move(table, rev_of(table), "m", add(4)));
  world.say(node, first, {{"type", "history"}, {"table", table}, {"key", "h"}, {"n", 0}});
  EXPECT_EQ(a.take("history")["view"]["state"]["sum"], 0);
  world.say(node, first, {{"type", "history"}, {"table", table}, {"key", "h"}, {"n", 2}});
  EXPECT_EQ(a.take("error")["error"]["code"], "no_such_position");
}

TEST_F(CoreTest, ALongPollAnswersWhenThePositionChanges) {
  const auto table = start("tally", 2);
  const auto rev = rev_of(table);
  server::Request request;
  request.method = "GET";
  request.path = "/api/tables/" + table + "/view";
  request.query = {{"rev", std::to_string(rev)}, {"wait", "20"}};
  request.address = "192.0.2.3";
  Json first, second;
  node.core.http(request, [&](server::Response r) { first = Json::parse(r.body); });
  world.loop.settle();
  EXPECT_TRUE(first.is_null());
  world.ask(node, "POST", "/api/tables/" + table + "/moves", {{"rev", rev}, {"key", "a"}, {"action", add(1)}},
            tokens[0]);
  EXPECT_EQ(first["view"]["n"], 1);
  request.query["rev"] = std::to_string(rev + 1);
  node.core.http(request, [&](server::Response r) { second = Json::parse(r.body); });
  world.loop.advance(19'000);
  EXPECT_TRUE(second.is_null());
  world.loop.advance(1000);
  EXPECT_EQ(second["rev"], rev + 1);
  EXPECT_FALSE(second.contains("view"));
}

// Limits are counted by a clock nobody sets: one that goes back an hour on the wall stops nobody.
TEST_F(CoreTest, AClockSetBackRefusesNobody) {
  const auto table = start("tally", 1, 1);
  FakeLink link;
  const auto client = watch(link, table, tokens[0]);
  for (const std::int64_t hours : {-1, -48, 3}) {
    world.loop.set_by += hours * 3600 * 1000;
    world.loop.advance(1000);
    EXPECT_EQ(world.ask(node, "GET", "/api/tables").status, 200);
    link.frames.clear();
    world.say(node, client, {{"type", "ping"}});
    EXPECT_EQ(link.take("pong")["type"], "pong");
    for (int i = 0; i < 20 && world.ask(node, "GET", "/api/tables/" + table).body["table"]["to_act"] != Json{0}; ++i)
      world.loop.advance(1000);  // the bot moves as well
    const auto done =
        world.ask(node, "POST", "/api/tables/" + table + "/moves",
                  {{"rev", rev_of(table)}, {"key", "h" + std::to_string(hours)}, {"action", add(1)}}, tokens[0]);
    EXPECT_EQ(done.status, 200) << done.text;
  }
}

// A log that has become too long refuses, and takes nobody with it. The last half is for moves alone.
TEST_F(CoreTest, AFullLogIsSaidSo) {
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
    small.core.http(request, [&](const server::Response& response) {
      ++answers;
      EXPECT_EQ(response.status, 409);
    });
  }
  world.loop.settle();
  EXPECT_EQ(answers, 3);
  EXPECT_EQ(world.ask(small, "GET", "/api/tables/" + table).body["table"]["rev"].get<int>() > 0, true);
}

TEST_F(CoreTest, TablesLeaveTheMemoryAndComeBack) {
  const auto table = start("tally", 1);
  world.loop.advance(600'000);
  EXPECT_NE(node.metrics.text().find("remise_tables_cached 0"), std::string::npos);
  EXPECT_EQ(world.ask(node, "GET", "/api/tables/" + table).status, 200);
}

TEST_F(CoreTest, ALogThatCannotBeReadIsSaidSo) {
  const auto table = start("tally", 1);
  write_elsewhere(table, world.db.entries(table, 0)->back().number + 1, "move", {{"seat", 0}, {"action", add(99)}});
  FakeNode fresh(world.loop, world.db);
  const auto answer = world.ask(fresh, "GET", "/api/tables/" + table);
  EXPECT_EQ(answer.status, 500);
  EXPECT_EQ(answer.body["error"]["code"], "match_unreadable");
}

}  // namespace
}  // namespace remise::testing
