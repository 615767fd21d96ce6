// What must hold at a table when all is quiet again.
#pragma once

#include "sim/player.h"

namespace remise::sim {

void judge_table(const std::string& table, Disk& disk, const server::Games& games,
                 const std::vector<std::unique_ptr<Player>>& players, Report& report);

}  // namespace remise::sim
