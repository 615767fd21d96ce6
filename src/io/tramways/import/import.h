// Recorded games of Tramways (format "tramways-record-1"): replayed from their explicit setup, and compared state by
// state, deed by deed and verdict by verdict.
#pragma once

#include "io/import/import.h"

namespace remise {

bool recognises_tramways(const Json& source);
std::expected<Import, Error> import_tramways(const Game& game, const ImportFiles& files);
inline constexpr Importer tramways_importer{"tramways", "a recorded game (tramways-record-1)", recognises_tramways,
                                            import_tramways};

// All deeds of a seat in the form of a list of legal deeds: track with at most `max_pieces` pieces.
Json tramways_deeds(const Match& match, Seat seat, int max_pieces, bool with_board);

}  // namespace remise
