#include "io/vienna1840/face_file.h"

#include <cmath>
#include <span>

#include "io/vienna1840/board/face_layout.h"

namespace remise::vienna1840 {

namespace {

std::string edge_digits(EdgeSet edges) {
  std::string digits;
  for (int e = 0; e < 6; ++e)
    if (edges >> e & 1) digits += static_cast<char>('0' + e);
  return digits;
}

double rounded(double value) { return std::round(value * 1000) / 1000 + 0.0; }
Json point(Point p) { return {rounded(p.x), rounded(p.y)}; }

Json layout_json(const Face& face) {
  const FaceLayout layout = layout_of(face);
  Json places = Json::array(), track = Json::array();
  for (const PlacedLocation& place : layout.locations)
    places.push_back({rounded(place.at.x), rounded(place.at.y), rounded(place.bar), place.small ? 1 : 0});
  for (const TrackPiece& piece : layout.track)
    track.push_back(
        {piece.edge, piece.location, piece.stadtbahn ? 1 : 0, rounded(piece.control.x), rounded(piece.control.y)});
  return {{"places", places}, {"track", track}};
}

const std::vector<Point> name_room{{-0.3, 0.6}, {0, 0.6}, {0.3, 0.6}};  // where a hex says its name

Face turned(const Face& face, int by) {
  Face out = face;
  for (Location& location : out.locations) {
    location.tram_edges = rotated(location.tram_edges, by);
    location.stadtbahn_edges = rotated(location.stadtbahn_edges, by);
  }
  return out;
}

// Where the circles of an interchange lie around its place.
Json circles() {
  Json list = Json::array();
  for (int slots = 1; slots <= max_circles; ++slots) {
    Face face;
    Location location;
    location.slots = static_cast<std::uint8_t>(slots);
    face.locations.push_back(location);
    Json at = Json::array();
    for (const Point p : layout_of(face).slots(face, 0)) at.push_back(point(p));
    list.push_back({{"radius", slot_radius(slots)}, {"at", at}});
  }
  return list;
}

}  // namespace

std::string face_key(const Face& face) {
  std::string key;
  for (const Location& location : face.locations)
    key.append(key.empty() ? "" : "|")
        .append(std::to_string(location.slots))
        .append(":")
        .append(edge_digits(location.tram_edges))
        .append("/")
        .append(edge_digits(location.stadtbahn_edges));
  return key;
}

Json face_file(const Tables& tables) {
  Json faces = Json::object();
  // Places and track turn with the face; the badge is looked for anew.
  const auto add = [&](const Face& face) {
    if (face.locations.empty() || faces.contains(face_key(face))) return;
    Json& entry = faces[face_key(face)] = layout_json(face);
    for (int by = 0; by < 6; ++by) entry["badges"].push_back(point(layout_of(turned(face, by), name_room).badge));
  };
  for (const Map& map : tables.maps) {
    for (const Tile& tile : map.tiles.tiles)
      for (const Face& face : tile.kind == TileClass::railway_station_special ? std::span(tile.faces).first(2)
                                                                              : std::span(tile.faces).first(1))
        add(face);
    for (const Hex& hex : map.hexes) add(hex.printed);
  }
  return {
      {"about",
       "Where everything on a face is drawn; lengths in hex radii. Written by tests/io/vienna1840/face_file_test.cpp."},
      {"circles", circles()},
      {"faces", faces}};
}

}  // namespace remise::vienna1840
