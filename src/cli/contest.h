// What commands that let players compete ask for first, so that nothing is played in vain.
#pragma once

#include <string>
#include <vector>

#include "bots/suite.h"
#include "cli/command.h"

namespace remise::cli {

// Fail where there is no such level, LEVEL or LEVEL/STYLE; no such player, who may have a budget of its own
// (LEVEL@NODES); no such level on offer.
void check_level(const bots::Suite& suite, const std::string& level);
void check_player(const bots::Suite& suite, const std::string& name);
void check_tunable(const bots::Suite& suite, const std::string& level);

// --nodes and --threads, within what can be meant.
void add_nodes(CLI::App& sub, std::uint64_t& nodes, const std::string& text);
void add_threads(CLI::App& sub, unsigned& threads);
// Numbers from low to high; "nan" is none.
CLI::Validator number_within(double low, double high);

// The setup of a contest's matches. Fails where `options` are no options of the game, or it cannot be played by so
// many.
Json contest_setup(const Game& game, const std::string& options, const std::vector<int>& seats);

}  // namespace remise::cli
