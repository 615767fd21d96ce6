// What an argument of an event or a refusal stands for, so that JSON and catalogues can name it.
#pragma once

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

}  // namespace remise::tramways
