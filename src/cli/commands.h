// The subcommands of `remise` by name, for the main functions (src/remise.cpp, src/remise_host.cpp). What a subcommand
// is made with stands in command.h, which takes the compiler long.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace remise::cli {

// What `remise` tells a shell. Documented in `remise --help`.
enum ExitCode : int {
  exit_ok = 0,
  exit_difference = 1,  // the input was read, and a check failed: a difference, a refused move, a wrong hash
  exit_usage = 2,       // what stands on the command line cannot be: an option, a game, a seat, a move too far
  exit_input = 3,       // a file that cannot be read or written, or has not the right form
};

using AddCommand = void (*)(CLI::App&);
// The main function of a program with these commands; gives the exit code. `words`: the command line, less the program.
int run(std::span<const AddCommand> commands, std::vector<std::string> words);

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
void add_review(CLI::App& app);
void add_tune(CLI::App& app);
void add_study(CLI::App& app);
void add_learn_data(CLI::App& app);
void add_puzzles(CLI::App& app);
void add_help(CLI::App& app);

// All of them, as `remise --help` lists them.
inline constexpr AddCommand playing_commands[] = {add_new,    add_play,   add_show,       add_replay,  add_import,
                                                  add_verify, add_perft,  add_route,      add_demo,    add_data,
                                                  add_bench,  add_golden, add_arena,      add_hint,    add_review,
                                                  add_tune,   add_study,  add_learn_data, add_puzzles, add_help};

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
    {"admin", "Look after a server: list, ban, delete, what is going on"},
    {"doctor", "What works here and what does not, before a server is started, with advice"},
    {"manual", "Write man pages and completions for bash, zsh and fish into a folder"},
};
CLI::App* add_hosting_command(CLI::App& app, std::string_view name);

// One per file src/cli/hosting/NAME.cpp.
void add_serve(CLI::App& app);
void add_load(CLI::App& app);
void add_backup(CLI::App& app);
void add_export(CLI::App& app);
void add_admin(CLI::App& app);
void add_doctor(CLI::App& app);
void add_manual(CLI::App& app);

}  // namespace remise::cli
