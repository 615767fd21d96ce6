// The `remise` command: one file per subcommand. Each defines one function `void add_NAME(CLI::App& app)` that adds the
// subcommand with its options and its callback; src/remise.cpp and src/remise_host.cpp call them. Nothing here names a
// game.
#pragma once

#include <CLI/CLI.hpp>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "io/text/locale.h"
#include "io/text/renderer.h"

namespace remise::cli {

// What `remise` tells a shell. Documented in `remise --help`.
enum ExitCode : int {
  exit_ok = 0,
  exit_difference = 1,  // the input was read, and a check failed: a difference, a refused move, a wrong hash
  exit_usage = 2,       // unknown option, missing argument (also CLI11's own errors)
  exit_input = 3,       // a file that cannot be read, or has not the right form
};

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

// The main function of a program with these commands; gives the exit code.
int run(std::initializer_list<void (*)(CLI::App&)> commands, const char* version, int argc, char** argv);

// One per file src/cli/NAME.cpp.
void add_new(CLI::App& app);
void add_play(CLI::App& app);
void add_show(CLI::App& app);
void add_replay(CLI::App& app);
void add_import(CLI::App& app);
void add_verify(CLI::App& app);
void add_perft(CLI::App& app);
void add_route(CLI::App& app);
void add_demo(CLI::App& app);
void add_data(CLI::App& app);
void add_bench(CLI::App& app);
void add_golden(CLI::App& app);
void add_arena(CLI::App& app);
void add_hint(CLI::App& app);
void add_tune(CLI::App& app);

// Commands that the program beside this one has (src/cli/hosting, src/remise_host.cpp).
struct HostingCommand {
  std::string_view name;
  const char* summary;
};
inline constexpr HostingCommand hosting_commands[] = {
    {"serve", "Run the server: tables on the web, one process, one file"},
    {"load", "Play on a server with many clients at once, measure, and check its log (start it with --rate-limit 0)"},
    {"backup", "Copy the server's database while it runs"},
    {"restore", "Fill an empty database from a backup of lines (also to move to PostgreSQL)"},
    {"export", "Write match files from the server's database, secrets included"},
    {"admin", "Look after a server: list, ban, delete"},
};
CLI::App* add_hosting_command(CLI::App& app, std::string_view name);

// One per file src/cli/hosting/NAME.cpp.
void add_serve(CLI::App& app);
void add_load(CLI::App& app);
void add_backup(CLI::App& app);
void add_export(CLI::App& app);
void add_admin(CLI::App& app);

}  // namespace remise::cli
