// Moves in the making (docs/moves-in-the-making.md): what may follow an action begun, what it costs and brings, and why
// it cannot be sent. One file for each family of actions; each says what it makes of the members chosen so far. How a
// bill is paid is the same for all of them (purse.h).
#pragma once

#include <functional>

#include "core/compose.h"
#include "games/tramways/legal/purse.h"
#include "games/tramways/position.h"

namespace remise::tramways {

// The question, read. An action has placeholders where a member was not chosen.
struct Asked {
  Json chosen;  // the members of the action as they were given, less the symbols
  Action action;
  Symbols use, avoid;
  std::optional<std::int64_t> coins;  // of a bid, where given
  Check nowhere;                      // a building was asked about by a square that has no parcel

  bool has(std::string_view member) const;
};

// What a family makes of it.
struct Draft {
  std::optional<Error> why;                                    // the deed cannot be sent as it stands
  std::optional<Action> deed;                                  // whole but for its symbols
  std::optional<Bill> bill;                                    // what the symbols must pay, as soon as that is known
  std::function<void(JsonWriter&)> next = [](JsonWriter&) {};  // the steps that may follow, one value each
};

Draft draft(const Position& p, const Asked& asked, const LayTrack& action);       // compose_track.cpp
Draft draft(const Position& p, const Asked& asked, const MovePassenger& action);  // compose_passengers.cpp
Draft draft(const Position& p, const Asked& asked, const UpgradeLink& action);    // compose_works.cpp
Draft draft(const Position& p, const Asked& asked, const Build& action);
Draft draft(const Position& p, const Asked& asked, const UpgradeBuilding& action);
Draft draft(const Position& p, const Asked& asked, const Bid& action);  // compose_cards.cpp
Draft draft(const Position& p, const Asked& asked, const SoloReveal& action);
Draft draft(const Position& p, const Asked& asked, const SoloTake& action);
Draft draft(const Position& p, const Asked& asked, const AdminPlay& action);
Draft draft(const Position& p, const Asked& asked, const AdminDiscard& action);
Draft draft(const Position& p, const Asked& asked, const ChooseHand& action);

// Why a kind of action is not open to the seat at all, in the situation as it is; nothing where it may be begun.
Check closed_track(const Position& p);
Check closed_passengers(const Position& p);
Check closed_link_upgrades(const Position& p);
Check closed_building(const Position& p);
Check closed_building_upgrades(const Position& p);
Check closed_play(const Position& p);
Check closed_discard(const Position& p);

// The pay of an answer, and the way that would be sent; compose_pay.cpp.
class Payer {
 public:
  Payer(const Position& p, const Bill& bill, const Asked& asked);

  const Way* first() const { return purse_.payable() ? &purse_.ways()[0] : nullptr; }
  Refusal why_not() const;  // where there is no way
  void write(JsonWriter& w, const Action* deed) const;

 private:
  void needs(JsonWriter& w) const;
  void symbols(JsonWriter& w) const;
  void symbol(JsonWriter& w, Symbol s) const;
  std::string_view why_not(Symbol s) const;
  std::string_view need_name(int role) const;
  Check unfit() const;  // a symbol that was to be used and cannot be

  const Position& p_;
  const Bill& bill_;
  const Asked& asked_;
  Purse purse_;
};

Action paid(const Tables& tables, Action deed, const Way& way);  // the deed with its symbols
Error explained(const Tables& tables, const Refusal& refusal);   // as JSON tells it
bool hand_has(const Position& p, SymbolKind kind);
std::string_view place_name(const Position& p, FieldId place);  // "R", "A1"
void write_names(JsonWriter& w, const Tables& tables, Places places);
// The cheapest payment of a bill as {stress, dollars, cards}, or null.
void write_price(JsonWriter& w, const Position& p, const Bill& bill);
void write_price(JsonWriter& w, const Price& price);

}  // namespace remise::tramways
