#include "bytes.h"
#include "core/range.h"

#include <algorithm>
#include <map>

#include "core/assert.h"

namespace remise::fuzz {

const std::vector<std::unique_ptr<Game>>& games() {
  static const auto made = [] {
    std::vector<std::unique_ptr<Game>> list;
    for (const auto& maker : game_makers()) {
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
    if (const auto range = read_range(value))
      value = (*range)[static_cast<std::int64_t>(bytes.below(static_cast<std::size_t>(range->count())))];
  return choice;
}

namespace {

void collect(Json& json, std::vector<Json*>& places) {
  places.push_back(&json);
  if (json.is_structured())
    for (auto& member : json) collect(member, places);
}

// Some place inside a value, the value itself included: each as likely as any other, so that most changes fall where
// there is most to change (in the moves of a match, not in its head).
Json* some_place(Json& json, Bytes& bytes) {
  std::vector<Json*> places;
  collect(json, places);
  return places[bytes.below(std::min<std::size_t>(places.size(), 1 << 16))];
}

// Any value instead of another: most of these only break the form.
void replace_roughly(Json& place, Bytes& bytes) {
  switch (bytes.below(8)) {
    case 0: place = nullptr; break;
    case 1: place = static_cast<int>(bytes.next()) - 128; break;
    case 2: place = Json::array({bytes.next(), place}); break;
    case 3: place = 1e300; break;
    case 4: place = std::int64_t{1} << bytes.below(63); break;
    case 5: place = std::string(bytes.below(40), static_cast<char>('A' + bytes.below(26))); break;
    case 6: place = Json::object({{"type", place}}); break;
    default:
      if (place.is_structured() && !place.empty()) {
        auto member = place.begin();
        std::advance(member, static_cast<std::ptrdiff_t>(bytes.below(place.size())));
        place.erase(member);
      }
  }
}

// Another value of the same kind: what stands elsewhere in the text, a number a little higher or lower, a list with an
// entry moved, doubled or gone. Most of these keep the form, and reach the rules.
void replace_gently(Json& json, Json& place, Bytes& bytes) {
  const auto entry = [&] { return static_cast<std::ptrdiff_t>(bytes.below(place.size())); };
  if (place.is_boolean()) {
    place = !place.get<bool>();
  } else if (place.is_number_integer() && bytes.below(2) == 0) {
    place = place.get<std::int64_t>() + static_cast<int>(bytes.below(9)) - 4;
  } else if (place.is_array() && !place.empty() && bytes.below(4) != 0) {
    const auto from = entry(), to = entry();
    const Json moved = place[static_cast<std::size_t>(from)];
    if (bytes.below(3) != 0) place.erase(place.begin() + from);
    if (bytes.below(3) != 0) place.insert(place.begin() + std::min<std::ptrdiff_t>(to, std::ssize(place)), moved);
  } else {
    for (int tries = 0; tries < 6; ++tries) {
      const Json other = *some_place(json, bytes);
      if (other.type() != place.type() || other == place) continue;
      place = other;
      return;
    }
  }
}

}  // namespace

void twist(Json& json, Bytes& bytes) {
  Json& place = *some_place(json, bytes);
  if (bytes.below(4) == 0)
    replace_roughly(place, bytes);
  else
    replace_gently(json, place, bytes);
}

std::optional<std::string> twisted_line(std::string_view text, Random& random) {
  std::vector<std::pair<std::size_t, std::size_t>> lines;  // begin and length
  for (std::size_t from = 0; from < text.size();) {
    const auto end = std::min(text.find('\n', from), text.size());
    if (text[from] == '{' || text[from] == '[') lines.emplace_back(from, end - from);
    from = end + 1;
  }
  if (lines.empty()) return std::nullopt;
  const auto [from, size] = lines[random.below(static_cast<std::uint32_t>(lines.size()))];
  auto json = parse_json(text.substr(from, size));
  if (!json) return std::nullopt;
  std::string draws;
  while (draws.size() < 60) draws += static_cast<char>(random.below(256));
  Bytes bytes(draws);
  for (auto edits = 1 + random.below(3); edits > 0; --edits) twist(*json, bytes);
  return std::string(text.substr(0, from)) + json->dump(-1, ' ', false, Json::error_handler_t::replace) +
         std::string(text.substr(from + size));
}

Depth play_and_check(Match& match, Seat seat, const Json& action, bool take_back) {
  const auto before = match.hash();
  const auto length = match.length();
  if (const auto played = match.play(seat, action); !played) {
    REMISE_ASSERT(match.hash() == before && match.length() == length);
    REMISE_ASSERT(!played.error().code.empty() && !played.error().scope.empty());
    return played.error().scope == "core" ? Depth::misshapen : Depth::refused;
  }
  REMISE_ASSERT(match.length() == length + 1);
  if (!take_back) return Depth::accepted;
  const auto after = match.hash();
  match.undo(1);
  REMISE_ASSERT(match.hash() == before);
  REMISE_ASSERT(match.play(seat, action) && match.hash() == after);
  return Depth::accepted;
}

namespace {

// Options drawn from those the game says it has.
Json some_options(const Json& about, std::size_t players, Random& random) {
  Json options = Json::object();
  for (const Json& option : about["options"]) {
    if (random.below(2) == 0) continue;
    if (const auto only = option.find("players");
        only != option.end() && std::find(only->begin(), only->end(), players) == only->end())
      continue;
    const std::string key = option["key"];
    if (option["type"] == "boolean") options[key] = true;
    if (option["type"] == "choice")
      options[key] = option["choices"][random.below(static_cast<std::uint32_t>(option["choices"].size()))];
  }
  return options;
}

// One of the offers, often of a kind drawn first: where a hundred tiles can be laid, passing would never happen.
Json some_choice(const Json& legal, Random& random) {
  const auto drawn = [&](std::size_t n) { return random.below(static_cast<std::uint32_t>(n)); };
  Json pool = legal;
  if (drawn(2) == 0) {
    std::map<Json, Json> by_kind;
    for (const Json& choice : legal) by_kind.try_emplace(choice["type"], Json::array()).first->second.push_back(choice);
    pool = std::next(by_kind.begin(), static_cast<std::ptrdiff_t>(drawn(by_kind.size())))->second;
  }
  return pool[drawn(pool.size())];
}

std::unique_ptr<Match> play_whole(const Game& game, std::size_t number) {
  constexpr std::size_t most_moves = 1000;
  Random random = Random::from_seed("whole game " + std::to_string(number));
  const Json about = game.about();
  const auto low = about["players"].front().get<std::size_t>(), high = about["players"].back().get<std::size_t>();
  Json setup{{"players", low + number % (high - low + 1)}, {"seed", std::to_string(number)}};
  const Json plain = setup;
  if (number >= whole_games / 2) setup["options"] = some_options(about, setup["players"], random);
  auto match = game.start(setup);
  if (!match) match = game.start(plain);  // these options do not go together
  REMISE_ASSERT(match.has_value());
  while ((*match)->length() < most_moves && !(*match)->to_act().empty()) {
    const Seat seat = (*match)->to_act().lowest();
    std::string draws{static_cast<char>(random.below(256)), static_cast<char>(random.below(256))};
    Bytes bytes(draws);
    const Json legal = (*match)->legal(seat);
    REMISE_ASSERT(!legal.empty());
    const auto played = (*match)->play(seat, filled(some_choice(legal, random), bytes));
    REMISE_ASSERT(played.has_value());
  }
  return std::move(*match);
}

}  // namespace

const Match& whole_game(std::size_t game, std::size_t number) {
  static std::map<std::pair<std::size_t, std::size_t>, std::unique_ptr<Match>> played;
  auto& match = played[{game, number}];
  if (!match) match = play_whole(*games()[game], number);
  return *match;
}

std::unique_ptr<Match> some_match(Bytes& bytes) {
  const std::size_t game = bytes.below(games().size()), number = bytes.below(whole_games);
  const Match& whole = whole_game(game, number);
  auto match = whole.at(bytes.below(1 << 16) % (whole.length() + 1));
  for (std::size_t moves = bytes.below(16); moves > 0 && !match->to_act().empty(); --moves) {
    const Seat seat = match->to_act().lowest();
    const Json legal = match->legal(seat);
    REMISE_ASSERT(!legal.empty());
    const auto played = match->play(seat, filled(legal[bytes.below(legal.size())], bytes));
    REMISE_ASSERT(played.has_value());
  }
  return match;
}

std::string bytes_for(std::size_t game, std::size_t number, std::size_t n) {
  return {static_cast<char>(game), static_cast<char>(number), static_cast<char>(n >> 8), static_cast<char>(n & 255), 0};
}

}  // namespace remise::fuzz
