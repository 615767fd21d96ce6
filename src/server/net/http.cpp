#include "server/net/http.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "generated/wire.h"

namespace remise::server {

std::string_view Request::cookie_named(std::string_view name) const {
  std::string_view rest = cookie;
  while (!rest.empty()) {
    const auto end = rest.find(';');
    std::string_view one = rest.substr(0, end);
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.starts_with(name) && one.size() > name.size() && one[name.size()] == '=')
      return one.substr(name.size() + 1);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return {};
}

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view next_item(std::string_view& rest, char separator) {
  const auto end = std::min(rest.find(separator), rest.size());
  const auto item = trimmed(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return item;
}

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](unsigned char c) { return std::tolower(c); };
  return std::ranges::equal(a, b, {}, lower, lower);
}

bool is_clean(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u; };
    const unsigned first = byte(i);
    if (first < 0x20 || first == 0x7f) return false;
    const std::size_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if ((first >= 0x80 && first < 0xc2) || first > 0xf4) return false;  // no beginning, or written too long
    for (std::size_t k = 1; k < size; ++k)
      if ((byte(i + k) & 0xc0u) != 0x80) return false;
    const unsigned second = byte(i + 1);
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) || (first == 0xf0 && second < 0x90) ||
        (first == 0xf4 && second > 0x8f))
      return false;  // written too long, half of a pair, beyond Unicode
    i += size;
  }
  return true;
}

bool has_doubled_cookie(std::string_view cookie) {
  std::set<std::string_view> seen;
  for (std::string_view rest = cookie; !rest.empty();) {
    std::string_view one = next_item(rest, ';');
    const auto name = next_item(one, '=');
    if (name.starts_with("remise_") && !seen.insert(name).second) return true;
  }
  return false;
}

int status_of(const Error& error) {
  if (error.scope != "server")
    return error.scope == "core" && error.code != "not_your_turn" && error.code != "match_over" ? 400 : 409;
  const auto found = std::ranges::find(error_entries, error.code, &ErrorEntry::text);
  return found == error_entries.end() ? 400 : found->status;
}

Response json_response(const Json& body, int status) {
  Response response;
  response.status = status;
  response.body = body.dump(-1, ' ', false, Json::error_handler_t::replace);
  return response;
}

Response text_response(std::string json) {
  Response response;
  response.body = std::move(json);
  return response;
}

Response error_response(const Error& error) {
  Response response = json_response({{"error", to_json(error)}}, status_of(error));
  if (response.status == 429 || response.status == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

}  // namespace remise::server
