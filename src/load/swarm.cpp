#include "load/swarm.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <thread>

#include "core/random.h"
#include "core/range.h"
#include "server/bots/bots.h"
#include "server/people/tokens.h"

namespace remise::server {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Acknowledged {
  std::int64_t rev;
  Json action;
};

struct Client {
  std::size_t table = 0;
  int seat = 0;
  std::string token;
  WebSocketClient socket;
  std::int64_t rev = -1;
  Known known;          // with an engine: the position folded so far
  Json legal;           // when it is to move
  std::string pending;  // a move not yet answered, as it was sent
  std::string key;
  Json action;
  Clock::time_point sent;
  double again_at = -1;  // when to try again, after a fault
  bool queued = false;
  bool over = false;  // the match has come to its end
  std::vector<Acknowledged> acknowledged;
};

struct Table {
  std::string id;
  std::int64_t base = 0;   // rev of the start
  Clock::time_point sent;  // the last move
  int looking = 0;         // watchers who do not have it yet
};

// The log writes an action out in full where a client may send a shorter form (a range, a number, null for "the rest"):
// what both of them say must be the same.
bool is_same_action(const Json& sent, const Json& logged) {
  if (sent.is_null()) return true;
  if (!sent.is_object()) return sent == logged;
  if (!logged.is_object()) return true;
  for (const auto& [name, value] : sent.items())
    if (const auto found = logged.find(name); found != logged.end() && !is_same_action(value, *found)) return false;
  return sent.value("type", "") == logged.value("type", "");
}

Headers bearer(const std::string& token) { return {{"Authorization", "Bearer " + token}}; }

class Swarm {
 public:
  explicit Swarm(const SwarmOptions& options) : options_(options), random_(Random::from_seed(options.seed)) {}
  ~Swarm() {
    if (epoll_ >= 0) ::close(epoll_);
  }
  Swarm(const Swarm&) = delete;
  Swarm& operator=(const Swarm&) = delete;

  std::expected<SwarmReport, std::string> run() {
    start_crypto();
    epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
    if (options_.idle > 0) return idle();
    if (auto fault = prepare()) return std::unexpected(*fault);
    for (Client& client : clients_) {
      connect(client);
      if (&client - clients_.data() > 0 && (&client - clients_.data()) % 200 == 0) stay();
    }
    const auto open = std::ranges::count_if(clients_, [](const Client& c) { return c.socket.is_open(); });
    if (!options_.reconnect && open < std::ssize(clients_))
      return std::unexpected("only " + std::to_string(open) + " of " + std::to_string(clients_.size()) +
                             " connections were taken (--max-connections-per-address of the server)");
    if (options_.prepared) options_.prepared();
    const double before = processor_time();
    play();
    report_.cpu = processor_time() - before;
    check();
    if (options_.engine) compare();
    return report_;
  }

 private:
  const Address& server_of(std::size_t client) const { return options_.servers[client % options_.servers.size()]; }

  std::expected<SwarmReport, std::string> idle() {
    std::vector<WebSocketClient> sockets(static_cast<std::size_t>(options_.idle));
    for (std::size_t i = 0; i < sockets.size(); ++i)
      if (sockets[i].connect(server_of(i), {}) != 101)
        return std::unexpected("connection " + std::to_string(i) + " was refused");
    const auto began = Clock::now();
    while (seconds_since(began) < options_.seconds) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      for (auto& socket : sockets) {
        if (!socket.read_some(false)) return std::unexpected(std::string("a connection was closed"));
        while (socket.next()) {
        }
      }
    }
    report_.seconds = seconds_since(began);
    return report_;
  }

  // Tables by HTTP, several at a time so that the server can commit them together.
  std::optional<std::string> prepare() {
    const auto tables = static_cast<std::size_t>(options_.tables);
    const auto people = static_cast<std::size_t>(options_.players - options_.bots);
    tables_.resize(tables);
    clients_.resize(tables * people);
    players_ = clients_.size();
    std::vector<std::thread> threads;
    std::vector<std::string> faults(8);
    for (std::size_t t = 0; t < faults.size(); ++t)
      threads.emplace_back([&, t] {
        HttpClient http(server_of(t));
        for (std::size_t i = t; i < tables && faults[t].empty(); i += faults.size())
          faults[t] = prepare_table(http, i, people);
      });
    for (auto& thread : threads) thread.join();
    for (const auto& fault : faults)
      if (!fault.empty()) return fault;
    for (std::size_t i = 0; i < tables; ++i)
      for (int w = 0; w < options_.watchers; ++w) clients_.emplace_back().table = i;
    return std::nullopt;
  }

