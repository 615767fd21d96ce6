// The order of play (5, 7, 14, 15): what comes after a decision.
#pragma once

#include "games/tramways/position.h"

namespace remise::tramways {

inline bool in_action_phase(const State& s) { return s.phase == Phase::act1 || s.phase == Phase::act2; }
inline Phase action_phase(const State& s) { return s.action_round == 1 ? Phase::act1 : Phase::act2; }

void begin_round(Play& play);
void begin_bidding(Play& play);  // auction.cpp
void begin_actions(Play& play);
void finish_action(Play& play);  // 7.1: one Action more is done
void end_of_round(Play& play);   // 14

// A pile of chance: the next entry of an explicit setup, or the seeded generator (18.3).
void shuffle(Play& play, Shuffles::What what, Seat seat, std::span<CardId> cards);

// 10.4, 1.3: which fields belong to one building.
void merge_buildings(State& s);

}  // namespace remise::tramways
