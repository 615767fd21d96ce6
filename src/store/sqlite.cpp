#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <unordered_map>

#include "store/sql.h"

namespace remise::store {
namespace {

class Sqlite final : public Sql {
 public:
  Sqlite(sqlite3* db, const std::string& path, std::chrono::milliseconds patience)
      : db_(db), log_path_(path + "-wal"), patience_(patience) {
    sqlite3_busy_handler(
        db, [](void* self, int tries) -> int { return static_cast<Sqlite*>(self)->may_wait(tries); }, this);
  }
  ~Sqlite() override {
    for (auto& [sql, statement] : statements_) sqlite3_finalize(statement);
    sqlite3_close(db_);
  }
  Sqlite(const Sqlite&) = delete;
  Sqlite& operator=(const Sqlite&) = delete;

  bool shared() const override { return false; }

  // An answer counts only while the files are in their place: one that was deleted or moved away can still be written
  // to, and is lost with the process. What belongs to a transaction counts with its end.
  Result<Rows> query(std::string_view sql, std::span<const Value> values) override {
    if (sqlite3_get_autocommit(db_) && gone()) return std::unexpected(saved_before_loss());
    auto rows = run(sql, values);
    if (rows && sqlite3_get_autocommit(db_) && gone()) return std::unexpected(saved_before_loss());
    return rows;
  }

  Result<std::vector<bool>> commit(std::span<const Write> writes) override {
    if (gone()) return std::unexpected(saved_before_loss());
    auto done = write_all(writes);
    if (done) {
      if (auto committed = run("COMMIT", {}); !committed) done = std::unexpected(committed.error());
    }
    if (!done && !sqlite3_get_autocommit(db_)) (void)run("ROLLBACK", {});
    if (done && gone()) return std::unexpected(saved_before_loss());
    return done;
  }

 private:
  // What was acknowledged may stand only in a log that is gone or left behind. It can still be read, and goes into the
  // database's own file, wherever that is now. The other connection has the log open as well: after its loss a new one
  // can begin only when the process starts again.
  Fault saved_before_loss() {
    sqlite3_wal_checkpoint_v2(db_, "main", SQLITE_CHECKPOINT_FULL, nullptr, nullptr);
    return {Fault::Kind::unavailable, "the file of the database or its -wal was deleted, moved or replaced"};
  }
  // Someone else holds the lock. Looks often: with SQLite's own growing pauses one who commits all the time leaves the
  // other no gap. After a wait in vain nobody waits again for a moment.
  bool may_wait(int tries) {
    const auto now = std::chrono::steady_clock::now();
    if (tries == 0) wait_began_ = now;
    if (now < no_wait_until_) return false;
    if (now - wait_began_ >= patience_) {
      no_wait_until_ = now + std::chrono::seconds(1);
      return false;
    }
    sqlite3_sleep(2);
    return true;
  }
  bool gone() {
    int moved = 0;
    const bool asked = sqlite3_file_control(db_, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK;
    return (asked && moved != 0) || log_gone();
  }
  // SQLite makes the log with the first write and keeps it as long as it is open.
  bool log_gone() {
    struct stat found {};
    const bool there = stat(log_path_.c_str(), &found) == 0;
    if (log_ == 0 && there) log_ = found.st_ino;
    return log_ != 0 && !(there && found.st_ino == log_);
  }

  Result<Rows> run(std::string_view sql, std::span<const Value> values) {
    sqlite3_stmt* statement = prepared(sql);
    if (!statement) return std::unexpected(fault());
    int at = 0;
    for (const Value& value : values) {
      ++at;
      if (const auto* number = std::get_if<std::int64_t>(&value)) {
        sqlite3_bind_int64(statement, at, *number);
      } else if (const auto* text = std::get_if<std::string>(&value)) {
        sqlite3_bind_text64(statement, at, text->data(), text->size(), SQLITE_STATIC, SQLITE_UTF8);
      } else {
        sqlite3_bind_null(statement, at);
      }
    }
    Rows rows;
    int step = SQLITE_OK;
    while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
      Row& row = rows.emplace_back();
      for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
        row.emplace_back(text ? text : "", static_cast<std::size_t>(sqlite3_column_bytes(statement, i)));
      }
    }
    std::optional<Fault> failed;
    if (step != SQLITE_DONE) failed = fault();
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    if (failed) return std::unexpected(*failed);
    return rows;
  }

  Result<std::vector<bool>> write_all(std::span<const Write> writes) {
    if (auto begun = run("BEGIN IMMEDIATE", {}); !begun) return std::unexpected(begun.error());
    std::vector<bool> written;
    for (const Write& write : writes) {
      auto one = write_one(write);
      if (!one) return std::unexpected(one.error());
      written.push_back(*one);
    }
    return written;
  }

