// Rulings on routes: R88, R89, R99-R103, R109, R111.
#include <gtest/gtest.h>

#include "vienna1840/support/board.h"

namespace remise::testing {
namespace {

TEST(Routes, R99_TwoLocationsAndAMarker) {
  BoardTable table;
  table.mark(4, "H28").put("H28", "57", 2);
  EXPECT_FALSE(table.best(4).exists());  // alone
  table.put("G27", "4", 2);
  EXPECT_EQ(table.best(4).revenue, 30);
  EXPECT_FALSE(table.best(5).exists());  // no marker of line 5
}

TEST(Routes, R99_SeveralLocationsOnOneTile) {
  // A loop through both circles of D18 and both of E17.
  BoardTable table;
  table.put("E17", "235", 3).put("E17", "8863", 3);  // edges 3 and 4, edges 5 and 2
  table.put("D18", "235", 0).put("D18", "8858", 0);  // edges 0 and 2, edges 1 and 3
  table.put("D16", "3", 4).put("C19", "3", 0).put("C17", "L28", 4).put("E19", "L22", 2);
  table.mark(3, "E17", face_at(table.map, table.board, table.hex("E17")).tram[2]).mark(3, "E19");
  const Route route = table.best(3);
  EXPECT_EQ(route.revenue, 40 + 10 + 0 + 10 + 20 + 0 + 0 + 30);
  const std::string stops = table.stops(route);
  EXPECT_TRUE(stops == "E17 D16 D18 C19 C17 D18 E17 E19" || stops == "E19 E17 D18 C17 C19 D18 D16 E17") << stops;
}

TEST(Routes, R100_OnlyOwnInterchangesCount) {
  BoardTable table;
  table.mark(5, "G15").put("G15", "57", 2).put("F14", "6", 3);
  const Route route = table.best(5);
  EXPECT_EQ(route.revenue, 20);
  EXPECT_EQ(route.stops.size(), 2u);
  // F14 may be passed while it has a free circle, and be an end when full.
  table.put("E15", "57", 0).mark(5, "E15");
  EXPECT_EQ(table.best(5).revenue, 40);
  table.mark(12, "F14");
  EXPECT_EQ(table.best(5).revenue, 20);
  EXPECT_EQ(table.best(5).stops.size(), 2u);
}

TEST(Routes, R101_AnEmptyPurpleHexIsNoLocation) {
  BoardTable table;
  table.mark(18, "I21").put("I21", "57", 2);
  EXPECT_FALSE(table.best(18).exists());
  EXPECT_EQ(table.best(18, Era::yellow, {}, true).revenue, 20);  // C9
  table.put("J22", "L25", 0);
  EXPECT_EQ(table.best(18).revenue, 40);
}

TEST(Routes, R101_AnEmptyInnerCityHexIsNoLocation) {
  BoardTable table;
  table.mark(2, "D18").put("D18", "235", 4);
  EXPECT_FALSE(table.best(2).exists());
  EXPECT_FALSE(table.best(2, Era::yellow, {}, true).exists());  // not with C9 either
}

TEST(Routes, R102_RedAreasAreEnds) {
  BoardTable table;
  table.mark(8, "J10").put("J10", "57", 0).put("J8", "58", 5);  // both touch Liesing (K9), and not each other
  EXPECT_EQ(table.best(8).revenue, 30);                         // I11 - J10 - K9
  table.mark(8, "K9");
  EXPECT_EQ(table.best(8).revenue, 60);  // J8 would make 70
}

TEST(Routes, R102_GrinzingAndHernalsMayBePassed) {
  BoardTable table;
  table.mark(9, "C7").put("C5", "4", 1).put("B8", "58", 4);  // C7 edges 1 and 3
  EXPECT_EQ(table.best(9).revenue, 50);
  EXPECT_EQ(table.stops(table.best(9)).size(), std::string("C5 C7 B8").size());
  BoardTable grinzing;  // B12 - A13 - B14
  grinzing.mark(11, "B12").put("B12", "57", 0).put("B14", "L1", 4).put("B14", "L8", 5);
  EXPECT_EQ(grinzing.best(11).revenue, 30);
  EXPECT_EQ(grinzing.best(11).stops.size(), 3u);
}

TEST(Routes, R102_PurpleHaltsAreSeparate) {
  // L24 in rotation 0: edges 0 and 4 share a halt, the other four end there.
  BoardTable table;
  table.mark(18, "I21").put("I21", "57", 2).put("J22", "L24", 0).put("J24", "4", 1).put("J20", "4", 1);
  EXPECT_EQ(table.best(18).revenue, 30);  // I21 and the halt at edge 2: neither J20 nor J24
  BoardTable through;
  through.mark(18, "I21").put("I21", "57", 2).put("J22", "L24", 4).put("J24", "4", 1);  // edges 4 and 2 joined
  EXPECT_EQ(through.best(18).revenue, 40);
}

TEST(Routes, R103_Landmarks) {
  BoardTable table;  // I21 - I23 - H22 (Belvedere)
  table.mark(18, "I21").put("I21", "57", 1).put("I23", "3", 1);
  EXPECT_EQ(table.best(18).revenue, 50);
  const Route route = table.best(18, Era::yellow, PrivateSet::of(PrivateId::sb));
  EXPECT_EQ(route.revenue, 70);
  EXPECT_EQ(table.best(18, Era::yellow, PrivateSet::of(PrivateId::ss)).revenue, 50);
  BoardTable city;  // D18 - D20, no marker on the red tile
  city.mark(2, "D18").put("D18", "235", 4).put("D20", "L22", 4);
  EXPECT_EQ(city.best(2).revenue, 30);
  EXPECT_EQ(city.best(2, Era::yellow, PrivateSet::of(PrivateId::sd)).revenue, 50);
}

// The rulebook's example in LR3a: 30 (yellow value still valid), own interchange 20, halt 10, landmark 20 + 20,
// halt 10.
TEST(Routes, R103_RulebookExample) {
  BoardTable table;
  table.mark(18, "I21").put("J22", "L26", 0).put("I21", "5", 4).put("I23", "3", 1).put("H24", "4", 1);
  const Route route = table.best(18, Era::green, PrivateSet::of(PrivateId::sb));
  EXPECT_EQ(route.revenue, 110);
  EXPECT_EQ(route.stops.size(), 5u);
}

TEST(Routes, R89_ValuesWithTwoBoxes) {
  BoardTable table;
  table.mark(18, "I21").put("I21", "57", 2).put("J22", "L26", 0);
  EXPECT_EQ(table.best(18, Era::yellow).revenue, 50);
  EXPECT_EQ(table.best(18, Era::green).revenue, 50);
  EXPECT_EQ(table.best(18, Era::brown).revenue, 30);
  EXPECT_EQ(table.best(18, Era::grey).revenue, 30);
}

TEST(Routes, R88_SpecialStationsHaveOneThroughHalt) {
  BoardTable table;
  table.mark(4, "G25").put("G25", "57", 2).put("F24", "L30", 0).put("E25", "4", 0);  // F24 edges 5 and 3
  EXPECT_EQ(table.best(4, Era::yellow).revenue, 20 + 30 + 10);
  EXPECT_EQ(table.best(4, Era::brown).revenue, 20 + 10 + 10);
}

TEST(Routes, R109_LinesDoNotHinderEachOther) {
  BoardTable table;
  table.mark(5, "G15").put("G15", "57", 2).put("G15", "14", 2).mark(7, "G15").put("F14", "6", 3).put("E15", "57", 0);
  table.mark(5, "E15");
  EXPECT_EQ(table.best(5).revenue, 50);
  EXPECT_EQ(table.best(7).revenue, 30);
}

TEST(Routes, R111_DottedTrackIsNotForTrams) {
  // I17 - H16: with the yellow tile there is no tram track on H16; with L9 a halt of its own.
  BoardTable table;
  table.mark(15, "J16").put("J16", "57", 0).put("I17", "58", 0).put("I15", "L3", 1).put("H16", "L2", 0);
  EXPECT_EQ(table.best(15).revenue, 30);
  table.put("H16", "L9", 2);
  EXPECT_EQ(table.best(15).revenue, 40);
  EXPECT_EQ(table.run(CompanyId::w), 0) << "no track from either end yet";
}

}  // namespace
}  // namespace remise::testing
