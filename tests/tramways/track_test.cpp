// Laying track: section 8, examples E6-E11, E22-E24, rulings T1-T5.
#include "position_builder.h"

namespace remise::tramways {
namespace {

using P = PositionBuilder;

TEST(Track, Section8_1_1_NeedsAWorker) {
  P p("R . . C");
  p.player(orange).workers = 0;
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "E", 1), "no_worker");
  p.player(orange).workers = 1;
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "E", 1), "");
  EXPECT_EQ(p.player(orange).workers, 0);
}

TEST(Track, Section8_1_2_RailsAddUpExactly) {
  P p("R . . . C");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 1), "wrong_rail_sum");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 3), "wrong_rail_sum");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 0), "no_rails");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 2), "");
}

TEST(Track, Section8_1_3_CompleteLinksNeedADestination) {
  P p("R . C");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "E", 1), "dests_needed");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "E", 1, "C"), "");
}

TEST(Track, Section8_1_4_OneLinkForOneAction) {
  P p("R . . . C");
  ASSERT_EQ(p.lay(orange, P::from(0, 0, "E"), "E", 1), "");
  EXPECT_EQ(p.s.links.size(), 1u);
  EXPECT_EQ(p.player(orange).workers, 1);
}

TEST(Track, Section8_2_1_NewLinksStartAtBuildingsAndOwnOpenParcels) {
  P p("A1 . A2 . ./. . . . C");
  p.own(orange, "A1");
  p.own(pink, "A2");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "S"), "E", 1), "");
  EXPECT_EQ(p.lay(orange, P::from(2, 0, "S"), "W", 1), "no_start");
  EXPECT_EQ(p.lay(orange, P::from(1, 0, "S"), "E", 1), "no_start");
  EXPECT_EQ(p.lay(orange, P::from(9, 9, "W"), "W", 1), "no_such_field");
  EXPECT_EQ(p.lay(orange, P::from(4, 1, "W"), "W", 1), "");
}

TEST(Track, Section8_2_2_ContinueOwnIncompleteLinks) {
  P p("R . . . C/. . . . .");
  const int open = p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, false);
  EXPECT_EQ(p.lay(orange, P::on(9), "E", 1), "no_such_link");
  EXPECT_EQ(p.lay(orange, P::on(open), "EE", 2, "C"), "");
  EXPECT_EQ(p.lay(orange, P::on(open), "E", 1), "link_is_complete");
}

TEST(Track, Section8_2_3_BuildThroughMustEndComplete) {
  P p("C . A1 . R/. . . . .");
  p.own(orange, "A1");
  const int a = p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
  EXPECT_EQ(p.lay(orange, P::through(a, "A1"), "S", 1), "must_be_complete");
  EXPECT_EQ(p.lay(orange, P::through(a, "A1"), "EE", 2, "R"), "");
  EXPECT_EQ(p.links(orange), 1);
  EXPECT_EQ(p.find(a)->count, 3);
  EXPECT_EQ(p.lay(orange, P::through(a, "A1"), "EE", 2, "R"), "link_not_at_parcel");
}

TEST(Track, Section8_3_1_Ground) {
  P p("R . ~/. A1 ./. R .");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 2), "not_layable");  // water
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "SS", 2), "not_layable");  // nobody's parcel
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "W"), "S", 1), "not_layable");   // outside
  p.own(pink, "A1");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "SS", 2), "not_layable");
  p.own(orange, "A1");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "SE", 2), "");
  P q("R . L . .");
  EXPECT_EQ(q.lay(orange, P::from(0, 0, "E"), "EE", 2), "not_layable");  // building
}

TEST(Track, Section8_3_2_NoEdgeTwice) {
  P p(". R ./C . L/. I .");
  p.link(brown, {{0, 1}, {1, 1}, {2, 1}}, true);
  EXPECT_EQ(p.lay(orange, P::from(1, 0, "S"), "E", 1), "edge_taken");
  EXPECT_EQ(p.lay(orange, P::from(1, 0, "S"), "S", 1, "I"), "");  // two crossing straights
}

