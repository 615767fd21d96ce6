#include "io/text/sentences.h"
#include "core/range.h"

#include <algorithm>

namespace remise {

namespace {

bool names_a_seat(std::string_view key) {
  return key == "seat" || key == "player" || key.ends_with("_seat") || key.ends_with("_player");
}

std::string text_of(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return object.is_object() && found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string heading_text(const std::string& title) { return "\n— " + title + " —\n"; }

std::string signed_text(long long change) {
  return change < 0 ? "\u2212" + std::to_string(-change) : "+" + std::to_string(change);
}

// ["R", "C"] -> "R–C"; an end that is open is three dots.
std::string ends_name(const Json& ends) {
  std::string name;
  for (const Json& end : ends)
    name.append(name.empty() ? "" : "–").append(end.is_string() ? end.get<std::string>() : "…");
  return name;
}

}  // namespace

Speaker::Speaker(const Locale& locale, const Match& match, const Json& file, Seat reader)
    : locale_(locale), game_(match.game().id()), reader_(reader) {
  const Json given = file.is_object() ? file.value("names", Json::array()) : Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(match.seats()); ++i)
    names_.push_back(given.is_array() && i < given.size() && given[i].is_string()
                         ? harmless(given[i].get<std::string>())
                         : locale.text("core.seat", {{"n", i + 1}}));
}

std::string harmless(std::string_view text) {
  // What turns the direction of the words around it, and lines that end where none is seen to.
  static constexpr std::string_view turns[] = {"\u061C", "\u200E", "\u200F", "\u2028", "\u2029", "\u202A", "\u202B",
                                               "\u202C", "\u202D", "\u202E", "\u2066", "\u2067", "\u2068", "\u2069"};
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool second = c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    const auto turn = std::ranges::find_if(turns, [&](auto one) { return text.substr(i).starts_with(one); });
    if (second) ++i;
    if (turn != std::end(turns)) i += turn->size() - 1;
    if (second || turn != std::end(turns) || (c < ' ' && c != '\n' && c != '\t') || c == 0x7F)
      out += "\uFFFD";
    else
      out += text[i];
  }
  return out;
}

std::string field_name(const Json& field) {
  if (!field.is_array() || field.size() != 2) return "";
  for (const Json& part : field)
    if (!part.is_number_integer() || part < 0 || part > 600) return "";
  return std::to_string(field[0].get<int>() + 1) + row_name(field[1].get<int>());
}

std::string row_name(int row) {
  const auto letter = [](int n) { return static_cast<char>('a' + n); };
  std::string name(1, letter(row % 26));
  if (row >= 26) name.insert(name.begin(), letter(row / 26 - 1));
  return name;
}

Json Speaker::readable(const std::string& key, const Json& value) const {
  if (key == "field" || key == "to")
    if (std::string name = field_name(value); !name.empty()) return name;
  if (value.is_array()) {
    Json list = Json::array();
    for (const Json& item : value) list.push_back(readable(key, item));
    return list;
  }
  if (value.is_object()) {
    if (const auto range = read_range(value)) {
      if (range->min == range->max) return readable(key, range->min);
      return std::to_string(range->min) + "-" + std::to_string(range->max);
    }
    std::string text;
    for (const auto& [name, item] : value.items()) {
      const Json shown = readable(key, item);
      text += (text.empty() ? "" : ", ") + name + ": " +
              (shown.is_string() ? shown.get<std::string>()
               : shown.is_null() ? "-"
                                 : shown.dump());
    }
    return text;
  }
  if (value.is_number_integer() && names_a_seat(key)) {
    const auto seat = value.get<std::int64_t>();
    if (seat >= 0 && seat < static_cast<std::int64_t>(names_.size())) return names_[static_cast<std::size_t>(seat)];
  }
  if (!value.is_string() && !value.is_number_integer()) return value;
  const std::string word = value.is_string() ? value.get<std::string>() : value.dump();
  if (const auto label = labels_.find(key); label != labels_.end() && label->is_object() && label->contains(word))
    return (*label)[word];
  if (!value.is_string()) return value;
  const std::string entry = game_ + "." + key + "." + word;
  return locale_.has(entry) ? Json(locale_.text(entry)) : value;
}

