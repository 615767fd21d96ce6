#include <iostream>
#include <random>

#include "cli/command.h"

namespace remise::cli {

namespace {

struct NewOptions {
  std::string game;
  int players = 0;
  std::vector<std::string> options;
  std::vector<std::string> names;
  std::string seed;
  std::string deal;
  std::string out = "-";
  std::shared_ptr<Common> common;
};

std::string fresh_seed() {
  std::random_device device;
  std::string seed;
  for (int i = 0; i < 32; ++i) seed += "0123456789abcdef"[device() & 15];
  return seed;
}

// "key=value": true, false and whole numbers are values of their kind, everything else is text.
void set_option(Json& options, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) fail(exit_usage, "--option wants KEY=VALUE, not '" + text + "'");
  const std::string value = text.substr(equals + 1);
  const auto parsed = parse_json(value);
  options[text.substr(0, equals)] =
      parsed && (parsed->is_boolean() || parsed->is_number_integer()) ? *parsed : Json(value);
}

void list_games(const Common& common) {
  Json list = Json::array();
  for (const auto& game : make_games(common)) list.push_back(game->about());
  if (common.json) {
    std::cout << list.dump(2) << '\n';
    return;
  }
  for (const Json& about : list) {
    std::cout << about.value("id", "") << "  " << about.value("name", "") << '\n';
    const auto options = about.find("options");
    if (options == about.end() || !options->is_array()) continue;
    for (const Json& option : *options) {
      std::cout << "    --option " << option.value("key", "") << "=" << option.value("default", Json()).dump();
      if (option.contains("choices")) std::cout << "  " << option["choices"].dump();
      std::cout << '\n';
    }
  }
}

void run_new(const NewOptions& given) {
  if (given.game.empty()) return list_games(*given.common);
  const auto game = make_game(*given.common, given.game);
  Json setup{{"seed", given.seed.empty() ? fresh_seed() : given.seed}};
  const Json about = game->about();
  const auto players = about.find("players");
  setup["players"] = given.players                                                        ? given.players
                     : players != about.end() && players->is_array() && !players->empty() ? (*players)[0].get<int>()
                                                                                          : 2;
  Json options = Json::object();
  for (const std::string& option : given.options) set_option(options, option);
  if (!options.empty()) setup["options"] = options;
  if (!given.deal.empty()) {
    setup["deal"] = read_json(given.deal);
    setup.erase("seed");
  }
  auto match = game->start(setup);
  if (!match) fail(exit_input, match.error(), locale(*given.common));
  Json file = (*match)->file(false);
  if (!given.names.empty()) file["names"] = given.names;
  write_file(given.out, file.dump(1) + "\n");
}

}  // namespace

void add_new(CLI::App& app) {
  auto given = std::make_shared<NewOptions>();
  CLI::App* sub = app.add_subcommand("new", "Start a match and write its file");
  sub->footer(
      "Without GAME it lists the games with their options.\nExample: remise new GAME --players 3 --option KEY=VALUE "
      "--seed waltz --out my.json");
  sub->add_option("GAME", given->game, "Id of the game");
  sub->add_option("-p,--players", given->players, "Number of players")->check(CLI::Range(1, max_seats));
  sub->add_option("-o,--option", given->options, "An option of the game, KEY=VALUE; may be given again")
      ->type_name("KEY=VALUE");
  sub->add_option("--name", given->names, "Name of a player, in seat order; may be given again");
  sub->add_option("--seed", given->seed, "Seed of all chance: any text (default: a random one)");
  sub->add_option("--deal", given->deal, "JSON file with an explicit deal instead of a seed")->type_name("FILE");
  sub->add_option("--out", given->out, "Match file to write (default: standard output)")->type_name("FILE");
  given->common = add_common(*sub);
  sub->callback([given] { run_new(*given); });
}

}  // namespace remise::cli
