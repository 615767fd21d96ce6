#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "cli/command.h"
#include "cli/misuse.h"
#include "cli/version.h"
#include "core/sha256.h"
#include "io/text/renderer.h"

namespace remise::cli {

namespace {

constexpr const char* introduction =
    "Remise plays tram board games by their rules; `remise new` lists them.\n\n"
    "A match is a file: the setup, the seed, and the moves. Every command reads it again move by move, so that what "
    "it\n"
    "shows was checked. Start one and look at it:\n\n"
    "  remise new GAME --players 4 --out my.json\n"
    "  remise play my.json\n"
    "  remise show my.json --svg map.svg\n";

constexpr const char* exit_codes =
    "Exit codes: 0 all is well; 1 a check failed (a difference, a refused move, a wrong hash);\n"
    "2 what stands on the command line cannot be; 3 a file cannot be read or written, or has not the right form.\n"
    "`remise COMMAND --help` tells more about each command, `remise help` lists further topics.";

std::string language(const Common& common) {
  std::string lang = common.lang;
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* value = std::getenv(variable); lang.empty() && value && *value) lang = language_of(value);
  return lang.empty() ? "en" : lang;
}

}  // namespace

namespace {

// How this run speaks. Read before everything else, so that also what is wrong with the command line is told so.
struct Speech {
  std::string lang;
  bool json = false;
};
Speech speech;

Speech speech_of(const std::vector<std::string>& words) {
  Speech found;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--json") found.json = true;
    if (words[i].starts_with("--lang=")) found.lang = words[i].substr(7);
    if (words[i] == "--lang" && i + 1 < words.size()) found.lang = words[i + 1];
  }
  if (std::ranges::find(languages, found.lang) == std::end(languages)) found.lang.clear();
  return found;
}

void tell(const Error& error, const std::string& message) {
  std::cout.flush();
  if (!speech.json) {
    std::cerr << "remise: " << harmless(message) << '\n';
    return;
  }
  Json told = to_json(error);
  told["message"] = harmless(message);
  std::cerr << Json{{"error", std::move(told)}}.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

void tell(std::string_view what, Json values) {
  const Error error{"cli", std::string(what), "", std::move(values)};
  tell(error, say("error." + error.code, error.values));
}

// Whether the command named does not exist; that is told.
bool tell_unknown_command(const CLI::App& app, const std::vector<std::string>& words) {
  const auto commands = app.get_subcommands(nullptr);
  auto first = words.begin();  // the command; how to speak may be said before it
  while (first != words.end() && (*first == "--json" || *first == "--lang" || first->starts_with("--lang=")))
    first += *first == "--lang" && first + 1 != words.end() ? 2 : 1;
  if (first == words.end() || first->starts_with('-') ||
      std::ranges::any_of(commands, [&](const CLI::App* sub) { return sub->get_name() == *first; }))
    return false;
  std::vector<std::string> names;
  for (const CLI::App* sub : commands) names.push_back(sub->get_name());
  const std::string near = nearest(names, *first);
  tell("unknown_command", {{"command", *first}, {"near", near.empty() ? Json() : Json(near)}});
  return true;
}

// What is wrong with the command line, in the language asked for.
void tell_misuse(const CLI::App& app, const std::vector<std::string>& words, const CLI::ParseError& wrong) {
  if (tell_unknown_command(app, words)) return;
  std::string name = "remise";
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    name += " " + command->get_name();
  }
  const bool extra = dynamic_cast<const CLI::ExtrasError*>(&wrong) != nullptr;
  const Misuse found = extra                                 ? unexpected_words(*command, app.remaining(true))
                       : is_without_command(*command, wrong) ? unknown_part(*command, app.remaining(true))
                                                             : misuse_of(wrong);
  Json values = found.values;
  values["kind"] = found.kind;
  values["reason"] = say("misuse." + found.kind, found.values);
  values["command"] = name;
  tell("misuse", std::move(values));
}

int finish(int code) {
  if (std::cout.flush()) return code;
  std::cout.clear();  // a full disk, most likely
  tell("cannot_write", {{"file", nullptr}});
  return code == exit_ok ? exit_input : code;
}

}  // namespace

int run(std::span<const AddCommand> commands, std::vector<std::string> words) {
  speech = speech_of(words);
  CLI::App app{introduction, "remise"};
  app.footer(exit_codes);
  app.set_version_flag(
      "--version", [] { return version_text(speech.json); }, "Version, commit, build, and the rules played");
  app.require_subcommand(1);
  for (const auto add : commands) add(app);
  try {
    if (words.empty()) {
      std::cout << app.help();
      return finish(exit_usage);
    }
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::RuntimeError& done) {
    return finish(done.get_exit_code());
  } catch (const CLI::Success& asked) {
    if (tell_unknown_command(app, words)) return exit_usage;  // remise nonsense --help
    return finish(app.exit(asked));
  } catch (const CLI::ParseError& wrong) {
    tell_misuse(app, words, wrong);
    return exit_usage;
  } catch (const std::exception& problem) {
    tell("detail", {{"detail", problem.what()}});
    return exit_input;
  }
  return finish(exit_ok);
}

