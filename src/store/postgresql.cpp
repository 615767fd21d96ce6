#include <nlohmann/json.hpp>
#include <unordered_map>

#include "store/channels.h"
#include "store/libpq.h"
#include "store/sql.h"

namespace remise::store {
namespace {

constexpr std::chrono::milliseconds first_patience{10'000};
constexpr std::chrono::milliseconds reconnect_patience{2000};
constexpr std::chrono::milliseconds reconnect_pause{1000};

// ?1 becomes $1.
std::string with_dollars(std::string_view sql) {
  std::string text(sql);
  for (char& c : text)
    if (c == '?') c = '$';
  return text;
}

class Postgresql final : public Sql {
 public:
  Postgresql(std::string url, std::chrono::milliseconds patience) : url_(std::move(url)), patience_(patience) {}
  Postgresql(const Postgresql&) = delete;
  Postgresql& operator=(const Postgresql&) = delete;

  bool shared() const override { return true; }

  Result<void> open(std::chrono::milliseconds patience) {
    prepared_.clear();
    const auto until = in(patience);
    db_ = connect(url_, until);
    // What nobody waits for any more does not live on in the server. All statements are short: to compile one (which
    // PostgreSQL does where it expects much work, as with a partitioned log) takes a hundred times as long as to run
    // it.
    const std::string limit = std::to_string(patience_.count());
    const std::string settings = "SET statement_timeout = " + limit + "; SET lock_timeout = " + limit +
                                 "; SET idle_in_transaction_session_timeout = " + limit + "; SET jit = off";
    if (PQstatus(db_.get()) == CONNECTION_OK && remise::store::execute(db_.get(), settings.c_str(), until)) return {};
    const Fault fault = unavailable();
    give_up(until);
    return std::unexpected(fault);
  }

  Result<Rows> query(std::string_view sql, std::span<const Value> values) override {
    std::vector<std::string> texts;
    std::vector<const char*> pointers;
    texts.reserve(values.size());
    for (const Value& value : values) {
      if (const auto* number = std::get_if<std::int64_t>(&value)) {
        texts.push_back(std::to_string(*number));
      } else if (const auto* text = std::get_if<std::string>(&value)) {
        texts.push_back(*text);
      } else {
        texts.emplace_back();
      }
      pointers.push_back(std::holds_alternative<std::nullptr_t>(value) ? nullptr : texts.back().c_str());
    }
    auto answer = execute(with_dollars(sql), pointers);
    if (!answer) return std::unexpected(answer.error());
    Rows rows;
    for (int r = 0; r < PQntuples(answer->get()); ++r) {
      Row& row = rows.emplace_back();
      for (int c = 0; c < PQnfields(answer->get()); ++c)
        row.emplace_back(PQgetvalue(answer->get(), r, c), static_cast<std::size_t>(PQgetlength(answer->get(), r, c)));
    }
    return rows;
  }

  // One statement, so one round trip and one transaction. The rows are sorted: two nodes that write the same tables
  // wait for each other instead of meeting crosswise.
  Result<std::vector<bool>> commit(std::span<const Write> writes) override {
    nlohmann::json batch = nlohmann::json::array();
    for (const Write& write : writes) {
      const Entry& e = write.entry;
      nlohmann::json row{{"table_id", e.table},  {"number", e.number}, {"kind", e.kind},
                         {"payload", e.payload}, {"time", e.time},     {"channel", channel_name(channel_of(e.table))}};
      if (write.listing)
        row.update({{"game", write.listing->game},
                    {"status", write.listing->status},
                    {"open", write.listing->open ? 1 : 0},
                    {"created", write.listing->created},
                    {"updated", write.listing->updated},
                    {"summary", write.listing->summary},
                    {"host", write.listing->host},
                    {"people", write.listing->people ? 1 : 0},
                    {"due", write.listing->due}});
      if (write.plans) row.update({{"plans_seat", write.plans->seat}, {"plans", write.plans->value}});
      for (const CallChange& call : write.calls) {
        nlohmann::json& list = row[call.same ? "renamed" : call.holder.empty() ? "over" : "calls"];
        list.push_back({{"seat", call.seat}, {"holder", call.holder}, {"due", call.due}});
      }
      if (write.member) row["member"] = *write.member;
      if (write.job != JobChange::keep) row["job"] = write.job == JobChange::set ? 1 : 0;
      batch.push_back(std::move(row));
    }
    const std::string text = batch.dump();
    const char* values[] = {text.c_str()};
    auto answer = execute(commit_sql, values);
    if (!answer) return std::unexpected(answer.error());
    std::vector<bool> written(writes.size());
    std::size_t at = 0;
    std::unordered_map<std::string_view, std::size_t> places;
    for (const Write& write : writes) places.emplace(write.entry.table, at++);
    for (int r = 0; r < PQntuples(answer->get()); ++r) {
      const auto place = places.find(PQgetvalue(answer->get(), r, 0));
      if (place != places.end()) written[place->second] = true;
    }
    return written;
  }

 private:
  static constexpr const char* commit_sql = R"(
    WITH input AS MATERIALIZED (
      SELECT * FROM json_to_recordset($1::json) AS x(table_id text, number bigint, kind text, payload text, time bigint,
        game text, status text, open bigint, created bigint, updated bigint, summary text, host text, people bigint,
        due bigint, member text, job bigint, channel text, plans_seat bigint, plans text, calls json, over json,
        renamed json)
      ORDER BY table_id),
    -- A table lives as long as its first entry. Who removes the table locks that entry and waits for us here, or we for
    -- them; then it is gone, and nothing is written.
    living AS MATERIALIZED (
      SELECT log.table_id FROM log JOIN input ON log.table_id = input.table_id AND log.number = 0 AND input.number > 0
      ORDER BY log.table_id FOR KEY SHARE OF log),
    written AS (
      INSERT INTO log(table_id, number, kind, payload, time)
      SELECT table_id, number, kind, payload, time FROM input
      WHERE number = 0 OR table_id IN (SELECT table_id FROM living) ORDER BY table_id
      ON CONFLICT DO NOTHING RETURNING table_id, number),
    listed AS (
      INSERT INTO tables(id, game, status, open, created, updated, summary, host, people, due)
      SELECT table_id, game, status, open, created, updated, summary, host, people, due FROM input JOIN written USING (table_id)
      WHERE game IS NOT NULL ORDER BY table_id
      ON CONFLICT (id) DO UPDATE SET status = excluded.status, open = excluded.open, updated = excluded.updated,
        summary = excluded.summary, host = excluded.host, people = excluded.people, due = excluded.due),
    planned AS (
      INSERT INTO plans(table_id, seat, value)
      SELECT table_id, plans_seat, plans FROM input JOIN written USING (table_id) WHERE plans IS NOT NULL ORDER BY table_id
      ON CONFLICT (table_id, seat) DO UPDATE SET value = excluded.value),
    called AS (
      INSERT INTO calls(table_id, seat, number, holder, since, told, due, lease, attempts)
      SELECT input.table_id, c.seat, input.number, c.holder, input.time, 0, c.due, 0, 0
      FROM input JOIN written USING (table_id)
      CROSS JOIN LATERAL json_to_recordset(input.calls) AS c(seat bigint, holder text, due bigint)
      WHERE input.calls IS NOT NULL ORDER BY input.table_id, c.seat
      ON CONFLICT (table_id, seat) DO UPDATE SET number = excluded.number, holder = excluded.holder,
        since = excluded.since, told = 0, due = excluded.due, lease = 0, attempts = 0),
    moved AS (
      DELETE FROM calls USING (
        SELECT input.table_id, o.seat FROM input JOIN written USING (table_id)
        CROSS JOIN LATERAL json_to_recordset(input.over) AS o(seat bigint) WHERE input.over IS NOT NULL) AS ended
      WHERE calls.table_id = ended.table_id AND calls.seat = ended.seat),
    known AS (
      UPDATE calls SET holder = new.holder FROM (
        SELECT input.table_id, r.seat, r.holder FROM input JOIN written USING (table_id)
        CROSS JOIN LATERAL json_to_recordset(input.renamed) AS r(seat bigint, holder text)
        WHERE input.renamed IS NOT NULL) AS new
      WHERE calls.table_id = new.table_id AND calls.seat = new.seat),
    seated AS (
      INSERT INTO members(holder, table_id)
      SELECT member, table_id FROM input JOIN written USING (table_id) WHERE member IS NOT NULL ORDER BY table_id
      ON CONFLICT DO NOTHING),
    queued AS (
      INSERT INTO jobs(table_id, due, lease, attempts, people, host, turn)
      SELECT table_id, time, 0, 0, COALESCE(people, 1), COALESCE(host, ''), time + 1000 * (
        SELECT COUNT(*) FROM (SELECT 1 FROM jobs AS other WHERE other.host = COALESCE(input.host, '')
          AND other.people = COALESCE(input.people, 1) AND other.table_id <> input.table_id LIMIT 100) AS others)
      FROM input JOIN written USING (table_id) WHERE job = 1 ORDER BY table_id
      ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, lease = 0, attempts = 0, people = excluded.people,
        host = excluded.host, turn = excluded.turn),
    dropped AS (
      DELETE FROM jobs WHERE table_id IN (SELECT table_id FROM input JOIN written USING (table_id) WHERE job = 0)),
    -- Each channel once, unless a notice would grow too long.
    packs AS (
      SELECT channel, string_agg(table_id || ':' || number, ' ') AS ids
      FROM (SELECT channel, table_id, written.number, row_number() OVER (PARTITION BY channel) / 100 AS pack
        FROM written JOIN input USING (table_id)) w GROUP BY channel, pack),
    told AS MATERIALIZED (SELECT count(pg_notify(channel, 'log ' || ids)) AS n FROM packs)
    SELECT table_id, number, (SELECT n FROM told) FROM written)";

  // A connection that broke while it was idle is made anew, once, and the statement sent again. That is harmless: an
  // entry that was written after all is found there, and its number counts as taken. A transaction is lost with its
  // connection: everything up to its end fails, and its end opens the way for the next.
  Result<Answer> execute(const std::string& sql, std::span<const char* const> values) {
    if (in_transaction_) {
      const bool ends = sql == "COMMIT" || sql == "ROLLBACK";
      auto answer = try_once(sql, values);
      if (ends) in_transaction_ = false;
      // What is not known to have ended ends with its connection.
      if (ends && db_ && (!answer || PQtransactionStatus(db_.get()) != PQTRANS_IDLE)) db_.reset();
      return answer;
    }
    bool fresh = false;
    if (!db_) {
      if (auto r = reopen(); !r) return std::unexpected(r.error());
      fresh = true;
    }
    auto answer = try_once(sql, values);
    if (!answer && again_ && !fresh) {
      if (auto r = reopen(); !r) return std::unexpected(r.error());
      answer = try_once(sql, values);
    }
    in_transaction_ = answer && PQtransactionStatus(db_.get()) == PQTRANS_INTRANS;
    return answer;
  }

  // After a wait in vain nobody waits again: for a moment every question is refused at once.
  Result<void> reopen() {
    if (std::chrono::steady_clock::now() < closed_until_) return std::unexpected(unavailable());
    return open(reconnect_patience);
  }
  // True where it was the time that ran out.
  bool give_up(Deadline until) {
    db_.reset();
    const bool late = std::chrono::steady_clock::now() >= until;
    if (late) closed_until_ = in(reconnect_pause);
    return late;
  }
  // What libpq says, without the end of line that stands behind it.
  std::string said() const {
    std::string text = PQerrorMessage(db_.get());
    while (text.ends_with('\n')) text.pop_back();
    return text;
  }
  Fault unavailable() const {
    const std::string said = db_ ? this->said() : "";
    return {Fault::Kind::unavailable, said.empty() ? "the database does not answer" : said};
  }

  // The name under which the server knows the statement: to plan it takes longer than to run it. Empty where it is not
  // worth it, or does not work (the statement itself will then say why).
  std::string prepared(const std::string& sql, std::size_t values, Deadline until) {
    constexpr std::size_t most = 100;
    if (values == 0 || values > 10) return "";
    if (const auto found = prepared_.find(sql); found != prepared_.end()) return found->second;
    if (prepared_.size() >= most) return "";
    std::string name = "s";
    name += std::to_string(prepared_.size());
    if (!PQsendPrepare(db_.get(), name.c_str(), sql.c_str(), 0, nullptr)) return "";
    const auto answer = answer_to_sent(db_.get(), until);
    if (PQresultStatus(answer.get()) != PGRES_COMMAND_OK) return "";
    return prepared_.emplace(sql, name).first->second;
  }

  // again_ tells whether it may work on a new connection.
  Result<Answer> try_once(const std::string& sql, std::span<const char* const> values) {
    again_ = false;
    if (!db_) return std::unexpected(unavailable());
    const auto until = in(patience_);
    const int count = static_cast<int>(values.size());
    const std::string name = prepared(sql, values.size(), until);
    const bool sent =
        name.empty() ? PQsendQueryParams(db_.get(), sql.c_str(), count, nullptr, values.data(), nullptr, nullptr, 0)
                     : PQsendQueryPrepared(db_.get(), name.c_str(), count, values.data(), nullptr, nullptr, 0);
    Answer answer = sent ? answer_to_sent(db_.get(), until) : nullptr;
    const auto status = PQresultStatus(answer.get());
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return answer;
    const char* state = PQresultErrorField(answer.get(), PG_DIAG_SQLSTATE);
    const std::string_view code = state ? state : "";
    // Without a code the complaint is libpq's own: the connection is gone, whatever PQstatus still says.
    if (code.empty() || PQstatus(db_.get()) != CONNECTION_OK) {
      const Fault fault = unavailable();
      again_ = !give_up(until);
      return std::unexpected(fault);
    }
    Fault fault{Fault::Kind::broken, said()};
    if (code.starts_with("57") || code.starts_with("08") || code.starts_with("40") || code == "25006" ||
        code == "55P03" || code == "25P03")
      fault.kind = Fault::Kind::unavailable;
    if (code.starts_with("53")) fault.kind = Fault::Kind::full;
    if (code == "23505") fault.kind = Fault::Kind::taken;
    again_ = fault.kind == Fault::Kind::unavailable && code != "57014" && code != "55P03";  // its time was over
    return std::unexpected(fault);
  }

  std::string url_;
  std::chrono::milliseconds patience_;
  Connection db_;
  Deadline closed_until_;  // until then nobody tries to connect
  bool again_ = false;
  bool in_transaction_ = false;
  std::unordered_map<std::string, std::string> prepared_;
};

}  // namespace

Result<std::unique_ptr<Sql>> open_postgresql(const std::string& url, std::chrono::milliseconds patience) {
  auto sql = std::make_unique<Postgresql>(url, patience);
  if (auto r = sql->open(std::min(patience, first_patience)); !r) return std::unexpected(r.error());
  return sql;
}

}  // namespace remise::store
