// Players for the browser: the one place where the binding asks for a move.
#pragma once

#include <expected>
#include <memory>
#include <string_view>

#include "bots/suite.h"
#include "core/game.h"

namespace remise::wasm {

class GameBots {
 public:
  explicit GameBots(const Game& game) : suite_(bots::make_suite(game)) {}

  // The levels of bots on offer, weakest first. A game without players of its own still has the random one.
  Json levels() const;
  // The move a bot of the level plays for the seat; the same seed and position give the same move.
  std::expected<Json, Error> choose(const Match& match, Seat seat, std::string_view level, std::string_view seed) const;

 private:
  std::unique_ptr<bots::Suite> suite_;
};

}  // namespace remise::wasm
