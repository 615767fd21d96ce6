// What people are to each other, against a real server on both databases: names that are fished for, blocks that are
// tried to get around, secrets in what others see.
#include <chrono>
#include <set>
#include <thread>

#include "store/people.h"
#include "support/server_process.h"

namespace remise::testing {
namespace {

class ProfilesAttack : public ::testing::TestWithParam<const char*> {
 protected:
  TestDatabase home{GetParam()};
  Server server{Server::real(home.url())};
  HttpClient http{server.address()};

  struct Somebody {
    Headers headers;
  };
  Reply ask(Somebody& who, const std::string& method, const std::string& path, const Json& body = nullptr) {
    Headers sent = who.headers;
    sent.emplace_back("Sec-Fetch-Site", "same-origin");
    const auto answer = http.ask(method, path, sent, body.is_null() ? "" : body.dump());
    if (!answer) return {};
    for (auto [at, end] = answer->headers.equal_range("set-cookie"); at != end; ++at)
      who.headers = {{"Cookie", at->second.substr(0, at->second.find(';'))}};
    return {answer->status, Json::parse(answer->body, nullptr, false)};
  }
  std::string code(Somebody& who, const std::string& method, const std::string& path, const Json& body = nullptr) {
    const auto answer = ask(who, method, path, body);
    return answer.status == 200      ? ""
           : answer.body.is_object() ? answer.body["error"]["code"].get<std::string>()
                                     : "nothing";
  }
  Somebody somebody(const std::string& name) {
    Somebody one;
    EXPECT_EQ(code(one, "POST", "/api/accounts", {{"name", name}, {"password", "long enough"}}), "");
    return one;
  }
  std::string table(Somebody& host, const Json& more = Json::object()) {
    Json body{{"game", "1840"}, {"name", "H"}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}};
    body.update(more);
    return ask(host, "POST", "/api/tables", body).body["table"]["id"];
  }
};

// Whoever tries names learns nothing: the same answer for a hidden profile, for a blocked asker and for no such person.
TEST_P(ProfilesAttack, NamesAreNotFished) {
  Somebody her = somebody("Anna"), mallory = somebody("Mallory");
  const auto answers = [&](const std::string& name) {
    const auto profile = ask(mallory, "GET", "/api/people?name=" + name);
    const auto friends = ask(mallory, "PUT", "/api/people/relation", {{"name", name}, {"relation", "friends"}});
    const auto listed = ask(mallory, "GET", "/api/me/people").body["asked"].size();
    const auto block = ask(mallory, "PUT", "/api/people/relation", {{"name", name}, {"relation", "none"}});
    return Json{profile.status, profile.body, friends.status, friends.body, block.status, block.body, listed};
  };
  const Json nobody = answers("Zoltan");
  EXPECT_EQ(answers("Anna"), nobody);
  ASSERT_EQ(code(her, "PUT", "/api/people/relation", {{"name", "Mallory"}, {"relation", "blocked"}}), "");
  EXPECT_EQ(answers("Anna"), nobody);
  const auto id = table(mallory);
  EXPECT_EQ(ask(mallory, "POST", "/api/tables/" + id + "/invite", {{"name", "Anna"}}).body,
            ask(mallory, "POST", "/api/tables/" + id + "/invite", {{"name", "Zoltan"}}).body);
  EXPECT_TRUE(ask(her, "GET", "/api/me/invitations").body["invitations"].empty());
}

// By table and seat one reaches people, never the name of their account, and not those who are hidden.
TEST_P(ProfilesAttack, ASeatDoesNotTellTheAccount) {
  Somebody her = somebody("Anna Secret"), mallory = somebody("Mallory");
  const auto id = table(her);
  const std::string seat = "table=" + id + "&seat=0";
  EXPECT_EQ(code(mallory, "GET", "/api/people?" + seat), "person_unknown");
  EXPECT_EQ(code(mallory, "GET", "/api/people?table=" + id + "&seat=9"), "seat_unknown");
  EXPECT_EQ(code(mallory, "GET", "/api/people?table=" + id), "person_unknown");
  EXPECT_EQ(code(mallory, "GET", "/api/people?table=zz&seat=0"), "person_unknown");
  for (const char* relation : {"friends", "blocked"}) {
    ASSERT_EQ(code(mallory, "PUT", "/api/people/relation", {{"table", id}, {"seat", 0}, {"relation", relation}}), "");
    EXPECT_EQ(ask(mallory, "GET", "/api/me/people").body.dump().find("Secret"), std::string::npos);
  }
  EXPECT_EQ(ask(mallory, "GET", "/api/tables/" + id).body.dump().find("Secret"), std::string::npos);
}

// A rematch nobody can call who did not play; a kept seat nobody else takes; a table that never ran has none.
TEST_P(ProfilesAttack, ARematchIsForThoseWhoPlayed) {
  Somebody her = somebody("Anna"), mallory = somebody("Mallory");
  const auto id = table(her);
  EXPECT_EQ(code(mallory, "POST", "/api/tables/" + id + "/rematch", Json::object()), "not_seated");
  EXPECT_EQ(code(her, "POST", "/api/tables/" + id + "/rematch", Json::object()), "match_running");
  ASSERT_EQ(code(her, "POST", "/api/tables/" + id + "/close", Json::object()), "");
  EXPECT_EQ(code(her, "POST", "/api/tables/" + id + "/rematch", Json::object()), "match_running");
}

// Twisted bodies: refused with a code, whatever they hold.
TEST_P(ProfilesAttack, TwistedBodiesAreRefused) {
  Somebody mallory = somebody("Mallory");
  const std::vector<std::pair<std::string, Json>> bodies{
      {"PUT /api/people/relation", {{"relation", "owner"}}},
      {"PUT /api/people/relation", {{"relation", "friends"}}},
      {"PUT /api/people/relation", {{"relation", "none"}, {"id", "AAAAAAAAAAAAAAAA"}}},
      {"PUT /api/people/relation", {{"relation", "none"}, {"id", std::string(33, 'A')}}},
      {"PUT /api/people/relation", {{"relation", "none"}, {"id", 7}}},
      {"PUT /api/people/relation", {{"relation", "friends"}, {"table", "../../etc"}, {"seat", 0}}},
      {"PUT /api/people/relation", {{"relation", "friends"}, {"name", std::string(5000, 'x')}}},
      {"PUT /api/people/relation", {{"relation", "friends"}, {"name", 7}}},
      {"POST /api/people/report", {{"table", "x"}, {"seat", 0}, {"reason", "abuse"}}},
      {"POST /api/people/report", {{"table", "AAAAAAAAAAAAAAAA"}, {"seat", -1}, {"reason", "abuse"}}},
      {"PUT /api/me/privacy", {{"profile", "everyone"}}},
      {"PUT /api/me/privacy", {{"profile", "x"}, {"invitations", "x"}, {"ratings", 1}}}};
  for (const auto& [door, body] : bodies) {
    const auto space = door.find(' ');
    const auto refused = code(mallory, door.substr(0, space), door.substr(space + 1), body);
    EXPECT_FALSE(refused.empty() || refused == "nothing") << door << " " << body.dump().substr(0, 80);
  }
}

INSTANTIATE_TEST_SUITE_P(Databases, ProfilesAttack, ::testing::Values("sqlite", "postgresql"));

}  // namespace
}  // namespace remise::testing
