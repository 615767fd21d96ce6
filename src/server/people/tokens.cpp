#include "server/people/tokens.h"

#include <sodium.h>

#include <algorithm>
#include <array>

namespace remise::server {
namespace {

constexpr unsigned long long argon_passes = 3;
constexpr std::size_t argon_memory = std::size_t{19} << 20;

std::string base64url(std::span<const unsigned char> bytes) {
  std::string text(sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  text.pop_back();  // the terminating zero
  return text;
}

std::array<unsigned char, 32> bytes_of(std::string_view token) {
  std::array<unsigned char, 32> bytes{};
  std::size_t size = 0;
  if (sodium_base642bin(bytes.data(), bytes.size(), token.data(), token.size(), nullptr, &size, nullptr,
                        sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0)
    bytes.fill(0);
  return bytes;
}

constexpr std::size_t half = 16;
using Half = std::span<const unsigned char, half>;

std::array<unsigned char, half> seal(Half chance, const TokenKey& key) {
  std::array<unsigned char, half> sealed;
  crypto_generichash(sealed.data(), sealed.size(), chance.data(), chance.size(), key.data(), key.size());
  return sealed;
}

bool is_base64url(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

}  // namespace

bool start_crypto() { return sodium_init() >= 0; }

std::string new_token(Entropy& entropy) {
  std::array<unsigned char, 32> bytes;
  entropy.fill(bytes);
  return base64url(bytes);
}

std::string new_table_id(Entropy& entropy) {
  std::array<unsigned char, 12> bytes;
  std::string id;
  do {
    entropy.fill(bytes);
    id = base64url(bytes);
  } while (id.starts_with('-'));  // a command line takes that for an option
  return id;
}

bool is_token(std::string_view text) { return text.size() == token_length && is_base64url(text); }
bool is_table_id(std::string_view text) { return text.size() == 16 && is_base64url(text); }

std::string new_token_key(Entropy& entropy) { return new_token(entropy); }

std::optional<TokenKey> read_token_key(std::string_view text) {
  if (!is_token(text)) return std::nullopt;
  return bytes_of(text);
}

std::string new_player_token(Entropy& entropy, const TokenKey& key) {
  std::array<unsigned char, 2 * half> bytes;
  entropy.fill(std::span(bytes).first(half));
  const auto sealed = seal(Half(bytes.data(), half), key);
  std::ranges::copy(sealed, bytes.begin() + half);
  return base64url(bytes);
}

bool is_sealed(std::string_view token, const TokenKey& key) {
  if (!is_token(token)) return false;
  const auto bytes = bytes_of(token);
  const auto sealed = seal(Half(bytes.data(), half), key);
  return sodium_memcmp(sealed.data(), bytes.data() + half, half) == 0;
}

std::string token_hash(std::string_view token) {
  std::array<unsigned char, 32> hash;
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(token.data()), token.size(),
                     nullptr, 0);
  return base64url(hash);
}

std::optional<std::string> hash_password(std::string_view password) {
  std::string hash(crypto_pwhash_STRBYTES, '\0');
  if (crypto_pwhash_str_alg(hash.data(), password.data(), password.size(), argon_passes, argon_memory,
                            crypto_pwhash_ALG_ARGON2ID13) != 0)
    return std::nullopt;
  hash.resize(hash.find('\0'));
  return hash;
}

bool check_password(std::string_view password, const std::string& hash) {
  return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

void SystemEntropy::fill(std::span<unsigned char> bytes) { randombytes_buf(bytes.data(), bytes.size()); }

}  // namespace remise::server
