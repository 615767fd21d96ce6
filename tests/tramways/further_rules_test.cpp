// Rules of Tramways that no example shows.
#include "position.h"

namespace remise::tramways {
namespace {

using P = Position;

// A box has 30 passengers and 52 coins; the engine's town has as many as it needs.
TEST(Components, Section2_4_CoinsAndPassengersNeverRunOut) {
  std::string map;
  for (int y = 0; y < 8; ++y) map += y == 0 ? "R R R R R . C" : "/R R R R R . C";
  P p(map);
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 5; ++x)
      if (x != 4 || y != 7) p.passenger(x, y);  // 39 passengers stand there
  p.player(orange).money = 1000;
  p.s.phase = Phase::admin;
  p.s.open = SeatSet::first(3);
  const int card = p.deal(orange, "money2 add_passenger");
  EXPECT_EQ(p.play(orange, {{"type", "admin_play"},
                            {"card", card},
                            {"uses", {{{"slot", 0}, {"field", nullptr}}, {{"slot", 1}, {"field", {4, 7}}}}}}),
            "");
  EXPECT_EQ(p.player(orange).money, 1002);
  EXPECT_TRUE(p.s.passengers[index(p.at(4, 7))]);
}

TEST(Rounds, Section5_2_HandsAreNotRefilledInsideARound) {
  P p("R . . . C", 2);
  p.player(0).deck.push_back(id_at<CardId>(p.make_card("rail3")));
  p.turn_of(0, 1);
  const int card = p.deal(0, "rail1");
  ASSERT_EQ(p.play(0, {{"type", "lay_track"},
                       {"base", P::from(0, 0, "E")},
                       {"redirect", nullptr},
                       {"exits", {"E"}},
                       {"rails", {P::sym(card, 0)}},
                       {"dests", Json::array()}}),
            "");
  ASSERT_EQ(p.play(1, {{"type", "end_turn"}}), "");
  EXPECT_EQ(p.s.action_round, 2);
  EXPECT_TRUE(p.player(0).hand.empty());
  EXPECT_EQ(p.player(0).deck.size(), 1u);
}

TEST(Passengers, Section12_8_StressAtTheMaximumCostsHappiness) {
  P p("R . I");
  p.link(brown, {{0, 0}, {1, 0}, {2, 0}}, true);
  p.passenger(0, 0);
  p.player(orange).stress = 21;
  p.player(orange).money = 1;
  ASSERT_EQ(p.move(orange, 0, 0, {1}, "I"), "");
  EXPECT_EQ(p.player(orange).stress, 21);
  EXPECT_EQ(p.player(orange).hp, -1);
  EXPECT_EQ(p.player(brown).hp, 1);
}

}  // namespace
}  // namespace remise::tramways
