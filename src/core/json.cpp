#include "core/json.h"

#include <algorithm>

#include "core/assert.h"

template class nlohmann::basic_json<>;

namespace remise {
namespace {

// What a reader gives where there is nothing.
template <class V>
struct Absent;
template <>
struct Absent<Json> {
  static const Json null, list, object;
};
const Json Absent<Json>::null = nullptr;
const Json Absent<Json>::list = Json::array();
const Json Absent<Json>::object = Json::object();
template <>
struct Absent<Value> {
  static const Value null, list, object;
};
const Value Absent<Value>::null;
const Value Absent<Value>::list = Value::of(std::span<const Value>());
const Value Absent<Value>::object = Value::of(std::span<const Member>());

// The few things that Json and Value do not name alike.
const Json* find(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}
const Value* find(const Value& object, std::string_view key) { return object.find(key); }
std::string_view text_of(const Json& json) { return json.get_ref<const std::string&>(); }
std::string_view text_of(const Value& value) { return value.text(); }
const std::string& text_of(const std::string& where) { return where; }
std::string text_of(const Where& where) { return where.text(); }
const Json& as_json(const Json& json) { return json; }
Json as_json(const Value& value) { return to_json(value); }

}  // namespace

Json to_json(const Error& error) {
  return {{"scope", error.scope}, {"code", error.code}, {"rule", error.rule}, {"values", error.values}};
}

Error form_error(std::string_view code, std::string_view where, Json found) {
  Error error{"core", std::string(code), "", {{"where", where}}};
  if (found.is_string() && found.get_ref<const std::string&>().size() > 80)
    found = found.get_ref<const std::string&>().substr(0, 80);
  if (found.is_structured()) found = found.type_name();
  error.values["found"] = std::move(found);
  return error;
}

std::string Where::text() const {
  std::string text = outer_ ? outer_->text() : "";
  text += name_;
  return index_ == no_index ? text : text + "[" + std::to_string(index_) + "]";
}

namespace {

// How deep lists and objects lie in each other; brackets inside texts do not count.
std::size_t nesting(std::string_view text) {
  std::size_t depth = 0, deepest = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted && c == '\\') ++i;
    if (quoted) continue;
    if (c == '[' || c == '{') deepest = std::max(deepest, ++depth);
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return deepest;
}

}  // namespace

std::expected<Document, Error> parse_document(std::string_view text, std::size_t max_bytes) {
  if (text.size() > max_bytes) return std::unexpected(form_error("too_large", "", text.size()));
  auto document = Document::read(text);
  if (document) return std::move(*document);
  // Reading and writing JSON recurse: a hostile text must not reach the end of the stack.
  if (const std::size_t depth = nesting(text); depth > max_json_depth)
    return std::unexpected(form_error("too_large", "", depth));
  return std::unexpected(form_error("not_json", ""));
}

Json tree_of(std::string_view text) {
  if (text.empty()) return nullptr;
  Json json = Json::parse(text, nullptr, false);
  REMISE_ASSERT(!json.is_discarded());
  return json;
}

void to_json(Json& json, const Value& value) { json = to_json(value); }

std::expected<Json, Error> parse_json(std::string_view text, std::size_t max_bytes) {
  const auto document = parse_document(text, max_bytes);
  if (!document) return std::unexpected(document.error());
  return to_json(document->root());
}

Json to_json(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::null: return nullptr;
    case Value::Kind::boolean: return value.get<bool>();
    case Value::Kind::negative: return value.get<std::int64_t>();
    case Value::Kind::number: return value.get<std::uint64_t>();
    case Value::Kind::real: return value.real();
    case Value::Kind::text: return value.text();
    case Value::Kind::list: {
      Json::array_t list;
      list.reserve(value.size());
      for (const Value& item : value) list.push_back(to_json(item));
      return list;
    }
    case Value::Kind::object: {
      Json::object_t object;
      for (const auto& [key, member] : value.members())
        object.emplace_hint(object.end(), std::string(key), to_json(member));  // they are sorted
      return object;
    }
  }
  return nullptr;
}

template <class V>
BasicObjectReader<V>::BasicObjectReader(const V& json, Place where) : json_(json), where_(std::move(where)) {
  if (!json.is_object()) error_ = form_error("not_an_object", text_of(where_), as_json(json));
}

