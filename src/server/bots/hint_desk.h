// Hints for people: the best moves as a bot ranks them, for what the seat may know. Thought out in the background for a
// limited time, so that neither tables nor bots wait for them. Nobody keeps others from asking: a person has one
// question at a time, an address a few, and the addresses take turns.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <set>
#include <string>

#include "server/people/people.h"
#include "server/table/seat_requests.h"

namespace remise::server {

struct Hint {
  std::int64_t rev = 0;
  std::string level;
  Json moves;  // [{action, value}], best first
};

class HintDesk {
 public:
  using Then = std::function<void(std::expected<Hint, Error>)>;

  HintDesk(const Config& config, const Bots& bots, Loop& loop, Entropy& entropy, Workers& workers, Tables& tables)
      : bots_(bots),
        loop_(loop),
        entropy_(entropy),
        workers_(workers),
        tables_(tables),
        person_rate_(config.hints),
        address_rate_(config.hints_per_address) {}

  // An empty level stands for hard, or else for the strongest.
  void hint(const std::string& table, const Identity& who, const std::string& level, Then then);
  void stop();  // ends the present thoughts

 private:
  static constexpr std::size_t most_waiting = 256;  // in all
  static constexpr int most_of_address = 3;
  static constexpr std::int64_t longest_ms = 4000;

  struct Question {
    std::string table, level, person, address;
    Holders who;
    Then then;
  };
  struct Thought {
    Question question;
    std::unique_ptr<Match> match;
    Hint hint;
    Seat seat = Seat::none;
    std::string seed;
    std::expected<Json, Error> moves;
    std::atomic<bool> began = false, stop = false;
    bool over = false;  // answered
  };
  using Thinking = std::shared_ptr<Thought>;

  std::optional<Error> too_much(const Question& question);
  void next();
  void ask(const Question& question, Tables::Found found);
  void think(const Thinking& thought);
  void watch(const Thinking& thought);
  void thought_out(const Thinking& thought);
  void finish(const Question& question, std::expected<Hint, Error> answer);

  const Bots& bots_;
  Loop& loop_;
  Entropy& entropy_;
  Workers& workers_;
  Tables& tables_;
  LimitByName person_rate_, address_rate_;
  std::deque<Question> waiting_;
  std::set<std::string> asking_;            // first holders
  std::map<std::string, int> of_address_;   // questions that are not answered yet
  std::map<std::string, int> at_work_for_;  // addresses whose questions are thought about
  std::vector<Thinking> running_;
  int busy_ = 0;
};

}  // namespace remise::server
