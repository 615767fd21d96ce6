#include "bots/puzzles.h"

#include <filesystem>
#include <iostream>

#include "cli/contest.h"

namespace remise::cli {

namespace {

struct PuzzleOptions {
  std::string game;
  std::string out;
  std::string check;
  bool quick = false;
  bots::puzzles::Order order;
  std::shared_ptr<Common> common;
};

void write_puzzles(const PuzzleOptions& given, const bots::puzzles::Made& made) {
  const auto path = [&](const std::string& name) { return given.out + "/" + name + ".json"; };
  Json list = Json::array();
  for (const Json& puzzle : made.puzzles) {
    list.push_back(
        {{"id", puzzle["id"]}, {"kind", puzzle["kind"]}, {"proof", puzzle["proof"]}, {"set", puzzle["set"]}});
    write_file(path(puzzle["id"]), puzzle.dump(1) + "\n");
  }
  for (const auto& [name, file] : made.matches) write_file(path(name), file.dump() + "\n");
  write_file(path("index"), Json{{"puzzles", list}}.dump(1) + "\n");
}

// Every puzzle of a folder anew; the number of those that are wrong.
int check_puzzles(const PuzzleOptions& given, const Game& game, const bots::puzzles::Kinds& kinds) {
  int wrong = 0;
  const Json list = read_json(given.check + "/index.json");
  for (const Json& entry : list["puzzles"]) {
    const std::string id = entry["id"];
    const Json puzzle = read_json(given.check + "/" + id + ".json");
    Json file = read_json(given.check + "/" + puzzle["match"].get<std::string>() + ".json");
    file["actions"].erase(file["actions"].begin() + puzzle["at"].get<std::ptrdiff_t>(), file["actions"].end());
    const auto match = game.load(file);
    if (!match) fail(exit_input, match.error());
    const auto problem = bots::puzzles::check(kinds, **match, puzzle, given.quick ? nullptr : &given.order.judge);
    if (problem) ++wrong, std::cout << id << ": " << *problem << '\n';
  }
  return wrong;
}

void run_puzzles(PuzzleOptions& given) {
  const auto game = make_game(*given.common, given.game);
  const auto suite = bots::make_suite(*game);
  const auto kinds = bots::puzzles::kinds_of(given.game);
  if (!suite || !kinds) fail(exit_usage, "no_puzzles", {{"game", given.game}});
  bots::puzzles::Judge& judge = given.order.judge;
  judge.suite = suite.get();
  if (judge.player.empty()) judge.player = kinds->judge;
  if (judge.nodes == 0) judge.nodes = kinds->judge_nodes;
  check_level(*suite, judge.player);
  check_player(*suite, given.order.player);
  if (!given.check.empty()) {
    const int wrong = check_puzzles(given, *game, *kinds);
    std::cout << say("puzzles.checked", {{"wrong", wrong}}) << '\n';
    leave(wrong ? exit_difference : exit_ok);
  }
  if (given.out.empty()) fail(exit_usage, "puzzles_where");
  std::error_code problem;
  std::filesystem::create_directories(given.out, problem);
  expect_writable(given.out + "/index.json");
  const auto made = bots::puzzles::make(*suite, *kinds, given.order, [&](std::size_t games, std::size_t found) {
    std::cerr << '\r' << say("puzzles.progress", {{"games", games}, {"found", found}}) << std::flush;
  });
  std::cerr << '\n';
  write_puzzles(given, made);
  std::cout << say("puzzles.made", {{"count", made.puzzles.size()}, {"folder", given.out}}) << '\n';
}

}  // namespace

void add_puzzles(CLI::App& app) {
  auto given = std::make_shared<PuzzleOptions>();
  auto& order = given->order;
  CLI::App* sub = app.add_subcommand("puzzles", "Make puzzles from games of computer players, or check them");
  sub->footer(
      "A puzzle is a position with one clearly best move. Proved ones compare every move; judged ones keep their "
      "answer\n"
      "when the judge thinks ten times as long. The same seed gives the same puzzles. docs/puzzles.md tells more.\n"
      "Examples: remise puzzles GAME --count 30 --seed a --out puzzles\n"
      "          remise puzzles GAME --check puzzles");
  sub->add_option("GAME", given->game, "Game")->required();
  sub->add_option("-n,--count", order.count, "Puzzles")->capture_default_str()->check(CLI::Range(1, 1'000'000));
  sub->add_option("-s,--seed", order.seed, "Seed of the games")->capture_default_str();
  sub->add_option("-l,--level", order.player, "Who plays the games")->capture_default_str();
  sub->add_option("-g,--games", order.most_games, "Games to look at, at most")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000'000));
  sub->add_option("--judge", order.judge.player, "Who judges (default: as the data of the game say)");
  sub->add_option("--nodes", order.judge.nodes, "The judge's budget; an answer must stand with ten times as much")
      ->check(CLI::Range(std::uint64_t{1}, bots::largest_budget / 10));
  sub->add_option("-o,--out", given->out, "Folder for puzzles, their matches and index.json");
  sub->add_option("--check", given->check, "Look at the puzzles of this folder anew; exit code 1 if one is wrong");
  sub->add_flag("--quick", given->quick, "With --check: only the proved ones");
  given->common = add_common(*sub);
  sub->callback([given] { run_puzzles(*given); });
}

}  // namespace remise::cli
