// What CLI11 finds wrong with a command line, in words of our own.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"

namespace remise::cli {

// `kind` names the sentence, "cli.misuse.KIND"; what no sentence of ours fits is "other", with the library's own words.
struct Misuse {
  std::string kind;
  Json values;
};

Misuse misuse_of(const CLI::ParseError& wrong);
// Words, as they were typed, that no option or argument of the command takes.
Misuse unexpected_words(const CLI::App& command, const std::vector<std::string>& words);

// Whether one of the commands of a command is missing, as in "remise admin"; and which word stands in its place.
bool is_without_command(const CLI::App& command, const CLI::ParseError& wrong);
Misuse unknown_part(const CLI::App& command, const std::vector<std::string>& words);

// The one of `names` that was meant, perhaps; empty where none is near.
std::string nearest(const std::vector<std::string>& names, std::string_view word);

}  // namespace remise::cli
