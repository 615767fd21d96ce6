// What is stored for a table: a log that only grows. The store knows no rule; kinds and payloads are the server's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace remise::store {

struct Entry {
  std::string table;
  std::int64_t number = 0;  // 0, 1, 2, ... without gaps; (table, number) is unique
  std::string kind;
  std::string payload;  // JSON
  std::int64_t time = 0;

  bool operator==(const Entry&) const = default;
};

// The line of a table in lists; follows from the log, and is kept only to be searched.
struct Listing {
  std::string game;
  std::string status;
  bool open = false;
  std::int64_t created = 0;
  std::int64_t updated = 0;
  std::string summary;   // JSON
  std::string host{};    // the holder that decides here
  bool people = true;    // somebody sits here, or may still sit down: not a table of bots alone
  std::int64_t due = 0;  // when somebody's time is up there; 0: never
};

// What a seat wants to be done ahead of its turn. Beside the log: the moves it leads to stand there, it does not.
struct SeatPlans {
  std::int64_t seat = 0;
  std::string value;  // JSON; empty: none
};

// Whose turn begins or ends at a table, so that they can be called. A turn is known by its first entry.
struct CallChange {
  std::int64_t seat = 0;
  std::string holder;    // empty: nobody waits for this seat any more
  std::int64_t due = 0;  // nobody is called before
  bool same = false;     // the turn goes on: its person is known by another name from now on
};

enum class JobChange : std::uint8_t { keep, set, clear };

// One entry, and what else changes with it, or not at all.
struct Write {
  Entry entry;
  std::optional<Listing> listing;
  std::optional<std::string> member;  // a holder who has a seat here from now on
  JobChange job = JobChange::keep;    // a bot, or a move in advance, is to be made
  std::optional<SeatPlans> plans{};
  std::vector<CallChange> calls{};
};

}  // namespace remise::store
