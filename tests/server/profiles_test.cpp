// What people are to each other: results, ratings, profiles, friends, blocks, invitations, once more, the lobby.
#include <gtest/gtest.h>

#include "server/people/results.h"
#include "store/people.h"
#include "support/fake_world.h"

namespace remise::testing {
namespace {

class Profiles : public ::testing::Test {
 protected:
  using Person = std::map<std::string, std::string>;  // cookies

  Profiles() : node(world.loop, world.db) {}

  World::Answer ask(Person& who, const std::string& method, const std::string& path, const Json& body = nullptr,
                    FakeNode* at = nullptr) {
    auto answer = world.ask(at ? *at : node, method, path, body, "", [&](server::Request& request) {
      for (const auto& [name, value] : who) request.cookie += (request.cookie.empty() ? "" : "; ") + name + "=" + value;
      request.origin = "http://trams.example";
      request.address = "192.0.2." + std::to_string(++asked % 200);
    });
    for (const auto& [name, value] : answer.headers)
      if (name == "Set-Cookie") {
        const auto equals = value.find('=');
        who[value.substr(0, equals)] = value.substr(equals + 1, value.find(';') - equals - 1);
      }
    return answer;
  }
  Person person(const std::string& name) {
    Person one;
    EXPECT_EQ(ask(one, "POST", "/api/accounts", {{"name", name}, {"password", "long enough"}}).status, 200);
    return one;
  }
  std::string code(Person& who, const std::string& method, const std::string& path, const Json& body = nullptr) {
    const auto answer = ask(who, method, path, body);
    return answer.status == 200 ? "" : answer.body["error"]["code"].get<std::string>();
  }
  // A table of the people; the first makes it.
  std::string table(const std::vector<std::pair<Person*, std::string>>& people, const Json& more = Json::object()) {
    Json body{{"game", "nim"}, {"shuffle", false}, {"name", people[0].second}};
    for (std::size_t i = 0; i < people.size(); ++i) body["seats"].push_back({{"kind", "human"}});
    body.update(more);
    const auto made = ask(*people[0].first, "POST", "/api/tables", body);
    EXPECT_EQ(made.status, 200) << made.text;
    const std::string id = made.body["table"]["id"];
    for (std::size_t i = 1; i < people.size(); ++i)
      EXPECT_EQ(code(*people[i].first, "POST", "/api/tables/" + id + "/join", {{"name", people[i].second}}), "");
    return id;
  }
  // Plays to the end; whoever is to move takes what is left of the first heap.
  void play(const std::string& id, const std::vector<Person*>& people) {
    EXPECT_EQ(code(*people[0], "POST", "/api/tables/" + id + "/start", Json::object()), "");
    for (int i = 0; i < 40; ++i) {
      const auto view = ask(*people[0], "GET", "/api/tables/" + id + "/view");
      if (view.body["view"]["to_act"].empty()) break;
      Person& mover = *people[view.body["view"]["to_act"][0].get<std::size_t>()];
      const auto own = ask(mover, "GET", "/api/tables/" + id + "/view");
      Json action = own.body["view"]["legal"][0];
      if (action["take"].is_object()) action["take"] = action["take"]["max"];
      ASSERT_EQ(code(mover, "POST", "/api/tables/" + id + "/moves",
                     {{"rev", own.body["rev"]}, {"key", "m" + std::to_string(i)}, {"action", action}}),
                "");
    }
    world.loop.advance(5000);
  }
  std::int64_t rows(const std::string& sql) { return store::number(world.db.sql().query(sql).value()[0][0]).value(); }

