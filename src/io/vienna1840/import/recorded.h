// A state of ours in the form of recorded states (keys "players/P1/cash" ...), to compare value by value.
//
// The recording knows more than our state: which physical tram is where, which share lies where in the bank. Ledger
// keeps that beside the state.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {

// A physical tram of the source: "Y1-0", sold as "Y2".
struct SourceTram {
  std::string id, face;
  TramColour colour = TramColour::none;
};

struct Ledger {
  std::array<int, company_count> pool{};  // tenths sold back to the bank
  std::set<std::string> pooled;           // and which shares they are: "V_1"
  std::array<std::vector<SourceTram>, tram_company_count> parked;
  std::array<SourceTram, line_count> on_line;  // colour none: no tram
  LineId built = LineId::none;                 // this line has said in this round that it will not build any more
  std::uint8_t built_round = 0;
  bool ended = false;  // broken off by agreement
};

// Makes the ledger's trams agree with the state: kinds are the state's, names the ledger's as far as they fit.
void settle_trams(Ledger& ledger, const State& state);

using FlatState = std::map<std::string, Json>;
FlatState flattened(const Json& state);
FlatState recorded_state(const Vienna1840& rules, const State& state, const Ledger& ledger);

// Order and place that mean nothing in the game are made the same on both sides: of markers in a list and of the circle
// of an interchange they stand in, of privates in a hand. Keys nobody documents are dropped.
void normalise(FlatState& state);

// The recording turns up the cards of CRf when the last auction ends, ours at the end of the round.
State with_new_lines(const Vienna1840& rules, const State& state);

std::string recorded_private(const Tables& tables, PrivateId which);

}  // namespace remise::vienna1840
