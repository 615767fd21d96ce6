// A world for the server's app in one thread: time that stands still until told, chance from a seed, storage that can
// be slow, fail or be shared with another app, connections that are lists of frames.
#pragma once

#include <deque>
#include <map>

#include "core/random.h"
#include "server/app/app.h"
#include "server/app/log.h"
#include "server/people/tokens.h"
#include "support/nim.h"
#include "support/player_tokens.h"
#include "support/tally.h"

namespace remise::testing {

class FakeLoop final : public server::Loop {
 public:
  std::int64_t now() override { return now_ + set_by; }
  std::int64_t microseconds() override { return now_ * 1000; }
  void post(std::function<void()> work) override { posted_.push_back(std::move(work)); }
  void after(std::int64_t milliseconds, std::function<void()> work) override {
    timers_.emplace(now_ + milliseconds, std::move(work));
  }
  // Everything that can happen without time passing.
  void settle() {
    for (int steps = 0; !posted_.empty(); ++steps) {
      if (steps > 1'000'000) throw std::runtime_error("the loop never settles");
      auto work = std::move(posted_.front());
      posted_.pop_front();
      work();
    }
  }
  std::int64_t set_by = 0;                                        // somebody has set the clock on the wall
  void skip(std::int64_t milliseconds) { now_ += milliseconds; }  // without living through it
  void advance(std::int64_t milliseconds) {
    const auto until = now_ + milliseconds;
    settle();
    while (!timers_.empty() && timers_.begin()->first <= until) {
      now_ = std::max(now_, timers_.begin()->first);
      auto work = std::move(timers_.begin()->second);
      timers_.erase(timers_.begin());
      work();
      settle();
    }
    now_ = until;
  }

 private:
  std::int64_t now_ = 1'700'000'000'000;
  std::deque<std::function<void()>> posted_;
  std::multimap<std::int64_t, std::function<void()>> timers_;
};

class FakeEntropy final : public server::Entropy {
 public:
  explicit FakeEntropy(std::string_view seed) : random_(Random::from_seed(seed)) {}
  void fill(std::span<unsigned char> bytes) override {
    for (auto& byte : bytes) byte = static_cast<unsigned char>(random_.below(256));
  }

 private:
  Random random_;
};

class FakeWorkers final : public server::Workers {
 public:
  explicit FakeWorkers(FakeLoop& loop) : loop_(loop) {}
  void run(std::function<void()> work, std::function<void()> done) override {
    auto both = [work = std::move(work), done = std::move(done)] {
      work();
      done();
    };
    if (held) return waiting_.push_back(std::move(both));
    loop_.post(std::move(both));
  }
  int size() const override { return 2; }

  bool held = false;  // everyone thinks, and nobody comes to an end
  void release() {
    held = false;
    for (auto& both : waiting_) loop_.post(std::move(both));
    waiting_.clear();
  }

 private:
  FakeLoop& loop_;
  std::vector<std::function<void()>> waiting_;
};

class FakeStorage final : public store::Storage {
 public:
  enum class Trouble { none, fail_before, fail_after, hold, away };

  FakeStorage(FakeLoop& loop, store::Database& db) : loop_(loop), db_(db) {}

  Trouble trouble = Trouble::none;
  std::function<void()> before_commit;  // another writer may slip in here
  std::function<void()> after_query;    // what happens between a read and its answer

  void append(store::Write write, Appended done) override {
    loop_.post([this, write = std::move(write), done = std::move(done)] {
      const store::Fault fault{store::Fault::Kind::unavailable, "away"};
      if (trouble == Trouble::hold) return held_.push_back([this, write, done] { commit(write, done); });
      if (trouble == Trouble::fail_before || trouble == Trouble::away) return done(store::Commit::unknown, fault);
      if (before_commit) std::exchange(before_commit, nullptr)();
      if (trouble == Trouble::fail_after)
        return commit(write,
                      [done, fault](store::Commit, const store::Fault&) { done(store::Commit::unknown, fault); });
      commit(write, done);
    });
  }
  void query(std::function<void(store::Database&)> work, std::function<void()> done) override {
    loop_.post([this, work = std::move(work), done = std::move(done)] {
      if (trouble == Trouble::away) {
        auto closed = store::Database::open(":memory:");  // without a schema every question fails
        work(*closed);
      } else {
        work(db_);
      }
      if (after_query) std::exchange(after_query, nullptr)();
      if (done) done();
    });
  }
  void release() {
    trouble = Trouble::none;
    auto held = std::move(held_);
    held_.clear();
    for (auto& work : held) work();
  }

