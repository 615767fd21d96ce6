// A state together with the tables it is played with and the seat that acts: the questions every check asks (Position),
// and the hand that changes it (Mover). For every action there is a check (may it be done now, and if not why) and an
// act (do it; the check has allowed it), each pair in the file of its phase.
#pragma once

#include "games/tramways/action.h"
#include "games/tramways/components/tables.h"
#include "games/tramways/event.h"
#include "games/tramways/refusal.h"

namespace remise::tramways {

struct Position {
  const Tables& tables;
  const State& s;
  Seat seat;

  const Constants& constants() const { return tables.constants; }
  const Player& me() const { return s.player(seat); }
  const PlayerBoard& board(Seat who) const { return tables.constants.player_boards[s.player(who).hard]; }
};

// The state after an action itself, and how many events had been told, before what then happens by itself (7.6, 14).
struct Between {
  State state;
  std::size_t events = 0;
  bool reached = false;
};

struct Mover {
  const Tables& tables;
  State& s;
  Seat seat;
  Events* events;  // null when nobody listens
  // A fault of an explicit shuffle. Which cards are shuffled shows only on the way, so this one refusal comes after the
  // first change; Tramways::apply then takes everything back.
  Check& late;
  Between* between = nullptr;  // for callers that tell the action from what follows it

  operator Position() const { return {tables, s, seat}; }

  const Constants& constants() const { return tables.constants; }
  Player& me() const { return s.player(seat); }
  const PlayerBoard& board(Seat who) const { return tables.constants.player_boards[s.player(who).hard]; }

  template <class... Args>
  void tell(EventKind kind, Args... args) const {
    if (events) events->push_back(record(kind, args...));
  }
  // Everything from here on happens by itself.
  void follows() const {
    if (between && !between->reached) *between = {s, events ? events->size() : 0, true};
  }
};

// Setup decisions: 3.3.2, 3.7 (setup.cpp, development.cpp)
Check check(const Position& p, const DraftParcel& action);
Check check(const Position& p, const ChooseBook& action);
Check check(const Position& p, const TakeDev& action);
Check check(const Position& p, const KeepDev& action);
void act(const Mover& mover, const DraftParcel& action);
void act(const Mover& mover, const ChooseBook& action);
void act(const Mover& mover, const TakeDev& action);
void act(const Mover& mover, const KeepDev& action);
// 6 (auction.cpp), 17.6 (solo.cpp)
Check check(const Position& p, const Bid& action);
Check check(const Position& p, const Pass& action);
Check check(const Position& p, const TakeAuctionCard& action);
Check check(const Position& p, const VoidDiscard& action);
Check check(const Position& p, const SoloReveal& action);
Check check(const Position& p, const SoloTake& action);
void act(const Mover& mover, const Bid& action);
void act(const Mover& mover, const Pass& action);
void act(const Mover& mover, const TakeAuctionCard& action);
void act(const Mover& mover, const VoidDiscard& action);
void act(const Mover& mover, const SoloReveal& action);
void act(const Mover& mover, const SoloTake& action);
// 7-12
Check check(const Position& p, const LayTrack& action);
Check check(const Position& p, const UpgradeLink& action);
Check check(const Position& p, const Build& action);
Check check(const Position& p, const UpgradeBuilding& action);
Check check(const Position& p, const MovePassenger& action);
Check check(const Position& p, const BonusMoney& action);
Check check(const Position& p, const TakeOpenDev& action);
Check check(const Position& p, const TakeTopDev& action);
Check check(const Position& p, const BuyHp& action);
Check check(const Position& p, const EndTurn& action);
void act(const Mover& mover, const LayTrack& action);
void act(const Mover& mover, const UpgradeLink& action);
void act(const Mover& mover, const Build& action);
void act(const Mover& mover, const UpgradeBuilding& action);
void act(const Mover& mover, const MovePassenger& action);
void act(const Mover& mover, const BonusMoney& action);
void act(const Mover& mover, const TakeOpenDev& action);
void act(const Mover& mover, const TakeTopDev& action);
void act(const Mover& mover, const BuyHp& action);
void act(const Mover& mover, const EndTurn& action);
// 13, 15.1 (administration.cpp, rounds.cpp)
Check check(const Position& p, const AdminPlay& action);
Check check(const Position& p, const AdminDiscard& action);
Check check(const Position& p, const AdminDone& action);
Check check(const Position& p, const ChooseHand& action);
void act(const Mover& mover, const AdminPlay& action);
void act(const Mover& mover, const AdminDiscard& action);
void act(const Mover& mover, const AdminDone& action);
void act(const Mover& mover, const ChooseHand& action);

}  // namespace remise::tramways
