// Why a move was better, measured: both are played on to the end in the same imagined worlds, and the books of the two
// are compared. What differs there is the cause, whatever it looks like at the moment of the move.
#pragma once

#include "bots/suite.h"
#include "core/game.h"
#include "review/reviewer.h"

namespace remise::review {

struct Comparing {
  const bots::Suite& suite;
  const Reviewer& reviewer;
  const Match& match;  // before the move
  Seat seat;
  const Json &played, &better;
  double rivals;  // how much the results of others count against its own
};

// What a source brings the seat from here on, on average over the worlds.
struct SourceChange {
  std::string source;
  double played = 0, better = 0;

  double less() const { return better - played; }
};
struct PlayedOn {
  double loss = 0;  // by how much the better move is ahead in the end
  std::vector<SourceChange> sources;
};
// `nodes`: moves of all playouts together, about. Nothing where the game cannot be imagined.
PlayedOn play_both_on(const Comparing& moves, std::string_view seed, std::uint64_t nodes, int worlds = 8);

// The weightiest sources in the form of Reviewer::why: {"code": "source", "source", "of", "played", "better"}. None
// where playing on does not confirm the loss found by the player that judges: then they would be another story.
Json confirmed_sources(const PlayedOn& on, double loss);

}  // namespace remise::review