  World world;
  FakeNode node;
  int asked = 0;
};

TEST_F(Profiles, AFinishedMatchIsKeptOnceAndRated) {
  Person anna = person("Anna"), bruno = person("Bruno");
  const auto id = table({{&anna, "A"}, {&bruno, "B"}}, {{"rated", true}});
  EXPECT_FALSE(ask(anna, "GET", "/api/tables/" + id).body["table"]["hints"].get<bool>());
  play(id, {&anna, &bruno});
  EXPECT_EQ(rows("SELECT COUNT(*) FROM results"), 2);
  EXPECT_EQ(rows("SELECT COUNT(*) FROM ratings"), 2);
  // Nobody sees a rating who has not asked for it.
  auto profile = ask(anna, "GET", "/api/people").body;
  EXPECT_EQ(profile["name"], "Anna");
  EXPECT_EQ(profile["games"][0]["played"], 1);
  EXPECT_TRUE(profile["games"][0]["rating"].is_null());
  EXPECT_TRUE(profile["matches"][0]["change"].is_null());
  EXPECT_TRUE(profile["matches"][0]["rated"].get<bool>());
  EXPECT_EQ(profile["matches"][0]["with"], Json({"B"}));
  EXPECT_EQ(profile["opponents"][0]["played"], 1);
  ASSERT_EQ(
      code(anna, "PUT", "/api/me/privacy", {{"profile", "friends"}, {"invitations", "nobody"}, {"ratings", true}}), "");
  profile = ask(anna, "GET", "/api/people").body;
  EXPECT_EQ(profile["games"][0]["rating"]["matches"], 1);
  const double change = profile["matches"][0]["change"];
  EXPECT_EQ(change > 1, profile["matches"][0]["place"] == 1) << profile.dump();
  // Looked at again, by this node and another, nothing changes.
  const auto before = world.db.sql().query("SELECT * FROM ratings ORDER BY holder").value();
  FakeNode other(world.loop, world.db, "other");
  world.loop.advance(20'000);
  EXPECT_EQ(world.db.sql().query("SELECT * FROM ratings ORDER BY holder").value(), before);
  EXPECT_EQ(rows("SELECT COUNT(*) FROM results"), 2);
}

// Two nodes that found the same match: the second finds it done.
TEST_F(Profiles, OneOfTwoNodesRates) {
  Person anna = person("Anna"), bruno = person("Bruno");
  const auto id = table({{&anna, "A"}, {&bruno, "B"}}, {{"rated", true}});
  play(id, {&anna, &bruno});
  const store::PlayedMatch again{id, "nim", 5, 2, {{0, "a:x", "A", 1, true}, {1, "a:y", "B", 2, true}}};
  EXPECT_FALSE(store::score(world.db, again, [](auto&) { FAIL(); }).value());
  EXPECT_EQ(rows("SELECT COUNT(*) FROM results"), 2);
}

// A database that fails in the middle has kept nothing: the next look does it all.
TEST_F(Profiles, AFaultLeavesNothingHalfDone) {
  Person anna = person("Anna"), bruno = person("Bruno");
  const auto id = table({{&anna, "A"}, {&bruno, "B"}}, {{"rated", true}});
  ASSERT_TRUE(world.db.sql().query("ALTER TABLE ratings RENAME TO hidden"));
  play(id, {&anna, &bruno});
  EXPECT_EQ(rows("SELECT COUNT(*) FROM results"), 0);
  EXPECT_EQ(rows("SELECT COUNT(*) FROM tables WHERE scored = 1"), 0);
  ASSERT_TRUE(world.db.sql().query("ALTER TABLE hidden RENAME TO ratings"));
  world.loop.advance(5000);
  EXPECT_EQ(rows("SELECT COUNT(*) FROM results"), 2);
  EXPECT_EQ(rows("SELECT COUNT(*) FROM ratings"), 2);
}

TEST_F(Profiles, UnratedAndGuestsChangeNoRating) {
  Person anna = person("Anna"), guest;
  const auto id = table({{&anna, "A"}, {&guest, "G"}});
  play(id, {&anna, &guest});
  EXPECT_EQ(rows("SELECT COUNT(*) FROM ratings"), 0);
  EXPECT_EQ(rows("SELECT COUNT(*) FROM results WHERE holder = ''"), 1);
  EXPECT_EQ(ask(anna, "GET", "/api/people").body["games"][0]["played"], 1);
  // A rated table is for accounts.
  EXPECT_EQ(
      code(guest, "POST", "/api/tables",
           {{"game", "nim"}, {"rated", true}, {"name", "G"}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}}),
      "login_needed");
  const auto rated =
      ask(anna, "POST", "/api/tables",
          {{"game", "nim"}, {"rated", true}, {"name", "A"}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}})
          .body["table"]["id"]
          .get<std::string>();
  EXPECT_EQ(code(guest, "POST", "/api/tables/" + rated + "/join", {{"name", "G"}}), "login_needed");
}

// Tally with a standing, so that it can end early with a result.
struct Counted : Tally {
  Json standing(const State&) const {
    return {{"scores", {{{"seat", 0}, {"score", 2}}, {{"seat", 1}, {"score", 1}}}}, {"winners", {0}}};
  }
};

// A rated match that is broken off counts from ten moves for each seat on, however it ends.
TEST_F(Profiles, AMatchBrokenOffEarlyIsNotRated) {
  Person anna = person("Anna"), bruno = person("Bruno");
  const auto id = table({{&anna, "A"}, {&bruno, "B"}}, {{"rated", true}, {"game", "tally"}});
  ASSERT_EQ(code(anna, "POST", "/api/tables/" + id + "/start", Json::object()), "");
  const auto begun = world.db.entries(id, 0).value();
  std::vector<std::unique_ptr<Game>> list;
  list.push_back(std::make_unique<TypedGame<Counted>>(Counted{}));
  const server::Games games(std::move(list));
  for (const char* how : {"agreed", "time"})
    for (const int moves : {0, 1, 19, 20, 21}) {
      auto entries = begun;
      const auto add = [&](const std::string& kind, const Json& payload) {
        entries.push_back({id, std::ssize(entries), kind, payload.dump(), 1});
      };
      for (int m = 0; m < moves; ++m) add("move", {{"seat", m % 2}, {"action", {{"type", "add"}, {"value", 1}}}});
      add("ended", {{"how", how}, {"by", 1}, {"standing", true}});
      server::Table played(id, games);
      played.load(entries);
      ASSERT_FALSE(played.broken());
      const auto results = server::results_of(played);
      ASSERT_EQ(results.size(), 2u);
      for (const auto& one : results) EXPECT_EQ(one.rated, moves >= 20) << how << " after " << moves;
      EXPECT_EQ(results[0].place, 1);
      EXPECT_EQ(results[1].place, 2);
    }
}

// Who gives up is last, and the bot in the seat is nobody's result.
TEST_F(Profiles, WhoResignsIsLast) {
  Person anna = person("Anna"), bruno = person("Bruno");
  const auto id = table({{&anna, "A"}, {&bruno, "B"}}, {{"rated", true}});
  ASSERT_EQ(code(anna, "POST", "/api/tables/" + id + "/start", Json::object()), "");
  server::Table loaded(id, node.games);
  auto entries = world.db.entries(id, 0).value();
  const auto add = [&](const std::string& kind, const Json& payload) {
    entries.push_back({id, std::ssize(entries), kind, payload.dump(), 1});
  };
  add("left", {{"seat", 1}, {"then", "resign"}, {"level", "random"}});
  add("ended", {{"how", "agreed"}, {"by", 0}, {"standing", false}});
  loaded.load(entries);
  ASSERT_FALSE(loaded.broken());
  const auto results = server::results_of(loaded);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].place, 0) << "ended without a result";
  EXPECT_TRUE(results[1].holder.starts_with("a:"));
  EXPECT_EQ(results[1].name, "B");
  EXPECT_FALSE(results[0].rated);
  EXPECT_FALSE(results[1].rated);
}

