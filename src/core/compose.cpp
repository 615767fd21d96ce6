#include "core/compose.h"

namespace remise {
namespace {

struct Entry {
  Json action;
  const std::string* text = nullptr;
};

// Does the entry agree with what was chosen for one of its members? A range agrees with each of its numbers; a range
// itself is not a choice.
bool agrees(const Json& entry, const std::string& member, const Json& value) {
  const auto found = entry.find(member);
  if (found == entry.end()) return false;
  const auto range = read_range(*found);
  if (!range) return *found == value;
  if (!value.is_number_integer()) return false;
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT32_MAX) return false;
  const auto number = value.get<std::int64_t>();
  return number >= range->min && number <= range->max && (number - range->min) % range->step == 0;
}

// The names of the members of an object in the order in which they are written.
std::vector<std::string> keys_in_order(std::string_view text) {
  std::vector<std::string> keys;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c != '"') continue;
    const std::size_t begin = i + 1;
    for (++i; i < text.size() && text[i] != '"'; ++i)
      if (text[i] == '\\') ++i;
    if (depth == 1 && i + 1 < text.size() && text[i + 1] == ':') keys.emplace_back(text.substr(begin, i - begin));
  }
  return keys;
}

void add_value(std::vector<ListAnswer::Step>& steps, const Json& value) {
  for (auto& step : steps)
    if (step.value == value) {
      ++step.entries;
      return;
    }
  steps.push_back({value, 1});
}

// All members chosen, ranges too.
bool whole(const Json& entry, const Json& chosen) {
  return std::ranges::all_of(entry.items(), [&](const auto& item) {
    return chosen.contains(item.key()) || (item.value().is_null() && !chosen.contains(item.key()));
  });
}

Json filled(const Json& entry, const Json& chosen) {
  Json action = entry;
  for (const auto& [member, value] : chosen.items()) action[member] = value;
  return action;
}

bool has_range(const Json& entry) {
  return std::ranges::any_of(entry.items(), [](const auto& item) { return read_range(item.value()).has_value(); });
}

// What to choose next: the first member in which the entries differ, or that is a range.
void next_member(const std::vector<const Entry*>& left, const Json& chosen, ListAnswer& answer) {
  for (const Entry* first : left)
    for (const std::string& key : keys_in_order(*first->text)) {
      if (chosen.contains(key)) continue;
      answer.steps.clear();
      for (const Entry* entry : left)
        if (const auto found = entry->action.find(key); found != entry->action.end()) add_value(answer.steps, *found);
      const bool everywhere = answer.steps.size() == 1 && answer.steps[0].entries == left.size();
      if (everywhere && !read_range(answer.steps[0].value)) continue;
      answer.member = key;
      return;
    }
  answer.steps.clear();
}

}  // namespace

std::optional<Error> check_question(const Json& question) {
  ObjectReader in(question, "question");
  const Json& action = in.object("action");
  if (in.failed()) return in.finish_ignoring_rest();
  ObjectReader chosen(action, "action");
  if (action.size() > most_members) chosen.fail("too_large", "", action.size());
  if (action.contains("type") && chosen.text("type").size() > longest_type) chosen.fail("too_large", "type");
  return chosen.finish_ignoring_rest();
}

ListAnswer answer_from_list(const std::vector<std::string>& texts, const Json& chosen) {
  ListAnswer answer;
  std::vector<Entry> entries;
  std::vector<const Entry*> left;
  for (const std::string& text : texts) entries.push_back({tree_of(text), &text});
  for (const Entry& entry : entries) left.push_back(&entry);
  std::vector<std::string> order{"type"};
  for (const auto& item : chosen.items())
    if (item.key() != "type") order.push_back(item.key());
  for (const std::string& member : order) {
    if (!chosen.contains(member)) continue;
    std::vector<const Entry*> kept;
    for (const Entry* entry : left)
      if (agrees(entry->action, member, chosen[member])) kept.push_back(entry);
    if (kept.empty()) {
      if (member != "type" && !left.empty()) answer.blamed = filled(left.front()->action, chosen);
      return answer;
    }
    left = std::move(kept);
  }
  next_member(left, chosen, answer);
  if (left.size() == 1 && !has_range(filled(left[0]->action, chosen))) {
    answer.send = filled(left[0]->action, chosen);
    answer.steps.clear();
    answer.member.clear();
  }
  for (const Entry* entry : left)
    if (answer.send.is_null() && whole(entry->action, chosen)) answer.send = filled(entry->action, chosen);
  return answer;
}

}  // namespace remise
