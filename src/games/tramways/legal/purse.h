// Every way to pay one bill with the symbols of a hand (4), the cheapest first, when some symbols must be among those
// played and others must not. Payments (payments.h) works out the cheapest ways for many bills at once; this one knows
// the whole choice for a single bill, symbol by symbol.
#pragma once

#include <vector>

#include "games/tramways/legal/payments.h"
#include "games/tramways/rounds/cards.h"

namespace remise::tramways {

// What is to be paid: rails of an exact sum, or an amount of money with coins and money symbols (6.2), and symbols that
// must be among those played.
struct Bill {
  SymbolKind summed = SymbolKind::none;
  int sum = 0;
  InplaceVector<Need, 2> needs;

  // Where a symbol of this kind belongs: -1 to the sum, else the need it meets first; nothing: of no use.
  std::optional<int> role(const Slot& slot) const;
};

struct Way {
  int stress = 0, cards = 0, dollars = 0;  // by the cards: steps, how many, consequences
  int coins = 0;                           // besides
  AllSymbols symbols;                      // those that must be used first, in their order; then by cards and slots
};

struct Price {
  int stress = 0, dollars = 0, cards = 0;  // dollars with coins
};

class Purse {
 public:
  Purse(const Tables& tables, const Player& player, const Bill& bill, std::span<const Symbol> use = {},
        std::span<const Symbol> avoid = {}, std::size_t most_ways = 3);

  // The way of least stress, then those of fewest dollars and fewest cards where they differ: at most three.
  const std::vector<Way>& ways() const { return ways_; }
  bool payable() const { return !ways_.empty(); }
  Price price() const;  // of the first way
  // The cheapest way with this symbol besides those that must be used, even if it was to be avoided.
  std::optional<Price> with(Symbol symbol) const;

 private:
  using Cost = std::uint64_t;  // three numbers one after another, so that the first decides
  static constexpr Cost never = UINT64_MAX;
  enum class Order : std::uint8_t { stress, dollars, cards };

  struct Use {  // of one card
    std::uint8_t slots = 0, sum = 0, met = 0, used = 0;
  };
  struct Held {
    CardId card{};
    std::vector<Use> uses;  // not using it is one where it may be left
  };
  // One way to reach the bill: symbols worth more than `above`, of a sum up to `most` or exactly that.
  struct Attempt {
    int above = 0, most = 0;
    bool exact = true;
  };

  void hold(const Player& player, int above);
  void list_uses(const Card& card, CardId id, int above, Held& held) const;
  std::size_t place(int sum, unsigned met, int dollars) const {
    return (static_cast<std::size_t>(sum) * 4 + met) * static_cast<std::size_t>(dollars_ + 1) +
           static_cast<std::size_t>(dollars);
  }
  Cost cost(const Held& held, Use use, Order order) const;
  static Cost packed(int stress, int dollars, int cards, int worth, Order order);
  Cost finish(const Attempt& attempt, int sum, unsigned met, int dollars, Order order) const;
  void work_out(const Attempt& attempt, Order order, std::vector<std::vector<Cost>>& rest) const;
  Way read_way(const Attempt& attempt, Order order, const std::vector<std::vector<Cost>>& rest) const;
  template <class Visit>
  void from(int sum, unsigned met, int dollars, const Held& held, Visit&& visit) const;

  const Tables& tables_;
  const Player& player_;
  Bill bill_;
  std::span<const Symbol> use_, avoid_;
  unsigned goal_ = 0;
  int most_ = 0;     // the largest sum looked at
  int dollars_ = 0;  // the most that consequences may cost
  std::vector<Attempt> attempts_;
  std::vector<Held> held_;
  std::vector<Way> ways_;
};

}  // namespace remise::tramways
