#include "bots/vienna1840/learned.h"

#include <algorithm>
#include <cmath>

#include "bots/linear.h"
#include "core/json.h"

namespace remise::bots::vienna1840 {

// Keeps the first fault; `where` names the entry.
struct ModelFaults {
  std::optional<Error> first;
  void add(std::string_view code, const Where& where, Json found = nullptr) {
    if (!first) first = form_error(code, where.text(), std::move(found));
  }
  void add(std::optional<Error> error) {
    if (!first) first = std::move(error);
  }
};

namespace {

void read_names(const Value& list, const std::vector<std::string>& names, const Where& where, ModelFaults& faults) {
  if (list.size() != names.size()) return faults.add("wrong_count", where, list.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!list[i].is_string() || list[i].text() != names[i])
      return faults.add("unknown_word", Where(where, "", i), to_json(list[i]));
}

template <class Numbers>
void read_numbers(const Value& list, Numbers& out, const Where& where, ModelFaults& faults) {
  if (list.size() != out.size()) return faults.add("wrong_count", where, list.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!list[i].is_number_integer()) return faults.add("not_an_integer", Where(where, "", i), to_json(list[i]));
    const auto number = list[i].get<std::int64_t>();
    if (number < -largest_weight || number > largest_weight)
      return faults.add("out_of_range", Where(where, "", i), number);
    out[i] = static_cast<std::int32_t>(number);
  }
}

}  // namespace

// Reads the parts of a file; after the first fault what is read no longer counts.
class LearnedModel::Reader {
 public:
  Reader(LearnedModel& model, const Tables& tables) : model_(model), tables_(tables) {}

  std::optional<Error> read(const Value& root) {
    ValueReader in(root, file_);
    in.skip("about");
    if (const auto given = in.integer("unit", 1, 1 << 20); given != unit) in.fail("out_of_range", "unit", given);
    model_.weights_ = in.text("weights");
    read_names(in.array("seat_features"), seat_feature_names(), Where(file_, ".seat_features"), faults_);
    read_names(in.array("table_features"), table_feature_names(), Where(file_, ".table_features"), faults_);
    const Value& list = in.array("seats");
    if (auto error = in.finish()) return error;
    if (list.size() != model_.by_seats_.size()) faults_.add("wrong_count", Where(file_, ".seats"), list.size());
    for (std::size_t n = 0; n < list.size() && !faults_.first; ++n)
      read_seats(list[n], static_cast<int>(n) + fewest_seats, Where(file_, ".seats", n), model_.by_seats_[n]);
    return faults_.first;
  }

 private:
  void read_seats(const Value& json, int players, const Where& where, SeatsModel& seats) {
    ValueReader entry(json, where);
    if (const auto named = entry.integer("players", 0, max_seats); named != players)
      entry.fail("out_of_range", "players", named), faults_.add(entry.finish());
    seats.rounds.resize(tables_.rounds.size());
    const Value& rounds = entry.array("rounds");
    for (std::size_t i = 0; i < rounds.size() && !faults_.first; ++i)
      read_round(rounds[i], Where(where, ".rounds", i), seats);
    seats.shown.resize(tables_.rounds.size());
    read_numbers(entry.array("shown"), seats.shown, Where(where, ".shown"), faults_);
    if (seats.odds.resize(tables_.rounds.size()); entry.has("odds"))
      read_odds(entry.array("odds"), Where(where, ".odds"), seats);
    read_doubt(entry.array("doubt"), where, seats);
    faults_.add(entry.finish());
  }

  void read_round(const Value& json, const Where& where, SeatsModel& seats) {
    ValueReader one(json, where);
    const std::string_view name = one.text("round");
    const auto found = std::ranges::find(tables_.rounds, name, &Round::name);
    if (found == tables_.rounds.end()) {
      one.fail("no_such_round", "round", std::string(name));
      return faults_.add(one.finish());
    }
    RoundModel& to = seats.rounds[static_cast<std::size_t>(found - tables_.rounds.begin())];
    if (to.known) {
      one.fail("named_twice", "round", std::string(name));
      return faults_.add(one.finish());
    }
    to.known = true;
    read_numbers(one.array("ahead"), to.ahead, Where(where, ".ahead"), faults_);
    read_numbers(one.array("table"), to.table, Where(where, ".table"), faults_);
    read_numbers(one.array("everybody"), to.everybody, Where(where, ".everybody"), faults_);
    faults_.add(one.finish());
  }