CLI::App* add_hosting_command(CLI::App& app, std::string_view name) {
  const auto found = std::ranges::find(hosting_commands, name, &HostingCommand::name);
  return app.add_subcommand(std::string(name), found->summary);
}

namespace {

constexpr const char* lang_help = "Language of the texts: en, de, es, ru (default: from LANG)";

void as_language(CLI::Option* option) { option->check(CLI::IsMember({"en", "de", "es", "ru"}))->type_name("LANG"); }

}  // namespace

std::shared_ptr<Common> add_common(CLI::App& sub) {
  auto common = std::make_shared<Common>();
  sub.add_option("--data", common->data, "Folder with component data to use instead of the built-in")->type_name("DIR");
  as_language(sub.add_option("--lang", common->lang, lang_help));
  sub.add_flag("--json", common->json, "Write JSON, for programs");
  return common;
}

void add_lang(CLI::App& sub) {  // read before all else, by speech_of
  as_language(sub.add_option_function<std::string>(
      "--lang", [](const std::string&) {}, lang_help));
}

CLI::Validator not_negative() { return CLI::Range(0, std::numeric_limits<int>::max()).name("NONNEGATIVE"); }

void leave(ExitCode code) { throw CLI::RuntimeError(static_cast<int>(code)); }

std::string say(std::string_view key, const Json& values) {
  static std::optional<Locale> words;
  Common common;
  common.lang = speech.lang;
  if (const std::string lang = language(common); !words || words->lang() != lang)
    words.emplace(lang, embedded_data, std::vector<std::string>{"cli"});
  return words->text("cli." + std::string(key), values);
}

void fail(ExitCode code, std::string_view what, Json values) {
  tell(what, std::move(values));
  leave(code);
}

void fail(ExitCode code, const Error& error) {
  Common common;
  common.lang = speech.lang;
  tell(error, locale(common).text(error));
  leave(code);
}

namespace {

std::string rest_of(std::istream& in) { return (std::ostringstream() << in.rdbuf()).str(); }

}  // namespace

std::string read_file(const std::string& path) {
  if (path == "-") return rest_of(std::cin);
  std::error_code problem;
  if (std::filesystem::is_directory(path, problem)) fail(exit_input, "is_folder", {{"file", path}});
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(exit_input, "cannot_read", {{"file", path}});
  return rest_of(in);
}

Json parsed(const std::string& path, std::string_view text) {
  constexpr std::size_t most = std::size_t{64} << 20;
  if (text.size() > most) fail(exit_input, "file_too_large", {{"file", path}, {"mib", most >> 20}});
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // some editors mark UTF-8 so
  auto json = parse_json(text, most);
  if (!json) fail(exit_input, "file_not_json", {{"file", path}});
  return std::move(*json);
}

Json read_json(const std::string& path) { return parsed(path, read_file(path)); }

namespace {

// Writes a file of ours anew beside the old one, which gives way when the new one is whole: a full disk or a stop in
// the middle costs nothing of it. False where that cannot be done (no file, somebody else's, a closed folder), and then
// nothing has happened.
bool write_beside(const std::string& path, std::string_view text) {
  std::error_code fault;
  const std::filesystem::path file = std::filesystem::canonical(path, fault);  // a link goes on leading to it
  struct stat old {};
  if (fault || ::stat(file.c_str(), &old) != 0 || !S_ISREG(old.st_mode)) return false;
  if (old.st_uid != ::geteuid() || old.st_nlink > 1 || ::access(file.c_str(), W_OK) != 0) return false;
  std::string beside = file.string() + ".XXXXXX";
  const int made = ::mkstemp(beside.data());
  if (made < 0) return false;
  const bool alike = ::fchmod(made, old.st_mode & 07777) == 0 && (::fchown(made, old.st_uid, old.st_gid) == 0);
  ::close(made);
  bool whole = false;
  if (alike) {
    std::ofstream out(beside, std::ios::binary);
    out << text;
    whole = static_cast<bool>(out.flush());
    out.close();
    if (whole) std::filesystem::rename(beside, file, fault);
  }
  if (!whole || fault) std::filesystem::remove(beside, fault);
  if (alike && !whole) fail(exit_input, "cannot_write", {{"file", path}});
  return whole && !fault;
}

}  // namespace

