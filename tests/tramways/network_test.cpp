// Upgrading, building, passengers: sections 9-12, examples E12-E19, E25, E26, rulings T11, T13, T16.
#include "games/tramways/board/passengers.h"
#include "position_builder.h"

namespace remise::tramways {
namespace {

using P = PositionBuilder;

std::string upgrade(P& p, int seat, int link, const std::string& dest) {
  p.turn_of(seat);
  const int symbol = p.deal(seat, "upgrade_link"), target = p.deal(seat, dest);
  return p.play(seat,
                {{"type", "upgrade_link"}, {"link", link}, {"symbol", P::sym(symbol, 0)}, {"dest", P::sym(target, 0)}});
}

std::string upgrade_tile(P& p, int seat, int x, int y, const std::string& dest) {
  p.turn_of(seat);
  const int symbol = p.deal(seat, "upgrade_building"), target = p.deal(seat, dest);
  return p.play(
      seat,
      {{"type", "upgrade_building"}, {"field", {x, y}}, {"symbol", P::sym(symbol, 0)}, {"dest", P::sym(target, 0)}});
}

// --- 9
// -------------------------------------------------------------------------------------------------------------------

TEST(UpgradeLink, Section9_NoWorkerNeeded) {
  P p("L . R");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
  p.player(orange).workers = 0;
  EXPECT_EQ(upgrade(p, orange, 1, "dest_C"), "dests_not_matching");
  EXPECT_EQ(upgrade(p, orange, 1, "dest_L"), "");
}

TEST(UpgradeLink, E12_UpgradeLink) {  // 9.1, 9.2, 9.3
  P p("L . . . R . .");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}, true);
  p.link(orange, {{4, 0}, {5, 0}, {6, 0}}, false);
  EXPECT_EQ(upgrade(p, orange, 1, "dest_R"), "");
  EXPECT_EQ(p.player(orange).hp, 3);
  EXPECT_TRUE(p.find(1)->upgraded);
  EXPECT_EQ(upgrade(p, orange, 1, "dest_R"), "link_already_upgraded");
  EXPECT_EQ(upgrade(p, orange, 2, "dest_R"), "link_not_complete");
  EXPECT_EQ(upgrade(p, brown, 1, "dest_R"), "not_own_link");
}

// --- 10
// ------------------------------------------------------------------------------------------------------------------

TEST(Build, Section10_1_OwnParcelsWithoutBuilding) {
  P p("A1 . A2 . R");
  p.own(orange, "A1");
  EXPECT_EQ(p.build(orange, "A2", Building::leisure), "parcel_not_own");
  EXPECT_EQ(p.build(orange, "D1", Building::leisure), "parcel_not_own");
  EXPECT_EQ(p.build(orange, "A1", Building::leisure), "");
  EXPECT_EQ(p.build(orange, "A1", Building::leisure), "parcel_built");
}

TEST(Build, Section10_2_OnlyCardsLyingReady) {
  P p("A1 . R");
  p.own(orange, "A1");
  p.supply(Building::commercial);
  const int symbol = p.deal(orange, "build"), coordinate = p.deal(orange, "parcel_A1"),
            other = p.deal(orange, "parcel_A2");
  EXPECT_EQ(p.play(orange, {{"type", "build"},
                            {"parcel", "A1"},
                            {"symbol", P::sym(symbol, 0)},
                            {"coordinate", P::sym(coordinate, 0)},
                            {"card", 90}}),
            "no_building_card");
  EXPECT_EQ(p.play(orange, {{"type", "build"},
                            {"parcel", "A1"},
                            {"symbol", P::sym(symbol, 0)},
                            {"coordinate", P::sym(other, 0)},
                            {"card", 1}}),
            "wrong_coordinate");
}

TEST(Build, Section10_3_Steps) {
  P p("A1 . R");
  p.own(orange, "A1");
  ASSERT_EQ(p.build(orange, "A1", Building::industry), "");
  EXPECT_EQ(p.s.building_at(p.at(0, 0)), Building::industry);  // 10.3.1
  EXPECT_EQ(p.player(orange).hand.size(), 1u);                 // 10.3.2
  EXPECT_TRUE(p.s.passengers[index(p.at(0, 0))]);              // 10.3.3
  EXPECT_EQ(p.player(orange).hp, 1);                           // 10.3.5
  EXPECT_EQ(p.player(orange).hand_limit, 8);                   // 10.3.6
}

