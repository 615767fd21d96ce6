#include "bots/tramways/learned.h"

#include <algorithm>
#include <span>

#include "bots/linear.h"
#include "core/json.h"

namespace remise::bots::tramways {

using namespace game;

std::optional<Error> read_numbers(const Json& json, const char* key, std::span<std::int32_t> out, std::string where) {
  where = where + "." + key;
  const Json list = json.is_object() ? json.value(key, Json()) : Json();
  if (!list.is_array() || list.size() != out.size()) return form_error("wrong_count", where, list.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!list[i].is_number_integer()) return form_error("not_an_integer", where, list[i]);
    const auto number = list[i].get<std::int64_t>();
    if (number < -largest_weight || number > largest_weight) return form_error("out_of_range", where, number);
    out[i] = static_cast<std::int32_t>(number);
  }
  return std::nullopt;
}

std::expected<TableName, Error> read_table_name(const Json& json, const std::string& where) {
  if (!json.is_object()) return std::unexpected(form_error("not_an_object", where));
  const Json cards = json.value("cards", Json()), players = json.value("players", Json());
  const auto set = std::ranges::find_if(card_set_names, [&](std::string_view name) { return cards == name; });
  if (set == card_set_names.end()) return std::unexpected(form_error("unknown_word", where + ".cards", cards));
  if (!players.is_number_integer() || players < 1 || players > max_players)
    return std::unexpected(form_error("out_of_range", where + ".players", players));
  return TableName{id_at<CardSetId>(set - card_set_names.begin()), players.get<int>()};
}

std::optional<Error> LearnedModel::read_table(const Json& json, const std::string& where, Table& out) {
  const auto name = read_table_name(json, where);
  if (!name) return name.error();
  out.name = *name;
  const Json stages = json.value("stages", Json());
  if (!stages.is_array() || stages.size() != out.halves.size())
    return form_error("wrong_count", where + ".stages", stages.size());
  for (std::size_t i = 0; i < out.halves.size(); ++i) {
    const std::string place = where + ".stages[" + std::to_string(i) + "]";
    if (!stages[i].is_object() || stages[i].value("stage", Json()) != first_learned + static_cast<int>(i))
      return form_error("out_of_range", place + ".stage");
    if (auto error = read_numbers(stages[i], "table", out.halves[i].table, place)) return error;
    if (auto error = read_numbers(stages[i], "seat", out.halves[i].seat, place)) return error;
  }
  return std::nullopt;
}

// Every set of cards has one at least.
std::optional<Error> LearnedModel::read_tables(const Json& list, const std::string& where) {
  if (!list.is_array()) return form_error("not_a_list", where, list);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string place = where + "[" + std::to_string(i) + "]";
    Table table;
    if (auto error = read_table(list[i], place, table)) return error;
    if (std::ranges::find(tables_, table.name, &Table::name) != tables_.end())
      return form_error("named_twice", place, table.name.players);
    tables_.push_back(table);
  }
  for (std::size_t set = 0; set < card_set_names.size(); ++set)
    if (std::ranges::none_of(tables_, [&](const Table& t) { return index(t.name.cards) == set; }))
      return form_error("missing", where);
  return std::nullopt;
}

std::expected<std::shared_ptr<const LearnedModel>, Error> LearnedModel::read(std::string_view text) {
  const auto json = parse_json(text);
  const std::string file = "bots.tramways-learned";
  if (!json) return std::unexpected(json.error());
  if (!json->is_object() || json->value("unit", Json()) != unit)
    return std::unexpected(form_error("out_of_range", file + ".unit"));
  if (json->value("seat_features", Json()) != Json(seat_feature_names()))
    return std::unexpected(form_error("unknown_word", file + ".seat_features"));
  if (json->value("table_features", Json()) != Json(table_feature_names()))
    return std::unexpected(form_error("unknown_word", file + ".table_features"));
  auto model = std::make_shared<LearnedModel>();
  if (auto error = model->read_tables(json->value("models", Json()), file + ".models")) return std::unexpected(*error);
  return model;
}

// Where there is none for this number of seats: the one for the next smaller, else the smallest.
const LearnedModel::Table& LearnedModel::table_for(const State& s) const {
  const Table* found = nullptr;
  for (const Table& table : tables_) {
    if (table.name.cards != s.cards) continue;
    const int players = table.name.players;
    if (!found || (players <= s.player_count && players > found->name.players) ||
        (found->name.players > s.player_count && players < found->name.players))
      found = &table;
  }
  REMISE_ASSERT(found);
  return *found;
}

double LearnedModel::result(const State& s, const Features& features, Seat seat) const {
  const HalfRound& model = table_for(s).halves[static_cast<std::size_t>(half_round(s) - first_learned)];
  return static_cast<double>(product(model.table, features.table) + product(model.seat, features.seats[index(seat)])) /
         unit;
}

std::array<double, max_seats> Learned::evaluate(const Tramways& rules, const State& s) {
  if (!LearnedModel::knows(half_round(s))) return foreseeing_.evaluate(rules, s);
  std::array<double, max_seats> results{};
  maker_.table(s, features_);
  for (int i = 0; i < s.player_count; ++i) {
    const Seat seat = id_at<Seat>(i);
    maker_.seat(rules.tables(), s, seat, features_);
    results[static_cast<std::size_t>(i)] = model_->result(s, features_, seat);
  }
  return results;
}

}  // namespace remise::bots::tramways
