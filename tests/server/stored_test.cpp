// Logs stored by every released version keep loading: tests/stored/*.json, one per game and version of its rules, are
// never edited. REMISE_STORE_LOGS=1 writes those of the present versions where they are missing.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "server/bots/bots.h"
#include "server/table/table.h"

namespace remise::server {
namespace {

const std::filesystem::path folder = REMISE_SOURCE_DIR "/tests/stored";

Games real_games() {
  std::vector<std::unique_ptr<Game>> games;
  for (const auto& maker : game_makers()) {
    auto game = maker(embedded_data);
    EXPECT_TRUE(game);
    if (game) games.push_back(std::move(*game));
  }
  return Games(std::move(games));
}

Json facts_of(const Table& table) {
  Json info = table.info();
  return {{"n", table.match()->length()},
          {"to_act", info["to_act"]},
          {"outcome", info["outcome"]},
          {"rules", info["rules"]},
          {"rev", info["rev"]}};
}

// A match of drawn moves with an undo, a replaced player and some talk in between.
std::vector<store::Entry> play(const Games& games, const Game& game) {
  std::vector<store::Entry> entries;
  Table table("AAAAAAAAAAAAAAAA", games);
  const auto add = [&](Drafted draft) {
    ASSERT_TRUE(draft) << to_json(draft.error());
    entries.push_back({table.id(), table.next(), draft->kind, draft->payload.dump(), 1'700'000'000'000 + table.next()});
    table.apply(entries.back());
    ASSERT_FALSE(table.broken()) << to_json(*table.broken());
  };
  const Json about = game.about();
  Json seats = Json::array();
  for (int s = 0; s < about["players"].back().get<int>(); ++s) seats.push_back({{"kind", s < 2 ? "human" : "bot"}});
  for (std::size_t s = 2; s < seats.size(); ++s) seats[s]["level"] = "random";
  add(Table::create(games, {{"game", game.id()}, {"seats", seats}, {"name", "Ann"}, {"shuffle", false}}, "g:ann",
                    {"random"}));
  add(table.join({{"name", "Bob"}}, {"g:bob"}));
  add(table.start({"g:ann"}, "stored"));
  for (int i = 0; i < 400 && !table.match()->to_act().empty(); ++i) {
    const Seat seat = table.match()->to_act().lowest();
    const auto action = random_move(*table.match(), seat, "move " + std::to_string(i));
    if (!action) throw std::runtime_error("no move");
    add(table.move(static_cast<int>(seat), *action, "k" + std::to_string(i)));
    if (i == 20) add(table.say(0, "hello", "c"));
    if (i == 30) {
      add(table.undo(SeatSet::of(id_at<Seat>(0)), table.match()->length() - 3, "u"));
      if (table.proposal()) add(table.answer(SeatSet::of(id_at<Seat>(1)), table.proposal()->id, true, "y"));
    }
  }
  return entries;
}

TEST(Stored, OldLogsKeepLoading) {
  const Games games = real_games();
  ASSERT_FALSE(games.all().empty());
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".json") continue;
    std::ifstream in(file.path());
    const Json stored = Json::parse(in);
    std::vector<store::Entry> entries;
    for (const Json& e : stored["entries"])
      entries.push_back({"AAAAAAAAAAAAAAAA", e["number"], e["kind"], e["payload"].dump(), e["time"]});
    Table table("AAAAAAAAAAAAAAAA", games);
    table.load(entries);
    ASSERT_FALSE(table.broken()) << file.path() << to_json(*table.broken());
    EXPECT_EQ(facts_of(table), stored["facts"]) << file.path();
    ++count;
  }
  EXPECT_GE(count, games.all().size());
}

TEST(Stored, EveryPresentVersionIsThere) {
  const Games games = real_games();
  for (const auto& game : games.all()) {
    auto entries = play(games, *game);
    Table table("AAAAAAAAAAAAAAAA", games);
    table.load(entries);
    ASSERT_FALSE(table.broken()) << to_json(*table.broken());
    const auto path = folder / (std::string(game->id()) + "-rules-" + facts_of(table)["rules"].dump() + ".json");
    if (!std::filesystem::exists(path) && std::getenv("REMISE_STORE_LOGS")) {
      Json list = Json::array();
      for (const auto& e : entries)
        list.push_back({{"number", e.number}, {"kind", e.kind}, {"time", e.time}, {"payload", Json::parse(e.payload)}});
      std::ofstream(path) << Json{{"format", "remise-log-1"}, {"facts", facts_of(table)}, {"entries", list}}.dump()
                          << '\n';
    }
    EXPECT_TRUE(std::filesystem::exists(path)) << path << ": run with REMISE_STORE_LOGS=1 and commit it";
  }
}

}  // namespace
}  // namespace remise::server
