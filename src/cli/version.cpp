#include "cli/version.h"

#include "cli/command.h"
#include "core/known.h"

namespace remise::cli {
namespace {

// The form of a new match file, and the version of its rules that a new match has, by game.
Json promises() {
  Json rules = Json::object(), format;
  for (const auto& game : make_games(Common{})) {
    const Json players = game->about().value("players", Json::array({2, 2}));
    const auto match = game->start({{"players", players.front()}, {"seed", "version"}});
    if (!match) continue;
    const Json file = (*match)->file();
    rules[std::string(game->id())] = file["rules"];
    format = file["format"];
  }
  return {{"rules", std::move(rules)}, {"match_file", std::move(format)}};
}

Json version_json() {
  const BuildInfo& build = build_info();
  Json wire;
  if (const auto api = embedded_data("openapi.json")) wire = Json::parse(*api)["info"]["version"];
  Json all = promises();
  all.update({{"version", build.version},
              {"commit", build.commit},
              {"date", build.date},
              {"compiler", build.compiler},
              {"options", build.kind},
              {"wire", std::move(wire)},
              {"engine", engine_id()}});
  return all;
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
