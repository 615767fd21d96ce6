#include "sim/weeks.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "bots/suite.h"
#include "server/app/log.h"
#include "server/call/crypto.h"
#include "server/call/texts.h"
#include "server/people/tokens.h"
#include "sim/judge_calls.h"
#include "support/player_tokens.h"

namespace remise::sim {
namespace {

constexpr std::int64_t minute = 60 * second, hour = 60 * minute, day = 24 * hour;
constexpr std::int64_t call_after = 20 * second;

server::Games real_games() {
  std::vector<std::unique_ptr<Game>> games;
  for (const auto& maker : game_makers()) games.push_back(maker(embedded_data).value());
  return server::Games(std::move(games));
}

std::string text_of_mail(const std::string& mail) {
  std::string body = mail.substr(mail.find("\r\n\r\n") + 4);
  std::erase_if(body, [](char c) { return c == '\r' || c == '\n' || c == '='; });
  std::ranges::replace(body, '+', '-');
  std::ranges::replace(body, '/', '_');
  return server::from_base64url(body).value_or("");
}

struct Way {
  std::string id, holder;
  std::int64_t since = 0;  // microseconds
  bool digest = false;
};

struct Person {
  std::string name, account, token, session;
  int zone = 0;           // minutes east of UTC
  bool quiet = false;     // not called from 22 to 8
  std::string reached{};  // where letters to this person go
  std::int64_t next = -1;
  std::int64_t away_from = -1, away_until = -1;  // nothing reaches this person
  std::vector<std::pair<std::int64_t, std::int64_t>> looked{};
  int keys = 0;

  std::string holder() const { return "a:" + account; }
};

class Weeks {
 public:
  explicit Weeks(const WeeksOptions& options)
      : options_(options), dice_(options.seed), disk_(options.database), games_(real_games()) {
    server::start_crypto();
    server::set_log_level(server::LogLevel::off);
    disk_.clock = [this] { return timeline_.now() / millisecond; };
    for (const auto& game : games_.all()) suites_[std::string(game->id())] = bots::make_suite(*game);
    for (int n = 0; n < 2; ++n) {
      nodes_.push_back(std::make_unique<Node>(timeline_, disk_, games_, config(), "node" + std::to_string(n),
                                              options.seed + " node " + std::to_string(n), true));
      nodes_.back()->post = &post_;
      nodes_.back()->plug_bots = [this](server::Bots& bots) { plug(bots); };
      nodes_.back()->start();
    }
    live(10 * second);
  }

  WeeksReport run() {
    for (const char* name : {"Anna", "Bruno", "Chiara", "Dmitri", "Eva"}) add_person(name);
    people_[0].zone = 60, people_[1].zone = -300, people_[2].zone = 330, people_[3].zone = 120, people_[4].zone = 60;
    people_[2].quiet = true;
    const Json day_a_move{{"clock", "correspondence"}, {"move_s", 24 * 3600}, {"nights", true}, {"level", "easy"}};
    Json bot_moves = day_a_move, offers = day_a_move;
    bot_moves["at_zero"] = "bot";
    offers["at_zero"] = "offer";
    vienna_ = set_table("1840", bot_moves, true);
    tramways_ = set_table("tramways", offers, false);
    short_ = set_table("1840", {{"clock", "none"}}, false);
    add_ways();
    post_.refused = 20;
    post_.unsure = 10;
    post_.arrived = [this](const SentLetter& sent) { arrived(sent); };
    begun_ = timeline_.now();
    for (const auto& id : {vienna_, tramways_, short_})
      ask(people_[0], "POST", "/api/tables/" + id + "/start", Json::object());
    write_script();
    while (!over() && report_.fault.empty()) step();
    report_.days = (timeline_.now() - begun_) / day;
    post_.refused = post_.unsure = 0;
    kill_after_sending_ = 0;
    for (auto& node : nodes_) node->start();
    live(3 * minute);
    judge();
    return report_;
  }

