#include "bots/puzzles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace remise::bots::puzzles {
namespace {

// ---- paths ----------------------------------------------------------------------------------------------------------

bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}
std::string plain(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

const Json* member(const Json& value, std::string_view name) {
  if (value.is_object()) {
    const auto it = value.find(name);
    return it == value.end() ? nullptr : &*it;
  }
  if (!value.is_array() || !is_number(name)) return nullptr;
  const auto at = static_cast<std::size_t>(std::stoul(std::string(name)));
  return at < value.size() ? &value[at] : nullptr;
}
const Json* selected(const Json& value, std::string_view selector) {
  const auto equals = selector.find('=');
  if (equals == std::string_view::npos) return member(value, selector);
  for (const Json& entry : value)
    if (const Json* found = member(entry, selector.substr(0, equals));
        found && plain(*found) == selector.substr(equals + 1))
      return &entry;
  return nullptr;
}

// {path} in a text, filled in.
std::string bound(const Json& scene, std::string text) {
  for (std::size_t open; (open = text.find('{')) != std::string::npos;) {
    const auto close = text.find('}', open);
    REMISE_ASSERT(close != std::string::npos);
    text.replace(open, close - open + 1, plain(look_up(scene, text.substr(open + 1, close - open - 1))));
  }
  return text;
}

// ---- moves ----------------------------------------------------------------------------------------------------------

// Every action an entry of the legal list stands for: its range becomes each of its numbers.
void each_action(const Json& entry, std::vector<Json>& out) {
  for (const auto& [name, value] : entry.items()) {
    if (!value.is_object() || !value.contains("min") || !value.contains("step")) continue;
    for (long n = value["min"]; n <= value["max"].get<long>(); n += value["step"].get<long>()) {
      Json action = entry;
      action[name] = n;
      out.push_back(std::move(action));
    }
    return;
  }
  out.push_back(entry);
}
std::vector<Json> actions_of(const Match& match, Seat seat) {
  std::vector<Json> out;
  for (const Json& entry : match.legal(seat)) each_action(entry, out);
  return out;
}
bool is_one_of(const std::vector<std::string>& kinds, const Json& action) {
  return kinds.empty() || std::ranges::find(kinds, action.value("type", "")) != kinds.end();
}

// What can be looked at: the view, the move that led there and what happened with it.
Json scene_of(const Match& match, Seat seat, const Json& action = nullptr) {
  Json view = match.view(Viewer::of(seat));
  Json events = Json::array();
  if (!action.is_null())
    for (const Json& entry : match.log(Viewer::of(seat), match.length() - 1)) events = entry["events"];
  return {{"state", std::move(view["state"])},
          {"outcome", std::move(view["outcome"])},
          {"seat", static_cast<int>(seat)},
          {"action", action},
          {"events", std::move(events)}};
}

bool fits(const Json& when, const Json& scene) {
  return std::ranges::all_of(when.items(), [&](const auto& entry) {
    const Json found = evaluate(scene, entry.key());
    const Json& wanted = entry.value();
    return wanted.is_array() ? std::ranges::find(wanted, found) != wanted.end() : found == wanted;
  });
}

// ---- what moves are worth -------------------------------------------------------------------------------------------

struct Valued {
  Json action;
  Json key;  // moves with the same key are one answer
  double value = 0;
};

Json key_of(const Kind& kind, const Json& action, const Json& scene) {
  if (kind.same.empty()) return action;
  Json key = Json::array();
  for (const std::string& path : kind.same) key.push_back(evaluate(scene, path));
  return key;
}

// A move by the measure, in the position after it; nothing where that has no such number.
std::optional<Valued> measured(const Kind& kind, const std::string& measure, const Match& match, Seat seat,
                               const Json& action) {
  const auto after = match.clone();
  if (!after->play(seat, action)) return std::nullopt;
  const Json scene = scene_of(*after, seat, action);
  const Json value = evaluate(scene, measure);
  if (!value.is_number()) return std::nullopt;
  return Valued{action, key_of(kind, action, scene), value.get<double>()};
}

// By how much a seat is ahead of the best other one when the match is over; alone it is the score.
double lead(const Json& outcome, Seat seat) {
  double own = 0, other = -1e300;
  for (const Json& score : outcome["scores"]) {
    const double points = score["score"];
    if (score["seat"] == static_cast<int>(seat))
      own = points;
    else
      other = std::max(other, points);
  }
  return other > -1e300 ? own - other : own;
}

// The best end a seat can reach where nobody else has anything to decide; nothing where somebody has, or it is too
// much to search, or a move is open whose list is not whole.
constexpr std::size_t most_ends = 20'000;
bool is_answer(const Kind& kind, const Json& action) { return is_one_of(kind.moves, action); }
bool is_searched(const Kind& kind, const Json& action) {
  return is_answer(kind, action) || (!kind.beside.empty() && is_one_of(kind.beside, action));
}
std::optional<double> best_end(const Kind& kind, const Match& match, Seat seat, std::size_t& left) {
  if (left == 0) return std::nullopt;
  --left;
  if (match.to_act().empty()) return lead(*match.outcome(), seat);
  if (match.to_act() != SeatSet::of(seat)) return std::nullopt;
  std::optional<double> best;
  for (const Json& action : actions_of(match, seat)) {
    const auto after = match.clone();
    if (!is_searched(kind, action) || !after->play(seat, action)) return std::nullopt;
    const auto end = best_end(kind, *after, seat, left);
    if (!end) return std::nullopt;
    best = std::max(best.value_or(-1e300), *end);
  }
  return best;
}

// Every way to pay for a deed, each with its cheapest order: what a payment uses is either in it or not.
constexpr std::size_t most_payments = 400;
class Payments {
 public:
  Payments(const Match& match, Seat seat, Json deed) : match_(match), seat_(seat), deed_(std::move(deed)) {}

  // Nothing where there are too many.
  std::optional<std::vector<Json>> all() {
    if (!split({}, {})) return std::nullopt;
    return found_;
  }

 private:
  using Symbols = std::vector<std::string>;
  std::optional<Json> ask(const Symbols& use, const Symbols& avoid) const {
    const auto answer = match_.compose(seat_, {{"action", deed_}, {"use", use}, {"avoid", avoid}});
    if (!answer || (*answer)["send"].is_null() || (*answer)["pay"].is_null()) return std::nullopt;
    return *answer;
  }
  bool split(const Symbols& use, const Symbols& avoid) {
    const auto answer = ask(use, avoid);
    if (!answer) return true;
    if (found_.size() >= most_payments) return false;
    for (const Json& entry : (*answer)["pay"]["ways"][0]["symbols"]) {
      const std::string symbol = entry;
      if (std::ranges::find(use, symbol) != use.end()) continue;
      Symbols with = use, without = avoid;
      with.push_back(symbol), without.push_back(symbol);
      return split(with, avoid) && split(use, without);
    }
    Symbols others;
    for (const Json& entry : (*answer)["pay"]["symbols"])
      if (const std::string symbol = entry["symbol"]; std::ranges::find(use, symbol) == use.end())
        others.push_back(symbol);
    const auto any_order = ask({}, others);
    found_.push_back(any_order ? (*any_order)["send"] : (*answer)["send"]);
    return true;
  }

  const Match& match_;
  Seat seat_;
  Json deed_;
  std::vector<Json> found_;
};

// ---- one answer -----------------------------------------------------------------------------------------------------

struct Verdict {
  Valued best;
  double second = 0;
  std::size_t choices = 0;  // different answers
  Json worst;               // a move
  Json ranking = Json::array();
};

// The best answer, if one alone is best.
std::optional<Verdict> one_best(const Kind& kind, const std::vector<Valued>& moves) {
  const double sign = kind.least ? -1 : 1;
  std::map<Json, const Valued*> answers;
  for (const Valued& move : moves) {
    const Valued*& best = answers[move.key];
    if (!best || sign * move.value > sign * best->value) best = &move;
  }
  std::vector<const Valued*> order;
  for (const auto& [key, move] : answers) order.push_back(move);
  std::ranges::stable_sort(order, [&](const Valued* a, const Valued* b) { return sign * a->value > sign * b->value; });
  if (order.size() < kind.choices) return std::nullopt;
  // Payments of the same price are one answer.
  std::size_t next = 1;
  if (kind.way == Kind::Way::payment)
    while (next < order.size() && order[next]->value == order[0]->value) ++next;
  if (next == order.size() || 2 * next > order.size() + 1) return std::nullopt;
  if (sign * (order[0]->value - order[next]->value) < kind.margin) return std::nullopt;
  Verdict verdict{*order[0], order[next]->value, order.size(), order.back()->action, Json::array()};
  for (const Valued* move : order) verdict.ranking.push_back({{"key", move->key}, {"value", move->value}});
  return verdict;
}

std::vector<Valued> all_measured(const Kind& kind, const std::string& measure, const Match& match, Seat seat,
                                 const std::vector<Json>& actions) {
  std::vector<Valued> moves;
  for (const Json& action : actions)
    if (is_one_of(kind.moves, action))
      if (auto move = measured(kind, measure, match, seat, action)) moves.push_back(std::move(*move));
  return moves;
}

std::vector<Valued> by_the_end(const Kind& kind, const Match& match, Seat seat) {
  std::vector<Valued> moves;
  std::size_t left = most_ends;
  double beside = -1e300;  // the best that begins with a move that is no answer
  for (const Json& action : actions_of(match, seat)) {
    const auto after = match.clone();
    if (!is_searched(kind, action) || !after->play(seat, action)) return {};
    const auto end = best_end(kind, *after, seat, left);
    if (!end) return {};
    if (is_answer(kind, action))
      moves.push_back({action, key_of(kind, action, scene_of(*after, seat, action)), *end});
    else
      beside = std::max(beside, *end);
  }
  const bool answered = std::ranges::any_of(moves, [&](const Valued& move) { return move.value >= beside; });
  return answered ? moves : std::vector<Valued>{};
}

std::vector<Valued> judged(const Kind& kind, const Match& match, Seat seat, const Judge& judge, std::uint64_t times) {
  std::vector<Valued> moves;
  const auto ranked = judge.suite->hint(match, seat, judge.player, "judge", judge.nodes * times);
  if (!ranked) return moves;
  for (const Json& entry : *ranked) {
    const auto after = match.clone();
    if (!after->play(seat, entry["action"])) continue;
    moves.push_back({entry["action"], key_of(kind, entry["action"], scene_of(*after, seat, entry["action"])),
                     std::round(10 * entry["value"].get<double>()) / 10});
  }
  return moves;
}

// Both budgets have the same answer, each with the margin; what is told is the judgement with the larger one.
std::optional<Verdict> judged_twice(const Kind& kind, const Match& match, Seat seat, const Judge& judge) {
  const auto once = one_best(kind, judged(kind, match, seat, judge, 1));
  if (!once || !is_one_of(kind.moves, once->best.action)) return std::nullopt;
  auto again = one_best(kind, judged(kind, match, seat, judge, judged_again));
  if (!again || again->best.key != once->best.key) return std::nullopt;
  return again;
}

std::optional<Verdict> judge_moves(const Kind& kind, const std::string& measure, const Match& match, Seat seat,
                                   const Judge& judge, const Json& deed) {
  switch (kind.way) {
    case Kind::Way::list: return one_best(kind, all_measured(kind, measure, match, seat, actions_of(match, seat)));
    case Kind::Way::payment: {
      const auto payments = Payments(match, seat, deed).all();
      return payments ? one_best(kind, all_measured(kind, measure, match, seat, *payments)) : std::nullopt;
    }
    case Kind::Way::end: return one_best(kind, by_the_end(kind, match, seat));
    case Kind::Way::judged: return judge.suite ? judged_twice(kind, match, seat, judge) : std::nullopt;
  }
  return std::nullopt;
}

// The move of a match without what pays for it, where payments are asked for.
std::optional<Json> deed_of(const Kind& kind, const Match& match, Seat seat, const Json& played) {
  if (kind.way != Kind::Way::payment) return Json(nullptr);
  if (!played.is_object() || !is_one_of(kind.moves, played)) return std::nullopt;
  const auto answer = match.compose(seat, {{"action", played}});
  if (!answer || (*answer)["pay"].is_null()) return std::nullopt;
  return (*answer)["action"];
}

std::optional<Json> puzzle_with(const Kind& kind, const Match& match, Seat seat, const Judge& judge, const Json& deed) {
  const Json before = scene_of(match, seat);
  const std::string measure = bound(before, kind.measure);
  const auto verdict = judge_moves(kind, measure, match, seat, judge, deed);
  if (!verdict) return std::nullopt;
  Json values = Json::object();
  for (const auto& [name, path] : kind.values.items()) {
    values[name] = evaluate(before, bound(before, path));
    if (values[name].is_null()) return std::nullopt;
  }
  Json puzzle{{"kind", kind.id},
              {"proof", kind.proved ? "proved" : "judged"},
              {"at", match.length()},
              {"seat", static_cast<int>(seat)},
              {"better", kind.least ? "least" : "most"},
              {"answer", verdict->best.action},
              {"best", verdict->best.value},
              {"second", verdict->second},
              {"margin", std::abs(std::round(10 * (verdict->best.value - verdict->second)) / 10)},
              {"choices", verdict->choices},
              {"values", values}};
  if (!kind.moves.empty()) puzzle["moves"] = kind.moves;
  if (!measure.empty()) puzzle["measure"] = measure;
  if (!deed.is_null()) puzzle["deed"] = deed, puzzle["start"] = verdict->worst;
  if (!kind.same.empty()) puzzle["same"] = kind.same;
  if (measure.empty()) puzzle["ranking"] = verdict->ranking;
  if (kind.way == Kind::Way::judged)
    puzzle["judged"] = {{"player", judge.player}, {"nodes", judge.nodes}, {"times", judged_again}};
  return puzzle;
}

}  // namespace

