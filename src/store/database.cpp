#include "store/database.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "store/people.h"

namespace remise::store {
namespace {

Result<void> nothing(const Result<Rows>& rows) {
  if (!rows) return std::unexpected(rows.error());
  return {};
}

Fault no_number(const std::string& where) { return {Fault::Kind::broken, where + ": not a number where one belongs"}; }

// " IN (?1, ?2, ...)"
std::string in_list(std::size_t count) {
  std::string text = " IN (";
  for (std::size_t i = 1; i <= count; ++i) {
    text += i == 1 ? "?" : ", ?";
    text += std::to_string(i);
  }
  return text + ")";
}

Result<std::vector<Entry>> read_entries(Result<Rows> rows) {
  if (!rows) return std::unexpected(rows.error());
  std::vector<Entry> entries;
  entries.reserve(rows->size());
  for (Row& r : *rows) {
    const auto at = number(r[1]), time = number(r[4]);
    if (!at || !time) return std::unexpected(no_number("log of table " + r[0]));
    entries.push_back({std::move(r[0]), *at, std::move(r[2]), std::move(r[3]), *time});
  }
  return entries;
}

std::string name_key(std::string name) {
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return name;
}

// With ?1 and ?2. The list says when a table last changed; talk is in its log only.
std::string stale_condition(const Stale& which) {
  const std::string seated = "EXISTS (SELECT 1 FROM members m WHERE m.table_id = t.id AND m.holder LIKE 'a:%')";
  // A running match with a free seat is listed among those that wait for people.
  const std::string begun = "EXISTS (SELECT 1 FROM log b WHERE b.table_id = t.id AND b.kind = 'started')";
  return "t.status = ?1 AND t.updated < ?2" +
         (!which.begun   ? ""
          : *which.begun ? " AND " + begun
                         : " AND NOT " + begun) +
         " AND NOT EXISTS (SELECT 1 FROM log l WHERE l.table_id = t.id AND l.time >= ?2)" +
         (which.accounts == Stale::Accounts::any    ? ""
          : which.accounts == Stale::Accounts::some ? " AND " + seated
                                                    : " AND NOT " + seated);
}

Result<std::vector<Account>> read_accounts(const Result<Rows>& rows) {
  if (!rows) return std::unexpected(rows.error());
  std::vector<Account> accounts;
  for (const Row& r : *rows) {
    const auto created = number(r[3]), banned = number(r[4]);
    if (!created || !banned) return std::unexpected(no_number("account " + r[0]));
    accounts.push_back({r[0], r[1], r[2], *created, *banned != 0});
  }
  return accounts;
}

Result<std::vector<ListedTable>> read_tables(const Result<Rows>& rows) {
  if (!rows) return std::unexpected(rows.error());
  std::vector<ListedTable> tables;
  for (const Row& r : *rows) {
    const auto open = number(r[3]), created = number(r[4]), updated = number(r[5]);
    if (open && created && updated)  // one bad line must not hide the others
      tables.push_back({r[0], {r[1], r[2], *open != 0, *created, *updated, r[6]}});
  }
  return tables;
}

}  // namespace

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool Database::is_postgresql(std::string_view url) {
  return url.starts_with("postgresql://") || url.starts_with("postgres://");
}

Result<Database> Database::open(const std::string& url, std::chrono::milliseconds patience) {
  auto sql = is_postgresql(url) ? open_postgresql(url, patience) : open_sqlite(url, patience);
  if (!sql) return std::unexpected(sql.error());
  return Database(std::move(*sql));
}

Result<void> Database::run(std::string_view sql, std::span<const Value> values) {
  return nothing(sql_->query(sql, values));
}

Result<void> Database::transaction(const std::function<Result<void>()>& work) {
  return between(shared() ? "BEGIN" : "BEGIN IMMEDIATE", work);
}

Result<void> Database::read(const std::function<Result<void>()>& work) {
  return between(shared() ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN", work);
}

Result<void> Database::between(const char* begin, const std::function<Result<void>()>& work) {
  if (auto begun = run(begin); !begun) return begun;
  auto done = work();
  if (done) done = run("COMMIT");
  if (!done) (void)run("ROLLBACK");
  return done;
}

Result<std::vector<Entry>> Database::entries(const std::string& table, std::int64_t from) {
  const Value values[] = {table, from};
  return read_entries(
      sql_->query("SELECT table_id, number, kind, payload, time FROM log WHERE table_id = ?1 AND number >= ?2"
                  " ORDER BY number",
                  values));
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
  return read_entries(sql_->query(
      "SELECT w.t, l.number, l.kind, l.payload, l.time FROM json_to_recordset(?1::json) AS w(t text, n bigint)"
      " CROSS JOIN LATERAL (SELECT number, kind, payload, time FROM log WHERE table_id = w.t AND number >= w.n"
      " ORDER BY number OFFSET 0) AS l",
      values));
}

Result<std::vector<LastEntry>> Database::last_entries(const std::vector<std::string>& tables) {
  constexpr std::size_t at_once = 200;
  std::vector<LastEntry> last;
  for (std::size_t from = 0; from < tables.size(); from += at_once) {
    const auto count = std::min(at_once, tables.size() - from);
    std::vector<Value> values(tables.begin() + static_cast<std::ptrdiff_t>(from),
                              tables.begin() + static_cast<std::ptrdiff_t>(from + count));
    const auto rows = sql_->query(
        "SELECT table_id, max(number) FROM log WHERE table_id" + in_list(count) + " GROUP BY table_id", values);
    if (!rows) return std::unexpected(rows.error());
    for (const Row& r : *rows)
      if (const auto at = number(r[1])) last.push_back({r[0], *at});
  }
  return last;
}

// From the newest on, by the index of each status. A filter that fits few does not read all there are: it looks at so
// many tables of a status and no further.
Result<std::vector<ListedTable>> Database::tables(const TableFilter& f) {
  std::vector<Value> values{f.game, f.before == 0 ? std::int64_t{1} << 60 : f.before, f.limit};
  const auto mark = [&](std::string value) {
    values.emplace_back(std::move(value));
    return "?" + std::to_string(values.size());
  };
  std::string further;
  for (const auto& part : f.containing) further += " AND summary LIKE " + mark("%" + part + "%");
  if (!f.reader.empty()) {
    const std::string me = mark(f.reader);
    further += " AND NOT EXISTS (SELECT 1 FROM relations r WHERE r.kind = 'block' AND ((r.holder = " + me +
               " AND r.other = tables.host) OR (r.other = " + me + " AND r.holder = tables.host)))";
  }
  std::vector<std::string> statuses{f.status};
  if (f.status.empty()) statuses = {"waiting", "playing", "finished"};
  std::string all;
  for (const auto& status : statuses) {
    const std::string of_status = "status = " + mark(status) + (f.closed_too ? "" : " AND open = 1");
    const std::string oldest = "(SELECT updated FROM tables WHERE " + of_status +
                               " AND updated < ?2 ORDER BY updated DESC LIMIT 1 OFFSET " +
                               std::to_string(most_looked_at) + ")";
    all += (all.empty() ? "" : " UNION ALL ") +
           ("SELECT * FROM (SELECT id, game, status, open, created, updated, summary FROM tables WHERE " + of_status +
            " AND updated < ?2" + (f.closed_too ? "" : " AND updated >= coalesce(" + oldest + ", 0)") +
            " AND (?1 = '' OR game = ?1)" + further + " ORDER BY updated DESC LIMIT ?3) AS part");
  }
  return read_tables(sql_->query(all + " ORDER BY updated DESC LIMIT ?3", values));
}

// UNION instead of OR: for that PostgreSQL reads all tables there are.
Result<std::vector<ListedTable>> Database::tables_of(const std::vector<std::string>& holders, std::int64_t limit) {
  if (holders.empty()) return std::vector<ListedTable>{};
  std::vector<Value> values(holders.begin(), holders.end());
  values.emplace_back(limit);
  return read_tables(
      sql_->query("SELECT t.id, t.game, t.status, t.open, t.created, t.updated, t.summary FROM tables t"
                  " WHERE t.id IN (SELECT table_id FROM members WHERE holder" +
                      in_list(holders.size()) + " UNION SELECT id FROM tables WHERE host" + in_list(holders.size()) +
                      ") ORDER BY t.updated DESC LIMIT ?" + std::to_string(values.size()),
                  values));
}

Result<std::int64_t> Database::bot_tables_of(const std::vector<std::string>& holders) {
  if (holders.empty()) return 0;
  const Value values[] = {holders.front(), holders.back()};
  auto rows =
      sql_->query("SELECT COUNT(*) FROM tables WHERE host IN (?1, ?2) AND people = 0 AND status <> 'finished'", values);
  if (!rows) return std::unexpected(rows.error());
  return number(rows->front().front()).value_or(0);
}

Result<void> Database::remove_table(const std::string& table) {
  return transaction([&]() -> Result<void> {
    if (auto r = lock(table); !r) return r;
    return remove_parts(table);
  });
}

Result<std::vector<std::string>> Database::stale_tables(const Stale& which, WalkedTo& at, std::int64_t limit) {
  constexpr std::int64_t page = 1000;
  const Value values[] = {which.status, which.before, at.updated, at.id, page};
  const auto rows = sql_->query(
      "SELECT t.id, t.updated, CASE WHEN " + stale_condition(which) +
          " THEN 1 ELSE 0 END FROM (SELECT id, status, updated FROM tables WHERE status = ?1 AND updated < ?2"
          " AND (updated, id) > (?3, ?4) ORDER BY updated, id LIMIT ?5) t ORDER BY t.updated, t.id",
      values);
  if (!rows) return std::unexpected(rows.error());
  std::vector<std::string> tables;
  for (const Row& r : *rows) {
    if (static_cast<std::int64_t>(tables.size()) >= limit) return tables;
    at = {number(r[1]).value_or(at.updated), r[0]};
    if (r[2] == "1") tables.push_back(r[0]);
  }
  if (static_cast<std::int64_t>(rows->size()) < page) at = {};
  return tables;
}

Result<std::optional<std::int64_t>> Database::remove_stale(const std::string& table, const Stale& which) {
  std::optional<std::int64_t> since;
  const auto done = transaction([&]() -> Result<void> {
    if (auto r = lock(table); !r) return r;
    const Value values[] = {which.status, which.before, table};
    auto rows =
        sql_->query("SELECT t.updated FROM tables t WHERE " + stale_condition(which) + " AND t.id = ?3", values);
    if (!rows) return std::unexpected(rows.error());
    if (rows->empty()) return {};
    since = number(rows->front().front());
    return remove_parts(table);
  });
  if (!done) return std::unexpected(done.error());
  return since;
}

Result<std::int64_t> Database::remove_stale_guests(std::int64_t now, std::int64_t before, std::int64_t limit) {
  const Value dated[] = {now};
  if (auto r = run("UPDATE settings SET updated = ?1 WHERE (owner, name) IN"
                   " (SELECT owner, name FROM settings WHERE updated = 0 LIMIT 1000)",
                   dated);
      !r)
    return std::unexpected(r.error());
  const Value values[] = {before, limit};
  const auto rows = sql_->query(
      "DELETE FROM settings WHERE (owner, name) IN (SELECT s.owner, s.name FROM settings s WHERE s.owner LIKE 'g:%'"
      " AND s.updated > 0 AND s.updated < ?1 AND NOT EXISTS (SELECT 1 FROM members m WHERE m.holder = s.owner)"
      " LIMIT ?2) RETURNING owner",
      values);
  if (!rows) return std::unexpected(rows.error());
  const auto ways = sql_->query(
      "DELETE FROM ways WHERE id IN (SELECT w.id FROM ways w WHERE w.holder LIKE 'g:%' AND w.created < ?1"
      " AND NOT EXISTS (SELECT 1 FROM members m WHERE m.holder = w.holder) LIMIT ?2) RETURNING id",
      values);
  if (!ways) return std::unexpected(ways.error());
  for (const Row& way : *ways) {
    const Value gone[] = {way[0]};
    if (auto r = run("DELETE FROM letters WHERE way = ?1", gone); !r) return std::unexpected(r.error());
  }
  return static_cast<std::int64_t>(rows->size() + ways->size());
}

Result<void> Database::prove_write(std::int64_t now) {
  const Value values[] = {std::to_string(now) + std::string(std::size_t{32} << 10, '.')};
  return run(
      "INSERT INTO meta(name, value) VALUES ('probe', ?1) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
      values);
}

// Whoever adds an entry holds the first one at that moment (PostgreSQL; SQLite has one writer).
Result<void> Database::lock(const std::string& table) {
  const Value values[] = {table};
  return shared() ? run("SELECT 1 FROM log WHERE table_id = ?1 AND number = 0 FOR UPDATE", values) : Result<void>();
}

Result<void> Database::remove_parts(const std::string& table) {
  const Value values[] = {table};
  for (const char* sql : {"DELETE FROM jobs WHERE table_id = ?1",
                          ("DELETE FROM settings WHERE name = 'calls ' || ?1 AND owner IN"
                           " (SELECT holder FROM members WHERE table_id = ?1)"),
                          "DELETE FROM members WHERE table_id = ?1",
                          "DELETE FROM settings WHERE owner = 'table:' || ?1", "DELETE FROM plans WHERE table_id = ?1",
                          "DELETE FROM calls WHERE table_id = ?1", "DELETE FROM letters WHERE table_id = ?1",
                          "DELETE FROM letters WHERE way IN (SELECT id FROM ways WHERE holder = 't:' || ?1)",
                          "DELETE FROM ways WHERE holder = 't:' || ?1", "DELETE FROM invitations WHERE table_id = ?1",
                          "DELETE FROM tables WHERE id = ?1", "DELETE FROM log WHERE table_id = ?1"})
    if (auto r = run(sql, values); !r) return r;
  return {};
}

Result<std::vector<Job>> Database::take_jobs(const Taking& wanted) {
  const Value times[] = {wanted.now, wanted.lease};
  // Most of the time there is nothing, and a read tells so without the lock of a write. A lease that would last a
  // minute longer than any comes from a clock that was set back since: it holds no more.
  auto any = sql_->query("SELECT 1 FROM jobs WHERE lease <= ?1 OR lease - 60000 > ?2 LIMIT 1", times);
  if (!any) return std::unexpected(any.error());
  if (any->empty()) return std::vector<Job>{};
  if (!shared()) return pick_jobs(wanted);
  // What is counted over all nodes is counted by one of them at a time.
  Result<std::vector<Job>> jobs;
  const auto done = transaction([&]() -> Result<void> {
    if (auto r = run("SELECT pg_advisory_xact_lock(8841)"); !r) return r;
    jobs = pick_jobs(wanted);
    if (!jobs) return std::unexpected(jobs.error());
    return {};
  });
  if (!done) return std::unexpected(done.error());
  return jobs;
}

// One after the other, each by an index: the queue may be long. (A plus keeps SQLite from taking another index.)
Result<std::vector<Job>> Database::pick_jobs(const Taking& wanted) {
  constexpr std::int64_t people_tables = 4;  // of one host, at the same time, while others wait
  constexpr const char* few_with_people =
      "people = 1 AND host NOT IN (SELECT host || '' FROM jobs WHERE lease > ?1 AND lease - 60000 <= ?2 AND +people = 1"
      " GROUP BY 1 HAVING COUNT(*) >= ?3) ORDER BY turn";
  constexpr const char* with_people = "people = 1 AND ?3 > 0 ORDER BY turn";
  constexpr const char* few_of_bots =
      "people = 0 AND host NOT IN (SELECT host || '' FROM jobs WHERE lease > ?1 AND lease - 60000 <= ?2 AND +people = 0"
      " GROUP BY 1 HAVING COUNT(*) >= ?3) ORDER BY turn";
  constexpr const char* oldest =
      "(people = 1 OR host NOT IN (SELECT host || '' FROM jobs WHERE lease > ?1 AND lease - 60000 <= ?2 AND +people = 0"
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
                                       " (SELECT table_id FROM jobs WHERE (+lease <= ?1 OR +lease - 60000 > ?2) AND ") +
                               pick->which + ", table_id LIMIT 1" + (shared() ? " FOR UPDATE SKIP LOCKED" : "") +
                               ") RETURNING table_id, attempts, people",
                           values);
    if (!row) return std::unexpected(row.error());
    if (row->empty()) {
      ++pick;
    } else {
      const Row& r = row->front();
      jobs.push_back({r[0], number(r[1]).value_or(0), number(r[2]).value_or(1) != 0});
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

Result<std::int64_t> Database::lease_clock(std::int64_t steady) {
  if (!shared()) return steady;
  const auto rows = sql_->query("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)");
  if (!rows) return std::unexpected(rows.error());
  const auto now = rows->empty() ? std::nullopt : number(rows->front().front());
  if (!now) return std::unexpected(no_number("the clock"));
  return *now;
}

Result<void> Database::free_jobs() {
  for (const char* queue : {"jobs", "calls", "letters"})
    if (auto r = run("UPDATE " + std::string(queue) + " SET lease = 0 WHERE lease <> 0"); !r) return r;
  return {};
}

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

Result<std::vector<Account>> Database::account(const std::string& id) {
  const Value values[] = {id};
  return read_accounts(sql_->query("SELECT id, name, password, created, banned FROM accounts WHERE id = ?1", values));
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

Result<void> Database::set_password(const std::string& account, const std::string& password,
                                    const std::string& except_hash) {
  return revoke([&]() -> Result<void> {
    const Value values[] = {account, password};
    if (auto r = run("UPDATE accounts SET password = ?2 WHERE id = ?1", values); !r) return r;
    const Value others[] = {account, except_hash};
    return run("DELETE FROM sessions WHERE account_id = ?1 AND token_hash <> ?2", others);
  });
}

Result<bool> Database::replace_password(const std::string& account, const std::string& old_one,
                                        const std::string& new_one) {
  bool replaced = false;
  const auto done = revoke([&]() -> Result<void> {
    const Value values[] = {account, old_one, new_one};
    const auto rows =
        sql_->query("UPDATE accounts SET password = ?3 WHERE id = ?1 AND password = ?2 RETURNING id", values);
    if (!rows) return std::unexpected(rows.error());
    replaced = !rows->empty();
    const Value id[] = {account};
    return replaced ? run("DELETE FROM sessions WHERE account_id = ?1", id) : Result<void>();
  });
  if (!done) return std::unexpected(done.error());
  return replaced;
}

Result<void> Database::set_banned(const std::string& account, bool banned) {
  const Value values[] = {account, std::int64_t{banned}};
  return revoke([&] { return run("UPDATE accounts SET banned = ?2 WHERE id = ?1", values); });
}

Result<void> Database::remove_account(const std::string& account) {
  const Value id[] = {account};
  const Value holder[] = {"a:" + account};
  return revoke([&]() -> Result<void> {
    if (auto r = run("DELETE FROM sessions WHERE account_id = ?1", id); !r) return r;
    if (auto r = run("DELETE FROM settings WHERE owner = ?1", holder); !r) return r;
    if (auto r = run("DELETE FROM letters WHERE way IN (SELECT id FROM ways WHERE holder = ?1)", holder); !r) return r;
    if (auto r = run("DELETE FROM ways WHERE holder = ?1", holder); !r) return r;
    if (auto r = run("DELETE FROM calls WHERE holder = ?1", holder); !r) return r;
    if (auto r = run("DELETE FROM members WHERE holder = ?1", holder); !r) return r;
    if (auto r = forget_person(*this, "a:" + account); !r) return r;
    return run("DELETE FROM accounts WHERE id = ?1", id);
  });
}

Result<bool> Database::add_session(const std::string& token_hash, const Account& account, std::int64_t expires) {
  const Value values[] = {token_hash, account.id, expires, account.password};
  // Where the password is being changed at this moment, PostgreSQL waits for that.
  const auto rows =
      sql_->query(std::string("INSERT INTO sessions(token_hash, account_id, expires) SELECT ?1, id, ?3 FROM accounts"
                              " WHERE id = ?2 AND password = ?4 AND banned = 0") +
                      (shared() ? " FOR SHARE" : "") + " RETURNING token_hash",
                  values);
  if (!rows) return std::unexpected(rows.error());
  return !rows->empty();
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
  return revoke([&] { return run("DELETE FROM sessions WHERE token_hash = ?1", values); });
}

Result<void> Database::remove_sessions(const std::string& account, const std::string& except_hash) {
  const Value values[] = {account, except_hash};
  return revoke([&] { return run("DELETE FROM sessions WHERE account_id = ?1 AND token_hash <> ?2", values); });
}

Result<void> Database::remove_expired(std::int64_t now) {
  const Value values[] = {now};
  return nothing(sql_->query("DELETE FROM sessions WHERE expires <= ?1", values));
}

Result<void> Database::revoke(const std::function<Result<void>()>& work) {
  return transaction([&]() -> Result<void> {
    if (auto r = work(); !r) return r;
    if (auto r = run("INSERT INTO meta(name, value) VALUES ('revoked', '1') ON CONFLICT(name) DO UPDATE SET"
                     " value = CAST(CAST(meta.value AS BIGINT) + 1 AS TEXT)");
        !r)
      return r;
    const Notice revoked[] = {notice_for_all("revoked")};
    return publish(revoked);
  });
}

Result<std::int64_t> Database::revocations() {
  const auto rows = sql_->query("SELECT value FROM meta WHERE name = 'revoked'");
  if (!rows) return std::unexpected(rows.error());
  if (rows->empty()) return 0;
  const auto count = number(rows->front().front());
  if (!count) return std::unexpected(no_number("meta 'revoked'"));
  return *count;
}

Result<std::vector<std::string>> Database::due_tables(std::int64_t now, std::int64_t limit) {
  const Value values[] = {now, limit};
  const auto rows = sql_->query("SELECT id FROM tables WHERE due > 0 AND due <= ?1 ORDER BY due LIMIT ?2", values);
  if (!rows) return std::unexpected(rows.error());
  std::vector<std::string> tables;
  for (const Row& row : *rows) tables.push_back(row[0]);
  return tables;
}

Result<std::string> Database::plans(const std::string& table, std::int64_t seat) {
  const Value values[] = {table, seat};
  auto rows = sql_->query("SELECT value FROM plans WHERE table_id = ?1 AND seat = ?2", values);
  if (!rows) return std::unexpected(rows.error());
  return rows->empty() ? std::string() : rows->front().front();
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
                  "value = excluded.value, updated = 0",
                  values));
}

Result<void> Database::set_of_table(const std::string& table, const std::string& name, const std::string& value) {
  const Value values[] = {table, name, value};
  return nothing(
      sql_->query("INSERT INTO settings(owner, name, value) SELECT 'table:' || ?1, ?2, ?3 FROM tables WHERE id = ?1"
                  " ON CONFLICT(owner, name) DO UPDATE SET value = excluded.value, updated = 0",
                  values));
}

Result<std::string> Database::secret(const std::string& name, const std::string& fresh) {
  const Value values[] = {"secret " + name, fresh};
  const auto read = [&] { return sql_->query("SELECT value FROM meta WHERE name = ?1", std::span(values).first(1)); };
  auto rows = read();
  if (rows && rows->empty()) {
    if (auto r = sql_->query("INSERT INTO meta(name, value) VALUES (?1, ?2) ON CONFLICT(name) DO NOTHING", values); !r)
      return std::unexpected(r.error());
    rows = read();  // another process may have been first
  }
  if (!rows) return std::unexpected(rows.error());
  return rows->empty() ? fresh : rows->front().front();
}

Result<bool> Database::has_seat(const std::string& holder) {
  const Value values[] = {holder};
  const auto rows = sql_->query("SELECT 1 FROM members WHERE holder = ?1 LIMIT 1", values);
  if (!rows) return std::unexpected(rows.error());
  return !rows->empty();
}

Result<std::vector<std::string>> Database::live_sessions(const std::vector<std::string>& hashes, std::int64_t now) {
  constexpr std::size_t at_once = 200;
  std::vector<std::string> live;
  for (std::size_t from = 0; from < hashes.size(); from += at_once) {
    std::vector<Value> values{now};
    std::string marks;
    for (std::size_t i = from; i < std::min(from + at_once, hashes.size()); ++i) {
      values.emplace_back(hashes[i]);
      marks += (marks.empty() ? "?" : ", ?") + std::to_string(values.size());
    }
    auto rows = sql_->query(
        "SELECT s.token_hash FROM sessions s JOIN accounts a ON a.id = s.account_id"
        " WHERE s.expires > ?1 AND a.banned = 0 AND s.token_hash IN (" +
            marks + ")",
        values);
    if (!rows) return std::unexpected(rows.error());
    for (Row& r : *rows) live.push_back(std::move(r[0]));
  }
  return live;
}

Result<void> Database::publish(std::span<const Notice> notices) {
  if (!shared() || notices.empty()) return {};
  nlohmann::json list = nlohmann::json::array();
  for (const Notice& notice : notices) list.push_back({{"channel", notice.channel}, {"text", notice.text}});
  const Value values[] = {list.dump()};
  return nothing(sql_->query(
      "SELECT pg_notify(n.channel, n.text) FROM json_to_recordset(?1::json) AS n(channel text, text text)", values));
}

}  // namespace remise::store
