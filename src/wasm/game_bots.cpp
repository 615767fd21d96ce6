#include "wasm/game_bots.h"

#include <string>

#include "core/random.h"

namespace remise::wasm {
namespace {

// A legal entry stands for many actions where it holds a range {min, max, step}; each range becomes one of its numbers.
void settle_ranges(Json& value, Random& random) {
  if (!value.is_structured()) return;
  if (value.is_object() && value.size() == 3 && value.contains("min") && value.contains("max") &&
      value.contains("step")) {
    const int min = value.value("min", 0), max = value.value("max", 0), step = value.value("step", 1);
    value = min + step * static_cast<int>(random.below(static_cast<std::uint32_t>((max - min) / step + 1)));
    return;
  }
  for (auto& member : value) settle_ranges(member, random);
}

}  // namespace

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
  settle_ranges(action, random);
  return action;
}

}  // namespace remise::wasm