TEST(Build, Section10_4_ALinkWithBothEndsInOneBuildingStays) {
  P p("R A1 ./. . .");
  p.own(orange, "A1");
  p.link(orange, {{0, 0}, {0, 1}, {1, 1}, {1, 0}}, true);
  ASSERT_EQ(p.build(orange, "A1", Building::residential), "");
  EXPECT_EQ(p.links(orange), 1);
  EXPECT_EQ(p.move(orange, 1, 0, {1}, "R"), "route_twice");
}

TEST(Build, Section10_5_TheCoordinateIsUselessFromNowOn) {
  P p("A1 . R");
  p.own(orange, "A1");
  ASSERT_EQ(p.build(orange, "A1", Building::leisure), "");
  EXPECT_EQ(p.lay(orange, P::from(2, 0, "W"), "W", 1, "A1"), "dests_not_matching");
  EXPECT_EQ(p.lay(orange, P::from(2, 0, "W"), "W", 1, "L"), "");
}

TEST(Build, Section10_CompletionWithoutWork) {
  // The open end of a link faces a railed parcel; a building there completes it.
  P p("R . A1 . ./. . C . .");
  p.own(orange, "A1");
  p.link(orange, {{2, 1}, {2, 0}, {3, 0}, {4, 0}}, false);
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, false);
  ASSERT_EQ(p.build(orange, "A1", Building::leisure), "");
  EXPECT_TRUE(p.find(2)->complete);
}

TEST(Build, E13_BuildingOnARailedParcel) {  // 10.3.4
  P p("R R . F3 . R/. . . . . ./R R . . H2 R");
  p.own(orange, "F3");
  p.own(brown, "H2");
  p.link(orange, {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}}, true);
  p.link(brown, {{1, 2}, {2, 2}, {3, 2}, {4, 2}, {5, 2}}, true);
  const int straights = p.player(orange).straights;
  ASSERT_EQ(p.build(orange, "F3", Building::leisure), "");
  EXPECT_EQ(p.player(orange).straights, straights + 1);
  EXPECT_EQ(p.links(orange), 2);
  EXPECT_EQ(p.player(orange).hp, 1);
  EXPECT_TRUE(p.s.passengers[index(p.at(3, 0))]);
  EXPECT_TRUE(p.find(1) && p.find(3));  // the first part keeps the id
  P q = p;
  ASSERT_EQ(p.build(brown, "H2", Building::residential), "");
  EXPECT_EQ(p.links(brown), 1);
  EXPECT_EQ(p.find(2)->count, 2);
  EXPECT_EQ(p.s.place_at(p.at(4, 2)), p.s.place_at(p.at(5, 2)));
  ASSERT_EQ(q.build(brown, "H2", Building::commercial), "");
  EXPECT_EQ(q.links(brown), 1);
  EXPECT_NE(q.s.place_at(q.at(4, 2)), q.s.place_at(q.at(5, 2)));
}

TEST(Build, E14_BuildSymbols) {
  P p("D3 . H1");
  p.own(orange, "D3");
  p.own(orange, "H1");
  const int d3 = p.deal(orange, "parcel_D3 build"), h1 = p.deal(orange, "parcel_H1 dest_L rail1"),
            card = p.supply(Building::commercial);
  const auto action = [&](const char* parcel, int coordinate) {
    return Json{{"type", "build"},
                {"parcel", parcel},
                {"symbol", P::sym(d3, 1)},
                {"coordinate", P::sym(coordinate, 0)},
                {"card", card}};
  };
  P q = p;
  ASSERT_EQ(p.play(orange, action("H1", h1)), "");
  EXPECT_EQ(p.player(orange).stress, 5);
  EXPECT_EQ(p.player(orange).hp, 1);
  EXPECT_EQ(p.player(orange).discard.size(), 2u);
  ASSERT_EQ(q.play(orange, action("D3", d3)), "");
  EXPECT_EQ(q.player(orange).stress, 6);
}

