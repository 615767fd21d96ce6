// May a setup be played? (3.1, docs/views-tramways.md)
#include <algorithm>
#include <set>

#include "support.h"

namespace remise::tramways {
namespace {

Json board(const char* name, int x, int y, int rotation = 0, const char* side = "1920") {
  return {{"board", name}, {"side", side}, {"x", x}, {"y", y}, {"rotation", rotation}};
}
Json layout(int players, Json boards) {
  return {{"players", players}, {"options", {{"sides", "explicit"}, {"boards", std::move(boards)}}}};
}
// Four boards as a rectangle for two.
Json rectangle() { return {board("A", 0, 0), board("D", 5, 0), board("E", 0, 3), board("F", 5, 3)}; }

std::multiset<std::string> codes(const Json& list) {
  std::multiset<std::string> all;
  for (const Json& error : list) all.insert(error["code"]);
  return all;
}
Json problem(const Json& answer, const std::string& code) {
  for (const char* list : {"problems", "notes"})
    for (const Json& error : answer[list])
      if (error["code"] == code) return error;
  ADD_FAILURE() << code << " not in " << answer;
  return Json::object();
}

TEST(SetupCheck, ARectangleIsPossible) {
  const Json answer = rules().check_setup(layout(2, rectangle()));
  EXPECT_EQ(answer["possible"], true) << answer;
  EXPECT_TRUE(answer["problems"].empty());
  const Json& found = answer["layout"];
  EXPECT_EQ(found["needed"], 4);
  EXPECT_EQ(found["parcels_needed"], 8);
  EXPECT_EQ(found["parcels"], 2 + 3 + 3 + 3);
  EXPECT_EQ(found["width"], 10);
  EXPECT_EQ(found["height"], 6);
  EXPECT_EQ(found["j_boards_most"], 1);
  EXPECT_EQ(found["passengers"], 30);
  EXPECT_EQ(found["boards"].size(), 4u);
}

// The board of the page docs/views-tramways.md.
TEST(SetupCheck, ATurnedBoardIsShownAsItLies) {
  const Json answer = rules().check_setup(layout(2, {board("A", 0, 0, 90)}));
  const Json& lying = answer["layout"]["boards"][0];
  EXPECT_EQ(lying["width"], 3);
  EXPECT_EQ(lying["height"], 5);
  EXPECT_EQ(lying["fields"],
            Json::parse(R"([["A2",".","."],["R","R","."],[".","^","."],[".","A1","~"],[".",".","C"]])"));
  const State s = started([] {
    Json boards = rectangle();
    boards[0] = board("A", 0, 0, 90);
    boards[2] = board("E", 3, 3);
    boards[1] = board("D", 3, 0), boards[3] = board("F", 8, 3);
    return Json{{"players", 2}, {"seed", "x"}, {"options", {{"sides", "explicit"}, {"boards", boards}}}};
  }());
  for (std::size_t y = 0; y < 5; ++y)
    for (std::size_t x = 0; x < 3; ++x) {
      const FieldId f = s.map.at({static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)});
      EXPECT_EQ(lying["fields"][y][x], ground_name(tables(), s.map.ground[index(f)]));
    }
}

// 3.1.1, 3.1.2, 3.1.3, 3.1.5: every condition that fails is named, with values.
TEST(SetupCheck, Section3_1_EveryConditionIsNamed) {
  const Json answer = rules().check_setup(layout(
      2, {board("A", 0, 0), board("A", 4, 0, 0, "1910"), board("J-1", 20, 0), board("J-2", 25, 0), board("B", 40, 9)}));
  EXPECT_EQ(answer["possible"], false);
  EXPECT_EQ(codes(answer["problems"]), (std::multiset<std::string>{"board_count", "board_twice", "boards_apart",
                                                                   "boards_overlap", "too_many_j_boards"}));
  EXPECT_EQ(problem(answer, "board_count")["values"]["needed"], 4);
  EXPECT_EQ(problem(answer, "board_count")["values"]["found"], 5);
  EXPECT_EQ(problem(answer, "board_twice")["values"]["placements"], (Json{0, 1}));
  EXPECT_EQ(problem(answer, "too_many_j_boards")["values"]["placements"], (Json{2, 3}));
  const Json overlap = problem(answer, "boards_overlap");
  EXPECT_EQ(overlap["rule"], "3.1.5");
  EXPECT_EQ(overlap["values"]["placements"], (Json{0, 1}));
  EXPECT_EQ(overlap["values"]["fields"], Json::parse("[[4,0],[4,1],[4,2]]"));
  EXPECT_EQ(problem(answer, "boards_apart")["values"]["found"], 3);
  EXPECT_EQ(problem(answer, "boards_apart")["values"]["placements"], (Json{2, 3, 4}));
  const Json few = rules().check_setup(
      layout(2, {board("A", 0, 0), board("C", 5, 0), board("I", 0, 3), board("B", 5, 3, 0, "1910")}));
  EXPECT_EQ(codes(few["problems"]).count("too_few_parcels"), few["layout"]["parcels"] < 8 ? 1u : 0u);
  const Json three = rules().check_setup(layout(3, rectangle()));
  EXPECT_EQ(problem(three, "too_few_parcels")["values"]["needed"], 12);
}

// 3.1.5: boards that only meet at a corner are apart; with a hole in the middle they are not.
TEST(SetupCheck, Section3_1_5_OneMap) {
  const Json corner = {board("A", 0, 0), board("D", 5, 3), board("E", 10, 3), board("F", 15, 3)};
  EXPECT_EQ(problem(rules().check_setup(layout(2, corner)), "boards_apart")["values"]["placements"], (Json{1, 2, 3}));
  const Json ring = {board("A", 0, 0), board("D", 5, 0, 90), board("E", 3, 5), board("F", 0, 3, 90)};
  EXPECT_EQ(rules().check_setup(layout(2, ring))["possible"], true) << rules().check_setup(layout(2, ring));
}

// Matches of older versions keep layouts whose boards do not touch.
TEST(SetupCheck, Section3_1_5_OlderMatchesMayFallApart) {
  Json setup = layout(2, {board("A", 0, 0), board("D", 6, 0), board("E", 12, 3), board("F", 30, 3)});
  setup["seed"] = "x";
  EXPECT_TRUE(rules().start(setup, 2));
  EXPECT_EQ(rules().start(setup).error().code, "boards_apart");
}

// 3.1.6 is no condition.
TEST(SetupCheck, Section3_1_6_OpenFieldsApartAreANote) {
  const Json answer =
      rules().check_setup(layout(2, {board("A", 0, 0), board("D", 4, 3), board("E", 9, 3), board("F", 14, 3)}));
  EXPECT_EQ(answer["possible"], true) << answer;
  for (const Json& note : answer["notes"]) EXPECT_EQ(note["code"], "open_fields_apart");
  bool met = false;
  for (int i = 0; i < 200 && !met; ++i) {
    Json boards = Json::array();
    const char* names[]{"A", "B", "C", "D", "E", "F", "G", "H", "I"};
    for (int b = 0; b < 4; ++b)
      boards.push_back(board(names[(i * 5 + b * 2) % 9], 5 * b, 0, 180 * ((i >> b) & 1), "1910"));
    const Json tried = rules().check_setup(layout(2, boards));
    met = codes(tried["notes"]).contains("open_fields_apart");
    EXPECT_TRUE(!met || problem(tried, "open_fields_apart")["values"]["found"] >= 2);
  }
  EXPECT_TRUE(met);
}

TEST(SetupCheck, WithASeedAndWithoutBoardsTheRectangleOfChance) {
  for (int players = 1; players <= 5; ++players) {
    const Json setup{{"players", players}, {"seed", "roll"}};
    const Json answer = rules().check_setup(setup);
    ASSERT_EQ(answer["possible"], true) << answer;
    Json boards = Json::array();
    for (const Json& lying : answer["layout"]["boards"])
      boards.push_back({{"board", lying["board"]},
                        {"side", lying["side"]},
                        {"x", lying["x"]},
                        {"y", lying["y"]},
                        {"rotation", lying["rotation"]}});
    EXPECT_EQ(answer["layout"]["needed"], boards.size());
    const State drawn = started(setup);
    const State placed =
        started({{"players", players}, {"seed", "roll"}, {"options", {{"sides", "explicit"}, {"boards", boards}}}});
    EXPECT_TRUE(drawn.map == placed.map);
  }
  EXPECT_EQ(rules().check_setup({{"players", 3}})["layout"], nullptr);
  EXPECT_EQ(rules().check_setup({{"players", 3}})["possible"], true);
}

TEST(SetupCheck, WhateverStartRefusesIsAProblem) {
  const std::vector<Json> setups{{{"players", 9}},
                                 {{"players", 3}, {"options", {{"variant", "solo"}}}},
                                 {{"players", 3}, {"options", {{"variant", "expert2"}}}},
                                 {{"players", 1}, {"options", {{"draft", true}, {"sides", "explicit"}}}},
                                 {{"players", 2}, {"options", {{"sides", "explicit"}}}},
                                 {{"players", 2}, {"options", {{"passengers", 30}}}},
                                 {{"players", 2}, {"nonsense", 1}},
                                 {{"players", 2}, {"discs", {"R"}}},
                                 {{"players", 2}, {"position", Json::object()}},
                                 layout(2, {board("Z", 0, 0)}),
                                 layout(2, {board("A", -1, 0)}),
                                 layout(2, Json::array()),
                                 layout(2, Json(12, board("A", 0, 0))),
                                 layout(2, Json(13, board("A", 0, 0))),
                                 Json::array(),
                                 nullptr};
  for (const Json& setup : setups) {
    const Json answer = rules().check_setup(setup);
    EXPECT_EQ(answer["possible"], false) << setup;
    EXPECT_FALSE(answer["problems"].empty()) << setup;
    EXPECT_FALSE(rules().start(setup)) << setup;
  }
  EXPECT_EQ(codes(rules().check_setup(setups[3])["problems"]),
            (std::multiset<std::string>{"boards_missing", "draft_in_solo"}));
}

// The list of options offers exactly what may be played.
TEST(SetupCheck, TheChoicesOfEveryNumberOfPlayersAreThosePossible) {
  const Json about = rules().about();
  for (int players = 1; players <= max_players; ++players)
    for (const Json& option : about["options"]) {
      if (option["type"] == "placements") continue;
      const std::string number = std::to_string(players);
      Json offered = option.value("choices", Json{false, true}), usual = option["default"];
      const Json all = offered;
      if (option.contains("by_players") && option["by_players"].contains(number)) {
        offered = option["by_players"][number]["choices"];
        usual = option["by_players"][number]["default"];
      }
      EXPECT_NE(std::find(offered.begin(), offered.end(), usual), offered.end()) << option;
      for (const Json& choice : all) {
        Json setup{{"players", players}, {"seed", "x"}, {"options", {{option["key"], choice}}}};
        if (choice == "explicit") continue;  // needs boards
        EXPECT_EQ(rules().start(setup).has_value(), std::find(offered.begin(), offered.end(), choice) != offered.end())
            << players << " " << option["key"] << " " << choice;
      }
    }
}

TEST(SetupCheck, PrintsAreTheBoards) {
  for (const Json& option : rules().about()["options"]) {
    if (option["type"] != "placements") continue;
    EXPECT_EQ(option["prints"].size(), 12u);
    EXPECT_EQ(option["prints"]["B"]["sides"]["1920"]["fields"][0], (Json{"L", ".", ".", "^", "B2"}));
    EXPECT_EQ(option["prints"]["J-2"]["j"], true);
    EXPECT_EQ(option["needs"], (Json{{"sides", "explicit"}}));
  }
}

}  // namespace
}  // namespace remise::tramways
