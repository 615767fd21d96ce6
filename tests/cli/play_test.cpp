// What people type: a match at the terminal, best routes of boards, hints, contests of players.
#include <regex>

#include "cli/run.h"

namespace remise::cli {
namespace {

TEST(Cli, AMatchAtTheTerminal) {
  const std::string file = temporary("terminal.json");
  ASSERT_EQ(run({"new", "1840", "--players", "2", "--seed", "p", "--name", "Anna", "--out", file}).code, 0);
  const Ran looked = run({"play", file, "--lang", "en"}, "help\nlist pass\nshow\nlog\n\nquit\n");
  EXPECT_EQ(looked.code, 0);
  EXPECT_TRUE(has(looked.out, "Anna> "));
  EXPECT_TRUE(has(looked.out, "undo [N]"));
  EXPECT_EQ(file_json(file)["actions"].size(), 0u);

  // What is refused says why and changes nothing.
  const Ran refused = run({"play", file, "--lang", "en"}, "0\n99999\n{nonsense\n{\"type\": \"run\"}\n");
  EXPECT_TRUE(has(refused.out, "Choose 1 to "));
  EXPECT_TRUE(has(refused.out, "This is not JSON"));
  EXPECT_EQ(file_json(file)["actions"].size(), 0u);

  // Every move is kept at once, and can be taken back; more than there are takes none back.
  EXPECT_EQ(run({"play", file}, "{\"type\": \"pass\"}\n").code, 0);
  EXPECT_EQ(file_json(file)["actions"].size(), 1u);
  EXPECT_EQ(file_json(file)["names"][0], "Anna");
  EXPECT_EQ(run({"play", file}, "{\"type\": \"pass\"}\nundo\n").code, 0);
  EXPECT_EQ(file_json(file)["actions"].size(), 1u);
  EXPECT_TRUE(has(run({"play", file, "--lang", "en"}, "undo 99\nundo 0\nundo x\n").out, "One move can be taken back."));
  EXPECT_EQ(file_json(file)["actions"].size(), 1u);
  EXPECT_EQ(run({"play", file}, "undo 1\n").code, 0);
  EXPECT_EQ(file_json(file)["actions"].size(), 0u);
}

TEST(Cli, CardsAtTheTerminalShowTheirSymbols) {
  const std::string file = temporary("cards.json");
  ASSERT_EQ(run({"new", "tramways", "--players", "2", "--seed", "b", "--out", file}).code, 0);
  const Ran began = run({"play", file, "--lang", "en"}, "1\nlist zzz\n1\n1\n1\n1\n1\n1\nshow\n");
  EXPECT_TRUE(has(began.out, "take the card “2 rails · destination: industrial”, reveal “upgrade a link")) << began.out;
  EXPECT_TRUE(has(began.out, "No legal move contains zzz"));
  EXPECT_TRUE(has(began.out, "lay track from 3a: east, east, with 1 rail (C2 · 1 rail · destination: leisure)"));
  EXPECT_TRUE(has(began.out, "\nHand of "));
  // Where there are many moves, every kind is listed.
  EXPECT_TRUE(has(began.out, " more of lay_track: list TEXT"));
  EXPECT_TRUE(has(began.out, "  build “residential building"));
  EXPECT_TRUE(has(began.out, "  end the turn"));
}

TEST(Cli, AMoveWrittenWithAWrongMemberSaysWhichOfWhat) {
  const std::string file = temporary("members.json");
  ASSERT_EQ(run({"new", "1840", "--players", "2", "--seed", "p", "--out", file}).code, 0);
  const auto typed = [&](const std::string& line) { return run({"play", file, "--lang", "en"}, line + "\n").out; };
  EXPECT_TRUE(has(typed(R"({"type": "bid", "company": "SS"})"),
                  "A move bid lacks the member private. Beside type it has: price, private"))
      << typed(R"({"type": "bid", "company": "SS"})");
  EXPECT_TRUE(has(typed(R"({"type": "pass", "use": []})"), "A move pass has no member use.\n"));
  EXPECT_TRUE(has(typed(R"({"use": []})"), "“action.type”: this is missing."));
  EXPECT_TRUE(has(typed(R"({"type": 3})"), "this must be text"));
  // In the middle of a move made step by step as well; one that is good ends that.
  EXPECT_TRUE(has(typed("make\n{\"type\": \"pass\", \"use\": []}"), "A move pass has no member use.\n"));
  EXPECT_EQ(file_json(file)["actions"].size(), 0u);
  EXPECT_FALSE(has(typed("make\n{\"type\": \"pass\"}"), "question")) << "nor what the page asks the engine";
  EXPECT_EQ(file_json(file)["actions"].size(), 1u);
}

// Only where cards have symbols is there anything to pay with them.
TEST(Cli, MakingAMoveOf1840SaysNothingOfSymbols) {
  const std::string file = temporary("symbols.json");
  ASSERT_EQ(run({"new", "1840", "--players", "2", "--seed", "p", "--out", file}).code, 0);
  for (const char* line : {"13:0", "1:0", "pay", "help"}) {
    const Ran ran = run({"play", file, "--lang", "en"}, std::string("make\n") + line + "\n");
    EXPECT_TRUE(has(ran.out, "play what is shown")) << ran.out;
    EXPECT_FALSE(has(ran.out, "symbol") || has(ran.out, "question.use")) << ran.out;
  }
  ASSERT_EQ(run({"new", "tramways", "--players", "2", "--seed", "b", "--out", file, "--force"}).code, 0);
  ASSERT_EQ(run({"play", file}, "1\n1\n1\n1\n1\n1\n1\n").code, 0);
  EXPECT_TRUE(has(run({"play", file, "--lang", "en"}, "make\nhelp\n").out, "pay with this symbol of a card"));
}

// Track of any length, and any payment, step by step.
TEST(Cli, AMoveIsMadeStepByStepAtTheTerminal) {
  const std::string file = temporary("made.json");
  ASSERT_EQ(run({"new", "tramways", "--players", "2", "--seed", "b", "--out", file}).code, 0);
  ASSERT_EQ(run({"play", file, "--lang", "en"}, "1\n1\n1\n1\n1\n1\n1\n").code, 0);
  const std::size_t before = file_json(file)["actions"].size();
  const Ran made = run({"play", file, "--lang", "en"},
                       "make\nnonsense\nstop\nmake lay_track\n99\nback\nmake lay_track\n1\n1\n1\npay\nok\n");
  EXPECT_TRUE(has(made.out, "Upgrade the link: ")) << made.out;  // closed, and why
  EXPECT_TRUE(has(made.out, "edges ")) << made.out;
  EXPECT_TRUE(has(made.out, "costs 1 card")) << made.out;
  EXPECT_TRUE(has(made.out, "ok: lay track from")) << made.out;
  EXPECT_TRUE(has(made.out, "1 rail: pays (rails)")) << made.out;
  ASSERT_EQ(file_json(file)["actions"].size(), before + 1) << made.out;
  EXPECT_EQ(file_json(file)["actions"].back()["action"]["type"], "lay_track");
}

// A step names kinds and things as sentences do, not by their codes; where nothing is left to choose it says so.
TEST(Cli, StepsOfAMoveHaveNamesInAllLanguages) {
  const std::string file = temporary("steps.json");
  ASSERT_EQ(run({"new", "1840", "--players", "3", "--seed", "b", "--out", file}).code, 0);
  struct Words {
    const char *lang, *bid, *end;
  };
  for (const auto& [lang, bid, end] :
       {Words{"en", "Bid", "Nothing more can be chosen"}, Words{"de", "Bieten", "Mehr ist nicht zu wählen"},
        Words{"es", "Pujar", "No queda nada por elegir"}, Words{"ru", "Поставить", "Больше выбирать нечего"}}) {
    const Ran made = run({"play", file, "--lang", lang}, "make\n1\n1\n1 20\n7\nstop\n");
    const std::string steps = made.out.substr(made.out.find("  1  ", made.out.find("> ")));
    EXPECT_TRUE(has(steps, bid)) << steps;
    EXPECT_TRUE(has(steps, "Karlskirche")) << steps;
    EXPECT_TRUE(has(steps, end)) << steps;
    for (const char* raw : {" KK", "{", "1 bis 0", "1 to 0"}) EXPECT_FALSE(has(steps, raw)) << lang << raw << steps;
  }
}

TEST(Cli, ATableOfTramwaysIsShownInAllLanguages) {
  const std::string file = temporary("languages.json");
  ASSERT_EQ(run({"demo", "--game", "tramways", "--players", "3", "--seed", "a", "--delay", "0", "--level", "easy",
                 "--out", file})
                .code,
            0);
  const std::size_t moves = file_json(file)["actions"].size();
  for (const char* lang : {"en", "de", "es", "ru"})
    for (std::size_t move = 0; move <= moves; move += 7) {
      const Ran shown = run({"show", file, "--lang", lang, "--move", std::to_string(move)});
      ASSERT_EQ(shown.code, 0) << shown.err;
      EXPECT_FALSE(has(shown.out, "tramways.")) << lang << shown.out;
      EXPECT_FALSE(has(shown.out, "core.")) << lang << shown.out;
      EXPECT_EQ(shown.out.find_first_of("{}[]"), std::string::npos) << lang << shown.out;
      EXPECT_FALSE(has(shown.out, " -  ")) << "a link that is not complete has one end\n" << shown.out;
      EXPECT_EQ(has(shown.out, "Players"), std::string_view(lang) == "en") << lang;
    }
  // A journey names squares as the map does: column and row.
  const Ran told = run({"replay", file, "--lang", "en"});
  const std::regex moved(R"re([^\n]* moves a passenger from \d+[a-o] to \d+[a-o] over \d+ links?\.\n)re");
  EXPECT_TRUE(std::regex_search(told.out, moved)) << told.out;
}

// Nobody can choose among a thousand times "lay track".
TEST(Cli, EveryLegalMoveOfTramwaysHasItsOwnSentence) {
  const std::string file = temporary("words.json");
  ASSERT_EQ(run({"demo", "--game", "tramways", "--players", "3", "--seed", "words", "--delay", "0", "--level", "easy",
                 "--out", file})
                .code,
            0);
  Common common;
  std::size_t read = 0;
  for (const char* lang : {"en", "de", "es", "ru"}) {
    common.lang = lang;
    const Locale texts = locale(common);
    for (int move = 0; move < 90; move += 3) {
      const OpenMatch open = open_match(common, file, move);
      const Speaker say = speaker_for(texts, *open.match, open.file);
      std::map<std::string, Json> said;
      for (const Json& action : open.match->legal(open.match->to_act().lowest())) {
        const std::string sentence = say.action(action);
        EXPECT_EQ(sentence.find_first_of("{}[]"), std::string::npos) << sentence;
        const auto [place, fresh] = said.emplace(sentence, action);
        ++read;
        EXPECT_TRUE(fresh) << sentence << "\n" << action << "\n" << place->second;
      }
    }
  }
  EXPECT_GT(read, 5'000u);
}

TEST(Cli, AnAmountIsAskedForAndTaken) {
  const std::string file = temporary("amount.json");
  ASSERT_EQ(run({"new", "1840", "--players", "2", "--seed", "p", "--out", file}).code, 0);
  const Ran asked = run({"play", file, "--lang", "en"}, "1\n");
  ASSERT_TRUE(has(asked.out, "Which amount? 1 AMOUNT, from ")) << asked.out;
  EXPECT_EQ(file_json(file)["actions"].size(), 0u);
  const std::string from = asked.out.substr(asked.out.find(", from ") + 7);
  EXPECT_EQ(run({"play", file}, "1 " + from.substr(0, from.find(' ')) + "\n").code, 0);
  EXPECT_EQ(file_json(file)["actions"].size(), 1u);
  EXPECT_EQ(run({"verify", file}).code, 0);
}

TEST(Cli, AFinishedMatchSaysWhoWon) {
  const std::string file = played(2, "over.json");
  Json json = file_json(file);
  json.erase("hashes");
  const Json last = json["actions"].back()["action"];
  json["actions"].erase(json["actions"].size() - 1);
  std::ofstream(file) << json.dump();
  const Ran ended = run({"play", file, "--lang", "en"}, last.dump() + "\n");
  EXPECT_EQ(ended.code, 0);
  EXPECT_TRUE(has(ended.out, "Final standing")) << ended.out;
  EXPECT_EQ(file_json(file)["actions"].size(), json["actions"].size() + 1);
  EXPECT_EQ(run({"hint", file}).code, exit_usage);
}

TEST(Cli, BestRoutesOfBoardsAndMatches) {
  const std::string board = REMISE_SOURCE_DIR "/docs/examples/early.board", picture = temporary("route.svg");
  const Ran ran = run({"route", board, "--svg", picture, "--lang", "en"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(has(ran.out, "Best route: 60")) << ran.out;
  EXPECT_GT(std::filesystem::file_size(picture), 1000u);
  EXPECT_EQ(Json::parse(run({"route", board, "--json"}).out)["value"], 60);

  const std::string wrong = temporary("wrong.board");
  std::ofstream(wrong) << "era yellow\nline 4\ntile I25 57 0\n";
  const Ran refused = run({"route", wrong, "--lang", "en"});
  EXPECT_EQ(refused.code, exit_input);
  EXPECT_TRUE(has(refused.err, "Row 3")) << refused.err;

  const std::string file = played(3, "routes.json");
  EXPECT_EQ(run({"route", file}).code, exit_usage);
  EXPECT_EQ(run({"route", file, "99"}).code, exit_usage);
  bool found = false;
  for (int line = 1; line <= 18 && !found; ++line) {
    const Ran best = run({"route", file, std::to_string(line), "--lang", "en"});
    found = best.code == 0 && has(best.out, "Best route: ");
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(run({"route", file, "4", "--move", "999999"}).code, exit_usage);

  const std::string tramways = temporary("tramways.json");
  ASSERT_EQ(run({"new", "tramways", "--players", "2", "--seed", "p", "--out", tramways}).code, 0);
  EXPECT_EQ(run({"route", tramways, "4"}).code, exit_usage);
}

TEST(Cli, HintsRankTheMoves) {
  const std::string file = temporary("hint.json");
  ASSERT_EQ(run({"new", "1840", "--players", "2", "--seed", "p", "--out", file}).code, 0);
  const Json hint = Json::parse(run({"hint", file, "--level", "medium", "--json"}).out);
  EXPECT_EQ(hint["level"], "medium");
  ASSERT_GT(hint["moves"].size(), 0u);
  EXPECT_GE(hint["moves"].front()["value"], hint["moves"].back()["value"]);
  EXPECT_TRUE(has(run({"hint", file, "--nodes", "50"}).out, "hard: best moves"));
  const Ran before = run({"hint", played(2, "earlier.json"), "--move", "0", "--level", "medium", "--lang", "en"});
  EXPECT_TRUE(has(before.out, " bid ")) << before.out;
  EXPECT_TRUE(has(before.out, "played then: bid ")) << before.out;
  EXPECT_EQ(run({"hint", file, "--level", "nonsense"}).code, exit_usage);
  EXPECT_EQ(run({"hint", file, "--nodes", "-1"}).code, exit_usage);
  EXPECT_EQ(run({"hint", file, "--nodes", "100000001"}).code, exit_usage);
  EXPECT_EQ(run({"hint", file, "--seat", "5"}).code, exit_usage);
  EXPECT_EQ(run({"hint", file, "--move", "9"}).code, exit_usage);
}

TEST(Cli, PlayersCompete) {
  const std::string out = temporary("arena.json"), plot = temporary("arena.svg");
  const Ran ran =
      run({"arena", "tramways", "-l", "random,easy", "-p", "2", "-n", "2", "-t", "1", "-o", out, "--plot", plot});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "easy"));
  EXPECT_EQ(file_json(out)["contests"][0]["games"], 2);
  EXPECT_TRUE(std::filesystem::exists(plot));
  EXPECT_EQ(file_json(out)["ladder"].size(), 2u);
}

TEST(Cli, ProgramsCompete) {
  const std::string out = temporary("programs.json");
  const std::string program = "python3 " REMISE_SOURCE_DIR "/examples/program.py";
  const Ran ran = run({"arena", "tramways", "-l", "easy", "--program", program, "--program", "mine=" + program, "-p",
                       "2", "-n", "2", "-t", "1", "--fixed", "easy", "-o", out});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "Elo   95 %")) << ran.out;  // the ladder
  const Json contests = file_json(out)["contests"];
  ASSERT_EQ(contests.size(), 3u);
  EXPECT_EQ(contests[2]["challenger"], "program");
  EXPECT_EQ(contests[2]["others"], "mine");
  for (const Json& rung : file_json(out)["ladder"])
    if (rung["player"] == "easy") {
      EXPECT_EQ(rung["elo"]["mid"], 0);
    }
  const Ran broken = run({"arena", "1840", "-l", "easy", "--program", "exit", "-p", "2", "-n", "2", "-t", "1"});
  EXPECT_EQ(broken.code, exit_difference);
  EXPECT_TRUE(has(broken.err, "has ended")) << broken.err;
}

// Of games that all were spoiled there is nothing to tell but that.
TEST(Cli, AContestWithoutGamesHasNoFigures) {
  const std::string out = temporary("spoiled.json"), plot = temporary("spoiled.svg");
  const Ran ran = run({"arena", "1840", "-l", "easy", "--program", "mine=exit", "-p", "2", "-n", "2", "-t", "1", "-o",
                       out, "--plot", plot});
  EXPECT_EQ(ran.code, exit_difference);
  EXPECT_TRUE(std::regex_search(ran.out, std::regex("mine +easy +0 +2 errors\n"))) << ran.out;
  EXPECT_FALSE(has(ran.out, "0.0")) << ran.out;
  const Json contest = file_json(out)["contests"][0];
  for (const char* figure : {"win_rate", "elo", "seat_win_rates"}) EXPECT_TRUE(contest[figure].is_null()) << figure;
  for (const char* figure : {"challenger_score", "others_score", "ahead"})
    EXPECT_TRUE(contest[figure]["mid"].is_null()) << figure;
  EXPECT_FALSE(has(read_file(plot), "<circle"));
}

// A wrong level, option or number of seats is said before anything is played.
TEST(Cli, ContestsThatCannotBeAreRefused) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"arena", "1840", "-l", "nonsense", "-p", "2", "-n", "2"},
           {"arena", "1840", "-l", "random", "-p", "1", "-n", "1"},
           {"arena", "1840", "-l", "random", "-p", "2", "-n", "2", "--options", "[]"},
           {"arena", "1840", "-l", "random", "-p", "2", "-n", "2", "--options", "{\"x\": 1}"},
           {"arena", "1840", "-p", "2", "-n", "2", "--program", "x", "--program", "y"},
           {"arena", "1840", "-p", "2", "-n", "2", "--program", "easy=x"},
           {"arena", "1840", "-p", "2", "-n", "2", "--program", "x="},
           {"arena", "1840", "-p", "2", "-n", "2", "--program", " "},
           {"arena", "1840", "-p", "2", "-n", "2", "--program", "x", "--program-seconds", "0"},
           {"arena", "1840", "-l", "easy@0", "-p", "2", "-n", "2"},
           {"arena", "1840", "-l", "easy@", "-p", "2", "-n", "2"},
           {"arena", "1840", "-l", "easy@100000001", "-p", "2", "-n", "2"},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "--nodes", "-1"},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "--nodes", "0"},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "--nodes", "18446744073709551617"},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "-t", "0"},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "-t", "-1"},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "-t", "100000000"},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "--fixed", "nobody"},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "--lead", "easy"},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "--from", "LR1a"},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "--lead", "nobody", "--from", "LR1a"},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "--lead", "easy", "--from", "LR9"},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "--goal", "nan"},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "--program-seconds", "nan"},
           {"learn-data", "1840", "-l", "easy@0", "-n", "1", "-o", temporary("rows")},
           {"learn-data", "1840", "-n", "1", "-t", "0", "-o", temporary("rows")},
           {"puzzles", "1840", "--nodes", "-1", "-o", temporary("puzzles")},
           {"puzzles", "1840", "--judge", "hard@5", "-o", temporary("puzzles")},
           {"tune", "1840", "-l", "hard@5", "-p", "2", "-n", "2", "--generations", "1"},
           {"tune", "1840", "-l", "hard-1", "-p", "2", "-n", "2", "--generations", "1"},
           {"tune", "tramways", "-l", "hard-2", "-p", "2", "-n", "2", "--generations", "1"},
           {"tune", "1840", "-l", "easy", "-p", "2", "-n", "0", "--generations", "1"},
           {"tune", "1840", "-l", "easy", "-p", "2", "-n", "2", "--generations", "-1"},
           {"tune", "1840", "-l", "easy", "-p", "2", "-n", "2", "--generations", "1", "--population", "-5"},
           {"tune", "1840", "-l", "easy", "-p", "2", "-n", "2", "--generations", "1", "--spread", "nan"},
           {"tune", "1840", "-l", "easy", "-p", "2", "-n", "2", "--generations", "1", "--nodes", "-1"},
           {"tune", "1840", "-l", "nonsense", "-p", "2", "-n", "2", "--generations", "1"},
           {"tune", "1840", "-p", "1", "-n", "2", "--generations", "1"},
           {"tune", "1840", "-p", "2", "-n", "2", "--generations", "1", "--options", "{\"x\": 1}"}}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.code, exit_usage) << words[0] << " " << words.back() << ran.out;
    EXPECT_EQ(ran.out, "");
    EXPECT_FALSE(has(ran.err, "{\"code\"")) << ran.err;
  }
  EXPECT_TRUE(has(run({"arena", "1840", "-l", "nonsense"}).err, "Known: random, beginner"));
  const auto said = [](std::vector<std::string> words) {
    words.insert(words.end(), {"--lang", "en", "-p", "2", "-n", "2"});
    return run(words).err;
  };
  EXPECT_EQ(said({"arena", "1840", "-l", "hard@0"}),
            "remise: hard@0: after @ stands a number of nodes, from 1 to 100000000.\n");
  EXPECT_EQ(said({"arena", "1840", "-l", "easy,random", "--fixed", "nobody"}),
            "remise: --fixed: nobody does not play here. Who does: easy, random\n");
  EXPECT_TRUE(said({"tune", "1840", "-l", "hard-1"})
                  .starts_with("remise: The level hard-1 cannot be tuned. Those that can: random, beginner"));
}

