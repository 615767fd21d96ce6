#include "io/golden/golden.h"

#include <map>

#include "core/typed_match.h"
#include "io/golden/playthrough.h"
#include "io/text/renderer.h"

namespace remise {

namespace {

// More first moves than this are counted by kind alone.
constexpr std::size_t most_first_moves = 60;

class Head {
 public:
  explicit Head(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
      if (line.empty()) break;
      lines_.append(line) += '\n';
      if (const std::size_t space = line.find(' '); line[0] != '#' && space != std::string_view::npos)
        fields_.emplace(line.substr(0, space), line.substr(space + 1));
    }
  }

  const std::string& lines() const { return lines_; }
  std::string field(std::string_view key) const {
    const auto found = fields_.find(key);
    return found == fields_.end() ? "" : found->second;
  }
  std::size_t number(std::string_view key, std::size_t otherwise) const {
    const auto found = fields_.find(key);
    return found == fields_.end() ? otherwise
                                  : static_cast<std::size_t>(std::strtoull(found->second.c_str(), nullptr, 10));
  }

 private:
  std::string lines_;
  std::map<std::string, std::string, std::less<>> fields_;
};

class Playthrough {
 public:
  Playthrough(Match& match, const Locale& locale, Random random)
      : match_(match), locale_(locale), random_(random), renderer_(renderer_of(match)) {}

  std::expected<std::string, Error> write(std::size_t most) {
    std::string now = chapter();
    heading(now);
    for (std::size_t n = 0; n < most; ++n) {
      const auto move = random_move(match_, random_);
      if (!move) break;
      if (const auto played = match_.play(move->seat, move->action); !played) return std::unexpected(played.error());
      for (const Json& entry : match_.log(Viewer::analyst(), n))
        out_ += speaker_for(locale_, match_, names_).move(entry);
      if (std::string next = chapter(); next != now) {
        table(now);
        now = std::move(next);
        heading(now);
      }
    }
    table(now);
    if (const auto outcome = match_.outcome()) out_ += "\n" + speaker_for(locale_, match_, names_).outcome(*outcome);
    return std::move(out_);
  }

 private:
  std::string chapter() const { return renderer_ && renderer_->chapter ? renderer_->chapter(match_) : ""; }
  void heading(const std::string& name) {
    if (!name.empty()) out_ += "== " + name + "\n";
  }
  // The table at the end of a round: as everybody sees it, and the hash for all that nobody sees.
  void table(const std::string& name) {
    out_ +=
        "\n-- table after " + (name.empty() ? "the last move" : name) + ", state " + hash_text(match_.hash()) + "\n";
    if (!renderer_) return;
    RenderOptions options;
    options.names = speaker_for(locale_, match_, names_).names();
    out_ += renderer_->text(match_, locale_, options) + "\n";
  }

  Match& match_;
  const Locale& locale_;
  Random random_;
  std::optional<Renderer> renderer_;
  Json names_ = {{"names", {"Anna", "Bruno", "Chiara", "Dmitri", "Elif", "Franz"}}};
  std::string out_;
};

// `wanted` is the type of an action, or a type and a member: "bid line".
bool somebody_may(const Match& match, std::string_view wanted) {
  const std::size_t space = wanted.find(' ');
  const std::string_view type = wanted.substr(0, space);
  const std::string member(space == std::string_view::npos ? "type" : wanted.substr(space + 1));
  for (int seat = 0; seat < match.seats(); ++seat) {
    if (!match.to_act().has(id_at<Seat>(seat))) continue;
    for (const Json& action : match.legal(id_at<Seat>(seat)))
      if (action.value("type", "") == type && action.contains(member)) return true;
  }
  return false;
}

std::expected<std::string, Error> write_perft(Match& match, Random random, const Head& head) {
  play_random(match, random, head.number("moves", 0));
  if (const std::string type = head.field("until"); !type.empty())
    while (!somebody_may(match, type))
      if (play_random(match, random, 1) == 0) return std::unexpected(form_error("unknown_word", "until", type));
  std::map<std::string, std::pair<std::size_t, std::uint64_t>> kinds;  // by type: first moves, positions
  std::string moves;
  std::size_t count = 0;
  std::uint64_t total = 0;
  for (const PerftEntry& entry : perft(match, static_cast<int>(head.number("depth", 1)))) {
    auto& [first_moves, positions] = kinds[entry.move.action.value("type", "")];
    ++first_moves;
    positions += entry.count;
    total += entry.count;
    ++count;
    moves += std::to_string(entry.count) + "  seat " + std::to_string(static_cast<int>(entry.move.seat)) + "  " +
             entry.move.action.dump() + "\n";
  }
  std::string text = "after move " + std::to_string(match.length()) + ", state " + hash_text(match.hash()) + "\n";
  for (const auto& [type, counts] : kinds)
    text += type + ": " + std::to_string(counts.second) + " after " + std::to_string(counts.first) + " first moves\n";
  text += "total: " + std::to_string(total) + "\n";
  return count <= most_first_moves ? text + "\n" + moves : text;
}

}  // namespace

std::expected<std::string, Error> make_golden(const std::vector<std::unique_ptr<Game>>& games, const Locale& locale,
                                              std::string_view text) {
  const Head head(text);
  const Game* game = nullptr;
  for (const auto& one : games)
    if (one->id() == head.field("game")) game = one.get();
  if (!game) return std::unexpected(form_error("unknown_word", "game", head.field("game")));
  const auto setup = parse_json(head.field("setup"));
  if (!setup) return std::unexpected(setup.error());
  auto match = game->start(*setup);
  if (!match) return std::unexpected(match.error());
  const Random random = Random::from_seed(head.field("policy"));
  const auto body = head.field("kind") == "perft"
                        ? write_perft(**match, random, head)
                        : Playthrough(**match, locale, random).write(head.number("moves", 100'000));
  if (!body) return std::unexpected(body.error());
  return head.lines() + "\n" + *body;
}

}  // namespace remise
