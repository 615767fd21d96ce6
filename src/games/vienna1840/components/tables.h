// Everything constant about 1840, read once from data/1840 and checked: the three boards with all tiles, and the facts
// of companies, trams, rounds and the share chart.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "core/data_files.h"
#include "core/json.h"
#include "core/money.h"
#include "games/vienna1840/components/map.h"

namespace remise::vienna1840 {

struct Cell {  // of the share chart; row 0 is the top, column 0 the left end
  std::int8_t row = 0;
  std::int8_t column = 0;
  bool operator==(const Cell&) const = default;
};

struct ParPrice {
  Money price;
  Cell cell;
};

struct DividendMove {
  std::int32_t min = 0;
  std::int32_t max = 0;  // INT32_MAX where open
  std::int8_t move = 0;  // spaces right; -1 = one left
};

enum class RoundKind : std::uint8_t { pre_share, share, company, line };
struct Round {
  std::string name;  // "PRE", "SR1", "LR2a"
  RoundKind kind{};
  Era era{};                   // values of boxes, and newest tile colour (R1, R89)
  std::int8_t multiplier = 0;  // of Stadtbahn runs, company rounds only (R42)
  std::int8_t number = 0;      // 1 for CR1, SR1, LR1a and LR1b
  bool last = false;
};

struct TramOffer {  // one stack in the buying spaces of a company round
  TramColour colour = TramColour::none;
  Money price;
};

struct PrivateFacts {
  std::string id, name;
  Money face, dividend;
  HexId landmark = HexId::none;
};

struct CompanyFacts {
  std::string id, name, colour_name, colour, text_colour;
};

struct PlayerCountFacts {
  Money capital;
  std::int8_t certificate_limit = 0;
  std::array<std::int8_t, tram_colour_count> trams{};
  std::int8_t lines_shown = 0;     // at the start, and added in each CRf (R3)
  std::vector<MapVariant> boards;  // first = recommended
};

struct Tables {
  std::array<Map, 3> maps;                     // by MapVariant
  std::array<PlayerCountFacts, 7> by_players;  // [2] .. [6]
  std::vector<Round> rounds;
  std::vector<std::vector<std::int16_t>> chart;  // price by row, column
  std::vector<ParPrice> pars;                    // ascending price
  std::array<Cell, stadtbahn_count> stadtbahn_cells;
  std::vector<DividendMove> dividend_moves;
  std::array<std::vector<TramOffer>, 7> tram_offers;  // [1] .. [6]: CR1 .. CR6, cheapest tram colour first; R6
  // Added to the revenue of a tram (row) once the newest colour ever bought is the column (R52).
  std::array<std::array<std::int16_t, tram_colour_count>, tram_colour_count> maintenance{};
  std::array<PrivateFacts, private_count> privates;
  std::array<CompanyFacts, company_count> companies;
  Money preemptive_right;  // the 350 card (R17)
  Money dividend_step, auction_step, private_drop, line_min_bid, loan_cash, loan_debt;
  std::int8_t trams_per_company = 0, lines_per_company = 0;
  LineSet not_shown_at_start;            // line 2 (R3)
  int first_round_of_private_sales = 0;  // place in rounds: LR2a (R110)

  const Map& map(MapVariant v) const { return maps[index(v)]; }
  const Round& company_round(int number) const;  // 1 for CR1

  // An error names the file and the entry that is wrong.
  static std::expected<std::shared_ptr<const Tables>, Error> read(const DataFiles& data);
};

}  // namespace remise::vienna1840
