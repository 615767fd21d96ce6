// Nobody kills a table: leaving, bots that play for people, ends that all agree on, and what the clocks lead to.
#include <algorithm>

#include "server/table/table.h"

namespace remise::server {
namespace {

constexpr int most_late = 3;  // moves of a bot in a row for somebody whose time is up; then the seat is offered

Json list_of_seats(SeatSet seats) {
  Json list = Json::array();
  for (; !seats.empty(); seats.remove(seats.lowest())) list.push_back(static_cast<int>(seats.lowest()));
  return list;
}

}  // namespace

void MoveMark::write(Json& entry) const {
  if (drawn) entry["drawn"] = true;
  if (minded) entry["minded"] = true;
  if (advance) entry["advance"] = true;
}

// ---- What follows from entries --------------------------------------------------------------------------------------

void Table::fold_left(std::size_t seat, const Json& p) {
  proposal_.reset();  // who has gone cannot be asked
  if (status_ == Status::waiting) return change_seat(seat, {});
  const std::string then = p.value("then", "wait");
  TableSeat gone = seats_[seat];
  gone.left = true;
  gone.once = false;
  gone.minder = p.value("level", "");
  gone.offered = then == "offer";
  if (then == "resign") {
    gone.kind = TableSeat::Kind::bot;
    gone.level = std::exchange(gone.minder, "");
    gone.left = false;
    gone.resigned = true;
    gone.given_up_by = std::exchange(gone.holders, {});
  }
  change_seat(seat, std::move(gone));
}

// In a running match: a bot plays for the person from now on, who may still return; or the seat is for whoever comes.
void Table::replace(std::size_t seat, const std::string& level) {
  TableSeat with = seats_[seat];
  with.once = false;
  if (with.kind == TableSeat::Kind::human) {
    with.left = true;
    with.offered = level.empty();
    if (!level.empty()) with.minder = level;
  } else if (!level.empty()) {
    with.kind = TableSeat::Kind::bot;
    with.level = level;
  }
  change_seat(seat, std::move(with));
}

void Table::end(Ended how) {
  ended_ = std::move(how);
  proposal_.reset();
  status_ = Status::finished;
}

void Table::fold_time_up(std::size_t seat, std::int64_t time) {
  clocks_.time_up(seat, time);
  TableSeat& late = seats_[seat];
  const bool enough = clocks_.of(seat).late > most_late;
  switch (terms_.at_zero) {
    case Terms::AtZero::remind: break;
    case Terms::AtZero::end: end({"time", static_cast<int>(seat), true}); break;
    case Terms::AtZero::bot:
      late.minder = terms_.level;
      late.once = !enough;
      if (!enough) break;
      [[fallthrough]];
    case Terms::AtZero::offer:
      TableSeat gone = late;
      gone.minder = terms_.level;
      gone.left = gone.offered = true;
      gone.once = false;
      change_seat(seat, std::move(gone));
  }
}

void Table::fold_accepted(const Proposal& accepted, std::int64_t time) {
  switch (accepted.kind) {
    case Proposal::Kind::undo: return fold_back_to(accepted.to);
    case Proposal::Kind::replace: return replace(static_cast<std::size_t>(accepted.seat), accepted.level);
    case Proposal::Kind::end: return end({"agreed", accepted.by, accepted.standing});
    case Proposal::Kind::pause: return clocks_.pause(true, time);
  }
}

// Time runs for people who are to move themselves.
void Table::set_clocks(int mover, std::int64_t time) {
  if (!clocks_.timed() || !match_) return;
  SeatSet running = to_act();
  for (std::size_t s = 0; s < seats_.size(); ++s)
    if (!seats_[s].present() || (seats_[s].by_bot() && !seats_[s].once)) running.remove(id_at<Seat>(s));
  clocks_.turn(running, mover, time);
}

Json Table::turn() const {
  Json turn{{"since", position_time_}};
  if (clocks_.timed()) turn["clocks"] = clocks_.json();
  return turn;
}

bool Table::is_out(int seat) const {
  return seats_[static_cast<std::size_t>(seat)].resigned || (ended_ && ended_->how == "time" && ended_->by == seat);
}

// Who resigned, or let the time run out, has not won, whatever the rules say of the position.
std::optional<Json> Table::outcome() const {
  if (!match_ || (ended_ && !ended_->standing)) return std::nullopt;
  auto result = ended_ ? match_->standing() : match_->outcome();
  if (!result || !result->contains("winners")) return result;
  bool changed = false;
  for (int s = 0; s < static_cast<int>(seats_.size()); ++s) changed = changed || is_out(s);
  if (!changed) return result;
  Json winners = Json::array();
  double best = 0;
  for (const Json& one : result->at("scores")) {
    const int seat = one.at("seat");
    if (is_out(seat) || !one.contains("score")) continue;
    const double score = one.at("score");
    if (winners.empty() || score > best)
      winners = Json::array({seat}), best = score;
    else if (score == best)
      winners.push_back(seat);
  }
  (*result)["winners"] = std::move(winners);
  return result;
}

// ---- What may be asked ----------------------------------------------------------------------------------------------

bool Table::is_absent(std::size_t seat, std::int64_t now, std::int64_t absent_after) const {
  const TableSeat& one = seats_[seat];
  if (one.kind != TableSeat::Kind::human || !to_act().has(id_at<Seat>(seat))) return false;
  if (clocks_.timed()) return clocks_.of(seat).up;
  return now - std::max(one.acted, position_time_) >= absent_after;
}

SeatSet Table::asked_by(int by, std::int64_t now, std::int64_t absent_after) const {
  SeatSet asked = people();
  asked.remove(id_at<Seat>(by));
  for (std::size_t s = 0; s < seats_.size(); ++s)
    if (is_absent(s, now, absent_after)) asked.remove(id_at<Seat>(s));
  return asked;
}

Drafted Table::leave(const Json& body, const std::vector<std::string>& holders,
                     const std::vector<std::string>& levels) const {
  const auto asked = wire::read_leave(body);
  if (!asked) return std::unexpected(asked.error());
  const SeatSet mine = seats_of(holders);
  std::optional<std::size_t> seat;
  for (std::size_t s = seats_.size(); s-- > 0;)
    if (mine.has(id_at<Seat>(s)) && !seats_[s].left) seat = s;
  using Then = wire::Leave::Then;
  const bool resigns = asked->then == Then::resign;
  if (!seat && resigns && !mine.empty()) seat = static_cast<std::size_t>(mine.lowest());  // also from afar
  if (!seat) return refuse(ErrorCode::not_seated);
  Json payload{{"seat", *seat}};
  if (status_ != Status::playing) {
    if (resigns) return refuse(status_ == Status::waiting ? ErrorCode::not_started : ErrorCode::match_ended);
    return Draft{"left", std::move(payload), std::nullopt};
  }
  const Then then = asked->then.value_or(static_cast<Then>(terms_.on_leave));
  if (then != Then::wait) {
    std::string level = asked->level.value_or(terms_.level);
    if (level.empty()) level = usual_level(levels);
    if (std::ranges::find(levels, level) == levels.end()) return refuse(ErrorCode::level_unknown, {{"level", level}});
    payload["level"] = level;
  }
  static constexpr std::array words{"wait", "bot", "offer", "resign"};
  payload["then"] = words[static_cast<std::size_t>(then)];
  return Draft{"left", std::move(payload), std::nullopt};
}

bool Table::leaves_to_bots(const Draft& draft) const {
  // Only who resigns does not return: without him and all others a match waits.
  if (draft.kind != "left" || status_ != Status::playing || draft.payload.value("then", "") != "resign") return false;
  const auto leaver = draft.payload.at("seat").get<std::size_t>();
  for (std::size_t s = 0; s < seats_.size(); ++s)
    if (s != leaver && !seats_[s].of_bot()) return false;
  return true;
}

Drafted Table::set_terms(const Json& body, const std::vector<std::string>& holders,
                         const std::vector<std::string>& levels) const {
  if (!is_host(holders)) return refuse(ErrorCode::not_host);
  if (status_ != Status::waiting) return refuse(ErrorCode::already_started);
  auto terms = Terms::read(body, levels);
  if (!terms) return std::unexpected(terms.error());
  return Draft{"terms", {{"terms", terms->json()}}, std::nullopt};
}

Drafted Table::pass_on(const Json& body, const std::vector<std::string>& holders) const {
  const auto to = wire::read_pass_on(body);
  if (!to) return std::unexpected(to.error());
  if (!is_host(holders)) return refuse(ErrorCode::not_host);
  const auto seat = static_cast<std::size_t>(to->seat);
  if (seat >= seats_.size() || !seats_[seat].present()) return refuse(ErrorCode::seat_unknown, {{"seat", to->seat}});
  if (seats_of(holders).has(id_at<Seat>(seat))) return refuse(ErrorCode::own_seat);
  return Draft{"host", {{"seat", seat}}, std::nullopt};
}

Drafted Table::close(const std::vector<std::string>& holders) const {
  if (!is_host(holders)) return refuse(ErrorCode::not_host);
  if (status_ == Status::finished) return refuse(ErrorCode::match_ended);
  const int seat = seat_of(holders);
  SeatSet others = people();
  if (seat >= 0) others.remove(id_at<Seat>(seat));
  if (status_ == Status::playing && !others.empty()) return refuse(ErrorCode::others_playing);
  return Draft{"ended", {{"how", "closed"}, {"by", seat}, {"standing", false}}, std::nullopt};
}

Drafted Table::propose_end(int by, bool standing, std::string_view key, std::int64_t now,
                           std::int64_t absent_after) const {
  if (!match_) return refuse(ErrorCode::not_started);
  if (status_ == Status::finished) return refuse(ErrorCode::match_ended);
  if (!terms_.early_end) return refuse(ErrorCode::no_early_end);
  if (proposal_) return refuse(ErrorCode::proposal_open);
  const SeatSet asked = asked_by(by, now, absent_after);
  if (asked.empty())
    return Draft{"ended", {{"how", "agreed"}, {"by", by}, {"standing", standing}, {"key", key}}, std::nullopt};
  return Draft{"proposed",
               {{"kind", "end"}, {"by", by}, {"standing", standing}, {"needs", list_of_seats(asked)}, {"key", key}},
               std::nullopt};
}

Drafted Table::pause(int by, bool on, std::string_view key, std::int64_t now, std::int64_t absent_after) const {
  if (!clocks_.timed() || status_ != Status::playing) return refuse(ErrorCode::no_clock);
  if (on == clocks_.paused()) return refuse(ErrorCode::no_clock);
  if (!on) return Draft{"resumed", {{"seat", by}, {"key", key}}, std::nullopt};
  if (proposal_) return refuse(ErrorCode::proposal_open);
  const SeatSet asked = asked_by(by, now, absent_after);
  if (asked.empty()) return Draft{"paused", {{"seat", by}, {"key", key}}, std::nullopt};
  return Draft{
      "proposed", {{"kind", "pause"}, {"by", by}, {"needs", list_of_seats(asked)}, {"key", key}}, std::nullopt};
}

Drafted Table::holiday(int seat, std::int64_t days, std::string_view key, std::int64_t now) const {
  if (!clocks_.timed() || status_ != Status::playing) return refuse(ErrorCode::no_clock);
  constexpr std::int64_t day = 24 * 3600 * 1000;
  const auto& clock = clocks_.of(static_cast<std::size_t>(seat));
  const bool away = clock.holiday_until > now;
  const std::int64_t left = clock.holiday_left + (away ? clock.holiday_until - now : 0);
  if (days * day > left || (days == 0 && !away)) return refuse(ErrorCode::no_holiday, {{"left", left / day}});
  return Draft{"holiday", {{"seat", seat}, {"days", days}, {"key", key}}, std::nullopt};
}

std::expected<std::optional<Draft>, Error> Table::zone(int seat, std::int64_t minutes, std::string_view key) const {
  if (!clocks_.timed()) return refuse(ErrorCode::no_clock);
  if (clocks_.of(static_cast<std::size_t>(seat)).zone == minutes) return std::nullopt;
  return Draft{"zone", {{"seat", seat}, {"minutes", minutes}, {"key", key}}, std::nullopt};
}

Drafted Table::time_up(std::int64_t now) const {
  if (status_ == Status::playing && clocks_.timed())
    for (std::size_t s = 0; s < seats_.size(); ++s)
      if (const auto until = clocks_.until(s); until && *until <= now)
        return Draft{"time_up", {{"seat", s}}, std::nullopt};
  return refuse(ErrorCode::no_clock);
}

Drafted Table::away(std::int64_t from, std::int64_t until) const {
  if (!clocks_.timed() || status_ != Status::playing || clocks_.away_until() > from) return refuse(ErrorCode::no_clock);
  return Draft{"away", {{"from", from}, {"until", until}}, std::nullopt};
}

}  // namespace remise::server
