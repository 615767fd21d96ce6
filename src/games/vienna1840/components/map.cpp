#include "games/vienna1840/components/map.h"

#include <algorithm>
#include <map>

#include "games/vienna1840/components/table_readers.h"
#include "games/vienna1840/components/words.h"

namespace remise::vienna1840 {
namespace {

const std::vector<std::string_view> kind_words = {"plain",     "interchange", "double-interchange", "stadtbahn",
                                                  "red-edge",  "inner-city",  "railway-station",    "park",
                                                  "edge-halt", "fixed"};
const std::vector<std::string_view> bonus_words = {"lay_yellow", "upgrade_to_green", "lay_red", "lay_purple",
                                                   "place_station"};
const std::vector<std::string_view> status_words = {"open", "stadtbahn", "closed", "wall", "same-area", "off-map"};

constexpr Where map_hex("map hex ");

// A hex of one variant as the data tells it.
struct HexData {
  const Value* hex = nullptr;                // not on this variant
  std::array<const Value*, 6> neighbours{};  // those that the variant changes
};
using HexList = std::vector<HexData>;  // in the order of map.json
using Names = std::map<std::string, HexId, std::less<>>;

// Reads one variant from its list of hexes. Names are those of the full board, so that ids agree over the variants.
class MapReader {
 public:
  MapReader(const HexList& hexes, const Names& names, const Value& game, const Tables& tables, Faults& faults, Map& map)
      : hexes_(hexes), names_(names), game_(game), tables_(tables), faults_(faults), map_(map) {}

  void read(const Value& areas, const Value& stadtbahn_lines) {
    map_.home.fill(HexId::none);
    for (const auto& [name, id] : names_) at(id).name = name;  // absent ones too: a refusal can name them
    for (std::size_t i = 0; i < hexes_.size() && !faults_.any(); ++i)
      if (hexes_[i].hex) read_hex(i);
    for (std::size_t i = 0; i < areas.size() && !faults_.any(); ++i) read_area(areas[i], Where("map.json areas", i));
    if (faults_.any()) return;
    check_neighbours();
    number_nodes_and_sites();
    for (std::size_t i = 0; i < hexes_.size() && !faults_.any(); ++i)
      if (hexes_[i].hex) read_markers(i);
    for (Hex& hex : map_.hexes) find_fits(hex);
    for (std::size_t s = 0; s < stadtbahn_count && !faults_.any(); ++s)
      if (stadtbahn_lines.contains(stadtbahn_words[s])) read_path(s, *stadtbahn_lines.find(stadtbahn_words[s]));
  }

 private:
  HexId named(const Value& name) const {
    const auto found = name.is_string() ? names_.find(name.text()) : names_.end();
    return found == names_.end() ? HexId::none : found->second;
  }
  Hex& at(HexId id) { return map_.hexes[index(id)]; }
  Where place(std::size_t i) const { return {map_hex, map_.hexes[i].name}; }

  void read_hex(std::size_t i) {
    ValueReader in(*hexes_[i].hex, Where("map.json hexes", i));
    Hex& hex = map_.hexes[i];
    hex.anchor = id_at<HexId>(i);
    if (in.has("name")) hex.place = in.text("name");
    hex.kind = id_at<HexKind>(in.one_of("kind", kind_words));
    if (in.has("accepts")) hex.accepts = read_class(in, "accepts");
    hex.cost = static_cast<std::int16_t>(in.integer("cost", 0, 1000));
    const Value& locations = in.array("locations", max_locations);
    hex.printed = read_face(locations, in.array("segments"), place(i), faults_);
    hex.dotted = hex.printed.stadtbahn_edges;
    if (in.has("arrows"))
      for (const Value& edge : in.array("arrows", 6)) hex.arrows |= edge_bit(read_edge(edge, place(i)));
    if (in.has("landmark")) read_landmark(hex, in.text("landmark"), id_at<HexId>(i));
    if (in.has("home_of"))
      for (const Value& home : in.array("home_of")) read_home(home, id_at<HexId>(i));
    if (in.has("stadtbahn")) read_stadtbahn(hex, in.object("stadtbahn"), place(i));
    hex.special_face = hex.accepts == TileClass::railway_station_special && hex.printed.circles > 0 ? 1 : 0;
    read_neighbours(hex, in.array("neighbours", 6), hexes_[i].neighbours, place(i));
    faults_.add(in.finish_ignoring_rest());
  }