Json look_up(const Json& scene, std::string_view path) {
  const Json* value = &scene;
  while (!path.empty() && value) {
    if (path.front() == '.') path.remove_prefix(1);
    if (path.starts_with('[')) {
      const auto close = path.find(']');
      if (close == std::string_view::npos) return nullptr;
      value = selected(*value, path.substr(1, close - 1));
      path.remove_prefix(close + 1);
      continue;
    }
    const auto end = std::min(path.find_first_of(".["), path.size());
    const std::string_view name = path.substr(0, end);
    if (value->is_array() && name == "length") return value->size();
    value = member(*value, name);
    path.remove_prefix(end);
  }
  return value ? *value : Json(nullptr);
}

Json evaluate(const Json& scene, const std::string& text) {
  const auto value = [&](const std::string& term) {
    return is_number(term) ? Json(std::stol(term)) : look_up(scene, term);
  };
  if (text.find(' ') == std::string::npos) return value(text);
  double total = 0, product = 1, sign = 1;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find(' ', at), text.size());
    const Json term = value(text.substr(at, end - at));
    if (!term.is_number()) return nullptr;
    product *= term.get<double>();
    if (end == text.size()) break;
    if (const char op = text[end + 1]; op != '*') {
      total += sign * product;
      sign = op == '-' ? -1 : 1, product = 1;
    }
    at = end + 3;
  }
  return total + sign * product;
}

