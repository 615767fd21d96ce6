// Plays the shipped deck and boards with simple greedy players and prints what docs/tramways-balance.md reports.
//   bench_tramways_balance PLAYERS GAMES
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "core/typed_match.h"
#include "games/tramways/links.h"
#include "games/tramways/scoring.h"
#include "games/tramways/tramways.h"

namespace remise::tramways {
namespace {

// What a position is worth to a seat for a player who looks one action ahead.
double worth(const Tables& t, const State& s, Seat seat) {
  const Player& p = s.player(seat);
  double value = p.hp - 0.9 * p.stress + 0.25 * p.money + 0.6 * static_cast<double>(p.hand.size());
  const double rounds_left = last_round - s.round;
  value += 0.8 * p.workers * (rounds_left > 0 ? 1 : 0.3);
  for (const Link& link : s.links) {
    if (link.owner != seat) continue;
    value +=
        link.complete ? 3 + 0.5 * rounds_left + 0.15 * link.count * rounds_left : 0.25 * link.count * (rounds_left > 0);
    value += link.upgraded ? 0.3 * rounds_left : 0;
  }
  for (const Parcel& parcel : s.parcels)
    value += parcel.owner == seat ? 0.4 + (parcel.tile != Building::none ? 0.8 : 0) : 0;
  value += 0.4 * p.hand_limit;
  for (int i = 0; i < s.player_count; ++i)
    if (id_at<Seat>(i) != seat)
      value -= 0.3 * s.players[static_cast<std::size_t>(i)].hp / std::max(1, s.player_count - 1);
  static_cast<void>(t);
  return value;
}

struct Tally {
  int games = 0, moves = 0;
  std::vector<int> scores;
  std::array<double, max_players> first_order_wins{};  // by place in the first turn order
  std::array<double, max_players> seat_games{};
  std::map<int, long> card_uses;
  std::map<int, long> symbol_uses;
  long links = 0, deliveries = 0, builds = 0, upgrades_link = 0, upgrades_building = 0, laid = 0;
  long act_decisions = 0, stuck = 0, end_turns = 0;
  int decided_by_stress = 0;
};

class Greedy {
 public:
  Greedy(const Tramways& rules, Tally& tally) : rules_(rules), tables_(rules.tables()), tally_(tally) {}

  void play(int players, int number) {
    auto started = rules_.start({{"players", players}, {"seed", "balance " + std::to_string(number)}});
    if (!started) std::abort();
    State s = *started;
    Random random = Random::from_seed("greedy " + std::to_string(number));
    const auto first_order = s.turn_order;
    while (!rules_.to_act(s).empty()) {
      const Seat seat = rules_.to_act(s).lowest();
      const Action action = choose(s, seat, random);
      note(s, action);
      if (rules_.apply(s, seat, action, nullptr)) std::abort();
      ++tally_.moves;
    }
    finish(s, first_order);
  }

 private:
  Action choose(const State& s, Seat seat, Random& random) {
    choices_.clear();
    rules_.legal(s, seat, choices_);
    const bool acting = s.phase == Phase::act1 || s.phase == Phase::act2;
    if (acting) {
      ++tally_.act_decisions;
      tally_.stuck += choices_.size() == 1;
    }
    const Action* best = nullptr;
    double best_value = -1e9;
    Action kept;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      // Long lists of track: look at a share of the incomplete ones.
      if (choices_.size() > 300 && std::holds_alternative<LayTrack>(choices_[i].action) &&
          std::get<LayTrack>(choices_[i].action).dests.empty() && random.below(8) != 0)
        continue;
      for (const std::int32_t n : {choices_[i].min, choices_[i].max}) {
        Action action = choices_[i].step ? rules_.with_amount(choices_[i].action, n) : choices_[i].action;
        State next = s;
        if (rules_.apply(next, seat, action, nullptr)) std::abort();
        double value = worth(tables_, next, seat) + 0.02 * random.below(10);
        if (std::holds_alternative<Bid>(action)) value += std::get<Bid>(action).amount <= 2 ? 0.6 : -0.5;
        if (std::holds_alternative<AdminDiscard>(action)) value -= 1;
        if (std::holds_alternative<EndTurn>(action)) value += 0.3;
        if (value > best_value) best_value = value, kept = std::move(action), best = &kept;
        if (!choices_[i].step || choices_[i].min == choices_[i].max) break;
      }
    }
    return *best;
  }

  void use(Symbol symbol) {
    ++tally_.card_uses[static_cast<int>(index(symbol.card))];
    ++tally_.symbol_uses[static_cast<int>(tables_.slot(symbol).kind) * 10 + tables_.slot(symbol).value];
  }

