// Targets at the server's session layer: the real app, a fresh database in memory, toy games. $T in the input stands
// for the id of a table and "$R" for its revision at that moment, so that requests get past the door.
#include <algorithm>

#include "core/assert.h"
#include "support/fake_world.h"
#include "targets.h"

namespace remise::fuzz {
namespace {

using testing::FakeConnection;
using testing::FakeNode;
using testing::World;

void replace_all(std::string& text, std::string_view what, const std::string& by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

Depth depth_of(int status) {
  if (status == 404 || status == 405) return Depth::unread;  // no such thing to ask
  return status < 300 ? Depth::accepted : status == 400 ? Depth::misshapen : Depth::refused;
}

struct Place {
  Place() : node(world.loop, world.db), token(testing::player_token(node.entropy)) {
    const auto made = world.ask(node, "POST", "/api/tables",
                                {{"game", "tally"},
                                 {"seats", {{{"kind", "human"}}, {{"kind", "bot"}, {"level", "random"}}}},
                                 {"shuffle", false},
                                 {"name", "p"}},
                                token);
    REMISE_ASSERT(made.status == 200);
    table = made.body["table"]["id"];
    REMISE_ASSERT(world.ask(node, "POST", "/api/tables/" + table + "/start", Json::object(), token).status == 200);
  }
  std::size_t deeds() {
    const auto entries = world.db.entries(table, 0);
    REMISE_ASSERT(entries.has_value());
    return entries->size();
  }
  std::int64_t revision() {
    const auto entries = world.db.entries(table, 0);
    REMISE_ASSERT(entries.has_value());
    server::Table folded(table, node.games);
    folded.load(*entries);
    REMISE_ASSERT(!folded.broken());
    return folded.rev();
  }
  std::string with_names(std::string_view text) {
    std::string result(text);
    replace_all(result, "$T", table);
    if (text.find("$R") != text.npos) replace_all(result, "\"$R\"", std::to_string(revision()));
    return result;
  }
  // Whatever was asked: the log folds to a table, and the server still answers.
  void check() {
    world.loop.advance(30'000);
    (void)revision();
    REMISE_ASSERT(world.ask(node, "GET", "/health").status == 200);
  }

  World world;
  FakeNode node;
  std::string token, table;
};

}  // namespace

Depth run_frames(std::string_view input) {
  Place place;
  FakeConnection connection;
  const auto client = place.world.connect(place.node, connection, place.token);
  REMISE_ASSERT(client != 0);
  const std::string_view text = input.substr(0, most_text);
  const auto deeds = place.deeds();
  Depth best = Depth::unread;
  std::size_t from = 0;
  for (int count = 0; from < text.size() && count < 40; ++count) {
    const auto end = std::min(text.find('\n', from), text.size());
    const std::string frame = place.with_names(text.substr(from, end - from));
    if (Json::accept(frame)) best = std::max(best, Depth::misshapen);
    place.node.app.clients().received(client, frame);
    place.world.loop.settle();
    from = end + 1;
  }
  for (const Json& frame : connection.frames) {
    REMISE_ASSERT(frame.is_object() && frame.contains("type"));
    if (frame.contains("table")) best = std::max(best, Depth::refused);
  }
  place.check();
  place.node.app.clients().remove(client);
  return place.deeds() > deeds ? Depth::accepted : best;
}

Depth run_http(std::string_view input) {
  Place place;
  const std::string_view text = input.substr(0, most_text);
  Depth best = Depth::unread;
  std::size_t from = 0;
  for (int count = 0; from < text.size() && count < 8; ++count) {
    const auto end = std::min(text.find("\n\n", from), text.size());
    const std::string one = place.with_names(text.substr(from, end - from));
    from = end + 2;
    const auto line = std::min(one.find('\n'), one.size());
    const auto space = std::min(one.find(' '), line);
    server::Request request;
    request.method = one.substr(0, space);
    const std::string target = space < line ? one.substr(space + 1, line - space - 1) : "";
    const auto mark = std::min(target.find('?'), target.size());
    request.path = target.substr(0, mark);
    for (std::size_t at = mark + 1; at < target.size();) {
      const auto stop = std::min(target.find('&', at), target.size());
      const auto equals = std::min(target.find('=', at), stop);
      request.query[target.substr(at, equals - at)] = equals < stop ? target.substr(equals + 1, stop - equals - 1) : "";
      at = stop + 1;
    }
    // A password takes 50 ms to hash: its requests are tried elsewhere.
    if (request.path.starts_with("/api/accounts") || request.path.starts_with("/api/session")) continue;
    request.body = line < one.size() ? one.substr(line + 1) : "";
    request.content_type = "application/json";
    request.host = "trams.example";
    request.address = "192.0.2.7";
    if (count % 4 != 3) request.authorization = "Bearer " + place.token;
    int answers = 0;
    place.node.app.http(request, [&](const server::Response& response) {
      ++answers;
      REMISE_ASSERT(response.status >= 200 && response.status < 600);
      best = std::max(best, depth_of(response.status));
      if (response.content_type == "application/json" && !response.body.empty())
        REMISE_ASSERT(Json::accept(response.body));
    });
    place.world.loop.advance(30'000);
    REMISE_ASSERT(answers == 1);
  }
  place.check();
  return best;
}

}  // namespace remise::fuzz
