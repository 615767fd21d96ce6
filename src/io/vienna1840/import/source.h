// Game files of 18xx.games for 1840, read and put in order: undone moves gone, automatic moves in their place.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "core/json.h"

namespace remise::vienna1840 {

// One move of the source that counts.
struct SourceMove {
  Json action;          // an object with a text "type"
  std::string type;     // "lay_tile"
  std::int64_t id = 0;  // number in the source; automatic moves have that of the move they followed
  bool automatic = false;
};

struct SourceGame {
  std::vector<std::int64_t> players;  // ids, in the order of play at the opening auction
  std::vector<std::string> names;
  std::uint64_t seed = 0;
  bool small_map = false;  // three players on the small board
  std::vector<SourceMove> moves;
  std::vector<std::int64_t> unreadable;  // places in the list of actions that hold no action at all
};

bool is_source(const Json& file);
std::string other_title(const Json& file);  // of a game file of another game; empty for every other file
std::expected<SourceGame, Error> read_source(const Json& file);

}  // namespace remise::vienna1840
