// The map with what lies on it: tiles, station markers, and the tiles still in the box. A plain value.
//
// Every rule about tiles and markers is here: what may be laid or placed and at what cost (check_*, list_*), and doing
// it. list_* gives exactly what check_* accepts. Who may do it when, and paying, is the business of the line round.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/money.h"
#include "games/vienna1840/components/map.h"
#include "games/vienna1840/refusal.h"

namespace remise::vienna1840 {

struct Board {
  std::array<TileId, hex_count> tile;
  std::array<std::uint8_t, hex_count> rotation{};
  // By site (Hex::site) and circle. The circles of a location are next to each other (Location::first_circle).
  std::array<std::array<MarkerId, max_circles>, max_sites> markers;
  std::array<std::uint8_t, tile_count> left{};  // tiles in the box, by TileId

  bool operator==(const Board&) const = default;
};

// The board before the first move, with the Stadtbahn markers (R4). separate_specials (C10): L30 and L31 twice each.
Board start_board(const Map& map, bool separate_specials = false);

// Track and locations of a hex now; a two-hex red area has its locations at the anchor only, its track at both.
inline const Face& face_at(const Map& map, const Board& board, HexId hex) {
  const TileId tile = board.tile[index(hex)];
  return tile == TileId::none ? map[hex].printed : map.face(hex, tile, board.rotation[index(hex)]);
}
// The marker in a circle of a hex, or none.
MarkerId marker_at(const Map& map, const Board& board, HexId hex, int circle);
bool has_marker(const Map& map, const Board& board, HexId hex, MarkerId marker);
int count_markers(const Board& board, MarkerId marker);
int location_of_circle(const Face& face, int circle);  // -1: none
// May a tram of the line run through the location, or only end there? (R100, R102)
bool may_pass(const Map& map, const Board& board, HexId hex, const Location& at, LineId line);

// What is needed besides the board to build for a line.
struct Builder {
  LineId line = LineId::none;
  Era era = Era::yellow;
  Money treasury;
  bool first_turn = false;  // the first tile belongs on the home hex (R66)
  LineSet waiting;          // lines that have not operated yet, hidden ones too, closed ones not (R91, R63)
};

// --- reach (R67, R92)
// ---------------------------------------------------------------------------------------------------

// A set of locations of the board.
struct NodeSet {
  std::array<std::uint64_t, max_nodes / 64> words{};

  bool operator[](std::size_t node) const { return (words[node / 64] >> node % 64 & 1) != 0; }
  void set(std::size_t node) { words[node / 64] |= std::uint64_t{1} << node % 64; }
  template <class Each>
  void for_each(Each each) const {  // ascending
    for (std::size_t w = 0; w < words.size(); ++w)
      for (std::uint64_t bits = words[w]; bits; bits &= bits - 1)
        each(static_cast<Node>(w * 64 + static_cast<std::size_t>(__builtin_ctzll(bits))));
  }
};

struct Reach {
  std::array<EdgeSet, hex_count>
      in{};       // edges of a hex where the line's track leads in; all of them where its marker is
  NodeSet nodes;  // locations its trams come to
  NodeSet own;    // of these, those with its marker
  NodeSet open;   // and those a route may pass (R100, R102)
};
Reach reach_of(const Map& map, const Board& board, LineId line);

// --- tiles
// --------------------------------------------------------------------------------------------------------------

enum class LayKind : std::uint8_t {
  ordinary,      // action (a): a yellow tile or an upgrade
  stadtbahn,     // action (b): the next yellow Stadtbahn tile
  bonus_yellow,  // bonus actions (R79, R80, R84)
  bonus_green,
  bonus_red,
  bonus_purple,
};

struct Lay {
  HexId hex = HexId::none;
  TileId tile = TileId::none;
  std::uint8_t rotation = 0;
  // R72, only where 235 comes under markers on an OO hex: the circle (location of the tile; 0 has the track) of the
  // marker that stands in circle 0 of the hex; a second marker gets the other. Else 0.
  std::uint8_t circle = 0;
  bool operator==(const Lay&) const = default;
};

std::optional<Refusal> check_lay(const Map& map, const Board& board, const Builder& by, LayKind kind, const Lay& lay);
// Appends all lays; rotations that look the same are listed separately.
void list_lays(const Map& map, const Board& board, const Builder& by, LayKind kind, std::vector<Lay>& out);
Money lay_cost(const Map& map, const Board& board, const Lay& lay);
void lay_tile(const Map& map, Board& board, const Lay& lay);  // the lay must be legal

// The next hexes of a Stadtbahn's path to be built, from its two ends (R75); none where complete, twice the same for
// one.
std::array<HexId, 2> next_stadtbahn_hexes(const Map& map, const Board& board, CompanyId stadtbahn);

// --- markers
// ------------------------------------------------------------------------------------------------------------

enum class MarkerKind : std::uint8_t { normal, bonus };  // R81: the bonus marker is free

struct MarkerPlace {
  HexId hex = HexId::none;  // the anchor of an area
  std::uint8_t location = 0;
  bool replace = false;  // R81, bonus only: a Stadtbahn marker is removed for 40 to make room
  bool operator==(const MarkerPlace&) const = default;
};

std::optional<Refusal> check_marker(const Map& map, const Board& board, const Builder& by, MarkerKind kind,
                                    const MarkerPlace& place);
void list_markers(const Map& map, const Board& board, const Builder& by, MarkerKind kind,
                  std::vector<MarkerPlace>& out);
Money marker_cost(const Map& map, const Board& board, LineId line, MarkerKind kind, const MarkerPlace& place);
void place_marker(const Map& map, Board& board, LineId line, const MarkerPlace& place);  // must be legal
Money next_marker_price(const Map& map, const Board& board, LineId line);                // R93; -1: none left

// The places for the first marker of a line (R66, R72, R73): usually one, two on an OO tile with both circles free.
void list_home_places(const Map& map, const Board& board, LineId line, std::vector<MarkerPlace>& out);
std::optional<Refusal> check_home(const Map& map, const Board& board, LineId line, const MarkerPlace& place);

struct Removal {
  HexId hex = HexId::none;
  CompanyId stadtbahn = CompanyId::none;
  bool operator==(const Removal&) const = default;
};
std::optional<Refusal> check_removal(const Map& map, const Board& board, Money treasury, const Removal& removal);
void list_removals(const Map& map, const Board& board, Money treasury, std::vector<Removal>& out);
void remove_marker(const Map& map, Board& board, const Removal& removal);

}  // namespace remise::vienna1840
