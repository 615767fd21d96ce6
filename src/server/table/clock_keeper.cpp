#include "server/table/clock_keeper.h"

#include <limits>

#include "server/app/log.h"

namespace remise::server {
namespace {

constexpr std::int64_t sign_every = 10'000, gone_after = 60'000;
constexpr std::int64_t due_at_once = 100, every_table = 1'000'000;
constexpr const char *life_owner = "server", *life_name = "alive";

}  // namespace

void ClockKeeper::look() {
  if (stage_ == Stage::fresh) return begin();
  if (stage_ != Stage::at_work) return;
  if (loop_.steady() - signed_at_ >= sign_every) sign_of_life();
  if (!looking_) look_for_due();
}

void ClockKeeper::begin() {
  stage_ = Stage::beginning;
  struct Found {
    store::Result<std::string> last;
    store::Result<std::vector<std::string>> tables;
  };
  auto found = std::make_shared<Found>();
  storage_.query(
      [found](store::Database& db) {
        found->last = db.setting(life_owner, life_name);
        found->tables = db.due_tables(std::numeric_limits<std::int64_t>::max(), every_table);
      },
      [this, found] {
        if (!found->last || !found->tables) {
          stage_ = Stage::fresh;  // the database is away: we begin when it is back
          return;
        }
        const std::int64_t now = loop_.now();
        const std::int64_t last = found->last->empty() ? now : std::strtoll(found->last->c_str(), nullptr, 10);
        auto tables = std::make_shared<std::vector<std::string>>(std::move(*found->tables));
        if (now - last < gone_after) tables->clear();
        if (!tables->empty()) log_line(LogLevel::info, "clocks_rested", {{"from", last}, {"tables", tables->size()}});
        tell_of_absence(last, now, std::move(tables));
      });
}

void ClockKeeper::tell_of_absence(std::int64_t from, std::int64_t until,
                                  std::shared_ptr<std::vector<std::string>> tables) {
  if (tables->empty()) {
    stage_ = Stage::at_work;
    return sign_of_life();
  }
  const std::string id = tables->back();
  tables->pop_back();
  tables_.change(
      id, [from, until](const Table& table) { return table.away(from, until); },
      [this, from, until, tables](const Tables::Found&) { tell_of_absence(from, until, tables); });
}

void ClockKeeper::sign_of_life() {
  signed_at_ = loop_.steady();
  storage_.query(
      [now = loop_.now()](store::Database& db) { (void)db.set_setting(life_owner, life_name, std::to_string(now)); },
      nullptr);
}

void ClockKeeper::look_for_due() {
  looking_ = true;
  auto due = std::make_shared<store::Result<std::vector<std::string>>>();
  storage_.query([due, now = loop_.now()](store::Database& db) { *due = db.due_tables(now, due_at_once); },
                 [this, due] {
                   looking_ = false;
                   if (!*due) return;
                   for (const std::string& id : **due)
                     tables_.change(
                         id, [this](const Table& table) { return table.time_up(loop_.now()); },
                         [](const Tables::Found&) {});
                 });
}

}  // namespace remise::server
