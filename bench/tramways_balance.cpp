// Plays the shipped deck and boards with simple greedy players and prints the tables of docs/tramways-balance.md.
//   bench_tramways_balance GAMES [THREADS]      GAMES for each number of players; the result does not depend on THREADS
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "games/tramways/board/links.h"
#include "games/tramways/match.h"
#include "games/tramways/rounds/scoring.h"

namespace remise::tramways {
namespace {

// What a position is worth to a seat for a player who looks one action ahead.
double worth(const State& s, Seat seat) {
  const Player& p = s.player(seat);
  const double rounds_left = last_round - s.round;
  double value = p.hp - 0.9 * p.stress + 0.25 * p.money + 0.6 * static_cast<double>(p.hand.size()) + 0.4 * p.hand_limit;
  value += 0.8 * p.workers * (rounds_left > 0 ? 1 : 0.3);
  std::array<bool, max_fields> waiting{};
  for (std::size_t f = 0; f < s.map.fields; ++f)
    if (s.passengers[f]) waiting[index(s.root[f])] = true;
  for (const Link& link : s.links) {
    if (link.owner != seat) continue;
    if (link.complete && rounds_left > 0)
      value +=
          0.4 * (waiting[index(s.place_at(start_field(s, link)))] || waiting[index(s.place_at(far_field(s, link)))]);
    value +=
        link.complete ? 3 + 0.5 * rounds_left + 0.15 * link.count * rounds_left : 0.25 * link.count * (rounds_left > 0);
    value += link.upgraded ? 0.3 * rounds_left : 0;
  }
  for (const Parcel& parcel : s.parcels)
    value += parcel.owner == seat ? 0.4 + (parcel.tile != Building::none ? 0.8 : 0) : 0;
  for (int i = 0; i < s.player_count; ++i)
    if (id_at<Seat>(i) != seat)
      value -= 0.3 * s.players[static_cast<std::size_t>(i)].hp / std::max(1, s.player_count - 1);
  return value;
}

// What a bonus still to be chosen will bring (12.5): money or a card; the best number of HP for the money.
double bonus(const Constants& constants, const State& s, Seat seat) {
  if (s.phase == Phase::bonus_c) return 0.25 * constants.bonus_c_money;
  double best = 0;
  if (s.phase == Phase::bonus_l)
    for (int n = 1; constants.leisure_price(n) <= s.player(seat).money; ++n)
      best = std::max(best, n - 0.25 * constants.leisure_price(n));
  return best;
}

constexpr std::size_t symbol_kinds = 12, symbol_values = 4;

struct Tally {
  long games = 0, moves = 0;
  std::vector<int> scores, winning;
  std::array<double, max_players> wins_by_place{};  // of the first turn order
  std::array<double, max_players> wins_by_seat{};
  std::array<long, max_cards + 1> uses{}, owned{};  // plays of a card; games in which somebody had it
  std::array<std::array<long, symbol_values>, symbol_kinds> symbols{};
  std::array<long, 4> built{}, reached{};  // by building type
  long links = 0, link_pieces = 0, laid = 0, deliveries = 0, longest = 0, builds = 0, link_upgrades = 0,
       building_upgrades = 0;
  long decisions = 0, stuck = 0, turns = 0, turns_without = 0, early_ends = 0;
  std::array<long, last_round + 1> stuck_in_round{}, decisions_in_round{};
  long stress_decides = 0, stress_total = 0, at_maximum = 0;

  void add(const Tally& o) {
    games += o.games, moves += o.moves;
    scores.insert(scores.end(), o.scores.begin(), o.scores.end());
    winning.insert(winning.end(), o.winning.begin(), o.winning.end());
    const auto sum = [](auto& a, const auto& b) {
      for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    };
    sum(wins_by_place, o.wins_by_place), sum(wins_by_seat, o.wins_by_seat), sum(uses, o.uses), sum(owned, o.owned);
    for (std::size_t k = 0; k < symbols.size(); ++k) sum(symbols[k], o.symbols[k]);
    sum(built, o.built), sum(reached, o.reached);
    links += o.links, link_pieces += o.link_pieces, laid += o.laid, deliveries += o.deliveries, longest += o.longest;
    builds += o.builds, link_upgrades += o.link_upgrades, building_upgrades += o.building_upgrades;
    decisions += o.decisions, stuck += o.stuck, turns += o.turns, turns_without += o.turns_without;
    early_ends += o.early_ends;
    sum(stuck_in_round, o.stuck_in_round), sum(decisions_in_round, o.decisions_in_round);
    stress_decides += o.stress_decides, stress_total += o.stress_total, at_maximum += o.at_maximum;
  }
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
    had_.fill(false);
    while (!rules_.to_act(s).empty()) {
      const Seat seat = rules_.to_act(s).lowest();
      const Action action = choose(s, seat, random);
      note(s, action);
      if (rules_.apply(s, seat, action, nullptr, work_)) std::abort();
      for (const CardId card : s.player(seat).hand) had_[index(card)] = true;
      ++tally_.moves;
    }
    finish(s, first_order);
  }

