#include "bots/tramways/wallet.h"

#include <algorithm>

namespace remise::bots::tramways {

using namespace game;

void Wallet::open(const Tables& tables, const game::Player& player, const std::vector<double>& worth, double stress,
                  bool all) {
  ++hand_;
  stress_ = stress;
  named_ = {};
  most_ = 0;
  items_.clear();
  int pay = 0;  // consequences are paid with coins (4.5): any cards admitted here may be played together
  if (!all)
    for (const CardId id : player.hand) pay += tables.card(id).pay;
  for (std::size_t i = 0; i < player.hand.size(); ++i) {
    const Card& card = tables.card(player.hand[i]);
    if (card.pay > 0 && pay + (all ? card.pay : 0) > player.money) continue;
    if (all) pay += card.pay;
    Item item;
    item.card = player.hand[i];
    item.face = &card;
    item.worth = worth[i] + card.stress * stress + 0.25 * card.pay;
    std::uint8_t rails = 0;
    int sum = 0;
    for (std::size_t s = 0; s < slots_per_card; ++s) {
      item.places = item.places | card.slots[s].place;
      if (card.slots[s].kind == SymbolKind::rail)
        rails = static_cast<std::uint8_t>(rails | 1u << s), sum += card.slots[s].value;
    }
    for (std::uint8_t part = rails; part != 0; part = static_cast<std::uint8_t>((part - 1) & rails)) {
      Use use;
      int n = 0, value = 0;
      for (std::size_t s = 0; s < slots_per_card; ++s)
        if (part >> s & 1) ++n, value += card.slots[s].value;
      use.rails = static_cast<std::uint8_t>(value);
      use.slots = part;
      use.cost = item.worth + (n - 1) * stress;
      if (!item.uses.full()) item.uses.push_back(use);
    }
    most_ += sum;
    named_ = named_ | item.places;
    items_.push_back(item);
  }
  most_ = std::min(most_, max_rails);
}

InplaceVector<Wallet::Use, 16> Wallet::uses_for(const Item& item, Places place, double stress) {
  InplaceVector<Use, 16> uses;
  for (const Use& use : item.uses) uses.push_back(use);
  if (!item.places.meets(place)) return uses;
  std::uint8_t slot = 0;
  while (!item.face->slots[slot].place.meets(place)) ++slot;
  uses.push_back({0, 0, true, slot, item.worth});
  for (const Use& use : item.uses) uses.push_back({use.rails, use.slots, true, slot, use.cost + stress});
  return uses;
}

void Wallet::fill(Prices& t, Places place) {
  t.made = hand_;
  t.cost.resize(items_.size() + 1);
  t.choice.resize(items_.size() + 1);
  for (auto& row : t.cost[0]) row.fill(never);
  t.cost[0][0][0] = 0;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    t.cost[i + 1] = t.cost[i];
    for (auto& row : t.choice[i + 1]) row.fill(255);
    const auto uses = uses_for(items_[i], place, stress_);
    for (std::size_t u = 0; u < uses.size(); ++u) {
      const Use& use = uses[u];
      for (std::size_t named = use.named; named < 2; ++named)
        for (int sum = use.rails; sum <= most_; ++sum) {
          const std::size_t at = static_cast<std::size_t>(sum);
          const double cost = t.cost[i][use.named ? named - 1 : named][at - use.rails] + use.cost;
          if (cost >= t.cost[i + 1][named][at]) continue;
          t.cost[i + 1][named][at] = cost;
          t.choice[i + 1][named][at] = static_cast<std::uint8_t>(u);
        }
    }
  }
}

Wallet::Prices& Wallet::prices(std::size_t place) {
  Prices& t = prices_[place];
  if (t.made != hand_) fill(t, place + 1 == prices_.size() ? Places{} : Places{1u << place});
  return t;
}

std::size_t Wallet::best_place(int rails, Places ends) {
  std::size_t best = prices_.size() - 1;
  if (ends.empty()) return best;
  double least = never;
  for (std::uint32_t left = ends.bits & named_.bits; left != 0; left &= left - 1) {
    const auto place = static_cast<std::size_t>(__builtin_ctz(left));
    const double cost = prices(place).cost[items_.size()][1][static_cast<std::size_t>(rails)];
    if (cost < least) least = cost, best = place;
  }
  return best;
}

double Wallet::price(int rails, Places ends) {
  if (rails < 1 || rails > most_) return never;
  const std::size_t place = best_place(rails, ends);
  if (!ends.empty() && place + 1 == prices_.size()) return never;
  return prices(place).cost[items_.size()][!ends.empty()][static_cast<std::size_t>(rails)];
}

void Wallet::symbols(int rails, Places ends, Symbols& summed, Symbol& named) {
  const std::size_t place = best_place(rails, ends);
  const Prices& t = prices(place);
  const Places wanted = ends.empty() ? Places{} : Places{1u << place};
  std::size_t met = !ends.empty(), sum = static_cast<std::size_t>(rails);
  for (std::size_t i = items_.size(); i-- > 0;) {
    const std::uint8_t u = t.choice[i + 1][met][sum];
    if (u == 255) continue;
    const Use use = uses_for(items_[i], wanted, stress_)[u];
    for (std::uint8_t s = 0; s < slots_per_card; ++s)
      if (use.slots >> s & 1) summed.push_back({items_[i].card, s});
    if (use.named) named = {items_[i].card, use.named_slot};
    met -= use.named;
    sum -= use.rails;
  }
}

PairPrice Wallet::pair(SymbolKind kind, Places places) const {
  PairPrice best;
  for (const Item& a : items_) {
    std::uint8_t first = 0;
    while (first < a.face->slots.size() && a.face->slots[first].kind != kind) ++first;
    if (first == a.face->slots.size()) continue;
    for (const Item& b : items_) {
      if (!b.places.meets(places)) continue;
      const double cost = &a == &b ? a.worth + stress_ : a.worth + b.worth;
      if (cost >= best.cost) continue;
      std::uint8_t second = 0;
      while (!b.face->slots[second].place.meets(places)) ++second;
      best = {cost, {a.card, first}, {b.card, second}};
    }
  }
  return best;
}

}  // namespace remise::bots::tramways
