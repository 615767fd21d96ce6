#include "io/text/telling.h"

#include <algorithm>

namespace remise {

namespace {

std::string kind_of(const Json& event) { return event.value("kind", std::string()); }

std::set<std::string> kinds(const Json& file, const char* key) {
  std::set<std::string> found;
  for (const Json& kind : file.value(key, Json::array())) found.insert(kind.get<std::string>());
  return found;
}

// Adds an event to sentences, into one that is there already where their kind allows it.
void add_part(std::vector<std::vector<Json>>& sentences, const Json& event, const Telling& telling) {
  const std::string kind = kind_of(event);
  const bool sums = telling.sums.contains(kind);
  if (sums || telling.lists.contains(kind))
    for (auto& sentence : sentences) {
      Json& first = sentence.front();
      if (kind_of(first) != kind || (sums && first["seat"] != event["seat"])) continue;
      if (!sums) return sentence.push_back(event);
      first["change"] = first["change"].get<int>() + event["change"].get<int>();
      first["now"] = event["now"];
      return;
    }
  sentences.push_back({event});
}

// What happened between two headings.
void tell_between(std::vector<Told>& all, const std::vector<Json>& events, const Telling& telling) {
  if (events.empty()) return;
  const auto minor = [&](const Json& event) { return telling.minor.contains(kind_of(event)); };
  const auto heads = [&](const Json& event) { return !minor(event) && !telling.parts.contains(kind_of(event)); };
  auto first = std::ranges::find_if(events, heads);
  if (first == events.end()) first = std::ranges::find_if(events, minor);
  if (first == events.end()) first = events.begin();
  Told now{false, {*first}, {}};
  for (auto event = events.begin(); event != first; ++event) add_part(now.parts, *event, telling);
  for (auto event = first + 1; event != events.end(); ++event) {
    if (!heads(*event)) {
      add_part(now.parts, *event, telling);
    } else if (now.parts.empty() && kind_of(now.head.front()) == kind_of(*event) &&
               telling.lists.contains(kind_of(*event))) {
      now.head.push_back(*event);
    } else {
      all.push_back(std::move(now));
      now = {false, {*event}, {}};
    }
  }
  all.push_back(std::move(now));
}

}  // namespace

Telling Telling::read(const Json& file) {
  if (!file.is_object()) return {};
  return {file.value("round", std::string()),
          file.value("opening", Json()),
          kinds(file, "silent"),
          kinds(file, "parts"),
          kinds(file, "minor"),
          kinds(file, "lists"),
          kinds(file, "sums")};
}

std::vector<Told> told(const Json& events, const Telling& telling) {
  std::vector<Told> all;
  std::vector<Json> between;
  bool any = false;  // the move itself has been told
  const auto finish = [&] {
    if (between.empty() && !any) all.push_back({});
    tell_between(all, between, telling);
    any = true;
    between.clear();
  };
  for (const Json& event : events) {
    if (kind_of(event) == telling.round && !telling.round.empty()) {
      finish();
      all.push_back({true, {event}, {}});
    } else if (!telling.silent.contains(kind_of(event))) {
      between.push_back(event);
    }
  }
  finish();
  return all;
}

}  // namespace remise