TEST(Track, Section8_3_3_PiecesRunOut) {
  P p("R . . . C/. . . . .");
  p.player(orange).straights = 1;
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 2), "out_of_pieces");
  p.player(orange).curves = 0;
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "S", 1), "out_of_pieces");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "E", 1), "");
  EXPECT_EQ(p.player(orange).straights, 0);
}

TEST(Track, Section8_3_4_NoLinkEndHangsInTheAir) {
  P p("C . A1 . R/. . . . ./. . L . .");
  p.own(orange, "A1");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
  EXPECT_EQ(p.lay(orange, P::from(2, 2, "N"), "NE", 2), "link_end_hangs");
  EXPECT_EQ(p.lay(orange, P::from(2, 2, "N"), "NW", 2, "L"), "");  // meets the single other end: merged
  EXPECT_EQ(p.links(orange), 1);
  P q("C . A1 . R/. . . . ./. . L . .");
  q.own(orange, "A1");
  q.link(orange, {{2, 0}, {1, 0}, {1, 1}}, false);  // an incomplete link that starts at A1
  EXPECT_EQ(q.lay(orange, P::from(2, 2, "N"), "NW", 2, "L"), "joins_a_start");
  // The own open parcel at which the link itself starts.
  P r("A1 . ./. . .");
  r.own(orange, "A1");
  EXPECT_EQ(r.lay(orange, P::from(0, 0, "E"), "SWNE", 4), "parcel_start_hangs");
}

TEST(Track, Section8_4_1_EndsAreDifferentPlaces) {
  P p("R R ./. . .");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "S"), "EN", 2, "R"), "end_same_place");
  P q("R . R");  // two buildings of one type are different places
  EXPECT_EQ(q.lay(orange, P::from(0, 0, "E"), "E", 1, "R"), "");
}

TEST(Track, Section8_4_2_AnOwnOpenParcelCompletes) {
  P p("R . A1 .");
  p.own(orange, "A1");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "E", 1), "dests_needed");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "E", 1, "A1"), "");
  EXPECT_EQ(p.links(orange), 1);
}

TEST(Track, Section8_4_3_OpenEnds) {
  P p("R . A1 . C/. . . . .");
  p.own(orange, "A1");
  ASSERT_EQ(p.lay(orange, P::from(4, 0, "W"), "WSE", 3), "");  // over A1, open to (3,1)
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "E", 1), "");    // a railed own parcel without a rail end at that edge
  EXPECT_EQ(p.links(orange), 0);
}

TEST(Track, Section8_4_IllegalEnds) {
  P p("R . ~/. . A1/R . .");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "E", 1), "end_water");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "S"), "E", 1), "");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "S"), "W", 1), "edge_taken");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "N", 1), "end_outside");
  EXPECT_EQ(p.lay(pink, P::from(0, 2, "E"), "NE", 2), "end_foreign_parcel");
  P q("R . A1");
  EXPECT_EQ(q.lay(orange, P::from(0, 0, "E"), "E", 1, "R"), "end_foreign_parcel");
}

TEST(Track, Section8_4_4_AMetRailEndStopsThePath) {
  P p("R . . . C");
  p.link(orange, {{4, 0}, {3, 0}, {2, 0}}, false);
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EEE", 3, "C"), "path_goes_on");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 2, "C"), "");
  EXPECT_EQ(p.s.links.size(), 1u);
  EXPECT_EQ(p.find(1)->count, 3);
}

TEST(Track, Section8_4_5_NobodyWorksOnForeignLinks) {
  P p("R . . . C");
  const int link = p.link(pink, {{0, 0}, {1, 0}, {2, 0}}, false);
  EXPECT_EQ(p.lay(orange, P::on(link), "E", 1), "not_own_link");
}

