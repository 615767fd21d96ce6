// The `remise` command. Subcommands live in src/cli, one file each.
#include <exception>
#include <iostream>

#include "cli/command.h"

namespace {

constexpr const char* about =
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

int main(int argc, char** argv) {
  using namespace remise::cli;
  CLI::App app{about, "remise"};
  app.footer(exit_codes);
  app.set_version_flag("--version", REMISE_VERSION);
  app.require_subcommand(1);
  for (const auto add : {add_new,   add_play,  add_show, add_replay, add_import, add_verify, add_perft,
                         add_route, add_demo,  add_data, add_bench,  add_golden, add_arena,  add_hint,
                         add_tune,  add_serve, add_load, add_backup, add_export, add_admin})
    add(app);
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
