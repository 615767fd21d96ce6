// The web client: read once from a folder (or from this program), kept in memory with its compressed twins.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace remise::server {

// One way to send a file: as it is, or compressed.
struct Encoded {
  std::string_view name;  // "", "br", "gzip"
  std::string_view bytes;
  std::string etag;
};

struct StaticFile {
  std::string type;
  bool immutable = false;                                                 // the name holds a hash of the contents
  Encoded plain{"", {}, {}}, gzip{"gzip", {}, {}}, brotli{"br", {}, {}};  // a twin that is not there has no tag

  // What this Accept-Encoding likes best; of what it likes equally, the smallest. Plain where it likes nothing.
  const Encoded& chosen(std::string_view accept_encoding) const;
};

// Does an If-None-Match (a list of tags, or "*") name this tag?
bool names_tag(std::string_view if_none_match, std::string_view etag);

// The bytes a Range asks for, of so many. Several ranges, other units and nonsense ask for everything.
struct Part {
  enum class Kind { all, some, none } kind = Kind::all;  // none: it begins after the end
  std::size_t first = 0, size = 0;
};
Part part_of(std::string_view range, std::size_t size);

class StaticFiles {
 public:
  StaticFiles(StaticFiles&&) noexcept = default;
  StaticFiles& operator=(StaticFiles&&) = delete;

  // Everything below `folder`; a small page of our own where it is empty or has no index.html.
  static StaticFiles read(const std::string& folder);
  // The bytes must outlive this: nothing is copied.
  static StaticFiles from(const std::vector<std::pair<std::string, std::string_view>>& files);

  const StaticFile* find(std::string_view path) const;
  std::size_t size() const { return files_.size(); }

 private:
  StaticFiles() = default;
  void add(const std::string& path, std::string_view bytes);
  void finish();

  std::deque<std::string> read_;  // the bytes of files that were read from a folder
  std::map<std::string, StaticFile, std::less<>> files_;
};

}  // namespace remise::server
