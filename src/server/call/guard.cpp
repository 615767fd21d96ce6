#include "server/call/guard.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>

#include <array>
#include <cstring>
#include <memory>

#include "server/app/server_error.h"

namespace remise::server {
namespace {

struct Network4 {
  std::uint32_t address;
  int bits;
};
// RFC 6890 and its successors: everything that is not for everybody.
constexpr Network4 not_public[] = {{0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},
                                   {0xa9fe0000, 16}, {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24},
                                   {0xc0586300, 24}, {0xc0a80000, 16}, {0xc6120000, 15}, {0xc6336400, 24},
                                   {0xcb007100, 24}, {0xe0000000, 4},  {0xf0000000, 4}};

bool is_public4(std::uint32_t address) {
  for (const auto& [network, bits] : not_public)
    if ((address ^ network) >> (32 - bits) == 0) return false;
  return true;
}

// Only what is given out (2000::/3), without tunnels that carry any IPv4 address and without documentation.
bool is_public6(const unsigned char* a) {
  const unsigned first = static_cast<unsigned>(a[0] << 8 | a[1]), second = static_cast<unsigned>(a[2] << 8 | a[3]);
  if (first >> 13 != 1) return false;
  if (first == 0x2001 && (second < 0x0200 || second == 0x0db8)) return false;
  return first != 0x2002 && first != 0x3fff;
}

std::string url_part(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  std::string copy;
  if (curl_url_get(url, part, &text, 0) == CURLUE_OK && text) copy = text;
  curl_free(text);
  return copy;
}

}  // namespace

bool is_public_address(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    sockaddr_in in{};
    std::memcpy(&in, address, sizeof in);
    return is_public4(ntohl(in.sin_addr.s_addr));
  }
  if (address->sa_family != AF_INET6) return false;
  sockaddr_in6 in{};
  std::memcpy(&in, address, sizeof in);
  return is_public6(in.sin6_addr.s6_addr);
}

std::expected<std::string, Error> checked_url(const std::string& url, bool private_too) {
  constexpr std::size_t longest = 1000;
  const auto bad = [] { return refuse(ErrorCode::bad_address); };
  for (const char c : url)
    if (static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) >= 0x7f || c == '\\') return bad();
  if (url.empty() || url.size() > longest || url.contains(":///")) return bad();  // curl would take a path for a host
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> parts(curl_url(), &curl_url_cleanup);
  if (curl_url_set(parts.get(), CURLUPART_URL, url.c_str(), CURLU_DISALLOW_USER) != CURLUE_OK) return bad();
  const std::string scheme = url_part(parts.get(), CURLUPART_SCHEME), host = url_part(parts.get(), CURLUPART_HOST);
  if (scheme != "https" && !(private_too && scheme == "http")) return bad();
  if (host.empty()) return bad();
  if (private_too) return url;
  // An address written out is looked at now; a name when it is used.
  sockaddr_in in4{};
  in4.sin_family = AF_INET;
  if (inet_pton(AF_INET, host.c_str(), &in4.sin_addr) == 1 && !is_public_address(reinterpret_cast<sockaddr*>(&in4)))
    return bad();
  if (host.front() == '[') {
    sockaddr_in6 in6{};
    in6.sin6_family = AF_INET6;
    if (inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &in6.sin6_addr) != 1 ||
        !is_public_address(reinterpret_cast<sockaddr*>(&in6)))
      return bad();
  }
  return url;
}

std::string origin_of_url(const std::string& url) {
  const auto host = url.find("://") + 3;
  return url.substr(0, url.find_first_of("/?#", host));
}

}  // namespace remise::server