 private:
  static server::Config config() {
    server::Config config;
    for (server::Rate* rate : config.rates()) *rate = {};
    config.letters = {0.1, 60};
    config.to_one_place = {5, 200};
    config.origin = "https://trams.example";
    config.calls.contact = "mailto:host@trams.example";
    config.calls.smtp = "smtps://mail.example";
    config.calls.mail_from = "trams@trams.example";
    config.calls.webhooks = true;
    config.calls.after = call_after / millisecond;
    return config;
  }
  void plug(server::Bots& bots) {
    for (const auto& [id, suite] : suites_)
      bots.add(
          id, {"easy"},
          [one = suite.get()](const Match& match, Seat seat, std::string_view, std::string_view seed,
                              const std::atomic<bool>*) { return one->choose(match, seat, "easy", seed); },
          [](const Match&, Seat, std::string_view, std::string_view,
             const std::atomic<bool>*) -> std::expected<Json, Error> { return Json::array(); });
  }

  // --- time ----------------------------------------------------------------------------------------------------------

  void live(std::int64_t time) { timeline_.run_until(timeline_.now() + time); }
  std::int64_t wall() const { return beginning + timeline_.now() / millisecond; }
  std::int64_t of_wall(std::int64_t time) const { return (time - beginning) * millisecond; }
  static std::int64_t first_after(const std::multimap<std::int64_t, std::function<void()>>& script) {
    return script.empty() ? std::int64_t{1} << 60 : script.begin()->first;
  }

  // When the servers have something to do by themselves; now where it is overdue.
  std::int64_t servers_next() {
    std::int64_t next = std::int64_t{1} << 60;
    for (const char* queue : {"calls", "letters", "tables"}) {
      const auto rows =
          disk_.database().sql().query("SELECT MIN(due) FROM " + std::string(queue) + " WHERE due > 0").value();
      const auto due = store::number(rows.front().front());
      if (due) next = std::min(next, of_wall(*due));
    }
    if (!disk_.database().sql().query("SELECT 1 FROM jobs LIMIT 1").value().empty()) next = timeline_.now();
    return next;
  }

  // On to the next thing that happens. What lies between is passed over: nobody is there and nothing is due.
  void step() {
    std::int64_t next = std::min(first_after(script_), servers_next());
    Person* visitor = nullptr;
    for (Person& person : people_)
      if (person.next >= 0 && person.next < next) next = person.next, visitor = &person;
    next = std::max(next, timeline_.now());
    if (next - timeline_.now() > 40 * second) timeline_.skip_to(next - 15 * second);
    timeline_.run_until(std::max(next, timeline_.now()));
    if (!script_.empty() && script_.begin()->first <= timeline_.now()) {
      const auto work = std::move(script_.begin()->second);
      script_.erase(script_.begin());
      return work();
    }
    if (visitor && visitor->next <= timeline_.now()) return visit(*visitor);
    live(5 * second);
  }

  bool over() {
    const auto now = timeline_.now() - begun_;
    if (now < options_.days * day) return false;
    if (!options_.whole || now > 3 * options_.days * day) return true;
    return table(vienna_).status() == server::Table::Status::finished &&
           table(tramways_).status() == server::Table::Status::finished;
  }

  // --- asking --------------------------------------------------------------------------------------------------------

  server::Request request(const Person& who, const std::string& method, const std::string& path,
                          const Json& body) const {
    server::Request request;
    request.method = method;
    request.path = path;
    if (!body.is_null()) request.body = body.dump();
    request.content_type = "application/json";
    request.host = "trams.example";
    request.origin = "https://trams.example";
    request.address = "192.0.2.1";
    request.cookie = "remise_player=" + who.token + "; remise_session=" + who.session;
    return request;
  }
  // Over any node that is up, until one answers: the same key is the same deed.
  Json ask(const Person& who, const std::string& method, const std::string& path, const Json& body) {
    for (int tries = 0; tries < 60; ++tries) {
      auto answer = std::make_shared<Json>();
      Node& node = *nodes_[dice_.below(2)];
      if (node.up()) {
        node.http(request(who, method, path, body),
                  [answer](const server::Response& response) { *answer = Json::parse(response.body); });
        for (int waited = 0; waited < 40 && answer->is_null(); ++waited) live(100 * millisecond);
      }
      if (!answer->is_null() && (!answer->contains("error") || (*answer)["error"]["code"] != "database_unavailable"))
        return *answer;
      live(2 * second);
    }
    report_.wrong(path + " is never answered");
    return Json::object();
  }

