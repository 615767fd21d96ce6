#include "server/bot_runner.h"

#include "server/log.h"
#include "server/tokens.h"

namespace remise::server {
void BotRunner::look() {
  if (looking_) {
    again_ = true;
    return;
  }
  // One thread is left for what people wait for: hints and passwords.
  const int free = std::max(workers_.size() - 1, 1) - thinking_;
  if (free <= 0 || stopped_) return;
  looking_ = true;
  again_ = false;
  auto taken = std::make_shared<store::Result<std::vector<std::string>>>();
  const auto now = loop_.now(), lease = now + config_.bot_lease;
  storage_.query([taken, now, lease, free](store::Database& db) { *taken = db.take_jobs(now, lease, free); },
                 [this, taken, lease] {
                   looking_ = false;
                   if (!*taken) {
                     log_line(LogLevel::warning, "bot_queue_failed", {{"detail", taken->error().detail}});
                     return;
                   }
                   for (const auto& table : **taken) think(table, lease);
                   if (again_ || !(*taken)->empty()) look();
                 });
}

void BotRunner::drop(const std::string& table, std::int64_t lease) {
  storage_.query([table, lease](store::Database& db) { (void)db.drop_job(table, lease); }, nullptr);
}

void BotRunner::finished() {
  --thinking_;
  metrics_.set_bot_jobs(static_cast<std::size_t>(thinking_));
  look();
}

void BotRunner::think(const std::string& id, std::int64_t lease) {
  ++thinking_;
  metrics_.set_bot_jobs(static_cast<std::size_t>(thinking_));
  // The job may be for a position that another node has just made.
  tables_.with_newest(id, [this, id, lease](Tables::Found found) {
    if (!found) {
      if (found.error().code == "table_unknown") drop(id, lease);
      return finished();
    }
    const Table& table = *(*found)->table;
    const Seat seat = table.bots_to_act().lowest();
    if (seat == Seat::none) {
      if (!(*found)->unread) drop(id, lease);  // otherwise its lease ends, and whoever can read looks again
      return finished();
    }
    struct Thought {
      std::unique_ptr<Match> match;
      std::string level, seed;
      std::expected<Json, Error> action;
    };
    auto thought = std::make_shared<Thought>();
    thought->match = table.match()->at(table.match()->length());
    thought->level = table.seats()[index(seat)].level;
    thought->seed = new_token(entropy_);
    workers_.run(
        [this, thought, seat] {
          thought->action = bots_.choose(*thought->match, seat, thought->level, thought->seed, &stopped_);
          // A bot must never stop a match: what it cannot decide, or decides wrongly, is drawn.
          if (!thought->action || !thought->match->play(seat, *thought->action))
            thought->action = random_move(*thought->match, seat, thought->seed);
        },
        [this, thought, id, lease, seat, rev = table.rev()] {
          if (stopped_) return;  // half a thought is no move; the job is still in the queue for whoever comes next
          if (!thought->action) {
            log_line(LogLevel::error, "bot_without_move", {{"table", id}, {"seat", static_cast<int>(seat)}});
            drop(id, lease);
            return finished();
          }
          play_.move_bot(id, seat, rev, std::move(*thought->action),
                         [this, id, lease](std::expected<std::int64_t, Error> done) {
                           // Stale is no fault: someone undid, or another node was faster; the queue knows what is
                           // next.
                           if (!done && done.error().code != "stale") {
                             log_line(LogLevel::warning, "bot_refused", {{"table", id}, {"code", done.error().code}});
                             if (done.error().scope != "server") drop(id, lease);
                           }
                           finished();
                         });
        });
  });
}

}  // namespace remise::server
