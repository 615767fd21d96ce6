#include "sim/simulation.h"

#include <algorithm>
#include <stdexcept>

#include "server/app/log.h"
#include "server/call/crypto.h"
#include "server/people/tokens.h"
#include "sim/judge.h"
#include "sim/judge_calls.h"
#include "support/nim.h"
#include "support/tally.h"

namespace remise::sim {
namespace {

// What the seed draws before the first event.
struct Plan {
  std::uint32_t nodes, players, tables;
  std::int64_t length;
  // How often per minute, in thousandths.
  std::uint32_t crashes, cuts, full, away, deaf, slow, hung, clocks, revoked, claimed;
  Habits habits;
  Trouble disk;
  std::size_t slow_bytes, cached_tables;
  server::Pages pages;
  std::uint32_t accounts;  // of a thousand players
  std::uint32_t timed;     // of a thousand tables have a clock
  std::int64_t call_after;
  Post post;  // what may happen to letters

  static Plan drawn(Dice& dice) {
    Plan p{};
    const auto sometimes = [&](std::uint32_t most) { return dice.chance(500) ? dice.below(most + 1) : 0; };
    p.nodes = dice.chance(300) ? 1 : 2 + dice.below(2);
    p.players = 2 + dice.below(4);
    p.tables = 1 + dice.below(3);
    p.length = dice.between(3, 12) * 60 * second;
    p.crashes = sometimes(2000);
    p.cuts = sometimes(6000);
    p.full = sometimes(600);
    p.away = sometimes(600);
    p.deaf = sometimes(2000);
    p.slow = sometimes(1000);
    p.hung = sometimes(400);
    p.clocks = sometimes(1500);
    p.revoked = sometimes(6000);
    p.claimed = sometimes(6000);
    p.habits = {dice.between(1, 6) * second,
                dice.between(4, 15) * second,
                dice.between(5, 150) * millisecond,
                sometimes(150),
                sometimes(60),
                sometimes(150),
                sometimes(200),
                sometimes(100),
                sometimes(600),
                sometimes(80),
                sometimes(40),
                sometimes(150),
                sometimes(4),
                dice.chance(700) ? 300 + dice.below(701) : 0};
    p.timed = sometimes(1000);
    p.disk = {false, false, sometimes(60), sometimes(60), sometimes(60)};
    p.slow_bytes = dice.chance(200) ? 2000 : 256 * 1024;
    p.cached_tables = dice.chance(300) ? 1 : 1000;
    if (dice.chance(500)) p.pages = {2 + dice.below(5), 5 + dice.below(10)};
    p.accounts = dice.chance(600) ? 400 + dice.below(601) : 0;
    p.call_after = dice.between(1, 20) * 1000;
    p.post = {sometimes(300), sometimes(200), sometimes(50), sometimes(50), {}, nullptr};
    return p;
  }
  // Questions are answered, and soon.
  bool good_disk() const {
    return full + away + slow + hung + disk.lost_before + disk.lost_after + disk.sent_twice == 0;
  }
  std::string text() const {
    return std::to_string(nodes) + " nodes, " + std::to_string(players) + " players, " + std::to_string(tables) +
           " tables, " + std::to_string(length / second) + " s; per hour: crashes " +
           std::to_string(crashes * 60 / 1000) + ", broken lines " + std::to_string(cuts * 60 / 1000) +
           ", full disks " + std::to_string(full * 60 / 1000) + ", lost databases " + std::to_string(away * 60 / 1000) +
           ", lost notices " + std::to_string(deaf * 60 / 1000) + ", slow disks " + std::to_string(slow * 60 / 1000) +
           ", hung databases " + std::to_string(hung * 60 / 1000) + ", clocks set " +
           std::to_string(clocks * 60 / 1000) + ", ended sessions " + std::to_string(revoked * 60 / 1000) +
           "; of 1000 writes: " + std::to_string(disk.lost_before) + " lost, " + std::to_string(disk.lost_after) +
           " unanswered, " + std::to_string(disk.sent_twice) + " repeated; called after " + std::to_string(call_after) +
           " ms; of 1000 letters: " + std::to_string(post.refused) + " refused, " + std::to_string(post.unsure) +
           " unanswered, " + std::to_string(post.never) + " lost";
  }
};

server::Games toy_games() {
  std::vector<std::unique_ptr<Game>> games;
  games.push_back(testing::make_nim());
  games.push_back(testing::make_tally());
  return server::Games(std::move(games));
}

class Simulation {
 public:
  explicit Simulation(std::uint64_t seed)
      : seed_("sim " + std::to_string(seed)), dice_(seed_), plan_(Plan::drawn(dice_)), games_(toy_games()) {
    server::start_crypto();
    server::set_log_level(server::LogLevel::off);
    disk_.clock = [this] { return timeline_.now() / millisecond; };
    server::Config config;
    config.slow_bytes = plan_.slow_bytes;
    config.max_cached_tables = plan_.cached_tables;
    config.pages = plan_.pages;
    config.calls.contact = "mailto:host@trams.example";
    config.calls.webhooks = true;
    config.calls.after = plan_.call_after;
    config.calls.lease = 20'000;
    config.calls.first_wait = 1000;
    config.letters = config.to_one_place = config.new_ways = {};
    for (std::uint32_t n = 0; n < plan_.nodes; ++n) {
      nodes_.push_back(std::make_unique<Node>(timeline_, disk_, games_, config, "node" + std::to_string(n),
                                              seed_ + " node " + std::to_string(n), plan_.nodes > 1));
      nodes_.back()->post = &post_;
      nodes_.back()->start();
    }
    for (std::uint32_t n = 0; n < plan_.players; ++n)
      players_.push_back(std::make_unique<Player>(timeline_, nodes_, disk_, report_, games_, plan_.habits,
                                                  static_cast<int>(n), seed_ + " player " + std::to_string(n)));
    for (auto& player : players_)
      if (dice_.chance(plan_.accounts)) player->open_account();
  }

