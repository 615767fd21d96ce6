#include "games/tramways/checks/invariants.h"

#include <algorithm>

#include "games/tramways/rules.h"

namespace remise::tramways {

std::size_t Inspection::place_of(Seat seat) const {
  std::size_t place = 0;
  while (place < s.player_count && s.turn_order[place] != seat) ++place;
  return place;
}

namespace {

bool permutation(const State& s) {
  SeatSet seats;
  for (std::size_t i = 0; i < s.player_count; ++i) {
    if (index(s.turn_order[i]) >= s.player_count) return false;
    seats.add(s.turn_order[i]);
  }
  return seats == SeatSet::first(s.player_count);
}

// 18.1: which phases there are in a round of a variant.
bool phase_in_round(const Inspection& in) {
  const State& s = in.s;
  const bool playing = s.round >= 1, last = s.round == last_round;
  switch (s.phase) {
    case Phase::draft: return !playing && !in.solo();
    case Phase::book:
    case Phase::book_take: return !playing && in.original();
    case Phase::keep: return !playing && !in.original();
    case Phase::bid: return playing && !in.solo();
    case Phase::take: return playing && !last && !in.solo();
    case Phase::solo_row: return playing && !last && in.solo();
    case Phase::void_discard: return playing && !last;
    case Phase::act1:
    case Phase::act2:
    case Phase::bonus_c:
    case Phase::bonus_l:
    case Phase::admin: return playing;
    case Phase::bonus_c_take: return playing && in.original();
    case Phase::final_hand: return s.round == last_round - 1;
    case Phase::end: return last;
  }
  return false;
}

bool action_round_fits(const State& s) {
  switch (s.phase) {
    case Phase::act1: return s.action_round == 1;
    case Phase::act2:
    case Phase::admin:
    case Phase::final_hand:
    case Phase::end: return s.action_round == 2;
    case Phase::bonus_c:
    case Phase::bonus_c_take:
    case Phase::bonus_l: return s.action_round == 1 || s.action_round == 2;
    default: return s.action_round == (s.round > 1 ? 2 : 1);
  }
}

bool turn_fits(const State& s) {
  if (s.turn >= s.player_count) return false;
  switch (s.phase) {
    case Phase::draft:
    case Phase::admin:
    case Phase::end: return s.turn == 0;
    case Phase::keep: return s.turn == s.player_count - 1;  // 3.7
    default: return true;
  }
}

// Seats that keep a card or finish administration; between these phases nobody or, before the first administration of
// ticket books, everybody.
bool open_fits(const Inspection& in) {
  const State& s = in.s;
  const SeatSet all = SeatSet::first(s.player_count);
  switch (s.phase) {
    case Phase::draft: return s.open.empty();
    case Phase::book:
    case Phase::book_take: return s.open == all;
    case Phase::keep:
    case Phase::admin: return !s.open.empty() && (s.open.bits & ~all.bits) == 0;
    case Phase::final_hand:
    case Phase::end: return s.open.empty();
    default: return s.open == (s.round == 1 && in.original() ? all : SeatSet{});
  }
}

bool draft_step_fits(const Inspection& in) {
  const int all = in.constants().start_parcels * in.s.player_count, step = in.s.draft_step;
  return in.drafting() ? step < all : step == 0 || (step == all && !in.solo());
}

// 6.1: who has a place has it once, and the player to bid has none.
void bidding(Inspection& in) {
  const State& s = in.s;
  SeatSet placed;
  for (std::size_t i = 0; i < max_players; ++i) {
    const Seat seat = s.places[i];
    if (seat == Seat::none) continue;
    if (!in.expect(i < s.player_count && index(seat) < s.player_count && !placed.has(seat), "places")) return;
    placed.add(seat);
  }
  in.expect(placed == s.placed, "placed players have places");
  bool any_bid = false;
  for (std::size_t i = 0; i < max_players; ++i) {
    in.expect(s.bids[i] >= 0 && (s.bids[i] == 0 || i < s.player_count), "bids");
    in.expect(s.bids[i] > 0 || !s.bid_this_round.has(id_at<Seat>(i)), "a bid of this round");
    any_bid = any_bid || s.bids[i] > 0;
  }
  in.expect(s.bid_this_round.bits >> s.player_count == 0, "bidders");
  if (s.phase == Phase::bid)
    in.expect(!placed.has(s.in_turn()) && placed.size() < s.player_count - 1, "a player to bid");
  else
    in.expect(placed.empty() && !any_bid, "bids only in the auction");
}

void players(Inspection& in) {
  const State& s = in.s;
  const Constants& c = in.constants();
  const int start_hand = c.start_parcels + static_cast<int>(in.tables.generic_cards.size()) + 1;
  for (std::size_t i = s.player_count; i < max_players; ++i) in.expect(s.players[i] == Player{}, "empty seats");
  for (std::size_t i = 0; i < s.player_count; ++i) {
    const Player& p = s.players[i];
    const Seat seat = id_at<Seat>(i);
    if (!in.expect(p.hard < c.player_boards.size(), "player board")) return;
    const PlayerBoard& board = c.player_boards[p.hard];
    in.expect(p.money >= 0, "money is not negative");
    in.expect(p.stress >= board.stress_min && p.stress <= board.stress_max, "stress on its track");
    in.expect(p.workers <= board.worker_limit, "workers within the limit");
    in.expect(p.hand_limit == hand_limit(in.tables, s, seat), "hand limit");
    in.expect(p.discards == 0 || (s.phase == Phase::admin && s.open.has(seat)), "discards only in administration");
    // A round brings one card from the auction; every other card costs one from the hand at least.
    const int most = std::max(start_hand, c.hand_limit_max) + s.round;
    in.expect(static_cast<int>(p.hand.size()) <= most, "hand size");
  }
}

}  // namespace

int hand_limit(const Tables& tables, const State& s, Seat seat) {
  const Constants& c = tables.constants;
  int limit = c.hand_limit;
  for (const Parcel& p : s.parcels)
    if (p.owner == seat && p.tile == Building::industry) limit += c.hand_limit_per_industry;
  return std::min(limit, c.hand_limit_max);
}

void inspect_order(Inspection& in) {
  const State& s = in.s;
  const int n = s.player_count;
  if (!in.expect(n >= 1 && n <= max_players, "player count")) return;
  in.expect(in.solo() == (n == 1) && (s.variant != Variant::expert2 || n == 2), "variant and players");
  in.expect(s.round <= last_round && phase_in_round(in), "phase and round");
  if (!in.expect(permutation(s), "turn order is a permutation")) return;
  in.expect(action_round_fits(s), "action round");
  if (!in.expect(turn_fits(s), "turn")) return;
  in.expect(open_fits(in), "open seats");
  in.expect(draft_step_fits(in), "draft step");
  const bool acting = s.phase == Phase::act1 || s.phase == Phase::act2 || in.travelling();
  in.expect(acting ? s.actions_done < in.constants().max_actions[s.action_round == 1 ? 0 : 1] : s.actions_done == 0,
            "actions done");
  bidding(in);
  players(in);
}

std::string first_fault(const Tables& tables, const State& s) {
  Inspection in{tables, s};
  for (const auto inspect : {inspect_order, inspect_map, inspect_links, inspect_cards, inspect_knowledge})
    if (in.good()) inspect(in);
  return in.fault;
}

std::string Tramways::broken_invariant(const State& s) const { return first_fault(tables_, s); }

}  // namespace remise::tramways
