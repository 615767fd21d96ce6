#include <map>
#include <set>

#include "store/database.h"

namespace remise::store {
namespace {

// Migration i brings a database from version i to i + 1. What is here has been shipped and is never edited.
const std::vector<std::vector<const char*>>& migrations() {
  static const std::vector<std::vector<const char*>> list{
      {
          "CREATE TABLE log(table_id TEXT NOT NULL, number BIGINT NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL,"
          " time BIGINT NOT NULL, PRIMARY KEY(table_id, number))",
          "CREATE TABLE tables(id TEXT PRIMARY KEY, game TEXT NOT NULL, status TEXT NOT NULL, open BIGINT NOT NULL,"
          " created BIGINT NOT NULL, updated BIGINT NOT NULL, summary TEXT NOT NULL)",
          "CREATE INDEX tables_listed ON tables(status, open, updated)",
          "CREATE TABLE members(holder TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY(holder, table_id))",
          "CREATE TABLE jobs(table_id TEXT PRIMARY KEY, due BIGINT NOT NULL, lease BIGINT NOT NULL)",
          "CREATE TABLE accounts(id TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, password TEXT "
          "NOT NULL,"
          " created BIGINT NOT NULL, banned BIGINT NOT NULL)",
          "CREATE TABLE sessions(token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL, expires BIGINT NOT NULL)",
          "CREATE INDEX sessions_of ON sessions(account_id)",
          "CREATE TABLE settings(owner TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY(owner, "
          "name))",
      },
      {
          // For the retention policy: what is old, who sits where, and how old a setting is (0: not looked at since).
          "CREATE INDEX tables_aged ON tables(status, updated, id)",
          "CREATE INDEX members_of ON members(table_id)",
          "ALTER TABLE settings ADD COLUMN updated BIGINT NOT NULL DEFAULT 0",
          "CREATE INDEX settings_aged ON settings(updated)",
      },
      {
          // For bots: attempts, and whose table it is. For names: what they look like.
          "ALTER TABLE jobs ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0",
          "ALTER TABLE jobs ADD COLUMN people BIGINT NOT NULL DEFAULT 1",
          "ALTER TABLE jobs ADD COLUMN host TEXT NOT NULL DEFAULT ''",
          "ALTER TABLE jobs ADD COLUMN turn BIGINT NOT NULL DEFAULT 0",
          "CREATE INDEX jobs_in_turn ON jobs(people, turn, table_id)",
          "CREATE INDEX jobs_due ON jobs(due, table_id)",
          "CREATE INDEX jobs_hosted ON jobs(host, people)",
          "CREATE INDEX jobs_leased ON jobs(lease)",
          "ALTER TABLE tables ADD COLUMN host TEXT NOT NULL DEFAULT ''",
          "ALTER TABLE tables ADD COLUMN people BIGINT NOT NULL DEFAULT 1",
          "CREATE INDEX tables_hosted ON tables(host, people)",
          "ALTER TABLE accounts ADD COLUMN look TEXT NOT NULL DEFAULT ''",
          "ALTER TABLE accounts ADD COLUMN capital_look TEXT NOT NULL DEFAULT ''",
          "CREATE UNIQUE INDEX accounts_look ON accounts(look) WHERE look <> ''",
          "CREATE UNIQUE INDEX accounts_capital_look ON accounts(capital_look) WHERE capital_look <> ''",
      },
      {
          // For clocks: where somebody's time runs out next. For moves in advance: what each seat has planned.
          "ALTER TABLE tables ADD COLUMN due BIGINT NOT NULL DEFAULT 0",
          "CREATE INDEX tables_due ON tables(due) WHERE due > 0",
          "CREATE TABLE plans(table_id TEXT NOT NULL, seat BIGINT NOT NULL, value TEXT NOT NULL,"
          " PRIMARY KEY(table_id, seat))",
      },
      {
          // For people: results and ratings, kept once for each match; what they say of each other; invitations;
          // reports.
          "ALTER TABLE tables ADD COLUMN scored BIGINT NOT NULL DEFAULT 0",
          "CREATE INDEX tables_unscored ON tables(updated, id) WHERE status = 'finished' AND scored = 0",
          "CREATE TABLE results(table_id TEXT NOT NULL, part BIGINT NOT NULL, seat BIGINT NOT NULL, holder TEXT NOT "
          "NULL,"
          " name TEXT NOT NULL, game TEXT NOT NULL, place BIGINT NOT NULL, players BIGINT NOT NULL, ended BIGINT NOT "
          "NULL,"
          " rated BIGINT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, PRIMARY KEY(table_id, part))",
          "CREATE INDEX results_of ON results(holder, ended)",
          "CREATE TABLE ratings(holder TEXT NOT NULL, game TEXT NOT NULL, mu TEXT NOT NULL, sigma TEXT NOT NULL,"
          " matches BIGINT NOT NULL, PRIMARY KEY(holder, game))",
          "CREATE TABLE relations(holder TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,"
          " created BIGINT NOT NULL, PRIMARY KEY(holder, other))",
          "CREATE INDEX relations_to ON relations(other, kind)",
          "CREATE TABLE invitations(holder TEXT NOT NULL, table_id TEXT NOT NULL, by_holder TEXT NOT NULL,"
          " by_name TEXT NOT NULL, created BIGINT NOT NULL, PRIMARY KEY(holder, table_id))",
          "CREATE INDEX invitations_by ON invitations(by_holder)",
          "CREATE INDEX invitations_to ON invitations(table_id)",
          "CREATE TABLE reports(holder TEXT NOT NULL, table_id TEXT NOT NULL, seat BIGINT NOT NULL, other TEXT NOT "
          "NULL,"
          " name TEXT NOT NULL, reason TEXT NOT NULL, text TEXT NOT NULL, created BIGINT NOT NULL,"
          " PRIMARY KEY(holder, table_id, seat))",
      },
      {
          // For calling people: whose turn it is, by which ways they can be reached, what is to be sent.
          "CREATE TABLE calls(table_id TEXT NOT NULL, seat BIGINT NOT NULL, number BIGINT NOT NULL, holder TEXT NOT "
          "NULL, since BIGINT NOT NULL, told BIGINT NOT NULL, due BIGINT NOT NULL, lease BIGINT NOT NULL,"
          " attempts BIGINT NOT NULL, PRIMARY KEY(table_id, seat))",
          "CREATE INDEX calls_due ON calls(due)",
          "CREATE INDEX calls_of ON calls(holder)",
          "CREATE TABLE ways(id TEXT PRIMARY KEY, holder TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL,"
          " created BIGINT NOT NULL, active BIGINT NOT NULL, failures BIGINT NOT NULL)",
          "CREATE INDEX ways_of ON ways(holder)",
          "CREATE TABLE letters(id TEXT PRIMARY KEY, way TEXT NOT NULL, kind TEXT NOT NULL, table_id TEXT NOT NULL,"
          " seat BIGINT NOT NULL, number BIGINT NOT NULL, value TEXT NOT NULL, due BIGINT NOT NULL, lease BIGINT NOT "
          "NULL, attempts BIGINT NOT NULL, created BIGINT NOT NULL)",
          "CREATE INDEX letters_due ON letters(due)",
          "CREATE INDEX letters_by ON letters(way)",
      },
      {
          // For who asks to be friends: the name the other one knows them by; empty: that of the account.
          "ALTER TABLE relations ADD COLUMN known_as TEXT NOT NULL DEFAULT ''",
      },
  };
  return list;
}

const std::map<std::string, std::vector<std::string>>& column_lists() {
  static const std::map<std::string, std::vector<std::string>> lists{
      {"log", {"table_id", "number", "kind", "payload", "time"}},
      {"tables", {"id", "game", "status", "open", "created", "updated", "summary", "host", "people", "due", "scored"}},
      {"members", {"holder", "table_id"}},
      {"jobs", {"table_id", "due", "lease", "attempts", "people", "host", "turn"}},
      {"accounts", {"id", "name", "name_key", "password", "created", "banned", "look", "capital_look"}},
      {"sessions", {"token_hash", "account_id", "expires"}},
      {"settings", {"owner", "name", "value", "updated"}},
      {"plans", {"table_id", "seat", "value"}},
      {"results",
       {"table_id", "part", "seat", "holder", "name", "game", "place", "players", "ended", "rated", "before", "after"}},
      {"ratings", {"holder", "game", "mu", "sigma", "matches"}},
      {"relations", {"holder", "other", "kind", "name", "created", "known_as"}},
      {"invitations", {"holder", "table_id", "by_holder", "by_name", "created"}},
      {"reports", {"holder", "table_id", "seat", "other", "name", "reason", "text", "created"}},
      {"calls", {"table_id", "seat", "number", "holder", "since", "told", "due", "lease", "attempts"}},
      {"ways", {"id", "holder", "kind", "target", "created", "active", "failures"}},
      {"letters", {"id", "way", "kind", "table_id", "seat", "number", "value", "due", "lease", "attempts", "created"}},
  };
  return lists;
}

}  // namespace

const std::vector<std::string>& Database::relations() {
  static const std::vector<std::string> names{"log",      "tables", "members", "jobs",    "accounts",  "sessions",
                                              "settings", "plans",  "results", "ratings", "relations", "invitations",
                                              "reports",  "calls",  "ways",    "letters"};
  return names;
}

const std::vector<std::string>& Database::columns(const std::string& relation) { return column_lists().at(relation); }

bool Database::is_number(const std::string& column) {
  static const std::set<std::string> numbers{
      "number", "time",  "open",    "created", "updated", "due",     "lease", "banned", "expires", "seat",    "scored",
      "part",   "place", "players", "ended",   "rated",   "matches", "since", "told",   "active",  "failures"};
  return numbers.contains(column);
}

Result<std::int64_t> Database::schema_version() {
  auto rows = sql_->query("SELECT value FROM meta WHERE name = 'schema'", {});
  if (!rows) return std::unexpected(rows.error());
  if (rows->empty()) return 0;
  const auto version = number(rows->front().front());
  if (!version) return std::unexpected(Fault{Fault::Kind::broken, "the schema's version is not a number"});
  return *version;
}

Result<void> Database::migrate() {
  const auto latest = static_cast<std::int64_t>(migrations().size());
  // The usual start: the schema is there and current, and one read says so.
  if (auto version = schema_version(); version && *version == latest) return {};
  return transaction([&]() -> Result<void> {
    if (shared())  // several nodes may start at once on a new database
      if (auto r = sql_->query("SELECT pg_advisory_xact_lock(8840)", {}); !r) return std::unexpected(r.error());
    if (auto r = sql_->query("CREATE TABLE IF NOT EXISTS meta(name TEXT PRIMARY KEY, value TEXT NOT NULL)", {}); !r)
      return std::unexpected(r.error());
    auto version = schema_version();
    if (!version) return std::unexpected(version.error());
    if (*version > latest)
      return std::unexpected(Fault{Fault::Kind::broken, "schema " + std::to_string(*version) +
                                                            " is newer than this program's " + std::to_string(latest)});
    for (auto at = *version; at < latest; ++at)
      for (std::string sql : migrations()[static_cast<std::size_t>(at)]) {
        // The log of a table lies together in the file.
        if (!shared() && sql.starts_with("CREATE TABLE log")) sql += " WITHOUT ROWID";
        if (auto r = sql_->query(sql, {}); !r) return std::unexpected(r.error());
      }
    const Value value[] = {std::to_string(latest)};
    if (auto r = sql_->query("INSERT INTO meta(name, value) VALUES ('schema', ?1) ON CONFLICT(name) DO UPDATE SET "
                             "value = excluded.value",
                             value);
        !r)
      return std::unexpected(r.error());
    return {};
  });
}

}  // namespace remise::store
