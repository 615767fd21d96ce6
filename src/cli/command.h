// The `remise` command: one file per subcommand. Each defines one function `void add_NAME(CLI::App& app)` that adds the
// subcommand with its options and its callback (commands.h lists them). Nothing here names a game.
#pragma once

#include <CLI/CLI.hpp>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "core/game.h"
#include "io/text/locale.h"
#include "io/text/renderer.h"

namespace remise::cli {

// Options every subcommand shares; add_common(sub) adds them and returns where their values will be.
struct Common {
  std::string data;   // --data DIR: component data from a folder instead of from this program
  std::string lang;   // --lang: en, de, es, ru; else from LANG
  bool json = false;  // --json: for programs
};
std::shared_ptr<Common> add_common(CLI::App& sub);

// Ends the subcommand: prints the message on stderr and leaves with the code. Prose of the command line itself is
// English; errors of games go through the catalogues.
[[noreturn]] void fail(ExitCode code, std::string_view message);
[[noreturn]] void fail(ExitCode code, const Error& error, const Locale& locale);
// The same without a message, when everything is said.
[[noreturn]] void leave(ExitCode code);

// Files. "-" is standard input or output. They fail() with exit_input.
std::string read_file(const std::string& path);
Json read_json(const std::string& path);
void write_file(const std::string& path, std::string_view text);

// Component data: embedded, or below `dir` where that is not empty.
DataFiles data_files(const std::string& dir);
Locale locale(const Common& common);

// All games that data allows, and one by its id (fails with a list of the known ones).
std::vector<std::unique_ptr<Game>> make_games(const Common& common);
std::unique_ptr<Game> make_game(const Common& common, std::string_view id);
// The id of the first game `remise new` lists: what a command means that was not told which.
std::string first_game();

// A match file with the game it belongs to.
struct OpenMatch {
  std::unique_ptr<Game> game;
  std::unique_ptr<Match> match;
  Json file;
};
// After `move` moves, or as it stands.
OpenMatch open_match(const Common& common, const std::string& path, int move = -1);

}  // namespace remise::cli