void write_file(const std::string& path, std::string_view text) {
  if (path == "-") {
    std::cout << text;
    return;
  }
  if (write_beside(path, text)) return;
  std::error_code ignored;
  const bool there = std::filesystem::exists(path, ignored);
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (out.flush()) return;
  out.close();
  if (!there) std::filesystem::remove(path, ignored);  // half a file helps nobody
  fail(exit_input, "cannot_write", {{"file", path}});
}

void expect_writable(const std::string& path) {
  if (path.empty() || path == "-") return;
  std::error_code ignored;
  const bool there = std::filesystem::exists(path, ignored);
  const bool good = std::ofstream(path, std::ios::binary | std::ios::app).is_open();
  if (good && !there) std::filesystem::remove(path, ignored);
  if (!good) fail(exit_input, "cannot_write", {{"file", path}});
}

void add_force(CLI::App& sub, bool& force, std::string_view option) {
  sub.add_flag("--force", force, "Replace the file of " + std::string(option) + " where there is one");
}

void refuse_to_replace(const std::string& path, bool force) {
  std::error_code problem;
  if (!force && path != "-" && std::filesystem::is_regular_file(path, problem))
    fail(exit_input, "file_exists", {{"file", path}});
}

namespace {

// The place of a file in the folder of its game: "GAME/FOLDER/FILE" without "GAME/".
std::string_view within_game(std::string_view name) { return name.substr(name.find('/') + 1); }

// The game whose files lie in `dir` itself, without a folder of its own: the one of which most are there.
std::string owner_of(const std::filesystem::path& dir) {
  std::string owner;
  std::size_t most = 0;
  for (const GameMaker& maker : game_makers()) {
    std::size_t found = 0;
    (void)maker([&](std::string_view name) {
      found += std::filesystem::exists(dir / within_game(name));
      return embedded_data(name);
    });
    if (found > most) most = found, owner = maker.id;
  }
  return owner;
}

// A folder without a single file of any game is not what was meant.
void refuse_without_data(const std::string& dir) {
  std::error_code problem;
  for (std::filesystem::recursive_directory_iterator at(dir, problem), end; !problem && at != end;
       at.increment(problem)) {
    const std::string path = std::filesystem::path(at->path()).lexically_relative(dir).generic_string();
    for (const GameMaker& maker : game_makers())
      if (embedded_data(path) || embedded_data(std::string(maker.id) + "/" + path)) return;
  }
  fail(exit_usage, "no_data", {{"file", dir}});
}

// The game of these files. Where the folder of --data has none of them, that is said, once.
MadeGame made_of_folder(const GameMaker& maker, const std::string& dir) {
  const DataFiles files = data_files(dir);
  bool any = dir.empty();
  auto game = maker([&](std::string_view name) {
    const auto text = files(name), ours = embedded_data(name);
    any = any || (text && (!ours || text->data() != ours->data()));
    return text;
  });
  static std::set<std::pair<std::string, std::string>> said;
  if (game && !any && said.emplace(dir, maker.id).second)
    std::cerr << "remise: " << harmless(say("data.none", {{"file", dir}, {"game", maker.id}})) << '\n';
  return game;
}

}  // namespace

DataFiles data_files(const std::string& dir) {
  if (dir.empty()) return embedded_data;
  if (!std::filesystem::is_directory(dir)) fail(exit_usage, "not_a_folder", {{"file", dir}});
  refuse_without_data(dir);
  // Read files stay in memory: a game's tables may point into them while they are built. What the folder does not have
  // (the catalogues, another game) comes from the program.
  auto cache = std::make_shared<std::map<std::string, std::string, std::less<>>>();
  return [dir, cache, owner = owner_of(dir)](std::string_view name) -> std::optional<std::string_view> {
    if (const auto found = cache->find(name); found != cache->end()) return found->second;
    std::filesystem::path path = std::filesystem::path(dir) / name;
    if (!std::filesystem::exists(path) && !owner.empty() && name.starts_with(owner + "/"))
      path = std::filesystem::path(dir) / within_game(name);
    std::ifstream in(path, std::ios::binary);
    if (!in) return embedded_data(name);
    return cache->emplace(name, rest_of(in)).first->second;
  };
}

namespace {

Locale locale_with(const Common& common, std::vector<std::string> files) {
  for (const GameMaker& maker : game_makers()) files.emplace_back(maker.id);
  return Locale(language(common), embedded_data, files);
}

}  // namespace

Locale locale(const Common& common) { return locale_with(common, {"core"}); }
Locale review_texts(const Common& common) { return locale_with(common, {"core", "review"}); }