TEST_F(Profiles, OthersSeeWhatOneLetsThem) {
  Person anna = person("Anna"), bruno = person("Bruno"), nobody;
  const auto see = [&](Person& who) { return code(who, "GET", "/api/people?name=Anna"); };
  EXPECT_EQ(see(bruno), "person_unknown");
  EXPECT_EQ(code(bruno, "GET", "/api/people?name=Nobody"), "person_unknown") << "the same as for nobody";
  const auto show = [&](const char* to) {
    EXPECT_EQ(code(anna, "PUT", "/api/me/privacy", {{"profile", to}, {"invitations", to}, {"ratings", true}}), "");
  };
  show("everyone");
  EXPECT_EQ(see(bruno), "");
  EXPECT_EQ(see(nobody), "");
  const auto seen = ask(bruno, "GET", "/api/people?name=anna").body;
  EXPECT_TRUE(seen["privacy"].is_null());
  EXPECT_TRUE(seen["matches"].empty());
  show("friends");
  EXPECT_EQ(see(bruno), "person_unknown");
  EXPECT_EQ(code(bruno, "PUT", "/api/people/relation", {{"name", "Anna"}, {"relation", "friends"}}), "");
  EXPECT_EQ(see(bruno), "person_unknown") << "to ask is not to be friends";
  EXPECT_EQ(ask(anna, "GET", "/api/me/people").body["asking"][0]["name"], "Bruno");
  EXPECT_EQ(code(anna, "PUT", "/api/people/relation", {{"name", "Bruno"}, {"relation", "friends"}}), "");
  EXPECT_EQ(see(bruno), "");
  EXPECT_EQ(ask(bruno, "GET", "/api/me/people").body["friends"][0]["name"], "Anna");
  // A block ends it, and is not told.
  EXPECT_EQ(code(anna, "PUT", "/api/people/relation", {{"name", "Bruno"}, {"relation", "blocked"}}), "");
  show("everyone");
  EXPECT_EQ(see(bruno), "person_unknown");
  EXPECT_EQ(code(bruno, "PUT", "/api/people/relation", {{"name", "Anna"}, {"relation", "friends"}}), "");
  EXPECT_TRUE(ask(anna, "GET", "/api/me/people").body["asking"].empty());
  EXPECT_EQ(code(anna, "PUT", "/api/people/relation", {{"name", "Bruno"}, {"relation", "none"}}), "");
  EXPECT_EQ(see(bruno), "");
}

