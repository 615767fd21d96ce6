// What somebody new to the command line types, and every slip found that way.
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <regex>

#include "cli/run.h"

namespace remise::cli {
namespace {

std::string begun(const std::string& game, const std::string& name, int players = 2) {
  const std::string file = temporary(name);
  EXPECT_EQ(run({"new", game, "--players", std::to_string(players), "--seed", "p", "--out", file, "--force"}).code, 0);
  return file;
}

TEST(Newcomer, AnUnknownCommandIsNamed) {
  const Ran ran = run({"shw"});
  EXPECT_EQ(ran.code, exit_usage);
  EXPECT_TRUE(has(ran.err, "no command shw. Did you mean show?")) << ran.err;
  EXPECT_TRUE(has(run({"xyzzyx"}).err, "no command xyzzyx. remise --help"));
  EXPECT_TRUE(has(run({"shw", "--lang", "de"}).err, "Es gibt keinen Befehl shw. Meinst du show?"));
  EXPECT_TRUE(has(run({"--json", "xyzzyx"}).err, "unknown_command")) << "also behind how to speak";
  EXPECT_TRUE(has(run({"--lang", "de", "shw"}).err, "Es gibt keinen Befehl shw. Meinst du show?"));
  EXPECT_EQ(run({}).code, exit_usage);
  EXPECT_TRUE(has(run({}).out, "remise new GAME"));
}

TEST(Newcomer, HelpListsCommandsAndTopics) {
  const Ran all = run({"help", "--lang", "en"});
  EXPECT_EQ(all.code, exit_ok);
  for (const char* word : {"remise new GAME", "perft", "verify", "remise help exit-codes"})
    EXPECT_TRUE(has(all.out, word)) << word << all.out;
  EXPECT_TRUE(has(run({"help", "route"}).out, "Usage: remise route"));
}

TEST(Newcomer, AnEmptyBoardIsSaidToBeEmpty) {
  for (const char* nothing : {"", " \n", "\xef\xbb\xbf"}) {
    const Ran ran = run({"route", "-", "4", "--lang", "en"}, nothing);
    EXPECT_EQ(ran.code, exit_input);
    EXPECT_TRUE(has(ran.err, "is empty")) << ran.err;
  }
}

TEST(Newcomer, WhatIsMissingOrTooMuchIsSaidInFourLanguages) {
  const char* missing[] = {"This is missing: FILE", "Das fehlt: FILE", "Falta: FILE", "Не хватает: FILE"};
  const char* extra[] = {"Not expected here: b", "Hier nicht vorgesehen: b", "No se esperaba aquí: b",
                         "Здесь не ожидалось: b"};
  for (std::size_t i = 0; i < std::size(languages); ++i) {
    const std::string lang(languages[i]);
    EXPECT_TRUE(has(run({"show", "--lang", lang}).err, missing[i])) << run({"show", "--lang", lang}).err;
    EXPECT_TRUE(has(run({"show", "a", "b", "--lang", lang}).err, extra[i]));
  }
}

TEST(Newcomer, ValuesThatCannotBeAreSaidInFourLanguages) {
  const char* range[] = {
      "--games: 0 is not a number from 1 to 1000000000. More", "--games: 0 ist keine Zahl von 1 bis 1000000000. Mehr",
      "--games: 0 no es un número de 1 a 1000000000. Más", "--games: 0 — не число от 1 до 1000000000. Подробнее"};
  const char* form[] = {"is not of the form", "hat nicht die Form", "no tiene la forma", "не вида"};
  const char* value[] = {"--out needs a value", "--out braucht einen Wert", "--out necesita un valor",
                         "--out: нужно значение"};
  for (std::size_t i = 0; i < std::size(languages); ++i) {
    const std::string lang(languages[i]);
    const auto said = [&](std::vector<std::string> words) {
      words.insert(words.end(), {"--lang", lang});
      const Ran ran = run(std::move(words));
      EXPECT_EQ(ran.code, exit_usage) << ran.err;
      return ran.err;
    };
    EXPECT_TRUE(has(said({"arena", "1840", "-n", "0"}), range[i])) << said({"arena", "1840", "-n", "0"});
    EXPECT_TRUE(has(said({"serve", "--origin", "x"}), form[i])) << said({"serve", "--origin", "x"});
    const Ran ran = run({"new", "1840", "--lang", lang, "--out"});
    EXPECT_TRUE(has(ran.err, value[i])) << ran.err;
  }
  const auto said = [](std::vector<std::string> words) { return run(std::move(words)).err; };
  EXPECT_TRUE(has(said({"show", "a", "--move", "-3"}), "--move: -3 is not a number from 0 to 2147483647."));
  EXPECT_TRUE(has(said({"arena", "1840", "--goal", "9"}), "--goal: 9 is not a number from 0 to 6."));
  EXPECT_TRUE(has(said({"arena", "1840", "--goal", "x"}), "--goal: x is not a number."));
  EXPECT_TRUE(has(said({"show", "a", "--lang", "fr"}), "--lang: fr is not one of en, de, es, ru."));
  EXPECT_TRUE(has(said({"arena", "1840", "--from", "x"}), "--from needs --lead beside it."));
  EXPECT_TRUE(has(said({"show", "a", "--svg", "a", "--card", "b"}), "do not go together."));
  EXPECT_TRUE(has(said({"show", "a", "--lang"}), "--lang needs a value."));
}

TEST(Newcomer, AnOptionMisspeltIsNamedWithTheOneMeant) {
  const std::string said = run({"serve", "--prt", "9611"}).err;
  EXPECT_TRUE(has(said, "Not expected here: --prt 9611. Did you mean --port? More: remise serve --help")) << said;
  EXPECT_TRUE(has(run({"show", "a", "--mvoe=3", "--lang", "de"}).err, "--mvoe=3. Meinst du --move?"));
}

TEST(Newcomer, APartOfACommandMisspeltIsNamed) {
  const Ran misspelt = run({"admin", "tabels"});
  EXPECT_EQ(misspelt.code, exit_usage);
  EXPECT_TRUE(has(misspelt.err, "tabels is not known here. Did you mean tables? Known: tables, top, ")) << misspelt.err;
  EXPECT_TRUE(has(run({"admin", "--lang", "de"}).err, "Bekannt: tables, top, ")) << run({"admin"}).err;
  EXPECT_TRUE(has(run({"data"}).err, "What should be done is missing. Known: check.")) << run({"data"}).err;
}

TEST(Newcomer, HintsSayWhoseTurnItIsNot) {
  const std::string file = begun("tramways", "turn.json", 3);
  std::string waits;
  for (const char* seat : {"0", "1", "2"}) {
    const Ran ran = run({"hint", file, "--seat", seat, "--level", "easy"});
    if (ran.code == exit_ok) continue;
    EXPECT_EQ(ran.code, exit_usage);
    EXPECT_TRUE(has(ran.err, "(seat " + std::string(seat) + ")")) << "counted as on the command line: " << ran.err;
    waits += seat;
  }
  EXPECT_EQ(waits.size(), 2U);
  EXPECT_TRUE(has(run({"hint", file, "--seat", "4"}).err, "only 3 seats"));
  EXPECT_TRUE(has(run({"hint", file, "--level", "hrad"}).err, "no level hrad. Known: random, beginner, easy"));
  const Ran easy = run({"hint", file, "--level", "easy"});
  EXPECT_EQ(easy.code, exit_ok) << easy.err;
  EXPECT_TRUE(has(easy.out, "The level easy only plays; it judges no moves.")) << easy.out;
  EXPECT_FALSE(has(easy.out, "expected at the end")) << easy.out;
}

TEST(Newcomer, MovesThatAreNotThereCannotBeTold) {
  const std::string file = played(2, "told.json");
  const Ran beyond = run({"replay", file, "--from", "99999"});
  EXPECT_EQ(beyond.code, exit_usage);
  EXPECT_EQ(beyond.out, "");
  EXPECT_TRUE(has(beyond.err, "The game has only")) << beyond.err;
  EXPECT_EQ(run({"replay", file, "--from", "9", "--to", "5"}).code, exit_usage);
  EXPECT_EQ(run({"replay", file, "--from", "5", "--to", "99999"}).code, exit_ok) << "told to its end";
}

TEST(Newcomer, WhereOneAmountIsPossibleNoneIsAsked) {
  const std::string file = played(3, "one-amount.json"), cut = temporary("one-amount-cut.json");
  Json json = file_json(file);
  json.erase("hashes");
  const Json actions = json["actions"];
  for (std::size_t n = 30; n < actions.size(); ++n) {
    const std::string seat = actions[n]["seat"].dump();
    const Json legal =
        Json::parse(run({"show", file, "--move", std::to_string(n), "--seat", seat, "--json"}).out)["legal"];
    const auto one = std::ranges::find_if(legal, [](const Json& action) {
      return action.contains("count") && action["count"].is_object() && action["count"]["max"] == 1;
    });
    if (one == legal.end()) continue;
    json["actions"] = actions;
    json["actions"].erase(json["actions"].begin() + static_cast<std::ptrdiff_t>(n), json["actions"].end());
    std::ofstream(cut) << json.dump();
    const Ran ran = run({"play", cut}, std::to_string(one - legal.begin() + 1) + "\n");
    EXPECT_TRUE(has(ran.out, "sell 1 share of")) << ran.out;
    EXPECT_EQ(file_json(cut)["actions"].size(), n + 1) << ran.out;
    return;
  }
  FAIL() << "no such position";
}

TEST(Newcomer, AStudyOfOneMatchClaimsNothingSure) {
  const Ran ran = run({"study", played(3, "one-match.json"), "--lang", "en"});
  EXPECT_EQ(ran.code, exit_ok);
  EXPECT_TRUE(has(ran.out, "One finished game of ")) << ran.out;
  EXPECT_FALSE(has(ran.out, "half of them")) << ran.out;
  EXPECT_FALSE(has(ran.out, "± 0.0")) << "what one seat did twice went together with one result: " << ran.out;
}

// What is known, but not with so many players, is told with those it is for.
TEST(Newcomer, AChoiceForOtherNumbersOfPlayersSaysForWhich) {
  const Ran map = run({"new", "1840", "--players", "4", "--option", "map=small", "--lang", "en"});
  EXPECT_EQ(map.code, exit_usage);
  EXPECT_TRUE(has(map.err, "map=small is not for 4 players. Players it is for: 3\n")) << map.err;
  const Ran variant = run({"new", "tramways", "--players", "3", "--option", "variant=expert2", "--lang", "en"});
  EXPECT_TRUE(has(variant.err, "variant=expert2 is not for 3 players. Players it is for: 2\n")) << variant.err;
  EXPECT_TRUE(
      has(run({"new", "1840", "--players", "4", "--option", "map=smal", "--lang", "en"}).err, "smal is not known"));
  EXPECT_EQ(run({"new", "1840", "--players", "3", "--option", "map=small"}).code, 0);
}

TEST(Newcomer, ALineThatThereIsNotIsToldWithThoseThereAre) {
  const std::string file = begun("1840", "lines.json");
  const auto err = [&](std::vector<std::string> words) { return run(std::move(words)).err; };
  EXPECT_TRUE(has(err({"route", file, "99", "--lang", "en"}), "There is no line 99 here. Lines: 1, 2, 3, "));
  EXPECT_TRUE(has(err({"route", file, "x", "--lang", "en"}), "There is no line x here. Lines: 1, 2, 3, "));
  EXPECT_TRUE(has(err({"route", file, "4", "--lang", "en"}), "no marker on the map yet"));
  EXPECT_TRUE(has(err({"show", file, "--svg", "-", "--route", "99", "--lang", "en"}), "There is no line 99 here."));
  EXPECT_EQ(run({"show", file, "--svg", "-", "--route", "99"}).code, exit_usage);
  EXPECT_EQ(run({"show", file, "--svg", "-", "--route", "4"}).code, 0) << "a line that is not on the map yet";
  EXPECT_EQ(run({"show", begun("tramways", "no-lines.json"), "--route", "4"}).code, exit_usage);
}

TEST(Newcomer, AMoveOfTheWrongSeatNamesItAsTheFileDoes) {
  const std::string file = begun("1840", "wrong-seat.json");
  Json json = file_json(file);
  json["actions"] = {{{"seat", 0}, {"action", {{"type", "pass"}}}}, {{"seat", 0}, {"action", {{"type", "pass"}}}}};
  std::ofstream(file) << json;
  const Ran nameless = run({"verify", file, "--lang", "en"});
  EXPECT_EQ(nameless.code, exit_difference);
  EXPECT_TRUE(has(nameless.err, "It is not the turn of Player 1 (seat 0).")) << nameless.err;
  json["names"] = {"Anna", "Bruno"};
  std::ofstream(file) << json;
  EXPECT_TRUE(has(run({"verify", file, "--lang", "en"}).err, "It is not the turn of Anna (seat 0)."));
}

// A match that begins at a position is told from there.
TEST(Newcomer, AReplayBeginsWhereItsPositionStands) {
  const std::string whole = played("tramways", 2, "whole.json"), file = temporary("begins.json");
  const OpenMatch open = open_match({}, whole, 30);
  const auto position = open.match->file_as_imagined(Seat{0}, "x");
  ASSERT_TRUE(position && (*position)["setup"].contains("position"));
  ASSERT_GT((*position)["setup"]["position"]["round"], 0);
  std::ofstream(file) << *position;
  const Ran told = run({"replay", file, "--lang", "en"});
  EXPECT_EQ(told.code, 0);
  EXPECT_TRUE(told.out.starts_with("\n— Round " + (*position)["setup"]["position"]["round"].dump() + " —\n"))
      << told.out;
  EXPECT_TRUE(has(run({"replay", whole, "--lang", "en"}).out, "— Set-up —"));
}

TEST(Newcomer, AGameWithoutBestRoutesSaysSo) {
  const Ran ran = run({"route", begun("tramways", "routes.json"), "4"});
  EXPECT_EQ(ran.code, exit_usage);
  EXPECT_TRUE(has(ran.err, "no best routes")) << ran.err;
}

// What stands on the command line: 2. What is in a file: 3. A check that failed: 1.
TEST(Newcomer, ExitCodesAreAlike) {
  const std::string file = begun("1840", "codes.json"), nothing = "/nowhere/at/all";
  const std::vector<std::vector<std::string>> usage{{"new", "chess"},
                                                    {"demo", "--game", "chess"},
                                                    {"arena", "chess"},
                                                    {"show", file, "--seat", "5"},
                                                    {"replay", file, "--seat", "5"},
                                                    {"hint", file, "--seat", "5"},
                                                    {"show", file, "--move", "9"},
                                                    {"hint", file, "--move", "9"},
                                                    {"route", file, "4", "--move", "9"},
                                                    {"route", file, "99"},
                                                    {"hint", file, "--level", "x"},
                                                    {"hint", played(2, "over.json")},
                                                    {"demo", "--level", "x"},
                                                    {"play", file, "--bot", "1=x"},
                                                    {"play", file, "--bot", "7"},
                                                    {"new", "1840", "--data", nothing},
                                                    {"data", "check", nothing},
                                                    {"arena", "1840", "-n", "0"}};
  for (const auto& words : usage) EXPECT_EQ(run(words).code, exit_usage) << words[0] << " " << words.back();
  for (const char* command : {"show", "replay", "verify", "hint", "play", "import", "perft"})
    EXPECT_EQ(run({command, nothing}).code, exit_input) << command;
  EXPECT_EQ(run({"admin", "tables", "--db", nothing}).code, exit_input);
  EXPECT_EQ(run({"admin", "--db", nothing, "tables"}).code, exit_input);
}

TEST(Newcomer, ErrorsForProgramsAreJson) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"show", "/nowhere", "--json"},
                                             {"show", "--json"},
                                             {"nonsense", "--json"},
                                             {"new", "chess", "--json"},
                                             {"new", "1840", "--option", "x=1", "--json"}}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.out, "");
    const auto error = parse_json(ran.err);
    ASSERT_TRUE(error.has_value()) << ran.err;
    for (const char* key : {"scope", "code", "values", "message"})
      EXPECT_TRUE((*error)["error"].contains(key)) << ran.err;
  }
}

