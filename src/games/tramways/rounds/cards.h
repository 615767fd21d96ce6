// Cards, symbols, stress (4).
#pragma once

#include <span>

#include "games/tramways/action.h"
#include "games/tramways/position.h"

namespace remise::tramways {

using AllSymbols = InplaceVector<Symbol, Symbols::capacity() + 2>;

// 4.1, 4.2, 4.5: the symbols exist, are in the hand and named once; all consequences and `coins` can be paid together.
Check check_symbols(const Tables& tables, const Player& player, std::span<const Symbol> symbols, int coins = 0);
// 4.7, 4.4: the symbol serves this purpose.
Check check_kind(const Tables& tables, Symbol symbol, SymbolKind kind);
Check check_kind(const Tables& tables, Symbol symbol, SymbolKind kind, SymbolKind other);
// 4.5: dollars that playing or discarding these cards costs.
int consequences(const Tables& tables, std::span<const Symbol> symbols);
// 4.2, 4.5: steps of stress that playing these symbols brings.
int stress_of(const Tables& tables, std::span<const Symbol> symbols);

// The symbols an action plays.
AllSymbols symbols_of(const Action& action);

// 4.2, 4.6: plays the cards in the order of their first mention; each ends on the discard pile.
void play_cards(const Mover& mover, std::span<const Symbol> symbols);
// 4.5, then discard pile.
void discard_card(const Mover& mover, Seat seat, CardId card);
void consequence(const Mover& mover, Seat seat, CardId card);
void take_into_hand(Player& player, CardId card);
void lay_on_discard(State& s, Seat seat, CardId card);  // from the hand, face up: everybody sees it (19)

void raise_stress(const Mover& mover, Seat seat, int steps);  // 4.8
void lower_stress(const Mover& mover, Seat seat, int steps);  // not below the minimum
void change_hp(const Mover& mover, Seat seat, int change);    // 4.9

// All symbols of an action in the order in which they are read.
template <class... Lists>
AllSymbols join_symbols(const Lists&... lists) {
  AllSymbols all;
  const auto add = [&](const auto& list) {
    if constexpr (requires { list.card; })
      all.push_back(list);
    else
      for (const Symbol s : list) all.push_back(s);
  };
  (add(lists), ...);
  return all;
}

template <class T, std::size_t N, class S>
std::span<const T> span_of(const InplaceVector<T, N, S>& list) {
  return {list.begin(), list.size()};
}

}  // namespace remise::tramways
