// The HTTP half of the API (docs/api.md): how people are called when it is their turn.
#include "server/app/app.h"
#include "server/call/crypto.h"
#include "server/call/guard.h"
#include "server/people/text.h"
#include "server/people/tokens.h"

namespace remise::server {
namespace {

constexpr std::size_t most_ways = 10, most_table_ways = 3, way_id_size = 16;

Json shown_way(const store::Way& way) {
  const auto target = parse_json(way.target);
  const bool unconfirmed = way.kind == "mail" && target && !target->value("confirmed", false);
  return {{"id", way.id},
          {"kind", way.kind},
          {"label", target ? target->value("label", "") : ""},
          {"state", unconfirmed  ? "unconfirmed"
                    : way.active ? "active"
                                 : "failing"},
          {"table", way.holder.starts_with("t:")}};
}

// Where a browser or a webhook is: the host is enough for its owner to know it by.
std::string host_of(const std::string& url) {
  const std::string origin = origin_of_url(url);
  return origin.substr(origin.find("://") + 3);
}

bool is_push_key(const std::string& p256dh, const std::string& auth) {
  return sealed_push("", p256dh, auth).has_value();
}

}  // namespace

// Answers when it is done, or says that the database is away.
void App::unless_failed(Call call, std::function<store::Result<void>(store::Database&)> work, Json then) {
  auto done = std::make_shared<store::Result<void>>();
  auto shared = std::make_shared<Call>(std::move(call));
  storage_.query([done, work = std::move(work)](store::Database& db) { *done = work(db); },
                 [this, done, shared, then = std::move(then)] {
                   answer(*shared,
                          *done ? json_response(then) : error_response(server_error(ErrorCode::database_unavailable)));
                 });
}

void App::show_calls(Call call, const std::string& owner, const std::string& name, const std::string& also) {
  struct Found {
    store::Result<std::string> settings;
    store::Result<std::vector<store::Way>> ways;
  };
  auto found = std::make_shared<Found>();
  auto shared = std::make_shared<Call>(std::move(call));
  auto holders = shared->who.holders();
  if (!also.empty()) holders.push_back(also);
  storage_.query(
      [found, owner, name, holders](store::Database& db) {
        found->settings = db.setting(owner, name);
        found->ways = db.ways_of(holders);
      },
      [this, found, shared] {
        if (!found->settings || !found->ways)
          return answer(*shared, error_response(server_error(ErrorCode::database_unavailable)));
        const auto settings = parse_json(found->settings->empty() ? "{}" : *found->settings);
        Json ways = Json::array();
        for (const auto& way : *found->ways) ways.push_back(shown_way(way));
        const CallConfig& calls = config_.calls;
        answer(*shared, json_response({{"push", calls.push() ? Json(calls.push_public) : Json(nullptr)},
                                       {"mail", calls.mail()},
                                       {"webhooks", calls.webhooks},
                                       {"settings", settings ? *settings : Json::object()},
                                       {"ways", std::move(ways)}}));
      });
}

void App::get_calls(Call call) {
  const std::string owner = call.who.holders().front();
  show_calls(std::move(call), owner, call_settings, "");
}

void App::get_calls_at(Call call) {
  const std::string table = call.params.front();
  auto shared = std::make_shared<Call>(std::move(call));
  tables_.with(table, [this, shared, table](Tables::Found found) {
    if (!found) return answer(*shared, error_response(found.error()));
    const auto holders = shared->who.holders();
    const Table& t = *(*found)->table;
    if (holders.empty() || t.seats_of(holders).empty())
      return answer(*shared, error_response(server_error(ErrorCode::not_seated)));
    const int host = t.host_seat();
    const bool is_host = host >= 0 && t.seats_of(holders).has(id_at<Seat>(host));
    show_calls(std::move(*shared), holders.front(), call_settings_at(table), is_host ? table_holder(table) : "");
  });
}

void App::store_calls(Call call, const std::string& name) {
  const auto read = wire::read_call_settings(call.body);
  if (!read) return answer(call, error_response(read.error()));
  const bool half = call.body.contains("quiet_from") != call.body.contains("quiet_until");
  if (half) return answer(call, error_response(form_error("missing", "calls.quiet_until")));
  const std::string owner = call.who.holders().front(), text = call.body.dump();
  unless_failed(
      std::move(call), [owner, name, text](store::Database& db) { return db.set_setting(owner, name, text); },
      Json::object());
}

// Whoever has neither an account nor a seat is called nowhere: what strangers may store here is bounded.
void App::put_calls(Call call) {
  if (call.who.nobody()) return answer(call, error_response(server_error(ErrorCode::login_needed)));
  if (!call.who.account.empty()) return store_calls(std::move(call), call_settings);
  auto seated = std::make_shared<store::Result<bool>>();
  auto shared = std::make_shared<Call>(std::move(call));
  storage_.query([seated, owner = shared->who.holders().front()](store::Database& db) { *seated = db.has_seat(owner); },
                 [this, seated, shared] {
                   if (!*seated) return answer(*shared, error_response(server_error(ErrorCode::database_unavailable)));
                   if (!**seated) return answer(*shared, error_response(server_error(ErrorCode::login_needed)));
                   store_calls(std::move(*shared), call_settings);
                 });
}

void App::put_calls_at(Call call) {
  const std::string table = call.params.front();
  auto shared = std::make_shared<Call>(std::move(call));
  tables_.with(table, [this, shared, table](Tables::Found found) {
    if (!found) return answer(*shared, error_response(found.error()));
    const auto holders = shared->who.holders();
    if (holders.empty() || (*found)->table->seats_of(holders).empty())
      return answer(*shared, error_response(server_error(ErrorCode::not_seated)));
    store_calls(std::move(*shared), call_settings_at(table));
  });
}

void App::post_way(Call call) {
  if (call.who.nobody()) return answer(call, error_response(server_error(ErrorCode::login_needed)));
  const std::string holder = call.who.holders().front();
  add_way(std::move(call), holder);
}

void App::post_way_at(Call call) {
  const std::string table = call.params.front();
  auto shared = std::make_shared<Call>(std::move(call));
  tables_.with(table, [this, shared, table](Tables::Found found) {
    if (!found) return answer(*shared, error_response(found.error()));
    const Table& t = *(*found)->table;
    const int host = t.host_seat();
    if (host < 0 || !t.seats_of(shared->who.holders()).has(id_at<Seat>(host)))
      return answer(*shared, error_response(server_error(ErrorCode::not_host)));
    add_way(std::move(*shared), table_holder(table));
  });
}

void App::add_way(Call call, const std::string& holder) {
  const auto refuse_with = [&](ErrorCode code) { answer(call, error_response(server_error(code))); };
  const auto read = wire::read_new_way(call.body);
  if (!read) return answer(call, error_response(read.error()));
  const std::string kind = call.body.at("kind"),
                    format = call.body.value("format", "");  // read: one of the known words
  const bool of_table = holder.starts_with("t:");
  const CallConfig& calls = config_.calls;
  if (!caller_.on() || (kind == "push" && !calls.push()) || (kind == "mail" && !calls.mail()) ||
      (kind == "webhook" && !calls.webhooks))
    return refuse_with(ErrorCode::calls_off);
  if (of_table && kind != "webhook") return refuse_with(ErrorCode::bad_address);
  if (kind == "mail" && call.who.account.empty()) return refuse_with(ErrorCode::login_needed);
  if (read->label && !is_text(*read->label, 0, 80)) return refuse_with(ErrorCode::bad_text);
  if (!new_ways_.take(call.request.address, loop_.steady()) || !new_ways_.take("p:" + holder, loop_.steady()))
    return refuse_with(ErrorCode::too_fast);
  store::Way way{"", holder, kind, "", loop_.now(), true, 0};
  Json target{{"lang", call.body.at("lang")}, {"zone", read->zone.value_or(0)}};
  Json answered = Json::object();
  std::optional<store::Letter> letter;
  if (kind == "push") {
    const auto url = checked_url(read->endpoint, calls.private_addresses);
    if (!url || !is_push_key(read->p256dh, read->auth)) return refuse_with(ErrorCode::bad_address);
    way.id = name_of("push " + *url).substr(0, way_id_size);
    if (!call.who.session.empty()) target["session"] = call.who.session;
    target.update({{"endpoint", *url}, {"p256dh", read->p256dh}, {"auth", read->auth}, {"label", host_of(*url)}});
  } else if (kind == "mail") {
    if (!is_mail_address(read->address)) return refuse_with(ErrorCode::bad_address);
    if (!new_mails_.take(call.request.address, loop_.steady()) || !new_mails_.take("p:" + holder, loop_.steady()) ||
        !mails_to_one_.take(mailbox_of(read->address), loop_.steady()))
      return refuse_with(ErrorCode::too_fast);
    way.id = new_table_id(entropy_);
    way.active = false;
    target.update({{"address", read->address}, {"confirmed", false}, {"label", read->address}});
    letter =
        store::Letter{name_of("confirm " + way.id), way.id, "confirm", "", 0, 0, "{}", way.created, 0, way.created};
  } else {
    const auto url = checked_url(read->url, calls.private_addresses);
    if (!url) return refuse_with(ErrorCode::bad_address);
    way.id = new_table_id(entropy_);
    const std::string secret = new_token(entropy_);
    target.update({{"url", *url}, {"format", format}, {"secret", secret}, {"label", host_of(*url)}});
    if (format == "json") answered["secret"] = secret;
  }
  if (read->label && !read->label->empty()) target["label"] = *read->label;
  way.target = target.dump();
  answered["way"] = shown_way(way);
  struct Done {
    store::Result<void> stored;
    bool many = false, stranger = false;
  };
  const std::size_t most = of_table ? most_table_ways : most_ways;
  auto done = std::make_shared<Done>();
  auto shared = std::make_shared<Call>(std::move(call));
  const auto keep = [=, this, guest = !of_table && shared->who.account.empty()] {
    storage_.query(
        [done, way, letter, most, guest](store::Database& db) {
          if (guest) {
            const auto seated = db.has_seat(way.holder);
            if (!seated) return void(done->stored = std::unexpected(seated.error()));
            if (!*seated) return void(done->stranger = true);
          }
          const auto ways = db.ways_of({way.holder});
          if (!ways) return void(done->stored = std::unexpected(ways.error()));
          std::size_t others = 0;
          for (const auto& other : *ways) {
            if (way.kind == "mail" && other.kind == "mail") {
              if (auto r = db.remove_way(other.id); !r) return void(done->stored = r);
            } else if (other.id != way.id) {
              ++others;
            }
          }
          if (others >= most) return void(done->many = true);
          done->stored = db.set_way(way);
          if (done->stored && letter) done->stored = db.add_letter(*letter);
        },
        [this, done, shared, answered, most] {
          if (!done->stored) return answer(*shared, error_response(server_error(ErrorCode::database_unavailable)));
          if (done->stranger) return answer(*shared, error_response(server_error(ErrorCode::login_needed)));
          if (done->many)
            return answer(*shared, error_response(server_error(ErrorCode::too_many_ways, {{"max", most}})));
          answer(*shared, json_response(answered));
        });
  };
  // Whoever reads the mail can set a new password: a session that is borrowed does not suffice.
  if (kind != "mail") return keep();
  people_.confirm(shared->who, read->password, [this, shared, keep](std::optional<Error> wrong) {
    wrong ? answer(*shared, error_response(*wrong)) : keep();
  });
}

// One of those who ask, or of a table they decide at.
void App::with_own_way(Call call, std::function<void(Call, store::Way)> then) {
  auto way = std::make_shared<store::Result<std::optional<store::Way>>>();
  auto shared = std::make_shared<Call>(std::move(call));
  storage_.query([way, id = shared->params.front()](store::Database& db) { *way = db.way(id); },
                 [this, way, shared, then = std::move(then)] {
                   const auto unknown = [this, shared] {
                     answer(*shared, error_response(server_error(ErrorCode::not_found)));
                   };
                   if (!*way) return answer(*shared, error_response(server_error(ErrorCode::database_unavailable)));
                   const auto holders = shared->who.holders();
                   if (!**way) return unknown();
                   const store::Way found = ***way;
                   if (std::ranges::find(holders, found.holder) != holders.end())
                     return then(std::move(*shared), found);
                   if (!found.holder.starts_with("t:")) return unknown();
                   tables_.with(found.holder.substr(2), [shared, then, found, unknown](Tables::Found room) {
                     if (!room) return unknown();
                     const Table& t = *(*room)->table;
                     const int host = t.host_seat();
                     if (host < 0 || !t.seats_of(shared->who.holders()).has(id_at<Seat>(host))) return unknown();
                     then(std::move(*shared), found);
                   });
                 });
}

void App::delete_way(Call call) {
  with_own_way(std::move(call), [this](Call own, const store::Way& way) {
    unless_failed(
        std::move(own), [id = way.id](store::Database& db) { return db.remove_way(id); }, Json::object());
  });
}

void App::post_try(Call call) {
  if (!new_ways_.take(call.request.address, loop_.steady()))
    return answer(call, error_response(server_error(ErrorCode::too_fast)));
  with_own_way(std::move(call), [this](Call own, const store::Way& way) {
    const auto target = parse_json(way.target);
    if (way.kind == "mail" && (!target || !target->value("confirmed", false)))
      return answer(own, error_response(server_error(ErrorCode::bad_address)));
    const store::Letter letter{name_of("test " + way.id + " " + new_token(entropy_)),
                               way.id,
                               "test",
                               "",
                               0,
                               0,
                               "{}",
                               loop_.now(),
                               0,
                               loop_.now()};
    store::Way again = way;  // who tries it again believes that it works
    again.active = true;
    again.failures = 0;
    unless_failed(
        std::move(own),
        [letter, again](store::Database& db) -> store::Result<void> {
          const auto there = db.change_way(again);
          if (!there) return std::unexpected(there.error());
          return *there ? db.add_letter(letter) : store::Result<void>();
        },
        Json::object());
    loop_.after(50, [this] { caller_.look(); });
  });
}

void App::post_confirm(Call call) {
  if (!secrets_.take(call.request.address, loop_.steady()))
    return answer(call, error_response(server_error(ErrorCode::too_fast)));
  const auto read = wire::read_sealed(call.body);
  if (!read) return answer(call, error_response(read.error()));
  with_sealed_way(std::move(call), "confirm", read->token,
                  [](store::Database& db, store::Way way) -> store::Result<void> {
                    auto target = parse_json(way.target).value_or(Json::object());
                    target["confirmed"] = true;
                    way.target = target.dump();
                    way.active = true;
                    const auto there = db.change_way(way);
                    if (!there) return std::unexpected(there.error());
                    return {};
                  });
}

void App::post_stop(Call call) {
  if (!secrets_.take(call.request.address, loop_.steady()))
    return answer(call, error_response(server_error(ErrorCode::too_fast)));
  const auto token = call.request.query.find("token");
  const std::string text = token == call.request.query.end() ? "" : token->second;
  with_sealed_way(std::move(call), "stop", text,
                  [](store::Database& db, const store::Way& way) { return db.remove_way(way.id); });
}

// Who has the link of a mail need not be logged in.
void App::with_sealed_way(Call call, const std::string& purpose, const std::string& token,
                          std::function<store::Result<void>(store::Database&, store::Way)> change) {
  struct Done {
    store::Result<void> stored;
    bool known = false;
  };
  auto done = std::make_shared<Done>();
  auto shared = std::make_shared<Call>(std::move(call));
  storage_.query(
      [done, purpose, token, change = std::move(change), fresh = new_token(entropy_)](store::Database& db) {
        const auto key = seal_key_of(db, fresh);
        if (!key) return void(done->stored = std::unexpected(key.error()));
        const auto id = CallTexts::unseal(*key, purpose, token);
        if (!id) return;
        const auto way = db.way(*id);
        if (!way) return void(done->stored = std::unexpected(way.error()));
        done->known = way->has_value();
        if (done->known) done->stored = change(db, **way);
      },
      [this, done, shared] {
        if (!done->stored) return answer(*shared, error_response(server_error(ErrorCode::database_unavailable)));
        answer(*shared,
               done->known ? json_response(Json::object()) : error_response(server_error(ErrorCode::link_expired)));
      });
}

}  // namespace remise::server
