#include <algorithm>
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
  bool list = false, force = false;
  std::string out = "-";
  std::shared_ptr<Common> common;
};

std::string fresh_seed() {
  std::random_device device;
  std::string seed;
  for (int i = 0; i < 32; ++i) seed += "0123456789abcdef"[device() & 15];
  return seed;
}

// What the game says about one of its options; an empty object for a key it does not know.
Json option_of(const Json& about, std::string_view key) {
  for (const Json& option : about.value("options", Json::array()))
    if (option.value("key", "") == key) return option;
  return Json::object();
}

// The choices for this number of players, or for any.
Json choices_of(const Json& option, int players) {
  const auto by_players = option.find("by_players");
  const std::string number = std::to_string(players);
  if (by_players != option.end() && by_players->contains(number)) return (*by_players)[number].value("choices", Json());
  if (option.value("type", "") == "boolean") return {false, true};
  return option.value("choices", Json());
}

Json default_of(const Json& option, int players) {
  const auto by_players = option.find("by_players");
  const std::string number = std::to_string(players);
  if (by_players != option.end() && by_players->contains(number)) return (*by_players)[number].value("default", Json());
  return option.value("default", Json());
}

// A text is one of the choices, whatever it looks like ("1910"); a list by seat is written with commas, or as JSON.
// "@FILE" is the JSON in a file. What the game does not know it shall refuse itself.
Json option_value(const Json& option, const std::string& text) {
  if (text.starts_with("@")) return read_json(text.substr(1));
  for (const Json& choice : option.value("choices", Json::array()))
    if (choice.is_string() && choice == text) return choice;
  const auto parsed = parse_json(text);
  if (option.value("per_seat", false) && !(parsed && parsed->is_array())) {
    if (text.find(',') == std::string::npos) return text;
    Json list = Json::array();
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t comma = std::min(text.find(',', from), text.size());
      list.push_back(text.substr(from, comma - from));
      from = comma + 1;
    }
    return list;
  }
  if (parsed && (parsed->is_boolean() || parsed->is_number_integer() || parsed->is_array())) return *parsed;
  return text;
}

// Whether the choice is one for other numbers of players; then it is said for which.
void refuse_for_others(const Json& option, const Json& value, int players) {
  const auto by_players = option.find("by_players");
  if (by_players == option.end() || !by_players->contains(std::to_string(players))) return;
  std::string where;
  for (const auto& [number, entry] : by_players->items()) {
    const Json choices = entry.value("choices", Json::array());
    if (std::ranges::find(choices, value) == choices.end()) continue;
    if (number == std::to_string(players)) return;
    where.append(where.empty() ? "" : ", ").append(number);
  }
  if (!where.empty())
    fail(exit_usage, "option_players",
         {{"option", option.value("key", "")}, {"found", value}, {"players", players}, {"where", where}});
}

void set_option(Json& options, const Json& about, const std::string& text, int players) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) fail(exit_usage, "option_form", {{"found", text}});
  const std::string key = text.substr(0, equals);
  const Json option = option_of(about, key);
  options[key] = option_value(option, text.substr(equals + 1));
  refuse_for_others(option, options[key], players);
}

