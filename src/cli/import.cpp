#include <filesystem>
#include <iostream>

#include "cli/command.h"
#include "io/import/import.h"

namespace remise::cli {

namespace {

struct ImportOptions {
  std::string file, out, states, legal, best, probes;
  bool all = false;
  std::shared_ptr<Common> common;
};

std::string short_text(const Json& value) {
  std::string text = value.dump();
  return text.size() > 300 ? text.substr(0, 300) + " ..." : text;
}

void print(const Difference& difference) {
  std::cout << "  " << difference.in << ", move " << difference.move.dump() << ", " << difference.path
            << (difference.documented() ? " (" + difference.ruling + ")" : "") << "\n    expected "
            << short_text(difference.expected) << "\n    found    " << short_text(difference.found) << '\n';
}

void report(const Import& result, const ImportOptions& given) {
  std::vector<Json> mismatches, deviations;
  for (const Difference& difference : result.differences)
    (difference.documented() ? deviations : mismatches).push_back(to_json(difference));
  if (given.common->json) {
    std::cout << Json{{"final", result.final},
                      {"moves", result.moves},
                      {"mismatches", mismatches},
                      {"deviations", deviations},
                      {"compared", result.compared}}
                     .dump(2)
              << '\n';
  } else {
    std::cout << result.moves << " moves imported";
    for (const auto& [what, count] : result.compared.items()) std::cout << ", " << what << " " << count;
    std::cout << "\n";
    bool first = true;
    for (const Difference& difference : result.differences) {
      if (difference.documented() && !given.all) continue;
      if (first && !difference.documented()) std::cout << "first difference:\n";
      if (first || given.all) print(difference);
      first = false;
    }
    std::cout << mismatches.size() << " mismatches, " << deviations.size() << " documented deviations\n";
    for (const auto& [player, value] : result.final.items())
      std::cout << "  " << player << "  " << value.dump() << '\n';
  }
  if (!mismatches.empty()) leave(exit_difference);
}

void run_import(const ImportOptions& given) {
  ImportFiles files;
  files.name = std::filesystem::path(given.file).filename().string();
  files.source = read_json(given.file);
  const auto read = [](Json& into, const std::string& path) {
    if (!path.empty()) into = read_json(path);
  };
  read(files.states, given.states);
  read(files.legal, given.legal);
  read(files.best, given.best);
  read(files.probes, given.probes);
  for (const Importer& importer : importers()) {
    if (!importer.recognises(files.source)) continue;
    const auto game = make_game(*given.common, importer.game);
    auto result = importer.import(*game, files);
    if (!result) fail(exit_input, result.error(), locale(*given.common));
    if (!given.out.empty() && result->match) {
      Json file = result->match->file(true);
      if (!result->names.empty()) file["names"] = result->names;
      write_file(given.out, file.dump(1) + "\n");
    }
    return report(*result, given);
  }
  fail(exit_input, given.file + " is in no format known here");
}

}  // namespace

void add_import(CLI::App& app) {
  auto given = std::make_shared<ImportOptions>();
  CLI::App* sub = app.add_subcommand(
      "import", "Turn a game recorded elsewhere into a match, recompute it, and report each difference");
  std::string formats;
  for (const Importer& importer : importers())
    formats += (formats.empty() ? "" : ", or ") + std::string(importer.files) + " (" + std::string(importer.game) + ")";
  sub->footer(
      "FILE is " + formats +
      "; the format is found out by itself.\n"
      "Everything is computed again by our rules; revenues in FILE are claims. What cannot be followed is reported "
      "with\n"
      "its move and reason. Exit code 0: no difference, or only documented deviations (docs/import-GAME.md); 1: a "
      "difference.\n"
      "Example: remise import game.json --out match.json --check states.json --json");
  sub->add_option("FILE", given->file, "Recorded game")->required();
  sub->add_option("--out", given->out, "Write the match, with a hash for every move")->type_name("MATCH");
  sub->add_option("--check", given->states, "Compare the state after every move")->type_name("STATES");
  sub->add_option("--legal", given->legal, "Compare lists of legal moves")->type_name("LISTS");
  sub->add_option("--best", given->best, "Compare the best revenue of every run")->type_name("RUNS");
  sub->add_option("--probes", given->probes, "Compare verdicts on single moves")->type_name("PROBES");
  sub->add_flag("--all", given->all, "Print every difference, not only the first");
  given->common = add_common(*sub);
  sub->callback([given] { run_import(*given); });
}

}  // namespace remise::cli