  void add_person(const std::string& name) {
    class Entropy final : public server::Entropy {
     public:
      explicit Entropy(Dice& dice) : dice_(dice) {}
      void fill(std::span<unsigned char> bytes) override {
        for (auto& byte : bytes) byte = static_cast<unsigned char>(dice_.below(256));
      }

     private:
      Dice& dice_;
    } entropy(dice_);
    Person one{name, "account" + name, testing::player_token(entropy), server::new_token(entropy)};
    static const std::string password = server::hash_password("long enough").value_or("");
    const store::Account account{one.account, name, password, 0, false};
    (void)disk_.database().add_account(account);
    (void)disk_.database().add_session(server::token_hash(one.session), account, std::int64_t{1} << 50);
    people_.push_back(std::move(one));
  }

  std::string set_table(const std::string& game, const Json& terms, bool webhook) {
    Json seats = Json::array();
    for (int i = 0; i < 4; ++i) seats.push_back({{"kind", "human"}});
    const Json made = ask(people_[0], "POST", "/api/tables",
                          {{"game", game}, {"seats", seats}, {"name", "Anna"}, {"terms", terms}, {"shuffle", false}});
    if (!made.contains("table")) throw std::runtime_error(made.dump());
    const std::string id = made["table"]["id"];
    for (int i = 1; i < 4; ++i) ask(people_[i], "POST", "/api/tables/" + id + "/join", {{"name", people_[i].name}});
    if (webhook)
      add_way(people_[0], "/api/tables/" + id + "/ways",
              {{"kind", "webhook"}, {"lang", "en"}, {"url", "https://hooks.example/table"}, {"format", "discord"}},
              false);
    return id;
  }

  void add_way(const Person& who, const std::string& path, const Json& body, bool digest) {
    const Json made = ask(who, "POST", path, body);
    if (!made.contains("way")) throw std::runtime_error(made.dump());
    const std::string id = made["way"]["id"];
    const store::Value values[] = {id};
    const auto rows = disk_.database().sql().query("SELECT holder FROM ways WHERE id = ?1", values).value();
    ways_.push_back({id, rows.front().front(), timeline_.now(), digest});
  }
  void add_mail(Person& who, bool digest) {
    who.reached = who.name + "@example.org";
    add_way(
        who, "/api/me/ways",
        {{"kind", "mail"}, {"lang", "en"}, {"zone", who.zone}, {"address", who.reached}, {"password", "long enough"}},
        digest);
    live(20 * second);
    const std::string text = text_of_mail(post_.sent.back().parcel.body), mark = "#/calls/confirm/";
    const auto at = text.find(mark) + mark.size();
    ask(who, "POST", "/api/calls/confirm", {{"token", text.substr(at, text.find('\r', at) - at)}});
    if (digest) ask(who, "PUT", "/api/me/calls", {{"mail", "digest"}, {"zone", who.zone}});
  }
  void add_webhook(Person& who) {
    who.reached = "https://hooks.example/" + who.name;
    add_way(who, "/api/me/ways",
            {{"kind", "webhook"}, {"lang", "en"}, {"zone", who.zone}, {"url", who.reached}, {"format", "json"}}, false);
  }
  void add_push(Person& who) {
    who.reached = "https://push.example/" + who.name;
    const auto keys = server::new_push_keys().value();
    add_way(who, "/api/me/ways",
            {{"kind", "push"},
             {"lang", "de"},
             {"zone", who.zone},
             {"endpoint", who.reached},
             {"p256dh", keys.public_key},
             {"auth", server::base64url(std::string(16, 'a'))}},
            false);
  }
  void add_ways() {
    add_push(people_[0]);
    add_mail(people_[1], false);
    add_webhook(people_[2]);
    ask(people_[2], "PUT", "/api/me/calls",
        {{"quiet_from", 22 * 60}, {"quiet_until", 8 * 60}, {"zone", people_[2].zone}});
    add_mail(people_[3], true);
    add_push(people_[3]);  // and this is where Dmitri is reached at once
    post_.sent.clear();
  }

  // --- what happens to servers and people ----------------------------------------------------------------------------

  void at(std::int64_t time, std::function<void()> work) { script_.emplace(begun_ + time, std::move(work)); }

