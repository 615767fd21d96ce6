#include <iostream>

#include "cli/command.h"
#include "io/text/sentences.h"

namespace remise::cli {

namespace {

struct ReplayOptions {
  std::string file;
  std::size_t from = 0;
  std::size_t to = SIZE_MAX;
  bool hidden = false;
  std::shared_ptr<Common> common;
};

void run_replay(const ReplayOptions& given) {
  const OpenMatch open = open_match(*given.common, given.file);
  const Locale texts = locale(*given.common);
  const Speaker speaker = speaker_for(texts, *open.match, open.file);
  const Json log = open.match->log(given.hidden ? Viewer::analyst() : Viewer::spectator(),
                                   std::min(given.from, open.match->length()));
  for (const Json& move : log) {
    if (move["n"].get<std::size_t>() > given.to) break;
    if (given.common->json)
      std::cout << move.dump() << '\n';
    else
      std::cout << speaker.move(move);
  }
  if (const auto outcome = open.match->outcome(); outcome && given.to >= open.match->length() && !given.common->json)
    std::cout << speaker.outcome(*outcome);
}

}  // namespace

void add_replay(CLI::App& app) {
  auto given = std::make_shared<ReplayOptions>();
  CLI::App* sub =
      app.add_subcommand("replay", "Play a match file again and tell what happened, one sentence per event");
  sub->footer("With --json one line per move: {n, seat, action, events}.");
  sub->add_option("FILE", given->file, "Match file")->required();
  sub->add_option("--from", given->from, "First move to tell, from 0");
  sub->add_option("--to", given->to, "Last move to tell");
  sub->add_flag("--hidden", given->hidden, "Tell also what was hidden from spectators");
  given->common = add_common(*sub);
  sub->callback([given] { run_replay(*given); });
}

}  // namespace remise::cli
