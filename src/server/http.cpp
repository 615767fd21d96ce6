#include "server/http.h"

#include <unordered_map>

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

int status_of(const Error& error) {
  static const std::unordered_map<std::string, int> statuses{{"login_needed", 401},
                                                             {"bad_login", 401},
                                                             {"bad_origin", 403},
                                                             {"not_host", 403},
                                                             {"not_seated", 403},
                                                             {"not_asked", 403},
                                                             {"banned", 403},
                                                             {"local_only", 403},
                                                             {"match_running", 403},
                                                             {"not_found", 404},
                                                             {"table_unknown", 404},
                                                             {"game_unknown", 404},
                                                             {"method_unknown", 405},
                                                             {"stale", 409},
                                                             {"already_started", 409},
                                                             {"not_started", 409},
                                                             {"seat_taken", 409},
                                                             {"already_seated", 409},
                                                             {"table_full", 409},
                                                             {"seats_free", 409},
                                                             {"name_taken", 409},
                                                             {"too_many_bot_tables", 409},
                                                             {"proposal_open", 409},
                                                             {"no_proposal", 409},
                                                             {"link_expired", 409},
                                                             {"too_many_changes", 409},
                                                             {"chat_full", 409},
                                                             {"log_full", 409},
                                                             {"too_large", 413},
                                                             {"content_type", 415},
                                                             {"too_fast", 429},
                                                             {"database_full", 503},
                                                             {"server_busy", 503},
                                                             {"match_unreadable", 500},
                                                             {"database_unavailable", 503}};
  if (error.scope != "server")
    return error.scope == "core" && error.code != "not_your_turn" && error.code != "match_over" ? 400 : 409;
  const auto found = statuses.find(error.code);
  return found == statuses.end() ? 400 : found->second;
}

Response json_response(const Json& body, int status) {
  Response response;
  response.status = status;
  response.body = body.dump(-1, ' ', false, Json::error_handler_t::replace);
  return response;
}

Response error_response(const Error& error) {
  Response response = json_response({{"error", to_json(error)}}, status_of(error));
  if (response.status == 429 || response.status == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

}  // namespace remise::server