 private:
  Action choose(const State& s, Seat seat, Random& random) {
    choices_.clear();
    rules_.legal(s, seat, choices_, work_);
    if (s.phase == Phase::act1 || s.phase == Phase::act2) {
      ++tally_.decisions, ++tally_.decisions_in_round[s.round];
      if (choices_.size() == 1) ++tally_.stuck, ++tally_.stuck_in_round[s.round];
      if (s.actions_done == 0) ++tally_.turns, tally_.turns_without += choices_.size() == 1;
    }
    // Of paths that stay incomplete a share is looked at: there are hundreds, and they differ little.
    std::size_t open_ends = 0;
    for (const auto& choice : choices_) {
      const auto* lay = std::get_if<LayTrack>(&choice.action);
      open_ends += lay && lay->dests.empty();
    }
    const auto share = static_cast<std::uint32_t>(1 + open_ends / 40);
    Action best;
    double best_value = -1e9;
    const TrackDeed* last = nullptr;
    for (const auto& choice : choices_) {
      const auto* lay = std::get_if<LayTrack>(&choice.action);
      if (lay && last && lay->deed == *last) continue;  // the payment with the least stress comes first
      last = lay ? &lay->deed : nullptr;
      if (lay && lay->dests.empty() && random.below(share) != 0) continue;
      for (const std::int32_t n : amounts(choice, random)) {
        const Action action = choice.step ? rules_.with_amount(choice.action, n) : choice.action;
        State next = s;
        if (rules_.apply(next, seat, action, nullptr, work_)) std::abort();
        // The last to finish administration would see the cards drawn after it: he looks at what he has now.
        const bool over = std::holds_alternative<AdminDone>(action);
        double value = worth(over ? s : next, seat) + bonus(tables_.constants, next, seat) + 0.02 * random.below(10);
        if (const auto* bid = std::get_if<Bid>(&action)) value += bid->amount <= 2 ? 0.6 : -0.5;
        if (std::holds_alternative<AdminDiscard>(action)) value -= 1;
        if (std::holds_alternative<EndTurn>(action)) value += 0.3;
        if (value > best_value) best_value = value, best = action;
      }
    }
    return best;
  }

