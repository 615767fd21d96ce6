#include <iostream>

#include "cli/command.h"
#include "core/data_check.h"

namespace remise::cli {

namespace {

struct DataOptions {
  std::string dir;
  std::shared_ptr<Common> common;
};

void check(const DataOptions& given) {
  const DataFiles files = data_files(given.dir);
  const Locale texts = locale(*given.common);
  Json problems = Json::array();
  int good = 0;
  const auto makers = game_makers();
  const auto checkers = data_checkers();
  for (std::size_t i = 0; i < makers.size(); ++i) {
    const auto faults = checkers[i](files);
    for (const Error& fault : faults) {
      problems.push_back(to_json(fault));
      if (!given.common->json) std::cout << texts.text(fault) << '\n';
    }
    if (!faults.empty()) continue;
    ++good;
    if (!given.common->json) std::cout << say("data.good", {{"game", makers[i].id}}) << '\n';
  }
  if (given.common->json) std::cout << Json{{"good", good}, {"problems", problems}}.dump(2) << '\n';
  if (!problems.empty()) leave(exit_difference);
}

}  // namespace

void add_data(CLI::App& app) {
  auto given = std::make_shared<DataOptions>();
  CLI::App* sub = app.add_subcommand("data", "Component data of one's own");
  sub->require_subcommand(1);
  CLI::App* one = sub->add_subcommand("check", "Check a folder of component data; messages name file, entry and field");
  one->footer(
      "DIR has the layout of data/ (DIR/GAME/FILE.json), or holds the files of one game. What it lacks is taken "
      "from\nthe program. All faults are listed. Use it with --data DIR. Exit code 1: something is wrong.");
  one->add_option("DIR", given->dir, "Folder to check")->required();
  given->common = add_common(*one);
  one->callback([given] { check(*given); });
}

}  // namespace remise::cli
