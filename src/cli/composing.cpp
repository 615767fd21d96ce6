#include "cli/composing.h"

#include <algorithm>
#include <charconv>
#include <ostream>

#include "cli/command.h"
#include "core/range.h"

namespace remise::cli {
namespace {

std::string plain(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (const std::string field = field_name(value); !field.empty()) return field;
  if (const auto range = read_range(value)) return std::to_string(range->min) + "-" + std::to_string(range->max);
  if (!value.is_array()) return value.dump();
  std::string all;
  for (const Json& one : value) all += (all.empty() ? "" : " ") + plain(one);
  return all;
}

std::string price_of(const Json& price) {
  return say("make.price", {{"cards", price.value("cards", 0)},
                            {"stress", price.value("stress", 0)},
                            {"dollars", price.value("dollars", 0)}});
}

std::string end_of(const Json& end, const Speaker& speak) {
  std::string text = say("make.end", {{"kind", end.value("kind", "")},
                                      {"place", end.contains("place") ? Json(plain(end["place"])) : Json()},
                                      {"link", end.contains("link") ? Json(speak.word("link", end["link"])) : Json()}});
  if (end.value("dests", 0) > 0) text += ", " + say("make.needs_symbol", {{"names", plain(end["names"])}});
  return text;
}

// What a member is called where sentences name its values: a way out over an edge is an edge.
std::string kin(const std::string& member) {
  if (member == "exits" || member == "redirect" || member == "edges") return "edge";
  if (member == "cards") return "card";
  if (member == "route") return "link";
  if (member == "dests") return "symbol";
  if (member == "owner") return "seat";
  return member;
}

// "rails 3": the member in the language asked for, and its value.
std::string named(const std::string& member, const Json& value, const Speaker& speak) {
  if (member == "type") return speak.word("verb", value);
  return say("make.member", {{"member", member}, {"value", speak.word(kin(member), value)}});
}

// A step tells its own kind only where the members do not.
bool tells_kind(const Json& step) { return step["set"].contains("base") || step["set"].contains("redirect"); }

// What a step is, in a line.
std::string told(const Json& step, const Speaker& speak) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() || part.empty() ? "" : ", ") + part; };
  if (tells_kind(step)) add(say("make.kind", {{"kind", step.value("kind", "")}}));
  for (const auto& [member, value] : step["set"].items()) {
    // Of a growing list the last is new.
    const bool list = value.is_array() && !value.empty() && field_name(value).empty() && member != "field";
    const Json& shown = list ? value.back() : value;
    if (!shown.is_object() || read_range(shown)) add(named(member, shown, speak));
  }
  const auto worth_telling = [&](const std::string& member, const Json& value) {
    if (step["set"].contains(member) || value.is_null() || (value.is_array() && value.empty())) return false;
    if (member == "edge" || member == "link")
      return !step["set"].contains("exits") && !step["set"].contains("redirect") && !step["set"].contains("route");
    if (member == "entries") return value != 1;
    return (member != "stress" && member != "dollars") || value != 0;
  };
  for (const char* member : {"link", "parcel", "field", "edge", "edges", "place", "to", "owner", "building", "symbol",
                             "rails", "fare", "dests", "stress", "dollars", "entries"})
    if (const auto found = step.find(member); found != step.end() && worth_telling(member, *found))
      add(named(member, *found, speak));
  if (step.contains("end")) add(end_of(step["end"], speak));
  if (step.contains("price")) add(step["price"].is_null() ? say("make.no_price") : price_of(step["price"]));
  return text;
}

}  // namespace

bool Composing::ask(const Begun& begun, std::ostream& out, const Speaker& speak) {
  Json question{{"action", begun.action}};
  if (!begun.use.empty()) question["use"] = begun.use;
  if (!begun.avoid.empty()) question["avoid"] = begun.avoid;
  auto answer = match_.compose(seat_, question);
  if (!answer) {
    out << speak.error(answer.error()) << '\n';
    return false;
  }
  answer_ = std::move(*answer);
  return true;
}

// Where nothing is paid with symbols the game does not know what is asked of them.
bool Composing::pays_with_symbols() const {
  return match_.compose(seat_, {{"action", Json::object()}, {"use", Json::array()}}).has_value();
}