  std::string prepare_table(HttpClient& http, std::size_t i, std::size_t people) {
    Json seats = Json::array();
    for (int s = 0; s < options_.players; ++s)
      seats.push_back(s < static_cast<int>(people) ? Json{{"kind", "human"}}
                                                   : Json{{"kind", "bot"}, {"level", "random"}});
    std::string path = "/api/tables";
    Json body{{"game", options_.game}, {"options", options_.options},
              {"seats", seats},        {"open", false},
              {"shuffle", false},      {"name", "load"}};
    for (std::size_t step = 0; step <= people; ++step) {
      const bool start = step == people;
      Client& client = clients_[i * people + (start ? 0 : step)];
      if (step == 1 || start) path = "/api/tables/" + tables_[i].id + (start ? "/start" : "/join");
      if (step >= 1) body = start ? Json::object() : Json{{"name", "load"}};
      if (client.token.empty()) client.token = new_token(http);
      const auto answer = http.ask("POST", path, bearer(client.token), body.dump());
      if (!answer) return answer.error();
      const auto json = parse_json(answer->body);
      if (!json || answer->status != 200) return "HTTP " + std::to_string(answer->status) + " " + answer->body;
      const Json info = json->value("table", Json::object());
      tables_[i].id = info.value("id", "");
      tables_[i].base = info.value("rev", std::int64_t{0});
      client.table = i;
      client.seat = static_cast<int>(start ? 0 : step);
    }
    return "";
  }

  static std::string new_token(HttpClient& http) {
    const auto answer = http.ask("POST", "/api/players", {}, "{}");
    const auto json = answer ? parse_json(answer->body) : std::unexpected(Error{});
    return json && json->is_object() ? json->value("token", "") : "";
  }

