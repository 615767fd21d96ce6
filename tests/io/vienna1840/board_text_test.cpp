#include "io/vienna1840/board/board_text.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "io/text/locale.h"
#include "vienna1840/support/board.h"

namespace remise::testing {
namespace {

std::string example(const std::string& name) {
  std::ifstream in(REMISE_SOURCE_DIR "/docs/examples/" + name);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

struct Answer {
  int value = -1;
  std::string stops;
};
Answer answer(const std::string& text) {
  const auto board = read_board_text(text, *tables_1840());
  if (!board) {
    std::string faults;
    for (const auto& [row, error] : board.error())
      faults += (faults.empty() ? "" : ", ") + std::to_string(row) + " " + error.code;
    return {-1, faults};
  }
  RouteFinder finder;
  const Json route = route_json(*board, finder.best_route(*board->map, board->board, board->runner));
  std::string stops;
  for (const Json& stop : route["stops"]) {
    stops += (stops.empty() ? "" : " ") + stop["hex"].get<std::string>() + ":" + stop["value"].dump();
    if (stop["bonus"] != 0) stops += "+" + stop["bonus"].dump();
  }
  return {route["value"].get<int>(), stops};
}

TEST(BoardText, Examples) {
  const Answer early = answer(example("early.board"));
  EXPECT_EQ(early.value, 60) << early.stops;
  const Answer city = answer(example("city.board"));
  EXPECT_EQ(city.value, 130) << city.stops;
  EXPECT_NE(city.stops.find("D20:40+20"), std::string::npos) << city.stops;
  EXPECT_EQ(answer(example("late.board")).value, 430) << answer(example("late.board")).stops;
}

// Row and code for each mistake.
TEST(BoardText, Mistakes) {
  const auto fault = [](const std::string& text) { return answer("line 4\n" + text).stops; };
  EXPECT_EQ(answer("").stops, "0 board_no_line");
  EXPECT_EQ(fault("tiel H28 6 4"), "2 board_word");
  EXPECT_EQ(fault("tile H28 6"), "2 board_fields");
  EXPECT_EQ(fault("\n# fine\nera blue"), "4 board_value");
  EXPECT_EQ(fault("map moon"), "2 board_value");
  EXPECT_EQ(fault("line 5"), "2 board_twice");
  EXPECT_EQ(answer("line 19").stops, "1 board_no_such_line");
  EXPECT_EQ(answer("map small\nline 9").stops, "2 board_no_such_line");
  EXPECT_EQ(fault("tile Z99 6 4"), "2 no_such_hex");
  EXPECT_EQ(fault("map small\ntile B28 4 0"), "3 no_such_hex");
  EXPECT_EQ(fault("tile H28 999 4"), "2 no_such_tile");
  EXPECT_EQ(fault("tile H28 6 9"), "2 board_rotation");
  EXPECT_EQ(fault("tile H28 6 UP"), "2 board_rotation");
  EXPECT_EQ(fault("tile H28 6 SW-NE"), "2 board_edges");
  EXPECT_EQ(fault("tile I25 57 1"), "2 tile_not_for_hex");
  EXPECT_EQ(fault("tile A29 4 0"), "2 hex_takes_no_tile");
  EXPECT_EQ(fault("tile H28 619 4"), "2 colour_not_yet");
  EXPECT_EQ(fault("tile G29 58 4"), "2 track_leads_nowhere");
  EXPECT_EQ(fault("tile B20 L2 0"), "2 dotted_path_not_covered");
  EXPECT_EQ(fault("tile D20 L22 0"), "2 red_tile_rotation");
  EXPECT_EQ(fault("tile F24 L30 2"), "2 special_station_tile");
  EXPECT_EQ(fault("tile H28 6 4\ntile H28 6 4"), "3 board_twice");
  EXPECT_EQ(fault("tile G11 L30 0\ntile F24 L30 0"), "3 no_tile_left");
  EXPECT_EQ(fault("tile D22 L4 2"), "2 not_next_in_sequence");
  EXPECT_EQ(fault("tile I27 L24 SW-W-NW-NE-E-SE"), "2 board_ambiguous");
  EXPECT_EQ(fault("marker 4 H28\nmarker 4 H28"), "3 marker_already_on_hex");
  EXPECT_EQ(fault("marker 4 K9 K11"), "2 marker_already_on_hex");
  EXPECT_EQ(fault("marker 4 H28\nmarker 5 H28"), "3 circles_full");
  EXPECT_EQ(fault("marker 4 G27"), "2 board_no_circle");
  EXPECT_EQ(fault("marker 4 H28 F28 F14 F18 F20 F22\nmarker 4 G25"), "3 no_marker_left");
  EXPECT_EQ(fault("tile D18 235 E\nmarker 2 D18"), "3 board_which_circle");
  EXPECT_EQ(fault("tile D18 235 E\nmarker 2 D18/W"), "3 board_no_such_circle");
  EXPECT_EQ(fault("tile D18 235 E\nmarker 2 D18/E\nmarker 1 D18/-"), "");
  EXPECT_EQ(fault("removed W A17"), "2 no_such_marker");
  EXPECT_EQ(fault("removed V A17"), "2 end_marker_stays");
  EXPECT_EQ(fault("removed X A17"), "2 board_value");
  EXPECT_EQ(fault("privates XX"), "2 board_no_such_private");
  EXPECT_EQ(fault("map small\nprivates PR"), "3 board_no_such_private");
  EXPECT_EQ(answer(std::string(70'000, '#')).stops, "0 board_too_large");
}

// All mistakes at once, by rows, and none that only follows from another: a marker where a wrong tile was to lie, a
// colour where the era cannot be read.
TEST(BoardText, AllMistakesAreTold) {
  EXPECT_EQ(answer("era blue\nline 4\ntile Z99 57 0\ntile I25 57 0\ntile H28 619 4\nprivates XX\nnonsense").stops,
            "1 board_value, 3 no_such_hex, 4 tile_not_for_hex, 6 board_no_such_private, 7 board_word");
  EXPECT_EQ(answer("line 4\ntile D18 999 E\nmarker 2 D18/E\nmarker 4 Z1").stops, "2 no_such_tile, 4 no_such_hex");
  EXPECT_EQ(answer("map moon\nline 99").stops, "1 board_value");
}

// Every code has its sentence in every language.
TEST(BoardText, MistakesHaveSentences) {
  for (const std::string_view lang : languages) {
    const Locale locale(lang, embedded_data, {"core", "1840"});
    for (const char* text :
         {"", "x", "tile", "era x", "line 4\nline 5", "line 99", "line 4\ntile H28 6 UP", "line 4\nprivates XX",
          "line 4\ntile H28 6 SW-NE", "line 4\ntile I27 L24 SW-W-NW-NE-E-SE", "line 4\ntile D18 235 E\nmarker 2 D18"}) {
      const auto board = read_board_text(text, *tables_1840());
      ASSERT_FALSE(board.has_value()) << text;
      for (const auto& [row, error] : board.error())
        EXPECT_TRUE(locale.has("1840.error." + error.code)) << lang << " " << error.code;
    }
    EXPECT_TRUE(locale.has("1840.board.row"));
    EXPECT_TRUE(locale.has("1840.board.no_route"));
    EXPECT_TRUE(locale.has("1840.error.board_too_large"));
  }
}

TEST(BoardText, DirectionsAndRotationsMeanTheSame) {
  const auto by_number = read_board_text("line 4\ntile H28 6 4\ntile B20 L2 2", *tables_1840());
  const auto by_name = read_board_text("LINE 4, \r\nTile h28, 6, e-sw\ntile b20 l2 se-nw", *tables_1840());
  ASSERT_TRUE(by_number.has_value() && by_name.has_value());
  EXPECT_EQ(by_number->board, by_name->board);
}

// What is written is read again, on all maps; and broken text never crashes.
TEST(BoardText, RoundTripAndNoise) {
  for (int game = 0; game < 12; ++game) {
    RandomBuilder builder(id_at<MapVariant>(game % 3), Random::from_seed("text " + std::to_string(game)));
    builder.play(6 + static_cast<std::size_t>(game));
    for (const LineId line : builder.lines()) {
      const BoardText text{&builder.map(), builder.board(), {line, builder.era, PrivateSet::of(PrivateId::sd), false}};
      const std::string written = write_board_text(text, *tables_1840());
      const auto read = read_board_text(written, *tables_1840());
      ASSERT_TRUE(read.has_value()) << written << read.error().front().error.code;
      EXPECT_EQ(read->board.tile, builder.board().tile);
      EXPECT_EQ(read->board.rotation, builder.board().rotation);
      EXPECT_EQ(read->board.left, builder.board().left);
      RouteFinder finder;
      EXPECT_EQ(finder.best_revenue(*read->map, read->board, read->runner),
                finder.best_revenue(*text.map, text.board, text.runner));
    }
    const BoardText text{&builder.map(), builder.board(), {builder.lines()[0], builder.era, {}, false}};
    const std::string written = write_board_text(text, *tables_1840());
    for (int i = 0; i < 200; ++i) {
      std::string broken = written;
      for (int k = 0; k < 3; ++k)
        broken[builder.below(static_cast<std::uint32_t>(broken.size()))] = static_cast<char>(builder.below(256));
      const auto read = read_board_text(broken, *tables_1840());
      EXPECT_TRUE(read || !to_json(read.error().front().error).dump().empty());
    }
  }
}

}  // namespace
}  // namespace remise::testing
