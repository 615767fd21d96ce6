// The search for payments written plainly: every use of every card tried out. What the fast one of payments.h is
// compared with, way by way.
#pragma once

#include <vector>

#include <algorithm>

#include "games/tramways/legal/payments.h"

namespace remise::tramways {

// All undominated payments of one hand: for every sum of rail (or money) symbols, with 0, 1 or 2 further symbols.
class SimplePayments {
 public:
  static constexpr int max_sum = 48;

  // `summed`: rail, money, or none. Only payments whose consequences the player can pay.
  SimplePayments(const Tables& tables, const Player& player, SymbolKind summed, std::initializer_list<Need> needs);

  int most() const { return most_; }  // the largest sum that may be payable
  bool payable(int sum) const { return sum >= 0 && sum <= most_ && !done(sum).empty(); }
  std::size_t count(int sum) const { return done(sum).size(); }
  int least_stress(int sum) const { return nodes_[done(sum)[0]].stress; }
  Payment get(int sum, std::size_t i) const;
  const std::vector<Payment>& all(int sum) const;  // get(sum, 0), get(sum, 1), ...: made once

 private:
  static constexpr int ways_kept = 8;
  using NodeIndex = std::uint16_t;
  using Cell = InplaceVector<NodeIndex, ways_kept>;
  struct Node {
    std::uint8_t stress = 0, cards = 0;
    std::uint16_t dollars = 0, worth = 0;
    NodeIndex previous = 0;
    CardId card = CardId::none;
    std::uint8_t slots = 0;               // used, as bits
    std::array<std::uint8_t, 2> named{};  // slot + 1 for each need met by this card
  };
  struct Option {
    std::uint8_t sum = 0, met = 0, slots = 0, used = 0;
    std::array<std::uint8_t, 2> named{};
  };
  using Options = InplaceVector<Option, 64>;

  const Cell& done(int sum) const { return cells_[static_cast<std::size_t>(sum) * 4 + goal_]; }
  Options options_of(const Card& card) const;
  void add_card(CardId id, const Card& card, int money);
  void offer(Cell& cell, const Node& node);