std::optional<Kinds> kinds_of(std::string_view game) {
  const auto text = embedded_data("bots/" + std::string(game) + "-puzzle-kinds.json");
  if (!text) return std::nullopt;
  const Json data = tree_of(*text);
  Kinds found{
      {}, data["setups"], data["set"]["path"], data["set"]["default"], data["judge"]["player"], data["judge"]["nodes"]};
  const std::map<std::string, Kind::Way> ways{{"list", Kind::Way::list},
                                              {"payment", Kind::Way::payment},
                                              {"end", Kind::Way::end},
                                              {"judged", Kind::Way::judged}};
  for (const Json& entry : data["kinds"]) {
    Kind kind;
    kind.id = entry["id"];
    kind.way = ways.at(entry["way"]);
    kind.proved = kind.way != Kind::Way::judged;
    kind.when = entry.value("when", Json::object());
    kind.moves = entry.value("moves", std::vector<std::string>{});
    kind.beside = entry.value("beside", std::vector<std::string>{});
    kind.measure = entry.value("measure", "");
    kind.least = entry.value("better", "most") == "least";
    kind.same = entry.value("same", std::vector<std::string>{});
    kind.margin = entry["margin"];
    kind.choices = entry.value("choices", std::size_t{3});
    kind.share = entry["share"];
    kind.values = entry.value("values", Json::object());
    found.kinds.push_back(std::move(kind));
  }
  return found;
}