// A file may become so large only, as on a disk that is full.
struct FullDisk {
  rlimit before{};
  explicit FullDisk(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit less{bytes, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &less);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_DFL);
  }
};

TEST(Newcomer, AFullDiskCostsNothingOfAMatch) {
  const std::string file = played(2, "full.json");
  Json json = file_json(file);
  json["actions"].erase(json["actions"].end() - 1);
  json.erase("hashes");
  std::ofstream(file) << json.dump(1) << '\n';
  std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  ASSERT_GT(std::filesystem::file_size(file), 16'384U);
  Ran ran;
  {
    const FullDisk full(16'384);
    ran = run({"play", file, "--bot", "0=easy", "--bot", "1=easy"});
  }
  EXPECT_EQ(ran.code, exit_input) << ran.err;
  EXPECT_TRUE(has(ran.err, "cannot be written")) << ran.err;
  EXPECT_EQ(file_json(file), json);
  {
    const FullDisk full(16'384);
    EXPECT_EQ(run({"verify", file, "--out", temporary("half-of-full.json")}).code, exit_input);
  }
  int beside = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(file).parent_path()))
    beside += has(entry.path().filename().string(), "full.json");
  EXPECT_EQ(beside, 1) << "and leaves nothing behind";

  const std::string link = temporary("link-to-full.json");
  std::filesystem::create_symlink(file, link);
  EXPECT_EQ(run({"play", link, "--bot", "0=easy", "--bot", "1=easy"}).code, exit_ok);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(file_json(file)["actions"].size(), json["actions"].size() + 1);
  EXPECT_EQ(std::filesystem::status(file).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(Newcomer, AFileIsNotReplacedUnasked) {
  const std::string file = begun("1840", "kept.json");
  ASSERT_EQ(run({"play", file}, "{\"type\": \"pass\"}\n").code, 0);
  const Json before = file_json(file);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"new", "1840", "--out", file}, {"demo", "--out", file}, {"import", file, "--out", file}}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.code, exit_input);
    EXPECT_TRUE(has(ran.err, "exists already. --force replaces it.")) << ran.err;
    EXPECT_EQ(file_json(file), before);
  }
}

