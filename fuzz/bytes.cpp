#include "bytes.h"

#include "core/assert.h"

namespace remise::fuzz {

const std::vector<std::unique_ptr<Game>>& games() {
  static const auto made = [] {
    std::vector<std::unique_ptr<Game>> list;
    for (const auto maker : game_makers()) {
      auto game = maker(embedded_data);
      REMISE_ASSERT(game.has_value());
      list.push_back(std::move(*game));
    }
    return list;
  }();
  return made;
}

Json filled(Json choice, Bytes& bytes) {
  for (auto& [key, value] : choice.items())
    if (value.is_object() && value.contains("min") && value.contains("step")) {
      const auto min = value["min"].get<std::int64_t>(), max = value["max"].get<std::int64_t>(),
                 step = value["step"].get<std::int64_t>();
      value = min + step * static_cast<std::int64_t>(bytes.below(static_cast<std::size_t>((max - min) / step + 1)));
    }
  return choice;
}

void play_and_check(Match& match, Seat seat, const Json& action) {
  const auto before = match.hash();
  const auto length = match.length();
  if (const auto played = match.play(seat, action); !played) {
    REMISE_ASSERT(match.hash() == before && match.length() == length);
    REMISE_ASSERT(!played.error().code.empty() && !played.error().scope.empty());
    return;
  }
  REMISE_ASSERT(match.length() == length + 1);
  const auto after = match.hash();
  match.undo(1);
  REMISE_ASSERT(match.hash() == before);
  REMISE_ASSERT(match.play(seat, action) && match.hash() == after);
}

std::unique_ptr<Match> some_match(Bytes& bytes) {
  const Game& game = *games()[bytes.below(games().size())];
  const Json about = game.about();
  const auto low = about["players"].front().get<std::size_t>(), high = about["players"].back().get<std::size_t>();
  Json setup{{"players", low + bytes.below(high - low + 1)}, {"seed", std::to_string(bytes.next())}};
  auto match = game.start(setup);
  REMISE_ASSERT(match.has_value());
  for (std::size_t moves = bytes.below(200); moves > 0 && !(*match)->to_act().empty(); --moves) {
    const Seat seat = (*match)->to_act().lowest();
    const Json legal = (*match)->legal(seat);
    REMISE_ASSERT(!legal.empty());
    const auto played = (*match)->play(seat, filled(legal[bytes.below(legal.size())], bytes));
    REMISE_ASSERT(played.has_value());
  }
  return std::move(*match);
}

}  // namespace remise::fuzz
