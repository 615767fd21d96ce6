#include "cli/hosting/config_file.h"

#include <filesystem>
#include <map>
#include <optional>
#include <sstream>

#include "cli/command.h"
#include "cli/misuse.h"

namespace remise::cli {
namespace {

std::string trimmed(const std::string& text) {
  const char* spaces = " \t\r";
  const auto from = text.find_first_not_of(spaces);
  return from == std::string::npos ? "" : text.substr(from, text.find_last_not_of(spaces) + 1 - from);
}

// "a value" 'a value' or a word, with nothing but a comment after it.
std::optional<std::string> value_in(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const char quote = text.front();
  if (quote != '"' && quote != '\'') {
    std::string value = trimmed(text.substr(0, text.find('#')));
    if (value.empty() || value.find_first_of("\"'") != std::string::npos) return std::nullopt;
    return value;
  }
  const auto end = text.find(quote, 1);
  if (end == std::string::npos) return std::nullopt;
  const std::string rest = trimmed(text.substr(end + 1));
  if (!rest.empty() && rest.front() != '#') return std::nullopt;
  return text.substr(1, end - 1);
}

// Takes the value as the option would take it from the command line, and puts back what was given there.
void set(CLI::Option& option, const std::string& value) {
  const auto given = option.results();
  option.clear();
  option.add_result(value);
  option.run_callback();
  if (given.empty()) return;
  option.clear();
  option.add_result(given);
  option.run_callback();
}

}  // namespace

void read_config_file(CLI::App& sub, const std::string& path, bool some) {
  if (std::error_code fault; std::filesystem::exists(path, fault) && !std::filesystem::is_regular_file(path, fault))
    fail(exit_input, "cannot_read", {{"file", path}});
  std::string whole = read_file(path);
  if (whole.starts_with("\xef\xbb\xbf")) whole.erase(0, 3);  // some editors mark UTF-8 so
  std::istringstream in(whole);
  std::map<std::string, int> seen;
  int number = 0;
  for (std::string text; std::getline(in, text);) {
    ++number;
    text = trimmed(text);
    if (text.empty() || text.front() == '#') continue;
    const auto wrong = [&](const std::string& why) {
      fail(exit_input, "config_line", {{"file", path}, {"line", number}, {"reason", why}});
    };
    const auto equals = text.find('=');
    if (equals == std::string::npos) wrong(say("config.form"));
    const std::string key = trimmed(text.substr(0, equals));
    CLI::Option* option = key.empty() || key.starts_with('-') ? nullptr : sub.get_option_no_throw("--" + key);
    if (some && !key.empty() && !option) continue;
    if (!option || !option->get_configurable()) wrong(say("config.unknown_key", {{"key", key}}));
    if (const auto [first, added] = seen.emplace(key, number); !added)
      wrong(say("config.twice", {{"key", key}, {"line", first->second}}));
    const auto value = value_in(trimmed(text.substr(equals + 1)));
    if (!value) wrong(say("config.no_value", {{"key", key}}));
    try {
      set(*option, *value);
    } catch (const CLI::ParseError& refused) {
      Misuse found = misuse_of(refused);
      found.values["what"] = key;  // as it stands in the file
      wrong(say("misuse." + found.kind, found.values));
    }
  }
}

}  // namespace remise::cli
