// Every way to pay, straight from the rules of cards (4) and without a thought for speed: any set of symbols of the
// hand, each once. What the search of legal/payments.h finds is compared with it; the two share no code.
#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <map>
#include <set>
#include <vector>

#include "games/tramways/legal/payments.h"

namespace remise::tramways {

struct Price {
  int stress = 0, cards = 0, dollars = 0;
  auto operator<=>(const Price&) const = default;
  bool beats(const Price& o) const {
    return *this != o && stress <= o.stress && cards <= o.cards && dollars <= o.dollars;
  }
};

class SimplePayments {
 public:
  // Sums of symbols of the kind `summed` (rail, money, or none), each with one symbol for every need besides.
  SimplePayments(const Tables& tables, const Player& player, SymbolKind summed, const std::vector<Need>& needs)
      : tables_(tables), player_(player) {
    for (std::size_t c = 0; c < player.hand.size(); ++c)
      for (const Slot& slot : tables.card(player.hand[c]).slots) {
        symbols_.push_back({c, &slot});
        if (summed != SymbolKind::none && slot.kind == summed) summed_.push_back(symbols_.size() - 1);
      }
    if (too_many()) return;
    name(needs, {});
    for (auto& [sum, prices] : prices_) {
      const auto all = prices;
      std::erase_if(prices, [&](const Price& p) {
        return std::ranges::any_of(all, [&](const Price& better) { return better.beats(p); });
      });
    }
  }

  // More sets than one wants to look at; nothing is said about such a hand.
  bool too_many() const { return summed_.size() > 11; }

  // What the best ways to make the sum cost, least stress first: none that another equals or beats in everything.
  const std::set<Price>& prices(int sum) const {
    static const std::set<Price> none;
    const auto at = prices_.find(sum);
    return at == prices_.end() ? none : at->second;
  }

 private:
  struct Held {
    std::size_t card;  // its place in the hand
    const Slot* slot;
  };
  using Chosen = std::vector<std::size_t>;  // places in symbols_

  // A symbol for each need still to be met, in every way; then every set of summed symbols with it.
  void name(std::vector<Need> needs, const Chosen& named) {
    if (needs.empty()) return add_sums(named);
    const Need need = needs.back();
    needs.pop_back();
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      if (!need.met_by(*symbols_[i].slot) || std::ranges::count(named, i) > 0) continue;
      Chosen more = named;
      more.push_back(i);
      name(needs, more);
    }
  }

  void add_sums(const Chosen& named) {
    for (std::size_t set = 0; set < std::size_t{1} << summed_.size(); ++set) {
      Chosen chosen = named;
      int sum = 0;
      for (std::size_t i = 0; i < summed_.size(); ++i)
        if (set >> i & 1) {
          chosen.push_back(summed_[i]);
          sum += symbols_[summed_[i]].slot->value;
        }
      const Price price = price_of(chosen);
      if (price.dollars <= player_.money) prices_[sum].insert(price);  // 4.5: what cannot be paid cannot be played
    }
  }

  // 4.2: the first symbol of a card is free, each further one is a step of stress. 4.5: consequences once for each
  // card.
  Price price_of(const Chosen& chosen) const {
    std::map<std::size_t, int> used;
    for (const std::size_t i : chosen) ++used[symbols_[i].card];
    Price price{0, static_cast<int>(used.size()), 0};
    for (const auto& [place, count] : used) {
      const Card& card = tables_.card(player_.hand[place]);
      price.stress += card.stress + count - 1;
      price.dollars += card.pay;
    }
    return price;
  }

  const Tables& tables_;
  const Player& player_;
  std::vector<Held> symbols_;  // of all cards in the hand
  Chosen summed_;
  std::map<int, std::set<Price>> prices_;  // by sum
};

}  // namespace remise::tramways
