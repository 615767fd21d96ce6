// A group that plays for weeks: four people and one who joins, three tables of the real games, two nodes on one
// database that die now and then. People come when they are called and at no other time, so that a match goes on only
// as long as everybody is told. They make plans, miss deadlines, leave and return, are replaced, and agree to end.
#pragma once

#include <cstdint>
#include <string>

namespace remise::sim {

struct WeeksOptions {
  std::string database;  // a fresh one of PostgreSQL
  std::string seed;
  int days = 21;
  bool whole = true;  // both matches are to come to their end
};

struct WeeksReport {
  std::string fault;
  std::int64_t days = 0;
  std::uint64_t visits = 0, moves = 0, advance = 0, minded = 0, time_up = 0, turns = 0;
  std::uint64_t letters = 0, again = 0, reminders = 0, digests = 0, tables_told = 0, in_time = 0;
  std::uint64_t kills = 0, kills_after_sending = 0, outages = 0;
  std::uint64_t finished = 0, replaced = 0, returned = 0, agreed = 0;

  void wrong(const std::string& what) {
    if (fault.empty()) fault = what;
  }
  std::string text() const;
};

WeeksReport simulate_weeks(const WeeksOptions& options);

}  // namespace remise::sim
