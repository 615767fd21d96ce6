// The rounds of 1840. For every action there is a check (may it be done now, and if not why) and an act (do it; the
// check has allowed it). For every step there is a list of what may be done and a settle: when nothing is left to
// decide it does the forced thing and returns true. Rules calls settle until it returns false. Only the lines'
// questions (what can be built, what is the best route) need working memory.
#pragma once

#include <optional>
#include <vector>

#include "core/rules.h"
#include "games/vienna1840/action.h"
#include "games/vienna1840/position.h"
#include "games/vienna1840/refusal.h"

namespace remise::vienna1840 {

using Choices = std::vector<Choice<Action>>;

inline Check not_this_step(const Position& p) { return refuse(RefusalCode::wrong_step, p.s.step); }
// An entry for all amounts from min on in steps, up to max; nothing where max is below min.
template <class A>
void add_range(Choices& out, const A& first, std::int32_t min, std::int32_t max, std::int32_t step) {
  if (max >= min) out.push_back({Action{first}, min, min + (max - min) / step * step, step});
}

// --- pre-share round (VI)
void start_pre_share(const Mover& mover);
Check check(const Position& p, const BidPrivate& bid);
void act(const Mover& mover, const BidPrivate& bid);
void pass_private(const Mover& mover, bool forced);
void list_pre_share(const Position& p, Choices& out);
bool settle_pre_share(const Mover& mover);
Check check(const Position& p, const ChooseOrder& choice);
void act(const Mover& mover, const ChooseOrder& choice);
void list_order_choice(const Position& p, Choices& out);
bool settle_order_choice(const Mover& mover);

// --- share rounds (VII)
void start_share_round(const Mover& mover);
InplaceVector<Seat, max_seats> order_by_cash(const Position& p);  // R26: the cards as they would be dealt now
Check check(const Position& p, const BuyDirector& purchase);
Check check(const Position& p, const BuyShare& purchase);
Check check(const Position& p, const SellShares& sale);
void act(const Mover& mover, const BuyDirector& purchase);
void act(const Mover& mover, const BuyShare& purchase);
void act(const Mover& mover, const SellShares& sale);
void pass_shares(const Mover& mover, bool forced);
void list_shares(const Position& p, Choices& out);
bool settle_shares(const Mover& mover);

// --- company rounds (VIII): CRa - CRd, income
void start_company_round(const Mover& mover);
Check check(const Position& p, const Dividend& dividend);
void act(const Mover& mover, const Dividend& dividend);
void list_dividend(const Position& p, Choices& out);
bool settle_dividend(const Mover& mover);

// --- trams (VIII.5.3), in CRd and CRe
bool is_tram_step(Step step);
bool is_assign_step(Step step);
bool must_buy_tram(const Position& p, CompanyId c);  // R44, R46: in this step
// The cheapest tram on sale, for a company that has none and must own one when this CR ends (R44).
std::optional<TramOffer> tram_duty(const Position& p, CompanyId c);
Check check(const Position& p, const BuyTram& purchase);
Check check(const Position& p, const ScrapTram& scrap);
Check check(const Position& p, const AssignTrams& assignment);
void act(const Mover& mover, const BuyTram& purchase);
void act(const Mover& mover, const ScrapTram& scrap);
void act(const Mover& mover, const AssignTrams& assignment);
void pass_trams(const Mover& mover, bool forced);
void list_trams(const Position& p, Choices& out);
void list_assignments(const Position& p, Choices& out);
void list_scrapping(const Position& p, Choices& out);
bool settle_trams(const Mover& mover);

// --- line auction (VIII.6, VIII.7)
bool auction_skipped(const Position& p);  // R55
void start_line_auction(const Mover& mover);
void next_chooser(const Mover& mover);
void reveal_lines(const Mover& mover);  // CRf
Check check(const Position& p, const BidLine& bid);
void act(const Mover& mover, const BidLine& bid);
void pass_line(const Mover& mover, bool forced);
void list_line_auction(const Position& p, Choices& out);
bool settle_line_auction(const Mover& mover);
void after_tram_step(const Mover& mover);  // what follows the assignment of trams

// --- line rounds (IX)
Builder builder_of(const Position& p, Money treasury);  // for the line whose turn it is
LayKind bonus_lay(Bonus bonus);                         // R79, R80, R84; of a bonus that is a tile
void start_line_round(const Mover& mover);
Check check(const Position& p, const LayTile& lay);
Check check(const Position& p, const PlaceMarker& marker);
Check check(const Position& p, const RemoveMarker& removal);
Check check(const Position& p, const Run& run, Workspace& work);
void act(const Mover& mover, const LayTile& lay);
void act(const Mover& mover, const PlaceMarker& marker);
void act(const Mover& mover, const RemoveMarker& removal);
void act(const Mover& mover, const Run& run);
void pass_line_turn(const Mover& mover, bool forced);
void list_line_turn(const Position& p, Choices& out, Workspace& work);
bool settle_line_turn(const Mover& mover);
bool can_build(const Position& p, Money treasury, Workspace& work);  // anything to build with this much in the treasury

// --- privates (IV.2)
Check check(const Position& p, const ReturnPrivate& back);
Check check(const Position& p, const OfferPrivate& offer);
Check check(const Position& p, const AcceptOffer& answer);
Check check(const Position& p, const DeclineOffer& answer);
void act(const Mover& mover, const ReturnPrivate& back);
void act(const Mover& mover, const OfferPrivate& offer);
void act(const Mover& mover, const AcceptOffer& answer);
void act(const Mover& mover, const DeclineOffer& answer);
void list_returns(const Position& p, Choices& out);
void list_offers(const Position& p, Choices& out);
bool can_offer(const Position& p, Money treasury);

// --- passing, in every round
Check check(const Position& p, const Pass& pass);
void act(const Mover& mover, const Pass& pass);

void next_round(const Mover& mover);

// Every check in one form.
template <class A>
Check check(const Position& p, const A& action, Workspace&) {
  return check(p, action);
}

}  // namespace remise::vienna1840
