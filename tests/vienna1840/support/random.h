// Random games of 1840 of all kinds, by players with a will to build.
#pragma once

#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/match.h"
#include "support/battery.h"
#include "vienna1840/support/game.h"

namespace remise::testing {

inline const TypedGame<Vienna1840>& game() {
  static const TypedGame<Vienna1840> game{Vienna1840(tables_1840())};
  return game;
}

// The n-th of a row of setups: players 2 to 6, three players on both maps, every fourth with random options.
inline Json setup_number(int n) {
  const int kind = n % 6;
  Json setup{{"players", kind == 5 ? 3 : kind + 2}, {"seed", std::to_string(7919 * n)}, {"options", Json::object()}};
  if (kind == 5) setup["options"]["map"] = "full";
  Random random = Random::from_seed("options " + std::to_string(n));
  for (const auto& [name, option] : compat_words)
    if (n % 4 == 3 && random.below(2) == 0) setup["options"][std::string(name)] = true;
  return setup;
}

// How eagerly a player of these tests does something. Uniform play scraps and sells everything it has.
inline int weight(const Action& action) {
  return std::visit(
      []<class T>(const T&) {
        if constexpr (std::is_same_v<T, LayTile> || std::is_same_v<T, PlaceMarker>)
          return 12;
        else if constexpr (std::is_same_v<T, ScrapTram> || std::is_same_v<T, ReturnPrivate> ||
                           std::is_same_v<T, RemoveMarker>)
          return 1;
        else if constexpr (std::is_same_v<T, SellShares> || std::is_same_v<T, OfferPrivate>)
          return 2;
        else if constexpr (std::is_same_v<T, BuyTram> || std::is_same_v<T, BuyShare>)
          return 30;
        else
          return 15;
      },
      action);
}

inline Action eager_pick(const Vienna1840& rules, const std::vector<Choice<Action>>& choices, Random& random) {
  std::uint32_t total = 0;
  for (const auto& c : choices) total += static_cast<std::uint32_t>(weight(c.action));
  std::uint32_t at = random.below(total);
  std::size_t i = 0;
  while (at >= static_cast<std::uint32_t>(weight(choices[i].action)))
    at -= static_cast<std::uint32_t>(weight(choices[i++].action));
  const auto& c = choices[i];
  const bool bid = std::holds_alternative<BidLine>(c.action) || std::holds_alternative<BidPrivate>(c.action);
  return way(
      rules, c,
      bid ? std::min<std::int64_t>(ways(c) - 1, random.below(3)) : random.below(static_cast<std::uint32_t>(ways(c))));
}

}  // namespace remise::testing