  // The numbers of a range that are looked at: all HP to buy, some full hands for round 6, else the ends.
  static std::vector<std::int32_t> amounts(const Choice<Action>& choice, Random& random) {
    if (choice.step == 0) return {0};
    std::vector<std::int32_t> list{choice.min, choice.max};
    if (std::holds_alternative<BuyHp>(choice.action))
      for (std::int32_t n = choice.min + 1; n < choice.max; ++n) list.push_back(n);
    if (std::holds_alternative<ChooseHand>(choice.action))  // the larger selections have the higher numbers
      for (int i = 0; i < 20; ++i)
        list.push_back(choice.max -
                       static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(choice.max / 2 + 1))));
    return list;
  }

  void use(Symbol symbol, bool first_of_card) {
    tally_.uses[index(symbol.card)] += first_of_card;
    const Slot& slot = tables_.slot(symbol);
    const auto value = slot.kind == SymbolKind::destination
                           ? static_cast<std::size_t>(std::countr_zero(slot.place.bits))
                           : std::min<std::size_t>(slot.value, symbol_values - 1);
    ++tally_.symbols[index(slot.kind)][value];
  }
  void use_all(std::initializer_list<Symbol> symbols) { use_list(symbols); }
  void use_list(const auto& symbols) {
    std::array<bool, max_cards + 1> seen{};
    for (const Symbol s : symbols) use(s, !seen[index(s.card)]), seen[index(s.card)] = true;
  }

  void note(const State& s, const Action& action) {
    if (const auto* lay = std::get_if<LayTrack>(&action)) {
      std::vector<Symbol> all(lay->rails.begin(), lay->rails.end());
      all.insert(all.end(), lay->dests.begin(), lay->dests.end());
      use_list(all), ++tally_.laid;
    } else if (const auto* link = std::get_if<UpgradeLink>(&action)) {
      use_all({link->symbol, link->dest}), ++tally_.link_upgrades;
    } else if (const auto* build = std::get_if<Build>(&action)) {
      use_all({build->symbol, build->coordinate}), ++tally_.builds;
      ++tally_.built[index(tables_.card(build->card).building)];
    } else if (const auto* tile = std::get_if<UpgradeBuilding>(&action)) {
      use_all({tile->symbol, tile->dest}), ++tally_.building_upgrades;
    } else if (const auto* move = std::get_if<MovePassenger>(&action)) {
      use_all({move->ticket, move->dest}), ++tally_.deliveries;
      tally_.longest += static_cast<long>(move->route.size());
      const auto place = std::countr_zero(tables_.slot(move->dest).place.bits);
      if (place < 4) ++tally_.reached[static_cast<std::size_t>(place)];
    } else if (const auto* admin = std::get_if<AdminPlay>(&action)) {
      std::vector<Symbol> all;
      for (const auto& u : admin->uses) all.push_back({admin->card, u.slot});
      use_list(all);
    } else if (const auto* bid = std::get_if<Bid>(&action)) {
      use_list(bid->symbols);
    } else if (const auto* row = std::get_if<SoloReveal>(&action)) {
      use_list(row->symbols);
    } else if (std::holds_alternative<EndTurn>(action)) {
      tally_.early_ends += s.actions_done > 0 || choices_.size() > 1;
    }
  }

  void finish(const State& s, const std::array<Seat, max_players>& first_order) {
    ++tally_.games;
    for (std::size_t id = 0; id < had_.size(); ++id) tally_.owned[id] += had_[id];
    const SeatSet won = winners(tables_, s);
    int best = INT32_MIN, best_without = INT32_MIN;
    SeatSet leaders_without;
    for (int place = 0; place < s.player_count; ++place) {
      const Seat seat = first_order[static_cast<std::size_t>(place)];
      if (won.has(seat)) {
        tally_.wins_by_place[static_cast<std::size_t>(place)] += 1.0 / won.size();
        tally_.wins_by_seat[index(seat)] += 1.0 / won.size();
      }
      const int points = score(tables_, s, seat);
      tally_.scores.push_back(points);
      best = std::max(best, points);
      const Player& p = s.player(seat);
      const int without = points + p.stress;
      if (without > best_without) best_without = without, leaders_without = {};
      if (without == best_without) leaders_without.add(seat);
      tally_.stress_total += p.stress;
      tally_.at_maximum += p.stress == tables_.constants.player_boards[p.hard].stress_max;
    }
    tally_.winning.push_back(best);
    for (const Link& link : s.links)
      if (link.complete) ++tally_.links, tally_.link_pieces += link.count;
    bool same = false;  // somebody wins either way
    for (int i = 0; i < s.player_count; ++i)
      same = same || (won.has(id_at<Seat>(i)) && leaders_without.has(id_at<Seat>(i)));
    tally_.stress_decides += !same;
  }

  const Tramways& rules_;
  const Tables& tables_;
  Tally& tally_;
  Tramways::Choices choices_;
  Tramways::Workspace work_;
  std::array<bool, max_cards + 1> had_{};
};

Tally study(const Tramways& rules, int players, int games, unsigned threads) {
  std::atomic<int> next{0};
  std::vector<Tally> tallies(threads);
  {
    std::vector<std::jthread> workers;
    for (Tally& tally : tallies)
      workers.emplace_back([&] {
        Greedy greedy(rules, tally);
        for (int i = next++; i < games; i = next++) greedy.play(players, i);
      });
  }
  Tally all;
  for (const Tally& tally : tallies) all.add(tally);
  std::ranges::sort(all.scores);
  std::ranges::sort(all.winning);
  return all;
}

int quantile(const std::vector<int>& sorted, double q) {
  return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
}

