// Training data: what is written, and that a run that was stopped goes on as if it had not been.
#include "bots/learn_data.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

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
  LearnData with_opinions(const char* name, std::size_t count) const {
    LearnData data = wanted(name, count);
    data.opinions = data.out + ".csv";
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

// Fewer games than there are: nothing is cut, however often it is asked.
TEST_F(LearnDataTest, WhatThereIsBeyondTheGamesWantedStays) {
  LearnData data = with_opinions("more", 4);
  const auto written = write_learn_data(*suite, data);
  ASSERT_TRUE(written);
  const std::string rows = bytes(data.out), opinions = bytes(data.opinions);
  for (const std::size_t count : {3, 1, 3}) {
    data.games = count;
    const auto done = write_learn_data(*suite, data);
    ASSERT_TRUE(done) << done.error();
    EXPECT_EQ(done->games, 4u) << "what there is";
    EXPECT_EQ(done->rows, written->rows);
    EXPECT_EQ(bytes(data.out), rows);
    EXPECT_EQ(bytes(data.opinions), opinions);
  }
}

// Opinions and lessons of all games of the rows, or of none: a file of others, or of something else, is left alone.
TEST_F(LearnDataTest, WhatDoesNotBelongToTheRowsIsRefusedAndStays) {
  LearnData data = with_opinions("with", 2);
  ASSERT_TRUE(write_learn_data(*suite, data));
  const std::string opinions = bytes(data.opinions);
  const auto refused = [](const std::expected<LearnProgress, std::string>& done) {
    return done ? std::string("accepted") : done.error();
  };
  LearnData without = data;
  without.games = 4, without.opinions.clear();
  EXPECT_NE(refused(write_learn_data(*suite, without)).find("other settings"), std::string::npos);
  LearnData other = data;
  other.out += "2", other.games = 4;
  EXPECT_EQ(refused(write_learn_data(*suite, other)),
            data.opinions + " does not belong to these rows: begin both again");
  EXPECT_EQ(bytes(data.opinions), opinions);
  other.opinions = (folder / "letter.txt").string();
  std::ofstream(other.opinions) << "Dear diary,\ntoday\n";
  EXPECT_EQ(refused(write_learn_data(*suite, other)), other.opinions + " was written with other settings: Dear diary,");
  EXPECT_EQ(bytes(other.opinions), "Dear diary,\ntoday\n");
  EXPECT_FALSE(fs::exists(other.out));
  fs::remove(data.opinions);
  data.games = 4;
  EXPECT_EQ(refused(write_learn_data(*suite, data)),
            data.opinions + " has no lines of the games that stand in the rows: begin both again");
}

// Lines of games played otherwise, or not of all games of the rows: cut at the end, or with a hole.
TEST_F(LearnDataTest, LinesOfOtherGamesOrOfTooFewAreRefusedAndStay) {
  LearnData data = wanted("lines", 3), other = wanted("lines-b", 3);
  data.opinions = data.out + ".csv", data.lessons = data.out + ".lessons", data.lessons_every = 200;
  data.teacher_nodes = 100;
  other.opinions = other.out + ".csv", other.seed = "others";
  ASSERT_TRUE(write_learn_data(*suite, data));
  ASSERT_TRUE(write_learn_data(*suite, other));
  const std::string rows = bytes(data.out), opinions = bytes(data.opinions), lessons = bytes(data.lessons);
  const auto refused = [this](const LearnData& what) {
    const auto done = write_learn_data(*suite, what);
    return done ? std::string("accepted") : done.error();
  };
  LearnData more = data;
  more.games = 4, more.opinions = other.opinions;
  const std::string strange = bytes(other.opinions);
  EXPECT_NE(refused(more).find("other settings"), std::string::npos);
  EXPECT_EQ(bytes(other.opinions), strange);
  more = data, more.games = 4;
  const std::size_t first = lessons.find("\n1,"), second = lessons.find("\n2,");
  ASSERT_LT(first, second);
  for (const std::string& part : {lessons.substr(0, second + 1), lessons.substr(0, first + 1),
                                  lessons.substr(0, first) + lessons.substr(second), lessons.substr(0, 30)}) {
    std::ofstream(data.lessons) << part;
    EXPECT_EQ(refused(more), data.lessons + " does not belong to these rows: begin both again");
    EXPECT_EQ(bytes(data.lessons), part);
    EXPECT_EQ(bytes(data.opinions), opinions);
    EXPECT_EQ(bytes(data.out), rows);
  }
  std::ofstream(data.lessons) << lessons;
  EXPECT_EQ(refused(more), "accepted");
  EXPECT_TRUE(bytes(data.opinions).starts_with(opinions));
  EXPECT_TRUE(bytes(data.lessons).starts_with(lessons));
}

// What a player expected of its moves, of winning too, and what came of it: what people are told is judged by this.
TEST_F(LearnDataTest, OpinionsSayWhatWasExpectedAndWhatCameOfIt) {
  LearnData data = wanted("told", 1);
  data.opinions = data.out + ".csv", data.player = "hard@20", data.deviate = 0;
  ASSERT_TRUE(write_learn_data(*suite, data));
  std::istringstream lines(bytes(data.opinions));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(parse_json(line)->at("format"), "remise-opinions-2");
  std::array<std::array<long, 2>, 3> came{};  // score and part of the win, by seat
  int chances = 0, opinions = 0;
  for (; std::getline(lines, line); ++opinions) {
    std::array<long, 7> n{};  // game, stage, seat, value, score, chance, won
    std::istringstream in(line);
    char comma = ',';
    for (long& number : n) in >> number, in >> comma;
    ASSERT_TRUE(n[0] == 0 && n[2] >= 0 && n[2] < 3) << line;
    auto& mine = came[static_cast<std::size_t>(n[2])];
    if (mine == std::array<long, 2>{}) mine = {n[4], n[6]};
    EXPECT_TRUE(mine[0] == n[4] && mine[1] == n[6]) << line;
    EXPECT_TRUE(n[5] >= -1 && n[5] <= 1000) << line;
    chances += n[5] >= 0;
  }
  EXPECT_EQ(came[0][1] + came[1][1] + came[2][1], 1000);
  for (const auto& [score, won] : came)
    EXPECT_EQ(won > 0, score == std::max({came[0][0], came[1][0], came[2][0]})) << score;
  EXPECT_GT(chances, opinions / 2);
}

// A game of which there is nothing to tell is told, and is no hole.
TEST_F(LearnDataTest, GamesWithoutOpinionsGoOn) {
  LearnData data = wanted("none", 2);
  data.opinions = data.out + ".csv", data.player = "random";
  ASSERT_TRUE(write_learn_data(*suite, data));
  EXPECT_TRUE(bytes(data.opinions).ends_with("\n0,\n1,\n"));
  data.games = 3;
  const auto done = write_learn_data(*suite, data);
  EXPECT_TRUE(done) << done.error();
}

// Stopped after the lines of a game and before its rows, the first game among the rows being whole or not.
TEST_F(LearnDataTest, LinesOfAGameMoreThanTheRowsGoOn) {
  LearnData data = with_opinions("ahead", 2);
  ASSERT_TRUE(write_learn_data(*suite, data));
  const std::string rows = bytes(data.out), opinions = bytes(data.opinions);
  const std::size_t line = rows.find('\n') + 1,
                    width = 4 * parse_json(rows.substr(0, line))->at("row").get<std::size_t>();
  const auto game_at = [&](std::size_t at) {
    std::int32_t game = 0;
    std::memcpy(&game, rows.data() + at, sizeof game);
    return game;
  };
  std::size_t second = line;
  while (game_at(second) == 0) second += width;
  for (const std::size_t left : {second, second - width, line + width}) {
    fs::resize_file(data.out, left);
    const auto done = write_learn_data(*suite, data);
    ASSERT_TRUE(done) << done.error();
    EXPECT_EQ(bytes(data.out), rows);
    EXPECT_EQ(bytes(data.opinions), opinions);
  }
}

// What is kept of the lines is not written again: a run that ends before anything new stands there has lost nothing.
TEST_F(LearnDataTest, WhoCannotWriteOnKeepsTheLinesThereAre) {
  LearnData data = with_opinions("full", 3);
  ASSERT_TRUE(write_learn_data(*suite, data));
  const std::string opinions = bytes(data.opinions), kept = opinions.substr(0, opinions.find("\n2,") + 1);
  data.games = 4;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit nothing{1, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &nothing), 0);
  const auto done = write_learn_data(*suite, data);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error(), data.opinions + " cannot be written");
  EXPECT_EQ(bytes(data.opinions), kept);
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
  EXPECT_NE(refused.error().find("other settings: {\"player\":"), std::string::npos) << refused.error();
  EXPECT_LT(refused.error().size(), again.moves.size() + 100) << "what is otherwise, and nothing else";
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
  EXPECT_EQ(refused(R"({"actions":[{"act)"), "");                                      // was stopped there
  for (const std::string& cut : {how.substr(0, how.size() - 1), how.substr(0, 20)}) {  // or in the first line
    std::ofstream(data.moves) << cut;
    fs::remove(data.out);
    ASSERT_TRUE(write_learn_data(*suite, data));
    EXPECT_EQ(bytes(data.moves), kept);
  }
  for (const char* line : {"[5]", "5", "Dear diary", "{}", R"({"n":"x","actions":[]})", R"({"n":-1,"actions":[]})",
                           R"({"n":0,"actions":{}})", R"({"n":0})", R"({"actions":[]})"})
    EXPECT_EQ(refused(line), data.moves + ", line 2: this is no game with its moves") << line;
  for (const char* move : {"{}", "5", R"({"seat":9,"action":{}})", R"({"seat":0})"})
    EXPECT_TRUE(refused(R"({"n":0,"actions":[)" + std::string(move) + "]}")
                    .starts_with(data.moves + ", line 2: move 0 is none"))
        << move;
}

