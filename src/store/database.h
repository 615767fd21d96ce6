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
  // Written with a new account, not read: what it is found by, and what other names must not look like.
  std::string key{}, look{}, capital_look{};
};

struct ListedTable {
  std::string id;
  Listing listing;
};

struct LastEntry {
  std::string table;
  std::int64_t number = 0;
};

// A bot's move that waits.
struct Job {
  std::string table;
  std::int64_t attempts = 0;  // how often it was taken, this time included
  bool people = true;         // not a table of bots alone

  bool operator==(const Job&) const = default;
};

// Which jobs are taken, and until when they are this node's.
struct Taking {
  std::int64_t now = 0, lease = 0, limit = 1;
  std::int64_t bot_tables = 2;  // of bots alone, of one host, at the same time over all nodes
  bool people_only = false;
  bool oldest = false;  // in the order in which they wait, and in no other
};

struct TableFilter {
  std::string status;
  std::string game;         // empty: every game
  std::int64_t before = 0;  // only those changed before; 0: from the newest
  std::int64_t limit = 50;
  bool closed_too = false;  // tables by invitation as well (administration)
};

class Database {
 public:
  explicit Database(std::unique_ptr<Sql> sql) : sql_(std::move(sql)) {}
  // "postgresql://..." or "postgres://...", else the path of an SQLite file.
  static Result<Database> open(const std::string& url);
  static bool is_postgresql(std::string_view url);

  // Brings the schema up to date. Refuses a database written by a newer version.
  Result<void> migrate();
  Result<std::int64_t> schema_version();
  bool shared() const { return sql_->shared(); }
  Sql& sql() { return *sql_; }

  Result<std::vector<bool>> commit(std::span<const Write> writes) { return sql_->commit(writes); }
  Result<std::vector<Entry>> entries(const std::string& table, std::int64_t from);
  // The entries of several tables, each from its own number on.
  Result<std::vector<Entry>> newer_entries(const std::vector<LastEntry>& from);
  // The number of each table's last entry.
  Result<std::vector<LastEntry>> last_entries(const std::vector<std::string>& tables);
  Result<std::vector<ListedTable>> tables(const TableFilter& filter);
  // How many tables of bots alone these holders have, that are not finished.
  Result<std::int64_t> bot_tables_of(const std::vector<std::string>& holders);
  Result<std::vector<ListedTable>> tables_of(const std::vector<std::string>& holders, std::int64_t limit);
  Result<void> remove_table(const std::string& table);

  // Tables where a bot is to move and nobody is at it. Those with people come before those of bots alone; then comes
  // what waits longest, but a job stands back a second for every other job that its host had when it came.
  Result<std::vector<Job>> take_jobs(const Taking& wanted);
  // Others may take it, from `free_at` on. The attempt counts or not.
  Result<void> give_back_job(const std::string& table, std::int64_t lease, std::int64_t free_at, bool counts);
  // Only the job that was taken with this lease: one that was set since then stays.
  Result<void> drop_job(const std::string& table, std::int64_t lease);
  Result<void> free_jobs();  // after a restart of the only process

  // False where the name is taken, or one that looks like it.
  Result<bool> add_account(const Account& account);
  // By the name in small ASCII letters, as older accounts were kept, or else by its key.
  Result<std::vector<Account>> find_account(const std::string& name, const std::string& key = "");
  Result<std::vector<Account>> accounts_without_look();
  Result<void> set_look(const Account& account);  // unless another has it
  Result<std::vector<Account>> accounts(std::int64_t limit);
  Result<void> set_password(const std::string& account, const std::string& password);
  Result<void> set_banned(const std::string& account, bool banned);
  Result<void> remove_account(const std::string& account);

  Result<void> add_session(const std::string& token_hash, const std::string& account, std::int64_t expires);
  Result<std::vector<Account>> session(const std::string& token_hash, std::int64_t now);
  Result<void> remove_session(const std::string& token_hash);
  Result<void> remove_sessions(const std::string& account, const std::string& except_hash);
  Result<void> remove_expired(std::int64_t now);

  // Small mutable texts: preferences, notes. Empty where nothing is stored.
  Result<std::string> setting(const std::string& owner, const std::string& name);
  Result<void> set_setting(const std::string& owner, const std::string& name, const std::string& value);

  Result<void> publish(const std::string& text);  // to the other processes; nothing where there are none

  // Every row of every table, for backup and for moving to another database.
  static const std::vector<std::string>& relations();
  static const std::vector<std::string>& columns(const std::string& relation);

 private:
  Result<std::vector<Job>> pick_jobs(const Taking& wanted);

  std::unique_ptr<Sql> sql_;
};

}  // namespace remise::store
