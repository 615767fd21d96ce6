#include "bots/learn_data.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <utility>

#include "bots/game_file.h"
#include "bots/ordered.h"

namespace remise::bots {
namespace {

// Of the line that a file begins with, what is otherwise than in the line it should begin with.
std::string others(const std::string& line, const std::string& wanted) {
  const auto there = parse_json(line), here = parse_json(wanted);
  if (!there || !here || !there->is_object() || !here->is_object()) return line;
  Json differ = Json::object();
  for (const auto& [key, value] : there->items())
    if (const auto at = here->find(key); at == here->end() || *at != value) differ[key] = value;
  for (const auto& [key, value] : here->items())
    if (!there->contains(key)) differ[key] = nullptr;
  return differ.empty() ? line : differ.dump();
}

using Row = std::vector<std::int32_t>;

struct GameRows {
  std::vector<Row> rows;
  std::string opinions, lessons;
  Json file;  // of a game that was not kept yet
  std::string error;
};

// The number of the game and the stage, then the scores, which are known at the end.
constexpr std::size_t row_head = 2;

// The moves of games played before, by their number. Its first line says how they were played.
class KeptMoves {
 public:
  struct Kept {
    Json actions;
    std::size_t line = 0;
  };

  // No path: none are kept. The error is a sentence that names the file, and the line where there is one.
  static std::expected<KeptMoves, std::string> open(const std::string& path, const Json& how, int rules) {
    KeptMoves moves(path, rules);
    if (path.empty()) return moves;
    auto begun = moves.read(how.dump());
    if (!begun) return std::unexpected(begun.error());
    moves.out_.open(path, *begun ? std::ios::app : std::ios::trunc);
    if (!*begun) moves.out_ << how.dump() << '\n' << std::flush;
    if (!moves.out_) return std::unexpected(moves.unwritten());
    return moves;
  }
  const Kept* find(std::size_t n) const {
    const auto it = games_.find(n);
    return it == games_.end() ? nullptr : &it->second;
  }
  std::string unwritten() const { return path_ + " cannot be written"; }
  bool add(std::size_t n, const Json& file) {
    if (path_.empty() || file.is_null()) return true;
    out_ << (cut_ ? "\n" : "") << Json{{"n", n}, {"rules", file["rules"]}, {"actions", file["actions"]}}.dump() << '\n'
         << std::flush;
    cut_ = false;
    return out_.good();
  }

 private:
  KeptMoves(std::string path, int rules) : path_(std::move(path)), rules_(rules) {}

  // Whether there is anything.
  std::expected<bool, std::string> read(const std::string& how) {
    std::ifstream in(path_);
    std::string line;
    if (!std::getline(in, line) || (in.eof() && how.starts_with(line))) return false;
    if (line != how) return std::unexpected(path_ + " was written with other settings: " + others(line, how));
    for (std::size_t number = 2; std::getline(in, line); ++number) {
      if (in.eof()) cut_ = true;  // the last line was not finished
      auto game = parse_json(line);
      const std::string here = path_ + ", line " + std::to_string(number) + ": ";
      if (game ? !take(*game, number) : !cut_short(line, "{\"actions\":["))
        return std::unexpected(here + "this is no game with its moves");
      if (game && game->value("rules", Json(rules_)) != rules_)
        return std::unexpected(here + "this game was played by other rules");
    }
    return true;
  }
  bool take(Json& game, std::size_t line) {
    if (!game.is_object() || !game.value("n", Json()).is_number_unsigned() || !game.value("actions", Json()).is_array())
      return false;
    games_[game["n"].get<std::size_t>()] = {std::move(game["actions"]), line};
    return true;
  }

