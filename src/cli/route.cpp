#include <iostream>

#include "cli/command.h"
#include "io/render.h"
#include "io/sentences.h"

namespace remise::cli {

namespace {

struct Options {
  std::string file, line, svg;
  int move = -1;
  std::shared_ptr<Common> common;
};

void run(const Options& given) {
  OpenMatch open = open_match(*given.common, given.file);
  if (given.move >= 0 && given.move <= static_cast<int>(open.match->length()))
    open.match = open.match->at(static_cast<std::size_t>(given.move));
  const Locale texts = locale(*given.common);
  RenderOptions options;
  options.names = Speaker(texts, *open.match, open.file).names();
  options.route = given.line;
  for (const Renderer& renderer : renderers()) {
    if (renderer.game != open.game->id() || !renderer.route) continue;
    const auto route = renderer.route(*open.match, options);
    if (!route) fail(exit_input, route.error(), texts);
    if (!given.svg.empty()) write_file(given.svg, renderer.svg(*open.match, options));
    if (given.common->json) {
      std::cout << route->dump(2) << '\n';
    } else {
      for (const Json& stop : (*route)["stops"])
        std::cout << "  " << stop.value("hex", "") << "  " << stop.value("value", 0) << '\n';
      std::cout << texts.text("core.route_total", {{"value", (*route)["value"]}}) << '\n';
    }
    return;
  }
  fail(exit_input, "this game has no best routes to show");
}

}  // namespace

void add_route(CLI::App& app) {
  auto given = std::make_shared<Options>();
  CLI::App* sub = app.add_subcommand("route", "The best route of a line in a position, with its stops");
  sub->footer("Example: remise route my.json 4 --svg route.svg");
  sub->add_option("FILE", given->file, "Match file")->required();
  sub->add_option("LINE", given->line, "Number of the line")->required();
  sub->add_option("-m,--move", given->move, "Position after so many moves (default: the last)")
      ->check(CLI::NonNegativeNumber);
  sub->add_option("--svg", given->svg, "Write a picture of the board with the route")->type_name("FILE");
  given->common = add_common(*sub);
  sub->callback([given] { run(*given); });
}

}  // namespace remise::cli
