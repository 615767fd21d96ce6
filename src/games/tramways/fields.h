// What an argument of an event or a refusal stands for, so that JSON and catalogues can name it.
#pragma once

#include <bit>
#include <cstdint>

#include "games/tramways/state.h"

namespace remise::tramways {

// A secret card is seen by the seat in the record's first field only.
enum class FieldType : std::uint8_t {
  none,
  number,
  seat,
  card,
  secret_card,
  spot,
  link,
  parcel,
  building,
  edge,
  symbol
};

// Packing of composite arguments.
constexpr std::int32_t pack(Spot s) { return static_cast<std::uint8_t>(s.x) << 8 | static_cast<std::uint8_t>(s.y); }
constexpr std::int32_t pack(Symbol s) { return static_cast<std::int32_t>(index(s.card) << 8 | s.slot); }

// A link with what stands at its ends: nobody at a table knows it by its number. Each end is one place, or none where
// the link is open. `links.h` makes it (`named`); an id alone is a PackedLink without names.
struct PackedLink {
  static constexpr std::int32_t has_names = 1 << 24;

  static constexpr std::int32_t end(Places place) { return place.empty() ? 0 : std::countr_zero(place.bits) + 1; }
  static constexpr std::int32_t pack(LinkId id, Places start, Places far) {
    return static_cast<std::int32_t>(index(id)) | end(start) << 8 | end(far) << 16 | has_names;
  }
};

}  // namespace remise::tramways
