// The cheapest ways to pay for a deed with the symbols of a hand (4).
//
// A way to pay is measured by stress, cards and dollars (consequences). One that another equals or beats in all three
// is left out; of equal ways the one stays whose cards have the fewest symbols, then the lower ids. Least stress comes
// first.
#pragma once

#include <vector>

#include "games/tramways/state.h"

namespace remise::tramways {

// One symbol that must be among those played: of a kind, or naming one of some places.
struct Need {
  SymbolKind kind = SymbolKind::none;
  Places places{};

  bool met_by(const Slot& slot) const {
    if (kind != SymbolKind::none) return slot.kind == kind;
    return (slot.kind == SymbolKind::destination || slot.kind == SymbolKind::coordinate) && slot.place.meets(places);
  }
  bool operator==(const Need&) const = default;
};

struct Payment {
  int stress = 0, cards = 0, dollars = 0;
  Symbols summed;                 // rail or money symbols, in order of cards
  std::array<Symbol, 2> named{};  // for the needs, in their order
};

// All undominated payments of one hand: for every sum of rail (or money) symbols, with 0, 1 or 2 further symbols.
class Payments {
 public:
  static constexpr int max_sum = 48;

  // `summed`: rail, money, or none. Only payments whose consequences the player can pay.
  Payments(const Tables& tables, const Player& player, SymbolKind summed, std::initializer_list<Need> needs);

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

}  // namespace remise::tramways
