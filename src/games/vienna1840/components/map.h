// The board of one variant (full, small, overlay2) as flat tables.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/money.h"
#include "games/vienna1840/components/tiles.h"

namespace remise::vienna1840 {

inline constexpr int max_sites = 64;   // places that can hold markers
inline constexpr int max_nodes = 256;  // revenue locations, of all tiles that can ever lie there

enum class HexKind : std::uint8_t {
  plain,
  interchange,
  double_interchange,
  stadtbahn,
  red_edge,
  inner_city,
  railway_station,
  park,
  edge_halt,
  fixed,
  absent,  // not on this variant
};

enum class Bonus : std::uint8_t { lay_yellow, upgrade_to_green, lay_red, lay_purple, place_station, none };

// A revenue location of the board, whatever lies there: the number of (hex, location).
using Node = std::uint8_t;
inline constexpr Node no_node = 0xff;
inline constexpr std::uint8_t no_site = 0xff;

struct Hex {
  std::string name;   // "A17"
  std::string place;  // printed name or empty
  HexKind kind = HexKind::absent;
  TileClass accepts = TileClass::none;  // class of the first tile
  std::int16_t cost = 0;                // of the first tile (R70, 20 on Stadtbahn hexes)
  PrivateId landmark = PrivateId::none;
  std::array<HexId, 6> neighbours;  // none where no track can cross at all
  EdgeSet open = 0;                 // edges tram track may lead to (R69)
  EdgeSet dotted = 0;               // edges of the printed Stadtbahn path
  EdgeSet arrows = 0;             // where track may end although nothing can be run to yet (empty purple and red hexes)
  HexId anchor = HexId::none;     // the hex that keeps locations and markers: itself, or the first of its red area
  HexId twin = HexId::none;       // the other hex of a red area of two
  std::uint8_t special_face = 0;  // which face of L30 and L31 shows here (Tile::faces)
  std::uint8_t site = no_site;    // index of its marker cells in Board; no_site: never any circle
  Node first_node = no_node;      // nodes of its locations are first_node + location
  LineSet homes;                  // lines that start here
  CompanyId stadtbahn = CompanyId::none;  // on Stadtbahn hexes: whose path
  Bonus bonus = Bonus::none;
  Face printed;                                 // track and locations while no tile lies here
  std::array<std::uint8_t, tile_count> fits{};  // rotations (bits) in which a tile respects edges and dotted path
};

// One hex of a Stadtbahn's path, from its first named end to the other.
struct PathHex {
  HexId hex = HexId::none;
  std::int8_t enter = -1;  // edge, -1 at the first end
  std::int8_t leave = -1;  // edge, -1 at the last end
  bool build = false;      // needs a yellow Stadtbahn tile
};

struct StadtbahnMarker {
  CompanyId company = CompanyId::none;
  HexId hex = HexId::none;
  std::uint8_t location = 0;
  bool fixed = false;  // cannot be removed (R96)
};

struct NodePlace {
  HexId hex = HexId::none;
  std::uint8_t location = 0;
};

struct Map {
  MapVariant variant{};
  std::array<Hex, hex_count> hexes;
  Tiles tiles;
  std::vector<NodePlace> nodes;
  std::vector<HexId> sites;            // by site: its hex (the anchor)
  std::array<HexId, line_count> home;  // none: line not in play here
  LineSet lines;                       // in play (R120, R121)
  PrivateSet privates;
  CompanySet stadtbahn;
  std::array<std::vector<PathHex>, stadtbahn_count> paths;  // by Stadtbahn: W, V, G, D
  std::array<Money, markers_per_line> marker_prices{};      // R93
  Money removal_cost, landmark_bonus;                       // R97, R103
  std::vector<StadtbahnMarker> markers;                     // at the start of the game (R4)

  const Hex& operator[](HexId id) const { return hexes[index(id)]; }
  HexId find(std::string_view name) const;  // HexId::none: no such hex in this variant
  // Track and locations of a tile lying on a hex.
  const Face& face(HexId hex, TileId tile, int rotation) const {
    return tiles[tile].faces[static_cast<std::size_t>(rotation + (*this)[hex].special_face)];
  }
  bool has(HexId id) const { return index(id) < hex_count && (*this)[id].kind != HexKind::absent; }
  const std::vector<PathHex>& path(CompanyId s) const { return paths[index(s) - tram_company_count]; }
};

}  // namespace remise::vienna1840
