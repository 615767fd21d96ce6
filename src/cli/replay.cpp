#include <filesystem>
#include <iostream>

#include "cli/command.h"
#include "cli/picture.h"
#include "io/text/sentences.h"

namespace remise::cli {

namespace {

struct ReplayOptions {
  std::string file;
  int from = 0;
  int to = -1;  // all
  bool hidden = false;
  int seat = -1;
  std::string frames;
  bool dark = false;
  std::shared_ptr<Common> common;
};

// A picture of every position, numbered, for a film.
void write_frames(const ReplayOptions& given, const OpenMatch& open, const Speaker& speaker, Viewer viewer) {
  std::error_code fault;
  std::filesystem::create_directories(given.frames, fault);
  for (std::size_t n = static_cast<std::size_t>(given.from); n <= open.match->length(); ++n) {
    const std::string picture = card_picture(*open.match->at(n), speaker, open.file, {viewer, "", given.dark});
    if (picture.empty()) fail(exit_input, "no_picture");
    std::string name = std::to_string(n);
    name.insert(0, name.size() < 4 ? 4 - name.size() : 0, '0');
    write_file((std::filesystem::path(given.frames) / (name + ".svg")).string(), picture);
  }
}

void run_replay(const ReplayOptions& given) {
  if (given.to >= 0 && given.to < given.from) fail(exit_usage, "to_before_from");
  // Up to the last move to tell, so that a fault further on does no harm; a file with fewer moves is told to its end.
  Json file = read_json(given.file);
  const Json actions = file.is_object() ? file.value("actions", Json()) : Json();
  const bool whole = given.to < 0 || !actions.is_array() || actions.size() <= static_cast<std::size_t>(given.to) + 1;
  const OpenMatch open = open_match(*given.common, given.file, std::move(file), whole ? -1 : given.to + 1);
  if (static_cast<std::size_t>(given.from) > actions.size())
    fail(exit_usage, "too_few_moves", {{"moves", actions.size()}});
  if (given.seat >= open.match->seats()) fail(exit_usage, "too_few_seats", {{"seats", open.match->seats()}});
  const Locale texts = locale(*given.common);
  const Seat reader = given.seat >= 0 ? id_at<Seat>(given.seat) : Seat::none;
  const Speaker speaker = speaker_for(texts, *open.match, open.file, reader);
  const Viewer viewer = given.hidden           ? Viewer::analyst()
                        : reader != Seat::none ? Viewer::of(reader)
                                               : Viewer::spectator();
  if (!given.frames.empty()) return write_frames(given, open, speaker, viewer);
  const Json log = open.match->log(viewer, std::min(static_cast<std::size_t>(given.from), open.match->length()));
  if (given.from == 0 && !given.common->json) std::cout << speaker.opening();
  for (const Json& move : log) {
    if (given.common->json)
      std::cout << move.dump() << '\n';
    else
      std::cout << speaker.move(move);
  }
  if (const auto outcome = open.match->outcome(); outcome && whole && !given.common->json)
    std::cout << speaker.outcome(*outcome);
}

}  // namespace

void add_replay(CLI::App& app) {
  auto given = std::make_shared<ReplayOptions>();
  CLI::App* sub = app.add_subcommand(
      "replay", "Play a match file again and tell what happened, a sentence for each move and its parts below it");
  sub->footer(
      "With --json one line per move: {n, seat, action, events}.\nExample: remise replay my.json --from 10 --to 20 "
      "--lang de");
  sub->add_option("FILE", given->file, "Match file")->required();
  sub->add_option("--from", given->from, "First move to tell, from 0")->check(not_negative());
  sub->add_option("--to", given->to, "Last move to tell; what comes after it is not looked at")->check(not_negative());
  sub->add_option("--seat", given->seat, "Tell it to this seat, from 0: \"You bid 65\", with what it may know")
      ->check(CLI::Range(0, max_seats - 1));
  sub->add_option("--frames", given->frames, "Write a picture of each position into this folder instead: 0000.svg, ...")
      ->type_name("FOLDER");
  sub->add_flag("--dark", given->dark, "Pictures in dark colours");
  sub->add_flag("--hidden", given->hidden, "Tell also what was hidden from spectators");
  given->common = add_common(*sub);
  sub->callback([given] { run_replay(*given); });
}

}  // namespace remise::cli
