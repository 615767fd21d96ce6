#include "server/bots/bot_runner.h"

#include "server/app/log.h"
#include "server/people/tokens.h"

namespace remise::server {
namespace {

// A lease has twelve ticks: after eight a bot is asked to come to an end, after ten nobody waits for it.
constexpr int lease_ticks = 12, stop_after = 8, lost_after = 10;
constexpr std::int64_t oldest_turn_us = 5'000'000;
constexpr std::int64_t pause_ms = 2000;  // before a job is looked at again that failed for no fault of the bot

}  // namespace

void BotRunner::look() {
  if (looking_) {
    again_ = true;
    return;
  }
  // Where there are several threads for bots, one of them is kept for tables with people.
  const int free = free_threads(), free_for_bots = std::max(threads() - 1, 1) - for_bots_;
  if (free <= 0 || stopped_) return;
  looking_ = true;
  again_ = false;
  store::Taking wanted{.limit = free, .bot_tables = config_.bot_tables_per_person};
  wanted.people_only = free_for_bots <= 0;
  if (!wanted.people_only) wanted.limit = std::min(free, free_for_bots);
  // However many people play, who waits longest has a turn now and then.
  wanted.oldest = loop_.microseconds() - oldest_taken_ >= oldest_turn_us;
  if (wanted.oldest) wanted.limit = 1;
  struct Taken {
    store::Taking wanted;
    store::Result<std::vector<store::Job>> jobs;
  };
  auto taken = std::make_shared<Taken>(Taken{wanted, {}});
  storage_.query(
      [taken, steady = loop_.steady(), lease = config_.bot_lease](store::Database& db) {
        const auto now = db.lease_clock(steady);
        taken->wanted.now = now.value_or(0);
        taken->wanted.lease = taken->wanted.now + lease;
        taken->jobs = now ? db.take_jobs(taken->wanted) : std::unexpected(now.error());
      },
      [this, taken] {
        looking_ = false;
        if (!taken->jobs) {
          log_line(LogLevel::warning, "bot_queue_failed", {{"detail", taken->jobs.error().detail}});
          return;
        }
        if (taken->wanted.oldest) oldest_taken_ = loop_.microseconds();
        for (const auto& job : *taken->jobs) take(job, taken->wanted.lease);
        if (again_ || !taken->jobs->empty()) look();
      });
}

void BotRunner::stop() {
  stopped_ = true;
  for (const auto& thought : running_) {
    thought->stop = true;  // whoever thinks answers at once
    give_back(*thought, false);
  }
}

void BotRunner::drop(const std::string& table, std::int64_t lease) {
  storage_.query([table, lease](store::Database& db) { (void)db.drop_job(table, lease); }, nullptr);
}

// Somebody tries again: at once where the bot failed, a little later where something else did.
void BotRunner::give_back(const Thought& thought, bool counts) {
  storage_.query(
      [table = thought.job.table, lease = thought.lease, steady = loop_.steady(), counts](store::Database& db) {
        const auto now = db.lease_clock(steady);
        if (now) (void)db.give_back_job(table, lease, counts ? 0 : *now + pause_ms, counts);
      },
      nullptr);
}

void BotRunner::finished(const Thought& thought) {
  --thinking_;
  for_bots_ -= thought.job.people ? 0 : 1;
  metrics_.set_bot_jobs(static_cast<std::size_t>(thinking_));
  look();
}

void BotRunner::take(const store::Job& job, std::int64_t lease) {
  ++thinking_;
  for_bots_ += job.people ? 0 : 1;
  metrics_.set_bot_jobs(static_cast<std::size_t>(thinking_));
  // The job may be for a position that another node has just made.
  tables_.with_newest(job.table, [this, job, lease](Tables::Found found) {
    auto thought = std::make_shared<Thought>();
    thought->job = job;
    thought->lease = lease;
    if (!found) {
      if (found.error().code == "table_unknown") {
        drop(job.table, lease);
      } else {
        give_back(*thought, false);
      }
      return finished(*thought);
    }
    const Table& table = *(*found)->table;
    thought->seat = table.planners_to_act().lowest();
    if (thought->seat != Seat::none) return follow_plans(std::move(thought));
    move_bots(**found, std::move(thought));
  });
}

void BotRunner::bots_after_plans(const Thinking& thought) {
  tables_.with(thought->job.table, [this, thought](Tables::Found found) {
    if (found) return move_bots(**found, thought);
    give_back(*thought, false);
    finished(*thought);
  });
}

void BotRunner::move_bots(const Room& room, Thinking thought) {
  const Table& table = *room.table;
  const store::Job& job = thought->job;
  thought->seat = table.bots_to_act().lowest();
  if (thought->seat == Seat::none) {
    if (!room.unread) drop(job.table, thought->lease);  // otherwise its lease ends, and whoever can read looks again
    return finished(*thought);
  }
  thought->match = table.match()->clone();
  thought->rev = table.rev();
  thought->level = table.seats()[index(thought->seat)].bot_level();
  if (job.attempts > 2 * most_attempts) return failed(*thought, server_error(ErrorCode::bot_failed));
  if (job.attempts > most_attempts) return draw(*thought, "crashed");
  if (workers_.spare() == 0) return draw(*thought, "no_thread");  // too many bots have not come back
  think(std::move(thought));
}

// Somebody has decided in advance. What is left undone waits for the person, and the job is done; unless a bot is to
// move as well, which the next look finds.
void BotRunner::follow_plans(Thinking thought) {
  auto stored = std::make_shared<store::Result<std::string>>();
  storage_.query([stored, table = thought->job.table, seat = thought->seat](
                     store::Database& db) { *stored = db.plans(table, static_cast<std::int64_t>(seat)); },
                 [this, stored, thought] {
                   if (!*stored) {
                     give_back(*thought, false);
                     return finished(*thought);
                   }
                   seat_requests_.follow_plans(
                       thought->job.table, thought->seat, **stored, [this, thought](std::expected<bool, Error> done) {
                         if (done && *done) return finished(*thought);  // the entry has set what is to be done next
                         if (!done && !is(done.error(), ErrorCode::log_full)) {
                           give_back(*thought, false);
                           return finished(*thought);
                         }
                         bots_after_plans(thought);
                       });
                 });
}

void BotRunner::think(Thinking thought) {
  thought->seed = new_token(entropy_);
  running_.push_back(thought);
  workers_.run(
      [this, thought] {
        thought->began = true;
        thought->action = guarded([&]() -> std::expected<Json, Error> {
          const Match& match = *thought->match;
          auto action = thought->drawn
                            ? random_move(match, thought->seat, thought->seed)
                            : bots_.choose(match, thought->seat, thought->level, thought->seed, &thought->stop);
          if (!action) return action;
          if (auto done = match.clone()->play(thought->seat, *action); !done) return std::unexpected(done.error());
          return action;
        });
      },
      [this, thought] { thought_out(thought); });
  if (!ticking_) tick();
}

// Counts the time of those who think, as long as there are any.
void BotRunner::tick() {
  ticking_ = !running_.empty() && !stopped_;
  if (!ticking_) return;
  loop_.after(config_.bot_lease / lease_ticks, [this] {
    const auto before = running_;
    for (const auto& thought : before) {
      if (!thought->began) continue;
      ++thought->age;
      if (thought->age == stop_after) thought->stop = true;
      if (thought->age < lost_after || stopped_) continue;
      thought->lost = true;
      std::erase(running_, thought);
      workers_.lost_one();
      // Not asked again: it would cost another thread.
      if (thought->drawn) {
        failed(*thought, server_error(ErrorCode::bot_failed));
      } else {
        draw(*thought, "silent");
      }
    }
    tick();
  });
}

void BotRunner::thought_out(const Thinking& thought) {
  if (thought->lost) {
    workers_.came_back();
    return;
  }
  std::erase(running_, thought);
  if (stopped_) return;  // half a thought is no move; the job is in the queue for whoever comes next
  if (!thought->action) return failed(*thought, thought->action.error());
  play(thought);
}

void BotRunner::failed(const Thought& thought, const Error& error) {
  const Json about{
      {"table", thought.job.table}, {"seat", static_cast<int>(thought.seat)},
      {"level", thought.level},     {"attempt", thought.job.attempts},
      {"code", error.code},         {"detail", error.values.is_object() ? error.values.value("detail", "") : ""}};
  if (thought.drawn || thought.job.attempts > 2 * most_attempts) {
    log_line(LogLevel::error, "bot_without_move", about);
    drop(thought.job.table, thought.lease);
    return finished(thought);
  }
  log_line(LogLevel::warning, "bot_failed", about);
  if (thought.job.attempts >= most_attempts) return draw(thought, error.code);
  give_back(thought, true);
  finished(thought);
}

// A bot must never stop a match.
void BotRunner::draw(const Thought& failed, const Json& reason) {
  log_line(LogLevel::warning, "bot_replaced",
           {{"table", failed.job.table}, {"seat", static_cast<int>(failed.seat)}, {"reason", reason}});
  auto thought = std::make_shared<Thought>();
  thought->job = failed.job;
  thought->lease = failed.lease;
  thought->rev = failed.rev;
  thought->seat = failed.seat;
  thought->match = failed.match->clone();
  thought->drawn = true;
  think(std::move(thought));
}

void BotRunner::play(const Thinking& thought) {
  seat_requests_.move_bot(
      thought->job.table, thought->seat, thought->rev, *thought->action, thought->drawn,
      [this, thought](std::expected<std::int64_t, Error> done) {
        // Stale is no fault: someone undid, or another node was faster; the queue knows what is next.
        if (done || is(done.error(), ErrorCode::stale)) return finished(*thought);
        if (done.error().scope != "server") return failed(*thought, done.error());
        if (is(done.error(), ErrorCode::log_full)) {
          drop(thought->job.table, thought->lease);
          return finished(*thought);
        }
        log_line(LogLevel::warning, "bot_refused", {{"table", thought->job.table}, {"code", done.error().code}});
        give_back(*thought, false);
        finished(*thought);
      });
}

}  // namespace remise::server
