#include "games/tramways/track_offers.h"

namespace remise::tramways {

TrackPayments::TrackPayments(const Tables& tables, const Player& player)
    : tables_(tables), player_(player), plain_(tables, player, SymbolKind::rail, {}) {
  for (const CardId card : player.hand)
    for (const Slot& slot : tables.card(card).slots) in_hand_ = in_hand_ | slot.place;
}

const Payments* TrackPayments::for_end(const FarEnd& end) {
  if (end.symbols == 0) return &plain_;
  Places first{end.start.bits & in_hand_.bits}, second{end.far.bits & in_hand_.bits};
  if (end.symbols == 1) first = first | second, second = {};
  if (first.empty() || (end.symbols == 2 && second.empty())) return nullptr;
  for (const Kept& kept : kept_)
    if (kept.first == first && kept.second == second) return &kept.payments;
  if (end.symbols == 1)
    kept_.push_back({first, second, Payments(tables_, player_, SymbolKind::rail, {{.places = first}})});
  else
    kept_.push_back(
        {first, second, Payments(tables_, player_, SymbolKind::rail, {{.places = first}, {.places = second}})});
  return &kept_.back().payments;
}

}  // namespace remise::tramways
