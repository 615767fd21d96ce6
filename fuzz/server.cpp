// Targets at the server's session layer: the real core, a fresh database in memory, toy games. "$T" in the input stands
// for the id of a table, so that requests get past the door.
#include "core/assert.h"
#include "support/fake_world.h"
#include "targets.h"

namespace remise::fuzz {
namespace {

using testing::FakeLink;
using testing::FakeNode;
using testing::World;

std::string with_table(std::string_view text, const std::string& table) {
  std::string result(text.substr(0, 1 << 16));
  for (auto at = result.find("$T"); at != std::string::npos; at = result.find("$T", at + table.size()))
    result.replace(at, 2, table);
  return result;
}

struct Place {
  Place() : node(world.loop, world.db), token(server::new_token(node.entropy)) {
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
  // Whatever was asked: the log folds to a table, and the server still answers.
  void check() {
    world.loop.advance(30'000);
    const auto entries = world.db.entries(table, 0);
    REMISE_ASSERT(entries.has_value());
    server::Table folded(table, node.games);
    folded.load(*entries);
    REMISE_ASSERT(!folded.broken());
    REMISE_ASSERT(world.ask(node, "GET", "/health").status == 200);
  }

  World world;
  FakeNode node;
  std::string token, table;
};

}  // namespace

void run_frames(std::string_view input) {
  Place place;
  FakeLink link;
  const auto client = place.world.connect(place.node, link, place.token);
  REMISE_ASSERT(client != 0);
  const std::string text = with_table(input, place.table);
  std::size_t from = 0;
  for (int count = 0; from < text.size() && count < 40; ++count) {
    const auto end = std::min(text.find('\n', from), text.size());
    place.node.core.clients().received(client, std::string_view(text).substr(from, end - from));
    place.world.loop.settle();
    from = end + 1;
  }
  for (const Json& frame : link.frames) REMISE_ASSERT(frame.is_object() && frame.contains("type"));
  place.check();
  place.node.core.clients().remove(client);
}

void run_http(std::string_view input) {
  Place place;
  const std::string text = with_table(input, place.table);
  std::size_t from = 0;
  for (int count = 0; from < text.size() && count < 8; ++count) {
    const auto end = std::min(text.find("\n\n", from), text.size());
    const std::string one = text.substr(from, end - from);
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
    place.node.core.http(request, [&](const server::Response& response) {
      ++answers;
      REMISE_ASSERT(response.status >= 200 && response.status < 600);
      if (response.content_type == "application/json" && !response.body.empty())
        REMISE_ASSERT(Json::accept(response.body));
    });
    place.world.loop.advance(30'000);
    REMISE_ASSERT(answers == 1);
  }
  place.check();
}

}  // namespace remise::fuzz
