// Phase 3: administration (13). Open to all players who have not finished; only the choice of free fields interacts.
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/rounds.h"

namespace remise::tramways {
namespace {

// 13.2: can the uses be carried out in this order, after consequence and stress of the card?
Check check_uses(const Position& p, const AdminPlay& action) {
  const State& s = p.s;
  const Player& me = p.me();
  const PlayerBoard& board = p.board(p.seat);
  const Card& card = p.tables.card(action.card);
  const int extra = p.constants().further_stress(static_cast<int>(action.uses.size()));
  int stress = std::min<int>(board.stress_max, me.stress + card.stress + extra);
  int workers = me.workers, left = s.passengers_left();
  for (std::size_t i = 0; i < action.uses.size(); ++i) {
    const AdminPlay::Use use = action.uses[i];
    const Symbol symbol{action.card, use.slot};
    if (use.slot >= slots_per_card) return refuse(RefusalCode::symbol_wrong_phase, pack(symbol));
    const SymbolKind kind = p.tables.slot(symbol).kind;
    for (std::size_t j = 0; j < i; ++j) {
      if (action.uses[j].slot == use.slot) return refuse(RefusalCode::slot_twice, pack(symbol));
      if (use.has_field && action.uses[j].has_field && action.uses[j].field == use.field)
        return refuse(RefusalCode::field_not_free, pack(use.field));
    }
    if (kind == SymbolKind::none) return refuse(RefusalCode::no_such_symbol, pack(symbol));
    if (kind == SymbolKind::add_passenger) {  // 13.2.4
      if (!use.has_field) return refuse(RefusalCode::field_needed, pack(symbol));
      const FieldId f = s.map.at(use.field);
      if (f == FieldId::none || s.building_at(f) == Building::none || s.passengers[index(f)])
        return refuse(RefusalCode::field_not_free, pack(use.field));
      if (left-- <= 0) return refuse(RefusalCode::no_passenger_left, s.passenger_limit);
      continue;
    }
    if (use.has_field) return refuse(RefusalCode::field_not_allowed, pack(symbol));
    if (kind == SymbolKind::worker) {  // 13.2.2
      if (workers++ >= board.worker_limit) return refuse(RefusalCode::worker_limit, board.worker_limit);
    } else if (kind == SymbolKind::stress_down) {  // 13.2.3
      if (stress-- <= board.stress_min) return refuse(RefusalCode::stress_lowest);
    } else if (kind != SymbolKind::money) {
      return refuse(RefusalCode::symbol_wrong_phase, pack(symbol));
    }
  }
  return {};
}

}  // namespace

Check check(const Position& p, const AdminPlay& action) {
  if (p.s.phase != Phase::admin) return refuse(RefusalCode::wrong_phase);
  if (!p.me().hand.contains(action.card)) return refuse(RefusalCode::not_in_hand, action.card);
  if (action.uses.empty()) return refuse(RefusalCode::no_uses, action.card);
  const Card& card = p.tables.card(action.card);
  if (card.pay > p.me().money) return refuse(RefusalCode::consequence_unpayable, card.pay, p.me().money);
  return check_uses(p, action);
}

void act(const Mover& mover, const AdminPlay& action) {
  State& s = mover.s;
  InplaceVector<Symbol, slots_per_card> symbols;
  for (const AdminPlay::Use use : action.uses) symbols.push_back({action.card, use.slot});
  play_cards(mover, span_of(symbols));
  for (const AdminPlay::Use use : action.uses) {
    const Slot& slot = mover.tables.card(action.card).slots[use.slot];
    if (slot.kind == SymbolKind::money) {
      mover.me().money += slot.value;
      mover.tell(EventKind::money_gained, mover.seat, slot.value);
    } else if (slot.kind == SymbolKind::worker) {
      ++mover.me().workers;
      mover.tell(EventKind::worker_gained, mover.seat, mover.me().workers);
    } else if (slot.kind == SymbolKind::stress_down) {
      lower_stress(mover, mover.seat, 1);
    } else {
      s.passengers[index(s.map.at(use.field))] = 1;
      mover.tell(EventKind::passenger_added, mover.seat, pack(use.field));
    }
  }
}

int discard_price(const Position& p) {
  return p.me().discards < p.constants().free_discards ? 0 : p.constants().extra_discard_cost;
}

Check check(const Position& p, const AdminDiscard& action) {
  if (p.s.phase != Phase::admin) return refuse(RefusalCode::wrong_phase);
  if (!p.me().hand.contains(action.card)) return refuse(RefusalCode::not_in_hand, action.card);
  const int needed = discard_price(p) + p.tables.card(action.card).pay;
  if (needed > p.me().money) return refuse(RefusalCode::discard_too_dear, needed, p.me().money);
  return {};
}

void act(const Mover& mover, const AdminDiscard& action) {
  const int price = discard_price(mover);
  mover.me().money -= price;
  ++mover.me().discards;
  mover.tell(EventKind::card_discarded, mover.seat, action.card, price);
  discard_card(mover, mover.seat, action.card);
}

Check check(const Position& p, const AdminDone&) {
  if (p.s.phase != Phase::admin) return refuse(RefusalCode::wrong_phase);
  return {};
}

void act(const Mover& mover, const AdminDone&) {
  mover.tell(EventKind::admin_finished, mover.seat);
  mover.me().discards = 0;
  mover.s.open.remove(mover.seat);
  mover.follows();
  if (mover.s.open.empty()) end_of_round(mover);
}

}  // namespace remise::tramways