TEST(Track, Section8_5_DestinationSymbols) {
  P p("R . . C");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "E", 1, "R"), "dests_needed");         // 8.5.4
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 2, "L"), "dests_not_matching");  // 8.5.1
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 2, "R C"), "dests_needed");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 2, "R"), "");
  EXPECT_EQ(p.player(orange).hp, 0);  // 8.5.5
}

TEST(Track, Section8_5_2_TwoSymbolsForTwoEqualEnds) {
  P p("R . . . R");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, false);
  p.link(orange, {{4, 0}, {3, 0}, {2, 0}}, false);
  EXPECT_EQ(p.lay(orange, P::on(1), "E", 1, "R"), "dests_needed");
  EXPECT_EQ(p.lay(orange, P::on(1), "E", 1, "R R"), "");
}

TEST(Track, Section8_5_3_OneSymbolWithACompleteLink) {
  P p("R . . A1 . C");
  p.own(orange, "A1");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, false);
  p.link(orange, {{3, 0}, {4, 0}, {5, 0}}, true);
  EXPECT_EQ(p.lay(orange, P::on(1), "EE", 2, "C"), "");
  EXPECT_EQ(p.links(orange), 1);
  EXPECT_EQ(p.find(1)->count, 4);
}

TEST(Track, Section8_6_Redirecting) {
  P p("R . ^ . C/. . . . .");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}, {3, 0}}, false, 1);
  EXPECT_EQ(p.lay(orange, P::on(1), "", 2, "", "E"), "redirect_edge");   // the exit it has
  EXPECT_EQ(p.lay(orange, P::on(1), "", 1, "", "S"), "wrong_rail_sum");  // 8.6.2: a mountain costs 2
  EXPECT_EQ(p.lay(orange, P::from(4, 0, "W"), "W", 1, "", "S"), "redirect_not_allowed");
  EXPECT_EQ(p.lay(orange, P::on(1), "", 0, ""), "no_rails");
  const int straights = p.player(orange).straights, curves = p.player(orange).curves;
  EXPECT_EQ(p.lay(orange, P::on(1), "", 2, "", "S"), "");
  EXPECT_EQ(p.player(orange).straights, straights + 1);
  EXPECT_EQ(p.player(orange).curves, curves - 1);
  EXPECT_EQ(p.find(1)->worked, 2);
}

TEST(Track, Section8_6_1_TheSwappedPieceComesFromTheSupply) {
  P p("R . . . C/. . . . .");
  p.link(orange, {{0, 0}, {1, 0}, {1, 1}}, false);
  p.player(orange).curves = 0;
  EXPECT_EQ(p.lay(orange, P::on(1), "", 1, "", "E"), "");
  p.player(orange).curves = 0;
  EXPECT_EQ(p.lay(orange, P::on(1), "", 1, "", "S"), "out_of_pieces");
}

TEST(Track, Section8_7_2_APartKeepsItsRound) {
  P p("R . A1 . ./. . . . .");
  p.own(orange, "A1");
  const int link = p.link(orange, {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}, false, 1);
  ASSERT_EQ(p.build(orange, "A1", Building::leisure), "");
  EXPECT_TRUE(p.find(link)->complete);
  ASSERT_TRUE(p.find(2));
  EXPECT_FALSE(p.find(2)->complete);
  EXPECT_EQ(p.find(2)->worked, 1);
}

TEST(Track, Section8_8_1_UpgradeStatusOfJoinedLinks) {
  P p("R . . A1 . C");
  p.own(orange, "A1");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, false);
  p.link(orange, {{3, 0}, {4, 0}, {5, 0}}, true);
  p.s.links[1].upgraded = 1;
  ASSERT_EQ(p.lay(orange, P::on(1), "EE", 2, "C"), "");
  EXPECT_FALSE(p.find(1)->upgraded);
  P q("R . . . C");  // a continued link keeps its status
  q.link(orange, {{0, 0}, {1, 0}, {2, 0}}, false);
  q.s.links[0].upgraded = 1;
  ASSERT_EQ(q.lay(orange, P::on(1), "EE", 2, "C"), "");
  EXPECT_TRUE(q.find(1)->upgraded);
}

