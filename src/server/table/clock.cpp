#include "server/table/clock.h"

#include <algorithm>

#include "server/app/server_error.h"

namespace remise::server {
namespace {

constexpr std::int64_t second_ms = 1000, hour_ms = 3600 * second_ms, day_ms = 24 * hour_ms;
constexpr std::int64_t night_from = 23 * hour_ms, night_until = 7 * hour_ms;
constexpr int most_steps = 5000;  // of a walk from one part of a day to the next: more than four years

constexpr std::array clock_words{"none", "live", "correspondence"};
constexpr std::array at_zero_words{"remind", "bot", "offer", "end"};
constexpr std::array on_leave_words{"wait", "bot", "offer"};

template <class Word, std::size_t n>
const char* word(const std::array<const char*, n>& words, Word value) {
  return words[static_cast<std::size_t>(value)];
}
template <class Word, std::size_t n>
Word value_of(const std::array<const char*, n>& words, const Json& text) {
  const auto found = std::ranges::find(words, text.get<std::string>());
  if (found == words.end()) throw std::runtime_error("an unknown word in the terms");
  return static_cast<Word>(found - words.begin());
}

// The part of the day a moment lies in: whether a clock rests there, and where the next part begins.
struct PartOfDay {
  bool rests;
  std::int64_t end;
};
PartOfDay part_of_day(const Terms& terms, std::int64_t zone, std::int64_t time) {
  const std::int64_t local = time + zone * 60 * second_ms;
  const std::int64_t days = local / day_ms - (local % day_ms < 0 ? 1 : 0), of_day = local - days * day_ms;
  const std::int64_t weekday = ((days + 4) % 7 + 7) % 7;  // the first day of 1970 was a Thursday
  const std::int64_t end = of_day < night_until ? night_until : of_day < night_from ? night_from : day_ms;
  const bool night = of_day < night_until || of_day >= night_from;
  return {(terms.nights && night) || (terms.weekends && (weekday == 0 || weekday == 6)), time - of_day + end};
}

}  // namespace

Json Terms::json() const {
  return {{"clock", word(clock_words, clock)},
          {"bank_s", bank / second_ms},
          {"increment_s", increment / second_ms},
          {"move_s", move / second_ms},
          {"nights", nights},
          {"weekends", weekends},
          {"holidays", holidays},
          {"at_zero", word(at_zero_words, at_zero)},
          {"on_leave", word(on_leave_words, on_leave)},
          {"early_end", early_end},
          {"level", level}};
}

Terms Terms::from(const Json& stored) {
  Terms terms;
  terms.clock = value_of<Clock>(clock_words, stored.at("clock"));
  terms.bank = stored.at("bank_s").get<std::int64_t>() * second_ms;
  terms.increment = stored.at("increment_s").get<std::int64_t>() * second_ms;
  terms.move = stored.at("move_s").get<std::int64_t>() * second_ms;
  terms.nights = stored.at("nights");
  terms.weekends = stored.at("weekends");
  terms.holidays = stored.at("holidays");
  terms.at_zero = value_of<AtZero>(at_zero_words, stored.at("at_zero"));
  terms.on_leave = value_of<OnLeave>(on_leave_words, stored.at("on_leave"));
  terms.early_end = stored.at("early_end");
  terms.level = stored.at("level");
  return terms;
}

std::expected<Terms, Error> Terms::read(const Json& body, const std::vector<std::string>& levels) {
  const auto asked = wire::read_terms(body);
  if (!asked) return std::unexpected(asked.error());
  Terms terms;
  terms.clock = static_cast<Clock>(asked->clock);
  terms.at_zero = static_cast<AtZero>(asked->at_zero.value_or(wire::Terms::AtZero::remind));
  terms.on_leave = static_cast<OnLeave>(asked->on_leave.value_or(wire::Terms::OnLeave::wait));
  terms.early_end = asked->early_end;
  terms.level = asked->level.value_or(usual_level(levels));
  if (std::ranges::find(levels, terms.level) == levels.end())
    return refuse(ErrorCode::level_unknown, {{"level", terms.level}});
  if (!terms.timed()) return terms;
  terms.bank = asked->bank_s.value_or(0) * second_ms;
  terms.increment = asked->increment_s.value_or(0) * second_ms;
  terms.move = asked->move_s.value_or(0) * second_ms;
  terms.nights = asked->nights;
  terms.weekends = asked->weekends;
  terms.holidays = asked->holidays.value_or(0);
  const auto wrong = [](const char* member) { return refuse(ErrorCode::terms_wrong, {{"member", member}}); };
  // Somebody must have time: from a bank, or for each decision, and not from both.
  if (terms.bank > 0 && terms.move > 0) return wrong("move_s");
  if (terms.bank == 0 && terms.move == 0) return wrong("bank_s");
  if (terms.clock == Clock::live && terms.move > 0) return wrong("move_s");
  if (terms.clock == Clock::live && (terms.nights || terms.weekends)) return wrong("nights");
  if (terms.clock == Clock::live && terms.holidays > 0) return wrong("holidays");
  return terms;
}

std::string usual_level(const std::vector<std::string>& levels) {
  if (std::ranges::find(levels, "medium") != levels.end()) return "medium";
  return levels.empty() ? "" : levels.front();
}

void Clocks::begin(const Terms& terms, std::size_t seats) {
  terms_ = terms;
  clocks_.assign(terms.timed() ? seats : 0, One{});
  for (One& clock : clocks_) clock.left = whole(), clock.holiday_left = terms.holidays * day_ms;
}

std::int64_t Clocks::whole() const { return terms_.move > 0 ? terms_.move : terms_.bank; }

// Of this span what counts: not what lies in a rest, a holiday or a pause. Bounds of a walk that would never end count.
std::int64_t Clocks::counted(const One& clock, std::int64_t from, std::int64_t until) const {
  if (paused_) return 0;
  from = std::max(from, clock.holiday_until);
  std::int64_t sum = 0;
  for (int steps = 0; from < until && steps < most_steps; ++steps) {
    const PartOfDay part = part_of_day(terms_, clock.zone, from);
    if (!part.rests) sum += std::min(part.end, until) - from;
    from = part.end;
  }
  return sum;
}

std::optional<std::int64_t> Clocks::until(std::size_t seat) const {
  const One& clock = clocks_[seat];
  if (clock.since < 0 || clock.up || paused_) return std::nullopt;
  std::int64_t at = std::max(clock.since, clock.holiday_until), left = std::max<std::int64_t>(clock.left, 0);
  for (int steps = 0; steps < most_steps; ++steps) {
    const PartOfDay part = part_of_day(terms_, clock.zone, at);
    if (!part.rests && at + left <= part.end) return at + left;
    if (!part.rests) left -= part.end - at;
    at = part.end;
  }
  return at;
}

std::optional<std::int64_t> Clocks::due() const {
  std::optional<std::int64_t> first;
  for (std::size_t s = 0; s < clocks_.size(); ++s)
    if (const auto at = until(s); at && (!first || *at < *first)) first = at;
  return first;
}

void Clocks::settle(One& clock, std::int64_t now) const {
  if (clock.since < 0 || now <= clock.since) return;
  const std::int64_t used = counted(clock, clock.since, now);
  clock.spent += used;
  clock.left = std::max<std::int64_t>(clock.left - used, 0);
  clock.since = now;
}

void Clocks::settle_all(std::int64_t now) {
  for (One& clock : clocks_) settle(clock, now);
}

void Clocks::turn(SeatSet to_act, int mover, std::int64_t now) {
  for (std::size_t s = 0; s < clocks_.size(); ++s) {
    One& clock = clocks_[s];
    const bool acts = to_act.has(id_at<Seat>(s)), moved = static_cast<int>(s) == mover, ran = clock.since >= 0;
    settle(clock, now);
    if (moved) {
      clock.left += terms_.increment;
      clock.up = false;
      clock.late = 0;
    }
    if (acts && (moved || !ran)) {
      if (terms_.move > 0) clock.left = terms_.move;
      clock.since = now;
    }
    if (!acts) clock.since = -1, clock.up = false;
  }
}

void Clocks::set_zone(std::size_t seat, std::int64_t minutes, std::int64_t now) {
  if (!timed()) return;
  settle(clocks_[seat], now);
  clocks_[seat].zone = minutes;
}

void Clocks::holiday(std::size_t seat, std::int64_t days, std::int64_t now) {
  if (!timed()) return;
  One& clock = clocks_[seat];
  settle(clock, now);
  if (clock.holiday_until > now) clock.holiday_left += clock.holiday_until - now;  // what is not taken is kept
  clock.holiday_until = now;
  const std::int64_t taken = std::min(days * day_ms, clock.holiday_left);
  clock.holiday_until += taken;
  clock.holiday_left -= taken;
}

void Clocks::pause(bool on, std::int64_t now) {
  settle_all(now);
  for (One& clock : clocks_)
    if (clock.since >= 0) clock.since = std::max(clock.since, now);
  paused_ = on;
}

void Clocks::away(std::int64_t from, std::int64_t until) {
  for (One& clock : clocks_) {
    if (clock.since < 0) continue;
    settle(clock, from);
    clock.since = std::max(clock.since, until);
  }
  away_until_ = std::max(away_until_, until);
}

void Clocks::time_up(std::size_t seat, std::int64_t now) {
  settle(clocks_[seat], now);
  clocks_[seat].up = true;
  ++clocks_[seat].late;
}

// A bank that is empty would be up again at once: a tenth of it is there for the next decision.
void Clocks::stand_in_moved(std::size_t seat) {
  One& clock = clocks_[seat];
  clock.up = false;
  if (terms_.move == 0) clock.left = std::max(clock.left, terms_.bank / 10);
  clock.since = -1;
}

void Clocks::sat_down(std::size_t seat, bool new_person) {
  if (!timed()) return;
  One& clock = clocks_[seat];
  clock.up = false;
  clock.late = 0;
  if (new_person) clock.holiday_left = terms_.holidays * day_ms, clock.holiday_until = 0;
  clock.left = std::max(clock.left, terms_.move > 0 ? terms_.move : terms_.bank / 10);
}

Json Clocks::json() const {
  Json list = Json::array();
  for (std::size_t s = 0; s < clocks_.size(); ++s) {
    const One& clock = clocks_[s];
    const auto at = until(s);
    list.push_back({{"left", clock.left},
                    {"whole", whole()},
                    {"since", clock.since < 0 ? Json(nullptr) : Json(clock.since)},
                    {"until", at ? Json(*at) : Json(nullptr)},
                    {"spent", clock.spent},
                    {"up", clock.up},
                    {"zone", clock.zone},
                    {"holiday_until", clock.holiday_until},
                    {"holiday_left", clock.holiday_left}});
  }
  return list;
}

}  // namespace remise::server
