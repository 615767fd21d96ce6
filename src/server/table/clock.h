// The clocks of a table: whose time runs, how much is left, when it is up. A plain value that follows from the entries
// of the log and their times alone, so that every node and every replay agrees.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/json.h"

namespace remise::server {

// What a table was made with: its clock, and what happens where somebody is missing. Times in milliseconds.
struct Terms {
  enum class Clock : std::uint8_t { none, live, correspondence };
  enum class AtZero : std::uint8_t { remind, bot, offer, end };
  enum class OnLeave : std::uint8_t { wait, bot, offer };

  Clock clock = Clock::none;
  std::int64_t bank = 0;       // for the whole match
  std::int64_t increment = 0;  // for each own move, on top
  std::int64_t move = 0;       // for each decision instead of a bank; what is not used is not saved
  bool nights = false;         // the clock rests from 23 to 7 in the time zone of the person to move
  bool weekends = false;       // and on Saturday and Sunday
  std::int64_t holidays = 0;   // days of each person
  AtZero at_zero = AtZero::remind;
  OnLeave on_leave = OnLeave::wait;
  bool early_end = true;  // the match may end early where all agree
  std::string level;      // of the bots that play for people; empty: the usual one

  bool timed() const { return clock != Clock::none; }
  Json json() const;
  static Terms from(const Json& stored);  // what json() wrote
  // What somebody asks for, or what is wrong with it.
  static std::expected<Terms, Error> read(const Json& body, const std::vector<std::string>& levels);
};

// The bot that plays for people where nobody said which.
std::string usual_level(const std::vector<std::string>& levels);

class Clocks {
 public:
  struct One {
    std::int64_t left = 0;    // at `since`
    std::int64_t since = -1;  // the time runs from then on; -1: it does not run
    std::int64_t spent = 0;
    std::int64_t zone = 0;  // minutes east of UTC
    std::int64_t holiday_until = 0, holiday_left = 0;
    bool up = false;  // and nothing was done about it yet
    int late = 0;     // so many times in a row, without a move of one's own between
  };

  void begin(const Terms& terms, std::size_t seats);
  bool timed() const { return terms_.timed(); }
  // The time of these seats runs from now on; `mover`, or -1, has just moved himself.
  void turn(SeatSet to_act, int mover, std::int64_t now);
  void set_zone(std::size_t seat, std::int64_t minutes, std::int64_t now);
  void holiday(std::size_t seat, std::int64_t days, std::int64_t now);  // 0: it is over
  void pause(bool on, std::int64_t now);
  void away(std::int64_t from, std::int64_t until);  // no server ran
  void time_up(std::size_t seat, std::int64_t now);
  void stand_in_moved(std::size_t seat);  // a bot, after the time was up
  void sat_down(std::size_t seat, bool new_person);

  bool paused() const { return paused_; }
  std::int64_t away_until() const { return away_until_; }
  const One& of(std::size_t seat) const { return clocks_[seat]; }
  // When the time of the seat is up; nothing while it does not run.
  std::optional<std::int64_t> until(std::size_t seat) const;
  std::optional<std::int64_t> due() const;  // of all seats
  Json json() const;

 private:
  std::int64_t whole() const;
  void settle(One& clock, std::int64_t now) const;
  void settle_all(std::int64_t now);
  std::int64_t counted(const One& clock, std::int64_t from, std::int64_t until) const;

  Terms terms_;
  std::vector<One> clocks_;
  bool paused_ = false;
  std::int64_t away_until_ = 0;
};

}  // namespace remise::server
