// What games of Tramways look like with a set of cards and boards: the measures of docs/tramways-balance.md as JSON.
//   bench_tramways_measures LEVEL GAMES SEED [DIR] [THREADS] [OPTIONS]
// GAMES for each number of players, 1 to 5 (or "N:GAMES,N:GAMES"). DIR has cards.json, boards.json and perhaps
// game.json, in place of those of the set that OPTIONS name; "": as shipped. The result does not depend on THREADS.
#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "bots/suite.h"
#include "games/tramways/board/links.h"
#include "games/tramways/components/data_reader.h"
#include "games/tramways/components/setup.h"
#include "games/tramways/match.h"
#include "games/tramways/rounds/scoring.h"

namespace remise::tramways {
namespace {

using Sums = std::map<std::string, double>;

// One game, watched move by move.
class Watch {
 public:
  explicit Watch(int seats) : seats_(seats) {}

  void look(const TypedMatch<Tramways>& match) {
    const State& now = match.state();
    if (match.length() == 1) first_ = now.turn_order, note_map(now);
    const auto& move = match.moves().back();
    std::visit([&](const auto& action) { note(action); }, move.action);
    for (const Event& event : move.events) note_event(event);
    for (int i = 0; i < seats_; ++i)
      highest_stress_ = std::max<int>(highest_stress_, now.players[static_cast<std::size_t>(i)].stress);
    before_ = now;
  }

  void finish(const bots::Played& played, Sums& sums) {
    for (const auto& [name, n] : count_) {
      sums["n " + name] += n;
      if (name.starts_with("use ")) sums["games with " + name.substr(4)] += n > 0;
    }
    sums["games"] += 1, sums["players"] += seats_;
    double best = -1e9, second = -1e9;
    for (const double score : played.scores) {
      sums["score"] += score, sums["score squared"] += score * score;
      if (score > best)
        second = best, best = score;
      else
        second = std::max(second, score);
    }
    if (seats_ > 1) sums["close"] += best - second <= 10, sums["margin"] += best - second;
    for (int i = 0; i < seats_; ++i) {
      const Player& p = before_.players[static_cast<std::size_t>(i)];
      sums["stress"] += p.stress, sums["stressed"] += p.stress > 15, sums["money"] += p.money, sums["hp"] += p.hp;
      sums["links"] += complete_links(before_, id_at<Seat>(i));
      sums["seat " + std::to_string(i)] += played.wins[static_cast<std::size_t>(i)];
      sums["place " + std::to_string(i)] += played.wins[index(first_[static_cast<std::size_t>(i)])];
    }
    sums["highest stress"] += highest_stress_;
    sums["games above 15"] += highest_stress_ > 15;
  }

 private:
  void add(const std::string& name, double n = 1) { count_[name] += n; }
  void note_map(const State& s) {
    Places kinds;
    for (std::size_t f = 0; f < s.map.fields; ++f)
      if (s.building_at(id_at<FieldId>(f)) != Building::none)
        kinds = kinds | Places::of(s.building_at(id_at<FieldId>(f)));
    add("incomplete map", __builtin_popcount(kinds.bits) < 4);
  }

  void note(const auto&) {}
  void note(const LayTrack& a) {
    add("use track");
    if (a.deed.base.kind == Base::Kind::link) add("use continued");
    if (a.deed.base.kind == Base::Kind::new_link) add("use new");
    if (a.deed.base.kind == Base::Kind::through) add("use through");
    if (a.deed.redirect != Edge::none) add("use redirected");
    if (a.dests.empty()) add("use left open");
    symbols(a.rails.size() + a.dests.size());
  }
  void note(const UpgradeLink&) { add("use link upgraded"), symbols(2); }
  void note(const Build&) { add("use built"), symbols(2); }
  void note(const UpgradeBuilding&) { add("use building upgraded"), symbols(2); }
  void note(const MovePassenger&) { add("use passenger moved"), symbols(2); }
  void note(const EndTurn&) { add("turns ended early"); }
  void note(const Bid& a) {
    add("bids"), add("bid dollars", a.amount);
    if (!a.symbols.empty()) add("use bid with cards"), symbols(a.symbols.size());
  }
  void note(const SoloReveal& a) {
    if (!a.symbols.empty()) add("use row paid with cards"), symbols(a.symbols.size());
  }
  void note(const AdminPlay& a) { add("administration"), symbols(a.uses.size()); }
  void note(const AdminDiscard&) { add("discards"); }
  void symbols(std::size_t n) { add("symbols", static_cast<double>(n)); }

  void note_event(const Event& e) {
    switch (e.kind) {
      case EventKind::card_played: add("cards played"), add("second symbols", e.args[2] - 1); break;
      case EventKind::link_joined: add("use joined"); break;
      case EventKind::link_split: add("use split by a building"); break;
      case EventKind::link_removed: add("links removed"); break;
      case EventKind::turn_income: add("use $2 taken"); break;
      case EventKind::hp_bought: add("hp bought", e.args[1]), add("hp price", e.args[2]); break;
      case EventKind::link_travelled: add("links travelled"); break;
      case EventKind::link_unpaid: add("fares unpaid"); break;
      case EventKind::passenger_moved: delivery(e); break;
      default: break;
    }
  }
  void delivery(const Event& e) {
    const FieldId to =
        before_.map.at(Spot{static_cast<std::int8_t>(e.args[2] >> 8), static_cast<std::int8_t>(e.args[2])});
    const Building b = to == FieldId::none ? Building::none : before_.building_at(to);
    const char* names[]{"R", "C", "L", "I"};
    add("deliveries");
    add(std::string("to ") + (b == Building::none ? "parcels" : names[index(b)]));
  }

