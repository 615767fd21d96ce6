// Why a move is refused: a code, the ruling it rests on, and values. One line per code; data/locale turns them into
// sentences.
#pragma once

#include <optional>

#include "core/record.h"
#include "games/vienna1840/fields.h"

// clang-format off
#define REMISE_1840_REFUSALS(X, ...) \
  /* rounds, market, money */                                                                                           \
  X(not_to_act, "V", {"seat", FieldType::player})                                                                       \
  X(wrong_step, "V", {"step", FieldType::step})                                                                         \
  X(offer_pending, "R110", {"private", FieldType::private_company}, {"price", FieldType::money})                        \
  X(pass_not_possible, "VI", {"step", FieldType::step})                                                                 \
  X(private_not_yours, "R29", {"private", FieldType::private_company})                                                  \
  X(private_not_for_sale, "R7", {"private", FieldType::private_company})                                                \
  X(other_lot, "R7", {"private", FieldType::private_company}, {"lot", FieldType::private_company})                      \
  X(bid_too_low, "R8", {"price", FieldType::money}, {"minimum", FieldType::money})                                      \
  X(bid_not_in_steps, "R8", {"price", FieldType::money}, {"base", FieldType::money}, {"step", FieldType::money})        \
  X(bid_above_cash, "VI", {"price", FieldType::money}, {"cash", FieldType::money})                                      \
  X(no_such_card, "R14", {"card", FieldType::number}, {"cards", FieldType::number})                                     \
  X(card_taken, "R14", {"card", FieldType::number})                                                                     \
  X(director_first, "R16")                                                                                              \
  X(director_sold, "R16", {"company", FieldType::company})                                                              \
  X(no_such_par, "R16", {"par", FieldType::money})                                                                      \
  X(par_above_cash, "R16", {"par", FieldType::money}, {"needed", FieldType::money}, {"cash", FieldType::money})         \
  X(not_on_chart, "VII.6", {"company", FieldType::company})                                                             \
  X(no_share_left, "VII.6", {"company", FieldType::company})                                                            \
  X(share_above_cash, "VII.6", {"company", FieldType::company}, {"price", FieldType::money}, {"cash", FieldType::money}) \
  X(sold_this_round, "R19", {"company", FieldType::company})                                                            \
  X(holding_limit, "R20", {"company", FieldType::company}, {"percent", FieldType::number})                              \
  X(certificate_limit, "R23", {"certificates", FieldType::number}, {"limit", FieldType::number})                        \
  X(no_sale_in_first_round, "R18")                                                                                      \
  X(too_few_shares, "R22", {"company", FieldType::company}, {"count", FieldType::number}, {"held", FieldType::number})  \
  X(dividend_not_in_steps, "R35", {"amount", FieldType::money}, {"step", FieldType::money})                             \
  X(dividend_above_revenue, "R35", {"amount", FieldType::money}, {"revenue", FieldType::money})                         \
  X(tram_not_on_sale, "R6", {"tram", FieldType::tram})                                                                  \
  X(tram_limit, "R50", {"limit", FieldType::number})                                                                    \
  X(tram_above_treasury, "R48", {"tram", FieldType::tram}, {"price", FieldType::money}, {"treasury", FieldType::money}) \
  X(must_own_tram, "R44", {"company", FieldType::company})                                                              \
  X(no_such_tram, "R51", {"tram", FieldType::tram}, {"line", FieldType::line})                                          \
  X(too_late_to_scrap, "R51", {"line", FieldType::line})                                                                \
  X(assignment_lines, "R53", {"company", FieldType::company})                                                           \
  X(assignment_trams, "R53", {"tram", FieldType::tram})                                                                 \
  X(assignment_idle, "R53", {"line", FieldType::line})                                                                  \
  X(line_not_offered, "R56", {"line", FieldType::line})                                                                 \
  X(other_line, "R56", {"line", FieldType::line}, {"lot", FieldType::line})                                             \
  X(line_bid_too_low, "R56", {"price", FieldType::money}, {"minimum", FieldType::money})                                \
  X(line_bid_not_in_steps, "R56", {"price", FieldType::money}, {"step", FieldType::money})                              \
  X(line_bid_above_treasury, "R62", {"price", FieldType::money}, {"treasury", FieldType::money})                        \
  X(must_run, "IX.3", {"line", FieldType::line})                                                                        \
  X(no_tram, "R106", {"line", FieldType::line})                                                                         \
  X(claim_not_best, "R104", {"claim", FieldType::money}, {"best", FieldType::money})                                    \
  X(no_empty_run, "R105", {"line", FieldType::line})                                                                    \
  X(claim_too_high, "R104", {"claim", FieldType::money}, {"limit", FieldType::money})                                   \
  X(privates_not_yet, "R110", {"round", FieldType::round})                                                              \
  X(private_not_with_player, "R110", {"private", FieldType::private_company})                                           \
  X(offer_price, "R110", {"price", FieldType::money}, {"minimum", FieldType::money}, {"maximum", FieldType::money})     \
  X(offer_above_treasury, "R110", {"price", FieldType::money}, {"treasury", FieldType::money})                          \
  X(offer_not_higher, "R110", {"price", FieldType::money}, {"declined", FieldType::money})                              \
  X(done_already, "R64", {"line", FieldType::line})                                                                     \
  X(bonus_first, "R77", {"bonus", FieldType::bonus}) \
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

REMISE_RECORDS(RefusalCode, refusal_specs, FieldType, REMISE_1840_REFUSALS)
using Refusal = Record<RefusalCode>;
using Check = std::optional<Refusal>;  // nothing: allowed

template <class... Args>
Refusal refuse(RefusalCode code, Args... args) {
  return record(code, args...);
}

}  // namespace remise::vienna1840