  std::size_t read_edge(const Value& json, const Where& where) {
    if (json.is_number_unsigned() && json.get<std::uint64_t>() < 6) return json.get<std::size_t>();
    faults_.add("out_of_range", where, json);
    return 0;
  }

  void read_landmark(Hex& hex, std::string_view name, HexId id) {
    for (std::size_t p = 0; p < private_count; ++p)
      if (tables_.privates[p].name == name && tables_.privates[p].landmark == id) hex.landmark = id_at<PrivateId>(p);
    if (hex.landmark == PrivateId::none) faults_.add("no_such_private", Where(map_hex, hex.name), name);
  }

  void read_home(const Value& json, HexId id) {
    const Where here = place(index(id));
    ValueReader in(json, Where(here, " home_of"));
    const LineId line = line_numbered(static_cast<int>(in.integer("line", 1, line_count)));
    faults_.add(in.finish_ignoring_rest());
    at(id).homes.add(line);
    map_.home[index(line)] = id;
  }

  void read_stadtbahn(Hex& hex, const Value& json, const Where& where) {
    ValueReader in(json, Where(where, " stadtbahn"));
    hex.stadtbahn = stadtbahn_named(in.text("line"));
    if (hex.stadtbahn == CompanyId::none) in.fail("unknown_word", "line");
    hex.bonus = id_at<Bonus>(in.one_of("bonus", bonus_words));
    for (const Value& edge : in.array("exits", 2)) hex.dotted |= edge_bit(read_edge(edge, where));
    faults_.add(in.finish_ignoring_rest());
  }

  void read_neighbours(Hex& hex, const Value& list, const std::array<const Value*, 6>& changed, const Where& where) {
    hex.neighbours.fill(HexId::none);
    if (list.size() != 6) return faults_.add("wrong_count", Where(where, " neighbours"), list.size());
    for (std::size_t e = 0; e < 6; ++e) {
      ValueReader in(changed[e] ? *changed[e] : list[e], Where(where, " neighbours", e));
      const auto status = in.one_of("status", status_words);
      if (in.integer("edge", 0, 5) != static_cast<std::int64_t>(e)) in.fail("out_of_order", "edge");
      if (in.has("hex")) {
        const HexId other = named(in.any("hex"));
        if (other == HexId::none || !hexes_[index(other)].hex) in.fail("no_such_hex", "hex", in.any("hex"));
        if (status <= 1) hex.neighbours[e] = other;
      } else if (status != 5) {
        in.fail("missing", "hex");
      }
      if (status == 0) hex.open |= edge_bit(e);
      faults_.add(in.finish_ignoring_rest());
    }
  }

  void read_area(const Value& json, const Where& where) {
    ValueReader in(json, where);
    HexId first = HexId::none;
    for (const Value& name : in.array("hexes", 2)) {
      const HexId id = named(name);
      if (id == HexId::none) return faults_.add("no_such_hex", where, name);
      if (!map_.has(id)) continue;
      if (first != HexId::none) {
        at(id).anchor = first;
        at(id).twin = first;
        at(first).twin = id;
        at(first).homes.bits |= at(id).homes.bits;
      } else {
        first = id;
      }
    }
    faults_.add(in.finish_ignoring_rest());
  }

  // Track crosses both ways, and printed track leads only where it may.
  void check_neighbours() {
    for (std::size_t i = 0; i < hex_count; ++i) {
      const Hex& hex = map_.hexes[i];
      if (hex.kind == HexKind::absent) continue;
      for (std::size_t e = 0; e < 6; ++e) {
        const HexId other = hex.neighbours[e];
        if (other == HexId::none) continue;
        const Hex& there = at(other);
        const auto back = static_cast<std::size_t>(opposite(static_cast<int>(e)));
        if (there.neighbours[back] != id_at<HexId>(i) || ((hex.open >> e ^ there.open >> back) & 1) != 0)
          return faults_.add("neighbours_differ", place(i), e);
      }
      if ((hex.printed.tram_edges | hex.arrows) & ~hex.open) return faults_.add("track_leads_nowhere", place(i));
    }
  }

