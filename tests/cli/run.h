// Runs the `remise` command inside this process, and keeps what it says.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <span>
#include <sstream>

#include "cli/command.h"

namespace remise::cli {

struct Ran {
  int code = 0;
  std::string out, err;
};

// `typed`: what a person types at the prompts.
inline Ran run(std::vector<std::string> words, const std::string& typed = "") {
  std::vector<AddCommand> commands(std::begin(playing_commands), std::end(playing_commands));
  commands.insert(commands.end(), {add_serve, add_load, add_backup, add_export, add_admin, add_doctor, add_manual});
  std::istringstream in(typed);
  std::streambuf* const keyboard = std::cin.rdbuf(in.rdbuf());
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Ran ran;
  ran.code = run(std::span<const AddCommand>(commands), std::move(words));
  std::cin.rdbuf(keyboard);
  std::cin.clear();
  ran.out = ::testing::internal::GetCapturedStdout();
  ran.err = ::testing::internal::GetCapturedStderr();
  return ran;
}

inline bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

inline Json file_json(const std::string& path) {
  std::ifstream in(path);
  return Json::parse(in);
}

// A folder of this process, which goes with it.
struct TemporaryFolder {
  pid_t owner = ::getpid();
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("remise-cli-" + std::to_string(owner));
  TemporaryFolder() { std::filesystem::create_directories(path); }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (::getpid() == owner) std::filesystem::remove_all(path, ignored);
  }
};

inline std::string temporary(const std::string& name) {
  static const TemporaryFolder folder;
  return (folder.path / name).string();
}

// A match with some random moves, and its file.
inline std::string played(const std::string& game, int players, const std::string& name) {
  const std::string file = temporary(name);
  EXPECT_EQ(run({"demo", "--game", game, "--players", std::to_string(players), "--seed", "cli", "--out", file,
                 "--delay", "0", "--level", "easy", "--force"})
                .code,
            0);
  return file;
}
inline std::string played(int players, const std::string& name) { return played("1840", players, name); }

}  // namespace remise::cli
