#include <iostream>

#include "cli/command.h"
#include "io/text/renderer.h"
#include "io/text/sentences.h"

namespace remise::cli {

namespace {

struct RouteOptions {
  std::string file, line, svg;
  int move = -1;
  std::shared_ptr<Common> common;
};

std::string lines(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& one : all) text += "\n  " + one;
  return text;
}

// A board described as text instead of a match file: in the form of the first game that has one.
void run_board(const RouteOptions& given, std::string_view text) {
  const Locale texts = locale(*given.common);
  for (const Renderer& renderer : renderers()) {
    if (!renderer.board) continue;
    const auto found = renderer.board(text, given.line, data_files(given.common->data), texts);
    if (!found)
      fail(exit_input, "board_faults",
           {{"file", given.file}, {"n", found.error().size()}, {"faults", lines(found.error())}});
    if (!given.svg.empty()) write_file(given.svg, found->svg);
    std::cout << (given.common->json ? found->json.dump(2) + "\n" : found->text);
    return;
  }
  fail(exit_input, "not_a_match", {{"file", given.file}});
}

// Match files are JSON objects; everything else is a board. The text is not empty.
bool is_board(std::string_view text) { return text[text.find_first_not_of(" \t\r\n")] != '{'; }

void run_route(const RouteOptions& given) {
  std::string text = read_file(given.file);
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // some editors mark UTF-8 so
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) fail(exit_input, "file_empty", {{"file", given.file}});
  if (is_board(text)) return run_board(given, text);
  if (given.line.empty()) fail(exit_usage, "line_missing");
  OpenMatch open = open_match(*given.common, given.file, parsed(given.file, text), given.move);
  const Locale texts = locale(*given.common);
  RenderOptions options;
  options.names = Speaker(texts, *open.match, open.file).names();
  options.route = given.line;
  const auto renderer = renderer_of(*open.match);
  if (!renderer || !renderer->route) fail(exit_usage, "no_routes", {{"game", open.game->id()}});
  const auto route = renderer->route(*open.match, options);
  if (!route) fail(exit_usage, route.error());
  if (!given.svg.empty()) write_file(given.svg, renderer->svg(*open.match, texts, options));
  if (given.common->json) {
    std::cout << route->dump(2) << '\n';
    return;
  }
  for (const Json& stop : (*route)["stops"])
    std::cout << "  " << stop.value("hex", "") << "  " << stop.value("value", 0) << '\n';
  std::cout << texts.text("core.route_total", {{"value", (*route)["value"]}}) << '\n';
}

}  // namespace

void add_route(CLI::App& app) {
  auto given = std::make_shared<RouteOptions>();
  CLI::App* sub = app.add_subcommand("route", "The best route of a line in a position, with its stops");
  sub->footer(
      "Examples: remise route my.json 4 --svg route.svg\n          remise route docs/examples/city.board\n\nThe format "
      "of "
      "boards is described in docs/board-format.md.");
  sub->add_option("FILE", given->file, "Match file, or a board as text")->required();
  sub->add_option("LINE", given->line, "Number of the line (a board names one itself)");
  sub->add_option("-m,--move", given->move, "Position after so many moves (default: the last)")->check(not_negative());
  sub->add_option("--svg", given->svg, "Write a picture of the board with the route")->type_name("FILE");
  given->common = add_common(*sub);
  sub->callback([given] { run_route(*given); });
}

}  // namespace remise::cli
