#include "server/call/crypto.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <sodium.h>

#include <memory>

#include "core/json.h"

namespace remise::server {
namespace {

template <auto release>
struct Release {
  template <class T>
  void operator()(T* pointer) const {
    release(pointer);
  }
};
using EcKey = std::unique_ptr<EVP_PKEY, Release<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Release<EVP_PKEY_CTX_free>>;
using Digest = std::unique_ptr<EVP_MD_CTX, Release<EVP_MD_CTX_free>>;
using Cipher = std::unique_ptr<EVP_CIPHER_CTX, Release<EVP_CIPHER_CTX_free>>;
using Signature = std::unique_ptr<ECDSA_SIG, Release<ECDSA_SIG_free>>;
using BigNumber = std::unique_ptr<BIGNUM, Release<BN_clear_free>>;

constexpr std::size_t point_size = 65, secret_size = 16, number_size = 32;

const unsigned char* raw_bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* raw_bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

std::string in_base64(std::string_view bytes, int variant) {
  std::string text(sodium_base64_encoded_len(bytes.size(), variant), '\0');
  sodium_bin2base64(text.data(), text.size(), raw_bytes(bytes), bytes.size(), variant);
  text.resize(text.size() - 1);
  return text;
}

std::string number_text(const BIGNUM* number) {
  std::string bytes(number_size, '\0');
  return BN_bn2binpad(number, raw_bytes(bytes), number_size) == number_size ? bytes : "";
}

// A key of P-256: of a point alone, or with its private number.
EcKey key_of(std::string_view point, std::string_view number) {
  const std::unique_ptr<OSSL_PARAM_BLD, Release<OSSL_PARAM_BLD_free>> build(OSSL_PARAM_BLD_new());
  OSSL_PARAM_BLD_push_utf8_string(build.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
  OSSL_PARAM_BLD_push_octet_string(build.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size());
  const BigNumber secret(number.empty() ? nullptr
                                        : BN_bin2bn(raw_bytes(number), static_cast<int>(number.size()), nullptr));
  if (secret) OSSL_PARAM_BLD_push_BN(build.get(), OSSL_PKEY_PARAM_PRIV_KEY, secret.get());
  const std::unique_ptr<OSSL_PARAM, Release<OSSL_PARAM_free>> params(OSSL_PARAM_BLD_to_param(build.get()));
  const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
  EVP_PKEY* key = nullptr;
  const int part = secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
  if (!params || !context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &key, part, params.get()) != 1)
    return nullptr;
  return EcKey(key);
}

std::string point_of(EVP_PKEY* key) {
  std::string point(point_size, '\0');
  std::size_t size = 0;
  if (EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, raw_bytes(point), point.size(), &size) != 1)
    return "";
  return size == point_size ? point : "";
}

std::string shared_secret(EVP_PKEY* ours, EVP_PKEY* theirs) {
  const KeyContext context(EVP_PKEY_CTX_new(ours, nullptr));
  std::size_t size = number_size;
  std::string secret(size, '\0');
  if (!context || EVP_PKEY_derive_init(context.get()) != 1 || EVP_PKEY_derive_set_peer(context.get(), theirs) != 1 ||
      EVP_PKEY_derive(context.get(), raw_bytes(secret), &size) != 1)
    return "";
  return secret;
}

// HKDF with one block of SHA-256.
std::string derived(std::string_view salt, std::string_view secret, std::string info, std::size_t size) {
  return hmac_sha256(hmac_sha256(salt, secret), info + '\x01').substr(0, size);
}

std::optional<std::string> aes128gcm(std::string_view key, std::string_view nonce, std::string_view text) {
  constexpr int tag_size = 16;
  const Cipher cipher(EVP_CIPHER_CTX_new());
  std::string out(text.size() + tag_size, '\0');
  int size = 0, rest = 0;
  if (EVP_EncryptInit_ex(cipher.get(), EVP_aes_128_gcm(), nullptr, raw_bytes(key), raw_bytes(nonce)) != 1 ||
      EVP_EncryptUpdate(cipher.get(), raw_bytes(out), &size, raw_bytes(text), static_cast<int>(text.size())) != 1 ||
      EVP_EncryptFinal_ex(cipher.get(), raw_bytes(out) + size, &rest) != 1 ||
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, tag_size, out.data() + text.size()) != 1)
    return std::nullopt;
  return out;
}

}  // namespace

