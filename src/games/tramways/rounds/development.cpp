// Development cards (3.7, 12.5.2): ticket books of the original rule, deck and open cards of the alternative one.
#include "games/tramways/rounds/development.h"

#include "games/tramways/board/passengers.h"
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/rounds.h"

namespace remise::tramways {

int dev_piles(const Tables& tables, const State& s) {
  const bool solo_books = s.variant == Variant::solo && s.development == Development::original;
  return solo_books ? tables.constants.solo_books : s.player_count;
}

int dev_pile_size(const Tables& tables, const State& s) {
  const Constants& c = tables.constants;
  if (s.development == Development::alternative) return c.alternative_deal;
  return s.variant == Variant::solo ? c.solo_book_size : c.book_size;
}

Check check(const Position& p, const ChooseBook& action) {
  const State& s = p.s;
  if (s.phase != Phase::book && s.phase != Phase::bonus_c) return refuse(RefusalCode::wrong_phase);
  if (action.book >= s.book_count) return refuse(RefusalCode::no_such_book, action.book);
  if (s.books[action.book].empty()) return refuse(RefusalCode::book_empty, action.book);
  return {};
}

void act(const Mover& mover, const ChooseBook& action) {
  State& s = mover.s;
  s.book_open = action.book;
  s.phase = s.phase == Phase::book ? Phase::book_take : Phase::bonus_c_take;
  mover.me().seen[action.book] = {s.books[action.book], 0};
  mover.tell(EventKind::book_opened, mover.seat, action.book);
}

Check check(const Position& p, const TakeDev& action) {
  const State& s = p.s;
  if (s.phase != Phase::book_take && s.phase != Phase::bonus_c_take) return refuse(RefusalCode::wrong_phase);
  const Book& book = s.books[s.book_open];
  if (!book.contains(action.card)) return refuse(RefusalCode::not_in_book, action.card, s.book_open);
  const bool none_left = book.size() == 1;
  if (none_left ? action.reveal != CardId::none : action.reveal == CardId::none)
    return refuse(RefusalCode::reveal_missing, s.book_open);
  if (!none_left && (action.reveal == action.card || !book.contains(action.reveal)))
    return refuse(RefusalCode::reveal_not_in_book, action.reveal, s.book_open);
  return {};
}

void act(const Mover& mover, const TakeDev& action) {
  State& s = mover.s;
  Book& book = s.books[s.book_open];
  const bool open = book.front() == action.card;
  mover.tell(open ? EventKind::dev_open_taken : EventKind::dev_taken, mover.seat, s.book_open, action.card);
  if (!open) s.secret.add(action.card);
  book.erase(action.card);
  if (!book.empty()) {
    book.erase(action.reveal);
    book.insert_at(0, action.reveal);
    mover.tell(EventKind::dev_revealed, mover.seat, s.book_open, action.reveal);
  }
  for (int i = 0; i < s.player_count; ++i) {
    Seen& seen = s.players[static_cast<std::size_t>(i)].seen[s.book_open];
    if (id_at<Seat>(i) == mover.seat)
      seen.cards.erase(action.card);
    else if (!seen.cards.empty())
      ++seen.taken_since;
  }
  take_into_hand(mover.me(), action.card);
  s.book_open = State::no_book;
  mover.follows();
  if (s.phase == Phase::bonus_c_take) return finish_journey(mover);
  if (s.turn > 0) {
    --s.turn;
    s.phase = Phase::book;
  } else {
    begin_round(mover);
  }
}

namespace {

// 3.7.2, 17.5: what nobody kept becomes the D deck, three of it face up.
void make_dev_deck(const Mover& mover) {
  State& s = mover.s;
  for (int i = 0; i < s.player_count; ++i) {
    Book& offer = s.dev_offer[static_cast<std::size_t>(i)];
    for (const CardId card : offer) s.dev_deck.push_back(card);
    offer.clear();
  }
  if (s.variant != Variant::solo) {
    shuffle(mover, Shuffles::What::development, Seat::none, {s.dev_deck.begin(), s.dev_deck.size()});
    mover.tell(EventKind::dev_deck_made, s.dev_deck.size());
  }
  while (static_cast<int>(s.dev_open.size()) < mover.constants().alternative_open && !s.dev_deck.empty()) {
    s.dev_open.push_back(s.dev_deck.front());
    mover.tell(EventKind::dev_turned_up, s.dev_deck.front());
    s.dev_deck.erase_at(0);
  }
}

}  // namespace

Check check(const Position& p, const KeepDev& action) {
  if (p.s.phase != Phase::keep) return refuse(RefusalCode::wrong_phase);
  if (!p.s.dev_offer[index(p.seat)].contains(action.card)) return refuse(RefusalCode::not_offered, action.card);
  return {};
}

void act(const Mover& mover, const KeepDev& action) {
  State& s = mover.s;
  Book& offer = s.dev_offer[index(mover.seat)];
  offer.erase(action.card);
  mover.me().seen[0] = {offer, 0};
  take_into_hand(mover.me(), action.card);
  s.secret.add(action.card);
  s.kept[index(mover.seat)] = action.card;
  s.open.remove(mover.seat);
  mover.tell(EventKind::dev_kept, mover.seat, action.card);
  mover.follows();
  if (!s.open.empty()) return;
  make_dev_deck(mover);
  begin_round(mover);
}

bool dev_cards_left(const State& s) {
  for (int b = 0; b < s.book_count; ++b)
    if (!s.books[static_cast<std::size_t>(b)].empty()) return true;
  return !s.dev_open.empty() || !s.dev_deck.empty();
}

Check check(const Position& p, const TakeOpenDev& action) {
  if (p.s.phase != Phase::bonus_c) return refuse(RefusalCode::wrong_phase);
  if (!p.s.dev_open.contains(action.card)) return refuse(RefusalCode::not_open, action.card);
  return {};
}

void act(const Mover& mover, const TakeOpenDev& action) {
  State& s = mover.s;
  const std::size_t at = s.dev_open.find(action.card);
  mover.tell(EventKind::dev_open_taken, mover.seat, -1, action.card);
  if (s.dev_deck.empty()) {
    s.dev_open.erase_at(at);
  } else {
    s.dev_open[at] = s.dev_deck.front();
    s.dev_deck.erase_at(0);
    mover.tell(EventKind::dev_turned_up, s.dev_open[at]);
  }
  take_into_hand(mover.me(), action.card);
  mover.follows();
  finish_journey(mover);
}

Check check(const Position& p, const TakeTopDev&) {
  if (p.s.phase != Phase::bonus_c) return refuse(RefusalCode::wrong_phase);
  if (p.s.dev_deck.empty()) return refuse(RefusalCode::deck_empty);
  return {};
}

void act(const Mover& mover, const TakeTopDev&) {
  State& s = mover.s;
  const CardId card = s.dev_deck.front();
  s.dev_deck.erase_at(0);
  take_into_hand(mover.me(), card);
  s.secret.add(card);
  mover.tell(EventKind::dev_drawn, mover.seat, card);
  mover.follows();
  finish_journey(mover);
}

}  // namespace remise::tramways
