#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <csignal>
#include <iostream>
#include <set>
#include <thread>

#include "bots/arena.h"
#include "bots/game_file.h"
#include "cli/contest.h"
#include "core/known.h"

namespace remise::cli {

namespace {

struct ArenaOptions {
  std::string game;
  std::vector<std::string> levels;
  std::vector<int> seats;
  std::size_t games = 1000;
  std::string seed = "arena";
  std::uint64_t nodes = 0;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  bool sequential = false;
  std::string options = "{}";
  double goal = 0;
  std::string plot, out, file, fixed, leader, from;
  std::vector<std::string> programs;
  double program_seconds = 60;
  std::shared_ptr<Common> common;
};

// "NAME=COMMAND", or a command alone, which is called "program".
std::map<std::string, std::string> programs_of(const ArenaOptions& given, const bots::Suite& suite) {
  std::map<std::string, std::string> programs;
  for (const std::string& text : given.programs) {
    const auto equals = text.find('=');
    const auto is_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_'; };
    const bool named = equals != std::string::npos && equals > 0 &&
                       std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(equals), is_name);
    const std::string name = named ? text.substr(0, equals) : "program";
    const std::string command = named ? text.substr(equals + 1) : text;
    if (command.find_first_not_of(" \t\n") == std::string::npos) fail(exit_usage, "program_command", {{"found", text}});
    if (std::ranges::count(suite.all_levels(), name) || !programs.emplace(name, command).second)
      fail(exit_usage, "program_name", {{"name", name}});
  }
  return programs;
}

// Who leads to the stage at which the players take over, and that stage; nobody where neither is said.
bots::Lead lead_of(const ArenaOptions& given, const bots::Suite& suite) {
  if (given.leader.empty() && given.from.empty()) return {};
  check_player(suite, given.leader);
  const auto sampler = suite.sampler();
  const Json stages = sampler ? sampler->about()["stages"] : Json::array();
  std::string known;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const auto& name = stages[i].get_ref<const std::string&>();
    if (name == given.from) return {given.leader, static_cast<int>(i)};
    known.append(known.empty() ? "" : ", ").append(name);
  }
  fail(exit_usage, "unknown_stage", {{"stage", given.from}, {"known", known}});
}

// Every level against every weaker one (or against itself, to see the seats), at every number of seats.
std::vector<bots::Contest> contests(const ArenaOptions& given, const bots::Suite& suite, const Game& game) {
  const Json about = game.about();
  auto levels = given.levels.empty() ? suite.levels() : given.levels;
  const auto programs = programs_of(given, suite);
  for (const auto& [name, command] : programs)
    if (std::ranges::find(levels, name) == levels.end()) levels.push_back(name);
  auto seats = given.seats;
  if (seats.empty())
    for (int n = std::max(2, about["players"].front().get<int>()); n <= about["players"].back().get<int>(); ++n)
      seats.push_back(n);
  for (const std::string& level : levels)
    if (!programs.contains(level)) check_player(suite, level);
  const Json setup = contest_setup(game, given.options, seats);
  const bots::Lead lead = lead_of(given, suite);
  std::vector<bots::Contest> list;
  const auto add = [&](int n, const std::string& challenger, const std::string& others) {
    bots::Contest contest;
    contest.setup = setup;
    contest.seats = n;
    contest.challenger = challenger;
    contest.others = others;
    contest.games =
        (given.games + static_cast<std::size_t>(n) - 1) / static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    contest.seed = given.seed, contest.nodes = given.nodes, contest.threads = given.threads,
    contest.sequential = given.sequential, contest.goal = given.goal, contest.lead = lead, contest.programs = programs,
    contest.program_time = std::chrono::milliseconds(static_cast<int>(1000 * given.program_seconds));
    list.push_back(std::move(contest));
  };
  for (const int n : seats)
    for (std::size_t i = 0; i < levels.size(); ++i) {
      if (n == 1 || levels.size() == 1) {
        add(n, levels[i], levels[i]);
        continue;
      }
      for (std::size_t j = i + 1; j < levels.size(); ++j) add(n, levels[j], levels[i]);
    }
  return list;
}

std::atomic<bool> interrupted = false;

// Says how it stands now and then; false once somebody pressed Ctrl-C.
class Report {
 public:
  bool operator()(const bots::ContestResult& so_far) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ > std::chrono::seconds(2)) {
      last_ = now;
      std::cerr << '\r' << so_far.contest.challenger << " among " << so_far.contest.others << ", "
                << so_far.contest.seats << " seats: " << so_far.games << " of " << so_far.contest.games << " games, "
                << static_cast<int>(100 * so_far.rate().mid) << " %   " << std::flush;
    }
    return !interrupted;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

void check_fixed(const std::string& name, const std::vector<bots::Contest>& list) {
  std::set<std::string> players;
  for (const auto& contest : list) players.insert({contest.challenger, contest.others});
  if (name.empty() || players.contains(name)) return;
  std::string known;
  for (const std::string& player : players) known.append(known.empty() ? "" : ", ").append(player);
  fail(exit_usage, "fixed_player", {{"player", name}, {"known", known}});
}

// What tells the games of this program from those of others: a file may be as old as it likes.
Json origin_of(const ArenaOptions& given, const bots::Suite& suite) {
  Json origin{
      {"game", suite.game()}, {"rules", suite.rules()}, {"engine", engine_id()}, {"players", bots::players_id()}};
  if (!given.common->data.empty()) origin["data"] = data_checksum(*given.common, given.game);
  return origin;
}