// Neither the answer to a question nor one's own list tells whether there is such a person, and who has blocked one.
TEST_F(Profiles, AskingTellsNeitherWhoExistsNorWhoBlocks) {
  Person anna = person("Anna"), bruno = person("Bruno"), carla = person("Carla");
  ASSERT_EQ(code(bruno, "PUT", "/api/people/relation", {{"name", "Anna"}, {"relation", "blocked"}}), "");
  for (const char* relation : {"friends", "blocked", "none"}) {
    std::vector<std::string> answers;
    for (const char* name : {"carla", "bruno", "zoltan"})  // there, has blocked, nobody
      answers.push_back(ask(anna, "PUT", "/api/people/relation", {{"name", name}, {"relation", relation}}).text);
    EXPECT_EQ(answers, std::vector<std::string>(3, answers[0]));
    const Json mine = ask(anna, "GET", "/api/me/people").body;
    std::set<std::string> names;
    for (const Json& one : mine[std::string_view(relation) == "blocked" ? "blocked" : "asked"])
      names.insert(one["name"].get<std::string>() + " " + std::to_string(one["id"].get<std::string>().size()));
    if (std::string_view(relation) == "none")
      EXPECT_TRUE(names.empty());
    else
      EXPECT_EQ(names, (std::set<std::string>{"carla 16", "bruno 16", "zoltan 16"})) << relation;
    EXPECT_EQ(ask(bruno, "GET", "/api/me/people").body["asking"].size(), 0u);
    EXPECT_EQ(ask(carla, "GET", "/api/me/people").body["asking"].size(), relation[0] == 'f' ? 1u : 0u);
  }
  // Somebody comes to have the name: asked again, it is that person, and stands there once.
  ASSERT_EQ(code(anna, "PUT", "/api/people/relation", {{"name", "Zoltan"}, {"relation", "friends"}}), "");
  Person zoltan = person("Zoltan");
  EXPECT_TRUE(ask(zoltan, "GET", "/api/me/people").body["asking"].empty());
  ASSERT_EQ(code(anna, "PUT", "/api/people/relation", {{"name", "Zoltan"}, {"relation", "friends"}}), "");
  EXPECT_EQ(ask(anna, "GET", "/api/me/people").body["asked"].size(), 1u);
  EXPECT_EQ(ask(zoltan, "GET", "/api/me/people").body["asking"][0]["name"], "Anna");
}

