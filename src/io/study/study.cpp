#include "io/study/study.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "io/text/telling.h"

namespace remise {

namespace {

Error study_fault(std::string_view key, std::string_view member) {
  return {"core", "study_question", "", {{"question", key}, {"member", member}}};
}

std::expected<std::vector<std::string>, Error> words(const Json& entry, std::string_view key, const char* member) {
  std::vector<std::string> found;
  const Json list = entry.value(member, Json::array());
  if (!list.is_array()) return std::unexpected(study_fault(key, member));
  for (const Json& word : list) {
    if (!word.is_string()) return std::unexpected(study_fault(key, member));
    found.push_back(word.get<std::string>());
  }
  return found;
}

std::expected<Question, Error> read_question(const Json& entry) {
  static const std::set<std::string> known{"key", "events", "by", "value", "first", "tally"};
  if (!entry.is_object() || !entry.contains("key") || !entry["key"].is_string())
    return std::unexpected(study_fault("", "key"));
  Question question{.key = entry["key"].get<std::string>(), .events = {}, .by = {}, .value = {}, .first = {}};
  for (const auto& [name, value] : entry.items())
    if (!known.contains(name)) return std::unexpected(study_fault(question.key, name));
  auto events = words(entry, question.key, "events"), by = words(entry, question.key, "by");
  if (!events) return std::unexpected(events.error());
  if (!by) return std::unexpected(by.error());
  if (events->empty()) return std::unexpected(study_fault(question.key, "events"));
  for (const char* text : {"value", "first"})
    if (entry.contains(text) && !entry[text].is_string()) return std::unexpected(study_fault(question.key, text));
  if (entry.contains("tally") && !entry["tally"].is_boolean())
    return std::unexpected(study_fault(question.key, "tally"));
  question.events = std::move(*events);
  question.by = std::move(*by);
  question.value = entry.value("value", "");
  question.first = entry.value("first", "");
  question.tally = entry.value("tally", false);
  // A tally counts for each seat; it has neither a subject nor a first.
  if (question.tally && (!question.by.empty() || !question.first.empty()))
    return std::unexpected(study_fault(question.key, "tally"));
  return question;
}

std::string round_name(const Json& round) {
  return round.is_null() ? "" : round.is_string() ? round.get<std::string>() : round.dump();
}

}  // namespace

namespace studying {  // what Study keeps, so named for its sake

// One seat of a finished match.
struct Outcome {
  double ahead = 0;  // of the mean
  double wins = 0;   // in multiples of the fair share
};

struct Observed {
  Outcome outcome;
  double value = 0;
};

struct Answers {
  std::size_t matches = 0;
  std::map<std::vector<Json>, std::vector<Observed>> by_subject;
};

}  // namespace studying

namespace {

using namespace studying;

std::vector<Outcome> outcomes_of(const Json& outcome, int seats) {
  std::vector<Outcome> found(static_cast<std::size_t>(seats));
  double sum = 0;
  for (const Json& one : outcome["scores"]) {
    found[one["seat"].get<std::size_t>()].ahead = one["score"].get<double>();
    sum += one["score"].get<double>();
  }
  for (Outcome& one : found) one.ahead -= sum / seats;
  const Json& winners = outcome["winners"];
  for (const Json& winner : winners)
    found[winner.get<std::size_t>()].wins = static_cast<double>(seats) / static_cast<double>(winners.size());
  return found;
}

Fate fate_of(const std::vector<Observed>& observed) {
  Fate fate{.n = observed.size(), .wins = 0, .ahead = {}};
  std::vector<double> ahead;
  for (const Observed& one : observed) {
    fate.wins += one.outcome.wins / static_cast<double>(observed.size());
    ahead.push_back(one.outcome.ahead);
  }
  fate.ahead = Estimate::of(ahead);
  return fate;
}

double correlation_of(const std::vector<Observed>& observed) {
  const auto n = static_cast<double>(observed.size());
  double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  for (const Observed& one : observed) x += one.value / n, y += one.outcome.ahead / n;
  for (const Observed& one : observed) {
    const double dx = one.value - x, dy = one.outcome.ahead - y;
    xx += dx * dx, yy += dy * dy, xy += dx * dy;
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

}  // namespace

std::expected<StudyPlan, Error> StudyPlan::read(const Json& study, const Json& log) {
  StudyPlan plan;
  const Telling telling = Telling::read(log);
  plan.round = telling.round;
  if (telling.opening.is_object()) plan.opening = round_name(telling.opening.value("round", Json()));
  if (!study.is_object() || !study.contains("questions") || !study["questions"].is_array() || study.size() != 1)
    return std::unexpected(study_fault("", "questions"));
  std::set<std::string> keys;
  for (const Json& entry : study["questions"]) {
    auto question = read_question(entry);
    if (!question) return std::unexpected(question.error());
    if (!keys.insert(question->key).second) return std::unexpected(study_fault(question->key, "key"));
    plan.questions.push_back(std::move(*question));
  }
  return plan;
}

Spread Spread::of(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const auto at = [&](double part) {  // between the two values next to it
    const double place = part * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (place - static_cast<double>(below));
  };
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {values.size(),
          values.front(),
          at(0.25),
          at(0.5),
          at(0.75),
          values.back(),
          sum / static_cast<double>(values.size())};
}

Estimate Estimate::of(const std::vector<double>& values) {
  if (values.empty()) return {};
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (values.size() < 2) return {mean, 0};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, 1.96 * std::sqrt(squares / (n - 1) / n)};
}

struct Study::Parts {
  StudyPlan plan;
  std::size_t matches = 0, unfinished = 0;
  std::map<int, std::size_t> players;
  std::vector<double> lengths, results;
  std::map<int, std::vector<std::vector<Observed>>> seats;
  std::vector<std::string> rounds;
  std::vector<Answers> answers;  // by question

