#include "io/study/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "io/text/html.h"
#include "io/text/text_table.h"

namespace remise {

namespace {

// A number with at most `digits` after the point, in the language's own form.
std::string number_text(const Locale& locale, double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  std::string out = text;
  if (out.find('.') != std::string::npos && locale.lang() != "en") out[out.find('.')] = ',';
  if (out.starts_with('-')) out.replace(0, 1, "\u2212");
  return out == "\u22120" ? "0" : out;
}
std::string with_sign(const Locale& locale, const Fate& fate) {
  std::string mean = number_text(locale, fate.ahead.mean, 1);
  if (fate.ahead.mean > 0) mean.insert(0, "+");
  const bool alike = fate.n < 2 || fate.ahead.error < 0.05;                       // the same of one seat, several times
  return alike ? mean : mean + " ± " + number_text(locale, fate.ahead.error, 1);  // one says nothing about others
}
std::string percent(const Locale& locale, double part) { return number_text(locale, part * 100, 0) + " %"; }

// One table of a study in words: a heading, what stands above the columns, and the cells.
struct WordTable {
  std::string title, note;
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> cells;
  // For a plot: a number for each row, and the half of its interval.
  std::vector<Estimate> bars;
};

class Wording {
 public:
  explicit Wording(const StudyPage& page) : page_(page), locale_(page.locale) {}

  std::string summary() const {
    return locale_.text("core.study.summary", {{"n", page_.result.matches - page_.result.unfinished},
                                               {"unfinished", page_.result.unfinished},
                                               {"moves", number_text(locale_, page_.result.length.median, 0)},
                                               {"least", number_text(locale_, page_.result.result.least, 0)},
                                               {"median", number_text(locale_, page_.result.result.median, 0)},
                                               {"most", number_text(locale_, page_.result.result.most, 0)}});
  }

  std::vector<WordTable> tables() const {
    std::vector<WordTable> all;
    for (const auto& [count, seats] : page_.result.seats)
      if (count > 1) all.push_back(seats_table(count, seats));
    for (const StudyAnswer& answer : page_.result.answers)
      if (!answer.rows.empty()) all.push_back(answer_table(answer));
    return all;
  }

 private:
  std::string head(const char* key) const { return locale_.text(std::string("core.study.") + key); }

  void add_fate(WordTable& table, std::vector<std::string> cells, const Fate& fate) const {
    cells.push_back(number_text(locale_, fate.wins, 2));
    cells.push_back(with_sign(locale_, fate));
    table.cells.push_back(std::move(cells));
    table.bars.push_back(fate.ahead);
  }

  WordTable seats_table(int count, const std::vector<Fate>& seats) const {
    WordTable table{.title = locale_.text("core.study.seats", {{"n", count}}),
                    .note = {},
                    .heads = {head("seat"), head("times"), head("wins"), head("ahead")},
                    .cells = {},
                    .bars = {}};
    for (std::size_t i = 0; i < seats.size(); ++i)
      add_fate(table, {std::to_string(i + 1), std::to_string(seats[i].n)}, seats[i]);
    return table;
  }

  // A value as the game calls it.
  std::string word(const std::string& member, const Json& value) const {
    std::string plain = value.is_string() ? value.get<std::string>() : value.is_null() ? "–" : value.dump();
    const std::string entry = std::string(page_.game) + "." + (member == "kind" ? "study.kind" : member) + "." + plain;
    if (locale_.has(entry)) return locale_.text(entry);
    if (value.is_number() && page_.labels.is_object() && page_.labels.contains(member))
      return page_.labels[member].value(plain, plain);
    return plain;
  }

  std::string subject(const StudyAnswer& answer, const StudyRow& row) const {
    if (answer.question->tally) return number_text(locale_, row.subject.front().get<double>(), 0);
    if (row.subject.empty()) return head("all");
    std::string text;
    for (std::size_t i = 0; i < row.subject.size(); ++i)
      text += (i == 0 ? "" : ", ") + word(answer.question->by[i], row.subject[i]);
    return text;
  }

  std::string value(const Question& question, double value) const {
    if (question.value != "round") return number_text(locale_, value, 0);
    const auto at = static_cast<std::size_t>(std::lround(value));
    return at < page_.result.rounds.size() ? page_.result.rounds[at] : "";
  }