  const Tables& tables_;
  SymbolKind summed_;
  std::array<Need, 2> needs_{};
  std::size_t need_count_ = 0;
  std::size_t goal_ = 0;  // all needs met, as bits
  int most_ = 0;
  std::vector<Node> nodes_;
  std::vector<Cell> cells_;  // by sum and needs met
  mutable std::vector<std::vector<Payment>> made_;
};

inline SimplePayments::SimplePayments(const Tables& tables, const Player& player, SymbolKind summed,
                                      std::initializer_list<Need> needs)
    : tables_(tables), summed_(summed) {
  for (const Need& need : needs) needs_[need_count_++] = need;
  goal_ = (1u << need_count_) - 1;
  cells_.resize(summed == SymbolKind::none ? 4 : (max_sum + 1) * 4);
  nodes_.reserve(256);
  nodes_.push_back({});
  cells_[0].push_back(0);
  for (const CardId id : player.hand) add_card(id, tables.card(id), player.money);
}

// Every use of a card: which of its summed symbols, and which needs it meets. For the same effect the fewest symbols.
inline SimplePayments::Options SimplePayments::options_of(const Card& card) const {
  Options options;
  std::uint8_t summed = 0;
  for (std::size_t i = 0; i < slots_per_card; ++i)
    if (summed_ != SymbolKind::none && card.slots[i].kind == summed_)
      summed = static_cast<std::uint8_t>(summed | 1u << i);
  const auto add = [&](Option o) {
    if (o.used == 0) return;
    for (Option& old : options)
      if (old.sum == o.sum && old.met == o.met) {
        if (o.used < old.used) old = o;
        return;
      }
    options.push_back(o);
  };
  for (std::uint8_t part = summed;; part = static_cast<std::uint8_t>((part - 1) & summed)) {
    Option plain{0, 0, part, static_cast<std::uint8_t>(__builtin_popcount(part)), {}};
    for (std::size_t i = 0; i < slots_per_card; ++i)
      if (part >> i & 1) plain.sum = static_cast<std::uint8_t>(plain.sum + card.slots[i].value);
    add(plain);
    for (std::size_t a = 0; a < card.slots.size() && need_count_ > 0; ++a) {
      for (std::size_t n = 0; n < need_count_; ++n) {
        if (!needs_[n].met_by(card.slots[a])) continue;
        Option one = plain;
        one.met = static_cast<std::uint8_t>(1u << n);
        one.slots = static_cast<std::uint8_t>(one.slots | 1u << a);
        one.named[n] = static_cast<std::uint8_t>(a + 1);
        ++one.used;
        add(one);
        if (need_count_ < 2 || n == 1) continue;
        for (std::size_t b = 0; b < card.slots.size(); ++b) {
          if (b == a || !needs_[1].met_by(card.slots[b])) continue;
          Option both = one;
          both.met = 3;
          both.slots = static_cast<std::uint8_t>(both.slots | 1u << b);
          both.named[1] = static_cast<std::uint8_t>(b + 1);
          ++both.used;
          add(both);
        }
      }
    }
    if (part == 0) break;
  }
  return options;
}

inline void SimplePayments::offer(Cell& cell, const Node& node) {
  const auto beats = [](const Node& a, const Node& b) {
    return a.stress <= b.stress && a.cards <= b.cards && a.dollars <= b.dollars;
  };
  for (const NodeIndex i : cell) {
    const Node& old = nodes_[i];
    if (beats(old, node) && (!beats(node, old) || old.worth <= node.worth)) return;
  }
  for (std::size_t i = cell.size(); i-- > 0;)
    if (beats(node, nodes_[cell[i]])) cell.erase_at(i);
  std::size_t at = 0;
  while (at < cell.size() &&
         std::pair(nodes_[cell[at]].stress, nodes_[cell[at]].cards) < std::pair(node.stress, node.cards))
    ++at;
  if (cell.full()) {
    if (at == cell.size()) return;
    cell.pop_back();
  }
  cell.insert_at(at, static_cast<NodeIndex>(nodes_.size()));
  nodes_.push_back(node);
}

inline void SimplePayments::add_card(CardId id, const Card& card, int money) {
  const Options options = options_of(card);
  if (options.empty() || card.pay > money) return;
  const int before = most_;
  // From the highest sum down, so that a card is not used twice: an option that adds nothing to the sum meets a need,
  // and needs are taken from the most met to the least.
  for (const Option& o : options) most_ = std::min(max_sum, std::max(most_, before + o.sum));
  for (int sum = before; sum >= 0; --sum)
    for (std::size_t met = 4; met-- > 0;) {
      const Cell from = cells_[static_cast<std::size_t>(sum) * 4 + met];
      for (const Option& o : options) {
        if ((o.met & met) != 0 || sum + o.sum > max_sum || nodes_.size() >= 60000) continue;
        Cell& to = cells_[static_cast<std::size_t>(sum + o.sum) * 4 + (met | o.met)];
        for (const NodeIndex i : from) {
          Node node = nodes_[i];
          node.dollars = static_cast<std::uint16_t>(node.dollars + card.pay);
          if (node.dollars > money) continue;
          node.stress = static_cast<std::uint8_t>(node.stress + card.stress +
                                                  (o.used - 1) * tables_.constants.extra_symbol_stress);
          node.worth = static_cast<std::uint16_t>(node.worth + card.symbols);
          ++node.cards;
          node.previous = i;
          node.card = id;
          node.slots = o.slots;
          node.named = o.named;
          offer(to, node);
        }
      }
    }
}

inline const std::vector<Payment>& SimplePayments::all(int sum) const {
  if (made_.empty()) made_.resize(cells_.size() / 4);
  auto& list = made_[static_cast<std::size_t>(sum)];
  if (list.empty())
    for (std::size_t i = 0; i < count(sum); ++i) list.push_back(get(sum, i));
  return list;
}

inline Payment SimplePayments::get(int sum, std::size_t i) const {
  const Node& last = nodes_[done(sum)[i]];
  Payment payment{last.stress, last.cards, last.dollars, {}, {}};
  for (const Node* node = &last; node->card != CardId::none; node = &nodes_[node->previous]) {
    std::uint8_t summed = node->slots;
    for (std::size_t n = 0; n < 2; ++n)
      if (node->named[n]) {
        const auto slot = static_cast<std::uint8_t>(node->named[n] - 1);
        payment.named[n] = {node->card, slot};
        summed = static_cast<std::uint8_t>(summed & ~(1u << slot));
      }
    for (std::uint8_t slot = 0; slot < slots_per_card; ++slot)
      if ((summed >> slot & 1) && !payment.summed.full()) payment.summed.push_back({node->card, slot});
  }
  std::reverse(payment.summed.begin(), payment.summed.end());
  return payment;
}

}  // namespace remise::tramways
