// Secrets: tokens, their hashes, passwords. Only hashes are stored; a token has at least 128 bits of chance, so a fast
// hash is enough for it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "server/app/environment.h"

namespace remise::server {

inline constexpr std::size_t token_length = 43;  // 32 bytes as base64url

bool start_crypto();  // once per process

std::string new_token(Entropy& entropy);
std::string new_table_id(Entropy& entropy);  // 16 characters
bool is_token(std::string_view text);

// The token of a player without an account: one half chance, one half our seal on it. So only those we have issued are
// taken, and none of them needs to be kept before it holds a seat.
using TokenKey = std::array<unsigned char, 32>;
std::string new_token_key(Entropy& entropy);  // as text, to be stored
std::optional<TokenKey> read_token_key(std::string_view text);
std::string new_player_token(Entropy& entropy, const TokenKey& key);
bool is_sealed(std::string_view token, const TokenKey& key);

bool is_table_id(std::string_view text);
std::string token_hash(std::string_view token);

// argon2id, about 50 ms and 19 MiB: for a background thread.
std::optional<std::string> hash_password(std::string_view password);
bool check_password(std::string_view password, const std::string& hash);

class SystemEntropy final : public Entropy {
 public:
  void fill(std::span<unsigned char> bytes) override;
};

}  // namespace remise::server
