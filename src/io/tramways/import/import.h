// Recorded games of Tramways (format "tramways-record-1"): replayed from their explicit setup, and compared state by
// state, deed by deed and verdict by verdict.
#pragma once

#include "io/import/import.h"

namespace remise::tramways {

bool is_record(const Json& source);
std::expected<Import, Error> import_record(const Game& game, const ImportFiles& files);

// All deeds of a seat in the form of a list of legal deeds: track with at most `max_pieces` pieces.
Json deeds_of(const Match& match, Seat seat, int max_pieces, bool with_board);

}  // namespace remise::tramways
