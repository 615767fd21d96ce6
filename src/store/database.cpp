#include "store/database.h"

namespace remise::store {
namespace {

Result<void> nothing(const Result<Rows>& rows) {
  if (!rows) return std::unexpected(rows.error());
  return {};
}

std::int64_t number(const std::string& text) { return text.empty() ? 0 : std::stoll(text); }

std::string name_key(std::string name) {
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return name;
}

Result<std::vector<Account>> read_accounts(const Result<Rows>& rows) {
  if (!rows) return std::unexpected(rows.error());
  std::vector<Account> accounts;
  for (const Row& r : *rows) accounts.push_back({r[0], r[1], r[2], number(r[3]), number(r[4]) != 0});
  return accounts;
}

Result<std::vector<ListedTable>> read_tables(const Result<Rows>& rows) {
  if (!rows) return std::unexpected(rows.error());
  std::vector<ListedTable> tables;
  for (const Row& r : *rows)
    tables.push_back({r[0], {r[1], r[2], number(r[3]) != 0, number(r[4]), number(r[5]), r[6]}});
  return tables;
}

}  // namespace

bool Database::is_postgresql(std::string_view url) {
  return url.starts_with("postgresql://") || url.starts_with("postgres://");
}

Result<Database> Database::open(const std::string& url) {
  auto sql = is_postgresql(url) ? open_postgresql(url) : open_sqlite(url);
  if (!sql) return std::unexpected(sql.error());
  return Database(std::move(*sql));
}

Result<std::vector<Entry>> Database::entries(const std::string& table, std::int64_t from) {
  const Value values[] = {table, from};
  auto rows = sql_->query(
      "SELECT number, kind, payload, time FROM log WHERE table_id = ?1 AND number >= ?2 ORDER BY number", values);
  if (!rows) return std::unexpected(rows.error());
  std::vector<Entry> entries;
  entries.reserve(rows->size());
  for (Row& r : *rows) entries.push_back({table, number(r[0]), std::move(r[1]), std::move(r[2]), number(r[3])});
  return entries;
}

Result<std::vector<Entry>> Database::newer_entries(const std::vector<LastEntry>& from) {
  std::vector<Entry> all;
  if (!shared()) {
    for (const auto& [table, number] : from) {
      auto some = entries(table, number);
      if (!some) return some;
      all.insert(all.end(), std::make_move_iterator(some->begin()), std::make_move_iterator(some->end()));
    }
    return all;
  }
  std::string wanted;  // ids need no escape
  for (const auto& [table, number] : from) {
    wanted += wanted.empty() ? "[{\"t\":\"" : ",{\"t\":\"";
    wanted += table;
    wanted += "\",\"n\":";
    wanted += std::to_string(number);
    wanted += '}';
  }
  if (wanted.empty()) return all;
  wanted += ']';
  const Value values[] = {wanted};
  // OFFSET 0 keeps it a search by key for each table.
  auto rows = sql_->query(
      "SELECT w.t, l.number, l.kind, l.payload, l.time FROM json_to_recordset(?1::json) AS w(t text, n bigint)"
      " CROSS JOIN LATERAL (SELECT number, kind, payload, time FROM log WHERE table_id = w.t AND number >= w.n"
      " ORDER BY number OFFSET 0) AS l",
      values);
  if (!rows) return std::unexpected(rows.error());
  for (Row& r : *rows) all.push_back({std::move(r[0]), number(r[1]), std::move(r[2]), std::move(r[3]), number(r[4])});
  return all;
}

Result<std::vector<LastEntry>> Database::last_entries(const std::vector<std::string>& tables) {
  constexpr std::size_t at_once = 200;
  std::vector<LastEntry> last;
  for (std::size_t from = 0; from < tables.size(); from += at_once) {
    const auto count = std::min(at_once, tables.size() - from);
    std::vector<Value> values(tables.begin() + static_cast<std::ptrdiff_t>(from),
                              tables.begin() + static_cast<std::ptrdiff_t>(from + count));
    std::string sql = "SELECT table_id, max(number) FROM log WHERE table_id IN (";
    for (std::size_t i = 1; i <= count; ++i) {
      sql += i == 1 ? "?" : ", ?";
      sql += std::to_string(i);
    }
    const auto rows = sql_->query(sql + ") GROUP BY table_id", values);
    if (!rows) return std::unexpected(rows.error());
    for (const Row& r : *rows) last.push_back({r[0], number(r[1])});
  }
  return last;
}

Result<std::vector<ListedTable>> Database::tables(const TableFilter& f) {
  const Value values[] = {f.status, f.game, f.before == 0 ? std::int64_t{1} << 60 : f.before, f.limit,
                          std::int64_t{f.closed_too ? 0 : 1}};
  return read_tables(
      sql_->query("SELECT id, game, status, open, created, updated, summary FROM tables"
                  " WHERE (?1 = '' OR status = ?1) AND (?2 = '' OR game = ?2) AND open >= ?5 AND updated < ?3"
                  " ORDER BY updated DESC LIMIT ?4",
                  values));
}

Result<std::vector<ListedTable>> Database::tables_of(const std::vector<std::string>& holders, std::int64_t limit) {
  const Value values[] = {holders.empty() ? "" : holders.front(), holders.empty() ? "" : holders.back(), limit};
  return read_tables(sql_->query(
      "SELECT DISTINCT t.id, t.game, t.status, t.open, t.created, t.updated, t.summary FROM members m"
      " JOIN tables t ON t.id = m.table_id WHERE m.holder = ?1 OR m.holder = ?2 ORDER BY t.updated DESC LIMIT ?3",
      values));
}

Result<std::int64_t> Database::bot_tables_of(const std::vector<std::string>& holders) {
  if (holders.empty()) return 0;
  const Value values[] = {holders.front(), holders.back()};
  auto rows =
      sql_->query("SELECT COUNT(*) FROM tables WHERE host IN (?1, ?2) AND people = 0 AND status <> 'finished'", values);
  if (!rows) return std::unexpected(rows.error());
  return number(rows->front().front());
}

Result<void> Database::remove_table(const std::string& table) {
  const Value values[] = {table};
  for (const char* sql : {"DELETE FROM jobs WHERE table_id = ?1", "DELETE FROM members WHERE table_id = ?1",
                          "DELETE FROM settings WHERE owner = 'table:' || ?1", "DELETE FROM tables WHERE id = ?1",
                          "DELETE FROM log WHERE table_id = ?1"})
    if (auto r = sql_->query(sql, values); !r) return std::unexpected(r.error());
  return {};
}

Result<std::vector<Job>> Database::take_jobs(const Taking& wanted) {
  const Value now[] = {wanted.now};
  // Most of the time there is nothing, and a read tells so without the lock of a write.
  auto any = sql_->query("SELECT 1 FROM jobs WHERE due <= ?1 AND lease <= ?1 LIMIT 1", now);
  if (!any) return std::unexpected(any.error());
  if (any->empty()) return std::vector<Job>{};
  if (!shared()) return pick_jobs(wanted);
  // What is counted over all nodes is counted by one of them at a time.
  if (auto r = sql_->query("BEGIN", {}); !r) return std::unexpected(r.error());
  auto locked = sql_->query("SELECT pg_advisory_xact_lock(1841)", {});
  auto jobs = locked ? pick_jobs(wanted) : std::unexpected(locked.error());
  auto end = sql_->query(jobs ? "COMMIT" : "ROLLBACK", {});
  if (jobs && !end) return std::unexpected(end.error());
  return jobs;
}

// One after the other, each by an index: the queue may be long. (A plus keeps SQLite from taking another index.)
Result<std::vector<Job>> Database::pick_jobs(const Taking& wanted) {
  constexpr std::int64_t people_tables = 4;  // of one host, at the same time, while others wait
  constexpr const char* few_with_people =
      "people = 1 AND host NOT IN (SELECT host || '' FROM jobs WHERE lease > ?1 AND +people = 1"
      " GROUP BY 1 HAVING COUNT(*) >= ?3) ORDER BY turn";
  constexpr const char* with_people = "people = 1 AND ?3 > 0 ORDER BY turn";
  constexpr const char* few_of_bots =
      "people = 0 AND host NOT IN (SELECT host || '' FROM jobs WHERE lease > ?1 AND +people = 0"
      " GROUP BY 1 HAVING COUNT(*) >= ?3) ORDER BY turn";
  constexpr const char* oldest =
      "(people = 1 OR host NOT IN (SELECT host || '' FROM jobs WHERE lease > ?1 AND +people = 0"
      " GROUP BY 1 HAVING COUNT(*) >= ?3)) ORDER BY due";
  struct Pick {
    const char* which;
    std::int64_t most;
  };
  std::vector<Pick> picks{{few_with_people, people_tables}, {with_people, people_tables}};
  if (!wanted.people_only) picks.push_back({few_of_bots, wanted.bot_tables});
  if (wanted.oldest && !wanted.people_only) picks = {{oldest, wanted.bot_tables}};
  std::vector<Job> jobs;
  for (auto pick = picks.begin(); pick != picks.end() && std::ssize(jobs) < wanted.limit;) {
    const Value values[] = {wanted.now, wanted.lease, pick->most};
    auto row = sql_->query(std::string("UPDATE jobs SET lease = ?2, attempts = attempts + 1 WHERE table_id ="
                                       " (SELECT table_id FROM jobs WHERE due <= ?1 AND +lease <= ?1 AND ") +
                               pick->which + ", table_id LIMIT 1" + (shared() ? " FOR UPDATE SKIP LOCKED" : "") +
                               ") RETURNING table_id, attempts, people",
                           values);
    if (!row) return std::unexpected(row.error());
    if (row->empty()) {
      ++pick;
    } else {
      const Row& r = row->front();
      jobs.push_back({r[0], number(r[1]), number(r[2]) != 0});
    }
  }
  return jobs;
}

Result<void> Database::give_back_job(const std::string& table, std::int64_t lease, std::int64_t free_at, bool counts) {
  const Value values[] = {table, lease, free_at, std::int64_t{counts ? 0 : 1}};
  return nothing(
      sql_->query("UPDATE jobs SET lease = ?3, attempts = attempts - ?4 WHERE table_id = ?1 AND lease = ?2", values));
}

Result<void> Database::drop_job(const std::string& table, std::int64_t lease) {
  const Value values[] = {table, lease};
  return nothing(sql_->query("DELETE FROM jobs WHERE table_id = ?1 AND lease = ?2", values));
}

Result<void> Database::free_jobs() { return nothing(sql_->query("UPDATE jobs SET lease = 0 WHERE lease <> 0", {})); }

Result<bool> Database::add_account(const Account& a) {
  const auto key = a.key.empty() ? name_key(a.name) : a.key;
  const Value values[] = {a.id, a.name, key, a.password, a.created, std::int64_t{a.banned}, a.look, a.capital_look};
  auto rows = sql_->query(
      "INSERT INTO accounts(id, name, name_key, password, created, banned, look, capital_look)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING RETURNING id",
      values);
  if (!rows) return std::unexpected(rows.error());
  return !rows->empty();
}

Result<std::vector<Account>> Database::find_account(const std::string& name, const std::string& key) {
  const Value values[] = {name_key(name), key};
  return read_accounts(
      sql_->query("SELECT id, name, password, created, banned FROM accounts WHERE name_key IN (?1, ?2)"
                  " ORDER BY CASE WHEN name_key = ?1 THEN 0 ELSE 1 END LIMIT 1",
                  values));
}

Result<std::vector<Account>> Database::accounts_without_look() {
  return read_accounts(sql_->query("SELECT id, name, password, created, banned FROM accounts WHERE look = ''", {}));
}

Result<void> Database::set_look(const Account& account) {
  const Value values[] = {account.id, account.look, account.capital_look};
  return nothing(
      sql_->query("UPDATE accounts SET look = ?2, capital_look = ?3 WHERE id = ?1"
                  " AND NOT EXISTS (SELECT 1 FROM accounts WHERE look = ?2 OR capital_look = ?3)",
                  values));
}

Result<std::vector<Account>> Database::accounts(std::int64_t limit) {
  const Value values[] = {limit};
  return read_accounts(
      sql_->query("SELECT id, name, password, created, banned FROM accounts ORDER BY created DESC LIMIT ?1", values));
}

Result<void> Database::set_password(const std::string& account, const std::string& password) {
  const Value values[] = {account, password};
  return nothing(sql_->query("UPDATE accounts SET password = ?2 WHERE id = ?1", values));
}

Result<void> Database::set_banned(const std::string& account, bool banned) {
  const Value values[] = {account, std::int64_t{banned}};
  return nothing(sql_->query("UPDATE accounts SET banned = ?2 WHERE id = ?1", values));
}

Result<void> Database::remove_account(const std::string& account) {
  const Value id[] = {account};
  const Value holder[] = {"a:" + account};
  if (auto r = sql_->query("DELETE FROM sessions WHERE account_id = ?1", id); !r) return std::unexpected(r.error());
  if (auto r = sql_->query("DELETE FROM settings WHERE owner = ?1", holder); !r) return std::unexpected(r.error());
  if (auto r = sql_->query("DELETE FROM members WHERE holder = ?1", holder); !r) return std::unexpected(r.error());
  return nothing(sql_->query("DELETE FROM accounts WHERE id = ?1", id));
}

Result<void> Database::add_session(const std::string& token_hash, const std::string& account, std::int64_t expires) {
  const Value values[] = {token_hash, account, expires};
  return nothing(sql_->query("INSERT INTO sessions(token_hash, account_id, expires) VALUES (?1, ?2, ?3)", values));
}

Result<std::vector<Account>> Database::session(const std::string& token_hash, std::int64_t now) {
  const Value values[] = {token_hash, now};
  return read_accounts(sql_->query(
      "SELECT a.id, a.name, a.password, a.created, a.banned FROM sessions s JOIN accounts a ON a.id = s.account_id"
      " WHERE s.token_hash = ?1 AND s.expires > ?2 AND a.banned = 0",
      values));
}

Result<void> Database::remove_session(const std::string& token_hash) {
  const Value values[] = {token_hash};
  return nothing(sql_->query("DELETE FROM sessions WHERE token_hash = ?1", values));
}

Result<void> Database::remove_sessions(const std::string& account, const std::string& except_hash) {
  const Value values[] = {account, except_hash};
  return nothing(sql_->query("DELETE FROM sessions WHERE account_id = ?1 AND token_hash <> ?2", values));
}

Result<void> Database::remove_expired(std::int64_t now) {
  const Value values[] = {now};
  return nothing(sql_->query("DELETE FROM sessions WHERE expires <= ?1", values));
}

Result<std::string> Database::setting(const std::string& owner, const std::string& name) {
  const Value values[] = {owner, name};
  auto rows = sql_->query("SELECT value FROM settings WHERE owner = ?1 AND name = ?2", values);
  if (!rows) return std::unexpected(rows.error());
  return rows->empty() ? std::string() : rows->front().front();
}

Result<void> Database::set_setting(const std::string& owner, const std::string& name, const std::string& value) {
  const Value values[] = {owner, name, value};
  return nothing(
      sql_->query("INSERT INTO settings(owner, name, value) VALUES (?1, ?2, ?3) ON CONFLICT(owner, name) DO UPDATE SET "
                  "value = excluded.value",
                  values));
}

Result<void> Database::publish(const std::string& text) {
  if (!shared()) return {};
  const Value values[] = {text};
  return nothing(sql_->query("SELECT pg_notify('remise', ?1)", values));
}

}  // namespace remise::store