Json Speaker::spoken_values(const Json& values) const {
  Json shown = Json::object();
  if (!values.is_object()) return shown;
  for (const auto& [key, value] : values.items()) {
    shown[key] = readable(key, value);
    if (names_a_seat(key))
      shown[key + "_is"] = value.is_null()                                                      ? "null"
                           : reader_ != Seat::none && value == static_cast<int>(index(reader_)) ? "you"
                                                                                                : "other";
    if (key == "change" && value.is_number_integer()) shown["signed"] = signed_text(value.get<long long>());
    if (labels_.contains(key)) shown[key + "_short"] = value;
    if (const std::string more = key + "_of"; labels_.contains(more) && !value.is_null())
      shown[more] = labels_[more].value(value.is_string() ? value.get<std::string>() : value.dump(), shown[key]);
  }
  for (const auto& [key, value] : values.items()) {
    const std::string named = key.ends_with("_ends") ? key.substr(0, key.size() - 5) : "";
    // A label says more than the ends: it tells those apart that have the same ones.
    if (!named.empty() && value.is_array() && shown[named].is_number_integer()) shown[named] = ends_name(value);
  }
  return shown;
}

std::string Speaker::sentence(std::string_view kind, const std::string& name, const Json& values) const {
  return locale_.text(game_ + "." + std::string(kind) + "." + name, spoken_values(values));
}

std::string Speaker::events(const std::vector<Json>& events) const {
  const std::string kind = text_of(events.front(), "kind");
  if (events.size() == 1) return event(events.front());
  Json values = spoken_values(events.front());
  values["list"] = Json::array();
  for (const Json& one : events) values["list"].push_back(sentence("item", kind, one));
  return locale_.text(game_ + ".events." + kind, values);
}

std::string Speaker::action(const Json& action) const {
  return sentence("action", text_of(action, "type"), spoken_ ? spoken_(action) : action);
}

std::string Speaker::event(const Json& event) const { return sentence("event", text_of(event, "kind"), event); }

std::string Speaker::error(const Error& error) const {
  if (error.scope != game_) return locale_.text(error);
  const std::string text = sentence("error", error.code, error.values);
  return error.rule.empty() ? text : text + " (" + error.rule + ")";
}

std::string Speaker::word(const std::string& member, const Json& value) const {
  // The page has a word for each kind of action, and for each reason not to pay with a symbol.
  if (const std::string entry = game_ + ".web." + member + "." + (value.is_string() ? value.get<std::string>() : "");
      locale_.has(entry))
    return locale_.text(entry);
  if (const auto more = labels_.find(member + "_of"); more != labels_.end() && value.is_primitive())
    if (const auto found = more->find(value.is_string() ? value.get<std::string>() : value.dump());
        found != more->end())
      return found->get<std::string>();
  const Json shown = readable(member, value);
  if (shown.is_string()) return shown.get<std::string>();
  if (!shown.is_array()) return shown.is_null() ? "-" : shown.dump();
  std::string all;
  for (const Json& one : shown)
    all += (all.empty() ? "" : ", ") + (one.is_string() ? one.get<std::string>() : one.dump());
  return all;
}

std::vector<Sentence> Speaker::tell(const Json& move) const {
  std::vector<Sentence> all;
  for (const Told& one : told(move.value("events", Json::array()), telling_)) {
    Sentence sentence{one.heading, {}, {}};
    if (one.head.empty()) {
      Json who = spoken_values({{"seat", move.value("seat", Json())}});
      const Json made = move.value("action", Json::object());
      const std::string own = game_ + ".did." + made.value("type", "");  // a sentence of its own, where it has one
      who["action"] = action(made);
      sentence.head = locale_.text(locale_.has(own) ? own : "core.did", who);
    } else {
      sentence.head = events(one.head);
    }
    for (const auto& part : one.parts) sentence.parts.push_back(events(part));
    all.push_back(std::move(sentence));
  }
  return all;
}

std::string Speaker::move(const Json& move) const {
  std::string number = std::to_string(move.value("n", 0));
  number.insert(0, number.size() < 4 ? 4 - number.size() : 0, ' ');
  std::string text;
  for (const Sentence& one : tell(move)) {
    if (one.heading) {
      text += heading_text(one.head);
      continue;
    }
    text += (text.empty() ? number : "    ") + "  " + one.head + "\n";
    for (const std::string& part : one.parts) text += "        " + part + "\n";
  }
  return text;
}

std::string Speaker::opening() const {
  return telling_.opening.is_object() ? heading_text(event(telling_.opening)) : std::string();
}

std::string Speaker::outcome(const Json& outcome) const {
  const Json list = outcome.value("scores", Json::array());
  std::vector<Json> scores(list.begin(), list.end());
  std::stable_sort(scores.begin(), scores.end(),
                   [](const Json& a, const Json& b) { return a.value("score", 0.0) > b.value("score", 0.0); });
  std::string text = locale_.text("core.final_standing") + "\n";
  for (const Json& score : scores) {
    const auto seat = score.value("seat", std::size_t{0});
    text += "  " + (seat < names_.size() ? names_[seat] : "?") + "  " + score.value("score", Json()).dump() + "\n";
  }
  return text;
}

}  // namespace remise
