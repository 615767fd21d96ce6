// Rulings on the Stadtbahn and on the smaller maps: R38-R41, R75, R78, R88, R120-R122.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "vienna1840/support/board.h"

namespace remise::testing {
namespace {

using enum CompanyId;

BoardTable& complete(BoardTable& table, CompanyId stadtbahn) {
  for (const PathHex& step : table.map.path(stadtbahn)) {
    if (!step.build || table.board.tile[index(step.hex)] != TileId::none) continue;
    for (std::size_t t = 0; t < tile_count; ++t) {
      const auto fits = table.map[step.hex].fits[t];
      if (!fits || table.map.tiles.tiles[t].colour != TileColour::yellow) continue;
      lay_tile(table.map, table.board, {step.hex, id_at<TileId>(t), static_cast<std::uint8_t>(__builtin_ctz(fits)), 0});
      break;
    }
  }
  return table;
}

std::string path(const BoardTable& table, CompanyId stadtbahn, bool build_only) {
  std::string out;
  for (const PathHex& step : table.map.path(stadtbahn))
    if (step.build || !build_only) out += (out.empty() ? "" : " ") + table.map[step.hex].name;
  return out;
}

TEST(Stadtbahn, R38_Runs) {
  BoardTable table;
  EXPECT_EQ(table.run(v), 70);  // A17, A13: printed track (R37)
  EXPECT_EQ(table.run(d), 70);
  EXPECT_EQ(table.run(w), 0);  // a lone end pays nothing
  EXPECT_EQ(table.run(g), 0);
  table.put("B20", "L2", 2);
  EXPECT_EQ(table.run(d), 80);  // the rulebook's example: 40 + 30 + 10
  EXPECT_EQ(complete(table, d).run(d), 150);
  EXPECT_EQ(complete(table, g).run(g), 160);
  EXPECT_EQ(complete(table, w).run(w), 200);
  EXPECT_EQ(complete(table, v).run(v), 210);
}

TEST(Stadtbahn, R38_TheBetterEnd) {
  BoardTable table;
  table.put("E23", "L4", 2).put("D22", "L4", 2);
  EXPECT_EQ(table.run(d), 70);  // from A17 40 + 30; from F24 20 + 20 + 20
  table.put("C21", "L2", 2);
  EXPECT_EQ(table.run(d), 70);  // 70 and 70
  table.put("B20", "L2", 2);
  EXPECT_EQ(table.run(d), 150);
}

TEST(Stadtbahn, R38_ErasRaiseTheEnds) {
  BoardTable table;
  complete(table, w);
  EXPECT_EQ(table.run(w, Era::green), 210);
  EXPECT_EQ(table.run(w, Era::brown), 220);
  EXPECT_EQ(table.run(w, Era::grey), 230);
}

TEST(Stadtbahn, R39_LineMarkersDoNotBlock) {
  BoardTable table;
  complete(table, v).remove("F6", v).remove("G3", v);
  table.mark(13, "G3").mark(14, "G3").mark(14, "F6");
  EXPECT_EQ(table.run(v, Era::green), 160);
}

TEST(Stadtbahn, R40_AnEndWithoutItsMarkerIsStillAnEnd) {
  BoardTable table;
  table.remove("G3", v).put("G5", "L1", 1).put("F6", "L4", 0).put("E7", "L1", 0).put("D6", "L1", 3);
  // From G3: 0 + 10 + 20 + 10 + 10 + 30 (C7) = 80, more than the 70 from A17.
  EXPECT_EQ(table.run(v), 80);
  EXPECT_EQ(next_stadtbahn_hexes(table.map, table.board, v)[1], table.hex("C9"));
}

TEST(Stadtbahn, R41_PrintedLocations) {
  BoardTable table;
  table.put("H12", "L1", 0);
  EXPECT_EQ(table.run(g), 50);  // I11 30, H12 10, G11 10
  BoardTable wiental;
  wiental.put("I3", "L2", 1).put("I5", "L2", 1).put("I7", "L2", 1).put("I9", "L4", 1);
  EXPECT_EQ(wiental.run(w), 20 + 30 + 20 + 30);  // I1, three halts, I9, and the halt of W in I11
}

TEST(Stadtbahn, R75_Sequence) {
  BoardTable table;
  EXPECT_EQ(path(table, g, true), "B16 B14 C13 D12 E13 F12 H12");
  EXPECT_EQ(path(table, v, true), "B10 C9 D6 E7 F6 G5");
  EXPECT_EQ(path(table, d, true), "B20 C21 D22 E23");
  EXPECT_EQ(path(table, w, true), "I3 I5 I7 I9 I13 I15 H16 G17 G19 G21 G23");
  table.turn(4);
  EXPECT_EQ(table.try_lay("B16", "L1", 1, LayKind::stadtbahn), "");
  EXPECT_EQ(table.try_lay("H12", "L1", 0, LayKind::stadtbahn), "");
  EXPECT_EQ(table.try_lay("F12", "L2", 0, LayKind::stadtbahn), "not_next_in_sequence");
  EXPECT_EQ(table.try_lay("D22", "L4", 2, LayKind::stadtbahn), "not_next_in_sequence");
  table.put("H12", "L1", 0);
  EXPECT_EQ(table.try_lay("F12", "L2", 0, LayKind::stadtbahn), "");  // across G11, with or without its tile
  EXPECT_EQ(table.try_lay("H12", "L1", 0, LayKind::stadtbahn), "not_next_in_sequence");
  table.put("G11", "L30", 0);
  EXPECT_EQ(table.try_lay("F12", "L2", 0, LayKind::stadtbahn), "");
  EXPECT_EQ(complete(table, g).map[next_stadtbahn_hexes(table.map, table.board, d)[0]].name, "B20");
  EXPECT_EQ(next_stadtbahn_hexes(table.map, table.board, g)[0], HexId::none);
}

std::map<Bonus, int> count_bonuses(const Map& map) {
  std::map<Bonus, int> count;
  for (const Hex& hex : map.hexes)
    if (hex.bonus != Bonus::none) ++count[hex.bonus];
  return count;
}

TEST(Stadtbahn, R78_Bonuses) {
  BoardTable table;
  const std::map<Bonus, std::string> expected = {{Bonus::lay_yellow, "B10 B16 D22 F12 G19 G23 H12 I7 I13"},
                                                 {Bonus::upgrade_to_green, "C9 D12 E7 H16 I9"},
                                                 {Bonus::lay_red, "B14 C21 I3"},
                                                 {Bonus::lay_purple, "B20 C13 G5 G21 I5"},
                                                 {Bonus::place_station, "D6 E13 E23 F6 G17 I15"}};
  for (const auto& [bonus, hexes] : expected) {
    std::istringstream names(hexes);
    for (std::string name; names >> name;) EXPECT_EQ(table.map[table.hex(name)].bonus, bonus) << name;
  }
  EXPECT_EQ(count_bonuses(table.map), (std::map<Bonus, int>{{Bonus::lay_yellow, 9},
                                                            {Bonus::upgrade_to_green, 5},
                                                            {Bonus::lay_red, 3},
                                                            {Bonus::lay_purple, 5},
                                                            {Bonus::place_station, 6}}));
  BoardTable overlay(MapVariant::overlay2);
  EXPECT_EQ(overlay.map[overlay.hex("G11")].bonus, Bonus::lay_yellow);
  EXPECT_EQ(overlay.map[overlay.hex("H12")].bonus, Bonus::lay_red);
}

TEST(Stadtbahn, R88_SpecialStations) {
  BoardTable table;
  complete(table, d).put("F24", "L31", 0);
  EXPECT_EQ(table.run(d, Era::green), 140);
  EXPECT_EQ(table.run(d, Era::brown), 160);
  EXPECT_EQ(complete(table, w).run(w, Era::yellow), 190);
  BoardTable west;
  complete(west, g).put("G11", "L30", 0);
  EXPECT_EQ(west.run(g, Era::green), 160 - 10 + 30);
  EXPECT_EQ(west.run(g, Era::brown), 160);
}

TEST(Maps, R120_SmallMap) {
  const Map& map = tables_1840()->map(MapVariant::small);
  EXPECT_EQ(map.lines.size(), 12);
  for (const int gone : {9, 10, 13, 14, 16, 17}) EXPECT_FALSE(map.lines.has(line_numbered(gone)));
  EXPECT_EQ(map.privates.size(), 5);
  EXPECT_FALSE(map.privates.has(PrivateId::pr));
  EXPECT_FALSE(map.stadtbahn.has(v));
  EXPECT_EQ(map.stadtbahn.size(), 3);
  int stations = 0;
  for (const Hex& hex : map.hexes) stations += hex.kind == HexKind::railway_station;
  EXPECT_EQ(stations, 5);
  EXPECT_EQ(count_bonuses(map)[Bonus::lay_purple], 4);
  EXPECT_EQ(tables_1840()->map(MapVariant::full).lines.size(), 18);
}

TEST(Maps, R121_TwoPlayerOverlay) {
  BoardTable table(MapVariant::overlay2);
  EXPECT_EQ(table.map.lines.size(), 9);
  for (const int gone : {8, 11, 12}) EXPECT_FALSE(table.map.lines.has(line_numbered(gone)));
  EXPECT_FALSE(table.map.privates.has(PrivateId::ss));
  table.put("I13", "L2", 1).put("I15", "L3", 1);
  EXPECT_EQ(table.run(w), 60);
  EXPECT_EQ(path(table, g, false), "A17 B16 B14 C13 D12 E13 F12 G11 H12 I11");
  EXPECT_EQ(count_markers(table.board, marker_of(w)), 3);
  for (const char* hex : {"I11", "I15", "F24"})
    EXPECT_TRUE(has_marker(table.map, table.board, table.hex(hex), marker_of(w)));
  EXPECT_EQ(table.try_remove("I11", w), "end_marker_stays");
  table.turn(4);
  EXPECT_EQ(table.try_lay("I13", "L2", 1, LayKind::stadtbahn), "not_next_in_sequence");
  EXPECT_EQ(table.try_lay("H12", "L1", 0, LayKind::stadtbahn), "");
}

TEST(Maps, R122_GrinzingAndHeiligenstadt) {
  const Map& small = tables_1840()->map(MapVariant::small);
  const Map& overlay = tables_1840()->map(MapVariant::overlay2);
  EXPECT_TRUE(small.has(small.find("A13")));
  EXPECT_EQ(overlay.find("A13"), HexId::none);
  EXPECT_EQ(overlay.find("B12"), HexId::none);
  for (const Map* map : {&small, &overlay}) EXPECT_EQ((*map)[map->find("A17")].printed.circles, 2);
  EXPECT_EQ(tables_1840()->map(MapVariant::full)[small.find("A17")].printed.circles, 3);
}

}  // namespace
}  // namespace remise::testing
