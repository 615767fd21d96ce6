// The description of the wire (data/openapi.json) against the running app: every operation and every message is there,
// and every answer has the described form.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/app_fixture.h"
#include "support/schema.h"

namespace remise::testing {
namespace {

class WireTest : public AppTest {
 protected:
  // Asks, and compares answer (and body) with the description.
  Json call(const std::string& method, const std::string& pattern, const Json& body = nullptr,
            const std::string& token = "", const std::string& query = "") {
    std::string path = pattern, lower = method;
    for (const auto& [name, value] : names) {
      const auto at = path.find("{" + name + "}");
      if (at != std::string::npos) path.replace(at, name.size() + 2, value);
    }
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const Json& operation = schemas.api["paths"].at(pattern).at(lower);
    called.insert(method + " " + pattern);
    if (operation.contains("requestBody")) {
      EXPECT_EQ(schemas.fault(body, operation["requestBody"]["content"]["application/json"]["schema"],
                              method + " " + pattern + " body"),
                "");
    }
    const auto answer =
        world.ask(node, method, path + query, body, token, [](server::Request& r) { r.address = "127.0.0.1"; });
    const Json& described =
        answer.status == 200 ? operation["responses"]["200"] : schemas.api["components"]["responses"]["Refused"];
    if (described.contains("content")) {
      EXPECT_EQ(schemas.fault(answer.body, described["content"]["application/json"]["schema"], method + " " + pattern),
                "");
    }
    if (answer.status != 200) {
      EXPECT_EQ(schemas.fault_of_error(answer.body["error"]), "");
    }
    statuses[method + " " + pattern] = answer.status;
    return answer.body;
  }