  Outcome run() {
    for (std::uint32_t n = 0; n < plan_.tables; ++n) set_table(n);
    for (auto* player : seated_) add_ways(*player);
    for (auto& node : nodes_) node->trouble = plan_.disk;
    post_ = plan_.post;
    for (auto& player : players_) player->begin();
    const auto end = timeline_.now() + plan_.length;
    plan_troubles(end);
    timeline_.run_until(end);
    make_peace();
    judge();
    judge_calls(tables_, disk_, games_, post_, players_, timeline_.now() / millisecond,
                {plan_.call_after, plan_.clocks == 0, plan_.good_disk(), plan_.revoked == 0}, report_);
    Outcome outcome{report_, plan_.text(), 0};
    for (const auto& player : players_) outcome.trace = outcome.trace * 31 + player->trace();
    for (const auto& sent : post_.sent) outcome.trace = outcome.trace * 31 + static_cast<std::uint64_t>(sent.at);
    return outcome;
  }

 private:
  // --- before the troubles -------------------------------------------------------------------------------------------

  Json ask(const Player& player, const std::string& path, const Json& body) {
    const auto request = player.request("POST", path, body);
    auto answer = std::make_shared<Json>();
    nodes_[0]->http(request, [answer](const server::Response& response) { *answer = Json::parse(response.body); });
    timeline_.run_until(timeline_.now() + 5 * second);
    if (!answer->is_object() || answer->contains("error"))
      throw std::runtime_error(path + " was not answered well: " + answer->dump());
    return *answer;
  }

  // Seconds for a decision or a bank of minutes; what happens at zero is drawn.
  Json some_terms() {
    static constexpr const char* ends[] = {"remind", "bot", "offer", "end"};
    Json terms{{"clock", "correspondence"}, {"at_zero", ends[dice_.below(4)]}, {"nights", dice_.chance(200)}};
    if (dice_.chance(600))
      terms["move_s"] = dice_.chance(300) ? 100 + dice_.below(200) : 5 + dice_.below(40);
    else
      terms.update({{"bank_s", 60 + dice_.below(300)}, {"increment_s", dice_.below(5)}});
    return terms;
  }

