// The settings of a server: each is a flag, a variable and a line of a file. Whoever starts one and whoever examines
// what would be started read them alike.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "server/app/serve.h"

namespace remise::cli {

struct Settings {
  server::ServeOptions server;
  std::string config_file;
  std::string log = "info";
  std::string smtp_password_file;
  double rate = 1;  // factor on all rate limits; 0: none
  Common common;
  std::vector<std::function<void(std::ostream&)>> shown;  // each writes its line of --show-config
};

// The options of a subcommand; `given` must live as long as it. What the file says is taken over by read_settings.
void add_settings(CLI::App& sub, Settings& given);
void read_settings(CLI::App& sub, Settings& given);

// What is set up for calls must be whole: links in mails need the public address, mail an address of its own. Says what
// is missing. Reads the password.
std::optional<std::string> fault_of_calls(Settings& given);

}  // namespace remise::cli
