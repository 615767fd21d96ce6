// Sentences for the moves, events and refusals of a game, for any game: the catalogue key is GAME.KIND.NAME
// ("1840.event.tile_laid", "1840.action.bid"), the values are the members of the object.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "io/locale.h"

namespace remise {

std::vector<std::string> seat_names(const Match& match, const Json& file, const Locale& locale);

// `record` is an action ({"type": ...}) or an event ({"kind": ...}). Members that hold a seat ("seat", "player", and
// those ending in "_seat" or "_player") are shown by name; ranges as "20-45".
std::string action_sentence(const Locale& locale, std::string_view game, const Json& action,
                            const std::vector<std::string>& names);
std::string event_sentence(const Locale& locale, std::string_view game, const Json& event,
                           const std::vector<std::string>& names);

// One move of Match::log: who did what, and below it what happened.
std::string move_text(const Locale& locale, std::string_view game, const Json& move,
                      const std::vector<std::string>& names);
// The final standing, best first.
std::string outcome_text(const Locale& locale, const Json& outcome, const std::vector<std::string>& names);

}  // namespace remise
