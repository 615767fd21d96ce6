// The end of the game (16, 17.10).
#pragma once

#include <string_view>

#include "games/tramways/state.h"

namespace remise::tramways {

// 16.1: what a score is the sum of, each with its sign.
struct ScoreTerms {
  int hp = 0;
  int links = 0;
  int money = 0;
  int stress = 0;

  int sum() const { return hp + links + money + stress; }
};

ScoreTerms score_terms(const Tables& tables, const State& s, Seat seat);  // 16.1
int score(const Tables& tables, const State& s, Seat seat);               // 16.1
SeatSet winners(const Tables& tables, const State& s);                    // 16.3
std::string_view rating(const Tables& tables, int score);                 // 17.10

}  // namespace remise::tramways
