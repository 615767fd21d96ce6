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

}  // namespace remise::wasm
