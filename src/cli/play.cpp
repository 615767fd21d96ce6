#include <charconv>
#include <iostream>
#include <map>

#include "bots/crew.h"
#include "bots/suite.h"
#include "cli/command.h"
#include "cli/composing.h"
#include "cli/hint.h"
#include "cli/worth.h"
#include "core/range.h"
#include "io/text/renderer.h"
#include "io/text/sentences.h"

namespace remise::cli {

namespace {

struct PlayOptions {
  std::string file;
  std::vector<std::string> bots;
  std::shared_ptr<Common> common;
};

std::string type_of(const Json& action) { return action.value("type", std::string()); }

// A whole number and nothing else.
std::optional<long> whole(std::string_view text) {
  const auto from = text.find_first_not_of(' '), to = text.find_last_not_of(' ');
  if (from == std::string_view::npos) return std::nullopt;
  text = text.substr(from, to + 1 - from);
  long number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// Who plays which seat: the file says it, and --bot changes it. Empty: a person.
std::vector<std::string> bots_of(const OpenMatch& open, const std::vector<std::string>& given,
                                 const bots::Suite* suite) {
  std::vector<std::string> seats(static_cast<std::size_t>(open.match->seats()));
  const Json kept = open.file.value("bots", Json::array());
  const auto level_named = [&](const std::string& name) {
    const auto levels = suite ? suite->levels() : std::vector<std::string>();
    const auto styled = suite ? suite->styled_levels() : std::vector<std::string>();
    return std::ranges::count(levels, name) + std::ranges::count(styled, name) > 0;
  };
  for (std::size_t i = 0; kept.is_array() && i < std::min(kept.size(), seats.size()); ++i)
    if (kept[i].is_string() && level_named(kept[i])) seats[i] = kept[i];
  for (const std::string& text : given) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const auto seat = whole(text.substr(0, equals));
    const std::string level = equals < text.size() ? text.substr(equals + 1) : "hard";
    if (!seat || *seat < 0 || *seat >= open.match->seats())
      fail(exit_usage, "no_such_seat", {{"found", text}, {"last", open.match->seats() - 1}});
    if (level != "none" && !level_named(level))
      fail(exit_usage, "unknown_level", {{"level", level}, {"known", suite ? Json(suite->levels()) : Json("")}});
    seats[static_cast<std::size_t>(*seat)] = level == "none" ? "" : level;
  }
  return seats;
}

// A session at the terminal over one match file. Whoever is to act is asked; all players share the screen.
class Terminal {
 public:
  Terminal(OpenMatch open, const PlayOptions& given)
      : open_(std::move(open)),
        path_(given.file),
        texts_(locale(*given.common)),
        names_(Speaker(texts_, *open_.match, open_.file).names()),
        suite_(bots::make_suite(*open_.game)),
        bots_(bots_of(open_, given.bots, suite_.get())) {
    if (suite_) suite_->use(bots::whole_machine());
    if (!given.bots.empty()) open_.file["bots"] = bots_;
  }

  void run() {
    std::string line;
    std::cout << say("play.greeting") << '\n';
    for (prompt(); !match().to_act().empty() && std::getline(std::cin, line); prompt()) {
      if (line == "quit" || line == "q") return;
      obey(line);
    }
    if (match().to_act().empty()) std::cout << speaker().outcome(match().outcome().value_or(Json::object()));
  }

 private:
  Match& match() { return *open_.match; }
  Speaker speaker() { return speaker_for(texts_, match(), open_.file); }
  bool is_bot(Seat seat) const { return !bots_[index(seat)].empty(); }

  // The one who is asked: of several who may decide at once, the first person.
  Seat asked() {
    for (SeatSet left = match().to_act(); !left.empty(); left.remove(left.lowest()))
      if (!is_bot(left.lowest())) return left.lowest();
    return match().to_act().lowest();
  }

  void prompt() {
    let_bots_move();
    if (match().to_act().empty()) return;
    const Seat seat = asked();
    if (!composing_ && (seat != seat_ || match().length() != listed_)) list("");
    const Json who{{"name", names_[index(seat)]}};
    std::cout << (composing_ ? say("play.makes", who) : say("play.prompt", who)) << std::flush;
  }

