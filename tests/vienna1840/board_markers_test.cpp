// Rulings on station markers: R4, R73, R81, R91-R98.
#include <gtest/gtest.h>

#include <map>

#include "vienna1840/support/board.h"

namespace remise::testing {
namespace {

using enum MarkerKind;

TEST(Markers, R4_StadtbahnMarkersAtTheStart) {
  const std::map<CompanyId, std::vector<std::string>> expected = {
      {CompanyId::w, {"I1", "I9", "I15", "F24"}},
      {CompanyId::v, {"A17", "A13", "B10", "C7", "F6", "G3"}},
      {CompanyId::g, {"A17", "D12", "I11"}},
      {CompanyId::d, {"A17", "D22", "E23", "F24"}},
  };
  BoardTable table;
  int total = 0;
  for (const auto& [company, hexes] : expected) {
    for (const auto& hex : hexes)
      EXPECT_TRUE(has_marker(table.map, table.board, table.hex(hex), marker_of(company))) << hex;
    EXPECT_EQ(count_markers(table.board, marker_of(company)), static_cast<int>(hexes.size()));
    total += count_markers(table.board, marker_of(company));
  }
  EXPECT_EQ(total, 17);
}

TEST(Markers, R66_HomePlaces) {
  BoardTable table;
  std::vector<MarkerPlace> places;
  list_home_places(table.map, table.board, line_numbered(6), places);
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].hex, table.hex("K27"));
  EXPECT_EQ(table.try_home(6, "K27"), "");
  EXPECT_EQ(table.try_home(6, "H28"), "not_the_home");
  // Two circles of an OO hex without a tile are alike.
  EXPECT_EQ(table.try_home(1, "D18", 0), "");
  EXPECT_EQ(table.try_home(1, "D18", 1), "no_circle_there");
  table.mark(1, "D18");
  EXPECT_EQ(table.try_home(2, "D18", 0), "circles_full");
  EXPECT_EQ(table.try_home(2, "D18", 1), "");
}

TEST(Markers, R73_TheConnectedCircleMayBeTakenBeforeTheHomeLineStarts) {
  BoardTable table;
  table.put("E17", "235", 4).mark(7, "F18").put("F18", "57", 0);
  std::vector<MarkerPlace> places;
  list_home_places(table.map, table.board, line_numbered(3), places);
  EXPECT_EQ(places.size(), 2u);  // both circles free: a choice
  // Line 1 at D18 with track to E17.
  table.mark(1, "D18").put("D18", "235", 0).turn(1);
  BoardTable met = table;
  met.board.rotation[index(met.hex("E17"))] = 3;  // track towards D18
  met.by.waiting = {LineSet::of(line_numbered(3)).bits | LineSet::of(line_numbered(2)).bits};
  EXPECT_EQ(met.try_mark("E17", 0), "");
  met.mark(1, "E17", 0);
  places.clear();
  list_home_places(met.map, met.board, line_numbered(3), places);
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].location, 1);
}

// Line 5 at G15 - F14, which has the given tile.
BoardTable at_f14(std::string_view tile) {
  BoardTable table;
  table.mark(5, "G15").put("G15", "57", 2).put("F14", "6", 3);
  if (tile != "6") table.put("F14", tile, 3);
  table.turn(5);
  return table;
}

TEST(Markers, R81_TheBonusMarkerIsFree) {
  BoardTable table = at_f14("6");
  EXPECT_EQ(marker_cost(table.map, table.board, line_numbered(5), normal, {table.hex("F14"), 0, false}).v, 20);
  EXPECT_EQ(marker_cost(table.map, table.board, line_numbered(5), bonus, {table.hex("F14"), 0, false}).v, 0);
  EXPECT_EQ(table.turn(5, Era::yellow, 0).try_mark("F14", 0, bonus), "");
  EXPECT_EQ(table.try_mark("F14", 0, normal), "treasury_too_small");
  table.mark(5, "F14");
  EXPECT_EQ(next_marker_price(table.map, table.board, line_numbered(5)).v, 40);
}

// Line 15 at J16 - I15, a green Stadtbahn interchange with the W marker and one free circle.
BoardTable at_i15() {
  BoardTable table;
  table.mark(15, "J16").put("J16", "6", 2).put("I15", "L3", 1).put("I15", "L14", 3).turn(15);  // L14: 5, 0, 2
  return table;
}

