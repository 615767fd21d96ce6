// The one cheapest way to pay for a deed with the cards of a hand (4), for players: stress and the worth of the cards
// added up, where games/tramways/legal/payments.h lists every way that may be right for somebody.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "games/tramways/state.h"

namespace remise::bots::tramways {

namespace game = remise::tramways;

struct PairPrice {
  double cost = std::numeric_limits<double>::infinity();
  game::Symbol first, second;
  bool payable() const { return cost < 1e9; }
};

class Wallet {
 public:
  static constexpr int max_rails = 10;
  static constexpr double never = 1e18;

  // `worth`: what playing each card of the hand costs, in order of the hand. `stress`: what a step of stress costs.
  // `all`: of the cards whose consequence is to be paid, as many as there is money for; else all of them or none.
  void open(const game::Tables& tables, const game::Player& player, const std::vector<double>& worth, double stress,
            bool all = true);

  int most_rails() const { return most_; }
  // The price of so many rails and a destination symbol naming one of the places (none: an open end).
  double price(int rails, game::Places ends);
  // The symbols for it; the last is the destination.
  void symbols(int rails, game::Places ends, game::Symbols& summed, game::Symbol& named);
  // A symbol of a kind, and one naming one of the places.
  PairPrice pair(game::SymbolKind kind, game::Places places) const;
  game::Places named() const { return named_; }  // by the hand

 private:
  // How a card can serve: so many rails, with or without its destination.
  struct Use {
    std::uint8_t rails = 0, slots = 0;
    bool named = false;
    std::uint8_t named_slot = 0;
    double cost = 0;
  };
  struct Item {
    game::CardId card{};
    const game::Card* face = nullptr;
    double worth = 0;
    game::Places places;
    InplaceVector<Use, 8> uses;  // of rails only
  };
  using Row = std::array<std::array<double, max_rails + 1>, 2>;
  struct Prices {
    std::uint32_t made = 0;  // for which hand
    std::vector<Row> cost;   // after each card, by (named, rails)
    std::vector<std::array<std::array<std::uint8_t, max_rails + 1>, 2>> choice;
  };

  Prices& prices(std::size_t place);
  void fill(Prices& t, game::Places place);
  std::size_t best_place(int rails, game::Places ends);
  static InplaceVector<Use, 16> uses_for(const Item& item, game::Places place, double stress);

  std::vector<Item> items_;
  double stress_ = 1;
  int most_ = 0;
  std::uint32_t hand_ = 0;
  game::Places named_;
  std::array<Prices, 4 + game::max_parcels + 1> prices_;  // by place; the last without a destination
};

}  // namespace remise::bots::tramways
