#include "games/tramways/legal/purse.h"

#include <algorithm>

namespace remise::tramways {

std::optional<int> Bill::role(const Slot& slot) const {
  if (slot.kind == SymbolKind::none) return std::nullopt;
  if (slot.kind == summed) return -1;
  for (std::size_t n = 0; n < needs.size(); ++n)
    if (needs[n].met_by(slot)) return static_cast<int>(n);
  return std::nullopt;
}

Purse::Purse(const Tables& tables, const Player& player, const Bill& bill, std::span<const Symbol> use,
             std::span<const Symbol> avoid, std::size_t most_ways)
    : tables_(tables), player_(player), bill_(bill), use_(use), avoid_(avoid), goal_((1u << bill.needs.size()) - 1) {
  int total = 0, dearest = 0, pays = 0;
  for (const CardId id : player.hand) {
    pays += tables.card(id).pay;
    for (const Slot& slot : tables.card(id).slots)
      if (slot.kind == bill.summed && slot.kind != SymbolKind::none) {
        total += slot.value;
        dearest = std::max<int>(dearest, slot.value);
      }
  }
  dollars_ = std::max(0, std::min<int>(player.money, pays));
  for (const Symbol s : use)  // each serves, is in the hand, and is named once
    if (!player.hand.contains(s.card) || !bill.role(tables.slot(s)) || std::ranges::count(use, s) > 1) return;
  if (bill.summed != SymbolKind::money) {
    attempts_.push_back({0, bill.sum, true});
  } else {
    attempts_.push_back({0, std::min(total, bill.sum), false});
    // 4.4: with a surplus every symbol must be worth more than it.
    for (int surplus = 1; surplus < dearest && bill.sum > 0 && bill.sum + surplus <= total; ++surplus)
      attempts_.push_back({surplus, bill.sum + surplus, true});
  }
  std::vector<std::vector<Cost>> rest;
  struct Best {
    Cost cost = never;
    Way way;
  };
  for (const Order order : {Order::stress, Order::dollars, Order::cards}) {
    Best best;
    for (const Attempt& attempt : attempts_) {
      if (attempt.exact && attempt.most > total) continue;
      most_ = attempt.most;
      hold(player, attempt.above);
      work_out(attempt, order, rest);
      const Cost found = rest[0][place(0, 0, 0)];
      if (found >= best.cost) continue;
      best = {found, read_way(attempt, order, rest)};
    }
    const auto same = [&](const Way& way) { return way.symbols == best.way.symbols; };
    if (best.cost != never && std::ranges::none_of(ways_, same)) ways_.push_back(best.way);
    if (best.cost == never || ways_.size() == most_ways) return;
  }
}

Price Purse::price() const { return {ways_[0].stress, ways_[0].dollars + ways_[0].coins, ways_[0].cards}; }

void Purse::hold(const Player& player, int above) {
  held_.clear();
  for (const CardId id : player.hand) {
    Held held{id, {}};
    list_uses(tables_.card(id), id, above, held);
    const bool idle = held.uses.size() == 1 && held.uses[0].slots == 0;
    if (!idle) held_.push_back(std::move(held));
  }
}

void Purse::list_uses(const Card& card, CardId id, int above, Held& held) const {
  unsigned must = 0, not_these = 0;
  for (const Symbol s : use_)
    if (s.card == id) must |= 1u << s.slot;
  for (const Symbol s : avoid_)
    if (s.card == id) not_these |= 1u << s.slot;
  std::vector<Use>& all = held.uses;
  all.push_back({});
  for (std::uint8_t slot = 0; slot < card.slots.size(); ++slot) {
    const Slot& printed = card.slots[slot];
    const bool forced = must >> slot & 1;
    if ((not_these >> slot & 1) && !forced) continue;
    const std::size_t before = all.size();
    for (std::size_t i = 0; i < before; ++i) {
      Use use = all[i];
      use.slots = static_cast<std::uint8_t>(use.slots | 1u << slot);
      ++use.used;
      if (printed.kind != SymbolKind::none && printed.kind == bill_.summed && printed.value > above) {
        Use summed = use;
        summed.sum = static_cast<std::uint8_t>(summed.sum + printed.value);
        all.push_back(summed);
      }
      for (std::size_t n = 0; n < bill_.needs.size(); ++n)
        if (!(use.met >> n & 1) && bill_.needs[n].met_by(printed)) {
          Use named = use;
          named.met = static_cast<std::uint8_t>(named.met | 1u << n);
          all.push_back(named);
        }
    }
    if (forced) all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(before));
  }
}

