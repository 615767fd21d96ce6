#include "server/advice.h"

#include "server/tokens.h"

namespace remise::server {
namespace {

std::unexpected<Error> refuse(std::string_view code, Json values = Json::object()) {
  return std::unexpected(server_error(code, std::move(values)));
}

}  // namespace

void Advice::hint(const std::string& table, const Holders& who, const std::string& level, Then then) {
  if (who.empty()) return then(refuse("not_seated"));
  if (asking_.contains(who.front())) return then(refuse("too_fast"));
  if (waiting_.size() >= most_waiting) return then(refuse("server_busy"));
  asking_.insert(who.front());
  waiting_.push_back({table, level, who, std::move(then)});
  next();
}

void Advice::stop() {
  if (thought_) thought_->stop = true;
}

void Advice::next() {
  if (busy_ || waiting_.empty()) return;
  busy_ = true;
  const Question question = std::move(waiting_.front());
  waiting_.pop_front();
  tables_.with_newest(question.table, [this, question](Tables::Found found) { think(question, found); });
}

void Advice::finish(const Question& question, std::expected<Hint, Error> answer) {
  busy_ = false;
  thought_.reset();
  asking_.erase(question.who.front());
  question.then(std::move(answer));
  next();
}

void Advice::think(const Question& question, Tables::Found found) {
  if (!found) return finish(question, std::unexpected(found.error()));
  const Table& table = *(*found)->table;
  const int seat = table.seat_of(question.who);
  if (seat < 0) return finish(question, refuse("not_seated"));
  if (!table.match()) return finish(question, refuse("not_started"));
  const auto levels = bots_.advisors(table.game());
  const std::string level = question.level.empty() && !levels.empty() ? levels.back() : question.level;
  if (levels.empty()) return finish(question, refuse("no_hints"));
  if (std::ranges::find(levels, level) == levels.end())
    return finish(question, refuse("level_unknown", {{"level", level}}));
  auto thought = std::make_shared<Thought>();
  thought->match = table.match()->at(table.match()->length());
  thought->hint = {table.rev(), level, Json::array()};
  thought->seat = id_at<Seat>(seat);
  thought->seed = new_token(entropy_);
  thought_ = thought;
  loop_.after(longest_ms, [thought] { thought->stop = true; });
  workers_.run(
      [this, thought] {
        thought->moves = bots_.hint(*thought->match, thought->seat, thought->hint.level, thought->seed, &thought->stop);
      },
      [this, thought, question] {
        if (!thought->moves) return finish(question, std::unexpected(thought->moves.error()));
        thought->hint.moves = std::move(*thought->moves);
        finish(question, std::move(thought->hint));
      });
}

}  // namespace remise::server
