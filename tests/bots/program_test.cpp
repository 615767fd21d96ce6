// Programs as players of the arena: the example plays, and whatever else a program does is told and counted for
// nothing.
#include "bots/program.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include "bots/arena.h"
#include "support/nim.h"

namespace remise::bots {
namespace {

using testing::Nim;

struct ProgramTest : ::testing::Test {
  TypedGame<Nim> game{Nim{}};
  TypedSuite<Nim> suite{game, {{"random", 1, [] { return std::make_unique<RandomPlayer<Nim>>(); }}}};

  ContestResult contest(const std::string& command, std::size_t games, int milliseconds = 60'000) {
    Contest c;
    c.challenger = "program", c.others = "random", c.games = games;
    c.programs = {{"program", command}};
    c.program_time = std::chrono::milliseconds(milliseconds);
    return run_contest(suite, c);
  }
};

TEST_F(ProgramTest, TheExamplePlays) {
  const auto result = contest("python3 " REMISE_SOURCE_DIR "/examples/program.py", 6);
  EXPECT_TRUE(result.errors.empty()) << result.errors.front();
  EXPECT_EQ(result.games, 6u);
}

// Takes one of the first heap that is left: enough to see what it is told.
constexpr const char* simple = R"(import json, sys
for line in sys.stdin:
    told = json.loads(line)
    print(line, end="", file=sys.stderr)
    if told["type"] == "move":
        print(json.dumps({"action": dict(told["view"]["legal"][0], take=1)}), flush=True)
)";

TEST_F(ProgramTest, OneProgramPlaysManyGamesAndIsToldTheirEnds) {
  ::testing::internal::CaptureStderr();
  const auto result = contest(std::string("python3 -c '") + simple + "'", 3);
  const std::string told = ::testing::internal::GetCapturedStderr();
  ASSERT_TRUE(result.errors.empty()) << result.errors.front();
  const auto count = [&](std::string_view what) {
    std::size_t n = 0;
    for (auto at = told.find(what); at != std::string::npos; at = told.find(what, at + 1)) ++n;
    return n;
  };
  EXPECT_EQ(count(R"("type":"game")"), 3u);
  EXPECT_EQ(count(R"("type":"over")"), 3u);
  EXPECT_EQ(count("commitment"), count(R"("type":"move")"));
  EXPECT_EQ(count("arena/"), 0u);  // the seed would tell what is hidden
}

TEST_F(ProgramTest, WhatGoesWrongIsTold) {
  for (const auto& [command, complaint] :
       {std::pair{"exit 3", "has ended"},
        {"no-such-program-here 2>/dev/null", "has ended"},
        {"echo nonsense; cat > /dev/null", "wrote no JSON: nonsense"},
        {"echo []; cat > /dev/null", "named no action"},
        {"echo '{\"move\": 1}'; cat > /dev/null", "named no action"},
        {"echo '{\"action\": 7}'; cat > /dev/null", "action"},
        {R"(echo '{"action": {"type": "take", "heap": 0, "take": 99}}'; cat > /dev/null)", "too_many"},
        {"sleep 60", "gave no answer in 200 ms"},
        {"yes | tr -d '\\n'", "a line without end"}}) {
    const auto result = contest(command, 1, std::string_view(complaint).ends_with("200 ms") ? 200 : 60'000);
    EXPECT_EQ(result.games, 0u) << command;
    ASSERT_EQ(result.errors.size(), 1u) << command;
    EXPECT_NE(result.errors[0].find(complaint), std::string::npos) << result.errors[0];
  }
}

// What it wrote instead of JSON can be shown and stored, whatever bytes it was.
TEST_F(ProgramTest, BytesThatAreNoLettersAreTold) {
  std::string dots;
  for (int i = 0; i < 300; ++i) dots += "\\303\\244";  // a letter of two bytes, cut in the middle
  for (const std::string& written : {std::string("\\377\\376"), "x" + dots}) {
    const auto result = contest("read a; read b; printf '" + written + "\\n'; sleep 1", 1);
    ASSERT_EQ(result.errors.size(), 1u);
    const std::string& error = result.errors[0];
    EXPECT_NE(error.find("wrote no JSON: "), std::string::npos) << error;
    EXPECT_NO_THROW(std::ignore = Json(error).dump());
  }
}

// A game that a program spoiled does not go on in the next one.
TEST_F(ProgramTest, AfterAFaultTheNextGameHasAProgramOfItsOwn) {
  const auto result = contest("head -n 1 > /dev/null; echo '{\"action\": 7}'; cat > /dev/null", 3, 2000);
  EXPECT_EQ(result.errors.size(), 3u);
}

// What a program has started ends with it, also where its shell has ended before. A pipe tells: it is open for as long
// as somebody holds it.
TEST_F(ProgramTest, WhatItStartedEndsWithIt) {
  for (const char* command : {"sleep 300 &", "sleep 300 & sleep 300"}) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_TRUE(Program::start(command, std::chrono::milliseconds(100)));
    ::close(ends[1]);
    pollfd closed{ends[0], POLLIN, 0};
    EXPECT_EQ(::poll(&closed, 1, 5000), 1) << command;
    ::close(ends[0]);
  }
}

ContestResult result_of(const char* challenger, const char* others, int seats, std::size_t games, double wins) {
  ContestResult result;
  result.contest.challenger = challenger, result.contest.others = others, result.contest.seats = seats;
  result.games = games, result.wins = wins;
  return result;
}

TEST(Ladder, EloComesFromAllContestsTogether) {
  const auto rungs = ladder({result_of("b", "hard-1", 2, 400, 300), result_of("b", "hard-1", 4, 400, 200),
                             result_of("c", "b", 2, 400, 200), result_of("d", "a", 2, 10, 10)},
                            "");
  const auto at = [&](const char* name) { return std::ranges::find(rungs, name, &Rung::player)->elo; };
  EXPECT_EQ(at("hard-1").mid, 0);
  EXPECT_EQ(at("hard-1").high, 0);
  EXPECT_NEAR(at("b").mid, 191, 3);  // 3 : 1, and at four seats 3 : 3
  EXPECT_LT(at("b").low, 175);
  EXPECT_GT(at("b").high, 207);
  EXPECT_NEAR(at("c").mid, at("b").mid, 1);
  EXPECT_GT(at("c").high - at("c").low, at("b").high - at("b").low);
  EXPECT_LT(at("d").mid - at("a").mid, 600);  // all of ten games are not all of them
  for (std::size_t i = 1; i < rungs.size(); ++i) EXPECT_GE(rungs[i - 1].elo.mid, rungs[i].elo.mid);
  EXPECT_TRUE(ladder({}, "").empty());
  EXPECT_EQ(ladder({result_of("b", "a", 2, 4, 4)}, "b").front().elo.mid, 0);
}

}  // namespace
}  // namespace remise::bots
