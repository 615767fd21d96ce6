#include "io/vienna1840/board/board_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <span>
#include <vector>

#include "games/vienna1840/edge/names.h"

namespace remise::vienna1840 {
namespace {

constexpr std::size_t max_text = 64 * 1024;
constexpr const std::array<std::string_view, 6>& directions = edge_words;

// One row: a word and what belongs to it.
struct Row {
  int number = 0;
  std::string word;
  std::vector<std::string> rest;
};

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}
std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Errors quote words of the text, so they must be harmless: plain ASCII, and short.
std::string word(std::string_view text) {
  std::string out(text.substr(0, 40));
  for (char& c : out)
    if (c <= ' ' || c > '~') c = '?';
  return out;
}

std::vector<Row> split_rows(std::string_view text) {
  std::vector<Row> rows;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = line.substr(0, line.find('#'));
    Row row{number, "", {}};
    while (true) {
      const auto start = line.find_first_not_of(" \t\r,");
      if (start == std::string_view::npos) break;
      line.remove_prefix(start);
      const std::size_t length = std::min(line.find_first_of(" \t\r,"), line.size());
      if (row.word.empty())
        row.word = lower(word(line.substr(0, length)));
      else
        row.rest.push_back(word(line.substr(0, length)));
      line.remove_prefix(length);
    }
    if (!row.word.empty()) rows.push_back(std::move(row));
  }
  return rows;
}

int whole_number(std::string_view text) {  // -1: none
  int value = -1;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc{} && end == text.data() + text.size() ? value : -1;
}

// Directions joined by "-" ("SW-E"), as edges; -1: some part is no direction.
int edges_named(std::string_view text) {
  int edges = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('-'), text.size());
    const auto found = std::ranges::find(directions, upper(text.substr(0, end)));
    if (found == directions.end()) return -1;
    edges |= 1 << (found - directions.begin());
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return edges;
}

class BoardReader {
 public:
  BoardReader(std::vector<Row> rows, const Tables& tables) : rows_(std::move(rows)), tables_(tables) {}

  std::expected<BoardText, std::vector<BoardTextError>> read() {
    each("map", [&](const Row& row) { read_map(row); });
    if (!faults_.empty()) return std::unexpected(faults_);  // everything else is about the map
    out_.map = &tables_.map(variant_);
    out_.board = start_board(map());
    for (auto& circles : out_.board.markers) circles.fill(MarkerId::none);
    each("era", [&](const Row& row) { read_era(row); });
    each("line", [&](const Row& row) { read_line(row); });
    each("tile", [&](const Row& row) { read_tile(row); });
    if (doubtful_.empty()) check_sequences();
    place_stadtbahn_markers();
    each("removed", [&](const Row& row) { read_removed(row); });
    each("marker", [&](const Row& row) { read_marker(row); });
    each("privates", [&](const Row& row) { read_privates(row); });
    for (const Row& row : rows_)
      if (std::ranges::find(words_, row.word) == words_.end()) fail(row, "board_word", "", {{"word", row.word}});
    if (std::ranges::none_of(rows_, [](const Row& row) { return row.word == "line"; }))
      faults_.push_back({0, {"1840", "board_no_line", "", Json::object()}});
    std::ranges::stable_sort(faults_, {}, &BoardTextError::row);
    if (!faults_.empty()) return std::unexpected(faults_);
    return out_;
  }

 private:
  const Map& map() const { return *out_.map; }

  template <class Read>
  void each(std::string_view word, Read read) {
    words_.push_back(word);
    const Row* before = nullptr;
    const bool once = word == "map" || word == "era" || word == "line";
    for (const Row& row : rows_) {
      if (row.word != word) continue;
      if (once && before) {
        fail(row, "board_twice", "", {{"what", word}, {"row", before->number}});
        continue;
      }
      before = &row;
      read(row);
    }
  }

  void fail(const Row& row, std::string_view code, std::string_view rule, Json values) {
    faults_.push_back({row.number, {"1840", std::string(code), std::string(rule), std::move(values)}});
  }
  bool faulty(const Row& row) const { return !faults_.empty() && faults_.back().row == row.number; }
  bool has_fields(const Row& row, std::size_t min, std::size_t max, std::string_view form) {
    if (row.rest.size() >= min && row.rest.size() <= max) return true;
    fail(row, "board_fields", "", {{"word", row.word}, {"form", form}});
    return false;
  }

