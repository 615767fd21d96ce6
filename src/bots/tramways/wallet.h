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
  // How a card can serve: so many rails from some of its slots.
  struct Use {
    std::uint8_t rails = 0, slots = 0;
    double cost = 0;
  };
  struct Item {
    game::CardId card{};
    const game::Card* face = nullptr;
    double worth = 0;
    game::Places places;
    InplaceVector<Use, 8> uses;
  };
  static constexpr std::uint8_t unused = 255;
  struct Row {  // by rails
    std::array<double, max_rails + 1> cost;
    // What the last card serves for: a use; the number of uses: its destination; beyond that: both.
    std::array<std::uint8_t, max_rails + 1> choice;
  };
  struct Prices {
    std::uint32_t made = 0;  // for which hand
    std::vector<Row> rows;   // after each card
  };

  const Prices& without_destination();
  const Prices& prices(std::size_t place);
  void fill_plain(Prices& t);
  void fill_named(Prices& t, std::size_t place);
  std::size_t best_place(int rails, game::Places ends);
  static std::uint8_t slot_naming(const Item& item, game::Places places);

  std::vector<Item> items_;
  double stress_ = 1;
  int most_ = 0;
  std::uint32_t hand_ = 0;
  game::Places named_;
  // Items as bits: by the place they name, and by the kind of symbol they have.
  std::array<std::uint64_t, 4 + game::max_parcels> naming_{};
  std::array<std::uint64_t, index(game::SymbolKind::stripe) + 1> having_{};
  std::array<Prices, 4 + game::max_parcels> prices_;  // by place
  Prices plain_;                                      // without a destination
};

}  // namespace remise::bots::tramways