TEST(Markers, R81_TheBonusMarkerMayReplaceAStadtbahnMarker) {
  BoardTable table = at_i15();
  EXPECT_EQ(table.try_mark("I15", 0, bonus), "");
  EXPECT_EQ(table.try_mark("I15", 0, bonus, true), "");
  EXPECT_EQ(marker_cost(table.map, table.board, line_numbered(15), bonus, {table.hex("I15"), 0, true}).v, 40);
  EXPECT_EQ(table.try_mark("I15", 0, normal, true), "replacing_needs_bonus");
  EXPECT_EQ(table.turn(15, Era::yellow, 39).try_mark("I15", 0, bonus, true), "treasury_too_small");
  table.turn(15).mark(5, "I15");
  EXPECT_EQ(table.try_mark("I15", 0, bonus), "circles_full");
  EXPECT_EQ(table.try_mark("I15", 0, bonus, true), "");
  place_marker(table.map, table.board, line_numbered(15), {table.hex("I15"), 0, true});
  EXPECT_FALSE(has_marker(table.map, table.board, table.hex("I15"), marker_of(CompanyId::w)));
  EXPECT_TRUE(has_marker(table.map, table.board, table.hex("I15"), marker_of(line_numbered(15))));
  EXPECT_EQ(at_f14("6").try_mark("F14", 0, bonus, true), "nothing_to_replace");
}

TEST(Markers, R91_ReservedHomeCircles) {
  // Line 16's track reaches H28 from G29.
  BoardTable table;
  table.mark(16, "F28").put("F28", "57", 2).put("G29", "4", 2).put("H28", "57", 0).turn(16);
  table.by.waiting = LineSet::of(line_numbered(4));
  EXPECT_EQ(table.try_mark("H28"), "marker_not_connected");
  BoardTable joined;
  joined.mark(16, "F28").put("F28", "57", 2).put("G29", "58", 0).put("H28", "57", 0).turn(16);
  joined.by.waiting = LineSet::of(line_numbered(4));
  EXPECT_EQ(joined.try_mark("H28"), "circle_reserved");
  joined.by.waiting = {};  // R63: released when the line closes
  EXPECT_EQ(joined.try_mark("H28"), "");
  joined.put("H28", "619", 0);
  joined.by.waiting = LineSet::of(line_numbered(4));
  EXPECT_EQ(joined.try_mark("H28"), "");
  joined.mark(18, "H28");
  EXPECT_EQ(joined.try_mark("H28"), "circle_reserved");
}

TEST(Markers, R91_OneCircleForEachWaitingLine) {
  BoardTable table;  // line 3 at E17 with track to D18, whose lines 1 and 2 wait
  table.mark(3, "E17").put("E17", "235", 3).put("D18", "235", 0).turn(3);
  table.by.waiting = {LineSet::of(line_numbered(1)).bits | LineSet::of(line_numbered(2)).bits};
  EXPECT_EQ(table.try_mark("D18", 0), "circle_reserved");
  table.by.waiting = LineSet::of(line_numbered(2));
  EXPECT_EQ(table.try_mark("D18", 0), "");
  EXPECT_EQ(table.try_mark("D18", 1), "marker_not_connected");
}

TEST(Markers, R92_Connection) {
  BoardTable table = at_f14("6");
  table.put("E15", "57", 0);
  EXPECT_EQ(table.try_mark("E15"), "");
  table.mark(12, "F14");
  EXPECT_EQ(table.try_mark("E15"), "marker_not_connected");
  EXPECT_EQ(table.try_mark("F14"), "circles_full");
  BoardTable green = at_f14("619");
  green.put("E15", "57", 0).mark(12, "F14");
  EXPECT_EQ(green.try_mark("E15"), "");
  green.mark(7, "F14");
  EXPECT_EQ(green.try_mark("E15"), "marker_not_connected");
  EXPECT_EQ(green.try_mark("D14"), "no_circle_there");
  EXPECT_EQ(green.try_mark("F14", 1), "no_circle_there");
  // Dotted track does not connect: I15 yellow beside the line's track.
  BoardTable dotted;
  dotted.mark(15, "J16").put("J16", "6", 2).put("I15", "L3", 1).remove("I15", CompanyId::w).turn(15);
  EXPECT_EQ(dotted.try_mark("I15"), "marker_not_connected");
}

