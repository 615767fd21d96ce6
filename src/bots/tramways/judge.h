// What each move is worth to a seat, in points of the final score, without looking further than the weights tell.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "bots/player.h"
#include "bots/tramways/wallet.h"
#include "bots/tramways/ways.h"
#include "bots/tramways/weights.h"
#include "games/tramways/legal/payments.h"
#include "games/tramways/rules.h"

namespace remise::bots::tramways {

using game::Tramways;
using Move = Ranked<game::Action>;
using Moves = std::vector<Move>;

// How much of the possible is looked at.
struct Breadth {
  int foreign = 2;         // links of others on a journey
  int steps = 4000;        // of the search for journeys from one building
  int rails = 10;          // of a link
  std::size_t links = 40;  // links that are priced out as moves
  // Everything a player can do; without it, as hard-1 has it, links are completed in one Action, bids and the solo row
  // are paid with coins, and a card whose consequence is to be paid is used only when all such cards could be.
  bool all = false;
};

class Judge {
 public:
  Judge(const Weights& weights, Breadth breadth);

  // Every sensible move with its gain; never empty where the seat has to act.
  void moves(const Tramways& rules, const game::State& s, Seat seat, Moves& out);
  // The expected final score of every seat.
  std::array<double, max_seats> results(const Tramways& rules, const game::State& s) const;

 private:
  // What a decision is judged by.
  struct View {
    const game::Tables& tables;
    const game::State& s;
    Seat seat;
    const game::Player& me;
    int rounds_left;   // after this one
    int actions_left;  // of the seat in this round, after the next
  };

  // judge.cpp: money, stress, cards
  double money(const View& v, int dollars) const;
  double income(const View& v, int dollars) const { return money(v, v.me.money + dollars) - money(v, v.me.money); }
  double stress(const View& v, int steps) const;
  double symbol(const View& v, const game::Slot& slot) const;
  double card(const View& v, game::CardId id) const;            // to own it
  double administration(const View& v, game::CardId id) const;  // its best symbol there
  double room(const View& v) const;                             // what another card in hand would bring
  template <class Deed>
  void add(const Deed& deed, double gain) {
    Move& move = out_->emplace_back();
    move.action.emplace<Deed>(deed);
    move.value = gain;
  }

  // actions.cpp
  void actions(const View& v);
  void trips(const View& v);
  void tracks(const View& v);
  void upgrades(const View& v);
  void builds(const View& v);
  double trip_gain(const View& v, const Trip& trip) const;
  double link_gain(const View& v, game::FieldId from, game::FieldId to, int pieces) const;
  double plan_gain(const View& v, const LinkPlan& plan) const;
  void price_open_ends(const View& v, const LinkPlan& whole, std::size_t number, bool turned);
  bool lay(const View& v, const LinkPlan& plan, game::LayTrack& action);
  void survey(const View& v);  // the own network
  void commercial_bonus(const View& v);
  void leisure_bonus(const View& v);

  // choices.cpp
  void auction(const View& v);
  // The best way to pay so many dollars (6.2): what it costs, coins and symbols.
  struct Purchase {
    double cost = 0;
    int coins = 0;
    game::Symbols symbols;
  };
  std::optional<Purchase> purchase(const View& v, const std::optional<game::Payments>& money_cards, int amount) const;
  void solo_row(const View& v);
  void administer(const View& v);
  void choose_cards(const View& v);
  void final_hand(const Tramways& rules, const View& v);

  Weights w_;
  Breadth breadth_;
  std::array<double, 256> happiness_{};  // twice what so many dollars would buy at a leisure building
  Moves* out_ = nullptr;
  bool choosing_hand_ = false;  // a hand of all cards is tried out: what is used will be chosen
  Wallet wallet_;
  TrackWaves waves_;
  Trips trip_finder_;
  // A plan that can be paid for: whole, or its first pieces from one end, which stay an open link.
  struct PricedPlan {
    double gain = 0;
    std::size_t plan = 0;
    std::uint8_t cut = 0;  // 0: whole
    bool turned = false;
  };
  std::vector<PricedPlan> priced_;
  std::vector<Trip> trips_;
  std::vector<double> worth_;
  std::array<std::uint8_t, game::max_fields> own_links_{};  // by place
  game::Places reached_;                                    // by the own network
  Tramways::Workspace work_;
};

}  // namespace remise::bots::tramways
