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

void twist(Json& json, Bytes& bytes) {
  Json* place = &json;
  for (int depth = 0; depth < 8 && place->is_structured() && !place->empty() && bytes.below(8) != 0; ++depth) {
    auto member = place->begin();
    std::advance(member, static_cast<std::ptrdiff_t>(bytes.below(place->size())));
    place = &*member;
  }
  switch (bytes.below(9)) {
    case 0: *place = nullptr; break;
    case 1: *place = static_cast<int>(bytes.next()) - 128; break;
    case 2: *place = Json::array({bytes.next(), *place}); break;
    case 3: *place = 1e300; break;
    case 4: *place = std::int64_t{1} << bytes.below(63); break;
    case 5: *place = std::string(bytes.below(40), static_cast<char>('A' + bytes.below(26))); break;
    case 6: *place = Json::object({{"type", *place}}); break;
    case 7:
      if (place->is_structured() && !place->empty()) {
        auto member = place->begin();
        std::advance(member, static_cast<std::ptrdiff_t>(bytes.below(place->size())));
        place->erase(member);
      }
      break;
    default:
      if (place->is_number_integer()) *place = place->get<std::int64_t>() + static_cast<int>(bytes.next()) - 128;
      if (place->is_array() && !place->empty()) place->push_back(place->front());
  }
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
