// The games this server offers, found by id.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/game.h"

namespace remise::server {

class Games {
 public:
  explicit Games(std::vector<std::unique_ptr<Game>> games) : games_(std::move(games)) {}

  const Game* find(std::string_view id) const {
    for (const auto& game : games_)
      if (game->id() == id) return game.get();
    return nullptr;
  }
  const std::vector<std::unique_ptr<Game>>& all() const { return games_; }

 private:
  std::vector<std::unique_ptr<Game>> games_;
};

}  // namespace remise::server
