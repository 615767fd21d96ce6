#include <iostream>
#include <thread>

#include "bots/learn_data.h"
#include "cli/contest.h"

namespace remise::cli {

namespace {

struct LearnDataOptions {
  std::string game;
  bots::LearnData wanted;
  std::string options = "{}";
  std::shared_ptr<Common> common;
};

void run_learn_data(LearnDataOptions& given) {
  const auto game = make_game(*given.common, given.game);
  const auto suite = bots::make_suite(*game);
  if (!suite || !suite->sampler()) fail(exit_usage, "nothing_learned", {{"game", given.game}});
  check_player(*suite, given.wanted.player);
  given.wanted.setup = contest_setup(*game, given.options, {given.wanted.seats});
  const auto done = bots::write_learn_data(*suite, given.wanted, [&](const bots::LearnProgress& so_far) {
    if (so_far.games % 20 == 0)
      std::cerr << '\r' << so_far.games << " of " << given.wanted.games << " games" << std::flush;
    return true;
  });
  std::cerr << '\r' << std::string(40, ' ') << '\r';
  if (!done) fail(exit_input, "detail", {{"detail", done.error()}});
  if (given.common->json)
    std::cout << Json{{"games", done->games}, {"rows", done->rows}}.dump(2) << '\n';
  else
    std::cout << done->games << " games, " << done->rows << " rows in " << given.wanted.out << '\n';
}

}  // namespace

void add_learn_data(CLI::App& app) {
  auto given = std::make_shared<LearnDataOptions>();
  auto& wanted = given->wanted;
  wanted.threads = std::max(1u, std::thread::hardware_concurrency());
  CLI::App* sub = app.add_subcommand("learn-data", "Write games as numbers, to train the players' evaluation with");
  sub->footer(
      "Every seat is taken by the same player. Run again, it goes on where it was stopped. tools/learn makes a model "
      "of "
      "it.");
  sub->add_option("GAME", given->game, "Game")->required();
  sub->add_option("-l,--level", wanted.player, "Player of every seat: LEVEL or LEVEL@NODES")->capture_default_str();
  sub->add_option("-p,--players", wanted.seats, "Number of seats")
      ->capture_default_str()
      ->check(CLI::Range(1, max_seats));
  sub->add_option("-n,--games", wanted.games, "Games")->capture_default_str()->check(CLI::Range(1, 10'000'000));
  sub->add_option("-s,--seed", wanted.seed, "Seed")->capture_default_str();
  sub->add_option("--deviate", wanted.deviate, "Of a thousand moves, so many are not the best, up to a random point")
      ->capture_default_str()
      ->check(CLI::Range(0, 1000));
  add_threads(*sub, wanted.threads);
  sub->add_option("--options", given->options, "Options of the game as JSON");
  sub->add_option("-o,--out", wanted.out, "File for the rows")->required();
  auto* opinions =
      sub->add_option("--opinions", wanted.opinions, "File for what the players expected of each of their moves");
  auto* lessons = sub->add_option("--lessons", wanted.lessons,
                                  "File for what a search finds of the moves it tries, with the moves as numbers");
  sub->add_option("--lessons-every", wanted.lessons_every, "At one decision of so many")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000))
      ->needs(lessons);
  sub->add_option("--teacher-nodes", wanted.teacher_nodes, "Budget of that search")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{1}, bots::largest_budget))
      ->needs(lessons);
  sub->add_option("--moves", wanted.moves,
                  "Keep the moves of the games in this file; games that stand there are not played again")
      ->excludes(opinions)
      ->excludes(lessons);
  given->common = add_common(*sub);
  sub->callback([given] { run_learn_data(*given); });
}

}  // namespace remise::cli
