// Why a move is refused: a code, the rule it rests on, and values. One line per code; data/locale turns them into
// sentences.
#pragma once

#include <optional>

#include "core/record.h"
#include "games/tramways/fields.h"

// clang-format off
#define REMISE_TRAMWAYS_REFUSALS(X, ...) \
  X(not_your_turn, "18.1", {"seat", FieldType::seat}) \
  X(wrong_phase, "18.1") \
  X(no_such_parcel_card, "3.3.2", {"card", FieldType::card}) \
  X(no_such_book, "3.7.1", {"book", FieldType::number}) \
  X(book_empty, "3.7.1", {"book", FieldType::number}) \
  X(not_in_book, "3.7.1", {"card", FieldType::card}, {"book", FieldType::number}) \
  X(reveal_not_in_book, "3.7.1", {"card", FieldType::card}, {"book", FieldType::number}) \
  X(reveal_missing, "3.7.1", {"book", FieldType::number}) \
  X(not_offered, "3.7.2", {"card", FieldType::card}) \
  X(bid_too_low, "6.1.3", {"amount", FieldType::number}, {"needed", FieldType::number}) \
  X(bid_repeats_own, "6.1.3", {"amount", FieldType::number}) \
  X(bid_taken, "6.1.3", {"amount", FieldType::number}, {"by_seat", FieldType::seat}) \
  X(pay_not_exact, "6.2.2", {"found", FieldType::number}, {"needed", FieldType::number}) \
  X(pay_surplus, "4.4", {"symbol", FieldType::symbol}, {"surplus", FieldType::number}) \
  X(not_enough_money, "6.2.1", {"needed", FieldType::number}, {"has", FieldType::number}) \
  X(not_in_row, "6.3.2", {"card", FieldType::card}) \
  X(not_a_ticket, "1.7", {"card", FieldType::card}) \
  X(nothing_to_reveal, "17.6") \
  X(row_empty, "17.6") \
  X(not_in_hand, "4.2", {"card", FieldType::card}) \
  X(symbol_twice, "4.2", {"symbol", FieldType::symbol}) \
  X(no_such_symbol, "4.1", {"symbol", FieldType::symbol}) \
  X(symbol_wrong_phase, "4.7", {"symbol", FieldType::symbol}) \
  X(symbol_no_use, "4.4", {"symbol", FieldType::symbol}) \
  X(consequence_unpayable, "4.5", {"needed", FieldType::number}, {"has", FieldType::number}) \
  X(no_worker, "8.1.1") \
  X(no_rails, "8.1.2") \
  X(wrong_rail_sum, "8.1.2", {"found", FieldType::number}, {"needed", FieldType::number}) \
  X(no_such_field, "1.2", {"field", FieldType::spot}) \
  X(no_start, "8.2.1", {"field", FieldType::spot}) \
  X(no_such_link, "8.2.2", {"link", FieldType::link}) \
  X(not_own_link, "8.4.5", {"link", FieldType::link}, {"owner_seat", FieldType::seat}) \
  X(link_is_complete, "8.2.2", {"link", FieldType::link}) \
  X(link_not_complete, "8.2.3", {"link", FieldType::link}) \
  X(link_not_at_parcel, "8.2.3", {"link", FieldType::link}, {"parcel", FieldType::parcel}) \
  X(redirect_not_allowed, "8.6.1") \
  X(redirect_edge, "8.6.1", {"field", FieldType::spot}, {"edge", FieldType::edge}) \
  X(no_piece, "18.2") \
  X(not_layable, "8.3.1", {"field", FieldType::spot}) \
  X(edge_taken, "8.3.2", {"field", FieldType::spot}, {"edge", FieldType::edge}) \
  X(out_of_pieces, "8.3.3", {"straight", FieldType::number}) \
  X(parcel_start_hangs, "8.3.4", {"field", FieldType::spot}) \
  X(link_end_hangs, "8.3.4", {"field", FieldType::spot}, {"link", FieldType::link}) \
  X(joins_a_start, "8.3.4", {"field", FieldType::spot}, {"link", FieldType::link}) \
  X(path_goes_on, "8.4.4", {"field", FieldType::spot}) \
  X(end_outside, "8.4", {"field", FieldType::spot}, {"edge", FieldType::edge}) \
  X(end_water, "8.4", {"field", FieldType::spot}) \
  X(end_foreign_parcel, "8.4", {"field", FieldType::spot}) \
  X(end_foreign_rail, "8.4", {"field", FieldType::spot}, {"owner_seat", FieldType::seat}) \
  X(end_same_place, "8.4.1", {"field", FieldType::spot}) \
  X(must_be_complete, "8.2.3", {"link", FieldType::link}) \
  X(dests_needed, "8.5", {"found", FieldType::number}, {"needed", FieldType::number}) \
  X(dests_not_matching, "8.5.1") \
  X(link_already_upgraded, "9.2", {"link", FieldType::link}) \
  X(parcel_not_own, "10.1", {"parcel", FieldType::parcel}) \
  X(parcel_built, "10.1", {"parcel", FieldType::parcel}) \
  X(wrong_coordinate, "10.1", {"symbol", FieldType::symbol}, {"parcel", FieldType::parcel}) \
  X(no_building_card, "10.2", {"card", FieldType::card}) \
  X(no_own_building, "11.2", {"field", FieldType::spot}) \
  X(building_already_upgraded, "11.2", {"field", FieldType::spot}) \
  X(no_passenger, "12.2", {"field", FieldType::spot}) \
  X(route_empty, "12.2") \
  X(route_link_incomplete, "12.2", {"link", FieldType::link}) \
  X(route_gap, "12.2", {"link", FieldType::link}) \
  X(route_twice, "12.3", {"field", FieldType::spot}) \
  X(route_goes_on, "12.3", {"field", FieldType::spot}) \
  X(route_no_match, "12.3", {"field", FieldType::spot}, {"symbol", FieldType::symbol}) \
  X(not_open, "3.7.2", {"card", FieldType::card}) \
  X(deck_empty, "3.7.2") \
  X(too_expensive, "12.5.4", {"needed", FieldType::number}, {"has", FieldType::number}) \
  X(negative_number, "12.5.4", {"found", FieldType::number}) \
  X(no_uses, "13.2", {"card", FieldType::card}) \
  X(slot_twice, "4.2", {"symbol", FieldType::symbol}) \
  X(worker_limit, "13.2.2", {"limit", FieldType::number}) \
  X(stress_lowest, "13.2.3") \
  X(field_needed, "13.2.4", {"symbol", FieldType::symbol}) \
  X(field_not_allowed, "13.2", {"symbol", FieldType::symbol}) \
  X(field_not_free, "13.2.4", {"field", FieldType::spot}) \
  X(no_passenger_left, "2.4", {"limit", FieldType::number}) \
  X(discard_too_dear, "13.3", {"needed", FieldType::number}, {"has", FieldType::number}) \
  X(too_many_cards, "15.1", {"found", FieldType::number}, {"limit", FieldType::number}) \
  X(card_twice, "15.1", {"card", FieldType::card}) \
  X(not_in_deck, "15.1", {"card", FieldType::card}) \
  X(no_rail_in_hand, "8.1.2") \
  X(no_complete_link, "9.2") \
  X(no_link_to_upgrade, "9.2") \
  X(no_upgrade_link_symbol, "9.1") \
  X(no_parcel_to_build, "10.1") \
  X(no_building_card_left, "10.2") \
  X(no_build_symbol, "10.1") \
  X(no_parcel_here, "10.1", {"field", FieldType::spot}) \
  X(no_coordinate_in_hand, "10.1", {"parcel", FieldType::parcel}) \
  X(no_building_to_upgrade, "11.2") \
  X(no_upgrade_building_symbol, "11.1") \
  X(no_passenger_waits, "12.2") \
  X(no_link_leads_away, "12.2", {"field", FieldType::spot}) \
  X(no_ticket_in_hand, "12.1") \
  X(no_destination_in_hand, "8.5.1") \
  X(no_way_to_pay, "4.4") \
  X(no_card_to_play, "13.2") \
  X(no_card_to_discard, "13.3") \
  X(shuffle_missing, "18.3", {"count", FieldType::number}) \
  X(shuffle_differs, "18.3", {"entry", FieldType::number}) \
  X(deal_differs, "3.6.3", {"card", FieldType::card})
// clang-format on

namespace remise::tramways {

REMISE_RECORDS(RefusalCode, refusal_specs, FieldType, REMISE_TRAMWAYS_REFUSALS)
using Refusal = Record<RefusalCode>;
using Check = std::optional<Refusal>;  // nothing: allowed

template <class... Args>
Refusal refuse(RefusalCode code, Args... args) {
  return record(code, args...);
}

}  // namespace remise::tramways