  void read_odds(const Value& list, const Where& where, SeatsModel& seats) {
    if (list.size() != seats.odds.size()) faults_.add("wrong_count", where, list.size());
    for (std::size_t i = 0; i < list.size() && !faults_.first; ++i) {
      std::array<std::int32_t, 2> pair{};
      const Where place(where, "", i);
      read_numbers(list[i], pair, place, faults_);
      if (pair[1] <= 0 && !faults_.first) faults_.add("out_of_range", place, pair[1]);
      seats.odds[i] = {pair[0], pair[1]};
    }
  }

  void read_doubt(const Value& list, const Where& where, SeatsModel& seats) {
    seats.doubt.resize(tables_.rounds.size());
    read_numbers(list, seats.doubt, Where(where, ".doubt"), faults_);
    for (std::size_t i = 0; i < seats.doubt.size() && !faults_.first; ++i)
      if (seats.doubt[i] < (seats.rounds[i].known ? 1 : 0))
        faults_.add("out_of_range", Where(where, ".doubt", i), seats.doubt[i]);
  }

  static constexpr Where file_{"bots.1840-learned"};
  LearnedModel& model_;
  const Tables& tables_;
  ModelFaults faults_;
};

std::expected<std::shared_ptr<const LearnedModel>, Error> LearnedModel::read(std::string_view text,
                                                                             const Tables& tables) {
  const auto document = parse_document(text);
  if (!document) return std::unexpected(document.error());
  auto model = std::make_shared<LearnedModel>();
  if (auto error = Reader(*model, tables).read(document->root())) return std::unexpected(*error);
  return model;
}

std::array<double, max_seats> LearnedModel::results(int seats, int round, const Features& features) const {
  const RoundModel& model = at(seats, round);
  std::int64_t average = product(model.table, features.table), sum = 0;
  std::array<std::int64_t, max_seats> ahead{};
  for (int i = 0; i < seats; ++i) {
    const auto s = static_cast<std::size_t>(i);
    average += product(model.everybody, features.seats[s]);
    sum += ahead[s] = product(model.ahead, features.seats[s]);
  }
  std::array<double, max_seats> all{};
  for (int i = 0; i < seats; ++i)
    all[static_cast<std::size_t>(i)] =
        static_cast<double>((average + ahead[static_cast<std::size_t>(i)]) * seats - sum) / (unit * seats);
  return all;
}

double LearnedModel::shown(int seats, int round, double expected) const {
  return expected + by_seats_[static_cast<std::size_t>(seats - fewest_seats)].shown[static_cast<std::size_t>(round)];
}

Odds LearnedModel::odds(int seats, int round) const {
  return by_seats_[static_cast<std::size_t>(seats - fewest_seats)].odds[static_cast<std::size_t>(round)];
}

std::optional<std::array<double, max_seats>> LearnedModel::chances(int seats, int round,
                                                                   const std::array<double, max_seats>& results) const {
  if (!tells(seats, round)) return std::nullopt;
  const double doubt = this->doubt(seats, round);
  const auto end = results.begin() + seats;
  const double best = *std::max_element(results.begin(), end);
  std::array<double, max_seats> chances{};
  double sum = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(seats); ++i)
    sum += chances[i] = std::exp((results[i] - best) / doubt);
  for (double& chance : chances) chance /= sum;
  return chances;
}

std::array<double, max_seats> Learned::evaluate(const Vienna1840& rules, const State& state) {
  const int seats = state.player_count;
  const LearnedModel* model = &serving(seats, state.round);
  if (!model->knows(seats, state.round)) model = opening_.get();
  if (state.step == Step::over || !model || !model->knows(seats, state.round)) return sensible_.evaluate(rules, state);
  sensible_.features(rules.at(state), features_);
  return model->results(seats, state.round, features_);
}

}  // namespace remise::bots::vienna1840
