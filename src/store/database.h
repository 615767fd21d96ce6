// Everything the server asks of its database, in terms of the server. Synchronous; see storage.h for the asynchronous
// door.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "store/channels.h"
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

// Somebody is to move: whom to call. (table, seat, number) names the turn; `number` is the entry it began with.
struct Call {
  // How far it has come.
  static constexpr std::int64_t nobody_told = 0, table_told = 1, person_told = 2, reminded = 3;
  std::string table;
  std::int64_t seat = 0, number = 0;
  std::string holder;
  std::int64_t since = 0, told = nobody_told, due = 0, attempts = 0;

  bool operator==(const Call&) const = default;
};

// How somebody can be reached: a browser, an address, a webhook. `holder` is a person, or "t:" and a table.
struct Way {
  std::string id, holder, kind;
  std::string target;  // JSON, by kind
  std::int64_t created = 0;
  bool active = true;
  std::int64_t failures = 0;  // letters in a row that did not arrive

  bool operator==(const Way&) const = default;
};

// Something to be sent by one way. The id is the same whoever sends it, and however often.
struct Letter {
  std::string id, way, kind, table;
  std::int64_t seat = 0, number = 0;
  std::string value;  // JSON: what it says
  std::int64_t due = 0, attempts = 0, created = 0;

  bool operator==(const Letter&) const = default;
};

// Which calls or letters are taken: those due by `now`, until `lease`. `clock` is that of leases.
struct TakingLetters {
  std::int64_t now = 0, clock = 0, lease = 0, limit = 1;
};

struct LettersWaiting {
  std::int64_t count = 0, oldest = 0;
};

// What is asked for is looked for among so many of the newest tables of a status.
inline constexpr int most_looked_at = 5000;
struct TableFilter {
  std::string status;
  std::string game;         // empty: every game
  std::int64_t before = 0;  // only those changed before; 0: from the newest
  std::int64_t limit = 50;
  bool closed_too = false;                // tables by invitation as well (administration)
  std::vector<std::string> containing{};  // parts of the summary's text, each a member with its value
  std::string reader{};                   // tables of people who have blocked this holder, or are blocked, stay out
};

// Tables that the retention policy is about.
struct Stale {
  enum class Accounts : std::uint8_t { any, none, some };  // who has seats there

  std::string status;
  std::int64_t before = 0;  // nothing has happened since
  Accounts accounts = Accounts::any;
  std::optional<bool> begun = std::nullopt;  // the match: it has, or never did; nothing: either
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
  // How many tables of bots alone these holders have, that are not finished.
  Result<std::int64_t> bot_tables_of(const std::vector<std::string>& holders);
  Result<std::vector<ListedTable>> tables_of(const std::vector<std::string>& holders, std::int64_t limit);
  // Where somebody's time was up by then, the longest ago first.
  Result<std::vector<std::string>> due_tables(std::int64_t now, std::int64_t limit);
  Result<std::string> plans(const std::string& table, std::int64_t seat);  // empty: none
  Result<void> remove_table(const std::string& table);
  // At most `limit` of them, on from `at`, the oldest first. Looks at a bounded number of tables and brings `at` to
  // where it has come, or back to the beginning.
  Result<std::vector<std::string>> stale_tables(const Stale& which, WalkedTo& at, std::int64_t limit);
  // When something last happened there; nothing, and nothing removed, where it is not stale any more.
  Result<std::optional<std::int64_t>> remove_stale(const std::string& table, const Stale& which);
  // Settings of guests who sit at no table, and how they were called; how many went. What was set since the last call
  // counts as set now.
  Result<std::int64_t> remove_stale_guests(std::int64_t now, std::int64_t before, std::int64_t limit);

  // Tables where a bot is to move and nobody is at it. Those with people come before those of bots alone; then comes
  // what waits longest, but a job stands back a second for every other job that its host had when it came.
  Result<std::vector<Job>> take_jobs(const Taking& wanted);
  // Others may take it, from `free_at` on. The attempt counts or not.
  Result<void> give_back_job(const std::string& table, std::int64_t lease, std::int64_t free_at, bool counts);
  // Only the job that was taken with this lease: one that was set since then stays.
  Result<void> drop_job(const std::string& table, std::int64_t lease);
  Result<void> free_jobs();  // and calls and letters, after a restart of the only process
  // The clock of leases, in milliseconds: the database's own where several nodes share it, so that they agree whatever
  // their own clocks say; else `steady`, which no one sets.
  Result<std::int64_t> lease_clock(std::int64_t steady);

