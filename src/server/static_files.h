// The web client: read once from a folder (or from this program), kept in memory with its compressed twins.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace remise::server {

struct StaticFile {
  std::string type;
  std::string etag;
  bool immutable = false;  // the name holds a hash of the contents
  std::string plain, gzip, brotli;
};

class StaticFiles {
 public:
  // Everything below `folder`; a small page of our own where it is empty or has no index.html.
  static StaticFiles read(const std::string& folder);
  static StaticFiles from(const std::vector<std::pair<std::string, std::string_view>>& files);

  const StaticFile* find(std::string_view path) const;
  std::size_t size() const { return files_.size(); }

 private:
  void add(const std::string& path, std::string bytes);
  void finish();

  std::map<std::string, StaticFile, std::less<>> files_;
};

}  // namespace remise::server
