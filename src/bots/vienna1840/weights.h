// The named weights of the players of 1840, from data/bots/1840.json (where each is explained).
#pragma once

#include <expected>
#include <string_view>
#include <vector>

#include "bots/weights.h"

namespace remise::bots::vienna1840 {

struct Weights {
  // What a Gulden in hand before share round k is worth at the end.
  double cash_1 = 0, cash_2 = 0, cash_3 = 0, cash_4 = 0, cash_5 = 0;
  double swap = 0;         // how much better a share must be to sell another for it
  double par = 0;          // inclination to a high par: treasury against cash
  double private_use = 0;  // landmark and sale to the own company, as a part of the face value
  // Forecast of lines.
  double start_route = 0, growth = 0, route_cap = 0;
  double tram_3 = 0, tram_4 = 0, tram_5 = 0;  // what trams add to a run in LR3, LR4, LR5 on average
  double need_2 = 0, need_3 = 0, need_4 = 0, need_5 = 0;
  // Forecast of the Stadtbahn.
  double building = 0, upgrades = 0;
  // Line turns.
  double open_interchange = 0, extension = 0, extension_decay = 0, upgrade_extension = 0;
  double treasury_early = 0, treasury_late = 0;
  double revenue = 0;  // what a Gulden of revenue is worth to the director beside their own part of it
  double rivals = 0;   // how much the gain of the best rival counts against one's own
  double stadtbahn_progress = 0;
  double bonus = 0;
  double progress_2 = 0, progress_3 = 0, progress_4 = 0, progress_5 = 0;
  // Company rounds.
  double need_value = 0, working = 0, working_value = 0;
  double line_bid = 0;
};

// Values in the order of the data file.
Weights from_values(const std::vector<double>& values);

// Every weight must be there, within its bounds, and nothing else.
std::expected<WeightTable<Weights>, Error> read_weights(std::string_view json);

}  // namespace remise::bots::vienna1840