  // Two to four seats: people first, perhaps a bot at the end.
  void set_table(std::uint32_t number) {
    const bool nim = dice_.chance(400);
    const std::uint32_t people = std::min(plan_.players, 1 + dice_.below(nim ? 3 : 4));
    const bool bot = people == 1 || dice_.chance(400);
    Json seats = Json::array();
    for (std::uint32_t s = 0; s < people; ++s) seats.push_back({{"kind", "human"}});
    if (bot) seats.push_back({{"kind", "bot"}, {"level", "random"}});
    const auto player = [&](std::uint32_t s) -> Player& { return *players_[(number + s) % players_.size()]; };
    Json body{{"game", nim ? "nim" : "tally"}, {"seats", seats}, {"name", "p"}};
    if (dice_.chance(plan_.timed)) body["terms"] = some_terms();
    const std::string id = ask(player(0), "/api/tables", body)["table"]["id"];
    for (std::uint32_t s = 1; s < people; ++s) ask(player(s), "/api/tables/" + id + "/join", {{"name", "p"}});
    ask(player(0), "/api/tables/" + id + "/start", Json::object());
    for (std::uint32_t s = 0; s < people; ++s)
      if (std::ranges::find(seated_, &player(s)) == seated_.end()) seated_.push_back(&player(s));
    if (dice_.chance(300)) add_way(player(0), "/api/tables/" + id + "/ways", "https://hooks.example/" + id);
    // Everybody watches every table, seated or not.
    for (auto& one : players_) one->sit(id);
    tables_.push_back(id);
  }

  void add_way(const Player& player, const std::string& path, const std::string& url) {
    const std::string way =
        ask(player, path, {{"kind", "webhook"}, {"lang", "en"}, {"url", url}, {"format", "json"}})["way"]["id"];
    remember(way);
  }
  void remember(const std::string& way) {
    const store::Value values[] = {way};
    disk_.all_ways[way] =
        disk_.database().sql().query("SELECT holder FROM ways WHERE id = ?1", values).value().front().front();
  }

  // A webhook for everybody who sits somewhere, and for some a browser.
  void add_ways(const Player& player) {
    static const auto keys = server::new_push_keys().value();
    add_way(player, "/api/me/ways", "https://hooks.example" + player.address());
    if (!dice_.chance(500)) return;
    const Json answer = ask(player, "/api/me/ways",
                            {{"kind", "push"},
                             {"lang", "de"},
                             {"endpoint", "https://push.example/" + player.address()},
                             {"p256dh", keys.public_key},
                             {"auth", server::base64url(std::string(16, 'a'))}});
    remember(answer["way"]["id"]);
  }

  // --- the troubles --------------------------------------------------------------------------------------------------

  template <class Begin>
  void now_and_then(std::uint32_t thousandths_per_minute, std::int64_t end, Begin begin) {
    if (thousandths_per_minute == 0) return;
    const std::int64_t usual = 60 * second * 1000 / thousandths_per_minute;
    for (auto at = timeline_.now() + dice_.between(0, 2 * usual); at < end; at += dice_.between(1, 2 * usual))
      timeline_.after(at - timeline_.now(), begin(dice_.between(10 * millisecond, 30 * second)));
  }
  Node& some_node() { return *nodes_[dice_.below(static_cast<std::uint32_t>(nodes_.size()))]; }

