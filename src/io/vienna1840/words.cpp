#include "io/vienna1840/words.h"

#include <algorithm>
#include <charconv>

#include "games/vienna1840/edge/names.h"

namespace remise::vienna1840 {
namespace {

std::string side_names(EdgeSet edges, const Locale& locale) {
  std::string text;
  for (std::size_t e = 0; e < edge_words.size(); ++e)
    if (edges >> e & 1) text += (text.empty() ? "" : "–") + locale.text("1840.edge." + std::string(edge_words[e]));
  return text;
}

// The sides that are joined, one group for each place on the tile: "south-west–east + west–north-east".
std::string track_of(const Face& face, const Locale& locale) {
  std::string text;
  for (const Location& at : face.locations)
    if (const EdgeSet edges = face.tram_edges ? at.tram_edges : at.stadtbahn_edges)
      text += (text.empty() ? "" : " + ") + side_names(edges, locale);
  return text;
}

bool any_marker(const Map& map, const Board& board, HexId hex) {
  return map[hex].site != no_site &&
         std::ranges::any_of(board.markers[map[hex].site], [](MarkerId marker) { return marker != MarkerId::none; });
}

bool has_two_circles(const Face& face) {
  return std::ranges::count_if(face.locations, [](const Location& at) { return !at.halt(); }) > 1;
}

}  // namespace

Json spoken_action(const Match& match, const Locale& locale, const Json& action) {
  const auto& typed = static_cast<const TypedMatch<Vienna1840>&>(match);
  const State& s = typed.state();
  const Map& map = static_cast<const TypedGame<Vienna1840>&>(match.game()).rules().at(s).map();
  const std::string type = action.value("type", "");
  if ((type != "lay_tile" && type != "place_marker") || !action.contains("hex") || !action["hex"].is_string())
    return action;
  const HexId hex = map.find(action["hex"].get<std::string>());
  if (hex == HexId::none) return action;
  Json spoken = action;
  if (type == "place_marker") {
    const Face& face = face_at(map, s.board, hex);
    const auto at = action.value("location", std::size_t{0});
    if (!has_two_circles(face) || at >= face.locations.size()) return spoken;
    const std::string sides = side_names(face.locations[at].tram_edges, locale);
    spoken["sides"] = sides.empty() ? "none" : sides;
    return spoken;
  }
  const TileId tile = map.tiles.find(action.value("tile", ""));
  const int rotation = action.value("rotation", 0);
  if (tile == TileId::none || rotation < 0 || rotation > 5) return action;
  const Face& face = map.face(hex, tile, rotation);
  if (std::string sides = track_of(face, locale); !sides.empty()) {
    for (int k = 0; k < 6; ++k)  // looks the same, and is another move
      if (k != rotation && map[hex].fits[index(tile)] >> k & 1 && track_of(map.face(hex, tile, k), locale) == sides)
        spoken["twin"] = rotation;
    spoken["sides"] = std::move(sides);
  }
  const auto circle = action.value("circle", std::size_t{0});
  if (map.tiles[tile].colour == TileColour::yellow && has_two_circles(face) && circle < face.locations.size() &&
      any_marker(map, s.board, hex))
    spoken["circle_is"] = face.locations[circle].tram_edges ? "track" : "bare";
  return spoken;
}

std::optional<int> gain_of(const Json& view, const Json& action) {
  const Json moves = view.value("state", Json::object()).value("moves", Json::object());
  const auto number = [](const Json& entry) {
    const Json gain = entry.value("gain", Json());
    return gain.is_number_integer() ? std::optional(gain.get<int>()) : std::nullopt;
  };
  const auto same = [&](const Json& entry, std::initializer_list<const char*> members) {
    return std::ranges::all_of(members, [&](const char* m) {
      return entry.value(m, Json()) == action.value(m, Json()) || (!entry.contains(m) && action.value(m, Json()) == 0);
    });
  };
  if (action.value("type", "") == "lay_tile") {
    const Json tile = moves.value("tiles", Json::object()).value(action.value("hex", ""), Json::object());
    for (const Json& one : tile.value(action.value("tile", ""), Json::object()).value("rotations", Json::array()))
      if (same(one, {"rotation", "circle"})) return number(one);
  }
  if (action.value("type", "") == "place_marker")
    for (const Json& one : moves.value("markers", Json::array()))
      if (same(one, {"hex", "location", "replace"})) return number(one);
  return std::nullopt;
}

std::string map_text(const Map& map, const Board& board) {
  constexpr std::size_t width = 3;  // of a column; neighbours are two columns apart
  const auto column = [](const Hex& hex) {
    std::size_t number = 0;
    std::from_chars(hex.name.data() + 1, hex.name.data() + hex.name.size(), number);
    return number;
  };
  std::size_t last = 0;
  for (std::size_t h = 0; h < hex_count; ++h)
    if (map.has(id_at<HexId>(h))) last = std::max(last, column(map.hexes[h]));
  std::string head = "    ";
  for (std::size_t n = 1; n <= last; ++n) {
    head += std::to_string(n);
    head.resize(4 + n * width, ' ');
  }
  std::vector<std::string> rows;
  for (std::size_t h = 0; h < hex_count; ++h) {
    if (!map.has(id_at<HexId>(h))) continue;
    const Hex& hex = map.hexes[h];
    const auto row = static_cast<std::size_t>(hex.name[0] - 'A');
    if (rows.size() <= row) rows.resize(row + 1);
    const TileId tile = board.tile[h];
    std::string cell = tile != TileId::none             ? map.tiles[tile].name
                       : hex.accepts == TileClass::none ? "-"
                       : hex.printed.circles > 0        ? "o"
                                                        : ".";
    if (any_marker(map, board, id_at<HexId>(h))) cell += '*';
    std::string& line = rows[row];
    const std::size_t at = 4 + (column(hex) - 1) * width;
    if (line.size() < at + cell.size()) line.resize(at + cell.size(), ' ');
    line.replace(at, cell.size(), cell);
  }
  std::string text = head.substr(0, head.find_last_not_of(' ') + 1) + "\n";
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (!rows[r].empty()) {
      rows[r][2] = static_cast<char>('A' + static_cast<char>(r));
      text += rows[r] + "\n";
    }
  return text;
}

}  // namespace remise::vienna1840
