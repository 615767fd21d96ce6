#include "server/table/tables.h"

#include <unordered_set>

#include "server/app/log.h"

namespace remise::server {
namespace {

constexpr std::int64_t idle_ms = 5 * 60 * 1000;

Error database_error(const store::Fault& fault) {
  return server_error(fault.kind == store::Fault::Kind::full ? ErrorCode::database_full
                                                             : ErrorCode::database_unavailable);
}

}  // namespace

Room& Tables::room(const std::string& id) {
  auto& place = rooms_[id];
  if (!place) {
    place = std::make_unique<Room>();
    place->id = id;
  }
  place->used = loop_.steady();
  return *place;
}

Room* Tables::loaded(const std::string& id) {
  const auto found = rooms_.find(id);
  if (found == rooms_.end() || found->second->closed || !found->second->table) return nullptr;
  return found->second.get();
}

// The room opens again: whoever waited goes in, in order, until somebody closes it. Only those who came after the last
// reading began wait for another one; otherwise many readers would keep each other out.
void Tables::reopen(Room& room) {
  room.closed = false;
  const auto behind = [&] { return room.table && (room.doubted || room.heard >= room.table->next()); };
  while (!room.closed && !room.waiting.empty()) {
    if (!room.table) return load(room);
    if (room.satisfied == 0 && behind()) return catch_up(room);
    if (room.satisfied > 0) --room.satisfied;
    auto next = std::move(room.waiting.front());
    room.waiting.pop_front();
    next(nullptr);
  }
  if (!room.closed && behind() && watched(room.id)) catch_up(room);
}

void Tables::drop(Room& room) {
  room.table.reset();
  room.views.clear();
  room.positions.clear();
}

void Tables::load(Room& room) {
  room.closed = true;
  room.doubted = false;
  room.satisfied = room.waiting.size();
  // A long log takes a while to fold: that is done where it is read, beside the loop.
  auto folded = std::make_shared<store::Result<std::unique_ptr<Table>>>();
  storage_.query(
      [this, folded, id = room.id](store::Database& db) {
        const auto entries = db.entries(id, 0);
        if (!entries) {
          *folded = std::unexpected(entries.error());
          return;
        }
        if (entries->empty() || entries->front().number != 0) return;  // deleted, maybe under someone's hands
        const auto began = loop_.microseconds();
        *folded = std::make_unique<Table>(id, games_);
        (**folded)->load(*entries);
        metrics_.loaded(static_cast<double>(loop_.microseconds() - began) / 1e6);
      },
      [this, folded, &room] {
        std::optional<Error> fault;
        if (!*folded) {
          log_line(LogLevel::error, "load_failed", {{"table", room.id}, {"detail", folded->error().detail}});
          fault = database_error(folded->error());
        } else if (!**folded) {
          fault = server_error(ErrorCode::table_unknown);
        } else {
          room.table = std::move(**folded);
          if (room.table->broken()) {
            log_line(LogLevel::error, "table_broken", to_json(*room.table->broken()));
            fault = room.table->broken();
          }
        }
        if (!fault) {
          room.unread.reset();
          changed(room);
          return reopen(room);
        }
        // Everyone who waited gets the reason; the next one tries again.
        drop(room);
        room.closed = false;
        room.satisfied = 0;
        auto waiting = std::move(room.waiting);
        room.waiting.clear();
        for (auto& next : waiting) next(&*fault);
        if (!room.closed && room.waiting.empty() && !watched(room.id)) rooms_.erase(room.id);
      });
}

void Tables::with(const std::string& id, Then then) {
  watched(id) ? enter(id, std::move(then)) : with_newest(id, std::move(then));
}

void Tables::enter(const std::string& id, Then then) {
  Room& one = room(id);
  if (!one.closed && one.table && !one.doubted && one.heard < one.table->next()) return then(&one);
  if (one.waiting.size() >= queue_limit) return then(refuse(ErrorCode::server_busy));
  one.waiting.push_back([this, id, then = std::move(then)](const Error* fault) {
    if (fault) return then(std::unexpected(*fault));
    then(rooms_.at(id).get());
  });
  if (one.closed) return;
  if (one.table) return catch_up(one);
  load(one);
}

void Tables::with_newest(const std::string& id, Then then) {
  if (shared_)
    if (const auto found = rooms_.find(id); found != rooms_.end()) found->second->doubted = true;
  enter(id, std::move(then));
}

// Folds the draft and gives what is to be stored: the entry, and what follows from the table after it. A refused move
// leaves the table as it was. From here to the end of the commit the table holds what is not durable.
std::expected<store::Write, Error> Tables::fold(Table& table, const Draft& draft) {
  store::Write write;
  const auto number = table.next();
  const auto time = loop_.now();
  const auto waiting = [&] { return !table.bots_to_act().empty() || !table.planners_to_act().empty(); };
  const bool was_waiting = waiting();
  const auto awaited = call_after_ ? table.awaited() : std::array<std::string, max_seats>{};
  if (auto refusal = table.apply(draft, time)) return std::unexpected(std::move(*refusal));
  write.entry = {table.id(), number, draft.kind, draft.payload.dump(), time};
  write.member = draft.member;
  write.plans = draft.plans;
  if (table.broken()) return write;
  if (call_after_) {
    const auto now_awaited = table.awaited();
    for (std::size_t s = 0; s < now_awaited.size(); ++s)
      if (now_awaited[s] != awaited[s])
        write.calls.push_back({static_cast<std::int64_t>(s), now_awaited[s], time + *call_after_, draft.same_people()});
  }
  const bool waits = waiting();
  if (waits && (!was_waiting || table.rev() == number)) write.job = store::JobChange::set;
  if (!waits && was_waiting) write.job = store::JobChange::clear;
  if (draft.kind == "move" || draft.kind == "planned")
    write.job = waits ? store::JobChange::set : store::JobChange::clear;
  if (draft.kind != "chat" && draft.kind != "link" && draft.kind != "planned") write.listing = table.listing();
  return write;
}

void Tables::commit(Room& room, store::Write write, std::function<void(store::Commit)> then) {
  room.closed = true;
  if (room.table->broken()) {  // an entry that cannot be read again must not be written
    log_line(LogLevel::error, "entry_broken", to_json(*room.table->broken()));
    last_fault_ = {store::Fault::Kind::broken, "entry"};
    drop(room);
    return loop_.post([then = std::move(then)] { then(store::Commit::unknown); });
  }
  const bool job = write.job == store::JobChange::set;
  storage_.append(std::move(write),
                  [this, &room, job, then = std::move(then)](store::Commit result, const store::Fault& fault) {
                    if (result == store::Commit::unknown) {
                      metrics_.commit_failed();
                      log_line(LogLevel::error, "commit_failed", {{"table", room.id}, {"detail", fault.detail}});
                    }
                    if (result == store::Commit::conflict) metrics_.conflicted();
                    if (result != store::Commit::done) drop(room);
                    if (result == store::Commit::done) room.unread.reset();  // nobody had written this number
                    last_fault_ = fault;
                    then(result);
                    if (result == store::Commit::done && job) bot_to_move();
                  });
}

void Tables::create(const std::string& id, const Draft& draft, Then then) {
  Room& one = room(id);
  if (one.closed || one.table) return enter(id, std::move(then));  // two who play again: one of them makes it
  one.table = std::make_unique<Table>(id, games_);
  commit(one, *fold(*one.table, draft), [this, &one, then = std::move(then)](store::Commit result) {
    if (result == store::Commit::done) {
      one.closed = false;
      then(&one);
      return reopen(one);
    }
    if (result == store::Commit::conflict) {  // another node was first
      one.waiting.push_front([&one, then](const Error* fault) {
        if (fault) return then(std::unexpected(*fault));
        then(&one);
      });
      return load(one);
    }
    one.closed = false;
    then(std::unexpected(database_error(last_fault_)));
    if (one.closed) return;
    one.waiting.empty() ? void(rooms_.erase(one.id)) : load(one);
  });
}

void Tables::change(const std::string& id, Ask ask, Then then) {
  change(id, std::move(ask), std::move(then), 1, false);
}

void Tables::change(const std::string& id, Ask ask, Then then, int attempt, bool newest) {
  enter(id, [this, id, ask = std::move(ask), then = std::move(then), attempt, newest](Found found) {
    if (!found) return then(found);
    Room& one = **found;
    const auto full = [&] { return then(refuse(ErrorCode::log_full, {{"max", most_entries_}})); };
    if (one.table->next() >= most_entries_) return full();
    const auto refuse = [&](const Error& error) {
      // Another node may have written what makes this right: a refusal counts only for the newest position.
      if (!shared_) return then(std::unexpected(error));
      if (newest) return then(std::unexpected(one.unread ? database_error(*one.unread) : error));
      one.doubted = true;
      change(id, ask, then, attempt, true);
    };
    const auto draft = ask(*one.table);
    if (!draft) return refuse(draft.error());
    if (!*draft) return then(&one);
    // Nobody can talk, link or undo a match to its end: half of the log is kept for moves, and for who sits where.
    if ((*draft)->can_wait() && one.table->next() >= most_entries_ / 2) return full();
    auto write = fold(*one.table, **draft);
    if (!write) return refuse(write.error());
    commit(one, std::move(*write), [this, &one, id, ask, then, attempt](store::Commit result) {
      if (result == store::Commit::done) {
        const auto began = loop_.microseconds();
        changed(one);
        cost_ = static_cast<double>(loop_.microseconds() - began) / 1000;
        one.closed = false;
        then(&one);
        cost_ = 0;
      } else if (result == store::Commit::conflict && attempt < most_attempts) {
        one.waiting.push_front([this, id, ask, then, attempt](const Error* fault) {
          if (fault) return then(std::unexpected(*fault));
          change(id, ask, then, attempt + 1, false);
        });
        return load(one);
      } else {
        one.closed = false;
        then(std::unexpected(database_error(last_fault_)));
      }
      if (!one.closed) {
        if (!one.table && !one.waiting.empty()) return load(one);
        reopen(one);
      }
    });
  });
}

void Tables::heard(const std::string& id, std::int64_t number) {
  const auto found = rooms_.find(id);
  if (found == rooms_.end()) return;
  Room& one = *found->second;
  one.heard = std::max(one.heard, number);
  if (!one.closed && one.table && number >= one.table->next() && watched(id)) catch_up(one);
}

void Tables::catch_up(Room& room) {
  room.closed = true;
  // What is heard from here on may be newer than what is read: it counts again afterwards.
  room.heard = -1;
  room.doubted = false;
  room.satisfied = room.waiting.size();
  behind_.push_back(&room);
  if (!reading_) read_behind();
}

void Tables::read_behind() {
  constexpr std::size_t at_once = 200;
  if (behind_.empty()) return;
  reading_ = true;
  const auto end = behind_.begin() + static_cast<std::ptrdiff_t>(std::min(at_once, behind_.size()));
  auto rooms = std::make_shared<std::vector<Room*>>(behind_.begin(), end);
  behind_.erase(behind_.begin(), end);
  std::vector<store::LastEntry> from;
  for (const Room* room : *rooms) from.push_back({room->id, room->table->next()});
  auto entries = std::make_shared<store::Result<std::vector<store::Entry>>>();
  storage_.query([entries, from = std::move(from)](store::Database& db) { *entries = db.newer_entries(from); },
                 [this, entries, rooms] {
                   std::unordered_map<std::string_view, std::vector<const store::Entry*>> by_table;
                   if (*entries)
                     for (const auto& entry : **entries) by_table[entry.table].push_back(&entry);
                   for (Room* room : *rooms) {
                     room->unread = *entries ? std::nullopt : std::optional(entries->error());
                     const auto found = by_table.find(room->id);
                     if (found != by_table.end()) {
                       for (const auto* entry : found->second) room->table->apply(*entry);
                       if (!room->table->broken()) changed(*room);
                     }
                     caught_up(*room);
                   }
                   reading_ = false;
                   read_behind();
                 });
}

// Without the database what is known is still shown; what was missed is found when it is back, or by the next move.
void Tables::caught_up(Room& room) {
  if (room.table->broken()) drop(room);
  if (!room.table && !room.waiting.empty()) return load(room);
  reopen(room);
}

void Tables::read_again(const store::Channels& channels) {
  for (auto& [id, one] : rooms_) {
    if (!channels[store::channel_of(id)] || !watched(id)) continue;
    one->doubted = true;
    if (!one->closed && one->table) catch_up(*one);
  }
}

void Tables::compare(bool all) {
  if (comparing_) return;
  if (++compared_ % 6 == 0) all = true;
  auto ids = std::make_shared<std::vector<std::string>>();
  for (const auto& [id, one] : rooms_)
    if (one->table && !one->closed && (all || watched(id))) ids->push_back(id);
  if (ids->empty()) return;
  comparing_ = true;
  auto stored = std::make_shared<store::Result<std::vector<store::LastEntry>>>();
  storage_.query([ids, stored](store::Database& db) { *stored = db.last_entries(*ids); },
                 [this, ids, stored] {
                   comparing_ = false;
                   if (!*stored) return;
                   std::unordered_set<std::string_view> there;
                   for (const auto& last : **stored) there.insert(last.table);
                   for (const auto& id : *ids)
                     if (Room* one = there.contains(id) ? nullptr : loaded(id)) {
                       drop(*one);
                       removed(id);
                     }
                   // Another node has written, or the administrator.
                   for (const auto& last : **stored) heard(last.table, last.number);
                 });
}

void Tables::tidy() {
  const auto now = loop_.steady();
  const bool crowded = rooms_.size() > most_;
  std::erase_if(rooms_, [&](const auto& place) {
    const Room& one = *place.second;
    if (one.closed || !one.waiting.empty() || watched(one.id)) return false;
    return now - one.used > (crowded ? 0 : idle_ms);
  });
  for (auto& [id, one] : rooms_)
    if (!one->closed && !one->table && watched(id)) load(*one);
  metrics_.set_tables(rooms_.size());
}

}  // namespace remise::server