  int word_index(const Row& row, std::span<const std::string_view> words, std::string_view form) {
    if (!has_fields(row, 1, 1, form)) return -1;
    const auto found = std::ranges::find(words, lower(row.rest[0]));
    if (found != words.end()) return static_cast<int>(found - words.begin());
    fail(row, "board_value", "", {{"word", row.word}, {"found", row.rest[0]}, {"form", form}});
    return -1;
  }
  void read_map(const Row& row) {
    const int i = word_index(row, map_words, "map full | small | overlay2");
    if (i >= 0) variant_ = id_at<MapVariant>(i);
  }
  void read_era(const Row& row) {
    const int i = word_index(row, era_words, "era yellow | green | brown | grey");
    out_.runner.era = i >= 0 ? id_at<Era>(i) : id_at<Era>(era_words.size() - 1);  // no further faults because of it
  }
  LineId line_named(const Row& row, std::string_view text) {
    const int number = whole_number(text);
    if (number >= 1 && number <= line_count && map().lines.has(line_numbered(number))) return line_numbered(number);
    fail(row, "board_no_such_line", "R120", {{"found", text}});
    return LineId::none;
  }
  void read_line(const Row& row) {
    if (has_fields(row, 1, 1, "line NUMBER")) out_.runner.line = line_named(row, row.rest[0]);
  }
  HexId hex_named(const Row& row, std::string_view text) {
    const HexId hex = map().find(upper(text));
    if (hex == HexId::none) fail(row, "no_such_hex", "R120", {{"hex", text}});
    return hex;
  }

  // --- tiles
  void read_tile(const Row& row) {
    lay(row);
    // What is said about the hex of a wrong tile further down would be said because of the tile.
    if (faulty(row)) doubtful_.push_back(row.rest.empty() ? HexId::none : map().find(upper(row.rest[0])));
  }
  bool doubtful(HexId hex) const { return std::ranges::find(doubtful_, hex) != doubtful_.end(); }
  void lay(const Row& row) {
    if (!has_fields(row, 3, 3, "tile HEX TILE ROTATION")) return;
    const HexId hex = hex_named(row, row.rest[0]);
    if (hex == HexId::none) return;
    const TileId tile = map().tiles.find(upper(row.rest[1]));
    if (tile == TileId::none) return fail(row, "no_such_tile", "R5", {{"tile", row.rest[1]}});
    const Json both = {{"tile", map().tiles[tile].name}, {"hex", map()[hex].name}};
    if (tile_rows_[index(hex)] != 0)
      return fail(row, "board_twice", "", {{"what", map()[hex].name}, {"row", tile_rows_[index(hex)]}});
    if (map()[hex].accepts == TileClass::none) return fail(row, "hex_takes_no_tile", "R68", both);
    if (map().tiles[tile].kind != map()[hex].accepts) return fail(row, "tile_not_for_hex", "R68", both);
    const TileColour colour = map().tiles[tile].colour;
    if (colour <= TileColour::grey && index(colour) > index(out_.runner.era))
      return fail(row, "colour_not_yet", "R1", {{"tile", both["tile"]}, {"era", era_words[index(out_.runner.era)]}});
    if (out_.board.left[index(tile)] == 0) return fail(row, "no_tile_left", "R5", both);
    const int rotation = rotation_of(row, hex, tile);
    if (rotation < 0) return;
    --out_.board.left[index(tile)];
    out_.board.tile[index(hex)] = tile;
    out_.board.rotation[index(hex)] = static_cast<std::uint8_t>(rotation);
    tile_rows_[index(hex)] = row.number;
  }

