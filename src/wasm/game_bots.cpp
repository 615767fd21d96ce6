#include "wasm/game_bots.h"

#include <string>

#include "core/range.h"

namespace remise::wasm {

Json GameBots::levels() const {
  if (!suite_) return Json::array({"random"});
  return suite_->levels();
}

std::expected<Json, Error> GameBots::choose(const Match& match, Seat seat, std::string_view level,
                                            std::string_view seed) const {
  if (suite_) return suite_->choose(match, seat, level, seed);
  if (level != "random") return std::unexpected(form_error("unknown_word", "level", level));
  Json legal = match.legal(seat);
  if (legal.empty()) return std::unexpected(Error{"core", "not_your_turn", "", {{"seat", static_cast<int>(seat)}}});
  Random random = Random::from_seed(std::string(seed) + ":" + std::to_string(match.length()));
  Json action = std::move(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
  fill_ranges(action, random);
  return action;
}

std::expected<std::unique_ptr<bots::Deliberation>, Error> GameBots::deliberate(const Match& match, Seat seat,
                                                                               std::string_view level,
                                                                               std::string_view seed) const {
  if (suite_) return suite_->deliberate(match, seat, level, seed);
  return std::unexpected(form_error("unknown_word", "level", level));
}

std::expected<Json, Error> GameBots::weigh(const Match& match, Seat seat, std::string_view level, std::string_view seed,
                                           std::uint64_t nodes) const {
  if (!suite_) return Json(nullptr);
  const auto weighing = suite_->weigh(match, seat, Json(nullptr), level, seed, nodes);
  if (!weighing) return std::unexpected(weighing.error());
  if (weighing->moves.empty()) return Json(nullptr);
  const bots::WeighedMove& best = weighing->moves.front();
  Json results = Json::array(), errors = Json::array();
  for (std::size_t s = 0; s < best.results.size(); ++s) {
    const bool told = weighing->others || s == index(seat);
    results.push_back(told ? Json(best.results[s]) : Json(nullptr));
    errors.push_back(told ? Json(best.errors[s]) : Json(nullptr));
  }
  return Json{{"action", best.action}, {"results", results}, {"errors", errors}, {"chances", best.chances}};
}

}  // namespace remise::wasm