  int seats_;
  std::array<Seat, max_players> first_{};
  Sums count_;
  State before_;
  int highest_stress_ = 0;
};

Sums study(const bots::Suite& suite, const std::string& level, int seats, int games, const std::string& seed,
           unsigned threads, const Json& options) {
  std::vector<Sums> all(static_cast<std::size_t>(games));
  std::atomic<int> next{0};
  {
    std::vector<std::jthread> workers;
    for (unsigned t = 0; t < threads; ++t)
      workers.emplace_back([&] {
        for (int i = next++; i < games; i = next++) {
          Watch watch(seats);
          bots::PlayedSetup setup{{{"options", options}},
                                  seed + " " + std::to_string(i),
                                  std::vector<std::string>(static_cast<std::size_t>(seats), level),
                                  0,
                                  [&](const Match& m) { watch.look(static_cast<const TypedMatch<Tramways>&>(m)); }};
          const bots::Played played = suite.play(setup);
          if (!played.error.empty()) std::fprintf(stderr, "%s\n", played.error.c_str()), std::abort();
          watch.finish(played, all[static_cast<std::size_t>(i)]);
        }
      });
  }
  Sums sums;
  for (const Sums& one : all)
    for (const auto& [name, n] : one) sums[name] += n;
  return sums;
}

[[noreturn]] void refuse(const std::string& why) {
  std::fprintf(stderr, "bench_tramways_measures: %s\n", why.c_str());
  std::exit(2);
}

int number(const std::string& what, const std::string& text, int most) {
  int n = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (wrong != std::errc() || end != text.data() + text.size() || n < 1 || n > most)
    refuse(what + " is a number from 1 to " + std::to_string(most) + ", not \"" + text + "\"");
  return n;
}

// By number of players.
std::map<int, int> games_of(const std::string& list) {
  constexpr int most_games = 1'000'000;
  std::map<int, int> games;
  if (list.find(':') == std::string::npos) {
    for (int n = 1; n <= max_players; ++n) games[n] = number("GAMES", list, most_games);
    return games;
  }
  std::istringstream in(list);
  for (std::string part; std::getline(in, part, ',');) {
    const auto colon = part.find(':');
    if (colon == std::string::npos) refuse("GAMES is a number or N:GAMES,N:GAMES, not \"" + list + "\"");
    const int players = number("N of N:GAMES", part.substr(0, colon), max_players);
    games[players] = number("GAMES", part.substr(colon + 1), most_games);
  }
  return games;
}

Json options_of(const std::string& text) {
  const auto json = parse_json(text);
  if (!json || !json->is_object()) refuse("OPTIONS is a JSON object, not " + text);
  return *json;
}

// The files of a folder by the names that the set of the options has for them.
using Files = std::map<std::string, std::string, std::less<>>;
Files files_of(const std::string& dir, const Json& options) {
  Files files;
  if (dir.empty()) return files;
  const CardSetId set = named_cards({{"options", options}});
  for (const char* name : {"cards.json", "boards.json", "game.json"}) {
    std::ifstream in(dir + "/" + name);
    if (!in && name != std::string_view("game.json")) refuse(dir + " has no " + name);
    if (in) files[file_of(set, name)] = (std::ostringstream() << in.rdbuf()).str();
  }
  return files;
}

std::unique_ptr<Game> game_of(const Files& files) {
  auto rules = Tramways::made_of([&](std::string_view name) -> std::optional<std::string_view> {
    const auto found = files.find(name);
    return found == files.end() ? embedded_data(name) : found->second;
  });
  if (!rules) refuse(to_json(rules.error()).dump());
  return std::make_unique<TypedGame<Tramways>>(std::move(*rules));
}

void check_level(const bots::Suite& suite, const std::string& name) {
  const std::string level = bots::player_name(name).level;
  std::string known;
  for (const auto& list : {suite.all_levels(), suite.styled_levels()})
    for (const std::string& one : list) {
      if (one == level) return;
      known += (known.empty() ? "" : ", ") + one;
    }
  refuse("there is no level " + name + "; known are " + known + ", each perhaps with @NODES");
}

void check_options(const Game& game, const Json& options, const std::map<int, int>& games) {
  for (const auto& [seats, n] : games)
    if (const auto match = game.start({{"players", seats}, {"seed", "first"}, {"options", options}}); !match)
      refuse("OPTIONS with " + std::to_string(seats) + " players: " + to_json(match.error()).dump());
}

}  // namespace
}  // namespace remise::tramways

int main(int argc, char** argv) {
  using namespace remise;
  using namespace remise::tramways;
  if (argc < 4 || argc > 7) refuse("LEVEL GAMES SEED [DIR] [THREADS] [OPTIONS]");
  const std::string level = argv[1], seed = argv[3];
  const auto given = [&](int n, const char* otherwise) { return argc > n ? argv[n] : otherwise; };
  const auto games = games_of(argv[2]);
  const auto threads = static_cast<unsigned>(number("THREADS", given(5, "1"), 256));
  const Json options = options_of(given(6, "{}"));
  const Files files = files_of(given(4, ""), options);
  const auto game = game_of(files);
  const auto suite = bots::make_suite(*game);
  check_level(*suite, level);
  check_options(*game, options, games);
  Json out = Json::object();
  for (const auto& [seats, n] : games)
    out[std::to_string(seats)] = study(*suite, level, seats, n, seed, threads, options);
  std::printf("%s\n", out.dump(1).c_str());
}
