#include "sim/disk.h"

#include <stdexcept>

#include "core/json.h"
#include "support/player_tokens.h"

namespace remise::sim {
namespace {

using store::Fault;

store::Database open(const std::string& url) {
  auto database = store::Database::open(url.empty() ? ":memory:" : url);
  if (!database || !database->migrate()) throw std::runtime_error("no database");
  testing::plant_token_key(*database);
  return std::move(*database);
}

store::Result<bool> write_and_tell(Disk& disk, store::Database& db, const store::Write& write, bool shared) {
  ++disk.asked.statements;
  const auto written = db.commit(std::span(&write, 1));
  if (!written) return std::unexpected(written.error());
  const auto& [table, number, kind, payload, time] = write.entry;
  if (written->front() && disk.clock) disk.written[{table, number}] = disk.clock();
  if (written->front() && shared) disk.tell(store::notice_about(table, "log " + table + ":" + std::to_string(number)));
  return written->front();
}

// A node's connection. To the server it looks like PostgreSQL where several nodes share it.
class Connection final : public store::Sql {
 public:
  Connection(Disk& disk, store::Database& db, const Trouble& trouble, bool shared)
      : disk_(disk), db_(db), trouble_(trouble), shared_(shared) {}

  bool shared() const override { return shared_; }
  store::Result<store::Rows> query(std::string_view sql, std::span<const store::Value> values) override {
    if (trouble_.away || trouble_.hung) return std::unexpected(Fault{Fault::Kind::unavailable, "away"});
    ++disk_.asked.statements;
    if (sql.starts_with("SELECT pg_notify")) {
      for (const Json& notice : Json::parse(std::get<std::string>(values[0])))
        disk_.tell({notice["channel"], notice["text"]});
      return store::Rows{};
    }
    if (sql.starts_with("SELECT pg_advisory")) return store::Rows{};  // the simulation has one thread
    if (sql.find("clock_timestamp") != std::string_view::npos) return store::Rows{{std::to_string(disk_.clock())}};
    if (disk_.full && !sql.starts_with("SELECT")) return std::unexpected(Fault{Fault::Kind::full, "full"});
    if (!disk_.url().empty()) return db_.sql().query(sql, values);
    std::string text(sql);
    if (const auto place = text.find(" FOR UPDATE SKIP LOCKED"); place != std::string::npos) text.erase(place, 23);
    if (text.find("json_to_recordset") != std::string::npos)  // Database::newer_entries, in the words of SQLite
      text =
          "SELECT l.table_id, l.number, l.kind, l.payload, l.time FROM json_each(?1) AS w JOIN log AS l"
          " ON l.table_id = w.value ->> 't' AND l.number >= w.value ->> 'n' ORDER BY l.table_id, l.number";
    auto rows = db_.sql().query(text, values);
    if (rows && text.find("payload") != std::string::npos) disk_.asked.entries += rows->size();
    return rows;
  }
  store::Result<std::vector<bool>> commit(std::span<const store::Write> writes) override { return db_.commit(writes); }

 private:
  Disk& disk_;
  store::Database& db_;
  const Trouble& trouble_;
  bool shared_;
};

}  // namespace

Disk::Disk(const std::string& url) : url_(url), database_(open(url)) {}

SimStorage::SimStorage(Timeline& timeline, Disk& disk, std::shared_ptr<Life> life, const Trouble& trouble,
                       const std::int64_t& usual_delay, bool shared, const std::string& seed)
    : timeline_(timeline),
      disk_(disk),
      life_(std::move(life)),
      trouble_(trouble),
      usual_delay_(usual_delay),
      shared_(shared),
      dice_(seed),
      own_(disk.url().empty() ? nullptr : std::make_unique<store::Database>(store::Database::open(disk.url()).value())),
      connection_(std::make_unique<Connection>(disk, own(), trouble, shared)) {
  if (!shared) (void)connection_.free_jobs();
}

store::Result<bool> SimStorage::commit(const store::Write& write) {
  const Fault away{Fault::Kind::unavailable, "away"};
  if (trouble_.away || dice_.chance(trouble_.lost_before)) return std::unexpected(away);
  if (disk_.full) return std::unexpected(Fault{Fault::Kind::full, "full"});
  auto result = write_and_tell(disk_, own(), write, shared_);
  if (dice_.chance(trouble_.sent_twice)) result = write_and_tell(disk_, own(), write, shared_);
  if (dice_.chance(trouble_.lost_after)) return std::unexpected(away);
  return result;
}

void SimStorage::append(store::Write write, Appended done) {
  const auto arrives = writer_.arrival(timeline_.now(), dice_.delay(usual_delay_));
  // Sent to the disk by a process that dies meanwhile, it may still arrive.
  const bool survives = dice_.chance(500);
  if (trouble_.hung)
    return timeline_.after(time_limit, [disk = &disk_, shared = shared_, life = life_, survives,
                                        write = std::move(write), done = std::move(done)] {
      if (survives && !disk->full) (void)write_and_tell(*disk, disk->database(), write, shared);
      if (!life->over) done(store::Commit::unknown, Fault{Fault::Kind::unavailable, "hung"});
    });
  timeline_.after(arrives - timeline_.now(), [this, disk = &disk_, shared = shared_, life = life_, survives,
                                              write = std::move(write), done = std::move(done)] {
    if (life->over) {
      if (survives) (void)write_and_tell(*disk, disk->database(), write, shared);
      return;
    }
    const auto written = commit(write);
    const auto answered = written_.arrival(timeline_.now(), dice_.delay(usual_delay_));
    timeline_.after(answered - timeline_.now(), while_alive(life, [written, done] {
                      done(!written   ? store::Commit::unknown
                           : *written ? store::Commit::done
                                      : store::Commit::conflict,
                           written ? Fault{} : written.error());
                    }));
  });
}

void SimStorage::query(std::function<void(store::Database&)> work, std::function<void()> done) {
  // As the real one does: after a wait in vain, what comes next is told so at once for a while.
  const bool waits = trouble_.hung && timeline_.now() >= told_until_;
  if (waits) told_until_ = timeline_.now() + time_limit + second;
  const auto takes = waits ? time_limit : dice_.delay(usual_delay_);
  const auto arrives = reader_.arrival(timeline_.now(), takes);
  timeline_.after(arrives - timeline_.now(), while_alive(life_, [this, work = std::move(work), done = std::move(done)] {
                    work(connection_);
                    const auto answered = read_.arrival(timeline_.now(), dice_.delay(usual_delay_));
                    if (done) timeline_.after(answered - timeline_.now(), while_alive(life_, done));
                  }));
}

}  // namespace remise::sim