// Before anything is played, not after.
TEST(Cli, FilesThatCannotBeWrittenAreToldFirst) {
  const std::string no_folder = temporary("no-folder"), nowhere = no_folder + "/file";
  std::ofstream(no_folder) << "a file";
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "--resume", nowhere},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "-o", nowhere},
           {"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "--plot", nowhere},
           {"tune", "1840", "-l", "easy", "-p", "2", "-n", "2", "--generations", "1", "-o", nowhere},
           {"review", played(2, "unwritten.json"), "-o", nowhere},
           {"puzzles", "1840", "-n", "1", "-o", nowhere},
           {"learn-data", "1840", "-l", "easy", "-n", "1", "-o", temporary("rows"), "--moves", nowhere},
           {"learn-data", "1840", "-l", "easy", "-n", "1", "-o", nowhere}}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.code, exit_input) << words[0] << " " << words.back();
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(has(ran.err, nowhere)) << ran.err;
  }
  const std::string kept = temporary("kept.json");
  std::ofstream(kept) << "as it was";
  run({"arena", "1840", "-l", "nonsense", "-o", kept});
  run({"arena", "1840", "-l", "easy", "-p", "2", "-n", "2", "-o", kept, "--plot", nowhere});
  EXPECT_EQ(read_file(kept), "as it was");
}

