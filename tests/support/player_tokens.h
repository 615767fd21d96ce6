// Tokens of players for tests: sealed with a key that the test puts into the database before a server makes its own.
#pragma once

#include "server/people/tokens.h"
#include "store/database.h"

namespace remise::testing {

inline const std::string token_key(server::token_length, 'k');

inline void plant_token_key(store::Database& db) { (void)db.secret("player_tokens", token_key); }

inline std::string player_token(server::Entropy& entropy) {
  return server::new_player_token(entropy, *server::read_token_key(token_key));
}

}  // namespace remise::testing
