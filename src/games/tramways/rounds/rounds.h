// The order of play (5, 7, 14, 15): what comes after a decision.
#pragma once

#include "games/tramways/position.h"

namespace remise::tramways {

inline bool in_action_phase(const State& s) { return s.phase == Phase::act1 || s.phase == Phase::act2; }
inline Phase action_phase(const State& s) { return s.action_round == 1 ? Phase::act1 : Phase::act2; }

void begin_round(const Mover& mover);
void begin_bidding(const Mover& mover);  // auction.cpp
void begin_actions(const Mover& mover);
void finish_action(const Mover& mover);  // 7.1: one Action more is done
int discard_price(const Position& p);    // 13.3: of the next card, besides its consequence
void end_of_round(const Mover& mover);   // 14

// A pile of chance: the next entry of an explicit setup, or the seeded generator (18.3).
void shuffle(const Mover& mover, Shuffles::What what, Seat seat, std::span<CardId> cards);

// 10.4, 1.3: which fields belong to one building.
void merge_buildings(State& s);

}  // namespace remise::tramways