  void write_script() {
    const std::int64_t all = options_.days * day;
    for (std::int64_t when = dice_.between(hour, 6 * hour); when < 3 * all; when += dice_.between(2 * hour, 20 * hour))
      at(when, [this, n = dice_.below(2), lasts = dice_.between(5 * second, 40 * minute)] { kill(*nodes_[n], lasts); });
    // Bruno leaves to a bot and returns, at both tables.
    at(all / 42, [this] { leave(people_[1], tramways_); });
    at(all / 14, [this] { come_back(people_[1], tramways_); });
    at(all * 3 / 21, [this] { leave(people_[1], vienna_); });
    at(all * 5 / 21, [this] { come_back(people_[1], vienna_); });
    // Dmitri is away for long: his time is up again and again, his seats are offered. When Eva has taken one of them he
    // returns to the other.
    people_[3].away_from = begun_ + all * 6 / 21;
    people_[3].away_until = people_[3].away_from + std::max(all * 16 / 21, 16 * day);
    for (int i = 0; i < 60; ++i) at(all * 8 / 21 + i * 6 * hour, [this] { take_over(); });
    at(people_[3].away_until - begun_ + hour, [this] { return_of_dmitri(); });
    at(all * 12 / 21, [this] { outage(3 * hour); });
    at(all * 16 / 21, [this] { propose_end(); });
  }

  void kill(Node& node, std::int64_t lasts) {
    const Node& other = *nodes_[&node == nodes_[0].get() ? 1 : 0];
    if (!node.up() || !other.up()) return;
    ++report_.kills;
    node.die();
    down_.emplace_back(timeline_.now(), timeline_.now() + lasts);
    // In the midst of the other things that happen.
    script_.emplace(timeline_.now() + lasts, [&node] { node.start(); });
  }
  // Nobody is there for a while. That is nobody's time.
  void outage(std::int64_t lasts) {
    ++report_.outages;
    for (auto& node : nodes_) node->die();
    down_.emplace_back(timeline_.now(), timeline_.now() + lasts);
    timeline_.skip_to(timeline_.now() + lasts);
    for (auto& node : nodes_) node->start();
    live(minute);
  }

  // A letter is there: its reader comes when he can. And sometimes its sender dies before it can write that down.
  void arrived(const SentLetter& sent) {
    for (Person& person : people_)
      if (person.reached == sent.parcel.to || person.name + "@example.org" == sent.parcel.to)
        call(person, sent.parcel.urgent);
    if (kill_after_sending_ == 0 || !dice_.chance(kill_after_sending_)) return;
    for (auto& node : nodes_)
      if (node->up() && sent.node == node_name(*node) && nodes_[0]->up() && nodes_[1]->up()) {
        ++report_.kills_after_sending;
        kill(*node, dice_.between(5 * second, 10 * minute));
        return;
      }
  }
  std::string node_name(const Node& node) const { return &node == nodes_[0].get() ? "node0" : "node1"; }

  void call(Person& person, bool urgent) {
    const auto luck = dice_.below(100);
    std::int64_t delay = luck < 75 ? dice_.between(2 * minute, 40 * minute) : dice_.between(40 * minute, 5 * hour);
    if (luck >= 97) delay = dice_.between(20 * hour, 40 * hour);
    if (urgent) delay = dice_.between(5 * minute, 40 * minute);
    std::int64_t when = timeline_.now() + delay;
    if (when >= person.away_from && when < person.away_until) return;
    // Asleep from eleven to seven.
    const std::int64_t offset = std::int64_t{person.zone} * minute, local = (of_day(when) + offset) % day;
    if (local >= 23 * hour) when += day - local + 7 * hour;
    if (local < 7 * hour) when += 7 * hour - local;
    if (person.next < 0 || when < person.next) person.next = when;
  }
  static std::int64_t of_day(std::int64_t time) {
    return (time + beginning % (day / millisecond) * millisecond + 2 * day) % day;
  }

  // --- people at the tables ------------------------------------------------------------------------------------------

  server::Table& table(const std::string& id) {
    auto& known = mirrors_[id];
    if (!known) known = std::make_unique<server::Table>(id, games_);
    const auto entries = disk_.database().entries(id, known->next()).value();
    for (const auto& entry : entries) known->apply(entry);
    return *known;
  }

