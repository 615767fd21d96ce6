// The real server (`remise serve`) with the real games and the real bots, over real sockets, on both databases.
#include <algorithm>
#include <chrono>
#include <map>

#include "bots/suite.h"
#include "core/game.h"
#include "core/random.h"
#include "core/range.h"
#include "load/swarm.h"
#include "server/bots/bots.h"
#include "support/kills.h"
#include "support/server_process.h"

namespace remise::testing {
namespace {

const Game& game_named(const std::string& id) {
  static const auto games = [] {
    std::map<std::string, std::unique_ptr<Game>> list;
    for (const auto& maker : game_makers())
      if (auto game = maker(embedded_data)) list[std::string(maker.id)] = std::move(*game);
    return list;
  }();
  return *games.at(id);
}

// A seated person with a WebSocket, who keeps the newest position.
class Player {
 public:
  Player(const Server& server, std::string table, std::string secret)
      : server_(server), table_(std::move(table)), secret_(std::move(secret)) {
    connect();
  }
  void connect() {
    ASSERT_EQ(socket.connect(server_.address(), bearer(secret_)), 101);
    Json message{{"type", "watch"}, {"table", table_}};
    if (rev >= 0) message["rev"] = rev;
    send(socket, message);
    if (rev < 0) {
      ASSERT_TRUE(wait_for([&] { return rev >= 0; }));
    }
  }
  // Reads until it is so; false when nothing comes any more.
  template <class Condition>
  bool wait_for(Condition condition, int timeout_ms = 20'000) {
    while (!condition()) {
      const auto text = socket.wait(timeout_ms);
      if (!text) return false;
      take(Json::parse(*text));
    }
    return true;
  }
  // The answer to a question of ours; updates are folded in on the way.
  Json ask(Json message) {
    const std::string key = "k" + std::to_string(++keys_);
    message.update({{"table", table_}, {"key", key}});
    send(socket, message);
    answer_ = nullptr;
    wait_for([&] { return answer_.is_object() && answer_.value("key", "") == key; });
    return answer_;
  }
  Json play(const Json& action) { return ask({{"type", "move"}, {"rev", rev}, {"action", action}}); }
  bool to_move() const { return view.is_object() && !view["legal"].empty(); }
  bool over() const { return view.is_object() && view["to_act"].empty(); }

  WebSocketClient socket;
  std::int64_t rev = -1;
  Json view, info;
  Json log = Json::array();

 private:
  void take(const Json& message) {
    if (message["type"] != "update") {
      answer_ = message;
      return;
    }
    rev = message["rev"];
    if (message.contains("info")) info = message["info"];
    if (!message.contains("view")) return;
    view = message["view"];
    const auto from = message["log_from"].get<std::size_t>();
    log.erase(log.begin() + static_cast<std::ptrdiff_t>(from), log.end());
    for (const Json& move : message["log"]) log.push_back(move);
  }