  void connect(Client& client) {
    const auto number = static_cast<std::size_t>(&client - clients_.data());
    if (client.socket.connect(server_of(number), client.token.empty() ? Headers{} : bearer(client.token), 2000) !=
        101) {
      client.again_at = seconds_since(began_) + 0.05 + random_.below(100) / 1000.0;
      return;
    }
    client.again_at = -1;
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = number;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, client.socket.descriptor(), &event);
    client.legal = nullptr;
    Json watch{{"type", "watch"}, {"table", tables_[client.table].id}};
    if (options_.engine) watch["engine"] = engine_id();
    client.socket.send(watch.dump());
    if (!client.pending.empty()) client.socket.send(client.pending);  // the same message with the same key
  }

  void lost(Client& client) {
    client.socket.close();
    if (!options_.reconnect) {
      report_.faults.push_back("a connection was lost");
      stop_ = true;
      return;
    }
    ++report_.reconnects;
    client.again_at = seconds_since(began_) + 0.02 + random_.below(50) / 1000.0;
  }

  void play() {
    began_ = Clock::now();
    double grace = 0;
    while (!stop_ && !all_over()) {
      const double now = seconds_since(began_);
      if (options_.stop && *options_.stop) options_.seconds = std::min(options_.seconds, now);
      if (now > options_.seconds + grace) {
        // Moves under way are waited for; only then is the end the end.
        ending_ = true;
        const bool open = std::ranges::any_of(clients_, [](const Client& c) { return !c.pending.empty(); });
        if (!open || now > options_.seconds + 15) break;
        grace = now - options_.seconds + 0.01;
      }
      read_waiting(options_.rate > 0 ? 1 : 5);
      send_due();
      if (options_.reconnect) retry();
    }
    report_.seconds = std::min(seconds_since(began_), options_.seconds);
    const auto people = static_cast<std::size_t>(options_.players - options_.bots);
    for (std::size_t i = 0; i < players_; i += people) report_.finished += clients_[i].over;
    std::ranges::sort(latencies_);
    const auto at = [&](double share) {
      return latencies_.empty()
                 ? 0.0
                 : latencies_[std::min(latencies_.size() - 1,
                                       static_cast<std::size_t>(share * static_cast<double>(latencies_.size())))];
    };
    std::ranges::sort(last_);
    if (!last_.empty()) report_.last = last_[last_.size() / 2];
    report_.p50 = at(0.5), report_.p90 = at(0.9), report_.p99 = at(0.99), report_.most = at(1);
  }

  // With a stop of its own the load waits to be stopped: its server may be killed meanwhile.
  bool all_over() const {
    return !options_.stop && std::ranges::all_of(clients_, [](const Client& c) { return c.over && c.pending.empty(); });
  }

  // A server that does not answer costs each client its whole patience: the others are looked at in between.
  void retry() {
    const double now = seconds_since(began_);
    for (Client& client : clients_) {
      if (client.again_at < 0 || client.again_at > now) continue;
      if (seconds_since(began_) > now + 0.2) return;
      if (!client.socket.is_open()) {
        connect(client);
      } else {
        client.again_at = -1;
        if (!client.pending.empty()) client.socket.send(client.pending);
      }
    }
  }

  // As many moves as the rate allows, from those who are to move, in the order they became so.
  void send_due() {
    while (!ready_.empty() && !ending_) {
      if (options_.rate > 0 && static_cast<double>(sent_) >= options_.rate * seconds_since(began_)) break;
      Client& client = clients_[ready_.front()];
      ready_.pop_front();
      client.queued = false;
      if (client.legal.is_null() || !client.pending.empty() || !client.socket.is_open()) continue;
      client.action = choose(client.legal, random_);
      client.legal = nullptr;
      client.key = std::string("k").append(std::to_string(++keys_));
      client.pending = Json{
          {"type", "move"},
          {"table", tables_[client.table].id},
          {"rev", client.rev},
          {"key", client.key},
          {"action",
           client.action}}.dump();
      client.sent = Clock::now();
      tables_[client.table].sent = client.sent;
      tables_[client.table].looking = options_.watchers;
      ++sent_;
      if (!client.socket.send(client.pending)) lost(client);
    }
  }

  void receive(Client& client) {
    if (!client.socket.is_open()) return;  // an event from before it was closed
    const bool alive = client.socket.read_some(false);
    while (auto text = client.socket.next()) {
      report_.bytes += text->size();
      if (const auto message = parse_json(*text)) handle(client, *message);
    }
    if (!alive || !client.socket.is_open()) lost(client);
  }

  void handle(Client& client, const Json& message) {
    const std::string type = message.value("type", "");
    if (type == "update") {
      ++report_.updates;
      client.rev = message.value("rev", std::int64_t{-1});
      if (is_watcher(client) && message.contains("log")) watcher_has_it(tables_[client.table]);
      if (const auto position = message.find("position"); position != message.end())
        return fold(client, message, *position);
      const auto view = message.find("view");
      if (view == message.end() || is_watcher(client)) return;
      const Json legal = view->value("legal", Json::array());
      client.over = view->value("to_act", Json::array()).empty();
      client.legal = legal.empty() ? Json(nullptr) : legal;
      queue(client);
    } else if (type == "ack" && message.value("key", "") == client.key && !client.pending.empty()) {
      latencies_.push_back(1000 * seconds_since(client.sent));
      client.acknowledged.push_back({message.value("rev", std::int64_t{-1}), client.action});
      client.pending.clear();
      ++report_.acknowledged;
      queue(client);
    } else if (type == "error") {
      const Json error = message.value("error", Json::object());
      const std::string code = error.value("code", "");
      if (code == "stale") ++report_.stale;
      if (options_.reconnect && (code == "database_unavailable" || code == "database_full" || code == "server_busy")) {
        client.again_at = seconds_since(began_) + 0.1;  // nothing was played: the same again
        if (message.value("key", Json()).is_null()) client.socket.close();
        return;
      }
      client.pending.clear();
      ++report_.refused;
      if (code != "stale" && report_.faults.size() < 20) report_.faults.push_back("refused: " + error.dump());
      queue(client);
    }
  }

  bool is_watcher(const Client& client) const {
    return static_cast<std::size_t>(&client - clients_.data()) >= players_;
  }

  void watcher_has_it(Table& table) {
    if (table.looking > 0 && --table.looking == 0) last_.push_back(1000 * seconds_since(table.sent));
  }

  // As a page does: what is known now, and what may be played, made by the engine from the bytes that changed.
  void fold(Client& client, const Json& message, const Json& position) {
    auto known = read_known(position, message.contains("from") ? &client.known : nullptr);
    const auto match = known ? options_.engine->go_on(*known) : std::unexpected(known.error());
    if (!match) return report_.faults.push_back("a position cannot be folded: " + to_json(match.error()).dump());
    client.known = std::move(*known);
    client.over = (*match)->to_act().empty();
    const Seat seat = id_at<Seat>(client.seat);
    client.legal = nullptr;
    if (is_watcher(client) || !(*match)->to_act().has(seat)) return;
    if (auto action = (*match)->pick(seat, random_)) client.legal = Json::array({std::move(*action)});
    queue(client);
  }

  // Is there perhaps more?
  bool read_waiting(int timeout_ms) {
    const int count = ::epoll_wait(epoll_, events_.data(), static_cast<int>(events_.size()), timeout_ms);
    for (int e = 0; e < count; ++e) receive(clients_[events_[static_cast<std::size_t>(e)].data.u64]);
    return count == static_cast<int>(events_.size());
  }

  // Who does not answer the server's pings is put out, and what is done for thousands takes its time.
  void stay() {
    while (read_waiting(0)) {
    }
  }

  // Reads on until no update has come for a while. Of thousands of connections one has a ping at any moment.
  void drain() {
    ending_ = true;
    for (auto quiet = Clock::now(); seconds_since(quiet) < 0.3;) {
      const auto before = report_.updates;
      read_waiting(100);
      if (report_.updates != before) quiet = Clock::now();
    }
  }

  // What was folded to the end must be what the server shows now, as a view.
  void compare() {
    drain();
    HttpClient http(options_.servers.front());
    for (Client& client : clients_) {
      if ((&client - clients_.data()) % 200 == 0) stay();
      if (client.known.state.empty()) continue;
      const Viewer viewer = is_watcher(client) ? Viewer::spectator() : Viewer::of(id_at<Seat>(client.seat));
      const auto answer = http.ask("GET", "/api/tables/" + tables_[client.table].id + "/view",
                                   client.token.empty() ? Headers{} : bearer(client.token));
      const auto update = answer ? parse_json(answer->body) : std::unexpected(Error{});
      const auto match = options_.engine->go_on(client.known);
      const bool same = update && match && update->contains("view") && (*update)["view"] == (*match)->view(viewer);
      if (same)
        ++report_.compared;
      else
        report_.faults.push_back("table " + tables_[client.table].id +
                                 ": what was folded is not what the server shows");
      if (report_.faults.size() > 20) return;
    }
  }

  static double processor_time() {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
  }

  // The update with the next position may come before the answer to the last move, whatever that answer is, or after
  // it.
  void queue(Client& client) {
    if (client.legal.is_null() || client.queued) return;
    client.queued = true;
    ready_.push_back(static_cast<std::size_t>(&client - clients_.data()));
  }

  static Json choose(const Json& legal, Random& random) {
    Json action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
    fill_ranges(action, random);
    return action;
  }

  // The table with at least so many moves in its log. A node hears of the moves of another a moment later, so it is
  // given a few seconds to catch up; what it shows then counts.
  std::expected<Json, Error> caught_up(HttpClient& http, const std::string& id, const std::string& token,
                                       std::size_t moves) {
    const auto asked = Clock::now();
    for (;;) {
      const auto answer = http.ask("GET", "/api/tables/" + id + "/view", bearer(token));
      auto update = answer ? parse_json(answer->body) : std::unexpected(Error{"load", answer.error(), ""});
      const bool complete = update && update->contains("log") &&
                            update->value("log_from", std::size_t{0}) + (*update)["log"].size() >= moves;
      if (complete || seconds_since(asked) > 5) return update;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }

  // Each client asks for the log as its seat sees it; each acknowledged move must stand where its rev says.
  // An update has the newest moves; the older ones come page by page.
  Json whole_log(const std::string& table, const std::string& token, const Json& update) const {
    Json log = update["log"];
    auto from = update.value("log_from", std::size_t{0});
    WebSocketClient socket;
    if (from > 0 && socket.connect(options_.servers.front(), bearer(token)) != 101) return log;
    while (from > 0) {
      if (!socket.send(Json{{"type", "older_log"}, {"table", table}, {"key", "older"}, {"before", from}}.dump())) break;
      const auto text = socket.wait(5000);
      const auto page = text ? parse_json(*text) : std::unexpected(Error{});
      if (!page || page->value("type", "") != "older_log" || (*page)["log"].empty()) break;
      from = (*page)["from"];
      Json joined = (*page)["log"];
      joined.insert(joined.end(), log.begin(), log.end());
      log = std::move(joined);
    }
    return log;
  }

  void check() {
    const auto people = static_cast<std::size_t>(options_.players - options_.bots);
    HttpClient http(options_.servers.front());
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (i % 100 == 0) stay();
      std::vector<std::int64_t> revs;
      for (std::size_t p = 0; p < people; ++p) {
        Client& client = clients_[i * people + p];
        std::int64_t last = tables_[i].base;
        for (const auto& move : client.acknowledged) last = std::max(last, move.rev);
        const auto update =
            caught_up(http, tables_[i].id, client.token, static_cast<std::size_t>(last - tables_[i].base));
        if (!update || !update->contains("log")) {
          report_.faults.push_back("table " + tables_[i].id + " cannot be read: " +
                                   (update ? update->dump().substr(0, 200) : to_json(update.error()).dump()));
          break;
        }
        const Json log = whole_log(tables_[i].id, client.token, *update);
        for (const auto& move : client.acknowledged) {
          revs.push_back(move.rev);
          const auto n = static_cast<std::size_t>(move.rev - tables_[i].base - 1);
          const bool there = move.rev > tables_[i].base && n < log.size() && log[n].value("seat", -1) == client.seat &&
                             is_same_action(move.action, log[n]["action"]);
          if (!there)
            report_.faults.push_back("table " + tables_[i].id + ": move " + std::to_string(move.rev) +
                                     " was acknowledged and is not in the log");
        }
      }
      std::ranges::sort(revs);
      if (std::ranges::adjacent_find(revs) != revs.end())
        report_.faults.push_back("table " + tables_[i].id + ": a number was acknowledged twice");
      if (report_.faults.size() > 20) return;
    }
  }

  SwarmOptions options_;
  Random random_;
  SwarmReport report_;
  std::vector<Table> tables_;
  std::vector<Client> clients_;
  std::deque<std::size_t> ready_;
  std::size_t players_ = 0;  // the first of clients_; the others watch
  std::vector<double> latencies_, last_;
  int epoll_ = -1;
  std::vector<epoll_event> events_ = std::vector<epoll_event>(512);
  Clock::time_point began_ = Clock::now();
  std::size_t sent_ = 0, keys_ = 0;
  bool ending_ = false, stop_ = false;
};

}  // namespace

Json SwarmReport::json() const {
  return {
      {"acknowledged", acknowledged},
      {"per_second", seconds > 0 ? std::round(static_cast<double>(acknowledged) / seconds) : 0},
      {"refused", refused},
      {"stale", stale},
      {"reconnects", reconnects},
      {"updates", updates},
      {"bytes", bytes},
      {"finished", finished},
      {"compared", compared},
      {"bytes_per_move", acknowledged ? std::round(static_cast<double>(bytes) / static_cast<double>(acknowledged)) : 0},
      {"load_us_per_move", acknowledged ? std::round(cpu * 1e6 / static_cast<double>(acknowledged)) : 0},
      {"last_watcher_ms", last},
      {"seconds", seconds},
      {"ms", {{"p50", p50}, {"p90", p90}, {"p99", p99}, {"max", most}}},
      {"faults", faults}};
}

std::expected<SwarmReport, std::string> run_swarm(const SwarmOptions& options) { return Swarm(options).run(); }

}  // namespace remise::server
