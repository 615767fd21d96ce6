// Phase 3: administration (13). Open to all players who have not finished; only the choice of free fields interacts.
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/rounds.h"

namespace remise::tramways {
namespace {

// 13.2: can the uses be carried out in this order, after consequence and stress of the card?
Refused check_uses(const Play& play, const AdminPlay& action) {
  const State& s = play.s;
  const Player& me = s.player(play.seat);
  const PlayerBoard& board = play.board(play.seat);
  const Card& card = play.tables.card(action.card);
  const int extra = (static_cast<int>(action.uses.size()) - 1) * play.constants().extra_symbol_stress;
  int stress = std::min<int>(board.stress_max, me.stress + card.stress + extra);
  int workers = me.workers;
  for (std::size_t i = 0; i < action.uses.size(); ++i) {
    const AdminPlay::Use use = action.uses[i];
    const Symbol symbol{action.card, use.slot};
    if (use.slot >= slots_per_card) return refuse(Code::symbol_wrong_phase, pack(symbol));
    const SymbolKind kind = play.tables.slot(symbol).kind;
    for (std::size_t j = 0; j < i; ++j) {
      if (action.uses[j].slot == use.slot) return refuse(Code::slot_twice, pack(symbol));
      if (use.has_field && action.uses[j].has_field && action.uses[j].field == use.field)
        return refuse(Code::field_not_free, pack(use.field));
    }
    if (kind == SymbolKind::none) return refuse(Code::no_such_symbol, pack(symbol));
    if (kind == SymbolKind::add_passenger) {  // 13.2.4
      if (!use.has_field) return refuse(Code::field_needed, pack(symbol));
      const FieldId f = s.map.at(use.field);
      if (f == FieldId::none || s.building_at(f) == Building::none || s.passengers[index(f)])
        return refuse(Code::field_not_free, pack(use.field));
      continue;
    }
    if (use.has_field) return refuse(Code::field_not_allowed, pack(symbol));
    if (kind == SymbolKind::worker) {  // 13.2.2
      if (workers++ >= board.worker_limit) return refuse(Code::worker_limit, board.worker_limit);
    } else if (kind == SymbolKind::stress_down) {  // 13.2.3
      if (stress-- <= board.stress_min) return refuse(Code::stress_lowest);
    } else if (kind != SymbolKind::money) {
      return refuse(Code::symbol_wrong_phase, pack(symbol));
    }
  }
  return {};
}

}  // namespace

Refused admin_play(Play& play, const AdminPlay& action) {
  State& s = play.s;
  if (s.phase != Phase::admin) return refuse(Code::wrong_phase);
  if (!play.me().hand.contains(action.card)) return refuse(Code::not_in_hand, action.card);
  if (action.uses.empty()) return refuse(Code::no_uses, action.card);
  const Card& card = play.tables.card(action.card);
  if (card.pay > play.me().money) return refuse(Code::consequence_unpayable, card.pay, play.me().money);
  if (auto refused = check_uses(play, action)) return refused;

  InplaceVector<Symbol, slots_per_card> symbols;
  for (const AdminPlay::Use use : action.uses) symbols.push_back({action.card, use.slot});
  play_cards(play, span_of(symbols));
  for (const AdminPlay::Use use : action.uses) {
    const Slot& slot = card.slots[use.slot];
    if (slot.kind == SymbolKind::money) {
      play.me().money += slot.value;
      play.tell(EventKind::money_gained, play.seat, slot.value);
    } else if (slot.kind == SymbolKind::worker) {
      ++play.me().workers;
      play.tell(EventKind::worker_gained, play.seat, play.me().workers);
    } else if (slot.kind == SymbolKind::stress_down) {
      lower_stress(play, play.seat, 1);
    } else {
      s.passengers[index(s.map.at(use.field))] = 1;
      play.tell(EventKind::passenger_added, play.seat, pack(use.field));
    }
  }
  return {};
}

Refused admin_discard(Play& play, const AdminDiscard& action) {
  if (play.s.phase != Phase::admin) return refuse(Code::wrong_phase);
  Player& me = play.me();
  if (!me.hand.contains(action.card)) return refuse(Code::not_in_hand, action.card);
  const Constants& c = play.constants();
  const int price = me.discards < c.free_discards ? 0 : c.extra_discard_cost;  // 13.3
  const int needed = price + play.tables.card(action.card).pay;
  if (needed > me.money) return refuse(Code::discard_too_dear, needed, me.money);
  me.money -= price;
  ++me.discards;
  play.tell(EventKind::card_discarded, play.seat, action.card, price);
  discard_card(play, play.seat, action.card);
  return {};
}

Refused admin_done(Play& play, const AdminDone&) {
  State& s = play.s;
  if (s.phase != Phase::admin) return refuse(Code::wrong_phase);
  play.tell(EventKind::admin_finished, play.seat);
  play.me().discards = 0;
  s.open.remove(play.seat);
  if (s.open.empty()) end_of_round(play);
  return {};
}

}  // namespace remise::tramways