TEST(Newcomer, AFullDiskIsSaid) {
  const Ran ran = run({"new", "1840", "--out", "/dev/full"});
  EXPECT_EQ(ran.code, exit_input);
  EXPECT_TRUE(has(ran.err, "/dev/full cannot be written")) << ran.err;
  // Standard output as well; a program of its own, since this one's output is watched.
  const std::string command = std::string(REMISE_PROGRAM) + " new 1840 --seed x >/dev/full 2>" + temporary("full.txt");
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), exit_input);
  EXPECT_TRUE(has(read_file(temporary("full.txt")), "The output cannot be written"));
}

TEST(Newcomer, NamesDoNothingToTheTerminal) {
  for (const char* name : {"A\033[31mB", "\u009b31mB", "two\nlines", "", "\xff", "\u202Egro", "\u2067x", "a\u2028b"})
    EXPECT_EQ(run({"new", "1840", "--name", name}).code, exit_usage) << name;
  EXPECT_EQ(run({"new", "1840", "--players", "2", "--name", "a", "--name", "b", "--name", "c"}).code, exit_usage);
  // A file from elsewhere may hold anything.
  const std::string file = played(2, "names.json");
  Json json = file_json(file);
  json["names"] = {"A\033[31mB\u202E", "\u009b31mC\u2066"};
  std::ofstream(file) << json.dump();
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"show", file}, {"replay", file}, {"hint", file, "--move", "0", "-l", "easy"}, {"play", file}}) {
    const Ran ran = run(words);
    EXPECT_EQ((ran.out + ran.err).find('\033'), std::string::npos) << words[0];
    for (const char* sign : {"\u009b", "\u202E", "\u2066"}) EXPECT_FALSE(has(ran.out + ran.err, sign)) << words[0];
  }
  // So may a review, also as a page that is written to the terminal.
  json["actions"].erase(json["actions"].begin() + 6, json["actions"].end());
  json.erase("hashes");
  std::ofstream(file) << json.dump();
  const std::string review = temporary("names-review.json");
  ASSERT_EQ(run({"review", file, "-b", "100", "--out", review}).code, 0);
  json = file_json(review);
  json["accounts"]["rounds"][0] = "A\033[31mB";
  std::ofstream(review) << json.dump();
  for (const char* form : {"--html", "--text"}) {
    const Ran ran = run({"review", review, form});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.find('\033'), std::string::npos) << form;
  }
}

