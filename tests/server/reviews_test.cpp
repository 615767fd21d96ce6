// Reviews of finished matches: made once, beside everything else.
#include "support/app_fixture.h"

namespace remise::testing {
namespace {

// Says the number of each move, and counts how often it was asked.
class ToyReview : public server::Reviewing {
 public:
  ToyReview(const Match& match, int& judged, bool& broken) : match_(match), judged_(judged), broken_(broken) {}
  std::size_t moves() const override { return match_.length(); }
  Json judge(std::size_t move) const override {
    if (broken_) throw std::runtime_error("no opinion");
    ++judged_;
    return move;
  }
  Json whole(const std::vector<Json>& judged, const Json& names) const override {
    return {{"judged", judged}, {"names", names}};
  }

 private:
  const Match& match_;
  int& judged_;
  bool& broken_;
};

class Reviews : public AppTest {
 protected:
  Reviews() { teach(node); }
  void teach(FakeNode& at) {
    at.bots.add_review("nim", [this](const Match& match) {
      return std::expected<std::shared_ptr<const server::Reviewing>, Error>(
          std::make_shared<const ToyReview>(match, judged, broken));
    });
  }
  // A match of two people, over; seat i is held by tokens[i].
  std::string played() {
    const auto table = start("nim", 2);
    for (int i = 0; i < 60; ++i) {
      const Json view = world.ask(node, "GET", "/api/tables/" + table + "/view", nullptr, tokens[i % 2]).body;
      if (!view["view"]["outcome"].is_null()) return table;
      Json action = view["view"]["legal"][0];
      action["take"] = 1;
      EXPECT_EQ(post_move(node, table, view["rev"], std::to_string(i), action, tokens[i % 2]).status, 200);
    }
    ADD_FAILURE() << "it never ends";
    return table;
  }
  World::Answer ask(FakeNode& at, const std::string& table, const std::string& token) {
    return world.ask(at, "POST", "/api/tables/" + table + "/review", Json::object(), token);
  }
  Json look(FakeNode& at, const std::string& table) {
    return world.ask(at, "GET", "/api/tables/" + table + "/review").body;
  }