Purse::Cost Purse::packed(int stress, int dollars, int cards, int worth, Order order) {
  const auto pack = [&](int a, int b, int c) {
    return static_cast<Cost>(a) << 48 | static_cast<Cost>(b) << 32 | static_cast<Cost>(c) << 16 |
           static_cast<Cost>(worth);
  };
  if (order == Order::stress) return pack(stress, cards, dollars);
  return order == Order::dollars ? pack(dollars, stress, cards) : pack(cards, stress, dollars);
}

Purse::Cost Purse::cost(const Held& held, Use use, Order order) const {
  if (use.slots == 0) return 0;
  const Card& card = tables_.card(held.card);
  return packed(card.stress + tables_.constants.further_stress(use.used), card.pay, 1, card.symbols, order);
}

// What is still to be paid in coins at the end, or never.
Purse::Cost Purse::finish(const Attempt& attempt, int sum, unsigned met, int dollars, Order order) const {
  if (met != goal_ || (attempt.exact && sum != attempt.most)) return never;
  if (attempt.exact) return 0;
  const int coins = bill_.sum - sum;
  if (coins + dollars > player_.money || coins > UINT16_MAX) return never;
  return packed(0, coins, 0, 0, order);
}

// Every state that a use of the card leads to: `visit(sum, met, dollars, use)`.
template <class Visit>
void Purse::from(int sum, unsigned met, int dollars, const Held& held, Visit&& visit) const {
  for (const Use& use : held.uses) {
    const int after = dollars + (use.slots ? tables_.card(held.card).pay : 0);
    if ((use.met & met) != 0 || sum + use.sum > most_ || after > dollars_) continue;
    visit(sum + use.sum, met | use.met, after, use);
  }
}

// rest[i][state]: the least that the cards from the i-th on cost to pay what is left.
void Purse::work_out(const Attempt& attempt, Order order, std::vector<std::vector<Cost>>& rest) const {
  const std::size_t states = place(most_ + 1, 0, 0);
  rest.assign(held_.size() + 1, std::vector<Cost>(states, never));
  for (std::size_t i = held_.size() + 1; i-- > 0;)
    for (int sum = 0; sum <= most_; ++sum)
      for (unsigned met = 0; met <= goal_; ++met)
        for (int dollars = 0; dollars <= dollars_; ++dollars) {
          Cost& best = rest[i][place(sum, met, dollars)];
          if (i == held_.size()) {
            best = finish(attempt, sum, met, dollars, order);
            continue;
          }
          from(sum, met, dollars, held_[i], [&](int s, unsigned m, int d, Use use) {
            const Cost later = rest[i + 1][place(s, m, d)];
            if (later != never) best = std::min(best, later + cost(held_[i], use, order));
          });
        }
}

Way Purse::read_way(const Attempt& attempt, Order order, const std::vector<std::vector<Cost>>& rest) const {
  Way way;
  AllSymbols found;
  int sum = 0, dollars = 0;
  unsigned met = 0;
  for (std::size_t i = 0; i < held_.size(); ++i) {
    const Held& held = held_[i];
    const Cost left = rest[i][place(sum, met, dollars)];
    std::optional<Use> taken;
    from(sum, met, dollars, held, [&](int s, unsigned m, int d, Use use) {
      const Cost later = rest[i + 1][place(s, m, d)];
      if (!taken && later != never && later + cost(held, use, order) == left) taken = use;
    });
    REMISE_ASSERT(taken.has_value());
    if (taken->slots == 0) continue;
    const Card& card = tables_.card(held.card);
    sum += taken->sum;
    met |= taken->met;
    dollars += card.pay;
    way.stress += card.stress + tables_.constants.further_stress(taken->used);
    ++way.cards;
    for (std::uint8_t slot = 0; slot <= stripe_slot; ++slot)
      if ((taken->slots >> slot & 1) && !found.full()) found.push_back({held.card, slot});
  }
  way.dollars = dollars;
  way.coins = attempt.exact ? 0 : bill_.sum - sum;
  for (const Symbol s : use_) way.symbols.push_back(s);
  for (const Symbol s : found)
    if (!std::ranges::count(use_, s)) way.symbols.push_back(s);
  return way;
}

std::optional<Price> Purse::with(Symbol symbol) const {
  for (const Symbol s : use_)
    if (s == symbol) return payable() ? std::optional(price()) : std::nullopt;
  InplaceVector<Symbol, AllSymbols::capacity()> use, avoid;
  for (const Symbol s : use_)
    if (!use.full()) use.push_back(s);
  if (use.full()) return std::nullopt;
  use.push_back(symbol);
  for (const Symbol s : avoid_)
    if (s != symbol && !avoid.full()) avoid.push_back(s);
  const Purse other(tables_, player_, bill_, span_of(use), span_of(avoid), 1);
  return other.payable() ? std::optional(other.price()) : std::nullopt;
}

}  // namespace remise::tramways
