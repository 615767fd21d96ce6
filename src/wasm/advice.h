// Players for the browser: the one place where the binding asks for a move.
#pragma once

#include <expected>
#include <string_view>

#include "core/game.h"

namespace remise::wasm {

// The levels of bots on offer, weakest first.
Json bot_levels();

// The move a bot of the level plays for the seat; the same seed and position give the same move.
std::expected<Json, Error> advice(const Match& match, Seat seat, std::string_view level, std::string_view seed);

}  // namespace remise::wasm