  const Server& server_;
  std::string table_, secret_;
  Json answer_;
  int keys_ = 0;
};

struct Case {
  const char* database;
  const char* game;
};

class GamesTest : public ::testing::TestWithParam<Case> {
 protected:
  TestDatabase home{GetParam().database};
  std::string game = GetParam().game;
};

Json drawn(const Json& legal, Random& random) {
  Json action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
  fill_ranges(action, random);
  return action;
}

// Two people and a bot from the first move to the last, with a hint, a "why not?", an undo, a lost connection and a
// killed server on the way; the file of the match says the same as what the players saw.
TEST_P(GamesTest, PeopleAndBotsPlayAWholeMatch) {
  Server server(Server::real(home.url()));
  HttpClient http(server.address());
  std::vector<std::string> levels;
  const Json games = ask(http, "GET", "/api/games").body["games"];
  for (const Json& one : games)
    if (one["id"] == game) levels = one["bots"];
  ASSERT_FALSE(levels.empty());
  const std::string tokens[] = {token(), token()};
  const auto id =
      start_table(http, game, {tokens[0], tokens[1]}, {levels[std::min<std::size_t>(1, levels.size() - 1)]});
  std::vector<std::unique_ptr<Player>> players;
  for (const auto& one : tokens) players.push_back(std::make_unique<Player>(server, id, one));
  Random random = Random::from_seed("people");
  int moves = 0, undone = 0;
  while (!players[0]->over() && !HasFailure() && moves < 6000) {
    ASSERT_TRUE(players[0]->wait_for([&] { return players[0]->over() || !players[0]->view["to_act"].empty(); }));
    const auto acts = [&](int seat) {
      const Json& to_act = players[0]->view["to_act"];
      return std::ranges::find(to_act, Json(seat)) != to_act.end();
    };
    const int seat = acts(0) ? 0 : acts(1) ? 1 : -1;
    if (seat < 0) {  // a bot thinks
      const auto before = players[0]->rev;
      ASSERT_TRUE(players[0]->wait_for([&] { return players[0]->rev > before; }, 60'000)) << players[0]->view["to_act"];
      continue;
    }
    Player& mover = *players[static_cast<std::size_t>(seat)];
    ASSERT_TRUE(mover.wait_for([&] { return mover.rev >= players[0]->rev; }));
    ASSERT_TRUE(mover.to_move()) << mover.view["to_act"];
    const auto before = mover.rev;
    const Json action = drawn(mover.view["legal"], random);
    if (moves == 10) {
      EXPECT_TRUE(mover.ask({{"type", "check"}, {"action", action}})["refusal"].is_null());
      const Json refused = mover.ask({{"type", "check"}, {"action", {{"type", "no such thing"}}}})["refusal"];
      EXPECT_EQ(refused["scope"], "core") << refused;
      EXPECT_EQ(mover.rev, before);
      const Json hint = mover.ask({{"type", "hint"}});
      if (levels.size() > 1) {
        EXPECT_EQ(hint["type"], "hint") << hint;
        EXPECT_EQ(hint["rev"], before);
        ASSERT_FALSE(hint["moves"].empty()) << hint;
        const Json best = hint["moves"][0]["action"];
        EXPECT_TRUE(mover.ask({{"type", "check"}, {"action", best}})["refusal"].is_null()) << best;
      } else {
        EXPECT_EQ(hint["error"]["code"], "no_hints");
      }
    }
    const Json done = mover.play(action);
    if (done["type"] == "error" && done["error"]["code"] == "stale") continue;  // two may act at the same time
    ASSERT_EQ(done["type"], "ack") << done << action;
    ++moves;
    ASSERT_TRUE(mover.wait_for([&] { return mover.rev > before; }));
    if (moves >= 20 * (undone + 1) && mover.view["undoable"] > 0) {
      const auto n = mover.view["n"].get<std::size_t>();
      const Json back = mover.ask({{"type", "undo"}, {"rev", mover.rev}, {"to", n - 1}});
      undone += back["type"] == "ack";
    }
    if (moves == 60) mover.socket.close(), mover.connect();
    if (moves == 80) {
      server.kill();
      server.start();
      for (auto& player : players) player->connect();
    }
    for (auto& player : players) ASSERT_TRUE(player->wait_for([&] { return player->rev >= mover.rev; }));
  }
  ASSERT_TRUE(players[0]->over()) << moves;
  ASSERT_TRUE(players[1]->wait_for([&] { return players[1]->over(); }));
  EXPECT_GT(undone, 0);
  for (const auto& player : players) EXPECT_EQ(player->log.size(), player->view["n"]);
  for (const auto& player : players) EXPECT_EQ(player->info["status"], "finished");
  const auto file = ask(http, "GET", "/api/tables/" + id + "/file");
  ASSERT_EQ(file.status, 200);
  const auto loaded = game_named(game).load(file.body);
  ASSERT_TRUE(loaded) << to_json(loaded.error());
  EXPECT_EQ((*loaded)->outcome(), players[0]->view["outcome"]);
  for (int seat = 0; seat < 2; ++seat) {
    EXPECT_EQ((*loaded)->view(Viewer::of(id_at<Seat>(seat))), players[static_cast<std::size_t>(seat)]->view);
    EXPECT_EQ((*loaded)->log(Viewer::of(id_at<Seat>(seat))), players[static_cast<std::size_t>(seat)]->log);
  }
  std::printf("%s, %s: %zu moves, %d by people, %d undone\n", GetParam().database, game.c_str(), (*loaded)->length(),
              moves, undone);
  EXPECT_EQ(server.stop(), 0);
}

TEST_P(GamesTest, ALoadOfTablesLeavesARightLog) {
  Server server(Server::real(home.url()));
  server::SwarmOptions options;
  options.servers = {server.address()};
  options.game = game;
  options.tables = 8;
  options.players = 3;
  options.bots = 1;
  options.seconds = 3;
  const auto report = server::run_swarm(options);
  ASSERT_TRUE(report) << report.error();
  for (const auto& fault : report->faults) ADD_FAILURE() << fault;
  EXPECT_GT(report->acknowledged, 20u);
}

// Two may act at the same time, so that many moves are refused as stale: whoever it happens to plays on, and every
// match comes to its end.
TEST(LoadTest, NobodyForgetsHisTurn) {
  TestDatabase home("sqlite");
  Server server(Server::real(home.url()));
  server::SwarmOptions options;
  options.servers = {server.address()};
  options.game = "tramways";
  options.tables = 5;
  options.players = 3;
  options.seconds = 500;  // ends with the last match: after seconds, or minutes under a sanitizer
  const auto report = server::run_swarm(options);
  ASSERT_TRUE(report) << report.error();
  for (const auto& fault : report->faults) ADD_FAILURE() << fault;
  EXPECT_GT(report->stale, 0u);
  EXPECT_EQ(report->finished, 5u);
  EXPECT_LT(report->seconds, options.seconds);
}

// kill -9 at any moment, people and bots in the middle of real matches: every acknowledged move is there afterwards,
// the clients go on by themselves, and every match can be loaded.
TEST_P(GamesTest, AcknowledgedMovesSurviveKillMinusNine) {
  const int rounds = kills(3, 100);
  Server server(Server::real(home.url()));
  server::SwarmOptions options;
  options.game = game;
  options.tables = 10 + rounds / 4;
  options.players = 3;
  options.bots = 1;
  options.rate = 60;
  expect_to_survive_kills(server, options, rounds, std::string(GetParam().database) + ", " + game);
  // Every log folds to a match, read anew.
  auto db = store::Database::open(home.url()).value();
  store::TableFilter filter;
  filter.limit = 1000;
  filter.closed_too = true;
  const auto tables = db.tables(filter).value();
  EXPECT_EQ(tables.size(), static_cast<std::size_t>(options.tables));
  server.kill();
  server.start();
  HttpClient http(server.address());
  for (const auto& table : tables) EXPECT_EQ(ask(http, "GET", "/api/tables/" + table.id + "/view").status, 200);
}

// Somebody who looks on: as a program that is sent whole views, or as a page, whose engine is sent what changed.
struct Eyes {
  std::string as;  // token; empty: nobody in particular
  bool engine = false;
};

// What each of these receives while the moves are played: everything of the WebSocket and of HTTP.
std::vector<std::string> bytes_of(const Server& server, const std::string& id, const std::vector<Eyes>& eyes,
                                  const std::vector<std::string>& tokens,
                                  const std::vector<std::pair<int, Json>>& moves) {
  std::vector<WebSocketClient> watchers(eyes.size());
  std::vector<std::string> bytes;
  const auto with_engine = [&](std::size_t i, Json message) {
    if (eyes[i].engine) message["engine"] = engine_id();
    return message;
  };
  const auto read_until = [&](std::size_t i, auto&& wanted) {
    for (Json json;;) {
      const auto text = watchers[i].wait(20000);
      EXPECT_TRUE(text) << "no answer";
      if (!text) return false;
      json = Json::parse(*text);
      EXPECT_NE(json["type"], "error") << *text;
      if (json["type"] == "update" && json.contains("presence")) continue;  // who is online is no secret of the game
      bytes[i] += *text + "\n";
      if (wanted(json)) return true;
    }
  };
  for (std::size_t i = 0; i < eyes.size(); ++i) {
    EXPECT_EQ(watchers[i].connect(server.address(), bearer(eyes[i].as)), 101);
    send(watchers[i], with_engine(i, {{"type", "watch"}, {"table", id}}));
    bytes.push_back(watchers[i].wait(5000).value_or("nothing") + "\n");
    EXPECT_NE(bytes.back().find(eyes[i].engine ? "\"position\":" : "\"view\":"), std::string::npos) << bytes.back();
  }
  HttpClient http(server.address());
  std::int64_t rev = ask(http, "GET", "/api/tables/" + id).body["table"]["rev"];
  for (const auto& [seat, action] : moves) {
    const auto done = ask(http, "POST", "/api/tables/" + id + "/moves",
                          {{"rev", rev}, {"key", "k" + std::to_string(rev)}, {"action", action}},
                          tokens[static_cast<std::size_t>(seat)]);
    EXPECT_EQ(done.status, 200) << done.body << action;
    if (done.status != 200) return bytes;
    rev = done.body["rev"];
    for (std::size_t i = 0; i < eyes.size(); ++i)  // each move by itself: the server tells slow readers several at once
      if (!read_until(i, [&](const Json& json) { return json["type"] == "update" && json["rev"] == rev; }))
        return bytes;
  }
  for (std::size_t i = 0; i < eyes.size(); ++i) {
    send(watchers[i], with_engine(i, {{"type", "history"}, {"table", id}, {"key", "h"}, {"n", moves.size() / 2}}));
    if (!read_until(i, [](const Json& json) { return json["type"] == "history"; })) return bytes;
    for (const std::string& path : {std::string("/view"), std::string("/view?n=3"), std::string("")})
      bytes[i] += http.ask("GET", "/api/tables/" + id + path, bearer(eyes[i].as))->body + "\n";
    bytes[i] +=
        ask(http, "POST", "/api/tables/" + id + "/check", {{"action", moves.back().second}}, eyes[i].as).body.dump();
    bytes[i] +=
        ask(http, "POST", "/api/tables/" + id + "/compose", {{"action", Json::object()}}, eyes[i].as).body.dump();
  }
  for (std::string& one : bytes) one = without_name_and_times(std::move(one), id);
  return bytes;
}

class LeakTest : public ::testing::TestWithParam<const char*> {
 protected:
  void expect_same(const std::vector<std::pair<int, Json>>& first, const std::vector<std::pair<int, Json>>& second,
                   const std::vector<std::string>& blind, const std::string& knowing) {
    Server server(Server::real(home.url()));
    std::vector<Eyes> eyes{{knowing, false}, {knowing, true}};
    for (const auto& as : blind)
      for (const bool engine : {false, true}) eyes.push_back({as, engine});
    const auto one = bytes_of(server, ids[0], eyes, tokens, first);
    const auto other = bytes_of(server, ids[1], eyes, tokens, second);
    for (std::size_t i = 0; i < eyes.size(); ++i) {
      if (eyes[i].as == knowing) {
        EXPECT_NE(one[i], other[i]) << "the test sees no difference at all";
      } else {
        EXPECT_EQ(one[i], other[i]);
      }
      EXPECT_GT(one[i].size(), 10'000u);
    }
  }
  TestDatabase home{GetParam()};
  const std::string ids[2] = {"AAAAAAAAAAAAAAAA", "BBBBBBBBBBBBBBBB"};
  const std::vector<std::string> tokens{token(), token(), token()};
};

// Tramways: seat 1 takes one of two cards out of a ticket book; seats 0 and 2 and the public cannot tell which.
TEST_P(LeakTest, NoCardOfTramwaysCrossesTheWire) {
  const int cards[] = {13, 14};
  std::vector<std::pair<int, Json>> moves[2];
  std::unique_ptr<Match> matches[2];
  for (int i = 0; i < 2; ++i) {
    const Json setup{{"players", 3},
                     {"seed", "twins"},
                     {"deal",
                      {{"turn_order", {0, 1, 2}},
                       {"development", {{"books", {{1, cards[i], 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}}}}}}};
    matches[i] = std::move(*game_named("tramways").start(setup));
    store_started(home.url(), ids[i], "tramways", setup, tokens, matches[i]->file()["rules"]);
    const auto book = [](int n) { return Json{{"type", "choose_book"}, {"book", n}}; };
    const auto take = [](int card, int reveal) {
      return Json{{"type", "take_dev"}, {"card", card}, {"reveal", reveal}};
    };
    moves[i] = {{2, book(1)}, {2, take(6, 5)}, {1, book(0)}, {1, take(cards[i], 1)}, {0, book(2)}, {0, take(10, 9)}};
    for (const auto& [seat, action] : moves[i]) ASSERT_TRUE(matches[i]->play(id_at<Seat>(seat), action)) << action;
  }
  // On with the same moves, as long as the card itself is not played.
  Random random = Random::from_seed("same moves");
  for (int tries = 0; tries < 4000 && moves[0].size() < 40 && !matches[0]->to_act().empty(); ++tries) {
    const Seat seat = matches[0]->to_act().lowest();
    Json action = drawn(matches[0]->legal(seat), random);
    const std::string text = action.dump();
    if (action["type"] == "choose_book" || text.find("13") != std::string::npos || text.find("14") != std::string::npos)
      continue;
    if (!matches[1]->clone()->play(seat, action)) continue;
    for (int i = 0; i < 2; ++i) {
      ASSERT_TRUE(matches[i]->play(seat, action)) << action;
      moves[i].emplace_back(static_cast<int>(seat), action);
    }
  }
  ASSERT_GE(moves[0].size(), 20u);
  expect_same(moves[0], moves[1], {tokens[0], tokens[2], ""}, tokens[1]);
}

INSTANTIATE_TEST_SUITE_P(Both, LeakTest, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& chosen) { return std::string(chosen.param); });

// 1840: an offer for a private waits for an owner who is away, over a restart of the server; nobody else can answer it,
// and nothing goes on without the answer (R110).
TEST(OfferTest, AnOfferWaitsForSomeoneWhoIsAway) {
  TestDatabase home("sqlite");
  // The position just before an offer for another's private, found by letting bots play here; the server then gets the
  // same match.
  const Json setup{{"players", 3}, {"seed", "offer"}};
  std::unique_ptr<Match> match = std::move(*game_named("1840").start(setup));
  const auto suite = bots::make_suite(game_named("1840"));
  std::vector<std::pair<int, Json>> moves;
  Json offer;
  int owner = -1, asker = -1;
  while (owner < 0 && !match->to_act().empty()) {
    const Seat seat = match->to_act().lowest();
    for (Json one : match->legal(seat)) {
      if (one["type"] != "offer_private") continue;
      if (one["price"].is_object()) one["price"] = one["price"]["min"];
      const auto trial = match->clone();
      if (!trial->play(seat, one) || trial->to_act().has(seat)) continue;
      offer = one;
      asker = static_cast<int>(seat);
      owner = static_cast<int>(trial->to_act().lowest());
    }
    if (owner >= 0) break;
    const Json action = *suite->choose(*match, seat, "easy", "until an offer");
    ASSERT_TRUE(match->play(seat, action)) << action;
    moves.emplace_back(static_cast<int>(seat), action);
  }
  ASSERT_GE(owner, 0) << moves.size();
  const std::vector<std::string> tokens{token(), token(), token()};
  const std::string id = "AAAAAAAAAAAAAAAA";
  store_started(home.url(), id, "1840", setup, tokens, match->file()["rules"]);
  {
    auto db = store::Database::open(home.url()).value();
    std::int64_t number = 4;
    for (const auto& [seat, action] : moves) {
      const store::Write write{
          {id, number++, "move", Json{{"seat", seat}, {"action", action}}.dump(), 5}, {}, {}, store::JobChange::keep};
      ASSERT_TRUE(db.commit(std::span(&write, 1)).value()[0]);
    }
  }
  Server server(Server::real(home.url()));
  const auto play = [&](int seat, const Json& action, const std::string& key) {
    HttpClient http(server.address());
    const auto rev = ask(http, "GET", "/api/tables/" + id).body["table"]["rev"];
    return ask(http, "POST", "/api/tables/" + id + "/moves", {{"rev", rev}, {"key", key}, {"action", action}},
               tokens[static_cast<std::size_t>(seat)]);
  };
  EXPECT_EQ(play(asker, offer, "offer").status, 200);
  server.kill();
  server.start();
  HttpClient http(server.address());
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + id).body["table"]["to_act"], Json({owner}));
  for (int seat = 0; seat < 3; ++seat) {
    if (seat == owner) continue;
    EXPECT_EQ(play(seat, {{"type", "accept_offer"}}, "not mine").body["error"]["code"], "not_your_turn");
  }
  EXPECT_EQ(play(owner, {{"type", "decline_offer"}}, "no").status, 200);
  EXPECT_EQ(ask(http, "GET", "/api/tables/" + id + "/view").body["view"]["n"], moves.size() + 2);
}

TEST(StartTest, TheServerIsThereAtOnce) {
  TestDatabase home("sqlite");
  Server warm(Server::real(home.url()));
  EXPECT_EQ(warm.stop(), 0);
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const auto began = std::chrono::steady_clock::now();
    Server server(Server::real(home.url()));
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count());
    EXPECT_EQ(server.stop(), 0);
  }
  std::printf("start-up: %.0f ms\n", best);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr double limit = 10'000;
#else
  constexpr double limit = 1000;
#endif
  EXPECT_LT(best, limit) << "the goal of a release build is 100 ms; see bench/results.md";
}

INSTANTIATE_TEST_SUITE_P(All, GamesTest,
                         ::testing::Values(Case{"sqlite", "1840"}, Case{"sqlite", "tramways"},
                                           Case{"postgresql", "1840"}, Case{"postgresql", "tramways"}),
                         [](const auto& chosen) {
                           return std::string(chosen.param.database) + "_" + chosen.param.game;
                         });

}  // namespace
}  // namespace remise::testing
