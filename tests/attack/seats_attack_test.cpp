// Seats: nobody takes another's.
#include "support/server_process.h"

namespace remise::testing {
namespace {

struct Waiting {
  std::string id, host, guest;
};

// A table of two that waits for its start: a host and a guest, each with a token.
Waiting waiting_table(HttpClient& http, const std::string& game = "1840") {
  Waiting table{"", token(), token()};
  const auto made = ask(http, "POST", "/api/tables",
                        {{"game", game}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}, {"name", "host"}},
                        table.host);
  EXPECT_EQ(made.status, 200) << made.body;
  table.id = made.body["table"]["id"];
  EXPECT_EQ(ask(http, "POST", "/api/tables/" + table.id + "/join", {{"name", "guest"}}, table.guest).status, 200);
  return table;
}

std::string link_of(HttpClient& http, const std::string& table, const std::string& who) {
  const auto made = ask(http, "POST", "/api/tables/" + table + "/link", Json::object(), who);
  EXPECT_EQ(made.status, 200) << made.body;
  return made.body["token"];
}

class SeatAttack : public ::testing::Test {
 protected:
  TestDatabase home{"sqlite"};
  Server server{Server::real(home.url())};
  HttpClient http{server.address()};

  void expect_dead(const std::string& table, const std::string& link) {
    const auto claimed = ask(http, "POST", "/api/tables/" + table + "/claim", {{"token", link}}, token());
    EXPECT_EQ(claimed.status, 409) << claimed.body;
    EXPECT_EQ(claimed.body["error"]["code"], "link_expired");
  }
};

TEST_F(SeatAttack, ALinkDiesWithTheOneWhoLeaves) {
  const auto [id, host, guest] = waiting_table(http);
  const auto link = link_of(http, id, guest);
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/leave", Json::object(), guest).status, 200);
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/join", {{"name", "another"}}, token()).status, 200);
  expect_dead(id, link);
}

TEST_F(SeatAttack, ALinkDiesWithTheOneWhoIsRemoved) {
  const auto [id, host, guest] = waiting_table(http);
  const auto link = link_of(http, id, guest);
  ASSERT_EQ(ask(http, "PUT", "/api/tables/" + id + "/seats/1", {{"kind", "bot"}, {"level", "random"}}, host).status,
            200);
  expect_dead(id, link);
  ASSERT_EQ(ask(http, "POST", "/api/tables/" + id + "/start", Json::object(), host).status, 200);
  expect_dead(id, link);
}

}  // namespace
}  // namespace remise::testing
