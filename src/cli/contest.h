// What commands that let players compete ask for first, so that nothing is played in vain.
#pragma once

#include <string>
#include <vector>

#include "bots/suite.h"
#include "cli/command.h"

namespace remise::cli {

// Fails where there is no such level.
void check_level(const bots::Suite& suite, const std::string& level);

// The setup of a contest's matches. Fails where `options` are no options of the game, or it cannot be played by so
// many.
Json contest_setup(const Game& game, const std::string& options, const std::vector<int>& seats);

}  // namespace remise::cli