  std::string path_;
  int rules_;
  std::map<std::size_t, Kept> games_;
  bool cut_ = false;
  std::ofstream out_;
};

// Opinions or lessons of the games of the rows. The first line says how they were made; the others begin with the
// number of their game.
class GameLines {
 public:
  // No path: none are wanted.
  GameLines(std::string path, Json head, const char* format, const Json& rows) : path_(std::move(path)) {
    head["format"] = format;
    for (const char* key : {"player", "seats", "seed", "deviate", "options", "game"}) head[key] = rows[key];
    head_ = head.dump();
  }
  // So many games are kept of the rows, and the one after them is played again: what is there must be the lines of all
  // of these. With others, or without some, whoever learns from them would be misled. Else a sentence that says what is
  // wrong; the file stays as it is. Where there are no rows at all, there is only the game that was begun last.
  std::optional<std::string> read(std::size_t games, bool any_rows) {
    std::ifstream in(path_);
    std::string line;
    const bool there = static_cast<bool>(std::getline(in, line));
    if (path_.empty() || (!there && games == 0)) return std::nullopt;
    if (!there) return path_ + " has no lines of the games that stand in the rows: begin both again";
    if (line != head_ && !(in.eof() && head_.starts_with(line)))
      return path_ + " was written with other settings: " + others(line, head_);
    if (!in.eof()) kept_ = head_.size() + 1;
    if (!take(in, games, any_rows)) return path_ + " does not belong to these rows: begin both again";
    return std::nullopt;
  }
  // To be written on after these games. What is kept is not written again: it would be lost where that is interrupted.
  bool begin() {
    if (path_.empty()) return true;
    std::error_code problem;
    if (kept_ > 0) std::filesystem::resize_file(path_, kept_, problem);
    out_.open(path_, kept_ > 0 ? std::ios::app : std::ios::trunc);
    if (kept_ == 0) out_ << head_ << '\n' << std::flush;
    return !problem && out_.good();
  }
  // A game without any is written too: else it would look lost.
  bool add(std::size_t game, const std::string& lines) {
    if (path_.empty()) return true;
    out_ << (lines.empty() ? std::to_string(game) + ",\n" : lines) << std::flush;
    return out_.good();
  }
  std::string unwritten() const { return path_ + " cannot be written"; }

 private:
  // The lines of later games, of which rows were lost, are not kept. Where no rows are there at all, they are nothing
  // to throw away.
  bool take(std::ifstream& in, std::size_t games, bool any_rows) {
    std::size_t seen = 0;
    for (std::string line; std::getline(in, line) && !in.eof();) {
      std::size_t game = 0;
      const auto [end, wrong] = std::from_chars(line.data(), line.data() + line.size(), game);
      if (wrong != std::errc() || end == line.data() + line.size() || *end != ',' || (!any_rows && game > 0))
        return false;
      if (game != seen && game + 1 != seen) return false;
      seen = game + 1;
      if (game < games) kept_ += line.size() + 1;
    }
    return games == 0 || seen > games;
  }