  int rotation_of(const Row& row, HexId hex, TileId tile) {
    const std::string& text = row.rest[2];
    const std::uint8_t fits = map()[hex].fits[index(tile)];
    const int edges = edges_named(text);
    if (edges > 0) return rotation_by_edges(row, hex, tile, static_cast<EdgeSet>(edges));
    const int rotation = whole_number(text);
    if (rotation < 0 || rotation > 5) return fail(row, "board_rotation", "", {{"found", text}}), -1;
    if (fits >> rotation & 1) return rotation;
    Json values = {{"tile", map().tiles[tile].name}, {"hex", map()[hex].name}, {"rotation", rotation}};
    if (map().tiles[tile].kind == TileClass::inner_city) return fail(row, "red_tile_rotation", "R85", values), -1;
    if (map().tiles[tile].kind == TileClass::railway_station_special)
      return fail(row, "special_station_tile", "R87", values), -1;
    const Face& face = map().face(hex, tile, rotation);
    if (face.stadtbahn_edges != map()[hex].dotted) return fail(row, "dotted_path_not_covered", "R76", values), -1;
    values["edge"] = directions[static_cast<std::size_t>(__builtin_ctz(face.tram_edges & ~unsigned{map()[hex].open}))];
    return fail(row, "track_leads_nowhere", "R69", values), -1;
  }
  // The rotation whose track leads to exactly these edges: tram track, or dotted where the tile has no other.
  int rotation_by_edges(const Row& row, HexId hex, TileId tile, EdgeSet edges) {
    int found = -1;
    for (int k = 0; k < 6; ++k) {
      if (!(map()[hex].fits[index(tile)] >> k & 1)) continue;
      const Face& face = map().face(hex, tile, k);
      if ((face.tram_edges ? face.tram_edges : face.stadtbahn_edges) != edges) continue;
      // Two rotations that look the same are one.
      if (found < 0)
        found = k;
      else if (!same_track(face, map().face(hex, tile, found)))
        return fail(row, "board_ambiguous", "",
                    {{"tile", map().tiles[tile].name}, {"found", row.rest[2]}, {"rotations", {found, k}}}),
               -1;
    }
    if (found < 0)
      fail(row, "board_edges", "R69",
           {{"tile", map().tiles[tile].name}, {"hex", map()[hex].name}, {"found", row.rest[2]}});
    return found;
  }
  // The same sides joined, whatever the locations are called.
  static bool same_track(const Face& a, const Face& b) {
    for (std::size_t e = 0; e < 6; ++e)
      for (std::size_t f = 0; f < e; ++f)
        if (a.tram[e] >= 0 && a.tram[f] >= 0 && (a.tram[e] == a.tram[f]) != (b.tram[e] == b.tram[f])) return false;
    return true;
  }

  // R75: Stadtbahn tiles lie in unbroken rows from the two ends.
  void check_sequences() {
    for (std::size_t s = tram_company_count; s < company_count; ++s) {
      const auto& path = map().path(id_at<CompanyId>(s));
      const auto open = [&](const PathHex& step) {
        return step.build && out_.board.tile[index(step.hex)] == TileId::none;
      };
      const auto first = std::ranges::find_if(path, open);
      const auto last = std::find_if(path.rbegin(), path.rend(), open).base();
      for (auto step = first; step < last; ++step)
        if (step->build && !open(*step))
          return fail({tile_rows_[index(step->hex)], "", {}}, "not_next_in_sequence", "R75",
                      {{"hex", map()[step->hex].name}, {"stadtbahn", tables_.companies[s].id}});
    }
  }