  // Calls and letters (server/call). Those due by then that are nobody's yet.
  Result<std::vector<Call>> calls_due(std::int64_t now, std::int64_t limit);
  Result<void> postpone_call(const Call& call, std::int64_t due);
  Result<std::vector<Call>> take_calls(const TakingLetters& wanted);
  // What was taken with this lease goes on: so far told, due again then (0: never), these letters. Nothing of it where
  // the turn is over or another has taken it since.
  Result<bool> settle_call(const Call& call, std::int64_t lease, const std::vector<Letter>& letters);
  Result<void> drop_call(const Call& call);
  Result<std::vector<Call>> calls_of(const std::string& holder, std::int64_t limit);
  // Letters about a turn that is over are not given, and go.
  Result<std::vector<Letter>> take_letters(const TakingLetters& wanted);
  Result<void> add_letter(const Letter& letter);
  // The attempt counts or not.
  Result<void> put_off_letter(const std::string& id, std::int64_t lease, std::int64_t due, bool counts = true);
  Result<void> end_letter(const std::string& id, std::int64_t lease);
  // How many letters are due by then and not sent, and since when the one that waits longest (0: none).
  Result<LettersWaiting> letters_waiting(std::int64_t now);

  Result<std::vector<Way>> ways_of(const std::vector<std::string>& holders);
  Result<std::optional<Way>> way(const std::string& id);
  // In place of the one with the same id.
  Result<void> set_way(const Way& way);
  // As set_way, where it has not been removed meanwhile; false where it has.
  Result<bool> change_way(const Way& way);
  Result<void> count_failure(const std::string& way, bool failed, std::int64_t most);  // switched off after so many
  Result<void> remove_way(const std::string& id);
  Result<std::vector<ListedTable>> listed(const std::vector<std::string>& tables);

  // False where the name is taken, or one that looks like it.
  Result<bool> add_account(const Account& account);
  // By the name in small ASCII letters, as older accounts were kept, or else by its key.
  Result<std::vector<Account>> find_account(const std::string& name, const std::string& key = "");
  Result<std::vector<Account>> account(const std::string& id);
  Result<std::vector<Account>> accounts_without_look();
  Result<void> set_look(const Account& account);  // unless another has it
  Result<std::vector<Account>> accounts(std::int64_t limit);
  // Ends all other sessions of the account.
  Result<void> set_password(const std::string& account, const std::string& password, const std::string& except_hash);
  // The same, all sessions ended; only while the password is still `old_one`.
  Result<bool> replace_password(const std::string& account, const std::string& old_one, const std::string& new_one);
  Result<void> set_banned(const std::string& account, bool banned);
  Result<void> remove_account(const std::string& account);

  // False where the account is gone, banned, or has another password by now.
  Result<bool> add_session(const std::string& token_hash, const Account& account, std::int64_t expires);
  Result<std::vector<Account>> session(const std::string& token_hash, std::int64_t now);
  Result<void> remove_session(const std::string& token_hash);
  Result<void> remove_sessions(const std::string& account, const std::string& except_hash);
  Result<void> remove_expired(std::int64_t now);
  // Grows with every session that ends, every ban and every account that goes, whichever process does it: who keeps
  // connections open looks at them again when it has grown.
  Result<std::int64_t> revocations();

  // Small mutable texts: preferences, notes. Empty where nothing is stored.
  Result<std::string> setting(const std::string& owner, const std::string& name);
  // The same of a table, as long as there is one.
  Result<void> set_of_table(const std::string& table, const std::string& name, const std::string& value);
  Result<void> set_setting(const std::string& owner, const std::string& name, const std::string& value);

  // A secret of this database, the same for every process: `fresh` becomes it where there is none yet.
  Result<std::string> secret(const std::string& name, const std::string& fresh);
  Result<bool> has_seat(const std::string& holder);  // or has had one
  // Those of these sessions that have not ended.
  Result<std::vector<std::string>> live_sessions(const std::vector<std::string>& token_hashes, std::int64_t now);
  Result<void> prove_write(std::int64_t now);  // fails where a move could not be written either

  // To whoever listens, this process included; all in one statement. Nothing where there is only one process.
  Result<void> publish(std::span<const Notice> notices);

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
  Result<std::vector<Job>> pick_jobs(const Taking& wanted);

  std::unique_ptr<Sql> sql_;
};

}  // namespace remise::store
