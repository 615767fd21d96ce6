#include "bots/learn_data.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "bots/game_file.h"
#include "bots/ordered.h"

namespace remise::bots {
namespace {

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
  static std::expected<KeptMoves, std::string> open(const std::string& path, const Json& how) {
    KeptMoves moves(path);
    if (path.empty()) return moves;
    auto begun = moves.read(how.dump());
    if (!begun) return std::unexpected(begun.error());
    moves.out_.open(path, std::ios::app);
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
  explicit KeptMoves(std::string path) : path_(std::move(path)) {}

  // Whether there is anything.
  std::expected<bool, std::string> read(const std::string& how) {
    std::ifstream in(path_);
    std::string line;
    if (!std::getline(in, line)) return false;
    if (line != how) return std::unexpected(path_ + " was written with other settings: " + line);
    for (std::size_t number = 2; std::getline(in, line); ++number) {
      if (in.eof()) cut_ = true;  // the last line was not finished
      auto game = parse_json(line);
      if (game ? !take(*game, number) : !cut_short(line, "{\"actions\":["))
        return std::unexpected(path_ + ", line " + std::to_string(number) + ": this is no game with its moves");
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
  std::map<std::size_t, Kept> games_;
  bool cut_ = false;
  std::ofstream out_;
};

// The first line of a file of lessons: what the numbers are, and how they were made.
std::string lessons_head(const Teacher& teacher, const Json& rows, const LearnData& wanted) {
  Json head = teacher.about();
  head["format"] = "remise-lessons-1", head["rounds"] = rows["stages"], head["teacher_nodes"] = wanted.teacher_nodes;
  for (const char* key : {"player", "seats", "seed", "deviate", "options", "game"}) head[key] = rows[key];
  return head.dump();
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
  const Played played = suite.play(setup);
  if (!played.error.empty()) {
    if (known) out.error = wanted.moves + ", line " + std::to_string(known->line) + ": ";
    return out.error += played.error, out;
  }
  for (Row& row : out.rows)
    for (std::size_t s = 0; s < seats; ++s) row[row_head + s] = static_cast<std::int32_t>(played.scores[s]);
  for (const Shown& s : shown)
    out.opinions += std::to_string(n) + ',' + std::to_string(s.stage) + ',' +
                    std::to_string(static_cast<int>(s.opinion.seat)) + ',' +
                    std::to_string(static_cast<long>(s.opinion.value)) + ',' +
                    std::to_string(static_cast<long>(played.scores[index(s.opinion.seat)])) + '\n';
  return out;
}

// What is kept of a file from before: the rows of whole games. The last game there may be cut, and is played again.
struct Kept {
  std::size_t games = 0, rows = 0, bytes = 0;
};

std::expected<Kept, std::string> kept_of(const std::string& path, const std::string& head, std::size_t row_bytes) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return Kept{};
  std::string line;
  if (!std::getline(in, line) || (in.eof() && head.starts_with(line))) return Kept{};
  if (line != head) return std::unexpected(path + " was written with other settings: " + line);
  Kept kept{0, 0, head.size() + 1};
  std::vector<char> row(row_bytes);
  std::int32_t game = -1;
  for (std::size_t rows = 0; in.read(row.data(), static_cast<std::streamsize>(row_bytes)); ++rows) {
    std::int32_t number = 0;
    std::memcpy(&number, row.data(), sizeof number);
    if (number == game) continue;
    if (number < game) return std::unexpected(path + ": the games are not in order");
    game = number;
    kept = {static_cast<std::size_t>(number), rows, head.size() + 1 + rows * row_bytes};
  }
  return kept;
}

// The lines of games before `games`, which must be whole.
void cut_lines(const std::string& path, std::size_t games) {
  std::ifstream in(path);
  std::string keep, line;
  while (std::getline(in, line) && !in.eof())
    if ((line.starts_with('{') && games > 0) ||
        (!line.starts_with('{') && std::strtoull(line.c_str(), nullptr, 10) < games))
      keep += line + '\n';
  in.close();
  std::ofstream(path, std::ios::trunc) << keep;
}

}  // namespace

std::expected<LearnProgress, std::string> write_learn_data(const Suite& suite, const LearnData& wanted,
                                                           const std::function<bool(const LearnProgress&)>& progress) {
  const auto sampler = suite.sampler();
  if (!sampler) return std::unexpected("nothing is learned for this game");
  if (!wanted.lessons.empty() && !suite.teacher()) return std::unexpected("nobody teaches this game");
  Json about = sampler->about();
  const std::size_t numbers = row_head + static_cast<std::size_t>(wanted.seats) * (1 + about["seat_features"].size()) +
                              about["table_features"].size();
  const std::size_t row_bytes = numbers * sizeof(std::int32_t);
  about["format"] = "remise-learn-1", about["row"] = numbers, about["seats"] = wanted.seats;
  about["player"] = wanted.player, about["seed"] = wanted.seed, about["deviate"] = wanted.deviate;
  about["options"] = wanted.setup, about["game"] = suite.game();
  const std::string head = about.dump();
  auto moves = KeptMoves::open(wanted.moves, {{"format", "remise-moves-1"},
                                              {"game", suite.game()},
                                              {"seats", wanted.seats},
                                              {"player", wanted.player},
                                              {"seed", wanted.seed},
                                              {"deviate", wanted.deviate},
                                              {"options", wanted.setup}});
  if (!moves) return std::unexpected(moves.error());
  const auto kept = kept_of(wanted.out, head, row_bytes);
  if (!kept) return std::unexpected(kept.error());
  std::error_code problem;
  if (kept->bytes == 0)
    std::ofstream(wanted.out, std::ios::trunc | std::ios::binary) << head << '\n';
  else
    std::filesystem::resize_file(wanted.out, kept->bytes, problem);
  std::ofstream out(wanted.out, std::ios::app | std::ios::binary), opinions, lessons;
  if (!out || problem) return std::unexpected(wanted.out + " cannot be written");
  for (auto [path, file] : {std::pair{&wanted.opinions, &opinions}, std::pair{&wanted.lessons, &lessons}}) {
    if (path->empty()) continue;
    cut_lines(*path, kept->games);
    file->open(*path, std::ios::app);
    if (path == &wanted.lessons && std::filesystem::file_size(*path) == 0)
      *file << lessons_head(*suite.teacher(), about, wanted) << '\n';
    if (!*file) return std::unexpected(*path + " cannot be written");
  }
  LearnProgress done{kept->games, kept->rows};
  std::string error;
  in_order<GameRows>(
      kept->games, wanted.games, wanted.threads, [&](std::size_t n) { return play_for_rows(suite, wanted, *moves, n); },
      [&](std::size_t n, const GameRows& game) {
        if (!game.error.empty()) return error = game.error, false;
        opinions << game.opinions << std::flush;  // first: a game counts once its rows are there
        lessons << game.lessons << std::flush;
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