  void note(const State&, const Action& action) {
    if (const auto* lay = std::get_if<LayTrack>(&action)) {
      for (const Symbol s : lay->rails) use(s);
      for (const Symbol s : lay->dests) use(s);
      ++tally_.laid;
    } else if (const auto* link = std::get_if<UpgradeLink>(&action)) {
      use(link->symbol), use(link->dest), ++tally_.upgrades_link;
    } else if (const auto* built = std::get_if<Build>(&action)) {
      use(built->symbol), use(built->coordinate), ++tally_.builds;
    } else if (const auto* tile = std::get_if<UpgradeBuilding>(&action)) {
      use(tile->symbol), use(tile->dest), ++tally_.upgrades_building;
    } else if (const auto* move = std::get_if<MovePassenger>(&action)) {
      use(move->ticket), use(move->dest), ++tally_.deliveries;
    } else if (const auto* admin = std::get_if<AdminPlay>(&action)) {
      for (const auto& u : admin->uses) use({admin->card, u.slot});
    } else if (const auto* bid = std::get_if<Bid>(&action)) {
      for (const Symbol s : bid->symbols) use(s);
    } else if (std::holds_alternative<EndTurn>(action)) {
      ++tally_.end_turns;
    }
  }

  void finish(const State& s, const std::array<Seat, max_players>& first_order) {
    ++tally_.games;
    const SeatSet won = winners(tables_, s);
    int best = -1000, best_without = -1000;
    Seat leader_without = Seat::none;
    for (int place = 0; place < s.player_count; ++place) {
      const Seat seat = first_order[static_cast<std::size_t>(place)];
      if (won.has(seat)) tally_.first_order_wins[static_cast<std::size_t>(place)] += 1.0 / won.size();
      const int points = score(tables_, s, seat);
      tally_.scores.push_back(points);
      tally_.links += complete_links(s, seat);
      best = std::max(best, points);
      const int without = points + s.player(seat).stress;
      if (without > best_without) best_without = without, leader_without = seat;
    }
    tally_.decided_by_stress += s.player_count > 1 && !won.has(leader_without);
  }

  const Tramways& rules_;
  const Tables& tables_;
  Tally& tally_;
  Tramways::Choices choices_;
};

void print(const Tramways& rules, const Tally& t, int players) {
  std::vector<int> scores = t.scores;
  std::ranges::sort(scores);
  const auto at = [&](double q) {
    return scores[static_cast<std::size_t>(q * static_cast<double>(scores.size() - 1))];
  };
  const double n = t.games, seats = n * players;
  std::printf("players %d games %d moves/game %.1f\n", players, t.games, t.moves / n);
  std::printf("score: 5%% %d, 25%% %d, median %d, 75%% %d, 95%% %d\n", at(.05), at(.25), at(.5), at(.75), at(.95));
  for (int i = 0; i < players && players > 1; ++i) {
    const double p = t.first_order_wins[static_cast<std::size_t>(i)] / n, e = 1.96 * std::sqrt(p * (1 - p) / n);
    std::printf("first turn order %d: wins %.3f +- %.3f (even: %.3f)\n", i + 1, p, e, 1.0 / players);
  }
  std::printf(
      "per player: complete links %.2f, laid %.2f, deliveries %.2f, builds %.2f, link upgrades %.2f, building upgrades "
      "%.2f\n",
      static_cast<double>(t.links) / seats, static_cast<double>(t.laid) / seats,
      static_cast<double>(t.deliveries) / seats, static_cast<double>(t.builds) / seats,
      static_cast<double>(t.upgrades_link) / seats, static_cast<double>(t.upgrades_building) / seats);
  std::printf("Action decisions without a legal Action: %.4f; turns ended early per player %.2f\n",
              static_cast<double>(t.stuck) / static_cast<double>(std::max(1L, t.act_decisions)),
              static_cast<double>(t.end_turns) / seats);
  std::printf("games decided by stress: %.3f\n", t.decided_by_stress / n);
  std::printf("symbols used (kind*10+value: per game):");
  for (const auto& [kind, uses] : t.symbol_uses) std::printf(" %d:%.2f", kind, static_cast<double>(uses) / n);
  std::printf("\ncards by uses per game:");
  for (int id = 1; id <= 101; ++id)
    std::printf(" %d:%.3f", id, t.card_uses.contains(id) ? static_cast<double>(t.card_uses.at(id)) / n : 0.0);
  std::printf("\n");
  static_cast<void>(rules);
}

}  // namespace
}  // namespace remise::tramways

int main(int argc, char** argv) {
  using namespace remise::tramways;
  const int players = argc > 1 ? std::atoi(argv[1]) : 3, games = argc > 2 ? std::atoi(argv[2]) : 200;
  auto tables = read_tables(remise::embedded_data);
  if (!tables) return 1;
  const Tramways rules(std::move(*tables));
  Tally tally;
  Greedy greedy(rules, tally);
  for (int i = 0; i < games; ++i) greedy.play(players, i);
  print(rules, tally, players);
}
