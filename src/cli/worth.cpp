#include "cli/worth.h"

#include "core/range.h"
#include "io/text/renderer.h"

namespace remise::cli {
namespace {

std::string with_sign(const Json& change) {
  const auto n = change.get<long long>();
  return n < 0 ? "\u2212" + std::to_string(-n) : "+" + std::to_string(n);
}

}  // namespace

// GAME.effect.MEMBER says it, where the game has a word for it.
void Worth::add(std::string_view member, const Json& values) {
  const std::string key = std::string(match_.game().id()) + ".effect." + std::string(member);
  if (texts_.has(key)) words_ += (words_.empty() ? "" : ", ") + texts_.text(key, values);
}

std::string Worth::of(const Json& action) {
  words_.clear();
  for (const auto& [key, value] : action.items())
    if (read_range(value)) return "";
  const auto answer = match_.compose(seat_, {{"action", action}});
  if (!answer || !(*answer)["effects"].is_object()) return "";
  const Json& effects = (*answer)["effects"];
  for (const Json& one : effects.value("seats", Json::array()))
    if (one.value("seat", Json()) == static_cast<int>(index(seat_)))
      for (const auto& [member, change] : one.items())
        if (member != "seat" && change.is_number_integer()) add(member, {{"signed", with_sign(change)}});
  for (const Json& one : effects.value("companies", Json::array()))
    for (const auto& [member, change] : one.items())
      if (member != "company" && change.is_number_integer())
        add(member, {{"signed", with_sign(change)}, {"company", one["company"]}});
  const auto renderer = renderer_of(match_);
  if (renderer && renderer->gain) {
    if (view_.is_null()) view_ = match_.view(Viewer::of(seat_));
    if (const auto gain = renderer->gain(view_, action)) add("gain", {{"signed", with_sign(*gain)}});
  }
  return words_.empty() ? "" : "  (" + words_ + ")";
}

}  // namespace remise::cli
