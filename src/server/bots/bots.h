// Who plays the bot seats. A bot gets a copy of the match and answers with an action, in a background thread; it must
// look at it only as its seat may (bots/suite.h does).
#pragma once

#include <atomic>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/random.h"

namespace remise::server {

// `seed` fixes the bot's draws; it answers at once when `stop` is set. The same form serves for the move it makes, and
// for the best moves as it ranks them: [{action, value}].
using AskBot = std::function<std::expected<Json, Error>(const Match& match, Seat seat, std::string_view level,
                                                        std::string_view seed, const std::atomic<bool>* stop)>;

// A uniformly drawn legal move; a range is filled with a uniformly drawn member.
std::expected<Json, Error> random_move(const Match& match, Seat seat, std::string_view seed);

// Bots run in threads that must not end the process: whatever one trips over, an assertion too, is an error.
// `values.detail` is for the log.
std::expected<Json, Error> guarded(const std::function<std::expected<Json, Error>()>& think);
// Something was thrown in this thread. What it left half done lies in memory of the thread, and should end with it.
bool thread_is_spoilt();

// A review in the making: each decision by itself, from any thread, then the whole file.
class Reviewing {
 public:
  virtual ~Reviewing() = default;
  virtual std::size_t moves() const = 0;
  virtual Json judge(std::size_t move) const = 0;
  virtual Json whole(const std::vector<Json>& judged, const Json& names) const = 0;
};
// The match outlives the review.
using OpenReview = std::function<std::expected<std::shared_ptr<const Reviewing>, Error>(const Match& match)>;

class Bots {
 public:
  // Every game has the level "random". This is the one place where others are plugged in.
  // `styled` are levels with a style ("hard/builder").
  void add(std::string game, std::vector<std::string> levels, AskBot choose, AskBot hint,
           std::vector<std::string> styled = {});

  void add_review(std::string game, OpenReview open) { reviews_[std::move(game)] = std::move(open); }

  std::vector<std::string> levels(std::string_view game) const;
  std::vector<std::string> styled_levels(std::string_view game) const;
  // Both: what a seat may be given to.
  std::vector<std::string> players(std::string_view game) const;
  bool knows(std::string_view game, std::string_view level) const;
  std::vector<std::string> hint_levels(
      std::string_view game) const;  // levels that give hints; none for many a toy game
  std::expected<Json, Error> choose(const Match& match, Seat seat, std::string_view level, std::string_view seed,
                                    const std::atomic<bool>* stop = nullptr) const;
  std::expected<Json, Error> hint(const Match& match, Seat seat, std::string_view level, std::string_view seed,
                                  const std::atomic<bool>* stop = nullptr) const;

  bool reviews(std::string_view game) const { return reviews_.contains(game); }
  std::expected<std::shared_ptr<const Reviewing>, Error> open_review(const Match& match) const {
    return reviews_.find(match.game().id())->second(match);
  }

 private:
  struct Players {
    std::vector<std::string> levels, styled;
    AskBot choose, hint;
  };
  std::map<std::string, Players, std::less<>> players_;
  std::map<std::string, OpenReview, std::less<>> reviews_;
};

}  // namespace remise::server
