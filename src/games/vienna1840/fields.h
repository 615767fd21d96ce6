// What an argument of an event or a refusal stands for, so that JSON and catalogues can name it.
#pragma once

#include <cstdint>

namespace remise::vienna1840 {

enum class FieldType : std::uint8_t {
  none,
  number,
  money,
  player,
  company,
  line,
  private_company,
  tram,  // TramColour
  hex,
  tile,
  rotation,
  edge,
  circle,  // location on a hex or tile
  marker,
  era,
  round,  // place in Tables::rounds
  step,   // Step
  bonus,  // Bonus
  yes_no,
};

}  // namespace remise::vienna1840
