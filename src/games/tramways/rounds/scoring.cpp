#include "games/tramways/rounds/scoring.h"

#include "games/tramways/board/links.h"

namespace remise::tramways {

ScoreTerms score_terms(const Tables& tables, const State& s, Seat seat) {
  const Constants& c = tables.constants;
  const Player& p = s.player(seat);
  return {.hp = p.hp,
          .links = c.hp_per_complete_link * complete_links(s, seat),
          .money = p.money / c.money_per_hp,
          .stress = c.hp_per_stress * p.stress};
}

int score(const Tables& tables, const State& s, Seat seat) { return score_terms(tables, s, seat).sum(); }

SeatSet winners(const Tables& tables, const State& s) {
  SeatSet best;
  std::pair<int, int> top{};
  for (int i = 0; i < s.player_count; ++i) {
    const Seat seat = id_at<Seat>(i);
    const std::pair<int, int> mine{score(tables, s, seat), s.player(seat).money};
    if (best.empty() || mine > top) best = {}, top = mine;
    if (mine == top) best.add(seat);
  }
  return best;
}

std::string_view rating(const Tables& tables, int score) {
  for (const Rating& r : tables.constants.ratings)
    if (score >= r.min && score <= r.max) return r.name;
  return {};
}

}  // namespace remise::tramways