TEST(Build, E15_HandLimit) {
  P p("A1 A2 B1 B2/. . . .");
  const char* names[]{"A1", "A2", "B1", "B2"};
  const int limits[]{8, 9, 9, 9};
  for (int i = 0; i < 4; ++i) {
    p.own(orange, names[i]);
    ASSERT_EQ(p.build(orange, names[i], Building::industry), "");
    EXPECT_EQ(p.player(orange).hand_limit, limits[i]);
  }
}

// --- 11
// ------------------------------------------------------------------------------------------------------------------

TEST(UpgradeBuilding, Section11_2_OnlyOwnTiles) {
  P p("C . D1 . D2");
  p.tile(brown, "D1", Building::commercial);
  p.own(orange, "D2");
  EXPECT_EQ(upgrade_tile(p, orange, 0, 0, "dest_C"), "no_own_building");  // preprinted
  EXPECT_EQ(upgrade_tile(p, orange, 2, 0, "dest_C"), "no_own_building");
  EXPECT_EQ(upgrade_tile(p, orange, 4, 0, "dest_C"), "no_own_building");
}

TEST(UpgradeBuilding, Section11_3_TheTilesOwnFieldIsChecked) {
  P p("C D1 .");
  p.tile(orange, "D1", Building::commercial);
  p.passenger(0, 0);
  ASSERT_EQ(upgrade_tile(p, orange, 1, 0, "dest_C"), "");
  EXPECT_TRUE(p.s.passengers[index(p.at(1, 0))]);
}

TEST(UpgradeBuilding, E16_UpgradeBuilding) {  // 11.1
  P p(". D1 .");
  p.tile(orange, "D1", Building::commercial);
  EXPECT_EQ(upgrade_tile(p, orange, 1, 0, "dest_R upgrade_building money2"), "dests_not_matching");
  ASSERT_EQ(upgrade_tile(p, orange, 1, 0, "dest_C"), "");
  EXPECT_EQ(p.player(orange).hp, 3);
  EXPECT_TRUE(p.s.passengers[index(p.at(1, 0))]);
  EXPECT_EQ(upgrade_tile(p, orange, 1, 0, "dest_C"), "building_already_upgraded");
}

// --- 12
// ------------------------------------------------------------------------------------------------------------------

P street() {  // R - C - R - L over single pieces, all Brown's
  P p("R . C . R . L");
  for (const int x : {1, 3, 5}) p.link(brown, {{x - 1, 0}, {x, 0}, {x + 1, 0}}, true);
  p.passenger(0, 0);
  p.player(orange).money = 10;
  return p;
}

TEST(Passengers, Section12_1_TicketAndDestinationFromOneCard) {
  P p = street();
  const int card = p.deal(orange, "dest_C T");
  ASSERT_EQ(p.play(orange, P::journey({0, 0}, {1}, P::stripe(card), P::sym(card, 0))), "");
  EXPECT_EQ(p.player(orange).stress, 7);  // one for the extra symbol, one for C
  P q = street();
  const int plain = q.deal(orange, "dest_C");
  EXPECT_EQ(q.play(orange, P::journey({0, 0}, {1}, P::stripe(plain), P::sym(plain, 0))), "no_such_symbol");
}

TEST(Passengers, Section12_2_Routes) {
  P p = street();
  EXPECT_EQ(p.move(orange, 2, 0, {1}, "R"), "no_passenger");
  EXPECT_EQ(p.move(orange, 0, 0, {}, "R"), "route_empty");
  EXPECT_EQ(p.move(orange, 0, 0, {2}, "R"), "route_gap");
  EXPECT_EQ(p.move(orange, 0, 0, {9}, "R"), "route_link_incomplete");
  EXPECT_EQ(p.move(orange, 0, 0, {1}, "L"), "route_no_match");
  p.s.links[0].complete = 0;
  EXPECT_EQ(p.move(orange, 0, 0, {1}, "C"), "route_link_incomplete");
}

TEST(Passengers, Section12_3_TheFirstMatchingPlaceEndsTheRoute) {
  P p = street();
  EXPECT_EQ(p.move(orange, 0, 0, {1, 2, 3}, "C"), "route_goes_on");
  EXPECT_EQ(p.move(orange, 0, 0, {1, 1}, "R"), "route_twice");  // not back to the start either
  EXPECT_EQ(p.move(orange, 0, 0, {1, 2}, "R"), "");             // the start does not count as reached
}