  void let_bots_move() {
    const auto bot = [&]() -> Seat {
      for (SeatSet left = match().to_act(); !left.empty(); left.remove(left.lowest()))
        if (is_bot(left.lowest())) return left.lowest();
      return Seat::none;
    };
    if (composing_) return;
    for (Seat seat = bot(); seat != Seat::none; seat = bot()) {
      const std::size_t before = match().length();
      const auto action =
          suite_->choose(match(), seat, bots_[index(seat)], path_ + " " + std::to_string(match().length()));
      if (!action) fail(exit_difference, action.error());
      if (const auto played = match().play(seat, *action); !played) fail(exit_difference, played.error());
      undone_.clear();
      log(before);
      save();
    }
  }

  void list(const std::string& part) {
    seat_ = asked();
    listed_ = match().length();
    legal_ = match().legal(seat_);
    const Speaker speak = speaker();
    std::vector<std::pair<std::size_t, std::string>> found;  // place in legal_, sentence
    for (std::size_t i = 0; i < legal_.size(); ++i)
      if (std::string text = speak.action(legal_[i]);
          text.find(part) != std::string::npos || legal_[i].dump().find(part) != std::string::npos)
        found.emplace_back(i, std::move(text));
    if (found.empty()) std::cout << say("play.none_contains", {{"text", part}}) << '\n';
    // Where there are many, a few of each type: a thousand ways to lay track must not hide that one can pass.
    const std::size_t most = found.size() <= 40 || !part.empty() ? 40 : 8;
    std::map<std::string, std::size_t> listed;
    Worth worth(match(), seat_, texts_);
    for (const auto& [i, text] : found)
      if (++listed[type_of(legal_[i])] <= most)
        std::cout << "  " << i + 1 << "  " << text << worth.of(legal_[i]) << '\n';
    for (const auto& [type, count] : listed)
      if (count > most) std::cout << "  " << say("play.more", {{"n", count - most}, {"type", type}}) << '\n';
  }

  void make(const std::string& type) {
    composing_.emplace(match(), asked());
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
    if (line.starts_with('{')) {  // also in the middle of making a move
      const auto action = parse_json(line);
      return action ? play(*action) : void(std::cout << say("play.not_json") << '\n');
    }
    if (composing_) return go_on_making(line);
    if (line.empty()) return;
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string word = line.substr(0, space), rest = line.substr(std::min(space + 1, line.size()));
    if (const auto number = whole(word)) return choose(*number, rest);
    if (word == "list") return list(rest);
    if (word == "make") return make(rest);
    if (word == "show") return show();
    if (word == "log") return log(match().length() > 10 ? match().length() - 10 : 0);
    if (word == "hint") return hint();
    if (word == "undo") return undo(rest);
    if (word == "redo") return redo(rest);
    if (word != "help") std::cout << say("play.unknown", {{"text", word}}) << '\n';
    std::cout << say("play.keys");
  }

  void choose(long number, const std::string& rest) {
    if (number < 1 || number > static_cast<long>(legal_.size())) {
      std::cout << say("play.choose", {{"n", legal_.size()}}) << '\n';
      return;
    }
    Json action = legal_[static_cast<std::size_t>(number) - 1];
    const auto amount = whole(rest);
    bool open = false;
    for (auto& [key, value] : action.items()) {
      const auto range = read_range(value);
      if (!range) continue;
      open = true;
      if (!amount && range->min == range->max) {  // nothing to ask
        value = range->min;
        continue;
      }
      if (!amount) {
        std::cout << say("play.which_amount",
                         {{"number", number}, {"min", range->min}, {"max", range->max}, {"step", range->step}})
                  << '\n';
        return;
      }
      value = *amount;
    }
    if (!open && rest.find_first_not_of(' ') != std::string::npos)  // nobody buys a tram by mistake
      return void(std::cout << say("play.no_amount", {{"number", number}, {"text", rest}}) << '\n');
    play(action);
  }

  // The members of a kind of move beside its type, by one that can be played now; null where none can.
  Json members_of(const std::string& type) {
    for (const Json& action : match().legal(asked())) {
      if (type_of(action) != type) continue;
      std::string names;
      for (const auto& [member, value] : action.items())
        if (member != "type") names.append(names.empty() ? "" : ", ").append(member);
      return names.empty() ? Json() : Json(names);
    }
    return nullptr;
  }

