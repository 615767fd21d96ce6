// Several nodes on one database, without sockets, threads and time: nobody misses what another wrote.
#include "support/app_fixture.h"

namespace remise::testing {
namespace {

TEST_F(AppTest, TwoNodesRacingForOneMoveExactlyOneWins) {
  const auto table = start("tally", 1);
  FakeNode other(world.loop, world.db, "other");
  const auto rev = rev_of(table);
  EXPECT_EQ(world.ask(other, "GET", "/api/tables/" + table).body["table"]["rev"], rev);
  // The other node commits its move between our check and our commit.
  World::Answer theirs{};
  node.storage.before_commit = [&] {
    write_elsewhere(table, world.db.entries(table, 0)->back().number + 1, "move",
                    {{"seat", 0}, {"action", add(9)}, {"key", "theirs"}});
  };
  const auto ours = post_move(node, table, rev, "ours", add(1), tokens[0]);
  EXPECT_EQ(ours.body["error"]["code"], "stale");
  EXPECT_EQ(moves_in_log(table), 1u);
  // A line of chat from elsewhere is no reason to refuse a move: it is simply numbered after it.
  node.storage.before_commit = [&] {
    write_elsewhere(table, world.db.entries(table, 0)->back().number + 1, "chat",
                    {{"seat", 0}, {"name", "p0"}, {"text", "hi"}, {"key", "c"}});
  };
  EXPECT_EQ(post_move(node, table, rev + 1, "ours2", add(1), tokens[0]).status, 200);
  EXPECT_EQ(moves_in_log(table), 2u);
}

TEST_F(AppTest, ANodeHearsOfMovesPlayedElsewhere) {
  const auto table = start("tally", 2);
  FakeNode other(world.loop, world.db, "other");
  FakeConnection connection;
  watch_at(other, connection, table, tokens[1]);
  connection.take("update");
  const auto rev = rev_of(table);
  EXPECT_EQ(post_move(node, table, rev, "a", add(5), tokens[0]).status, 200);
  EXPECT_TRUE(connection.frames.empty());
  other.app.heard("log " + table + ":" + std::to_string(rev + 1));
  world.loop.settle();
  EXPECT_EQ(connection.take("update")["view"]["state"]["sum"], 5);
  // What was said while nobody listened is found out.
  EXPECT_EQ(post_move(node, table, rev + 1, "b", add(2), tokens[1]).status, 200);
  other.app.listening(store::Channels().set());
  world.loop.settle();
  EXPECT_EQ(connection.take("update")["view"]["state"]["sum"], 7);
}

// A node that carries notices: which channels its app has asked for, one list for each time.
struct Listening {
  explicit Listening(FakeNode& node) {
    node.app.hearing().listen = [this](const store::Channels& wanted) { asked.push_back(wanted); };
  }
  static store::Channels of(std::initializer_list<std::string> tables) {
    store::Channels channels;
    for (const auto& table : tables) channels.set(store::channel_of(table));
    return channels;
  }
  std::vector<store::Channels> asked;
};

TEST_F(AppTest, ANodeListensToWhatItsClientsWatch) {
  const auto one = start("tally", 1), two = start("tally", 1);
  FakeNode other(world.loop, world.db, "other");
  Listening listening(other);
  EXPECT_EQ(world.ask(other, "GET", "/api/tables/" + one).status, 200);
  world.loop.advance(1000);
  EXPECT_TRUE(listening.asked.empty()) << "in memory, and watched by nobody";
  FakeConnection connection;
  const auto client = watch_at(other, connection, one, tokens[0]);
  world.say(other, client, {{"type", "watch"}, {"table", two}});
  EXPECT_TRUE(listening.asked.empty()) << "gathered for a moment";
  world.loop.advance(100);
  ASSERT_EQ(listening.asked.size(), 1u);
  EXPECT_EQ(listening.asked.back(), Listening::of({one, two}));
  // Let go when nobody has come back for a while.
  world.say(other, client, {{"type", "unwatch"}, {"table", two}, {"key", "u"}});
  world.say(other, client, {{"type", "watch"}, {"table", two}});
  world.loop.advance(15'000);
  EXPECT_EQ(listening.asked.size(), 1u);
  world.say(other, client, {{"type", "unwatch"}, {"table", two}, {"key", "u"}});
  world.loop.advance(15'000);
  ASSERT_EQ(listening.asked.size(), 2u);
  EXPECT_EQ(listening.asked.back(), Listening::of({one}));
  other.app.clients().remove(client);
  world.loop.advance(15'000);
  EXPECT_TRUE(listening.asked.back().none());
}

TEST_F(AppTest, ANodeListensForWhoeverWaitsByHttp) {
  const auto table = start("tally", 1);
  FakeNode other(world.loop, world.db, "other");
  Listening listening(other);
  const auto rev = rev_of(table);
  bool answered = false;
  server::Request request;
  request.method = "GET";
  request.path = "/api/tables/" + table + "/view";
  request.query = {{"rev", std::to_string(rev)}, {"wait", "30"}};
  request.authorization = "Bearer " + tokens[0];
  other.app.http(request, [&](const server::Response&) { answered = true; });
  world.loop.advance(100);
  ASSERT_FALSE(answered);
  ASSERT_EQ(listening.asked.size(), 1u);
  EXPECT_EQ(listening.asked.back(), Listening::of({table}));
  // Written before the LISTEN has taken effect: nobody was told.
  EXPECT_EQ(post_move(node, table, rev, "a", add(1), tokens[0]).status, 200);
  world.loop.settle();
  ASSERT_FALSE(answered);
  other.app.listening(listening.asked.back());
  world.loop.settle();
  EXPECT_TRUE(answered);
}

// Nobody here watches it: the notice costs nothing, and whoever asks sees the newest all the same.
TEST_F(AppTest, AnUnwatchedTableIsReadOnlyWhenSomebodyAsks) {
  const auto table = start("tally", 2);
  FakeNode other(world.loop, world.db, "other");
  const auto rev = rev_of(table);
  EXPECT_EQ(world.ask(other, "GET", "/api/tables/" + table).status, 200);
  EXPECT_EQ(post_move(node, table, rev, "a", add(1), tokens[0]).status, 200);
  bool read = false;
  other.storage.after_query = [&] { read = true; };
  other.app.heard("log " + table + ":" + std::to_string(rev + 1));
  world.loop.settle();
  EXPECT_FALSE(read);
  FakeConnection connection;
  const auto client = world.connect(other, connection, tokens[0]);
  world.say(other, client, {{"type", "history"}, {"table", table}, {"n", 1}, {"key", "h"}});
  EXPECT_EQ(connection.take("history")["view"]["n"], 1);
  // Nor does a move fail that is right for the newest position.
  EXPECT_EQ(post_move(node, table, rev + 1, "b", add(1), tokens[1]).status, 200);
  EXPECT_EQ(post_move(other, table, rev + 2, "c", add(1), tokens[0]).status, 200);
}

// Another node has written while this one was reading: what was read is old, and the notice must not be forgotten.
TEST_F(AppTest, ANoticeThatComesDuringACatchUpIsNotForgotten) {
  const auto table = start("tally", 2);
  FakeNode other(world.loop, world.db, "other");
  FakeConnection connection;
  watch_at(other, connection, table, tokens[1]);
  const auto rev = rev_of(table);
  EXPECT_EQ(post_move(node, table, rev, "a", add(1), tokens[0]).status, 200);
  other.storage.after_query = [&] {
    write_elsewhere(table, rev + 2, "move", {{"seat", 1}, {"action", add(2)}, {"key", "x"}});
    other.app.heard("log " + table + ":" + std::to_string(rev + 2));
  };
  other.app.heard("log " + table + ":" + std::to_string(rev + 1));
  world.loop.settle();
  EXPECT_EQ(connection.take("update")["view"]["n"], 2);
}

// No notice ever comes: reading is right at once, watching a little later.
TEST_F(AppTest, ANodeThatHearsNothingReadsTheStore) {
  const auto table = start("tally", 2);
  FakeNode other(world.loop, world.db, "other");
  FakeConnection connection;
  watch_at(other, connection, table, tokens[1]);
  const auto rev = rev_of(table);
  const auto play = [&](int seat, std::int64_t at) {
    EXPECT_EQ(post_move(node, table, at, std::to_string(at), add(1), tokens[seat]).status, 200);
  };
  play(0, rev);
  EXPECT_EQ(world.ask(other, "GET", "/api/tables/" + table).body["table"]["rev"], rev + 1);
  play(1, rev + 1);
  EXPECT_EQ(world.ask(other, "GET", "/api/tables/" + table + "/view").body["view"]["n"], 2);
  play(0, rev + 2);
  FakeConnection late;
  const auto second = world.connect(other, late, tokens[0]);
  world.say(other, second, {{"type", "watch"}, {"table", table}});
  EXPECT_EQ(late.take("update")["view"]["n"], 3);
  connection.frames.clear();
  play(1, rev + 3);
  EXPECT_TRUE(connection.take("update").is_null());
  world.loop.advance(12'000);
  EXPECT_EQ(connection.take("update")["view"]["n"], 4);
}

// The requests of one person reach one node and the other in turn, and no notice comes: nothing is refused because of
// what a node does not know yet.
TEST_F(AppTest, ARefusalCountsOnlyForTheNewestPosition) {
  FakeNode other(world.loop, world.db, "other");
  FakeNode third(world.loop, world.db, "third");
  const Json seats = Json::parse(R"([{"kind":"human"},{"kind":"human"}])");
  const auto made = world.ask(other, "POST", "/api/tables",
                              {{"game", "tally"}, {"seats", seats}, {"shuffle", false}, {"name", "a"}}, tokens[0]);
  const std::string path = "/api/tables/" + made.body["table"]["id"].get<std::string>();
  EXPECT_EQ(world.ask(third, "POST", path + "/join", {{"name", "b"}}, tokens[1]).status, 200);
  const auto started = world.ask(other, "POST", path + "/start", Json::object(), tokens[0]);
  EXPECT_EQ(started.status, 200) << started.text;
  std::int64_t rev = started.body["table"]["rev"];
  for (int i = 0; i < 6; ++i) {
    FakeNode& here = i % 2 ? other : third;
    const auto done = world.ask(here, "POST", path + "/moves",
                                {{"rev", rev}, {"key", std::to_string(i)}, {"action", add(1)}}, tokens[i % 2]);
    EXPECT_EQ(done.status, 200) << done.text;
    EXPECT_EQ(done.body["rev"], ++rev);
  }
  // What is wrong everywhere is still refused.
  EXPECT_EQ(world.ask(other, "POST", path + "/moves", {{"rev", rev - 1}, {"key", "x"}, {"action", add(1)}}, tokens[0])
                .body["error"]["code"],
            "stale");
}

// A stored move whose answer was lost is sent again to a node that has missed it and cannot read the store: "stale"
// would be a lie, for the node cannot know.
TEST_F(AppTest, ANodeWithoutItsDatabaseDoesNotRefuseFromMemory) {
  const auto table = start("tally", 2);
  FakeNode other(world.loop, world.db, "other");
  const auto rev = rev_of(table);
  const std::string path = "/api/tables/" + table + "/moves";
  EXPECT_EQ(world.ask(other, "GET", "/api/tables/" + table).body["table"]["rev"], rev);
  const Json first{{"rev", rev}, {"key", "a"}, {"action", add(1)}};
  const Json second{{"rev", rev + 1}, {"key", "b"}, {"action", add(2)}};
  EXPECT_EQ(world.ask(node, "POST", path, first, tokens[0]).status, 200);
  EXPECT_EQ(world.ask(node, "POST", path, second, tokens[1]).status, 200);
  other.storage.trouble = Trouble::away;
  const auto unknown = world.ask(other, "POST", path, second, tokens[1]);
  EXPECT_EQ(unknown.status, 503) << unknown.text;
  EXPECT_EQ(unknown.body["error"]["code"], "database_unavailable");
  // Nor may it say that a stranger has no seat: another node may have given him one.
  EXPECT_EQ(world.ask(other, "POST", path, second, tokens[2]).body["error"]["code"], "database_unavailable");
  // What is known is still shown.
  EXPECT_EQ(world.ask(other, "GET", "/api/tables/" + table + "/view").status, 200);
  other.storage.trouble = Trouble::none;
  const auto known = world.ask(other, "POST", path, second, tokens[1]);
  EXPECT_EQ(known.status, 200) << known.text;
  EXPECT_EQ(known.body["rev"], rev + 2);
  EXPECT_EQ(world.ask(other, "POST", path, second, tokens[2]).body["error"]["code"], "not_seated");
  EXPECT_EQ(moves_in_log(table), 2u);
}

// Nobody watched the table here, so that no notice kept it new, and the store cannot be read: who does not say what it
// has seen elsewhere is not shown what may be long past.
TEST_F(AppTest, NobodyIsLedBackByATableThatNobodyWatched) {
  const auto table = start("tally", 2);
  FakeNode other(world.loop, world.db, "other");
  const auto rev = rev_of(table);
  EXPECT_EQ(world.ask(other, "GET", "/api/tables/" + table).status, 200);
  EXPECT_EQ(post_move(node, table, rev, "a", add(1), tokens[0]).status, 200);
  FakeConnection fresh, knows;
  const auto first = world.connect(other, fresh, tokens[0]), second = world.connect(other, knows, tokens[1]);
  other.storage.trouble = Trouble::away;
  world.say(other, first, {{"type", "watch"}, {"table", table}});
  EXPECT_EQ(fresh.take("error")["error"]["code"], "database_unavailable");
  world.say(other, second, {{"type", "watch"}, {"table", table}, {"rev", rev + 1}});
  EXPECT_TRUE(knows.frames.empty());
  other.storage.trouble = Trouble::none;
  world.say(other, first, {{"type", "watch"}, {"table", table}});
  EXPECT_EQ(fresh.take("update")["view"]["n"], 1);
}

// A node that takes a bot's move from the queue may hold an older position, where no bot was to move.
TEST_F(AppTest, ABotIsNotForgottenByANodeThatIsBehind) {
  const auto table = start("tally", 1, 1);
  FakeNode other(world.loop, world.db, "other");
  FakeConnection connection;
  leave_a_bot_to(other, connection, table);
  other.app.heard("jobs");
  world.loop.settle();
  EXPECT_EQ(moves_in_log(table), 2u);
  EXPECT_EQ(world.ask(other, "GET", "/api/tables/" + table + "/view").body["view"]["n"], 2);
}

// It takes the job, then cannot read the store, and then can again: what it does not know is no reason to drop the job.
TEST_F(AppTest, ABotIsNotForgottenByANodeThatCannotRead) {
  const auto table = start("tally", 1, 1);
  FakeNode other(world.loop, world.db, "other");
  FakeConnection connection;
  leave_a_bot_to(other, connection, table);
  node.app.stop();                   // the job is for the other one
  other.storage.after_query = [&] {  // the job is taken
    other.storage.trouble = Trouble::away;
    other.storage.after_query = [&] { other.storage.trouble = Trouble::none; };  // the table could not be read
  };
  other.app.heard("jobs");
  world.loop.settle();
  EXPECT_EQ(other.storage.trouble, Trouble::none);
  EXPECT_EQ(moves_in_log(table), 1u);
  world.loop.advance(other.config.bot_lease + 10'000);
  EXPECT_EQ(moves_in_log(table), 2u);
}

}  // namespace
}  // namespace remise::testing
