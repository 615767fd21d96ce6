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

void act(const Mover& mover, const Pass&) {
  switch (mover.s.step) {
    case Step::open_private:
    case Step::bid_private: return pass_private(mover, false);
    case Step::shares: return pass_shares(mover, false);
    case Step::name_line:
    case Step::bid_line: return pass_line(mover, false);
    case Step::bonus:
    case Step::build:
    case Step::after_run: return pass_line_turn(mover, false);
    default: return pass_trams(mover, false);
  }
}

void next_round(const Mover& mover) {
  ++mover.s.round;
  mover.tell(EventKind::round_started, mover.s.round);
  switch (mover.now().round().kind) {
    case RoundKind::pre_share: return start_pre_share(mover);
    case RoundKind::share: return start_share_round(mover);
    case RoundKind::company: return start_company_round(mover);
    case RoundKind::line: return start_line_round(mover);
  }
}

}  // namespace remise::vienna1840
