#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/command.h"
#include "io/golden/golden.h"

namespace remise::cli {

namespace {

struct GoldenOptions {
  std::vector<std::string> paths;
  bool check = false;
  std::shared_ptr<Common> common;
};

std::vector<std::string> texts_below(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
      if (entry.path().extension() == ".txt") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void run_golden(const GoldenOptions& given) {
  const auto games = make_games(*given.common);
  Common english = *given.common;
  english.lang = "en";
  const Locale texts = locale(english);
  int changed = 0;
  for (const std::string& path : texts_below(given.paths)) {
    const std::string before = read_file(path);
    const auto after = make_golden(games, texts, before);
    if (!after) fail(exit_input, "in_file", {{"file", path}, {"reason", locale(*given.common).text(after.error())}});
    if (*after == before) continue;
    ++changed;
    std::cout << path << (given.check ? " differs\n" : " written\n");
    if (!given.check) write_file(path, *after);
  }
  if (given.check && changed) leave(exit_difference);
}

}  // namespace

void add_golden(CLI::App& app) {
  auto given = std::make_shared<GoldenOptions>();
  CLI::App* sub =
      app.add_subcommand("golden", "Make the golden playthroughs and perft counts again from their first lines");
  sub->footer(
      "Example: remise golden tests/golden\nA golden text begins with lines like these, then an empty line; the rest "
      "is "
      "made from them:\n  kind playthrough     (or: kind perft)\n  game GAME\n  setup {\"players\": 4, \"seed\": "
      "\"a\"}\n  policy seed-of-the-random-moves\n  moves 300            (at most; perft: before it counts)\n  until "
      "TYPE "
      "          (perft: and then until somebody may do this)\n  depth 2              (perft only)");
  sub->add_option("PATH", given->paths, "Files, or folders with *.txt")->required();
  sub->add_flag("--check", given->check, "Change nothing; exit code 1 if a text differs");
  given->common = add_common(*sub);
  sub->callback([given] { run_golden(*given); });
}

}  // namespace remise::cli
