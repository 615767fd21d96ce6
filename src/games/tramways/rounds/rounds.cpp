#include "games/tramways/rounds/rounds.h"

#include <algorithm>

#include "games/tramways/board/links.h"
#include "games/tramways/rounds/cards.h"

namespace remise::tramways {

void shuffle(Play& play, Shuffles::What what, Seat seat, std::span<CardId> cards) {
  Shuffles& list = play.s.shuffles;
  if (!list.given || (list.next_entry == list.entries.size() && list.seeded)) return play.s.random.shuffle(cards);
  if (list.next_entry == list.entries.size()) {
    play.late = refuse(Code::shuffle_missing, cards.size());
    return;
  }
  const Shuffles::Entry entry = list.entries[list.next_entry];
  const std::span<const CardId> order{list.cards.data() + list.next_card, entry.size};
  if (entry.what != what || entry.seat != seat ||
      !std::is_permutation(order.begin(), order.end(), cards.begin(), cards.end())) {
    play.late = refuse(Code::shuffle_differs, list.next_entry);
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

void begin_round(Play& play) {
  State& s = play.s;
  ++s.round;
  s.turn = 0;
  play.tell(EventKind::round_begun, s.round);
  if (s.variant != Variant::solo) return begin_bidding(play);
  if (s.round < last_round) {  // 17.6
    s.phase = Phase::solo_row;
  } else {  // 17.9
    raise_stress(play, Seat{0}, play.constants().solo_last_round_stress);
    begin_actions(play);
  }
}

void begin_actions(Play& play) {
  State& s = play.s;
  s.phase = Phase::act1;
  s.action_round = 1;
  s.turn = 0;
  s.actions_done = 0;
}

namespace {

void begin_administration(Play& play) {
  State& s = play.s;
  remove_neglected_links(play);  // 7.6
  s.phase = Phase::admin;
  s.turn = 0;
  s.open = SeatSet::first(s.player_count);
}

void next_turn(Play& play) {
  State& s = play.s;
  s.actions_done = 0;
  if (++s.turn < s.player_count) return;
  s.turn = 0;
  if (s.action_round == 2) return begin_administration(play);
  s.action_round = 2;
  s.phase = Phase::act2;
}

int max_actions(const Play& play) { return play.constants().max_actions[play.s.action_round - 1u]; }

}  // namespace

void finish_action(Play& play) {
  State& s = play.s;
  ++s.actions_done;
  play.tell(EventKind::action_done, play.seat, s.actions_done);
  if (s.actions_done == max_actions(play)) next_turn(play);
}

Refused end_turn(Play& play, const EndTurn&) {
  if (!in_action_phase(play.s)) return refuse(Code::wrong_phase);
  play.me().money += play.constants().income_if_unused;  // 7.1: the turn is over by itself after the last Action
  play.tell(EventKind::turn_income, play.seat, play.constants().income_if_unused);
  play.tell(EventKind::turn_ended, play.seat);
  next_turn(play);
  return {};
}

namespace {

// 14.1
void draw_up(Play& play, Seat seat) {
  Player& player = play.s.player(seat);
  int drawn = 0;
  while (player.hand.size() < player.hand_limit) {
    if (player.deck.empty()) {
      if (player.discard.empty()) break;
      player.deck = player.discard;
      player.discard.clear();
      player.mixed = {};
      for (const CardId card : player.deck) player.mixed.add(card);
      shuffle(play, Shuffles::What::deck, seat, {player.deck.begin(), player.deck.size()});
      play.tell(EventKind::deck_shuffled, seat, player.deck.size());
    }
    const CardId card = player.deck.front();
    player.deck.erase_at(0);
    take_into_hand(player, card);
    play.tell(EventKind::card_drawn, seat, card);
    ++drawn;
  }
  if (drawn) play.tell(EventKind::cards_drawn, seat, drawn);
}

// 14.2, 14.3, 14.4
void finish_round(Play& play) {
  State& s = play.s;
  for (int i = 0; i < s.player_count; ++i) {
    const Seat seat = s.turn_order[static_cast<std::size_t>(i)];
    if (s.player(seat).stress < play.board(seat).stress_max) continue;
    play.tell(EventKind::stress_at_maximum, seat);
    change_hp(play, seat, -play.constants().end_of_round_stress_loss);
  }
  const Building type = s.discs[s.round - 1u];
  std::array<bool, max_fields> occupied{};
  for (std::size_t f = 0; f < s.map.fields; ++f)
    if (s.passengers[f]) occupied[index(s.root[f])] = true;
  for (std::size_t f = 0; f < s.map.fields; ++f) {
    if (s.root[f] != id_at<FieldId>(f) || s.building_at(id_at<FieldId>(f)) != type || occupied[f]) continue;
    s.passengers[f] = 1;  // the first field in reading order is the topmost, then leftmost
    play.tell(EventKind::passenger_arrived, pack(s.map.spots[f]), type);
  }
  begin_round(play);
}

void reveal_deck(Play& play) {
  const Seat seat = play.s.in_turn();
  play.tell(EventKind::deck_revealed, seat, play.s.player(seat).deck.size());
}

}  // namespace

void end_of_round(Play& play) {
  State& s = play.s;
  s.turn = 0;
  if (s.round == last_round) {  // 15.3
    s.phase = Phase::end;
    return play.tell(EventKind::game_ended);
  }
  if (s.round == last_round - 1) {  // 15.1
    s.phase = Phase::final_hand;
    return reveal_deck(play);
  }
  for (int i = 0; i < s.player_count; ++i) draw_up(play, s.turn_order[static_cast<std::size_t>(i)]);
  finish_round(play);
}

Refused choose_hand(Play& play, const ChooseHand& action) {
  if (play.s.phase != Phase::final_hand) return refuse(Code::wrong_phase);
  Player& me = play.me();
  const int room = std::max(0, me.hand_limit - static_cast<int>(me.hand.size()));
  if (static_cast<int>(action.cards.size()) > room) return refuse(Code::too_many_cards, action.cards.size(), room);
  for (std::size_t i = 0; i < action.cards.size(); ++i) {
    const CardId card = action.cards[i];
    if (!me.deck.contains(card) && !me.discard.contains(card)) return refuse(Code::not_in_deck, card);
    for (std::size_t j = 0; j < i; ++j)
      if (action.cards[j] == card) return refuse(Code::card_twice, card);
  }
  me.mixed = {};  // the deck lies open, so that everybody knows what was kept, and not what is chosen
  for (const CardId card : me.deck) me.mixed.add(card);
  for (const CardId card : me.discard) me.mixed.add(card);
  for (const CardId card : action.cards) {
    take_into_hand(me, card);
    play.tell(EventKind::hand_card_chosen, play.seat, card);
  }
  me.deck.clear();  // all others leave the game
  me.discard.clear();
  play.tell(EventKind::hand_chosen, play.seat, action.cards.size());
  if (++play.s.turn < play.s.player_count)
    reveal_deck(play);
  else
    finish_round(play);
  return {};
}

}  // namespace remise::tramways
