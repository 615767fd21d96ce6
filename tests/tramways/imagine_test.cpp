// What a seat imagines (19) looks to it like the truth, is a position of the game, and depends on nothing it cannot
// know.
#include <set>

#include "support.h"
#include "support/battery.h"

namespace remise::tramways {
namespace {

Json setup_number(int game) {
  const int players = 1 + game % 5;
  Json options{{"development", game / 5 % 2 ? "alternative" : "original"}};
  if (players > 1) options["draft"] = game / 10 % 2 == 1;
  return {{"players", players}, {"seed", "imagine " + std::to_string(game)}, {"options", options}};
}

Random draws(int number) { return Random::from_seed("draws " + std::to_string(number)); }

TEST(Imagine, Section19_OnlyWhatTheSeatKnowsCounts) {
  TramwaysBattery battery(oracle_game());
  int positions = 0, other_hands = 0, hands_differ = 0, decks_differ = 0, books_differ = 0;
  for (int game = 0; game < 20 && !HasFailure(); ++game)
    battery.random_game(setup_number(game), "policy " + std::to_string(game),
                        [&](const State& s, Seat, const Tramways::Choices&) {
                          if (++positions % 5 != 0) return;
                          for (int i = 0; i < s.player_count; ++i) {
                            const Seat seat = id_at<Seat>(i);
                            Random first = draws(positions), second = draws(-positions), again = second;
                            const State twin = rules().imagine(s, seat, first);
                            EXPECT_EQ(rules().broken_invariant(twin), "") << "game " << game;
                            EXPECT_EQ(view_json(rules(), twin, Viewer::of(seat), Fresh{}),
                                      view_json(rules(), s, Viewer::of(seat), Fresh{}))
                                << "game " << game << " seat " << i;
                            EXPECT_TRUE(rules().imagine(twin, seat, second) == rules().imagine(s, seat, again))
                                << "game " << game << " seat " << i << " round " << static_cast<int>(s.round);
                            EXPECT_EQ(twin.player(seat).hand, s.player(seat).hand);
                            decks_differ += twin.auction_deck != s.auction_deck;
                            books_differ += twin.books != s.books;
                            for (int o = 0; o < s.player_count; ++o) {
                              if (o == i) continue;
                              ++other_hands;
                              hands_differ += twin.players[static_cast<std::size_t>(o)].hand !=
                                              s.players[static_cast<std::size_t>(o)].hand;
                            }
                          }
                        },
                        {.max_moves = 2000, .checked_choices = 1});
  EXPECT_GT(hands_differ, other_hands / 3);
  EXPECT_GT(decks_differ, 100);
  EXPECT_GT(books_differ, 100);
}

// A card seen in a ticket book is imagined there as long as nobody took one since.
TEST(Imagine, Section19_TicketBooksSeenEarlier) {
  auto state = rules().start({{"players", 2}, {"seed", "books"}});
  ASSERT_TRUE(state);
  State& s = *state;
  const Seat first = s.in_turn();
  ASSERT_FALSE(rules().apply(s, first, ChooseBook{0}, nullptr, Fresh{}));
  ASSERT_FALSE(rules().apply(s, first, TakeDev{s.books[0][1], s.books[0][2]}, nullptr, Fresh{}));
  const Seat second = s.in_turn();
  ASSERT_NE(first, second);
  const auto cards = [](const Book& book) { return std::set<CardId>(book.begin(), book.end()); };
  bool other_book = false, other_hand = false;
  for (int i = 0; i < 20; ++i) {
    Random random = draws(i);
    const State mine = rules().imagine(s, first, random), theirs = rules().imagine(s, second, random);
    EXPECT_EQ(cards(mine.books[0]), cards(s.books[0]));
    EXPECT_EQ(mine.books[0].front(), s.books[0].front());
    EXPECT_EQ(theirs.books[0].front(), s.books[0].front());
    EXPECT_EQ(mine.books[1].front(), s.books[1].front());
    other_book |= cards(theirs.books[0]) != cards(s.books[0]);
    other_hand |= theirs.player(first).hand != s.player(first).hand;
  }
  EXPECT_TRUE(other_book);
  EXPECT_TRUE(other_hand);
}

}  // namespace
}  // namespace remise::tramways
