// What a sensible player thinks of each kind of move. Every judgement is in Gulden of the seat at the end of the game,
// compared with doing nothing.
#pragma once

#include <vector>

#include "bots/player.h"
#include "bots/vienna1840/features.h"
#include "bots/vienna1840/remembered.h"
#include "games/vienna1840/rules.h"

namespace remise::bots::vienna1840 {

using game::Action;
using game::State;
using Moves = std::vector<Ranked<Action>>;

// How widely a player looks.
struct Breadth {
  std::size_t tiles = 4;    // tiles tried on the board, of those that look best at first sight
  std::size_t markers = 2;  // places for a marker
  bool everything = false;  // every kind of move at once, for search to compare; else one thing after the other
  // Prudence, which hard lacks (docs/journal/bots-1840.md).
  int dearest_line = 0;  // the most to bid for a line; 0: whatever the treasury holds
  // Does not pass in the opening while that pays somebody else more (R12), where so many or more sit; 0: at no table.
  int impatient_from = 0;
  bool foresight = false;  // thinks of trams for the line to come before it is auctioned

  // Turns of a line that are remembered: many by those who play on in playouts, and so look at little.
  std::size_t places() const { return tiles > 8 ? 1 << 8 : 1 << 13; }
};

class Judge {
 public:
  Judge(const Weights& weights, Breadth breadth)
      : w_(weights),
        breadth_(breadth),
        outlook_(weights),
        forecaster_(weights),
        tile_gains_(breadth.places(), breadth.tiles),
        marker_gains_(breadth.places(), breadth.markers) {}

  // Appends moves worth thinking about; at least one.
  void moves(const Vienna1840& rules, const State& state, Seat seat, Moves& out);
  std::array<double, max_seats> results(const Position& p) { return forecaster_.results(p, outlook_); }
  void features(const Position& p, Features& out) { make_features(p, w_, outlook_, forecaster_, out); }

 private:
  // opening.cpp
  double private_worth(const Position& p, PrivateId lot) const;
  void open_private(const Position& p, Seat seat, Moves& out) const;
  double pass_worth(const Position& p, Seat seat) const;
  bool paid_for_waiting(const Position& p, Seat seat) const;
  int behind_by_waiting(const Position& p, Seat seat) const;
  void bid_private(const Position& p, Seat seat, Moves& out) const;
  void choose_order(const Position& p, Moves& out) const;
  void buy_director(const Position& p, Seat seat, Moves& out) const;
  // shares.cpp
  void shares(const Position& p, Seat seat, Moves& out);
  // company.cpp
  void dividend(const Position& p, Seat seat, Moves& out);
  void trams(const Position& p, Moves& out);
  void assign(const Position& p, Moves& out);
  void auction(const Position& p, Moves& out);
  // All in revenue of the company over the runs to come.
  double tram_future(const Position& p, TramColour colour, double run, TramColour newest, int rounds) const;
  double fleet_future(const Position& p, const TramList& trams, const InplaceVector<double, 3>& runs,
                      TramColour newest) const;
  double tram_gain(const Position& p, const TramList& trams, const InplaceVector<double, 3>& runs, TramColour colour,
                   TramColour newest) const;
  double capital_need(const Position& p, CompanyId c, const Forecast& forecast) const;
  // building.cpp
  void build(const Position& p, Seat seat, Moves& out);
  void home(const Position& p, Moves& out);
  void bonus(const Position& p, Moves& out);
  void turn_to(const Position& p);
  void look_around(const Position& p);
  int track(const Position& p, const Board& board, LineId line);
  void tiles(const Position& p, LayKind kind, double worth, Moves& out);
  void find_tile_gains(const Position& p, LayKind kind);
  void markers(const Position& p, MarkerKind kind, double worth, Moves& out);
  void find_marker_gains(const Position& p, MarkerKind kind);
  void stadtbahn_tiles(const Position& p, Seat seat, double worth, Moves& out);
  void removals(const Position& p, Seat seat, Moves& out);
  void private_sales(const Position& p, Seat seat, double worth, Moves& out) const;
  double bonus_gain(const Position& p, Bonus kind, double worth);
  // Shares of a company held by the seat, less what the rivals hold.
  double balance(const Position& p, Seat seat, CompanyId c) const;
  // What a Gulden of a company's revenue is worth to its director, and a Gulden in its treasury.
  double revenue_worth(const Position& p, CompanyId c) const;
  double treasury_worth(const Position& p, CompanyId c) const;
  double spare_worth(const Round& round) const;
  // What a treasury is worth as a whole, after everything has been bought in this round.
  double treasury_value(const Position& p, CompanyId c, double treasury) const;
  // What a change of a Stadtbahn's run by one Gulden is worth to the seat, in all company rounds to come.
  double stadtbahn_worth(const Position& p, Seat seat, CompanyId stadtbahn, int from_round) const;

  Weights w_;
  Breadth breadth_;
  Outlook outlook_;
  Forecaster forecaster_;
  struct Sight {
    float value;
    std::uint16_t which;
  };
  // What a tile or a marker adds to the line's runs to come, and what it costs.
  struct TileGain {
    Lay lay;
    float sight;  // at first sight
    std::int32_t gain, cost;
  };
  struct MarkerGain {
    MarkerPlace place;
    std::int32_t gain, cost;
  };

  // The line that builds: the same board, builder and round give the same gains, and playouts come to the same boards
  // again and again. What is needed to find them is looked at only where they are not known.
  std::uint64_t scene_ = 0;
  bool looked_ = false;
  Promise promise_;
  Ground ground_;
  Reach reach_;
  int base_ = 0;
  std::vector<Sight> sights_;
  std::vector<TileGain> found_tiles_;
  std::vector<MarkerGain> found_markers_;
  RememberedLists<TileGain> tile_gains_;
  RememberedLists<MarkerGain> marker_gains_;
  Moves uses_;
  std::vector<Lay> lays_, stadtbahn_lays_;
  std::vector<MarkerPlace> places_;
  std::vector<Removal> removals_;
  RouteFinder finder_;
};

}  // namespace remise::bots::vienna1840
