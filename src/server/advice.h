// Hints for people: the best moves as a bot ranks them, for what the seat may know. Thought out in the background, one
// at a time and for a limited time, so that neither tables nor bots wait for them.
#pragma once

#include <atomic>
#include <deque>
#include <set>
#include <string>

#include "server/play.h"

namespace remise::server {

struct Hint {
  std::int64_t rev = 0;
  std::string level;
  Json moves;  // [{action, value}], best first
};

class Advice {
 public:
  using Then = std::function<void(std::expected<Hint, Error>)>;

  Advice(const Bots& bots, Loop& loop, Entropy& entropy, Workers& workers, Tables& tables)
      : bots_(bots), loop_(loop), entropy_(entropy), workers_(workers), tables_(tables) {}

  // An empty level stands for the strongest.
  void hint(const std::string& table, const Holders& who, const std::string& level, Then then);
  void stop();  // ends the present thought

 private:
  static constexpr std::size_t most_waiting = 32;
  static constexpr std::int64_t longest_ms = 4000;

  struct Question {
    std::string table, level;
    Holders who;
    Then then;
  };
  struct Thought {
    std::unique_ptr<Match> match;
    Hint hint;
    Seat seat = Seat::none;
    std::string seed;
    std::expected<Json, Error> moves;
    std::atomic<bool> stop = false;
  };

  void next();
  void think(const Question& question, Tables::Found found);
  void finish(const Question& question, std::expected<Hint, Error> answer);

  const Bots& bots_;
  Loop& loop_;
  Entropy& entropy_;
  Workers& workers_;
  Tables& tables_;
  std::deque<Question> waiting_;
  std::set<std::string> asking_;  // first holders: each may ask one thing at a time
  bool busy_ = false;
  std::shared_ptr<Thought> thought_;
};

}  // namespace remise::server
