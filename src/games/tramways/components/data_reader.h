// Reading of data files: every fault is noted with file, entry and field, and reading goes on with a default.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "games/tramways/ids.h"

namespace remise::tramways {

// The cards and boards of another set than the first lie in a folder of their own; game.json is that of all.
inline std::string file_of(CardSetId cards, std::string_view name) {
  const bool shared = cards == CardSetId::first || name == "game.json";
  return "tramways/" + (shared ? "" : std::string(card_set_names[index(cards)]) + "/") + std::string(name);
}

class Faults {
 public:
  explicit Faults(CardSetId cards) : cards_(cards) {}
  // `problem` is a word of the catalogue: missing, wrong_type, out_of_range, unknown_word, wrong_count, duplicate, ...
  void add(std::string_view file, std::string_view entry, std::string_view field, std::string_view problem,
           Json found = nullptr, Json expected = nullptr) {
    const std::string path = file_of(cards_, file);
    std::string where = path;
    if (!entry.empty()) where.append(", ").append(entry);
    if (!field.empty()) where.append(", ").append(field);
    Json values{{"file", path}, {"entry", entry}, {"field", field}, {"where", where}, {"problem", problem}};
    values["found"] = found.is_structured() ? Json(found.dump().substr(0, 80)) : std::move(found);
    values["expected"] = std::move(expected);
    list_.push_back({"tramways", "bad_data", "", std::move(values)});
  }
  bool empty() const { return list_.empty(); }
  std::vector<Error>& list() { return list_; }

 private:
  CardSetId cards_;
  std::vector<Error> list_;
};

// One object of a data file.
class Entry {
 public:
  Entry(Faults& faults, std::string_view file, std::string entry, const Value& json)
      : faults_(faults), file_(file), entry_(std::move(entry)), json_(json) {
    if (!json.is_object()) fault("", "not_an_object", to_json(json).type_name());
  }

  const Value* find(std::string_view key) const { return json_.find(key); }
  const Value& any(std::string_view key) const {
    static constexpr Value none;
    const Value* at = find(key);
    if (!at && json_.is_object()) fault(key, "missing");
    return at ? *at : none;
  }
  int integer(std::string_view key, int min, int max, int otherwise) const {
    const Value& at = any(key);
    if (at.is_null() && !find(key)) return otherwise;
    if (!at.is_number_integer()) return fault(key, "not_an_integer", at), otherwise;
    const auto n = at.get<std::int64_t>();
    if (n < min || n > max)
      return fault(key, "out_of_range", at, std::to_string(min) + ".." + std::to_string(max)), otherwise;
    return static_cast<int>(n);
  }
  bool boolean(std::string_view key) const {
    const Value& at = any(key);
    if (at.is_boolean()) return at.get<bool>();
    if (find(key)) fault(key, "not_a_boolean", at);
    return false;
  }
  std::string text(std::string_view key) const {
    const Value& at = any(key);
    if (at.is_string()) return std::string(at.text());
    if (find(key)) fault(key, "not_a_text", at);
    return {};
  }
  const Value& list(std::string_view key) const {
    static constexpr Value none;
    const Value& at = any(key);
    if (at.is_array()) return at;
    if (find(key)) fault(key, "not_a_list", at);
    return none;
  }
  Entry object(std::string_view key) const {
    return {faults_, file_, entry_.empty() ? std::string(key) : entry_ + "." + std::string(key), any(key)};
  }
  void fault(std::string_view key, std::string_view problem, Json found = nullptr, Json expected = nullptr) const {
    faults_.add(file_, entry_, key, problem, std::move(found), std::move(expected));
  }

 private:
  Faults& faults_;
  std::string_view file_;
  std::string entry_;
  const Value& json_;
};

}  // namespace remise::tramways
