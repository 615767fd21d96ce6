#include "io/sentences.h"

#include <algorithm>

namespace remise {

namespace {

bool names_a_seat(std::string_view key) {
  return key == "seat" || key == "player" || key == "director" || key == "owner" || key.ends_with("_seat") ||
         key.ends_with("_player");
}

Json shown(const Json& value, bool seat, const std::vector<std::string>& names) {
  if (seat && value.is_number_integer()) {
    const auto i = value.get<long long>();
    if (i >= 0 && i < static_cast<long long>(names.size())) return names[static_cast<std::size_t>(i)];
  }
  if (value.is_array()) {
    Json list = Json::array();
    for (const Json& item : value) list.push_back(shown(item, seat, names));
    return list;
  }
  if (value.is_object() && value.contains("min") && value.contains("max"))
    return value["min"].dump() + "-" + value["max"].dump();
  return value;
}

std::string sentence(const Locale& locale, std::string_view game, std::string_view kind, std::string_view name_key,
                     const Json& record, const std::vector<std::string>& names) {
  if (!record.is_object()) return record.dump();
  const auto name = record.find(name_key);
  if (name == record.end() || !name->is_string()) return record.dump();
  Json values = Json::object();
  for (const auto& [key, value] : record.items())
    if (key != name_key) values[key] = shown(value, names_a_seat(key), names);
  return locale.text(std::string(game) + "." + std::string(kind) + "." + name->get<std::string>(), values);
}

}  // namespace

std::vector<std::string> seat_names(const Match& match, const Json& file, const Locale& locale) {
  std::vector<std::string> names;
  const auto given = file.is_object() ? file.find("names") : file.end();
  for (int s = 0; s < match.seats(); ++s) {
    const auto i = static_cast<std::size_t>(s);
    const bool has =
        file.is_object() && given != file.end() && given->is_array() && i < given->size() && (*given)[i].is_string();
    names.push_back(has ? (*given)[i].get<std::string>() : locale.text("core.seat", {{"n", s + 1}}));
  }
  return names;
}

std::string action_sentence(const Locale& locale, std::string_view game, const Json& action,
                            const std::vector<std::string>& names) {
  return sentence(locale, game, "action", "type", action, names);
}

std::string event_sentence(const Locale& locale, std::string_view game, const Json& event,
                           const std::vector<std::string>& names) {
  return sentence(locale, game, "event", "kind", event, names);
}

std::string move_text(const Locale& locale, std::string_view game, const Json& move,
                      const std::vector<std::string>& names) {
  const auto seat = static_cast<std::size_t>(move.value("seat", 0));
  std::string number = std::to_string(move.value("n", 0));
  number.insert(0, number.size() < 4 ? 4 - number.size() : 0, ' ');
  std::string text = number + "  " + (seat < names.size() ? names[seat] : "?") + ": " +
                     action_sentence(locale, game, move.value("action", Json()), names) + "\n";
  const auto events = move.find("events");
  if (events == move.end() || !events->is_array()) return text;
  for (const Json& event : *events) text += "        " + event_sentence(locale, game, event, names) + "\n";
  return text;
}

std::string outcome_text(const Locale& locale, const Json& outcome, const std::vector<std::string>& names) {
  std::vector<Json> scores;
  if (const auto list = outcome.find("scores"); list != outcome.end() && list->is_array())
    scores.assign(list->begin(), list->end());
  std::stable_sort(scores.begin(), scores.end(),
                   [](const Json& a, const Json& b) { return a.value("score", 0.0) > b.value("score", 0.0); });
  std::string text = locale.text("core.final_standing") + "\n";
  for (const Json& score : scores) {
    const auto seat = static_cast<std::size_t>(score.value("seat", 0));
    text += "  " + (seat < names.size() ? names[seat] : "?") + "  " + score.value("score", Json()).dump() + "\n";
  }
  return text;
}

}  // namespace remise
