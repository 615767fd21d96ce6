#include "games/vienna1840/rules.h"

#include <algorithm>

#include "games/vienna1840/rounds/rounds.h"

namespace remise::vienna1840 {

namespace {

// Does what is forced now; false when somebody has to decide.
bool settle_once(const Mover& mover) {
  if (mover.s.offer.which != PrivateId::none) return false;
  switch (mover.s.step) {
    case Step::open_private:
    case Step::bid_private: return settle_pre_share(mover);
    case Step::choose_order: return settle_order_choice(mover);
    case Step::buy_director:
    case Step::shares: return settle_shares(mover);
    case Step::dividend: return settle_dividend(mover);
    case Step::trams:
    case Step::assign:
    case Step::trams_won:
    case Step::assign_won:
    case Step::trams_after:
    case Step::assign_after:
    case Step::assign_final: return settle_trams(mover);
    case Step::name_line:
    case Step::bid_line: return settle_line_auction(mover);
    case Step::home:
    case Step::build:
    case Step::bonus:
    case Step::after_run: return settle_line_turn(mover);
    case Step::over: return false;
  }
  return false;
}

// While an offer is open, only its answer and returning privates count.
template <class A>
constexpr bool answers_offer =
    std::is_same_v<A, AcceptOffer> || std::is_same_v<A, DeclineOffer> || std::is_same_v<A, ReturnPrivate>;

}  // namespace

void Vienna1840::legal(const State& s, Seat seat, std::vector<Choice<Action>>& out, Workspace& work) const {
  const Position p = at(s);
  if (seat == Seat::none || seat != p.to_act()) return;
  if (s.offer.which != PrivateId::none) {
    out.push_back({AcceptOffer{}});
    out.push_back({DeclineOffer{}});
    return list_returns(p, out);
  }
  switch (s.step) {
    case Step::open_private:
    case Step::bid_private: list_pre_share(p, out); break;
    case Step::choose_order: list_order_choice(p, out); break;
    case Step::buy_director:
    case Step::shares: list_shares(p, out); break;
    case Step::dividend: list_dividend(p, out); break;
    case Step::trams:
    case Step::trams_won:
    case Step::trams_after: list_trams(p, out); break;
    case Step::assign:
    case Step::assign_won:
    case Step::assign_after:
    case Step::assign_final: list_assignments(p, out); break;
    case Step::name_line:
    case Step::bid_line: list_line_auction(p, out); break;
    case Step::home:
    case Step::build:
    case Step::bonus:
    case Step::after_run: list_line_turn(p, out, work); break;
    case Step::over: return;
  }
  list_scrapping(p, out);
  list_returns(p, out);
}

std::optional<Refusal> Vienna1840::act_alone(const Mover& mover, Seat seat, const Action& action) const {
  const Position p = mover;
  if (seat == Seat::none || seat != p.to_act()) return refuse(RefusalCode::not_to_act, seat);
  return std::visit(
      [&]<class A>(const A& a) -> Check {
        if (p.s.offer.which != PrivateId::none && !answers_offer<A>)
          return refuse(RefusalCode::offer_pending, p.s.offer.which, p.s.offer.price);
        if (Check no = check(p, a, mover.work)) return no;
        act(mover, a);
        return {};
      },
      action);
}

Vienna1840::Outlined Vienna1840::outline(const State& s, Seat seat, const Action& action, Workspace& work) const {
  Outlined made{s, s, {}, 0};
  if (act_alone({*tables_, made.acted, &made.events, work}, seat, action)) return made;
  made.acted_events = made.events.size();
  made.settled = made.acted;
  State further = made.acted;
  const auto hidden = [&] { return std::ranges::any_of(made.events, [&](const Event& e) { return reveals(e); }); };
  while (!hidden() && settle_once({*tables_, further, &made.events, work}))
    if (!hidden()) made.settled = further;
  return made;
}

std::optional<Refusal> Vienna1840::apply(State& s, Seat seat, const Action& action, Events* events, Workspace& work,
                                         std::vector<State>* between) const {
  if (const auto refusal = act_alone({*tables_, s, events, work}, seat, action)) return refusal;
  if (between) between->push_back(s);
  settle(s, events, work, between);
  return {};
}

void Vienna1840::settle(State& s, Events* events, Workspace& work, std::vector<State>* between) const {
  const Mover mover{*tables_, s, events, work};
  while (settle_once(mover))
    if (between) between->push_back(s);
}

Action Vienna1840::with_amount(const Action& action, std::int32_t amount) const {
  Action result = action;
  if (auto* bid = std::get_if<BidPrivate>(&result))
    bid->price = amount;
  else if (auto* line_bid = std::get_if<BidLine>(&result))
    line_bid->price = amount;
  else if (auto* sale = std::get_if<SellShares>(&result))
    sale->count = static_cast<std::uint8_t>(amount);
  else if (auto* dividend = std::get_if<Dividend>(&result))
    dividend->amount = amount;
  else if (auto* offer = std::get_if<OfferPrivate>(&result))
    offer->price = static_cast<std::uint8_t>(amount);
  else if (auto* run = std::get_if<Run>(&result))
    run->claim = amount;
  return result;
}

// R118, R119.
std::optional<Json> Vienna1840::outcome(const State& s) const {
  if (s.step != Step::over) return std::nullopt;
  return standing(s);
}

Json Vienna1840::standing(const State& s) const {
  Money best{INT32_MIN};
  for (int i = 0; i < s.player_count; ++i) best = std::max(best, at(s).wealth(id_at<Seat>(i)));
  Json scores = Json::array(), winners = Json::array();
  for (int i = 0; i < s.player_count; ++i) {
    const Money wealth = at(s).wealth(id_at<Seat>(i));
    scores.push_back({{"seat", i}, {"score", wealth.v}});
    if (wealth == best) winners.push_back(i);
  }
  return Json{{"scores", std::move(scores)}, {"winners", std::move(winners)}};
}

}  // namespace remise::vienna1840