void Composing::show(std::ostream& out, const Speaker& speak) {
  if (!ask(now_, out, speak)) return;
  const Json& next = answer_["next"];
  for (std::size_t i = 0; i < next.size(); ++i) out << "  " << i + 1 << "  " << told(next[i], speak) << '\n';
  for (const Json& one : answer_["closed"])
    out << "     " << speak.word("verb", one["set"].value("type", Json(""))) << ": "
        << speak.error({one["why"]["scope"], one["why"]["code"], one["why"]["rule"], one["why"]["values"]}) << '\n';
  if (answer_["send"].is_null()) {
    const Json& why = answer_["why"];
    out << speak.error({why["scope"], why["code"], why["rule"], why["values"]}) << '\n';
    return;
  }
  out << "ok: " << speak.action(answer_["send"]) << '\n';
  for (const Json& event : answer_["effects"]["events"]) out << "      " << speak.event(event) << '\n';
}

void Composing::show_pay(std::ostream& out, const Speaker& speak) const {
  if (!answer_["pay"].is_object()) {
    out << say("make.nothing_to_pay") << '\n';
    return;
  }
  for (const Json& symbol : answer_["pay"]["symbols"]) {
    out << "  " << plain(symbol["symbol"]) << "  " << speak.word("symbol", symbol["symbol"]) << ": "
        << say("make.state", {{"state", symbol["state"]}, {"need", symbol.value("need", Json())}});
    for (const char* member : {"stress", "dollars"})
      if (symbol.value(member, 0) != 0) out << ", " << named(member, symbol[member], speak);
    if (symbol.contains("why")) out << ". " << speak.word("not_for", symbol["why"]);
    out << '\n';
  }
  for (const Json& way : answer_["pay"]["ways"])
    out << "  " << say("make.way", {{"symbols", speak.word("symbol", way["symbols"])}}) << ", " << price_of(way)
        << '\n';
}

bool Composing::take_step(std::size_t number, const std::string& rest, std::ostream& out) {
  const Json& next = answer_["next"];
  if (number < 1 || number > next.size()) {
    out << (next.empty() ? say("make.no_step") : say("play.choose", {{"n", next.size()}})) << '\n';
    return false;
  }
  Json set = next[number - 1]["set"];
  for (auto& [member, value] : set.items()) {
    const auto range = read_range(value);
    if (!range) continue;
    char* end = nullptr;
    const long amount = std::strtol(rest.c_str(), &end, 10);
    if (end == rest.c_str()) {
      out << say("play.which_amount",
                 {{"number", number}, {"min", range->min}, {"max", range->max}, {"step", range->step}})
          << '\n';
      return false;
    }
    value = amount;
  }
  before_.push_back(now_);
  for (const auto& [member, value] : set.items()) now_.action[member] = value;
  return true;
}

void Composing::toggle(const std::string& symbol) {
  before_.push_back(now_);
  const bool away = symbol[0] == '-';
  const Json name = away ? symbol.substr(1) : symbol;
  const auto drop = [&](Json& list) { std::erase(list.get_ref<Json::array_t&>(), name); };
  drop(now_.use), drop(now_.avoid);
  (away ? now_.avoid : now_.use).push_back(name);
}

Composing::Result Composing::obey(const std::string& line, std::ostream& out, const Speaker& speak) {
  if (line == "stop") return Result::stop;
  const bool symbols = pays_with_symbols(), a_symbol = line.find(':') != std::string::npos;
  if (line == "pay" && symbols) {
    show_pay(out, speak);
    return Result::goes_on;
  }
  if (line == "ok" && !answer_["send"].is_null()) return Result::play;
  std::size_t number = 0;
  const auto [rest, problem] = std::from_chars(line.data(), line.data() + line.size(), number);
  if (line == "back") {
    if (before_.empty()) return Result::stop;
    now_ = before_.back();
    before_.pop_back();
  } else if (symbols && a_symbol) {
    toggle(line);
    if (!ask(now_, out, speak)) {  // no symbol: as before
      now_ = before_.back();
      before_.pop_back();
    }
  } else if (problem == std::errc{} && !line.empty() && !a_symbol) {
    if (!take_step(number, std::string(rest, line.data() + line.size()), out)) return Result::goes_on;
  } else {
    out << say("make.keys", {{"symbols", symbols}});
    return Result::goes_on;
  }
  show(out, speak);
  return Result::goes_on;
}

}  // namespace remise::cli
