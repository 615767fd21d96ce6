// Everything a stranger can send us, as functions of any bytes. Each must survive whatever comes: a clear refusal, no
// crash, no broken promise (REMISE_ASSERT). One program for libFuzzer is made of each (preset `fuzz`); tests/fuzz runs
// all of them over the corpus and over mutated inputs with every ./test.
#pragma once

#include <span>
#include <string_view>

namespace remise::fuzz {

struct Target {
  std::string_view name;
  void (*run)(std::string_view input);
};

std::span<const Target> targets();
const Target* find_target(std::string_view name);

void run_action(std::string_view input);      // text as an action, at some position of some game
void run_moves(std::string_view input);       // matches played by the bytes: legal moves, and twisted ones
void run_match_file(std::string_view input);  // text as a match file
void run_import(std::string_view input);      // text as a game recorded elsewhere
void run_data(std::string_view input);        // component data with something changed
void run_board(std::string_view input);       // text as a board of 1840 (docs/board-format.md)
void run_frames(std::string_view input);      // WebSocket messages, one a line
void run_http(std::string_view input);        // HTTP requests: "METHOD /path?query", body; divided by an empty line
void run_route(std::string_view input);       // the route solver on a network, against brute force

}  // namespace remise::fuzz
