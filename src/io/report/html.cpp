// One page without script: light and dark, and on paper.
#include <algorithm>
#include <cmath>

#include "io/report/report.h"
#include "io/text/html.h"
#include "io/text/renderer.h"

namespace remise {
namespace {

constexpr const char* style = R"(
:root{--bg:#fbf8f1;--card:#fffefa;--ink:#1d2430;--ink2:#4d5563;--line:#d9d2c3;--ok:#1c6b3c;--bad:#a3261c;--s0:#0b5c66;--s1:#a3261c;--s2:#1d4fa0;--s3:#5f3c99;--s4:#8a5a00;--s5:#1c6b3c;color-scheme:light dark}
@media screen and (prefers-color-scheme:dark){:root{--bg:#14181d;--card:#1d232a;--ink:#eceae4;--ink2:#b9bec6;--line:#3b444e;--ok:#79d19b;--bad:#ff9c8f;--s0:#63c7d1;--s1:#ff9c8f;--s2:#8cb4ff;--s3:#c6a6ff;--s4:#e8b55a;--s5:#79d19b}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.45 system-ui,sans-serif}main{max-width:64rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.7rem;margin:0 0 .3rem}h2{font-size:1.2rem;margin:0 0 .6rem}h3{font-size:1rem;margin:0 0 .3rem}p{margin:.2rem 0 .6rem}.note{color:var(--ink2)}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem;margin:1rem 0}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}th:first-child,td:first-child{text-align:left}thead th{white-space:normal;vertical-align:bottom}.scroll+h3{margin-top:1rem}
tr.sum th,tr.sum td{font-weight:700;border-top:2px solid var(--line)}
article{border-top:1px solid var(--line);padding:.8rem 0;display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1rem}article:first-of-type{border-top:0}
@media (max-width:44rem){article{grid-template-columns:minmax(0,1fr)}}
.costly,.very_costly{color:var(--bad)}.strong,.best{color:var(--ok)}dl{margin:0;display:grid;grid-template-columns:max-content 1fr;gap:.15rem .8rem}dt{color:var(--ink2)}dd{margin:0}
ul{margin:.4rem 0 0;padding-left:1.2rem}figure{margin:0}figure svg{width:100%;height:auto;max-height:24rem}.curve{width:100%;height:auto}.curve text{fill:var(--ink2);font-size:12px}
.key{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;list-style:none;padding:0;margin:.4rem 0 0}.key svg{width:2.4rem;height:.8rem;vertical-align:middle}
@media print{body{background:#fff}section{break-inside:auto;border-color:#bbb}article,tr{break-inside:avoid}h2,h3{break-after:avoid}main{max-width:none;padding:0}.scroll{overflow:visible}.scroll table{font-size:6.5pt}.scroll th,.scroll td{padding:.1rem .12rem}.scroll th:first-child{white-space:normal}}
)";

constexpr const char* dashes[] = {"", "8 4", "2 4", "10 4 2 4", "5 3", "14 4"};

std::string tag(std::string_view name, std::string_view text, std::string_view attributes = "") {
  return "<" + std::string(name) + (attributes.empty() ? "" : " " + std::string(attributes)) + ">" +
         escaped_html(text) + "</" + std::string(name) + ">";
}

std::string number(double value) {
  std::string text = std::to_string(std::llround(value * 10));
  const bool minus = text[0] == '-';
  if (minus) text.erase(0, 1);
  if (text.size() < 2) text.insert(0, "0");
  text.insert(text.size() - 1, ".");
  return (minus ? "-" : "") + text;
}

// One line for each seat: what is known of it after each decision.
struct Curve {
  struct Point {
    double n, value, error;
  };
  std::vector<std::vector<Point>> seats;
  double most = 1, least = 0, length = 1;
};

Curve curve_of(const Json& review, bool chances) {
  Curve curve;
  curve.seats.resize(review["seats"].get<std::size_t>());
  const auto moves = static_cast<double>(review["match"]["actions"].size());
  curve.length = std::max(1.0, moves);
  for (const Json& d : review["decisions"]) {
    const Json& after = d["after"];
    if (chances && !after.contains("chances")) continue;
    for (std::size_t s = 0; s < curve.seats.size(); ++s) {
      const Json& value = chances ? after["chances"][s] : after["results"][s];
      if (value.is_null()) continue;
      const double v = chances ? 100 * value.get<double>() : value.get<double>();
      curve.seats[s].push_back({d["n"].get<double>() + 1, v, chances ? 0 : after["errors"][s].get<double>()});
    }
  }
  if (!chances)
    for (std::size_t s = 0; s < curve.seats.size(); ++s)
      if (!review["scores"][s].is_null()) curve.seats[s].push_back({moves, review["scores"][s].get<double>(), 0});
  for (const auto& seat : curve.seats)
    for (const auto& p : seat)
      curve.most = std::max(curve.most, p.value + p.error), curve.least = std::min(curve.least, p.value - p.error);
  return curve;
}

std::string drawn(const Curve& curve, const ReviewTexts& told, const std::string& title) {
  constexpr double width = 900, height = 240, left = 50, bottom = 24;
  const auto x = [&](double n) { return number(left + (width - left - 10) * n / curve.length); };
  const auto y = [&](double v) {
    return number(8 + (height - bottom - 8) * (curve.most - v) / (curve.most - curve.least));
  };
  std::string out =
      "<svg class=\"curve\" viewBox=\"0 0 900 240\" role=\"img\" aria-label=\"" + escaped_html(title) + "\">";
  for (int i = 0; i <= 4; ++i) {
    const double v = curve.least + (curve.most - curve.least) * i / 4;
    out += "<line x1=\"50\" x2=\"890\" y1=\"" + y(v) + "\" y2=\"" + y(v) +
           "\" stroke=\"var(--line)\"/><text x=\"44\" y=\"" + y(v) +
           "\" text-anchor=\"end\" dominant-baseline=\"middle\">" + whole(v) + "</text>";
  }
  std::string key = "<ul class=\"key\">";
  for (std::size_t s = 0; s < curve.seats.size(); ++s) {
    const auto& points = curve.seats[s];
    const std::string colour = "var(--s" + std::to_string(s) + ")", dash = dashes[s % std::size(dashes)];
    std::string line, upper, lower;
    for (const auto& p : points) {
      line += x(p.n) + "," + y(p.value) + " ";
      upper += x(p.n) + "," + y(p.value + p.error) + " ";
      lower.insert(0, x(p.n) + "," + y(p.value - p.error) + " ");
    }
    out += "<polygon points=\"" + upper + lower + "\" fill=\"" + colour + "\" opacity=\"0.15\"/>";
    out += "<polyline points=\"" + line + "\" fill=\"none\" stroke=\"" + colour +
           "\" stroke-width=\"2\" stroke-dasharray=\"" + dash + "\"/>";
    key += "<li><svg viewBox=\"0 0 40 10\" aria-hidden=\"true\"><line x1=\"0\" x2=\"40\" y1=\"5\" y2=\"5\" stroke=\"" +
           colour + "\" stroke-width=\"3\" stroke-dasharray=\"" + dash + "\"/></svg> " + escaped_html(told.names()[s]) +
           "</li>";
  }
  return out + "</svg>" + key + "</ul>";
}

std::string curve_section(const Json& review, const ReviewTexts& told) {
  std::string out;
  for (const bool chances : {true, false}) {
    const Curve curve = curve_of(review, chances);
    if (std::ranges::all_of(curve.seats, [](const auto& points) { return points.empty(); })) continue;
    const std::string title = told.say(chances ? "review.chance" : "review.expected");
    out += "<section>" + tag("h2", title) +
           tag("p", told.say(chances ? "review.chance_text" : "review.curve_text"), "class=\"note\"") +
           drawn(curve, told, title) + "</section>";
  }
  return out;
}

std::string moment_article(const ToldMoment& m, const ReviewTexts& told, const Match& match, const Locale& texts) {
  std::string out = "<article><div>" + tag("h3", m.round + " · " + m.name);
  out += "<p><strong class=\"" + m.verdict + "\">" + escaped_html(told.say("review.verdict." + m.verdict)) +
         "</strong>, " + escaped_html(m.difference) + " <span class=\"note\">" +
         escaped_html(told.say("review.move", {{"n", m.n}})) + "</span></p>";
  out += "<dl>" + tag("dt", told.say("review.played")) + tag("dd", m.played) + tag("dt", m.other_word) +
         tag("dd", m.other) + "</dl>";
  if (!m.why.empty()) {
    out += "<ul>";
    for (const std::string& why : m.why) out += tag("li", why);
    out += "</ul>";
  }
  out += "</div><figure>";
  const auto before = match.at(m.n);
  if (const auto renderer = renderer_of(*before))
    out += renderer->svg(*before, texts, {Viewer::spectator(), told.names(), "", false});
  return out + "</figure></article>";
}

std::string sources_section(const Json& review, const ReviewTexts& told) {
  const Json& accounts = review["accounts"];
  std::string out = "<section>" + tag("h2", told.say("review.sources"));
  for (std::size_t s = 0; s < accounts["seats"].size(); ++s) {
    out += tag("h3", told.names()[s]) + "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"" +
           escaped_html(told.names()[s]) + "\"><table><thead><tr>" +
           tag("th", told.say("review.sources"), "scope=\"col\"") +
           tag("th", told.say("review.total"), "scope=\"col\"");
    for (const Json& round : accounts["rounds"]) out += tag("th", round.get<std::string>(), "scope=\"col\"");
    out += "</tr></thead><tbody>";
    double total = 0;
    std::vector<double> by_round(accounts["rounds"].size());
    const auto row = [&](const std::string& name, double sum, const auto& parts, const char* kind) {
      out += std::string("<tr") + kind + ">" + tag("th", name, "scope=\"row\"") + tag("td", whole(sum));
      for (const auto& part : parts)
        out += tag("td", static_cast<double>(part) == 0 ? "" : whole(static_cast<double>(part)));
      out += "</tr>";
    };
    for (const Json& account : accounts["seats"][s]) {
      std::vector<double> parts = account["by_round"].get<std::vector<double>>();
      for (std::size_t i = 0; i < by_round.size() && i < parts.size(); ++i) by_round[i] += parts[i];
      total += account["amount"].get<double>();
      row(told.source(account), account["amount"].get<double>(), parts, "");
    }
    row(told.say("review.total"), total, by_round, " class=\"sum\"");
    out += "</tbody></table></div>";
  }
  return out + "</section>";
}

std::string luck_section(const Json& review, const ReviewTexts& told) {
  constexpr const char* parts[] = {"start", "deal", "own", "others", "chance", "rest", "final"};
  std::string out =
      "<section>" + tag("h2", told.say("review.luck")) + tag("p", told.say("review.luck_text"), "class=\"note\"") +
      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"" + escaped_html(told.say("review.luck")) +
      "\"><table><thead><tr>" + tag("th", told.say("review.name"), "scope=\"col\"");
  for (const char* part : parts) out += tag("th", told.luck_part(part), "scope=\"col\"");
  out += "</tr></thead><tbody>";
  for (const Json& luck : review["luck"]) {
    out += "<tr>" + tag("th", told.names()[luck["seat"].get<std::size_t>()], "scope=\"row\"");
    for (const char* part : parts) out += tag("td", whole(luck[part].get<double>()));
    out += "</tr>";
  }
  return out + "</tbody></table></div></section>";
}

std::string tally_section(const Match& match, const ReviewTexts& told) {
  std::string out = "<section>" + tag("h2", told.say("review.decisions")) +
                    "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"" +
                    escaped_html(told.say("review.decisions")) + "\"><table><thead><tr>" +
                    tag("th", told.say("review.name"), "scope=\"col\"") +
                    tag("th", told.say("review.decisions"), "scope=\"col\"") +
                    tag("th", told.say("review.verdict.best"), "scope=\"col\"") +
                    tag("th", told.say("review.given_away"), "scope=\"col\"") + "</tr></thead><tbody>";
  for (int s = 0; s < match.seats(); ++s) {
    const auto tally = told.tally(s);
    out += "<tr>" + tag("th", told.names()[static_cast<std::size_t>(s)], "scope=\"row\"") +
           tag("td", std::to_string(tally.decisions)) + tag("td", std::to_string(tally.best)) +
           tag("td", told.amount(tally.given_away)) + "</tr>";
  }
  return out + "</tbody></table></div></section>";
}

}  // namespace

std::string report_html(const Json& review, const Match& match, const Locale& texts) {
  const ReviewTexts told(review, match, texts);
  std::string names;
  for (const std::string& name : told.names()) names += (names.empty() ? "" : ", ") + name;
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"" + texts.lang() +
      "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">" +
      tag("title", told.say("review.title") + ": " + names) + "<style>" + style + "</style></head><body><main>" +
      tag("h1", told.say("review.title") + ": " + names) + tag("p", told.about(), "class=\"note\"");
  if (!review["finished"].get<bool>()) out += tag("p", told.say("review.unfinished"));
  out += curve_section(review, told) + "<section>" + tag("h2", told.say("review.moments"));
  const auto moments = told.moments();
  if (moments.empty()) out += tag("p", told.say("review.no_moments"));
  for (const ToldMoment& m : moments) out += moment_article(m, told, match, texts);
  out += "</section>" + tally_section(match, told);
  if (!review["runs"].empty()) {
    out += "<section>" + tag("h2", told.say("review.runs"));
    const auto runs = told.short_runs();
    if (runs.empty()) out += tag("p", told.say("review.all_best", {{"n", review["runs"].size()}}));
    if (!runs.empty()) {
      out += "<ul>";
      for (const std::string& run : runs) out += tag("li", run);
      out += "</ul>";
    }
    out += "</section>";
  }
  out += sources_section(review, told) + luck_section(review, told);
  return out + "</main></body></html>\n";
}

}  // namespace remise
