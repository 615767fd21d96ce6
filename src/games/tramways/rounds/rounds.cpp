#include "games/tramways/rounds/rounds.h"

#include <algorithm>

#include "games/tramways/board/links.h"
#include "games/tramways/board/passengers.h"
#include "games/tramways/rounds/cards.h"

namespace remise::tramways {

void shuffle(const Mover& mover, Shuffles::What what, Seat seat, std::span<CardId> cards) {
  Shuffles& list = mover.s.shuffles;
  if (!list.given || (list.next_entry == list.entries.size() && list.seeded)) return mover.s.random.shuffle(cards);
  if (list.next_entry == list.entries.size()) {
    mover.late = refuse(RefusalCode::shuffle_missing, cards.size());
    return;
  }
  const Shuffles::Entry entry = list.entries[list.next_entry];
  const std::span<const CardId> order{list.cards.data() + list.next_card, entry.size};
  if (entry.what != what || entry.seat != seat ||
      !std::is_permutation(order.begin(), order.end(), cards.begin(), cards.end())) {
    mover.late = refuse(RefusalCode::shuffle_differs, list.next_entry);
    return;
  }
  std::ranges::copy(order, cards.begin());
  list.next_card = static_cast<std::uint16_t>(list.next_card + entry.size);
  ++list.next_entry;
}

void merge_buildings(State& s) {
  s.root.fill(FieldId::none);
  for (std::size_t f = 0; f < s.map.fields; ++f) {
    const Building type = s.building_at(id_at<FieldId>(f));
    if (type == Building::none || s.root[f] != FieldId::none) continue;
    InplaceVector<FieldId, max_fields> found{id_at<FieldId>(f)};
    s.root[f] = id_at<FieldId>(f);
    for (std::size_t i = 0; i < found.size(); ++i)
      for (const Edge e : edges) {
        const FieldId next = s.map.beyond(found[i], e);
        if (next == FieldId::none || s.root[index(next)] != FieldId::none || s.building_at(next) != type) continue;
        s.root[index(next)] = id_at<FieldId>(f);
        found.push_back(next);
      }
  }
}

void begin_round(const Mover& mover) {
  State& s = mover.s;
  ++s.round;
  s.turn = 0;
  mover.tell(EventKind::round_begun, s.round);
  if (s.variant != Variant::solo) return begin_bidding(mover);
  if (s.round < last_round) {  // 17.6
    s.phase = Phase::solo_row;
  } else {  // 17.9
    raise_stress(mover, Seat{0}, mover.constants().solo_last_round_stress);
    begin_actions(mover);
  }
}

void begin_actions(const Mover& mover) {
  State& s = mover.s;
  s.phase = Phase::act1;
  s.action_round = 1;
  s.turn = 0;
  s.actions_done = 0;
}

namespace {

void begin_administration(const Mover& mover) {
  State& s = mover.s;
  remove_neglected_links(mover);  // 7.6
  s.phase = Phase::admin;
  s.turn = 0;
  s.open = SeatSet::first(s.player_count);
}

void next_turn(const Mover& mover) {
  State& s = mover.s;
  s.actions_done = 0;
  if (++s.turn < s.player_count) return;
  s.turn = 0;
  if (s.action_round == 2) return begin_administration(mover);
  s.action_round = 2;
  s.phase = Phase::act2;
}

int max_actions(const Mover& mover) { return mover.constants().max_actions[mover.s.action_round - 1u]; }

}  // namespace

void finish_action(const Mover& mover) {
  State& s = mover.s;
  ++s.actions_done;
  mover.tell(EventKind::action_done, mover.seat, s.actions_done);
  mover.follows();
  if (s.actions_done == max_actions(mover)) next_turn(mover);
}

Check check(const Position& p, const EndTurn&) {
  if (!in_action_phase(p.s)) return refuse(RefusalCode::wrong_phase);
  return {};
}

void act(const Mover& mover, const EndTurn&) {
  mover.me().money += mover.constants().income_if_unused;  // 7.1: the turn is over by itself after the last Action
  mover.tell(EventKind::turn_income, mover.seat, mover.constants().income_if_unused);
  mover.tell(EventKind::turn_ended, mover.seat);
  mover.follows();
  next_turn(mover);
}

namespace {

// 14.1
void draw_up(const Mover& mover, Seat seat) {
  Player& player = mover.s.player(seat);
  int drawn = 0;
  while (player.hand.size() < player.hand_limit) {
    if (player.deck.empty()) {
      if (player.discard.empty()) break;
      player.deck = player.discard;
      player.discard.clear();
      player.mixed = {};
      for (const CardId card : player.deck) player.mixed.add(card);
      shuffle(mover, Shuffles::What::deck, seat, {player.deck.begin(), player.deck.size()});
      mover.tell(EventKind::deck_shuffled, seat, player.deck.size());
    }
    const CardId card = player.deck.front();
    player.deck.erase_at(0);
    take_into_hand(player, card);
    mover.tell(EventKind::card_drawn, seat, card);
    ++drawn;
  }
  if (drawn) mover.tell(EventKind::cards_drawn, seat, drawn);
}

// 14.2, 14.3, 14.4
void finish_round(const Mover& mover) {
  State& s = mover.s;
  for (int i = 0; i < s.player_count; ++i) {
    const Seat seat = s.turn_order[static_cast<std::size_t>(i)];
    if (s.player(seat).stress < mover.board(seat).stress_max) continue;
    mover.tell(EventKind::stress_at_maximum, seat);
    change_hp(mover, seat, -mover.constants().end_of_round_stress_loss);
  }
  const Building type = s.discs[s.round - 1u];
  std::array<bool, max_fields> occupied{};
  for (std::size_t f = 0; f < s.map.fields; ++f)
    if (s.passengers[f]) occupied[index(s.root[f])] = true;
  for (std::size_t f = 0; f < s.map.fields; ++f) {
    if (s.root[f] != id_at<FieldId>(f) || s.building_at(id_at<FieldId>(f)) != type || occupied[f]) continue;
    // The first field in reading order is the topmost, then leftmost; buildings come in the same order (2.4).
    if (s.passengers_left() > 0) mover.tell(EventKind::passenger_arrived, pack(s.map.spots[f]), type);
    board_passenger(mover, id_at<FieldId>(f));
  }
  begin_round(mover);
}

void reveal_deck(const Mover& mover) {
  const Seat seat = mover.s.in_turn();
  mover.tell(EventKind::deck_revealed, seat, mover.s.player(seat).deck.size());
}

}  // namespace

void end_of_round(const Mover& mover) {
  State& s = mover.s;
  s.turn = 0;
  if (s.round == last_round) {  // 15.3
    s.phase = Phase::end;
    return mover.tell(EventKind::game_ended);
  }
  if (s.round == last_round - 1) {  // 15.1
    s.phase = Phase::final_hand;
    return reveal_deck(mover);
  }
  for (int i = 0; i < s.player_count; ++i) draw_up(mover, s.turn_order[static_cast<std::size_t>(i)]);
  finish_round(mover);
}

Check check(const Position& p, const ChooseHand& action) {
  if (p.s.phase != Phase::final_hand) return refuse(RefusalCode::wrong_phase);
  const Player& me = p.me();
  const int room = std::max(0, me.hand_limit - static_cast<int>(me.hand.size()));
  if (static_cast<int>(action.cards.size()) > room)
    return refuse(RefusalCode::too_many_cards, action.cards.size(), room);
  for (std::size_t i = 0; i < action.cards.size(); ++i) {
    const CardId card = action.cards[i];
    if (!me.deck.contains(card) && !me.discard.contains(card)) return refuse(RefusalCode::not_in_deck, card);
    for (std::size_t j = 0; j < i; ++j)
      if (action.cards[j] == card) return refuse(RefusalCode::card_twice, card);
  }
  return {};
}

void act(const Mover& mover, const ChooseHand& action) {
  Player& me = mover.me();
  me.mixed = {};  // the deck lies open, so that everybody knows what was kept, and not what is chosen
  for (const CardId card : me.deck) me.mixed.add(card);
  for (const CardId card : me.discard) me.mixed.add(card);
  for (const CardId card : action.cards) {
    take_into_hand(me, card);
    mover.tell(EventKind::hand_card_chosen, mover.seat, card);
  }
  me.deck.clear();  // all others leave the game
  me.discard.clear();
  mover.tell(EventKind::hand_chosen, mover.seat, action.cards.size());
  mover.follows();
  if (++mover.s.turn < mover.s.player_count)
    reveal_deck(mover);
  else
    finish_round(mover);
}

}  // namespace remise::tramways