  // A page at a node that is up: who has it open looks.
  struct Page {
    std::shared_ptr<Wire> wire;
    Node* node = nullptr;
    server::ClientId id = 0;
    std::vector<Json> frames;
  };
  std::shared_ptr<Page> open_page(Person& who) {
    auto page = std::make_shared<Page>();
    for (int tries = 0; tries < 100 && page->id == 0; ++tries, live(500 * millisecond)) {
      page->node = nodes_[dice_.below(2)].get();
      page->wire = std::make_shared<Wire>(timeline_,
                                          Wire::Ends{[weak = std::weak_ptr(page)](const std::string& frame) {
                                                       if (const auto still = weak.lock())
                                                         still->frames.push_back(Json::parse(frame));
                                                     },
                                                     [] {}},
                                          20 * millisecond, options_.seed + std::to_string(++lines_));
      if (!page->node->connect(page->wire, request(who, "GET", "/api/ws", nullptr),
                               [page](server::ClientId id) { page->id = id; }))
        continue;
      live(second);
    }
    if (page->id == 0) report_.wrong(who.name + " finds no server");
    return page;
  }
  void say(Page& page, const Json& message) { page.node->receive(page.wire, page.id, message.dump()); }
  // Over a page of its own where the first one breaks.
  void say_surely(Person& who, std::shared_ptr<Page>& page, Json message) {
    message["key"] = who.name + std::to_string(++who.keys);
    for (int tries = 0; tries < 20; ++tries) {
      if (page->wire->is_cut()) page = open_page(who);
      say(*page, message);
      for (int waited = 0; waited < 30; ++waited) {
        for (const Json& frame : page->frames)
          if (frame.contains("key") && frame["key"] == message["key"]) return;
        live(200 * millisecond);
      }
    }
    report_.wrong(who.name + " is not answered: " + message.dump());
  }

  void visit(Person& who) {
    who.next = -1;
    ++report_.visits;
    auto page = open_page(who);
    const auto from = timeline_.now();
    for (const auto& id : {vienna_, tramways_, short_})
      if (table(id).seat_of({who.holder()}) >= 0) say(*page, {{"type", "watch"}, {"table", id}});
    live(3 * second);
    for (const auto& id : {vienna_, tramways_, short_}) play_at(who, page, id);
    live(2 * second);
    const bool whole = !page->wire->is_cut();
    who.looked.emplace_back(whole ? from : timeline_.now(), timeline_.now());
    page->wire->cut();
  }

  void play_at(Person& who, std::shared_ptr<Page>& page, const std::string& id) {
    for (int moves = 0; moves < 80 && report_.fault.empty(); ++moves) {
      server::Table& now = table(id);
      const int seat = now.seat_of({who.holder()});
      if (seat < 0 || now.status() != server::Table::Status::playing ||
          now.seats()[static_cast<std::size_t>(seat)].left)
        return;
      if (const auto& proposal = now.proposal();
          proposal && proposal->needs.has(id_at<Seat>(seat)) && !proposal->agreed.has(id_at<Seat>(seat)))
        say_surely(who, page, {{"type", "answer"}, {"table", id}, {"proposal", proposal->id}, {"agree", true}});
      if (!now.to_act().has(id_at<Seat>(seat)) || now.seats()[static_cast<std::size_t>(seat)].by_bot()) return;
      const Match& match = *now.match();
      const auto action =
          suites_.at(now.game())->choose(match, id_at<Seat>(seat), "easy", options_.seed + std::to_string(++choices_));
      if (!action) return report_.wrong(who.name + " does not know what to do");
      make_plans(who, page, now, seat, *action);
      ask(who, "POST", "/api/tables/" + id + "/moves",
          {{"rev", table(id).rev()}, {"key", who.name + std::to_string(++who.keys)}, {"action", *action}});
      live(dice_.between(500 * millisecond, 4 * second));
    }
  }

  // Whoever does nothing says "and so on in this round".
  void make_plans(Person& who, std::shared_ptr<Page>& page, const server::Table& now, int seat, const Json& action) {
    if (now.has_plans(seat)) return;
    const std::string type = action["type"];
    const Json state = now.match()->view(Viewer::of(id_at<Seat>(seat)))["state"];
    const bool trams =
        state.contains("step") && state["step"].is_string() && state["step"].get<std::string>().starts_with("trams");
    Json wish;
    if (type == "pass") wish = {{"type", trams ? "keep_trams" : "pass"}};
    if (type == "assign_trams") wish = {{"type", "keep_trams"}};
    if (type == "finish" || type == "end") wish = {{"type", "finish"}};
    if (wish.is_null()) return;
    const Json offered = now.match()->plans(id_at<Seat>(seat));
    if (!std::ranges::any_of(offered, [&](const Json& one) { return one["type"] == wish["type"]; })) return;
    say_surely(who, page, {{"type", "plans"}, {"table", now.id()}, {"plans", Json::array({wish})}});
  }

