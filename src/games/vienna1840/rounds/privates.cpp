// IV.2: privates go back to the bank, or are bought by a tram company from a player.
#include <algorithm>

#include "games/vienna1840/rounds/rounds.h"

namespace remise::vienna1840 {

namespace {

bool in_line_turn(Step step) { return step == Step::build || step == Step::after_run; }

std::int32_t lowest_offer(const State& s, PrivateId which) { return s.turn.declined[which] + 1; }

void buy(const Mover& mover, PrivateId which, Money price) {
  const CompanyId c = mover.now().active_company();
  const Seat seller = mover.s.holder(which).seat();
  mover.bank_pays(c, -price);
  mover.bank_pays(seller, price);
  mover.s.holder(which) = Holder::of(c);
  mover.tell(EventKind::private_bought, c, seller, which, price.v);
}

// R29: the one to act gives back his own private, or one of his company.
bool may_return(const Position& p, PrivateId which) {
  const Holder holder = p.s.holder(which);
  if (holder.kind == Holder::Kind::company) return p.director(holder.company()) == p.to_act();
  return holder.kind == Holder::Kind::player && holder.seat() == p.to_act();
}

}  // namespace

Check check(const Position& p, const ReturnPrivate& back) {
  if (index(back.which) >= private_count || !may_return(p, back.which))
    return refuse(RefusalCode::private_not_yours, back.which);
  return {};
}

void act(const Mover& mover, const ReturnPrivate& back) {
  Holder& holder = mover.s.holder(back.which);
  const Money face = mover.tables.privates[index(back.which)].face;  // R13: the printed value
  if (holder.kind == Holder::Kind::company)
    mover.bank_pays(holder.company(), face);
  else
    mover.bank_pays(holder.seat(), face);
  mover.tell(EventKind::private_returned, back.which, holder.seat(), holder.company(), face.v);
  holder = Holder::gone();
  if (mover.s.offer.which == back.which) {
    mover.tell(EventKind::offer_lapsed, mover.now().active_company(), back.which);
    mover.s.offer = {};
  }
}

void list_returns(const Position& p, Choices& out) {
  for (std::size_t i = 0; i < private_count; ++i)
    if (may_return(p, id_at<PrivateId>(i))) out.push_back({ReturnPrivate{id_at<PrivateId>(i)}});
}

Check check(const Position& p, const OfferPrivate& offer) {
  const State& s = p.s;
  if (!in_line_turn(s.step)) return not_this_step(p);
  if (s.round < p.tables.first_round_of_private_sales) return refuse(RefusalCode::privates_not_yet, s.round);
  if (index(offer.which) >= private_count || s.holder(offer.which).kind != Holder::Kind::player)
    return refuse(RefusalCode::private_not_with_player, offer.which);
  const Money face = p.tables.privates[index(offer.which)].face;
  if (offer.price < 1 || offer.price > face.v) return refuse(RefusalCode::offer_price, offer.price, 1, face.v);
  if (offer.price < lowest_offer(s, offer.which))
    return refuse(RefusalCode::offer_not_higher, offer.price, s.turn.declined[offer.which]);
  const Money treasury = s.company(p.active_company()).treasury;
  if (offer.price > treasury.v) return refuse(RefusalCode::offer_above_treasury, offer.price, treasury.v);
  return {};
}

void act(const Mover& mover, const OfferPrivate& offer) {
  const CompanyId c = mover.now().active_company();
  const Seat owner = mover.s.holder(offer.which).seat();
  if (owner == mover.s.company(c).director) return buy(mover, offer.which, {offer.price});
  mover.s.offer = {offer.which, offer.price};
  mover.tell(EventKind::offer_made, c, owner, offer.which, offer.price);
}

bool can_offer(const Position& p, Money treasury) {
  if (p.s.round < p.tables.first_round_of_private_sales) return false;
  for (std::size_t i = 0; i < private_count; ++i) {
    const std::int32_t lowest = lowest_offer(p.s, id_at<PrivateId>(i));
    if (p.s.privates[i].kind == Holder::Kind::player && lowest <= std::min(treasury, p.tables.privates[i].face).v)
      return true;
  }
  return false;
}

void list_offers(const Position& p, Choices& out) {
  if (p.s.round < p.tables.first_round_of_private_sales) return;
  const Money treasury = p.s.company(p.active_company()).treasury;
  for (std::size_t i = 0; i < private_count; ++i) {
    if (p.s.privates[i].kind != Holder::Kind::player) continue;
    const auto which = id_at<PrivateId>(i);
    const std::int32_t lowest = lowest_offer(p.s, which);
    add_range(out, OfferPrivate{which, static_cast<std::uint8_t>(lowest)}, lowest,
              std::min(treasury, p.tables.privates[i].face).v, 1);
  }
}

Check check(const Position& p, const AcceptOffer&) {
  if (p.s.offer.which == PrivateId::none) return not_this_step(p);
  return {};
}

Check check(const Position& p, const DeclineOffer&) {
  if (p.s.offer.which == PrivateId::none) return not_this_step(p);
  return {};
}

void act(const Mover& mover, const AcceptOffer&) {
  const Offer offer = mover.s.offer;
  mover.s.offer = {};
  buy(mover, offer.which, {offer.price});
}

void act(const Mover& mover, const DeclineOffer&) {
  const Offer offer = mover.s.offer;
  mover.s.offer = {};
  mover.s.turn.declined[offer.which] = offer.price;
  mover.tell(EventKind::offer_declined, mover.now().active_company(), mover.s.holder(offer.which).seat(), offer.which,
             offer.price);
}

}  // namespace remise::vienna1840
