// The named weights of the players of Tramways, from data/bots/tramways.json (where each is explained); those for the
// other sets of cards and boards from tramways-second.json and tramways-third.json.
#pragma once

#include <expected>
#include <string_view>
#include <vector>

#include "bots/weights.h"

namespace remise::bots::tramways {

// All in points of the final score (16).
struct Weights {
  double stress = 0, leisure = 0, worker = 0, passenger = 0, hand_limit = 0;
  // Links: 3 points, and what passengers of the rounds to come bring.
  double travel = 0, loose = 0, bridge = 0, reach = 0, upgraded = 0;
  double open = 0;  // part of this that track counts which leads nowhere yet
  double over = 0;  // a link over an own parcel, which a building there will make two
  double parcel = 0;
  // Cards by their symbols; further symbols of a card count in part.
  double rail = 0, destination = 0, upgrade_link = 0, build = 0, upgrade_building = 0;
  double further = 0;             // part
  double card_use = 0;            // part of a card's worth that playing it costs while Actions of the round remain
  double keep = 0;                // how much better than the average a card must be to be kept for the next round
  double first = 0;               // to act first
  double spent = 0;               // part of a card's worth that paying a bid with it costs
  double rivals = 0;              // how much a rival's points count against one's own
  double action = 0, growth = 0;  // evaluation: an Action to come, and what each own link adds to it

  bool operator==(const Weights&) const = default;
};

// Values in the order of the data file.
Weights from_values(const std::vector<double>& values);

// Every weight must be there, within its bounds, and nothing else.
std::expected<WeightTable<Weights>, Error> read_weights(std::string_view json);

}  // namespace remise::bots::tramways
