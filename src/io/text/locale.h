// Sentences for codes and values, from the catalogues data/locale/LANG/*.json: flat keys ("chess.event.castled",
// "core.error.not_your_turn") to messages in a small part of ICU MessageFormat:
//
//   {name}                                            a value
//   {n, plural, =0 {none} one {# tram} other {# trams}}   the plural categories of the language; # is the number
//   {x, select, WT {..} other {..}}                   by the text of a value
//   '{'  ''                                           a literal brace, an apostrophe
//
// A value that is missing shows its name in braces, and counts as null in a select; # stands for the number in the
// plural's own branches only, not in those of a select inside them, as in ICU. tests/messages.json has the cases: the
// page's formatter must agree with this one. A missing key or a broken message is shown as the key with its values,
// never as an error.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data_files.h"
#include "core/json.h"

namespace remise {

inline constexpr std::string_view languages[] = {"en", "de", "es", "ru"};

// The CLDR plural category of a whole number: "one", "few", "many", "other".
std::string_view plural_category(std::string_view lang, long long n);

// Formats one message. `values` is an object; texts are put in as they are, numbers in plain digits, lists joined by ",
// ".
std::string format_message(std::string_view message, const Json& values, std::string_view lang);

// The names a message uses, sorted; nothing where it is not well formed.
std::optional<std::vector<std::string>> message_names(std::string_view message);

class Locale {
 public:
  // `files` are the catalogues to read for the language ("core", "chess"); those that are absent are left out. The
  // texts that `data` gives must stay as long as the locale.
  Locale(std::string_view lang, const DataFiles& data, const std::vector<std::string>& files);

  const std::string& lang() const { return lang_; }
  bool has(std::string_view key) const;
  std::string text(std::string_view key, const Json& values = Json::object()) const;
  std::string text(const Error& error) const;  // "SCOPE.error.CODE", with the rule

 private:
  std::string lang_;
  const Value* find(std::string_view key) const;
  std::string where(std::string_view path) const;

  std::vector<Document> catalogues_;
};

// "de_AT.UTF-8" -> "de"; English for what is not there.
std::string_view language_of(std::string_view locale_name);

}  // namespace remise