// A number after a move that takes none was once ignored, and a tram for 300 bought instead of one for 20.
TEST(Newcomer, AnAmountWhereNoneBelongsPlaysNothing) {
  const std::string file = begun("1840", "amount.json");
  const Ran ran = run({"play", file, "--lang", "en"}, "5 20\n");
  EXPECT_TRUE(has(ran.out, "Move 5 takes no amount (20). Nothing was played.")) << ran.out;
  EXPECT_EQ(file_json(file)["actions"].size(), 0u);
  EXPECT_TRUE(has(run({"play", file, "--lang", "en"}, "1 20x\n").out, "Which amount?"));
  EXPECT_EQ(file_json(file)["actions"].size(), 0u);
}

TEST(Newcomer, WhatWasTakenBackCanBePlayedAgain) {
  const std::string file = begun("1840", "redo.json");
  ASSERT_EQ(run({"play", file}, "1 20\n1 25\nundo 2\nredo\nredo\n").code, 0);
  EXPECT_EQ(file_json(file)["actions"].size(), 2u);
  EXPECT_EQ(run({"verify", file}).code, 0);
  EXPECT_TRUE(has(run({"play", file, "--lang", "en"}, "redo\n").out, "There is nothing to play again."));
  // A new move is the end of what could be played again.
  ASSERT_EQ(run({"play", file}, "undo\n1 30\nredo\n").code, 0);
  EXPECT_EQ(file_json(file)["actions"].size(), 2u);
  EXPECT_EQ(file_json(file)["actions"][1]["action"]["price"], 30);
}