  std::string path_, head_;
  std::uintmax_t kept_ = 0;  // bytes
  std::ofstream out_;
};

// What the numbers of a file of lessons are.
Json lessons_about(const Teacher& teacher, const Json& rows, const LearnData& wanted) {
  Json about = teacher.about();
  about["rounds"] = rows["stages"], about["every"] = wanted.lessons_every;
  about["teacher_nodes"] = wanted.teacher_nodes;
  return about;
}

std::string lesson_lines(std::size_t game, std::size_t move, const std::vector<std::vector<double>>& rows) {
  std::string lines;
  for (const auto& row : rows) {
    lines += std::to_string(game) + ',' + std::to_string(move);
    for (const double x : row) lines += ',' + Json(x).dump();
    lines += '\n';
  }
  return lines;
}

GameRows play_for_rows(const Suite& suite, const LearnData& wanted, const KeptMoves& kept, std::size_t n) {
  const auto seats = static_cast<std::size_t>(wanted.seats);
  GameRows out;
  const auto sampler = suite.sampler();
  int stage = -1;
  struct Shown {
    int stage;
    Opinion opinion;
  };
  std::vector<Shown> shown;
  PlayedSetup setup{wanted.setup, wanted.seed + "/" + std::to_string(n), {}, 0, {}};
  setup.players.assign(seats, wanted.player);
  setup.deviate = wanted.deviate;
  setup.deviate_moves = 100 * wanted.seats;
  const KeptMoves::Kept* const known = kept.find(n);
  if (known) setup.recorded = known->actions;
  const auto teacher = wanted.lessons.empty() ? nullptr : suite.teacher();
  Random draws = Random::from_seed(setup.seed + "/lessons");
  setup.observe = [&](const Match& match) {
    if (teacher && !match.to_act().empty() && draws.below(static_cast<std::uint32_t>(wanted.lessons_every)) == 0)
      out.lessons += lesson_lines(n, match.length(), teacher->ask(match, wanted.teacher_nodes, draws));
    if (!known && !wanted.moves.empty() && match.to_act().empty()) out.file = match.file();
    const int now = sampler->stage(match);
    if (now == stage || now < 0) return;
    stage = now;
    Row row(row_head + seats);
    row[0] = static_cast<std::int32_t>(n), row[1] = stage;
    sampler->sample(match, row);
    out.rows.push_back(std::move(row));
  };
  if (!wanted.opinions.empty())
    setup.opinions = [&](const Match& match, const Opinion& opinion) {
      shown.push_back({sampler->stage(match), opinion});
    };
  Played played = suite.play(setup);
  if (known && played.error.empty() && played.moves > known->actions.size()) played.error = "this game does not end";
  if (!played.error.empty()) {
    if (known) out.error = wanted.moves + ", line " + std::to_string(known->line) + ": ";
    return out.error += played.error, out;
  }
  for (Row& row : out.rows)
    for (std::size_t s = 0; s < seats; ++s) row[row_head + s] = static_cast<std::int32_t>(played.scores[s]);
  for (const Shown& s : shown) {
    const Opinion& told = s.opinion;
    const std::size_t seat = index(told.seat);
    const std::array<long, 7> line{static_cast<long>(n),
                                   s.stage,
                                   static_cast<long>(seat),
                                   std::lround(told.value),
                                   static_cast<long>(played.scores[seat]),
                                   told.chance < 0 ? -1 : std::lround(1000 * told.chance),
                                   std::lround(1000 * played.wins[seat])};
    for (const long number : line) out.opinions += std::to_string(number) + ',';
    out.opinions.back() = '\n';
  }
  return out;
}

// What is kept of a file from before: the rows of whole games. The last game there may be cut, and is played again.
struct Kept {
  std::size_t games = 0, rows = 0, bytes = 0;
  LearnProgress all;  // with that game
};

std::expected<Kept, std::string> kept_of(const std::string& path, const std::string& head, std::size_t row_bytes) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return Kept{};
  std::string line;
  if (!std::getline(in, line) || (in.eof() && head.starts_with(line))) return Kept{};
  if (line != head) return std::unexpected(path + " was written with other settings: " + others(line, head));
  Kept kept{0, 0, head.size() + 1, {}};
  std::vector<char> row(row_bytes);
  std::int32_t game = -1;
  for (std::size_t& rows = kept.all.rows; in.read(row.data(), static_cast<std::streamsize>(row_bytes)); ++rows) {
    std::int32_t number = 0;
    std::memcpy(&number, row.data(), sizeof number);
    if (number == game) continue;
    if (number != game + 1) return std::unexpected(path + ": the games are not in order");
    game = number;
    kept.games = kept.all.games++;
    kept.rows = rows, kept.bytes = head.size() + 1 + rows * row_bytes;
  }
  return kept;
}

}  // namespace

