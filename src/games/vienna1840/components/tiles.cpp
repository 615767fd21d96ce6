#include "games/vienna1840/components/tiles.h"

#include <algorithm>

#include "games/vienna1840/components/table_readers.h"
#include "games/vienna1840/components/words.h"

namespace remise::vienna1840 {
namespace {

const std::vector<std::string_view> class_words = {
    "halt",       "interchange",     "double-interchange",     "stadtbahn-halt", "stadtbahn-interchange",
    "inner-city", "railway-station", "railway-station-special"};
const std::vector<std::string_view> colour_words = {"yellow", "green", "brown", "grey", "red", "purple"};

Location read_location(const Value& json, const Where& where, Faults& faults) {
  ValueReader in(json, where);
  Location at;
  const bool interchange = in.one_of("type", {"halt", "interchange"}) == 1;
  at.slots = static_cast<std::uint8_t>(in.integer("slots", interchange ? 1 : 0, interchange ? max_circles : 0));
  at.terminal = in.boolean_or("terminal", false);
  if (in.has("stadtbahn_terminus")) {
    at.terminus = stadtbahn_named(in.text("stadtbahn_terminus"));
    if (at.terminus == CompanyId::none) in.fail("unknown_word", "stadtbahn_terminus");
  }
  ValueReader revenue(in.object("revenue"), Where(where, ".revenue"));
  for (std::size_t era = 0; era < era_count; ++era)
    at.revenue[era] = static_cast<std::int16_t>(revenue.integer(era_words[era], 0, 1000));
  faults.add(in.finish_ignoring_rest());
  faults.add(revenue.finish());
  return at;
}

struct SegmentEnd {
  int edge = -1;
  int location = -1;
};

SegmentEnd read_end(const Value& json, const Where& where, std::size_t locations, Faults& faults) {
  ValueReader in(json, where);
  SegmentEnd end;
  if (in.has("edge"))
    end.edge = static_cast<int>(in.integer("edge", 0, 5));
  else
    end.location = static_cast<int>(in.integer("location", 0, static_cast<std::int64_t>(locations) - 1));
  faults.add(in.finish());
  return end;
}

void add_segment(Face& face, const Value& json, const Where& where, Faults& faults) {
  ValueReader in(json, where);
  const bool dotted = in.one_of("track", {"tram", "stadtbahn"}) == 1;
  SegmentEnd a = read_end(in.object("from"), Where(where, ".from"), face.locations.size(), faults);
  SegmentEnd b = read_end(in.object("to"), Where(where, ".to"), face.locations.size(), faults);
  faults.add(in.finish_ignoring_rest());
  if (faults.any()) return;
  if (a.edge < 0) std::swap(a, b);
  const bool through = a.edge >= 0 && b.edge >= 0;
  if (a.edge < 0 || (through && !dotted)) return faults.add("bad_segment", where);
  if (through) {  // A11, A15: nothing but dotted track
    face.stadtbahn_edges |= static_cast<EdgeSet>(edge_bit(a.edge) | edge_bit(b.edge));
    return;
  }
  if ((face.tram_edges | face.stadtbahn_edges) & edge_bit(a.edge)) return faults.add("edge_used_twice", where, a.edge);
  Location& location = face.locations[static_cast<std::size_t>(b.location)];
  auto& by_edge = dotted ? face.stadtbahn : face.tram;
  by_edge[static_cast<std::size_t>(a.edge)] = static_cast<std::int8_t>(b.location);
  (dotted ? face.stadtbahn_edges : face.tram_edges) |= edge_bit(a.edge);
  (dotted ? location.stadtbahn_edges : location.tram_edges) |= edge_bit(a.edge);
}

Face rotated_face(const Face& face, int by) {
  Face out = face;
  for (int e = 0; e < 6; ++e) {
    out.tram[static_cast<std::size_t>((e + by) % 6)] = face.tram[static_cast<std::size_t>(e)];
    out.stadtbahn[static_cast<std::size_t>((e + by) % 6)] = face.stadtbahn[static_cast<std::size_t>(e)];
  }
  out.tram_edges = rotated(face.tram_edges, by);
  out.stadtbahn_edges = rotated(face.stadtbahn_edges, by);
  for (Location& at : out.locations) {
    at.tram_edges = rotated(at.tram_edges, by);
    at.stadtbahn_edges = rotated(at.stadtbahn_edges, by);
  }
  return out;
}

Tile read_tile(const Value& json, const Where& where, Faults& faults) {
  ValueReader in(json, where);
  Tile tile;
  tile.name = in.text("id");
  tile.colour = id_at<TileColour>(in.one_of("colour", colour_words));
  tile.kind = read_class(in, "class");
  tile.count = static_cast<std::uint8_t>(in.integer("count", 1, 100));
  if (tile.kind == TileClass::railway_station_special) {
    const Where all_faces(where, ".faces");
    ValueReader faces(in.object("faces"), all_faces);
    int i = 0;
    for (const std::string_view hex : {"G11", "F24"}) {
      const Where dot(all_faces, "."), place(dot, hex);
      ValueReader face(faces.object(hex), place);
      const Value& locations = face.array("locations", max_locations);
      tile.faces[static_cast<std::size_t>(i++)] = read_face(locations, face.array("segments"), place, faults);
      faults.add(face.finish_ignoring_rest());
    }
    faults.add(faces.finish());
  } else {
    const Value& locations = in.array("locations", max_locations);
    tile.faces[0] = read_face(locations, in.array("segments"), where, faults);
    for (int k = 1; k < 6; ++k) tile.faces[static_cast<std::size_t>(k)] = rotated_face(tile.faces[0], k);
  }
  faults.add(in.finish_ignoring_rest());
  return tile;
}

// The location map must name locations of the new tile that keep the old track.
void read_upgrade(const Value& json, const Where& where, Tiles& tiles, Faults& faults) {
  ValueReader in(json, where);
  const TileId from = tiles.find(in.text("from")), to = tiles.find(in.text("to"));
  const Value& rotations = in.array("rotations", 6);
  const Value& maps = in.array("location_maps", 6);
  faults.add(in.finish());
  if (faults.any()) return;
  if (from == TileId::none || to == TileId::none) return faults.add("no_such_tile", where);
  if (rotations.size() != maps.size()) return faults.add("lists_differ_in_length", where);
  Upgrade upgrade;
  upgrade.to = to;
  for (std::size_t i = 0; i < rotations.size(); ++i) {
    const Value& rotation = rotations[i];
    const Value& locations = maps[i];
    if (!rotation.is_number_unsigned() || rotation.get<std::uint64_t>() > 5)
      return faults.add("out_of_range", Where(where, ".rotations"), rotation);
    const auto k = rotation.get<std::size_t>();
    const Face& old_face = tiles[from].faces[0];
    const Face& new_face = tiles[to].faces[k];
    if (!locations.is_array() || locations.size() != old_face.locations.size())
      return faults.add("bad_location_map", where, rotation);
    upgrade.rotations |= edge_bit(static_cast<std::int64_t>(k));
    for (std::size_t j = 0; j < locations.size(); ++j) {
      if (!locations[j].is_number_unsigned() || locations[j].get<std::uint64_t>() >= new_face.locations.size())
        return faults.add("bad_location_map", where, rotation);
      const auto target = locations[j].get<std::uint8_t>();
      const Location& before = old_face.locations[j];
      const Location& after = new_face.locations[target];
      const bool kept = (before.tram_edges & ~after.tram_edges) == 0 && before.halt() == after.halt() &&
                        (before.stadtbahn_edges & ~after.stadtbahn_edges) == 0;
      if (!kept) return faults.add("upgrade_loses_track", where, rotation);
      upgrade.location_map[k][j] = target;
    }
  }
  tiles.tiles[index(from)].upgrades.push_back(upgrade);
}

void read_first_lays(const Value& json, const Where& where, Tiles& tiles, Faults& faults) {
  ValueReader in(json, where);
  const TileClass kind = read_class(in, "accepts");
  for (const Value& name : in.array("tiles")) {
    const TileId tile = name.is_string() ? tiles.find(name.text()) : TileId::none;
    if (tile == TileId::none) return faults.add("no_such_tile", where, name);
    if (tiles[tile].kind != kind) return faults.add("wrong_class", where, name);
    tiles.first_lays[index(kind)].push_back(tile);
  }
  faults.add(in.finish_ignoring_rest());
}

}  // namespace

TileClass read_class(ValueReader& in, std::string_view key) { return id_at<TileClass>(in.one_of(key, class_words)); }

Face read_face(const Value& locations, const Value& segments, const Where& where, Faults& faults) {
  Face face;
  for (std::size_t i = 0; i < locations.size() && i < max_locations; ++i) {
    Location at = read_location(locations[i], Where(where, ".locations", i), faults);
    at.first_circle = face.circles;
    face.circles = static_cast<std::uint8_t>(face.circles + at.slots);
    face.locations.push_back(at);
  }
  if (face.circles > max_circles) faults.add("too_many_circles", where, face.circles);
  for (std::size_t i = 0; i < segments.size(); ++i)
    add_segment(face, segments[i], Where(where, ".segments", i), faults);
  return face;
}

TileId Tiles::find(std::string_view name) const {
  const auto found = std::ranges::find(tiles, name, &Tile::name);
  return found == tiles.end() ? TileId::none : id_at<TileId>(found - tiles.begin());
}

Tiles read_tiles(const Value& tiles_json, const Value& upgrades_json, Faults& faults) {
  Tiles tiles;
  ValueReader file(tiles_json, "tiles.json");
  const Value& list = file.array("tiles");
  faults.add(file.finish_ignoring_rest());
  if (!faults.any() && list.size() != tile_count) faults.add("wrong_count", "tiles.json tiles", list.size());
  for (std::size_t i = 0; i < list.size() && !faults.any(); ++i) {
    tiles.tiles[i] = read_tile(list[i], Where("tiles.json tiles", i), faults);
    if (index(tiles.find(tiles.tiles[i].name)) != i) faults.add("named_twice", Where("tiles.json tiles", i));
  }
  ValueReader rules(upgrades_json, "upgrades.json");
  const Value& first_lays = rules.array("first_lays");
  const Value& upgrades = rules.array("upgrades");
  faults.add(rules.finish_ignoring_rest());
  for (std::size_t i = 0; i < first_lays.size() && !faults.any(); ++i)
    read_first_lays(first_lays[i], Where("upgrades.json first_lays", i), tiles, faults);
  for (std::size_t i = 0; i < upgrades.size() && !faults.any(); ++i)
    read_upgrade(upgrades[i], Where("upgrades.json upgrades", i), tiles, faults);
  return tiles;
}

}  // namespace remise::vienna1840
