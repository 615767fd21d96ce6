// What push messages and webhooks are sealed with: RFC 8291 (aes128gcm), RFC 8292 (VAPID), HMAC.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace remise::server {

std::string base64url(std::string_view bytes);
std::optional<std::string> from_base64url(std::string_view text);
std::string base64(std::string_view bytes);
std::string hmac_sha256(std::string_view key, std::string_view text);
bool same_secret(std::string_view a, std::string_view b);  // takes as long wherever they differ
// A short name for these words, always the same.
std::string name_of(std::string_view words);  // 22 characters of base64url

struct PushKeys {
  std::string private_key, public_key;  // base64url: 32 bytes, and a point of P-256
};
std::optional<PushKeys> new_push_keys();

// For the browser with this key and secret (both base64url), or nothing where they are none.
std::optional<std::string> sealed_push(std::string_view text, std::string_view key, std::string_view secret);
// The header Authorization for a push service.
std::optional<std::string> push_authorization(const PushKeys& keys, const std::string& origin,
                                              const std::string& contact, std::int64_t now_s);

}  // namespace remise::server
