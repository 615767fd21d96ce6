#include "store/people.h"

#include <charconv>
#include <cstdio>
#include <map>

namespace remise::store {
namespace {

std::string exactly(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

double real(const std::string& text) {
  double value = 0;
  (void)std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::int64_t whole(const std::string& text) { return number(text).value_or(0); }

// "mu sigma matches"
std::string packed(const std::optional<KeptRating>& rating) {
  return !rating ? "" : exactly(rating->mu) + " " + exactly(rating->sigma) + " " + std::to_string(rating->matches);
}
std::optional<KeptRating> unpacked(const std::string& text) {
  const auto first = text.find(' '), second = text.rfind(' ');
  if (first == std::string::npos || first == second) return std::nullopt;
  return KeptRating{real(text.substr(0, first)), real(text.substr(first + 1, second - first - 1)),
                    whole(text.substr(second + 1))};
}
std::optional<KeptRating> rating_in(const Row& row, std::size_t at) {
  if (row[at].empty()) return std::nullopt;
  return KeptRating{real(row[at]), real(row[at + 1]), whole(row[at + 2])};
}

Result<void> done(const Result<Rows>& rows) {
  if (!rows) return std::unexpected(rows.error());
  return {};
}

Result<void> keep_part(Database& db, const PlayedMatch& match, std::int64_t part, const PlayedPart& one) {
  const Value row[] = {match.table,        part,
                       one.seat,           one.holder,
                       one.name,           match.game,
                       one.place,          match.players,
                       match.ended,        std::int64_t{one.after.has_value()},
                       packed(one.before), packed(one.after)};
  return done(db.sql().query(
      "INSERT INTO results(table_id, part, seat, holder, name, game, place, players, ended, rated, before, after)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
      row));
}

// Who has deleted the account since stays without a name, and is not rated.
Result<void> forget_deleted(Database& db, PlayedPart& part) {
  if (!part.holder.starts_with("a:")) return {};
  const Value id[] = {part.holder.substr(2)};
  const auto found = db.sql().query("SELECT 1 FROM accounts WHERE id = ?1", id);
  if (!found) return std::unexpected(found.error());
  if (!found->empty()) return {};
  part.holder.clear(), part.name.clear();
  part.rated = false;
  return {};
}

Result<void> keep_rating(Database& db, const std::string& game, const PlayedPart& one) {
  const Value row[] = {one.holder, game, exactly(one.after->mu), exactly(one.after->sigma), one.after->matches};
  return done(
      db.sql().query("INSERT INTO ratings(holder, game, mu, sigma, matches) VALUES (?1, ?2, ?3, ?4, ?5)"
                     " ON CONFLICT(holder, game) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,"
                     " matches = excluded.matches",
                     row));
}

}  // namespace

Result<std::vector<std::string>> unscored_tables(Database& db, std::int64_t limit) {
  const Value values[] = {limit};
  const auto rows = db.sql().query(
      "SELECT id, (SELECT COUNT(*) FROM members m WHERE m.table_id = tables.id AND m.holder LIKE 'a:%') FROM tables"
      " WHERE status = 'finished' AND scored = 0 ORDER BY updated, id LIMIT ?1",
      values);
  if (!rows) return std::unexpected(rows.error());
  std::vector<std::string> tables;
  for (const Row& row : *rows) {
    if (row[1] != "0") {
      tables.push_back(row[0]);
      continue;
    }
    const Value id[] = {row[0]};  // no account ever sat there: nothing to keep
    if (auto r = done(db.sql().query("UPDATE tables SET scored = 1 WHERE id = ?1", id)); !r)
      return std::unexpected(r.error());
  }
  return tables;
}

Result<std::optional<KeptRating>> rating(Database& db, const std::string& holder, const std::string& game) {
  const Value values[] = {holder, game};
  const auto rows = db.sql().query("SELECT mu, sigma, matches FROM ratings WHERE holder = ?1 AND game = ?2", values);
  if (!rows) return std::unexpected(rows.error());
  return rows->empty() ? std::nullopt : rating_in(rows->front(), 0);
}

Result<bool> score(Database& db, PlayedMatch match, const std::function<void(std::vector<PlayedPart*>&)>& rate) {
  bool ours = false;
  const auto all = db.transaction([&]() -> Result<void> {
    // One match after the other, whichever node rates it: each begins with what the one before has left.
    if (db.shared())
      if (auto r = done(db.sql().query("SELECT pg_advisory_xact_lock(8841)")); !r) return r;
    const Value id[] = {match.table};
    const auto taken = db.sql().query("UPDATE tables SET scored = 1 WHERE id = ?1 AND scored = 0 RETURNING id", id);
    if (!taken) return std::unexpected(taken.error());
    if (taken->empty()) return {};
    std::vector<PlayedPart*> rated;
    for (PlayedPart& part : match.parts) {
      if (auto r = forget_deleted(db, part); !r) return r;
      if (!part.rated) continue;
      auto before = rating(db, part.holder, match.game);
      if (!before) return std::unexpected(before.error());
      part.before = *before;
      rated.push_back(&part);
    }
    rate(rated);
    std::int64_t at = 0;
    for (const PlayedPart& part : match.parts) {
      if (auto r = keep_part(db, match, at++, part); !r) return r;
      if (part.after)
        if (auto r = keep_rating(db, match.game, part); !r) return r;
    }
    ours = true;
    return {};
  });
  if (!all) return std::unexpected(all.error());
  return ours;
}

Result<std::vector<GameRecord>> game_records(Database& db, const std::string& holder) {
  const Value values[] = {holder};
  const auto rows = db.sql().query(
      "SELECT r.game, COUNT(*), SUM(CASE WHEN r.place = 1 AND r.players > 1 THEN 1 ELSE 0 END), MAX(k.mu), "
      "MAX(k.sigma),"
      " MAX(k.matches) FROM results r LEFT JOIN ratings k ON k.holder = r.holder AND k.game = r.game"
      " WHERE r.holder = ?1 GROUP BY r.game ORDER BY r.game",
      values);
  if (!rows) return std::unexpected(rows.error());
  std::vector<GameRecord> records;
  for (const Row& row : *rows) records.push_back({row[0], whole(row[1]), whole(row[2]), rating_in(row, 3)});
  return records;
}

Result<std::vector<OpponentRecord>> opponent_records(Database& db, const std::string& holder,
                                                     const std::string& other) {
  const Value values[] = {holder, other};
  const auto rows = db.sql().query(
      "SELECT o.holder, MAX(o.name), o.game, COUNT(*), SUM(CASE WHEN m.place < o.place THEN 1 ELSE 0 END),"
      " SUM(CASE WHEN m.place > o.place THEN 1 ELSE 0 END), MAX(k.mu), MAX(k.sigma), MAX(k.matches) FROM results m"
      " JOIN results o ON o.table_id = m.table_id AND o.part <> m.part AND o.holder <> m.holder"
      " LEFT JOIN ratings k ON k.holder = o.holder AND k.game = o.game"
      " WHERE m.holder = ?1 AND o.holder <> '' AND m.place > 0 AND o.place > 0 AND (?2 = '' OR o.holder = ?2)"
      " GROUP BY o.holder, o.game ORDER BY COUNT(*) DESC, o.holder, o.game LIMIT 100",
      values);
  if (!rows) return std::unexpected(rows.error());
  std::vector<OpponentRecord> records;
  for (const Row& row : *rows)
    records.push_back({row[0], row[1], row[2], whole(row[3]), whole(row[4]), whole(row[5]), rating_in(row, 6)});
  return records;
}

Result<std::vector<PlayedMatch>> played_matches(Database& db, const std::string& holder, std::int64_t limit) {
  const Value values[] = {holder, limit};
  const auto rows = db.sql().query(
      "SELECT m.table_id, m.game, m.ended, m.players, m.part, o.part, o.seat, o.holder, o.name, o.place, o.before,"
      " o.after FROM (SELECT table_id, game, ended, players, part FROM results WHERE holder = ?1"
      " ORDER BY ended DESC, table_id LIMIT ?2) AS m JOIN results o ON o.table_id = m.table_id"
      " ORDER BY m.ended DESC, m.table_id, m.part, CASE WHEN o.part = m.part THEN 0 ELSE 1 END, o.part",
      values);
  if (!rows) return std::unexpected(rows.error());
  std::vector<PlayedMatch> matches;
  std::string last;
  for (const Row& row : *rows) {
    if (const std::string now = row[0] + " " + row[4]; now != last) {
      matches.push_back({row[0], row[1], whole(row[2]), whole(row[3]), {}});
      last = now;
    }
    const auto after = unpacked(row[11]);
    matches.back().parts.push_back(
        {whole(row[6]), row[7], row[8], whole(row[9]), after.has_value(), unpacked(row[10]), after});
  }
  return matches;
}

Result<std::pair<std::string, std::string>> relation(Database& db, const std::string& holder,
                                                     const std::string& other) {
  const Value values[] = {holder, other};
  const auto rows = db.sql().query(
      "SELECT holder, kind FROM relations WHERE (holder = ?1 AND other = ?2) OR (holder = ?2 AND other = ?1)", values);
  if (!rows) return std::unexpected(rows.error());
  std::pair<std::string, std::string> said;
  for (const Row& row : *rows) (row[0] == holder ? said.first : said.second) = row[1];
  return said;
}

Result<std::vector<Related>> related(Database& db, const std::string& holder) {
  const Value values[] = {holder};
  // The name of the account only between friends: until then, and where they are blocked, what one knew them by.
  const auto rows = db.sql().query(
      "SELECT r.other, CASE WHEN b.kind = 'friend' AND r.kind = 'friend' THEN COALESCE(a.name, r.name) ELSE r.name END,"
      " r.kind FROM relations r LEFT JOIN relations b ON b.holder = r.other AND b.other = r.holder"
      " LEFT JOIN accounts a ON 'a:' || a.id = r.other WHERE r.holder = ?1 ORDER BY 2",
      values);
  if (!rows) return std::unexpected(rows.error());
  std::vector<Related> list;
  for (const Row& row : *rows) list.push_back({row[0], row[1], row[2]});
  return list;
}

Result<std::vector<Related>> related_by(Database& db, const std::string& holder) {
  const Value values[] = {holder};
  const auto rows = db.sql().query(
      "SELECT r.holder, COALESCE(NULLIF(r.known_as, ''), a.name), r.kind, r.name FROM relations r"
      " JOIN accounts a ON 'a:' || a.id = r.holder WHERE r.other = ?1 AND r.kind = 'friend' ORDER BY r.created LIMIT "
      "500",
      values);
  if (!rows) return std::unexpected(rows.error());
  std::vector<Related> list;
  for (const Row& row : *rows) list.push_back({row[0], row[1], row[2], row[3]});
  return list;
}

Result<bool> set_relation(Database& db, const std::string& holder, const Related& other, std::int64_t now) {
  bool room = true;
  const auto all = db.transaction([&]() -> Result<void> {
    const Value pair[] = {holder, other.holder};
    if (other.kind != "friend")
      if (auto r =
              done(db.sql().query("DELETE FROM relations WHERE holder = ?2 AND other = ?1 AND kind = 'friend'", pair));
          !r)
        return r;
    if (other.kind.empty()) return done(db.sql().query("DELETE FROM relations WHERE holder = ?1 AND other = ?2", pair));
    const Value mine[] = {holder};
    const auto count = db.sql().query("SELECT COUNT(*) FROM relations WHERE holder = ?1", mine);
    if (!count) return std::unexpected(count.error());
    room = whole(count->front().front()) < most_related;
    if (!room) return {};
    const Value row[] = {holder, other.holder, other.kind, other.name, now, other.known_as};
    return done(db.sql().query(
        "INSERT INTO relations(holder, other, kind, name, created, known_as) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        " ON CONFLICT(holder, other) DO UPDATE SET kind = excluded.kind, name = excluded.name,"
        " known_as = excluded.known_as",
        row));
  });
  if (!all) return std::unexpected(all.error());
  return room;
}

Result<bool> blocked_by(Database& db, const std::string& holder, const std::vector<std::string>& others) {
  if (others.empty()) return false;
  std::vector<Value> values{holder};
  std::string marks;
  for (const auto& other : others) {
    values.emplace_back(other);
    marks += (marks.empty() ? "?" : ", ?") + std::to_string(values.size());
  }
  const auto rows = db.sql().query(
      "SELECT 1 FROM relations WHERE other = ?1 AND kind = 'block' AND holder IN (" + marks + ") LIMIT 1", values);
  if (!rows) return std::unexpected(rows.error());
  return !rows->empty();
}

Result<void> invite(Database& db, const std::string& holder, const std::string& table, const std::string& by,
                    const std::string& by_name, std::int64_t now) {
  const Value row[] = {holder, table, by, by_name, now, most_invitations};
  return done(db.sql().query(
      "INSERT INTO invitations(holder, table_id, by_holder, by_name, created) SELECT ?1, ?2, ?3, ?4, CAST(?5 AS BIGINT)"
      " WHERE (SELECT COUNT(*) FROM invitations i JOIN tables t ON t.id = i.table_id AND t.status = 'waiting'"
      " WHERE i.by_holder = ?3) < ?6 AND (SELECT COUNT(*) FROM invitations i JOIN tables t ON t.id = i.table_id"
      " AND t.status = 'waiting' WHERE i.holder = ?1) < ?6 ON CONFLICT DO NOTHING",
      row));
}

Result<std::vector<Invitation>> invitations(Database& db, const std::string& holder) {
  const Value values[] = {holder, "%\"" + holder + "\"%"};
  // Where one sits already there is nothing left to accept.
  const auto rows = db.sql().query(
      "SELECT t.id, i.by_name, t.summary FROM invitations i JOIN tables t ON t.id = i.table_id WHERE i.holder = ?1"
      " AND t.status = 'waiting' AND t.summary NOT LIKE ?2 ORDER BY i.created DESC LIMIT 50",
      values);
  if (!rows) return std::unexpected(rows.error());
  std::vector<Invitation> list;
  for (const Row& row : *rows) list.push_back({row[0], row[1], row[2]});
  return list;
}

Result<void> decline(Database& db, const std::string& holder, const std::string& table) {
  const Value values[] = {holder, table};
  return done(db.sql().query("DELETE FROM invitations WHERE holder = ?1 AND table_id = ?2", values));
}

Result<bool> report(Database& db, const Reported& what) {
  constexpr std::int64_t day = std::int64_t{24} * 3600 * 1000;
  bool room = true;
  const auto all = db.transaction([&]() -> Result<void> {
    const Value others[] = {what.by, what.created - day, what.table, what.seat};
    const auto today = db.sql().query(
        "SELECT COUNT(*) FROM reports WHERE holder = ?1 AND created > ?2 AND (table_id <> ?3 OR seat <> ?4)", others);
    if (!today) return std::unexpected(today.error());
    room = whole(today->front().front()) < most_reports;
    if (!room) return {};
    const Value row[] = {what.by, what.table, what.seat, what.holder, what.name, what.reason, what.text, what.created};
    return done(
        db.sql().query("INSERT INTO reports(holder, table_id, seat, other, name, reason, text, created)"
                       " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT(holder, table_id, seat) DO UPDATE SET"
                       " other = excluded.other, name = excluded.name, reason = excluded.reason, text = excluded.text,"
                       " created = excluded.created",
                       row));
  });
  if (!all) return std::unexpected(all.error());
  return room;
}

Result<std::vector<Reported>> reports(Database& db, std::int64_t limit) {
  const Value values[] = {limit};
  const auto rows = db.sql().query(
      "SELECT COALESCE(a.name, ''), r.table_id, COALESCE(o.name, ''), r.name, r.reason, r.text, r.seat, r.created"
      " FROM reports r LEFT JOIN accounts a ON 'a:' || a.id = r.holder LEFT JOIN accounts o ON 'a:' || o.id = r.other"
      " ORDER BY r.created DESC LIMIT ?1",
      values);
  if (!rows) return std::unexpected(rows.error());
  std::vector<Reported> list;
  for (const Row& r : *rows) list.push_back({r[0], r[1], r[2], r[3], r[4], r[5], whole(r[6]), whole(r[7])});
  return list;
}

Result<void> forget_person(Database& db, const std::string& holder) {
  const Value values[] = {holder};
  for (const char* sql :
       {"UPDATE results SET holder = '', name = '' WHERE holder = ?1", "DELETE FROM ratings WHERE holder = ?1",
        "DELETE FROM relations WHERE holder = ?1 OR other = ?1",
        "DELETE FROM invitations WHERE holder = ?1 OR by_holder = ?1",
        "DELETE FROM reports WHERE holder = ?1 OR other = ?1"})
    if (auto r = done(db.sql().query(sql, values)); !r) return r;
  return {};
}

}  // namespace remise::store
