#include "server/app/retention.h"

#include "server/app/log.h"

namespace remise::server {
namespace {

constexpr std::int64_t day = std::int64_t{24} * 3600 * 1000;
constexpr std::int64_t pause = std::int64_t{5} * 60 * 1'000'000;  // microseconds
constexpr std::int64_t at_once = 100;

}  // namespace

std::vector<Retention::Rule> Retention::rules() const {
  using Accounts = store::Stale::Accounts;
  std::vector<Rule> list;
  const auto add = [&](const char* why, const char* status, Accounts accounts, std::int64_t days,
                       std::optional<bool> begun = std::nullopt) {
    if (days > 0) list.push_back({why, {status, loop_.now() - days * day, accounts, begun}});
  };
  add("never_started", "waiting", Accounts::any, config_.keep_waiting_days, false);
  add("idle", "playing", Accounts::none, config_.keep_idle_days);
  add("idle", "waiting", Accounts::none, config_.keep_idle_days, true);  // a running match that waits for a person
  add("finished", "finished", Accounts::none, config_.keep_finished_days);
  add("finished", "finished", Accounts::some, config_.keep_account_matches_days);
  return list;
}

void Retention::look() {
  if (busy_ || (begun_ && loop_.microseconds() - last_ < pause)) return;
  begun_ = true;
  last_ = loop_.microseconds();
  begin();
}

void Retention::begin() {
  busy_ = true;
  struct Round {
    std::vector<Rule> rules;
    std::vector<store::WalkedTo> walked;
    std::vector<Found> found;
    std::int64_t guests = 0;
    std::optional<store::Fault> fault;
  };
  auto round = std::make_shared<Round>();
  round->rules = rules();
  walked_.resize(round->rules.size());
  round->walked = walked_;
  const auto now = loop_.now(), days = config_.keep_guests_days;
  storage_.query(
      [round, now, days](store::Database& db) {
        for (std::size_t i = 0; i < round->rules.size(); ++i) {
          const Rule& rule = round->rules[i];
          const auto left = at_once - static_cast<std::int64_t>(round->found.size());
          if (left <= 0) break;
          auto tables = db.stale_tables(rule.stale, round->walked[i], left);
          if (!tables) {
            round->fault = tables.error();
            return;
          }
          for (auto& table : *tables) round->found.push_back({std::move(table), rule});
        }
        if (days == 0) return;
        const auto gone = db.remove_stale_guests(now, now - days * day, at_once);
        if (gone) round->guests = *gone;
        if (!gone) round->fault = gone.error();
      },
      [this, round] {
        walked_ = round->walked;
        if (round->fault) log_line(LogLevel::warning, "retention_failed", {{"detail", round->fault->detail}});
        if (round->guests > 0) log_line(LogLevel::info, "guest_settings_removed", {{"count", round->guests}});
        for (Found& one : round->found)
          if (!in_use(one.table)) found_.push_back(std::move(one));
        next();
      });
}

// One table at a time: what people ask for comes in between. The database looks again whether the rule still holds.
void Retention::next() {
  if (found_.empty()) {
    busy_ = false;
    return;
  }
  auto one = std::make_shared<Found>(std::move(found_.front()));
  found_.pop_front();
  if (in_use(one->table)) return next();
  auto removed = std::make_shared<store::Result<std::optional<std::int64_t>>>();
  storage_.query(
      [one, removed](store::Database& db) { *removed = db.remove_stale(one->table, one->rule.stale); },
      [this, one, removed] {
        if (!*removed) {
          log_line(LogLevel::warning, "retention_failed", {{"detail", removed->error().detail}});
          found_.clear();
        } else if (**removed) {
          log_line(LogLevel::info, "table_removed",
                   {{"table", one->table}, {"why", one->rule.why}, {"age_days", (loop_.now() - ***removed) / day}});
        }
        next();
      });
}

}  // namespace remise::server