  WordTable answer_table(const StudyAnswer& answer) const {
    const Question& question = *answer.question;
    const bool valued = !question.value.empty() && !question.tally;
    const std::string key = std::string(page_.game) + ".study." + question.key;
    WordTable table{.title = locale_.text(key),
                    .note = {},
                    .heads = {head(question.tally ? "number" : "what"), head("times")},
                    .cells = {},
                    .bars = {}};
    if (question.tally)
      table.note = locale_.text("core.study.correlation", {{"value", number_text(locale_, answer.correlation, 2)}});
    if (!question.tally) table.heads.push_back(head("share"));
    if (valued)
      for (const char* name : {"least", "quarter", "median", "three_quarters", "most"})
        table.heads.push_back(head(name));
    table.heads.push_back(head("wins"));
    table.heads.push_back(head("ahead"));
    for (const StudyRow& row : answer.rows) {
      std::vector<std::string> cells{subject(answer, row), std::to_string(row.fate.n)};
      if (!question.tally) cells.push_back(percent(locale_, row.share));
      if (valued)
        for (const double one :
             {row.values.least, row.values.quarter, row.values.median, row.values.three_quarters, row.values.most})
          cells.push_back(value(question, one));
      add_fate(table, std::move(cells), row.fate);
    }
    return table;
  }

  const StudyPage& page_;
  const Locale& locale_;
};

Json fate_json(const Fate& fate) {
  return {{"n", fate.n}, {"wins", fate.wins}, {"ahead", fate.ahead.mean}, {"error", fate.ahead.error}};
}
Json spread_json(const Spread& spread) {
  return {{"n", spread.n},
          {"least", spread.least},
          {"quarter", spread.quarter},
          {"median", spread.median},
          {"three_quarters", spread.three_quarters},
          {"most", spread.most},
          {"mean", spread.mean}};
}

// How far ahead each row was: a bar from the middle line, with its interval.
std::string plot(const WordTable& table) {
  double most = 1;
  for (const Estimate& bar : table.bars) most = std::max(most, std::abs(bar.mean) + bar.error);
  constexpr int width = 360, left = 130, row = 18;
  const double middle = left + width / 2.0, scale = width / 2.0 / most;
  const int height = row * static_cast<int>(table.bars.size()) + 8;
  std::string svg = "<svg role=\"img\" aria-label=\"" + escaped_html(table.title) + "\" viewBox=\"0 0 " +
                    std::to_string(left + width + 8) + " " + std::to_string(height) + "\">\n";
  const auto number = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return std::string(text);
  };
  svg += "<line class=\"zero\" x1=\"" + number(middle) + "\" x2=\"" + number(middle) + "\" y1=\"0\" y2=\"" +
         std::to_string(height) + "\"/>\n";
  for (std::size_t i = 0; i < table.bars.size(); ++i) {
    const Estimate& bar = table.bars[i];
    const double y = static_cast<double>(row * i) + 4, end = middle + bar.mean * scale;
    svg += "<text x=\"" + std::to_string(left - 6) + "\" y=\"" + number(y + 12) + "\" text-anchor=\"end\">" +
           escaped_html(table.cells[i].front()) + "</text>";
    svg += "<rect class=\"" + std::string(bar.mean < 0 ? "behind" : "ahead") + "\" x=\"" +
           number(std::min(middle, end)) + "\" y=\"" + number(y + 3) + "\" width=\"" + number(std::abs(end - middle)) +
           "\" height=\"" + std::to_string(row - 8) + "\"/>";
    svg += "<line class=\"error\" x1=\"" + number(end - bar.error * scale) + "\" x2=\"" +
           number(end + bar.error * scale) + "\" y1=\"" + number(y + 8) + "\" y2=\"" + number(y + 8) + "\"/>\n";
  }
  return svg + "</svg>\n";
}

std::string html_table(const WordTable& table, const std::string& ahead) {
  std::string out = "<section>\n<h3>" + escaped_html(table.title) + "</h3>\n";
  if (!table.note.empty()) out += "<p>" + escaped_html(table.note) + "</p>\n";
  out += "<div class=\"both\"><div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"" +
         escaped_html(table.title) + "\"><table>\n<thead><tr>";
  for (const std::string& head : table.heads) out += "<th scope=\"col\">" + escaped_html(head) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& cells : table.cells) {
    out += "<tr><th scope=\"row\">" + escaped_html(cells.front()) + "</th>";
    for (std::size_t i = 1; i < cells.size(); ++i) out += "<td>" + escaped_html(cells[i]) + "</td>";
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n";
  if (table.bars.size() > 1)
    out += "<figure>" + plot(table) + "<figcaption>" + escaped_html(ahead) + "</figcaption></figure>\n";
  return out + "</div></section>\n";
}

constexpr std::string_view study_style = R"(
:root { color-scheme: light dark; --ink: #1c2126; --ground: #fbfaf7; --soft: #6a6f75; --line: #d9d5cc; --good: #1b6f62; --bad: #a8503c; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece9e2; --ground: #17191c; --soft: #a3a8ad; --line: #3a3e43; --good: #58b8a6; --bad: #e0917c; } }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--ground); max-width: 1080px; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; } h3 { margin: 2rem 0 .5rem; } p { color: var(--soft); margin: .25rem 0 .75rem; }
.both { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; } .wide { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .875rem; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; } th:first-child { text-align: left; font-weight: 500; }
thead th { color: var(--soft); font-weight: 500; }
figure { margin: 0; flex: 1 1 320px; max-width: 500px; } svg { width: 100%; } svg text { font-size: 11px; fill: var(--ink); } figcaption { color: var(--soft); font-size: .8rem; }
.zero { stroke: var(--line); } .error { stroke: var(--ink); stroke-width: 1.2; } .ahead { fill: var(--good); } .behind { fill: var(--bad); }
@media print { section { break-inside: avoid; } }
)";

}  // namespace