std::optional<Json> find(const Kind& kind, const Match& match, Seat seat, const Judge& judge, const Json& played) {
  if (match.to_act() != SeatSet::of(seat) || !fits(kind.when, scene_of(match, seat))) return std::nullopt;
  const auto deed = deed_of(kind, match, seat, played);
  return deed ? puzzle_with(kind, match, seat, judge, *deed) : std::nullopt;
}

std::optional<std::string> check(const Kinds& kinds, const Match& match, const Json& puzzle, const Judge* judge) {
  const auto kind = std::ranges::find(kinds.kinds, puzzle["kind"].get<std::string>(), &Kind::id);
  if (kind == kinds.kinds.end()) return "there is no such kind";
  const auto seat = id_at<Seat>(puzzle["seat"].get<int>());
  if (match.to_act() != SeatSet::of(seat)) return "somebody else is to move";
  const auto after = match.clone();
  if (!after->play(seat, puzzle["answer"])) return "the answer is no legal move";
  if (!kind->proved && !judge) return std::nullopt;
  const auto again = puzzle_with(*kind, match, seat, judge ? *judge : Judge{}, puzzle.value("deed", Json(nullptr)));
  if (!again) return "there is no single best move";
  for (const auto& [name, value] : again->items())
    if (value != puzzle.value(name, Json(nullptr)))
      return name + " is " + value.dump() + ", not " + puzzle.value(name, Json(nullptr)).dump();
  return std::nullopt;
}