TEST(Newcomer, BotsPlayTheirSeatsAndAreRemembered) {
  const std::string file = begun("tramways", "bots.json", 3);
  const Ran ran = run({"play", file, "--bot", "1=easy", "--bot", "2=random", "--lang", "en"}, "1\n1\n1\n");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "Player 1> "));
  EXPECT_FALSE(has(ran.out, "Player 2> "));
  const Json after = file_json(file);
  EXPECT_EQ(after["bots"], (Json{"", "easy", "random"}));
  EXPECT_GT(after["actions"].size(), 5u);
  EXPECT_EQ(run({"verify", file}).code, 0);
  // undo goes back to the person's own decision, past what the bots did since.
  const Ran back = run({"play", file, "--lang", "en"}, "undo\nquit\n");
  EXPECT_TRUE(has(back.out, "Player 1> ")) << back.out;
  EXPECT_FALSE(has(back.out, "Player 3> ")) << back.out;
  // =none gives the seat back to a person.
  EXPECT_TRUE(
      has(run({"play", file, "--bot", "1=none,2=none", "--lang", "en"}, "1\n1\n1\n1\n1\n1\n").out, "Player 2> "));
}

TEST(Newcomer, HintsWhilePlaying) {
  const std::string file = begun("tramways", "hints.json");
  const Ran ran = run({"play", file, "--lang", "en"}, "hint\n");
  EXPECT_TRUE(has(ran.out, "hard: best moves with the result")) << ran.out;
}

