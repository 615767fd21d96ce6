#include "cli/misuse.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace remise::cli {

namespace {

// How far two words are apart: letters to put in, take out or change.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j)
      corner = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, corner + (a[i - 1] != b[j - 1])}));
  }
  return row.back();
}

// The text before and behind the first `middle`.
std::optional<std::pair<std::string, std::string>> cut_at(const std::string& text, std::string_view middle) {
  const auto at = text.find(middle);
  if (at == std::string::npos) return std::nullopt;
  return std::pair{text.substr(0, at), text.substr(at + middle.size())};
}

// "6.000000" as people write it.
std::string plain(std::string number) {
  if (number.find('.') == std::string::npos) return number;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
  return number;
}

// What is wrong with the value of an option: "Value 0 not in range 1 to 9", "0 is not a number from 1 to 9", "x not in
// {a,b}", "Value x is not a number", "x is not of the form y", "1 required TEXT missing".
std::optional<Misuse> about_value(const std::string& what, const std::string& why) {
  const std::string text = why.starts_with("Value ") ? why.substr(6) : why;
  for (const char* words : {" not in range ", " is not a number from "})
    if (const auto found = cut_at(text, words))
      if (const auto range = cut_at(found->second, " to "))
        return Misuse{
            "range",
            {{"what", what}, {"found", found->first}, {"low", plain(range->first)}, {"high", plain(range->second)}}};
  if (text.ends_with(" is not a number"))
    return Misuse{"number", {{"what", what}, {"found", text.substr(0, text.rfind(" is not a number"))}}};
  if (const auto found = cut_at(text, " is not of the form "))
    return Misuse{"form", {{"what", what}, {"found", found->first}, {"form", found->second}}};
  if (const auto found = cut_at(text, " not in {"); found && text.ends_with('}')) {
    std::string known;
    for (const char letter : found->second.substr(0, found->second.size() - 1))
      known += letter == ',' ? ", " : std::string(1, letter);
    return Misuse{"choice", {{"what", what}, {"found", found->first}, {"known", known}}};
  }
  if (text.find(" required ") != std::string::npos && text.ends_with(" missing"))
    return Misuse{"no_value", {{"what", what}}};
  return std::nullopt;
}

}  // namespace

std::string nearest(const std::vector<std::string>& names, std::string_view word) {
  std::string best;
  std::size_t least = 3;
  for (const std::string& name : names)
    if (const std::size_t d = distance(word, name); d < least) least = d, best = name;
  return best;
}

Misuse unexpected_words(const CLI::App& command, const std::vector<std::string>& words) {
  std::string what, near;
  std::vector<std::string> options;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  for (const std::string& word : words) {
    what.append(what.empty() ? "" : " ").append(word);
    if (near.empty() && word.starts_with("--")) near = nearest(options, word.substr(0, word.find('=')));
  }
  return {"extra", {{"what", what}, {"near", near.empty() ? Json() : Json(near)}}};
}

bool is_without_command(const CLI::App& command, const CLI::ParseError& wrong) {
  return dynamic_cast<const CLI::RequiredError*>(&wrong) && command.get_require_subcommand_min() > 0 &&
         command.get_subcommands().empty();
}

Misuse unknown_part(const CLI::App& command, const std::vector<std::string>& words) {
  std::vector<std::string> names;
  std::string known;
  for (const CLI::App* sub : command.get_subcommands(nullptr)) {
    names.push_back(sub->get_name());
    known.append(known.empty() ? "" : ", ").append(sub->get_name());
  }
  const auto word = std::ranges::find_if(words, [](const std::string& w) { return !w.starts_with('-'); });
  if (word == words.end()) return {"command", {{"found", nullptr}, {"near", nullptr}, {"known", known}}};
  const std::string near = nearest(names, *word);
  return {"command", {{"found", *word}, {"near", near.empty() ? Json() : Json(near)}, {"known", known}}};
}

Misuse misuse_of(const CLI::ParseError& wrong) {
  const std::string detail = wrong.what();
  if (dynamic_cast<const CLI::RequiredError*>(&wrong)) {
    const auto colon = detail.rfind(": "), needed = detail.rfind(" is required");
    return {"missing", {{"what", colon != std::string::npos ? detail.substr(colon + 2) : detail.substr(0, needed)}}};
  }
  if (const auto parts = cut_at(detail, ": "); parts && parts->first.find(' ') == std::string::npos)
    if (auto found = about_value(parts->first, parts->second)) return *found;
  if (dynamic_cast<const CLI::ConversionError*>(&wrong))
    if (const auto behind = cut_at(detail, "Could not convert: "))
      if (const auto parts = cut_at(behind->second, " = "))
        return {"number", {{"what", parts->first}, {"found", parts->second}}};
  if (dynamic_cast<const CLI::ExcludesError*>(&wrong))
    if (const auto parts = cut_at(detail, " excludes "))
      return {"not_both", {{"what", parts->first}, {"other", parts->second}}};
  if (dynamic_cast<const CLI::RequiresError*>(&wrong))
    if (const auto parts = cut_at(detail, " requires "))
      return {"needs", {{"what", parts->first}, {"other", parts->second}}};
  return {"other", {{"detail", detail}}};
}

}  // namespace remise::cli