// --- examples
// -------------------------------------------------------------------------------------------------------------

void end_phase_2(P& p) {
  Check late;
  const Mover mover{p.tables, p.s, Seat{0}, nullptr, late};
  remove_neglected_links(mover);
}

TEST(Track, E6_NeglectedLink) {  // 8.7.1
  P p("R . . . D2/. . . . ./B2 . . . C");
  p.own(orange, "D2");
  p.own(orange, "B2");
  ASSERT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 2), "");
  ASSERT_EQ(p.build(orange, "D2", Building::commercial), "");
  ASSERT_EQ(p.lay(orange, P::from(4, 2, "W"), "W", 1), "");
  end_phase_2(p);
  EXPECT_EQ(p.s.links.size(), 2u);
  p.s.round = 3;
  p.player(orange).workers = 1;
  ASSERT_EQ(p.build(orange, "B2", Building::leisure), "");
  ASSERT_EQ(p.lay(orange, P::on(2), "N", 1), "");
  end_phase_2(p);
  EXPECT_FALSE(p.find(1));
  ASSERT_TRUE(p.find(2));
  EXPECT_EQ(p.find(2)->count, 2);
  EXPECT_EQ(p.player(orange).straights, 11);
  EXPECT_EQ(p.player(orange).curves, 11);
}

TEST(Track, E7_Example1) {
  for (const char* dest : {"C", "B1"}) {
    P p("B1 . . C");
    p.own(orange, "B1");
    EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 2), "dests_needed");
    EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 2, dest), "");
    EXPECT_EQ(p.links(orange), 1);
    EXPECT_EQ(p.player(orange).workers, 1);
  }
  for (const int owner : {orange, -1}) {
    P p(". B1 ./. . ./R . .");
    if (owner >= 0) p.own(owner, "B1");
    EXPECT_EQ(p.lay(pink, P::from(0, 2, "N"), "NE", 2), "end_foreign_parcel");
    EXPECT_EQ(p.lay(pink, P::from(0, 2, "N"), "E", 1), "");
    EXPECT_EQ(p.links(pink), 0);
  }
}

TEST(Track, E8_Example2) {
  P p(". . L ./. . . ./C . . L/. . . ./. . C .");
  p.link(brown, {{0, 2}, {1, 2}, {2, 2}, {3, 2}}, true);
  p.turn_of(orange);
  const int rail2 = p.deal(orange, "rail2"), both = p.deal(orange, "rail1 dest_C");
  EXPECT_EQ(p.play(orange, P::track(P::from(2, 0, "S"), {"S", "S", "S"}, {P::sym(rail2, 0), P::sym(both, 0)},
                                    {P::sym(both, 1)})),
            "");
  EXPECT_EQ(p.links(orange), 1);
  EXPECT_EQ(p.player(orange).stress, 6);
  EXPECT_EQ(p.player(orange).workers, 1);
  EXPECT_EQ(p.player(orange).discard.size(), 2u);
  EXPECT_TRUE(p.player(orange).hand.empty());
}

TEST(Track, E9_Example3) {
  for (const bool four_cards : {true, false}) {
    P p("R . . . A1");
    p.own(orange, "A1");
    const int a = p.deal(orange, "rail1"), b = p.deal(orange, "rail1 dest_R"), c = p.deal(orange, "rail1"),
              d = p.deal(orange, "parcel_A1");
    const Json rails{P::sym(a, 0), P::sym(b, 0), P::sym(c, 0)};
    const Json dests = Json::array({four_cards ? P::sym(d, 0) : P::sym(b, 1)});
    EXPECT_EQ(p.play(orange, P::track(P::from(0, 0, "E"), {"E", "E", "E"}, rails, dests)), "");
    EXPECT_EQ(p.player(orange).stress, four_cards ? 5 : 6);
    EXPECT_EQ(p.links(orange), 1);
  }
}