TEST(Cli, GamesInAFileBelongToTheirGameAndVersion) {
  const std::string file = temporary("resumed.jsonl");
  const auto games = [&] { return std::ranges::count(read_file(file), '\n'); };
  const auto resumed = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"-l", "random", "-p", "2", "-n", "2", "-t", "1", "--lang", "en", "--resume", file});
    const Ran ran = run(words);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran;
  };
  const std::string first = resumed({"arena", "tramways"}).out;
  EXPECT_EQ(resumed({"arena", "tramways"}).out, first);
  EXPECT_EQ(games(), 2);
  EXPECT_NE(resumed({"arena", "1840"}).out, first);
  EXPECT_EQ(games(), 4);
  const Ran own = resumed({"arena", "tramways", "--data", REMISE_SOURCE_DIR "/data/tramways"});
  EXPECT_TRUE(has(own.err, "holds 2 games of another version of Remise, or with other data. They are not taken."));
  EXPECT_EQ(games(), 6);
  std::ofstream(file, std::ios::app) << "[5]\n";
  const Ran broken = run({"arena", "1840", "-l", "random", "-p", "2", "-n", "2", "--resume", file});
  EXPECT_EQ(broken.code, exit_input);
  EXPECT_EQ(broken.err, "remise: " + file + ", line 7: this is no game of a contest\n");
}

TEST(Cli, TuningGivesEveryWeight) {
  const Ran ran = run(
      {"tune", "tramways", "-l", "easy", "-p", "2", "-n", "2", "-t", "1", "--generations", "1", "--population", "2"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_GT(Json::parse(ran.out).size(), 5u);
}

}  // namespace
}  // namespace remise::cli
