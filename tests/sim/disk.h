// The database of a simulation: SQLite in memory behind connections that can be slow, fail before or after they have
// written, find the disk full, and lose what they were to tell the other nodes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/timeline.h"
#include "store/storage.h"

namespace remise::sim {

class Disk {
 public:
  // In memory; or a database of PostgreSQL, to which every node connects by itself.
  explicit Disk(const std::string& url = "");

  store::Database& database() { return database_; }
  const std::string& url() const { return url_; }
  bool full = false;
  std::function<std::int64_t()> clock;  // milliseconds; of the database, and of nobody else
  // Who is connected: called for each notice, in the order of the commits.
  std::vector<std::function<void(const store::Notice&)>> listeners;
  void tell(const store::Notice& notice) const {
    for (const auto& listener : listeners) listener(notice);
  }
  std::map<std::pair<std::string, std::int64_t>, std::int64_t> written;  // when each entry was
  std::map<std::string, std::string> all_ways;  // how people could be called when it began: their holders
  // What all nodes together have asked of it. Whoever writes by hand is not counted.
  struct Asked {
    std::uint64_t statements = 0;
    std::uint64_t entries = 0;  // of logs, read
    std::uint64_t heard = 0;    // notices that reached a node, counted at each
  } asked;

 private:
  std::string url_;
  store::Database database_;
};

// What may happen to one node's connections, in parts of a thousand, while trouble lasts.
struct Trouble {
  bool away = false;              // every question fails
  bool hung = false;              // none is answered before the driver gives up; a write may have been done
  std::uint32_t lost_before = 0;  // a write fails and is not there
  std::uint32_t lost_after = 0;   // a write fails and is there
  std::uint32_t sent_twice = 0;   // the driver connects again and repeats the write
};

class SimStorage final : public store::Storage {
 public:
  SimStorage(Timeline& timeline, Disk& disk, std::shared_ptr<Life> life, const Trouble& trouble,
             const std::int64_t& usual_delay, bool shared, const std::string& seed);

  void append(store::Write write, Appended done) override;
  void query(std::function<void(store::Database&)> work, std::function<void()> done) override;

 private:
  store::Result<bool> commit(const store::Write& write);
  store::Database& own() { return own_ ? *own_ : disk_.database(); }

  Timeline& timeline_;
  static constexpr std::int64_t time_limit = 5 * second;  // of the driver

  Disk& disk_;
  std::shared_ptr<Life> life_;
  const Trouble& trouble_;
  const std::int64_t& usual_delay_;
  std::int64_t told_until_ = 0;  // it hangs, and this is known
  bool shared_;
  Dice dice_;
  std::unique_ptr<store::Database> own_;  // to PostgreSQL
  store::Database connection_;
  Channel writer_, written_, reader_, read_;
};

}  // namespace remise::sim
