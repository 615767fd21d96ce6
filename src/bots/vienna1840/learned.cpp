#include "bots/vienna1840/learned.h"

#include <algorithm>
#include <cmath>

#include "bots/linear.h"
#include "core/json.h"

namespace remise::bots::vienna1840 {
namespace {

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

std::expected<std::shared_ptr<const LearnedModel>, Error> LearnedModel::read(std::string_view text,
                                                                             const Tables& tables) {
  const auto document = parse_document(text);
  if (!document) return std::unexpected(document.error());
  auto model = std::make_shared<LearnedModel>();
  ModelFaults faults;
  const Where file("bots.1840-learned");
  ValueReader in(document->root(), file);
  in.skip("about");
  if (const auto given = in.integer("unit", 1, 1 << 20); given != unit) in.fail("out_of_range", "unit", given);
  model->weights_ = in.text("weights");
  read_names(in.array("seat_features"), seat_feature_names(), Where(file, ".seat_features"), faults);
  read_names(in.array("table_features"), table_feature_names(), Where(file, ".table_features"), faults);
  const Value& list = in.array("seats");
  if (auto error = in.finish()) return std::unexpected(*error);
  if (list.size() != model->by_seats_.size()) faults.add("wrong_count", Where(file, ".seats"), list.size());
  for (std::size_t n = 0; n < list.size() && !faults.first; ++n) {
    const Where where(file, ".seats", n);
    SeatsModel& seats = model->by_seats_[n];
    seats.rounds.resize(tables.rounds.size());
    seats.shown.resize(tables.rounds.size());
    ValueReader entry(list[n], where);
    if (const auto players = entry.integer("players", 0, max_seats); players != static_cast<int>(n) + fewest_seats)
      entry.fail("out_of_range", "players", players), faults.add(entry.finish());
    const Value& rounds = entry.array("rounds");
    for (std::size_t i = 0; i < rounds.size() && !faults.first; ++i) {
      const Where place(where, ".rounds", i);
      ValueReader one(rounds[i], place);
      const std::string_view name = one.text("round");
      std::size_t round = 0;
      while (round < tables.rounds.size() && tables.rounds[round].name != name) ++round;
      if (round == tables.rounds.size() || seats.rounds[round].known) {
        one.fail(round == tables.rounds.size() ? "no_such_round" : "named_twice", "round", std::string(name));
        faults.add(one.finish());
        break;
      }
      RoundModel& to = seats.rounds[round];
      to.known = true;
      read_numbers(one.array("ahead"), to.ahead, Where(place, ".ahead"), faults);
      read_numbers(one.array("table"), to.table, Where(place, ".table"), faults);
      read_numbers(one.array("everybody"), to.everybody, Where(place, ".everybody"), faults);
      faults.add(one.finish());
    }
    const Value& shown = entry.array("shown");
    if (shown.size() != seats.shown.size()) faults.add("wrong_count", Where(where, ".shown"), shown.size());
    for (std::size_t i = 0; i < shown.size() && !faults.first; ++i) {
      const Where place(where, ".shown", i);
      std::array<std::int32_t, 2> pair{};
      read_numbers(shown[i], pair, place, faults);
      // A move that is better must not be shown as worse.
      if (pair[1] <= 0 && !faults.first) faults.add("out_of_range", place, pair[1]);
      seats.shown[i] = {pair[0], pair[1]};
    }
    const Value& doubt = entry.array("doubt");
    seats.doubt.resize(tables.rounds.size());
    read_numbers(doubt, seats.doubt, Where(where, ".doubt"), faults);
    for (std::size_t i = 0; i < seats.doubt.size() && !faults.first; ++i)
      if (seats.doubt[i] < (seats.rounds[i].known ? 1 : 0))
        faults.add("out_of_range", Where(where, ".doubt", i), seats.doubt[i]);
    faults.add(entry.finish());
  }
  if (faults.first) return std::unexpected(*faults.first);
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
  const Shown& by = by_seats_[static_cast<std::size_t>(seats - fewest_seats)].shown[static_cast<std::size_t>(round)];
  return by.offset + by.slope * expected / unit;
}

std::optional<std::array<double, max_seats>> LearnedModel::chances(int seats, int round,
                                                                   const std::array<double, max_seats>& results) const {
  if (!knows(seats, round)) return std::nullopt;
  const double doubt = by_seats_[static_cast<std::size_t>(seats - fewest_seats)].doubt[static_cast<std::size_t>(round)];
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
  const LearnedModel* model = model_->knows(seats, state.round)                 ? model_.get()
                              : opening_ && opening_->knows(seats, state.round) ? opening_.get()
                                                                                : nullptr;
  if (state.step == Step::over || !model) return sensible_.evaluate(rules, state);
  sensible_.features(rules.at(state), features_);
  return model->results(seats, state.round, features_);
}

}  // namespace remise::bots::vienna1840
