// The importer of 18xx.games files: the recorded game beside the repository, and files that make no sense.
#include <gtest/gtest.h>

#include <fstream>

#include "core/random.h"
#include "games/vienna1840/match.h"
#include "io/import/import.h"
#include "io/vienna1840/import/source.h"
#include "vienna1840/support/source_writer.h"

namespace remise {
namespace {

std::string folder() { return REMISE_SOURCE_DIR "/../shared/1840/oracle/"; }

Json recorded(const std::string& name) {
  std::ifstream in(folder() + name);
  return in ? Json::parse(in, nullptr, false) : Json();
}

const Game& game_1840() {
  static const auto game = [] {
    auto tables = vienna1840::Tables::read(embedded_data);
    return std::make_unique<TypedGame<vienna1840::Vienna1840>>(vienna1840::Vienna1840(*tables));
  }();
  return *game;
}

Importer importer() {
  for (const Importer& one : importers())
    if (one.game == "1840") return one;
  return {};
}

std::size_t mismatches(const Import& result) {
  std::size_t count = 0;
  for (const Difference& difference : result.differences) count += !difference.documented();
  return count;
}

#define REQUIRE_RECORDING(json) \
  if (!(json).is_object()) GTEST_SKIP() << "the recorded game is not beside the repository: " << folder()

TEST(Import1840, RecordedGameAgreesEverywhere) {
  const ImportFiles files{recorded("game-218809.source.json"),
                          recorded("game-218809.json"),
                          recorded("legal-218809.json"),
                          recorded("best-218809.json"),
                          {}};
  REQUIRE_RECORDING(files.source);
  const auto result = importer().import(game_1840(), files);
  ASSERT_TRUE(result.has_value());
  for (const Difference& difference : result->differences) ADD_FAILURE() << to_json(difference).dump();
  EXPECT_EQ(result->moves, 820u);
  EXPECT_EQ(result->compared["states"], 821);
  EXPECT_EQ(result->compared["lists"], 155);
  EXPECT_EQ(result->compared["runs"], 62);
  EXPECT_GT(result->compared["values"], 300'000);
  const Json final{{"14944", 1188}, {"6015", 1122}, {"5101", 1378}, {"4217", 1374}, {"8246", 989}};
  EXPECT_EQ(result->final, final);
  // The match it made is a match of ours.
  const auto again = game_1840().load(result->match->file(true));
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ((*again)->hash(), result->match->hash());
}

// So that the comparison cannot pass by comparing nothing.
TEST(Import1840, EveryChangedValueIsNoticed) {
  const Json source = recorded("game-218809.source.json"), states = recorded("game-218809.json");
  REQUIRE_RECORDING(source);
  Random random = Random::from_seed("changed values");
  for (int trial = 0; trial < 3; ++trial) {
    Json changed = states;
    std::size_t at = 0;
    do at = 100 + random.below(300);
    while (changed["actions"][at]["changed"].empty());
    Json& record = changed["actions"][at];
    auto entry = record["changed"].begin();
    std::advance(entry, random.below(static_cast<std::uint32_t>(record["changed"].size())));
    if (entry.key().ends_with("/passed")) continue;
    record["changed"][entry.key()] = "changed";
    const auto result = importer().import(game_1840(), {source, changed, {}, {}, {}});
    ASSERT_TRUE(result.has_value());
    EXPECT_GT(mismatches(*result), 0u) << entry.key();
  }
}

TEST(Import1840, WrongRevenuesAreReported) {
  Json source = recorded("game-218809.source.json");
  REQUIRE_RECORDING(source);
  for (Json& action : source["actions"])
    if (action["type"] == "run_routes" && !action["routes"].empty()) {
      action["routes"][0]["revenue"] = action["routes"][0]["revenue"].get<int>() + 30;
      break;
    }
  const auto result = importer().import(game_1840(), {source, {}, {}, {}, {}});
  ASSERT_TRUE(result.has_value());
  ASSERT_EQ(mismatches(*result), 1u);
  EXPECT_EQ(result->differences[0].path, "routes/revenue");
  EXPECT_EQ(result->final["4217"], 1374);  // the route itself counts
}

TEST(Import1840, UndoAndRedo) {
  const auto move = [](const char* type, int id) { return Json{{"type", type}, {"id", id}, {"entity", 1}}; };
  Json actions = Json::array({move("a", 1), move("b", 2), move("message", 3), move("undo", 4), move("c", 5),
                              move("undo", 6), move("redo", 7), move("d", 8)});
  Json file{{"title", "1840"}, {"players", {{{"id", 1}}, {{"id", 2}}}}, {"actions", actions}};
  const auto types = [&] {
    std::string text;
    const auto source = vienna1840::read_source(file);
    for (const auto& one : source->moves) text += one.type;
    return text;
  };
  EXPECT_EQ(types(), "acd");
  Json back = move("undo", 9);
  back["action_id"] = 1;
  file["actions"].push_back(back);
  EXPECT_EQ(types(), "a");
  file["actions"].push_back(move("redo", 10));
  EXPECT_EQ(types(), "acd");
  file["actions"].push_back(move("undo", 11));
  file["actions"].push_back(move("e", 12));
  file["actions"].push_back(move("redo", 13));
  EXPECT_EQ(types(), "ace");
}

// By seat: in the order of play that the table had fixed. Who has no name goes by the number.
TEST(Import1840, PlayersKeepTheirNames) {
  const Json file{{"title", "1840"},
                  {"players", {{{"id", 7}, {"name", "Ada"}}, {{"id", 8}, {"name", "Ben"}}, {{"id", 9}}}},
                  {"settings", {{"player_order", {8, 9, 7}}}},
                  {"actions", Json::array()}};
  const auto result = importer().import(game_1840(), {file, {}, {}, {}, {}});
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->names, (std::vector<std::string>{"Ben", "9", "Ada"}));
}

TEST(Import1840, WhatIsNoGameFileGetsAnError) {
  for (const char* text : {"null", "[]", "{}", R"({"title":"1840"})", R"({"title":"1840","players":[],"actions":[]})",
                           R"({"title":"1840","players":[{},{}],"actions":[]})",
                           R"({"title":"1830","players":[{"id":1},{"id":2}],"actions":[]})"}) {
    const Json file = Json::parse(text);
    if (importer().recognises(file)) {
      EXPECT_FALSE(importer().import(game_1840(), {file, {}, {}, {}, {}}).has_value()) << text;
    }
  }
}

// Real files contain mistakes: changed, removed, doubled and nonsensical values anywhere. Never a crash, and always a
// match.
TEST(Import1840, DamagedFilesNeverCrash) {
  const Json source = recorded("game-218809.source.json");
  REQUIRE_RECORDING(source);
  Random random = Random::from_seed("damage");
  const Json nonsense[] = {nullptr,
                           -1,
                           99999999999,
                           "",
                           "K9-0-0",
                           "-",
                           "\xF0\x9F\x9A\x8B",
                           Json::array(),
                           Json::object(),
                           true,
                           3.5,
                           Json::array({Json::array(), 1}),
                           "57-2-9",
                           255};
  for (int trial = 0; trial < 20; ++trial) {
    Json damaged = source;
    Json& actions = damaged["actions"];
    for (std::uint32_t k = 0, most = 1 + random.below(12); k < most; ++k) {
      Json& action = actions[random.below(static_cast<std::uint32_t>(actions.size()))];
      switch (random.below(4)) {
        case 0: action = nonsense[random.below(std::size(nonsense))]; break;
        case 1:
          actions.insert(actions.begin() + random.below(static_cast<std::uint32_t>(actions.size())),
                         actions[random.below(static_cast<std::uint32_t>(actions.size()))]);
          break;
        default:
          if (!action.is_object() || action.empty()) break;
          auto member = action.begin();
          std::advance(member, random.below(static_cast<std::uint32_t>(action.size())));
          *member = nonsense[random.below(std::size(nonsense))];
      }
    }
    const auto result = importer().import(game_1840(), {damaged, {}, {}, {}, {}});
    ASSERT_TRUE(result.has_value());
    EXPECT_NE(result->match, nullptr);
  }
}

const vienna1840::Vienna1840& rules_1840() {
  return static_cast<const TypedGame<vienna1840::Vienna1840>&>(game_1840()).rules();
}

// Random games of every kind, written as game files and read back: nothing differs, and the end is the same.
TEST(Import1840, WrittenGamesComeBack) {
  struct Table {
    int players;
    bool small;
  };
  for (const Table table : {Table{2, false}, Table{3, true}, Table{3, false}, Table{4, false}, Table{6, false}})
    for (std::uint64_t seed = 1; seed <= (std::getenv("REMISE_LONG") && *std::getenv("REMISE_LONG") == '1' ? 400u : 4u);
         ++seed) {
      testing::SourceWriter writer(rules_1840(), table.players, table.small, seed);
      const Json& file = writer.play();
      const auto result = importer().import(game_1840(), {file, {}, {}, {}, {}});
      ASSERT_TRUE(result.has_value());
      const std::string which =
          std::to_string(table.players) + (table.small ? " small" : "") + " seed " + std::to_string(seed);
      for (const Difference& difference : result->differences) {
        if (difference.documented()) continue;
        ADD_FAILURE() << which << ": " << to_json(difference).dump();
        break;
      }
      EXPECT_EQ(result->final, file["result"]) << which;
    }
}

}  // namespace
}  // namespace remise
