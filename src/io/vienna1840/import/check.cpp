#include "io/vienna1840/import/check.h"

#include <algorithm>
#include <set>

#include "games/vienna1840/board/routes.h"

namespace remise::vienna1840 {

namespace {

const Json null_json;

const Json& at(const Json& json, const char* key) {
  if (!json.is_object()) return null_json;
  const auto found = json.find(key);
  return found == json.end() ? null_json : *found;
}

}  // namespace

StateCheck::StateCheck(const Json& file, const SourceGame&) : file_(file) {
  if (at(file, "actions").is_array() && at(file, "start").is_object()) {
    actions_ = &at(file, "actions");
    expected_ = flattened(at(file, "start"));
  }
}

std::vector<Difference> StateCheck::compare(const Follower& follower, const State& state, const Json& move) {
  FlatState theirs = expected_;
  FlatState ours = recorded_state(follower.rules(), with_new_lines(follower.rules(), state), follower.ledger());
  // R2: all six companies may be chosen, the recording knows only those drawn.
  std::erase_if(ours, [&](const auto& entry) {
    if (!entry.first.starts_with("companies/")) return false;
    const std::string company = entry.first.substr(0, entry.first.find('/', 10) + 1);
    const auto first = theirs.lower_bound(company);
    return first == theirs.end() || !first->first.starts_with(company);
  });
  for (const std::string& key : follower.not_compared()) theirs.erase(key), ours.erase(key);
  normalise(theirs);
  normalise(ours);
  std::vector<Difference> differences;
  for (const auto& [key, value] : theirs) {
    const auto found = ours.find(key);
    if (found == ours.end() || found->second != value)
      differences.push_back({"states", move, key, value, found == ours.end() ? Json() : found->second, ""});
  }
  for (const auto& [key, value] : ours)
    if (!theirs.contains(key)) differences.push_back({"states", move, key, nullptr, value, ""});
  values_ += theirs.size();
  return differences;
}

void StateCheck::start(const Follower& follower, std::vector<Difference>& out) {
  if (!on()) return;
  for (Difference& difference : compare(follower, follower.now(), "start")) out.push_back(std::move(difference));
  ++states_;
}

void StateCheck::after(std::size_t i, Follower& follower, std::vector<Difference>& out) {
  if (!on() || i >= actions_->size()) return;
  const Json& record = (*actions_)[i];
  const Json& move = at(at(record, "action"), "id");
  if (at(record, "full").is_object())
    expected_ = flattened(at(record, "full"));
  else if (at(record, "changed").is_object())
    for (const auto& [key, value] : at(record, "changed").items()) expected_[key] = value;
  // The first of our states that agrees in every value; where none does, the nearest tells what is different.
  std::vector<Difference> nearest;
  for (std::size_t s = follower.earliest(); s < follower.states().size(); ++s) {
    std::vector<Difference> differences = compare(follower, follower.states()[s], move);
    if (differences.empty()) {
      follower.settle_on(s);
      nearest.clear();
      break;
    }
    if (nearest.empty() || differences.size() < nearest.size()) nearest = std::move(differences);
  }
  for (Difference& difference : nearest) out.push_back(std::move(difference));
  compare_run(record, follower, move, out);
  ++states_;
}

// The run of a line in detail, as the events of our run tell it.
void StateCheck::compare_run(const Json& record, const Follower& follower, const Json& move,
                             std::vector<Difference>& out) const {
  const Json& run = at(record, "run");
  if (at(run, "kind") != "line") return;
  for (const Event& event : follower.events()) {
    if (event.kind != EventKind::line_ran) continue;
    const Json gross = at(run, "gross"), bonus = at(run, "landmark_bonus");
    const int played =
        (gross.is_number_integer() ? gross.get<int>() : 0) + (bonus.is_number_integer() ? bonus.get<int>() : 0);
    const auto compare_value = [&](const char* key, const Json& expected, int found) {
      if (expected.is_number_integer() && expected != found)
        out.push_back({"states", move, std::string("run/") + key, expected, found, ""});
    };
    compare_value("gross", played, event.args[3]);
    compare_value("maintenance", at(run, "maintenance"), event.args[4]);
    compare_value("net", at(run, "net"), event.args[5]);
    return;
  }
}

void StateCheck::finish(const Follower& follower, const Json& result, std::vector<Difference>& out) {
  if (!on()) return;
  const Json& recorded = at(file_, "result");
  for (int i = 0; i < follower.now().player_count && recorded.is_object(); ++i) {
    const std::string seat = std::string("P").append(std::to_string(i + 1));
    const Json& expected = at(recorded, seat.c_str());
    const Json& found = result[static_cast<std::size_t>(i)];
    if (!expected.is_null() && expected != found)
      out.push_back({"states", "result", "result/" + seat, expected, found, ""});
  }
}

// --- legal lists

namespace {

using Texts = std::set<std::string>;

std::string lay_text(const std::string& hex, const std::string& tile, int rotation, int cost) {
  return hex + " " + tile + " r" + std::to_string(rotation) + " for " + std::to_string(cost);
}
std::string station_text(const std::string& hex, int city, int cost) {
  return hex + " city " + std::to_string(city) + " for " + std::to_string(cost);
}

std::string word(const Json& json) { return json.is_string() ? json.get<std::string>() : json.dump(); }
int whole(const Json& json, int otherwise = 0) { return json.is_number_integer() ? json.get<int>() : otherwise; }

struct Lists {
  Texts lays, stations, removals;
};

Lists recorded_lists(const Json& position, const Map& map) {
  Lists lists;
  const Json& cost = at(position, "lay_cost");
  if (at(position, "lays").is_array())
    for (const Json& lay : at(position, "lays")) {
      if (!lay.is_array() || lay.size() < 3 || !lay[2].is_array()) continue;
      std::string tile = word(lay[1]);
      if ((tile.starts_with("L30") || tile.starts_with("L31")) && tile.size() == 4) tile.pop_back();
      for (const Json& rotation : lay[2])
        lists.lays.insert(lay_text(word(lay[0]), tile, whole(rotation), whole(at(cost, word(lay[0]).c_str()))));
    }
  if (at(position, "stations").is_array())
    for (const Json& station : at(position, "stations")) {
      const HexId hex = map.find(word(at(station, "hex")));
      const std::string name = hex == HexId::none ? word(at(station, "hex")) : map[map[hex].anchor].name;
      if (at(station, "cost_by_slot").is_object())
        for (const auto& [slot, price] : at(station, "cost_by_slot").items())
          lists.stations.insert(station_text(name, whole(at(station, "city")), whole(price)));
    }
  if (at(position, "removals").is_array())
    for (const Json& removal : at(position, "removals"))
      lists.removals.insert(word(at(removal, "hex")) + " " + word(at(removal, "marker")));
  return lists;
}

int city_of_location(const Face& face, int location) {
  int city = 0;
  for (int l = 0; l < location; ++l) city += !face.locations[static_cast<std::size_t>(l)].halt();
  return city;
}

Lists our_lists(const Follower& follower, const std::string& step) {
  Lists lists;
  const State& s = follower.now();
  const Vienna1840& rules = follower.rules();
  const Map& map = rules.tables().map(s.map);
  const LineId line = s.turn.line;
  std::vector<Choice<Action>> choices;
  Workspace work;
  rules.legal(s, rules.at(s).to_act(), choices, work);
  const MarkerKind kind = s.step == Step::bonus ? MarkerKind::bonus : MarkerKind::normal;
  for (const auto& choice : choices) {
    if (const auto* lay = std::get_if<LayTile>(&choice.action))
      lists.lays.insert(lay_text(map[lay->lay.hex].name, map.tiles[lay->lay.tile].name, lay->lay.rotation,
                                 lay_cost(map, s.board, lay->lay).v));
    if (const auto* place = std::get_if<PlaceMarker>(&choice.action)) {
      const int cost = s.step == Step::home ? 0 : marker_cost(map, s.board, line, kind, place->place).v;
      lists.stations.insert(
          station_text(map[place->place.hex].name,
                       city_of_location(face_at(map, s.board, place->place.hex), place->place.location), cost));
    }
    if (const auto* removal = std::get_if<RemoveMarker>(&choice.action))
      lists.removals.insert(map[removal->removal.hex].name + " " +
                            rules.tables().companies[index(removal->removal.stadtbahn)].id);
  }
  if (step == "home_station" && s.step != Step::home) {
    // R72: the source asks for the circle after the tile; ours was part of the lay, and both circles were open to it.
    // Where a single place was left, we took it without asking.
    lists = {};
    const HexId home = map[map.home[index(line)]].anchor;
    const Face& face = face_at(map, s.board, home);
    for (std::size_t l = 0; l < face.locations.size(); ++l) {
      const Location& location = face.locations[l];
      bool there = follower.choosing_circle() && !location.halt();
      for (int c = location.first_circle; c < location.first_circle + location.slots; ++c)
        there = there || marker_at(map, s.board, home, c) == marker_of(line);
      if (there) lists.stations.insert(station_text(map[home].name, city_of_location(face, static_cast<int>(l)), 0));
    }
  }
  return lists;
}

void compare_lists(const char* path, const Texts& theirs, const Texts& ours, const Json& id, const std::string& ruling,
                   std::vector<Difference>& out) {
  Json missing = Json::array(), extra = Json::array();
  for (const std::string& text : theirs)
    if (!ours.contains(text)) missing.push_back(text);
  for (const std::string& text : ours)
    if (!theirs.contains(text)) extra.push_back(text);
  if (missing.empty() && extra.empty()) return;
  out.push_back({"legal", id, path, std::move(missing), std::move(extra), ruling});
}

}  // namespace

void check_legal(const Json& position, const Follower& follower, std::vector<Difference>& out) {
  const std::string step = word(at(position, "step"));
  const Json& id = at(position, "id");
  const State& s = follower.now();
  if (s.turn.line == LineId::none || word(at(position, "line")) != std::to_string(number_of(s.turn.line))) {
    out.push_back({"legal", id, "line", at(position, "line"),
                   s.turn.line == LineId::none ? Json() : Json(number_of(s.turn.line)), ""});
    return;
  }
  const Map& map = follower.rules().tables().map(s.map);
  Lists theirs = recorded_lists(position, map);
  Lists ours = our_lists(follower, step);
  // R5: the recording has one L16, the game two. A second one that only we offer is no mistake.
  if (map.tiles.find("L16") != TileId::none && s.board.left[index(map.tiles.find("L16"))] == 1) {
    Texts more;
    for (const std::string& lay : ours.lays)
      if (lay.find(" L16 ") != std::string::npos && !theirs.lays.contains(lay)) more.insert(lay);
    if (!more.empty()) {
      for (const std::string& lay : more) ours.lays.erase(lay);
      compare_lists("lays", {}, more, id, "R5", out);
    }
  }
  compare_lists("lays", theirs.lays, ours.lays, id, "", out);
  compare_lists("stations", theirs.stations, ours.stations, id, "", out);
  compare_lists("removals", theirs.removals, ours.removals, id, "", out);
}

void check_best(const Json& run, const Follower& follower, std::vector<Difference>& out) {
  const State& s = follower.now();
  const Json& id = at(run, "id");
  if (s.turn.line == LineId::none || word(at(run, "line")) != std::to_string(number_of(s.turn.line))) {
    out.push_back(
        {"best", id, "line", at(run, "line"), s.turn.line == LineId::none ? Json() : Json(number_of(s.turn.line)), ""});
    return;
  }
  const Position p = follower.rules().at(s);
  RouteFinder finder;
  const int best = finder.best_revenue(p.map(), s.board, runner_of(p, s.turn.line));
  if (at(run, "best") != best) out.push_back({"best", id, "best", at(run, "best"), best, ""});
}

}  // namespace remise::vienna1840
