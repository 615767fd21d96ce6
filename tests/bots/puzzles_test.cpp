// Every puzzle that is shipped, looked at anew: proved ones whole, judged ones by the judge in the long tests. And the
// look finds what is wrong.
#include "bots/puzzles.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "support/battery.h"

namespace remise::bots::puzzles {
namespace {

Json read(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return tree_of(text.str());
}
std::unique_ptr<Game> game_called(std::string_view id) {
  for (const GameMaker& maker : game_makers())
    if (maker.id == id) return std::move(*maker(embedded_data));
  return nullptr;
}

class Puzzles : public ::testing::TestWithParam<std::string> {
 protected:
  Puzzles() : folder(REMISE_SOURCE_DIR "/data/puzzles/" + GetParam() + "/"), game(game_called(GetParam())) {
    suite = make_suite(*game);
    kinds = *kinds_of(GetParam());
    judge = {suite.get(), kinds.judge, kinds.judge_nodes};
    const Json list = read(folder + "index.json");
    for (const Json& entry : list["puzzles"])
      puzzles.push_back(read(folder + entry["id"].get<std::string>() + ".json"));
  }
  std::unique_ptr<Match> position(const Json& puzzle) const {
    Json file = read(folder + puzzle["match"].get<std::string>() + ".json");
    file["actions"].erase(file["actions"].begin() + puzzle["at"].get<std::ptrdiff_t>(), file["actions"].end());
    return std::move(*game->load(file));
  }
  Json first(bool proved) const {
    for (const Json& puzzle : puzzles)
      if ((puzzle["proof"] == "proved") == proved) return puzzle;
    return nullptr;
  }

  std::string folder;
  std::unique_ptr<Game> game;
  std::unique_ptr<Suite> suite;
  Kinds kinds;
  Judge judge;
  std::vector<Json> puzzles;
};

TEST_P(Puzzles, AreWhatTheySay) {
  ASSERT_GE(puzzles.size(), 30u);
  for (const Json& puzzle : puzzles)
    EXPECT_EQ(check(kinds, *position(puzzle), puzzle, remise::testing::long_tests() ? &judge : nullptr), std::nullopt)
        << puzzle["id"];
}

TEST_P(Puzzles, FaultsAreFound) {
  for (const Json& puzzle : puzzles) {
    if (puzzle["proof"] != "proved") continue;
    const auto match = position(puzzle);
    const auto seat = id_at<Seat>(puzzle["seat"].get<int>());
    Json wrong = puzzle;  // another answer that is legal
    for (const Json& entry : match->legal(seat))
      if (entry != puzzle["answer"] && match->check(seat, entry)) wrong["answer"] = entry;
    if (wrong != puzzle) {
      EXPECT_NE(check(kinds, *match, wrong, nullptr), std::nullopt) << puzzle["id"];
    }
    for (const char* name : {"best", "second", "margin"}) {
      Json other = puzzle;
      other[name] = puzzle[name].get<double>() + 10;
      EXPECT_NE(check(kinds, *match, other, nullptr), std::nullopt) << puzzle["id"] << name;
    }
    if (puzzle["at"] > puzzles[0]["at"]) break;  // a few of them will do
  }
  Json judged = first(false);
  if (judged.is_null()) return;
  judged["answer"] = {{"type", "nothing"}};
  EXPECT_EQ(check(kinds, *position(judged), judged, nullptr), "the answer is no legal move");
}

// The list of a Match, less clever: the best by hand for one puzzle of the kind that compares the whole list.
TEST_P(Puzzles, TheBestIsTheBestOfTheList) {
  for (const Json& puzzle : puzzles) {
    if (puzzle["proof"] != "proved" || !puzzle.contains("measure") || puzzle.contains("deed")) continue;
    const auto match = position(puzzle);
    const auto seat = id_at<Seat>(puzzle["seat"].get<int>());
    double best = -1e300;
    int reached = 0;
    Json key;
    for (const Json& action : match->legal(seat)) {
      if (puzzle.contains("moves") && action["type"] != puzzle["moves"][0]) continue;
      const auto after = match->clone();
      if (!after->play(seat, action)) continue;  // a range
      const Json scene{{"state", after->view(Viewer::of(seat))["state"]}};
      const Json value = evaluate(scene, puzzle["measure"]);
      if (!value.is_number() || value.get<double>() < best) continue;
      Json found = Json::array();
      for (const Json& path : puzzle.value("same", Json::array()))
        found.push_back(look_up({{"action", action}}, path.get<std::string>()));
      if (found.empty()) found = action;
      reached = value.get<double>() > best ? 1 : reached + (found != key);
      best = value, key = found;
    }
    EXPECT_EQ(best, puzzle["best"].get<double>()) << puzzle["id"];
    EXPECT_EQ(reached, 1) << puzzle["id"] << ": more than one is best";
  }
}

// The list of journeys is cut in networks too dense to walk in 10,000 steps (docs/views-tramways.md); none of these is.
struct Walk {
  std::multimap<Json, Json> ways;  // place -> place
  std::set<Json> visited;
  int steps = 0;
  void go(const Json& from) {
    for (auto [way, end] = ways.equal_range(from); way != end; ++way)
      if (visited.insert(way->second).second) ++steps, go(way->second), visited.erase(way->second);
  }
};
TEST_P(Puzzles, JourneysAreAllListed) {
  for (const Json& puzzle : puzzles) {
    if (puzzle["kind"] != "journey") continue;
    const Json state = position(puzzle)->view(Viewer::of(id_at<Seat>(puzzle["seat"].get<int>())))["state"];
    std::map<Json, Json> places;
    for (const Json& field : state["map"])
      places[{field["x"], field["y"]}] = field.value("place", Json{field["x"], field["y"]});
    Walk walk;
    for (const Json& link : state["links"]) {
      if (!link["complete"].get<bool>()) continue;
      const Json a = places[link["ends"][0]], b = places[link["ends"][1]];
      walk.ways.emplace(a, b), walk.ways.emplace(b, a);
    }
    ASSERT_FALSE(walk.ways.empty());
    for (const Json& field : state["passengers"]) {
      walk.steps = 0, walk.visited = {places[field]};
      walk.go(places[field]);
      EXPECT_LT(walk.steps, 10'000) << puzzle["id"];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Puzzles, ::testing::Values("1840", "tramways"),
                         [](const auto& given) { return "Of" + given.param; });

TEST(PuzzlePaths, LookIntoAPosition) {
  const Json scene{{"state", {{"lines", {{{"number", 5}, {"run", 80}}, {{"number", 7}, {"run", 30}}}}, {"cash", 4}}}};
  EXPECT_EQ(evaluate(scene, "state.lines[number=7].run"), 30);
  EXPECT_EQ(evaluate(scene, "state.lines[0].run - state.cash * 2"), 72);
  EXPECT_EQ(evaluate(scene, "state.lines.length"), 2);
  EXPECT_EQ(evaluate(scene, "state.lines[number=9].run"), nullptr);
  EXPECT_EQ(evaluate(scene, "state.nothing.at"), nullptr);
}

}  // namespace
}  // namespace remise::bots::puzzles
