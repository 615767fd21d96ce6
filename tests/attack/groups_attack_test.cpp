// Clocks, absence and plans under attack: who may stop a clock, end a match, take a seat, see or flood plans.
#include "support/server_process.h"

namespace remise::testing {
namespace {

class GroupsAttack : public ::testing::Test {
 protected:
  TestDatabase home{"sqlite"};
  Server server{Server::real(home.url())};
  HttpClient http{server.address()};
  const std::vector<std::string> tokens{token(), token(), token()};
  const std::string stranger = token();
  std::string id;

  void begin(const Json& terms) {
    Json seats = Json::array();
    for (std::size_t i = 0; i < tokens.size(); ++i) seats.push_back({{"kind", "human"}});
    const auto made =
        ask(http, "POST", "/api/tables",
            {{"game", "1840"}, {"seats", seats}, {"shuffle", false}, {"name", "p"}, {"terms", terms}}, tokens[0]);
    ASSERT_EQ(made.status, 200) << made.body;
    id = made.body["table"]["id"];
    for (std::size_t i = 1; i < tokens.size(); ++i)
      ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/join", {{"name", "p"}}, tokens[i]).status, 200);
    ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/start", Json::object(), tokens[0]).status, 200);
  }
  // The code of the refusal; "" where it was done.
  std::string say(const std::string& who, Json message) {
    WebSocketClient socket;
    if (socket.connect(server.address(), bearer(who)) != 101) return "not connected";
    message.update({{"table", id}, {"key", "k" + std::to_string(++keys)}});
    send(socket, message);
    while (const auto text = socket.wait(5000)) {
      const Json answer = Json::parse(*text);
      // What is no message at all is refused without its key.
      if (answer.value("key", answer["type"] == "error" ? message["key"] : Json("")) != message["key"]) continue;
      return answer["type"] == "error" ? answer["error"]["code"].get<std::string>() : "";
    }
    return "nothing";
  }
  Json table() { return ask(http, "GET", "/api/tables/" + id, nullptr, tokens[0]).body["table"]; }
  int keys = 0;
};

const Json a_move_a_day{
    {"clock", "correspondence"}, {"move_s", 86'400}, {"holidays", 2}, {"at_zero", "bot"}, {"on_leave", "bot"}};

TEST_F(GroupsAttack, OneAloneStopsNoClockAndEndsNoMatch) {
  begin(a_move_a_day);
  EXPECT_EQ(say(tokens[1], {{"type", "pause"}, {"on", true}}), "");  // only a proposal
  EXPECT_FALSE(table()["paused"].get<bool>());
  const auto proposal = table()["proposal"]["id"];
  EXPECT_EQ(say(stranger, {{"type", "answer"}, {"proposal", proposal}, {"agree", true}}), "not_seated");
  EXPECT_EQ(say(tokens[1], {{"type", "answer"}, {"proposal", proposal}, {"agree", true}}), "not_asked");
  EXPECT_EQ(say(tokens[2], {{"type", "propose_end"}, {"standing", true}}), "proposal_open");
  EXPECT_EQ(say(tokens[2], {{"type", "answer"}, {"proposal", proposal}, {"agree", true}}), "");
  EXPECT_FALSE(table()["paused"].get<bool>()) << "one of two has agreed";
  EXPECT_EQ(say(tokens[0], {{"type", "answer"}, {"proposal", proposal}, {"agree", false}}), "");
  EXPECT_TRUE(table()["proposal"].is_null());
  EXPECT_EQ(say(tokens[0], {{"type", "propose_end"}, {"standing", false}}), "");
  EXPECT_EQ(table()["status"], "playing");
}

// Time is not a client's to make: no more holiday than there is, no entries of the server's own, no clock where none
// is.
TEST_F(GroupsAttack, NobodyMakesTime) {
  begin(a_move_a_day);
  for (const Json& days : {Json(3), Json(60), Json(-1), Json(1e300), Json("2"), Json(nullptr)})
    EXPECT_NE(say(tokens[0], {{"type", "holiday"}, {"days", days}}), "") << days;
  for (const Json& minutes : {Json(100'000), Json(-100'000), Json(0.5), Json("60")})
    EXPECT_NE(say(tokens[0], {{"type", "zone"}, {"minutes", minutes}}), "") << minutes;
  for (const char* own : {"time_up", "away", "paused", "resumed", "ended", "left", "returned", "planned"})
    EXPECT_EQ(say(tokens[0], {{"type", own}, {"seat", 1}}), "unknown_word") << own;
  EXPECT_EQ(say(tokens[0], {{"type", "pause"}, {"on", false}}), "no_clock") << "it is not paused";
}

// A seat is given away by its person, or by those who are left behind, and by nobody else.
TEST_F(GroupsAttack, NobodyIsReplacedWhoIsThere) {
  begin(a_move_a_day);
  for (const auto& who : {tokens[1], tokens[2], stranger}) {
    const auto code = say(who, {{"type", "propose_replace"}, {"seat", 0}, {"with", "bot"}, {"level", "random"}});
    EXPECT_EQ(code, who == stranger ? "not_seated" : "cannot_replace");
  }
  const auto seat = "/api/tables/" + id + "/seats/1";
  EXPECT_EQ(ask(http, "PUT", seat, {{"kind", "bot"}, {"level", "random"}}, tokens[0]).body["error"]["code"],
            "cannot_replace");
  // Who resigned has no way back: neither to the seat nor to its hand, nor by a message.
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/leave", {{"then", "resign"}}, tokens[1]).status, 200);
  EXPECT_EQ(say(tokens[1], {{"type", "propose_end"}, {"standing", true}}), "not_seated");
  EXPECT_EQ(say(tokens[1], {{"type", "plans"}, {"plans", Json::array()}}), "not_seated");
  EXPECT_EQ(ask(http, "POST", "/api/tables/" + id + "/join", {{"name", "p"}}, tokens[1]).status, 409);
  EXPECT_TRUE(ask(http, "GET", "/api/tables/" + id, nullptr, tokens[1]).body["table"]["mine"].is_null());
}

// Whoever has left and whom a bot minds comes back to the own seat alone, and an offered seat has one taker.
TEST_F(GroupsAttack, AnOfferedSeatHasOneTaker) {
  begin(a_move_a_day);
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/leave", {{"then", "offer"}}, tokens[2]).status, 200);
  EXPECT_EQ(ask(http, "POST", "/api/tables/" + id + "/join", {{"name", "s"}, {"seat", 0}}, stranger).status, 409);
  EXPECT_EQ(ask(http, "POST", "/api/tables/" + id + "/join", {{"name", "s"}, {"seat", 2}}, stranger).status, 200);
  EXPECT_EQ(ask(http, "POST", "/api/tables/" + id + "/join", {{"name", "p"}}, tokens[2]).status, 409);
  EXPECT_TRUE(ask(http, "GET", "/api/tables/" + id, nullptr, tokens[2]).body["table"]["mine"].is_null());
}

// Plans are their owner's: nobody else is sent one, however they ask; and they are bounded.
TEST_F(GroupsAttack, PlansAreSecretAndBounded) {
  begin(a_move_a_day);
  Json many = Json::array();
  for (int i = 0; i < 200; ++i) many.push_back({{"type", "pass"}});
  EXPECT_NE(say(tokens[1], {{"type", "plans"}, {"plans", many}}), "");
  for (const Json& wrong :
       {Json("pass"), Json(5), Json::array({5}), Json::array({{{"type", "sell"}}}), Json::array({Json::object()})})
    EXPECT_NE(say(tokens[1], {{"type", "plans"}, {"plans", wrong}}), "") << wrong;
  EXPECT_EQ(say(tokens[1], {{"type", "plans"}, {"plans", Json::array({{{"type", "pass"}}})}}), "");
  for (const auto& other : {tokens[0], stranger}) {
    WebSocketClient socket;
    ASSERT_EQ(socket.connect(server.address(), bearer(other)), 101);
    send(socket, {{"type", "watch"}, {"table", id}});
    send(socket, {{"type", "plans"}, {"table", id}, {"key", "look"}});
    for (int i = 0; i < 6; ++i)
      if (const auto text = socket.wait(300)) {
        const Json answer = Json::parse(*text);
        if (answer["type"] == "plans") {
          EXPECT_TRUE(answer["plans"].empty()) << answer;
        }
        if (answer["type"] == "update") {
          EXPECT_EQ(text->find("\"memory\""), std::string::npos);
        }
      }
  }
}

// Whoever takes a seat that was given away is told nothing of what was planned there: neither when they ask, nor by
// themselves when they watch. That holds too where an undo had switched the plans off before, and for who returns.
TEST_F(GroupsAttack, PlansGoWithWhoeverMadeThem) {
  begin(a_move_a_day);
  const auto seen = [&](const std::string& who) {
    WebSocketClient socket;
    EXPECT_EQ(socket.connect(server.address(), bearer(who)), 101);
    send(socket, {{"type", "watch"}, {"table", id}});
    send(socket, {{"type", "plans"}, {"table", id}, {"key", "look"}});
    const Json answer = next(socket, "plans");
    return answer.value("plans", Json("no answer"));
  };
  const Json buys = Json::array({{{"type", "buy"}, {"company", "W"}, {"most", 65}}});
  for (const auto& owner : {tokens[1], tokens[2]}) ASSERT_EQ(say(owner, {{"type", "plans"}, {"plans", buys}}), "");
  const auto mover = tokens[table()["to_act"][0].get<std::size_t>()];
  const auto view = [&] { return ask(http, "GET", "/api/tables/" + id + "/view", nullptr, mover).body; };
  Json update = view(), action = update["view"]["legal"].back();
  if (action.contains("price")) action["price"] = action["price"]["min"];
  ASSERT_EQ(say(mover, {{"type", "move"}, {"rev", update["rev"]}, {"action", action}}), "");
  ASSERT_EQ(say(mover, {{"type", "undo"}, {"rev", view()["rev"]}, {"to", 0}}), "");
  EXPECT_EQ(seen(tokens[1]), buys) << "to be switched on again by their owner";
  for (const auto& owner : {tokens[1], tokens[2]})
    ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/leave", {{"then", "offer"}}, owner).status, 200);
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/join", {{"name", "s"}, {"seat", 1}}, stranger).status, 200);
  EXPECT_EQ(seen(stranger), Json::array());
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/join", {{"name", "p"}}, tokens[2]).status, 200);
  EXPECT_EQ(seen(tokens[2]), Json::array());
}

}  // namespace
}  // namespace remise::testing
