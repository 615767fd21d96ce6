// Plays the bot seats: takes tables from the queue in the database, thinks in the background, moves like anyone else. A
// bot that dies with its process is taken up by another when its lease ends; a move thought twice is played once. A bot
// that fails three times at a position, whether it errs, throws, ends the process or never answers, gets a drawn move.
#pragma once

#include <algorithm>
#include <string>

#include "server/table/seat_requests.h"

namespace remise::server {

class BotRunner {
 public:
  BotRunner(const Config& config, const Bots& bots, Loop& loop, Entropy& entropy, Workers& workers,
            store::Storage& storage, Tables& tables, SeatRequests& seat_requests, Metrics& metrics)
      : config_(config),
        bots_(bots),
        loop_(loop),
        entropy_(entropy),
        workers_(workers),
        storage_(storage),
        tables_(tables),
        seat_requests_(seat_requests),
        metrics_(metrics) {}

  void look();  // is there something to do?
  bool free() const { return free_threads() > 0 && !stopped_; }
  void stop();

 private:
  static constexpr std::int64_t most_attempts = 3;  // of the bot; as many again to draw, then the job is given up

  struct Thought {
    store::Job job;
    std::int64_t lease = 0, rev = 0;
    Seat seat = Seat::none;
    std::string level, seed;
    bool drawn = false;  // not by the bot
    std::unique_ptr<Match> match;
    std::expected<Json, Error> action;
    std::atomic<bool> began = false, stop = false;
    int age = 0;        // ticks since it began
    bool lost = false;  // nobody waits for it any more
  };
  using Thinking = std::shared_ptr<Thought>;

  // One thread is left for what people wait for: hints and passwords.
  int threads() const { return std::max(workers_.size() - 1, 1); }
  int free_threads() const { return threads() - thinking_; }
  void take(const store::Job& job, std::int64_t lease);
  void follow_plans(Thinking thought);
  void bots_after_plans(const Thinking& thought);
  void move_bots(const Room& room, Thinking thought);
  void think(Thinking thought);
  void thought_out(const Thinking& thought);
  void draw(const Thought& failed, const Json& reason);
  void failed(const Thought& thought, const Error& error);
  void play(const Thinking& thought);
  void tick();
  void finished(const Thought& thought);
  void drop(const std::string& table, std::int64_t lease);
  void give_back(const Thought& thought, bool counts);

  const Config& config_;
  const Bots& bots_;
  Loop& loop_;
  Entropy& entropy_;
  Workers& workers_;
  store::Storage& storage_;
  Tables& tables_;
  SeatRequests& seat_requests_;
  Metrics& metrics_;
  int thinking_ = 0, for_bots_ = 0;  // all, and those for tables of bots alone
  std::int64_t oldest_taken_ = 0;    // microseconds
  std::vector<Thinking> running_;    // what is with the workers
  bool ticking_ = false;
  bool stopped_ = false;
  bool looking_ = false;
  bool again_ = false;
};

}  // namespace remise::server
