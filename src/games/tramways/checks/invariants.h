// What must hold in every state. Tests ask after every move; a position read from a file (position.h) must pass before
// any rule is applied to it, so that no check here may rely on one that comes later.
#pragma once

#include <string>

#include "games/tramways/state.h"

namespace remise::tramways {

struct Inspection {
  const Tables& tables;
  const State& s;
  std::string fault{};  // the first one found

  bool good() const { return fault.empty(); }
  bool expect(bool holds, std::string_view what) {
    if (!holds && good()) fault = what;
    return holds;
  }
  const Constants& constants() const { return tables.constants; }
  bool solo() const { return s.variant == Variant::solo; }
  bool original() const { return s.development == Development::original; }
  bool drafting() const { return s.phase == Phase::draft; }
  // The bonus of a passenger's destination is being chosen (12.5).
  bool travelling() const {
    return s.phase == Phase::bonus_c || s.phase == Phase::bonus_c_take || s.phase == Phase::bonus_l;
  }
  bool choosing_card() const { return s.phase == Phase::book_take || s.phase == Phase::bonus_c_take; }
  std::size_t place_of(Seat seat) const;  // in the turn order
  // Has the hand of round 6 (15.1): what was not chosen is out of the game.
  bool chose_hand(Seat seat) const {
    return s.round == last_round || (s.phase == Phase::final_hand && place_of(seat) < s.turn);
  }
};

// In this order.
void inspect_order(Inspection& in);      // 5, 6: phases, rounds, whose turn it is
void inspect_map(Inspection& in);        // 1.3, 1.4: buildings, parcels, passengers
void inspect_links(Inspection& in);      // 1.6, 8, 12: pieces, links, a passenger on the way
void inspect_cards(Inspection& in);      // 2-4: every card in one place, and in one for its type
void inspect_knowledge(Inspection& in);  // 19: what is remembered of cards

std::string first_fault(const Tables& tables, const State& s);

int hand_limit(const Tables& tables, const State& s, Seat seat);  // 10.3.6

}  // namespace remise::tramways
