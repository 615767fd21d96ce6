#include "bots/tramways/told.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "bots/tramways/learned.h"
#include "core/json.h"

namespace remise::bots::tramways {

using namespace game;

// Where a search may end there must be a doubt: at the beginning of a half round that the model knows, and at the end.
std::optional<Error> Told::read_table(const Json& json, const std::string& where, int players, Table& out) {
  if (auto error = read_numbers(json, "lacks", out.lacks, where)) return error;
  if (auto error = read_numbers(json, "lacks_learned", out.lacks_learned, where)) return error;
  if (auto error = read_numbers(json, "doubt", out.doubt, where)) return error;
  ByPart shift{}, slope{};
  if (auto error = read_numbers(json, "shift", shift, where)) return error;
  if (auto error = read_numbers(json, "slope", slope, where)) return error;
  if (players == 1) return std::nullopt;
  for (std::size_t part = 0; part < parts; ++part) {
    const bool ends = part + 1 >= first_learned && (part < last_learned || part == parts - 1);
    if (ends && out.doubt[part] <= 0) return form_error("out_of_range", where + ".doubt", out.doubt[part]);
    if (slope[part] <= 0) return form_error("out_of_range", where + ".slope", slope[part]);
    out.odds[part] = {shift[part], slope[part]};
  }
  return std::nullopt;
}

std::expected<std::shared_ptr<const Told>, Error> Told::read(std::string_view text) {
  const auto json = parse_json(text);
  const std::string file = "bots.tramways-told";
  if (!json) return std::unexpected(json.error());
  if (!json->is_object() || json->value("unit", Json()) != unit)
    return std::unexpected(form_error("out_of_range", file + ".unit"));
  const Json tables = json->value("tables", Json());
  if (!tables.is_array()) return std::unexpected(form_error("not_a_list", file + ".tables", tables));
  auto told = std::make_shared<Told>();
  std::set<const Table*> read;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const std::string where = file + ".tables[" + std::to_string(i) + "]";
    const auto name = read_table_name(tables[i], where);
    if (!name) return std::unexpected(name.error());
    Table& table = told->tables_[index(name->cards)][static_cast<std::size_t>(name->players - 1)];
    if (!read.insert(&table).second) return std::unexpected(form_error("named_twice", where, name->players));
    if (auto error = read_table(tables[i], where, name->players, table)) return std::unexpected(*error);
  }
  if (read.size() != told->tables_.size() * max_players)
    return std::unexpected(form_error("missing", file + ".tables"));
  return told;
}

std::size_t Told::part(const State& s) {
  if (s.phase == Phase::end) return parts - 1;
  return static_cast<std::size_t>(s.round == 0 ? 0 : half_round(s) - 1);
}

double Told::result(const State& s, double expected, Reach reach) const {
  if (s.phase == Phase::end) return expected;
  const ByPart& lacks = reach == Reach::match ? table(s).lacks : table(s).lacks_learned;
  return expected + lacks[part(s)] / unit;
}

std::optional<std::array<double, max_seats>> Told::chances(const State& s,
                                                           const std::array<double, max_seats>& results) const {
  if (s.player_count < 2) return std::nullopt;
  const auto seats = static_cast<std::size_t>(s.player_count);
  const double best = *std::max_element(results.begin(), results.begin() + s.player_count);
  const double doubt = table(s).doubt[part(s)] / unit;
  std::array<double, max_seats> chances{};
  double sum = 0;
  for (std::size_t i = 0; i < seats; ++i) sum += chances[i] = std::exp((results[i] - best) / doubt);
  for (double& chance : chances) chance /= sum;
  return chances;
}

std::optional<Odds> Told::odds(const State& s) const {
  if (s.round == 0) return std::nullopt;
  return s.player_count < 2 || s.phase == Phase::end ? Odds{} : table(s).odds[part(s)];
}

}  // namespace remise::bots::tramways
