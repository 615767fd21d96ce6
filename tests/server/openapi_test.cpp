// The API's description against the running app: every path is there, every answer has the described form.
#include <gtest/gtest.h>

#include <fstream>

#include "support/fake_world.h"

namespace remise::testing {
namespace {

class OpenApiTest : public ::testing::Test {
 protected:
  OpenApiTest() : node(world.loop, world.db) {
    std::ifstream in(REMISE_SOURCE_DIR "/data/openapi.json");
    api = Json::parse(in);
  }

  static bool has_type(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "boolean") return value.is_boolean();
    return type == "null" && value.is_null();
  }
  // The part of JSON Schema that the file uses.
  std::string fault(const Json& value, const Json& schema, const std::string& where) const {
    if (schema.contains("$ref"))
      return fault(value, api["components"]["schemas"].at(schema["$ref"].get<std::string>().substr(21)), where);
    const Json types = schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]});
    if (std::ranges::none_of(types, [&](const Json& type) { return has_type(value, type); }))
      return where + ": " + value.dump() + " is no " + types.dump();
    if (schema.contains("enum") && std::ranges::find(schema["enum"], value) == schema["enum"].end())
      return where + ": unknown word " + value.dump();
    if (value.is_object() && schema.contains("properties")) {
      for (const Json& name : schema["required"])
        if (!value.contains(name.get<std::string>())) return where + ": " + name.dump() + " is missing";
      for (const auto& [name, member] : value.items()) {
        if (schema["properties"].contains(name)) {
          if (auto inner = fault(member, schema["properties"][name], where + "." + name); !inner.empty()) return inner;
        } else if (!schema["additionalProperties"]) {
          return where + ": " + name + " is not described";
        }
      }
    }
    if (value.is_array() && schema.contains("items"))
      for (const Json& item : value)
        if (auto inner = fault(item, schema["items"], where + "[]"); !inner.empty()) return inner;
    return "";
  }
  // Asks, and compares answer (and body) with the description.
  Json call(const std::string& method, const std::string& pattern, const Json& body = nullptr,
            const std::string& token = "", const std::string& query = "") {
    std::string path = pattern, lower = method;
    for (const auto& [name, value] : names) {
      const auto at = path.find("{" + name + "}");
      if (at != std::string::npos) path.replace(at, name.size() + 2, value);
    }
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const Json& operation = api["paths"].at(pattern).at(lower);
    called.insert(method + " " + pattern);
    if (operation.contains("requestBody")) {
      EXPECT_EQ(fault(body, operation["requestBody"]["content"]["application/json"]["schema"],
                      method + " " + pattern + " body"),
                "");
    }
    const auto answer =
        world.ask(node, method, path + query, body, token, [](server::Request& r) { r.address = "127.0.0.1"; });
    const Json& described = operation["responses"][answer.status == 200 ? "200" : "default"];
    if (described.contains("content")) {
      EXPECT_EQ(fault(answer.body, described["content"]["application/json"]["schema"], method + " " + pattern), "");
    }
    statuses[method + " " + pattern] = answer.status;
    return answer.body;
  }

  World world;
  FakeNode node;
  Json api;
  std::map<std::string, std::string> names;
  std::set<std::string> called;
  std::map<std::string, int> statuses;
};

TEST_F(OpenApiTest, EveryOperationAnswersAsDescribed) {
  const std::string me = player_token(node.entropy), friend_ = player_token(node.entropy);
  call("GET", "/api/games");
  call("GET", "/health");
  call("GET", "/metrics");
  call("GET", "/openapi.json");
  call("GET", "/api/me", nullptr, me);
  call("POST", "/api/players", Json::object());
  const Json seats = Json::parse(R"([{"kind":"human"},{"kind":"human"}])");
  names["table"] = call("POST", "/api/tables", {{"game", "nim"}, {"seats", seats}, {"name", "a"}, {"shuffle", false}},
                        me)["table"]["id"];
  names["seat"] = "1";
  call("PUT", "/api/tables/{table}/seats/{seat}", {{"kind", "bot"}, {"level", "random"}}, me);
  call("PUT", "/api/tables/{table}/seats/{seat}", {{"kind", "human"}}, me);
  call("POST", "/api/tables/{table}/join", {{"name", "b"}}, friend_);
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
  call("PUT", "/api/me/preferences", {{"sound", false}}, me);
  call("POST", "/api/tables/{table}/leave", Json::object(), friend_);
  for (const auto& [operation, status] : statuses) EXPECT_EQ(status, 200) << operation;
  call("POST", "/api/accounts", {{"name", "Anna"}, {"password", "long enough"}});
  call("POST", "/api/session", {{"name", "Anna"}, {"password", "wrong one"}});
  call("DELETE", "/api/session");
  call("PUT", "/api/accounts/password", {{"old", "x"}, {"new", "y"}});
  call("DELETE", "/api/accounts", {{"password", "x"}});

  // Nothing is described that was not tried, and nothing is offered that is not described.
  std::set<std::string> described;
  for (const auto& [path, operations] : api["paths"].items())
    for (const auto& [method, operation] : operations.items()) {
      std::string upper = method;
      std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
      described.insert(upper + " " + path);
    }
  EXPECT_EQ(called, described);
  EXPECT_EQ(server::App::operations().size(), described.size());
  for (std::string operation : server::App::operations()) {
    for (const char* name : {"{table}", "{seat}"})
      if (const auto star = operation.find('*'); star != std::string::npos) operation.replace(star, 1, name);
    EXPECT_TRUE(described.contains(operation)) << operation;
  }
}

}  // namespace
}  // namespace remise::testing