 private:
  void commit(const store::Write& write, const Appended& done) {
    const auto written = db_.commit(std::span(&write, 1));
    done(!written        ? store::Commit::unknown
         : (*written)[0] ? store::Commit::done
                         : store::Commit::conflict,
         written ? store::Fault{} : written.error());
  }

  FakeLoop& loop_;
  store::Database& db_;
  std::vector<std::function<void()>> held_;
};

class FakeConnection final : public server::Connection {
 public:
  void send(std::string frame) override {
    frames.push_back(Json::parse(frame));
    texts.push_back(std::move(frame));
  }
  std::size_t waiting_bytes() const override { return waiting; }
  void close(int code) override { closed = code; }

  // The last frame of this type, or null; forgets all frames.
  Json take(const std::string& type) {
    Json found;
    for (const Json& frame : frames)
      if (frame.value("type", "") == type) found = frame;
    frames.clear();
    return found;
  }

  std::vector<Json> frames;
  std::vector<std::string> texts;
  std::size_t waiting = 0;
  int closed = 0;
};

inline server::Games toy_games() {
  std::vector<std::unique_ptr<Game>> games;
  games.push_back(make_nim());
  games.push_back(make_tally());
  return server::Games(std::move(games));
}

// Takes parcels and answers as it is told to.
class FakeCarrier final : public server::Carrier {
 public:
  explicit FakeCarrier(FakeLoop& loop) : loop_(loop) {}
  void send(server::Parcel parcel, std::function<void(server::Delivery)> done) override {
    sent.push_back(std::move(parcel));
    if (!lost) loop_.post([done = std::move(done), answer = answer] { done(answer); });
  }
  std::vector<server::Parcel> sent;
  server::Delivery answer;
  bool lost = false;  // the process dies before it hears what became of them

 private:
  FakeLoop& loop_;
};

// One server process, as it were. Several may share a database.
struct FakeNode {
  FakeNode(FakeLoop& loop, store::Database& db, const std::string& name = "", server::Config settings = {})
      : config(std::move(settings)),
        entropy("node " + name),
        workers(loop),
        storage(loop, db),
        carrier(loop),
        app(config, games, bots, {loop, entropy, workers, storage, &carrier}, metrics, name) {
    app.start();
  }
  server::Config config;
  server::Games games = toy_games();
  server::Bots bots;
  server::Metrics metrics;
  FakeEntropy entropy;
  FakeWorkers workers;
  FakeStorage storage;
  FakeCarrier carrier;
  server::App app;
};

class World {
 public:
  World() : db(open()) {
    server::start_crypto();
    server::set_log_level(server::LogLevel::off);
  }

  static store::Database open() {
    auto db = store::Database::open(":memory:");
    if (!db || !db->migrate()) throw std::runtime_error("no database");
    plant_token_key(*db);
    return std::move(*db);
  }
  struct Answer {
    int status;
    Json body;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string text;
  };
  Answer ask(FakeNode& node, const std::string& method, const std::string& path, const Json& body = nullptr,
             const std::string& token = "", const std::function<void(server::Request&)>& change = nullptr) {
    server::Request request;
    request.method = method;
    const auto mark = path.find('?');
    request.path = path.substr(0, mark);
    std::string rest = mark == std::string::npos ? "" : path.substr(mark + 1);
    while (!rest.empty()) {
      const auto end = std::min(rest.find('&'), rest.size());
      const auto equals = rest.find('=');
      request.query[rest.substr(0, equals)] = rest.substr(equals + 1, end - equals - 1);
      rest.erase(0, end + 1);
    }
    if (!body.is_null()) request.body = body.dump();
    request.content_type = "application/json";
    request.host = "trams.example";
    request.address = "192.0.2.1";
    if (!token.empty()) request.authorization = "Bearer " + token;
    if (change) change(request);
    Answer answer{0, nullptr, {}, ""};
    node.app.http(request, [&answer](server::Response response) {
      answer = {response.status, Json::parse(response.body, nullptr, false), response.headers, response.body};
    });
    loop.settle();
    return answer;
  }
  server::ClientId connect(FakeNode& node, FakeConnection& connection, const std::string& token) {
    server::Request request;
    request.address = "192.0.2.1";
    if (!token.empty()) request.authorization = "Bearer " + token;
    server::ClientId id = 0;
    node.app.admit(request, [&](std::expected<server::Identity, Error> who) {
      if (who) id = node.app.clients().add(*who, connection);
    });
    loop.settle();
    return id;
  }
  void say(FakeNode& node, server::ClientId client, const Json& message) {
    node.app.clients().received(client, message.dump());
    loop.settle();
  }

  FakeLoop loop;
  store::Database db;
};

}  // namespace remise::testing
