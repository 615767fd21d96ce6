// An app with toy games and six people, for tests of the server without sockets.
#pragma once

#include <gtest/gtest.h>

#include "support/fake_world.h"

namespace remise::testing {

using Trouble = FakeStorage::Trouble;

class AppTest : public ::testing::Test {
 protected:
  AppTest() : node(world.loop, world.db) {
    for (auto& token : tokens) token = player_token(node.entropy);
  }
  // A started table of `seats` people, seat i held by tokens[i]; or with bots in the last seats.
  std::string start(const std::string& game, int people, int bots = 0, const Json& more = Json::object()) {
    Json seats = Json::array();
    for (int i = 0; i < people; ++i) seats.push_back({{"kind", "human"}});
    for (int i = 0; i < bots; ++i) seats.push_back({{"kind", "bot"}, {"level", "random"}});
    Json body{{"game", game}, {"seats", seats}, {"shuffle", false}, {"name", "p0"}};
    body.update(more);
    const auto made = world.ask(node, "POST", "/api/tables", body, tokens[0]);
    EXPECT_EQ(made.status, 200) << made.text;
    const std::string id = made.body["table"]["id"];
    for (int i = 1; i < people; ++i)
      EXPECT_EQ(
          world.ask(node, "POST", "/api/tables/" + id + "/join", {{"name", "p" + std::to_string(i)}}, tokens[i]).status,
          200);
    const auto started = world.ask(node, "POST", "/api/tables/" + id + "/start", Json::object(), tokens[0]);
    EXPECT_EQ(started.status, 200) << started.text;
    return id;
  }
  server::ClientId watch_at(FakeNode& at, FakeConnection& connection, const std::string& table,
                            const std::string& token) {
    const auto client = world.connect(at, connection, token);
    world.say(at, client, {{"type", "watch"}, {"table", table}});
    return client;
  }
  server::ClientId watch(FakeConnection& connection, const std::string& table, const std::string& token) {
    return watch_at(node, connection, table, token);
  }
  // A move over HTTP.
  World::Answer post_move(FakeNode& at, const std::string& table, std::int64_t rev, const std::string& key,
                          const Json& action, const std::string& token) {
    return world.ask(at, "POST", "/api/tables/" + table + "/moves", {{"rev", rev}, {"key", key}, {"action", action}},
                     token);
  }
  static Json add(int value) { return {{"type", "add"}, {"value", value}}; }
  static Json move(const std::string& table, std::int64_t rev, const std::string& key, const Json& action) {
    return {{"type", "move"}, {"table", table}, {"rev", rev}, {"key", key}, {"action", action}};
  }
  std::int64_t rev_of(const std::string& table) {
    return world.ask(node, "GET", "/api/tables/" + table).body["table"]["rev"];
  }
  // An entry in the log that this node did not write.
  void write_elsewhere(const std::string& table, std::int64_t number, const std::string& kind, const Json& payload,
                       store::JobChange job = store::JobChange::keep) {
    const store::Write write{{table, number, kind, payload.dump(), world.loop.now()}, {}, {}, job};
    EXPECT_TRUE(world.db.commit(std::span(&write, 1)).value()[0]);
  }
  // A node that knows the table, and a move written elsewhere after which a bot is to act: its job waits for some node.
  void leave_a_bot_to(FakeNode& other, FakeConnection& connection, const std::string& table) {
    watch_at(other, connection, table, tokens[0]);
    write_elsewhere(table, rev_of(table) + 1, "move", {{"seat", 0}, {"action", add(1)}}, store::JobChange::set);
  }
  std::size_t moves_in_log(const std::string& table) {
    std::size_t count = 0;
    const auto entries = world.db.entries(table, 0).value();
    for (const auto& entry : entries) count += entry.kind == "move";
    return count;
  }

  World world;
  FakeNode node;
  std::string tokens[6];
};

}  // namespace remise::testing
