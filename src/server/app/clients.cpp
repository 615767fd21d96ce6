#include "server/app/clients.h"

#include "server/app/log.h"
#include "server/people/text.h"
#include "server/people/tokens.h"

namespace remise::server {
namespace {

constexpr std::int64_t presence_delay = 200;
constexpr std::int64_t presence_lifetime = 45'000;
constexpr int most_ignored = 200;
constexpr int session_ended = 4401;  // WebSocket close code: see who you are, and connect again

std::string notes_owner(const std::string& table) { return "table:" + table; }

}  // namespace

ClientId Clients::add(Identity who, Connection& connection) {
  auto client = std::make_unique<Client>();
  client->id = next_++;
  client->holders = who.holders();
  client->payer = who.payer();
  client->who = std::move(who);
  client->connection = &connection;
  const ClientId id = client->id;
  const std::string session = client->who.session;
  clients_.emplace(id, std::move(client));
  metrics_.connections(1);
  if (!session.empty()) connected(session);
  return id;
}

void Clients::remove(ClientId id) {
  Client* client = find(id);
  if (!client) return;
  while (!client->watching.empty()) unwatch(*client, std::string(client->watching.begin()->first));
  clients_.erase(id);
  metrics_.connections(-1);
}

Clients::Client* Clients::find(ClientId id) {
  const auto found = clients_.find(id);
  return found == clients_.end() ? nullptr : found->second.get();
}

void Clients::send(Client& client, std::string frame) {
  metrics_.sent(frame.size());
  if (client.connection->waiting_bytes() + frame.size() > config_.drop_bytes) return client.connection->close(1008);
  client.connection->send(std::move(frame));
}

void Clients::send_error(Client& client, const Json& key, const std::string& table, const Error& error) {
  metrics_.refused(error.code);
  Json json{{"type", "error"}, {"error", to_json(error)}};
  if (!key.is_null()) json["key"] = key;
  if (!table.empty()) json["table"] = table;
  send(client, json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Answered Clients::answer_to(ClientId id, Json key, std::string table) {
  return [this, id, key = std::move(key), table = std::move(table)](std::expected<std::int64_t, Error> done) {
    Client* client = find(id);
    if (!client) return;
    if (!done) return send_error(*client, key, table, done.error());
    ledger_.book(client->payer, tables_.cost());
    send(*client, Json{{"type", "ack"}, {"key", key}, {"table", table}, {"rev", *done}}.dump());
  };
}

// Only a short message is read to find out what is refused.
void Clients::refuse_unread(Client& client, std::string_view frame, const Error& error) {
  constexpr std::size_t short_frame = 2000;
  const auto message = frame.size() <= short_frame ? parse_json(frame) : std::unexpected(Error{});
  const auto text = [&](const char* name) {
    return message && message->is_object() && message->contains(name) && (*message)[name].is_string()
               ? (*message)[name].get<std::string>()
               : "";
  };
  const std::string key = text("key"), table = text("table");
  send_error(client, key.empty() || key.size() > 64 ? Json(nullptr) : Json(key), is_table_id(table) ? table : "",
             error);
}

void Clients::received(ClientId id, std::string_view frame) {
  Client* client = find(id);
  if (!client) return;
  if (!client->bucket.take(config_.messages, loop_.steady()) || !ledger_.may_ask(client->payer)) {
    if (++client->ignored > most_ignored) return client->connection->close(1008);
    return refuse_unread(*client, frame, server_error("too_fast"));
  }
  ledger_.book(client->payer, least_work);
  const auto message = parse_json(frame, config_.max_frame);
  if (!message) return send_error(*client, nullptr, "", message.error());
  handle(*client, *message);
}

const std::vector<std::string_view>& Clients::message_types() {
  static const std::vector<std::string_view> types{
      "hello", "watch",   "unwatch", "move",  "undo", "propose_replace", "answer",   "chat",
      "notes", "history", "ping",    "check", "hint", "older_chat",      "older_log"};
  return types;
}

void Clients::end_sessions(const std::function<bool(const Identity&)>& ended) {
  std::vector<ClientId> gone;
  for (const auto& [id, client] : clients_)
    if (!client->who.session.empty() && ended(client->who)) gone.push_back(id);
  for (const ClientId id : gone) {
    Client& client = *clients_.at(id);
    while (!client.watching.empty()) unwatch(client, std::string(client.watching.begin()->first));
    client.who = {};
    client.holders.clear();
    client.connection->close(session_ended);
  }
}

std::vector<std::string> Clients::sessions() const {
  std::set<std::string> hashes;
  for (const auto& [id, client] : clients_)
    if (!client->who.session.empty()) hashes.insert(client->who.session);
  return {hashes.begin(), hashes.end()};
}

void Clients::handle(Client& client, const Json& message) {
  ObjectReader in(message, "message");
  enum Type {
    hello,
    watch_,
    unwatch_,
    move,
    undo,
    propose_replace,
    answer,
    chat,
    notes_,
    history_,
    ping,
    check_,
    hint_,
    older_chat_,
    older_log_
  };
  const auto type = in.one_of("type", message_types());
  const bool needs_key = type == move || type == undo || type == propose_replace || type == answer || type == chat;
  const bool with_key = needs_key || in.has("key");
  const std::string key(with_key ? in.text("key", 64) : (in.skip("key"), ""));
  const Json json_key = with_key && !in.failed() ? Json(key) : Json(nullptr);
  const std::string table(type != hello && type != ping ? in.text("table", 64) : "");
  const auto rev = type == move || type == undo ? in.integer("rev", 0, std::int64_t{1} << 53)
                   : type == watch_             ? in.integer_or("rev", 0, std::int64_t{1} << 53, -1)
                                                : 0;
  const Json action = type == move || type == check_ ? in.object("action") : Json();
  const auto to = type == undo ? in.integer("to", 0, 1'000'000) : 0;
  const auto seat = type == propose_replace ? in.integer("seat", 0, max_seats - 1) : 0;
  const auto with = type == propose_replace ? in.one_of("with", {"person", "bot"}) : 0;
  const bool with_level = with == 1 || (type == hint_ && in.has("level"));
  if (type == hint_ && !with_level) in.skip("level");
  const std::string level(with_level ? in.text("level", 32) : "");
  const auto proposal = type == answer ? in.integer("proposal", 0, std::int64_t{1} << 53) : 0;
  const bool agree = type == answer && in.boolean("agree");
  const std::string text(type == chat ? in.text("text", 2000) : type == notes_ ? in.text("text", 40'000) : "");
  const auto n = type == history_ ? in.integer("n", 0, 1'000'000) : 0;
  const bool older = type == older_chat_ || type == older_log_;
  const auto before = older ? in.integer("before", 0, std::int64_t{1} << 53) : 0;
  auto error = in.finish();
  if (!error && needs_key && key.empty()) error = server_error("key_empty");
  if (!error && !table.empty() && !is_table_id(table)) error = server_error("table_unknown");
  if (error) return send_error(client, json_key, table, *error);

  if (needs_key || type == notes_) ledger_.book(client.payer, changing_work);
  const auto answered = answer_to(client.id, json_key, table);
  switch (static_cast<Type>(type)) {
    case hello:
      return send(client, Json{{"type", "hello"},
                               {"protocol", 1},
                               {"server", config_.version},
                               {"account",
                                client.who.account.empty() ? Json(nullptr) : Json{{"name", client.who.account_name}}},
                               {"time", loop_.now()}}
                              .dump());
    case ping: return send(client, R"({"type":"pong"})");
    case watch_: return watch(client, table, rev, json_key);
    case unwatch_:
      unwatch(client, table);
      return send(client, Json{{"type", "ack"}, {"key", json_key}, {"table", table}}.dump());
    case move: return seat_requests_.move(table, client.holders, rev, key, action, answered);
    case undo: return seat_requests_.undo(table, client.holders, rev, key, static_cast<std::size_t>(to), answered);
    case propose_replace:
      return seat_requests_.propose_replace(table, client.holders, key, static_cast<int>(seat), level, answered);
    case answer: return seat_requests_.answer(table, client.holders, key, proposal, agree, answered);
    case chat: return seat_requests_.say(table, client.holders, key, text, answered);
    case notes_: return notes(client, table, text, json_key);
    case check_: return check(client, table, action, json_key);
    case hint_: return hint(client, table, level, json_key);
    case history_: return history(client, table, n, json_key);
    case older_chat_: return older_chat(client, table, before, json_key);
    case older_log_: return older_log(client, table, before, json_key);
  }
}

void Clients::watch(Client& client, const std::string& table, std::int64_t rev, const Json& key) {
  if (client.watching.size() >= config_.max_watched && !client.watching.contains(table))
    return send_error(client, key, table, server_error("too_many_tables"));
  if (!tables_.loaded(table)) ledger_.book(client.payer, loading_work);
  tables_.with_newest(table, [this, id = client.id, table, rev, key](Tables::Found found) {
    Client* one = find(id);
    if (!one) return;
    if (!found) return send_error(*one, key, table, found.error());
    Watching& watching = one->watching[table];
    watching = {};
    watching.seen.rev = rev;
    watches_[table].clients.insert(one);
    presence_changed(table);
    // Notes are not part of the table; a seated player gets them once.
    const int seat = (*found)->table->seat_of(one->holders);
    if (seat < 0) return ledger_.booked(one->payer, [&] { show(*one, **found); });
    auto text = std::make_shared<store::Result<std::string>>();
    storage_.query([text, owner = notes_owner(table),
                    name = (*found)->table->seats()[static_cast<std::size_t>(seat)].holders.front()](
                       store::Database& db) { *text = db.setting(owner, name); },
                   [this, id, table, text] {
                     tables_.with(table, [this, id, table, text](Tables::Found again) {
                       Client* still = find(id);
                       if (!still || !still->watching.contains(table)) return;
                       if (!again) {  // it is read again as soon as that is possible, and shown then
                         still->watching[table].ahead = true;
                         return;
                       }
                       ledger_.booked(still->payer, [&] {
                         show(*still, **again, *text && !(*text)->empty() ? ",\"notes\":" + Json(**text).dump() : "");
                       });
                     });
                   });
  });
}

void Clients::unwatch(Client& client, const std::string& table) {
  client.watching.erase(table);
  const auto found = watches_.find(table);
  if (found == watches_.end()) return;
  found->second.clients.erase(&client);
  presence_changed(table);
  if (found->second.clients.empty()) {
    if (!found->second.remote.empty() || !node_.empty()) refresh_presence(table);
    watches_.erase(table);
  }
}

void Clients::show(Client& client, Room& room, const std::string& extra) {
  const auto found = client.watching.find(room.id);
  if (found == client.watching.end()) return;
  Watching& watching = found->second;
  if (client.connection->waiting_bytes() > config_.slow_bytes && extra.empty()) {
    watching.behind = true;
    return;
  }
  watching.behind = false;
  // Nobody is led back to an older position: while the database is away a node may know less than its client.
  watching.ahead = !node_.empty() && room.table->rev() < watching.seen.rev;
  if (watching.ahead) return;
  const auto watch = watches_.find(room.id);
  const Presence* presence =
      watch != watches_.end() && !watch->second.presence.json.is_null() ? &watch->second.presence : nullptr;
  std::string frame = update_text(room, watching.seen, client.holders, presence, config_.pages, extra);
  if (!frame.empty()) send(client, std::move(frame));
}

void Clients::push(Room& room) {
  const auto found = watches_.find(room.id);
  if (found == watches_.end()) return;
  const auto clients = found->second.clients;
  for (Client* client : clients) {
    // One who has just begun to watch gets the first update when its notes are there.
    const Watching& watching = client->watching.at(room.id);
    if (watching.seen.seat != -2 || watching.ahead) show(*client, room);
  }
}

void Clients::table_gone(const std::string& table) {
  const auto found = watches_.find(table);
  if (found == watches_.end()) return;
  const auto clients = found->second.clients;
  for (Client* client : clients) {
    send_error(*client, nullptr, table, server_error("table_unknown"));
    unwatch(*client, table);
  }
}

void Clients::drained(ClientId id) {
  Client* client = find(id);
  if (!client) return;
  for (auto& [table, watching] : client->watching)
    if (watching.behind)
      if (Room* room = tables_.loaded(table)) show(*client, *room);
}

void Clients::notes(Client& client, const std::string& table, const std::string& text, const Json& key) {
  tables_.with(table, [this, id = client.id, table, text, key](Tables::Found found) {
    Client* one = find(id);
    if (!one) return;
    if (!found) return send_error(*one, key, table, found.error());
    const int seat = (*found)->table->seat_of(one->holders);
    if (seat < 0) return send_error(*one, key, table, server_error("not_seated"));
    if (!is_text(text, 0, 40'000)) return send_error(*one, key, table, server_error("bad_text"));
    auto done = std::make_shared<store::Result<void>>();
    storage_.query([done, text, owner = notes_owner(table),
                    name = (*found)->table->seats()[static_cast<std::size_t>(seat)].holders.front()](
                       store::Database& db) { *done = db.set_setting(owner, name, text); },
                   [this, id, done, key, table, rev = (*found)->table->rev()] {
                     answer_to(id, key, table)(*done ? std::expected<std::int64_t, Error>(rev)
                                                     : std::unexpected(server_error("database_unavailable")));
                   });
  });
}

void Clients::look(Client& client, const std::string& table, const Json& key,
                   std::function<std::expected<Json, Error>(const Table&, const Holders&)> answer) {
  if (!tables_.loaded(table)) ledger_.book(client.payer, loading_work);
  tables_.with(table, [this, id = client.id, table, key, answer = std::move(answer)](Tables::Found found) {
    Client* one = find(id);
    if (!one) return;
    if (!found) return send_error(*one, key, table, found.error());
    ledger_.booked(one->payer, [&] {
      auto seen = answer(*(*found)->table, one->holders);
      if (!seen) return send_error(*one, key, table, seen.error());
      seen->update({{"table", table}, {"key", key}});
      send(*one, seen->dump(-1, ' ', false, Json::error_handler_t::replace));
    });
  });
}

void Clients::history(Client& client, const std::string& table, std::int64_t n, const Json& key) {
  look(client, table, key, [n](const Table& t, const Holders& who) -> std::expected<Json, Error> {
    auto view = history_view(t, who, n);
    if (!view) return view;
    return Json{{"type", "history"}, {"n", n}, {"view", std::move(*view)}};
  });
}

void Clients::older_chat(Client& client, const std::string& table, std::int64_t before, const Json& key) {
  look(client, table, key, [this, before](const Table& t, const Holders&) {
    Json page = server::older_chat(t, before, config_.pages);
    page["type"] = "older_chat";
    return page;
  });
}

void Clients::older_log(Client& client, const std::string& table, std::int64_t before, const Json& key) {
  look(client, table, key, [this, before](const Table& t, const Holders& who) {
    Json page = server::older_log(t, who, static_cast<std::size_t>(before), config_.pages);
    page["type"] = "older_log";
    return page;
  });
}

void Clients::check(Client& client, const std::string& table, const Json& action, const Json& key) {
  ledger_.book(client.payer, tables_.loaded(table) ? checking_work : loading_work);
  seat_requests_.check(table, client.holders, action,
                       [this, id = client.id, table, key](std::expected<Checked, Error> done) {
                         Client* one = find(id);
                         if (!one) return;
                         if (!done) return send_error(*one, key, table, done.error());
                         Json answer{{"type", "check"}, {"table", table}, {"key", key}, {"rev", done->rev}};
                         answer["refusal"] = done->refusal ? to_json(*done->refusal) : Json(nullptr);
                         send(*one, answer.dump(-1, ' ', false, Json::error_handler_t::replace));
                       });
}

void Clients::hint(Client& client, const std::string& table, const std::string& level, const Json& key) {
  hints_.hint(table, client.who, level, [this, id = client.id, table, key](std::expected<Hint, Error> hint) {
    Client* one = find(id);
    if (!one) return;
    if (!hint) return send_error(*one, key, table, hint.error());
    send(*one, Json{{"type", "hint"},
                    {"table", table},
                    {"key", key},
                    {"rev", hint->rev},
                    {"level", hint->level},
                    {"moves", hint->moves}}
                   .dump());
  });
}

// Presence is worth little: changes are gathered for a moment, and other nodes are told now and then.
void Clients::presence_changed(const std::string& table) {
  const auto found = watches_.find(table);
  if (found == watches_.end() || found->second.scheduled) return;
  found->second.scheduled = true;
  loop_.after(presence_delay, [this, table] {
    if (const auto watch = watches_.find(table); watch != watches_.end()) {
      watch->second.scheduled = false;
      refresh_presence(table);
    }
  });
}

Clients::Remote Clients::present_here(Room& room) const {
  Remote here;
  const auto watch = watches_.find(room.id);
  if (watch == watches_.end()) return here;
  for (const Client* client : watch->second.clients) {
    const SeatSet seats = room.table->seats_of(client->holders);
    here.seats |= seats.bits;
    if (seats.empty()) ++here.watchers;
  }
  return here;
}

void Clients::refresh_presence(const std::string& table) {
  Room* room = tables_.loaded(table);
  const auto found = watches_.find(table);
  if (found == watches_.end()) return;
  if (!room) return found->second.clients.empty() ? void() : presence_changed(table);
  Watch& watch = found->second;
  Remote all = present_here(*room);
  if (!node_.empty())
    storage_.query(
        [text = "presence " +
                Json{{"node", node_}, {"table", table}, {"seats", all.seats}, {"watchers", all.watchers}}.dump()](
            store::Database& db) { (void)db.publish(text); },
        nullptr);
  std::erase_if(watch.remote, [now = loop_.steady()](const auto& one) { return one.second.until < now; });
  for (const auto& [node, remote] : watch.remote) {
    all.seats |= remote.seats;
    all.watchers += remote.watchers;
  }
  Json seats = Json::array();
  for (std::size_t s = 0; s < room->table->seats().size(); ++s)
    seats.push_back((all.seats >> s & 1) != 0 || room->table->seats()[s].kind == TableSeat::Kind::bot);
  Json presence{{"seats", std::move(seats)}, {"watchers", all.watchers}};
  if (presence == watch.presence.json) return;
  watch.presence.json = std::move(presence);
  ++watch.presence.version;
  push(*room);
}

void Clients::presence_heard(const Json& notice) {
  const std::string node = notice.value("node", "");
  const auto watch = watches_.find(notice.value("table", ""));
  if (node == node_ || watch == watches_.end()) return;
  const bool unknown = !watch->second.remote.contains(node);
  Remote& remote = watch->second.remote[node];
  const Remote before = remote;
  remote = {notice.value("seats", 0u), notice.value("watchers", 0), loop_.steady() + presence_lifetime};
  if (unknown || before.seats != remote.seats || before.watchers != remote.watchers) presence_changed(watch->first);
}

void Clients::tick() {
  if (node_.empty()) return;
  for (auto& [table, watch] : watches_) presence_changed(table);
}

}  // namespace remise::server
