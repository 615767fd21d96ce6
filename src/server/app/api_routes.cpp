// The HTTP half of the API (docs/api.md): every route there is. What each does: api_people.cpp, api_profiles.cpp,
// api_tables.cpp, api_calls.cpp.
#include "server/app/app.h"

namespace remise::server {

const std::vector<App::Route>& App::routes() {
  static const std::vector<Route> list{
      {"GET", "/api/games", &App::get_games, false, false},
      {"GET", "/api/me", &App::get_me, false, true},
      {"PUT", "/api/me/preferences", &App::put_preferences, true, false},
      {"GET", "/api/me/tables", &App::get_my_tables, false, false},
      {"GET", "/api/me/calls", &App::get_calls, false, true},
      {"PUT", "/api/me/calls", &App::put_calls, true, false},
      {"POST", "/api/me/ways", &App::post_way, true, false},
      {"DELETE", "/api/me/ways/*", &App::delete_way, true, false},
      {"POST", "/api/me/ways/*/try", &App::post_try, true, false},
      {"POST", "/api/calls/confirm", &App::post_confirm, true, false},
      {"POST", "/api/calls/stop", &App::post_stop, true, false, false, true},
      {"GET", "/api/tables/*/calls", &App::get_calls_at, false, false},
      {"PUT", "/api/tables/*/calls", &App::put_calls_at, true, false},
      {"POST", "/api/tables/*/ways", &App::post_way_at, true, false},
      {"PUT", "/api/me/privacy", &App::put_privacy, true, false},
      {"GET", "/api/me/people", &App::get_my_people, false, false},
      {"GET", "/api/me/invitations", &App::get_invitations, false, false},
      {"DELETE", "/api/me/invitations/*", &App::delete_invitation, true, false},
      {"GET", "/api/people", &App::get_profile, false, false},
      {"PUT", "/api/people/relation", &App::put_relation, true, false},
      {"POST", "/api/people/report", &App::post_report, true, false},
      {"POST", "/api/accounts", &App::post_account, true, false},
      {"DELETE", "/api/accounts", &App::delete_account, true, false},
      {"PUT", "/api/accounts/password", &App::put_password, true, false},
      {"POST", "/api/session", &App::post_session, true, false},
      {"DELETE", "/api/session", &App::delete_session, true, false},
      {"POST", "/api/players", &App::post_player, true, false},
      {"GET", "/api/tables", &App::get_tables, false, false},
      {"POST", "/api/tables", &App::post_table, true, true},
      {"GET", "/api/tables/*", &App::get_table, false, false},
      {"POST", "/api/tables/*/join", &App::post_join, true, true, true},
      {"POST", "/api/tables/*/leave", &App::post_leave, true, false},
      {"POST", "/api/tables/*/start", &App::post_start, true, false},
      {"PUT", "/api/tables/*/seats/*", &App::put_seat, true, false, true},
      {"PUT", "/api/tables/*/terms", &App::put_terms, true, false},
      {"POST", "/api/tables/*/host", &App::post_host, true, false},
      {"POST", "/api/tables/*/close", &App::post_close, true, false},
      {"POST", "/api/tables/*/invite", &App::post_invite, true, false},
      {"POST", "/api/tables/*/rematch", &App::post_rematch, true, false},
      {"POST", "/api/tables/*/link", &App::post_link, true, false, true},
      {"POST", "/api/tables/*/claim", &App::post_claim, true, true, true},
      {"GET", "/api/tables/*/view", &App::get_view, false, false},
      {"POST", "/api/tables/*/moves", &App::post_move, true, false},
      {"POST", "/api/tables/*/check", &App::post_check, true, false},
      {"POST", "/api/tables/*/compose", &App::post_compose, true, false},
      {"POST", "/api/tables/*/hint", &App::post_hint, true, false},
      {"GET", "/api/tables/*/file", &App::get_file, false, false},
      {"GET", "/api/tables/*/what-if", &App::get_what_if, false, false},
      {"GET", "/health", &App::get_health, false, false},
      {"GET", "/metrics", &App::get_metrics, false, false},
      {"GET", "/openapi.json", &App::get_openapi, false, false},
  };
  return list;
}

}  // namespace remise::server
