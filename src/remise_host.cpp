// The commands of `remise` for those who host a server, in a program of their own: the libraries for databases,
// networks and logs, and what those bring along, take longer to load than most other commands to run.
#include "cli/commands.h"

int main(int argc, char** argv) {
  using namespace remise::cli;
  static constexpr AddCommand commands[] = {add_serve, add_load, add_backup, add_export, add_admin};
  return run(commands, {argv + 1, argv + argc});
}
