// A server process of its own for a test, and the little words to talk to it over real sockets.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "core/json.h"
#include "load/wire.h"
#include "server/people/tokens.h"
#include "store/database.h"
#include "support/databases.h"
#include "support/player_tokens.h"

namespace remise::testing {

// A move of the small game every test server has (support/tally.h).
inline Json add_one() { return {{"type", "add"}, {"value", 1}}; }

using server::Address;
using server::Headers;
using server::HttpClient;
using server::WebSocketClient;

inline bool long_mode() {
  const char* wanted = std::getenv("REMISE_LONG");
  return wanted && std::string(wanted) == "1";
}

class Server {
 public:
  // What to start; "PORT" stands for the port, which is kept over restarts. It prints its port, or an address with it.
  using Command = std::vector<std::string>;
  static Command toy(const std::string& database, const Json& settings = Json::object()) {
    return {TOY_SERVER, database, "PORT", settings.dump()};
  }
#ifdef REMISE_PROGRAM
  static Command real(const std::string& database, const std::vector<std::string>& further = {}) {
    Command command{REMISE_PROGRAM, "serve", "--db", database, "--port", "PORT", "--rate-limit", "0", "--log", "error"};
    command.insert(command.end(), further.begin(), further.end());
    return command;
  }
#endif

  explicit Server(Command command) : command_(std::move(command)) {
    plant_key();
    start();
  }

  void start() {
    Command command = command_;
    for (auto& word : command)
      if (word == "PORT") word = std::to_string(port_);
    process_ = Process(command);
    std::string line = process_.line();
    while (!line.empty() && !std::isdigit(static_cast<unsigned char>(line.back()))) line.pop_back();
    if (line.empty()) throw std::runtime_error("the server does not start");
    port_ = std::stoi(line.substr(line.rfind(':') == std::string::npos ? 0 : line.rfind(':') + 1));
  }
  void kill() { process_.end(SIGKILL); }
  int stop() { return process_.end(SIGTERM); }
  Address address() const { return {"127.0.0.1", port_}; }
  int pid() const { return process_.pid(); }
  // Resident memory in MiB.
  double memory() const {
    std::ifstream in("/proc/" + std::to_string(pid()) + "/statm");
    double all = 0, resident = 0;
    in >> all >> resident;
    return resident * 4096 / (1 << 20);
  }

 private:
  // So that token() below is one this server takes for its own.
  void plant_key() const {
    const auto flag = std::ranges::find(command_, "--db");
    const auto toy = std::ranges::find(command_, TOY_SERVER);
    const auto before = flag != command_.end() ? flag : toy;
    if (before == command_.end() || before + 1 == command_.end()) return;
    auto db = store::Database::open(*(before + 1));
    if (db && db->migrate()) plant_token_key(*db);
  }

  Command command_;
  int port_ = 0;
  Process process_;
};

inline Headers bearer(const std::string& token) {
  if (token.empty()) return {};
  return {{"Authorization", "Bearer " + token}};
}

struct Reply {
  int status = 0;
  Json body;
};
inline Reply ask(HttpClient& http, const std::string& method, const std::string& path, const Json& body = nullptr,
                 const std::string& token = "") {
  const auto answer = http.ask(method, path, bearer(token), body.is_null() ? "" : body.dump());
  if (!answer) return {0, answer.error()};
  return {answer->status, Json::parse(answer->body, nullptr, false)};
}
inline std::string token() {
  server::SystemEntropy entropy;
  server::start_crypto();
  return player_token(entropy);
}
// A running match: a seat for each token, then one bot for each level.
inline std::string start_table(HttpClient& http, const std::string& game, const std::vector<std::string>& tokens,
                               const std::vector<std::string>& bots = {}, const Json& options = Json::object()) {
  Json seats = Json::array();
  for (std::size_t i = 0; i < tokens.size(); ++i) seats.push_back({{"kind", "human"}});
  for (const auto& level : bots) seats.push_back({{"kind", "bot"}, {"level", level}});
  const auto made =
      ask(http, "POST", "/api/tables",
          {{"game", game}, {"seats", seats}, {"options", options}, {"shuffle", false}, {"hints", true}, {"name", "p"}},
          tokens[0]);
  EXPECT_EQ(made.status, 200) << made.body;
  const std::string id = made.body["table"]["id"];
  for (std::size_t i = 1; i < tokens.size(); ++i)
    EXPECT_EQ(ask(http, "POST", "/api/tables/" + id + "/join", {{"name", "p"}}, tokens[i]).status, 200);
  EXPECT_EQ(ask(http, "POST", "/api/tables/" + id + "/start", Json::object(), tokens[0]).status, 200);
  return id;
}
// The next message of this type.
inline Json next(WebSocketClient& socket, const std::string& type, int timeout_ms = 5000) {
  while (auto text = socket.wait(timeout_ms)) {
    Json message = Json::parse(*text);
    if (message.value("type", "") == type) return message;
  }
  return nullptr;
}
inline void send(WebSocketClient& socket, const Json& message) { ASSERT_TRUE(socket.send(message.dump())); }

// A started table as it lies in the database, with a setup of the test's own: seat i is held by tokens[i].
inline void store_started(const std::string& database, const std::string& id, const std::string& game,
                          const Json& setup, const std::vector<std::string>& tokens, int rules = 1) {
  auto db = store::Database::open(database).value();
  ASSERT_TRUE(db.migrate());
  Json seats = Json::array(), order = Json::array();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    seats.push_back({{"kind", "human"}});
    order.push_back(i);
  }
  const auto holder = [&](std::size_t i) { return "g:" + server::token_hash(tokens[i]); };
  std::int64_t number = 0;
  const auto write = [&](const std::string& kind, const Json& payload) {
    const store::Write one{{id, number++, kind, payload.dump(), 5}, {}, {}, store::JobChange::keep};
    ASSERT_TRUE(db.commit(std::span(&one, 1)).value()[0]);
  };
  write("created", {{"game", game},
                    {"options", Json::object()},
                    {"seats", seats},
                    {"open", true},
                    {"shuffle", false},
                    {"title", ""},
                    {"host", holder(0)},
                    {"name", "a"},
                    {"seat", 0}});
  for (std::size_t i = 1; i < tokens.size(); ++i)
    write("seated", {{"seat", i}, {"name", std::string(1, static_cast<char>('a' + i))}, {"holder", holder(i)}});
  write("started", {{"setup", setup}, {"rules", rules}, {"order", order}});
}

// What differs between two tables for no reason of the game: the table's name, and times.
inline std::string without_name_and_times(std::string bytes, const std::string& id) {
  for (auto at = bytes.find(id); at != std::string::npos; at = bytes.find(id)) bytes.replace(at, id.size(), "TABLE");
  std::string clean;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const std::string_view time : {"\"updated\":", "\"since\":"}) {
      if (bytes.compare(i, time.size(), time) != 0) continue;
      i += time.size();
      while (std::isdigit(static_cast<unsigned char>(bytes[i]))) ++i;
    }
    clean += bytes[i];
  }
  return clean;
}

}  // namespace remise::testing
