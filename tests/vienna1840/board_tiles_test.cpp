// Rulings on tiles: R1, R5, R66-R74, R76, R79, R80, R83-R87, R90, R90a.
#include <gtest/gtest.h>

#include "vienna1840/support/board.h"

namespace remise::testing {
namespace {

using enum LayKind;

// Line 4 at home on H28 with track to G27 and I29 (57 in rotation 2).
BoardTable line_4() {
  BoardTable table;
  table.mark(4, "H28").put("H28", "57", 2).turn(4);
  return table;
}

TEST(Tiles, R1_ColoursComeWithTheEras) {
  BoardTable table;
  table.mark(4, "H28").put("H28", "6", 4).turn(4, Era::yellow);
  EXPECT_EQ(table.try_lay("H28", "619", 4), "colour_not_yet");
  EXPECT_EQ(table.turn(4, Era::green).try_lay("H28", "619", 4), "");
  table.put("H28", "619", 4);
  EXPECT_EQ(table.turn(4, Era::green).try_lay("H28", "611", 4), "colour_not_yet");
  EXPECT_EQ(table.turn(4, Era::brown).try_lay("H28", "611", 4), "");
  table.put("H28", "611", 4);
  EXPECT_EQ(table.turn(4, Era::brown).try_lay("H28", "455", 0), "colour_not_yet");
  EXPECT_EQ(table.turn(4, Era::grey).try_lay("H28", "455", 0), "");
}

TEST(Tiles, R5_Supply) {
  BoardTable table;
  int total = 0;
  for (const auto left : table.board.left) total += left;
  EXPECT_EQ(total, 176);
  EXPECT_EQ(table.board.left[index(table.tile("L16"))], 2);
  EXPECT_EQ(table.board.left[index(table.tile("455"))], 2);
  EXPECT_EQ(table.board.left[index(table.tile("L30"))], 1);
  EXPECT_EQ(table.board.left[index(table.tile("L31"))], 1);
}

TEST(Tiles, R5_OneSpecialTileOfEachKind) {
  BoardTable table;
  table.mark(4, "G25").put("G25", "57", 2).turn(4);  // track to F24
  EXPECT_EQ(table.try_lay("F24", "L30", 0, bonus_purple), "");
  table.put("G11", "L30", 0);
  EXPECT_EQ(table.try_lay("F24", "L30", 0, bonus_purple), "no_tile_left");
  EXPECT_EQ(table.try_lay("F24", "L31", 0, bonus_purple), "");
}

TEST(Tiles, R5_C10_SeparateSpecialTiles) {
  BoardTable table;
  table.board = start_board(table.map, true);
  table.mark(4, "G25").put("G25", "57", 2).turn(4).put("G11", "L30", 0);
  EXPECT_EQ(table.try_lay("F24", "L30", 0, bonus_purple), "");
}

TEST(Tiles, R66_FirstTileOnTheHomeHex) {
  BoardTable table;
  table.mark(4, "H28").turn(4, Era::yellow, 1000, true);
  EXPECT_EQ(table.try_lay("B20", "L2", 2, stadtbahn), "");  // a Stadtbahn tile may come first
  EXPECT_EQ(table.try_lay("G27", "4", 2), "home_tile_first");
  for (int k = 0; k < 6; ++k) EXPECT_EQ(table.try_lay("H28", "57", k), "");
  std::vector<Lay> lays;
  list_lays(table.map, table.board, table.by, ordinary, lays);
  EXPECT_EQ(lays.size(), 18u);
  for (const Lay& lay : lays) EXPECT_EQ(lay.hex, table.hex("H28"));
}

TEST(Tiles, R66_NoDutyWhereTheHomeHasATileOrTakesNone) {
  BoardTable tiled = line_4();
  tiled.turn(4, Era::yellow, 1000, true);
  EXPECT_EQ(tiled.try_lay("G27", "4", 2), "");
  BoardTable red;  // line 17 starts in Kagran
  red.mark(17, "A29").turn(17, Era::yellow, 40, true);
  EXPECT_EQ(red.try_lay("B28", "4", 0), "");
  EXPECT_EQ(lay_cost(red.map, red.board, red.lay("B28", "4", 0)).v, 40);
}

TEST(Tiles, R67_TheTileMustUseAReachedEdge) {
  BoardTable table = line_4();
  EXPECT_EQ(table.try_lay("G27", "4", 2), "");
  EXPECT_EQ(table.try_lay("G27", "4", 0), "tile_not_connected");
  EXPECT_EQ(table.try_lay("J12", "58", 0), "tile_not_connected");
  EXPECT_EQ(table.try_lay("B20", "L2", 2, stadtbahn), "");  // Stadtbahn tiles need no connection
}

// G15 (line 5) - F14 - E15.
BoardTable line_5_through_f14(std::string_view f14, int rotation) {
  BoardTable table;
  table.mark(5, "G15").put("G15", "57", 2).put("F14", "6", 3);
  if (f14 != "6") table.put("F14", f14, rotation);
  table.turn(5);
  return table;
}

TEST(Tiles, R67_NotThroughAnInterchangeFullOfOthers) {
  BoardTable table = line_5_through_f14("6", 3);
  EXPECT_EQ(table.try_lay("E15", "57", 0), "");
  table.mark(12, "F14");
  EXPECT_EQ(table.try_lay("E15", "57", 0), "tile_not_connected");
  BoardTable green = line_5_through_f14("619", 3);
  green.mark(12, "F14").turn(5, Era::green);
  EXPECT_EQ(green.try_lay("E15", "57", 0), "");
  green.mark(7, "F14");
  EXPECT_EQ(green.try_lay("E15", "57", 0), "tile_not_connected");
  EXPECT_EQ(green.turn(7, Era::green).try_lay("E15", "57", 0), "");  // own marker there
}

TEST(Tiles, R68_WhichTileWhere) {
  BoardTable table = line_4();
  EXPECT_EQ(table.try_lay("G27", "57", 2), "tile_not_for_hex");
  EXPECT_EQ(table.try_lay("I25", "57", 1), "tile_not_for_hex");
  EXPECT_EQ(table.try_lay("F28", "4", 0), "tile_not_for_hex");
  EXPECT_EQ(table.try_lay("H10", "57", 0), "tile_not_for_hex");
  EXPECT_EQ(table.try_lay("F28", "235", 0), "tile_not_for_hex");
  EXPECT_EQ(table.try_lay("B20", "4", 2), "only_as_stadtbahn_tile");
  EXPECT_EQ(table.try_lay("B20", "L2", 2), "only_as_stadtbahn_tile");
  EXPECT_EQ(table.try_lay("G27", "L2", 2, stadtbahn), "not_a_stadtbahn_hex");
  EXPECT_EQ(table.try_lay("D20", "L22", 4), "only_as_bonus");
  EXPECT_EQ(table.try_lay("I27", "L24", 0), "only_as_bonus");
  EXPECT_EQ(table.try_lay("I27", "L22", 0, bonus_red), "tile_not_for_hex");
  EXPECT_EQ(table.try_lay("A29", "4", 0), "hex_takes_no_tile");
  EXPECT_EQ(table.try_lay("G27", "141", 0), "colour_not_yet");
  EXPECT_EQ(table.turn(4, Era::green).try_lay("G27", "141", 0), "tile_not_for_hex");
}

TEST(Tiles, R69_WhereTrackMayLead) {
  BoardTable table;
  table.mark(7, "F18").turn(7);
  EXPECT_EQ(table.try_lay("F18", "57", 0), "");     // towards the empty inner-city hex E19
  table.mark(4, "H28").put("H28", "6", 3).turn(4);  // edges 3 and 5: G29 and I29
  EXPECT_EQ(table.try_lay("G29", "4", 0), "");
  EXPECT_EQ(table.try_lay("G29", "58", 4), "track_leads_nowhere");  // edge 4 leaves the map
  EXPECT_EQ(table.try_lay("I29", "58", 2), "track_leads_nowhere");
  table.mark(18, "I21").turn(18);
  EXPECT_EQ(table.try_lay("I21", "57", 0), "track_leads_nowhere");  // Belvedere has no track on that side
  EXPECT_EQ(table.try_lay("I21", "57", 2), "");                     // the empty purple hex J22 takes track
  table.mark(11, "B12").turn(11);
  EXPECT_EQ(table.try_lay("B12", "57", 2), "track_leads_nowhere");
}

TEST(Tiles, R69_BesideATileWithoutMatchingTrack) {
  BoardTable table = line_4();
  table.put("G29", "4", 0);
  EXPECT_EQ(table.try_lay("G27", "58", 3), "");  // edges 3 and 5; and
  EXPECT_EQ(table.try_lay("G27", "3", 4), "");   // edges 4 and 5: G29 has no track towards G27
}

TEST(Tiles, R70_TheDanubeCostsForty) {
  BoardTable table;
  table.mark(17, "A29").turn(17, Era::yellow, 39);
  EXPECT_EQ(table.try_lay("B28", "4", 0), "treasury_too_small");
  EXPECT_EQ(table.try_lay("B28", "4", 0, bonus_yellow), "treasury_too_small");
  EXPECT_EQ(table.turn(17, Era::yellow, 40).try_lay("B28", "4", 0, bonus_yellow), "");
  table.put("B28", "4", 0).turn(17, Era::green, 0);
  EXPECT_EQ(table.try_lay("B28", "141", 0), "");
  EXPECT_EQ(lay_cost(table.map, table.board, table.lay("B28", "141", 0)).v, 0);
}

TEST(Tiles, R71_TooLittleMoney) {
  BoardTable table;
  table.turn(4, Era::yellow, 15);
  EXPECT_EQ(table.try_lay("B20", "L2", 2, stadtbahn), "treasury_too_small");
  std::vector<Lay> lays;
  list_lays(table.map, table.board, table.by, stadtbahn, lays);
  EXPECT_TRUE(lays.empty());
}

TEST(Tiles, R72_TheLayerOf235ChoosesTheCircles) {
  BoardTable table;
  table.mark(2, "D18").turn(2);
  EXPECT_EQ(table.try_lay("D18", "235", 4, ordinary, 0), "");
  EXPECT_EQ(table.try_lay("D18", "235", 4, ordinary, 1), "");
  EXPECT_EQ(table.try_lay("D18", "235", 4, ordinary, 2), "no_such_circle");
  BoardTable two = table;
  two.mark(1, "D18", 1);
  two.put("D18", "235", 4, 1);
  EXPECT_EQ(marker_at(two.map, two.board, two.hex("D18"), 1), marker_of(line_numbered(2)));
  EXPECT_EQ(marker_at(two.map, two.board, two.hex("D18"), 0), marker_of(line_numbered(1)));
  table.put("D18", "235", 4, 0);
  EXPECT_EQ(marker_at(table.map, table.board, table.hex("D18"), 0), marker_of(line_numbered(2)));
  EXPECT_EQ(face_at(table.map, table.board, table.hex("D18")).tram[4], 0) << "circle 0 has the track";
}

TEST(Tiles, R72_NoChoiceWithoutMarkers) {
  BoardTable table;
  table.mark(8, "J10").put("J10", "57", 0).put("I9", "L4", 1).put("I9", "L12", 2).turn(8, Era::green);
  table.put("J10", "14", 2);  // now also towards I9, whose tram track leads on to H10
  EXPECT_EQ(table.try_lay("H10", "235", 0, LayKind::ordinary, 0), "");
  EXPECT_EQ(table.try_lay("H10", "235", 0, LayKind::ordinary, 1), "no_such_circle");
}

TEST(Tiles, R72_MarkersFollowTheirTrackThroughUpgrades) {
  // 235 in rotation 0: track at edge 0 in circle 0. 8858 three steps on swaps the circles.
  BoardTable table;
  table.mark(2, "D18").mark(1, "D18", 1).put("D18", "235", 0).put("D18", "8858", 3);
  const Face& face = face_at(table.map, table.board, table.hex("D18"));
  const int kept = face.tram[0];
  EXPECT_EQ(
      marker_at(table.map, table.board, table.hex("D18"), face.locations[static_cast<std::size_t>(kept)].first_circle),
      marker_of(line_numbered(2)));
  table.put("D18", "L17", 0);  // one interchange with both markers
  EXPECT_TRUE(has_marker(table.map, table.board, table.hex("D18"), marker_of(line_numbered(1))));
  EXPECT_TRUE(has_marker(table.map, table.board, table.hex("D18"), marker_of(line_numbered(2))));
}

TEST(Tiles, R74_D2IsAnOrdinaryHex) {
  BoardTable table;
  table.mark(10, "D4").put("D4", "57", 1).turn(10);
  EXPECT_EQ(table.try_lay("D2", "3", 3), "");                              // C3 and D4
  EXPECT_EQ(table.turn(10).try_lay("D2", "58", 3), "tile_not_connected");  // C3 and E3
}

TEST(Tiles, R76_TheDottedPathIsCoveredExactly) {
  BoardTable table;
  table.turn(4);
  EXPECT_EQ(table.try_lay("B20", "L2", 2, stadtbahn), "");
  EXPECT_EQ(table.try_lay("B20", "L2", 5, stadtbahn), "");
  EXPECT_EQ(table.try_lay("B20", "L2", 0, stadtbahn), "dotted_path_not_covered");
  EXPECT_EQ(table.try_lay("B20", "L1", 2, stadtbahn), "dotted_path_not_covered");
  EXPECT_EQ(table.try_lay("B20", "L4", 2, stadtbahn), "tile_not_for_hex");
}

TEST(Tiles, R79_YellowBonus) {
  BoardTable table;
  table.mark(8, "J10").put("J10", "6", 5).turn(8, Era::green);  // edges 1 and 5
  EXPECT_EQ(table.try_lay("J12", "58", 0, bonus_yellow), "tile_not_connected");
  BoardTable north;
  north.mark(8, "J10").put("J10", "57", 0).turn(8);  // through the printed halt of I11
  EXPECT_EQ(north.try_lay("J12", "58", 0, bonus_yellow), "");
  BoardTable east;
  east.mark(8, "J10").put("J10", "57", 1).turn(8, Era::green);  // edges 1 and 4
  EXPECT_EQ(east.try_lay("J12", "3", 1, bonus_yellow), "");
  EXPECT_EQ(east.try_lay("B14", "L1", 4, bonus_yellow), "not_the_bonus");
  EXPECT_EQ(east.try_lay("J10", "14", 0, bonus_yellow), "not_the_bonus");
}

TEST(Tiles, R80_GreenBonus) {
  BoardTable table;
  table.mark(4, "H28").put("H28", "6", 4).turn(4, Era::yellow);
  EXPECT_EQ(table.try_lay("H28", "619", 4, bonus_green), "green_bonus_too_early");
  table.turn(4, Era::brown);
  EXPECT_EQ(table.try_lay("H28", "619", 4, bonus_green), "");
  EXPECT_EQ(table.try_lay("G27", "4", 2, bonus_green), "not_the_bonus");
  table.put("H28", "619", 4);
  EXPECT_EQ(table.try_lay("H28", "611", 4, bonus_green), "not_the_bonus");
}

// J16 - I17 - H16: the line's track points at the Stadtbahn hex just laid.
TEST(Tiles, R80_R90a_TheStadtbahnTileJustLaid) {
  BoardTable table;
  table.mark(15, "J16").put("J16", "57", 0).put("I17", "58", 0).turn(15, Era::green);
  table.put("I15", "L3", 1).put("H16", "L2", 0);
  EXPECT_EQ(table.try_lay("H16", "L9", 2, bonus_green), "");  // tram track 2 - 5
  EXPECT_EQ(table.try_lay("H16", "L9", 2, ordinary), "");
}

TEST(Tiles, R83_UpgradingAStadtbahnTileIsFree) {
  BoardTable table;
  table.put("H16", "L2", 0);
  EXPECT_EQ(lay_cost(table.map, table.board, table.lay("H16", "L9", 2)).v, 0);
}

TEST(Tiles, R84_RedAndPurpleNeedAConnection) {
  BoardTable table;
  table.mark(4, "H28").put("H28", "6", 4).turn(4);  // track to I27
  EXPECT_EQ(table.try_lay("I27", "L29", 2, bonus_purple), "");
  EXPECT_EQ(table.try_lay("C17", "L29", 2, bonus_purple), "station_tile_not_connected");
  EXPECT_EQ(table.try_lay("D20", "L22", 4, bonus_red), "station_tile_not_connected");
  table.mark(2, "D18").put("D18", "235", 4).turn(2);  // track to D20
  EXPECT_EQ(table.try_lay("D20", "L22", 4, bonus_red), "");
  EXPECT_EQ(table.try_lay("E19", "L22", 2, bonus_red), "station_tile_not_connected");
}

TEST(Tiles, R85_OneRotationOfRedTiles) {
  BoardTable table;
  table.mark(2, "D18").put("D18", "235", 4).turn(2);
  for (int k = 0; k < 6; ++k) EXPECT_EQ(table.try_lay("D20", "L22", k, bonus_red), k == 4 ? "" : "red_tile_rotation");
  const auto arrows = [&](std::string_view hex, int rotation) {
    return table.map.face(table.hex(hex), table.tile("L20"), rotation).tram_edges;
  };
  EXPECT_EQ(arrows("D20", 4), 0b011110);
  EXPECT_EQ(arrows("E19", 2), 0b100111);
  EXPECT_EQ(arrows("E21", 0), 0b111001);
}

TEST(Tiles, R86_FreeChoiceOfRedTiles) {
  BoardTable table;
  table.mark(2, "D18").put("D18", "235", 4).turn(2);
  std::vector<Lay> lays;
  list_lays(table.map, table.board, table.by, bonus_red, lays);
  EXPECT_EQ(lays.size(), 4u);
}

TEST(Tiles, R87_SpecialStations) {
  BoardTable table;
  table.mark(4, "G25").put("G25", "57", 2).turn(4);
  EXPECT_EQ(table.try_lay("F24", "L24", 0, bonus_purple), "special_station_tile");
  EXPECT_EQ(table.try_lay("F24", "L30", 3, bonus_purple), "special_station_tile");
  EXPECT_EQ(table.try_lay("F24", "L30", 0, bonus_purple), "");
  table.mark(4, "H28").put("H28", "6", 4);
  EXPECT_EQ(table.try_lay("I27", "L30", 0, bonus_purple), "special_station_tile");
  for (int k = 0; k < 6; ++k) EXPECT_EQ(table.try_lay("I27", "L24", k, bonus_purple), "");
}

TEST(Tiles, R90_UpgradeConditions) {
  BoardTable table;
  table.mark(4, "H28").put("H28", "6", 4).turn(4, Era::green);
  EXPECT_EQ(table.try_lay("H28", "619", 4), "");
  EXPECT_EQ(table.try_lay("H28", "619", 5), "upgrade_breaks_track");
  EXPECT_EQ(table.try_lay("H28", "57", 4), "no_upgrade");
  const auto left = table.board.left[index(table.tile("6"))];
  table.put("H28", "619", 4);
  EXPECT_EQ(table.board.left[index(table.tile("6"))], left + 1);  // back in the box
  EXPECT_EQ(table.turn(5, Era::brown).try_lay("H28", "611", 4), "upgrade_not_connected");
  table.put("I27", "L24", 0).put("D20", "L22", 4).turn(4, Era::grey);
  EXPECT_EQ(table.try_lay("I27", "L25", 0, bonus_purple), "no_upgrade");
  EXPECT_EQ(table.try_lay("D20", "L21", 4, bonus_red), "no_upgrade");
}

TEST(Tiles, R90_AStadtbahnHaltNeedsTramTrackOfTheLine) {
  BoardTable table;
  table.mark(15, "J16").put("J16", "57", 0).put("I17", "4", 0).turn(15, Era::green);  // I17 leads to H18
  table.put("I15", "L3", 1).put("H16", "L2", 0);
  EXPECT_EQ(table.try_lay("H16", "L9", 2), "upgrade_not_connected");
}

TEST(Tiles, R90_NewTrackNeedNotBeUsable) {
  // Line 12 blocks F14; line 5 may upgrade it, coming from G15.
  BoardTable table = line_5_through_f14("6", 3);
  table.mark(12, "F14").turn(5, Era::green);
  EXPECT_EQ(table.try_lay("F14", "619", 3), "");
}

TEST(Tiles, R120_HexesOfOtherMapsDoNotExist) {
  BoardTable table(MapVariant::small);
  const HexId b28 = tables_1840()->map(MapVariant::full).find("B28");
  const auto refusal = check_lay(table.map, table.board, table.turn(4).by, ordinary, {b28, table.tile("4"), 0, 0});
  EXPECT_EQ(BoardTable::text(refusal), "no_such_hex");
}

TEST(Tiles, NonsenseIsRefusedNotCrashed) {
  BoardTable table = line_4();
  EXPECT_TRUE(check_lay(table.map, table.board, table.by, ordinary, {HexId::none, table.tile("4"), 0, 0}));
  EXPECT_TRUE(check_lay(table.map, table.board, table.by, ordinary, {table.hex("G27"), TileId::none, 0, 0}));
  EXPECT_TRUE(check_lay(table.map, table.board, table.by, ordinary, {table.hex("G27"), table.tile("4"), 6, 0}));
  EXPECT_TRUE(check_lay(table.map, table.board, table.by, ordinary, {table.hex("G27"), table.tile("4"), 2, 1}));
}

}  // namespace
}  // namespace remise::testing
