// JSON at the edges: safe parsing, and strict reading of objects. Nothing here throws; the browser build has no
// exceptions.
#pragma once

#include <cstdint>
#include <expected>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/document.h"

#ifdef REMISE_JSON_COMPILED_ONCE  // files that need not be fast take its functions from json.cpp: a tenth of their
                                  // compile time
extern template class nlohmann::basic_json<>;
#endif

namespace remise {

using Json = nlohmann::json;  // keys are kept sorted, so that equal values have equal bytes

// What went wrong, as a code and values; data/locale turns it into a sentence. `scope` is a game's id, or "core" for
// what every game shares; `rule` is the rule it rests on ("R67"), empty for mere form.
struct Error {
  std::string scope;
  std::string code;
  std::string rule;
  Json values = Json::object();

  bool operator==(const Error&) const = default;
};

Json to_json(const Error& error);

// An input that has not the right form: `what` is a code of the core catalogue, `where` the path of the faulty value.
Error form_error(std::string_view code, std::string_view where, Json found = nullptr);

inline constexpr std::size_t max_json_depth = 100;
inline constexpr std::size_t max_json_bytes = std::size_t{16} << 20;

// A text that this program has written itself; null for an empty one.
Json tree_of(std::string_view text);

std::expected<Json, Error> parse_json(std::string_view text, std::size_t max_bytes = max_json_bytes);

// The same text as a value that is only read (core/document.h). The text must stay.
std::expected<Document, Error> parse_document(std::string_view text, std::size_t max_bytes = max_json_bytes);

Json to_json(const Value& value);
void to_json(Json& json, const Value& value);  // by which a Value becomes a Json without being asked

// The place of a value in its file, "map.json hexes[3].locations", for messages: a chain of places that is written out
// only where something is wrong. What it lies in must stay.
class Where {
 public:
  static constexpr std::size_t no_index = SIZE_MAX;

  constexpr Where(const char* name, std::size_t index = no_index) : name_(name), index_(index) {}
  constexpr Where(const Where& outer, std::string_view name, std::size_t index = no_index)
      : outer_(&outer), name_(name), index_(index) {}
  Where(const Where&& outer, std::string_view name, std::size_t index = no_index) = delete;

  std::string text() const;

 private:
  const Where* outer_ = nullptr;
  std::string_view name_;
  std::size_t index_;
};

// Reads the members of one object, each exactly once and of the right type. The first fault is kept; after it every
// read gives a default. finish() also refuses members nobody asked for.
//
//   ObjectReader in(json, "action");
//   const int price = in.integer("price", 0, 100000);
//   if (auto error = in.finish()) return std::unexpected(*error);
template <class V>
class BasicObjectReader {
 public:
  using Place = std::conditional_t<std::is_same_v<V, Value>, Where, std::string>;

  BasicObjectReader(const V& json, Place where);

  bool has(std::string_view key) const;      // present and not null
  bool present(std::string_view key) const;  // present, perhaps null
  std::int64_t integer(std::string_view key, std::int64_t min, std::int64_t max);
  std::int64_t integer_or(std::string_view key, std::int64_t min, std::int64_t max, std::int64_t otherwise);
  bool boolean(std::string_view key);
  bool boolean_or(std::string_view key, bool otherwise);
  std::string_view text(std::string_view key, std::size_t max_length = 200);
  // One of `words`; the result is its place in the list.
  std::size_t one_of(std::string_view key, const std::vector<std::string_view>& words);
  const V& array(std::string_view key, std::size_t max_size = 1000);
  const V& object(std::string_view key);
  const V& any(std::string_view key);  // null where absent
  void skip(std::string_view key);     // allowed, and not looked at

  void fail(std::string_view code, std::string_view key, Json found = nullptr);
  bool failed() const { return error_.has_value(); }
  std::optional<Error> finish();                // refuses unknown members
  std::optional<Error> finish_ignoring_rest();  // for formats whose readers ignore further keys

 private:
  const V* member(std::string_view key, bool required);

  const V& json_;
  Place where_;
  std::vector<std::string_view> known_;
  std::optional<Error> error_;
};

using ObjectReader = BasicObjectReader<Json>;
using ValueReader = BasicObjectReader<Value>;  // the same for data files

}  // namespace remise