// Two of one name in one's list: each is meant by an id, which is nobody's outside of that list.
TEST_F(Profiles, TwoOfOneNameAreToldApart) {
  Person anna = person("Anna"), bruno = person("Bruno"), carla = person("Carla");
  const auto first = table({{&anna, "A"}, {&bruno, "B"}}), second = table({{&anna, "A"}, {&carla, "B"}});
  for (const auto& id : {first, second})
    ASSERT_EQ(code(anna, "PUT", "/api/people/relation", {{"table", id}, {"seat", 1}, {"relation", "blocked"}}), "");
  const Json blocked = ask(anna, "GET", "/api/me/people").body["blocked"];
  ASSERT_EQ(blocked.size(), 2u);
  EXPECT_EQ(blocked[0]["name"], blocked[1]["name"]);
  EXPECT_NE(blocked[0]["id"], blocked[1]["id"]);
  EXPECT_EQ(code(bruno, "PUT", "/api/people/relation", {{"id", blocked[1]["id"]}, {"relation", "none"}}),
            "person_unknown");
  EXPECT_EQ(code(anna, "PUT", "/api/people/relation", {{"name", "B"}, {"relation", "none"}}), "");
  EXPECT_EQ(ask(anna, "GET", "/api/me/people").body["blocked"].size(), 2u) << "the name alone means nobody";
  EXPECT_EQ(code(anna, "PUT", "/api/people/relation", {{"id", blocked[1]["id"]}, {"relation", "none"}}), "");
  const Json left = ask(anna, "GET", "/api/me/people").body["blocked"];
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0]["id"], blocked[0]["id"]);
}

// Who asks from a table is seen by the name used there, until both say to be friends.
TEST_F(Profiles, WhoAsksFromATableIsSeenByTheNameUsedThere) {
  Person anna = person("Anna"), bruno = person("Bruno");
  const auto id = table({{&anna, "Conductor"}, {&bruno, "Driver"}});
  ASSERT_EQ(code(bruno, "PUT", "/api/people/relation", {{"table", id}, {"seat", 0}, {"relation", "friends"}}), "");
  const Json asking = ask(anna, "GET", "/api/me/people").body["asking"];
  ASSERT_EQ(asking.size(), 1u);
  EXPECT_EQ(asking[0]["name"], "Driver");
  EXPECT_EQ(ask(bruno, "GET", "/api/me/people").body["asked"][0]["name"], "Conductor");
  ASSERT_EQ(code(anna, "PUT", "/api/people/relation", {{"id", asking[0]["id"]}, {"relation", "friends"}}), "");
  EXPECT_EQ(ask(anna, "GET", "/api/me/people").body["friends"][0]["name"], "Bruno");
  EXPECT_EQ(ask(bruno, "GET", "/api/me/people").body["friends"][0]["name"], "Anna");
  // By name: whoever asks so says who it is.
  ASSERT_EQ(code(anna, "PUT", "/api/people/relation", {{"name", "Bruno"}, {"relation", "none"}}), "");
  ASSERT_EQ(code(bruno, "PUT", "/api/people/relation", {{"name", "Anna"}, {"relation", "friends"}}), "");
  EXPECT_EQ(ask(anna, "GET", "/api/me/people").body["asking"][0]["name"], "Bruno");
}

