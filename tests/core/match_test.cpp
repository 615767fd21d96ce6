#include <gtest/gtest.h>

#include "support/nim.h"

namespace remise {
namespace {

using testing::make_nim;

std::unique_ptr<Match> start(const Game& game, std::string seed = "s") {
  auto match = game.start({{"players", 2}, {"seed", seed}});
  EXPECT_TRUE(match) << to_json(match.error());
  return std::move(*match);
}

Json take(int heap, int n) { return {{"type", "take"}, {"heap", heap}, {"take", n}}; }

TEST(Match, PlaysAndRefuses) {
  const auto game = make_nim();
  auto match = start(*game);
  const auto before = match->hash();
  EXPECT_EQ(match->play(id_at<Seat>(1), take(0, 1)).error().code, "not_your_turn");
  EXPECT_EQ(match->play(id_at<Seat>(0), take(7, 1)).error().code, "no_such_heap");
  EXPECT_EQ(match->play(id_at<Seat>(0), take(0, 99)).error().code, "too_many");
  EXPECT_EQ(match->play(id_at<Seat>(0), Json{{"type", "give"}}).error().code, "unknown_word");
  EXPECT_EQ(match->play(id_at<Seat>(0), Json{{"type", "take"}, {"heap", 0}}).error().code, "missing");
  EXPECT_EQ(match->play(id_at<Seat>(0), Json::array()).error().code, "not_an_object");
  Json extra = take(0, 1);
  extra["colour"] = "red";
  EXPECT_EQ(match->play(id_at<Seat>(0), extra).error().code, "unknown_member");
  EXPECT_EQ(match->hash(), before);
  EXPECT_TRUE(match->play(id_at<Seat>(0), take(0, 1)));
  EXPECT_NE(match->hash(), before);
}

TEST(Match, UndoGoesBackToTheLastSecretOrForeignMove) {
  const auto game = make_nim();
  auto match = start(*game);
  const auto h0 = match->hash();
  ASSERT_TRUE(match->play(id_at<Seat>(0), take(0, 1)));
  EXPECT_EQ(match->undoable(id_at<Seat>(0)), 1u);
  EXPECT_EQ(match->undoable(id_at<Seat>(1)), 0u);
  match->undo(1);
  EXPECT_EQ(match->hash(), h0);
  ASSERT_TRUE(match->play(id_at<Seat>(0), take(2, 1)));  // uncovers the hidden heap
  EXPECT_EQ(match->undoable(id_at<Seat>(0)), 0u);
}

TEST(Match, FileRoundTrip) {
  const auto game = make_nim();
  auto match = start(*game);
  Seat seat = id_at<Seat>(0);
  while (!match->to_act().empty()) {
    seat = match->to_act().lowest();
    const Json choice = match->legal(seat)[0];
    ASSERT_TRUE(match->play(seat, take(choice["heap"], 1)));
  }
  ASSERT_TRUE(match->outcome());
  Json file = match->file(true);
  auto loaded = game->load(file);
  ASSERT_TRUE(loaded);
  EXPECT_EQ((*loaded)->hash(), match->hash());
  EXPECT_EQ((*loaded)->log(Viewer::analyst()), match->log(Viewer::analyst()));
  EXPECT_EQ((*loaded)->at(3)->length(), 3u);
  file["hashes"][2] = "0000000000000000";
  EXPECT_EQ(game->load(file).error().code, "hash_differs");
  file["format"] = "other";
  EXPECT_EQ(game->load(file).error().code, "unknown_word");
}

TEST(Match, ViewHidesWhatTheViewerMayNotKnow) {
  const auto game = make_nim();
  const auto match = start(*game);
  EXPECT_TRUE(match->view(Viewer::of(id_at<Seat>(1)))["state"]["heaps"][2].is_null());
  EXPECT_FALSE(match->view(Viewer::of(id_at<Seat>(0)))["state"]["heaps"][2].is_null());
  EXPECT_FALSE(match->view(Viewer::spectator()).contains("seed"));
  EXPECT_EQ(match->view(Viewer::spectator())["commitment"], commitment_to("s"));
}

TEST(ParseJson, RefusesWhatIsNotJsonOrTooLarge) {
  EXPECT_EQ(parse_json("{").error().code, "not_json");
  EXPECT_EQ(parse_json(std::string(100, ' '), 10).error().code, "too_large");
  EXPECT_TRUE(parse_json("{}"));
}

}  // namespace
}  // namespace remise