double mean(const std::vector<int>& list) {
  double sum = 0;
  for (const int n : list) sum += n;
  return sum / static_cast<double>(list.size());
}

void print_row(const char* name, const std::vector<Tally>& all, auto&& value) {
  std::printf("| %s |", name);
  for (std::size_t i = 0; i < all.size(); ++i) std::printf(" %s |", value(all[i], static_cast<int>(i) + 1).c_str());
  std::printf("\n");
}

std::string number(double value, int digits = 2) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

void print_overview(const std::vector<Tally>& all) {
  std::printf("| | 1 player | 2 | 3 | 4 | 5 |\n|---|---|---|---|---|---|\n");
  using T = const Tally&;
  const auto per_player = [](long n, T t, int players) {
    return number(static_cast<double>(n) / static_cast<double>(t.games * players));
  };
  print_row("games", all, [](T t, int) { return std::to_string(t.games); });
  print_row("decisions per game", all, [](T t, int) { return number(double(t.moves) / double(t.games), 1); });
  for (const auto& [name, q] :
       {std::pair{"score: 5 %", .05}, {"25 %", .25}, {"median", .5}, {"75 %", .75}, {"95 %", .95}})
    print_row(name, all, [&](T t, int) { return std::to_string(quantile(t.scores, q)); });
  print_row("mean score", all, [](T t, int) { return number(mean(t.scores), 1); });
  print_row("lowest, highest", all,
            [](T t, int) { return std::to_string(t.scores.front()) + ", " + std::to_string(t.scores.back()); });
  print_row("mean score of the winner", all, [](T t, int) { return number(mean(t.winning), 1); });
  print_row("complete links per player", all, [&](T t, int p) { return per_player(t.links, t, p); });
  print_row("pieces per complete link", all, [](T t, int) { return number(double(t.link_pieces) / double(t.links)); });
  print_row("track laid, Actions per player", all, [&](T t, int p) { return per_player(t.laid, t, p); });
  print_row("deliveries per player", all, [&](T t, int p) { return per_player(t.deliveries, t, p); });
  print_row("links per delivery", all, [](T t, int) { return number(double(t.longest) / double(t.deliveries)); });
  print_row("buildings per player", all, [&](T t, int p) { return per_player(t.builds, t, p); });
  print_row("links upgraded per player", all, [&](T t, int p) { return per_player(t.link_upgrades, t, p); });
  print_row("buildings upgraded per player", all, [&](T t, int p) { return per_player(t.building_upgrades, t, p); });
  print_row("turns without a legal Action", all,
            [](T t, int) { return number(100.0 * double(t.turns_without) / double(t.turns)) + " %"; });
  print_row("decisions in turns without one", all,
            [](T t, int) { return number(100.0 * double(t.stuck) / double(t.decisions)) + " %"; });
  print_row("the same in round 1", all, [](T t, int) {
    return number(100.0 * double(t.stuck_in_round[1]) / double(t.decisions_in_round[1])) + " %";
  });
  print_row("the same in round 6", all, [](T t, int) {
    return number(100.0 * double(t.stuck_in_round[6]) / double(t.decisions_in_round[6])) + " %";
  });
  print_row("stress at the end, mean", all, [&](T t, int p) { return per_player(t.stress_total, t, p); });
  print_row("players at the maximum of stress", all,
            [](T t, int p) { return number(100.0 * double(t.at_maximum) / double(t.games * p)) + " %"; });
  print_row("games decided by stress", all, [](T t, int p) {
    return p == 1 ? std::string("-") : number(100.0 * double(t.stress_decides) / double(t.games), 1) + " %";
  });
}

void print_seats(const std::vector<Tally>& all) {
  std::printf(
      "\n| share of wins, 95 %% interval | even | 1st | 2nd | 3rd | 4th | 5th |\n|---|---|---|---|---|---|---|\n");
  for (const bool by_place : {true, false})
    for (std::size_t players = 2; players <= max_players; ++players) {
      const Tally& t = all[players - 1];
      std::printf("| %zu players, by %s | %.1f %% |", players, by_place ? "first turn order" : "seat",
                  100.0 / static_cast<double>(players));
      for (std::size_t i = 0; i < max_players; ++i) {
        if (i >= players) {
          std::printf(" |");
          continue;
        }
        const double n = static_cast<double>(t.games), p = (by_place ? t.wins_by_place : t.wins_by_seat)[i] / n;
        std::printf(" %.1f ± %.1f %% |", 100 * p, 196 * std::sqrt(p * (1 - p) / n));
      }
      std::printf("\n");
    }
}

