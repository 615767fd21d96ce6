// The things of 1840, numbered. Their printed names stand in the tables (tables.h).
#pragma once

#include <cstdint>

#include "core/ids.h"

namespace remise::vienna1840 {

inline constexpr int hex_count = 148;  // of the full board; the smaller boards leave some out (R120-R122)
inline constexpr int tile_count = 56;  // kinds of tile
inline constexpr int line_count = 18;
inline constexpr int tram_company_count = 6;
inline constexpr int stadtbahn_count = 4;
inline constexpr int company_count = tram_company_count + stadtbahn_count;
inline constexpr int private_count = 6;
inline constexpr int tram_colour_count = 5;
inline constexpr int era_count = 4;
inline constexpr int marker_count = line_count + stadtbahn_count;  // kinds of station marker
inline constexpr int markers_per_line = 6;

enum class HexId : std::uint8_t { none = 0xff };   // place in map.json
enum class TileId : std::uint8_t { none = 0xff };  // place in tiles.json
enum class LineId : std::uint8_t { none = 0xff };  // printed number - 1
// The six tram companies (TC), then the four Stadtbahn companies.
enum class CompanyId : std::uint8_t { wt, dtkc, sje, bbg, wkb, gwststb, w, v, g, d, none = 0xff };
enum class PrivateId : std::uint8_t { pr, kk, sb, hb, sd, ss, none = 0xff };
enum class TramColour : std::uint8_t { yellow, orange, red, pink, purple, none = 0xff };
enum class TileColour : std::uint8_t { yellow, green, brown, grey, red, purple };
// The newest ordinary tile colour available. It decides the values of boxes (R89) and what may be laid (R1).
enum class Era : std::uint8_t { yellow, green, brown, grey };
// Whose station marker: the 18 lines, then Stadtbahn W, V, G, D.
enum class MarkerId : std::uint8_t { none = 0xff };
enum class MapVariant : std::uint8_t { full, small, overlay2 };

constexpr bool is_stadtbahn(CompanyId c) { return c >= CompanyId::w && c <= CompanyId::d; }
constexpr bool is_stadtbahn(MarkerId m) { return m != MarkerId::none && index(m) >= line_count; }
constexpr MarkerId marker_of(LineId line) { return id_at<MarkerId>(index(line)); }
constexpr MarkerId marker_of(CompanyId stadtbahn) {
  return id_at<MarkerId>(line_count + index(stadtbahn) - tram_company_count);
}
constexpr CompanyId stadtbahn_of(MarkerId m) { return id_at<CompanyId>(index(m) - line_count + tram_company_count); }
constexpr int number_of(LineId line) { return static_cast<int>(index(line)) + 1; }
constexpr LineId line_numbered(int number) { return id_at<LineId>(number - 1); }

// A set of ids as bits.
template <Id E, class Word>
struct IdSet {
  Word bits = 0;

  static constexpr IdSet of(E id) { return {static_cast<Word>(Word{1} << index(id))}; }
  static constexpr IdSet first(int n) { return {static_cast<Word>((std::uint64_t{1} << n) - 1)}; }
  constexpr bool has(E id) const { return index(id) < sizeof(Word) * 8 && (bits >> index(id) & 1) != 0; }
  constexpr void add(E id) { bits = static_cast<Word>(bits | Word{1} << index(id)); }
  constexpr void remove(E id) { bits = static_cast<Word>(bits & ~(Word{1} << index(id))); }
  constexpr bool empty() const { return bits == 0; }
  constexpr int size() const { return __builtin_popcountll(bits); }
  constexpr E lowest() const { return bits ? id_at<E>(__builtin_ctzll(bits)) : E::none; }
  bool operator==(const IdSet&) const = default;
};
using LineSet = IdSet<LineId, std::uint32_t>;
using PrivateSet = IdSet<PrivateId, std::uint8_t>;
using CompanySet = IdSet<CompanyId, std::uint16_t>;

}  // namespace remise::vienna1840