std::string word_of(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

// "sides=1920|1910|random|explicit  (1920)", and under it the sentence of the catalogue.
std::string options_text(const Json& about, const Locale& texts, int players) {
  std::string out;
  const std::string id = about.value("id", "");
  for (const Json& option : about.value("options", Json::array())) {
    if (option.value("compatibility", false) && players == 0) continue;
    const std::string key = option.value("key", "");
    const Json choices = choices_of(option, players);
    if (players > 0 && choices.is_array() && choices.size() < 2) continue;  // nothing to choose
    std::string values;
    for (const Json& choice : choices) values += (values.empty() ? "" : "|") + word_of(choice);
    if (option.value("type", "") == "placements") values = "@FILE";
    if (option.value("per_seat", false)) values += ", or one for each seat with commas";
    out += "    --option " + key + "=" + values;
    if (const Json usual = default_of(option, players); !usual.is_null()) out += "  (" + word_of(usual) + ")";
    out += "\n";
    if (const std::string help = id + ".option_help." + key; texts.has(help))
      out += "        " + texts.text(help) + "\n";
  }
  return out;
}

// Every game with its options, or one of them for a number of players, with all its options.
std::string games_text(const Common& common, const std::string& only = "", int players = 0) {
  const Locale texts = locale(common);
  std::string out;
  for (const auto& game : make_games(common)) {
    if (!only.empty() && game->id() != only) continue;
    const Json about = game->about();
    const Json range = about.value("players", Json::array());
    out += about.value("id", "") + "  " + about.value("name", "");
    if (range.size() == 2) out += "  " + range[0].dump() + "-" + range[1].dump();
    out += "\n" + options_text(about, texts, players);
  }
  return out;
}

void list_games(const Common& common) {
  if (!common.json) {
    std::cout << games_text(common);
    return;
  }
  Json list = Json::array();
  for (const auto& game : make_games(common)) list.push_back(game->about());
  std::cout << list.dump(2) << '\n';
}

// Whether it is UTF-8, so that a file can hold it.
bool is_text(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::ignore) ==
         Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Names go to terminals and pages: text of one line, one for each seat at most.
void check_names(const std::vector<std::string>& names, int players) {
  for (const std::string& name : names)
    if (name.empty() || !is_text(name) || harmless(name) != name || name.find_first_of("\n\t") != std::string::npos)
      fail(exit_usage, "name_form", {{"name", harmless(name)}});
  if (names.size() > static_cast<std::size_t>(players))
    fail(exit_usage, "too_many_names", {{"names", names.size()}, {"players", players}});
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
  if (given.list) {
    std::cout << games_text(*given.common, given.game, setup["players"].get<int>());
    return;
  }
  check_names(given.names, setup["players"].get<int>());
  refuse_to_replace(given.out, given.force);
  Json options = Json::object();
  for (const std::string& option : given.options) set_option(options, about, option, setup["players"].get<int>());
  if (!options.empty()) setup["options"] = options;
  if (!given.deal.empty()) {
    setup["deal"] = read_json(given.deal);
    setup.erase("seed");
  }
  auto match = game->start(setup);
  if (!match) fail(exit_usage, match.error());
  Json file = (*match)->file(false);
  if (!given.names.empty()) file["names"] = given.names;
  write_file(given.out, file.dump(1) + "\n");
}

}  // namespace

void add_new(CLI::App& app) {
  auto given = std::make_shared<NewOptions>();
  CLI::App* sub = app.add_subcommand("new", "Start a match and write its file");
  sub->footer([given] {
    return "Without GAME it lists the games with their options; with --options all those of GAME for --players.\n"
           "Example: remise new GAME --players 3 --option KEY=VALUE --seed waltz --out my.json\n\n" +
           games_text(*given->common);
  });
  sub->add_option("GAME", given->game, "Id of the game");
  sub->add_option("-p,--players", given->players, "Number of players")->check(CLI::Range(1, max_seats));
  sub->add_option("-o,--option", given->options,
                  "An option of the game, KEY=VALUE or KEY=@FILE (JSON); may be given again")
      ->type_name("KEY=VALUE");
  sub->add_option("--name", given->names, "Name of a player, in seat order; may be given again");
  sub->add_option("--seed", given->seed, "Seed of all chance: any text (default: a random one)");
  sub->add_option("--deal", given->deal, "JSON file with an explicit deal instead of a seed")->type_name("FILE");
  sub->add_option("--out", given->out, "Match file to write (default: standard output)")->type_name("FILE");
  add_force(*sub, given->force);
  sub->add_flag("--options", given->list, "List what GAME lets this number of players choose, and stop");
  given->common = add_common(*sub);
  sub->callback([given] { run_new(*given); });
}

}  // namespace remise::cli
