#include <iostream>
#include <thread>

#include "bots/self_play.h"
#include "cli/contest.h"

namespace remise::cli {

namespace {

struct TuneOptions {
  std::string game;
  bots::SelfPlay self_play;
  std::string options = "{}";
  std::string out;
  std::shared_ptr<Common> common;
};

void run_tune(TuneOptions& given) {
  const auto game = make_game(*given.common, given.game);
  const auto suite = bots::make_suite(*game);
  if (!suite || suite->weights().empty()) fail(exit_usage, "nothing_to_tune", {{"game", given.game}});
  check_tunable(*suite, given.self_play.level);
  expect_writable(given.out);
  auto& contest = given.self_play.contest;
  contest.setup = contest_setup(*game, given.options, {contest.seats});
  const auto tuned = bots::tune_by_self_play(*suite, given.self_play, [&](const bots::Generation& g) {
    std::cerr << "generation " << g.number << ": best " << g.best << ", mean " << g.mean << ", width " << g.width
              << '\n';
  });
  Json json = Json::object();
  for (const auto& weight : tuned) json[weight.name] = weight.value;
  if (given.out.empty() || given.out == "-")
    std::cout << json.dump(2) << '\n';
  else
    write_file(given.out, json.dump(2) + "\n");
}

}  // namespace

void add_tune(CLI::App& app) {
  auto given = std::make_shared<TuneOptions>();
  auto& play = given->self_play;
  play.contest.games = 200;
  play.contest.threads = std::max(1u, std::thread::hardware_concurrency());
  CLI::App* sub = app.add_subcommand("tune", "Improve the weights of the players' evaluation by self-play");
  sub->footer(
      "Candidates drawn around the present weights play against the level as it is; separable CMA-ES moves towards the "
      "better\n"
      "half. The result is printed as JSON, ready for data/bots. Check it with `remise arena` on other seeds.");
  sub->add_option("GAME", given->game, "Game")->required();
  sub->add_option("-l,--level", play.level, "Level to tune")->capture_default_str();
  sub->add_option("-p,--players", play.contest.seats, "Number of seats")
      ->capture_default_str()
      ->check(CLI::Range(1, max_seats));
  sub->add_option("-n,--games", play.contest.games, "Games of each candidate in each generation")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  sub->add_option("--generations", play.tuner.generations, "Generations")
      ->capture_default_str()
      ->check(CLI::Range(1, 100'000));
  sub->add_option("--population", play.tuner.population,
                  "Candidates of a generation (default: by the number of weights)")
      ->check(CLI::Range(2, 10'000));
  sub->add_option("--spread", play.tuner.spread, "First width, as a part of each weight's range")
      ->capture_default_str()
      ->check(number_within(0.0001, 1));
  add_nodes(*sub, play.contest.nodes, "Nodes for each move (default: the level's own)");
  sub->add_option("-s,--seed", play.tuner.seed, "Seed")->capture_default_str();
  add_threads(*sub, play.contest.threads);
  sub->add_option("--options", given->options, "Options of the game as JSON");
  sub->add_option("-o,--out", given->out, "File for the weights (default: standard output)");
  given->common = add_common(*sub);
  sub->callback([given] { run_tune(*given); });
}

}  // namespace remise::cli
