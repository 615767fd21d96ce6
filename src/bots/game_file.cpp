#include "bots/game_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

namespace remise::bots {
namespace {

bool numbers(const Json& list, std::size_t count) {
  return list.is_array() && list.size() == count && std::ranges::all_of(list, &Json::is_number);
}

}  // namespace

std::expected<GameFile, std::string> GameFile::open(const std::string& path, Json origin) {
  if (auto wrong = endless(path)) return std::unexpected(*wrong);
  GameFile file(path, std::move(origin));
  if (auto read = file.read(); !read) return std::unexpected(read.error());
  file.out_.open(path, std::ios::app);
  if (!file.out_) return std::unexpected(path + " cannot be written");
  return file;
}

std::expected<void, std::string> GameFile::read() {
  std::ifstream in(path_);
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (in.eof()) cut_ = true;
    const auto json = parse_json(line);
    if (json ? !take(*json) : !cut_short(line, "{\"contest\":{"))
      return std::unexpected(path_ + ", line " + std::to_string(number) + ": this is no game of a contest");
  }
  return {};
}

bool GameFile::take(const Json& line) {
  const auto member = [&](const char* key) { return line.value(key, Json()); };
  if (!line.is_object() || !member("contest").is_object()) return false;
  const Json contest = member("contest"), seats = contest.value("seats", Json());
  if (!seats.is_number_unsigned()) return false;
  for (const char* key : {"game", "moves", "nodes"})
    if (!member(key).is_number_unsigned()) return false;
  for (const char* key : {"scores", "wins"})
    if (!numbers(member(key), seats.get<std::size_t>())) return false;
  const auto wins = member("wins").get<std::vector<double>>();
  const auto part = [](double won) { return won >= 0 && won <= 1; };
  if (!std::ranges::all_of(wins, part) || std::abs(std::reduce(wins.begin(), wins.end()) - 1) > 1e-9) return false;
  const auto plausible = [](double score) { return std::abs(score) < 1e6; };
  if (!std::ranges::all_of(member("scores").get<std::vector<double>>(), plausible)) return false;
  const auto moves = member("moves").get<std::size_t>();
  const auto nodes = member("nodes").get<std::uint64_t>();
  if (moves > longest_game || nodes > longest_game * largest_budget) return false;
  if (is_stranger(contest)) return ++strangers_, true;
  Played played;
  played.scores = member("scores").get<std::vector<double>>();
  played.wins = wins;
  played.moves = moves;
  played.nodes = nodes;
  games_[contest.dump()][member("game").get<std::size_t>()] = std::move(played);
  return true;
}

bool GameFile::is_stranger(const Json& contest) const {
  if (contest.contains("game") && contest["game"] != origin_["game"]) return false;
  for (const auto& [key, value] : origin_.items())
    if (contest.value(key, Json()) != value) return true;
  return false;
}

std::string GameFile::key(const Contest& contest) const {
  Json key = origin_;
  key["seats"] = contest.seats, key["challenger"] = contest.challenger, key["others"] = contest.others;
  key["seed"] = contest.seed, key["nodes"] = contest.nodes, key["options"] = contest.setup;
  if (!contest.programs.empty()) key["programs"] = contest.programs;
  if (!contest.lead.player.empty()) key["lead"] = Json::array({contest.lead.player, contest.lead.until});
  return key.dump();
}

const Played* GameFile::find(const std::string& key, std::size_t game) const {
  const auto contest = games_.find(key);
  if (contest == games_.end()) return nullptr;
  const auto found = contest->second.find(game);
  return found == contest->second.end() ? nullptr : &found->second;
}

bool GameFile::add(const std::string& key, std::size_t game, const Played& played) {
  if (find(key, game) || !played.error.empty()) return true;
  if (cut_) out_ << '\n', cut_ = false;
  out_ << Json{{"contest", tree_of(key)}, {"game", game},          {"scores", played.scores},
               {"wins", played.wins},     {"moves", played.moves}, {"nodes", played.nodes}}
              .dump()
       << '\n'
       << std::flush;
  return out_.good();
}

std::optional<std::string> endless(const std::string& path) {
  std::error_code ignored;
  const auto what = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(what) || is_regular_file(what) || is_directory(what)) return std::nullopt;
  return path + " is no file";
}

std::string named_twice(const std::vector<std::string>& files) {
  std::vector<std::filesystem::path> known;
  for (const std::string& file : files) {
    if (file.empty()) continue;
    std::error_code wrong;
    // Absolute first: of what is not there yet a relative name would stay as it is, "a" and "./a" two names.
    auto path = std::filesystem::absolute(file, wrong);
    if (!wrong) path = std::filesystem::weakly_canonical(path, wrong);
    if (wrong) continue;
    if (std::ranges::find(known, path) != known.end()) return file;
    known.push_back(path);
  }
  return {};
}

}  // namespace remise::bots
