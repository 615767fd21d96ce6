// Calls, letters and ways: who is to be told that it is their turn, and how.
#include "store/database.h"

namespace remise::store {
namespace {

constexpr const char* call_columns = "table_id, seat, number, holder, since, told, due, attempts";
constexpr const char* letter_columns = "id, way, kind, table_id, seat, number, value, due, attempts, created";
constexpr const char* way_columns = "id, holder, kind, target, created, active, failures";

std::int64_t as_number(const std::string& text) { return number(text).value_or(0); }

Result<std::vector<Call>> read_calls(const Result<Rows>& rows) {
  if (!rows) return std::unexpected(rows.error());
  std::vector<Call> calls;
  for (const Row& r : *rows)
    calls.push_back({r[0], as_number(r[1]), as_number(r[2]), r[3], as_number(r[4]), as_number(r[5]), as_number(r[6]),
                     as_number(r[7])});
  return calls;
}

Result<std::vector<Letter>> read_letters(const Result<Rows>& rows) {
  if (!rows) return std::unexpected(rows.error());
  std::vector<Letter> letters;
  for (const Row& r : *rows)
    letters.push_back({r[0], r[1], r[2], r[3], as_number(r[4]), as_number(r[5]), r[6], as_number(r[7]), as_number(r[8]),
                       as_number(r[9])});
  return letters;
}

Result<std::vector<Way>> read_ways(const Result<Rows>& rows) {
  if (!rows) return std::unexpected(rows.error());
  std::vector<Way> ways;
  for (const Row& r : *rows)
    ways.push_back({r[0], r[1], r[2], r[3], as_number(r[4]), as_number(r[5]) != 0, as_number(r[6])});
  return ways;
}

Result<void> ran(const Result<Rows>& rows) {
  if (!rows) return std::unexpected(rows.error());
  return {};
}

std::string in_these(std::size_t count) {
  std::string text = " IN (";
  for (std::size_t i = 1; i <= count; ++i) text += (i == 1 ? "?" : ", ?") + std::to_string(i);
  return text + ")";
}

// Nobody's, or of one who did not come back. A lease that would last longer than any comes from a clock that was set.
constexpr const char* is_free = "(lease <= ?2 OR lease - 600000 > ?3)";

}  // namespace

Result<std::vector<Call>> Database::calls_due(std::int64_t now, std::int64_t limit) {
  const Value values[] = {now, limit};
  return read_calls(sql_->query(
      std::string("SELECT ") + call_columns + " FROM calls WHERE due > 0 AND due <= ?1 ORDER BY due LIMIT ?2", values));
}

Result<void> Database::postpone_call(const Call& call, std::int64_t due) {
  const Value values[] = {call.table, call.seat, call.number, call.due, due};
  return ran(
      sql_->query("UPDATE calls SET due = ?5 WHERE table_id = ?1 AND seat = ?2 AND number = ?3 AND due = ?4", values));
}

Result<std::vector<Call>> Database::take_calls(const TakingLetters& wanted) {
  const Value values[] = {wanted.now, wanted.clock, wanted.lease, wanted.limit};
  return read_calls(sql_->query(
      std::string("UPDATE calls SET lease = ?3, attempts = attempts + 1 WHERE (table_id, seat) IN (SELECT table_id,"
                  " seat FROM calls WHERE due > 0 AND due <= ?1 AND ") +
          is_free + " ORDER BY due LIMIT ?4" + (shared() ? " FOR UPDATE SKIP LOCKED" : "") + ") RETURNING " +
          call_columns,
      values));
}

Result<bool> Database::settle_call(const Call& call, std::int64_t lease, const std::vector<Letter>& letters) {
  bool kept = false;
  const auto stored = transaction([&]() -> Result<void> {
    const Value values[] = {call.table, call.seat, call.number, lease, call.told, call.due};
    auto rows = sql_->query(
        "UPDATE calls SET told = ?5, due = ?6, lease = 0, attempts = 0 WHERE table_id = ?1 AND seat = ?2"
        " AND number = ?3 AND lease = ?4 RETURNING seat",
        values);
    if (!rows) return std::unexpected(rows.error());
    kept = !rows->empty();
    if (!kept) return {};
    for (const Letter& letter : letters)
      if (auto r = add_letter(letter); !r) return r;
    return {};
  });
  if (!stored) return std::unexpected(stored.error());
  return kept;
}

Result<void> Database::drop_call(const Call& call) {
  // Who is known by another name since is still waited for.
  const Value values[] = {call.table, call.seat, call.number, call.holder};
  return ran(
      sql_->query("DELETE FROM calls WHERE table_id = ?1 AND seat = ?2 AND number = ?3 AND holder = ?4", values));
}

Result<std::vector<Call>> Database::calls_of(const std::string& holder, std::int64_t limit) {
  const Value values[] = {holder, limit};
  return read_calls(sql_->query(
      std::string("SELECT ") + call_columns + " FROM calls WHERE holder = ?1 ORDER BY since LIMIT ?2", values));
}

Result<std::vector<Letter>> Database::take_letters(const TakingLetters& wanted) {
  const Value now[] = {wanted.now};
  auto any = sql_->query("SELECT 1 FROM letters WHERE due <= ?1 LIMIT 1", now);
  if (!any) return std::unexpected(any.error());
  if (any->empty()) return std::vector<Letter>{};
  if (auto r = run("DELETE FROM letters WHERE kind IN ('turn', 'reminder') AND due <= ?1 AND NOT EXISTS (SELECT 1 FROM"
                   " calls c WHERE c.table_id = letters.table_id AND c.seat = letters.seat AND c.number ="
                   " letters.number)",
                   now);
      !r)
    return std::unexpected(r.error());
  const Value values[] = {wanted.now, wanted.clock, wanted.lease, wanted.limit};
  return read_letters(sql_->query(
      std::string("UPDATE letters SET lease = ?3, attempts = attempts + 1 WHERE id IN (SELECT id FROM letters WHERE"
                  " due <= ?1 AND ") +
          is_free + " ORDER BY due LIMIT ?4" + (shared() ? " FOR UPDATE SKIP LOCKED" : "") + ") RETURNING " +
          letter_columns,
      values));
}

Result<void> Database::add_letter(const Letter& l) {
  const Value values[] = {l.id, l.way, l.kind, l.table, l.seat, l.number, l.value, l.due, l.created};
  return ran(
      sql_->query("INSERT INTO letters(id, way, kind, table_id, seat, number, value, due, lease, attempts, created)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, 0, ?9) ON CONFLICT DO NOTHING",
                  values));
}

Result<void> Database::put_off_letter(const std::string& id, std::int64_t lease, std::int64_t due, bool counts) {
  const Value values[] = {id, lease, due, std::int64_t{counts ? 0 : 1}};
  return ran(sql_->query(
      "UPDATE letters SET lease = 0, due = ?3, attempts = attempts - ?4 WHERE id = ?1 AND lease = ?2", values));
}

Result<LettersWaiting> Database::letters_waiting(std::int64_t now) {
  const Value values[] = {now};
  const auto rows = sql_->query("SELECT COUNT(*), COALESCE(MIN(created), 0) FROM letters WHERE due <= ?1", values);
  if (!rows) return std::unexpected(rows.error());
  return LettersWaiting{as_number(rows->front()[0]), as_number(rows->front()[1])};
}

Result<void> Database::end_letter(const std::string& id, std::int64_t lease) {
  const Value values[] = {id, lease};
  return ran(sql_->query("DELETE FROM letters WHERE id = ?1 AND lease = ?2", values));
}

Result<std::vector<Way>> Database::ways_of(const std::vector<std::string>& holders) {
  if (holders.empty()) return std::vector<Way>{};
  const std::vector<Value> values(holders.begin(), holders.end());
  return read_ways(sql_->query(std::string("SELECT ") + way_columns + " FROM ways WHERE holder" +
                                   in_these(holders.size()) + " ORDER BY created, id",
                               values));
}

Result<std::optional<Way>> Database::way(const std::string& id) {
  const Value values[] = {id};
  auto ways = read_ways(sql_->query(std::string("SELECT ") + way_columns + " FROM ways WHERE id = ?1", values));
  if (!ways) return std::unexpected(ways.error());
  return ways->empty() ? std::nullopt : std::optional(std::move(ways->front()));
}

Result<void> Database::set_way(const Way& way) {
  const Value values[] = {way.id,      way.holder, way.kind, way.target, way.created, std::int64_t{way.active},
                          way.failures};
  return ran(
      sql_->query("INSERT INTO ways(id, holder, kind, target, created, active, failures)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(id) DO UPDATE SET holder = excluded.holder,"
                  " kind = excluded.kind, target = excluded.target, created = excluded.created,"
                  " active = excluded.active, failures = excluded.failures",
                  values));
}

Result<bool> Database::change_way(const Way& way) {
  const Value values[] = {way.id, way.holder, way.target, std::int64_t{way.active}, way.failures};
  const auto rows = sql_->query(
      "UPDATE ways SET target = ?3, active = ?4, failures = ?5 WHERE id = ?1 AND holder = ?2 RETURNING id", values);
  if (!rows) return std::unexpected(rows.error());
  return !rows->empty();
}

Result<void> Database::count_failure(const std::string& way, bool failed, std::int64_t most) {
  const Value values[] = {way, std::int64_t{failed}, most};
  return ran(
      sql_->query("UPDATE ways SET active = CASE WHEN ?2 = 1 AND failures + 1 >= ?3 THEN 0 ELSE active END,"
                  " failures = CASE WHEN ?2 = 1 THEN failures + 1 ELSE 0 END WHERE id = ?1"
                  " AND (?2 = 1 OR failures > 0)",
                  values));
}

Result<void> Database::remove_way(const std::string& id) {
  const Value values[] = {id};
  return transaction([&]() -> Result<void> {
    if (auto r = run("DELETE FROM letters WHERE way = ?1", values); !r) return r;
    return run("DELETE FROM ways WHERE id = ?1", values);
  });
}

Result<std::vector<ListedTable>> Database::listed(const std::vector<std::string>& tables) {
  if (tables.empty()) return std::vector<ListedTable>{};
  const std::vector<Value> values(tables.begin(), tables.end());
  auto rows = sql_->query("SELECT id, game, summary FROM tables WHERE id" + in_these(tables.size()), values);
  if (!rows) return std::unexpected(rows.error());
  std::vector<ListedTable> list;
  for (const Row& r : *rows) list.push_back({r[0], {r[1], "", false, 0, 0, r[2]}});
  return list;
}

}  // namespace remise::store