std::vector<std::unique_ptr<Game>> make_games(const Common& common) {
  const DataFiles files = data_files(common.data);
  std::vector<std::unique_ptr<Game>> games;
  for (const GameMaker& maker : game_makers()) {
    auto game = maker(files);
    if (!game) fail(exit_input, game.error());
    games.push_back(std::move(*game));
  }
  return games;
}

std::string first_game() {
  const auto makers = game_makers();
  if (makers.empty()) fail(exit_input, "no_games");
  return std::string(makers.front().id);
}

std::unique_ptr<Game> make_game(const Common& common, std::string_view id) {
  // The folder of --data is read for the game asked for and for no other.
  std::string known;
  for (const GameMaker& maker : game_makers()) {
    known += (known.empty() ? "" : ", ") + std::string(maker.id);
    if (maker.id != id) continue;
    auto game = made_of_folder(maker, common.data);
    if (!game) fail(exit_input, game.error());
    return std::move(*game);
  }
  fail(exit_usage, "unknown_game", {{"game", id}, {"known", known}});
}

std::string data_checksum(const Common& common, std::string_view id) {
  const DataFiles files = data_files(common.data);
  std::map<std::string, std::string> read;
  for (const GameMaker& maker : game_makers())
    if (maker.id == id)
      (void)maker([&](std::string_view name) {
        const auto text = files(name);
        return read[std::string(name)] = sha256_hex(text.value_or("")), text;
      });
  return sha256_hex(Json(read).dump()).substr(0, 16);
}

namespace {

// The first `move` moves of a match file, each with its hash.
void cut(Json& file, int move) {
  const auto actions = file.find("actions");
  if (move < 0 || actions == file.end() || !actions->is_array()) return;
  const auto count = static_cast<std::size_t>(move);
  if (count > actions->size()) fail(exit_usage, "too_few_moves", {{"moves", actions->size()}});
  for (const char* key : {"actions", "hashes"})
    if (const auto list = file.find(key); list != file.end() && list->is_array() && list->size() > count)
      list->get_ref<Json::array_t&>().resize(count);
}

// Who sits there by the file; its set-up may not even have that many seats.
std::string name_of(const Json& file, std::size_t seat) {
  const Json names = file.value("names", Json());
  if (names.is_array() && seat < names.size() && names[seat].is_string())
    return harmless(names[seat].get<std::string>());
  Common common;
  common.lang = speech.lang;
  return locale(common).text("core.seat", {{"n", seat + 1}});
}

// Why a move of the file is refused. Whose turn it is not is told by name, and by the number in the file.
std::string reason_of(const Error& error, const Json& file) {
  const auto seat = error.values.find("seat");
  if (error.scope == "core" && error.code == "not_your_turn" && seat != error.values.end() && seat->is_number_integer())
    return say("error.not_to_move", {{"seat", *seat}, {"name", name_of(file, seat->get<std::size_t>())}});
  Common common;
  common.lang = speech.lang;
  return locale(common).text(error);
}

// A match that cannot be read: with the number of the move where it is one, and where the good part ends.
[[noreturn]] void fail_on(const std::string& path, const Error& error, const Json& file) {
  const auto move = error.values.find("move");
  if (move == error.values.end()) fail(exit_input, error);
  Error told{"cli", "move_refused", error.rule, {{"file", path}, {"move", *move}, {"why", to_json(error)}}};
  tell(told, say("error.move_refused", {{"file", path}, {"move", *move}, {"reason", reason_of(error, file)}}));
  leave(exit_difference);
}

}  // namespace

OpenMatch open_match(const Common& common, const std::string& path, int move) {
  return open_match(common, path, read_json(path), move);
}

OpenMatch open_match(const Common& common, const std::string& path, Json file, int move) {
  const auto id = file.is_object() ? file.find("game") : file.end();
  if (!file.is_object() || id == file.end() || !id->is_string()) fail(exit_input, "not_a_match", {{"file", path}});
  const auto makers = game_makers();
  if (std::ranges::find(makers, id->get_ref<const std::string&>(), &GameMaker::id) == makers.end())
    fail(exit_input, "unknown_game_in_file", {{"file", path}, {"game", *id}});
  OpenMatch open{make_game(common, id->get<std::string>()), nullptr, std::move(file)};
  Json shown = open.file;
  cut(shown, move);
  auto match = open.game->load(shown);
  if (!match) fail_on(path, match.error(), open.file);
  open.match = std::move(*match);
  return open;
}

Json with_notes(Json file, const Json& from) {
  for (const char* key : {"names", "bots"})
    if (const auto found = from.find(key); found != from.end()) file[key] = *found;
  return file;
}

}  // namespace remise::cli
