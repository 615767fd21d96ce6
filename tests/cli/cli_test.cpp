// The `remise` command, subcommand by subcommand, inside this process.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cli/command.h"

namespace remise::cli {
namespace {

struct Ran {
  int code = 0;
  std::string out, err;
};

Ran run(std::vector<std::string> words) {
  CLI::App app{"", "remise"};
  app.require_subcommand(1);
  for (const auto add : {add_new, add_play, add_show, add_replay, add_import, add_verify, add_perft, add_route,
                         add_demo, add_data, add_bench, add_golden})
    add(app);
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Ran ran;
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::RuntimeError& done) {
    ran.code = done.get_exit_code();
  } catch (const CLI::ParseError& wrong) {
    ran.code = app.exit(wrong) == 0 ? exit_ok : exit_usage;
  }
  ran.out = ::testing::internal::GetCapturedStdout();
  ran.err = ::testing::internal::GetCapturedStderr();
  return ran;
}

std::string temporary(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("remise-cli-" + std::to_string(::getpid()) + "-" + name)).string();
}

// A match with some random moves, and its file.
std::string played(int players, const std::string& name) {
  const std::string file = temporary(name);
  EXPECT_EQ(run({"demo", "--game", "1840", "--players", std::to_string(players), "--seed", "cli", "--out", file, "--delay", "0"}).code,
            0);
  return file;
}

TEST(Cli, EveryHelpIsWorthReading) {
  for (const char* command :
       {"new", "play", "show", "replay", "import", "verify", "perft", "route", "demo", "data", "bench", "golden"}) {
    const Ran ran = run({command, "--help"});
    EXPECT_EQ(ran.code, 0) << command;
    EXPECT_GT(ran.out.size(), 150u) << command;
  }
  EXPECT_EQ(run({"nonsense"}).code, exit_usage);
  EXPECT_EQ(run({"show"}).code, exit_usage);
}

TEST(Cli, NewShowReplayVerify) {
  const std::string file = temporary("new.json");
  ASSERT_EQ(run({"new", "1840", "--players", "4", "--seed", "waltz", "--name", "Anna", "--out", file}).code, 0);
  EXPECT_EQ(run({"verify", file}).code, 0);
  EXPECT_NE(run({"show", file, "--lang", "en"}).out.find("Anna"), std::string::npos);
  EXPECT_EQ(run({"new", "1840", "--players", "4", "--seed", "waltz", "--option", "nonsense=1"}).code, exit_input);
  EXPECT_EQ(run({"new", "chess"}).code, exit_input);
  const Json view = Json::parse(run({"show", file, "--json"}).out);
  EXPECT_EQ(view["seats"], 4);
}

TEST(Cli, PlayedMatchIsShownInAllLanguages) {
  const std::string file = played(3, "played.json");
  for (const char* lang : {"en", "de", "es", "ru"}) {
    const Ran ran = run({"replay", file, "--lang", lang});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out.find("1840."), std::string::npos)
        << lang << ": a text without translation: " << ran.out.substr(ran.out.find("1840."), 80);
    const Ran shown = run({"show", file, "--lang", lang});
    EXPECT_EQ(shown.out.find("1840."), std::string::npos) << lang << shown.out;
  }
  const Ran svg = run({"show", file, "--svg", "-", "--route", "4"});
  EXPECT_TRUE(svg.out.starts_with("<svg"));
  EXPECT_NE(svg.out.find("</svg>"), std::string::npos);
  EXPECT_EQ(run({"verify", file}).code, 0);
  EXPECT_EQ(run({"show", file, "--move", "999999"}).code, exit_input);
}

TEST(Cli, WrongHashesAndMovesAreFound) {
  const std::string file = played(2, "hash.json");
  std::ifstream in(file);
  Json json = Json::parse(in);
  json["hashes"][3] = "0000000000000000";
  const std::string changed = temporary("changed.json");
  std::ofstream(changed) << json.dump();
  EXPECT_EQ(run({"verify", changed}).code, exit_difference);
  json.erase("hashes");
  json["actions"][3]["action"] = {{"type", "run"}};
  std::ofstream(changed) << json.dump();
  EXPECT_EQ(run({"verify", changed}).code, exit_difference);
}

TEST(Cli, BadFilesGetAnErrorNotACrash) {
  const std::string file = temporary("bad.json");
  for (const char* text :
       {"", "{", "[]", "null", "{\"game\": \"1840\"}", "{\"game\": 1840}",
        "{\"format\": \"remise-match-1\", \"game\": \"1840\", \"rules\": 1, \"setup\": {}, \"actions\": []}"}) {
    std::ofstream(file) << text;
    for (const char* command : {"verify", "show", "replay", "perft", "import"})
      EXPECT_EQ(run({command, file}).code, exit_input) << command << " " << text;
  }
  EXPECT_EQ(run({"show", "/nowhere"}).code, exit_input);
  EXPECT_EQ(run({"show", "/"}).code, exit_input);
}

TEST(Cli, PerftCountsAgreeWithItsParts) {
  const std::string file = temporary("perft.json");
  ASSERT_EQ(run({"new", "1840", "--players", "2", "--seed", "p", "--out", file}).code, 0);
  const Json one = Json::parse(run({"perft", file, "--depth", "1", "--json"}).out);
  const Json two = Json::parse(run({"perft", file, "--depth", "2", "--json"}).out);
  EXPECT_EQ(one["moves"].size(), two["moves"].size());
  EXPECT_EQ(one["total"], one["moves"].size());
  std::uint64_t sum = 0;
  for (const Json& move : two["moves"]) sum += move["count"].get<std::uint64_t>();
  EXPECT_EQ(two["total"], sum);
}

TEST(Cli, GoldenTextsAreUpToDate) {
  const Ran ran = run({"golden", "--check", REMISE_SOURCE_DIR "/tests/golden", REMISE_SOURCE_DIR "/tests/perft"});
  EXPECT_EQ(ran.code, 0) << ran.out << "write them again: remise golden tests/golden tests/perft";
}

TEST(Cli, DataCheckNamesTheFault) {
  EXPECT_EQ(run({"data", "check", REMISE_SOURCE_DIR "/data"}).code, 0);
  const std::string folder = temporary("data");
  std::filesystem::create_directories(folder + "/1840");
  std::ofstream(folder + "/1840/tiles.json") << "{}";
  const Ran ran = run({"data", "check", folder});
  EXPECT_EQ(ran.code, exit_difference);
  EXPECT_NE(ran.out.find("tiles"), std::string::npos) << ran.out;
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace remise::cli
