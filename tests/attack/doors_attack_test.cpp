// The same tried at every door: by a stranger, and with everything in a message twisted.
#include "attack/doors.h"

#include <set>

#include "server/app/app.h"
#include "support/server_process.h"

namespace remise::testing {
namespace {

class DoorsAttack : public ::testing::Test {
 protected:
  TestDatabase home{"sqlite"};
  Server server{Server::real(home.url())};
  HttpClient http{server.address()};
  const std::vector<std::string> tokens{token(), token()};
  const std::string stranger = token();
  const std::string id = start_table(http, "1840", tokens);

  static bool over_http(const Door& door) { return !door.name.starts_with("ws "); }
  std::pair<std::string, std::string> request(const Door& door) const {
    const auto space = door.name.find(' ');
    std::string path = door.name.substr(space + 1);
    for (const std::string& with : {id, std::string("0")})
      if (const auto star = path.find('*'); star != std::string::npos) path.replace(star, 1, with);
    return {door.name.substr(0, space), path};
  }
  std::string at_table(const Json& message) const {
    std::string text = message.dump();
    for (auto at = text.find("TABLE"); at != std::string::npos; at = text.find("TABLE")) text.replace(at, 5, id);
    return text;
  }
  // What one sends and gets, in one form for both halves: the code of the error, "" where there is none, and
  // "nothing" where no answer comes.
  std::string send_raw(const Door& door, const std::string& text, const std::string& as) {
    if (over_http(door)) {
      const auto [method, path] = request(door);
      const auto answer = http.ask(method, path, bearer(as), method == "GET" ? "" : text);
      if (!answer) return "nothing";
      if (answer->status >= 500) return "HTTP " + std::to_string(answer->status);
      const Json json = Json::parse(answer->body, nullptr, false);
      return json.is_object() && json.contains("error") ? json["error"]["code"].get<std::string>() : "";
    }
    WebSocketClient socket;
    if (socket.connect(server.address(), bearer(as)) != 101 || !socket.send(text)) return "nothing";
    const auto answer = socket.wait(5000);
    if (!answer)
      return socket.close_code() == 1009 ? "too_large" : socket.close_code() == 1007 ? "bad_text" : "nothing";
    const Json json = Json::parse(*answer);
    return json["type"] == "error" ? json["error"]["code"].get<std::string>() : "";
  }
  std::vector<store::Entry> log() const { return store::Database::open(home.url()).value().entries(id, 0).value(); }
};

TEST_F(DoorsAttack, EveryDoorIsKnownToTheAttacker) {
  std::set<std::string> known, real;
  for (const auto& door : doors()) known.insert(door.name);
  for (const auto& operation : server::App::operations()) real.insert(operation);
  for (const auto type : server::wire::message_types) real.insert("ws " + std::string(type));
  EXPECT_EQ(known, real) << "a new door needs a line in tests/attack/doors.h";
}

TEST_F(DoorsAttack, AStrangerChangesNothing) {
  const auto before = log();
  for (const auto& door : doors())
    EXPECT_EQ(send_raw(door, over_http(door) ? door.sample.dump() : at_table(door.sample), stranger), door.stranger)
        << door.name;
  EXPECT_EQ(log(), before);
}

// Without any token at all: the same refusals, or a request to say who one is; never more.
TEST_F(DoorsAttack, NobodyChangesNothing) {
  const auto before = log();
  for (const auto& door : doors()) {
    const auto code = send_raw(door, over_http(door) ? door.sample.dump() : at_table(door.sample), "");
    EXPECT_TRUE(door.stranger.empty() || !(code.empty() || code == "nothing")) << door.name;
  }
  EXPECT_EQ(log(), before);
}

// Each member left out, doubled, of every other type, out of every range, and one too many: always an answer, never a
// failure of the server, and nothing half done.
TEST_F(DoorsAttack, TwistedMessagesGetAClearAnswer) {
  const Json others[] = {nullptr,
                         true,
                         -1,
                         9007199254740993,
                         1e308,
                         "",
                         std::string(70'000, 'x'),
                         "\xef\xbf\xbd",
                         Json::array(),
                         Json::object(),
                         Json::array({Json::array({1})})};
  std::string deep = "1";
  for (int i = 0; i < 300; ++i) deep = "[" + deep + "]";
  int sent = 0;
  for (const auto& door : doors()) {
    if (door.name.starts_with("GET ")) continue;
    const Json sample = Json::parse(over_http(door) ? door.sample.dump() : at_table(door.sample));
    std::vector<std::string> texts{
        "", "[]", "null", "{", deep, "{\"a\":" + deep + "}", "\xff\xfe", "{\"x\":\"\\ud800\"}"};
    Json more = sample;
    more["never heard of"] = 1;
    texts.push_back(more.dump());
    for (const auto& [name, value] : sample.items()) {
      Json less = sample;
      less.erase(name);
      texts.push_back(less.dump());
      std::string twice = sample.dump();
      texts.push_back(twice.insert(1, Json(name).dump() + ":" + value.dump() + ","));
      for (const Json& other : others) {
        Json changed = sample;
        changed[name] = other;
        if (long_mode() || sent % 3 == 0) texts.push_back(changed.dump());
        ++sent;
      }
    }
    for (const auto& text : texts) {
      if (text.empty() && !over_http(door)) continue;
      const auto code = send_raw(door, text, stranger);
      EXPECT_NE(code, "nothing") << door.name << " " << text.substr(0, 200);
      EXPECT_FALSE(code.starts_with("HTTP 5")) << door.name << " " << code << " " << text.substr(0, 200);
    }
  }
  EXPECT_EQ(ask(http, "GET", "/health").status, 200);
  EXPECT_GT(sent, 200);
}

}  // namespace
}  // namespace remise::testing
