#include "sim/spread.h"

#include <set>
#include <stdexcept>

#include "server/app/log.h"
#include "server/people/tokens.h"
#include "sim/judge.h"
#include "support/tally.h"

namespace remise::sim {
namespace {

constexpr std::uint32_t tables = 40;
constexpr std::uint32_t people = 4;  // at each table: three in seats, one who looks on; and some look at a second one
constexpr std::uint32_t seated = 3;
constexpr std::int64_t settling = 30 * second, measuring = 60 * second;

server::Games one_game() {
  std::vector<std::unique_ptr<Game>> games;
  games.push_back(testing::make_tally());
  return server::Games(std::move(games));
}

class Scattered {
 public:
  Scattered(std::uint64_t seed, const Spread& spread)
      : seed_("spread " + std::to_string(seed)), dice_(seed_), spread_(spread), games_(one_game()) {
    server::start_crypto();
    server::set_log_level(server::LogLevel::off);
    disk_.clock = [this] { return timeline_.now() / millisecond; };
    for (std::uint32_t n = 0; n < spread.nodes; ++n) {
      nodes_.push_back(std::make_unique<Node>(timeline_, disk_, games_, server::Config(), "node" + std::to_string(n),
                                              seed_ + " node " + std::to_string(n), true));
      nodes_.back()->start();
    }
    Habits habits;
    habits.pause = 2 * second;
    for (std::uint32_t n = 0; n < tables * people; ++n)
      players_.push_back(std::make_unique<Player>(timeline_, nodes_, disk_, report_, games_, habits,
                                                  static_cast<int>(n), seed_ + " player " + std::to_string(n)));
    for (std::uint32_t n = 0; n < tables; ++n) set_table(n);
    disk_.listeners.push_back([this](const store::Notice& notice) { told(notice); });
  }

  SpreadOutcome run() {
    for (auto& player : players_) player->begin();
    if (spread_.troubles) {
      trouble_until(timeline_.now() + 2 * measuring);
    } else {
      pass(settling);
      outcome_.costs = measure();
    }
    make_peace();
    judge();
    outcome_.report = report_;
    for (const auto& player : players_) outcome_.trace = outcome_.trace * 31 + player->trace();
    return outcome_;
  }

 private:
  Player& player(std::uint32_t table, std::uint32_t place) { return *players_[table * people + place]; }
  void pass(std::int64_t time) { timeline_.run_until(timeline_.now() + time); }

  Json ask(const Player& who, const std::string& path, const Json& body) {
    auto answer = std::make_shared<Json>();
    nodes_[dice_.below(spread_.nodes)]->http(who.request("POST", path, body),
                                             [answer](const server::Response& r) { *answer = Json::parse(r.body); });
    for (int waited = 0; waited < 100 && answer->is_null(); ++waited) pass(50 * millisecond);
    if (!answer->is_object() || answer->contains("error"))
      throw std::runtime_error(path + " was not answered well: " + answer->dump());
    return *answer;
  }

  // Every fourth table has a bot besides.
  void set_table(std::uint32_t number) {
    Json seats = Json::array();
    for (std::uint32_t s = 0; s < seated; ++s) seats.push_back({{"kind", "human"}});
    if (number % 4 == 0) seats.push_back({{"kind", "bot"}, {"level", "random"}});
    const std::string id =
        ask(player(number, 0), "/api/tables", {{"game", "tally"}, {"seats", seats}, {"name", "p"}})["table"]["id"];
    for (std::uint32_t s = 1; s < seated; ++s) ask(player(number, s), "/api/tables/" + id + "/join", {{"name", "p"}});
    ask(player(number, 0), "/api/tables/" + id + "/start", Json::object());
    for (std::uint32_t s = 0; s < people; ++s) player(number, s).sit(id);
    player((number + 1) % tables, seated).sit(id);
    tables_.push_back(id);
  }

  // --- without troubles ----------------------------------------------------------------------------------------------