  // --- markers
  std::array<MarkerId, max_circles>& circles(HexId hex) { return out_.board.markers[map()[hex].site]; }
  bool put(HexId hex, int location, MarkerId marker) {
    const Location& at = face_at(map(), out_.board, hex).locations[static_cast<std::size_t>(location)];
    for (int c = at.first_circle; c < at.first_circle + at.slots; ++c) {
      MarkerId& circle = circles(hex)[static_cast<std::size_t>(c)];
      if (circle != MarkerId::none) continue;
      circle = marker;
      return true;
    }
    return false;
  }
  // On the dotted track of their company, or on the only interchange of the hex.
  void place_stadtbahn_markers() {
    for (const StadtbahnMarker& marker : map().markers) {
      const Face& face = face_at(map(), out_.board, marker.hex);
      int location = marker.location;
      const bool tiled = out_.board.tile[index(marker.hex)] != TileId::none;
      for (std::size_t l = 0; tiled && l < face.locations.size(); ++l)
        if (!face.locations[l].halt() &&
            (!map()[marker.hex].special_face || face.locations[l].terminus == marker.company))
          location = static_cast<int>(l);
      put(marker.hex, location, marker_of(marker.company));
    }
  }
  void read_removed(const Row& row) {
    if (!has_fields(row, 2, 20, "removed W | V | G | D HEX...")) return;
    CompanyId company = CompanyId::none;
    for (std::size_t c = tram_company_count; c < company_count; ++c)
      if (tables_.companies[c].id == upper(row.rest[0])) company = id_at<CompanyId>(c);
    if (company == CompanyId::none)
      return fail(row, "board_value", "",
                  {{"word", row.word}, {"found", row.rest[0]}, {"form", "removed W | V | G | D HEX..."}});
    for (std::size_t i = 1; i < row.rest.size(); ++i) {
      const HexId hex = hex_named(row, row.rest[i]);
      if (hex == HexId::none) return;
      if (doubtful(hex)) continue;
      const auto code = check_removal(map(), out_.board, Money{1000}, {hex, company});
      const Json values = {{"hex", map()[hex].name}, {"stadtbahn", tables_.companies[index(company)].id}};
      if (code) return fail(row, refusal_specs[index(code->kind)].name, refusal_specs[index(code->kind)].rule, values);
      remove_marker(map(), out_.board, {hex, company});
    }
  }

  void read_marker(const Row& row) {
    if (!has_fields(row, 2, 1 + markers_per_line, "marker LINE HEX...")) return;
    const LineId line = line_named(row, row.rest[0]);
    if (line == LineId::none) return;
    for (std::size_t i = 1; i < row.rest.size() && !faulty(row); ++i) mark(row, line, row.rest[i]);
  }
  void mark(const Row& row, LineId line, std::string_view text) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    const HexId named = hex_named(row, text.substr(0, slash));
    if (named == HexId::none) return;
    const HexId hex = map()[named].anchor;
    if (doubtful(hex) || doubtful(named)) return;
    const Json values = {{"hex", map()[named].name},
                         {"line", number_of(line)},
                         {"circle", 0},
                         {"found", text.substr(std::min(slash + 1, text.size()))}};
    const int location = location_of(row, hex, text, values);
    if (location < 0) return;
    if (has_marker(map(), out_.board, hex, marker_of(line))) return fail(row, "marker_already_on_hex", "R94", values);
    if (count_markers(out_.board, marker_of(line)) >= markers_per_line)
      return fail(row, "no_marker_left", "R93", values);
    if (!put(hex, location, marker_of(line))) fail(row, "circles_full", "R95", values);
  }
  // "D18/E": the circle with track to the east; "D18/-": the one without track. Not needed where there is one
  // interchange.
  int location_of(const Row& row, HexId hex, std::string_view text, const Json& values) {
    const Face& face = face_at(map(), out_.board, hex);
    std::vector<int> circles;
    for (std::size_t l = 0; l < face.locations.size(); ++l)
      if (!face.locations[l].halt()) circles.push_back(static_cast<int>(l));
    const std::size_t slash = text.find('/');
    if (circles.empty()) return fail(row, "board_no_circle", "R92", values), -1;
    if (slash == std::string_view::npos) {
      const bool alike = out_.board.tile[index(hex)] == TileId::none;
      if (circles.size() == 1) return circles[0];
      if (!alike) return fail(row, "board_which_circle", "R72", values), -1;
      for (const int l : circles)
        if (marker_at(map(), out_.board, hex, face.locations[static_cast<std::size_t>(l)].first_circle) ==
            MarkerId::none)
          return l;
      return circles[0];
    }
    const std::string_view which = text.substr(slash + 1);
    const int edges = which == "-" ? 0 : edges_named(which);
    for (const int l : circles) {
      const EdgeSet track = face.locations[static_cast<std::size_t>(l)].tram_edges;
      if (edges == 0 ? track == 0 : edges > 0 && (track & edges) == edges) return l;
    }
    return fail(row, "board_no_such_circle", "R92", values), -1;
  }

  void read_privates(const Row& row) {
    if (!has_fields(row, 1, private_count, "privates PR KK SB HB SD SS")) return;
    for (const std::string& name : row.rest) {
      const auto found = std::ranges::find(tables_.privates, upper(name), &PrivateFacts::id);
      const auto id = id_at<PrivateId>(found - tables_.privates.begin());
      if (found == tables_.privates.end() || !map().privates.has(id))
        return fail(row, "board_no_such_private", "R120", {{"found", name}});
      out_.runner.privates.add(id);
    }
  }

  std::vector<Row> rows_;
  const Tables& tables_;
  MapVariant variant_ = MapVariant::full;
  BoardText out_;
  std::array<int, hex_count> tile_rows_{};
  std::vector<std::string_view> words_;
  std::vector<HexId> doubtful_;  // where a wrong tile was to lie
  std::vector<BoardTextError> faults_;
};

}  // namespace

