#include "games/tramways/legal/track_offers.h"

namespace remise::tramways {

TrackPayments::TrackPayments(const Tables& tables, const Player& player) : tables_(tables), player_(player) {
  for (const CardId card : player.hand)
    for (const Slot& slot : tables.card(card).slots) in_hand_ = in_hand_ | slot.place;
  plain_ = keep({{}, {}, Payments(tables, player, SymbolKind::rail, {}, &nodes_)});
}

TrackPayments::Kept* TrackPayments::keep(Kept&& made) {
  kept_.push_back(std::move(made));
  made_.push_back(&kept_.back());
  return made_.back();
}

std::uint8_t TrackPayments::for_one_symbol(const FarEnd& end) {
  const Kept* kept = find_or_make(end.start | end.far, {}, 1);
  for (std::size_t i = 0; kept && i < made_.size(); ++i)
    if (made_[i] == kept) return static_cast<std::uint8_t>(first_kept + i);
  return nothing;
}

TrackPayments::Kept* TrackPayments::find_or_make(Places first, Places second, int symbols) {
  first.bits &= in_hand_.bits;
  second.bits &= in_hand_.bits;
  if (first.empty() || (symbols == 2 && second.empty())) return nullptr;
  for (Kept* kept : made_)
    if (kept->first == first && kept->second == second) return kept;
  if (symbols == 2)
    return keep({first, second,
                 Payments(tables_, player_, SymbolKind::rail, {{.places = first}, {.places = second}}, &nodes_)});
  // Two names are the better of each alone, so that only single ones are worked out.
  const Places one{first.bits & -first.bits}, rest{first.bits & (first.bits - 1)};
  if (rest.empty()) return keep({first, second, Payments(tables_, player_, plain_->payments, first)});
  const Kept& a = *find_or_make(one, {}, 1);
  const Kept& b = *find_or_make(rest, {}, 1);
  return keep({first, second, Payments::either(a.payments, b.payments)});
}

TrackPayments::Offers TrackPayments::make_offers(Kept& kept, int cost, int symbols) {
  const std::size_t first = offers_.size();
  const std::size_t count = kept.payments.payable(cost) ? kept.payments.count(cost) : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Payment payment = kept.payments.get(cost, i);
    LayTrack& action = offers_.emplace_back().action.emplace<LayTrack>();
    action.rails = payment.summed;
    for (int n = 0; n < symbols; ++n) action.dests.push_back(payment.named[static_cast<std::size_t>(n)]);
  }
  kept.offers[static_cast<std::size_t>(cost)] = {static_cast<std::uint16_t>(first), static_cast<std::uint8_t>(count),
                                                 true};
  return {offers_.data() + first, count};
}

void BestTrack::add(const TrackDeed& deed, int cost, const FarEnd& end) {
  const auto pieces = static_cast<std::uint32_t>(deed.exits.size());
  Place place{pieces + (end.symbols == 0 ? max_rails + 1u : 0u), number_++, static_cast<std::uint8_t>(heap_.size())};
  if (heap_.full()) {
    if (!(place < heap_.front())) return;
    std::pop_heap(heap_.begin(), heap_.end());
    place.slot = heap_.back().slot;
    heap_.pop_back();
  }
  found_[place.slot] = {deed, cost, end};
  heap_.push_back(place);
  std::push_heap(heap_.begin(), heap_.end());
}

}  // namespace remise::tramways
