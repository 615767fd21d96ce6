#include "server/bots/review_desk.h"

#include <algorithm>
#include <charconv>

#include "server/app/log.h"

namespace remise::server {
namespace {

std::string state_text(std::string_view state, std::int64_t done, std::int64_t of) {
  return Json{{"state", state}, {"done", done}, {"of", of}}.dump();
}

std::expected<std::int64_t, Error> finished_at(const Table& table) {
  if (!table.match()) return refuse(ErrorCode::not_started);
  if (table.status() != Table::Status::finished) return refuse(ErrorCode::match_running);
  return table.rev();
}

void take_back(std::map<std::string, int>& counts, const std::string& key) {
  if (const auto found = counts.find(key); found != counts.end() && --found->second <= 0) counts.erase(found);
}

}  // namespace

// "rev done of until", then the file on a line of its own.
std::string ReviewDesk::row(const Kept& kept) {
  std::string text;
  for (const auto value : {kept.rev, kept.done, kept.of, kept.until}) text += std::to_string(value) + ' ';
  return text + '\n' + kept.file;
}

ReviewDesk::Kept ReviewDesk::read(const std::string& text) {
  Kept kept;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (auto* value : {&kept.rev, &kept.done, &kept.of, &kept.until}) {
    const auto [next, fault] = std::from_chars(at, end, *value);
    if (fault != std::errc() || next == end || *next != ' ') return {};
    at = next + 1;
  }
  if (at == end || *at != '\n') return {};
  kept.file.assign(at + 1, end);
  return kept;
}

void ReviewDesk::kept(const std::string& table, std::function<void(const store::Result<std::string>&)> then) {
  auto found = std::make_shared<store::Result<std::string>>();
  storage_.query([found, table](store::Database& db) { *found = db.setting("table:" + table, "review"); },
                 [found, then = std::move(then)] { then(*found); });
}

void ReviewDesk::keep(const std::string& table, const Kept& what, std::function<void()> then) {
  auto done = std::make_shared<store::Result<void>>();
  storage_.query(
      [done, table, what](store::Database& db) {
        const auto there = db.setting("table:" + table, "review");
        if (!there) {
          *done = std::unexpected(there.error());
          return;
        }
        if (const auto was = read(*there); was.rev == what.rev && !was.file.empty()) return;
        *done = db.set_of_table(table, "review", row(what));
      },
      [done, then = std::move(then)] {
        if (!*done) log_line(LogLevel::warning, "review_failed", {{"detail", done->error().detail}});
        then();
      });
}

// What can be said at once; nothing where it is still to be made.
std::optional<std::string> ReviewDesk::known(const std::string& table, std::int64_t rev, const Kept& kept) {
  if (kept.rev == rev && !kept.file.empty()) {
    std::string text = state_text("done", kept.of, kept.of);
    text.pop_back();
    return text + ",\"review\":" + kept.file + "}";
  }
  if (work_ && work_->order.table == table)
    return state_text("running", static_cast<std::int64_t>(work_->judged.size()),
                      static_cast<std::int64_t>(work_->moves));
  if (std::ranges::find(waiting_, table, &Order::table) != waiting_.end()) return state_text("waiting", 0, 0);
  if (kept.rev == rev && kept.until > loop_.now()) return state_text("running", kept.done, kept.of);
  return std::nullopt;
}

void ReviewDesk::look(const std::string& table, Then then) {
  tables_.with_newest(table, [this, table, then = std::move(then)](Tables::Found found) {
    if (!found) return then(std::unexpected(found.error()));
    const auto rev = finished_at(*(*found)->table);
    if (!rev) return then(std::unexpected(rev.error()));
    kept(table, [this, table, rev = *rev, then](const store::Result<std::string>& text) {
      if (!text) return then(refuse(ErrorCode::database_unavailable));
      then(known(table, rev, read(*text)).value_or(state_text("none", 0, 0)));
    });
  });
}

std::optional<Error> ReviewDesk::too_much(const Order& order) {
  const auto now = loop_.microseconds() / 1000;
  if (of_person_.contains(order.person)) return server_error(ErrorCode::too_fast);
  if (const auto found = of_address_.find(order.address);
      found != of_address_.end() && found->second >= most_of_address)
    return server_error(ErrorCode::too_fast);
  if (stopping_ || waiting_.size() >= most_waiting || workers_.spare() == 0)
    return server_error(ErrorCode::server_busy);
  // Both are asked before either is taken from.
  if (person_rate_.wait(order.person, now) > 0 || address_rate_.wait(order.address, now) > 0)
    return server_error(ErrorCode::too_fast);
  person_rate_.take(order.person, now);
  address_rate_.take(order.address, now);
  return std::nullopt;
}

void ReviewDesk::ask(const std::string& table, const Identity& who, Then then) {
  const auto holders = who.holders();
  if (holders.empty()) return then(refuse(ErrorCode::not_seated));
  Order order{table, holders.front(), who.address};
  tables_.with_newest(table, [this, order, holders, then = std::move(then)](Tables::Found found) mutable {
    if (!found) return then(std::unexpected(found.error()));
    const Table& here = *(*found)->table;
    if (here.seat_of(holders) < 0) return then(refuse(ErrorCode::not_seated));
    const auto rev = finished_at(here);
    if (!rev) return then(std::unexpected(rev.error()));
    if (!bots_.reviews(here.game())) return then(refuse(ErrorCode::no_review));
    order.rev = *rev;
    kept(order.table, [this, order, then](const store::Result<std::string>& text) {
      if (!text) return then(refuse(ErrorCode::database_unavailable));
      if (auto answer = known(order.table, order.rev, read(*text))) return then(std::move(*answer));
      if (auto error = too_much(order)) return then(std::unexpected(*error));
      waiting_.push_back(order);
      ++of_person_[order.person];
      ++of_address_[order.address];
      then(state_text("waiting", 0, 0));
      next();
    });
  });
}

void ReviewDesk::next() {
  if (work_ || starting_ || stopping_ || waiting_.empty()) return;
  starting_ = true;
  tables_.with_newest(waiting_.front().table, [this](Tables::Found found) {
    starting_ = false;
    const Order order = std::move(waiting_.front());
    waiting_.pop_front();
    take_back(of_person_, order.person);
    take_back(of_address_, order.address);
    if (found && finished_at(*(*found)->table) == order.rev) return begin(order, *(*found)->table);
    loop_.post([this] { next(); });
  });
}

void ReviewDesk::begin(const Order& order, const Table& table) {
  work_ = std::make_shared<Work>();
  work_->order = order;
  work_->match = table.match()->clone();
  work_->names = Json::array();
  for (const auto& seat : table.seats()) work_->names.push_back(seat.name);
  ++of_person_[order.person];
  ++of_address_[order.address];
  run(
      work_,
      [this, work = work_.get()]() -> std::optional<Error> {
        auto opened = bots_.open_review(*work->match);
        if (!opened) return opened.error();
        work->review = std::move(*opened);
        return std::nullopt;
      },
      [this, work = work_] {
        work->moves = work->review->moves();
        tell(work);
        judge(work);
      });
}

// Now and then, so that nobody else begins.
void ReviewDesk::tell(const Working& work) {
  if (work->over) return;
  const Kept progress{work->order.rev, static_cast<std::int64_t>(work->judged.size()),
                      static_cast<std::int64_t>(work->moves), loop_.now() + lease_ms, ""};
  keep(work->order.table, progress, [this, work] { loop_.after(tell_every_ms, [this, work] { tell(work); }); });
}

// A piece of work that has begun and does not come back loses its thread.
void ReviewDesk::watch(const Working& work, const std::shared_ptr<std::atomic<bool>>& began, std::size_t step) {
  loop_.after(longest_ms, [this, work, began, step] {
    if (work->over || work->step != step) return;
    if (!*began) return watch(work, began, step);
    workers_.lost_one();
    work->failed = server_error(ErrorCode::bot_failed);
    finish(work);
  });
}

// One piece of work beside the loop.
void ReviewDesk::run(const Working& work, std::function<std::optional<Error>()> piece, std::function<void()> then) {
  const auto began = std::make_shared<std::atomic<bool>>(false);
  watch(work, began, ++work->step);
  auto failed = std::make_shared<std::optional<Error>>();
  workers_.run(
      [work, failed, began, piece = std::move(piece)] {
        *began = true;
        const auto done = guarded([&]() -> std::expected<Json, Error> {
          if (auto error = piece()) return std::unexpected(*error);
          return Json();
        });
        if (!done) *failed = done.error();
      },
      [this, work, failed, then = std::move(then)] {
        if (work->over) return workers_.came_back();
        work->failed = std::move(*failed);
        if (work->failed || stopping_) return finish(work);
        then();
      });
}

void ReviewDesk::judge(const Working& work) {
  const auto at = work->judged.size();
  if (at == work->moves) return write(work);
  auto said = std::make_shared<Json>();
  run(
      work,
      [work, at, said]() -> std::optional<Error> {
        *said = work->review->judge(at);
        return std::nullopt;
      },
      [this, work, said] {
        work->judged.push_back(std::move(*said));
        judge(work);
      });
}

void ReviewDesk::write(const Working& work) {
  run(
      work,
      [work]() -> std::optional<Error> {
        work->file = work->review->whole(work->judged, work->names).dump();
        return std::nullopt;
      },
      [this, work] {
        const auto moves = static_cast<std::int64_t>(work->moves);
        keep(work->order.table, {work->order.rev, moves, moves, 0, std::move(work->file)},
             [this, work] { finish(work); });
      });
}

void ReviewDesk::finish(const Working& work) {
  if (std::exchange(work->over, true)) return;
  take_back(of_person_, work->order.person);
  take_back(of_address_, work->order.address);
  work_ = nullptr;
  if (work->failed)
    log_line(LogLevel::warning, "review_failed",
             {{"table", work->order.table}, {"detail", work->failed->values.dump()}});
  next();
}

}  // namespace remise::server
