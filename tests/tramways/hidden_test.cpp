// Hidden information (19): a view never depends on what its viewer cannot know.
#include <algorithm>

#include "games/tramways/rounds/cards.h"
#include "support.h"
#include "support/battery.h"

namespace remise::tramways {
namespace {

// The same position with everything shuffled that the viewer cannot know.
State scrambled(const State& s, Viewer viewer, Random& random) {
  State t = s;
  std::vector<CardId*> hidden;
  const auto hide = [&](auto& pile, std::size_t from = 0) {
    for (std::size_t i = from; i < pile.size(); ++i) hidden.push_back(&pile[i]);
  };
  for (int i = 0; i < s.player_count; ++i) {
    Player& p = t.players[static_cast<std::size_t>(i)];
    const Seat seat = id_at<Seat>(i);
    const bool shown = s.phase == Phase::final_hand && s.in_turn() == seat;  // 15.1
    if (viewer.sees(seat) || shown)
      random.shuffle(std::span(p.deck.begin(), p.deck.size()));  // the order is known to nobody
    else
      hide(p.deck);
    if (viewer.sees(seat)) continue;
    hide(p.hand);
    hide(t.dev_offer[static_cast<std::size_t>(i)]);
    for (Seen& seen : p.seen) random.shuffle(std::span(seen.cards.begin(), seen.cards.size()));
  }
  hide(t.auction_deck), hide(t.dev_deck), hide(t.removed);
  for (std::size_t b = 0; b < t.book_count; ++b)
    if (!(s.book_open == b && viewer.sees(s.in_turn()))) hide(t.books[b], 1);
  std::vector<CardId> cards;
  for (const CardId* card : hidden) cards.push_back(*card);
  random.shuffle(std::span(cards));
  for (std::size_t i = 0; i < hidden.size(); ++i) *hidden[i] = cards[i];
  for (Player& p : t.players) std::ranges::sort(p.hand);
  t.random = Random::from_seed("another future");
  return t;
}

Json legal_json(const State& s, Seat seat) {
  Tramways::Choices choices;
  rules().legal(s, seat, choices, Fresh{});
  Json list = Json::array();
  for (const auto& choice : choices) list.push_back(choice_json(rules(), choice));
  return list;
}

TEST(Hidden, Section19_ViewsAndLegalActionsOfEverySeat) {
  TramwaysBattery battery(oracle_game());
  Random random = Random::from_seed("scramble");
  for (int game = 0; game < 12 && !::testing::Test::HasFailure(); ++game) {
    const Json setup{{"players", 1 + game % 5},
                     {"seed", "hidden " + std::to_string(game)},
                     {"options", {{"development", game % 2 ? "alternative" : "original"}}}};
    int position = 0;
    battery.random_game(setup, "policy",
                        [&](const State& s, Seat, const Tramways::Choices&) {
                          if (++position % 3 != 0) return;
                          std::vector<Viewer> viewers{Viewer::spectator()};
                          for (int i = 0; i < s.player_count; ++i) viewers.push_back(Viewer::of(id_at<Seat>(i)));
                          for (const Viewer viewer : viewers) {
                            const State other = scrambled(s, viewer, random);
                            battery.expect_same_view(s, other, viewer);
                            if (viewer.kind == Viewer::Kind::seat && position % 9 == 0) {
                              EXPECT_EQ(legal_json(s, viewer.seat).dump(), legal_json(other, viewer.seat).dump());
                            }
                          }
                        },
                        {.max_moves = 2000, .checked_choices = 0, .codec = false});
  }
}

bool mentions(const Json& action, int card) {
  const std::string text = action.dump(), id = std::to_string(card);
  return text.find("\"" + id + ":") != std::string::npos || text.find(":" + id + ",") != std::string::npos ||
         text.find(":" + id + "}") != std::string::npos || text.find("[" + id) != std::string::npos ||
         text.find("," + id) != std::string::npos;
}

// Two matches that differ in one card: what seat 1 takes from a ticket book. The moves are the same; seat 1 never plays
// the card.
TEST(Hidden, Section19_ViewsLogsAndUndoOfTwoMatches) {
  const int in_a = 13, in_b = 14;
  const auto setup = [](int card) {
    return Json{
        {"players", 3},
        {"seed", "twins"},
        {"deal",
         {{"turn_order", {0, 1, 2}}, {"development", {{"books", {{1, card, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}}}}}}};
  };
  auto a = oracle_game().start(setup(in_a)), b = oracle_game().start(setup(in_b));
  ASSERT_TRUE(a && b);
  Match &one = **a, &two = **b;
  const auto both = [&](int seat, const Json& in_one, const Json& in_two) {
    return one.play(id_at<Seat>(seat), in_one).has_value() && two.play(id_at<Seat>(seat), in_two).has_value();
  };
  const auto same = [&] {
    for (const Viewer viewer : {Viewer::of(Seat{0}), Viewer::of(Seat{2}), Viewer::spectator()}) {
      Json v = one.view(viewer), w = two.view(viewer);
      EXPECT_EQ(v.dump(), w.dump());
      EXPECT_EQ(one.log(viewer, 0).dump(), two.log(viewer, 0).dump());
    }
    EXPECT_EQ(one.undoable(Seat{0}), two.undoable(Seat{0}));
  };
  const auto book = [](int n) { return Json{{"type", "choose_book"}, {"book", n}}; };
  const auto dev = [](int card, int reveal) { return Json{{"type", "take_dev"}, {"card", card}, {"reveal", reveal}}; };
  ASSERT_TRUE(both(2, book(1), book(1)));
  ASSERT_TRUE(both(2, dev(6, 5), dev(6, 5)));
  ASSERT_TRUE(both(1, book(0), book(0)));
  same();
  ASSERT_TRUE(both(1, dev(in_a, 1), dev(in_b, 1)));  // the old card is turned up again
  same();
  EXPECT_NE(one.view(Viewer::of(Seat{1})).dump(), two.view(Viewer::of(Seat{1})).dump());
  EXPECT_NE(one.log(Viewer::of(Seat{1}), 0).dump(), two.log(Viewer::of(Seat{1}), 0).dump());
  ASSERT_TRUE(both(0, book(2), book(2)));
  ASSERT_TRUE(both(0, dev(10, 9), dev(10, 9)));
  Random random = Random::from_seed("same moves");
  int checked = 0;
  while (!one.to_act().empty() && !HasFailure()) {
    const Seat seat = one.to_act().lowest();
    const Json list = one.legal(seat);
    bool played = false;
    for (int attempt = 0; attempt < 200 && !played; ++attempt) {
      Json action = list[random.below(static_cast<std::uint32_t>(list.size()))];
      if (action["type"] == "choose_book") continue;  // looking into a book would show the difference
      if (action["type"] == "choose_hand") action = {{"type", "choose_hand"}, {"cards", Json::array()}};
      if (action["type"] == "bid" && action["amount"].is_object()) action["amount"] = action["amount"]["min"];
      if (action["type"] == "buy_hp") action["n"] = 0;
      if (seat == Seat{1} && (mentions(action, in_a) || mentions(action, in_b))) continue;
      if (!two.clone()->play(seat, action)) continue;
      played = both(static_cast<int>(seat), action, action);
    }
    ASSERT_TRUE(played);
    if (one.length() % 5 == 0) same(), ++checked;
  }
  EXPECT_GT(checked, 10);
}

TEST(Hidden, Section19_WhatWasSeenInABookIsRemembered) {
  auto started = oracle_game().start(
      {{"players", 2},
       {"seed", "memory"},
       {"deal", {{"turn_order", {0, 1}}, {"development", {{"books", {{1, 2, 3, 4}, {5, 6, 7, 8}}}}}}}});
  ASSERT_TRUE(started);
  Match& match = **started;
  ASSERT_TRUE(match.play(Seat{1}, {{"type", "choose_book"}, {"book", 0}}));
  const auto books = [&](Viewer viewer) { return match.view(viewer)["state"]["books"]; };
  EXPECT_EQ(books(Viewer::of(Seat{1}))[0]["cards"], Json({1, 2, 3, 4}));
  EXPECT_TRUE(books(Viewer::of(Seat{0}))[0]["cards"].is_null());
  ASSERT_TRUE(match.play(Seat{1}, {{"type", "take_dev"}, {"card", 3}, {"reveal", 4}}));
  EXPECT_TRUE(books(Viewer::of(Seat{1}))[0]["cards"].is_null());
  EXPECT_EQ(books(Viewer::of(Seat{1}))[0]["seen"], Json({{"cards", {1, 2, 4}}, {"taken_since", 0}}));
  EXPECT_TRUE(books(Viewer::of(Seat{0}))[0]["seen"].is_null());
  EXPECT_EQ(books(Viewer::of(Seat{0}))[0]["open"], 4);
  ASSERT_TRUE(match.play(Seat{0}, {{"type", "choose_book"}, {"book", 0}}));
  ASSERT_TRUE(match.play(Seat{0}, {{"type", "take_dev"}, {"card", 1}, {"reveal", 4}}));
  EXPECT_EQ(books(Viewer::of(Seat{1}))[0]["seen"], Json({{"cards", {1, 2, 4}}, {"taken_since", 1}}));
  const Json log = match.log(Viewer::of(Seat{1}), 0);
  EXPECT_TRUE(log[3]["action"]["card"].is_null());
  EXPECT_EQ(log[3]["action"]["reveal"], 4);
  EXPECT_EQ(match.undoable(Seat{0}), 0u);  // looking into a book cannot be taken back alone
}

// A refusal tells no secret either: what is asked, with whatever cards, is refused for the same reason in every world
// that the seat may imagine.
TEST(Hidden, Section19_RefusalsOfAnythingThatIsAsked) {
  Random random = Random::from_seed("refusals");
  std::vector<Json> pool;
  int asked = 0;
  for (int game = 0; game < 8 && !HasFailure(); ++game) {
    auto started = oracle_game().start({{"players", 1 + game % 5},
                                        {"seed", "refusals " + std::to_string(game)},
                                        {"options", {{"development", game % 2 ? "alternative" : "original"}}}});
    ASSERT_TRUE(started);
    Match& match = **started;
    while (!match.to_act().empty() && match.length() < 250 && !HasFailure()) {
      for (SeatSet left = match.to_act(); !left.empty(); left.remove(left.lowest())) {
        const Seat seat = left.lowest();
        const State& state = static_cast<const TypedMatch<Tramways>&>(match).state();
        const TypedMatch<Tramways> other(oracle_game(), Json::object(), rules().imagine(state, seat, random));
        for (int i = 0; i < 20 && !pool.empty(); ++i) {
          Json action = pool[random.below(static_cast<std::uint32_t>(pool.size()))].flatten();
          for (auto& [path, value] : action.items())
            if (value.is_number_integer() && random.below(2) == 0) value = random.below(random.below(2) == 0 ? 6 : 60);
          action = action.unflatten();
          const auto one = match.check(seat, action), two = other.check(seat, action);
          ++asked;
          ASSERT_EQ(one.has_value(), two.has_value()) << action << (one ? two : one).error().code;
          if (!one) {
            EXPECT_EQ(to_json(one.error()), to_json(two.error())) << action;
          }
        }
      }
      const Seat seat = match.to_act().lowest();
      const auto move = match.pick(seat, random);
      ASSERT_TRUE(move);
      pool.push_back(*move);
      ASSERT_TRUE(match.play(seat, *move));
    }
  }
  EXPECT_GT(asked, 1000);
}

}  // namespace
}  // namespace remise::tramways