TEST(Track, E10_Example4) {
  P p("C . . . ./. . . . ./I . . D1 D2/I . . . .");
  p.own(pink, "D1");
  p.tile(brown, "D2", Building::commercial);
  EXPECT_EQ(p.lay(orange, P::from(0, 2, "E"), "EE", 2, "I"), "end_foreign_parcel");
  EXPECT_EQ(p.lay(orange, P::from(0, 2, "E"), "ENEES", 5, "I"), "");
  EXPECT_EQ(p.links(orange), 1);
  EXPECT_EQ(p.lay(pink, P::from(0, 0, "E"), "EES", 3), "");
  EXPECT_EQ(p.links(pink), 0);
  p.s.round = 3;
  EXPECT_EQ(p.lay(pink, P::on(2), "SE", 2, "C"), "");
  EXPECT_EQ(p.links(pink), 1);
}

TEST(Track, E11_EndOfRoundCombinations) {
  // With two workers: any of two complete, complete and incomplete, two incomplete, one of either, none.
  const struct {
    const char *first, *second;
    int complete, incomplete;
  } rounds[]{{"E:C", "E:C", 2, 0}, {"E:C", "", 1, 0},  {"E:C", "S:", 1, 1},
             {"S:", "", 0, 1},     {"S:", "S:", 0, 2}, {"", "", 0, 0}};
  for (const auto& round : rounds) {
    P p("R . C/. . ./R . C/. . .");
    const auto work = [&](int y, const std::string& what) {
      if (what.empty()) return;
      EXPECT_EQ(p.lay(orange, P::from(0, y, "E"), what.substr(0, 1), 1, what.substr(2)), "");
    };
    work(0, round.first);
    work(2, round.second);
    end_phase_2(p);
    EXPECT_EQ(p.links(orange), round.complete);
    EXPECT_EQ(static_cast<int>(p.s.links.size()), round.complete + round.incomplete);
  }
}

// --- appendix
// --------------------------------------------------------------------------------------------------------------

P appendix() {
  P p(". C . ./. . . ./. A1 . ./. A2 . R/. E1 . .");
  p.own(orange, "A1");
  p.own(orange, "A2");
  p.own(brown, "E1");
  p.link(orange, {{1, 0}, {1, 1}, {1, 2}}, true);  // a = 1
  p.link(orange, {{3, 3}, {2, 3}, {1, 3}}, true);  // b = 2
  p.passenger(1, 0);
  return p;
}

void journey(P& p, const std::vector<int>& route, int hp, int money) {
  const int had = p.player(orange).hp, coins = p.player(orange).money;
  EXPECT_EQ(p.move(orange, 1, 0, route, "R"), "");
  EXPECT_EQ(p.player(orange).hp - had, hp);
  EXPECT_EQ(p.player(orange).money - coins, money);
}

TEST(Track, E22_Appendix) {
  P p = appendix();
  EXPECT_NE(p.move(orange, 1, 0, {1, 2}, "R"), "");  // (i)
  for (const char* dest : {"C", "A2"}) {             // (ii)
    P q = appendix();
    ASSERT_EQ(q.lay(orange, P::through(1, "A1"), "S", 1, dest), "");
    EXPECT_EQ(q.links(orange), 2);
    journey(q, {1, 2}, 2, 3);
  }
  for (const char* dest : {"R", "A1"}) {  // (iii)
    P q = appendix();
    ASSERT_EQ(q.lay(orange, P::through(2, "A2"), "N", 1, dest), "");
    journey(q, {1, 2}, 2, 3);
  }
  for (const char* dest : {"C", "R"}) {  // (iv)
    P q = appendix();
    ASSERT_EQ(q.lay(orange, P::through(1, "A1"), "SE", 2, dest), "");
    EXPECT_EQ(q.links(orange), 1);
    EXPECT_TRUE(q.find(1));
    EXPECT_FALSE(q.find(2));
    journey(q, {1}, 1, 4);
  }
  for (const char* dest : {"A1", "A2"}) {  // (v)
    P q = appendix();
    ASSERT_EQ(q.lay(orange, P::from(1, 2, "W"), "SE", 2, dest), "");
    EXPECT_EQ(q.links(orange), 3);
    journey(q, {1, 3, 2}, 3, 4);
  }
}