  // Nobody else may hear a notice than the nodes where somebody watches a table of its channel.
  void told(const store::Notice& notice) {
    if (!notice.text.starts_with("log ")) return;
    ++moves_;
    const std::string table = notice.text.substr(4, notice.text.find(':') - 4);
    std::set<std::size_t> watching, listening;
    for (const auto& one : players_)
      for (const auto& [watched, seen] : one->tables()) {
        if (watched == table) watching.insert(one->node());
        if (store::channel_of(watched) == store::channel_of(table)) listening.insert(one->node());
      }
    watching_ += watching.size();
    listening_ += listening.size();
    if (!counting_) return;
    for (std::size_t n = 0; n < nodes_.size(); ++n)
      if (nodes_[n]->hears(table) && !listening.contains(n))
        report_.wrong("node " + std::to_string(n) + " hears of " + table + ", which nobody there watches");
  }

  Costs measure() {
    using Asked = Disk::Asked;
    const auto over = [&](std::int64_t time) {
      const Asked before = disk_.asked;
      pass(time);
      return Asked{disk_.asked.statements - before.statements, disk_.asked.entries - before.entries,
                   disk_.asked.heard - before.heard};
    };
    counting_ = true;
    const auto moves_before = moves_, watching_before = watching_, listening_before = listening_;
    const Asked playing = over(measuring);
    Costs costs;
    costs.moves = moves_ - moves_before;
    costs.watching = static_cast<double>(watching_ - watching_before) / static_cast<double>(costs.moves);
    costs.listening = static_cast<double>(listening_ - listening_before) / static_cast<double>(costs.moves);
    for (auto& one : players_) one->rest();
    pass(settling);
    const Asked quiet = over(measuring);
    counting_ = false;
    const auto each = [&](std::uint64_t with, std::uint64_t without) {
      return (static_cast<double>(with) - static_cast<double>(without)) / static_cast<double>(costs.moves);
    };
    costs.statements = each(playing.statements, quiet.statements);
    costs.entries = each(playing.entries, quiet.entries);
    costs.notices = each(playing.heard, quiet.heard);
    costs.idle_statements =
        static_cast<double>(quiet.statements) / static_cast<double>(spread_.nodes * (measuring / second));
    return costs;
  }

  // --- troubles ------------------------------------------------------------------------------------------------------

  Node& some_node() { return *nodes_[dice_.below(spread_.nodes)]; }

  void trouble_until(std::int64_t end) {
    for (; timeline_.now() < end; pass(dice_.delay(second))) {
      const auto lasts = dice_.between(10 * millisecond, 15 * second);
      Node& node = some_node();
      switch (dice_.below(4)) {
        case 0:
          ++report_.crashes;
          node.die();
          timeline_.after(lasts, [&node] { node.start(); });
          break;
        case 1:
          node.break_notices();
          timeline_.after(lasts, [&node] { node.mend_notices(); });
          break;
        case 2:
          node.trouble.away = true;
          timeline_.after(lasts, [&node] { node.trouble.away = false; });
          break;
        default:
          for (int n = 0; n < 5; ++n) players_[dice_.below(tables * people)]->hang_up();
      }
    }
  }

  void make_peace() {
    pass(20 * second);
    for (auto& node : nodes_) {
      node->trouble = {};
      node->start();
      node->mend_notices();
    }
    if (spread_.troubles)
      for (auto& one : players_) one->rest();
    pass(120 * second);
  }

  void judge() {
    for (const auto& one : players_) {
      if (!one->connected()) report_.wrong("a player finds no server in times of peace");
      if (one->has_open_request()) report_.wrong("a request is never answered");
    }
    for (const auto& table : tables_) judge_table(table, disk_, games_, players_, report_);
  }

  std::string seed_;
  Dice dice_;
  Spread spread_;
  Timeline timeline_;
  Disk disk_;
  server::Games games_;
  Report report_;
  SpreadOutcome outcome_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<std::unique_ptr<Player>> players_;
  std::vector<std::string> tables_;
  bool counting_ = false;
  std::uint64_t moves_ = 0, watching_ = 0, listening_ = 0;
};

}  // namespace

SpreadOutcome simulate_spread(std::uint64_t seed, const Spread& spread) { return Scattered(seed, spread).run(); }

}  // namespace remise::sim
