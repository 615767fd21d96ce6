// The one door by which a table's contents leave for a client: no other file of the server calls view(), view_at(),
// log(), file() or file_as_imagined() of a Match (a test sees to it). What is written is for exactly one viewer. Except
// for whole files, nothing here grows with the age of a table (Pages).
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
  int seat = -2;        // as whom it looked; -2: not yet
  bool engine = false;  // it has our engine: positions instead of views

  auto operator<=>(const Seen&) const = default;
};

struct Presence {
  std::uint64_t version = 1;
  Json json;
};

// A table for one reader.
Json info_for(const Table& table, const Holders& who);
// The stored line of a table, for one reader: who holds a seat is nobody else's business. Null where it is none.
Json summary_for(const std::string& stored, const Holders& who);

// {"type":"update",...} with what is new since `seen`, which is brought up to date; empty where nothing is. `presence`
// may be null, `extra` is further members as text (",\"notes\":...").
std::string update_text(Room& room, Seen& seen, const Holders& who, const Presence* presence, const Pages& pages,
                        const std::string& extra = "");

// What the seat has planned, as stored, and what it can plan: on, plans, stopped, options. For its owner alone.
Json plans_for(const Table& table, int seat, const std::string& stored);

// These are members of an answer, as text.
// The page of the chat before the line with this number: lines, more.
std::string older_chat(const Table& table, std::int64_t before, const Pages& pages);
// The page of the log before this move: from, log.
std::string older_log(const Table& table, const Holders& who, std::size_t before, const Pages& pages);
// The position after n moves: n and view, or position for a client with our engine. Nothing can be played in the past,
// so that no legal moves are looked for.
std::expected<std::string, Error> history_view(const Table& table, const Holders& who, std::int64_t n, bool engine);

// Writes a match file, nothing where the game cannot. Holds a copy of the match, so that it may be called beside the
// loop.
using WriteFile = std::function<std::optional<Json>()>;
// The whole match; once it is over, for everybody.
std::expected<WriteFile, Error> match_file(const Table& table);
// A match to try things out with, from its n-th position on (negative: the newest). While the true one runs, only for
// those who sit there, with what the seat cannot know drawn anew by `seed`.
std::expected<WriteFile, Error> what_if_file(const Table& table, const Holders& who, std::int64_t n,
                                             const std::string& seed);

// What is to be decided, as everybody may know it: a key of the game's texts, empty where there is none. A view names
// its step, or its phase.
std::string deciding(const Match& match);

Viewer viewer_of(int seat);  // negative: a spectator

// What a link to a table tells whoever has it, before it is opened: what everybody may watch there, and nothing at all
// of a private table.
struct Preview {
  std::string title, game, round, language;
  std::vector<std::string> to_act;  // names of those who are to decide
  bool waiting = false, over = false;
  std::int64_t n = 0;  // after so many moves
};
std::optional<Preview> preview_of(const Table& table, std::int64_t n);

// The board after n moves (negative: the newest) as everybody sees it, as PNG; may be called beside the loop. `key` is
// the same for the same picture.
struct DrawPicture {
  std::string key;
  std::function<std::string()> draw;
};
std::expected<DrawPicture, Error> picture_of(const Table& table, std::int64_t n);

}  // namespace remise::server
