// What clients see: views, updates, notes, chat, history, long polls.
#include "support/app_fixture.h"

namespace remise::testing {
namespace {

TEST_F(AppTest, AViewNeverHoldsWhatTheSeatMayNotKnow) {
  const auto table = start("nim", 2);
  FakeConnection owner, other, spectator;
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
  for (const FakeConnection* connection : {&owner, &other, &spectator})
    for (const auto& text : connection->texts) {
      EXPECT_EQ(text.find(seed), std::string::npos);
      for (const auto& token : tokens) EXPECT_EQ(text.find(server::token_hash(token)), std::string::npos);
    }
  for (const char* path : {"/api/tables", "/api/tables?status=playing"})
    EXPECT_EQ(world.ask(node, "GET", path).text.find("g:"), std::string::npos);
}

TEST_F(AppTest, WhatIfHoldsOnlyWhatTheSeatKnows) {
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

TEST_F(AppTest, ReconnectingResumesExactlyWhereItWas) {
  const auto table = start("tally", 2);
  FakeConnection before;
  const auto client = watch(before, table, tokens[0]);
  const auto rev = rev_of(table);
  world.say(node, client, move(table, rev, "a", add(1)));
  world.say(node, client, {{"type", "chat"}, {"table", table}, {"key", "c"}, {"text", "hello"}});
  node.app.clients().remove(client);
  world.ask(node, "POST", "/api/tables/" + table + "/moves", {{"rev", rev + 1}, {"key", "b"}, {"action", add(2)}},
            tokens[1]);
  FakeConnection after;
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

// A client with our engine is sent the bytes that changed, and makes the view of them that others are sent whole.
TEST_F(AppTest, AClientWithTheEngineFoldsPositions) {
  const auto table = start("nim", 2);
  const auto nim = make_nim();
  FakeConnection folding, whole, late, other;
  const auto client = world.connect(node, folding, tokens[1]);
  world.say(node, client, {{"type", "watch"}, {"table", table}, {"engine", engine_id()}});
  watch(whole, table, tokens[1]);
  Known known;
  for (int i = 0; i < 4; ++i) {
    const Json update = folding.take("update");
    EXPECT_FALSE(update.contains("view"));
    EXPECT_EQ(update.contains("from"), i > 0);
    EXPECT_EQ(update["position"].contains("commitment"), i == 0);
    auto next = read_known(update["position"], i > 0 ? &known : nullptr);
    ASSERT_TRUE(next);
    known = *next;
    EXPECT_EQ((*nim->go_on(known))->view(Viewer::of(id_at<Seat>(1))), whole.take("update")["view"]);
    const auto rev = rev_of(table);
    world.ask(
        node, "POST", "/api/tables/" + table + "/moves",
        {{"rev", rev}, {"key", "m" + std::to_string(i)}, {"action", {{"type", "take"}, {"heap", i % 2}, {"take", 1}}}},
        tokens[static_cast<std::size_t>(i % 2)]);
  }
  // Who comes later gets everything; who has another engine, or lost count, whole views or positions.
  world.say(node, world.connect(node, late, tokens[1]),
            {{"type", "watch"}, {"table", table}, {"rev", 1}, {"engine", engine_id()}});
  const Json first = late.take("update");
  EXPECT_FALSE(first.contains("from"));
  EXPECT_TRUE(read_known(first["position"], nullptr));
  world.say(node, world.connect(node, other, tokens[1]), {{"type", "watch"}, {"table", table}, {"engine", "another"}});
  EXPECT_TRUE(other.take("update").contains("view"));
  // The past, too.
  world.say(node, client, {{"type", "history"}, {"table", table}, {"key", "h"}, {"n", 1}, {"engine", engine_id()}});
  const Json past = folding.take("history");
  EXPECT_EQ(past["n"], 1);
  EXPECT_EQ(past["position"]["n"], 1);
}

TEST_F(AppTest, AnUndoIsFoldedToo) {
  const auto table = start("tally", 1);
  const auto tally = make_tally();
  FakeConnection folding;
  const auto client = world.connect(node, folding, tokens[0]);
  world.say(node, client, {{"type", "watch"}, {"table", table}, {"engine", engine_id()}});
  Known known = *read_known(folding.take("update")["position"], nullptr);
  const Known start = known;
  world.say(node, client, move(table, rev_of(table), "a", add(4)));
  known = *read_known(folding.take("update")["position"], &known);
  EXPECT_EQ(known.n, 1u);
  EXPECT_EQ(known.undoable, 1u);
  world.say(node, client, {{"type", "undo"}, {"table", table}, {"key", "u"}, {"rev", rev_of(table)}, {"to", 0}});
  known = *read_known(folding.take("update")["position"], &known);
  EXPECT_EQ(known, start);
}

TEST_F(AppTest, ASlowClientGetsTheNewestPositionOnly) {
  const auto table = start("tally", 1);
  FakeConnection slow, quick;
  const auto one = watch(slow, table, "");
  const auto player = watch(quick, table, tokens[0]);
  world.loop.advance(1000);
  slow.frames.clear();
  slow.waiting = node.config.slow_bytes + 1;
  auto rev = rev_of(table);
  for (int i = 0; i < 10; ++i) world.say(node, player, move(table, rev + i, std::to_string(i), add(1)));
  EXPECT_TRUE(slow.frames.empty());
  slow.waiting = 0;
  node.app.clients().drained(one);
  ASSERT_EQ(slow.frames.size(), 1u);
  EXPECT_EQ(slow.frames[0]["view"]["n"], 10);
  EXPECT_EQ(slow.frames[0]["log"].size(), 10u);
  slow.waiting = node.config.drop_bytes;
  world.say(node, one, {{"type", "ping"}});
  EXPECT_EQ(slow.closed, 1008);
}

TEST_F(AppTest, WhoBeginsToWatchATableThatCannotBeReadSeesItLater) {
  const auto table = start("tally", 2);
  FakeConnection mover, late;
  const auto client = watch(mover, table, tokens[0]);
  const auto watcher = world.connect(node, late, tokens[1]);
  const auto rev = rev_of(table);
  node.storage.trouble = Trouble::away;
  node.app.clients().received(watcher, Json{{"type", "watch"}, {"table", table}}.dump());
  node.app.clients().received(client, move(table, rev, "a", add(1)).dump());
  world.loop.settle();
  EXPECT_EQ(mover.take("error")["error"]["code"], "database_unavailable");
  EXPECT_TRUE(late.take("update").is_null());
  node.storage.trouble = Trouble::none;
  world.loop.advance(12'000);
  EXPECT_EQ(late.take("update")["rev"], rev);
}

TEST_F(AppTest, NotesChatPresenceAndHistory) {
  const auto table = start("tally", 2);
  FakeConnection a, b;
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
  FakeConnection nobody;
  const auto spectator = watch(nobody, table, "");
  world.say(node, spectator, {{"type", "chat"}, {"table", table}, {"key", "c"}, {"text", "hi"}});
  EXPECT_EQ(nobody.take("error")["error"]["code"], "not_seated");
  world.say(node, first, move(table, rev_of(table), "m", add(4)));
  world.say(node, first, {{"type", "history"}, {"table", table}, {"key", "h"}, {"n", 0}});
  EXPECT_EQ(a.take("history")["view"]["state"]["sum"], 0);
  world.say(node, first, {{"type", "history"}, {"table", table}, {"key", "h"}, {"n", 2}});
  EXPECT_EQ(a.take("error")["error"]["code"], "no_such_position");
}

// Who watches chats where the table allows it, under a name of their own; once, however often it is sent.
TEST_F(AppTest, ThoseWhoWatchChatWhereTheTableAllowsIt) {
  const auto table = start("tally", 2, 0, {{"watchers_chat", true}});
  const auto quiet = start("tally", 2);
  FakeConnection a, watcher, nobody;
  watch(a, table, tokens[0]);
  const auto third = watch(watcher, table, tokens[2]);
  const auto fourth = watch(nobody, table, "");
  a.frames.clear();
  const auto said = [&](server::ClientId who, const std::string& where, const char* key, const Json& more) {
    Json message{{"type", "chat"}, {"table", where}, {"key", key}, {"text", "well played"}};
    message.update(more);
    world.say(node, who, message);
  };
  said(third, table, "c", {{"name", "Zoe"}});
  const Json line = a.take("update")["chat"][0];
  EXPECT_EQ(line["name"], "Zoe");
  EXPECT_TRUE(line["seat"].is_null());
  EXPECT_EQ(watcher.take("ack")["key"], "c");
  said(third, table, "c", {{"name", "Zoe"}});  // the answer was lost, the message comes again
  EXPECT_EQ(watcher.take("ack")["key"], "c");
  said(third, table, "d", Json::object());
  EXPECT_EQ(watcher.take("error")["error"]["code"], "bad_text");
  const auto seats = world.ask(node, "GET", "/api/tables/" + table, Json::object(), tokens[0]).body["table"]["seats"];
  const std::string player = seats[0]["name"];
  said(third, table, "p", {{"name", player}});  // nobody speaks under a player's name
  EXPECT_EQ(watcher.take("error")["error"]["code"], "name_taken");
  said(third, quiet, "e", {{"name", "Zoe"}});
  EXPECT_EQ(watcher.take("error")["error"]["code"], "not_seated");
  said(fourth, table, "f", {{"name", "Zoe"}});
  EXPECT_EQ(nobody.take("error")["error"]["code"], "not_seated");
  // The log is read again as it was written.
  const auto first = world.ask(node, "GET", "/api/tables/" + table, Json::object(), tokens[0]).body["table"];
  EXPECT_TRUE(first["watchers_chat"]);
  world.say(node, third, {{"type", "older_chat"}, {"table", table}, {"key", "o"}, {"before", 1'000}});
  EXPECT_EQ(watcher.take("older_chat")["lines"].size(), 1u);
}

TEST_F(AppTest, ALongPollAnswersWhenThePositionChanges) {
  const auto table = start("tally", 2);
  const auto rev = rev_of(table);
  server::Request request;
  request.method = "GET";
  request.path = "/api/tables/" + table + "/view";
  request.query = {{"rev", std::to_string(rev)}, {"wait", "20"}};
  request.address = "192.0.2.3";
  Json first, second;
  node.app.http(request, [&](server::Response r) { first = Json::parse(r.body); });
  world.loop.settle();
  EXPECT_TRUE(first.is_null());
  world.ask(node, "POST", "/api/tables/" + table + "/moves", {{"rev", rev}, {"key", "a"}, {"action", add(1)}},
            tokens[0]);
  EXPECT_EQ(first["view"]["n"], 1);
  request.query["rev"] = std::to_string(rev + 1);
  node.app.http(request, [&](server::Response r) { second = Json::parse(r.body); });
  world.loop.advance(19'000);
  EXPECT_TRUE(second.is_null());
  world.loop.advance(1000);
  EXPECT_EQ(second["rev"], rev + 1);
  EXPECT_FALSE(second.contains("view"));
}

// Limits are counted by a clock nobody sets: one that goes back an hour on the wall stops nobody.

TEST_F(AppTest, AClockSetBackRefusesNobody) {
  const auto table = start("tally", 1, 1);
  FakeConnection connection;
  const auto client = watch(connection, table, tokens[0]);
  for (const std::int64_t hours : {-1, -48, 3}) {
    world.loop.set_by += hours * 3600 * 1000;
    world.loop.advance(1000);
    EXPECT_EQ(world.ask(node, "GET", "/api/tables").status, 200);
    connection.frames.clear();
    world.say(node, client, {{"type", "ping"}});
    EXPECT_EQ(connection.take("pong")["type"], "pong");
    for (int i = 0; i < 20 && world.ask(node, "GET", "/api/tables/" + table).body["table"]["to_act"] != Json{0}; ++i)
      world.loop.advance(1000);  // the bot moves as well
    const auto done =
        world.ask(node, "POST", "/api/tables/" + table + "/moves",
                  {{"rev", rev_of(table)}, {"key", "h" + std::to_string(hours)}, {"action", add(1)}}, tokens[0]);
    EXPECT_EQ(done.status, 200) << done.text;
  }
}

// A log that has become too long refuses, and takes nobody with it. The last half is for moves alone.

}  // namespace
}  // namespace remise::testing