  void leave(Person& who, const std::string& id) {
    const Json done = ask(who, "POST", "/api/tables/" + id + "/leave", {{"then", "bot"}, {"level", "easy"}});
    if (done.contains("error") && table(id).status() == server::Table::Status::playing)
      report_.wrong("nobody may leave: " + done.dump());
  }
  void come_back(Person& who, const std::string& id) {
    if (table(id).status() != server::Table::Status::playing) return;
    const Json done = ask(who, "POST", "/api/tables/" + id + "/join", {{"name", who.name}});
    const int seat = table(id).seat_of({who.holder()});
    if (seat < 0 || !table(id).seats()[static_cast<std::size_t>(seat)].present())
      return report_.wrong(who.name + " cannot come back: " + done.dump());
    ++report_.returned;
    who.next = timeline_.now() + minute;
  }
  void return_of_dmitri() {
    if (std::exchange(dmitri_is_back_, true)) return;
    people_[3].away_until = timeline_.now();
    come_back(people_[3], tramways_);
    people_[3].next = timeline_.now();
  }
  void take_over() {
    if (eva_sits_ || table(vienna_).status() != server::Table::Status::playing) return;
    const auto& seats = table(vienna_).seats();
    if (!std::ranges::any_of(seats, [](const auto& seat) { return seat.free(); })) return;
    ask(people_[4], "POST", "/api/tables/" + vienna_ + "/join", {{"name", "Eva"}});
    if (table(vienna_).seat_of({people_[4].holder()}) < 0)
      return report_.wrong("Eva does not get the seat that is offered");
    eva_sits_ = true;
    ++report_.replaced;
    add_webhook(people_[4]);
    people_[4].next = timeline_.now() + minute;
    script_.emplace(std::max(timeline_.now() + hour, people_[3].away_from + 8 * day), [this] { return_of_dmitri(); });
  }
  void propose_end() {
    if (table(short_).status() != server::Table::Status::playing) return;
    auto page = open_page(people_[0]);
    say_surely(people_[0], page, {{"type", "propose_end"}, {"table", short_}, {"standing", true}});
    page->wire->cut();
    for (Person& person : people_)
      if (table(short_).seat_of({person.holder()}) >= 0)
        person.next = timeline_.now() + dice_.between(minute, 2 * hour);
  }

  // --- the judgement -------------------------------------------------------------------------------------------------

  void judge() {
    std::vector<Turn> turns;
    for (const auto& id : {vienna_, tramways_, short_}) {
      judge_table(id);
      for (auto& turn : turns_of(id, disk_, games_)) turns.push_back(std::move(turn));
    }
    report_.turns = turns.size();
    struct Meant {
      std::size_t turn, way;
      bool reminder;
    };
    std::map<std::string, Meant> meant;
    for (std::size_t t = 0; t < turns.size(); ++t)
      for (std::size_t w = 0; w < ways_.size(); ++w)
        for (const bool reminder : {false, true})
          meant[letter_id(reminder ? "reminder" : "turn", turns[t], ways_[w].id)] = {t, w, reminder};
    std::map<std::string, std::size_t> last;
    for (std::size_t n = 0; n < post_.sent.size(); ++n) {
      const SentLetter& sent = post_.sent[n];
      ++report_.letters;
      judge_again(last, n);
      const auto found = meant.find(sent.parcel.id);
      if (found == meant.end()) {
        judge_digest(sent, turns);
        continue;
      }
      const auto& [turn, way, reminder] = found->second;
      report_.reminders += reminder;
      judge_letter(sent, turns[turn], ways_[way]);
    }
    for (const Turn& turn : turns)
      for (const Way& way : ways_) judge_in_time(turn, way);
  }

