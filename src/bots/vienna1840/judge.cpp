#include "bots/vienna1840/judge.h"

namespace remise::bots::vienna1840 {

void Judge::moves(const Vienna1840& rules, const State& state, Seat seat, Moves& out) {
  const Position p = rules.at(state);
  if (state.offer.which != PrivateId::none) {
    // The bank pays as much, and a rival's company would get the landmark.
    out.push_back({DeclineOffer{}, 1});
    out.push_back({AcceptOffer{}, 0});
    return;
  }
  switch (state.step) {
    case Step::open_private: return open_private(p, seat, out);
    case Step::bid_private: return bid_private(p, seat, out);
    case Step::choose_order: return choose_order(p, out);
    case Step::buy_director: return buy_director(p, seat, out);
    case Step::shares: return shares(p, seat, out);
    case Step::dividend: return dividend(p, seat, out);
    case Step::trams:
    case Step::trams_won:
    case Step::trams_after: return trams(p, out);
    case Step::assign:
    case Step::assign_won:
    case Step::assign_after:
    case Step::assign_final: return assign(p, out);
    case Step::name_line:
    case Step::bid_line: return auction(p, out);
    case Step::home: return home(p, out);
    case Step::build: return build(p, seat, out);
    case Step::bonus: return bonus(p, out);
    case Step::after_run: {
      private_sales(p, seat, revenue_worth(p, p.active_company()) * (line_rounds_left(p) - 1), out);
      out.push_back({Pass{}, 0});
      return;
    }
    case Step::over: return;
  }
}

}  // namespace remise::bots::vienna1840
