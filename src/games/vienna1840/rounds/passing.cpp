// Passing, and the way from one round to the next.
#include "games/vienna1840/rounds/rounds.h"

namespace remise::vienna1840 {

Check check(const Position& p, const Pass&) {
  const State& s = p.s;
  switch (s.step) {
    case Step::open_private:
    case Step::bid_private:
    case Step::shares:
    case Step::name_line:
    case Step::bid_line:
    case Step::bonus:
    case Step::after_run: return {};
    case Step::buy_director: return refuse(RefusalCode::director_first);
    case Step::trams:
    case Step::trams_won:
    case Step::trams_after:
      if (must_buy_tram(p, p.active_company())) return refuse(RefusalCode::must_own_tram, p.active_company());
      return {};
    case Step::build:
      if (s.line(s.turn.line).tram != TramColour::none) return refuse(RefusalCode::must_run, s.turn.line);
      return {};
    default: return refuse(RefusalCode::pass_not_possible, s.step);
  }
}

void act(const Play& play, const Pass&) {
  switch (play.s.step) {
    case Step::open_private:
    case Step::bid_private: return pass_private(play, false);
    case Step::shares: return pass_shares(play, false);
    case Step::name_line:
    case Step::bid_line: return pass_line(play, false);
    case Step::bonus:
    case Step::build:
    case Step::after_run: return pass_line_turn(play, false);
    default: return pass_trams(play, false);
  }
}

void next_round(const Play& play) {
  ++play.s.round;
  play.tell(EventKind::round_started, play.s.round);
  switch (play.now().round().kind) {
    case RoundKind::pre_share: return start_pre_share(play);
    case RoundKind::share: return start_share_round(play);
    case RoundKind::company: return start_company_round(play);
    case RoundKind::line: return start_line_round(play);
  }
}

}  // namespace remise::vienna1840