  int judged = 0;
  bool broken = false;
};

TEST_F(Reviews, IsMadeOnceForEverybody) {
  const auto table = played();
  EXPECT_EQ(look(node, table)["state"], "none");
  node.workers.held = true;
  EXPECT_EQ(ask(node, table, tokens[0]).body["state"], "waiting");
  EXPECT_EQ(ask(node, table, tokens[1]).body["state"], "running") << "the same one";
  node.workers.release();
  world.loop.settle();
  const Json done = look(node, table);
  EXPECT_EQ(done["state"], "done");
  EXPECT_EQ(done["done"], done["of"]);
  EXPECT_EQ(done["review"]["names"], Json({"p0", "p1"}));
  EXPECT_EQ(done["review"]["judged"].size(), done["of"]);
  EXPECT_EQ(judged, done["of"]);
  EXPECT_EQ(ask(node, table, tokens[1]).body["review"], done["review"]);
  EXPECT_EQ(judged, done["of"]) << "nothing was judged again";
}

TEST_F(Reviews, AnotherNodeKnowsHowFarItIs) {
  FakeNode other(world.loop, world.db, "other");
  const auto table = played();
  node.workers.held = true;
  ask(node, table, tokens[0]);
  node.workers.release();
  node.workers.held = true;  // from the first decision on
  world.loop.settle();
  for (int i = 0; i < 20; ++i) {
    world.loop.advance(5'000);
    ASSERT_EQ(look(other, table)["state"], "running") << i;
  }
  node.workers.release();
  world.loop.settle();
  EXPECT_EQ(look(other, table)["state"], "done");
}

TEST_F(Reviews, WhereANodeDiedAnotherBeginsAgain) {
  const auto table = played();
  const auto row = std::to_string(rev_of(table)) + " 3 9 " + std::to_string(world.loop.now() + 30'000) + " \n";
  ASSERT_TRUE(world.db.set_of_table(table, "review", row));
  EXPECT_EQ(look(node, table), Json({{"state", "running"}, {"done", 3}, {"of", 9}}));
  EXPECT_EQ(ask(node, table, tokens[0]).body["state"], "running");
  EXPECT_EQ(judged, 0);
  world.loop.advance(31'000);
  EXPECT_EQ(look(node, table)["state"], "none");
  ask(node, table, tokens[0]);
  EXPECT_EQ(look(node, table)["state"], "done");
}

TEST_F(Reviews, OnlyWhoSatThereMayAskAndOnlyAtTheEnd) {
  const auto running = start("nim", 2);
  EXPECT_EQ(ask(node, running, tokens[0]).body["error"]["code"], "match_running");
  EXPECT_EQ(look(node, running)["error"]["code"], "match_running");
  const auto table = played();
  EXPECT_EQ(ask(node, table, tokens[2]).body["error"]["code"], "not_seated");
  EXPECT_EQ(ask(node, table, "").body["error"]["code"], "not_seated");
  EXPECT_EQ(ask(node, "nowhere", tokens[0]).body["error"]["code"], "table_unknown");
  EXPECT_EQ(judged, 0);
}

TEST_F(Reviews, OnePersonHasOneOnItsWay) {
  const auto first = played(), second = played();
  node.workers.held = true;
  EXPECT_EQ(ask(node, first, tokens[0]).status, 200);
  EXPECT_EQ(ask(node, second, tokens[0]).body["error"]["code"], "too_fast");
  EXPECT_EQ(ask(node, second, tokens[1]).body["state"], "waiting");
  node.workers.release();
  world.loop.settle();
  EXPECT_EQ(look(node, first)["state"], "done");
  EXPECT_EQ(look(node, second)["state"], "done");
}

TEST_F(Reviews, OneThatFailsIsOverAndTheNextOneBegins) {
  const auto first = played(), second = played();
  broken = true;
  EXPECT_EQ(ask(node, first, tokens[0]).status, 200);
  world.loop.advance(31'000);
  EXPECT_EQ(look(node, first)["state"], "none");
  broken = false;
  EXPECT_EQ(ask(node, second, tokens[0]).status, 200);
  EXPECT_EQ(look(node, second)["state"], "done");
}

// Many people of many addresses ask at once, again and again: an address has three on their way, the queue has an end,
// and what was accepted is made.
TEST_F(Reviews, AFloodIsBounded) {
  constexpr int people = 40, of_one_address = 5;
  std::vector<std::pair<std::string, std::string>> tables;  // with who sat there
  for (int i = 0; i < people; ++i) {
    for (auto& token : tokens) token = player_token(node.entropy);
    world.loop.advance(120'000);  // making tables has limits of its own
    tables.emplace_back(played(), tokens[0]);
  }
  node.workers.held = true;
  std::vector<std::string> accepted;
  int too_fast = 0, busy = 0;
  for (int i = 0; i < people; ++i) {
    const auto from = [&](server::Request& request) {
      request.address = i < of_one_address ? "203.0.113.5" : "198.51.100." + std::to_string(i);
    };
    for (int again = 0; again < 3; ++again) {
      const auto& [table, token] = tables[static_cast<std::size_t>(i)];
      const auto answer = world.ask(node, "POST", "/api/tables/" + table + "/review", Json::object(), token, from);
      if (answer.status == 200) {
        if (again == 0) accepted.push_back(table);
        continue;
      }
      const std::string code = answer.body["error"]["code"];
      too_fast += code == "too_fast", busy += code == "server_busy";
      EXPECT_TRUE(code == "too_fast" || code == "server_busy") << code;
    }
    if (i + 1 == of_one_address) {
      EXPECT_EQ(accepted.size(), 3u);
    }
  }
  EXPECT_GT(too_fast, 0);
  EXPECT_GT(busy, 0);
  EXPECT_LE(accepted.size(), 34u) << "32 that wait, and what is at work";
  EXPECT_GE(accepted.size(), 32u);
  node.workers.release();
  world.loop.settle();
  for (const auto& table : accepted) EXPECT_EQ(look(node, table)["state"], "done");
}

TEST_F(Reviews, GoesWithItsTable) {
  const auto table = played();
  node.workers.held = true;
  ask(node, table, tokens[0]);
  ASSERT_TRUE(world.db.remove_table(table));
  node.workers.release();
  world.loop.settle();
  EXPECT_EQ(world.db.setting("table:" + table, "review").value(), "");
}

}  // namespace
}  // namespace remise::testing
