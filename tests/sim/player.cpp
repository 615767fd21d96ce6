#include "sim/player.h"

#include <algorithm>

#include "core/range.h"
#include "server/people/tokens.h"
#include "support/player_tokens.h"

namespace remise::sim {
namespace {

// Answers that mean "not now": the same request is sent again.
bool try_again(const std::string& code) {
  return code == "database_unavailable" || code == "database_full" || code == "server_busy" || code == "too_fast";
}

std::string drawn_token(Dice& dice) {
  class Entropy final : public server::Entropy {
   public:
    explicit Entropy(Dice& dice) : dice_(dice) {}
    void fill(std::span<unsigned char> bytes) override {
      for (auto& byte : bytes) byte = static_cast<unsigned char>(dice_.below(256));
    }

   private:
    Dice& dice_;
  } entropy(dice);
  return testing::player_token(entropy);
}

}  // namespace

Player::Player(Timeline& timeline, std::vector<std::unique_ptr<Node>>& nodes, Disk& disk, Report& report,
               const server::Games& games, const Habits& habits, int number, const std::string& seed)
    : timeline_(timeline),
      nodes_(nodes),
      disk_(disk),
      report_(report),
      games_(games),
      habits_(habits),
      dice_(seed),
      name_("p" + std::to_string(number)),
      token_(drawn_token(dice_)),
      address_("192.0.2." + std::to_string(number + 1)),
      blind_(dice_.chance(habits.blind)),
      engine_(dice_.chance(700)) {}

bool Player::is(const std::string& holder) const {
  return holder == "g:" + server::token_hash(token_) || (!account_.empty() && holder == "a:" + account_);
}

bool Player::looked(std::int64_t from, std::int64_t until) const {
  return !blind_ && std::ranges::any_of(lines_, [&](const auto& line) {
    return line.first <= from && (!line.second->is_cut() || line.second->cut_at() > until);
  });
}

void Player::begin() {
  connect();
  for (const auto& [table, seen] : tables_) decide_later(table);
}

bool Player::has_open_request() const {
  return std::ranges::any_of(tables_, [](const auto& one) {
    const auto& asked = one.second.asked;
    return !asked.empty() && !asked.back().acknowledged && !asked.back().refused;
  });
}

Asked* Player::open_request(Seen& seen) {
  if (seen.asked.empty() || seen.asked.back().acknowledged || seen.asked.back().refused) return nullptr;
  return &seen.asked.back();
}

// --- the line --------------------------------------------------------------------------------------------------------

void Player::connect() {
  id_ = 0;
  node_ = dice_.below(static_cast<std::uint32_t>(nodes_.size()));
  const int number = ++connections_;
  ++report_.connections;
  wire_ = std::make_shared<Wire>(timeline_,
                                 Wire::Ends{[this](const std::string& frame) { received(frame); },
                                            [this, number] {
                                              if (number == connections_) connect_later();
                                            }},
                                 habits_.network, name_ + " wire " + std::to_string(number) + token_);
  const bool anew = ended_.contains(session_);
  if (anew) sign_in();
  wire_->sent = [this, session = session_](const std::string& frame) {
    check_durable(frame);
    // Notices may be lost and the database away for a while; then it is found out. (Whoever connects by a session that
    // has just ended is a guest, and sees what guests see.)
    const auto ended = ended_.find(session);
    if (ended == ended_.end() || timeline_.now() < ended->second + 90 * second) return;
    const Json json = Json::parse(frame);
    if (json["type"] == "ack" || json.value("you", Json()).is_number())
      report_.wrong(name_ + " has its seat over a line of a session that has ended: " + frame);
  };
  const auto upgrade = request("GET", "/api/ws", nullptr);
  const bool reached = nodes_[node_]->connect(wire_, upgrade, [this, number, anew](server::ClientId id) {
    if (number != connections_) return;
    id_ = id;
    if (blind_) say({{"type", "looking"}, {"on", false}});
    lines_.emplace_back(timeline_.now(), wire_);
    for (const auto& [table, seen] : tables_) {
      Json message = watch(table);
      if (seen.rev >= 0 && !anew) message["rev"] = seen.rev;  // who is another now may see more than before
      say(message);
      send(table);
    }
  });
  if (!reached) connect_later();
}

void Player::connect_later() {
  id_ = 0;
  const int number = ++connections_;  // whatever the old line still says is not heard
  timeline_.after(dice_.delay(500 * millisecond), [this, number] {
    if (number == connections_) connect();
  });
}

void Player::hang_up() {
  if (wire_) wire_->cut();
}

void Player::say(const Json& message) {
  if (id_ == 0 || wire_->is_cut()) return;
  const std::string frame = message.dump();
  nodes_[node_]->receive(wire_, id_, frame);
  if (dice_.chance(habits_.says_twice)) nodes_[node_]->receive(wire_, id_, frame);
}

// --- what the servers say --------------------------------------------------------------------------------------------

// Nobody is told of anything that is not in the log yet.
void Player::check_durable(const std::string& frame) {
  const Json json = Json::parse(frame);
  const std::string type = json.value("type", "");
  if (type == "update" && (json.contains("view") || json.contains("position"))) {
    const auto entries = disk_.database().entries(json["table"], json["rev"]);
    if (!entries || entries->empty()) report_.wrong(name_ + " is shown a position that is not stored: " + frame);
  }
  if (type == "ack" && json.contains("rev") && json.contains("key")) {
    const auto entries = disk_.database().entries(json["table"], json["rev"]);  // the deed made it, or came later
    const bool found = entries && std::ranges::any_of(*entries, [&](const store::Entry& entry) {
                         return json["key"] == Json::parse(entry.payload).value("key", "");
                       });
    if (!found) report_.wrong(name_ + " is told of a deed that is not stored: " + frame);
  }
}

void Player::received(const std::string& frame) {
  for (const char c : frame) trace_ = (trace_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  trace_ = (trace_ ^ static_cast<std::uint64_t>(timeline_.now())) * 0x100000001b3;
  ++report_.events;
  const Json json = Json::parse(frame);
  const std::string type = json.value("type", ""), table = json.value("table", "");
  const auto found = tables_.find(table);
  if (found == tables_.end()) return;
  if (type == "update") return update(table, found->second, json);
  if (type == "older_log" || type == "older_chat") return page(found->second, json);
  if (type == "plans") return planned(found->second, json);
  if (type != "ack" && type != "error") return;
  if (json.value("key", "").starts_with("before ")) return;  // a page that is asked for again
  if (type == "error" && !json.contains("key")) {            // the table could not be read: look again
    timeline_.after(dice_.delay(second), [this, table, number = connections_] {
      if (number == connections_) say(watch(table));
    });
    return;
  }
  answered(table, found->second, json);
}

Json Player::watch(const std::string& table) const {
  Json message{{"type", "watch"}, {"table", table}};
  if (engine_) message["engine"] = engine_id();
  return message;
}

// Makes the view of a position; false where it does not go on from the one this client has.
bool Player::fold(const std::string& table, Seen& seen, const Json& json) {
  const bool whole = !json.contains("from");
  if (!whole && json["from"] != seen.rev) {
    ++report_.lost_count;
    say(watch(table));
    return false;
  }
  const auto known = read_known(json["position"], whole ? nullptr : &seen.known);
  const auto match = known ? games_.find(seen.game)->go_on(*known) : std::unexpected(known.error());
  if (!match) {
    report_.wrong(name_ + " at " + table + " is sent what is no position: " + json.dump());
    return false;
  }
  ++report_.folded;
  seen.known = *known;
  seen.view = (*match)->view(server::viewer_of(seen.eyes));
  return true;
}

// Nobody is shown a position that is not the fold of the log.
void Player::check_view(const std::string& table, const Seen& seen, std::int64_t rev) {
  auto& kept = truths_[table];  // folded on from what was looked at last
  if (!kept || kept->next() > rev + 1) kept = std::make_unique<server::Table>(table, games_);
  const auto entries = disk_.database().entries(table, kept->next());
  if (!entries) return;
  for (const auto& entry : *entries)
    if (entry.number <= rev) kept->apply(entry);
  const server::Table& truth = *kept;
  if (truth.match() && seen.view != truth.match()->view(server::viewer_of(seen.eyes)))
    report_.wrong(name_ + " at " + table + " is shown something else than the log says at " + std::to_string(rev));
}

void Player::update(const std::string& table, Seen& seen, const Json& json) {
  ++report_.updates;
  const std::int64_t rev = json["rev"];
  if (rev < seen.rev)
    report_.wrong(name_ + " at " + table + " is led back from position " + std::to_string(seen.rev) + " to " +
                  std::to_string(rev));
  if (json.contains("info")) {
    if (json["you"].is_number()) seen.seat = json["you"];
    seen.eyes = json["you"].is_number() ? json["you"].get<int>() : -1;
    seen.game = json["info"]["game"];
    const Json& proposal = json["info"]["proposal"];
    seen.proposal = -1;
    if (proposal.is_object()) {
      const auto has = [&](const char* list) {
        return std::ranges::find(proposal[list], Json(seen.seat)) != proposal[list].end();
      };
      if (has("needs") && !has("agreed")) seen.proposal = proposal["id"];
    }
  }
  if (json.contains("position") && !fold(table, seen, json)) return;
  if (json.contains("view") || json.contains("position")) {
    if (json.contains("view")) seen.view = json["view"];
    check_view(table, seen, rev);
    const std::size_t from = json["log_from"];
    if (json.value("log_anew", false) || from < seen.log_from) {  // a page of its own: the log begins anew
      seen.log.clear();
      seen.log_from = from;
    }
    if (from > seen.log_from + seen.log.size()) return report_.wrong(name_ + " at " + table + " has a gap in its log");
    seen.log.resize(from - seen.log_from);
    for (const Json& move : json["log"]) seen.log.push_back(move);
    if (seen.log_from + seen.log.size() != seen.view["n"])
      report_.wrong(name_ + " at " + table + " is left without a part of the log");
  } else if (rev != seen.rev && seen.rev >= 0) {
    report_.wrong(name_ + " at " + table + " is told of a position without seeing it");
  }
  if (json.contains("chat")) {
    if (json.value("chat_more", false) &&
        (seen.chat.empty() || json["chat"][0]["number"] > seen.chat.back()["number"])) {
      seen.chat.clear();
      seen.chat_more = true;
    }
    for (const Json& line : json["chat"])
      if (seen.chat.empty() || line["number"] > seen.chat.back()["number"]) seen.chat.push_back(line);
  }
  seen.rev = rev;
}

void Player::page(Seen& seen, const Json& json) {
  ++report_.pages;
  if (json["type"] == "older_log") {
    const std::size_t from = json["from"];
    if (from + json["log"].size() != seen.log_from) return;  // asked for before something changed
    seen.log.insert(seen.log.begin(), json["log"].begin(), json["log"].end());
    seen.log_from = from;
  } else if (!seen.chat.empty() && json["key"] == "before " + seen.chat.front()["number"].dump()) {
    seen.chat.insert(seen.chat.begin(), json["lines"].begin(), json["lines"].end());
    seen.chat_more = json["more"];
  }
}

// Page after page, until everything is there.
void Player::read_older() {
  const auto key = [](const Seen& seen) { return "before " + seen.chat.front()["number"].dump(); };
  for (const auto& [table, seen] : tables_) {
    if (seen.log_from > 0) say({{"type", "older_log"}, {"table", table}, {"before", seen.log_from}});
    if (seen.chat_more && !seen.chat.empty())
      say({{"type", "older_chat"}, {"table", table}, {"key", key(seen)}, {"before", seen.chat.front()["number"]}});
  }
  timeline_.after(200 * millisecond, [this] { read_older(); });
}

void Player::rest() {
  resting_ = true;
  read_older();
}

// --- who it is -------------------------------------------------------------------------------------------------------

server::Request Player::request(const std::string& method, const std::string& path, const Json& body) const {
  server::Request request;
  request.method = method;
  request.path = path;
  if (!body.is_null()) request.body = body.dump();
  request.content_type = "application/json";
  request.host = "trams.example";
  request.address = address_;
  if (session_.empty()) {
    request.authorization = "Bearer " + token_;
  } else {
    request.cookie = "remise_player=" + token_ + "; remise_session=" + session_;
    request.origin = "http://trams.example";
  }
  return request;
}

// The password's part is tried elsewhere; here the session is simply there.
void Player::open_account() {
  account_ = "account-" + name_;
  (void)disk_.database().add_account({account_, name_, "", 0, false});
  sign_in();
}

void Player::sign_in() {
  session_ = drawn_token(dice_);
  (void)disk_.database().add_session(server::token_hash(session_), {account_, name_, "", 0, false},
                                     std::int64_t{1} << 50);
}

void Player::session_is_ended() {
  if (session_.empty()) return;
  ++report_.revoked;
  ended_[session_] = timeline_.now();
  timeline_.after(100 * second, [this] {
    if (ended_.contains(session_)) hang_up();  // and signs in
  });
}

// What one has decided in advance: as the answer to a request, or because something became of it.
void Player::planned(Seen& seen, const Json& json) {
  const auto asked =
      std::ranges::find(seen.asked, json["key"].is_string() ? json["key"].get<std::string>() : "", &Asked::key);
  if (asked == seen.asked.end()) return;
  if (!asked->acknowledged) ++report_.acknowledged;
  asked->acknowledged = true;
}

void Player::answered(const std::string& table, Seen& seen, const Json& json) {
  const auto asked = std::ranges::find(seen.asked, json["key"].get<std::string>(), &Asked::key);
  if (asked == seen.asked.end()) return report_.wrong(name_ + " gets an answer to nothing: " + json.dump());
  if (json.contains("rev")) {
    const std::int64_t rev = json["rev"];
    if (asked->acknowledged && asked->rev != rev)
      report_.wrong(name_ + " at " + table + " gets two answers to one request: " + std::to_string(asked->rev) +
                    " and " + json.dump());
    if (!asked->acknowledged) ++report_.acknowledged;
    asked->acknowledged = true;
    asked->rev = rev;
    return;
  }
  const std::string code = json["error"].value("code", "");
  if (asked->acknowledged || asked->refused || try_again(code)) return;
  // The session has ended, maybe by a request whose answer was lost: once more by the next one.
  if (code == "not_seated" && seen.seat >= 0) {
    ended_.try_emplace(session_, timeline_.now());
    return hang_up();
  }
  asked->refused = true;
  asked->code = code;
  ++report_.refused;
}

// --- what the player does --------------------------------------------------------------------------------------------

void Player::decide_later(const std::string& table) {
  timeline_.after(dice_.delay(habits_.pause), [this, table] {
    decide(table);
    decide_later(table);
  });
}

Json Player::some_move(const Seen& seen) {
  const Json& legal = seen.view["legal"];
  Json action = legal[dice_.below(static_cast<std::uint32_t>(legal.size()))];
  for (auto& [key, value] : action.items())
    if (const auto range = read_range(value))
      value = dice_.between(range->min, range->max);
    else if (value.is_number() && dice_.chance(habits_.blunders))
      value = 1000;
  return action;
}

void Player::decide(const std::string& table) {
  Seen& seen = tables_[table];
  if (seen.view.is_null() || open_request(seen) || resting_) return;
  if (dice_.chance(habits_.hangs_up)) return hang_up();
  const std::string path = "/api/tables/" + table;
  if (seen.seat >= 0 && dice_.chance(habits_.links))
    return ask_http(path + "/link", [this, table](const Json& answer) {
      if (!answer.contains("token")) return;
      ++report_.links;
      links.push_back({table, answer["token"]});
    });
  if (seen.seat >= 0 && dice_.chance(habits_.leaves))
    return ask_http(path + "/leave", [this, path](const Json&) {
      timeline_.after(dice_.delay(3 * second), [this, path] { ask_http(path + "/join", [](const Json&) {}); });
    });
  if (seen.seat >= 0 && seen.game == "tally" && dice_.chance(habits_.plans)) {
    Json plans = Json::array();
    if (dice_.chance(800))
      plans.push_back({{"type", "add"}, {"value", 1 + dice_.below(9)}, {"times", 1 + dice_.below(4)}});
    return ask(table, seen, {{"type", "plans"}, {"plans", std::move(plans)}});
  }
  if (seen.seat >= 0 && dice_.chance(habits_.ends))
    return ask(table, seen, {{"type", "propose_end"}, {"standing", dice_.chance(500)}});
  if (dice_.chance(habits_.chats))
    return ask(table, seen, {{"type", "chat"}, {"text", name_ + " says " + std::to_string(keys_)}});
  if (seen.proposal >= 0)
    return ask(table, seen, {{"type", "answer"}, {"proposal", seen.proposal}, {"agree", dice_.chance(700)}});
  if (seen.view["n"] > 0 && dice_.chance(habits_.undoes))
    return ask(table, seen, {{"type", "undo"}, {"rev", seen.rev}, {"to", seen.view["n"].get<int>() - 1}});
  if (!seen.view["legal"].empty()) ask(table, seen, {{"type", "move"}, {"rev", seen.rev}, {"action", some_move(seen)}});
}

void Player::ask(const std::string& table, Seen& seen, Json message) {
  const std::string key = name_ + "-" + std::to_string(++keys_);
  message["key"] = key;
  message["table"] = table;
  seen.asked.push_back({key, std::move(message), false, false, -1, ""});
  send(table);
}

// Sends the open request, and again when nothing is heard for a while.
void Player::send(const std::string& table) {
  Seen& seen = tables_[table];
  const Asked* asked = open_request(seen);
  if (!asked) return;
  if (asked->message["type"] == "move" && dice_.chance(habits_.by_http))
    send_http(table, *asked);
  else
    say(asked->message);
  timeline_.after(dice_.between(habits_.patience / 2, habits_.patience * 2), [this, table, key = asked->key] {
    const Asked* still = open_request(tables_[table]);
    if (!still || still->key != key) return;
    ++report_.repeated;
    send(table);
  });
}

// Once, and what becomes of it is seen at the table.
void Player::ask_http(const std::string& path, std::function<void(const Json&)> then) {
  static constexpr const char* ways[] = {"wait", "bot", "offer", "bot"};
  const Json body = path.ends_with("/join")    ? Json{{"name", name_}}
                    : path.ends_with("/leave") ? Json{{"then", ways[dice_.below(4)]}}
                                               : Json::object();
  nodes_[dice_.below(static_cast<std::uint32_t>(nodes_.size()))]->http(
      request("POST", path, body),
      [then = std::move(then)](const server::Response& response) { then(Json::parse(response.body)); });
}

void Player::send_http(const std::string& table, const Asked& asked) {
  const auto request =
      this->request("POST", "/api/tables/" + table + "/moves",
                    {{"rev", asked.message["rev"]}, {"key", asked.key}, {"action", asked.message["action"]}});
  const auto node = dice_.below(static_cast<std::uint32_t>(nodes_.size()));
  const bool answer_lost = dice_.chance(habits_.hangs_up);
  const auto there = dice_.delay(habits_.network), back = dice_.delay(habits_.network);
  timeline_.after(there, [this, request, node, table, key = asked.key, answer_lost, back] {
    auto answers = std::make_shared<int>(0);
    nodes_[node]->http(request, [this, table, key, answer_lost, back, answers](const server::Response& response) {
      if (++*answers > 1) report_.wrong(name_ + ": one request, two answers");
      if (answer_lost) return;
      timeline_.after(back, [this, table, key, body = response.body] {
        Json json = Json::parse(body);
        json["key"] = key;
        answered(table, tables_[table], json);
      });
    });
  });
}

}  // namespace remise::sim