  Result<bool> write_one(const Write& write) {
    const Entry& e = write.entry;
    const Value entry[] = {e.table, e.number, e.kind, e.payload, e.time};
    // A table lives as long as its first entry: what was removed meanwhile is not begun again in the middle.
    const auto added =
        run("INSERT INTO log(table_id, number, kind, payload, time) SELECT ?1, ?2, ?3, ?4, ?5"
            " WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM log WHERE table_id = ?1 AND number = 0) RETURNING number",
            entry);
    if (!added && added.error().kind != Fault::Kind::taken) return std::unexpected(added.error());
    if (!added || added->empty()) return false;
    if (write.listing) {
      const Listing& l = *write.listing;
      const Value row[] = {e.table,   l.game,    l.status, std::int64_t{l.open},   l.created,
                           l.updated, l.summary, l.host,   std::int64_t{l.people}, l.due};
      if (auto r =
              run("INSERT INTO tables(id, game, status, open, created, updated, summary, host, people, due) VALUES "
                  "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
                  " ON CONFLICT(id) DO UPDATE SET status = excluded.status, open = excluded.open,"
                  " updated = excluded.updated, summary = excluded.summary, host = excluded.host,"
                  " people = excluded.people, due = excluded.due",
                  row);
          !r)
        return std::unexpected(r.error());
    }
    if (write.plans) {
      const Value row[] = {e.table, write.plans->seat, write.plans->value};
      if (auto r = run("INSERT INTO plans(table_id, seat, value) VALUES (?1, ?2, ?3)"
                       " ON CONFLICT(table_id, seat) DO UPDATE SET value = excluded.value",
                       row);
          !r)
        return std::unexpected(r.error());
    }
    for (const CallChange& call : write.calls) {
      const Value over[] = {e.table, call.seat};
      const Value row[] = {e.table, call.seat, e.number, call.holder, e.time, call.due};
      const Value renamed[] = {e.table, call.seat, call.holder};
      const auto r = call.same ? run("UPDATE calls SET holder = ?3 WHERE table_id = ?1 AND seat = ?2", renamed)
                     : call.holder.empty()
                         ? run("DELETE FROM calls WHERE table_id = ?1 AND seat = ?2", over)
                         : run("INSERT INTO calls(table_id, seat, number, holder, since, told, due, lease, attempts)"
                               " VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, 0, 0) ON CONFLICT(table_id, seat) DO UPDATE SET"
                               " number = excluded.number, holder = excluded.holder, since = excluded.since, told = 0,"
                               " due = excluded.due, lease = 0, attempts = 0",
                               row);
      if (!r) return std::unexpected(r.error());
    }
    if (write.member) {
      const Value row[] = {*write.member, e.table};
      if (auto r = run("INSERT INTO members(holder, table_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING", row); !r)
        return std::unexpected(r.error());
    }
    if (write.job == JobChange::set) {
      const Listing listing = write.listing.value_or(Listing{});
      const Value row[] = {e.table, e.time, std::int64_t{listing.people}, listing.host};
      if (auto r = run("INSERT INTO jobs(table_id, due, lease, attempts, people, host, turn)"
                       " VALUES (?1, ?2, 0, 0, ?3, ?4, ?2 + 1000 * (SELECT COUNT(*) FROM (SELECT 1 FROM jobs"
                       " WHERE host = ?4 AND people = ?3 AND table_id <> ?1 LIMIT 100)))"
                       " ON CONFLICT(table_id) DO UPDATE SET due = excluded.due, lease = 0, attempts = 0,"
                       " people = excluded.people, host = excluded.host, turn = excluded.turn",
                       row);
          !r)
        return std::unexpected(r.error());
    }
    if (write.job == JobChange::clear) {
      const Value row[] = {e.table};
      if (auto r = run("DELETE FROM jobs WHERE table_id = ?1", row); !r) return std::unexpected(r.error());
    }
    return true;
  }

  sqlite3_stmt* prepared(std::string_view sql) {
    auto found = statements_.find(std::string(sql));
    if (found != statements_.end()) return found->second;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v3(db_, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &statement,
                           nullptr) != SQLITE_OK)
      return nullptr;
    statements_.emplace(sql, statement);
    return statement;
  }

  Fault fault() const {
    const int code = sqlite3_extended_errcode(db_);
    Fault fault{Fault::Kind::broken, sqlite3_errmsg(db_)};
    switch (code & 0xff) {
      case SQLITE_FULL: fault.kind = Fault::Kind::full; break;
      case SQLITE_CONSTRAINT: fault.kind = Fault::Kind::taken; break;
      case SQLITE_BUSY:
      case SQLITE_LOCKED:
      case SQLITE_IOERR:
      case SQLITE_READONLY:
      case SQLITE_CANTOPEN: fault.kind = Fault::Kind::unavailable; break;
      default: break;
    }
    return fault;
  }

  sqlite3* db_;
  std::string log_path_;
  ino_t log_ = 0;  // 0 before it was seen
  std::chrono::milliseconds patience_;
  std::chrono::steady_clock::time_point wait_began_, no_wait_until_;
  std::unordered_map<std::string, sqlite3_stmt*> statements_;
};

}  // namespace

Result<std::unique_ptr<Sql>> open_sqlite(const std::string& path, std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds longest_wait{5000};
  sqlite3* db = nullptr;
  // A new file is its owner's alone, and SQLite gives -wal and -shm the same rights.
  if (path != ":memory:")
    if (const int made = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600); made >= 0) ::close(made);
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  if (sqlite3_open_v2(path.c_str(), &db, flags, nullptr) != SQLITE_OK) {
    Fault fault{Fault::Kind::unavailable, path + ": " + sqlite3_errmsg(db)};
    sqlite3_close(db);
    return std::unexpected(fault);
  }
  auto sql = std::make_unique<Sqlite>(db, path, std::min(patience, longest_wait));
  // FULL makes every commit durable: the WAL is synced before the commit returns.
  for (const char* pragma : {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA cache_size = -32768"})
    if (auto r = sql->query(pragma, {}); !r) return std::unexpected(r.error());
  return sql;
}

}  // namespace remise::store
