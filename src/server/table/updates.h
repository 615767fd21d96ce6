// The one place where a table's contents are written for a client, by Match::view and Match::log for exactly that
// viewer. Nothing here grows with the age of a table (Pages).
#pragma once

#include <string>

#include "server/table/seat_requests.h"

namespace remise::server {

// What a client has of a table already.
struct Seen {
  std::int64_t rev = -1;
  std::int64_t info = -1;
  std::int64_t chat = -1;
  std::uint64_t presence = 0;
  int seat = -2;  // as whom it looked; -2: not yet
};

struct Presence {
  std::uint64_t version = 1;
  Json json;
};

// {"type":"update",...} with what is new since `seen`, which is brought up to date; empty where nothing is. `presence`
// may be null, `extra` is further members as text (",\"notes\":...").
std::string update_text(Room& room, Seen& seen, const Holders& who, const Presence* presence, const Pages& pages,
                        const std::string& extra = "");

// The page of the chat before the line with this number: {lines, more}.
Json older_chat(const Table& table, std::int64_t before, const Pages& pages);
// The page of the log before this move: {from, log}.
Json older_log(const Table& table, const Holders& who, std::size_t before, const Pages& pages);
// The position after n moves; nothing can be played in the past, so that no legal moves are looked for.
std::expected<Json, Error> history_view(const Table& table, const Holders& who, std::int64_t n);

Viewer viewer_of(int seat);

}  // namespace remise::server
