// The recorded game of 1840 beside the repository (../shared/1840/oracle): replays its tile and marker moves on a
// Board, without any other part of the engine.
#pragma once

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "vienna1840/support/board.h"

namespace remise::testing {

inline std::string recorded_folder() { return REMISE_SOURCE_DIR "/../shared/1840/oracle/"; }

// Null where the file is absent.
inline Json recorded_file(const std::string& name) {
  std::ifstream in(recorded_folder() + name);
  if (!in) return nullptr;
  std::stringstream text;
  text << in.rdbuf();
  return Json::parse(text.str(), nullptr, false);
}

class RecordedBoard {
 public:
  // separate_specials: the recording has L30 and L31 once for each of their two hexes (C10).
  explicit RecordedBoard(const Json& game, bool separate_specials = true)
      : map_(tables_1840()->map(MapVariant::full)),
        board_(start_board(map_, separate_specials)),
        actions_(game["actions"]) {
    flatten("", game["start"]);
  }

  std::size_t length() const { return actions_.size(); }
  std::size_t next() const { return next_; }  // number of the move that `step` will play
  const Map& map() const { return map_; }
  const Board& board() const { return board_; }
  const Json& action() const { return actions_[next_]["action"]; }
  const Json& record() const { return actions_[next_]; }

  Json value(const std::string& key) const {
    const auto found = state_.find(key);
    return found == state_.end() ? Json() : found->second;
  }

  LineId active_line() const { return turn_.line; }
  bool ordinary_open() const { return !turn_.ordinary; }
  bool stadtbahn_open() const { return !turn_.stadtbahn; }
  bool marker_open() const { return !turn_.marker; }

  CompanyId company_of(LineId line) const {
    const Json owner = value(key(line, "company"));
    for (std::size_t c = 0; c < tram_company_count; ++c)
      if (owner == tables_1840()->companies[c].id) return id_at<CompanyId>(c);
    return CompanyId::none;
  }
  Builder builder(LineId line) const {
    Builder by;
    by.line = line;
    by.era = era();
    by.treasury.v = value("companies/" + value(key(line, "company")).get<std::string>() + "/treasury").get<int>();
    by.first_turn = !operated_.has(line);
    for (std::size_t l = 0; l < line_count; ++l) {
      const auto other = id_at<LineId>(l);
      if (!placed_home_.has(other) && value(key(other, "where")) != "out_of_game") by.waiting.add(other);
    }
    return by;
  }
  Runner runner(LineId line) const {
    Runner runner{line, era(), {}, true};
    const std::string owner = value(key(line, "company")).get<std::string>();
    for (std::size_t p = 0; p < private_count; ++p)
      if (value("privates/" + recorded_private(p) + "/owner") == owner) runner.privates.add(id_at<PrivateId>(p));
    return runner;
  }
  Era era() const {
    const Json phase = value("round/phase");
    return id_at<Era>((phase.is_string() ? std::stoi(phase.get<std::string>()) : phase.get<int>()) - 1);
  }

  // Plays the next move. False: a tile or marker move of the recording is refused by check_*; `fault` says which.
  bool step() {
    const Json& action = actions_[next_]["action"];
    const std::string type = action["type"].get<std::string>();
    bool ok = true;
    if (type == "lay_tile") ok = lay(action);
    if (type == "place_token") ok = place(action);
    if (type == "remove_token") ok = remove(action);
    for (const auto& [name, changed] : actions_[next_]["changed"].items()) set(name, changed);
    ++next_;
    begin_turn();
    return ok;
  }
  const std::string& fault() const { return fault_; }

