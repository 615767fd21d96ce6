#include <charconv>
#include <iostream>
#include <map>

#include "cli/command.h"
#include "cli/composing.h"
#include "core/range.h"
#include "io/text/renderer.h"
#include "io/text/sentences.h"

namespace remise::cli {

namespace {

struct PlayOptions {
  std::string file;
  std::shared_ptr<Common> common;
};

constexpr const char* keys =
    "  NUMBER            play the move with that number; for a range: NUMBER AMOUNT\n"
    "  {\"type\": ...}     play a move written as JSON\n"
    "  list [TEXT]       the legal moves again, or those that contain TEXT: build, a field, a card\n"
    "  make [TYPE]       make a move step by step: track of any length, any route, any payment\n"
    "  show              the table\n"
    "  log               the last moves\n"
    "  undo [N]          take back the last move, or the last N\n"
    "  help, quit        every move is saved at once\n";

std::string type_of(const Json& action) { return action.value("type", std::string()); }

// A session at the terminal over one match file. Whoever is to act is asked; all players share the screen.
class Terminal {
 public:
  Terminal(OpenMatch open, const PlayOptions& given)
      : open_(std::move(open)),
        path_(given.file),
        texts_(locale(*given.common)),
        names_(Speaker(texts_, *open_.match, open_.file).names()) {}

  void run() {
    std::string line;
    std::cout << "show draws the table, help lists what else can be typed\n";
    for (prompt(); std::getline(std::cin, line); prompt()) {
      if (line == "quit" || line == "q") break;
      obey(line);
      if (open_.match->to_act().empty()) {
        std::cout << speaker().outcome(open_.match->outcome().value_or(Json::object()));
        break;
      }
    }
  }

 private:
  Match& match() { return *open_.match; }
  Speaker speaker() { return speaker_for(texts_, match(), open_.file); }

  void prompt() {
    if (match().to_act().empty()) return;
    const Seat seat = match().to_act().lowest();
    if (seat != seat_ || match().length() != listed_) list("");
    std::cout << names_[index(seat)] << (composing_ ? " makes> " : "> ") << std::flush;
  }

  void list(const std::string& part) {
    seat_ = match().to_act().lowest();
    listed_ = match().length();
    legal_ = match().legal(seat_);
    const Speaker say = speaker();
    std::vector<std::pair<std::size_t, std::string>> found;  // place in legal_, sentence
    for (std::size_t i = 0; i < legal_.size(); ++i)
      if (std::string text = say.action(legal_[i]);
          text.find(part) != std::string::npos || legal_[i].dump().find(part) != std::string::npos)
        found.emplace_back(i, std::move(text));
    if (found.empty()) std::cout << "no legal move contains " << part << '\n';
    // Where there are many, a few of each type: a thousand ways to lay track must not hide that one can pass.
    const std::size_t most = found.size() <= 40 || !part.empty() ? 40 : 8;
    std::map<std::string, std::size_t> listed;
    for (const auto& [i, text] : found)
      if (++listed[type_of(legal_[i])] <= most) std::cout << "  " << i + 1 << "  " << text << '\n';
    for (const auto& [type, count] : listed)
      if (count > most) std::cout << "  ... and " << count - most << " more of " << type << ": list TEXT\n";
  }

  void make(const std::string& type) {
    composing_.emplace(match(), match().to_act().lowest());
    composing_->begin(type);
    composing_->show(std::cout, speaker());
  }

  void go_on_making(const std::string& line) {
    const auto result = composing_->obey(line, std::cout, speaker());
    if (result == Composing::Result::goes_on) return;
    const Json action = result == Composing::Result::play ? composing_->action() : Json();
    composing_.reset();
    if (!action.is_null()) play(action);
  }

  void obey(const std::string& line) {
    if (composing_) return go_on_making(line);
    if (line.starts_with("make")) return make(line.size() > 5 ? line.substr(5) : "");
    std::size_t number = 0;
    const auto [rest, problem] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (line.empty()) return;
    if (problem == std::errc{}) return choose(number, std::string(rest, line.data() + line.size()));
    if (line[0] == '{') {
      const auto action = parse_json(line);
      return action ? play(*action) : void(std::cout << "this is not JSON\n");
    }
    if (line.starts_with("list")) return list(line.size() > 5 ? line.substr(5) : "");
    if (line == "show") return show();
    if (line == "log") return log(match().length() > 10 ? match().length() - 10 : 0);
    if (line.starts_with("undo")) return undo(line.size() > 5 ? std::strtoul(line.c_str() + 5, nullptr, 10) : 1);
    std::cout << keys;
  }

  void choose(std::size_t number, const std::string& rest) {
    if (number < 1 || number > legal_.size()) {
      std::cout << "choose 1 to " << legal_.size() << '\n';
      return;
    }
    Json action = legal_[number - 1];
    for (auto& [key, value] : action.items()) {
      const auto range = read_range(value);
      if (!range) continue;
      char* end = nullptr;
      const long amount = std::strtol(rest.c_str(), &end, 10);
      if (end == rest.c_str()) {
        std::cout << "which amount? " << number << " AMOUNT, from " << range->min << " to " << range->max
                  << " in steps of " << range->step << '\n';
        return;
      }
      value = amount;
    }
    play(action);
  }

  void play(const Json& action) {
    const std::size_t before = match().length();
    if (const auto played = match().play(match().to_act().lowest(), action); !played) {
      std::cout << speaker().error(played.error()) << '\n';
      return;
    }
    log(before);
    save();
  }

  void undo(std::size_t moves) {
    if (moves > match().length()) moves = match().length();
    match().undo(moves);
    save();
  }

  void log(std::size_t from) {
    const Speaker say = speaker();
    for (const Json& move : match().log(Viewer::spectator(), from)) std::cout << say.move(move);
  }

  void show() {
    const auto renderer = renderer_of(match());
    if (!renderer) return;
    RenderOptions options;
    options.viewer = Viewer::of(match().to_act().lowest());
    options.names = names_;
    std::cout << renderer->text(match(), texts_, options);
  }

  void save() {
    Json file = match().file(false);
    if (open_.file.contains("names")) file["names"] = open_.file["names"];
    write_file(path_, file.dump(1) + "\n");
  }

  OpenMatch open_;
  std::string path_;
  Locale texts_;
  std::vector<std::string> names_;
  Json legal_ = Json::array();
  Seat seat_ = Seat::none;
  std::size_t listed_ = SIZE_MAX;
  std::optional<Composing> composing_;
};

}  // namespace

void add_play(CLI::App& app) {
  auto given = std::make_shared<PlayOptions>();
  CLI::App* sub = app.add_subcommand("play", "Play a match at this terminal, all players at one screen");
  sub->footer(std::string("At the prompt:\n") + keys);
  sub->add_option("FILE", given->file, "Match file; changed by every move")->required();
  given->common = add_common(*sub);
  sub->callback([given] { Terminal(open_match(*given->common, given->file), *given).run(); });
}

}  // namespace remise::cli
