#include "server/bots/bots.h"

#include <algorithm>

#include "core/guarded.h"
#include "core/range.h"
#include "server/app/server_error.h"

namespace remise::server {
namespace {

thread_local bool spoilt = false;

}  // namespace

std::expected<Json, Error> random_move(const Match& match, Seat seat, std::string_view seed) {
  Json legal = match.legal(seat);
  if (!legal.is_array() || legal.empty())
    return refuse(ErrorCode::bot_without_move, {{"seat", static_cast<int>(seat)}});
  Random random = Random::from_seed(seed);
  Json action = std::move(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
  fill_ranges(action, random);
  return action;
}

std::expected<Json, Error> guarded(const std::function<std::expected<Json, Error>()>& think) {
  const auto failed = [](const char* detail) {
    spoilt = true;
    return refuse(ErrorCode::bot_failed, {{"detail", detail}});
  };
  const Guarded guard;
  try {
    return think();
  } catch (const std::exception& fault) {
    return failed(fault.what());
  } catch (...) {
    return failed("something was thrown");
  }
}

bool thread_is_spoilt() { return spoilt; }

void Bots::add(std::string game, std::vector<std::string> levels, AskBot choose, AskBot hint,
               std::vector<std::string> styled) {
  players_[std::move(game)] = {std::move(levels), std::move(styled), std::move(choose), std::move(hint)};
}

std::vector<std::string> Bots::levels(std::string_view game) const {
  std::vector<std::string> levels;
  if (const auto found = players_.find(game); found != players_.end()) levels = found->second.levels;
  if (std::ranges::find(levels, "random") == levels.end()) levels.insert(levels.begin(), "random");
  return levels;
}

std::vector<std::string> Bots::styled_levels(std::string_view game) const {
  const auto found = players_.find(game);
  return found == players_.end() ? std::vector<std::string>() : found->second.styled;
}

std::vector<std::string> Bots::players(std::string_view game) const {
  auto all = levels(game);
  for (auto& name : styled_levels(game)) all.push_back(std::move(name));
  return all;
}

bool Bots::knows(std::string_view game, std::string_view level) const {
  const auto known = players(game);
  return std::ranges::find(known, level) != known.end();
}

std::vector<std::string> Bots::hint_levels(std::string_view game) const {
  const auto found = players_.find(game);
  if (found == players_.end() || !found->second.hint) return {};
  auto levels = found->second.levels;
  std::erase(levels, "random");  // has no opinion
  return levels;
}

std::expected<Json, Error> Bots::hint(const Match& match, Seat seat, std::string_view level, std::string_view seed,
                                      const std::atomic<bool>* stop) const {
  const auto found = players_.find(match.game().id());
  if (found == players_.end() || !found->second.hint) return Json::array();
  return found->second.hint(match, seat, level, seed, stop);
}

std::expected<Json, Error> Bots::choose(const Match& match, Seat seat, std::string_view level, std::string_view seed,
                                        const std::atomic<bool>* stop) const {
  const auto found = players_.find(match.game().id());
  const auto has = [&](const std::vector<std::string>& names) {
    return std::ranges::find(names, level) != names.end();
  };
  if (found == players_.end() || (!has(found->second.levels) && !has(found->second.styled)))
    return random_move(match, seat, seed);
  return found->second.choose(match, seat, level, seed, stop);
}

}  // namespace remise::server
