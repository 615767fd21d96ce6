#include "server/people/score_keeper.h"

#include <map>

#include "server/app/log.h"
#include "server/people/ratings.h"
#include "store/people.h"

namespace remise::server {
namespace {

constexpr std::int64_t at_once = 20;

// Several bots of one level at a table are one player who was there several times: the mean of what that would make of
// the rating. A person in two seats is not rated.
void rate_parts(std::vector<store::PlayedPart*>& parts) {
  std::map<std::string, int> seats;
  for (const auto* part : parts) ++seats[part->holder];
  std::erase_if(parts, [&](const auto* part) { return seats[part->holder] > 1 && part->holder.starts_with("a:"); });
  const bool people = std::ranges::any_of(parts, [](const auto* part) { return part->holder.starts_with("a:"); });
  if (parts.size() < 2 || !people) return;
  std::vector<Rating> before;
  std::vector<int> places;
  for (const auto* part : parts) {
    before.push_back(part->before ? Rating{part->before->mu, part->before->sigma} : Rating{});
    places.push_back(static_cast<int>(part->place));
  }
  const auto after = rate(before, places);
  std::map<std::string, Rating> mean;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Rating& one = mean.try_emplace(parts[i]->holder, Rating{0, 0}).first->second;
    const double share = 1.0 / seats[parts[i]->holder];
    one.mu += after[i].mu * share;
    one.sigma += after[i].sigma * share;
  }
  for (auto* part : parts) {
    const Rating& one = mean.at(part->holder);
    const std::int64_t matches = part->before ? part->before->matches : 0;
    if (!part->before) part->before = {Rating{}.mu, Rating{}.sigma, 0};
    part->after = {one.mu, one.sigma, matches + 1};
  }
}

}  // namespace

void ScoreKeeper::look() {
  if (std::exchange(busy_, true)) return;
  auto found = std::make_shared<store::Result<std::vector<std::string>>>();
  storage_.query([found](store::Database& db) { *found = store::unscored_tables(db, at_once); },
                 [this, found] {
                   if (*found) found_ = std::move(**found);
                   next();
                 });
}

void ScoreKeeper::next() {
  if (found_.empty()) {
    busy_ = false;
    return;
  }
  const std::string id = std::move(found_.back());
  found_.pop_back();
  tables_.with_newest(id, [this, id](Tables::Found found) {
    if (found && (*found)->table->status() == Table::Status::finished) return keep(*(*found)->table);
    // What cannot be read has no result, and is not looked at for ever.
    if (!found && found.error().code == "match_unreadable") return keep(Table(id, games_));
    loop_.post([this] { next(); });
  });
}

void ScoreKeeper::keep(const Table& table) {
  store::PlayedMatch match{
      table.id(), table.game(), table.touched(), static_cast<std::int64_t>(table.seats().size()), {}};
  for (const SeatResult& one : results_of(table))
    match.parts.push_back({one.seat, one.holder, one.name, one.place, one.rated});
  auto kept = std::make_shared<store::Result<bool>>();
  storage_.query([kept, match = std::move(match)](store::Database& db) { *kept = store::score(db, match, rate_parts); },
                 [this, kept] {
                   if (!*kept) log_line(LogLevel::warning, "score_failed", {{"detail", kept->error().detail}});
                   next();
                 });
}

}  // namespace remise::server