  void plan_troubles(std::int64_t end) {
    now_and_then(plan_.crashes, end, [this](std::int64_t lasts) {
      return [this, lasts, &node = some_node(), gently = dice_.chance(200)] {
        ++report_.crashes;
        if (gently)
          node.stop();
        else
          node.die();
        timeline_.after(lasts, [&node] { node.start(); });
      };
    });
    now_and_then(plan_.cuts, end, [this](std::int64_t) {
      return [&player = *players_[dice_.below(plan_.players)]] { player.hang_up(); };
    });
    now_and_then(plan_.full, end, [this](std::int64_t lasts) {
      return [this, lasts] {
        disk_.full = true;
        timeline_.after(lasts, [this] { disk_.full = false; });
      };
    });
    now_and_then(plan_.away, end, [this](std::int64_t lasts) {
      return [this, lasts, &node = some_node()] {
        node.trouble.away = true;
        timeline_.after(lasts, [&node] { node.trouble.away = false; });
      };
    });
    now_and_then(plan_.deaf, end, [this](std::int64_t lasts) {
      return [this, lasts, &node = some_node()] {
        node.break_notices();
        timeline_.after(lasts, [&node] { node.mend_notices(); });
      };
    });
    now_and_then(plan_.slow, end, [this](std::int64_t lasts) {
      return [this, lasts, &node = some_node(), delay = dice_.between(20, 3000) * millisecond] {
        node.disk_delay = delay;
        timeline_.after(lasts, [&node] { node.disk_delay = millisecond; });
      };
    });
    now_and_then(plan_.hung, end, [this](std::int64_t lasts) {
      return [this, lasts, &node = some_node()] {
        node.trouble.hung = true;
        timeline_.after(lasts, [&node] { node.trouble.hung = false; });
      };
    });
    for (auto& node : nodes_) node->skew = plan_.nodes > 1 ? dice_.between(-500, 500) : 0;
    // Somebody sets a clock: an hour forward, two back.
    now_and_then(plan_.clocks, end, [this](std::int64_t) {
      return [&node = some_node(), by = dice_.between(-2 * 3600, 3600) * 1000] { node.skew += by; };
    });
    // A session is ended from another device, or by the administrator in the database itself.
    now_and_then(plan_.revoked, end, [this](std::int64_t) {
      return [this, &player = *players_[dice_.below(plan_.players)], &node = some_node(), by_hand = dice_.chance(400)] {
        end_session(player, node, by_hand);
      };
    });
    now_and_then(plan_.claimed, end, [this](std::int64_t) {
      return [this, &from = *players_[dice_.below(plan_.players)], &node = some_node(), which = dice_.below(1000)] {
        if (!from.links.empty()) claim(from.links[which % from.links.size()], node);
      };
    });
  }

  void end_session(Player& player, Node& node, bool by_hand) {
    if (player.session().empty()) return;
    if (by_hand) {
      if (disk_.database().remove_session(server::token_hash(player.session()))) player.session_is_ended();
      return;
    }
    node.http(player.request("DELETE", "/api/session", Json::object()), [&player](const server::Response& response) {
      if (response.status == 200) player.session_is_ended();
    });
  }

  // A thief has found a link, and tries it as himself.
  void claim(const FoundLink& link, Node& node) {
    server::Request request;
    request.method = "POST";
    request.path = "/api/tables/" + link.table + "/claim";
    request.body = Json{{"token", link.token}}.dump();
    request.content_type = "application/json";
    request.host = "trams.example";
    request.address = "203.0.113.66";
    node.http(request, [](const server::Response&) {});
  }

  // --- after them ----------------------------------------------------------------------------------------------------

  void make_peace() {
    timeline_.run_until(timeline_.now() + 35 * second);  // what was broken for a while is fixed
    disk_.full = false;
    post_.refused = post_.unsure = post_.never = post_.gone = 0;
    for (auto& node : nodes_) {
      node->trouble = {};
      node->start();
      node->mend_notices();
    }
    Habits calm = plan_.habits;
    calm.says_twice = calm.hangs_up = calm.by_http = 0;
    for (auto& player : players_) {
      player->calm(calm);
      player->rest();
    }
    timeline_.run_until(timeline_.now() + 300 * second);
  }

  // Clocks run in peace as well: a bot may have to move for somebody in the very moment of the judgement.
  bool somebody_moves() {
    for (const auto& id : tables_) {
      server::Table table(id, games_);
      table.load(disk_.database().entries(id, 0).value());
      if (!table.bots_to_act().empty()) return true;
    }
    return false;
  }

  void judge() {
    for (int i = 0; i < 12 && somebody_moves(); ++i) timeline_.run_until(timeline_.now() + 7 * second);
    for (const auto& player : players_) {
      if (!player->connected()) report_.wrong("a player finds no server in times of peace");
      if (player->has_open_request()) report_.wrong("a request is never answered");
    }
    for (const auto& table : tables_) judge_table(table, disk_, games_, players_, report_);
  }

  std::string seed_;
  Dice dice_;
  Plan plan_;
  Timeline timeline_;
  Disk disk_;
  server::Games games_;
  Post post_;
  std::vector<Player*> seated_;
  Report report_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<std::unique_ptr<Player>> players_;
  std::vector<std::string> tables_;
};

}  // namespace

Outcome simulate(std::uint64_t seed) { return Simulation(seed).run(); }

}  // namespace remise::sim
