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
  // Levels with a style ("hard/builder").
  Json styled_levels() const { return suite_ ? Json(suite_->styled_levels()) : Json::array(); }
  // The move a bot of the level plays for the seat; the same seed and position give the same move.
  std::expected<Json, Error> choose(const Match& match, Seat seat, std::string_view level, std::string_view seed) const;
  // The same move in pieces that several engines play.
  std::expected<std::unique_ptr<bots::Deliberation>, Error> deliberate(const Match& match, Seat seat,
                                                                       std::string_view level,
                                                                       std::string_view seed) const;
  // The best moves with their expected results; none where nobody knows the game.
  std::expected<Json, Error> hint(const Match& match, Seat seat, std::string_view level, std::string_view seed,
                                  std::uint64_t nodes) const {
    if (!suite_) return Json::array();
    return suite_->hint(match, seat, level, seed, nodes);
  }
  // Expected results of all seats after the best move; null where nothing is to decide.
  std::expected<Json, Error> weigh(const Match& match, Seat seat, std::string_view level, std::string_view seed,
                                   std::uint64_t nodes) const;

 private:
  std::unique_ptr<bots::Suite> suite_;
};

}  // namespace remise::wasm