  // Why a move is refused. Of one written as JSON: which member of which kind of move is wrong.
  std::string why_not(const Error& error, const Json& action) {
    const std::string where = error.values.value("where", Json("")).is_string() ? error.values.value("where", "") : "";
    const Json type = action.is_object() ? action.value("type", Json()) : Json();
    const bool form = error.scope == "core" && (error.code == "unknown_member" || error.code == "missing");
    if (!form || !type.is_string() || !where.starts_with("action.")) return speaker().error(error);
    return say("play.member",
               {{"code", error.code}, {"type", type}, {"member", where.substr(7)}, {"known", members_of(type)}});
  }

  void play(const Json& action) {
    const std::size_t before = match().length();
    if (const auto played = match().play(asked(), action); !played) {
      std::cout << harmless(why_not(played.error(), action)) << '\n';
      return;
    }
    composing_.reset();  // what was begun was of the position before
    undone_.clear();
    log(before);
    save();
  }

  // Without a number: back to the last decision of a person.
  void undo(const std::string& text) {
    const Json moves = match().file()["actions"];
    std::size_t count = 0;
    if (text.empty()) {
      bool of_bot = true;
      while (of_bot && count < moves.size()) {
        ++count;
        of_bot = is_bot(id_at<Seat>(moves[moves.size() - count]["seat"].get<int>()));
      }
    } else if (const auto number = whole(text); number && *number > 0) {
      count = static_cast<std::size_t>(*number);
    }
    if (count == 0 || count > moves.size())
      return void(std::cout << say("play.undo_range", {{"n", moves.size()}}) << '\n');
    for (std::size_t i = 0; i < count; ++i) undone_.push_back(moves[moves.size() - 1 - i]);
    match().undo(count);
    save();
    std::cout << say("play.undone", {{"n", count}}) << '\n';
  }

  void redo(const std::string& text) {
    const auto number = text.empty() ? std::optional<long>(1) : whole(text);
    if (!number || *number < 1 || *number > static_cast<long>(undone_.size()))
      return void(std::cout << say("play.redo_range", {{"n", undone_.size()}}) << '\n');
    const std::size_t before = match().length();
    for (long i = 0; i < *number; ++i) {
      const Json move = undone_.back();
      undone_.pop_back();
      if (const auto played = match().play(id_at<Seat>(move["seat"].get<int>()), move["action"]); !played)
        fail(exit_difference, played.error());
    }
    log(before);
    save();
  }

  void hint() {
    if (!suite_) return void(std::cout << say("error.no_bots", {{"game", open_.game->id()}}) << '\n');
    const std::string level = bots::hint_level(*suite_);
    const auto ranked = suite_->hint(match(), asked(), level, "hint");
    if (!ranked) return void(std::cout << speaker().error(ranked.error()) << '\n');
    tell_hint(std::cout, *ranked, speaker(), asked(), level);
  }

  void log(std::size_t from) {
    const Speaker speak = speaker();
    for (const Json& move : match().log(Viewer::spectator(), from)) std::cout << speak.move(move);
  }

  void show() {
    const auto renderer = renderer_of(match());
    if (!renderer) return;
    RenderOptions options;
    options.viewer = Viewer::of(asked());
    options.names = names_;
    std::cout << renderer->text(match(), texts_, options);
  }

  void save() { write_file(path_, with_notes(match().file(false), open_.file).dump(1) + "\n"); }

  OpenMatch open_;
  std::string path_;
  Locale texts_;
  std::vector<std::string> names_;
  std::unique_ptr<bots::Suite> suite_;
  std::vector<std::string> bots_;  // by seat
  std::vector<Json> undone_;       // to redo, the next one last
  Json legal_ = Json::array();
  Seat seat_ = Seat::none;
  std::size_t listed_ = SIZE_MAX;
  std::optional<Composing> composing_;
};

}  // namespace

void add_play(CLI::App& app) {
  auto given = std::make_shared<PlayOptions>();
  CLI::App* sub = app.add_subcommand("play", "Play a match at this terminal, all players at one screen");
  sub->footer([] {
    return "At the prompt:\n" + say("play.keys") +
           "\nExamples: remise play my.json\n          remise play my.json --bot 1=hard --bot 2=easy --lang de";
  });
  sub->add_option("FILE", given->file, "Match file; changed by every move")->required();
  sub->add_option("--bot", given->bots,
                  "Let a bot play this seat, from 0: SEAT or SEAT=LEVEL; =none gives it back. The file remembers it")
      ->type_name("SEAT=LEVEL")
      ->delimiter(',');
  given->common = add_common(*sub);
  sub->callback([given] { Terminal(open_match(*given->common, given->file), *given).run(); });
}

}  // namespace remise::cli
