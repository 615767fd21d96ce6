// The hand that carries out an action: tables, state, who acts, and where events are told. Each phase has its functions
// in its own file; all check first and change afterwards, so that a refusal leaves the state as it was.
#pragma once

#include <optional>

#include "games/tramways/action.h"
#include "games/tramways/components/tables.h"
#include "games/tramways/records.h"

namespace remise::tramways {

using Refused = std::optional<Refusal>;

struct Play {
  const Tables& tables;
  State& s;
  Seat seat;
  Events* events;
  Refused late{};  // a fault of an explicit shuffle, found after the first change

  const Constants& constants() const { return tables.constants; }
  Player& me() const { return s.player(seat); }
  const PlayerBoard& board(Seat who) const { return tables.constants.player_boards[s.player(who).hard]; }

  template <class... Args>
  void tell(EventKind kind, Args... args) {
    if (events) events->push_back(record(kind, args...));
  }
};

template <class... Args>
Refusal refuse(Code code, Args... args) {
  return record(code, args...);
}

// Setup decisions: 3.3.2, 3.7 (development.cpp, setup.cpp)
Refused draft_parcel(Play& play, const DraftParcel& action);
Refused choose_book(Play& play, const ChooseBook& action);
Refused take_dev(Play& play, const TakeDev& action);
Refused keep_dev(Play& play, const KeepDev& action);
// 6 (auction.cpp), 17.6 (solo.cpp)
Refused bid(Play& play, const Bid& action);
Refused pass(Play& play, const Pass& action);
Refused take_auction_card(Play& play, const TakeAuctionCard& action);
Refused void_discard(Play& play, const VoidDiscard& action);
Refused solo_reveal(Play& play, const SoloReveal& action);
Refused solo_take(Play& play, const SoloTake& action);
// 8-12
Refused lay_track(Play& play, const LayTrack& action);
Refused upgrade_link(Play& play, const UpgradeLink& action);
Refused build(Play& play, const Build& action);
Refused upgrade_building(Play& play, const UpgradeBuilding& action);
Refused move_passenger(Play& play, const MovePassenger& action);
Refused bonus_money(Play& play, const BonusMoney& action);
Refused take_open_dev(Play& play, const TakeOpenDev& action);
Refused take_top_dev(Play& play, const TakeTopDev& action);
Refused buy_hp(Play& play, const BuyHp& action);
Refused end_turn(Play& play, const EndTurn& action);
// 13, 15.1 (administration.cpp, rounds.cpp)
Refused admin_play(Play& play, const AdminPlay& action);
Refused admin_discard(Play& play, const AdminDiscard& action);
Refused admin_done(Play& play, const AdminDone& action);
Refused choose_hand(Play& play, const ChooseHand& action);

}  // namespace remise::tramways