// The prompts, what is asked and what is refused, in the language asked for.
TEST(Newcomer, ThePromptSpeaksFourLanguages) {
  const std::string file = begun("1840", "languages.json");
  std::set<std::string> said;
  for (const std::string_view lang : languages) {
    const Ran ran = run({"play", file, "--lang", std::string(lang)},
                        "help\n1\n9 9\n99\nlist zzz\nundo\nredo\n{x\nmake\nnonsense\nstop\n");
    EXPECT_FALSE(has(ran.out, "cli.")) << lang << ran.out;
    if (lang != "en") {
      for (const char* word : {"Choose", "amount", "NUMBER", "nothing", "again", "taken", "step"})
        EXPECT_FALSE(has(ran.out, word)) << lang << " " << word << "\n" << ran.out;
    }
    said.insert(ran.out);
  }
  EXPECT_EQ(said.size(), 4u);
}

// A fault further on hides nothing that comes before it.
TEST(Newcomer, AFaultIsNamedAndTheMovesBeforeItAreShown) {
  const std::string file = played(2, "fault.json");
  Json json = file_json(file);
  json["actions"][30]["action"] = {{"type", "run"}};
  std::ofstream(file) << json.dump();
  const Ran ran = run({"verify", file, "--lang", "en"});
  EXPECT_EQ(ran.code, exit_difference);
  EXPECT_TRUE(has(ran.err, "move 30 cannot be played.")) << ran.err;
  const Ran told = run({"verify", file, "--json"});
  EXPECT_EQ(Json::parse(told.err)["error"]["values"]["move"], 30);
  EXPECT_EQ(run({"show", file, "--move", "30"}).code, 0);
  EXPECT_EQ(run({"show", file, "--move", "31"}).code, exit_difference);
  EXPECT_EQ(run({"hint", file, "--move", "30", "-l", "easy"}).code, 0);
  EXPECT_EQ(run({"replay", file, "--to", "29"}).code, 0);
  EXPECT_EQ(run({"replay", file, "--to", "30"}).code, exit_difference);
}

TEST(Newcomer, AnEmptyFolderIsNoData) {
  const std::string folder = temporary("empty");
  std::filesystem::create_directories(folder);
  const Ran ran = run({"data", "check", folder});
  EXPECT_EQ(ran.code, exit_usage);
  EXPECT_TRUE(has(ran.err, "holds no data of any game")) << ran.err;
  std::filesystem::remove_all(folder);
}