TEST(Track, E23_WithIndustryOnA1) {
  P p = appendix();
  p.tile(orange, "A1", Building::industry);
  EXPECT_NE(p.lay(orange, P::through(1, "A1"), "S", 1, "A2"), "");
  EXPECT_NE(p.lay(orange, P::through(1, "A1"), "SE", 2, "R"), "");
  P q = p;
  ASSERT_EQ(q.lay(orange, P::through(2, "A2"), "N", 1, "R"), "");
  journey(q, {1, 2}, 2, 3);
  for (const char* dest : {"I", "A2"}) {
    P r = p;
    ASSERT_EQ(r.lay(orange, P::from(1, 2, "W"), "SE", 2, dest), "");
    journey(r, {1, 3, 2}, 3, 4);
  }
}

TEST(Track, E24_WithResidentialOnA2) {
  P p = appendix();
  p.tile(orange, "A1", Building::industry);
  p.tile(orange, "A2", Building::residential);
  EXPECT_NE(p.lay(orange, P::through(2, "A2"), "N", 1, "R"), "");
  for (const char* dest : {"I", "R"}) {
    P q = p;
    ASSERT_EQ(q.lay(orange, P::from(1, 2, "W"), "SE", 2, dest), "");
    EXPECT_EQ(q.move(orange, 1, 0, {1, 3, 2}, "R"), "route_goes_on");
    journey(q, {1, 3}, 2, 3);
  }
}

// --- rulings
// ---------------------------------------------------------------------------------------------------------------

TEST(Track, T1_Redirect) {
  P p("R . . ./. . . ./. . C .");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}, {3, 0}}, false);
  EXPECT_EQ(p.lay(orange, P::on(1), "S", 2, "C", "S"), "");
  EXPECT_TRUE(p.find(1)->complete);
}

TEST(Track, T2_Mountain) {
  P p("R . ^ C");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 2, "C"), "wrong_rail_sum");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 4, "C"), "wrong_rail_sum");
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 3, "C"), "");
}

TEST(Track, T3_Curves) {
  P p(". R ./C . L/. I .");
  EXPECT_EQ(p.lay(orange, P::from(1, 0, "S"), "W", 1, "R"), "");
  EXPECT_EQ(p.lay(pink, P::from(2, 1, "W"), "N", 1, "L"), "edge_taken");
  EXPECT_EQ(p.lay(pink, P::from(2, 1, "W"), "S", 1, "L"), "");
}

TEST(Track, T4_Join) {
  P p("R . . . C");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, false);
  p.link(orange, {{4, 0}, {3, 0}, {2, 0}}, false);
  EXPECT_EQ(p.lay(orange, P::on(1), "E", 1, "R"), "dests_needed");
  EXPECT_EQ(p.lay(orange, P::on(1), "E", 1, "C C"), "dests_not_matching");
  EXPECT_EQ(p.lay(orange, P::on(1), "E", 1, "C R"), "");
  EXPECT_EQ(p.player(orange).workers, 1);
  EXPECT_EQ(p.find(1)->count, 3);
  EXPECT_FALSE(p.find(2));
}

TEST(Track, T5_ForeignEnd) {
  P p("R . . C");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, false);
  EXPECT_EQ(p.lay(pink, P::from(3, 0, "W"), "W", 1, "C"), "end_foreign_rail");
}

}  // namespace
}  // namespace remise::tramways