  int most_locations(const Hex& hex) const {
    auto most = hex.printed.locations.size();
    for (const Tile& tile : map_.tiles.tiles)
      if (tile.kind == hex.accepts) most = std::max(most, tile.faces[hex.special_face].locations.size());
    return static_cast<int>(most);
  }
  bool can_have_circles(const Hex& hex) const {
    if (hex.printed.circles) return true;
    return std::ranges::any_of(map_.tiles.tiles, [&](const Tile& tile) {
      return tile.kind == hex.accepts && tile.faces[hex.special_face].circles > 0;
    });
  }

  void number_nodes_and_sites() {
    for (std::size_t i = 0; i < hex_count; ++i) {
      Hex& hex = map_.hexes[i];
      if (hex.kind == HexKind::absent || hex.anchor != id_at<HexId>(i)) continue;
      hex.first_node = static_cast<Node>(map_.nodes.size());
      for (int l = 0; l < most_locations(hex); ++l)
        map_.nodes.push_back({id_at<HexId>(i), static_cast<std::uint8_t>(l)});
      if (can_have_circles(hex)) {
        hex.site = static_cast<std::uint8_t>(map_.sites.size());
        map_.sites.push_back(id_at<HexId>(i));
      }
    }
    if (map_.nodes.size() >= no_node || map_.sites.size() > max_sites)
      return faults_.add("too_many_locations", "map.json", map_.nodes.size());
    for (Hex& hex : map_.hexes) {
      if (hex.kind == HexKind::absent) continue;
      hex.first_node = at(hex.anchor).first_node;
      hex.site = at(hex.anchor).site;
    }
  }

  void read_markers(std::size_t i) {
    if (!hexes_[i].hex->contains("stadtbahn_markers")) return;
    const Where here = place(i);
    ValueReader in(*hexes_[i].hex, here);
    const Value& locations = in.array("locations");
    for (const Value& json : in.array("stadtbahn_markers")) {
      ValueReader marker(json, Where(here, " stadtbahn_markers"));
      StadtbahnMarker out{stadtbahn_named(marker.text("line")), id_at<HexId>(i), 0, false};
      if (out.company == CompanyId::none) marker.fail("unknown_word", "line");
      const auto name = marker.text("location");
      const auto found = std::ranges::find_if(locations, [&](const Value& l) { return has_id(l, name); });
      if (found == locations.end()) marker.fail("no_such_location", "location", name);
      out.location = static_cast<std::uint8_t>(found - locations.begin());
      faults_.add(marker.finish_ignoring_rest());
      ValueReader removal(game_, "game.json stadtbahn_marker_removal");
      for (const Value& hex : removal.array("fixed_marker_hexes"))
        out.fixed |= hex.is_string() && hex.text() == map_.hexes[i].name;
      map_.markers.push_back(out);
    }
    faults_.add(in.finish_ignoring_rest());
  }

  // Which rotations of a tile respect edges (R69) and the dotted path (R76) of the hex.
  void find_fits(Hex& hex) {
    for (std::size_t t = 0; t < tile_count; ++t) {
      const Tile& tile = map_.tiles.tiles[t];
      if (hex.accepts == TileClass::none || tile.kind != hex.accepts) continue;
      const std::size_t rotations = tile.kind == TileClass::railway_station_special ? 1 : 6;
      for (std::size_t k = 0; k < rotations; ++k) {
        const Face& face = tile.faces[k + hex.special_face];
        const bool edges = (face.tram_edges & ~hex.open) == 0 && face.stadtbahn_edges == hex.dotted;
        if (edges) hex.fits[t] |= static_cast<std::uint8_t>(1u << k);
      }
    }
  }

