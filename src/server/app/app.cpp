#include "server/app/app.h"

#include <set>

#include "server/app/log.h"
#include "server/people/tokens.h"

namespace remise::server {
namespace {

constexpr std::int64_t chore_ms = 2000;
constexpr std::int64_t jobs_told_ms = 100;

// Fills `params` with what stands for each "*".
bool matches(std::string_view pattern, std::string_view path, std::vector<std::string>& params) {
  params.clear();
  while (!pattern.empty() && !path.empty()) {
    const auto p = pattern.substr(1, pattern.find('/', 1) - 1);
    const auto q = path.substr(1, path.find('/', 1) - 1);
    if (p == "*") {
      params.emplace_back(q);
    } else if (p != q) {
      return false;
    }
    pattern.remove_prefix(std::min(pattern.size(), p.size() + 1));
    path.remove_prefix(std::min(path.size(), q.size() + 1));
  }
  return pattern.empty() && path.empty();
}

bool watches_server(const Request& request) { return request.path == "/health" || request.path == "/metrics"; }

}  // namespace

App::App(const Config& config, const Games& games, const Bots& bots, World world, Metrics& metrics, std::string node)
    : config_(config),
      games_(games),
      bots_(bots),
      loop_(world.loop),
      entropy_(world.entropy),
      workers_(world.workers),
      storage_(world.storage),
      metrics_(metrics),
      ledger_(config.work, [&loop = world.loop] { return loop.microseconds(); }),
      hearing_(world.loop),
      tables_(games, world.loop, world.storage, metrics, config, !node.empty()),
      seat_requests_(config, bots, world.loop, tables_, metrics),
      hints_(config, bots, world.loop, world.entropy, world.workers, tables_),
      reviews_(config, bots, world.loop, world.workers, world.storage, tables_),
      clients_(config, std::move(node), world.loop, world.storage, tables_, seat_requests_, hints_, ledger_, metrics),
      bot_runner_(config, bots, world.loop, world.entropy, world.workers, world.storage, tables_, seat_requests_,
                  metrics),
      clock_keeper_(world.loop, world.storage, tables_),
      caller_(config, games, world.loop, world.entropy, world.storage, tables_, clients_, world.carrier, metrics),
      score_keeper_(games, world.loop, world.storage, tables_),
      people_(world.loop, world.storage, world.entropy, world.workers),
      health_(world.loop, world.storage),
      retention_(config, world.loop, world.storage),
      requests_(config.requests),
      files_(config.files),
      secrets_(config.secrets),
      new_accounts_(config.new_accounts),
      new_tables_(config.new_tables),
      tables_a_day_(config.tables_a_day),
      bot_tables_(config.bot_tables),
      seat_changes_(config.seat_changes),
      watchdogs_(config.watchdogs),
      new_ways_(config.new_ways),
      new_mails_(config.new_mails),
      mails_to_one_(config.mails_to_one),
      about_people_(config.about_people),
      pictures_(config.pictures) {
  tables_.changed = [this](Room& room) { table_changed(room); };
  tables_.watched = [this](const std::string& table) { return clients_.watched(table) || waiters_.contains(table); };
  tables_.bot_to_move = [this] { bot_runner_.free() ? bot_runner_.look() : tell_of_jobs(); };
  clients_.watch_begun = [this](const std::string& table) { hearing_.want(table); };
  clients_.connected = [this](const std::string& session) { look_at_session(session); };
  tables_.removed = [this](const std::string& table) { table_removed(table); };
  retention_.in_use = [this](const std::string& table) { return tables_.watched(table) || tables_.loaded(table); };
}

std::vector<std::string> App::operations() {
  std::vector<std::string> list;
  for (const Route& route : routes()) list.push_back(std::string(route.method) + " " + route.path);
  return list;
}

void App::start() { chores(); }

void App::stop() {
  stopping_ = true;
  bot_runner_.stop();
  caller_.stop();
  hints_.stop();
  reviews_.stop();
  for (auto& [table, waiters] : waiters_)
    for (auto& waiter : waiters) waiter.respond(error_response(server_error(ErrorCode::server_busy)));
  waiters_.clear();
}

void App::chores() {
  if (stopping_) return;
  bot_runner_.look();
  clock_keeper_.look();
  caller_.look();
  look_for_ended_sessions();
  if (++chores_done_ % 5 == 0) {
    tables_.tidy();
    tables_.compare();
    score_keeper_.look();  // of matches that ended elsewhere
    clients_.tick();
    hearing_.want_only(channels_needed());
    caller_.count();
  }
  retention_.look();
  if (chores_done_ % 1800 == 1)
    storage_.query([now = loop_.now()](store::Database& db) { (void)db.remove_expired(now); }, nullptr);
  loop_.after(chore_ms, [this] { chores(); });
}

// The database counts what ends sessions: a log-out, a new password, a ban by any process. A notice makes a node look
// at once; this finds out where none came.
void App::look_for_ended_sessions() {
  auto count = std::make_shared<store::Result<std::int64_t>>();
  storage_.query([count](store::Database& db) { *count = db.revocations(); },
                 [this, count] {
                   if (!*count || std::exchange(revocations_, **count) == **count) return;
                   sessions_ended();
                   tables_.compare(true);  // whoever banned somebody has taken devices off seats as well
                 });
}

// A session may end between the question who connects and the answer.
void App::look_at_session(const std::string& session) {
  auto live = std::make_shared<store::Result<std::vector<std::string>>>();
  storage_.query([live, session, now = loop_.now()](store::Database& db) { *live = db.live_sessions({session}, now); },
                 [this, live, session] {
                   if (*live && (*live)->empty())
                     end_sessions([&](const Identity& who) { return who.session == session; });
                 });
}

void App::sessions_ended() {
  people_.forget_all();
  auto connected = clients_.sessions();
  for (const auto& [table, waiters] : waiters_)
    for (const auto& waiter : waiters)
      if (!waiter.who.session.empty()) connected.push_back(waiter.who.session);
  if (connected.empty()) return;
  auto live = std::make_shared<store::Result<std::vector<std::string>>>();
  storage_.query(
      [live, connected, now = loop_.now()](store::Database& db) { *live = db.live_sessions(connected, now); },
      [this, live, connected] {
        if (!*live) {
          revocations_ = -1;  // look again
          return;
        }
        std::set<std::string> ended(connected.begin(), connected.end());
        for (const auto& session : **live) ended.erase(session);
        end_sessions([&](const Identity& who) { return ended.contains(who.session); });
      });
}

void App::end_sessions(const std::function<bool(const Identity&)>& ended) {
  people_.forget_all();  // a question that was under way may have remembered one meanwhile
  clients_.end_sessions(ended);
  std::vector<Waiter> gone;
  for (auto& [table, waiters] : waiters_)
    for (auto& waiter : waiters)
      if (!waiter.who.session.empty() && ended(waiter.who)) gone.push_back(std::move(waiter));
  for (auto waiters = waiters_.begin(); waiters != waiters_.end();) {
    std::erase_if(waiters->second, [](const Waiter& waiter) { return !waiter.respond; });
    waiters = waiters->second.empty() ? waiters_.erase(waiters) : std::next(waiters);
  }
  waiting_ -= gone.size();
  for (auto& waiter : gone) waiter.respond(error_response(server_error(ErrorCode::login_needed)));
}

store::Channels App::channels_needed() const {
  store::Channels needed;
  clients_.each_watched([&](const std::string& table) { needed.set(store::channel_of(table)); });
  for (const auto& [table, waiters] : waiters_) needed.set(store::channel_of(table));
  return needed;
}

// A bot is to move, and all who could think here do: another node may have a thread free. Every node looks into the
// queue now and then in any case, so this is said a few times a second at most, and not with every move.
void App::tell_of_jobs() {
  if (!tables_.shared() || std::exchange(telling_of_jobs_, true)) return;
  loop_.after(jobs_told_ms, [this] {
    telling_of_jobs_ = false;
    storage_.query(
        [](store::Database& db) {
          const store::Notice jobs[] = {store::notice_for_all("jobs")};
          (void)db.publish(jobs);
        },
        nullptr);
  });
}

void App::heard(const std::string& notice) {
  metrics_.heard(std::string_view(notice).substr(0, notice.find(' ')));
  if (notice == "revoked") return sessions_ended();
  if (notice == "jobs") return bot_runner_.look();
  if (notice.starts_with("presence ")) {
    if (const auto json = parse_json(std::string_view(notice).substr(9)); json && json->is_object())
      clients_.presence_heard(*json);
    return;
  }
  if (!notice.starts_with("log ")) return;
  std::string_view rest = std::string_view(notice).substr(4);
  while (!rest.empty()) {
    const auto end = std::min(rest.find(' '), rest.size());
    const auto one = rest.substr(0, end);
    if (const auto colon = one.find(':'); colon != std::string_view::npos)
      tables_.heard(std::string(one.substr(0, colon)),
                    std::strtoll(std::string(one.substr(colon + 1)).c_str(), nullptr, 10));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void App::listening(const store::Channels& channels) {
  metrics_.listened();
  tables_.read_again(channels);
  clients_.listening(channels);
}

void App::table_changed(Room& room) {
  clients_.push(room);
  if (room.table->status() == Table::Status::finished) score_keeper_.look();
  const auto found = waiters_.find(room.id);
  if (found == waiters_.end()) return;
  std::vector<Waiter> still;
  for (Waiter& waiter : found->second) {
    if (room.table->rev() <= waiter.rev) {
      still.push_back(std::move(waiter));
      continue;
    }
    --waiting_;
    Seen seen;
    seen.rev = waiter.rev;
    Response response;
    response.body = update_text(room, seen, waiter.who.holders(), nullptr, config_.pages);
    waiter.respond(std::move(response));
  }
  if (still.empty()) {
    waiters_.erase(found);
  } else {
    found->second = std::move(still);
  }
}

void App::table_removed(const std::string& table) {
  clients_.table_gone(table);
  if (auto waiters = waiters_.extract(table))
    for (Waiter& waiter : waiters.mapped()) {
      --waiting_;
      waiter.respond(error_response(server_error(ErrorCode::table_unknown)));
    }
}

void App::wait_for(Call call, const std::string& table, std::int64_t rev, std::int64_t seconds) {
  constexpr std::size_t most_waiting = 10'000;
  if (waiting_ >= most_waiting || stopping_) return answer(call, error_response(server_error(ErrorCode::server_busy)));
  ++waiting_;
  hearing_.want(table);
  const auto id = next_waiter_++;
  auto shared = std::make_shared<Call>(std::move(call));
  waiters_[table].push_back({id, shared->who, rev, [this, shared](Response r) { answer(*shared, std::move(r)); }});
  loop_.after(seconds * 1000, [this, table, id, rev] {
    const auto found = waiters_.find(table);
    if (found == waiters_.end()) return;
    auto& waiters = found->second;
    const auto mine = std::ranges::find(waiters, id, &Waiter::id);
    if (mine == waiters.end()) return;
    --waiting_;
    const auto respond = std::move(mine->respond);
    waiters.erase(mine);
    if (waiters.empty()) waiters_.erase(found);
    respond(json_response({{"type", "update"}, {"table", table}, {"rev", rev}}));
  });
}

// Same origin: the page came from us. Browsers tell; what carries no cookie needs no such proof.
bool App::right_origin(const Request& request) const {
  if (!request.origin.empty()) {
    if (!config_.origin.empty()) return request.origin == config_.origin;
    return request.origin == "http://" + request.host || request.origin == "https://" + request.host;
  }
  if (!request.fetch_site.empty()) return request.fetch_site == "same-origin" || request.fetch_site == "none";
  return request.cookie_named("remise_player").empty() && request.cookie_named("remise_session").empty();
}

std::optional<Error> App::refuse(const Request& request, bool changes) const {
  if (request.body.size() > config_.max_body) return server_error(ErrorCode::too_large, {{"max", config_.max_body}});
  if (!changes) return std::nullopt;
  if (!right_origin(request)) return server_error(ErrorCode::bad_origin);
  if (!request.body.empty() && !request.content_type.starts_with("application/json"))
    return server_error(ErrorCode::content_type);
  return std::nullopt;
}

bool App::admits_file(const Request& request, std::size_t bytes) {
  const auto now = loop_.steady();
  if (!files_.has_left(request.address, now)) return false;
  files_.spend(request.address, 1 + static_cast<double>(bytes / file_piece), now);
  return true;
}

void App::http(Request request, Respond respond) {
  if (!(watches_server(request) ? watchdogs_ : requests_).take(request.address, loop_.steady()))
    return respond(error_response(server_error(ErrorCode::too_fast)));
  Params params;
  bool path_known = false;
  for (const Route& route : routes()) {
    if (!matches(route.path, request.path, params)) continue;
    path_known = true;
    if (request.method == route.method) return run(route, std::move(params), std::move(request), std::move(respond));
  }
  const Error error = server_error(path_known ? ErrorCode::method_unknown : ErrorCode::not_found);
  metrics_.refused(error.code);
  respond(error_response(error));
}

void App::run(const Route& route, Params params, Request request, Respond respond) {
  Call call{std::move(request), {}, Json::object(), std::move(params), std::move(respond), false, {}};
  if (auto error = refuse(call.request, route.changes && !route.form)) return answer(call, error_response(*error));
  if (!call.request.body.empty() && !route.form) {
    auto body = parse_json(call.request.body, config_.max_body);
    if (!body) return answer(call, error_response(body.error()));
    call.body = std::move(*body);
  }
  for (const auto& param : call.params)
    if (&param == &call.params.front() && !route.page && !is_table_id(param))
      return answer(call, error_response(server_error(ErrorCode::table_unknown)));
  if (watches_server(call.request)) return (this->*route.handler)(std::move(call));  // whoever asks
  const Request copy = call.request;
  people_.identify(copy, [this, &route, call = std::move(call)](std::expected<Identity, Error> who) mutable {
    if (!who) return answer(call, error_response(who.error()));
    call.who = std::move(*who);
    if (route.identifies && call.who.nobody()) {
      call.player_token = people_.new_player();
      call.who.player = token_hash(call.player_token);
      call.new_player = true;
    }
    if (route.seats && !seat_changes_.take(call.request.address, loop_.steady()))
      return answer(call, error_response(server_error(ErrorCode::too_fast)));
    if (!ledger_.may_ask(call.who.payer())) return answer(call, error_response(server_error(ErrorCode::too_fast)));
    const Payer payer = call.who.payer();
    ledger_.book(payer, route.changes ? changing_work : least_work);
    (this->*route.handler)(std::move(call));
  });
}

void App::admit(const Request& upgrade, std::function<void(std::expected<Identity, Error>)> then) {
  if (!requests_.take(upgrade.address, loop_.steady())) return then(std::unexpected(server_error(ErrorCode::too_fast)));
  if (stopping_ || clients_.count() >= config_.max_connections)
    return then(std::unexpected(server_error(ErrorCode::server_busy)));
  if (!right_origin(upgrade)) return then(std::unexpected(server_error(ErrorCode::bad_origin)));
  people_.identify(upgrade, std::move(then));
}

std::string App::cookie(const std::string& name, const std::string& value, std::int64_t seconds) const {
  return name + "=" + value + "; Path=/; HttpOnly; SameSite=Lax; Max-Age=" + std::to_string(seconds) +
         (config_.secure_cookies ? "; Secure" : "");
}

void App::answer(const Call& call, Response response) {
  constexpr std::int64_t year = 365 * 24 * 3600;
  if (call.new_player && response.status < 400)
    response.headers.emplace_back("Set-Cookie", cookie("remise_player", call.player_token, year));
  const auto cached = [](const auto& header) { return header.first == "Cache-Control"; };
  if (std::ranges::none_of(response.headers, cached)) response.headers.emplace_back("Cache-Control", "no-store");
  metrics_.answered(response.status);
  call.respond(std::move(response));
}

}  // namespace remise::server