std::optional<bots::GameFile> kept_games(const ArenaOptions& given, const bots::Suite& suite) {
  if (given.file.empty()) return std::nullopt;
  auto file = bots::GameFile::open(given.file, origin_of(given, suite));
  if (!file) fail(exit_input, "detail", {{"detail", file.error()}});
  if (file->strangers() > 0)
    std::cerr << say("arena.strangers", {{"file", given.file}, {"n", file->strangers()}}) << '\n';
  return std::move(*file);
}

void run_arena(const ArenaOptions& given) {
  const auto game = make_game(*given.common, given.game);
  const auto suite = bots::make_suite(*game);
  if (!suite) fail(exit_usage, "no_bots", {{"game", given.game}});
  const auto list = contests(given, *suite, *game);
  check_fixed(given.fixed, list);
  if (const auto twice = bots::named_twice({given.file, given.out, given.plot}); !twice.empty())
    fail(exit_usage, "detail", {{"detail", twice + " is named for two things"}});
  expect_writable(given.out);
  expect_writable(given.plot);
  auto kept = kept_games(given, *suite);
  std::vector<bots::ContestResult> results;
  // The first Ctrl-C ends the contests after the games under way, with the results so far; the second ends everything.
  std::signal(SIGINT, [](int) {
    interrupted = true;
    std::signal(SIGINT, SIG_DFL);
  });
  for (const auto& contest : list) {
    if (interrupted) break;
    results.push_back(bots::run_contest(*suite, contest, Report(), kept ? &*kept : nullptr));
    std::cerr << '\r' << std::string(78, ' ') << '\r';
    if (!given.common->json) {
      const std::string table = bots::contest_table({results.back()});
      std::cout << (results.size() == 1 ? table : table.substr(table.find('\n') + 1)) << std::flush;
    }
  }
  const auto rungs = bots::ladder(results, given.fixed);
  if (!given.common->json && rungs.size() > 2) std::cout << '\n' << bots::ladder_table(rungs);
  Json json{{"game", given.game}, {"contests", Json::array()}, {"ladder", Json::array()}};
  for (const auto& rung : rungs) json["ladder"].push_back(bots::to_json(rung));
  for (const auto& result : results) json["contests"].push_back(bots::to_json(result));
  if (given.common->json) std::cout << json.dump(2) << '\n';
  if (!given.out.empty()) write_file(given.out, json.dump(2) + "\n");
  if (!given.plot.empty()) write_file(given.plot, bots::contest_plot(results));
  for (const auto& result : results)
    if (!result.errors.empty()) fail(exit_difference, "detail", {{"detail", result.errors.front()}});
}

}  // namespace

void add_arena(CLI::App& app) {
  auto given = std::make_shared<ArenaOptions>();
  CLI::App* sub = app.add_subcommand("arena", "Let players compete, and say who is stronger and how sure that is");
  sub->footer(
      "Each pair of levels plays at each number of seats: one of the stronger kind among the weaker ones, in every "
      "seat in\n"
      "turn with the same deals. One level alone plays itself, which shows what the seats are worth; at one seat every "
      "level "
      "plays\nalone, and its score tells. `x fair` is the "
      "win\n"
      "rate over the fair share. The same seed gives the same games.");
  sub->add_option("GAME", given->game, "Game")->required();
  sub->add_option("-l,--levels", given->levels,
                  "Levels, weaker ones first, LEVEL/STYLE for a style (builder, trader, spoiler; from medium on), "
                  "LEVEL@NODES for a budget of its own (default: those on offer)")
      ->delimiter(',');
  sub->add_option("-p,--players", given->seats, "Numbers of seats (default: all)")
      ->delimiter(',')
      ->check(CLI::Range(1, max_seats));
  sub->add_option("-n,--games", given->games, "Games of each contest, rounded up to full rotations")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
  sub->add_option("-s,--seed", given->seed, "Seed of the deals and of the players")->capture_default_str();
  add_nodes(*sub, given->nodes, "Nodes for each move (default: the level's own)");
  add_threads(*sub, given->threads);
  sub->add_flag("--sequential", given->sequential, "Stop a contest as soon as a sequential test decides");
  sub->add_option("--goal", given->goal,
                  "Stop a contest once its 95 % interval lies above or below so many times the fair share")
      ->check(number_within(0, 6));
  sub->add_option(
      "--resume", given->file,
      "Write every game to this file as it ends; games that stand there already, of the same version, are not "
      "played again");
  sub->add_option("--program", given->programs,
                  "A program as a player, NAME=COMMAND or COMMAND (then called program): it reads positions and writes "
                  "moves as lines of JSON (docs/bot-authors.md)")
      ->take_all();
  sub->add_option("--program-seconds", given->program_seconds, "Time of a program for a move")
      ->capture_default_str()
      ->check(number_within(0.01, 3600));
  CLI::Option* leader = sub->add_option("--lead", given->leader,
                                        "LEVEL or LEVEL@NODES that plays for everybody until the stage of --from, so "
                                        "that only what comes after it is compared");
  CLI::Option* from = sub->add_option(
      "--from", given->from, "Stage at which the players take over; a wrong one is answered with those there are");
  leader->needs(from);
  from->needs(leader);
  sub->add_option("--fixed", given->fixed, "Player whose Elo is 0 (default: hard-1 if it plays, else the first)");
  sub->add_option("--options", given->options, "Options of the game as JSON");
  sub->add_option("--plot", given->plot, "Write the win rates as an SVG picture");
  sub->add_option("-o,--out", given->out, "Write the results as JSON");
  given->common = add_common(*sub);
  sub->callback([given] { run_arena(*given); });
}

}  // namespace remise::cli
