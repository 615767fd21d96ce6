#include "io/text/locale.h"

#include <algorithm>
#include <ranges>
#include <set>

namespace remise {

namespace {

// Walks one message. Every branch is walked, so that names() sees them all; only the chosen one is written.
class Message {
 public:
  Message(std::string_view text, const Json& values, std::string_view lang)
      : text_(text), values_(values), lang_(lang) {}

  std::optional<std::string> write() {
    std::string out;
    if (!part(out, nullptr, 0) || at_ != text_.size()) return std::nullopt;
    return out;
  }
  const std::set<std::string>& names() const { return names_; }

 private:
  static constexpr int max_depth = 8;

  bool done() const { return at_ >= text_.size(); }
  char peek() const { return text_[at_]; }
  void spaces() {
    while (!done() && (peek() == ' ' || peek() == '\n')) ++at_;
  }
  bool take(char c) {
    spaces();
    if (done() || peek() != c) return false;
    ++at_;
    return true;
  }
  std::string_view word() {
    spaces();
    const std::size_t from = at_;
    while (!done() && std::string_view(" \n,{}'").find(peek()) == std::string_view::npos) ++at_;
    return text_.substr(from, at_ - from);
  }

  // Text up to the end or to the brace that closes a branch. `number` is what # stands for.
  bool part(std::string& out, const std::string* number, int depth) {
    while (!done() && (peek() != '}' || depth == 0)) {  // outside all branches a brace is text
      const char c = text_[at_];
      if (c == '{') {
        ++at_;
        if (depth >= max_depth || !argument(out, depth)) return false;
      } else if (c == '\'') {
        quote(out, number != nullptr);
      } else if (c == '#' && number) {
        out += *number, ++at_;
      } else {
        out += c, ++at_;
      }
    }
    return true;
  }

  void quote(std::string& out, bool in_plural) {
    ++at_;
    if (!done() && peek() == '\'') {
      out += '\'', ++at_;
    } else if (!done() && (peek() == '{' || peek() == '}' || (in_plural && peek() == '#'))) {
      while (!done() && peek() != '\'') out += text_[at_++];
      if (!done()) ++at_;
    } else {
      out += '\'';
    }
  }

  static std::string plain(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_integer() && value.get<long long>() < 0)
      return std::string("\u2212").append(std::to_string(-value.get<long long>()));
    if (!value.is_array()) return value.is_null() ? "\u2013" : value.dump();
    std::string list;
    for (const Json& item : value) list.append(list.empty() ? "" : ", ").append(plain(item));
    return list.empty() ? "\u2013" : list;
  }

  bool argument(std::string& out, int depth) {
    const std::string name(word());
    if (name.empty()) return false;
    names_.insert(name);
    const bool given = values_.is_object() && values_.contains(name);
    const Json value = given ? values_[name] : Json();                 // what is missing counts as null
    const std::string text = given ? plain(value) : "{" + name + "}";  // who reads it sees what is missing
    if (take('}')) {
      out += text;
      return true;
    }
    if (!take(',')) return false;
    const std::string_view kind = word();
    if ((kind != "plural" && kind != "select") || !take(',')) return false;
    return branches(out, value, text, kind == "plural", depth);
  }

  // `text` is the value as the reader sees it: what # stands for in a plural.
  bool branches(std::string& out, const Json& value, const std::string& text, bool plural, int depth) {
    const bool whole = value.is_number_integer();
    const std::string exact = whole ? std::string("=").append(value.dump()) : "";
    const std::string_view category =
        plural ? (whole ? plural_category(lang_, value.get<long long>()) : "other") : std::string_view{};
    const std::string key = plural              ? std::string(category)
                            : value.is_string() ? value.get<std::string>()
                                                : value.dump();
    std::string chosen, other;
    int rank = 0;  // 2: an exact number, 1: the category
    bool has_other = false;
    while (!take('}')) {
      const std::string_view selector = word();
      if (selector.empty() || !take('{')) return false;
      std::string branch;
      if (!part(branch, plural ? &text : nullptr, depth + 1) || !take('}')) return false;
      if (plural && selector == exact) chosen = branch, rank = 2;
      if (selector == key && rank < 1) chosen = branch, rank = 1;
      if (selector == "other") other = branch, has_other = true;
    }
    out += rank ? chosen : other;
    return has_other;
  }