std::string base64url(std::string_view bytes) { return in_base64(bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING); }
std::string base64(std::string_view bytes) { return in_base64(bytes, sodium_base64_VARIANT_ORIGINAL); }

std::optional<std::string> from_base64url(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes(text.size(), '\0');
  std::size_t size = 0;
  if (sodium_base642bin(raw_bytes(bytes), bytes.size(), text.data(), text.size(), nullptr, &size, nullptr,
                        sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0)
    return std::nullopt;
  bytes.resize(size);
  return bytes;
}

std::string hmac_sha256(std::string_view key, std::string_view text) {
  std::string out(32, '\0');
  unsigned size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), raw_bytes(text), text.size(), raw_bytes(out), &size);
  return out;
}

bool same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

std::string name_of(std::string_view words) {
  return base64url(std::string_view(hmac_sha256("remise name", words)).substr(0, 16));
}

std::optional<PushKeys> new_push_keys() {
  const EcKey key(EVP_EC_gen("P-256"));
  BIGNUM* number = nullptr;
  if (!key || EVP_PKEY_get_bn_param(key.get(), OSSL_PKEY_PARAM_PRIV_KEY, &number) != 1) return std::nullopt;
  const BigNumber kept(number);
  return PushKeys{base64url(number_text(number)), base64url(point_of(key.get()))};
}

std::optional<std::string> sealed_push(std::string_view text, std::string_view key, std::string_view secret) {
  const auto point = from_base64url(key), auth = from_base64url(secret);
  if (!point || point->size() != point_size || !auth || auth->size() != secret_size) return std::nullopt;
  const EcKey theirs = key_of(*point, ""), ours(EVP_EC_gen("P-256"));
  if (!theirs || !ours) return std::nullopt;
  const std::string our_point = point_of(ours.get()), shared = shared_secret(ours.get(), theirs.get());
  std::string salt(16, '\0');
  if (shared.empty() || our_point.empty() || RAND_bytes(raw_bytes(salt), 16) != 1) return std::nullopt;
  using namespace std::string_literals;
  const std::string input = derived(*auth, shared, "WebPush: info\0"s + *point + our_point, 32);
  const std::string content_key = derived(salt, input, "Content-Encoding: aes128gcm\0"s, 16);
  const std::string nonce = derived(salt, input, "Content-Encoding: nonce\0"s, 12);
  const auto sealed = aes128gcm(content_key, nonce, std::string(text) + '\x02');  // the last record
  if (!sealed) return std::nullopt;
  return salt + "\x00\x00\x10\x00"s + static_cast<char>(point_size) + our_point + *sealed;
}

std::optional<std::string> push_authorization(const PushKeys& keys, const std::string& origin,
                                              const std::string& contact, std::int64_t now_s) {
  constexpr std::int64_t lives = 12 * 3600;
  const auto point = from_base64url(keys.public_key), number = from_base64url(keys.private_key);
  const EcKey key = point && number ? key_of(*point, *number) : nullptr;
  if (!key) return std::nullopt;
  const std::string text = base64url(R"({"typ":"JWT","alg":"ES256"})") + "." +
                           base64url(Json{{"aud", origin}, {"exp", now_s + lives}, {"sub", contact}}.dump());
  const Digest digest(EVP_MD_CTX_new());
  std::size_t size = 128;
  std::string der(size, '\0');
  if (EVP_DigestSignInit(digest.get(), nullptr, EVP_sha256(), nullptr, key.get()) != 1 ||
      EVP_DigestSign(digest.get(), raw_bytes(der), &size, raw_bytes(std::string_view(text)), text.size()) != 1)
    return std::nullopt;
  const unsigned char* at = raw_bytes(std::string_view(der));
  const Signature signature(d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(size)));
  if (!signature) return std::nullopt;
  const std::string both =
      number_text(ECDSA_SIG_get0_r(signature.get())) + number_text(ECDSA_SIG_get0_s(signature.get()));
  return "vapid t=" + text + "." + base64url(both) + ", k=" + keys.public_key;
}

}  // namespace remise::server
