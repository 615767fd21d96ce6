// Games of contests in a file, a line of JSON each: played once, kept for good. Several contests may share one.
#pragma once

#include <expected>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bots/arena.h"

namespace remise::bots {

class GameFile {
 public:
  // `origin` is what makes other games of the same contest: {"game", ...} with all that tells one engine, its players
  // and its data from others. The error is a sentence that names the file, and the line where there is one.
  static std::expected<GameFile, std::string> open(const std::string& path, Json origin);

  const std::string& path() const { return path_; }
  // Games of this game that are of another origin, or of none as in older files: they are not taken.
  std::size_t strangers() const { return strangers_; }

  std::string key(const Contest& contest) const;
  const Played* find(const std::string& key, std::size_t game) const;
  bool add(const std::string& key, std::size_t game, const Played& played);  // false: it cannot be written

 private:
  explicit GameFile(std::string path, Json origin) : path_(std::move(path)), origin_(std::move(origin)) {}
  std::expected<void, std::string> read();
  bool take(const Json& line);
  bool is_stranger(const Json& contest) const;

  std::string path_;
  Json origin_;
  std::map<std::string, std::map<std::size_t, Played>, std::less<>> games_;
  std::size_t strangers_ = 0;
  bool cut_ = false;  // the last line was not finished
  std::ofstream out_;
};

// Whether a line that is no JSON can be what was left of one that began like this when its program was stopped.
inline bool cut_short(std::string_view line, std::string_view beginning) {
  return line.starts_with(beginning) || beginning.starts_with(line);
}

// What is there but has no end, such as a pipe, cannot be read to it: a sentence that says so.
std::optional<std::string> endless(const std::string& path);

// A file among these that stands there twice, under whatever names; or empty. Empty names are none.
std::string named_twice(const std::vector<std::string>& files);

}  // namespace remise::bots
