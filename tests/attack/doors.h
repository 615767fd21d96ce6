// Every door of the server: each operation of the HTTP half and each message of the WebSocket, with one well-formed use
// of it at a running table, and what a stranger gets who has a token but no seat there. A door that is missing here
// fails a test: whoever adds one says what a stranger may do with it.
#pragma once

#include <string>
#include <vector>

#include "core/json.h"

namespace remise::testing {

struct Door {
  std::string name;      // "POST /api/tables/*/join", "ws chat"
  Json sample;           // body or message
  std::string stranger;  // the code of the refusal; empty: open to everyone
};

inline std::vector<Door> doors() {
  const Json none = Json::object(), pass{{"type", "pass"}};
  const Json login{{"name", "Mallory"}, {"password", "long enough"}};
  return {
      {"GET /api/games", none, ""},
      {"GET /api/me", none, ""},
      {"PUT /api/me/preferences", {{"theme", "dark"}}, "login_needed"},
      {"GET /api/me/tables", none, ""},
      {"PUT /api/me/privacy",
       {{"profile", "everyone"}, {"invitations", "everyone"}, {"ratings", true}},
       "login_needed"},
      {"GET /api/me/people", none, "login_needed"},
      {"GET /api/me/invitations", none, "login_needed"},
      {"DELETE /api/me/invitations/*", none, "login_needed"},
      {"GET /api/people", none, "login_needed"},
      {"PUT /api/people/relation", {{"name", "Anna"}, {"relation", "friends"}}, "login_needed"},
      {"POST /api/people/report",
       {{"table", "AAAAAAAAAAAAAAAA"}, {"seat", 0}, {"reason", "abuse"}, {"text", "rude"}},
       "login_needed"},
      {"GET /api/me/calls", none, ""},
      {"PUT /api/me/calls", {{"push", true}}, "login_needed"},
      {"POST /api/me/ways",
       {{"kind", "webhook"}, {"lang", "en"}, {"url", "https://hooks.example/x"}, {"format", "json"}},
       "calls_off"},
      {"DELETE /api/me/ways/*", none, "not_found"},
      {"POST /api/me/ways/*/try", none, "not_found"},
      {"POST /api/calls/confirm", {{"token", "made.up"}}, "link_expired"},
      {"POST /api/calls/stop", none, "link_expired"},
      {"GET /api/tables/*/calls", none, "not_seated"},
      {"PUT /api/tables/*/calls", {{"push", false}}, "not_seated"},
      {"POST /api/tables/*/ways",
       {{"kind", "webhook"}, {"lang", "en"}, {"url", "https://hooks.example/x"}, {"format", "json"}},
       "not_host"},
      {"POST /api/accounts", login, ""},
      {"DELETE /api/accounts", {{"password", "long enough"}}, "login_needed"},
      {"PUT /api/accounts/password", {{"old", "long enough"}, {"new", "even longer"}}, "login_needed"},
      {"POST /api/accounts/recover", {{"name", "Anna"}}, "calls_off"},
      {"PUT /api/accounts/recover", {{"token", "made.1.up"}, {"password", "long enough"}}, "link_expired"},
      {"POST /api/session", {{"name", "Mallory"}, {"password", "wrong one"}}, "bad_login"},
      {"DELETE /api/session", none, "login_needed"},
      {"POST /api/players", none, ""},
      {"GET /api/tables", none, ""},
      {"POST /api/tables",
       {{"game", "1840"}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}, {"name", "Mallory"}},
       ""},
      {"GET /api/tables/*", none, ""},
      {"POST /api/tables/*/join", {{"name", "Mallory"}}, "table_full"},
      {"POST /api/tables/*/leave", none, "not_seated"},
      {"POST /api/tables/*/start", none, "already_started"},
      {"PUT /api/tables/*/seats/*", {{"kind", "human"}}, "not_host"},
      {"PUT /api/tables/*/terms", {{"clock", "none"}}, "not_host"},
      {"POST /api/tables/*/host", {{"seat", 1}}, "not_host"},
      {"POST /api/tables/*/close", none, "not_host"},
      {"POST /api/tables/*/invite", {{"name", "Anna"}}, "login_needed"},
      {"POST /api/tables/*/rematch", none, "not_seated"},
      {"POST /api/tables/*/link", none, "not_seated"},
      {"POST /api/tables/*/claim", {{"token", std::string(43, 'A')}}, "link_expired"},
      {"GET /api/tables/*/view", none, ""},
      {"POST /api/tables/*/moves", {{"rev", 2}, {"key", "m"}, {"action", pass}}, "not_seated"},
      {"POST /api/tables/*/check", {{"action", pass}}, "not_seated"},
      {"POST /api/tables/*/compose", {{"action", none}}, "not_seated"},
      {"POST /api/tables/*/hint", none, "not_seated"},
      {"POST /api/tables/*/review", none, "not_seated"},
      {"GET /api/tables/*/review", none, "match_running"},
      {"GET /api/tables/*/file", none, "match_running"},
      {"GET /api/tables/*/what-if", none, "not_seated"},
      {"GET /api/tables/*/picture", none, ""},
      {"GET /t/*", none, ""},
      {"GET /t/*/*", none, ""},
      {"GET /health", none, ""},
      {"GET /metrics", none, ""},
      {"GET /openapi.json", none, ""},
      {"ws hello", {{"type", "hello"}}, ""},
      {"ws ping", {{"type", "ping"}}, ""},
      {"ws watch", {{"type", "watch"}, {"table", "TABLE"}}, ""},
      {"ws looking", {{"type", "looking"}, {"on", true}}, ""},
      {"ws unwatch", {{"type", "unwatch"}, {"table", "TABLE"}}, ""},
      {"ws move", {{"type", "move"}, {"table", "TABLE"}, {"rev", 2}, {"key", "m"}, {"action", pass}}, "not_seated"},
      {"ws undo", {{"type", "undo"}, {"table", "TABLE"}, {"rev", 2}, {"key", "u"}, {"to", 0}}, "not_seated"},
      {"ws propose_replace",
       {{"type", "propose_replace"},
        {"table", "TABLE"},
        {"key", "r"},
        {"seat", 0},
        {"with", "bot"},
        {"level", "random"}},
       "not_seated"},
      {"ws plans", {{"type", "plans"}, {"table", "TABLE"}, {"key", "x"}, {"plans", Json::array({pass})}}, "not_seated"},
      {"ws propose_end", {{"type", "propose_end"}, {"table", "TABLE"}, {"key", "e"}, {"standing", true}}, "not_seated"},
      {"ws pause", {{"type", "pause"}, {"table", "TABLE"}, {"key", "p"}, {"on", true}}, "not_seated"},
      {"ws holiday", {{"type", "holiday"}, {"table", "TABLE"}, {"key", "d"}, {"days", 1}}, "not_seated"},
      {"ws zone", {{"type", "zone"}, {"table", "TABLE"}, {"key", "z"}, {"minutes", 60}}, "not_seated"},
      {"ws answer",
       {{"type", "answer"}, {"table", "TABLE"}, {"key", "a"}, {"proposal", 3}, {"agree", true}},
       "not_seated"},
      {"ws chat", {{"type", "chat"}, {"table", "TABLE"}, {"key", "c"}, {"text", "hello"}}, "not_seated"},
      {"ws notes", {{"type", "notes"}, {"table", "TABLE"}, {"key", "n"}, {"text", "hello"}}, "not_seated"},
      {"ws history", {{"type", "history"}, {"table", "TABLE"}, {"key", "h"}, {"n", 0}}, ""},
      {"ws check", {{"type", "check"}, {"table", "TABLE"}, {"key", "w"}, {"action", pass}}, "not_seated"},
      {"ws compose", {{"type", "compose"}, {"table", "TABLE"}, {"key", "b"}, {"action", none}}, "not_seated"},
      {"ws hint", {{"type", "hint"}, {"table", "TABLE"}, {"key", "i"}}, "not_seated"},
      {"ws older_chat", {{"type", "older_chat"}, {"table", "TABLE"}, {"key", "o"}, {"before", 9}}, ""},
      {"ws older_log", {{"type", "older_log"}, {"table", "TABLE"}, {"key", "l"}, {"before", 9}}, ""},
  };
}

}  // namespace remise::testing