Made make(const Suite& suite, const Kinds& kinds, const Order& order,
          const std::function<void(std::size_t games, std::size_t found)>& report) {
  int shares = 0;
  for (const Kind& kind : kinds.kinds) shares += kind.share;
  std::map<std::string, std::size_t> wanted, found_of;
  for (const Kind& kind : kinds.kinds)
    wanted[kind.id] = (order.count * static_cast<std::size_t>(kind.share) + static_cast<std::size_t>(shares) - 1) /
                      static_cast<std::size_t>(shares);
  Made set;
  std::set<std::string> answers;  // none twice
  for (std::size_t number = 0; number < order.most_games && set.puzzles.size() < order.count; ++number) {
    const Json setup = kinds.setups[number % kinds.setups.size()];
    PlayedSetup game;
    game.setup = setup;
    game.seed = order.seed + "/" + std::to_string(number);
    game.players.assign(setup["players"].get<std::size_t>(), order.player);
    std::unique_ptr<Match> played;
    game.observe = [&](const Match& match) {
      if (match.to_act().empty()) played = match.clone();
    };
    if (!suite.play(game).error.empty() || !played) continue;
    const Json file = played->file();
    const std::string name = "m" + std::to_string(number);
    std::size_t last = 0;
    for (const Kind& kind : kinds.kinds) {
      // At most two of a kind in a game, and not close together: the first there is, and one that comes later.
      std::size_t here = 0;
      for (std::size_t n = 1; n < played->length() && here < 2 && found_of[kind.id] < wanted[kind.id]; ++n) {
        const auto seat = id_at<Seat>(file["actions"][n]["seat"].get<int>());
        const auto match = played->at(n);
        auto puzzle = find(kind, *match, seat, order.judge, file["actions"][n]["action"]);
        if (!puzzle || set.puzzles.size() >= order.count) continue;
        if (!answers.insert(kind.id + (*puzzle)["answer"].dump()).second) continue;
        const Json found_set = look_up(scene_of(*match, seat), kinds.set);
        (*puzzle)["set"] = found_set.is_string() ? found_set : Json(kinds.set_default);
        (*puzzle)["match"] = name;
        (*puzzle)["id"] = kind.id + "-" + std::to_string(number) + "-" + std::to_string(n);
        set.puzzles.push_back(std::move(*puzzle));
        last = std::max(last, n), ++here, ++found_of[kind.id];
        n += played->length() / 4;
      }
    }
    if (last > 0) {
      Json part = played->at(last)->file();
      set.matches.emplace_back(name, std::move(part));
    }
    if (report) report(number + 1, set.puzzles.size());
  }
  return set;
}

}  // namespace remise::bots::puzzles