  // What differs between the board and the recorded state, in words; empty when nothing does.
  std::string difference() const {
    std::ostringstream out;
    for (std::size_t i = 0; i < hex_count; ++i) {
      const Json tile = value("tiles/" + map_.hexes[i].name);
      const TileId mine = board_.tile[i];
      const bool same = tile.is_null() ? mine == TileId::none
                                       : mine != TileId::none && map_.tiles[mine].name == tile_name(tile[0]) &&
                                             board_.rotation[i] == tile[1].get<int>();
      if (!same) out << map_.hexes[i].name << " should have " << tile.dump() << "; ";
    }
    for (std::size_t l = 0; l < line_count; ++l) check_markers(out, marker_of(id_at<LineId>(l)), stations(l));
    for (std::size_t s = 0; s < stadtbahn_count; ++s) {
      const auto company = id_at<CompanyId>(tram_company_count + s);
      check_markers(out, marker_of(company),
                    value("stadtbahn/" + tables_1840()->companies[index(company)].id + "/markers"));
    }
    return out.str();
  }

  static std::string tile_name(const Json& recorded) {
    std::string name = recorded.get<std::string>();
    if (name.starts_with("L30") || name.starts_with("L31")) name.resize(3);
    return name;
  }
  // The location of a recorded "city": cities are numbered without the halts.
  int location_of_city(HexId hex, int city) const {
    const Face& face = face_at(map_, board_, hex);
    for (std::size_t l = 0; l < face.locations.size(); ++l)
      if (!face.locations[l].halt() && city-- == 0) return static_cast<int>(l);
    return -1;
  }
  HexId hex(const Json& name) const { return map_.find(name.get<std::string>()); }
  HexId anchor(const Json& name) const { return map_[hex(name)].anchor; }

 private:
  struct Turn {
    LineId line = LineId::none;
    bool ordinary = false, stadtbahn = false, marker = false;
  };

  static std::string key(LineId line, std::string_view field) {
    return "lines/" + std::to_string(number_of(line)) + "/" + std::string(field);
  }
  static std::string recorded_private(std::size_t p) {
    return std::array<std::string, 6>{"PR", "KK", "SB", "HB", "SD", "SSB"}[p];
  }
  Json stations(std::size_t line) const {
    const Json list = value("lines/" + std::to_string(line + 1) + "/stations");
    return list.is_null() ? Json::array() : list;
  }

  void flatten(const std::string& path, const Json& json) {
    if (!json.is_object()) return set(path, json);
    for (const auto& [name, inner] : json.items()) flatten(path.empty() ? name : path + "/" + name, inner);
  }
  // A changed object replaces the keys below it.
  void set(const std::string& path, const Json& json) {
    if (json.is_object()) return flatten(path, json);
    state_[path] = json;
  }

  bool refuse(const Refusal& refusal) {
    std::ostringstream out;
    out << "move " << next_ << " " << action().dump() << " refused: " << refusal_specs[index(refusal.kind)].name;
    for (const int arg : refusal.args) out << " " << arg;
    fault_ = out.str();
    return false;
  }

  bool lay(const Json& action) {
    const LineId line = line_numbered(std::stoi(action["entity"].get<std::string>()));
    Lay lay{hex(action["hex"]), map_.tiles.find(tile_name(action["tile"])), action["rotation"].get<std::uint8_t>(), 0};
    const LayKind kind = kind_of(lay);
    // The recording asks for the circle of the layer's marker in a move of its own, right after 235 (R72).
    const bool asks =
        next_ + 1 < actions_.size() && actions_[next_]["changed"].value("round/step", "") == "home_station";
    if (asks && map_[lay.hex].kind == HexKind::double_interchange)
      lay.circle = actions_[next_ + 1]["action"]["city"].get<std::uint8_t>();
    if (const auto refusal = check_lay(map_, board_, builder(line), kind, lay)) return refuse(*refusal);
    lay_tile(map_, board_, lay);
    if (kind == LayKind::ordinary) turn_.ordinary = true;
    if (kind == LayKind::stadtbahn) turn_.stadtbahn = true;
    return true;
  }
  LayKind kind_of(const Lay& lay) const {
    if (value("round/step") == "bonus_tile") {
      switch (map_.tiles[lay.tile].colour) {
        case TileColour::yellow: return LayKind::bonus_yellow;
        case TileColour::red: return LayKind::bonus_red;
        case TileColour::purple: return LayKind::bonus_purple;
        default: return LayKind::bonus_green;
      }
    }
    const bool stadtbahn = map_[lay.hex].stadtbahn != CompanyId::none && board_.tile[index(lay.hex)] == TileId::none;
    return stadtbahn ? LayKind::stadtbahn : LayKind::ordinary;
  }

