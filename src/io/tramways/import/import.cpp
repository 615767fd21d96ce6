#include "io/tramways/import/import.h"

#include <algorithm>
#include <map>
#include <set>

#include "games/tramways/edge/codec.h"
#include "games/tramways/edge/view.h"
#include "games/tramways/match.h"
#include "io/tramways/import/deeds.h"

namespace remise::tramways {
namespace {

using TramwaysMatch = TypedMatch<Tramways>;
using Flat = std::map<std::string, Json>;

// Nested objects become "a/b/c" keys; lists are values; null means absent.
void flatten(const Json& json, const std::string& path, Flat& flat) {
  if (!json.is_object()) {
    if (json.is_null())
      flat.erase(path);
    else
      flat[path] = json;
    return;
  }
  for (const auto& [key, value] : json.items()) flatten(value, path.empty() ? key : path + "/" + key, flat);
}

void apply_change(const Json& changed, Flat& flat) {
  for (const auto& [key, value] : changed.items()) flatten(value, key, flat);
}

const Json* member(const Json& json, std::string_view key) {
  if (!json.is_object()) return nullptr;
  const auto at = json.find(key);
  return at == json.end() || at->is_null() ? nullptr : &*at;
}

std::int64_t number(const Json& json, std::string_view key, std::int64_t otherwise) {
  const Json* at = member(json, key);
  return at && at->is_number_integer() ? at->get<std::int64_t>() : otherwise;
}

class Replay {
 public:
  Replay(const Game& game, const ImportFiles& files) : game_(game), files_(files) {}

  std::expected<Import, Error> run() {
    const Json* setup = member(files_.source, "setup");
    const Json* actions = member(files_.source, "actions");
    if (!setup) return std::unexpected(form_error("missing", "setup"));
    if (!actions || !actions->is_array()) return std::unexpected(form_error("missing", "actions"));
    Json played = *setup;  // recorded before passengers were counted (2.4)
    if (played.is_object() && !played.contains("position")) {
      Json& options = played["options"];
      if (options.is_null()) options = Json::object();
      if (options.is_object() && !options.contains("passengers")) options["passengers"] = "unlimited";
    }
    auto match = game_.start(played);
    if (!match) return std::unexpected(match.error());
    out_.match = std::move(*match);
    collect_states(*actions);
    collect_labels();
    compare_state(-1);
    for (std::size_t i = 0; i < actions->size(); ++i) {
      compare_lists(i);
      if (!play(i, (*actions)[i])) break;
      ++out_.moves;
      compare_state(static_cast<std::int64_t>(i));
    }
    compare_lists(out_.moves);
    compare_final();
    compared_all_lists();
    return std::move(out_);
  }

 private:
  const TramwaysMatch& typed() const { return static_cast<const TramwaysMatch&>(*out_.match); }

  void differ(std::string in, Json move, std::string path, Json expected, Json found, std::string ruling = {}) {
    out_.differences.push_back(
        {std::move(in), std::move(move), std::move(path), std::move(expected), std::move(found), std::move(ruling)});
  }
  void count(const char* what, std::int64_t n = 1) { out_.compared[what] = number(out_.compared, what, 0) + n; }

  bool play(std::size_t i, const Json& entry) {
    const auto seat = number(entry, "seat", -1);
    const Json* action = member(entry, "action");
    if (seat < 0 || seat >= out_.match->seats() || !action) {
      differ("source", i, "", entry, "not a move");
      return false;
    }
    const auto played = out_.match->play(id_at<Seat>(seat), *action);
    if (played) return true;
    differ("source", i, "action", *action, Json{{"error", to_json(played.error())}});
    return false;
  }

  // --- states
  // ----------------------------------------------------------------------------------------------------------

  void collect_states(const Json& actions) {
    const Json* states = files_.states.is_null() ? nullptr : &files_.states;
    if (!states) return;
    state_actions_ = member(*states, "actions");
    if (const Json* start = member(*states, "start")) flatten(*start, "", recorded_), has_states_ = true;
    if (!state_actions_ || !state_actions_->is_array()) has_states_ = false;
    if (has_states_ && state_actions_->size() != actions.size())
      differ("states", nullptr, "actions", state_actions_->size(), actions.size());
  }

  void compare_state(std::int64_t move) {
    if (!has_states_) return;
    if (move >= 0) {
      if (static_cast<std::size_t>(move) >= state_actions_->size()) return;
      const Json& entry = (*state_actions_)[static_cast<std::size_t>(move)];
      if (const Json* changed = member(entry, "changed")) apply_change(*changed, recorded_);
      if (const Json* full = member(entry, "full")) {
        Flat flat;
        flatten(*full, "", flat);
        compare_flat(move, flat);
      }
    }
    compare_flat(move, recorded_);
    count("states");
  }

  void compare_flat(std::int64_t move, const Flat& expected) {
    Flat found;
    flatten(recorded_state(typed().rules().tables(), typed().state()), "", found);
    count("values", static_cast<std::int64_t>(expected.size()));
    // Setup decisions may be shown in another order (actions.md 5.1, oracle's README): they are noted, not counted.
    const std::string ruling = typed().state().round == 0 ? "setup" : "";
    for (const auto& [path, value] : expected) {
      const auto at = found.find(path);
      if (at == found.end() ? !empty(value) : at->second != value)
        differ("states", move, path, value, at == found.end() ? Json(nullptr) : at->second, ruling);
    }
    for (const auto& [path, value] : found)
      if (!expected.contains(path) && !empty(value)) differ("states", move, path, nullptr, value, ruling);
  }