  std::string_view text_;
  const Json& values_;
  std::string_view lang_;
  std::size_t at_ = 0;
  std::set<std::string> names_;
};

}  // namespace

std::string_view plural_category(std::string_view lang, long long n) {
  if (n < 0) n = -n;
  if (lang != "ru") return n == 1 ? "one" : "other";
  const long long tens = n % 100, ones = n % 10;
  if (ones == 1 && tens != 11) return "one";
  if (ones >= 2 && ones <= 4 && (tens < 12 || tens > 14)) return "few";
  return "many";
}

std::string format_message(std::string_view message, const Json& values, std::string_view lang) {
  const auto text = Message(message, values, lang).write();
  return text ? *text : std::string(message) + " " + values.dump();
}

std::optional<std::vector<std::string>> message_names(std::string_view message) {
  const Json none = Json::object();
  Message reader(message, none, "en");
  if (!reader.write()) return std::nullopt;
  return std::vector<std::string>(reader.names().begin(), reader.names().end());
}

Locale::Locale(std::string_view lang, const DataFiles& data, const std::vector<std::string>& files) : lang_(lang) {
  for (const std::string& file : files) {
    const auto text = data("locale/" + lang_ + "/" + file + ".json");
    if (!text) continue;
    if (auto catalogue = parse_document(*text)) catalogues_.push_back(std::move(*catalogue));
  }
}

const Value* Locale::find(std::string_view key) const {
  for (const Document& catalogue : catalogues_ | std::views::reverse)
    if (const Value* message = catalogue.root().find(key); message && message->is_string()) return message;
  return nullptr;
}

bool Locale::has(std::string_view key) const { return find(key) != nullptr; }

std::string Locale::text(std::string_view key, const Json& values) const {
  const Value* found = find(key);
  if (!found) return values.empty() ? std::string(key) : std::string(key).append(" ").append(values.dump());
  return format_message(found->text(), values, lang_);
}

// "table.name" -> "Name": what a form or a file calls it. A path without a word of its own is quoted.
std::string Locale::where(std::string_view path) const {
  std::string_view last = path.substr(path.find_last_of('.') + 1);
  last = last.substr(0, last.find('['));
  const std::string key = std::string("core.where.").append(last.empty() ? "input" : last);
  return has(key) ? text(key) : text("core.where_else", {{"path", path}});
}

std::string Locale::text(const Error& error) const {
  Json values = error.values;
  if (values.is_object() && values.contains("where") && values["where"].is_string())
    values["where"] = where(values["where"].get<std::string>());
  // An empty text is shown as such, not as a hole in the sentence.
  if (values.is_object() && values.value("found", Json()) == "")
    values["found"] = text("core.where_else", {{"path", ""}});
  const bool of_a_game = error.scope != "core" && error.scope != "server";
  if (!of_a_game && values.is_object() && values.contains("seat") && values["seat"].is_number_integer())
    values["seat"] = values["seat"].get<int>() + 1;  // people count from one
  const std::string sentence = text(error.scope + ".error." + error.code, values);
  return error.rule.empty() ? sentence : sentence + " (" + error.rule + ")";
}

std::string_view language_of(std::string_view locale_name) {
  for (const std::string_view lang : languages)
    if (locale_name.starts_with(lang) &&
        (locale_name.size() == 2 || !std::isalpha(static_cast<unsigned char>(locale_name[2]))))
      return lang;
  return languages[0];
}

}  // namespace remise