TEST(Newcomer, BoardsMayBeginWithAMarkAndComeByPipe) {
  const std::string board = read_file(REMISE_SOURCE_DIR "/docs/examples/early.board"), file = temporary("bom.board");
  std::ofstream(file) << "\xef\xbb\xbf" << board;
  EXPECT_TRUE(has(run({"route", file, "--lang", "en"}).out, "Best route: 60"));
  EXPECT_TRUE(has(run({"route", "-", "4", "--lang", "en"}, board).out, "Best route: 60"));
  const std::string match = played(2, "piped.json");
  EXPECT_EQ(run({"route", "-", "99"}, read_file(match)).code, exit_usage) << "a match is read from a pipe as well";
  std::ofstream(file) << "era blue\nline 4\ntile Z99 57 0\n";
  const Ran ran = run({"route", file, "--lang", "en"});
  EXPECT_EQ(ran.code, exit_input);
  EXPECT_TRUE(has(ran.err, "2 mistakes") && has(ran.err, "Row 1") && has(ran.err, "Row 3")) << ran.err;
}

// Hexes are named on the picture and in the text, so that moves and boards can be followed.
TEST(Newcomer, TheMapNamesItsHexes) {
  const std::string file = played(3, "map.json");
  const Ran svg = run({"show", file, "--svg", "-"});
  for (const char* hex : {">E17<", ">I11<", ">B14<"}) EXPECT_TRUE(has(svg.out, hex)) << hex;
  const Ran shown = run({"show", file, "--lang", "en"});
  EXPECT_TRUE(std::regex_search(shown.out, std::regex("\n    1  2  3 .*\n  A .*\n  B "))) << shown.out;
}

// Directions instead of turns, prices and gains: what somebody at a table would say.
TEST(Newcomer, EntriesOf1840TellDirectionsPricesAndGains) {
  const std::string file = played(3, "entries.json");
  Common common;
  std::size_t lays = 0;
  bool cost = false, gain = false;
  const std::size_t moves = file_json(file)["actions"].size();
  for (const char* lang : {"en", "de", "es", "ru"}) {
    common.lang = lang;
    const Locale texts = locale(common);
    for (std::size_t move = 0; move < moves; move += 5) {
      const OpenMatch open = open_match(common, file, static_cast<int>(move));
      const Speaker speak = speaker_for(texts, *open.match, open.file);
      std::set<std::string> said;
      for (const Json& action : open.match->legal(open.match->to_act().lowest())) {
        const std::string sentence = speak.action(action);
        EXPECT_EQ(sentence.find_first_of("{}[]"), std::string::npos) << sentence;
        EXPECT_TRUE(said.insert(sentence).second) << sentence << action;
        lays += action["type"] == "lay_tile";
        EXPECT_FALSE(has(sentence, "rotated")) << sentence;
      }
    }
  }
  EXPECT_GT(lays, 100u);
  for (std::size_t move = 0; move < moves && !(cost && gain); move += 3) {
    Json part = file_json(file);
    part.erase("hashes");
    part["actions"].get_ref<Json::array_t&>().resize(move);
    const std::string at = temporary("at.json");
    std::ofstream(at) << part.dump();
    const Ran listed = run({"play", at, "--lang", "en"}, "");
    cost = cost || std::regex_search(listed.out, std::regex("lay tile .*treasury of .* \u2212[0-9]+"));
    gain = gain || std::regex_search(listed.out, std::regex("lay tile .*best route \\+[1-9]"));
  }
  EXPECT_TRUE(cost);
  EXPECT_TRUE(gain);
}

// What cannot be imported is named, and how to come by what can.
TEST(Newcomer, ImportSaysWhatItDoesNotKnow) {
  const std::string file = temporary("other.json");
  std::ofstream(file) << R"({"title": "1846", "players": [], "actions": []})";
  const Ran other = run({"import", file, "--lang", "en"});
  EXPECT_EQ(other.code, exit_input);
  EXPECT_TRUE(has(other.err, "is a game of 1846. Only these can be imported: ")) << other.err;
  std::ofstream(file) << R"({"hello": 1})";
  EXPECT_TRUE(has(run({"import", file, "--lang", "en"}).err, "/api/game/NUMBER")) << run({"import", file}).err;
  const Json players = {{{"id", 1}, {"name", "Anna"}}, {{"id", 2}, {"name", "B\033"}}};
  const Json source{{"title", "1840"},
                    {"players", players},
                    {"actions", Json::array()},
                    {"settings", {{"seed", 5}, {"optional_rules", {"moon"}}}}};
  std::ofstream(file) << source.dump();
  const Ran rules = run({"import", file, "--lang", "en"});
  EXPECT_EQ(rules.code, exit_input);
  EXPECT_TRUE(has(rules.err, "moon")) << rules.err;
}

