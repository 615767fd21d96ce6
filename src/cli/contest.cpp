#include "cli/contest.h"

#include <algorithm>

namespace remise::cli {

void check_level(const bots::Suite& suite, const std::string& level) {
  const std::vector<std::string> levels = suite.all_levels();
  if (std::ranges::find(levels, bots::player_name(level).level) != levels.end()) return;
  std::string known;
  for (const std::string& name : levels) known.append(known.empty() ? "" : ", ").append(name);
  fail(exit_usage, "unknown level '" + level + "'; known: " + known);
}

Json contest_setup(const Common& common, const Game& game, const std::string& options, const std::vector<int>& seats) {
  const auto read = parse_json(options);
  if (!read || !read->is_object()) fail(exit_usage, "--options takes a JSON object");
  const Json setup{{"options", *read}};
  for (const int n : seats) {
    Json first = setup;
    first["seed"] = "first";
    first["players"] = n;
    if (const auto match = game.start(first); !match) fail(exit_usage, match.error(), locale(common));
  }
  return setup;
}

}  // namespace remise::cli
