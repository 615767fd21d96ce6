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
// --lang alone, for commands all of whose sentences are those of say().
void add_lang(CLI::App& sub);

CLI::Validator not_negative();

// A sentence of the command line itself, in the language asked for: say("play.choose") is "cli.play.choose" of
// data/locale/LANG/cli.json. What --help and man pages say is English.
std::string say(std::string_view key, const Json& values = Json::object());

// Ends the subcommand: says on stderr why, and leaves with the code. With --json it is one line,
// {"error": {scope, code, rule, values, message}}. `what` is a code: its sentence is "cli.error.WHAT".
[[noreturn]] void fail(ExitCode code, std::string_view what, Json values = Json::object());
[[noreturn]] void fail(ExitCode code, const Error& error);
// The same without a message, when everything is said.
[[noreturn]] void leave(ExitCode code);

// Files. "-" is standard input or output. They fail() with exit_input.
std::string read_file(const std::string& path);
Json read_json(const std::string& path);
Json parsed(const std::string& path, std::string_view text);
void write_file(const std::string& path, std::string_view text);
// Asked before long work whose result goes there; leaves the file as it is. Nothing is asked of no path.
void expect_writable(const std::string& path);

// --force of the commands that write a match: without it the file of `option` stays as it is where there is one.
void add_force(CLI::App& sub, bool& force, std::string_view option = "--out");
void refuse_to_replace(const std::string& path, bool force);

// Component data: embedded, or below `dir` where that is not empty. Fails where that folder has nothing of any game.
DataFiles data_files(const std::string& dir);
Locale locale(const Common& common);
Locale review_texts(const Common& common);  // with what reviews say

// All games that data allows, and one by its id (fails with a list of the known ones).
std::vector<std::unique_ptr<Game>> make_games(const Common& common);
std::unique_ptr<Game> make_game(const Common& common, std::string_view id);
// The same for the same data of a game, wherever they lie.
std::string data_checksum(const Common& common, std::string_view id);
// The id of the first game `remise new` lists: what a command means that was not told which.
std::string first_game();

// A match file with the game it belongs to.
struct OpenMatch {
  std::unique_ptr<Game> game;
  std::unique_ptr<Match> match;
  Json file;
};
// After `move` moves, or as it stands. What comes after them is not looked at, so that a fault there does no harm.
OpenMatch open_match(const Common& common, const std::string& path, int move = -1);
OpenMatch open_match(const Common& common, const std::string& path, Json file, int move);
// What a match file holds beside the match: names and bots, taken over into another.
Json with_notes(Json file, const Json& from);

}  // namespace remise::cli
