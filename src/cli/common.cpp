#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "cli/command.h"
#include "io/text/renderer.h"

namespace remise::cli {

namespace {

constexpr const char* introduction =
    "Remise plays tram board games by their rules; `remise new` lists them.\n\n"
    "A match is a file: the setup, the seed, and the moves. Every command reads it again move by move, so that what "
    "it\n"
    "shows was checked. Start one and look at it:\n\n"
    "  remise new GAME --players 4 --out my.json\n"
    "  remise play my.json\n"
    "  remise show my.json --svg map.svg\n";

constexpr const char* exit_codes =
    "Exit codes: 0 all is well; 1 a check failed (a difference, a refused move, a wrong hash);\n"
    "2 wrong use of the command; 3 a file cannot be read or has not the right form.\n"
    "`remise COMMAND --help` tells more about each command.";

}  // namespace

int run(std::initializer_list<void (*)(CLI::App&)> commands, const char* version, int argc, char** argv) {
  CLI::App app{introduction, "remise"};
  app.footer(exit_codes);
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  for (const auto add : commands) add(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::RuntimeError& done) {
    return done.get_exit_code();
  } catch (const CLI::ParseError& wrong) {
    return app.exit(wrong) == 0 ? exit_ok : exit_usage;
  } catch (const std::exception& problem) {
    std::cerr << "remise: " << problem.what() << '\n';
    return exit_input;
  }
  return exit_ok;
}

CLI::App* add_hosting_command(CLI::App& app, std::string_view name) {
  const auto found = std::ranges::find(hosting_commands, name, &HostingCommand::name);
  return app.add_subcommand(std::string(name), found->summary);
}

std::shared_ptr<Common> add_common(CLI::App& sub) {
  auto common = std::make_shared<Common>();
  sub.add_option("--data", common->data, "Folder with component data to use instead of the built-in")->type_name("DIR");
  sub.add_option("--lang", common->lang, "Language of the texts: en, de, es, ru (default: from LANG)")
      ->check(CLI::IsMember({"en", "de", "es", "ru"}))
      ->type_name("LANG");
  sub.add_flag("--json", common->json, "Write JSON, for programs");
  return common;
}

void leave(ExitCode code) { throw CLI::RuntimeError(static_cast<int>(code)); }

void fail(ExitCode code, std::string_view message) {
  std::cout.flush();
  std::cerr << "remise: " << message << '\n';
  leave(code);
}

void fail(ExitCode code, const Error& error, const Locale& locale) { fail(code, locale.text(error)); }

namespace {

std::string rest_of(std::istream& in) { return (std::ostringstream() << in.rdbuf()).str(); }

}  // namespace

std::string read_file(const std::string& path) {
  if (path == "-") return rest_of(std::cin);
  std::error_code problem;
  if (std::filesystem::is_directory(path, problem)) fail(exit_input, path + " is a folder");
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(exit_input, "cannot read " + path);
  return rest_of(in);
}

Json read_json(const std::string& path) {
  const std::string text = read_file(path);
  auto json = parse_json(text, std::size_t{64} << 20);
  if (!json)
    fail(exit_input,
         path + " is not a JSON file" + (text.size() > (std::size_t{64} << 20) ? " of at most 64 MiB" : ""));
  return std::move(*json);
}

void write_file(const std::string& path, std::string_view text) {
  if (path == "-") {
    std::cout << text;
    return;
  }
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) fail(exit_input, "cannot write " + path);
}

namespace {

// The game whose files lie in `dir` itself, without a folder of its own: the one of which most are there.
std::string owner_of(const std::filesystem::path& dir) {
  std::string owner;
  std::size_t most = 0;
  for (const GameMaker& maker : game_makers()) {
    std::size_t found = 0;
    (void)maker([&](std::string_view name) {
      found += std::filesystem::exists(dir / std::filesystem::path(name).filename());
      return embedded_data(name);
    });
    if (found > most) most = found, owner = maker.id;
  }
  return owner;
}

}  // namespace

DataFiles data_files(const std::string& dir) {
  if (dir.empty()) return embedded_data;
  if (!std::filesystem::is_directory(dir)) fail(exit_input, dir + " is not a folder");
  // Read files stay in memory: a game's tables may point into them while they are built. What the folder does not have
  // (the catalogues, another game) comes from the program.
  auto cache = std::make_shared<std::map<std::string, std::string, std::less<>>>();
  return [dir, cache, owner = owner_of(dir)](std::string_view name) -> std::optional<std::string_view> {
    if (const auto found = cache->find(name); found != cache->end()) return found->second;
    std::filesystem::path path = std::filesystem::path(dir) / name;
    if (!std::filesystem::exists(path) && !owner.empty() && name.starts_with(owner + "/"))
      path = std::filesystem::path(dir) / std::filesystem::path(name).filename();
    std::ifstream in(path, std::ios::binary);
    if (!in) return embedded_data(name);
    return cache->emplace(name, rest_of(in)).first->second;
  };
}

Locale locale(const Common& common) {
  std::string lang = common.lang;
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* value = std::getenv(variable); lang.empty() && value && *value) lang = language_of(value);
  std::vector<std::string> files{"core"};
  for (const GameMaker& maker : game_makers()) files.emplace_back(maker.id);
  return Locale(lang.empty() ? "en" : lang, embedded_data, files);
}

std::vector<std::unique_ptr<Game>> make_games(const Common& common) {
  const DataFiles files = data_files(common.data);
  std::vector<std::unique_ptr<Game>> games;
  for (const GameMaker& maker : game_makers()) {
    auto game = maker(files);
    if (!game) fail(exit_input, game.error(), locale(common));
    games.push_back(std::move(*game));
  }
  return games;
}

std::string first_game() {
  const auto makers = game_makers();
  if (makers.empty()) fail(exit_input, "this program was built without games");
  return std::string(makers.front().id);
}

std::unique_ptr<Game> make_game(const Common& common, std::string_view id) {
  // The folder of --data is read for the game asked for and for no other.
  std::string known;
  for (const GameMaker& maker : game_makers()) {
    known += (known.empty() ? "" : ", ") + std::string(maker.id);
    if (maker.id != id) continue;
    auto game = maker(data_files(common.data));
    if (!game) fail(exit_input, game.error(), locale(common));
    return std::move(*game);
  }
  fail(exit_input, "unknown game '" + std::string(id) + "'; known: " + known);
}

OpenMatch open_match(const Common& common, const std::string& path, int move) {
  Json file = read_json(path);
  const auto id = file.is_object() ? file.find("game") : file.end();
  if (!file.is_object() || id == file.end() || !id->is_string())
    fail(exit_input, path + " is not a match file (a game recorded elsewhere: remise import)");
  OpenMatch open{make_game(common, id->get<std::string>()), nullptr, std::move(file)};
  auto match = open.game->load(open.file);
  if (!match)
    fail(match.error().code == "hash_differs" || match.error().values.contains("move") ? exit_difference : exit_input,
         match.error(), locale(common));
  open.match = std::move(*match);
  if (move > static_cast<int>(open.match->length()))
    fail(exit_input, "the match has only " + std::to_string(open.match->length()) + " moves");
  if (move >= 0) open.match = open.match->at(static_cast<std::size_t>(move));
  return open;
}

}  // namespace remise::cli
