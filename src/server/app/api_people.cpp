// The HTTP half of the API (docs/api.md): people, and what watches the server.
#include "server/app/app.h"
#include "server/app/log.h"
#include "server/people/tokens.h"

namespace remise::server {
namespace {

constexpr std::size_t most_preferences = 16 * 1024;
constexpr std::size_t most_of_guests = 2 * 1024;

}  // namespace

void App::get_me(Call call) {
  auto preferences = std::make_shared<store::Result<std::string>>();
  auto shared = std::make_shared<Call>(std::move(call));
  storage_.query(
      [preferences, owner = shared->who.holders().front()](store::Database& db) {
        *preferences = db.setting(owner, "preferences");
      },
      [this, preferences, shared] {
        if (!*preferences) return answer(*shared, error_response(server_error(ErrorCode::database_unavailable)));
        const auto stored = parse_json((*preferences)->empty() ? "{}" : **preferences);
        const Identity& who = shared->who;
        answer(*shared,
               json_response({{"account", who.account.empty() ? Json(nullptr) : Json{{"name", who.account_name}}},
                              {"player", !who.player.empty()},
                              {"preferences", stored ? *stored : Json::object()}}));
      });
}

// Whoever has neither an account nor a seat keeps them in the browser: what strangers may store here is bounded.
void App::put_preferences(Call call) {
  if (call.who.nobody()) return answer(call, error_response(server_error(ErrorCode::login_needed)));
  if (!call.body.is_object()) return answer(call, error_response(form_error("not_an_object", "")));
  const bool guest = call.who.account.empty();
  const std::string text = call.body.dump();
  const auto most = guest ? most_of_guests : most_preferences;
  if (text.size() > most) return answer(call, error_response(server_error(ErrorCode::too_large, {{"max", most}})));
  struct Done {
    store::Result<bool> known = true;
    store::Result<void> stored;
  };
  auto done = std::make_shared<Done>();
  auto shared = std::make_shared<Call>(std::move(call));
  storage_.query(
      [done, guest, owner = shared->who.holders().front(), text](store::Database& db) {
        if (guest) done->known = db.has_seat(owner);
        if (done->known && *done->known) done->stored = db.set_setting(owner, "preferences", text);
      },
      [this, done, shared] {
        if (!done->known || !done->stored)
          return answer(*shared, error_response(server_error(ErrorCode::database_unavailable)));
        answer(*shared,
               *done->known ? json_response(Json::object()) : error_response(server_error(ErrorCode::login_needed)));
      });
}

void App::post_account(Call call) {
  if (!secrets_.take(call.request.address, loop_.steady()))
    return answer(call, error_response(server_error(ErrorCode::too_fast)));
  const auto login = wire::read_login(call.body);
  if (!login) return answer(call, error_response(login.error()));
  if (!new_accounts_.take(call.request.address, loop_.steady()))
    return answer(call, error_response(server_error(ErrorCode::too_fast)));
  auto shared = std::make_shared<Call>(std::move(call));
  people_.register_account(login->name, login->password,
                           [this, shared](const std::expected<Identity, Error>& who, const std::string& token) {
                             logged_in(*shared, who, token);
                           });
}

void App::post_session(Call call) {
  if (!secrets_.take(call.request.address, loop_.steady()))
    return answer(call, error_response(server_error(ErrorCode::too_fast)));
  const auto login = wire::read_login(call.body);
  if (!login) return answer(call, error_response(login.error()));
  auto shared = std::make_shared<Call>(std::move(call));
  people_.log_in(login->name, login->password,
                 [this, shared](const std::expected<Identity, Error>& who, const std::string& token) {
                   logged_in(*shared, who, token);
                 });
}

void App::for_tables_of(const Holders& holders, std::function<void(const std::string&)> each) {
  auto tables = std::make_shared<store::Result<std::vector<store::ListedTable>>>();
  storage_.query([tables, holders](store::Database& db) { *tables = db.tables_of(holders, 1000); },
                 [tables, each = std::move(each)] {
                   if (!*tables) return;
                   for (const auto& table : **tables) each(table.id);
                 });
}

void App::logged_in(const Call& call, const std::expected<Identity, Error>& who, const std::string& token) {
  if (!who) return answer(call, error_response(who.error()));
  // What this device holds already belongs to the account from now on.
  if (!call.who.player.empty()) {
    Identity both = *who;
    both.player = call.who.player;
    for_tables_of({"g:" + both.player}, [this, holders = both.holders()](const std::string& table) {
      tables_.change(
          table, [holders](const Table& t) { return t.gather(holders); }, [](Tables::Found) {});
    });
  }
  Response response = json_response({{"account", {{"name", who->account_name}}}});
  response.headers.emplace_back("Set-Cookie", cookie("remise_session", token, People::session_lifetime / 1000));
  answer(call, std::move(response));
}

void App::delete_session(Call call) {
  if (call.who.account.empty()) return answer(call, error_response(server_error(ErrorCode::login_needed)));
  auto shared = std::make_shared<Call>(std::move(call));
  people_.log_out(shared->who, [this, shared](std::optional<Error> error) {
    if (!error) {
      end_sessions([&](const Identity& who) { return who.session == shared->who.session; });
      forget_browsers("a:" + shared->who.account);
    }
    Response response = error ? error_response(*error) : json_response(Json::object());
    if (!error) response.headers.emplace_back("Set-Cookie", cookie("remise_session", "", 0));
    answer(*shared, std::move(response));
  });
}

void App::put_password(Call call) {
  if (call.who.account.empty()) return answer(call, error_response(server_error(ErrorCode::login_needed)));
  if (!secrets_.take(call.request.address, loop_.steady()))
    return answer(call, error_response(server_error(ErrorCode::too_fast)));
  const auto password = wire::read_password(call.body);
  if (!password) return answer(call, error_response(password.error()));
  auto shared = std::make_shared<Call>(std::move(call));
  people_.change_password(shared->who, password->old, password->new_, [this, shared](std::optional<Error> error) {
    if (!error) {
      end_sessions([&](const Identity& who) {
        return who.account == shared->who.account && who.session != shared->who.session;
      });
      unlink_devices("a:" + shared->who.account);
      forget_browsers("a:" + shared->who.account);
    }
    answer(*shared, error ? error_response(*error) : json_response(Json::object()));
  });
}

void App::delete_account(Call call) {
  if (call.who.account.empty()) return answer(call, error_response(server_error(ErrorCode::login_needed)));
  if (!secrets_.take(call.request.address, loop_.steady()))
    return answer(call, error_response(server_error(ErrorCode::too_fast)));
  const auto body = wire::read_delete(call.body);
  if (!body) return answer(call, error_response(body.error()));
  auto shared = std::make_shared<Call>(std::move(call));
  people_.confirm(shared->who, body->password, [this, shared](std::optional<Error> wrong) {
    if (wrong) return answer(*shared, error_response(*wrong));
    const Holders holder{"a:" + shared->who.account};
    // The seats first, as long as it is known where they are: the others can then agree on a replacement.
    for_tables_of(holder, [this, holder](const std::string& table) { leave_all(holder, table); });
    unlink_devices(holder.front());
    people_.remove(shared->who, [this, shared](std::optional<Error> error) {
      if (!error) end_sessions([&](const Identity& who) { return who.account == shared->who.account; });
      Response response = error ? error_response(*error) : json_response(Json::object());
      if (!error) response.headers.emplace_back("Set-Cookie", cookie("remise_session", "", 0));
      answer(*shared, std::move(response));
    });
  });
}

// Devices that came to the seats of an account by a link go with a new password, and with the account.
void App::unlink_devices(const std::string& holder) {
  for_tables_of({holder}, [this, holder](const std::string& table) {
    tables_.change(
        table, [holder](const Table& t) -> std::expected<std::optional<Draft>, Error> { return t.unlink(holder); },
        [](Tables::Found) {});
  });
}

// Browsers that are not logged in any more are not called for the account.
void App::forget_browsers(const std::string& holder) {
  storage_.query([holder, now = loop_.now()](store::Database& db) { (void)forget_logged_out(db, holder, now); },
                 nullptr);
}

// Every seat they have at the table, one after the other.
void App::leave_all(const Holders& holders, const std::string& table) {
  tables_.change(
      table,
      [this, holders](const Table& t) -> std::expected<std::optional<Draft>, Error> {
        if (t.status() == Table::Status::finished) return std::nullopt;
        auto draft = t.leave(Json::object(), holders, bots_.players(t.game()));
        if (!draft) return std::unexpected(draft.error());
        return std::move(*draft);
      },
      [this, holders, table](const Tables::Found& found) {
        if (found && (*found)->table->status() != Table::Status::finished && (*found)->table->seat_of(holders) >= 0)
          loop_.post([this, holders, table] { leave_all(holders, table); });
      });
}

void App::post_player(Call call) {
  if (!new_tables_.take(call.request.address, loop_.steady()))
    return answer(call, error_response(server_error(ErrorCode::too_fast)));
  answer(call, json_response({{"token", people_.new_player()}}));
}

void App::get_health(Call call) {
  health_.ask([this, shared = std::make_shared<Call>(std::move(call))](const store::Result<std::int64_t>& schema) {
    if (schema)
      return answer(*shared, json_response({{"status", "ok"}, {"version", config_.version}, {"schema", *schema}}));
    const bool full = schema.error().kind == store::Fault::Kind::full;
    answer(*shared, error_response(server_error(full ? ErrorCode::database_full : ErrorCode::database_unavailable)));
  });
}

void App::get_metrics(Call call) {
  const std::string& from = call.request.address;
  const bool local = !call.request.forwarded && (from == "127.0.0.1" || from == "::1");
  if (!local && !config_.metrics_public) return answer(call, error_response(server_error(ErrorCode::local_only)));
  Response response;
  response.content_type = "text/plain; version=0.0.4";
  response.body = metrics_.text();
  answer(call, std::move(response));
}

void App::get_openapi(Call call) {
  Response response;
  response.content_type = "application/json";
  response.body = config_.openapi;
  answer(call, std::move(response));
}

}  // namespace remise::server
