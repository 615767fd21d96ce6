// The commands of `remise` for those who host a server, in a program of their own: the libraries for databases,
// networks and logs, and what those bring along, take longer to load than most other commands to run.
#include "cli/commands.h"

int main(int argc, char** argv) {
  using namespace remise::cli;
  std::vector<AddCommand> commands{add_serve, add_load, add_backup, add_export, add_admin, add_doctor, add_manual};
  if (argc > 1 && std::string_view(argv[1]) == "manual")  // which is about all of them
    commands.insert(commands.begin(), std::begin(playing_commands), std::end(playing_commands));
  return run(commands, {argv + 1, argv + argc});
}
