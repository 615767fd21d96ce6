#include "server/static_files.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/sha256.h"

namespace remise::server {
namespace {

constexpr std::string_view built_in_page = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Remise</title><meta name="viewport" content="width=device-width"></head>
<body><h1>Remise</h1><p>This server runs without the web client. The <a href="/openapi.json">API</a> is open.</p></body></html>
)";

std::string type_of(std::string_view path) {
  static const std::map<std::string_view, const char*> types{{".html", "text/html; charset=utf-8"},
                                                             {".js", "text/javascript; charset=utf-8"},
                                                             {".mjs", "text/javascript; charset=utf-8"},
                                                             {".css", "text/css; charset=utf-8"},
                                                             {".json", "application/json"},
                                                             {".webmanifest", "application/manifest+json"},
                                                             {".wasm", "application/wasm"},
                                                             {".svg", "image/svg+xml"},
                                                             {".png", "image/png"},
                                                             {".jpg", "image/jpeg"},
                                                             {".webp", "image/webp"},
                                                             {".ico", "image/x-icon"},
                                                             {".woff2", "font/woff2"},
                                                             {".txt", "text/plain; charset=utf-8"},
                                                             {".map", "application/json"},
                                                             {".mp3", "audio/mpeg"},
                                                             {".ogg", "audio/ogg"}};
  const auto dot = path.rfind('.');
  const auto found = dot == std::string_view::npos ? types.end() : types.find(path.substr(dot));
  return found == types.end() ? "application/octet-stream" : found->second;
}

// Vite writes assets/name-HASH.ext with at least eight characters of hash.
bool has_hash(std::string_view path) {
  const auto dash = path.rfind('-');
  const auto dot = path.find('.', dash == std::string_view::npos ? 0 : dash);
  return path.starts_with("/assets/") && dash != std::string_view::npos && dot != std::string_view::npos &&
         dot - dash > 8;
}

}  // namespace

void StaticFiles::add(const std::string& path, std::string bytes) {
  if (path.ends_with(".gz")) {
    files_[path.substr(0, path.size() - 3)].gzip = std::move(bytes);
  } else if (path.ends_with(".br")) {
    files_[path.substr(0, path.size() - 3)].brotli = std::move(bytes);
  } else {
    StaticFile& file = files_[path];
    file.type = type_of(path);
    file.immutable = has_hash(path);
    file.etag = std::string("\"").append(sha256_hex(bytes), 0, 20).append("\"");
    file.plain = std::move(bytes);
  }
}

void StaticFiles::finish() {
  std::erase_if(files_, [](const auto& one) { return one.second.type.empty(); });  // a twin without its file
  if (!files_.contains("/index.html")) add("/index.html", std::string(built_in_page));
  files_["/"] = files_["/index.html"];
}

StaticFiles StaticFiles::read(const std::string& folder) {
  StaticFiles all;
  std::error_code fault;
  if (!folder.empty()) {
    for (auto at = std::filesystem::recursive_directory_iterator(folder, fault);
         !fault && at != std::filesystem::recursive_directory_iterator(); at.increment(fault)) {
      if (!at->is_regular_file(fault)) continue;
      std::ifstream in(at->path(), std::ios::binary);
      all.add((std::filesystem::path("/") / std::filesystem::relative(at->path(), folder, fault)).generic_string(),
              {std::istreambuf_iterator<char>(in), {}});
    }
  }
  all.finish();
  return all;
}

StaticFiles StaticFiles::from(const std::vector<std::pair<std::string, std::string_view>>& files) {
  StaticFiles all;
  for (const auto& [path, bytes] : files) all.add(path, std::string(bytes));
  all.finish();
  return all;
}

const StaticFile* StaticFiles::find(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace remise::server
