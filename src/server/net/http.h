// A request and its answer, as far as the app needs to know them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"

namespace remise::server {

struct Request {
  std::string method;
  std::string path;                          // decoded, without the query
  std::map<std::string, std::string> query;  // decoded
  std::string body;
  std::string host, origin, fetch_site, cookie, authorization, content_type;
  std::string address;     // of the client; what limits are counted by
  bool forwarded = false;  // came through a proxy

  std::string_view cookie_named(std::string_view name) const;
};

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

using Respond = std::function<void(Response)>;

// The texts of headers: blanks away; the text before the next separator, which goes with it; equal but for case.
std::string_view trimmed(std::string_view text);
std::string_view next_item(std::string_view& rest, char separator);
bool same_word(std::string_view a, std::string_view b);
// UTF-8 without control characters: what a path or a query may hold once it is decoded.
bool is_clean(std::string_view text);
// Does a Cookie header name one of ours more than once? Whoever plants the second one would choose who is asking.
bool has_doubled_cookie(std::string_view cookie);

Response json_response(const Json& body, int status = 200);
Response text_response(std::string json);  // that is JSON already
Response error_response(const Error& error);
int status_of(const Error& error);

}  // namespace remise::server
