#include "targets.h"

#include <array>

namespace remise::fuzz {
namespace {

constexpr std::array all{
    Target{"action", run_action}, Target{"moves", run_moves}, Target{"match_file", run_match_file},
    Target{"import", run_import}, Target{"data", run_data},   Target{"board", run_board},
    Target{"frames", run_frames}, Target{"http", run_http},   Target{"route", run_route},
};

}  // namespace

std::span<const Target> targets() { return all; }

const Target* find_target(std::string_view name) {
  for (const Target& target : all)
    if (target.name == name) return &target;
  return nullptr;
}

}  // namespace remise::fuzz
