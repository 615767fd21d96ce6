#include "bots/game_file.h"

#include <algorithm>

namespace remise::bots {
namespace {

bool numbers(const Json& list, std::size_t count) {
  return list.is_array() && list.size() == count && std::ranges::all_of(list, &Json::is_number);
}

}  // namespace

std::expected<GameFile, std::string> GameFile::open(const std::string& path, Json origin) {
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
  if (is_stranger(contest)) return ++strangers_, true;
  Played played;
  played.scores = member("scores").get<std::vector<double>>();
  played.wins = member("wins").get<std::vector<double>>();
  played.moves = member("moves").get<std::size_t>();
  played.nodes = member("nodes").get<std::uint64_t>();
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

}  // namespace remise::bots
