#include <unistd.h>

#include <chrono>
#include <iostream>
#include <thread>

#include "cli/contest.h"
#include "io/golden/playthrough.h"
#include "io/text/renderer.h"
#include "io/text/sentences.h"

namespace remise::cli {

namespace {

struct DemoOptions {
  std::string game;
  int players = 0;
  std::string seed = "demonstration";
  std::string level = "medium";
  int delay = -1;
  bool force = false;
  std::string out;
  std::shared_ptr<Common> common;
};

// Any legal move where the game has no players.
std::optional<SeatMove> demo_move(const Match& match, const bots::Suite* suite, const std::string& level,
                                  Random& random) {
  if (match.to_act().empty()) return std::nullopt;
  if (!suite) return random_move(match, random);
  const Seat seat = match.to_act().lowest();
  auto action = suite->choose(match, seat, level, std::to_string(random.next()));
  if (!action) return std::nullopt;
  return SeatMove{seat, std::move(*action)};
}

void run_demo(const DemoOptions& given) {
  const auto game = make_game(*given.common, given.game.empty() ? first_game() : given.game);
  refuse_to_replace(given.out.empty() ? "-" : given.out, given.force);
  const Locale texts = locale(*given.common);
  const Json about = game->about();
  const int most = about.contains("players") ? about["players"].back().get<int>() : 2;
  auto match = game->start({{"players", given.players ? given.players : std::min(4, most)}, {"seed", given.seed}});
  if (!match) fail(exit_usage, match.error());
  const Json file = {{"names", {"Anna", "Bruno", "Chiara", "Dmitri", "Elif", "Franz"}}};
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  const int delay = given.delay >= 0 ? given.delay : terminal ? 15 : 0;
  Random random = Random::from_seed(given.seed);
  const auto suite = bots::make_suite(*game);
  if (suite) check_level(*suite, given.level);
  std::cout << texts.text("core.demo_start",
                          {{"game", about.value("name", "")}, {"players", (*match)->seats()}, {"level", given.level}})
            << "\n\n";
  const auto renderer = renderer_of(**match);
  std::cout << speaker_for(texts, **match, file).opening();
  while (const auto move = demo_move(**match, suite.get(), given.level, random)) {
    if (const auto played = (*match)->play(move->seat, move->action); !played) fail(exit_difference, played.error());
    for (const Json& entry : (*match)->log(Viewer::spectator(), (*match)->length() - 1)) {
      std::string text = speaker_for(texts, **match, file).move(entry);
      if (terminal) text = "\033[1m" + text.insert(text.find('\n'), "\033[0m");
      std::cout << text << std::flush;
    }
    if (delay) std::this_thread::sleep_for(std::chrono::milliseconds(delay));
  }
  std::cout << '\n';
  if (renderer) {
    RenderOptions options;
    options.names = Speaker(texts, **match, file).names();
    std::cout << renderer->text(**match, texts, options) << '\n';
  }
  if (const auto outcome = (*match)->outcome()) std::cout << speaker_for(texts, **match, file).outcome(*outcome);
  if (!given.out.empty()) {
    Json out = (*match)->file(true);
    out["names"] = file["names"];
    write_file(given.out, out.dump(1) + "\n");
  }
}

}  // namespace

void add_demo(CLI::App& app) {
  auto given = std::make_shared<DemoOptions>();
  CLI::App* sub = app.add_subcommand("demo", "Watch a demonstration match from beginning to end");
  sub->footer("Bots play it. Example: remise demo --level hard --out match.json");
  sub->add_option("--game", given->game, "Id of the game (default: the first that `remise new` lists)");
  sub->add_option("-p,--players", given->players, "Number of players")->check(CLI::Range(1, max_seats));
  sub->add_option("--seed", given->seed, "Seed of the deal and of the moves");
  sub->add_option("--delay", given->delay, "Milliseconds between moves (default: 15 at a terminal)");
  sub->add_option("--out", given->out, "Write the match file at the end")->type_name("FILE");
  sub->add_option("-l,--level", given->level, "How well the bots play")->capture_default_str();
  add_force(*sub, given->force);
  given->common = add_common(*sub);
  sub->callback([given] { run_demo(*given); });
}

}  // namespace remise::cli
