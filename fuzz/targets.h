// Everything a stranger can send us, as functions of any bytes. Each must survive whatever comes: a clear refusal, no
// crash, no broken promise (REMISE_ASSERT). One program for libFuzzer is made of each (preset `fuzz`); tests/fuzz runs
// all of them over the corpus and over mutated inputs with every ./test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace remise::fuzz {

inline constexpr std::size_t most_text = 1 << 16;  // of an input, where the target reads no more

// How far an input got. A fuzzer whose inputs all end at the first check proves little.
enum class Depth : std::uint8_t {
  unread,     // not even of the right form as text
  misshapen,  // JSON, but not what is asked for
  refused,    // understood, and refused by what stands behind
  accepted,
};
inline constexpr std::size_t depth_count = 4;

struct Target {
  std::string_view name;
  Depth (*run)(std::string_view input);
};

std::span<const Target> targets();
const Target* find_target(std::string_view name);

Depth run_action(std::string_view input);      // text as an action, at some position of some game
Depth run_moves(std::string_view input);       // matches played by the bytes: legal moves, and twisted ones
Depth run_match_file(std::string_view input);  // text as a match file
Depth run_import(std::string_view input);      // text as a game recorded elsewhere
Depth run_data(std::string_view input);        // component data with something changed
Depth run_board(std::string_view input);       // text as a board of 1840 (docs/board-format.md)
Depth run_frames(std::string_view input);      // WebSocket messages, one a line
Depth run_http(std::string_view input);        // HTTP requests: "METHOD /path?query", body; divided by an empty line
Depth run_route(std::string_view input);       // the route solver on a network, against brute force

}  // namespace remise::fuzz