  bool place(const Json& action) {
    const LineId line = line_numbered(std::stoi(action["entity"].get<std::string>()));
    const HexId at = anchor(action["hex"]);
    const Json step = value("round/step");
    if (step == "home_station") {
      if (has_marker(map_, board_, at, marker_of(line))) return true;  // placed with the tile
      return place_home(line, location_of_city(at, action["city"].get<int>()));
    }
    const MarkerKind kind = step == "bonus_station" ? MarkerKind::bonus : MarkerKind::normal;
    MarkerPlace place{at, static_cast<std::uint8_t>(location_of_city(at, action["city"].get<int>())), false};
    if (const auto refusal = check_marker(map_, board_, builder(line), kind, place)) return refuse(*refusal);
    place_marker(map_, board_, line, place);
    if (kind == MarkerKind::normal) turn_.marker = true;
    return true;
  }
  bool place_home(LineId line, int location) {
    const MarkerPlace place{map_[map_.home[index(line)]].anchor, static_cast<std::uint8_t>(location), false};
    if (const auto refusal = check_home(map_, board_, line, place)) return refuse(*refusal);
    place_marker(map_, board_, line, place);
    placed_home_.add(line);
    return true;
  }
  bool remove(const Json& action) {
    const HexId at = anchor(action["hex"]);
    const LineId line = line_numbered(std::stoi(action["entity"].get<std::string>()));
    for (std::size_t s = tram_company_count; s < company_count; ++s) {
      const Removal removal{at, id_at<CompanyId>(s)};
      if (!has_marker(map_, board_, at, marker_of(removal.stadtbahn))) continue;
      if (const auto refusal = check_removal(map_, board_, builder(line).treasury, removal)) return refuse(*refusal);
      remove_marker(map_, board_, removal);
      return true;
    }
    return refuse(remise::record(RefusalCode::no_such_marker, at));
  }

  // A line's turn begins when the recording names another active line; its home marker follows at once (R66).
  void begin_turn() {
    const Json active = value("round/active");
    const bool line_round = value("round/kind") == "LR" && active.is_array() && active.size() == 1;
    const LineId line = line_round ? line_numbered(std::stoi(active[0].get<std::string>())) : LineId::none;
    const std::string round = value("round/name").is_string() ? value("round/name").get<std::string>() : "";
    if (line != turn_.line || round != round_) {
      if (turn_.line != LineId::none) operated_.add(turn_.line);
      turn_ = {line, false, false, false};
      round_ = round;
    }
    if (line == LineId::none || placed_home_.has(line) || value("round/step") == "home_station") return;
    if (stations(index(line)).empty()) return;
    std::vector<MarkerPlace> places;
    list_home_places(map_, board_, line, places);
    if (!places.empty()) place_home(line, places[0].location);
  }

  void check_markers(std::ostringstream& out, MarkerId marker, const Json& list) const {
    if (!list.is_array()) return;
    const bool choosing = value("round/step") == "home_station" && !list.size();  // taken up to choose its circle
    if (!choosing && count_markers(board_, marker) != static_cast<int>(list.size()))
      out << "marker " << index(marker) << " stands " << count_markers(board_, marker) << " times, not " << list.size()
          << "; ";
    for (const Json& station : list) {
      const HexId at = anchor(station["hex"]);
      const int location = location_of_city(at, station["city"].get<int>());
      const Location& there = face_at(map_, board_, at).locations[static_cast<std::size_t>(location)];
      bool found = false;
      for (int c = there.first_circle; c < there.first_circle + there.slots; ++c)
        found |= marker_at(map_, board_, at, c) == marker;
      if (!found) out << "marker " << index(marker) << " should stand on " << station.dump() << "; ";
    }
  }

  const Map& map_;
  Board board_;
  const Json& actions_;
  std::size_t next_ = 0;
  std::map<std::string, Json> state_;
  Turn turn_;
  std::string round_;
  LineSet operated_, placed_home_;
  std::string fault_;
};

}  // namespace remise::testing