template <class V>
const V* BasicObjectReader<V>::member(std::string_view key, bool required) {
  if (known_.empty()) known_.reserve(16);  // one allocation for nearly all objects
  known_.push_back(key);
  if (error_) return nullptr;
  const V* found = find(json_, key);
  if (!found || found->is_null()) {
    if (required) fail("missing", key);
    return nullptr;
  }
  return found;
}

template <class V>
bool BasicObjectReader<V>::has(std::string_view key) const {
  if (error_) return false;
  const V* found = find(json_, key);
  return found && !found->is_null();
}

template <class V>
bool BasicObjectReader<V>::present(std::string_view key) const {
  return !error_ && json_.contains(key);
}

template <class V>
void BasicObjectReader<V>::fail(std::string_view code, std::string_view key, Json found) {
  if (error_) return;
  std::string path = text_of(where_);
  if (!path.empty() && !key.empty()) path += '.';
  error_ = form_error(code, path.append(key), std::move(found));
}

template <class V>
std::int64_t BasicObjectReader<V>::integer(std::string_view key, std::int64_t min, std::int64_t max) {
  const V* found = member(key, true);
  if (!found) return min;
  if (!found->is_number_integer()) return fail("not_an_integer", key, as_json(*found)), min;
  const bool huge =
      found->is_number_unsigned() && found->template get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX);
  if (huge || found->template get<std::int64_t>() < min || found->template get<std::int64_t>() > max)
    return fail("out_of_range", key, as_json(*found)), min;
  return found->template get<std::int64_t>();
}

template <class V>
std::int64_t BasicObjectReader<V>::integer_or(std::string_view key, std::int64_t min, std::int64_t max,
                                              std::int64_t otherwise) {
  if (has(key)) return integer(key, min, max);
  known_.push_back(key);
  return otherwise;
}

template <class V>
bool BasicObjectReader<V>::boolean(std::string_view key) {
  const V* found = member(key, true);
  if (!found) return false;
  if (!found->is_boolean()) return fail("not_a_boolean", key, as_json(*found)), false;
  return found->template get<bool>();
}

template <class V>
bool BasicObjectReader<V>::boolean_or(std::string_view key, bool otherwise) {
  if (has(key)) return boolean(key);
  known_.push_back(key);
  return otherwise;
}

template <class V>
std::string_view BasicObjectReader<V>::text(std::string_view key, std::size_t max_length) {
  const V* found = member(key, true);
  if (!found) return {};
  if (!found->is_string()) return fail("not_a_text", key, as_json(*found)), std::string_view{};
  const std::string_view text = text_of(*found);
  if (text.size() > max_length) return fail("too_large", key, text.size()), std::string_view{};
  return text;
}

template <class V>
std::size_t BasicObjectReader<V>::one_of(std::string_view key, const std::vector<std::string_view>& words) {
  const auto word = text(key);
  if (error_) return 0;
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return fail("unknown_word", key, word), std::size_t{0};
  return static_cast<std::size_t>(found - words.begin());
}

template <class V>
const V& BasicObjectReader<V>::array(std::string_view key, std::size_t max_size) {
  const V* found = member(key, true);
  if (!found) return Absent<V>::list;
  if (!found->is_array()) return fail("not_a_list", key, as_json(*found)), Absent<V>::list;
  if (found->size() > max_size) return fail("too_large", key, found->size()), Absent<V>::list;
  return *found;
}

template <class V>
const V& BasicObjectReader<V>::object(std::string_view key) {
  const V* found = member(key, true);
  if (!found) return Absent<V>::object;
  if (!found->is_object()) return fail("not_an_object", key, as_json(*found)), Absent<V>::object;
  return *found;
}

template <class V>
const V& BasicObjectReader<V>::any(std::string_view key) {
  const V* found = member(key, false);
  return found ? *found : Absent<V>::null;
}

template <class V>
void BasicObjectReader<V>::skip(std::string_view key) {
  known_.push_back(key);
}

template <class V>
std::optional<Error> BasicObjectReader<V>::finish() {
  const auto look_at = [&](std::string_view key) {
    if (std::ranges::find(known_, key) == known_.end()) fail("unknown_member", key);
  };
  if (error_ || !json_.is_object()) return error_;
  if constexpr (std::is_same_v<V, Json>)
    for (const auto& [key, value] : json_.items()) look_at(key);
  else
    for (const Member& member : json_.members()) look_at(member.key);
  return error_;
}

template <class V>
std::optional<Error> BasicObjectReader<V>::finish_ignoring_rest() {
  return error_;
}

template class BasicObjectReader<Json>;
template class BasicObjectReader<Value>;

}  // namespace remise
