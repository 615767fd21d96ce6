#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>

#include "cli/command.h"
#include "io/import/import.h"
#include "io/study/report.h"

namespace remise::cli {

namespace {

namespace fs = std::filesystem;

struct StudyOptions {
  std::vector<std::string> paths;
  std::string html;
  bool force = false;
  std::shared_ptr<Common> common;
};

// Everything about the matches of one game.
struct Studied {
  std::unique_ptr<Game> game;
  Study study;
  Json labels;
};

// A file that is no match, or a match with a fault: told, and left out.
struct LeftOut {
  std::string file;
  Error why;
};

// The files given, and those of the folders given, by name.
std::vector<std::string> files_of(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code problem;
    if (!fs::is_directory(path, problem)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (fs::recursive_directory_iterator at(path, problem), end; !problem && at != end; at.increment(problem))
      if (at->is_regular_file() && at->path().extension() == ".json") found.push_back(at->path().string());
    if (problem) fail(exit_input, "cannot_read", {{"file", path}});
    std::ranges::sort(found);
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

std::expected<Json, Error> read_data(const DataFiles& data, const std::string& name) {
  const auto text = data(name);
  if (!text) return std::unexpected(form_error("missing_file", name));
  auto json = parse_json(*text);
  if (!json) return std::unexpected(form_error("file_not_json", name));
  return json;
}

Studied begin_study(const StudyOptions& given, const std::string& id) {
  const DataFiles data = data_files(given.common->data);
  const auto questions = read_data(data, id + "/study.json"), log = read_data(data, id + "/log.json");
  if (!questions) fail(exit_input, questions.error());
  if (!log) fail(exit_input, log.error());
  auto plan = StudyPlan::read(*questions, *log);
  if (!plan) fail(exit_input, plan.error());
  return {make_game(*given.common, id), Study(std::move(*plan)), Json()};
}

class Studies {
 public:
  explicit Studies(const StudyOptions& given) : given_(given), texts_(locale(*given.common)) {}

  void add(const std::string& path) {
    const Json file = read_json(path);
    const auto makers = game_makers();
    const std::string id = file.is_object() && file.contains("game") && file["game"].is_string() ? file["game"] : "";
    if (std::ranges::find(makers, id, &GameMaker::id) != makers.end()) {
      Studied& studied = of(id);
      auto match = studied.game->load(file);
      if (!match) return void(left_out_.push_back({path, match.error()}));
      return take(studied, **match);
    }
    for (const Importer& importer : importers()) {
      if (!importer.recognises(file)) continue;
      Studied& studied = of(std::string(importer.game));
      auto imported =
          importer.import(*studied.game, {.source = file, .states = {}, .legal = {}, .best = {}, .probes = {}});
      if (!imported) return void(left_out_.push_back({path, imported.error()}));
      return take(studied, *imported->match);
    }
    left_out_.push_back({path, {"cli", "not_a_match", "", {{"file", path}}}});
  }

  void tell() const {
    if (given_.common->json) return tell_json();
    const auto results = all_results();
    const auto pages = pages_of(results);
    if (!given_.html.empty()) write_file(given_.html, study_html(pages, texts_));
    if (given_.html.empty())
      for (std::size_t i = 0; i < pages.size(); ++i) std::cout << (i == 0 ? "" : "\n") << study_text(pages[i]);
    for (const LeftOut& one : left_out_)
      std::cerr << say("study.left_out", {{"file", harmless(one.file)}, {"why", texts_.text(one.why)}}) << '\n';
  }

  bool nothing() const { return studies_.empty(); }

 private:
  Studied& of(const std::string& id) {
    const auto found = studies_.find(id);
    return found != studies_.end() ? found->second : studies_.emplace(id, begin_study(given_, id)).first->second;
  }

  void take(Studied& studied, const Match& match) {
    if (studied.labels.is_null())
      if (const auto renderer = renderer_of(match); renderer && renderer->labels)
        studied.labels = renderer->labels(match, Speaker(texts_, match, Json::object()));
    studied.study.add(match);
  }

  std::map<std::string, StudyResult> all_results() const {
    std::map<std::string, StudyResult> results;
    for (const auto& [id, studied] : studies_) results.emplace(id, studied.study.result());
    return results;
  }

  std::vector<StudyPage> pages_of(const std::map<std::string, StudyResult>& results) const {
    std::vector<StudyPage> pages;
    for (const auto& [id, studied] : studies_)
      pages.push_back({id, studied.game->about().value("name", id), results.at(id), texts_, studied.labels});
    return pages;
  }

  void tell_json() const {
    Json games = Json::array(), skipped = Json::array();
    for (const auto& [id, result] : all_results()) games.push_back(study_json(id, result));
    for (const LeftOut& one : left_out_) skipped.push_back({{"file", one.file}, {"error", to_json(one.why)}});
    std::cout << Json{{"format", "remise-study-1"}, {"games", games}, {"left_out", skipped}}.dump(2) << '\n';
  }

  const StudyOptions& given_;
  Locale texts_;
  std::map<std::string, Studied> studies_;
  std::vector<LeftOut> left_out_;
};

void run_study(const StudyOptions& given) {
  if (!given.html.empty()) refuse_to_replace(given.html, given.force);
  Studies studies(given);
  for (const std::string& file : files_of(given.paths)) studies.add(file);
  if (studies.nothing()) fail(exit_input, "nothing_to_study");
  studies.tell();
}

}  // namespace

void add_study(CLI::App& app) {
  auto given = std::make_shared<StudyOptions>();
  CLI::App* sub =
      app.add_subcommand("study", "Many matches at once: openings, timing, seats, and how they went with the result");
  sub->footer(
      "Match files, games recorded elsewhere that `remise import` knows, and folders of them. Matches that are not "
      "over "
      "are counted and answer nothing.\nExamples: remise study games --html study.html\n          remise study my.json "
      "--lang de");
  sub->add_option("PATH", given->paths, "Files, or folders with files")->required();
  sub->add_option("--html", given->html, "Write tables and plots as one page instead")->type_name("FILE");
  add_force(*sub, given->force, "--html");
  given->common = add_common(*sub);
  sub->callback([given] { run_study(*given); });
}

}  // namespace remise::cli
