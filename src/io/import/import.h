// Games recorded elsewhere: turned into our match, recomputed, and compared with what was recorded.
//
// An importer never fails on what is inside a file: an action it cannot follow is a Difference with move and reason. It
// gives an Error only where FILE as a whole has not the right form.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"

namespace remise {

// The files given to `remise import`; null where absent. `source` and `states` may be the same file.
struct ImportFiles {
  Json source;
  Json states;            // --check: the state after every move
  Json legal;             // --legal: lists of legal moves
  Json best;              // --best: highest revenue of every run
  Json probes;            // --probes: moves with verdicts
  std::string name = {};  // of the source, without folder: lists for several games name the game
};

// Recorded and recomputed disagree. With a ruling it is a documented deviation, without one a mismatch.
struct Difference {
  std::string in;    // "source", "states", "legal", "best", "probes"
  Json move;         // id of the move in that file
  std::string path;  // "players/P1/cash"
  Json expected;     // as recorded
  Json found;        // as recomputed; for a refused move {"error": {scope, code, rule, values}}
  std::string ruling;

  bool documented() const { return !ruling.empty(); }
};
Json to_json(const Difference& difference);

struct Import {
  std::unique_ptr<Match> match;         // as far as the source could be followed
  std::vector<std::string> names;       // of the seats, where the source has them
  std::vector<std::string> ids;         // of the same players in the source
  Json final = Json::object();          // player id of the source -> final value
  std::size_t moves = 0;                // moves of the source carried out
  bool broken_off = false;              // the source calls it finished, but it was not played to its end
  std::vector<Difference> differences;  // in the order they were met
  Json compared = Json::object();       // what was compared, and how often: {"states": 820, "values": 12345, ...}
};

struct Importer {
  std::string_view game;                   // id of the game it makes matches of
  std::string_view files;                  // what it reads, in words for a help text
  bool (*recognises)(const Json& source);  // whether a file has its format
  std::expected<Import, Error> (*import)(const Game& game, const ImportFiles& files);
  // The title of a file of that format that tells of another game; empty for every other file.
  std::string (*stranger)(const Json& source) = nullptr;
  std::string_view how = {};  // key of the sentence that says how to come by such a file
};

// One for each folder src/io/GAME with import/import.cpp, which defines remise::GAME::importer (cmake/games.cmake).
std::vector<Importer> importers();

}  // namespace remise
