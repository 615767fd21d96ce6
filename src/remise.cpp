// The `remise` command. Subcommands live in src/cli, one file each.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "cli/commands.h"

namespace {

// Commands of those who host a server: this program goes on as the one beside it that has them (src/remise_host.cpp).
int become_host(char** argv) {
  std::error_code problem;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", problem);
  const std::string host = (problem ? argv[0] : self.string()) + std::string("-host");  // /proc may not be there
  ::execv(host.c_str(), argv);
  std::cerr << "remise: cannot start " << host << ": " << std::strerror(errno) << '\n';
  return remise::cli::exit_input;
}

bool is_hosting(std::string_view name) {
  using namespace remise::cli;
  return std::ranges::find(hosting_commands, name, &HostingCommand::name) != std::end(hosting_commands);
}

// For --help only.
void add_names_of_hosting(CLI::App& app) {
  for (const auto& command : remise::cli::hosting_commands) remise::cli::add_hosting_command(app, command.name);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace remise::cli;
  // `remise help serve` is `remise serve --help`.
  static char help_flag[] = "--help";
  if (argc == 3 && std::string_view(argv[1]) == "help" && is_hosting(argv[2]))
    std::swap(argv[1], argv[2]), argv[2] = help_flag;
  if (argc > 1 && is_hosting(argv[1])) return become_host(argv);
  std::vector<AddCommand> commands(std::begin(playing_commands), std::end(playing_commands));
  commands.push_back(add_names_of_hosting);
  return run(commands, {argv + 1, argv + argc});
}
