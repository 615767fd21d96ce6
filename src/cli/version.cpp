#include "cli/version.h"

#include "cli/command.h"
#include "core/game.h"
#include "core/known.h"

namespace remise::cli {
namespace {

Json version_json() {
  const BuildInfo& build = build_info();
  Json rules = Json::object();
  for (const GameMaker& maker : game_makers()) rules[std::string(maker.id)] = maker.rules;
  return {{"version", build.version},   {"commit", build.commit}, {"date", build.date},
          {"compiler", build.compiler}, {"options", build.kind},  {"rules", std::move(rules)},
          {"match_file", match_format}, {"wire", build.wire},     {"engine", engine_id()}};
}

}  // namespace

std::string version_text(bool json) {
  const Json all = version_json();
  if (json) return all.dump(2);
  std::string rules;
  for (const auto& [game, version] : all["rules"].items())
    rules += (rules.empty() ? "" : ", ") + game + " " + version.dump();
  const auto line = [&](const char* name, const std::string& value) {
    return "\n" + std::string(name).append(12 - std::string_view(name).size(), ' ') + value;
  };
  const auto text = [&](const char* key) { return all[key].get<std::string>(); };
  return "remise " + text("version") + line("commit", text("commit") + ", " + text("date")) +
         line("built by", text("compiler") + " " + text("options")) + line("rules", rules) +
         line("match file", text("match_file")) + line("wire", text("wire")) + line("engine", text("engine"));
}

}  // namespace remise::cli