TEST(Passengers, Section12_4_OwnersGetHp) {
  P p = street();
  ASSERT_EQ(p.move(orange, 0, 0, {1, 2}, "R"), "");
  EXPECT_EQ(p.player(brown).hp, 2);
}

TEST(Passengers, Section12_5_1_Residential) {
  P p = street();
  ASSERT_EQ(p.move(orange, 0, 0, {1, 2}, "R"), "");
  EXPECT_EQ(p.player(orange).stress, 4);
  P q = street();
  q.player(orange).stress = 1;
  ASSERT_EQ(q.move(orange, 0, 0, {1, 2}, "R"), "");
  EXPECT_EQ(q.player(orange).stress, 1);
}

TEST(Passengers, Section12_5_2_Commercial) {
  P p = street();
  ASSERT_EQ(p.move(orange, 0, 0, {1}, "C"), "");
  EXPECT_EQ(p.s.phase, Phase::bonus_c);
  EXPECT_EQ(p.player(orange).stress, 6);
  EXPECT_EQ(p.play(orange, {{"type", "choose_book"}, {"book", 0}}), "no_such_book");
  EXPECT_EQ(p.play(orange, {{"type", "take_top_dev"}}), "deck_empty");
  ASSERT_EQ(p.play(orange, {{"type", "bonus_money"}}), "");
  EXPECT_EQ(p.player(orange).money, 14);
  EXPECT_FALSE(p.s.passengers[index(p.at(0, 0))]);  // 12.7
}

TEST(Passengers, Section12_5_2_CommercialByTheAlternativeRule) {
  P p = street();
  p.s.development = Development::alternative;
  const int a = p.make_card("rail1"), b = p.make_card("rail1"), c = p.make_card("rail1");
  p.s.dev_open = {id_at<CardId>(a), id_at<CardId>(b)};
  p.s.dev_deck = {id_at<CardId>(c)};
  ASSERT_EQ(p.move(orange, 0, 0, {1}, "C"), "");
  EXPECT_EQ(p.play(orange, {{"type", "take_open_dev"}, {"card", c}}), "not_open");
  ASSERT_EQ(p.play(orange, {{"type", "take_open_dev"}, {"card", a}}), "");
  EXPECT_EQ(p.s.dev_open[0], id_at<CardId>(c));  // the replacement lies where the taken card lay
  p.passenger(0, 0);
  ASSERT_EQ(p.move(orange, 0, 0, {1}, "C"), "");
  ASSERT_EQ(p.play(orange, {{"type", "take_open_dev"}, {"card", c}}), "");
  EXPECT_EQ(p.s.dev_open.size(), 1u);
}

TEST(Passengers, Section12_5_4_Leisure) {
  P p = street();
  ASSERT_EQ(p.move(orange, 0, 0, {1, 2, 3}, "L"), "");
  EXPECT_EQ(p.play(orange, {{"type", "buy_hp"}, {"n", 5}}), "too_expensive");
  EXPECT_EQ(p.play(orange, {{"type", "buy_hp"}, {"n", -1}}), "negative_number");
  ASSERT_EQ(p.play(orange, {{"type", "buy_hp"}, {"n", 3}}), "");
  EXPECT_EQ(p.player(orange).hp, 3);
  EXPECT_EQ(p.player(orange).money, 10 - 6 - 3);
  EXPECT_EQ(tables().constants.leisure_price(11), 66);
}

TEST(Passengers, Section12_5_5_ParcelsGiveNoBonus) {
  P p("R . A1");
  p.own(orange, "A1");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
  p.passenger(0, 0);
  ASSERT_EQ(p.move(orange, 0, 0, {1}, "A1"), "");
  EXPECT_EQ(p.player(orange).stress, 5);
  EXPECT_EQ(p.player(orange).hp, 1);
}