  void read_path(std::size_t s, const Value& json) {
    static constexpr Where lines("map stadtbahn_lines.");
    const Where where(lines, stadtbahn_words[s]);
    ValueReader in(json, where);
    auto& path = map_.paths[s];
    for (const Value& step : in.array("path", 16)) {
      ValueReader hex(step, Where(where, ".path"));
      PathHex out;
      out.hex = named(hex.any("hex"));
      if (!map_.has(out.hex)) hex.fail("no_such_hex", "hex", hex.any("hex"));
      out.build = hex.one_of("role", {"terminus", "build", "printed"}) == 1;
      out.enter = static_cast<std::int8_t>(hex.integer_or("enter", 0, 5, -1));
      out.leave = static_cast<std::int8_t>(hex.integer_or("exit", 0, 5, -1));
      faults_.add(hex.finish_ignoring_rest());
      path.push_back(out);
    }
    faults_.add(in.finish_ignoring_rest());
    if (!faults_.any()) check_path(path, where);
    map_.stadtbahn.add(id_at<CompanyId>(tram_company_count + s));
  }

  void check_path(const std::vector<PathHex>& path, const Where& where) {
    if (path.size() < 2) return faults_.add("wrong_count", where, path.size());
    for (std::size_t i = 0; i < path.size(); ++i) {
      const bool first = i == 0, last = i + 1 == path.size();
      if ((path[i].enter < 0) != first || (path[i].leave < 0) != last) return faults_.add("broken_path", where, i);
      if (!last && at(path[i].hex).neighbours[static_cast<std::size_t>(path[i].leave)] != path[i + 1].hex)
        return faults_.add("broken_path", where, i);
      for (const int edge : {path[i].enter, path[i].leave})
        if (edge >= 0 && !(at(path[i].hex).dotted >> edge & 1)) return faults_.add("broken_path", where, i);
    }
  }