TEST(Newcomer, ImportRefusesWrongCheckFilesAndTellsNames) {
  const std::string file = temporary("source.json"), check = temporary("check.json");
  const Json players = {{{"id", 11}, {"name", "Anna"}}, {{"id", 12}, {"name", "Bruno"}}};
  Json source{{"title", "1840"},
              {"players", players},
              {"actions", {{{"type", "pass"}, {"id", 1}, {"entity", 11}, {"entity_type", "player"}}}},
              {"settings", {{"seed", 5}}},
              {"status", "finished"},
              {"manually_ended", true}};
  std::ofstream(file) << source.dump();
  const Ran good = run({"import", file, "--lang", "en"});
  EXPECT_TRUE(has(good.out, "Anna  ") && has(good.out, "Bruno  ")) << good.out << good.err;
  EXPECT_TRUE(has(good.out, "broke this game off")) << good.out;
  for (const char* text : {"{}", "[]", "{\"actions\": 1}", "{\"actions\": [], \"players\": [{\"source_id\": 99}]}"}) {
    std::ofstream(check) << text;
    EXPECT_EQ(run({"import", file, "--check", check}).code, exit_input) << text;
  }
  std::ofstream(check) << "{}";
  EXPECT_EQ(run({"import", file, "--legal", check}).code, exit_input);
  EXPECT_EQ(run({"import", file, "--best", check}).code, exit_input);
}

// Also those for hosts: every command can be told how to speak.
TEST(Newcomer, EveryCommandTakesALanguage) {
  for (const char* command : {"doctor", "backup", "restore", "admin", "load", "export", "serve", "manual"})
    EXPECT_TRUE(has(run({command, "--help"}).out, "--lang")) << command;
  EXPECT_TRUE(has(run({"backup", "x.jsonl", "--db", "/nowhere", "--lang", "de"}).err, "Es gibt keine Datenbank"));
  EXPECT_TRUE(has(run({"admin", "top", "--db", "/nowhere", "--lang", "de"}).err, "Es gibt keine Datenbank"));
  const Ran doctor = run({"doctor", "--db", temporary("doctor.db"), "--port", "1", "--webhooks", "--lang", "de"});
  EXPECT_TRUE(has(doctor.out, "Mail und Webhooks brauchen --origin")) << doctor.out;
}

TEST(Newcomer, TheServerRefusesAFolderWithoutAPage) {
  EXPECT_EQ(run({"serve", "--show-config", "--web", "/nowhere"}).code, exit_usage);
  EXPECT_TRUE(has(run({"serve", "--show-config", "--web", "/tmp"}).err, "has no index.html"));
}

TEST(Newcomer, TheVersionTellsWhatThisIs) {
  const Json all = Json::parse(run({"--version", "--json"}).out);
  for (const char* key : {"version", "commit", "date", "compiler", "rules", "match_file", "wire", "engine"})
    EXPECT_TRUE(all.contains(key)) << key;
  EXPECT_EQ(all["rules"]["1840"], file_json(begun("1840", "version.json"))["rules"]);
  EXPECT_TRUE(has(run({"--version"}).out, "remise " + all["version"].get<std::string>() + "\n"));
}

// Every way to fail has its sentence.
TEST(Newcomer, EveryFailureHasItsSentence) {
  const Json texts = Json::parse(*embedded_data("locale/en/cli.json"));
  const std::regex fails("fail\\(\\s*exit_\\w+,\\s*\"(\\w+)\"");
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(REMISE_SOURCE_DIR "/src/cli")) {
    if (!entry.is_regular_file()) continue;
    const std::string source = read_file(entry.path().string());
    for (auto it = std::sregex_iterator(source.begin(), source.end(), fails); it != std::sregex_iterator();
         ++it, ++found)
      EXPECT_TRUE(texts.contains("cli.error." + (*it)[1].str())) << (*it)[1];
  }
  EXPECT_GT(found, 40u);
}

}  // namespace
}  // namespace remise::cli
