// Why a move is refused: a code, the ruling it rests on, and values. One line per code; data/locale turns them into
// sentences.
#pragma once

#include <cstdint>

#include "core/record.h"
#include "games/vienna1840/fields.h"

// X(code, rule, {field, type}...)
// clang-format off
#define REMISE_1840_REFUSALS(X)                                                                                           \
  /* board: tiles */                                                                                                      \
  X(no_such_hex, "R120", {"hex", FieldType::hex})                                                                         \
  X(no_such_tile, "R5", {"tile", FieldType::number})                                                                      \
  X(hex_takes_no_tile, "R68", {"hex", FieldType::hex})                                                                    \
  X(tile_not_for_hex, "R68", {"tile", FieldType::tile}, {"hex", FieldType::hex})                                          \
  X(special_station_tile, "R87", {"tile", FieldType::tile}, {"hex", FieldType::hex})                                      \
  X(no_tile_left, "R5", {"tile", FieldType::tile})                                                                        \
  X(colour_not_yet, "R1", {"tile", FieldType::tile}, {"era", FieldType::era})                                             \
  X(only_as_bonus, "R68", {"tile", FieldType::tile})                                                                      \
  X(only_as_stadtbahn_tile, "R64", {"tile", FieldType::tile}, {"hex", FieldType::hex})                                    \
  X(not_a_stadtbahn_hex, "R68", {"hex", FieldType::hex})                                                                  \
  X(not_the_bonus, "R79", {"tile", FieldType::tile}, {"hex", FieldType::hex})                                             \
  X(green_bonus_too_early, "R80", {"era", FieldType::era})                                                                \
  X(no_upgrade, "R90", {"old", FieldType::tile}, {"tile", FieldType::tile}, {"hex", FieldType::hex})                      \
  X(upgrade_breaks_track, "R90", {"old", FieldType::tile}, {"tile", FieldType::tile}, {"hex", FieldType::hex}, {"rotation", FieldType::rotation}) \
  X(no_such_rotation, "R69", {"rotation", FieldType::number})                                                             \
  X(track_leads_nowhere, "R69", {"tile", FieldType::tile}, {"hex", FieldType::hex}, {"rotation", FieldType::rotation}, {"edge", FieldType::edge}) \
  X(dotted_path_not_covered, "R76", {"tile", FieldType::tile}, {"hex", FieldType::hex}, {"rotation", FieldType::rotation}) \
  X(red_tile_rotation, "R85", {"hex", FieldType::hex}, {"rotation", FieldType::rotation})                                 \
  X(no_such_circle, "R72", {"hex", FieldType::hex}, {"circle", FieldType::number})                                        \
  X(home_tile_first, "R66", {"line", FieldType::line}, {"hex", FieldType::hex})                                           \
  X(not_next_in_sequence, "R75", {"hex", FieldType::hex}, {"stadtbahn", FieldType::company})                              \
  X(tile_not_connected, "R67", {"line", FieldType::line}, {"hex", FieldType::hex})                                        \
  X(upgrade_not_connected, "R90", {"line", FieldType::line}, {"hex", FieldType::hex})                                     \
  X(station_tile_not_connected, "R84", {"line", FieldType::line}, {"hex", FieldType::hex})                                \
  X(treasury_too_small, "R71", {"cost", FieldType::money}, {"treasury", FieldType::money})                                \
  /* board: markers */                                                                                                    \
  X(no_circle_there, "R92", {"hex", FieldType::hex}, {"circle", FieldType::number})                                       \
  X(no_marker_left, "R93", {"line", FieldType::line})                                                                     \
  X(marker_already_on_hex, "R94", {"line", FieldType::line}, {"hex", FieldType::hex})                                     \
  X(circles_full, "R95", {"hex", FieldType::hex}, {"circle", FieldType::circle})                                          \
  X(circle_reserved, "R91", {"hex", FieldType::hex}, {"line", FieldType::line})                                           \
  X(marker_not_connected, "R92", {"line", FieldType::line}, {"hex", FieldType::hex})                                      \
  X(replacing_needs_bonus, "R81", {"hex", FieldType::hex})                                                                \
  X(nothing_to_replace, "R81", {"hex", FieldType::hex})                                                                   \
  X(not_the_home, "R66", {"line", FieldType::line}, {"hex", FieldType::hex})                                              \
  X(no_such_marker, "R96", {"hex", FieldType::hex}, {"stadtbahn", FieldType::company})                                    \
  X(end_marker_stays, "R96", {"hex", FieldType::hex}, {"stadtbahn", FieldType::company})
// clang-format on

namespace remise::vienna1840 {

enum class RefusalCode : std::uint8_t {
#define REMISE_CODE(code, ...) code,
  REMISE_1840_REFUSALS(REMISE_CODE)
#undef REMISE_CODE
};
using Refusal = Record<RefusalCode>;

inline constexpr RecordSpec<FieldType> refusal_specs[] = {
#define REMISE_SPEC(code, rule, ...) {#code, rule, {{__VA_ARGS__}}},
    REMISE_1840_REFUSALS(REMISE_SPEC)
#undef REMISE_SPEC
};

}  // namespace remise::vienna1840
