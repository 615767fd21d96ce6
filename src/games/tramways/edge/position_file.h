// A position as JSON (docs/match-file.md): all of a state that decides how the match goes on. What follows from the
// rest is not written: neighbours, whole buildings, rails on fields, pieces left, hand limits.
//
// What an explicit setup gave for later (its shuffles, and during a draft its auction deck) is no part of a position: a
// state as somebody imagines it (19) has none, and chance goes on where it did.
#pragma once

#include <expected>

#include "games/tramways/state.h"

namespace remise::tramways {

// `s` is a state of a match: its map consists of boards.
Json position_json(const Tables& tables, const State& s);
// Anybody may have written it: what is accepted keeps all invariants (invariants.cpp), so that every rule can be
// applied to it.
std::expected<State, Error> read_position(const Tables& tables, const Json& json);
// {"players", "position"}
std::expected<State, Error> read_position_setup(const Tables& tables, const Json& setup);

}  // namespace remise::tramways
