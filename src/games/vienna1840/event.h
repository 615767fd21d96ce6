// What happened: one record per fact, in order. The list names each kind, the rule behind it and its arguments, for
// JSON and for data/locale.
#pragma once

#include <vector>

#include "core/record.h"
#include "games/vienna1840/fields.h"

// clang-format off
#define REMISE_1840_EVENTS(X, REVEALING) \
  X(round_started, "R1", {"round", FieldType::round})                                                                   \
  X(passed, "VII.1", {"seat", FieldType::player}, {"forced", FieldType::yes_no})                                        \
  X(company_passed, "VIII.6", {"company", FieldType::company}, {"step", FieldType::step}, {"forced", FieldType::yes_no}) \
  X(private_bid, "R7", {"seat", FieldType::player}, {"private", FieldType::private_company}, {"price", FieldType::money}) \
  X(private_sold, "VI", {"seat", FieldType::player}, {"private", FieldType::private_company}, {"price", FieldType::money}) \
  X(minimum_reduced, "R10", {"private", FieldType::private_company}, {"minimum", FieldType::money})                     \
  X(private_paid, "R30", {"private", FieldType::private_company}, {"seat", FieldType::player}, {"company", FieldType::company}, {"amount", FieldType::money}) \
  X(private_returned, "R29", {"private", FieldType::private_company}, {"seat", FieldType::player}, {"company", FieldType::company}, {"amount", FieldType::money}) \
  X(order_card, "R14", {"seat", FieldType::player}, {"card", FieldType::number}, {"forced", FieldType::yes_no})         \
  X(order_dealt, "R26", {"seat", FieldType::player}, {"card", FieldType::number}, {"cash", FieldType::money})           \
  X(director_bought, "R16", {"seat", FieldType::player}, {"company", FieldType::company}, {"par", FieldType::money})    \
  X(share_bought, "VII.6", {"seat", FieldType::player}, {"company", FieldType::company}, {"price", FieldType::money})   \
  X(shares_sold, "R24", {"seat", FieldType::player}, {"company", FieldType::company}, {"count", FieldType::number}, {"amount", FieldType::money}) \
  X(price_moved, "X", {"company", FieldType::company}, {"from", FieldType::money}, {"to", FieldType::money}, {"row", FieldType::number}, {"column", FieldType::number}) \
  X(sold_out, "R27", {"company", FieldType::company})                                                                   \
  X(trams_gone, "R32", {"tram", FieldType::tram}, {"count", FieldType::number})                                         \
  X(trams_on_sale, "R32", {"tram", FieldType::tram}, {"price", FieldType::money}, {"count", FieldType::number})         \
  X(company_order, "R33", {"company", FieldType::company}, {"place", FieldType::number})                                \
  X(dividend_paid, "R35", {"company", FieldType::company}, {"amount", FieldType::money}, {"treasury", FieldType::money}) \
  X(stadtbahn_paid, "R42", {"company", FieldType::company}, {"value", FieldType::money}, {"multiplier", FieldType::number}, {"amount", FieldType::money}) \
  X(income, "VIII.5.1", {"seat", FieldType::player}, {"company", FieldType::company}, {"amount", FieldType::money})     \
  X(tram_bought, "VIII.5.3", {"company", FieldType::company}, {"tram", FieldType::tram}, {"price", FieldType::money})   \
  X(maintenance_changed, "R52", {"tram", FieldType::tram}, {"maintenance", FieldType::money})                           \
  X(director_paid, "R47", {"seat", FieldType::player}, {"company", FieldType::company}, {"amount", FieldType::money})   \
  X(loans_taken, "R49", {"seat", FieldType::player}, {"count", FieldType::number})                                      \
  X(tram_scrapped, "R51", {"company", FieldType::company}, {"tram", FieldType::tram}, {"line", FieldType::line})        \
  X(tram_assigned, "R53", {"company", FieldType::company}, {"line", FieldType::line}, {"tram", FieldType::tram})        \
  X(tram_parked, "R53", {"company", FieldType::company}, {"tram", FieldType::tram})                                     \
  X(line_bid, "R56", {"company", FieldType::company}, {"line", FieldType::line}, {"price", FieldType::money})           \
  X(auction_passed, "R57", {"company", FieldType::company}, {"out", FieldType::yes_no}, {"forced", FieldType::yes_no})   \
  X(line_sold, "R62", {"company", FieldType::company}, {"line", FieldType::line}, {"price", FieldType::money})          \
  REVEALING(line_offered, "R3", {"line", FieldType::line})                                                                      \
  X(line_closed, "R63", {"line", FieldType::line})                                                                      \
  X(line_turn, "R65", {"line", FieldType::line}, {"company", FieldType::company})                                       \
  X(home_marker, "R66", {"line", FieldType::line}, {"hex", FieldType::hex}, {"location", FieldType::number})            \
  X(tile_laid, "IX.4", {"line", FieldType::line}, {"hex", FieldType::hex}, {"tile", FieldType::tile}, {"rotation", FieldType::number}, {"replaced", FieldType::tile}, {"cost", FieldType::money}) \
  X(bonus_lost, "R77", {"line", FieldType::line}, {"bonus", FieldType::bonus})                                          \
  X(marker_placed, "R93", {"line", FieldType::line}, {"hex", FieldType::hex}, {"location", FieldType::number}, {"cost", FieldType::money}) \
  X(stadtbahn_marker_removed, "R97", {"line", FieldType::line}, {"hex", FieldType::hex}, {"company", FieldType::company}, {"cost", FieldType::money}) \
  X(line_ran, "R107", {"line", FieldType::line}, {"company", FieldType::company}, {"tram", FieldType::tram}, {"route", FieldType::money}, {"maintenance", FieldType::money}, {"net", FieldType::money}) \
  X(line_stayed, "R106", {"line", FieldType::line})                                                                     \
  X(shortfall, "R108", {"company", FieldType::company}, {"revenue", FieldType::money}, {"treasury", FieldType::money}, {"director", FieldType::money}) \
  X(offer_made, "R110", {"company", FieldType::company}, {"seat", FieldType::player}, {"private", FieldType::private_company}, {"price", FieldType::money}) \
  X(offer_declined, "R110", {"company", FieldType::company}, {"seat", FieldType::player}, {"private", FieldType::private_company}, {"price", FieldType::money}) \
  X(offer_lapsed, "R29", {"company", FieldType::company}, {"private", FieldType::private_company})                      \
  X(private_bought, "R110", {"company", FieldType::company}, {"seat", FieldType::player}, {"private", FieldType::private_company}, {"price", FieldType::money}) \
  X(game_over, "XI")
// clang-format on

namespace remise::vienna1840 {

REMISE_RECORDS(EventKind, event_specs, FieldType, REMISE_1840_EVENTS)
using Event = Record<EventKind>;
using Events = std::vector<Event>;

}  // namespace remise::vienna1840