  void judge_table(const std::string& id) {
    const auto entries = disk_.database().entries(id, 0).value();
    for (const auto& entry : entries) {
      const Json p = Json::parse(entry.payload);
      report_.moves += entry.kind == "move";
      report_.advance += entry.kind == "move" && p.contains("advance");
      report_.minded += entry.kind == "move" && p.contains("minded");
      report_.time_up += entry.kind == "time_up";
    }
    server::Table truth(id, games_);
    truth.load(entries);
    if (truth.broken()) return report_.wrong("the log of " + id + " cannot be read");
    report_.finished += truth.status() == server::Table::Status::finished && !truth.ended();
    report_.agreed += truth.ended() && truth.ended()->how == "agreed";
    // The match of the moves that plans and bots made is the same match; every node shows it.
    const auto again = games_.find(truth.game())->load(truth.match()->file(true));
    if (!again || (*again)->hash() != truth.match()->hash()) report_.wrong("the file of " + id + " is another match");
    for (auto& node : nodes_) {
      auto shown = std::make_shared<Json>();
      node->http(request(people_[0], "GET", "/api/tables/" + id + "/view", nullptr),
                 [shown](const server::Response& response) { *shown = Json::parse(response.body); });
      live(10 * second);
      const int seat = truth.seat_of({people_[0].holder()});
      if (!shown->is_object() || (*shown)["view"] != truth.match()->view(server::viewer_of(seat)))
        report_.wrong("a node shows another position of " + id);
    }
  }

  bool was_down(std::int64_t from, std::int64_t until) const {
    return std::ranges::any_of(down_,
                               [&](const auto& one) { return one.first <= until && one.second + minute >= from; });
  }

  void judge_again(std::map<std::string, std::size_t>& last, std::size_t n) {
    const SentLetter& sent = post_.sent[n];
    const auto [before, first] = last.try_emplace(sent.parcel.id, n);
    if (first) return;
    const SentLetter& earlier = post_.sent[std::exchange(before->second, n)];
    ++report_.again;
    if (earlier.parcel.body != sent.parcel.body || earlier.parcel.topic != sent.parcel.topic ||
        earlier.parcel.to != sent.parcel.to)
      report_.wrong("a letter is another one the second time: " + earlier.parcel.body + " / " + sent.parcel.body);
    if (earlier.told && earlier.answer == server::Delivery::Result::done)
      report_.wrong("a letter is sent again though it is known to have arrived");
  }

  const Person* owner(const Way& way) const {
    const auto found = std::ranges::find_if(people_, [&](const Person& one) { return one.holder() == way.holder; });
    return found == people_.end() ? nullptr : &*found;
  }

  void judge_letter(const SentLetter& sent, const Turn& turn, const Way& way) {
    const std::string name =
        "the letter of turn " + std::to_string(turn.number) + " at " + turn.table + " for " + way.holder;
    const std::int64_t at = sent.at / millisecond;
    if (way.holder.starts_with("t:")) ++report_.tables_told;
    if (!way.holder.starts_with("t:") && !turn.holders.contains(way.holder))
      report_.wrong(name + " goes to a stranger");
    if (way.holder.starts_with("t:") && way.holder != "t:" + turn.table) report_.wrong(name + " goes to another table");
    if (way.digest) report_.wrong(name + " goes to who wants a digest");
    if (at < turn.from + call_after / millisecond - 100) report_.wrong(name + " comes too early");
    if (!turn.open() && at > turn.until + 3000)
      report_.wrong(name + " comes " + std::to_string(at - turn.until) + " ms after the move");
    const Person* person = owner(way);
    if (!person) return;
    if (std::ranges::any_of(person->looked,
                            [&](const auto& one) { return one.first + 25 * second < sent.at && sent.at < one.second; }))
      report_.wrong(name + " reaches somebody who looks at the table");
    if (person->quiet) {
      const std::int64_t local = (of_day(sent.at) + std::int64_t{person->zone} * minute) % day;
      if (local >= 22 * hour || local < 8 * hour) report_.wrong(name + " comes at night");
    }
  }

  void judge_digest(const SentLetter& sent, const std::vector<Turn>& turns) {
    const auto way = std::ranges::find_if(ways_, [&](const Way& one) { return one.digest; });
    const Person& person = *owner(*way);
    const std::int64_t local = (of_day(sent.at) + std::int64_t{person.zone} * minute) % day;
    const std::int64_t midnight = sent.at / millisecond + beginning - local / millisecond;
    const std::int64_t due = midnight + 8 * hour / millisecond;
    if (sent.parcel.id != server::name_of("digest " + way->id + " " + std::to_string(due)))
      return report_.wrong("a letter that belongs to no turn and no day: " + sent.parcel.to + " " +
                           text_of_mail(sent.parcel.body));
    ++report_.digests;
    const std::int64_t at = sent.at / millisecond;
    if (!std::ranges::any_of(turns, [&](const Turn& turn) {
          return turn.holders.contains(person.holder()) && turn.from <= at && (turn.open() || turn.until + 3000 >= at);
        }))
      report_.wrong("a digest of nothing");
  }

