// Settings of a subcommand from a file of lines `key = value`, where a key is a long option without its dashes.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace remise::cli {

// For a subcommand that has read its flags and variables already: those win over the file, which gives the rest. Every
// line must be right all the same; fail()s with the file and the line otherwise. With `some`, keys the subcommand does
// not know are passed over: the file is for another one.
void read_config_file(CLI::App& sub, const std::string& path, bool some = false);

}  // namespace remise::cli
