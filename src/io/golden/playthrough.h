// Playing by the contract alone, for any game: random moves, perft, the signature number.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/random.h"

namespace remise {

// Every legal move of a seat, with ranges written out: {"price": {"min": 20, "max": 30, "step": 5}} becomes three
// moves.
std::vector<Json> expanded_moves(const Match& match, Seat seat);

struct SeatMove {
  Seat seat = Seat::none;
  Json action;
};
// One of the legal moves: first a seat, then an entry of its list, then an amount, the lowest of three
// draws (high bids end most games early). Nothing when the match is over.
std::optional<SeatMove> random_move(const Match& match, Random& random);
// Plays random moves until the end or `most`; gives the number played.
std::size_t play_random(Match& match, Random& random, std::size_t most);

struct PerftEntry {
  SeatMove move;
  std::uint64_t count = 0;
};
// Positions after exactly `depth` moves (shorter where the match ends), by first move.
std::vector<PerftEntry> perft(Match& match, int depth);

// One number for behaviour: it changes when any state or legal list of fixed random games does.
struct Signature {
  std::uint64_t number = 0;
  std::uint64_t moves = 0;
};
Signature signature(const Game& game, int games, std::size_t moves_each);

}  // namespace remise
