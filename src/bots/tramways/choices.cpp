// Decisions beside the Actions: cards, the auction (6), the solo row (17.6), administration (13), the last hand (15.1).
#include <algorithm>
#include <functional>

#include "bots/tramways/judge.h"
#include "games/tramways/rounds/auction.h"
#include "games/tramways/rounds/rounds.h"
#include "games/tramways/rounds/solo.h"

namespace remise::bots::tramways {

using namespace game;

namespace {

double average(const auto& list, auto&& worth) {
  double sum = 0;
  for (const auto& item : list) sum += worth(item);
  return list.empty() ? 0 : sum / static_cast<double>(list.size());
}

}  // namespace

void Judge::choose_cards(const View& v) {
  const auto taken = [&](CardId id) {
    const Card& c = v.tables.card(id);
    return card(v, id) + (c.parcel != ParcelId::none ? w_.parcel : 0) - (c.void_ticket ? 0.3 : 0);
  };
  const State& s = v.s;
  switch (s.phase) {
    case Phase::draft:
      for (const CardId id : s.draft_pool) add(DraftParcel{id}, taken(id));
      return;
    case Phase::book:
      for (std::uint8_t b = 0; b < s.book_count; ++b)
        if (!s.books[b].empty()) {
          double best = 0;
          for (const CardId id : s.books[b]) best = std::max(best, card(v, id));
          add(ChooseBook{b}, best);
        }
      return;
    case Phase::book_take:
    case Phase::bonus_c_take: {
      const Book& book = s.books[s.book_open];
      if (book.size() == 1) return add(TakeDev{book.front(), CardId::none}, card(v, book.front()));
      for (const CardId id : book)
        for (const CardId reveal : book)
          if (reveal != id) add(TakeDev{id, reveal}, card(v, id) - 0.05 * card(v, reveal));
      return;
    }
    case Phase::keep:
      for (const CardId id : s.dev_offer[index(v.seat)]) add(KeepDev{id}, card(v, id));
      return;
    case Phase::take:
      for (const CardId id : s.row) add(TakeAuctionCard{id}, taken(id));
      return;
    case Phase::void_discard:
      for (const CardId id : v.me.hand)
        if (can_discard_ticket(v.tables, v.me, id)) add(VoidDiscard{id}, -card(v, id));
      return;
    default: return;
  }
}

std::optional<Judge::Purchase> Judge::purchase(const View& v, const std::optional<Payments>& money_cards,
                                               int amount) const {
  std::optional<Purchase> best;
  if (amount <= v.me.money) best = {-income(v, -amount), amount, {}};
  if (!money_cards) return best;
  for (int sum = 1; sum <= std::min(money_cards->most(), amount + 2); ++sum)
    for (std::size_t i = 0; money_cards->payable(sum) && i < money_cards->count(sum); ++i) {
      const Payment payment = money_cards->get(sum, i);
      const int coins = std::max(0, amount - sum);
      if (coins + payment.dollars > v.me.money) continue;
      double cost = -income(v, -coins - payment.dollars) + payment.stress * w_.stress;
      CardId last = CardId::none;
      bool surplus = false;  // 6.2.2: nothing that is not needed
      for (const Symbol symbol : payment.summed) {
        surplus |= v.tables.slot(symbol).value <= sum - amount;
        if (symbol.card != last) cost += w_.spent * card(v, symbol.card);
        last = symbol.card;
      }
      if (!surplus && (!best || cost < best->cost)) best = {cost, coins, payment.summed};
    }
  return best;
}

// The place in the turn order decides which cards are left to take.
void Judge::auction(const View& v) {
  const State& s = v.s;
  std::vector<double> worth;
  for (const CardId id : s.row)
    worth.push_back(card(v, id) + (v.tables.card(id).parcel != ParcelId::none ? w_.parcel : 0));
  std::ranges::sort(worth, std::greater<>());
  const auto place_gain = [&](std::size_t place) {
    double gain = place < worth.size() ? worth[place] : 0;
    if (place == 0) gain += w_.first - stress(v, s.round == last_round ? 2 : 1);
    return gain;
  };
  std::size_t first = 0, last = s.player_count - 1u;
  while (s.places[first] != Seat::none) ++first;
  while (s.places[last] != Seat::none) --last;
  const double pass = place_gain(last);
  add(Pass{}, pass);
  int highest = 0;
  for (int i = 0; i < s.player_count; ++i) {
    const Seat other = id_at<Seat>(i);
    if (other != v.seat && !s.placed.has(other)) highest = std::max(highest, s.bids[index(other)]);
  }
  std::optional<Payments> money_cards;
  if (breadth_.all) money_cards.emplace(v.tables, v.me, SymbolKind::money, std::initializer_list<Need>{});
  const int most = v.me.money + (money_cards ? money_cards->most() : 0);
  int offered = 0;
  for (int amount = 1; amount <= most && offered < 2; ++amount) {
    if (amount <= highest || check_bid_amount(v.tables, s, v.seat, amount)) continue;
    const auto paid = purchase(v, money_cards, amount);
    if (!paid) continue;
    const double chance = 0.6 + 0.1 * offered++;
    add(Bid{amount, paid->coins, paid->symbols}, pass + chance * (place_gain(first) - pass) - paid->cost);
  }
}

void Judge::solo_row(const View& v) {
  const State& s = v.s;
  const auto taken = [&](CardId id) {
    return card(v, id) + (v.tables.card(id).parcel != ParcelId::none ? w_.parcel : 0);
  };
  double best = 0;
  for (const CardId id : s.row) {
    best = std::max(best, taken(id));
    add(SoloTake{id}, taken(id) - (id == s.row.back() ? stress(v, v.tables.constants.solo_newest_stress) : 0));
  }
  if (s.auction_deck.empty() && s.auction_discard.empty()) return;
  const int price = solo_price(v.tables, s);
  std::optional<Payments> money_cards;
  if (breadth_.all && price > 0) money_cards.emplace(v.tables, v.me, SymbolKind::money, std::initializer_list<Need>{});
  const auto paid = purchase(v, money_cards, price);
  if (!paid) return;
  const double next = average(s.auction_deck, taken);
  add(SoloReveal{paid->coins, paid->symbols}, std::max(best, next) + 0.3 - paid->cost);
}

// One card after another: its best symbols, or away with it.
void Judge::administer(const View& v) {
  const Constants& c = v.tables.constants;
  const PlayerBoard& board = c.player_boards[v.me.hard];
  add(AdminDone{}, 0);
  const auto worth = [&](CardId id) { return card(v, id); };
  const double usual = (average(v.me.hand, worth) * static_cast<double>(v.me.hand.size()) +
                        average(v.me.deck, worth) * static_cast<double>(v.me.deck.size()) +
                        average(v.me.discard, worth) * static_cast<double>(v.me.discard.size())) /
                       std::max(1.0, static_cast<double>(v.me.hand.size() + v.me.deck.size() + v.me.discard.size()));
  FieldId free_field = FieldId::none;
  const bool none_left = v.s.passengers_left() == 0;
  survey(v);
  for (std::size_t f = 0; f < v.s.map.fields; ++f) {
    if (v.s.root[f] == FieldId::none || v.s.passengers[f] || none_left) continue;
    if (free_field == FieldId::none || own_links_[index(v.s.root[f])] > own_links_[index(v.s.root[index(free_field)])])
      free_field = id_at<FieldId>(f);
  }
  const bool own_field = free_field != FieldId::none && own_links_[index(v.s.root[index(free_field)])] > 0;
  for (const CardId id : v.me.hand) {
    const Card& face = v.tables.card(id);
    if (face.pay > v.me.money) continue;
    // Kept for the next round it would be there for certain; played, another is drawn.
    const double keep = v.rounds_left >= 2 ? std::max(0.0, card(v, id) - usual - w_.keep) : 0;
    AdminPlay play{id, {}};
    double gain = -keep - face.stress * w_.stress - 0.2 * face.pay + (v.rounds_left == 1 ? 0.3 : 0);
    int workers = v.me.workers, lowered = 0;
    struct Use {
      std::uint8_t slot;
      double gain;
    };
    InplaceVector<Use, slots_per_card> uses;  // best first
    const auto use = [&](std::uint8_t slot, double gained) {
      std::size_t at = 0;
      while (at < uses.size() && uses[at].gain >= gained) ++at;
      uses.insert_at(at, {slot, gained});
    };
    for (std::uint8_t i = 0; i < slots_per_card; ++i) switch (face.slots[i].kind) {
        case SymbolKind::money: use(i, income(v, face.slots[i].value)); break;
        case SymbolKind::worker:
          if (v.rounds_left > 0 && workers < board.worker_limit) use(i, w_.worker), ++workers;
          break;
        case SymbolKind::stress_down:
          if (v.me.stress + face.stress - lowered > board.stress_min) use(i, stress(v, 1)), ++lowered;
          break;
        case SymbolKind::add_passenger:
          if (v.rounds_left > 0 && own_field) use(i, w_.passenger);
          break;
        default: break;
      }
    bool passenger = false;
    for (std::size_t i = 0; i < uses.size(); ++i) {
      const bool is_passenger = face.slots[uses[i].slot].kind == SymbolKind::add_passenger;
      const double extra = i == 0 ? 0 : stress(v, c.extra_symbol_stress);
      if ((i > 0 && uses[i].gain <= extra) || (is_passenger && passenger)) continue;
      passenger |= is_passenger;
      gain += uses[i].gain - extra;
      AdminPlay::Use made{uses[i].slot, is_passenger, {}};
      if (is_passenger) made.field = v.s.map.spots[index(free_field)];
      play.uses.push_back(made);
    }
    if (!play.uses.empty()) add(play, gain);
    const int price = v.me.discards < c.free_discards ? 0 : c.extra_discard_cost;
    if (price + face.pay > v.me.money || v.rounds_left == 0) continue;
    const double away = v.rounds_left == 1 ? 0.6 : 0.5 * (usual - card(v, id));
    add(AdminDiscard{id}, away + income(v, -price - face.pay) - face.stress * w_.stress);
  }
}

// Plays round 6 in mind with all cards in hand: those it uses are chosen, then those good for administration.
void Judge::final_hand(const Tramways& rules, const View& v) {
  State s = v.s;
  game::Player& me = s.player(v.seat);
  Pile others = me.deck;
  for (const CardId id : me.discard) others.push_back(id);
  const std::size_t place = s.turn;
  const auto room_left = static_cast<std::size_t>(std::max(0, me.hand_limit - static_cast<int>(me.hand.size())));
  for (const CardId id : others) me.hand.push_back(id);
  std::ranges::sort(me.hand);
  me.deck.clear(), me.discard.clear();
  s.round = last_round;
  ChooseHand chosen;
  const auto choose = [&](CardId id) {
    if (chosen.cards.size() < room_left && others.erase(id)) chosen.cards.push_back(id);
  };
  Moves* const out = out_;
  Moves tried;
  choosing_hand_ = true;
  for (int action = 0; action < 3; ++action) {
    s.phase = Phase::act2, s.action_round = 2, s.actions_done = 0;
    s.turn = static_cast<std::uint8_t>(place);
    do {
      tried.clear();
      moves(rules, s, v.seat, tried);
      const auto best = std::ranges::max_element(tried, {}, [](const auto& m) { return m.value; });
      if (rules.apply(s, v.seat, best->action, nullptr, work_)) break;
    } while (s.phase == Phase::bonus_c || s.phase == Phase::bonus_l || s.phase == Phase::bonus_c_take);
    if (s.phase == Phase::admin) s.phase = Phase::act2;
  }
  choosing_hand_ = false;
  out_ = out;
  for (const CardId id : me.discard) choose(id);
  const View then{v.tables, s, v.seat, me, 0, 0};
  std::vector<std::pair<double, CardId>> rest;
  for (const CardId id : others) rest.push_back({-(2 * administration(then, id) + 0.2 * card(then, id)), id});
  std::ranges::sort(rest);
  for (const auto& [worth, id] : rest) choose(id);
  std::ranges::sort(chosen.cards);
  add(chosen, 0);
}

}  // namespace remise::bots::tramways
