// Man pages and completions, made from the definitions of the commands, so that they cannot go stale.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace remise::cli {

// One page of the manual, in roff: remise(1) for the program itself, remise-NAME(1) for a command of it.
std::string man_page(const CLI::App& command, const CLI::App& program);

enum class Shell { bash, zsh, fish };
std::string completions(Shell shell, const CLI::App& program);

// Every command of a program and every command below one, each with the words that lead to it: {"admin", "tables"}.
struct NamedCommand {
  std::vector<std::string> words;
  const CLI::App* app;
};
std::vector<NamedCommand> all_commands(const CLI::App& program);

}  // namespace remise::cli