  Schemas schemas;
  std::map<std::string, std::string> names;
  std::set<std::string> called;
  std::map<std::string, int> statuses;
};

TEST_F(WireTest, EveryOperationAnswersAsDescribed) {
  const std::string me = player_token(node.entropy), friend_ = player_token(node.entropy);
  call("GET", "/api/games");
  call("GET", "/health");
  call("GET", "/metrics");
  call("GET", "/openapi.json");
  call("GET", "/api/me", nullptr, me);
  call("POST", "/api/players", Json::object());
  const Json seats = Json::parse(R"([{"kind":"human"},{"kind":"human"}])");
  names["table"] = call(
      "POST", "/api/tables",
      {{"game", "nim"}, {"seats", seats}, {"name", "a"}, {"shuffle", false}, {"hints", true}, {"watchers_chat", true}},
      me)["table"]["id"];
  names["seat"] = "1";
  call("PUT", "/api/tables/{table}/seats/{seat}", {{"kind", "bot"}, {"level", "random"}}, me);
  call("PUT", "/api/tables/{table}/seats/{seat}", {{"kind", "human"}}, me);
  call("PUT", "/api/tables/{table}/terms",
       {{"clock", "correspondence"}, {"move_s", 86400}, {"nights", true}, {"holidays", 14}, {"at_zero", "bot"}}, me);
  call("POST", "/api/tables/{table}/join", {{"name", "b"}}, friend_);
  call("POST", "/api/tables/{table}/host", {{"seat", 1}}, me);
  call("POST", "/api/tables/{table}/host", {{"seat", 0}}, friend_);
  call("POST", "/api/tables/{table}/start", Json::object(), me);
  call("GET", "/api/tables", nullptr, me, "?status=playing&limit=5");
  call("GET", "/api/me/tables", nullptr, me);
  call("GET", "/api/tables/{table}", nullptr, me);
  const auto link = call("POST", "/api/tables/{table}/link", Json::object(), me);
  call("POST", "/api/tables/{table}/claim", {{"token", link["token"]}}, player_token(node.entropy));
  Json update = call("GET", "/api/tables/{table}/view", nullptr, me);
  call("POST", "/api/tables/{table}/check", {{"action", {{"type", "take"}, {"heap", 0}, {"take", 1}}}}, me);
  EXPECT_FALSE(call("POST", "/api/tables/{table}/check", {{"action", {{"type", "take"}, {"heap", 7}, {"take", 1}}}},
                    me)["refusal"]
                   .is_null());
  call("POST", "/api/tables/{table}/compose", {{"action", Json::object()}}, me);
  node.bots.add("nim", {"random", "wise"}, nullptr,
                [](const Match& match, Seat seat, std::string_view, std::string_view, const std::atomic<bool>*) {
                  return std::expected<Json, Error>(Json::array({{{"action", match.legal(seat)[0]}, {"value", 0.5}}}));
                });
  call("POST", "/api/tables/{table}/hint", Json::object(), me);
  call("GET", "/api/tables/{table}/what-if", nullptr, me, "?n=0");
  for (int i = 0; i < 60 && update["view"]["outcome"].is_null(); ++i) {
    const std::string& mover = i % 2 ? friend_ : me;
    const Json seen = call("GET", "/api/tables/{table}/view", nullptr, mover);
    Json action = seen["view"]["legal"][0];
    action["take"] = 1;
    call("POST", "/api/tables/{table}/moves",
         {{"rev", seen["rev"]}, {"key", "k" + std::to_string(i)}, {"action", action}}, mover);
    update = call("GET", "/api/tables/{table}/view", nullptr, me);
  }
  EXPECT_FALSE(update["view"]["outcome"].is_null());
  call("GET", "/api/tables/{table}/view", nullptr, me, "?n=1");
  call("GET", "/api/tables/{table}/file", nullptr, me);
  call("POST", "/api/tables/{table}/rematch", Json::object(), me);
  call("PUT", "/api/me/preferences", {{"sound", false}}, me);
  call("POST", "/api/tables/{table}/leave", Json::object(), friend_);
  const std::string played =
      std::exchange(names["table"],
                    call("POST", "/api/tables", {{"game", "nim"}, {"seats", seats}, {"name", "a"}}, me)["table"]["id"]);
  call("POST", "/api/tables/{table}/close", Json::object(), me);
  names["table"] = played;
  for (const auto& [operation, status] : statuses) EXPECT_EQ(status, 200) << operation;
  call("POST", "/api/accounts", {{"name", "Anna"}, {"password", "long enough"}});
  call("POST", "/api/session", {{"name", "Anna"}, {"password", "wrong one"}});
  call("DELETE", "/api/session");
  call("PUT", "/api/accounts/password", {{"old", "x"}, {"new", "y"}});
  call("DELETE", "/api/accounts", {{"password", "x"}});
  // Where somebody can judge the game (reviews_test.cpp).
  call("POST", "/api/tables/{table}/review", Json::object(), me);
  call("GET", "/api/tables/{table}/review", nullptr, me);
  // For people with an account (profiles_test.cpp).
  call("GET", "/api/people", nullptr, me);
  call("PUT", "/api/people/relation", {{"name", "Anna"}, {"relation", "friends"}}, me);
  call("POST", "/api/people/report", {{"table", played}, {"seat", 1}, {"reason", "name"}}, me);
  call("PUT", "/api/me/privacy", {{"profile", "nobody"}, {"invitations", "nobody"}, {"ratings", false}}, me);
  call("GET", "/api/me/people", nullptr, me);
  call("GET", "/api/me/invitations", nullptr, me);
  call("DELETE", "/api/me/invitations/{table}", Json::object(), me);
  call("POST", "/api/tables/{table}/invite", {{"name", "Anna"}}, me);
  // For people who want to be called (calls_test.cpp).
  const Json hook{{"kind", "webhook"}, {"lang", "en"}, {"url", "https://hooks.example/x"}, {"format", "json"}};
  names["way"] = "unknown";
  call("GET", "/api/me/calls", nullptr, me);
  call("PUT", "/api/me/calls", {{"push", true}}, me);
  call("POST", "/api/me/ways", hook, me);
  call("DELETE", "/api/me/ways/{way}", nullptr, me);
  call("POST", "/api/me/ways/{way}/try", Json::object(), me);
  call("POST", "/api/accounts/recover", {{"name", "Anna"}});
  call("PUT", "/api/accounts/recover", {{"token", "made.1.up"}, {"password", "long enough"}});
  call("POST", "/api/calls/confirm", {{"token", "made.up"}}, me);
  call("POST", "/api/calls/stop", nullptr, me, "?token=made.up");
  call("GET", "/api/tables/{table}/calls", nullptr, me);
  call("PUT", "/api/tables/{table}/calls", {{"push", false}}, me);
  call("POST", "/api/tables/{table}/ways", hook, me);

  call("GET", "/api/tables/{table}/picture", nullptr, me);
  call("GET", "/t/{table}", nullptr, me);
  names["n"] = "0";
  call("GET", "/t/{table}/{n}", nullptr, me);

  // Nothing is described that was not tried, and nothing is offered that is not described.
  std::set<std::string> described;
  for (const auto& [path, operations] : schemas.api["paths"].items())
    for (const auto& [method, operation] : operations.items()) {
      std::string upper = method;
      std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
      described.insert(upper + " " + path);
    }
  EXPECT_EQ(called, described);
  EXPECT_EQ(server::App::operations().size(), described.size());
  for (std::string operation : server::App::operations()) {
    const bool way = operation.find("/me/ways/") != std::string::npos;
    const bool short_link = operation.starts_with("GET /t/");
    for (const char* name : {way ? "{way}" : "{table}", short_link ? "{n}" : "{seat}"})
      if (const auto star = operation.find('*'); star != std::string::npos) operation.replace(star, 1, name);
    EXPECT_TRUE(described.contains(operation)) << operation;
  }
}

TEST_F(WireTest, EveryMessageIsAnsweredAsDescribed) {
  const Json terms{{"clock", "correspondence"}, {"bank_s", 86400}, {"weekends", true}, {"holidays", 3}};
  const auto table = start("nim", 2, 0, {{"hints", true}, {"terms", terms}});
  node.bots.add("nim", {"random", "wise"}, nullptr,
                [](const Match& match, Seat seat, std::string_view, std::string_view, const std::atomic<bool>*) {
                  return std::expected<Json, Error>(Json::array({{{"action", match.legal(seat)[0]}, {"value", 0.5}}}));
                });
  FakeConnection connection;
  const auto client = world.connect(node, connection, tokens[0]);
  std::set<std::string> said, heard;
  const auto say = [&](const Json& message) {
    EXPECT_EQ(schemas.fault_of_frame(message, "client"), "");
    connection.frames.clear();
    world.say(node, client, message);
    world.loop.advance(300);  // presence takes a moment
    said.insert(message["type"]);
    for (const Json& frame : connection.frames) {
      EXPECT_EQ(schemas.fault_of_frame(frame, "server"), "");
      if (frame["type"] == "error") {
        EXPECT_EQ(schemas.fault_of_error(frame["error"]), "");
      }
      heard.insert(frame["type"]);
    }
  };
  const auto rev = rev_of(table);
  const Json take{{"type", "take"}, {"heap", 0}, {"take", 1}};
  say({{"type", "hello"}});
  say({{"type", "ping"}, {"key", "p"}});
  say({{"type", "watch"}, {"table", table}});
  say({{"type", "check"}, {"table", table}, {"key", "c"}, {"action", take}});
  say({{"type", "check"}, {"table", table}, {"action", {{"type", "take"}, {"heap", 7}, {"take", 1}}}});
  say({{"type", "compose"}, {"table", table}, {"key", "b"}, {"action", take}});
  say({{"type", "compose"}, {"table", table}, {"action", Json::object()}});
  say({{"type", "hint"}, {"table", table}, {"key", "h"}, {"level", "wise"}});
  say({{"type", "move"}, {"table", table}, {"rev", rev}, {"key", "m"}, {"action", take}});
  say({{"type", "move"}, {"table", table}, {"rev", rev}, {"key", "again"}, {"action", take}});
  say({{"type", "undo"}, {"table", table}, {"rev", rev + 1}, {"key", "u"}, {"to", 0}});
  say({{"type", "answer"}, {"table", table}, {"key", "a"}, {"proposal", rev}, {"agree", true}});
  say({{"type", "propose_replace"}, {"table", table}, {"key", "r"}, {"seat", 1}, {"with", "bot"}, {"level", "random"}});
  world.ask(node, "POST", "/api/tables/" + table + "/leave", Json::object(), tokens[1]);
  say({{"type", "propose_replace"}, {"table", table}, {"key", "s"}, {"seat", 1}, {"with", "person"}});
  say({{"type", "plans"}, {"table", table}, {"key", "g"}, {"plans", Json::array()}});
  say({{"type", "zone"}, {"table", table}, {"key", "z"}, {"minutes", -120}});
  say({{"type", "holiday"}, {"table", table}, {"key", "d"}, {"days", 2}});
  say({{"type", "pause"}, {"table", table}, {"key", "q"}, {"on", true}});
  say({{"type", "chat"}, {"table", table}, {"key", "t"}, {"text", "hello"}});
  say({{"type", "notes"}, {"table", table}, {"key", "n"}, {"text", "mine"}});
  say({{"type", "history"}, {"table", table}, {"key", "y"}, {"n", 0}});
  say({{"type", "history"}, {"table", table}, {"n", 70}});
  say({{"type", "older_chat"}, {"table", table}, {"key", "o"}, {"before", 900}});
  say({{"type", "older_log"}, {"table", table}, {"key", "l"}, {"before", 900}});
  say({{"type", "propose_end"}, {"table", table}, {"key", "e"}, {"standing", true}});
  say({{"type", "looking"}, {"key", "v"}, {"on", true}});
  say({{"type", "unwatch"}, {"table", table}});
  say({{"type", "watch"}, {"table", table}, {"rev", rev}});

  // Nothing is described that was not tried.
  const auto types = [&](const char* side) {
    std::set<std::string> all;
    for (const Json& message : schemas.api["x-websocket"][side])
      all.insert(schemas.api.at(
          Json::json_pointer(message["$ref"].get<std::string>().substr(1)))["properties"]["type"]["const"]);
    return all;
  };
  EXPECT_EQ(said, types("client"));
  EXPECT_EQ(heard, types("server"));
}

// What the description says of seats is what the engine knows.
TEST_F(WireTest, ThereAreAsManySeatsAsTheEngineHas) {
  const Json& all = schemas.api["components"]["schemas"];
  EXPECT_EQ(all["NewTable"]["properties"]["seats"]["maxItems"], max_seats);
  for (const char* name : {"Join", "ProposeReplaceMessage"})
    EXPECT_EQ(all[name]["properties"]["seat"]["maximum"], max_seats - 1) << name;
}

// A message that is not understood is refused with as much of its head as could be read.
TEST_F(WireTest, ARefusedMessageIsRecognisedByItsKey) {
  FakeConnection connection;
  const auto client = world.connect(node, connection, tokens[0]);
  const auto refused = [&](const Json& message) {
    world.say(node, client, message);
    Json frame = connection.take("error");
    EXPECT_EQ(schemas.fault_of_frame(frame, "server"), "");
    return Json::array({frame["error"]["code"], frame["error"]["values"].value("where", ""), frame.value("key", ""),
                        frame.value("table", "")});
  };
  const std::string table(16, 'A');
  EXPECT_EQ(refused({{"type", "dance"}, {"key", "k"}}), Json::parse(R"(["unknown_word","message.type","",""])"));
  EXPECT_EQ(refused({{"type", "chat"}, {"table", "T"}, {"text", "x"}}),
            Json::parse(R"(["missing","message.key","",""])"));
  EXPECT_EQ(refused({{"type", "chat"}, {"key", ""}, {"table", table}, {"text", "x"}}),
            Json::array({"key_empty", "", "", table}));
  EXPECT_EQ(refused({{"type", "undo"}, {"key", "k"}, {"table", table}, {"rev", -1}, {"to", 0}}),
            Json::array({"out_of_range", "message.rev", "k", table}));
  EXPECT_EQ(refused({{"type", "propose_replace"}, {"key", "k"}, {"table", table}, {"seat", 0}, {"with", "bot"}}),
            Json::array({"missing", "message.level", "k", table}));
  EXPECT_EQ(refused({{"type", "history"}, {"table", "T"}, {"n", 0}}), Json::array({"table_unknown", "", "", "T"}));
  EXPECT_EQ(refused({{"type", "ping"}, {"key", "k"}, {"loud", true}})[2], "k");
}

}  // namespace
}  // namespace remise::testing