TEST_F(Profiles, InvitationsByNameReachWhoWantsThem) {
  Person anna = person("Anna"), bruno = person("Bruno"), carla = person("Carla");
  const auto id = table({{&anna, "A"}}, {{"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}, {"open", false}});
  const auto invite = [&](Person& who, const char* name) {
    return code(who, "POST", "/api/tables/" + id + "/invite", {{"name", name}});
  };
  const auto invited = [&] { return ask(bruno, "GET", "/api/me/invitations").body["invitations"]; };
  EXPECT_EQ(invite(carla, "Bruno"), "not_seated");
  EXPECT_EQ(invite(anna, "Nobody at all"), "");
  EXPECT_EQ(invite(anna, "Bruno"), "");
  EXPECT_TRUE(invited().empty()) << "friends only, unless one says otherwise";
  ASSERT_EQ(
      code(bruno, "PUT", "/api/me/privacy", {{"profile", "nobody"}, {"invitations", "everyone"}, {"ratings", false}}),
      "");
  EXPECT_EQ(invite(anna, "bruno"), "");
  ASSERT_EQ(invited().size(), 1u);
  EXPECT_EQ(invited()[0]["by"], "Anna");
  EXPECT_EQ(invited()[0]["table"]["id"], id);
  EXPECT_FALSE(invited()[0]["table"].contains("holders"));
  EXPECT_EQ(code(bruno, "DELETE", "/api/me/invitations/" + id), "");
  EXPECT_TRUE(invited().empty());
  invite(anna, "Bruno");
  EXPECT_EQ(code(bruno, "POST", "/api/tables/" + id + "/join", {{"name", "B"}}), "");
  EXPECT_TRUE(invited().empty()) << "accepted";
}

TEST_F(Profiles, BlockedPeopleDoNotSitDownWithOne) {
  Person anna = person("Anna"), bruno = person("Bruno");
  const auto old = table({{&anna, "A"}, {&bruno, "B"}});
  EXPECT_EQ(code(anna, "PUT", "/api/people/relation", {{"table", old}, {"seat", 1}, {"relation", "blocked"}}), "");
  EXPECT_EQ(ask(anna, "GET", "/api/me/people").body["blocked"][0]["name"], "B")
      << "the name she knows, not the account's";
  const auto id = table({{&anna, "A"}}, {{"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}});
  EXPECT_EQ(code(bruno, "POST", "/api/tables/" + id + "/join", {{"name", "B"}}), "cannot_join");
  const auto lobby = ask(bruno, "GET", "/api/tables");
  for (const Json& one : lobby.body["tables"]) EXPECT_NE(one["id"], id);
  EXPECT_EQ(code(anna, "PUT", "/api/people/relation", {{"name", "B"}, {"relation", "none"}}), "");
  EXPECT_EQ(code(bruno, "POST", "/api/tables/" + id + "/join", {{"name", "B"}}), "");
}

TEST_F(Profiles, OnceMoreKeepsTheSeatsAndMovesThemOn) {
  Person anna = person("Anna"), bruno = person("Bruno"), guest, stranger = person("Carla");
  const auto id = table({{&anna, "A"}, {&bruno, "B"}, {&guest, "G"}});
  EXPECT_EQ(code(anna, "POST", "/api/tables/" + id + "/rematch", Json::object()), "match_running");
  play(id, {&anna, &bruno, &guest});
  EXPECT_EQ(code(stranger, "POST", "/api/tables/" + id + "/rematch", Json::object()), "not_seated");
  const auto made = ask(bruno, "POST", "/api/tables/" + id + "/rematch", Json::object());
  ASSERT_EQ(made.status, 200) << made.text;
  const std::string next = made.body["table"]["id"];
  EXPECT_EQ(ask(anna, "POST", "/api/tables/" + id + "/rematch", Json::object()).body["table"]["id"], next);
  EXPECT_EQ(ask(anna, "GET", "/api/tables/" + id).body["table"]["rematch"], next);
  EXPECT_EQ(ask(anna, "GET", "/api/me/invitations").body["invitations"].size(), 1u);
  EXPECT_EQ(code(stranger, "POST", "/api/tables/" + next + "/join", {{"name", "C"}}), "table_full");
  EXPECT_EQ(code(stranger, "POST", "/api/tables/" + next + "/join", {{"name", "C"}, {"seat", 2}}), "seat_taken");
  EXPECT_EQ(code(anna, "POST", "/api/tables/" + next + "/join", {{"name", "A"}}), "");
  EXPECT_EQ(code(guest, "POST", "/api/tables/" + next + "/join", {{"name", "G"}}), "");
  const Json seats = ask(bruno, "GET", "/api/tables/" + next).body["table"]["seats"];
  EXPECT_EQ(seats[0]["name"], "B");
  EXPECT_EQ(seats[1]["name"], "G");
  EXPECT_EQ(seats[2]["name"], "A");
  EXPECT_EQ(code(bruno, "POST", "/api/tables/" + next + "/start", Json::object()), "");
}

TEST_F(Profiles, TheLobbyIsFiltered) {
  Person anna = person("Anna");
  const Json seats{{{"kind", "human"}}, {{"kind", "human"}}};
  const auto add = [&](const Json& more) {
    return table({{&anna, "A"}}, [&] {
      Json b{{"seats", seats}};
      b.update(more);
      return b;
    }());
  };
  const auto plain = add({{"title", "\"rated\":true,\"language\":\"de\""}});
  const auto german = add({{"language", "de"}, {"beginners", true}});
  const auto rated = add({{"rated", true}, {"terms", {{"clock", "live"}, {"bank_s", 600}}}});
  const auto found = [&](const std::string& query) {
    std::set<std::string> ids;
    const auto answer = ask(anna, "GET", "/api/tables?" + query);
    for (const Json& one : answer.body["tables"]) ids.insert(one["id"]);
    return ids;
  };
  using Ids = std::set<std::string>;
  EXPECT_EQ(found("game=nim"), (Ids{plain, german, rated}));
  EXPECT_EQ(found("language=de"), Ids{german});
  EXPECT_EQ(found("beginners=true"), Ids{german});
  EXPECT_EQ(found("rated=true"), Ids{rated});
  EXPECT_EQ(found("rated=false"), (Ids{plain, german}));
  EXPECT_EQ(found("pace=live"), Ids{rated});
  EXPECT_EQ(found("pace=none&rated=false"), (Ids{plain, german}));
  EXPECT_EQ(code(anna, "GET", "/api/tables?language=%25"), "filter_unknown");
  EXPECT_EQ(code(anna, "GET", "/api/tables?rated=maybe"), "filter_unknown");
}

TEST_F(Profiles, ReportsAreOneForEachPersonAndSeat) {
  Person anna = person("Anna"), bruno = person("Bruno");
  const auto id = table({{&anna, "A"}, {&bruno, "B"}});
  const auto report = [&](Person& who, int seat, const std::string& text) {
    return code(who, "POST", "/api/people/report",
                {{"table", id}, {"seat", seat}, {"reason", "abuse"}, {"text", text}});
  };
  EXPECT_EQ(report(anna, 0, "me"), "own_seat");
  EXPECT_EQ(report(anna, 5, "?"), "seat_unknown");
  EXPECT_EQ(report(anna, 1, "\x1b[2J"), "bad_text");
  EXPECT_EQ(report(anna, 1, "first"), "");
  EXPECT_EQ(report(anna, 1, "second"), "");
  const auto reports = store::reports(world.db, 10).value();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].text, "second");
  EXPECT_EQ(reports[0].holder, "Bruno");
}

// So many in a day; one told again is the same one.
TEST_F(Profiles, ReportsAreSoManyADay) {
  Person anna = person("Anna"), bruno = person("Bruno");
  const auto report = [&](const std::string& id) {
    world.loop.skip(60'000);
    return code(anna, "POST", "/api/people/report", {{"table", id}, {"seat", 1}, {"reason", "stalling"}});
  };
  std::string first;
  for (int i = 0; i < store::most_reports; ++i) {
    const auto id = table({{&anna, "A"}, {&bruno, "B"}});
    if (first.empty()) first = id;
    EXPECT_EQ(report(id), "");
  }
  const auto next = table({{&anna, "A"}, {&bruno, "B"}});
  EXPECT_EQ(report(next), "too_many_reports");
  EXPECT_EQ(report(first), "");
  EXPECT_EQ(rows("SELECT COUNT(*) FROM reports"), store::most_reports);
  world.loop.skip(24 * 3'600'000);
  EXPECT_EQ(report(next), "");
}

// With the account go its ratings, friends and reports; others keep their results, without the name.
TEST_F(Profiles, ADeletedAccountLeavesNoName) {
  Person anna = person("Anna"), bruno = person("Bruno");
  const auto id = table({{&anna, "A"}, {&bruno, "B"}}, {{"rated", true}});
  play(id, {&anna, &bruno});
  ASSERT_EQ(code(bruno, "PUT", "/api/people/relation", {{"name", "Anna"}, {"relation", "friends"}}), "");
  ASSERT_EQ(code(bruno, "DELETE", "/api/accounts", {{"password", "long enough"}}), "");
  world.loop.advance(5000);
  const auto profile = ask(anna, "GET", "/api/people").body;
  EXPECT_EQ(profile["matches"][0]["with"], Json({""}));
  EXPECT_TRUE(profile["opponents"].empty());
  EXPECT_TRUE(ask(anna, "GET", "/api/me/people").body["asking"].empty());
  EXPECT_EQ(rows("SELECT COUNT(*) FROM ratings"), 1);
}

// The same for an account that was deleted while the match went on.
TEST_F(Profiles, WhoDeletedTheAccountDuringTheMatchIsNotNamedAtItsEnd) {
  Person anna = person("Anna"), bruno = person("Bruno");
  const auto id = table({{&anna, "A"}, {&bruno, "B"}}, {{"rated", true}});
  const std::string gone = world.db.find_account("Bruno").value().front().id;
  const std::string stays = world.db.find_account("Anna").value().front().id;
  ASSERT_EQ(code(bruno, "DELETE", "/api/accounts", {{"password", "long enough"}}), "");
  store::PlayedMatch match{id, "nim", 1, 2, {}};
  match.parts.push_back({0, "a:" + stays, "A", 1, true});
  match.parts.push_back({1, "a:" + gone, "B", 2, true});
  ASSERT_TRUE(store::score(world.db, match, [](auto& parts) { EXPECT_EQ(parts.size(), 1u); }).value());
  EXPECT_EQ(rows("SELECT COUNT(*) FROM results WHERE name = 'B' OR holder = 'a:" + gone + "'"), 0);
  EXPECT_EQ(rows("SELECT COUNT(*) FROM results"), 2);
}

// Tokens of guests cost nothing: whoever has many of them is counted by the address.
TEST_F(Profiles, GuestsWhoAskAboutPeopleAreCountedByAddress) {
  const auto from = [&](const std::string& address) {
    return world.ask(node, "GET", "/api/people?name=Anna", nullptr, player_token(node.entropy),
                     [&](server::Request& request) { request.address = address; });
  };
  int refused = 0;
  for (int i = 0; i < 100; ++i) refused += from("192.0.2.7").status == 429 ? 1 : 0;
  EXPECT_GE(refused, 35);
  EXPECT_LE(refused, 45);
  EXPECT_EQ(from("192.0.2.8").body["error"]["code"], "person_unknown") << "another address";
}

TEST_F(Profiles, AskingAboutPeopleIsLimited) {
  Person anna = person("Anna");
  int refused = 0;
  for (int i = 0; i < 100; ++i)
    refused += code(anna, "GET", "/api/people?name=Name" + std::to_string(i)) == "too_fast" ? 1 : 0;
  EXPECT_GE(refused, 35);
}

}  // namespace
}  // namespace remise::testing
