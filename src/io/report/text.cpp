#include "io/report/report.h"

namespace remise {
namespace {

std::string paragraph(const std::string& title) { return "\n" + title + "\n"; }

}  // namespace

std::string report_text(const Json& review, const Match& match, const Locale& texts) {
  const ReviewTexts told(review, match, texts);
  std::string out = told.say("review.title") + "\n" + told.about() + "\n";
  if (!review["finished"].get<bool>()) out += told.say("review.unfinished") + "\n";
  out += paragraph(told.say("review.decisions"));
  for (int s = 0; s < match.seats(); ++s) {
    const auto tally = told.tally(s);
    out += "  " + told.names()[static_cast<std::size_t>(s)] + ": " + std::to_string(tally.decisions) + "; " +
           told.say("review.verdict.best") + " " + std::to_string(tally.best) + "; " + told.say("review.given_away") +
           " " + told.amount(tally.given_away) + "\n";
  }
  out += paragraph(told.say("review.moments"));
  const auto moments = told.moments();
  if (moments.empty()) out += "  " + told.say("review.no_moments") + "\n";
  for (const ToldMoment& m : moments) {
    out += "  " + m.round + ", " + told.say("review.move", {{"n", m.n}}) + ", " + m.name + ": " +
           told.say("review.verdict." + m.verdict) + ", " + m.difference + "\n";
    out += "    " + told.say("review.played") + ": " + m.played + "\n";
    out += "    " + m.other_word + ": " + m.other + "\n";
    for (const std::string& why : m.why) out += "    " + why + "\n";
  }
  if (!review["runs"].empty()) {
    out += paragraph(told.say("review.runs"));
    const auto runs = told.short_runs();
    if (runs.empty()) out += "  " + told.say("review.all_best", {{"n", review["runs"].size()}}) + "\n";
    for (const std::string& run : runs) out += "  " + run + "\n";
  }
  out += paragraph(told.say("review.sources"));
  for (int s = 0; s < match.seats(); ++s) {
    const auto& list = review["accounts"]["seats"][static_cast<std::size_t>(s)];
    int total = 0;
    out += "  " + told.names()[static_cast<std::size_t>(s)] + "\n";
    for (const Json& account : list) {
      total += account["amount"].get<int>();
      out += "    " + told.source(account) + "  " + whole(account["amount"].get<double>()) + "\n";
    }
    out += "    " + told.say("review.total") + "  " + whole(total) + "\n";
  }
  out += paragraph(told.say("review.luck")) + "  " + told.say("review.luck_text") + "\n";
  for (const Json& luck : review["luck"]) {
    out += "  " + told.names()[luck["seat"].get<std::size_t>()];
    for (const char* part : {"start", "deal", "own", "others", "chance", "rest", "final"})
      out += (std::string_view(part) == "start" ? ": " : "; ") + told.luck_part(part) + " " +
             whole(luck[part].get<double>());
    out += "\n";
  }
  return out;
}

}  // namespace remise
