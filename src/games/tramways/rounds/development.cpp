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

Refused choose_book(Play& play, const ChooseBook& action) {
  State& s = play.s;
  if (s.phase != Phase::book && s.phase != Phase::bonus_c) return refuse(Code::wrong_phase);
  if (action.book >= s.book_count) return refuse(Code::no_such_book, action.book);
  const Book& book = s.books[action.book];
  if (book.empty()) return refuse(Code::book_empty, action.book);
  s.book_open = action.book;
  s.phase = s.phase == Phase::book ? Phase::book_take : Phase::bonus_c_take;
  play.me().seen[action.book] = {book, 0};
  play.tell(EventKind::book_opened, play.seat, action.book);
  return {};
}

Refused take_dev(Play& play, const TakeDev& action) {
  State& s = play.s;
  if (s.phase != Phase::book_take && s.phase != Phase::bonus_c_take) return refuse(Code::wrong_phase);
  Book& book = s.books[s.book_open];
  if (!book.contains(action.card)) return refuse(Code::not_in_book, action.card, s.book_open);
  const bool none_left = book.size() == 1;
  if (none_left ? action.reveal != CardId::none : action.reveal == CardId::none)
    return refuse(Code::reveal_missing, s.book_open);
  if (!none_left && (action.reveal == action.card || !book.contains(action.reveal)))
    return refuse(Code::reveal_not_in_book, action.reveal, s.book_open);

  const bool open = book.front() == action.card;
  play.tell(open ? EventKind::dev_open_taken : EventKind::dev_taken, play.seat, s.book_open, action.card);
  if (!open) s.secret.add(action.card);
  book.erase(action.card);
  if (!none_left) {
    book.erase(action.reveal);
    book.insert_at(0, action.reveal);
    play.tell(EventKind::dev_revealed, play.seat, s.book_open, action.reveal);
  }
  for (int i = 0; i < s.player_count; ++i) {
    Seen& seen = s.players[static_cast<std::size_t>(i)].seen[s.book_open];
    if (id_at<Seat>(i) == play.seat)
      seen.cards.erase(action.card);
    else if (!seen.cards.empty())
      ++seen.taken_since;
  }
  take_into_hand(play.me(), action.card);
  s.book_open = State::no_book;
  if (s.phase == Phase::bonus_c_take) {
    finish_journey(play);
  } else if (s.turn > 0) {
    --s.turn;
    s.phase = Phase::book;
  } else {
    begin_round(play);
  }
  return {};
}

namespace {

// 3.7.2, 17.5: what nobody kept becomes the D deck, three of it face up.
void make_dev_deck(Play& play) {
  State& s = play.s;
  for (int i = 0; i < s.player_count; ++i) {
    Book& offer = s.dev_offer[static_cast<std::size_t>(i)];
    for (const CardId card : offer) s.dev_deck.push_back(card);
    offer.clear();
  }
  if (s.variant != Variant::solo) {
    shuffle(play, Shuffles::What::development, Seat::none, {s.dev_deck.begin(), s.dev_deck.size()});
    play.tell(EventKind::dev_deck_made, s.dev_deck.size());
  }
  while (static_cast<int>(s.dev_open.size()) < play.constants().alternative_open && !s.dev_deck.empty()) {
    s.dev_open.push_back(s.dev_deck.front());
    play.tell(EventKind::dev_turned_up, s.dev_deck.front());
    s.dev_deck.erase_at(0);
  }
}

}  // namespace

Refused keep_dev(Play& play, const KeepDev& action) {
  State& s = play.s;
  if (s.phase != Phase::keep) return refuse(Code::wrong_phase);
  Book& offer = s.dev_offer[index(play.seat)];
  if (!offer.contains(action.card)) return refuse(Code::not_offered, action.card);
  offer.erase(action.card);
  play.me().seen[0] = {offer, 0};
  take_into_hand(play.me(), action.card);
  s.secret.add(action.card);
  s.kept[index(play.seat)] = action.card;
  s.open.remove(play.seat);
  play.tell(EventKind::dev_kept, play.seat, action.card);
  if (!s.open.empty()) return {};
  make_dev_deck(play);
  begin_round(play);
  return {};
}

bool dev_cards_left(const State& s) {
  for (int b = 0; b < s.book_count; ++b)
    if (!s.books[static_cast<std::size_t>(b)].empty()) return true;
  return !s.dev_open.empty() || !s.dev_deck.empty();
}

Refused take_open_dev(Play& play, const TakeOpenDev& action) {
  State& s = play.s;
  if (s.phase != Phase::bonus_c) return refuse(Code::wrong_phase);
  const std::size_t at = s.dev_open.find(action.card);
  if (at == s.dev_open.size()) return refuse(Code::not_open, action.card);
  play.tell(EventKind::dev_open_taken, play.seat, -1, action.card);
  if (s.dev_deck.empty()) {
    s.dev_open.erase_at(at);
  } else {
    s.dev_open[at] = s.dev_deck.front();
    s.dev_deck.erase_at(0);
    play.tell(EventKind::dev_turned_up, s.dev_open[at]);
  }
  take_into_hand(play.me(), action.card);
  finish_journey(play);
  return {};
}

Refused take_top_dev(Play& play, const TakeTopDev&) {
  State& s = play.s;
  if (s.phase != Phase::bonus_c) return refuse(Code::wrong_phase);
  if (s.dev_deck.empty()) return refuse(Code::deck_empty);
  const CardId card = s.dev_deck.front();
  s.dev_deck.erase_at(0);
  take_into_hand(play.me(), card);
  s.secret.add(card);
  play.tell(EventKind::dev_drawn, play.seat, card);
  finish_journey(play);
  return {};
}

}  // namespace remise::tramways
