// What `remise data check` needs of each game, besides its maker (core/game.h).
#pragma once

#include <vector>

#include "core/data_files.h"
#include "core/json.h"

namespace remise {

// Everything that is wrong with the files of a game; empty when the game can be made of them.
using DataChecker = std::vector<Error> (*)(const DataFiles& data);

// One for each folder of src/games (written by the build), in the order of game_makers.
std::vector<DataChecker> data_checkers();

}  // namespace remise
