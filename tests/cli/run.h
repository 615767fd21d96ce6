// Runs the `remise` command inside this process, and keeps what it says.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "cli/command.h"

namespace remise::cli {

struct Ran {
  int code = 0;
  std::string out, err;
};

// `typed`: what a person types at the prompts.
inline Ran run(std::vector<std::string> words, const std::string& typed = "") {
  CLI::App app{"", "remise"};
  app.require_subcommand(1);
  for (const auto add : {add_new, add_play, add_show, add_replay, add_import, add_verify, add_perft, add_route,
                         add_demo, add_data, add_bench, add_golden, add_arena, add_hint, add_tune, add_serve})
    add(app);
  std::istringstream in(typed);
  std::streambuf* const keyboard = std::cin.rdbuf(in.rdbuf());
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Ran ran;
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::RuntimeError& done) {
    ran.code = done.get_exit_code();
  } catch (const CLI::ParseError& wrong) {
    ran.code = app.exit(wrong) == 0 ? exit_ok : exit_usage;
  }
  std::cin.rdbuf(keyboard);
  std::cin.clear();
  ran.out = ::testing::internal::GetCapturedStdout();
  ran.err = ::testing::internal::GetCapturedStderr();
  return ran;
}

inline std::string temporary(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("remise-cli-" + std::to_string(::getpid()) + "-" + name)).string();
}

// A match with some random moves, and its file.
inline std::string played(int players, const std::string& name) {
  const std::string file = temporary(name);
  EXPECT_EQ(run({"demo", "--game", "1840", "--players", std::to_string(players), "--seed", "cli", "--out", file,
                 "--delay", "0"})
                .code,
            0);
  return file;
}

}  // namespace remise::cli
