#include <algorithm>
#include <cmath>

#include "io/report/report.h"
#include "io/text/renderer.h"

namespace remise {

std::string whole(double value) {
  const auto n = std::llround(value);
  return n < 0 ? "\u2212" + std::to_string(-n) : std::to_string(n);
}

ReviewTexts::ReviewTexts(const Json& review, const Match& match, const Locale& texts)
    : review_(review),
      match_(match),
      texts_(texts),
      game_(match.game().id()),
      speaker_(speaker_for(texts, match, review["match"])) {}

std::string ReviewTexts::say(std::string_view key, const Json& values) const { return texts_.text(key, values); }

std::string ReviewTexts::amount(double value) const {
  return texts_.text(game_ + ".review.amount", {{"n", std::llround(value)}});
}

std::string ReviewTexts::about() const {
  return say("review.judged", {{"level", review_["level"]}, {"nodes", review_["nodes"]}}) + " " +
         texts_.text(game_ + ".review.measure");
}

// A match that was broken off has no result: then it is what was expected last.
std::string ReviewTexts::luck_part(std::string_view part) const {
  const bool open = part == "final" && !review_["finished"].get<bool>();
  return say("review.part." + std::string(part) + (open ? "_open" : ""));
}

std::vector<ToldMoment> ReviewTexts::moments() const {
  std::vector<ToldMoment> told;
  for (const Json& d : review_["decisions"]) {
    const Json& n = d["n"];
    if (std::ranges::find(review_["moments"], n) == review_["moments"].end()) continue;
    const auto before = match_.at(n.get<std::size_t>());
    const Speaker speaker = speaker_for(texts_, *before, review_["match"]);
    ToldMoment m;
    m.n = n.get<std::size_t>(), m.seat = d["seat"].get<int>();
    m.round = texts_.has(game_ + ".round." + d["round"].get<std::string>())
                  ? texts_.text(game_ + ".round." + d["round"].get<std::string>())
                  : texts_.text(game_ + ".round", {{"n", d["round"]}});
    m.verdict = d["verdict"].get<std::string>();
    m.name = names()[static_cast<std::size_t>(m.seat)];
    m.played = speaker.action(d["played"]);
    m.good = d.contains("gain");
    m.other = speaker.action(m.good ? d["obvious"] : d["better"]);
    m.other_word = say(m.good ? "review.obvious" : "review.better");
    m.difference =
        say(m.good ? "review.more" : "review.less", {{"amount", amount(d[m.good ? "gain" : "loss"].get<double>())},
                                                     {"error", std::max(1LL, std::llround(d["error"].get<double>()))}});
    for (Json reason : d.value("why", Json::array())) {
      if (reason.contains("source")) reason["source"] = source(reason);
      m.why.push_back(speaker.review("why." + reason["code"].get<std::string>(), reason));
    }
    told.push_back(std::move(m));
  }
  return told;
}

std::vector<std::string> ReviewTexts::short_runs() const {
  std::vector<std::string> list;
  for (const Json& run : review_["runs"])
    if (run["made"] < run["best"]) list.push_back(speaker_.review("run_short", run));
  return list;
}

std::string ReviewTexts::source(const Json& account) const {
  std::string name = texts_.text(game_ + ".review.source." + account["source"].get<std::string>());
  const std::string of = account["of"].get<std::string>();
  if (of.empty()) return name;
  for (const char* kind : {".private.", ".building."})
    if (const std::string key = game_ + kind + of; texts_.has(key)) return name + ": " + texts_.text(key);
  return name + ": " + of;
}

ReviewTexts::Tally ReviewTexts::tally(int seat) const {
  Tally found;
  for (const Json& d : review_["decisions"]) {
    if (d["seat"] != seat) continue;
    ++found.decisions;
    found.best += d["verdict"] == "best" || d["verdict"] == "strong";
    if (d.contains("better")) ++found.costly, found.given_away += d["loss"].get<double>();
  }
  return found;
}

}  // namespace remise
