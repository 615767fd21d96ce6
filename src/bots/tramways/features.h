// What the learned evaluation sees of a seat at the beginning of a half round (learned.h): whole numbers. The writer of
// training data (`remise learn-data`) and the player use this one function, so that a weight means the same to both.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bots/tramways/ways.h"

namespace remise::bots::tramways {

// Symbols of cards; once of all the seat owns, once of those in hand.
inline constexpr std::array card_features{"cards",        "rails",   "rail_cards",   "destinations", "residential",
                                          "commercial",   "leisure", "works",        "coordinates",  "stripes",
                                          "upgrade_link", "build",   "upgrade_tile", "worker",       "add_passenger",
                                          "stress_down",  "dollars", "pay",          "stressful"};

inline constexpr std::array own_features{"hp",
                                         "stress",
                                         "tense",
                                         "money",
                                         "happiness",
                                         "workers",
                                         "hand_limit",
                                         "straights",
                                         "curves",
                                         "links",
                                         "pieces",
                                         "fares",
                                         "upgraded",
                                         "open_pieces",
                                         "places",
                                         "kinds",
                                         "to_residential",
                                         "to_commercial",
                                         "to_leisure",
                                         "to_works",
                                         "at_residential",
                                         "at_commercial",
                                         "at_leisure",
                                         "at_works",
                                         "network",
                                         "waiting",
                                         "arriving",
                                         "trip_1",
                                         "trip_2",
                                         "trip_3",
                                         "trip_money",
                                         "way_residential",
                                         "way_commercial",
                                         "way_leisure",
                                         "way_works",
                                         "parcels",
                                         "named_parcels",
                                         "over_parcels",
                                         "end_parcels",
                                         "tiles",
                                         "plain_tiles",
                                         "place",
                                         "rival_links",
                                         "rival_fares"};

inline constexpr std::array table_features{"one", "supply", "passengers", "free_places"};

inline constexpr std::size_t seat_feature_count = own_features.size() + 2 * card_features.size();
inline constexpr std::size_t table_feature_count = table_features.size();

struct Features {
  std::array<std::int32_t, table_feature_count> table;
  std::array<std::array<std::int32_t, seat_feature_count>, max_seats> seats;
};

std::vector<std::string> seat_feature_names();  // those of cards as "rails" and "rails.hand"
std::vector<std::string> table_feature_names();

class FeatureMaker {
 public:
  void table(const game::State& s, Features& out) const;
  void seat(const game::Tables& tables, const game::State& s, Seat seat, Features& out);

 private:
  Trips finder_;
  std::vector<Trip> trips_;
};

}  // namespace remise::bots::tramways