std::expected<BoardText, std::vector<BoardTextError>> read_board_text(std::string_view text, const Tables& tables,
                                                                      std::string_view line) {
  if (text.size() > max_text)
    return std::unexpected(
        std::vector{BoardTextError{0, {"1840", "board_too_large", "", {{"bytes", text.size()}, {"limit", max_text}}}}});
  std::vector<Row> rows = split_rows(text);
  if (!line.empty()) {
    std::erase_if(rows, [](const Row& row) { return row.word == "line"; });
    rows.push_back({0, "line", {word(line)}});
  }
  return BoardReader(std::move(rows), tables).read();
}

std::string write_board_text(const BoardText& text, const Tables& tables) {
  const Map& map = *text.map;
  const Board& board = text.board;
  std::string out = "map " + std::string(map_words[index(map.variant)]) + "\nera " +
                    std::string(era_words[index(text.runner.era)]) + "\nline " +
                    std::to_string(number_of(text.runner.line)) + "\n";
  if (!text.runner.privates.empty()) {
    out += "privates";
    for (std::size_t p = 0; p < private_count; ++p)
      if (text.runner.privates.has(id_at<PrivateId>(p))) out += " " + tables.privates[p].id;
    out += "\n";
  }
  for (std::size_t h = 0; h < hex_count; ++h)
    if (board.tile[h] != TileId::none)
      out += "tile " + map.hexes[h].name + " " + map.tiles[board.tile[h]].name + " " +
             std::to_string(board.rotation[h]) + "\n";
  for (const StadtbahnMarker& marker : map.markers)
    if (!has_marker(map, board, marker.hex, marker_of(marker.company)))
      out += "removed " + tables.companies[index(marker.company)].id + " " + map[marker.hex].name + "\n";
  for (std::size_t l = 0; l < line_count; ++l) {
    std::string places;
    for (std::size_t site = 0; site < map.sites.size(); ++site)
      for (int c = 0; c < max_circles; ++c) {
        const HexId hex = map.sites[site];
        if (marker_at(map, board, hex, c) != marker_of(id_at<LineId>(l))) continue;
        places += " " + map[hex].name;
        const Face& face = face_at(map, board, hex);
        const bool several = std::ranges::count_if(face.locations, [](const Location& at) { return !at.halt(); }) > 1;
        if (!several || board.tile[index(hex)] == TileId::none) continue;
        const unsigned track = face.locations[static_cast<std::size_t>(location_of_circle(face, c))].tram_edges;
        places += '/';
        places += track ? directions[static_cast<std::size_t>(__builtin_ctz(track))] : "-";
      }
    if (!places.empty()) out += "marker " + std::to_string(l + 1) + places + "\n";
  }
  return out;
}

Json route_json(const BoardText& board, const Route& route) {
  Json stops = Json::array();
  for (const Stop& stop : route.stops)
    stops.push_back({{"hex", (*board.map)[stop.hex].name},
                     {"name", (*board.map)[stop.hex].place},
                     {"location", stop.location},
                     {"value", stop.value},
                     {"bonus", stop.bonus}});
  return {{"line", number_of(board.runner.line)},
          {"era", era_words[index(board.runner.era)]},
          {"value", route.revenue},
          {"stops", std::move(stops)}};
}

}  // namespace remise::vienna1840
