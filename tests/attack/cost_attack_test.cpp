// One address with many connections asks for what is dear, as often as it can; somebody else plays.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "core/random.h"
#include "core/range.h"
#include "server/bots/bots.h"
#include "support/server_process.h"

namespace remise::testing {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point began) {
  return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
}

Headers from(const std::string& address, const std::string& token = "") {
  Headers headers = bearer(token);
  headers.emplace_back("X-Forwarded-For", address);
  return headers;
}

class CostAttack : public ::testing::TestWithParam<const char*> {
 protected:
  TestDatabase home{"sqlite"};
  // Behind a proxy, so that attacker and player come from two addresses; all limits as they are shipped.
  Server server{{REMISE_PROGRAM, "serve", "--db", home.url(), "--port", "PORT", "--log", "error", "--trust-proxy"}};

  std::string started(const std::vector<std::string>& tokens, bool open = false) {
    HttpClient http(server.address());
    Json seats = Json::array();
    for (std::size_t i = 0; i < tokens.size(); ++i) seats.push_back({{"kind", "human"}});
    const auto post = [&](const std::string& path, const Json& body, const std::string& as) {
      const auto answer = http.ask("POST", path, from("198.51.100.7", as), body.dump());
      return answer ? Json::parse(answer->body) : Json();
    };
    const std::string id =
        post("/api/tables", {{"game", "tramways"}, {"seats", seats}, {"name", "p"}, {"shuffle", false}, {"open", open}},
             tokens[0])["table"]["id"];
    for (std::size_t i = 1; i < tokens.size(); ++i) post("/api/tables/" + id + "/join", {{"name", "q"}}, tokens[i]);
    post("/api/tables/" + id + "/start", Json::object(), tokens[0]);
    // Into the middle of a round, where lists are long.
    for (int i = 0; i < 30; ++i) {
      const auto info = http.ask("GET", "/api/tables/" + id, from("198.51.100.7"));
      const Json to_act = Json::parse(info->body)["table"]["to_act"];
      if (to_act.empty()) break;
      const auto& mover = tokens[to_act[0].get<std::size_t>()];
      const Json now = Json::parse(http.ask("GET", "/api/tables/" + id + "/view", from("198.51.100.7", mover))->body);
      Random random = Random::from_seed("moves " + std::to_string(i));
      Json action = now["view"]["legal"][random.below(static_cast<std::uint32_t>(now["view"]["legal"].size()))];
      fill_ranges(action, random);
      post("/api/tables/" + id + "/moves", {{"rev", now["rev"]}, {"key", std::to_string(i)}, {"action", action}},
           mover);
    }
    return id;
  }
  // The time a question of somebody at another address takes, the worst of 50 within about two seconds.
  double worst_answer() {
    HttpClient http(server.address());
    std::vector<double> times;
    for (int i = 0; i < 50; ++i) {
      const auto began = Clock::now();
      const auto answer = http.ask("GET", "/api/tables", from("198.51.100.9"));
      EXPECT_TRUE(answer && answer->status == 200);
      times.push_back(ms_since(began));
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    std::ranges::sort(times);
    return times[static_cast<std::size_t>(times.size() * 95 / 100)];
  }
};

TEST_P(CostAttack, OneAddressDoesNotStopTheOthers) {
  const std::vector<std::string> tokens{token(), token(), token(), token()};
  const std::string id = started(tokens);
  const double quiet = worst_answer();
  const std::string kind = GetParam();
  Json message{{"type", kind}, {"table", id}, {"key", "k"}};
  if (kind == "history") message["n"] = 25;
  if (kind == "check") message["action"] = {{"type", "pass"}};
  if (kind == "compose") message["action"] = {{"type", "lay_track"}};
  const std::string text = message.dump();
  std::atomic<bool> stop = false;
  std::atomic<std::size_t> answers = 0, refusals = 0;
  std::vector<std::thread> attackers;
  for (int a = 0; a < 2; ++a)
    attackers.emplace_back([&, a] {
      std::vector<WebSocketClient> sockets(20);
      std::size_t round = 0;
      while (!stop) {
        for (std::size_t s = 0; s < sockets.size() && !stop; ++s) {
          if (!sockets[s].is_open() || !sockets[s].read_some(false)) {
            sockets[s] = WebSocketClient();
            if (sockets[s].connect(server.address(),
                                   from("203.0.113.5", tokens[(s + static_cast<std::size_t>(a)) % 4])) != 101)
              std::this_thread::sleep_for(std::chrono::milliseconds(5));
            continue;
          }
          for (int i = 0; i < 3; ++i)
            if (!sockets[s].send(text)) break;
          while (const auto answer = sockets[s].next())
            ++(answer->find("too_fast") == std::string::npos ? answers : refusals);
        }
        if (++round % 8 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
  std::this_thread::sleep_for(std::chrono::seconds(3));  // what may be used at once is used up
  const double busy = worst_answer();
  stop = true;
  for (auto& one : attackers) one.join();
  RecordProperty("quiet_ms", std::to_string(quiet));
  RecordProperty("busy_ms", std::to_string(busy));
  std::printf("%s: 95 of 100 answers to others within %.1f ms, %.1f ms without the attack; %zu answers, %zu refusals\n",
              kind.c_str(), busy, quiet, answers.load(), refusals.load());
  EXPECT_GT(answers, 10u);
  EXPECT_GT(refusals, 0u) << "the attack was not dear enough to be bounded";
  EXPECT_LT(busy, quiet + 250);
}

// Questions about an action begun that once ended the process: types that are no texts, members no move has, ranges as
// they stand in the list, thousands of members.
class ComposeAttack : public CostAttack {};
TEST_F(ComposeAttack, HostileQuestionsEndNothing) {
  const std::vector<std::string> tokens{token(), token()};
  const std::string id = started(tokens);
  HttpClient http(server.address());
  const auto info = http.ask("GET", "/api/tables/" + id, from("198.51.100.7"));
  const Json to_act = Json::parse(info->body)["table"]["to_act"];
  ASSERT_FALSE(to_act.empty());
  const auto& mover = tokens[to_act[0].get<std::size_t>()];
  const Json now = Json::parse(http.ask("GET", "/api/tables/" + id + "/view", from("198.51.100.7", mover))->body);
  Json many = Json::object();
  for (int i = 0; i < 5000; ++i) many["m" + std::to_string(i)] = nullptr;
  Json entry = now["view"]["legal"][0];
  Json stranger = entry;
  stranger["zz"] = nullptr;
  int number = 0;
  for (const Json& action : {Json{{"type", 1}}, Json{{"type", nullptr}}, Json{{"type", true}}, many, entry, stranger}) {
    const auto headers = from("203.0.113." + std::to_string(++number), mover);
    const auto answer = http.ask("POST", "/api/tables/" + id + "/compose", headers, Json{{"action", action}}.dump());
    ASSERT_TRUE(answer) << action.dump().substr(0, 100);
    EXPECT_TRUE(answer->status == 200 || answer->status == 400) << answer->status << answer->body.substr(0, 200);
  }
  EXPECT_EQ(http.ask("GET", "/api/tables/" + id, from("198.51.100.7"))->status, 200);
}

// Links posted where thousands of programs look at them, and one address that asks for the picture of every position:
// it gets so many drawn, what is drawn costs nothing more, and nobody else waits.
class PreviewAttack : public CostAttack {};
TEST_F(PreviewAttack, PicturesAndPreviewsAreBounded) {
  const std::vector<std::string> tokens{token(), token(), token()};
  const std::string id = started(tokens, true);
  const double quiet = worst_answer();
  std::atomic<bool> stop = false;
  std::atomic<std::size_t> pictures = 0, pages = 0, refusals = 0, others = 0;
  std::array<std::atomic<bool>, 31> drawn{};
  std::vector<std::thread> attackers;
  for (int a = 0; a < 2; ++a)
    attackers.emplace_back([&, a] {
      auto http = std::make_unique<HttpClient>(server.address());
      for (std::size_t i = 0; !stop || i < 2 * drawn.size(); ++i) {  // each position at least once
        const std::size_t n = (i / 2 + static_cast<std::size_t>(a) * 15) % drawn.size();
        const bool page = i % 2;
        const auto answer = http->ask(
            "GET",
            page ? "/t/" + id + "/" + std::to_string(n) : "/api/tables/" + id + "/picture?n=" + std::to_string(n),
            from("203.0.113.5"));
        if (!answer) {
          http = std::make_unique<HttpClient>(server.address());
          continue;
        }
        if (answer->status == 429 || answer->status == 503)
          ++refusals;
        else if (answer->status != 200)
          ++others;
        else if (page)
          ++pages;
        else
          ++pictures, drawn[n] = true;
      }
    });
  const double busy = worst_answer();
  stop = true;
  for (auto& one : attackers) one.join();
  const auto distinct = std::ranges::count_if(drawn, [](const auto& one) { return one.load(); });
  std::printf("previews: %.1f ms for others, %.1f ms without; %zu pictures of %td positions, %zu pages, %zu refusals\n",
              busy, quiet, pictures.load(), distinct, pages.load(), refusals.load());
  EXPECT_GT(pictures, 0u);
  EXPECT_GT(refusals, 0u) << "the attack was not dear enough to be bounded";
  EXPECT_EQ(others, 0u);
  EXPECT_LE(distinct, 24) << "twenty at once, then one in five seconds";
  EXPECT_LT(busy, quiet + 250);
}

INSTANTIATE_TEST_SUITE_P(Dear, CostAttack, ::testing::Values("watch", "history", "check", "compose"));

}  // namespace
}  // namespace remise::testing