  // The number of a round by its name; the order is that in which they come.
  std::size_t round_number(const std::string& name) {
    const auto found = std::ranges::find(rounds, name);
    if (found == rounds.end()) rounds.push_back(name);
    return static_cast<std::size_t>(std::ranges::find(rounds, name) - rounds.begin());
  }
};

namespace {

// One match on its way through the questions.
class Reading {
 public:
  Reading(Study::Parts& parts, const std::vector<Outcome>& outcomes) : parts_(parts), outcomes_(outcomes) {
    tallies_.resize(parts.plan.questions.size(), std::vector<double>(outcomes.size()));
    taken_.resize(parts.plan.questions.size());
    answered_.resize(parts.plan.questions.size());
  }

  void event(const Json& event, int mover) {
    const std::string kind = event.value("kind", "");
    if (kind == parts_.plan.round && event.contains("round")) round_ = parts_.round_number(round_name(event["round"]));
    const Json seat = event.value("seat", Json(mover));
    if (!seat.is_number_integer() || seat < 0 || seat >= static_cast<int>(outcomes_.size())) return;
    for (std::size_t i = 0; i < parts_.plan.questions.size(); ++i) {
      const Question& question = parts_.plan.questions[i];
      if (std::ranges::find(question.events, kind) != question.events.end())
        answer(i, question, event, seat.get<std::size_t>());
    }
  }

  void finish() {
    for (std::size_t i = 0; i < tallies_.size(); ++i) {
      if (parts_.plan.questions[i].tally) {
        answered_[i] = true;
        for (std::size_t seat = 0; seat < outcomes_.size(); ++seat)
          parts_.answers[i].by_subject[{tallies_[i][seat]}].push_back({outcomes_[seat], tallies_[i][seat]});
      }
      if (answered_[i]) ++parts_.answers[i].matches;
    }
  }

 private:
  std::optional<double> value_of(const Question& question, const Json& event) const {
    if (question.value == "round") return static_cast<double>(round_);
    if (question.value.empty()) return question.tally ? 1.0 : 0.0;
    const auto found = event.find(question.value);
    if (found == event.end() || !found->is_number()) return std::nullopt;
    return found->get<double>();
  }