  const HexList& hexes_;
  const Names& names_;
  const Value& game_;
  const Tables& tables_;
  Faults& faults_;
  Map& map_;
};

// Applies one entry of map_variants.json to the hexes of its base.
void apply_variant(const Value& variant, const Where& where, const Names& names, HexList& hexes, Faults& faults) {
  ValueReader in(variant, where);
  const auto find = [&](const Value& name) -> HexData* {
    const auto found = name.is_string() ? names.find(name.text()) : names.end();
    if (found == names.end()) return faults.add("no_such_hex", where, name), nullptr;
    return &hexes[index(found->second)];
  };
  for (const Value& name : in.array("remove_hexes"))
    if (HexData* hex = find(name)) *hex = {};
  for (const Value& replacement : in.array("replace_hexes")) {
    if (!replacement.is_object()) return faults.add("not_an_object", Where(where, ".replace_hexes"));
    const Value* id = replacement.find("id");
    if (HexData* hex = find(id ? *id : Value())) *hex = {&replacement, {}};
  }
  for (const Value& change : in.array("edge_changes")) {
    ValueReader edge(change, Where(where, ".edge_changes"));
    HexData* hex = find(edge.any("of"));
    const auto e = static_cast<std::size_t>(edge.integer("edge", 0, 5));
    edge.text("status");
    faults.add(edge.finish_ignoring_rest());
    if (!hex || faults.any()) return;
    const Value* neighbours = hex->hex ? hex->hex->find("neighbours") : nullptr;
    if (!neighbours || !neighbours->is_array() || neighbours->size() != 6)
      return faults.add("no_such_hex", Where(where, ".edge_changes"), change);
    hex->neighbours[e] = &change;  // it reads like an entry of the list
  }
  faults.add(in.finish_ignoring_rest());
}

void leave_out(const Value& variant, const Where& where, const Tables& tables, Map& map, Faults& faults) {
  ValueReader in(variant, where);
  if (in.has("remove_lines"))
    for (const Value& number : in.array("remove_lines", line_count)) {
      if (!number.is_number_unsigned() || number.get<std::uint64_t>() - 1 >= line_count)
        return faults.add("no_such_line", where, number);
      map.lines.remove(line_numbered(number.get<int>()));
    }
  if (in.has("remove_privates"))
    for (const Value& name : in.array("remove_privates", private_count)) {
      const auto found = std::ranges::find_if(
          tables.privates, [&](const PrivateFacts& p) { return name.is_string() && name.text() == p.name; });
      if (found == tables.privates.end()) return faults.add("no_such_private", where, name);
      map.privates.remove(id_at<PrivateId>(found - tables.privates.begin()));
    }
  for (std::size_t line = 0; line < line_count; ++line) {
    const bool in_play = map.lines.has(id_at<LineId>(line));
    if (in_play && map.home[line] == HexId::none) return faults.add("line_without_home", where, line + 1);
    if (in_play || map.home[line] == HexId::none) continue;
    map.hexes[index(map[map.home[line]].anchor)].homes.remove(id_at<LineId>(line));
    map.hexes[index(map.home[line])].homes.remove(id_at<LineId>(line));
    map.home[line] = HexId::none;
  }
  for (std::size_t p = 0; p < private_count; ++p)
    if (!map.privates.has(id_at<PrivateId>(p)))
      for (Hex& hex : map.hexes)
        if (hex.landmark == id_at<PrivateId>(p)) hex.landmark = PrivateId::none;
}

}  // namespace

bool has_id(const Value& json, std::string_view id) {
  const Value* found = json.find("id");
  return found && found->is_string() && found->text() == id;
}

CompanyId stadtbahn_named(std::string_view name) {
  const auto found = std::ranges::find(stadtbahn_words, name);
  if (found == stadtbahn_words.end()) return CompanyId::none;
  return id_at<CompanyId>(tram_company_count + (found - stadtbahn_words.begin()));
}

MapVariant variant_named(std::string_view name, const Where& where, Faults& faults) {
  if (name == "small") return MapVariant::small;
  if (name == "overlay2") return MapVariant::overlay2;
  if (name != "full") faults.add("no_such_variant", where, name);
  return MapVariant::full;
}

HexId Map::find(std::string_view name) const {
  const auto found = std::ranges::find(hexes, name, &Hex::name);
  return found == hexes.end() || found->kind == HexKind::absent ? HexId::none : id_at<HexId>(found - hexes.begin());
}

void read_maps(const Value& map_json, const Value& variants_json, const Value& removal, const Tiles& tiles,
               Tables& tables, Faults& faults) {
  ValueReader file(map_json, "map.json");
  const Value& full = file.array("hexes");
  const Value& areas = file.array("areas");
  const Value* stadtbahn_lines = &file.object("stadtbahn_lines");
  faults.add(file.finish_ignoring_rest());
  if (!faults.any() && full.size() != hex_count) faults.add("wrong_count", "map.json hexes", full.size());
  if (faults.any()) return;

  HexList hexes;
  for (const Value& hex : full) hexes.push_back({&hex, {}});
  Names names;
  for (std::size_t i = 0; i < hexes.size(); ++i) {
    ValueReader hex(*hexes[i].hex, Where("map.json hexes", i));
    if (!names.emplace(hex.text("id"), id_at<HexId>(i)).second) hex.fail("named_twice", "id");
    faults.add(hex.finish_ignoring_rest());
  }
  ValueReader variants_file(variants_json, "map_variants.json");
  const Value& variants = variants_file.array("variants", 3);
  faults.add(variants_file.finish_ignoring_rest());
  if (!faults.any() && variants.size() != 3) faults.add("wrong_count", "map_variants.json variants", variants.size());

  // The variants build on each other: full, small on full, overlay2 on small.
  for (std::size_t v = 0; v < variants.size() && !faults.any(); ++v) {
    const Where where("map_variants.json variants", v);
    ValueReader in(variants[v], where);
    const MapVariant variant = variant_named(in.text("id"), where, faults);
    if (index(variant) != v) in.fail("out_of_order", "id");
    if (v > 0) {
      apply_variant(variants[v], where, names, hexes, faults);
      stadtbahn_lines = &in.object("stadtbahn_lines");
    }
    faults.add(in.finish_ignoring_rest());
    if (faults.any()) return;
    Map& map = tables.maps[v];
    map.variant = variant;
    map.tiles = tiles;
    map.lines = LineSet::first(line_count);
    map.privates = PrivateSet::first(private_count);
    MapReader(hexes, names, removal, tables, faults, map).read(areas, *stadtbahn_lines);
    if (!faults.any()) leave_out(variants[v], where, tables, map, faults);
  }
}

}  // namespace remise::vienna1840
