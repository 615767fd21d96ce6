#include "bots/tramways/wallet.h"

#include <algorithm>

namespace remise::bots::tramways {

using namespace game;

void Wallet::open(const Tables& tables, const game::Player& player, const std::vector<double>& worth, double stress,
                  bool all) {
  ++hand_;
  stress_ = stress;
  named_ = {};
  naming_.fill(0), having_.fill(0);
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
    const std::uint64_t bit = std::uint64_t{1} << items_.size();
    for (const Slot& slot : card.slots) having_[index(slot.kind)] |= bit;
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
    for (std::uint32_t left = item.places.bits; left != 0; left &= left - 1)
      naming_[static_cast<std::size_t>(__builtin_ctz(left))] |= bit;
    items_.push_back(item);
  }
  most_ = std::min(most_, max_rails);
}

std::uint8_t Wallet::slot_naming(const Item& item, Places places) {
  std::uint8_t slot = 0;
  while (!item.face->slots[slot].place.meets(places)) ++slot;
  return slot;
}

void Wallet::fill_plain(Prices& t) {
  t.made = hand_;
  t.rows.resize(items_.size() + 1);
  t.rows[0].cost.fill(never);
  t.rows[0].cost[0] = 0;
  const auto most = static_cast<std::size_t>(most_);
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Row& before = t.rows[i];
    Row& row = t.rows[i + 1];
    row.cost = before.cost;
    row.choice.fill(unused);
    const auto& uses = items_[i].uses;
    for (std::size_t u = 0; u < uses.size(); ++u)
      for (std::size_t sum = uses[u].rails; sum <= most; ++sum) {
        const double cost = before.cost[sum - uses[u].rails] + uses[u].cost;
        if (cost < row.cost[sum]) row.cost[sum] = cost, row.choice[sum] = static_cast<std::uint8_t>(u);
      }
  }
}

// With a destination symbol naming the place, of one of the cards.
void Wallet::fill_named(Prices& t, std::size_t place) {
  const Prices& plain = without_destination();
  t.made = hand_;
  t.rows.resize(items_.size() + 1);
  t.rows[0].cost.fill(never);
  const auto most = static_cast<std::size_t>(most_);
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Row& before = t.rows[i];
    const Row& without = plain.rows[i];
    Row& row = t.rows[i + 1];
    row.cost = before.cost;
    row.choice.fill(unused);
    const auto serve = [&](const Row& from, std::size_t rails, double price, std::size_t choice) {
      for (std::size_t sum = rails; sum <= most; ++sum) {
        const double cost = from.cost[sum - rails] + price;
        if (cost < row.cost[sum]) row.cost[sum] = cost, row.choice[sum] = static_cast<std::uint8_t>(choice);
      }
    };
    const auto& uses = items_[i].uses;
    for (std::size_t u = 0; u < uses.size(); ++u) serve(before, uses[u].rails, uses[u].cost, u);
    if ((naming_[place] >> i & 1) == 0) continue;
    serve(without, 0, items_[i].worth, uses.size());
    for (std::size_t u = 0; u < uses.size(); ++u)
      serve(without, uses[u].rails, uses[u].cost + stress_, uses.size() + 1 + u);
  }
}

const Wallet::Prices& Wallet::without_destination() {
  if (plain_.made != hand_) fill_plain(plain_);
  return plain_;
}

const Wallet::Prices& Wallet::prices(std::size_t place) {
  Prices& t = prices_[place];
  if (t.made != hand_) fill_named(t, place);
  return t;
}

// prices_.size(): none of them can be named.
std::size_t Wallet::best_place(int rails, Places ends) {
  std::size_t best = prices_.size();
  double least = never;
  for (std::uint32_t left = ends.bits & named_.bits; left != 0; left &= left - 1) {
    const auto place = static_cast<std::size_t>(__builtin_ctz(left));
    const double cost = prices(place).rows[items_.size()].cost[static_cast<std::size_t>(rails)];
    if (cost < least) least = cost, best = place;
  }
  return best;
}

double Wallet::price(int rails, Places ends) {
  if (rails < 1 || rails > most_) return never;
  const auto sum = static_cast<std::size_t>(rails);
  if (ends.empty()) return without_destination().rows[items_.size()].cost[sum];
  const std::size_t place = best_place(rails, ends);
  return place == prices_.size() ? never : prices(place).rows[items_.size()].cost[sum];
}

void Wallet::symbols(int rails, Places ends, Symbols& summed, Symbol& named) {
  const std::size_t place = best_place(rails, ends);
  const Prices& plain = without_destination();
  const Prices* t = place == prices_.size() ? &plain : &prices(place);
  auto sum = static_cast<std::size_t>(rails);
  for (std::size_t i = items_.size(); i-- > 0;) {
    const Item& item = items_[i];
    const std::size_t choice = t->rows[i + 1].choice[sum];
    if (choice == unused) continue;
    const bool names = choice >= item.uses.size();
    if (names) named = {item.card, slot_naming(item, Places{1u << place})}, t = &plain;
    if (choice == item.uses.size()) continue;
    const Use& use = item.uses[names ? choice - item.uses.size() - 1 : choice];
    for (std::uint8_t s = 0; s < slots_per_card; ++s)
      if (use.slots >> s & 1) summed.push_back({item.card, s});
    sum -= use.rails;
  }
}

PairPrice Wallet::pair(SymbolKind kind, Places places) const {
  std::uint64_t naming = 0;
  for (std::uint32_t left = places.bits & named_.bits; left != 0; left &= left - 1)
    naming |= naming_[static_cast<std::size_t>(__builtin_ctz(left))];
  PairPrice best;
  std::size_t first = 0, second = 0;
  for (std::uint64_t a = having_[index(kind)]; a != 0 && naming != 0; a &= a - 1) {
    const auto i = static_cast<std::size_t>(__builtin_ctzll(a));
    for (std::uint64_t b = naming; b != 0; b &= b - 1) {
      const auto k = static_cast<std::size_t>(__builtin_ctzll(b));
      const double cost = items_[i].worth + (i == k ? stress_ : items_[k].worth);
      if (cost < best.cost) best.cost = cost, first = i, second = k;
    }
  }
  if (!best.payable()) return best;
  std::uint8_t slot = 0;
  while (items_[first].face->slots[slot].kind != kind) ++slot;
  best.first = {items_[first].card, slot};
  best.second = {items_[second].card, slot_naming(items_[second], places)};
  return best;
}

}  // namespace remise::bots::tramways
