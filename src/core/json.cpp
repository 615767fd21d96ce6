#include "core/json.h"

#include <algorithm>

#include "core/assert.h"

template class nlohmann::basic_json<>;

namespace remise {
namespace {

const Json null_json = nullptr;
const Json empty_array = Json::array();
const Json empty_object = Json::object();

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

std::expected<Json, Error> parse_json(std::string_view text, std::size_t max_bytes) {
  if (text.size() > max_bytes) return std::unexpected(form_error("too_large", "", text.size()));
  // Writing JSON recurses: a hostile text must not reach the end of the stack.
  if (const std::size_t depth = nesting(text); depth > max_json_depth)
    return std::unexpected(form_error("too_large", "", depth));
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return std::unexpected(form_error("not_json", ""));
  return json;
}

Json tree_of(std::string_view text) {
  if (text.empty()) return nullptr;
  Json json = Json::parse(text, nullptr, false);
  REMISE_ASSERT(!json.is_discarded());
  return json;
}

ObjectReader::ObjectReader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
  if (!json.is_object()) error_ = form_error("not_an_object", where_, json);
}

const Json* ObjectReader::member(std::string_view key, bool required) {
  known_.push_back(key);
  if (error_) return nullptr;
  const auto found = json_.find(key);
  if (found == json_.end() || found->is_null()) {
    if (required) fail("missing", key);
    return nullptr;
  }
  return &*found;
}

bool ObjectReader::has(std::string_view key) const {
  if (error_) return false;
  const auto found = json_.find(key);
  return found != json_.end() && !found->is_null();
}

bool ObjectReader::present(std::string_view key) const { return !error_ && json_.contains(key); }

void ObjectReader::fail(std::string_view code, std::string_view key, Json found) {
  if (error_) return;
  std::string path = where_;
  if (!path.empty() && !key.empty()) path += '.';
  error_ = form_error(code, path.append(key), std::move(found));
}

std::int64_t ObjectReader::integer(std::string_view key, std::int64_t min, std::int64_t max) {
  const Json* found = member(key, true);
  if (!found) return min;
  if (!found->is_number_integer()) return fail("not_an_integer", key, *found), min;
  const bool huge = found->is_number_unsigned() && found->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX);
  if (huge || found->get<std::int64_t>() < min || found->get<std::int64_t>() > max)
    return fail("out_of_range", key, *found), min;
  return found->get<std::int64_t>();
}

std::int64_t ObjectReader::integer_or(std::string_view key, std::int64_t min, std::int64_t max,
                                      std::int64_t otherwise) {
  if (has(key)) return integer(key, min, max);
  known_.push_back(key);
  return otherwise;
}

bool ObjectReader::boolean(std::string_view key) {
  const Json* found = member(key, true);
  if (!found) return false;
  if (!found->is_boolean()) return fail("not_a_boolean", key, *found), false;
  return found->get<bool>();
}

bool ObjectReader::boolean_or(std::string_view key, bool otherwise) {
  if (has(key)) return boolean(key);
  known_.push_back(key);
  return otherwise;
}

std::string_view ObjectReader::text(std::string_view key, std::size_t max_length) {
  const Json* found = member(key, true);
  if (!found) return {};
  if (!found->is_string()) return fail("not_a_text", key, *found), std::string_view{};
  const auto& text = found->get_ref<const std::string&>();
  if (text.size() > max_length) return fail("too_large", key, text.size()), std::string_view{};
  return text;
}

std::size_t ObjectReader::one_of(std::string_view key, const std::vector<std::string_view>& words) {
  const auto word = text(key);
  if (error_) return 0;
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return fail("unknown_word", key, word), std::size_t{0};
  return static_cast<std::size_t>(found - words.begin());
}

const Json& ObjectReader::array(std::string_view key, std::size_t max_size) {
  const Json* found = member(key, true);
  if (!found) return empty_array;
  if (!found->is_array()) return fail("not_a_list", key, *found), empty_array;
  if (found->size() > max_size) return fail("too_large", key, found->size()), empty_array;
  return *found;
}

const Json& ObjectReader::object(std::string_view key) {
  const Json* found = member(key, true);
  if (!found) return empty_object;
  if (!found->is_object()) return fail("not_an_object", key, *found), empty_object;
  return *found;
}

const Json& ObjectReader::any(std::string_view key) {
  const Json* found = member(key, false);
  return found ? *found : null_json;
}

void ObjectReader::skip(std::string_view key) { known_.push_back(key); }

std::optional<Error> ObjectReader::finish() {
  if (!error_ && json_.is_object())
    for (const auto& [key, value] : json_.items())
      if (std::ranges::find(known_, key) == known_.end()) fail("unknown_member", key);
  return error_;
}

std::optional<Error> ObjectReader::finish_ignoring_rest() { return error_; }

}  // namespace remise
