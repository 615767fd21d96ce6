#include "bots/tramways/judge.h"

#include <algorithm>
#include <cmath>

#include "games/tramways/board/links.h"
#include "games/tramways/rounds/scoring.h"

namespace remise::bots::tramways {

using namespace game;

namespace {

// Actions of a seat in this round after the next one.
int actions_after(const State& s) {
  if (s.phase == Phase::admin || s.phase == Phase::final_hand || s.phase == Phase::end) return 0;
  return s.action_round == 1 ? 2 : 1 - s.actions_done;
}

}  // namespace

Judge::Judge(const Weights& weights, Breadth breadth) : w_(weights), breadth_(breadth) {
  for (std::size_t dollars = 0; dollars < happiness_.size(); ++dollars)
    happiness_[dollars] = std::sqrt(1 + 8 * static_cast<double>(dollars)) - 1;
}

void Judge::moves(const Tramways& rules, const State& s, Seat seat, Moves& out) {
  out_ = &out;
  const View v{rules.tables(), s, seat, s.player(seat), last_round - s.round, actions_after(s)};
  const std::size_t before = out.size();
  switch (s.phase) {
    case Phase::act1:
    case Phase::act2: actions(v); break;
    case Phase::bonus_c: commercial_bonus(v); break;
    case Phase::bonus_l: leisure_bonus(v); break;
    case Phase::bid: auction(v); break;
    case Phase::solo_row: solo_row(v); break;
    case Phase::admin: administer(v); break;
    case Phase::final_hand: final_hand(rules, v); break;
    default: choose_cards(v); break;
  }
  REMISE_ASSERT(out.size() > before);
}

// Some of it will be turned into happiness at a leisure building, n points for n(n+1)/2 dollars (12.5.4).
double Judge::money(const View& v, int dollars) const {
  const bool over = v.rounds_left == 0 && (v.s.phase == Phase::admin || v.s.phase == Phase::end);
  const double part = over ? 0 : v.rounds_left == 0 ? 0.5 * w_.leisure : w_.leisure;
  const auto n = static_cast<std::size_t>(dollars);
  const double twice = n < happiness_.size() ? happiness_[n] : std::sqrt(1 + 8 * static_cast<double>(dollars)) - 1;
  return part * twice / 2 + (1 - part) * dollars / v.tables.constants.money_per_hp;
}

double Judge::stress(const View& v, int steps) const {
  const int most = v.tables.constants.player_boards[v.me.hard].stress_max;
  const int beyond = std::max(0, v.me.stress + steps - most + 1);
  return steps * (v.rounds_left == 0 ? 1 : w_.stress) + beyond;
}

double Judge::symbol(const View& v, const Slot& slot) const {
  const bool later = v.rounds_left > 0;
  switch (slot.kind) {
    case SymbolKind::rail: return w_.rail * (0.5 + 0.5 * slot.value);
    case SymbolKind::upgrade_link: return w_.upgrade_link;
    case SymbolKind::build: return w_.build;
    case SymbolKind::upgrade_building: return w_.upgrade_building;
    case SymbolKind::worker: return later ? w_.worker : 0;
    case SymbolKind::add_passenger: return later ? w_.passenger : 0;
    case SymbolKind::stress_down: return v.me.stress > 1 ? w_.stress : 0.5 * w_.stress;
    case SymbolKind::money: return income(v, slot.value);
    case SymbolKind::destination: return w_.destination;
    case SymbolKind::coordinate: {
      for (std::size_t p = 0; p < v.tables.parcel_names.size(); ++p)
        if (slot.place == Places::of(id_at<ParcelId>(p)))
          return v.s.parcels[p].tile == Building::none ? 0.8 * w_.destination : 0;
      return 0;
    }
    case SymbolKind::stripe: return 0.5 * w_.destination;
    case SymbolKind::none: return 0;
  }
  return 0;
}

double Judge::card(const View& v, CardId id) const {
  const Card& c = v.tables.card(id);
  double best = 0, sum = 0;
  for (const Slot& slot : c.slots) {
    const double worth = symbol(v, slot);
    best = std::max(best, worth);
    sum += worth;
  }
  return best + w_.further * (sum - best) - c.stress * w_.stress - 0.25 * c.pay;
}

double Judge::administration(const View& v, CardId id) const {
  double best = 0;
  for (const Slot& slot : v.tables.card(id).slots) switch (slot.kind) {
      case SymbolKind::money: best = std::max(best, income(v, slot.value)); break;
      case SymbolKind::worker:
        if (v.rounds_left > 0) best = std::max(best, w_.worker);
        break;
      case SymbolKind::stress_down:
        if (v.me.stress > 1) best = std::max(best, w_.stress);
        break;
      case SymbolKind::add_passenger:
        if (v.rounds_left > 0) best = std::max(best, w_.passenger);
        break;
      default: break;
    }
  return best;
}

std::array<double, max_seats> Judge::results(const Tramways& rules, const State& s) const {
  std::array<double, max_seats> results{};
  const Tables& tables = rules.tables();
  for (int i = 0; i < s.player_count; ++i) {
    const Seat seat = id_at<Seat>(i);
    const game::Player& p = s.player(seat);
    double& result = results[static_cast<std::size_t>(i)];
    if (s.phase == Phase::end) {
      result = score(tables, s, seat) + 0.001 * p.money;
      continue;
    }
    const View v{tables, s, seat, p, last_round - s.round, 0};
    const int links = complete_links(s, seat);
    int actions = 3 * v.rounds_left;
    if (s.phase < Phase::act1) actions += 3;
    if (s.phase == Phase::act1 || (s.phase == Phase::act2 && s.in_turn() == seat)) actions += 2;
    result = p.hp + tables.constants.hp_per_complete_link * links + money(v, p.money) - stress(v, p.stress);
    result += actions * (w_.action + w_.growth * std::min(links, 8));
    if (v.rounds_left > 0) {
      result += w_.worker * p.workers + w_.hand_limit * v.rounds_left * (p.hand_limit - tables.constants.hand_limit);
      for (const Link& link : s.links)
        if (link.owner == seat && link.upgraded) result += w_.upgraded * link.count * v.rounds_left;
    }
    for (const Parcel& parcel : s.parcels)
      if (parcel.owner == seat && parcel.tile == Building::none) result += 0.1 * w_.parcel * v.rounds_left;
  }
  return results;
}

}  // namespace remise::bots::tramways
