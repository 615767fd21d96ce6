// The cheapest ways to pay for a deed with the symbols of a hand (4).
//
// A way to pay is measured by stress, cards and dollars (consequences). One that another equals or beats in all three
// is left out; of equal ways the one stays whose cards have the fewest symbols, then the one whose highest cards are
// lower. Least stress comes first.
#pragma once

#include <memory>
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

// The undominated ways to play two symbols that are never the same slot (a ticket and a destination, ...).
struct PairPayment {
  int stress = 0, cards = 0, dollars = 0;
  Symbol first, second;
};
InplaceVector<PairPayment, 8> pair_payments(const Tables& tables, const Player& player, const Need& first,
                                            const Need& second);

// All undominated payments of one hand: for every sum of rail (or money) symbols, with 0, 1 or 2 further symbols.
class Payments {
 public:
  static constexpr int max_sum = 48;

  // One card of a payment; the cards before it are at `previous`.
  struct Node {
    std::uint8_t stress = 0, cards = 0;
    std::uint16_t dollars = 0, worth = 0;
    CardId card = CardId::none;
    std::uint8_t slots = 0;               // used, as bits
    std::array<std::uint8_t, 2> named{};  // slot + 1 for each need met by this card
    std::uint32_t previous = 0;
    std::uint64_t set = 0;  // all cards of the payment, as bits by their places in the hand
  };
  using Nodes = std::vector<Node>;

  // `summed`: rail, money, or none. Only payments whose consequences the player can pay. Several tables of one hand may
  // share their nodes.
  Payments(const Tables& tables, const Player& player, SymbolKind summed, std::initializer_list<Need> needs,
           Nodes* shared = nullptr);
  // With one symbol naming `place` besides, built upon the table of the same hand without needs and its nodes, which
  // must have been shared.
  Payments(const Tables& tables, const Player& player, const Payments& plain, Places place);
  // What pays for the need of either; both share their nodes and have one need.
  static Payments either(const Payments& a, const Payments& b);

  int most() const { return most_; }  // the largest sum that may be payable
  bool payable(int sum) const { return sum >= 0 && sum <= most_ && !done(sum).empty(); }
  std::size_t count(int sum) const { return done(sum).size(); }
  int least_stress(int sum) const { return (*nodes_)[done(sum)[0]].stress; }
  Payment get(int sum, std::size_t i) const;

 private:
  static constexpr int ways_kept = 8;
  using Cell = InplaceVector<std::uint32_t, ways_kept, std::uint32_t>;
  struct Option {
    std::uint8_t sum, met, slots, used;
    std::array<std::uint8_t, 2> named;
  };
  struct Options {
    std::array<Option, 64> items;  // not cleared: this is made for every card
    std::size_t count = 0;
    void add(const Option& option);
  };

  // What a table without needs remembers of a card: its uses, and the cells before it was added.
  struct Layer {
    std::size_t place = 0;  // in the hand
    int most = 0;
    std::vector<Option> uses;
    std::vector<Cell> cells;
  };

  Payments() = default;
  static Option with_name(Option use, std::uint8_t slot);
  const Cell& done(int sum) const { return cells_[static_cast<std::size_t>(sum) * stride_ + goal_]; }
  void list_options(const Card& card, Options& options) const;
  void add_card(const Tables& tables, const Player& player, std::size_t place);
  // Adds a use of a card to each payment of a cell.
  void extend(const Cell& from, Cell& to, const Tables& tables, const Player& player, std::size_t place, Option use);
  // Whether the node belongs into the cell; what it beats is gone then, and `at` is its place.
  bool makes_room(Cell& cell, const Node& node, std::size_t& at) const;

  SymbolKind summed_ = SymbolKind::none;
  std::array<Need, 2> needs_{};
  std::size_t need_count_ = 0;
  std::size_t goal_ = 0;    // all needs met, as bits
  std::size_t stride_ = 1;  // goal_ + 1
  int most_ = 0;
  std::unique_ptr<Nodes> own_nodes_;
  Nodes* nodes_ = nullptr;
  std::vector<Cell> cells_;    // by sum and needs met
  std::vector<Layer> layers_;  // of a table without needs that shares its nodes
};

}  // namespace remise::tramways