Json study_json(std::string_view game, const StudyResult& result) {
  Json seats = Json::object(), answers = Json::array(), players = Json::object();
  for (const auto& [count, matches] : result.players) players[std::to_string(count)] = matches;
  for (const auto& [count, fates] : result.seats)
    for (const Fate& fate : fates) seats[std::to_string(count)].push_back(fate_json(fate));
  for (const StudyAnswer& answer : result.answers) {
    Json rows = Json::array();
    for (const StudyRow& row : answer.rows) {
      Json entry = fate_json(row.fate);
      entry["subject"] = row.subject;
      entry["share"] = row.share;
      if (row.values.n > 0) entry["values"] = spread_json(row.values);
      rows.push_back(std::move(entry));
    }
    Json entry{{"key", answer.question->key}, {"matches", answer.matches}, {"rows", std::move(rows)}};
    if (answer.question->tally) entry["correlation"] = answer.correlation;
    answers.push_back(std::move(entry));
  }
  return {{"game", game},
          {"matches", result.matches},
          {"unfinished", result.unfinished},
          {"players", std::move(players)},
          {"length", spread_json(result.length)},
          {"result", spread_json(result.result)},
          {"rounds", result.rounds},
          {"seats", std::move(seats)},
          {"questions", std::move(answers)}};
}

std::string study_text(const StudyPage& page) {
  const Wording wording(page);
  std::string out = page.title + "\n" + wording.summary() + "\n";
  for (const WordTable& table : wording.tables()) {
    out += "\n" + table.title + "\n";
    if (!table.note.empty()) out += table.note + "\n";
    TextTable text(TextTable::Last::numbers);
    // The first two columns stand to the left: an empty one before them keeps numbers to the right.
    const auto add = [&](const std::vector<std::string>& cells) {
      std::vector<std::string> row{""};
      row.insert(row.end(), cells.begin(), cells.end());
      text.row(std::move(row));
    };
    add(table.heads);
    for (const auto& cells : table.cells) add(cells);
    out += text.text();
  }
  return out;
}

std::string study_html(const std::vector<StudyPage>& pages, const Locale& locale) {
  const std::string title = locale.text("core.study.title");
  std::string out =
      "<!doctype html>\n<html lang=\"" + locale.lang() +
      "\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
      escaped_html(title) + "</title>\n<style>" + std::string(study_style) + "</style>\n</head>\n<body>\n<main>\n<h1>" +
      escaped_html(title) + "</h1>\n<p>" + escaped_html(locale.text("core.study.about")) + "</p>\n";
  for (const StudyPage& page : pages) {
    const Wording wording(page);
    out += "<h2>" + escaped_html(page.title) + "</h2>\n<p>" + escaped_html(wording.summary()) + "</p>\n";
    for (const WordTable& table : wording.tables()) out += html_table(table, locale.text("core.study.ahead_plot"));
  }
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace remise