// By these rules, and to its end: players would else make up the rest.
TEST_F(LearnDataTest, MovesOfOtherRulesOrWithoutAnEndAreRefused) {
  LearnData data = wanted("played", 1);
  data.moves = (folder / "moves.jsonl").string();
  ASSERT_TRUE(write_learn_data(*suite, data));
  const std::string kept = bytes(data.moves), how = kept.substr(0, kept.find('\n') + 1);
  Json other = *parse_json(kept.substr(how.size())), open = other;
  EXPECT_EQ(other["rules"], suite->rules());
  other["rules"] = suite->rules() - 1;
  open["actions"].erase(open["actions"].size() - 1);
  for (const auto& [line, why] :
       {std::pair{other, "this game was played by other rules"}, {open, "this game does not end"}}) {
    std::ofstream(data.moves) << how << line.dump() << '\n';
    fs::remove(data.out);
    const auto refused = write_learn_data(*suite, data);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error(), data.moves + ", line 2: " + why);
  }
}

TEST_F(LearnDataTest, NoFileServesTwoThings) {
  LearnData data = wanted("twice", 1);
  ASSERT_TRUE(write_learn_data(*suite, data));
  const std::string rows = bytes(data.out);
  data.opinions = (folder / "." / "twice").string();
  const auto refused = write_learn_data(*suite, data);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), data.opinions + " is named for two things");
  EXPECT_EQ(bytes(data.out), rows);
}

// It would be read without end.
TEST_F(LearnDataTest, WhatHasNoEndIsRefused) {
  for (std::string LearnData::*const file :
       {&LearnData::out, &LearnData::moves, &LearnData::opinions, &LearnData::lessons}) {
    LearnData data = wanted("endless", 1);
    data.*file = "/dev/zero";
    const auto refused = write_learn_data(*suite, data);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error(), "/dev/zero is no file");
  }
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
