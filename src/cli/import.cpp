#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/command.h"
#include "io/import/import.h"

namespace remise::cli {

namespace {

struct ImportOptions {
  std::string file, out, states, legal, best, probes;
  bool all = false, force = false;
  std::shared_ptr<Common> common;
};

// A value of the comparison; a refusal in the words of the game.
std::string short_text(const Json& value, const Locale& texts) {
  if (const Json error = value.is_object() ? value.value("error", Json()) : Json(); error.is_object())
    return texts.text({error.value("scope", ""), error.value("code", ""), error.value("rule", ""),
                       error.value("values", Json::object())});
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  return harmless(text.size() > 300 ? text.substr(0, 300) + " ..." : text);
}

// Ids of players in a path are told as names: "players/14944/cash" is "players/Anna/cash".
std::string with_names(std::string path, const Import& result) {
  for (std::size_t i = 0; i < std::min(result.ids.size(), result.names.size()); ++i)
    if (const auto at = path.find(result.ids[i]); at != std::string::npos)
      path.replace(at, result.ids[i].size(), result.names[i]);
  return harmless(path);
}

void print(const Difference& difference, const Import& result, const Locale& texts) {
  std::cout << "  "
            << say("import.difference",
                   {{"in", difference.in},
                    {"move", difference.move.is_null() ? Json() : Json(short_text(difference.move, texts))},
                    {"what", with_names(difference.path, result)},
                    {"ruling", difference.documented() ? Json(difference.ruling) : Json()},
                    {"expected", short_text(difference.expected, texts)},
                    {"found", short_text(difference.found, texts)}})
            << '\n';
}

std::string name_of(const std::string& id, const Import& result) {
  const auto found = std::ranges::find(result.ids, id);
  const auto at = static_cast<std::size_t>(found - result.ids.begin());
  return harmless(at < result.names.size() ? result.names[at] : id);
}

void print_summary(const Import& result, std::size_t mismatches, std::size_t deviations, const ImportOptions& given) {
  const Locale texts = locale(*given.common);
  std::cout << say("import.moves", {{"n", result.moves}}) << '\n';
  for (const auto& [what, count] : result.compared.items())
    std::cout << "  " << say("import.compared", {{"what", what}, {"n", count}}) << '\n';
  bool first = true;
  for (const Difference& difference : result.differences) {
    if (difference.documented() && !given.all) continue;
    if (first || given.all) print(difference, result, texts);
    first = false;
  }
  std::cout << say("import.sum", {{"mismatches", mismatches}, {"deviations", deviations}}) << '\n';
  if (result.broken_off) std::cout << say("import.broken_off") << '\n';
  for (const auto& [player, value] : result.final.items())
    std::cout << "  " << name_of(player, result) << "  " << value.dump() << '\n';
}

void report(const Import& result, const ImportOptions& given) {
  std::vector<Json> mismatches, deviations;
  for (const Difference& difference : result.differences)
    (difference.documented() ? deviations : mismatches).push_back(to_json(difference));
  if (given.common->json) {
    std::cout << Json{{"final", result.final},    {"moves", result.moves},           {"mismatches", mismatches},
                      {"deviations", deviations}, {"broken_off", result.broken_off}, {"compared", result.compared}}
                     .dump(2)
              << '\n';
  } else {
    print_summary(result, mismatches.size(), deviations.size(), given);
  }
  if (!mismatches.empty()) leave(exit_difference);
}

// What the file is, if that can be seen, and how to come by one that can be imported.
[[noreturn]] void fail_as_unknown(const ImportOptions& given, const Json& source) {
  const Locale texts = locale(*given.common);
  std::string known, how;
  for (const Importer& importer : importers()) {
    known.append(known.empty() ? "" : ", ").append(importer.game);
    if (!importer.how.empty()) how += " " + texts.text(importer.how);
  }
  for (const Importer& importer : importers())
    if (const std::string title = importer.stranger ? importer.stranger(source) : ""; !title.empty())
      fail(exit_input, "unknown_title", {{"file", given.file}, {"title", title}, {"known", known}});
  fail(exit_input, "unknown_format", {{"file", given.file}, {"how", how}});
}

void run_import(const ImportOptions& given) {
  if (!given.out.empty()) refuse_to_replace(given.out, given.force);
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
    if (!result) fail(exit_input, result.error());
    if (!given.out.empty() && result->match) {
      Json file = result->match->file(true);
      if (!result->names.empty()) file["names"] = result->names;
      write_file(given.out, file.dump(1) + "\n");
    }
    return report(*result, given);
  }
  fail_as_unknown(given, files.source);
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
  add_force(*sub, given->force);
  given->common = add_common(*sub);
  sub->callback([given] { run_import(*given); });
}

}  // namespace remise::cli