TEST(Markers, R93_Prices) {
  BoardTable table;
  const std::vector<int> prices = {0, 20, 40, 60, 80, 100, -1};
  const std::vector<std::string> hexes = {"G15", "F14", "E15", "F18", "F20", "F22"};
  for (std::size_t i = 0; i < prices.size(); ++i) {
    EXPECT_EQ(next_marker_price(table.map, table.board, line_numbered(5)).v, prices[i]);
    if (i < hexes.size()) table.mark(5, hexes[i]);
  }
  table.put("G15", "57", 2).put("F14", "6", 3).put("G25", "57", 0).turn(5);
  EXPECT_EQ(table.try_mark("G25"), "no_marker_left");
}

TEST(Markers, R94_OneMarkerPerHexAndArea) {
  BoardTable table;
  table.mark(2, "D18").put("D18", "235", 4).put("D18", "8858", 1).turn(2);
  EXPECT_EQ(table.try_mark("D18", 0), "marker_already_on_hex");
  EXPECT_EQ(table.try_mark("D18", 1), "marker_already_on_hex");
  // K9 and K11 are one area, kept at K9.
  table.mark(8, "J10").put("J10", "57", 0).turn(8);
  EXPECT_EQ(table.try_mark("K9"), "");
  EXPECT_EQ(table.try_mark("K11"), "no_circle_there");
  table.mark(8, "K11");
  EXPECT_EQ(table.try_mark("K9"), "marker_already_on_hex");
  EXPECT_TRUE(has_marker(table.map, table.board, table.hex("K9"), marker_of(line_numbered(8))));
}

// From an area of two hexes a line builds out of both.
TEST(Markers, R94_AnAreaIsOneLocation) {
  BoardTable table;
  table.mark(8, "K9").turn(8);
  EXPECT_EQ(table.try_lay("J8", "4", 2), "");   // K9's left arrow
  EXPECT_EQ(table.try_lay("J12", "4", 0), "");  // K11's right arrow
  EXPECT_EQ(table.try_lay("J14", "4", 1), "tile_not_connected");
}

TEST(Markers, R95_StadtbahnMarkersFillCircles) {
  BoardTable table = at_i15();
  table.mark(5, "I15").turn(15);
  EXPECT_EQ(table.try_mark("I15"), "circles_full");
}

TEST(Markers, R96_WhichCanBeRemoved) {
  BoardTable table;
  EXPECT_EQ(table.try_remove("A17", CompanyId::v), "end_marker_stays");
  EXPECT_EQ(table.try_remove("F24", CompanyId::d), "end_marker_stays");
  EXPECT_EQ(table.try_remove("I1", CompanyId::w), "end_marker_stays");
  EXPECT_EQ(table.try_remove("I11", CompanyId::g), "end_marker_stays");
  EXPECT_EQ(table.try_remove("G3", CompanyId::v), "");
  EXPECT_EQ(table.try_remove("G3", CompanyId::w), "no_such_marker");
  EXPECT_EQ(table.try_remove("G3", CompanyId::wt), "no_such_marker");
  std::vector<Removal> removals;
  list_removals(table.map, table.board, Money{40}, removals);
  EXPECT_EQ(removals.size(), 10u);
}

TEST(Markers, R97_NoConnectionNeeded) {
  BoardTable table;
  EXPECT_EQ(table.try_remove("B10", CompanyId::v, 40), "");
  EXPECT_EQ(table.try_remove("D22", CompanyId::d, 40), "");  // before a tile lies there
  EXPECT_EQ(table.try_remove("D22", CompanyId::d, 39), "treasury_too_small");
  table.remove("D22", CompanyId::d);
  EXPECT_EQ(table.try_remove("D22", CompanyId::d), "no_such_marker");
}

TEST(Markers, R98_TheCircleIsOpenAfterwards) {
  BoardTable table = at_i15();
  table.mark(5, "I15");
  EXPECT_EQ(table.try_mark("I15"), "circles_full");
  table.remove("I15", CompanyId::w);
  EXPECT_EQ(table.try_mark("I15"), "");
}

}  // namespace
}  // namespace remise::testing