  // Whoever is waited for long enough has been told, and soon.
  void judge_in_time(const Turn& turn, const Way& way) {
    const Person* person = owner(way);
    const bool of_table = way.holder == "t:" + turn.table;
    if (way.digest || (!of_table && (!person || !turn.holders.contains(way.holder)))) return;
    const std::int64_t from = turn.from * millisecond;
    if (way.since > from) return;
    std::int64_t latest = from + call_after + 25 * second;
    for (bool again = true; again;) {  // who looks meanwhile is called when he has gone
      again = false;
      const Person* seated = person;
      for (const auto& one : people_)
        if (!seated && turn.holders.contains(one.holder())) seated = &one;
      if (seated)
        for (const auto& [begun, gone] : seated->looked)
          if (begun <= latest && gone + call_after + 25 * second > latest)
            latest = gone + call_after + 25 * second, again = true;
      for (const auto& [begun, ended] : down_)
        if (begun <= latest && ended + 3 * minute > latest && ended >= from) latest = ended + 3 * minute, again = true;
    }
    if (person && person->quiet) {
      const std::int64_t local = (of_day(latest) + std::int64_t{person->zone} * minute) % day;
      if (local >= 21 * hour) latest += day - local + 8 * hour + minute;
      if (local < 8 * hour) latest += 8 * hour - local + minute;
      for (const auto& [begun, ended] : down_)
        if (begun <= latest && ended + 3 * minute > latest) latest = ended + 3 * minute;
    }
    const std::int64_t end = turn.open() ? timeline_.now() : turn.until * millisecond;
    if (end < latest) return;
    const std::string id = letter_id("turn", turn, way.id);
    bool soon = false, tried = false, there = false;
    for (const SentLetter& sent : post_.sent) {
      if (sent.parcel.id != id) continue;
      soon = soon || sent.at <= latest;
      there = there || sent.arrived;
      tried = tried || sent.answer == server::Delivery::Result::later || !sent.told;
    }
    const std::string name = way.holder + ", turn " + std::to_string(turn.number) + " at " + turn.table + " (" +
                             std::to_string(turn.from) + " to " + std::to_string(turn.until) + " ms)";
    if (!soon) return report_.wrong("nobody has called in time: " + name);
    if (!there && !tried) report_.wrong("a letter has not arrived: " + name);
    ++report_.in_time;
  }

  WeeksOptions options_;
  Dice dice_;
  Timeline timeline_;
  Disk disk_;
  server::Games games_;
  std::map<std::string, std::unique_ptr<bots::Suite>> suites_;
  Post post_;
  WeeksReport report_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<Person> people_;
  std::vector<Way> ways_;
  std::map<std::string, std::unique_ptr<server::Table>> mirrors_;
  std::multimap<std::int64_t, std::function<void()>> script_;
  std::vector<std::pair<std::int64_t, std::int64_t>> down_;  // a node, from when to when
  std::string vienna_, tramways_, short_;
  std::int64_t begun_ = 0;
  std::uint32_t kill_after_sending_ = 30;  // of a thousand letters
  int lines_ = 0, choices_ = 0;
  bool eva_sits_ = false, dmitri_is_back_ = false;
};

}  // namespace

std::string WeeksReport::text() const {
  const auto n = [](std::uint64_t value) { return std::to_string(value); };
  return std::to_string(days) + " days, " + n(visits) + " visits, " + n(moves) + " moves (" + n(advance) +
         " in advance, " + n(minded) + " by bots for people), " + n(time_up) + " times up, " + n(finished) +
         " matches finished, " + n(agreed) + " ended by agreement, " + n(replaced) + " replaced, " + n(returned) +
         " returned; " + n(turns) + " turns, " + n(letters) + " letters (" + n(again) + " once more, " + n(reminders) +
         " reminders, " + n(digests) + " digests, " + n(tables_told) + " to a table), " + n(in_time) +
         " judged for being in time; " + n(kills) + " kills, " + n(kills_after_sending) +
         " between sending and recording, " + n(outages) + " outages";
}

WeeksReport simulate_weeks(const WeeksOptions& options) { return Weeks(options).run(); }

}  // namespace remise::sim
