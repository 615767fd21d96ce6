// Track tiles as flat tables: for each rotation, which location each edge reaches.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/inplace_vector.h"
#include "core/json.h"
#include "games/vienna1840/ids.h"

namespace remise::vienna1840 {

using EdgeSet = std::uint8_t;  // bits 0..5: lower left, left, upper left, upper right, right, lower right
constexpr EdgeSet edge_bit(std::int64_t edge) { return static_cast<EdgeSet>(1u << edge); }
inline constexpr EdgeSet all_edges = 0x3f;
constexpr int opposite(int edge) { return edge < 3 ? edge + 3 : edge - 3; }
constexpr EdgeSet rotated(EdgeSet edges, int by) {
  return static_cast<EdgeSet>((edges << by | edges >> (6 - by)) & all_edges);
}

inline constexpr int max_locations = 5;  // on one hex or tile: the purple stations
inline constexpr int max_circles = 3;    // on one hex or tile

// A revenue location: a halt (slots 0) or an interchange with circles for markers.
struct Location {
  std::uint8_t slots = 0;
  std::uint8_t first_circle = 0;         // its circles are first_circle .. first_circle + slots - 1 of the hex
  bool terminal = false;                 // a tram's route ends here (R102)
  EdgeSet tram_edges = 0;                // edges its tram track leads to
  EdgeSet stadtbahn_edges = 0;           // edges its dotted track leads to
  CompanyId terminus = CompanyId::none;  // a Stadtbahn's end on the special tiles of F24 (R88)
  std::array<std::int16_t, era_count> revenue{};

  bool halt() const { return slots == 0; }
};

// One side of a tile in one rotation, or the print of a hex. Every piece of track joins an edge to a location; only the
// dotted track of A11 and A15 runs from edge to edge.
struct Face {
  InplaceVector<Location, max_locations> locations;
  std::array<std::int8_t, 6> tram{-1, -1, -1, -1, -1, -1};       // location reached by tram track, -1 = none
  std::array<std::int8_t, 6> stadtbahn{-1, -1, -1, -1, -1, -1};  // location reached by dotted track
  EdgeSet tram_edges = 0;
  EdgeSet stadtbahn_edges = 0;
  std::uint8_t circles = 0;
};

// Which hexes take a tile, and which tiles it turns into.
enum class TileClass : std::uint8_t {
  halt,
  interchange,
  double_interchange,
  stadtbahn_halt,
  stadtbahn_interchange,
  inner_city,
  railway_station,
  railway_station_special,
  none,
};

struct Upgrade {
  TileId to = TileId::none;
  std::uint8_t rotations = 0;  // bit k: allowed k steps from the old tile's rotation
  // By steps from the old rotation: the new location of each old one.
  std::array<std::array<std::uint8_t, max_locations>, 6> location_map{};
};

struct Tile {
  std::string name;  // "57", "L22"
  TileColour colour{};
  TileClass kind = TileClass::none;
  std::uint8_t count = 0;
  // By rotation. The special tiles have one rotation and two faces: [0] on G11, [1] on F24 (Map::face).
  std::array<Face, 6> faces;
  std::vector<Upgrade> upgrades;
};

struct Tiles {
  std::array<Tile, tile_count> tiles;
  std::array<std::vector<TileId>, 8> first_lays;  // by TileClass of the hex
  TileId find(std::string_view name) const;       // TileId::none: no such tile

  const Tile& operator[](TileId id) const { return tiles[index(id)]; }
};

}  // namespace remise::vienna1840
