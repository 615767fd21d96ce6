#include "bots/tramways/weights.h"

namespace remise::bots::tramways {
namespace {

struct Named {
  std::string_view name;
  double Weights::*value;
};

constexpr Named all[] = {
    {"stress", &Weights::stress},
    {"leisure", &Weights::leisure},
    {"worker", &Weights::worker},
    {"passenger", &Weights::passenger},
    {"hand_limit", &Weights::hand_limit},
    {"travel", &Weights::travel},
    {"loose", &Weights::loose},
    {"bridge", &Weights::bridge},
    {"reach", &Weights::reach},
    {"upgraded", &Weights::upgraded},
    {"parcel", &Weights::parcel},
    {"rail", &Weights::rail},
    {"destination", &Weights::destination},
    {"upgrade_link", &Weights::upgrade_link},
    {"build", &Weights::build},
    {"upgrade_building", &Weights::upgrade_building},
    {"further", &Weights::further},
    {"card_use", &Weights::card_use},
    {"keep", &Weights::keep},
    {"first", &Weights::first},
    {"rivals", &Weights::rivals},
    {"action", &Weights::action},
    {"growth", &Weights::growth},
};

}  // namespace

Weights from_values(const std::vector<double>& values) {
  Weights weights;
  for (std::size_t i = 0; i < std::size(all) && i < values.size(); ++i) weights.*all[i].value = values[i];
  return weights;
}

std::expected<WeightTable, Error> read_weights(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return std::unexpected(json.error());
  WeightTable table;
  std::vector<double> values;
  ObjectReader in(*json, "bots.tramways");
  for (const Named& named : all) {
    const Json& entry = in.object(named.name);
    const auto number = [&](const char* key) {
      const Json field = entry.is_object() ? entry.value(key, Json()) : Json();
      if (!field.is_number()) in.fail("not_a_number", named.name, field);
      return field.is_number() ? field.get<double>() : 0.0;
    };
    const Weight weight{std::string(named.name), number("value"), number("low"), number("high")};
    if (weight.value < weight.low || weight.value > weight.high) in.fail("out_of_range", named.name, weight.value);
    values.push_back(weight.value);
    table.list.push_back(weight);
  }
  if (auto error = in.finish()) return std::unexpected(*error);
  table.weights = from_values(values);
  return table;
}

}  // namespace remise::bots::tramways