std::expected<LearnProgress, std::string> write_learn_data(const Suite& suite, const LearnData& wanted,
                                                           const std::function<bool(const LearnProgress&)>& progress) {
  const auto sampler = suite.sampler();
  if (!sampler) return std::unexpected("nothing is learned for this game");
  if (!wanted.lessons.empty() && !suite.teacher()) return std::unexpected("nobody teaches this game");
  if (const std::string twice = named_twice({wanted.out, wanted.moves, wanted.opinions, wanted.lessons});
      !twice.empty())
    return std::unexpected(twice + " is named for two things");
  for (const auto& file : {wanted.out, wanted.moves, wanted.opinions, wanted.lessons})
    if (auto wrong = endless(file)) return std::unexpected(*wrong);
  Json about = sampler->about();
  const std::size_t numbers = row_head + static_cast<std::size_t>(wanted.seats) * (1 + about["seat_features"].size()) +
                              about["table_features"].size();
  const std::size_t row_bytes = numbers * sizeof(std::int32_t);
  about["format"] = "remise-learn-1", about["row"] = numbers, about["seats"] = wanted.seats;
  about["player"] = wanted.player, about["seed"] = wanted.seed, about["deviate"] = wanted.deviate;
  about["options"] = wanted.setup, about["game"] = suite.game();
  // What else is written of these games must not stop in the middle.
  if (!wanted.opinions.empty()) about["opinions"] = true;
  if (!wanted.lessons.empty()) about["lessons"] = {{"every", wanted.lessons_every}, {"nodes", wanted.teacher_nodes}};
  const std::string head = about.dump();
  auto moves = KeptMoves::open(wanted.moves,
                               {{"format", "remise-moves-1"},
                                {"game", suite.game()},
                                {"seats", wanted.seats},
                                {"player", wanted.player},
                                {"seed", wanted.seed},
                                {"deviate", wanted.deviate},
                                {"options", wanted.setup}},
                               suite.rules());
  if (!moves) return std::unexpected(moves.error());
  GameLines opinions(wanted.opinions, {{"stages", about["stages"]}}, "remise-opinions-2", about);
  GameLines lessons(wanted.lessons,
                    wanted.lessons.empty() ? Json::object() : lessons_about(*suite.teacher(), about, wanted),
                    "remise-lessons-1", about);
  const auto kept = kept_of(wanted.out, head, row_bytes);
  if (!kept) return std::unexpected(kept.error());
  if (kept->games >= wanted.games) return kept->all;  // there is more than is wanted
  for (GameLines* lines : {&opinions, &lessons})
    if (auto wrong = lines->read(kept->games, kept->all.games > 0)) return std::unexpected(*wrong);
  std::error_code problem;
  if (kept->bytes == 0)
    std::ofstream(wanted.out, std::ios::trunc | std::ios::binary) << head << '\n';
  else
    std::filesystem::resize_file(wanted.out, kept->bytes, problem);
  std::ofstream out(wanted.out, std::ios::app | std::ios::binary);
  if (!out || problem) return std::unexpected(wanted.out + " cannot be written");
  for (GameLines* lines : {&opinions, &lessons})  // after the rows: of what stands there, lines are there
    if (!lines->begin()) return std::unexpected(lines->unwritten());
  LearnProgress done{kept->games, kept->rows};
  std::string error;
  in_order<GameRows>(
      kept->games, wanted.games, wanted.threads, [&](std::size_t n) { return play_for_rows(suite, wanted, *moves, n); },
      [&](std::size_t n, const GameRows& game) {
        if (!game.error.empty()) return error = game.error, false;
        // First: a game counts once its rows are there.
        if (!opinions.add(n, game.opinions)) return error = opinions.unwritten(), false;
        if (!lessons.add(n, game.lessons)) return error = lessons.unwritten(), false;
        if (!moves->add(n, game.file)) return error = moves->unwritten(), false;
        for (const Row& row : game.rows)
          out.write(reinterpret_cast<const char*>(row.data()), static_cast<std::streamsize>(row_bytes));
        out.flush();
        ++done.games, done.rows += game.rows.size();
        if (!out) error = wanted.out + " cannot be written";
        return error.empty() && (!progress || progress(done));
      });
  if (!error.empty()) return std::unexpected(error);
  return done;
}

}  // namespace remise::bots
