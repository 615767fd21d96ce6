// The `remise` command, subcommand by subcommand, inside this process.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cli/run.h"

namespace remise::cli {
namespace {

TEST(Cli, EveryHelpIsWorthReading) {
  for (const char* command : {"new", "play", "show", "replay", "import", "verify", "perft", "route", "demo", "data",
                              "bench", "golden", "arena", "hint", "tune"}) {
    const Ran ran = run({command, "--help"});
    EXPECT_EQ(ran.code, 0) << command;
    EXPECT_GT(ran.out.size(), 150u) << command;
  }
  EXPECT_EQ(run({"nonsense"}).code, exit_usage);
  EXPECT_EQ(run({"nonsense", "--help"}).code, exit_usage);
  EXPECT_EQ(run({"show"}).code, exit_usage);
}

TEST(Cli, NewShowReplayVerify) {
  const std::string file = temporary("new.json");
  ASSERT_EQ(run({"new", "1840", "--players", "4", "--seed", "waltz", "--name", "Anna", "--out", file}).code, 0);
  EXPECT_EQ(run({"verify", file}).code, 0);
  EXPECT_NE(run({"show", file, "--lang", "en"}).out.find("Anna"), std::string::npos);
  EXPECT_EQ(run({"new", "1840", "--players", "4", "--seed", "waltz", "--option", "nonsense=1"}).code, exit_usage);
  EXPECT_EQ(run({"new", "chess"}).code, exit_usage);
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
  EXPECT_EQ(run({"show", file, "--move", "999999"}).code, exit_usage);
}

TEST(Cli, AContestKeepsItsGamesApartFromItsResults) {
  const std::string games = temporary("contest.jsonl"), results = temporary("contest.json");
  std::filesystem::remove(games);
  const auto arena = [&](std::vector<std::string> further) {
    std::vector<std::string> words{"arena", "tramways", "-l", "random", "-p", "2", "-n", "2", "--resume", games};
    words.insert(words.end(), further.begin(), further.end());
    return run(words);
  };
  ASSERT_EQ(arena({"--lead", "random", "--from", "4", "-o", results}).code, 0);
  std::ifstream told(results);
  const Json first = Json::parse(told);
  EXPECT_NE(first.dump().find(R"("lead":{"player":"random","until":4})"), std::string::npos) << first;
  const auto size = std::filesystem::file_size(games);
  const Ran refused = arena({"-o", games});
  EXPECT_EQ(refused.code, exit_usage);
  EXPECT_TRUE(has(refused.err, "is named for two things")) << refused.err;
  EXPECT_EQ(std::filesystem::file_size(games), size);
  EXPECT_EQ(arena({"--lead", "", "--from", "4"}).code, exit_usage);
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

// Every option can be given as text: a number for a word, a list by seat, JSON or a file with JSON.
TEST(Cli, OptionsFromTheCommandLine) {
  const std::string file = temporary("options.json"), layout = temporary("layout.json");
  const auto options = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"new", "tramways", "--players", "2", "--seed", "x", "--out", file, "--force"};
    for (const std::string& option : more) words.insert(words.end(), {"--option", option});
    const Ran ran = run(words);
    EXPECT_EQ(ran.code, 0) << ran.out;
    return Json::parse(std::ifstream(file))["setup"]["options"];
  };
  EXPECT_EQ(options({"sides=1910"}), (Json{{"sides", "1910"}}));
  EXPECT_EQ(options({"player_boards=hard"}), (Json{{"player_boards", "hard"}}));
  EXPECT_EQ(options({"player_boards=normal,hard"}), (Json{{"player_boards", {"normal", "hard"}}}));
  EXPECT_EQ(options({"player_boards=[\"hard\",\"normal\"]"}), (Json{{"player_boards", {"hard", "normal"}}}));
  EXPECT_EQ(options({"draft=true", "passengers=unlimited", "variant=expert2"}),
            (Json{{"draft", true}, {"passengers", "unlimited"}, {"variant", "expert2"}}));
  Json boards = Json::array();
  const char* names[]{"A", "D", "E", "F"};
  for (int i = 0; i < 4; ++i)
    boards.push_back({{"board", names[i]}, {"side", "1910"}, {"x", 5 * i}, {"y", 0}, {"rotation", 180}});
  std::ofstream(layout) << boards;
  EXPECT_EQ(options({"sides=explicit", "boards=@" + layout})["boards"], boards);
  EXPECT_EQ(options({"boards=" + boards.dump()})["boards"], boards);
  EXPECT_EQ(run({"new", "tramways", "--option", "sides=1900"}).code, exit_usage);
  EXPECT_EQ(run({"new", "tramways", "--option", "boards=@/nowhere"}).code, exit_input);
  EXPECT_EQ(run({"new", "tramways", "--option", "sides"}).code, exit_usage);
}

// What is listed for a number of players is what they may choose, with a sentence each.
TEST(Cli, OptionsAreListedAndExplained) {
  const auto listed = [](const char* game, const char* players) {
    return run({"new", game, "--players", players, "--options", "--lang", "en"}).out;
  };
  EXPECT_EQ(listed("tramways", "1").find("variant="), std::string::npos);
  EXPECT_NE(listed("tramways", "2").find("variant=standard|expert2  (standard)"), std::string::npos);
  EXPECT_EQ(listed("tramways", "3").find("variant="), std::string::npos);
  EXPECT_NE(listed("tramways", "3").find("sides=1920|1910|random|explicit  (1920)"), std::string::npos);
  EXPECT_NE(listed("tramways", "3").find("thirty passengers"), std::string::npos);
  EXPECT_NE(listed("1840", "3").find("map=small|full  (small)"), std::string::npos);
  EXPECT_EQ(listed("1840", "4").find("map="), std::string::npos);
  EXPECT_NE(listed("1840", "4").find("C13=false|true  (false)"), std::string::npos);
  EXPECT_NE(run({"new", "--help", "--lang", "en"}).out.find("player_boards=normal|hard"), std::string::npos);
}

TEST(Cli, GoldenTextsAreUpToDate) {
  const Ran ran = run({"golden", "--check", REMISE_SOURCE_DIR "/tests/golden"});
  EXPECT_EQ(ran.code, 0) << ran.out << "read the difference after: remise golden tests/golden";
}

// Every kind of move has a position where it is counted, so that every phase has one.
TEST(Cli, PerftCountsEveryKindOfMove) {
  for (const Json& game : Json::parse(run({"new", "--json"}).out)) {
    const std::string id = game["id"];
    std::string counts;
    for (const auto& entry : std::filesystem::directory_iterator(REMISE_SOURCE_DIR "/tests/golden/" + id))
      if (entry.path().filename().string().starts_with("perft-")) counts += "\n" + read_file(entry.path().string());
    const Json texts = Json::parse(std::ifstream(REMISE_SOURCE_DIR "/data/locale/en/" + id + ".json"));
    const std::string prefix = id + ".action.";
    std::size_t kinds = 0;
    for (const auto& [key, text] : texts.items()) {
      if (!key.starts_with(prefix) || key.find('.', prefix.size()) != std::string::npos) continue;
      ++kinds;
      EXPECT_NE(counts.find("\n" + key.substr(prefix.size()) + ": "), std::string::npos) << key;
    }
    EXPECT_GT(kinds, 10u) << id;
  }
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

TEST(Cli, DataCheckListsAllFaults) {
  const std::string folder = temporary("faults");
  std::filesystem::create_directories(folder);
  for (const char* name : {"boards.json", "cards.json", "game.json"})
    std::filesystem::copy(REMISE_SOURCE_DIR "/data/tramways/" + std::string(name), folder + "/" + name);
  EXPECT_EQ(run({"data", "check", folder}).code, 0) << "the files of one game in a folder";
  Json cards = Json::parse(std::ifstream(folder + "/cards.json"));
  cards["cards"][3]["slots"][0] = "rail9";
  cards["cards"][70]["stripe"] = "yes";
  std::ofstream(folder + "/cards.json") << cards.dump();
  const Ran ran = run({"data", "check", folder});
  EXPECT_EQ(ran.code, exit_difference);
  for (const char* word : {"cards.json", "4", "slots", "rail9", "71", "stripe"})
    EXPECT_NE(ran.out.find(word), std::string::npos) << word << " in " << ran.out;
  EXPECT_EQ(Json::parse(run({"data", "check", folder, "--json"}).out)["problems"].size(), 2u);
  // A bad file stops the game it belongs to, and no other.
  EXPECT_EQ(run({"new", "tramways", "--data", folder, "--seed", "x"}).code, exit_input);
  EXPECT_EQ(run({"new", "1840", "--data", folder, "--seed", "x"}).code, 0);
  std::filesystem::remove_all(folder);
}

TEST(Cli, DataOfOneGameLeavesTheOthersAlone) {
  const std::string folder = REMISE_SOURCE_DIR "/data/tramways", file = temporary("own.json");
  ASSERT_EQ(run({"new", "--data", folder}).code, 0);
  for (const char* game : {"1840", "tramways"}) {
    EXPECT_EQ(run({"new", game, "--data", folder, "--players", "2", "--seed", "x", "--out", file, "--force"}).code, 0)
        << game;
    for (const char* command : {"show", "verify", "replay"})
      EXPECT_EQ(run({command, file, "--data", folder}).code, 0) << command << " " << game;
  }
  EXPECT_EQ(run({"bench", "--games", "1", "--moves", "5", "--data", folder}).code, 0);
  EXPECT_EQ(
      run({"golden", "--check", "--data", REMISE_SOURCE_DIR "/data/1840", REMISE_SOURCE_DIR "/tests/golden/1840"}).code,
      0);
}

// A set of cards comes from the folder as well, in either layout, and a broken file of it is refused.
TEST(Cli, DataOfASetOfCardsAreUsed) {
  const std::string folder = temporary("sets"), file = temporary("set.json");
  const auto begin = [&] {
    return run({"new", "tramways", "--data", folder, "--players", "2", "--seed", "x", "--option", "cards=third",
                "--out", file, "--force", "--lang", "en"});
  };
  const auto money = [&] {
    return Json::parse(run({"show", file, "--json", "--data", folder}).out)["state"]["players"][0]["money"];
  };
  for (const std::string game : {"", "/tramways"}) {
    std::filesystem::create_directories(folder + game + "/third");
    Json numbers = file_json(REMISE_SOURCE_DIR "/data/tramways/game.json");
    numbers["start"]["money"] = 9;
    std::ofstream(folder + game + "/game.json") << numbers;
    std::filesystem::copy(REMISE_SOURCE_DIR "/data/tramways/third/cards.json", folder + game + "/third/cards.json");
    EXPECT_EQ(begin().code, 0);
    EXPECT_EQ(money(), 9) << game;
    std::ofstream(folder + game + "/third/cards.json") << "{";
    const Ran broken = begin();
    EXPECT_EQ(broken.code, exit_input);
    EXPECT_EQ(broken.err, "remise: “tramways/third/cards.json”: this is not valid JSON.\n");
    EXPECT_EQ(run({"data", "check", folder}).code, exit_difference);
    std::filesystem::remove_all(folder);
  }
}

TEST(Cli, AFolderWithoutDataIsNotWhatWasMeant) {
  const std::string folder = temporary("nothing");
  std::filesystem::create_directories(folder);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"new", "tramways"}, {"new"}, {"bench", "--games", "1", "--moves", "5"}}) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"--data", folder, "--lang", "en"});
    const Ran ran = run(all);
    EXPECT_EQ(ran.code, exit_usage) << words[0];
    EXPECT_EQ(ran.err, "remise: " + folder + " holds no data of any game.\n");
  }
  std::filesystem::copy(REMISE_SOURCE_DIR "/data/tramways/cards.json", folder + "/cards.json");
  const Ran other = run({"new", "1840", "--data", folder, "--seed", "x", "--lang", "en"});
  EXPECT_EQ(other.code, 0);
  EXPECT_TRUE(has(other.err, "holds no data of 1840")) << other.err;
}