  void answer(std::size_t i, const Question& question, const Json& event, std::size_t seat) {
    const auto value = value_of(question, event);
    if (!value) return;
    if (question.tally) {
      tallies_[i][seat] += *value;
      return;
    }
    if (!question.first.empty()) {
      const Json of = question.first == "match"  ? Json()
                      : question.first == "seat" ? Json(seat)
                                                 : event.value(question.first, Json());
      if (!taken_[i].insert(of).second) return;
    }
    std::vector<Json> subject;
    for (const std::string& member : question.by) subject.push_back(event.value(member, Json()));
    parts_.answers[i].by_subject[subject].push_back({outcomes_[seat], *value});
    answered_[i] = true;
  }

  Study::Parts& parts_;
  const std::vector<Outcome>& outcomes_;
  std::size_t round_ = 0;
  std::vector<std::vector<double>> tallies_;
  std::vector<std::set<Json>> taken_;
  std::vector<bool> answered_;
};

StudyAnswer answer_of(const Question& question, const Answers& given) {
  StudyAnswer answer{.question = &question, .matches = given.matches, .rows = {}};
  std::size_t all = 0;
  std::vector<Observed> together;
  for (const auto& [subject, observed] : given.by_subject) {
    all += observed.size();
    together.insert(together.end(), observed.begin(), observed.end());
  }
  for (const auto& [subject, observed] : given.by_subject) {
    StudyRow row{.subject = subject,
                 .share = static_cast<double>(observed.size()) / static_cast<double>(all),
                 .fate = fate_of(observed),
                 .values = {}};
    if (!question.value.empty() && !question.tally) {
      std::vector<double> values;
      for (const Observed& one : observed) values.push_back(one.value);
      row.values = Spread::of(std::move(values));
    }
    answer.rows.push_back(std::move(row));
  }
  if (question.tally) answer.correlation = correlation_of(together);
  // What was chosen most comes first; what a tally counts, and what has a time, in its own order.
  if (!question.tally && question.value.empty())
    std::ranges::stable_sort(answer.rows, std::ranges::greater{}, [](const StudyRow& row) { return row.fate.n; });
  return answer;
}

}  // namespace

Study::Study(StudyPlan plan) : parts_(std::make_unique<Parts>()) {
  parts_->plan = std::move(plan);
  parts_->answers.resize(parts_->plan.questions.size());
  if (!parts_->plan.opening.empty()) parts_->rounds.push_back(parts_->plan.opening);
}
Study::~Study() = default;
Study::Study(Study&&) noexcept = default;

const StudyPlan& Study::plan() const { return parts_->plan; }

void Study::add(const Match& match) {
  const auto outcome = match.outcome();
  ++parts_->matches;
  if (!outcome) {
    ++parts_->unfinished;
    return;
  }
  const auto outcomes = outcomes_of(*outcome, match.seats());
  ++parts_->players[match.seats()];
  parts_->lengths.push_back(static_cast<double>(match.length()));
  for (const Json& one : (*outcome)["scores"]) parts_->results.push_back(one["score"].get<double>());
  auto& seats = parts_->seats[match.seats()];
  seats.resize(outcomes.size());
  for (std::size_t i = 0; i < outcomes.size(); ++i) seats[i].push_back({outcomes[i], 0});
  Reading reading(*parts_, outcomes);
  for (const Json& move : match.log(Viewer::analyst()))
    for (const Json& event : move["events"]) reading.event(event, move.value("seat", -1));
  reading.finish();
}

StudyResult Study::result() const {
  StudyResult result{.matches = parts_->matches,
                     .unfinished = parts_->unfinished,
                     .players = parts_->players,
                     .length = Spread::of(parts_->lengths),
                     .result = Spread::of(parts_->results),
                     .seats = {},
                     .rounds = parts_->rounds,
                     .answers = {}};
  for (const auto& [count, seats] : parts_->seats)
    for (const auto& observed : seats) result.seats[count].push_back(fate_of(observed));
  for (std::size_t i = 0; i < parts_->answers.size(); ++i)
    result.answers.push_back(answer_of(parts_->plan.questions[i], parts_->answers[i]));
  return result;
}

}  // namespace remise