TEST(Passengers, E17_Passenger) {  // 12.4, then 12.5, then 12.6
  const auto start = [] {
    P p("C . . . . I . . . . R . . . L");
    p.link(brown, {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}}, true);
    p.link(orange, {{5, 0}, {6, 0}, {7, 0}, {8, 0}, {9, 0}, {10, 0}}, true);
    p.link(orange, {{10, 0}, {11, 0}, {12, 0}, {13, 0}, {14, 0}}, true);
    p.s.links[1].upgraded = 1;
    p.player(orange).money = 7;
    p.passenger(0, 0);
    return p;
  };
  P p = start();
  ASSERT_EQ(p.move(orange, 0, 0, {1, 2, 3}, "L"), "");
  EXPECT_EQ(p.player(brown).hp, 1);
  EXPECT_EQ(p.player(orange).hp, 2);
  ASSERT_EQ(p.play(orange, {{"type", "buy_hp"}, {"n", 2}}), "");
  EXPECT_EQ(p.player(orange).money, 9);
  EXPECT_EQ(p.player(orange).hp, 4);
  EXPECT_EQ(p.player(brown).money, 4);
  P q = start();
  ASSERT_EQ(q.move(orange, 0, 0, {1, 2, 3}, "L"), "");
  ASSERT_EQ(q.play(orange, {{"type", "buy_hp"}, {"n", 3}}), "");
  EXPECT_EQ(q.player(orange).money, 1);
  EXPECT_EQ(q.player(orange).hp, 5);
  EXPECT_EQ(q.player(orange).stress, 6);
  EXPECT_EQ(q.player(brown).hp, 1);
  EXPECT_EQ(q.player(brown).money, 0);
  P r = start();
  const int card = r.deal(orange, "dest_R dest_C dest_L dest_I T");
  ASSERT_EQ(r.play(orange, P::journey({0, 0}, {1, 2, 3}, P::stripe(card), P::sym(card, 2))), "");
  EXPECT_EQ(r.player(orange).stress, 6);
}

TEST(Passengers, E18_MergedCommercial) {
  P p(". . . . ./. G1 . . E1/. G2 . . .");
  p.tile(pink, "G1", Building::commercial);
  p.tile(orange, "E1", Building::residential);
  p.own(brown, "G2");
  p.link(orange, {{1, 1}, {2, 1}, {3, 1}, {4, 1}}, true);
  p.link(brown, {{1, 1}, {0, 1}, {0, 2}, {1, 2}}, true);
  p.passenger(1, 1);
  p.passenger(4, 1);
  ASSERT_EQ(p.build(brown, "G2", Building::commercial), "");
  EXPECT_EQ(p.s.place_at(p.at(1, 1)), p.s.place_at(p.at(1, 2)));
  P q = p;
  EXPECT_EQ(q.move(orange, 1, 2, {2}, "R"), "route_twice");
  ASSERT_EQ(q.move(orange, 1, 2, {1}, "R"), "");
  EXPECT_EQ(q.player(orange).hp, 1);
  EXPECT_EQ(q.player(orange).stress, 4);
  EXPECT_EQ(q.player(orange).money, 2);
  p.player(brown).money = 2;
  const int hp = p.player(orange).hp;
  EXPECT_EQ(p.move(brown, 4, 1, {1, 2}, "C"), "route_goes_on");
  ASSERT_EQ(p.move(brown, 4, 1, {1}, "C"), "");
  EXPECT_EQ(p.player(brown).stress, 6);
  ASSERT_EQ(p.play(brown, {{"type", "bonus_money"}}), "");
  EXPECT_EQ(p.player(orange).hp, hp + 1);
  EXPECT_EQ(p.player(orange).money, 2);
  EXPECT_EQ(p.player(brown).money, 5);
}

