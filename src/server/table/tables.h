// The tables in memory, and the one way to change one:
//
//   draft   the table is asked for its next entry; it does not change
//   fold    the entry is applied to the table (a refused move ends here, and has changed nothing); the room closes
//   commit  the entry is stored under its number, which only one writer can have
//   tell    those who watch are told, then the request is answered, then the room opens
//
// What always holds:
// * The table of an open room is the fold of the first next() entries of its log, all of them stored.
// * Nobody is shown the table of a closed room: requests wait in its queue, and the queue keeps its order.
// * After a commit that did not succeed, or of which that is not known, the table is dropped, and folded anew from the
//   log before anybody is shown it.
// * Where other nodes write to the same database, a request is refused only by a table that holds every entry stored
//   before the request came; where that cannot be read, the answer is that the database is away.
// * A notice of another node makes this one read sooner, and nothing else rests on notices: with_newest() reads the
//   store, and compare() finds what no notice told.
// * Notices are heard of tables that are watched here. Any other is read only when somebody asks for it, however often
//   it changes elsewhere: with() looks into the store first, and change() drafts on what is there, since the number of
//   its entry shows whether that was the newest.
// * While the store cannot be read, open rooms are still shown.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "server/app/config.h"
#include "server/app/environment.h"
#include "server/app/metrics.h"
#include "server/table/table.h"
#include "store/storage.h"

namespace remise::server {

// The position last shown through some eyes, for clients with our engine, and what changed since the one before.
struct ShownPosition {
  std::int64_t rev = -1, from = -1;
  Known known;
  std::string change;  // as text
};

struct Room {
  std::string id;
  std::unique_ptr<Table> table;                           // null while it is being loaded
  bool closed = false;                                    // being read, or an entry is folded and not yet stored
  std::int64_t used = 0;                                  // steady
  std::int64_t heard = -1;                                // another node has written up to this entry
  bool doubted = false;                                   // the store may hold more than the table
  std::optional<store::Fault> unread;                     // why the last look into the store found nothing out
  std::deque<std::function<void(const Error*)>> waiting;  // told the reason where the table cannot be loaded
  std::size_t satisfied = 0;  // so many of those waiting asked before the last reading began
  // By seat (-1: spectators). Several clients look through the same eyes: what they are sent is made once.
  std::map<int, std::pair<std::int64_t, std::string>> views;  // rev and JSON text of the whole view
  std::map<int, ShownPosition> positions;
};

class Tables {
 public:
  using Found = std::expected<Room*, Error>;
  using Then = std::function<void(Found)>;
  // The next entry; nothing where the request was answered before; or a refusal. Asked again after a conflict.
  using Ask = std::function<std::expected<std::optional<Draft>, Error>(const Table&)>;

  // `shared`: other nodes write to the same database.
  Tables(const Games& games, Loop& loop, store::Storage& storage, Metrics& metrics, const Config& config, bool shared)
      : games_(games),
        loop_(loop),
        storage_(storage),
        metrics_(metrics),
        most_(config.max_cached_tables),
        most_entries_(config.most_entries),
        call_after_(config.calls.any() ? std::optional(config.calls.after) : std::nullopt),
        shared_(shared) {}

  std::function<void(Room&)> changed;               // new entries are durable and folded
  std::function<bool(const std::string&)> watched;  // keep it in memory
  std::function<void()> bot_to_move;
  std::function<void(const std::string&)> removed;  // someone has deleted it

  void create(const std::string& id, const Draft& draft, Then then);
  bool shared() const { return shared_; }
  // Calls `then` with an open room, at once where it is open and watched: then it is as new as notices make it.
  void with(const std::string& id, Then then);
  // The same, and every entry stored before this call is folded, except where Room::unread says why it may not be.
  void with_newest(const std::string& id, Then then);
  // Draft, fold, commit, tell. `then` is called after those who watch were told.
  void change(const std::string& id, Ask ask, Then then);
  void heard(const std::string& id, std::int64_t number);  // from another node
  void read_again(const store::Channels& channels);        // anything may have been missed there
  void compare(bool all = false);  // what is watched, and now and then all that is in memory, with what is stored
  void tidy();
  Room* loaded(const std::string& id);  // open and in memory, or null
  // While the request for a change is answered: the milliseconds it took to tell all who watch.
  double cost() const { return cost_; }

 private:
  static constexpr std::size_t queue_limit = 256;
  static constexpr int most_attempts = 20;

  void change(const std::string& id, Ask ask, Then then, int attempt, bool newest);
  void enter(const std::string& id, Then then);
  void load(Room& room);
  void catch_up(Room& room);
  void read_behind();
  void caught_up(Room& room);
  std::expected<store::Write, Error> fold(Table& table, const Draft& draft);
  void commit(Room& room, store::Write write, std::function<void(store::Commit)> then);
  void reopen(Room& room);
  void drop(Room& room);
  Room& room(const std::string& id);

  const Games& games_;
  Loop& loop_;
  store::Storage& storage_;
  Metrics& metrics_;
  std::size_t most_;
  std::int64_t most_entries_;
  std::optional<std::int64_t> call_after_;  // people are called so long after their turn began
  bool shared_;
  bool comparing_ = false;
  std::uint64_t compared_ = 0;
  bool reading_ = false;
  std::vector<Room*> behind_;  // to be caught up with the next reading, all of them together
  std::unordered_map<std::string, std::unique_ptr<Room>> rooms_;
  store::Fault last_fault_;
  double cost_ = 0;
};

}  // namespace remise::server
