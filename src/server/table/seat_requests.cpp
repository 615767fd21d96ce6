#include "server/table/seat_requests.h"

namespace remise::server {
namespace {

std::unexpected<Error> stale(const Table& table) { return refuse(ErrorCode::stale, {{"rev", table.rev()}}); }

}  // namespace

void SeatRequests::ask(const std::string& table, const Holders& who, const std::string& key, Request request,
                       Answered then) {
  auto repeated = std::make_shared<std::optional<std::int64_t>>();
  tables_.change(
      table,
      [this, who, key, request = std::move(request),
       repeated](const Table& t) -> std::expected<std::optional<Draft>, Error> {
        const SeatSet mine = t.seats_of(who);
        if (mine.empty()) return refuse(ErrorCode::not_seated);
        *repeated = t.answered(mine, key);
        if (*repeated) return std::nullopt;
        auto draft = request(t, t.seat_of(who), mine);
        // Nobody uses up the half of the log that is there for talk, plans and holidays of all.
        if (draft && *draft && (*draft)->can_wait() &&
            !entries_.take(t.id() + std::to_string(t.seat_of(who)), loop_.steady()))
          return refuse(ErrorCode::too_fast);
        return draft;
      },
      [then = std::move(then), repeated](Tables::Found room) {
        if (!room) return then(std::unexpected(room.error()));
        then(repeated->value_or((*room)->table->rev()));
      });
}

void SeatRequests::move(const std::string& table, const Holders& who, std::int64_t rev, const std::string& key,
                        Json action, Answered then) {
  ask(
      table, who, key,
      [rev, key, action = std::move(action)](const Table& t, int seat, SeatSet) -> Drafted {
        if (!t.match()) return refuse(ErrorCode::not_started);
        if (rev != t.rev()) return stale(t);
        return t.move(seat, action, key);
      },
      [this, began = loop_.microseconds(), then = std::move(then)](std::expected<std::int64_t, Error> done) {
        if (done) metrics_.moved("human", static_cast<double>(loop_.microseconds() - began) / 1e6);
        then(done);
      });
}

void SeatRequests::check(const std::string& table, const Holders& who, Json action,
                         std::function<void(std::expected<Checked, Error>)> then) {
  tables_.with_newest(table, [who, action = std::move(action), then = std::move(then)](Tables::Found found) {
    if (!found) return then(std::unexpected(found.error()));
    const Table& t = *(*found)->table;
    const int seat = t.seat_of(who);
    if (seat < 0) return then(refuse(ErrorCode::not_seated));
    then(Checked{t.rev(), t.why_not(seat, action)});
  });
}

Json question_of(const Json& action, const std::optional<Json>& use, const std::optional<Json>& avoid) {
  Json question{{"action", action}};
  if (use) question["use"] = *use;
  if (avoid) question["avoid"] = *avoid;
  return question;
}

void SeatRequests::compose(const std::string& table, const Holders& who, Json question,
                           std::function<void(std::expected<Composed, Error>)> then) {
  tables_.with_newest(table, [who, question = std::move(question), then = std::move(then)](Tables::Found found) {
    if (!found) return then(std::unexpected(found.error()));
    const Table& t = *(*found)->table;
    const int seat = t.seat_of(who);
    if (seat < 0) return then(refuse(ErrorCode::not_seated));
    auto answer = t.compose(seat, question);
    if (!answer) return then(std::unexpected(answer.error()));
    then(Composed{t.rev(), std::move(*answer)});
  });
}

void SeatRequests::move_bot(const std::string& table, Seat seat, std::int64_t rev, Json action, bool drawn,
                            Answered then) {
  tables_.change(
      table,
      [seat, rev, drawn, action = std::move(action)](const Table& t) -> std::expected<std::optional<Draft>, Error> {
        if (rev != t.rev() || !t.bots_to_act().has(seat)) return stale(t);
        const bool minded = t.seats()[index(seat)].kind == TableSeat::Kind::human;
        auto draft = t.move(static_cast<int>(seat), action, "", {.drawn = drawn, .minded = minded});
        if (!draft) return std::unexpected(draft.error());
        return std::move(*draft);
      },
      [this, began = loop_.microseconds(), then = std::move(then)](Tables::Found room) {
        if (!room) return then(std::unexpected(room.error()));
        metrics_.moved("bot", static_cast<double>(loop_.microseconds() - began) / 1e6);
        then((*room)->table->rev());
      });
}

void SeatRequests::undo(const std::string& table, const Holders& who, std::int64_t rev, const std::string& key,
                        std::size_t to, Answered then) {
  ask(
      table, who, key,
      [rev, to, key](const Table& t, int, SeatSet mine) -> Drafted {
        if (rev != t.rev()) return stale(t);
        return t.undo(mine, to, key);
      },
      std::move(then));
}

void SeatRequests::propose_replace(const std::string& table, const Holders& who, const std::string& key, int seat,
                                   const std::string& level, Answered then) {
  ask(
      table, who, key,
      [this, seat, level, key](const Table& t, int by, SeatSet) -> Drafted {
        if (!level.empty() && !bots_.knows(t.game(), level))
          return refuse(ErrorCode::level_unknown, {{"level", level}});
        auto draft = t.propose_replace(by, seat, level, key, loop_.now(), config_.absent_after);
        // It is good to the end of the log, so it must not be what leads there.
        if (draft && !replaced_.take(t.id() + std::to_string(by), loop_.steady())) return refuse(ErrorCode::too_fast);
        return draft;
      },
      std::move(then));
}

void SeatRequests::propose_end(const std::string& table, const Holders& who, const std::string& key, bool standing,
                               Answered then) {
  ask(
      table, who, key,
      [this, standing, key](const Table& t, int by, SeatSet) {
        return t.propose_end(by, standing, key, loop_.now(), config_.absent_after);
      },
      std::move(then));
}

void SeatRequests::pause(const std::string& table, const Holders& who, const std::string& key, bool on, Answered then) {
  ask(
      table, who, key,
      [this, on, key](const Table& t, int by, SeatSet) {
        return t.pause(by, on, key, loop_.now(), config_.absent_after);
      },
      std::move(then));
}

void SeatRequests::holiday(const std::string& table, const Holders& who, const std::string& key, std::int64_t days,
                           Answered then) {
  ask(
      table, who, key,
      [this, days, key](const Table& t, int seat, SeatSet) { return t.holiday(seat, days, key, loop_.now()); },
      std::move(then));
}

void SeatRequests::zone(const std::string& table, const Holders& who, const std::string& key, std::int64_t minutes,
                        Answered then) {
  ask(
      table, who, key, [minutes, key](const Table& t, int seat, SeatSet) { return t.zone(seat, minutes, key); },
      std::move(then));
}

void SeatRequests::plan(const std::string& table, const Holders& who, const std::string& key, Json plans,
                        Answered then) {
  ask(
      table, who, key,
      [key, plans = std::move(plans)](const Table& t, int seat, SeatSet) { return t.plan(seat, plans, key); },
      std::move(then));
}

void SeatRequests::follow_plans(const std::string& table, Seat seat, std::string stored,
                                std::function<void(std::expected<bool, Error>)> then) {
  auto done = std::make_shared<bool>(false);
  tables_.change(
      table,
      [seat, stored = std::move(stored), done](const Table& t) {
        auto draft = t.follow_plans(static_cast<int>(seat), stored);
        *done = draft && *draft;
        return draft;
      },
      [done, then = std::move(then)](const Tables::Found& room) {
        if (!room) return then(std::unexpected(room.error()));
        then(*done);
      });
}

void SeatRequests::answer(const std::string& table, const Holders& who, const std::string& key, std::int64_t proposal,
                          bool agree, Answered then) {
  ask(
      table, who, key,
      [proposal, agree, key](const Table& t, int, SeatSet mine) { return t.answer(mine, proposal, agree, key); },
      std::move(then));
}

void SeatRequests::say(const std::string& table, const Holders& who, const std::string& key, const std::string& text,
                       const std::string& name, Answered then) {
  auto repeated = std::make_shared<std::optional<std::int64_t>>();
  tables_.change(
      table,
      [this, who, key, text, name, repeated](const Table& t) -> std::expected<std::optional<Draft>, Error> {
        const SeatSet mine = t.seats_of(who);
        if (mine.empty() && who.empty()) return refuse(ErrorCode::not_seated);
        *repeated = mine.empty() ? t.answered_watching(who.front(), key) : t.answered(mine, key);
        if (*repeated) return std::nullopt;
        const int seat = t.seat_of(who);
        auto draft = mine.empty() ? t.say_watching(who.front(), name, text, key) : t.say(seat, text, key);
        if (!draft) return std::unexpected(draft.error());
        if (!chat_.take(t.id() + (mine.empty() ? "watchers" : std::to_string(seat)), loop_.steady()))
          return refuse(ErrorCode::too_fast);
        return std::move(*draft);
      },
      [then = std::move(then), repeated](Tables::Found room) {
        if (!room) return then(std::unexpected(room.error()));
        then(repeated->value_or((*room)->table->rev()));
      });
}

}  // namespace remise::server
