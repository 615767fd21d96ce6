// What a written JSON text must be besides the right value: no key twice in one object, which a tree would hide.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/random.h"

namespace remise::testing {

// The first key that stands twice in its object; empty where none does.
inline std::string repeated_key(std::string_view text) {
  std::vector<std::set<std::string>> open;
  std::string found;
  const auto look = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) open.emplace_back();
    if (event == Json::parse_event_t::object_end) open.pop_back();
    if (event == Json::parse_event_t::key && !open.back().insert(value.get<std::string>()).second)
      found = value.get<std::string>();
    return true;
  };
  const Json parsed = Json::parse(text, look, false);
  return parsed.is_discarded() ? "no JSON" : found;
}

// The keys of the table under "## state" in docs/views-*.md: every word in code marks of its first column.
inline std::set<std::string> documented_keys(std::string_view page, std::string_view heading) {
  std::set<std::string> keys;
  std::size_t at = page.find("\n## " + std::string(heading) + "\n");
  if (at == std::string_view::npos) return keys;
  const std::string_view chapter = page.substr(at + 1, page.find("\n## ", at + 1) - at);
  for (std::size_t row = chapter.find("\n| "); row != std::string_view::npos; row = chapter.find("\n| ", row + 1)) {
    const std::string_view cell = chapter.substr(row + 3, chapter.find(" |", row + 3) - row - 3);
    for (std::size_t from = cell.find('`'); from != std::string_view::npos;) {
      const std::size_t to = cell.find('`', from + 1);
      keys.emplace(cell.substr(from + 1, to - from - 1));
      from = cell.find('`', to + 1);
    }
  }
  return keys;
}

inline std::set<std::string> keys_of(const Json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

inline std::string page(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(std::string(REMISE_SOURCE_DIR "/docs/") + name).rdbuf();
  return text.str();
}

// One game, played at random; every third position is shown to a seat that is to act and to a spectator.
template <class Look>
void random_match(const Game& game, const Json& setup, std::string_view seed, const Look& look) {
  auto match = game.start(setup);
  ASSERT_TRUE(match) << to_json(match.error());
  Random random = Random::from_seed(seed);
  while (!(*match)->to_act().empty() && !::testing::Test::HasFailure()) {
    const Seat seat = (*match)->to_act().lowest();
    if ((*match)->length() % 3 == 0) look(**match, Viewer::of(seat)), look(**match, Viewer::spectator());
    const auto action = (*match)->pick(seat, random);
    ASSERT_TRUE(action);
    ASSERT_TRUE((*match)->play(seat, *action)) << *action;
  }
  look(**match, Viewer::spectator());
}

}  // namespace remise::testing
