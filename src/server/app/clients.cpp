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

Json key_json(const wire::Head& head) { return head.key ? Json(*head.key) : Json(nullptr); }

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

void Clients::send_error(Client& client, const Head& head, const Error& error) {
  metrics_.refused(error.code);
  Json json{{"type", "error"}, {"error", to_json(error)}};
  if (head.key) json["key"] = *head.key;
  if (!head.table.empty()) json["table"] = head.table;
  send(client, json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void Clients::send_answer(Client& client, const Head& head, Json answer) {
  answer.update({{"table", head.table}, {"key", key_json(head)}});
  send(client, answer.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void Clients::send_answer(Client& client, const Head& head, const char* type, const std::string& members) {
  const auto quoted = [](const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); };
  send(client, "{\"type\":\"" + std::string(type) + "\",\"table\":" + quoted(head.table) +
                   ",\"key\":" + quoted(key_json(head)) + "," + members + "}");
}

Answered Clients::answer_to(ClientId id, Head head) {
  return [this, id, head = std::move(head)](std::expected<std::int64_t, Error> done) {
    Client* client = find(id);
    if (!client) return;
    if (!done) return send_error(*client, head, done.error());
    ledger_.book(client->payer, tables_.cost());
    send(*client, Json{{"type", "ack"}, {"key", key_json(head)}, {"table", head.table}, {"rev", *done}}.dump());
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
  send_error(
      client,
      {key.empty() || key.size() > 64 ? std::nullopt : std::optional(key), is_table_id(table) ? table : "", false},
      error);
}

void Clients::received(ClientId id, std::string_view frame) {
  Client* client = find(id);
  if (!client) return;
  if (!client->bucket.take(config_.messages, loop_.steady()) || !ledger_.may_ask(client->payer)) {
    if (++client->ignored > most_ignored) return client->connection->close(1008);
    return refuse_unread(*client, frame, server_error(ErrorCode::too_fast));
  }
  ledger_.book(client->payer, least_work);
  const auto message = parse_json(frame, config_.max_frame);
  if (!message) return send_error(*client, {}, message.error());
  handle(*client, *message);
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

void Clients::handle(Client& client, const Json& json) {
  auto message = wire::read_message(json);
  if (!message) return send_error(client, message.error().head, message.error().error);
  const Head& head = message->head;
  if (head.needs_key && head.key->empty()) return send_error(client, head, server_error(ErrorCode::key_empty));
  if (!head.table.empty() && !is_table_id(head.table))
    return send_error(client, head, server_error(ErrorCode::table_unknown));
  if (head.needs_key || std::holds_alternative<wire::Notes>(message->body)) ledger_.book(client.payer, changing_work);
  std::visit([&](auto& body) { on(client, head, std::move(body)); }, message->body);
}

void Clients::on(Client& client, const Head&, wire::Hello) {
  const Json account = client.who.account.empty() ? Json(nullptr) : Json{{"name", client.who.account_name}};
  send(
      client,
      Json{{"type", "hello"}, {"protocol", 1}, {"server", config_.version}, {"account", account}, {"time", loop_.now()}}
          .dump());
}

void Clients::on(Client& client, const Head&, wire::Ping) { send(client, R"({"type":"pong"})"); }

void Clients::on(Client& client, const Head& head, wire::Unwatch) {
  unwatch(client, head.table);
  send(client, Json{{"type", "ack"}, {"key", key_json(head)}, {"table", head.table}}.dump());
}

void Clients::on(Client& client, const Head& head, wire::Looking m) {
  client.looking = m.on;
  send(client, Json{{"type", "ack"}, {"key", key_json(head)}, {"table", head.table}}.dump());
}

bool Clients::looks(const std::string& table, const std::string& holder) const {
  const auto watch = watches_.find(table);
  if (watch == watches_.end()) return false;
  Room* room = tables_.loaded(table);
  return std::ranges::any_of(watch->second.clients, [&](const Client* client) {
    if (!client->looking) return false;
    if (std::ranges::find(client->holders, holder) != client->holders.end()) return true;
    return room && (room->table->seats_of(client->holders).bits & room->table->seats_of({holder}).bits) != 0;
  });
}

void Clients::on(Client& client, const Head& head, wire::Move m) {
  seat_requests_.move(head.table, client.holders, m.rev, *head.key, std::move(m.action), answer_to(client.id, head));
}

void Clients::on(Client& client, const Head& head, wire::Undo m) {
  seat_requests_.undo(head.table, client.holders, m.rev, *head.key, static_cast<std::size_t>(m.to),
                      answer_to(client.id, head));
}

void Clients::on(Client& client, const Head& head, wire::ProposeReplace m) {
  seat_requests_.propose_replace(head.table, client.holders, *head.key, static_cast<int>(m.seat), m.level,
                                 answer_to(client.id, head));
}

void Clients::on(Client& client, const Head& head, wire::Plans m) {
  if (!m.plans) return send_plans(client.id, head);
  seat_requests_.plan(head.table, client.holders, *head.key, std::move(*m.plans),
                      [this, id = client.id, head](std::expected<std::int64_t, Error> done) {
                        if (done) return send_plans(id, head);
                        if (Client* one = find(id)) send_error(*one, head, done.error());
                      });
}

// To their owner, and to nobody else: the seat is looked up anew. Who did not ask is not told that it failed.
void Clients::send_plans(ClientId id, const Head& head) {
  const auto fail = [this, head](Client& client, const Error& error) {
    if (head.key) send_error(client, head, error);
  };
  tables_.with(head.table, [this, id, head, fail](Tables::Found found) {
    Client* one = find(id);
    if (!one) return;
    if (!found) return fail(*one, found.error());
    const int seat = (*found)->table->seat_of(one->holders);
    if (seat < 0) return fail(*one, server_error(ErrorCode::not_seated));
    if (const auto watching = one->watching.find(head.table); watching != one->watching.end())
      watching->second.plans = (*found)->table->plans_number(seat);
    auto stored = std::make_shared<store::Result<std::string>>();
    storage_.query([stored, table = head.table, seat](store::Database& db) { *stored = db.plans(table, seat); },
                   [this, id, head, seat, stored, fail] {
                     tables_.with(head.table, [this, id, head, seat, stored, fail](Tables::Found again) {
                       Client* still = find(id);
                       if (!still) return;
                       if (!again) return fail(*still, again.error());
                       if (!*stored) return fail(*still, server_error(ErrorCode::database_unavailable));
                       if ((*again)->table->seat_of(still->holders) != seat)
                         return fail(*still, server_error(ErrorCode::not_seated));
                       Json answer = plans_for(*(*again)->table, seat, **stored);
                       answer["type"] = "plans";
                       send_answer(*still, head, std::move(answer));
                     });
                   });
  });
}

void Clients::on(Client& client, const Head& head, wire::ProposeEnd m) {
  seat_requests_.propose_end(head.table, client.holders, *head.key, m.standing, answer_to(client.id, head));
}

void Clients::on(Client& client, const Head& head, wire::Pause m) {
  seat_requests_.pause(head.table, client.holders, *head.key, m.on, answer_to(client.id, head));
}

void Clients::on(Client& client, const Head& head, wire::Holiday m) {
  seat_requests_.holiday(head.table, client.holders, *head.key, m.days, answer_to(client.id, head));
}

void Clients::on(Client& client, const Head& head, wire::Zone m) {
  seat_requests_.zone(head.table, client.holders, *head.key, m.minutes, answer_to(client.id, head));
}

void Clients::on(Client& client, const Head& head, wire::Answer m) {
  seat_requests_.answer(head.table, client.holders, *head.key, m.proposal, m.agree, answer_to(client.id, head));
}

void Clients::on(Client& client, const Head& head, wire::Chat m) {
  const std::string& address = client.payer.address;
  if (!chat_.has_left(address, loop_.steady())) return send_error(client, head, server_error(ErrorCode::too_fast));
  seat_requests_.say(head.table, client.holders, *head.key, m.text, m.name.value_or(""),
                     [this, address, then = answer_to(client.id, head)](std::expected<std::int64_t, Error> done) {
                       if (done) chat_.spend(address, 1, loop_.steady());
                       then(std::move(done));
                     });
}

void Clients::on(Client& client, const Head& head, wire::Watch m) {
  const std::string& table = head.table;
  if (client.watching.size() >= config_.max_watched && !client.watching.contains(table))
    return send_error(client, head, server_error(ErrorCode::too_many_tables));
  if (!tables_.loaded(table)) ledger_.book(client.payer, loading_work);
  tables_.with_newest(table, [this, id = client.id, table, head, rev = m.rev.value_or(-1),
                              engine = ours(m.engine)](Tables::Found found) {
    Client* one = find(id);
    if (!one) return;
    if (!found) return send_error(*one, head, found.error());
    // No notice kept it new, and the store cannot be read: it may be long gone by, and who does not say what it has
    // seen could be led back.
    if ((*found)->unread && rev < 0 && !watched(table))
      return send_error(*one, head, server_error(ErrorCode::database_unavailable));
    Watching& watching = one->watching[table];
    watching = {};
    watching.seen.rev = rev;
    watching.seen.engine = engine;
    watches_[table].clients.insert(one);
    watch_begun(table);
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

void Clients::show(Client& client, Room& room, const std::string& extra, Frames* made) {
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
  if (!made) {
    std::string frame = update_text(room, watching.seen, client.holders, presence, config_.pages, extra);
    if (!frame.empty()) send(client, std::move(frame));
    return;
  }
  // Who has seen the same through the same eyes is told the same.
  const auto [same, is_new] =
      made->try_emplace({room.table->seat_of(client.holders), room.table->is_host(client.holders), watching.seen});
  auto& [frame, after] = same->second;
  if (is_new) {
    after = watching.seen;
    frame = update_text(room, after, client.holders, presence, config_.pages, extra);
  }
  watching.seen = after;
  if (!frame.empty()) send(client, frame);
}

void Clients::push(Room& room) {
  const auto found = watches_.find(room.id);
  if (found == watches_.end()) return;
  const auto clients = found->second.clients;
  Frames made;
  for (Client* client : clients) {
    // One who has just begun to watch gets the first update when its notes are there.
    const Watching& watching = client->watching.at(room.id);
    if (watching.seen.seat != -2 || watching.ahead) show(*client, room, "", &made);
    // A plan has moved, or ended: its owner is told.
    const int seat = room.table->seat_of(client->holders);
    if (seat >= 0 && room.table->plans_number(seat) > watching.plans)
      loop_.post([this, id = client->id, table = room.id] { send_plans(id, {std::nullopt, table, false}); });
  }
}

void Clients::table_gone(const std::string& table) {
  const auto found = watches_.find(table);
  if (found == watches_.end()) return;
  const auto clients = found->second.clients;
  for (Client* client : clients) {
    send_error(*client, {std::nullopt, table, false}, server_error(ErrorCode::table_unknown));
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

void Clients::on(Client& client, const Head& head, wire::Notes m) {
  tables_.with(head.table, [this, id = client.id, head, text = std::move(m.text)](Tables::Found found) {
    Client* one = find(id);
    if (!one) return;
    if (!found) return send_error(*one, head, found.error());
    const int seat = (*found)->table->seat_of(one->holders);
    if (seat < 0) return send_error(*one, head, server_error(ErrorCode::not_seated));
    if (!is_text(text, 0, 40'000)) return send_error(*one, head, server_error(ErrorCode::bad_text));
    auto done = std::make_shared<store::Result<void>>();
    storage_.query([done, text, owner = notes_owner(head.table),
                    name = (*found)->table->seats()[static_cast<std::size_t>(seat)].holders.front()](
                       store::Database& db) { *done = db.set_setting(owner, name, text); },
                   [this, id, done, head, rev = (*found)->table->rev()] {
                     answer_to(id, head)(*done ? std::expected<std::int64_t, Error>(rev)
                                               : refuse(ErrorCode::database_unavailable));
                   });
  });
}

void Clients::look(Client& client, const Head& head, const char* type,
                   std::function<std::expected<std::string, Error>(const Table&, const Holders&)> members) {
  if (!tables_.loaded(head.table)) ledger_.book(client.payer, loading_work);
  tables_.with(head.table, [this, id = client.id, head, type, members = std::move(members)](Tables::Found found) {
    Client* one = find(id);
    if (!one) return;
    if (!found) return send_error(*one, head, found.error());
    ledger_.booked(one->payer, [&] {
      const auto seen = members(*(*found)->table, one->holders);
      if (!seen) return send_error(*one, head, seen.error());
      send_answer(*one, head, type, *seen);
    });
  });
}

void Clients::on(Client& client, const Head& head, wire::History m) {
  look(client, head, "history", [n = m.n, engine = ours(m.engine)](const Table& t, const Holders& who) {
    return history_view(t, who, n, engine);
  });
}

void Clients::on(Client& client, const Head& head, wire::OlderChat m) {
  look(client, head, "older_chat",
       [this, before = m.before](const Table& t, const Holders&) { return older_chat(t, before, config_.pages); });
}

void Clients::on(Client& client, const Head& head, wire::OlderLog m) {
  look(client, head, "older_log", [this, before = m.before](const Table& t, const Holders& who) {
    return older_log(t, who, static_cast<std::size_t>(before), config_.pages);
  });
}

void Clients::on(Client& client, const Head& head, wire::Check m) {
  ledger_.book(client.payer, tables_.loaded(head.table) ? checking_work : loading_work);
  seat_requests_.check(head.table, client.holders, std::move(m.action),
                       [this, id = client.id, head](std::expected<Checked, Error> done) {
                         Client* one = find(id);
                         if (!one) return;
                         if (!done) return send_error(*one, head, done.error());
                         const Json refusal = done->refusal ? to_json(*done->refusal) : Json(nullptr);
                         send_answer(*one, head, {{"type", "check"}, {"rev", done->rev}, {"refusal", refusal}});
                       });
}

void Clients::on(Client& client, const Head& head, wire::Compose m) {
  const Payer payer = client.payer;
  ledger_.book(payer, tables_.loaded(head.table) ? composing_work : loading_work);
  ledger_.booked(payer, [&] {
    seat_requests_.compose(
        head.table, client.holders, question_of(m.action, m.use, m.avoid),
        [this, id = client.id, head](std::expected<Composed, Error> done) {
          Client* one = find(id);
          if (!one) return;
          if (!done) return send_error(*one, head, done.error());
          send_answer(*one, head, {{"type", "compose"}, {"rev", done->rev}, {"answer", std::move(done->answer)}});
        });
  });
}

void Clients::on(Client& client, const Head& head, wire::Hint m) {
  hints_.hint(
      head.table, client.who, m.level.value_or(""), [this, id = client.id, head](std::expected<Hint, Error> hint) {
        Client* one = find(id);
        if (!one) return;
        if (!hint) return send_error(*one, head, hint.error());
        send_answer(*one, head, {{"type", "hint"}, {"rev", hint->rev}, {"level", hint->level}, {"moves", hint->moves}});
      });
}

// Presence is worth little: changes are gathered for a moment, and other nodes that watch the table are told now and
// then.
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
  if (!node_.empty()) tell_presence(table, watch, all);
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

// All that are told at the same moment share a statement. A node that knows of no other asks who is there.
void Clients::tell_presence(const std::string& table, const Watch& watch, const Remote& here) {
  Json json{{"node", node_}, {"table", table}, {"seats", here.seats}, {"watchers", here.watchers}};
  if (watch.remote.empty()) json["ask"] = true;
  untold_.push_back(store::notice_about(table, "presence " + json.dump()));
  if (untold_.size() > 1) return;
  loop_.post([this] {
    storage_.query([notices = std::exchange(untold_, {})](store::Database& db) { (void)db.publish(notices); }, nullptr);
  });
}

void Clients::presence_heard(const Json& notice) {
  const std::string node = notice.value("node", "");
  const auto watch = watches_.find(notice.value("table", ""));
  if (node == node_ || watch == watches_.end()) return;
  const bool answer = notice.value("ask", false) || !watch->second.remote.contains(node);
  Remote& remote = watch->second.remote[node];
  const Remote before = remote;
  remote = {notice.value("seats", 0u), notice.value("watchers", 0), loop_.steady() + presence_lifetime};
  if (answer || before.seats != remote.seats || before.watchers != remote.watchers) presence_changed(watch->first);
}

void Clients::listening(const store::Channels& channels) {
  for (auto& [table, watch] : watches_)
    if (channels[store::channel_of(table)]) presence_changed(table);
}

// What others know of this node must not grow old. Where no other is known, one may have been missed.
void Clients::tick() {
  constexpr std::uint64_t seldom = 6;
  if (node_.empty()) return;
  const bool all = ++ticks_ % seldom == 0;
  for (auto& [table, watch] : watches_)
    if (all || !watch.remote.empty()) presence_changed(table);
}

}  // namespace remise::server
