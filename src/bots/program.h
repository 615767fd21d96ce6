// A program of somebody else as a player of the arena: it is told positions and answers with moves, one line of JSON
// each (docs/bot-authors.md). Native only.
#pragma once

#include <chrono>
#include <expected>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "bots/suite.h"

namespace remise::bots {

// A program that runs. What goes wrong with it is told as text; after that it is of no more use.
class Program {
 public:
  // `longest`: how long it may take to read or to answer.
  static std::expected<std::unique_ptr<Program>, std::string> start(const std::string& command,
                                                                    std::chrono::milliseconds longest);
  ~Program();  // asks it to end by closing its input, then ends it
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  std::expected<void, std::string> tell(const Json& message);
  // One line of JSON.
  std::expected<Json, std::string> hear();

 private:
  Program(int process, int socket, std::chrono::milliseconds longest)
      : process_(process), socket_(socket), longest_(longest) {}

  int process_;
  int socket_;
  std::chrono::milliseconds longest_;
  std::string heard_;  // not yet a whole line
};

// Programs of one command, started when needed and used for one game after another.
class ProgramPool {
 public:
  ProgramPool(std::string command, std::chrono::milliseconds longest)
      : command_(std::move(command)), longest_(longest) {}

  // A player for one seat of one game.
  std::unique_ptr<OutsidePlayer> player();

 private:
  friend class ProgramPlayer;
  std::expected<std::unique_ptr<Program>, std::string> take();
  void give_back(std::unique_ptr<Program> program);

  std::string command_;
  std::chrono::milliseconds longest_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Program>> idle_;
};

}  // namespace remise::bots