  static bool empty(const Json& value) { return value.is_null() || (value.is_structured() && value.empty()); }

  void compare_final() {
    const Json* final = member(files_.source, "final");
    const auto outcome = out_.match->outcome();
    if (outcome) {
      for (const Json& score : *member(*outcome, "scores"))
        out_.final[std::to_string(number(score, "seat", 0))] = number(score, "score", 0);
    }
    if (!final) {
      if (outcome && out_.moves == member(files_.source, "actions")->size() && files_.source.contains("final"))
        differ("source", out_.moves, "final", nullptr, *outcome);
      return;
    }
    if (!outcome || *outcome != *final)
      differ("source", out_.moves, "final", *final, outcome ? *outcome : Json(nullptr));
    count("final");
  }

  // --- lists and probes
  // --------------------------------------------------------------------------------------------------

  // Lists may speak of several games: by the name of the file where that tells, else a list of one game is meant for
  // this one, else by the number of players.
  bool of_this_game(const Json& entry) const {
    const Json* label = member(entry, "game");
    if (!label || !label->is_string()) return true;
    const std::string& name = label->get_ref<const std::string&>();
    const std::string stem = files_.name.substr(0, files_.name.find(".json"));
    if (stem.find("game-") != std::string::npos) return stem.ends_with("game-" + name);
    if (stem == name) return true;
    if (labels_.contains(stem)) return false;
    if (labels_.size() == 1) return true;
    const std::string players = out_.match->seats() == 1 ? "solo" : std::to_string(out_.match->seats()) + "p";
    return name.starts_with(players);
  }

  void collect_labels() {
    for (const Json* entries : {&list(files_.legal, "positions"), &list(files_.probes, "probes")})
      for (const Json& entry : *entries)
        if (const Json* label = member(entry, "game"); label && label->is_string())
          labels_.insert(label->get<std::string>());
  }

  static const Json& list(const Json& file, const char* key) {
    static const Json none = Json::array();
    const Json* at = member(file, key);
    return at && at->is_array() ? *at : none;
  }

  void compare_lists(std::size_t before) {
    for (const Json& position : list(files_.legal, "positions"))
      if (number(position, "before", -1) == static_cast<std::int64_t>(before) && of_this_game(position))
        compare_position(position);
    for (const Json& probe : list(files_.probes, "probes"))
      if (number(probe, "before", -1) == static_cast<std::int64_t>(before) && of_this_game(probe)) compare_probe(probe);
  }

  void compared_all_lists() {
    for (const Json& position : list(files_.legal, "positions"))
      if (of_this_game(position) && number(position, "before", -1) > static_cast<std::int64_t>(out_.moves))
        differ("legal", number(position, "before", -1), "before", "a position of the game", nullptr);
  }

  void compare_position(const Json& position) {
    const Json* deeds = member(position, "deeds");
    const auto seat = number(position, "seat", -1);
    if (!deeds || seat < 0 || seat >= out_.match->seats()) return;
    const int max_pieces = static_cast<int>(number(files_.legal, "max_pieces", 3));
    const Json found = deeds_of(*out_.match, id_at<Seat>(seat), max_pieces, deeds->contains("lay_track_board"));
    for (const auto& [kind, expected] : deeds->items()) {
      const std::set<Json> want(expected.begin(), expected.end());
      const Json& mine = list(found, kind.c_str());
      const std::set<Json> have(mine.begin(), mine.end());
      for (const Json& deed : want)
        if (!have.contains(deed)) differ("legal", *member(position, "before"), kind, deed, nullptr);
      for (const Json& deed : have)
        if (!want.contains(deed)) differ("legal", *member(position, "before"), kind, nullptr, deed);
      count("deeds", static_cast<std::int64_t>(want.size()));
    }
    count("positions");
  }

  void compare_probe(const Json& probe) {
    const auto seat = number(probe, "seat", -1);
    const Json* action = member(probe, "action");
    if (seat < 0 || seat >= out_.match->seats() || !action) return;
    const bool expected = !member(probe, "section");
    const auto length = out_.match->length();
    const auto played = out_.match->play(id_at<Seat>(seat), *action);
    if (played) out_.match->undo(out_.match->length() - length);
    count("probes");
    if (played.has_value() == expected) return;
    differ("probes", *member(probe, "before"), "action", Json{{"action", *action}, {"section", *probe.find("section")}},
           played ? Json("accepted") : Json{{"error", to_json(played.error())}});
  }

  const Game& game_;
  const ImportFiles& files_;
  Import out_;
  Flat recorded_;
  const Json* state_actions_ = nullptr;
  bool has_states_ = false;
  std::set<std::string> labels_;  // of games in lists and probes
};

}  // namespace

bool is_record(const Json& source) {
  const Json* format = member(source, "format");
  return format && *format == "tramways-record-1";
}

std::expected<Import, Error> import_record(const Game& game, const ImportFiles& files) {
  if (game.id() != Tramways::id) return std::unexpected(form_error("unknown_word", "game", game.id()));
  return Replay(game, files).run();
}

Json deeds_of(const Match& match, Seat seat, int max_pieces, bool with_board) {
  const auto& typed = static_cast<const TramwaysMatch&>(match);
  return deeds_json(typed.rules().tables(), typed.state(), seat, max_pieces, with_board);
}

Importer importer() { return {Tramways::id, "a recorded game (tramways-record-1)", &is_record, &import_record}; }

}  // namespace remise::tramways
