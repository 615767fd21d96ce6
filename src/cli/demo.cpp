#include <unistd.h>

#include <chrono>
#include <iostream>
#include <thread>

#include "bots/suite.h"
#include "cli/command.h"
#include "io/golden/playthrough.h"
#include "io/text/renderer.h"
#include "io/text/sentences.h"

namespace remise::cli {

namespace {

struct DemoOptions {
  std::string game;
  int players = 0;
  std::string seed = "demonstration";
  int delay = -1;
  std::string out;
  std::shared_ptr<Common> common;
};

// What a beginner would play, so that there is something to watch; any legal move where the game has no players.
std::optional<SeatMove> demo_move(const Match& match, const bots::Suite* suite, Random& random) {
  if (match.to_act().empty()) return std::nullopt;
  if (!suite) return random_move(match, random);
  const Seat seat = match.to_act().lowest();
  auto action = suite->choose(match, seat, "easy", std::to_string(random.next()));
  if (!action) return std::nullopt;
  return SeatMove{seat, std::move(*action)};
}

void run_demo(const DemoOptions& given) {
  const auto game = make_game(*given.common, given.game.empty() ? first_game() : given.game);
  const Locale texts = locale(*given.common);
  const Json about = game->about();
  const int most = about.contains("players") ? about["players"].back().get<int>() : 2;
  auto match = game->start({{"players", given.players ? given.players : std::min(4, most)}, {"seed", given.seed}});
  if (!match) fail(exit_input, match.error(), texts);
  const Json file = {{"names", {"Anna", "Bruno", "Chiara", "Dmitri", "Elif", "Franz"}}};
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  const int delay = given.delay >= 0 ? given.delay : terminal ? 15 : 0;
  Random random = Random::from_seed(given.seed);
  const auto suite = bots::make_suite(*game);
  std::cout << texts.text("core.demo_start", {{"game", about.value("name", "")}, {"players", (*match)->seats()}})
            << "\n\n";
  const auto renderer = renderer_of(**match);
  std::cout << speaker_for(texts, **match, file).opening();
  while (const auto move = demo_move(**match, suite.get(), random)) {
    if (const auto played = (*match)->play(move->seat, move->action); !played)
      fail(exit_difference, played.error(), texts);
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
  sub->footer("The players are the easy bots of the game.");
  sub->add_option("--game", given->game, "Id of the game (default: the first that `remise new` lists)");
  sub->add_option("-p,--players", given->players, "Number of players")->check(CLI::Range(1, max_seats));
  sub->add_option("--seed", given->seed, "Seed of the deal and of the moves");
  sub->add_option("--delay", given->delay, "Milliseconds between moves (default: 15 at a terminal)");
  sub->add_option("--out", given->out, "Write the match file at the end")->type_name("FILE");
  given->common = add_common(*sub);
  sub->callback([given] { run_demo(*given); });
}

}  // namespace remise::cli
