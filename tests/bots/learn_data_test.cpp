// Training data: what is written, and that a run that was stopped goes on as if it had not been.
#include "bots/learn_data.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/data_files.h"

namespace remise::bots {
namespace {

namespace fs = std::filesystem;

class LearnDataTest : public ::testing::Test {
 protected:
  LearnDataTest() {
    for (const GameMaker& maker : game_makers()) games.push_back(std::move(*maker(embedded_data)));
    for (const auto& game : games)
      if (game->id() == "1840") suite = make_suite(*game);
    fs::create_directories(folder);
  }
  ~LearnDataTest() override { fs::remove_all(folder); }

  LearnData wanted(const char* name, std::size_t count = 4) const {
    LearnData data;
    data.seats = 3, data.games = count, data.seed = "rows", data.deviate = 100;
    data.out = (folder / name).string();
    return data;
  }
  static std::string bytes(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path folder = fs::temp_directory_path() / ("remise-learn-" + std::to_string(::getpid()));
  std::vector<std::unique_ptr<Game>> games;
  std::unique_ptr<Suite> suite;
};

TEST_F(LearnDataTest, ARowForEveryRoundWithTheFinalScores) {
  const LearnData data = wanted("rows");
  const auto done = write_learn_data(*suite, data);
  ASSERT_TRUE(done) << done.error();
  EXPECT_EQ(done->games, 4u);
  const std::string text = bytes(data.out);
  const std::size_t line = text.find('\n');
  const Json head = *parse_json(text.substr(0, line));
  const auto width = head["row"].get<std::size_t>();
  EXPECT_EQ(width, 2 + 3 + head["table_features"].size() + 3 * head["seat_features"].size());
  ASSERT_EQ(text.size(), line + 1 + done->rows * width * 4);
  std::vector<std::int32_t> row(width);
  std::int32_t game = -1, stage = -1, score = 0;
  for (std::size_t r = 0; r < done->rows; ++r) {
    std::memcpy(row.data(), text.data() + line + 1 + r * width * 4, width * 4);
    if (row[0] != game) {
      EXPECT_EQ(row[0], ++game);
      stage = -1, score = row[2];
    }
    EXPECT_GT(row[1], stage);
    stage = row[1];
    EXPECT_EQ(row[2], score);  // of the end, in every row
    EXPECT_EQ(row[5], 1);      // the table's "one"
  }
  EXPECT_EQ(game, 3);
  EXPECT_GE(done->rows, 4u * 21);
}

TEST_F(LearnDataTest, GoesOnWhereItWasStopped) {
  LearnData whole = wanted("whole"), cut = wanted("cut");
  whole.opinions = whole.out + ".csv", cut.opinions = cut.out + ".csv";
  ASSERT_TRUE(write_learn_data(*suite, whole));
  cut.games = 3, cut.threads = 2;
  ASSERT_TRUE(write_learn_data(*suite, cut));
  for (const std::uintmax_t lost : {std::uintmax_t{0}, std::uintmax_t{101}, std::uintmax_t{30'000}}) {
    fs::resize_file(cut.out, fs::file_size(cut.out) - lost);
    cut.games = 4;
    const auto done = write_learn_data(*suite, cut);
    ASSERT_TRUE(done) << done.error();
    EXPECT_EQ(done->games, 4u);
    EXPECT_EQ(bytes(cut.out), bytes(whole.out)) << lost;
    EXPECT_EQ(bytes(cut.opinions), bytes(whole.opinions)) << lost;
  }
}

// Other numbers can be taken of games that were played once.
TEST_F(LearnDataTest, GamesThatWereKeptGiveTheSameRowsWithoutBeingPlayed) {
  LearnData played = wanted("played", 2), again = wanted("again", 2);
  played.moves = again.moves = (folder / "moves.jsonl").string();
  ASSERT_TRUE(write_learn_data(*suite, played));
  const std::string kept = bytes(played.moves);
  EXPECT_EQ(std::count(kept.begin(), kept.end(), '\n'), 3);  // how they were played, then the games
  ASSERT_TRUE(write_learn_data(*suite, again));
  EXPECT_EQ(bytes(again.out), bytes(played.out));
  EXPECT_EQ(bytes(again.moves), kept);
  again.player = "easy", again.out += "2";
  const auto refused = write_learn_data(*suite, again);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("other settings"), std::string::npos);
}

TEST_F(LearnDataTest, MovesThatAreNoneAreRefusedWithTheirLine) {
  LearnData data = wanted("played", 1);
  data.moves = (folder / "moves.jsonl").string();
  ASSERT_TRUE(write_learn_data(*suite, data));
  const std::string kept = bytes(data.moves), how = kept.substr(0, kept.find('\n') + 1);
  const auto refused = [&](const std::string& line) {
    std::ofstream(data.moves) << how << line << '\n';
    fs::remove(data.out);
    const auto done = write_learn_data(*suite, data);
    return done ? std::string() : done.error();
  };
  EXPECT_EQ(refused(R"({"actions":[{"act)"), "");  // was stopped there
  for (const char* line : {"[5]", "5", "Dear diary", "{}", R"({"n":"x","actions":[]})", R"({"n":-1,"actions":[]})",
                           R"({"n":0,"actions":{}})", R"({"n":0})", R"({"actions":[]})"})
    EXPECT_EQ(refused(line), data.moves + ", line 2: this is no game with its moves") << line;
  for (const char* move : {"{}", "5", R"({"seat":9,"action":{}})", R"({"seat":0})"})
    EXPECT_TRUE(refused(R"({"n":0,"actions":[)" + std::string(move) + "]}")
                    .starts_with(data.moves + ", line 2: move 0 is none"))
        << move;
}

TEST_F(LearnDataTest, FilesThatCannotBeWrittenAreToldFirst) {
  for (std::string LearnData::*const file : {&LearnData::out, &LearnData::moves, &LearnData::opinions}) {
    LearnData data = wanted("unwritten", 1);
    data.*file = "/nonexistent/file";
    const auto done = write_learn_data(*suite, data, [](const LearnProgress&) { return ADD_FAILURE(), false; });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error(), "/nonexistent/file cannot be written");
  }
}

TEST_F(LearnDataTest, AFileOfOtherSettingsIsLeftAlone) {
  LearnData data = wanted("other", 1);
  ASSERT_TRUE(write_learn_data(*suite, data));
  const std::string before = bytes(data.out);
  data.seed = "another";
  const auto refused = write_learn_data(*suite, data);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("other settings"), std::string::npos);
  EXPECT_EQ(bytes(data.out), before);
}

TEST_F(LearnDataTest, EveryGameHasRows) {
  for (const auto& game : games) {
    const std::string name = "of-" + std::string(game->id());
    const auto written = write_learn_data(*make_suite(*game), wanted(name.c_str()));
    ASSERT_TRUE(written) << written.error();
    EXPECT_GT(written->rows, 10u) << name;
  }
}

}  // namespace
}  // namespace remise::bots
