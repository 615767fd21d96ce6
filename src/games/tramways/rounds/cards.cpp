#include "games/tramways/rounds/cards.h"

namespace remise::tramways {

int consequences(const Tables& tables, std::span<const Symbol> symbols) {
  int pay = 0;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    bool first = true;
    for (std::size_t j = 0; j < i; ++j) first = first && symbols[j].card != symbols[i].card;
    if (first) pay += tables.card(symbols[i].card).pay;
  }
  return pay;
}

int stress_of(const Tables& tables, std::span<const Symbol> symbols) {
  int stress = 0;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    bool first = true;
    for (std::size_t j = 0; j < i; ++j) first = first && symbols[j].card != symbols[i].card;
    stress += first ? tables.card(symbols[i].card).stress : tables.constants.extra_symbol_stress;
  }
  return stress;
}

namespace {

struct SymbolsPlayed {
  AllSymbols operator()(const Bid& a) const { return join_symbols(a.symbols); }
  AllSymbols operator()(const SoloReveal& a) const { return join_symbols(a.symbols); }
  AllSymbols operator()(const LayTrack& a) const { return join_symbols(a.rails, a.dests); }
  AllSymbols operator()(const UpgradeLink& a) const { return join_symbols(a.symbol, a.dest); }
  AllSymbols operator()(const Build& a) const { return join_symbols(a.symbol, a.coordinate); }
  AllSymbols operator()(const UpgradeBuilding& a) const { return join_symbols(a.symbol, a.dest); }
  AllSymbols operator()(const MovePassenger& a) const { return join_symbols(a.ticket, a.dest); }
  AllSymbols operator()(const AdminPlay& a) const {
    AllSymbols all;
    for (const auto& use : a.uses) all.push_back(Symbol{a.card, use.slot});
    return all;
  }
  AllSymbols operator()(const auto&) const { return {}; }
};

}  // namespace

AllSymbols symbols_of(const Action& action) { return std::visit(SymbolsPlayed{}, action); }

Check check_symbols(const Tables& tables, const Player& player, std::span<const Symbol> symbols, int coins) {
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const Symbol s = symbols[i];
    if (!player.hand.contains(s.card)) return refuse(RefusalCode::not_in_hand, s.card);
    if (s.slot > stripe_slot || tables.slot(s).kind == SymbolKind::none)
      return refuse(RefusalCode::no_such_symbol, pack(s));
    for (std::size_t j = 0; j < i; ++j)
      if (symbols[j] == s) return refuse(RefusalCode::symbol_twice, pack(s));
  }
  const int pay = consequences(tables, symbols);
  if (pay + coins > player.money && pay > 0)
    return refuse(RefusalCode::consequence_unpayable, pay + coins, player.money);
  if (coins > player.money) return refuse(RefusalCode::not_enough_money, coins, player.money);
  return {};
}

namespace {

bool used_in_administration_only(SymbolKind kind) {
  return kind == SymbolKind::worker || kind == SymbolKind::add_passenger || kind == SymbolKind::stress_down;
}

}  // namespace

Check check_kind(const Tables& tables, Symbol symbol, SymbolKind kind) {
  return check_kind(tables, symbol, kind, kind);
}

Check check_kind(const Tables& tables, Symbol symbol, SymbolKind kind, SymbolKind other) {
  if (symbol.slot > stripe_slot || index(symbol.card) > max_cards)
    return refuse(RefusalCode::no_such_symbol, pack(symbol));
  const SymbolKind found = tables.slot(symbol).kind;
  if (found == kind || found == other) return {};
  if (found == SymbolKind::none) return refuse(RefusalCode::no_such_symbol, pack(symbol));
  const bool money = found == SymbolKind::money || kind == SymbolKind::money;
  if (money || used_in_administration_only(found) || used_in_administration_only(kind))
    return refuse(RefusalCode::symbol_wrong_phase, pack(symbol));
  return refuse(RefusalCode::symbol_no_use, pack(symbol));
}

void take_into_hand(Player& player, CardId card) {
  std::size_t at = 0;
  while (at < player.hand.size() && player.hand[at] < card) ++at;
  player.hand.insert_at(at, card);
}

void consequence(const Mover& mover, Seat seat, CardId card) {
  const Card& c = mover.tables.card(card);
  if (c.pay) {
    mover.s.player(seat).money -= c.pay;
    mover.tell(EventKind::consequence_paid, seat, card, c.pay);
  }
  if (c.stress) raise_stress(mover, seat, c.stress);
}

void discard_card(const Mover& mover, Seat seat, CardId card) {
  consequence(mover, seat, card);
  lay_on_discard(mover.s, seat, card);
}

void lay_on_discard(State& s, Seat seat, CardId card) {
  Player& player = s.player(seat);
  player.hand.erase(card);
  player.discard.push_back(card);
  player.mixed.remove(card);
  s.secret.remove(card);
}

void play_cards(const Mover& mover, std::span<const Symbol> symbols) {
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const CardId card = symbols[i].card;
    int used = 0;
    bool first = true;
    for (std::size_t j = 0; j < symbols.size(); ++j) {
      if (symbols[j].card != card) continue;
      ++used;
      first = first && j >= i;
    }
    if (!first) continue;
    mover.tell(EventKind::card_played, mover.seat, card, used);
    consequence(mover, mover.seat, card);
    raise_stress(mover, mover.seat, mover.constants().further_stress(used));
    lay_on_discard(mover.s, mover.seat, card);
  }
}

void raise_stress(const Mover& mover, Seat seat, int steps) {
  if (steps <= 0) return;
  Player& player = mover.s.player(seat);
  const int max = mover.board(seat).stress_max;
  int loss = 0;
  for (int i = 0; i < steps; ++i) {  // 4.8: reaching the maximum, and every step at it, costs HP
    if (player.stress < max) ++player.stress;
    if (player.stress == max) loss += mover.constants().hp_stress_max;
  }
  mover.tell(EventKind::stress_changed, seat, steps, player.stress);
  if (loss) change_hp(mover, seat, -loss);
}

void lower_stress(const Mover& mover, Seat seat, int steps) {
  Player& player = mover.s.player(seat);
  const int before = player.stress;
  const int lowest = mover.board(seat).stress_min;
  player.stress = static_cast<std::uint8_t>(std::max(std::min(before, lowest), before - steps));
  if (player.stress != before) mover.tell(EventKind::stress_changed, seat, player.stress - before, player.stress);
}

void change_hp(const Mover& mover, Seat seat, int change) {
  if (change == 0) return;
  Player& player = mover.s.player(seat);
  player.hp = static_cast<std::int16_t>(player.hp + change);
  mover.tell(EventKind::hp_changed, seat, change, player.hp);
}

}  // namespace remise::tramways
