#include "server/net/static_files.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "core/sha256.h"
#include "server/net/http.h"

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

// "q=0.5" in thousandths; nothing for what is no weight.
std::optional<int> weight(std::string_view text) {
  if (text.empty()) return 1000;
  if (text.size() < 3 || text.size() > 7 || (text[0] != 'q' && text[0] != 'Q') || text[1] != '=') return std::nullopt;
  const bool one = text[2] == '1';
  if ((!one && text[2] != '0') || (text.size() > 3 && text[3] != '.')) return std::nullopt;
  int rest = 0;
  for (std::size_t i = 4; i < 7; ++i) {
    const char digit = i < text.size() ? text[i] : '0';
    if (digit < '0' || digit > '9') return std::nullopt;
    rest = rest * 10 + digit - '0';
  }
  if (one && rest > 0) return std::nullopt;
  return one ? 1000 : rest;
}

// A number without a sign, and nothing else.
std::optional<std::size_t> number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

const Encoded& StaticFile::chosen(std::string_view accept_encoding) const {
  std::optional<int> br, gz, identity, others;
  for (std::string_view rest = accept_encoding; !rest.empty();) {
    const auto item = next_item(rest, ',');
    std::string_view tail = item;
    const auto coding = next_item(tail, ';');
    const auto liked = weight(trimmed(tail));
    if (!liked) continue;
    if (same_word(coding, "br")) br = liked;
    if (same_word(coding, "gzip") || same_word(coding, "x-gzip")) gz = liked;
    if (same_word(coding, "identity")) identity = liked;
    if (coding == "*") others = liked;
  }
  const int plain_liked = identity.value_or(others.value_or(1));  // not named: after all that is
  const int br_liked = brotli.etag.empty() ? 0 : br.value_or(others.value_or(0));
  const int gz_liked = gzip.etag.empty() ? 0 : gz.value_or(others.value_or(0));
  if (br_liked > 0 && br_liked >= gz_liked && br_liked >= plain_liked) return brotli;
  return gz_liked > 0 && gz_liked >= plain_liked ? gzip : plain;
}

bool names_tag(std::string_view if_none_match, std::string_view etag) {
  std::string_view rest = trimmed(if_none_match);
  if (rest == "*") return true;
  while (!rest.empty()) {
    if (rest.starts_with("W/")) rest.remove_prefix(2);  // weak ones will do
    const auto end = rest.starts_with('"') ? rest.find('"', 1) : std::string_view::npos;
    if (end == std::string_view::npos) return false;
    if (rest.substr(0, end + 1) == etag) return true;
    rest = trimmed(rest.substr(end + 1));
    if (!rest.starts_with(',')) return false;
    rest = trimmed(rest.substr(1));
  }
  return false;
}

Part part_of(std::string_view range, std::size_t size) {
  const Part all{Part::Kind::all, 0, size}, none{Part::Kind::none, 0, 0};
  const auto equals = range.find('=');
  if (equals == std::string_view::npos || !same_word(range.substr(0, equals), "bytes")) return all;
  const auto wanted = trimmed(range.substr(equals + 1));
  const auto dash = wanted.find('-');
  if (dash == std::string_view::npos) return all;
  const auto first = number(wanted.substr(0, dash)), last = number(wanted.substr(dash + 1));
  if (dash == 0) {  // so many at the end
    if (!last) return all;
    if (*last == 0 || size == 0) return none;
    const auto count = std::min(*last, size);
    return {Part::Kind::some, size - count, count};
  }
  if (!first || (!last && dash + 1 < wanted.size()) || (last && *last < *first)) return all;
  if (*first >= size) return none;
  return {Part::Kind::some, *first, std::min(last.value_or(size), size - 1) - *first + 1};
}

void StaticFiles::add(const std::string& path, std::string_view bytes) {
  const bool gzip = path.ends_with(".gz"), brotli = path.ends_with(".br");
  StaticFile& file = files_[gzip || brotli ? path.substr(0, path.size() - 3) : path];
  Encoded& encoded = gzip ? file.gzip : brotli ? file.brotli : file.plain;
  encoded.bytes = bytes;
  encoded.etag = "\"" + sha256_hex(bytes).substr(0, 20) + "\"";
  if (gzip || brotli) return;
  file.type = type_of(path);
  file.immutable = has_hash(path);
}

void StaticFiles::finish() {
  std::erase_if(files_, [](const auto& one) { return one.second.type.empty(); });  // a twin without its file
  if (!files_.contains("/index.html")) add("/index.html", built_in_page);
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
      all.read_.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
      all.add((std::filesystem::path("/") / std::filesystem::relative(at->path(), folder, fault)).generic_string(),
              all.read_.back());
    }
  }
  all.finish();
  return all;
}

StaticFiles StaticFiles::from(const std::vector<std::pair<std::string, std::string_view>>& files) {
  StaticFiles all;
  for (const auto& [path, bytes] : files) all.add(path, bytes);
  all.finish();
  return all;
}

const StaticFile* StaticFiles::find(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace remise::server
