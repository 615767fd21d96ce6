#include "cli/contest.h"

#include <algorithm>

namespace remise::cli {

namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list.append(list.empty() ? "" : ", ").append(name);
  return list;
}

bool is_in(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_level(const bots::Suite& suite, const std::string& level) {
  return is_in(suite.all_levels(), level) || is_in(suite.styled_levels(), level);
}

}  // namespace

void check_level(const bots::Suite& suite, const std::string& level) {
  if (is_level(suite, level)) return;
  fail(exit_usage, "unknown_level", {{"level", level}, {"known", listed(suite.all_levels())}});
}

void check_player(const bots::Suite& suite, const std::string& name) {
  const std::string level = bots::player_name(name).level, before = name.substr(0, name.find('@'));
  if (level == name && before != name && is_level(suite, before))
    fail(exit_usage, "player_nodes", {{"player", name}, {"most", bots::largest_budget}});
  check_level(suite, level);
}

void check_tunable(const bots::Suite& suite, const std::string& level) {
  if (is_in(suite.levels(), level) || is_in(suite.styled_levels(), level)) return;
  fail(exit_usage, "level_not_tuned", {{"level", level}, {"known", listed(suite.levels())}});
}

void add_nodes(CLI::App& sub, std::uint64_t& nodes, const std::string& text) {
  sub.add_option("--nodes", nodes, text)->check(CLI::Range(std::uint64_t{1}, bots::largest_budget));
}

void add_threads(CLI::App& sub, unsigned& threads) {
  sub.add_option("-t,--threads", threads, "Games at the same time")->capture_default_str()->check(CLI::Range(1, 256));
}

CLI::Validator number_within(double low, double high) {
  const CLI::Range range(low, high);
  CLI::Validator validator = range;
  return validator.operation([range](std::string& text) {
    double number = 0;
    const bool is_number = CLI::detail::lexical_cast(text, number) && number == number;
    return is_number ? range(text) : "Value " + text + " is not a number";
  });
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
