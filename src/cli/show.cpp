#include <iostream>

#include "cli/command.h"
#include "cli/picture.h"
#include "io/board/raster.h"
#include "io/text/renderer.h"
#include "io/text/sentences.h"

namespace remise::cli {

namespace {

struct ShowOptions {
  std::string file;
  int move = -1;
  int seat = -1;
  std::string svg, card, png;
  std::string route;
  bool dark = false;
  std::shared_ptr<Common> common;
};

// A line that is not on the map yet may be asked for; one that there is not may not.
void check_line(const OpenMatch& open, const RenderOptions& options) {
  if (options.route.empty()) return;
  const auto renderer = renderer_of(*open.match);
  if (!renderer || !renderer->route) fail(exit_usage, "no_routes", {{"game", open.game->id()}});
  if (const auto route = renderer->route(*open.match, options); !route && route.error().code == "no_such_line")
    fail(exit_usage, route.error());
}

void run_show(const ShowOptions& given) {
  OpenMatch open = open_match(*given.common, given.file, given.move);
  if (given.seat >= open.match->seats()) fail(exit_usage, "too_few_seats", {{"seats", open.match->seats()}});
  const Locale texts = locale(*given.common);
  RenderOptions options;
  options.viewer = given.seat >= 0 ? Viewer::of(id_at<Seat>(given.seat)) : Viewer::spectator();
  options.names = Speaker(texts, *open.match, open.file).names();
  options.route = given.route;
  options.dark = given.dark;
  check_line(open, options);
  if (!given.card.empty()) {
    const auto viewer = options.viewer;
    const std::string picture = card_picture(*open.match, speaker_for(texts, *open.match, open.file), open.file,
                                             {viewer, given.route, given.dark});
    if (picture.empty()) fail(exit_input, "no_picture");
    return write_file(given.card, picture);
  }
  if (!given.png.empty()) {
    const auto art = board_art_of(open.match->game().id());
    if (!art) fail(exit_input, "no_picture");
    const Drawn drawn = art->draw(*open.match, {options.viewer, given.route, given.dark});
    return write_file(given.png, png_of(pixels_of(drawn, card_width, card_height, board_ground(given.dark))));
  }
  const auto renderer = renderer_of(*open.match);
  if (!given.svg.empty()) {
    if (!renderer) fail(exit_input, "no_picture");
    return write_file(given.svg, renderer->svg(*open.match, texts, options));
  }
  if (given.common->json || !renderer) {
    std::cout << open.match->view(options.viewer).dump(2) << '\n';
    return;
  }
  std::cout << renderer->text(*open.match, texts, options);
}

}  // namespace

void add_show(CLI::App& app) {
  auto given = std::make_shared<ShowOptions>();
  CLI::App* sub = app.add_subcommand("show", "Show a position: as text, as a picture, or as JSON");
  sub->footer(
      "Examples: remise show my.json\n          remise show my.json --move 120 --svg map.svg --route 4\n          "
      "remise show my.json --move 120 --card card.svg\n          remise show my.json --seat 0 --json");
  sub->add_option("FILE", given->file, "Match file")->required();
  sub->add_option("-m,--move", given->move, "Position after so many moves (default: the last)")->check(not_negative());
  sub->add_option("--seat", given->seat, "As the player of this seat sees it, from 0 (default: as a spectator)")
      ->check(not_negative());
  auto* svg =
      sub->add_option("--svg", given->svg, "Write a picture of the board ('-': standard output)")->type_name("FILE");
  auto* card = sub->add_option("--card", given->card,
                               "Write a picture to send: the board with the last move in words, 1200 by 630")
                   ->type_name("FILE")
                   ->excludes(svg);
  sub->add_option("--png", given->png, "Write the board as pixels, 1200 by 630, without names")
      ->type_name("FILE")
      ->excludes(svg)
      ->excludes(card);
  sub->add_option("--route", given->route, "Draw the best route of this line into the picture")->type_name("LINE");
  sub->add_flag("--dark", given->dark, "Picture in dark colours");
  given->common = add_common(*sub);
  sub->callback([given] { run_show(*given); });
}

}  // namespace remise::cli
