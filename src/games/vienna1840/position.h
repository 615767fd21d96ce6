// A state together with the tables it is played with: the questions every round asks (Position), and the hand that
// makes the changes (Mover). Money moves only here.
#pragma once

#include "games/vienna1840/components/tables.h"
#include "games/vienna1840/event.h"
#include "games/vienna1840/state.h"

namespace remise::vienna1840 {

struct Workspace;  // board/workspace.h

using TramList = InplaceVector<TramColour, 3>;

struct Position {
  const Tables& tables;
  const State& s;

  const Map& map() const { return tables.map(s.map); }
  const Round& round() const { return tables.rounds[s.round]; }
  const PlayerCountFacts& facts() const { return tables.by_players[s.player_count]; }

  Seat to_act() const;  // none when the game is over
  // The company whose step it is: in a CR, or that of the line in an LR; none elsewhere.
  CompanyId active_company() const;
  bool private_in_play(PrivateId p) const { return map().privates.has(p); }

  Money price(CompanyId c) const;              // on the share chart
  int shares_left(CompanyId c) const;          // in the bank, in tenths
  int certificates(Seat seat) const;           // R23
  int sellable(Seat seat, CompanyId c) const;  // shares other than the director's (R22)
  Money wealth(Seat seat) const;               // R118

  // What returning all privates of a holder to the bank would bring (R29), and how many they are.
  Money returnable(Holder holder) const;
  int privates_of(Holder holder) const;
  PrivateSet private_set(CompanyId c) const;
  // Money a player or a company could spend after returning privates. Where even that buys nothing, there is no choice.
  Money funds(Seat seat) const { return s.player(seat).cash + returnable(Holder::of(seat)); }
  Money funds(CompanyId c) const { return s.company(c).treasury + returnable(Holder::of(c)); }
  Seat director(CompanyId c) const { return s.company(c).director; }

  TramList trams_of(CompanyId c) const;       // those of its lines, then the parked ones
  Money tram_price(TramColour colour) const;  // in this CR; -1: not on sale (R6)
  bool trams_on_sale() const;
  Money maintenance(TramColour colour) const;  // added to a run now (R52)
  bool lines_full() const;                     // every company has three lines (R55)
};

struct Mover {
  const Tables& tables;
  State& s;
  Events* events;  // null when nobody listens
  Workspace& work;

  operator Position() const { return {tables, s}; }
  Position now() const { return {tables, s}; }

  template <class... Args>
  void tell(EventKind kind, Args... args) const {
    if (events) events->push_back(record(kind, args...));
  }

  // Money between the bank and an owner; a negative amount goes the other way.
  void bank_pays(Seat seat, Money amount) const;
  void bank_pays(CompanyId company, Money amount) const;
  void bank_pays_revenue(CompanyId company, Money amount) const;
  // R47, R108: the director pays from their own cash, with the fewest loans that suffice.
  void director_pays(CompanyId company, Money amount) const;
  // Every private in somebody's hands pays its dividend (R12, R30); false when there is none.
  bool pay_privates() const;
};

}  // namespace remise::vienna1840
