// Named weights of a game's players, from data/bots/GAME.json: value, bounds for the tuner, and what each means.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "bots/tuner.h"
#include "core/hash.h"
#include "core/json.h"
#include "core/typed_match.h"

namespace remise::bots {

// A weight in the data file, and its place in the game's struct of weights.
template <class Weights>
struct NamedWeight {
  std::string_view name;
  double Weights::*value;
};

template <class Weights>
struct WeightTable {
  std::vector<Weight> list;
  Weights weights;
};

// Values in the order of the names.
template <class Weights, std::size_t count>
Weights weights_of(const NamedWeight<Weights> (&names)[count], const std::vector<double>& values) {
  Weights weights;
  for (std::size_t i = 0; i < count && i < values.size(); ++i) weights.*names[i].value = values[i];
  return weights;
}

// A number for the values of all weights: what was learned with others no longer fits.
inline std::string weights_hash(const std::vector<Weight>& list) {
  std::string text;
  for (const Weight& weight : list) text += weight.name + '=' + Json(weight.value).dump() + ';';
  return hash_text(hash_bytes(text.data(), text.size()));
}

// Every weight must be there, within its bounds, and nothing else. `where` names the file in errors.
template <class Weights, std::size_t count>
std::expected<WeightTable<Weights>, Error> read_weight_table(const NamedWeight<Weights> (&names)[count],
                                                             std::string_view where, std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return std::unexpected(json.error());
  WeightTable<Weights> table;
  ObjectReader in(*json, std::string(where));
  for (const auto& named : names) {
    const Json& entry = in.object(named.name);
    const auto number = [&](const char* key) {
      const Json field = entry.is_object() ? entry.value(key, Json()) : Json();
      if (!field.is_number()) in.fail("not_a_number", named.name, field);
      return field.is_number() ? field.get<double>() : 0.0;
    };
    const Weight weight{std::string(named.name), number("value"), number("low"), number("high")};
    if (weight.value < weight.low || weight.value > weight.high) in.fail("out_of_range", named.name, weight.value);
    table.weights.*named.value = weight.value;
    table.list.push_back(weight);
  }
  if (auto error = in.finish()) return std::unexpected(*error);
  return table;
}

}  // namespace remise::bots