TEST(Passengers, E19_ParcelAsAStop) {
  P p("R . F3 . R/. . F2 . .");
  p.own(orange, "F3");
  p.own(brown, "F2");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
  p.link(orange, {{2, 0}, {3, 0}, {4, 0}}, true);
  p.link(brown, {{0, 0}, {0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {4, 0}}, true);
  p.passenger(0, 0);
  P a = p, b = p, c = p;
  ASSERT_EQ(a.move(orange, 0, 0, {1, 2}, "R"), "");
  EXPECT_EQ(a.player(orange).hp, 2);
  EXPECT_EQ(a.player(orange).stress, 4);
  EXPECT_EQ(a.player(orange).money, 2);
  ASSERT_EQ(b.move(orange, 0, 0, {1}, "F3"), "");
  EXPECT_EQ(b.player(orange).hp, 1);
  EXPECT_EQ(b.player(orange).stress, 5);
  EXPECT_EQ(b.player(orange).money, 1);
  EXPECT_EQ(c.move(brown, 0, 0, {3}, "F2"), "route_no_match");
  ASSERT_EQ(c.move(brown, 0, 0, {3}, "R"), "");
  EXPECT_EQ(c.player(brown).hp, 1);
  EXPECT_EQ(c.player(brown).stress, 4);
  EXPECT_EQ(c.player(brown).money, 5);
}

P industry_on_both() {
  P p(". C . ./. . . ./. A1 . ./. A2 . R/. E1 . .");
  p.own(brown, "E1");
  p.link(orange, {{1, 0}, {1, 1}, {1, 2}}, true);
  p.link(orange, {{3, 3}, {2, 3}, {1, 3}}, true);
  p.tile(orange, "A1", Building::industry);
  p.tile(orange, "A2", Building::industry);
  p.passenger(1, 0);
  p.passenger(1, 3);
  return p;
}

TEST(Passengers, E25_OneIndustry) {
  P p = industry_on_both(), q = p, r = p;
  EXPECT_EQ(p.move(orange, 1, 3, {2}, "R"), "");
  EXPECT_EQ(q.move(orange, 1, 3, {1}, "C"), "");
  ASSERT_EQ(r.move(orange, 1, 0, {1, 2}, "R"), "");
  EXPECT_EQ(r.player(orange).hp, 2);
}

TEST(Passengers, E26_ThreeIndustries) {
  P p = industry_on_both();
  const int link = p.link(brown, {{3, 3}, {3, 4}, {2, 4}, {1, 4}}, true);
  EXPECT_EQ(p.move(brown, 1, 3, {link}, "R"), "route_gap");
  for (const Building type : {Building::residential, Building::commercial, Building::leisure}) {
    P q = p;
    ASSERT_EQ(q.build(brown, "E1", type), "");
    EXPECT_EQ(q.move(brown, 1, 3, {link}, "R"), "route_gap");
  }
  ASSERT_EQ(p.build(brown, "E1", Building::industry), "");
  const int hp = p.player(brown).hp;
  ASSERT_EQ(p.move(brown, 1, 3, {link}, "R"), "");
  EXPECT_EQ(p.player(brown).hp, hp + 1);
  EXPECT_EQ(p.player(brown).stress, 4);
  EXPECT_EQ(p.player(brown).money, 2);
}

TEST(Passengers, T11_IndustryAtTheWorkerLimit) {  // 12.5.3
  for (const int workers : {1, 2}) {
    P p("R . I");
    p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
    p.passenger(0, 0);
    p.player(orange).workers = static_cast<std::uint8_t>(workers);
    ASSERT_EQ(p.move(orange, 0, 0, {1}, "I"), "");
    EXPECT_EQ(p.player(orange).workers, 2);
    EXPECT_EQ(p.player(orange).stress, 6);
  }
}

TEST(Passengers, T13_UnableToPayInTheMiddle) {  // 12.6.3, 12.6.4
  P p("R . . C . . . . . L . . . . I");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}, {3, 0}}, true);
  p.link(brown, {{3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0}, {9, 0}}, true);
  p.link(orange, {{9, 0}, {10, 0}, {11, 0}, {12, 0}, {13, 0}, {14, 0}}, true);
  p.passenger(0, 0);
  p.player(orange).money = 1;
  ASSERT_EQ(p.move(orange, 0, 0, {1, 2, 3}, "I"), "");
  EXPECT_EQ(p.player(orange).money, 3);
  EXPECT_EQ(p.player(orange).stress, 7);  // one for I, one for not paying
  EXPECT_EQ(p.player(brown).money, 0);
}

TEST(Passengers, T16_UpgradedLinks) {  // 12.6.2
  Link link;
  link.upgraded = 1;
  link.count = 3;
  EXPECT_EQ(link_value(tables().constants, link), 5);
  link.count = 5;
  EXPECT_EQ(link_value(tables().constants, link), 8);
  link.upgraded = 0;
  EXPECT_EQ(link_value(tables().constants, link), 5);  // 12.6.1
}

}  // namespace
}  // namespace remise::tramways