TEST(Cli, ABrokenFileIsToldInASentence) {
  const std::string folder = temporary("broken");
  std::filesystem::create_directories(folder);
  for (const char* name : {"boards.json", "cards.json", "game.json"}) std::ofstream(folder + "/" + name) << "{";
  for (const char* lang : {"en", "de", "es", "ru"}) {
    const std::string said = run({"new", "tramways", "--data", folder, "--lang", lang}).err;
    EXPECT_TRUE(has(said, "tramways/game.json")) << said;
    EXPECT_FALSE(has(said, "not_json") || has(said, "\u2013")) << said;
  }
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/map.json") << "{";
  EXPECT_EQ(run({"new", "1840", "--data", folder, "--lang", "en"}).err,
            "remise: “1840/map.json”: this is not valid JSON.\n");
}

TEST(Cli, DemoWithoutAGameShowsTheFirst) {
  const Json list = Json::parse(run({"new", "--json"}).out);
  const std::string file = temporary("demo.json");
  ASSERT_EQ(run({"demo", "--players", "2", "--seed", "first", "--out", file}).code, 0);
  EXPECT_EQ(Json::parse(std::ifstream(file))["game"], list[0]["id"]);
  EXPECT_EQ(run({"demo", "--game", "nonsense"}).code, exit_usage);
}

// Shared code knows no game: neither the command line nor the core nor the battery of tests mentions one.
TEST(Cli, SharedCodeNamesNoGame) {
  std::vector<std::string> words;
  for (const auto& entry : std::filesystem::directory_iterator(REMISE_SOURCE_DIR "/src/games"))
    words.push_back(entry.path().filename().string());
  for (const Json& about : Json::parse(run({"new", "--json"}).out)) words.push_back(about["id"]);
  ASSERT_GE(words.size(), 4u);
  std::vector<std::string> files{REMISE_SOURCE_DIR "/src/remise.cpp", REMISE_SOURCE_DIR "/tests/support/battery.h"};
  for (const char* folder : {"/src/core", "/src/routes", "/src/io/text", "/src/io/import", "/src/io/golden",
                             "/src/store", "/src/server", "/src/load", "/src/wasm", "/src/cli", "/cmake"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(REMISE_SOURCE_DIR + std::string(folder)))
      if (entry.is_regular_file()) files.push_back(entry.path().string());
  for (const auto& entry : std::filesystem::directory_iterator(REMISE_SOURCE_DIR "/src/bots"))
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  EXPECT_GT(files.size(), 150u);
  for (const std::string& path : files) {
    std::ifstream in(path);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const std::string& word : words) EXPECT_EQ(text.find(word), std::string::npos) << path << " says " << word;
  }
}

}  // namespace
}  // namespace remise::cli
