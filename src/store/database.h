// Everything the server asks of its database, in terms of the server. Synchronous; see storage.h for the asynchronous
// door.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "store/sql.h"

namespace remise::store {

struct Account {
  std::string id;
  std::string name;
  std::string password;  // argon2id, as libsodium writes it
  std::int64_t created = 0;
  bool banned = false;
};

struct ListedTable {
  std::string id;
  Listing listing;
};

struct LastEntry {
  std::string table;
  std::int64_t number = 0;
};

struct TableFilter {
  std::string status;
  std::string game;         // empty: every game
  std::int64_t before = 0;  // only those changed before; 0: from the newest
  std::int64_t limit = 50;
  bool closed_too = false;  // tables by invitation as well (administration)
};

// Tables that the retention policy is about.
struct Stale {
  enum class Accounts : std::uint8_t { any, none, some };  // who has seats there

  std::string status;
  std::int64_t before = 0;  // nothing has happened since
  Accounts accounts = Accounts::any;
};

// Where a walk over tables by age has come to.
struct WalkedTo {
  std::int64_t updated = -1;
  std::string id;
};

class Database {
 public:
  explicit Database(std::unique_ptr<Sql> sql) : sql_(std::move(sql)) {}
  // "postgresql://..." or "postgres://...", else the path of an SQLite file. `patience`: how long a statement may take
  // (sql.h).
  static Result<Database> open(const std::string& url, std::chrono::milliseconds patience = std::chrono::minutes(10));
  static bool is_postgresql(std::string_view url);

  // Brings the schema up to date. Refuses a database written by a newer version.
  Result<void> migrate();
  Result<std::int64_t> schema_version();
  bool shared() const { return sql_->shared(); }
  Sql& sql() { return *sql_; }
  // All of `work` or nothing of it.
  Result<void> transaction(const std::function<Result<void>()>& work);
  // Everything `work` reads is of one moment.
  Result<void> read(const std::function<Result<void>()>& work);

  Result<std::vector<bool>> commit(std::span<const Write> writes) { return sql_->commit(writes); }
  Result<std::vector<Entry>> entries(const std::string& table, std::int64_t from);
  // The entries of several tables, each from its own number on.
  Result<std::vector<Entry>> newer_entries(const std::vector<LastEntry>& from);
  // The number of each table's last entry.
  Result<std::vector<LastEntry>> last_entries(const std::vector<std::string>& tables);
  Result<std::vector<ListedTable>> tables(const TableFilter& filter);
  Result<std::vector<ListedTable>> tables_of(const std::vector<std::string>& holders, std::int64_t limit);
  Result<void> remove_table(const std::string& table);
  // At most `limit` of them, on from `at`, the oldest first. Looks at a bounded number of tables and brings `at` to
  // where it has come, or back to the beginning.
  Result<std::vector<std::string>> stale_tables(const Stale& which, WalkedTo& at, std::int64_t limit);
  // When something last happened there; nothing, and nothing removed, where it is not stale any more.
  Result<std::optional<std::int64_t>> remove_stale(const std::string& table, const Stale& which);
  // Settings of guests who sit at no table; how many went. What was set since the last call counts as set now.
  Result<std::int64_t> remove_stale_guests(std::int64_t now, std::int64_t before, std::int64_t limit);

  // At most `limit` tables where a bot is to move and nobody is at it; they are this node's until `lease`.
  Result<std::vector<std::string>> take_jobs(std::int64_t now, std::int64_t lease, std::int64_t limit);
  // Only the job that was taken with this lease: one that was set since then stays.
  Result<void> drop_job(const std::string& table, std::int64_t lease);
  Result<void> free_jobs();  // after a restart of the only process

  // False where the name is taken.
  Result<bool> add_account(const Account& account);
  Result<std::vector<Account>> find_account(const std::string& name);
  Result<std::vector<Account>> accounts(std::int64_t limit);
  Result<void> set_password(const std::string& account, const std::string& password);
  Result<void> set_banned(const std::string& account, bool banned);
  Result<void> remove_account(const std::string& account);

  Result<void> add_session(const std::string& token_hash, const std::string& account, std::int64_t expires);
  Result<std::vector<Account>> session(const std::string& token_hash, std::int64_t now);
  Result<void> remove_session(const std::string& token_hash);
  Result<void> remove_sessions(const std::string& account, const std::string& except_hash);
  Result<void> remove_expired(std::int64_t now);
  // Grows with every session that ends, every ban and every account that goes, whichever process does it: who keeps
  // connections open looks at them again when it has grown.
  Result<std::int64_t> revocations();

  // Small mutable texts: preferences, notes. Empty where nothing is stored.
  Result<std::string> setting(const std::string& owner, const std::string& name);
  Result<void> set_setting(const std::string& owner, const std::string& name, const std::string& value);

  Result<void> prove_write(std::int64_t now);  // fails where a move could not be written either

  Result<void> publish(const std::string& text);  // to the other processes; nothing where there are none

  // Every row of every table, for backup and for moving to another database. New columns come last.
  static const std::vector<std::string>& relations();
  static const std::vector<std::string>& columns(const std::string& relation);
  static bool is_number(const std::string& column);

 private:
  Result<void> run(std::string_view sql, std::span<const Value> values = {});
  Result<void> between(const char* begin, const std::function<Result<void>()>& work);
  Result<void> lock(const std::string& table);
  Result<void> remove_parts(const std::string& table);
  Result<void> revoke(const std::function<Result<void>()>& work);  // in one transaction with the count

  std::unique_ptr<Sql> sql_;
};

}  // namespace remise::store
