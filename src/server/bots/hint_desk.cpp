#include "server/bots/hint_desk.h"

#include <algorithm>

#include "server/app/log.h"
#include "server/people/tokens.h"

namespace remise::server {
namespace {

void one_less(std::map<std::string, int>& counts, const std::string& key) {
  if (const auto found = counts.find(key); found != counts.end() && --found->second <= 0) counts.erase(found);
}

// A strong player that answers at once.
std::string usual_hint_level(const std::vector<std::string>& levels) {
  return levels.empty() || std::ranges::count(levels, "hard") ? "hard" : levels.back();
}

}  // namespace

std::optional<Error> HintDesk::too_much(const Question& question) {
  const auto now = loop_.microseconds() / 1000;
  const auto found = of_address_.find(question.address);
  const bool busy =
      asking_.contains(question.person) || (found != of_address_.end() && found->second >= most_of_address);
  if (busy) return server_error(ErrorCode::too_fast);
  if (waiting_.size() >= most_waiting || workers_.spare() == 0) return server_error(ErrorCode::server_busy);
  // Both are asked before either is taken from: whom an address has nothing for keeps their own.
  const auto wait = std::max(person_rate_.wait(question.person, now), address_rate_.wait(question.address, now));
  if (wait > 0) return server_error(ErrorCode::too_many_hints, {{"seconds", wait}});
  person_rate_.take(question.person, now);
  address_rate_.take(question.address, now);
  return std::nullopt;
}

void HintDesk::hint(const std::string& table, const Identity& who, const std::string& level, Then then) {
  const auto holders = who.holders();
  if (holders.empty()) return then(refuse(ErrorCode::not_seated));
  const Question question{table, level, holders.front(), who.address, holders, std::move(then)};
  // Who does not sit there is told at once, and keeps nobody waiting.
  tables_.with_newest(table, [this, question](Tables::Found found) {
    if (!found) return question.then(std::unexpected(found.error()));
    if ((*found)->table->seat_of(question.who) < 0) return question.then(refuse(ErrorCode::not_seated));
    if (!(*found)->table->hints()) return question.then(refuse(ErrorCode::hints_off));
    if (auto error = too_much(question)) return question.then(std::unexpected(*error));
    asking_.insert(question.person);
    ++of_address_[question.address];
    waiting_.push_back(question);
    next();
  });
}

void HintDesk::stop() {
  for (const auto& thought : running_) thought->stop = true;
}

// As many at a time as there are threads beside the one for passwords. First whose address has the fewest at work.
void HintDesk::next() {
  while (!waiting_.empty() && busy_ < std::max(workers_.size() - 1, 1)) {
    const auto at_work = [&](const Question& question) {
      const auto found = at_work_for_.find(question.address);
      return found == at_work_for_.end() ? 0 : found->second;
    };
    const auto first = std::ranges::min_element(waiting_, {}, at_work);
    const Question question = std::move(*first);
    waiting_.erase(first);
    ++busy_;
    ++at_work_for_[question.address];
    tables_.with_newest(question.table, [this, question](Tables::Found found) { ask(question, found); });
  }
}

void HintDesk::finish(const Question& question, std::expected<Hint, Error> answer) {
  --busy_;
  one_less(at_work_for_, question.address);
  one_less(of_address_, question.address);
  asking_.erase(question.person);
  question.then(std::move(answer));
  next();
}

void HintDesk::ask(const Question& question, Tables::Found found) {
  if (!found) return finish(question, std::unexpected(found.error()));
  const Table& table = *(*found)->table;
  const int seat = table.seat_of(question.who);
  if (seat < 0) return finish(question, refuse(ErrorCode::not_seated));
  if (!table.match()) return finish(question, refuse(ErrorCode::not_started));
  const auto levels = bots_.hint_levels(table.game());
  const std::string level = question.level.empty() ? usual_hint_level(levels) : question.level;
  if (levels.empty()) return finish(question, refuse(ErrorCode::no_hints));
  if (std::ranges::find(levels, level) == levels.end())
    return finish(question, refuse(ErrorCode::level_unknown, {{"level", level}}));
  auto thought = std::make_shared<Thought>();
  thought->question = question;
  thought->match = table.match()->clone();
  thought->hint = {table.rev(), level, Json::array()};
  thought->seat = id_at<Seat>(seat);
  think(thought);
}

void HintDesk::think(const Thinking& thought) {
  thought->seed = new_token(entropy_);
  running_.push_back(thought);
  loop_.after(longest_ms, [thought] { thought->stop = true; });
  watch(thought);
  workers_.run(
      [this, thought] {
        thought->began = true;
        thought->moves = guarded([&] {
          return bots_.hint(*thought->match, thought->seat, thought->hint.level, thought->seed, &thought->stop);
        });
      },
      [this, thought] { thought_out(thought); });
}

// A bot that does not come back loses its thread, and the person gets an answer.
void HintDesk::watch(const Thinking& thought) {
  loop_.after(2 * longest_ms, [this, thought] {
    if (thought->over) return;
    if (!thought->began) return watch(thought);
    workers_.lost_one();
    thought->over = true;
    std::erase(running_, thought);
    finish(thought->question, refuse(ErrorCode::bot_failed));
  });
}

void HintDesk::thought_out(const Thinking& thought) {
  if (thought->over) return workers_.came_back();
  thought->over = true;
  std::erase(running_, thought);
  if (!thought->moves && is(thought->moves.error(), ErrorCode::bot_failed)) {
    log_line(LogLevel::warning, "hint_failed",
             {{"table", thought->question.table}, {"detail", thought->moves.error().values["detail"]}});
    return finish(thought->question, refuse(ErrorCode::bot_failed));
  }
  if (!thought->moves) return finish(thought->question, std::unexpected(thought->moves.error()));
  thought->hint.moves = std::move(*thought->moves);
  finish(thought->question, std::move(thought->hint));
}

}  // namespace remise::server
