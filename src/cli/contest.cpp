#include "cli/contest.h"

#include <algorithm>

namespace remise::cli {

void check_level(const bots::Suite& suite, const std::string& level) {
  const std::vector<std::string> levels = suite.all_levels(), styled = suite.styled_levels();
  const std::string wanted = bots::player_name(level).level;
  if (std::ranges::count(levels, wanted) + std::ranges::count(styled, wanted) > 0) return;
  std::string known;
  for (const std::string& name : levels) known.append(known.empty() ? "" : ", ").append(name);
  fail(exit_usage, "unknown_level", {{"level", level}, {"known", known}});
}

Json contest_setup(const Game& game, const std::string& options, const std::vector<int>& seats) {
  const auto read = parse_json(options);
  if (!read || !read->is_object()) fail(exit_usage, "options_form");
  const Json setup{{"options", *read}};
  for (const int n : seats) {
    Json first = setup;
    first["seed"] = "first";
    first["players"] = n;
    if (const auto match = game.start(first); !match) fail(exit_usage, match.error());
  }
  return setup;
}

}  // namespace remise::cli
