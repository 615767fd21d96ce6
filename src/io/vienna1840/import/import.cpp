// Games of 18xx.games for 1840.
#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/match.h"
#include "io/vienna1840/import/check.h"

namespace remise::vienna1840 {

namespace {

using Entries = std::multimap<std::size_t, const Json*>;

// Entries of a check file by the number of the move they belong to.
Entries by_move(const Json& file, const char* key) {
  Entries entries;
  if (!file.is_object() || !file.contains(key) || !file[key].is_array()) return entries;
  for (const Json& entry : file[key])
    if (entry.is_object() && entry.contains("i") && entry["i"].is_number_unsigned())
      entries.emplace(entry["i"].get<std::size_t>(), &entry);
  return entries;
}

Json setup_of(const SourceGame& source) {
  Json options{{"map", source.players.size() == 2 ? "overlay2" : source.small_map ? "small" : "full"}};
  for (const auto& [name, option] : compat_words) options[std::string(name)] = true;
  return {{"players", source.players.size()}, {"options", std::move(options)}, {"seed", std::to_string(source.seed)}};
}

// The lines named in each company round of the source, in the order first named. Rounds are told apart by the line
// rounds between them; one without any auction may be missed, which only makes a line known earlier than needed.
std::vector<std::vector<int>> named_lines(const SourceGame& source) {
  std::vector<std::vector<int>> rounds;
  std::set<int> seen;
  bool new_round = true;
  for (const SourceMove& move : source.moves) {
    if (move.type == "lay_tile" || move.type == "place_token") new_round = true;
    if (move.type != "merge") continue;
    const Json line = move.action.value("corporation", Json());
    const std::string name = line.is_string() ? line.get<std::string>() : "";
    int number = 0;  // of no line
    std::from_chars(name.data(), name.data() + name.size(), number);
    if (new_round) rounds.emplace_back();
    new_round = false;
    if (number >= 1 && number <= line_count && seen.insert(number).second) rounds.back().push_back(number);
  }
  return rounds;
}

// R3, C12: older versions of the source drew differently from a seed. Where most lines of the first auctions were not
// on offer by our deal, the cards are laid so that every line was there when it was named. Empty: our deal fits.
std::vector<int> deal_from_moves(const SourceGame& source, const State& start, const Map& map) {
  std::vector<int> ours;
  for (std::size_t l = 0; l < line_count; ++l)
    if (start.lines[l].place == LinePlace::offered) ours.push_back(static_cast<int>(l) + 1);
  const std::size_t shown = ours.size();
  const std::vector<std::vector<int>> rounds = named_lines(source);
  if (rounds.empty()) return {};
  std::size_t missing = 0;
  for (const int line : rounds[0]) missing += std::find(ours.begin(), ours.end(), line) == ours.end();
  if (2 * missing < rounds[0].size() || missing < 2) return {};
  std::vector<int> named, rest, deck;
  for (const auto& round : rounds) named.insert(named.end(), round.begin(), round.end());
  for (int line = 1; line <= line_count; ++line)
    if (map.lines.has(line_numbered(line)) && std::find(named.begin(), named.end(), line) == named.end())
      rest.push_back(line);
  const auto put = [&](int line) {
    if (map.lines.has(line_numbered(line)) && std::find(deck.begin(), deck.end(), line) == deck.end())
      deck.push_back(line);
  };
  for (const auto& round : rounds) {
    for (const int line : round) put(line);
    for (auto line = rest.begin(); line != rest.end() && deck.size() % shown != 0;) {
      const bool too_early = *line == 2 && deck.size() < shown;
      if (!too_early) put(*line);
      line = too_early ? line + 1 : rest.erase(line);
    }
  }
  for (const int line : rest) put(line);
  return deck;
}

// What is to be compared must have the right form, and be about the same players.
std::optional<Error> wrong_check_file(const ImportFiles& files, const SourceGame& source) {
  const auto lacks = [](const Json& file, const char* list) {
    return !file.is_null() && !(file.is_object() && file.contains(list) && file[list].is_array());
  };
  if (lacks(files.states, "actions")) return form_error("missing", "check.actions");
  if (lacks(files.legal, "positions")) return form_error("missing", "legal.positions");
  if (lacks(files.best, "runs")) return form_error("missing", "best.runs");
  if (!files.states.is_object() || !files.states.contains("players")) return std::nullopt;
  Json ids = Json::array(), ours = Json::array();
  for (const Json& player : files.states["players"])
    ids.push_back(player.is_object() ? player.value("source_id", Json()) : Json());
  for (const std::int64_t id : source.players) ours.push_back(id);
  if (ids != ours) return Error{"1840", "import_other_game", "", {{"found", ids}, {"players", ours}}};
  return std::nullopt;
}

// The check file must tell of the same moves.
void compare_moves(const Json& file, const SourceGame& source, std::vector<Difference>& out) {
  if (!file.is_object() || !file.contains("actions") || !file["actions"].is_array()) {
    if (!file.is_null()) out.push_back({"states", nullptr, "actions", "a list", nullptr, ""});
    return;
  }
  const Json& actions = file["actions"];
  if (actions.size() != source.moves.size())
    out.push_back({"states", nullptr, "actions", actions.size(), source.moves.size(), ""});
  for (std::size_t i = 0; i < actions.size() && i < source.moves.size(); ++i) {
    const Json action = actions[i].is_object() ? actions[i].value("action", Json()) : Json();
    const Json type = action.is_object() ? action.value("type", Json()) : Json();
    if (type == source.moves[i].type) continue;
    out.push_back(
        {"states", source.moves[i].id, "actions/" + std::to_string(i) + "/type", type, source.moves[i].type, ""});
    return;
  }
}

void follow_all(Follower& follower, const SourceGame& source, const ImportFiles& files, bool played_out,
                Import& result) {
  StateCheck states(files.states, source);
  const Entries legal = by_move(files.legal, "positions"), best = by_move(files.best, "runs");
  std::vector<Difference>& out = result.differences;
  std::size_t lists = 0, runs = 0, claims = 0;
  follower.prepare(0);
  states.start(follower, out);
  for (std::size_t i = 0; i < source.moves.size(); ++i) {
    for (auto [entry, end] = legal.equal_range(i); entry != end; ++entry, ++lists)
      check_legal(*entry->second, follower, out);
    for (auto [entry, end] = best.equal_range(i); entry != end; ++entry, ++runs)
      check_best(*entry->second, follower, out);
    auto problem = follower.follow(i);
    for (; claims < follower.claims().size(); ++claims) out.push_back(follower.claims()[claims]);
    if (problem)
      out.push_back(std::move(*problem));
    else
      ++result.moves;
    if (i + 1 < source.moves.size())
      follower.prepare(i + 1);
    else if (played_out)
      follower.finish();
    states.after(i, follower, out);
  }
  Json worth = Json::array();
  const Position p = follower.rules().at(follower.now());
  for (int seat = 0; seat < follower.now().player_count; ++seat) {
    worth.push_back(p.wealth(id_at<Seat>(seat)).v);
    result.final[std::to_string(source.players[static_cast<std::size_t>(seat)])] = worth.back();
  }
  states.finish(follower, worth, out);
  result.compared = {{"moves", source.moves.size()},
                     {"states", states.states()},
                     {"values", states.values()},
                     {"lists", lists},
                     {"runs", runs}};
}

std::expected<Import, Error> import_game(const Game& game, const ImportFiles& files) {
  const auto source = read_source(files.source);
  if (!source) return std::unexpected(source.error());
  if (const auto wrong = wrong_check_file(files, *source)) return std::unexpected(*wrong);
  const auto& typed = static_cast<const TypedGame<Vienna1840>&>(game);
  Json setup = setup_of(*source);
  auto start = typed.rules().start(setup);
  if (!start) return std::unexpected(start.error());
  Import result;
  if (const auto deck = deal_from_moves(*source, *start, typed.rules().tables().map(start->map)); !deck.empty()) {
    setup["deal"] = {{"lines", deck}};
    if (auto dealt = typed.rules().start(setup)) {
      start = std::move(dealt);
      result.differences.push_back({"source", nullptr, "settings/seed", source->seed, {{"lines", deck}}, "R3"});
    } else {
      setup.erase("deal");
    }
  }
  result.names = source->names;
  for (const std::int64_t id : source->players) result.ids.push_back(std::to_string(id));
  for (const std::int64_t id : source->unreadable)
    result.differences.push_back({"source", id, "type", "an action", nullptr, ""});
  compare_moves(files.states, *source, result.differences);
  const bool manual = files.source.value("manually_ended", Json()) == true;
  const bool finished = files.source.value("status", Json()) == "finished", played_out = finished && !manual;
  Workspace work;
  Follower follower(typed.rules(), *source, *start, work);
  follow_all(follower, *source, files, played_out, result);
  auto match = std::make_unique<TypedMatch<Vienna1840>>(typed, setup, *start);
  for (const PlayedMove& move : follower.moves()) match->play(move.seat, move.action);
  REMISE_ASSERT(match->state() == follower.now());
  result.broken_off = finished && !match->to_act().empty();
  result.match = std::move(match);
  // What the source itself says about the end.
  if (const Json recorded = files.source.value("result", Json());
      recorded.is_object() && files.source.value("status", Json()) == "finished")
    for (const auto& [player, value] : recorded.items())
      if (result.final.contains(player) && result.final[player] != value)
        result.differences.push_back({"source", "result", "result/" + player, value, result.final[player], ""});
  return result;
}

}  // namespace

Importer importer() {
  return {Vienna1840::id, "a game file of 18xx.games", &is_source, &import_game, &other_title, "1840.import.how"};
}

}  // namespace remise::vienna1840