void print_symbols(const std::vector<Tally>& all) {
  struct Line {
    const char* name;
    SymbolKind kind;
    int value;  // -1: all
  };
  constexpr Line lines[]{{"rail1", SymbolKind::rail, 1},
                         {"rail2", SymbolKind::rail, 2},
                         {"rail3", SymbolKind::rail, 3},
                         {"dest_R", SymbolKind::destination, 0},
                         {"dest_C", SymbolKind::destination, 1},
                         {"dest_L", SymbolKind::destination, 2},
                         {"dest_I", SymbolKind::destination, 3},
                         {"parcel", SymbolKind::coordinate, -1},
                         {"stripe", SymbolKind::stripe, -1},
                         {"build", SymbolKind::build, -1},
                         {"upgrade_building", SymbolKind::upgrade_building, -1},
                         {"upgrade_link", SymbolKind::upgrade_link, -1},
                         {"worker", SymbolKind::worker, -1},
                         {"add_passenger", SymbolKind::add_passenger, -1},
                         {"stress_down", SymbolKind::stress_down, -1},
                         {"money1", SymbolKind::money, 1},
                         {"money2", SymbolKind::money, 2},
                         {"money3", SymbolKind::money, 3}};
  std::printf("\n| symbol, uses per player and game | 1 player | 2 | 3 | 4 | 5 |\n|---|---|---|---|---|---|\n");
  for (const Line& line : lines)
    print_row(line.name, all, [&](const Tally& t, int players) {
      long n = 0;
      for (int v = 0; v < static_cast<int>(symbol_values); ++v)
        if (line.value < 0 || line.value == v) n += t.symbols[index(line.kind)][static_cast<std::size_t>(v)];
      return number(static_cast<double>(n) / static_cast<double>(t.games * players));
    });
  std::printf("\n| type | built per game: 1 player | 2 | 3 | 4 | 5 |\n|---|---|---|---|---|---|\n");
  const char* names[]{"residential", "commercial", "leisure", "industry"};
  for (std::size_t b = 0; b < 4; ++b)
    print_row(names[b], all, [&](const Tally& t, int) { return number(double(t.built[b]) / double(t.games)); });
  std::printf("\n| destination | deliveries per game: 1 player | 2 | 3 | 4 | 5 |\n|---|---|---|---|---|---|\n");
  for (std::size_t b = 0; b < 4; ++b)
    print_row(names[b], all, [&](const Tally& t, int) { return number(double(t.reached[b]) / double(t.games)); });
}

void print_cards(const Tramways& rules, const std::vector<Tally>& all) {
  std::printf(
      "\n| card | type | plays per game in which somebody had it: 1 player | 2 | 3 | 4 | 5 "
      "|\n|---|---|---|---|---|---|---|\n");
  const char types[]{'D', 'L', 'B', 'A', 'G', 'O'};
  for (std::size_t id = 1; id <= max_cards; ++id) {
    const Card& card = rules.tables().cards[id];
    if (card.type == CardType::overview) continue;
    std::printf("| %zu | %c |", id, types[index(card.type)]);
    for (const Tally& t : all) {
      if (t.owned[id] == 0)
        std::printf(" |");
      else
        std::printf(" %.2f |", static_cast<double>(t.uses[id]) / static_cast<double>(t.owned[id]));
    }
    std::printf("\n");
  }
}

}  // namespace
}  // namespace remise::tramways

int main(int argc, char** argv) {
  using namespace remise::tramways;
  const int games = argc > 1 ? std::atoi(argv[1]) : 0;
  const unsigned threads = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : std::thread::hardware_concurrency();
  if (games < 1 || threads < 1) return std::fprintf(stderr, "bench_tramways_balance GAMES [THREADS]\n"), 2;
  auto tables = Tables::read(remise::embedded_data);
  if (!tables) return 1;
  const Tramways rules(std::move(*tables));
  std::vector<Tally> all;
  for (int players = 1; players <= max_players; ++players) all.push_back(study(rules, players, games, threads));
  print_overview(all);
  print_seats(all);
  print_symbols(all);
  print_cards(rules, all);
}
