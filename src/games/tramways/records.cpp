#include "games/tramways/records.h"

namespace remise::tramways {
namespace {

using enum FieldType;
constexpr FieldSpec<FieldType> seat_{"seat", seat}, card_{"card", card}, amount_{"amount", number}, link_{"link", link},
    parcel_{"parcel", parcel}, field_{"field", spot}, symbol_{"symbol", symbol}, book_{"book", number},
    edge_{"edge", edge}, count_{"count", number}, found_{"found", number}, needed_{"needed", number},
    owner_{"owner_seat", seat}, now_{"now", number}, type_{"building", building};

template <class Kind>
struct Row {
  Kind kind;
  Spec spec;
};

constexpr bool reveals = true;

using E = EventKind;
constexpr Row<E> event_rows[]{
    {E::parcel_drafted, {"parcel_drafted", "3.3.2", {seat_, card_, parcel_}}},
    {E::auction_deck_built, {"auction_deck_built", "3.6.3", {count_}, reveals}},
    {E::cards_received, {"cards_received", "3.4.1", {seat_, count_}}},
    {E::book_opened, {"book_opened", "3.7.1", {seat_, book_}, reveals}},
    {E::dev_taken, {"dev_taken", "3.7.1", {seat_, book_, {"card", secret_card}}}},
    {E::dev_open_taken, {"dev_open_taken", "3.7.1", {seat_, book_, card_}}},
    {E::dev_revealed, {"dev_revealed", "3.7.1", {seat_, book_, card_}, reveals}},
    {E::dev_kept, {"dev_kept", "3.7.2", {seat_, {"card", secret_card}}}},
    {E::dev_deck_made, {"dev_deck_made", "3.7.2", {count_}, reveals}},
    {E::dev_drawn, {"dev_drawn", "3.7.2", {seat_, {"card", secret_card}}, reveals}},
    {E::dev_turned_up, {"dev_turned_up", "3.7.2", {card_}, reveals}},
    {E::round_begun, {"round_begun", "5.1", {{{"round", number}}}}},
    {E::bid_made, {"bid_made", "6.1.3", {seat_, amount_, {"coins", number}}}},
    {E::passed, {"passed", "6.1.2", {seat_}}},
    {E::placed, {"placed", "6.1.2", {seat_, {"place", number}}}},
    {E::order_set, {"order_set", "6.3.1", {{{"first_seat", seat}}}}},
    {E::auction_card_taken, {"auction_card_taken", "6.3.2", {seat_, card_}}},
    {E::parcel_owned, {"parcel_owned", "6.3.3", {seat_, parcel_}}},
    {E::void_discarded, {"void_discarded", "6.3.4", {seat_, card_}}},
    {E::auction_row_card, {"auction_row_card", "6.3.5", {card_}, reveals}},
    {E::solo_revealed, {"solo_revealed", "17.6", {seat_, card_, {"price", number}}, reveals}},
    {E::solo_row_discarded, {"solo_row_discarded", "17.6", {count_}}},
    {E::auction_shuffled, {"auction_shuffled", "17.7", {count_}, reveals}},
    {E::card_played, {"card_played", "4.2", {seat_, card_, {"symbols", number}}}},
    {E::consequence_paid, {"consequence_paid", "4.5", {seat_, card_, amount_}}},
    {E::stress_changed, {"stress_changed", "4.8", {seat_, {"change", number}, now_}}},
    {E::hp_changed, {"hp_changed", "4.9", {seat_, {"change", number}, now_}}},
    {E::track_laid, {"track_laid", "8", {seat_, link_, {"pieces", number}, {"cost", number}}}},
    {E::link_completed, {"link_completed", "8.4", {seat_, link_}}},
    {E::link_joined, {"link_joined", "8.4.4", {seat_, link_, {"gone", link}}}},
    {E::link_split, {"link_split", "10.3.4", {seat_, link_, {"part", link}}}},
    {E::link_removed, {"link_removed", "8.7.1", {seat_, link_, {"pieces", number}}}},
    {E::link_upgraded, {"link_upgraded", "9.2", {seat_, link_}}},
    {E::built, {"built", "10.3", {seat_, parcel_, type_, card_}}},
    {E::hand_limit_raised, {"hand_limit_raised", "10.3.6", {seat_, {"limit", number}}}},
    {E::building_upgraded, {"building_upgraded", "11.3", {seat_, field_}}},
    {E::passenger_moved, {"passenger_moved", "12.2", {seat_, field_, {"to", spot}, {"links", number}}}},
    {E::link_travelled, {"link_travelled", "12.4", {owner_, link_}}},
    {E::commercial_money, {"commercial_money", "12.5.2", {seat_, amount_}}},
    {E::hp_bought, {"hp_bought", "12.5.4", {seat_, count_, {"price", number}}}},
    {E::link_income, {"link_income", "12.6.3", {seat_, link_, amount_}}},
    {E::link_paid, {"link_paid", "12.6.3", {seat_, link_, amount_, owner_}}},
    {E::link_unpaid, {"link_unpaid", "12.6.4", {seat_, link_, amount_}}},
    {E::worker_gained, {"worker_gained", "13.2.2", {seat_, now_}}},
    {E::action_done, {"action_done", "7.1", {seat_, count_}}},
    {E::turn_income, {"turn_income", "7.1", {seat_, amount_}}},
    {E::turn_ended, {"turn_ended", "7.1", {seat_}}},
    {E::money_gained, {"money_gained", "13.2.1", {seat_, amount_}}},
    {E::passenger_added, {"passenger_added", "13.2.4", {seat_, field_}}},
    {E::card_discarded, {"card_discarded", "13.3", {seat_, card_, {"price", number}}}},
    {E::admin_finished, {"admin_finished", "13.4", {seat_}}},
    {E::deck_shuffled, {"deck_shuffled", "14.1", {seat_, count_}, reveals}},
    {E::cards_drawn, {"cards_drawn", "14.1", {seat_, count_}, reveals}},
    {E::card_drawn, {"card_drawn", "14.1", {seat_, {"card", secret_card}}}},
    {E::deck_revealed, {"deck_revealed", "15.1", {seat_, count_}, reveals}},
    {E::hand_chosen, {"hand_chosen", "15.1", {seat_, count_}}},
    {E::hand_card_chosen, {"hand_card_chosen", "15.1", {seat_, {"card", secret_card}}}},
    {E::stress_at_maximum, {"stress_at_maximum", "14.2", {seat_}}},
    {E::passenger_arrived, {"passenger_arrived", "14.3", {field_, type_}}},
    {E::game_ended, {"game_ended", "15.3", {}}},
};

using C = Code;
constexpr FieldSpec<FieldType> limit_{"limit", number};
constexpr Row<C> refusal_rows[]{
    {C::not_your_turn, {"not_your_turn", "18.1", {seat_}}},
    {C::wrong_phase, {"wrong_phase", "18.1", {}}},
    {C::no_such_parcel_card, {"no_such_parcel_card", "3.3.2", {card_}}},
    {C::no_such_book, {"no_such_book", "3.7.1", {book_}}},
    {C::book_empty, {"book_empty", "3.7.1", {book_}}},
    {C::not_in_book, {"not_in_book", "3.7.1", {card_, book_}}},
    {C::reveal_not_in_book, {"reveal_not_in_book", "3.7.1", {card_, book_}}},
    {C::reveal_missing, {"reveal_missing", "3.7.1", {book_}}},
    {C::not_offered, {"not_offered", "3.7.2", {card_}}},
    {C::bid_too_low, {"bid_too_low", "6.1.3", {amount_, needed_}}},
    {C::bid_repeats_own, {"bid_repeats_own", "6.1.3", {amount_}}},
    {C::bid_taken, {"bid_taken", "6.1.3", {amount_, {"by_seat", seat}}}},
    {C::pay_not_exact, {"pay_not_exact", "6.2.2", {found_, needed_}}},
    {C::pay_surplus, {"pay_surplus", "4.4", {symbol_, {"surplus", number}}}},
    {C::not_enough_money, {"not_enough_money", "6.2.1", {needed_, {"has", number}}}},
    {C::not_in_row, {"not_in_row", "6.3.2", {card_}}},
    {C::not_a_ticket, {"not_a_ticket", "1.7", {card_}}},
    {C::nothing_to_reveal, {"nothing_to_reveal", "17.6", {}}},
    {C::row_empty, {"row_empty", "17.6", {}}},
    {C::not_in_hand, {"not_in_hand", "4.2", {card_}}},
    {C::symbol_twice, {"symbol_twice", "4.2", {symbol_}}},
    {C::no_such_symbol, {"no_such_symbol", "4.1", {symbol_}}},
    {C::symbol_wrong_phase, {"symbol_wrong_phase", "4.7", {symbol_}}},
    {C::symbol_no_use, {"symbol_no_use", "4.4", {symbol_}}},
    {C::consequence_unpayable, {"consequence_unpayable", "4.5", {needed_, {"has", number}}}},
    {C::no_worker, {"no_worker", "8.1.1", {}}},
    {C::no_rails, {"no_rails", "8.1.2", {}}},
    {C::wrong_rail_sum, {"wrong_rail_sum", "8.1.2", {found_, needed_}}},
    {C::no_such_field, {"no_such_field", "1.2", {field_}}},
    {C::no_start, {"no_start", "8.2.1", {field_}}},
    {C::no_such_link, {"no_such_link", "8.2.2", {link_}}},
    {C::not_own_link, {"not_own_link", "8.4.5", {link_, owner_}}},
    {C::link_is_complete, {"link_is_complete", "8.2.2", {link_}}},
    {C::link_not_complete, {"link_not_complete", "8.2.3", {link_}}},
    {C::link_not_at_parcel, {"link_not_at_parcel", "8.2.3", {link_, parcel_}}},
    {C::redirect_not_allowed, {"redirect_not_allowed", "8.6.1", {}}},
    {C::redirect_edge, {"redirect_edge", "8.6.1", {field_, edge_}}},
    {C::no_piece, {"no_piece", "18.2", {}}},
    {C::not_layable, {"not_layable", "8.3.1", {field_}}},
    {C::edge_taken, {"edge_taken", "8.3.2", {field_, edge_}}},
    {C::out_of_pieces, {"out_of_pieces", "8.3.3", {{{"straight", number}}}}},
    {C::parcel_start_hangs, {"parcel_start_hangs", "8.3.4", {field_}}},
    {C::link_end_hangs, {"link_end_hangs", "8.3.4", {field_, link_}}},
    {C::joins_a_start, {"joins_a_start", "8.3.4", {field_, link_}}},
    {C::path_goes_on, {"path_goes_on", "8.4.4", {field_}}},
    {C::end_outside, {"end_outside", "8.4", {field_, edge_}}},
    {C::end_water, {"end_water", "8.4", {field_}}},
    {C::end_foreign_parcel, {"end_foreign_parcel", "8.4", {field_}}},
    {C::end_foreign_rail, {"end_foreign_rail", "8.4", {field_, owner_}}},
    {C::end_same_place, {"end_same_place", "8.4.1", {field_}}},
    {C::must_be_complete, {"must_be_complete", "8.2.3", {link_}}},
    {C::dests_needed, {"dests_needed", "8.5", {found_, needed_}}},
    {C::dests_not_matching, {"dests_not_matching", "8.5.1", {}}},
    {C::link_already_upgraded, {"link_already_upgraded", "9.2", {link_}}},
    {C::parcel_not_own, {"parcel_not_own", "10.1", {parcel_}}},
    {C::parcel_built, {"parcel_built", "10.1", {parcel_}}},
    {C::wrong_coordinate, {"wrong_coordinate", "10.1", {symbol_, parcel_}}},
    {C::no_building_card, {"no_building_card", "10.2", {card_}}},
    {C::no_own_building, {"no_own_building", "11.2", {field_}}},
    {C::building_already_upgraded, {"building_already_upgraded", "11.2", {field_}}},
    {C::no_passenger, {"no_passenger", "12.2", {field_}}},
    {C::route_empty, {"route_empty", "12.2", {}}},
    {C::route_link_incomplete, {"route_link_incomplete", "12.2", {link_}}},
    {C::route_gap, {"route_gap", "12.2", {link_}}},
    {C::route_twice, {"route_twice", "12.3", {field_}}},
    {C::route_goes_on, {"route_goes_on", "12.3", {field_}}},
    {C::route_no_match, {"route_no_match", "12.3", {field_, symbol_}}},
    {C::not_open, {"not_open", "3.7.2", {card_}}},
    {C::deck_empty, {"deck_empty", "3.7.2", {}}},
    {C::too_expensive, {"too_expensive", "12.5.4", {needed_, {"has", number}}}},
    {C::negative_number, {"negative_number", "12.5.4", {found_}}},
    {C::no_uses, {"no_uses", "13.2", {card_}}},
    {C::slot_twice, {"slot_twice", "4.2", {symbol_}}},
    {C::worker_limit, {"worker_limit", "13.2.2", {limit_}}},
    {C::stress_lowest, {"stress_lowest", "13.2.3", {}}},
    {C::field_needed, {"field_needed", "13.2.4", {symbol_}}},
    {C::field_not_allowed, {"field_not_allowed", "13.2", {symbol_}}},
    {C::field_not_free, {"field_not_free", "13.2.4", {field_}}},
    {C::discard_too_dear, {"discard_too_dear", "13.3", {needed_, {"has", number}}}},
    {C::too_many_cards, {"too_many_cards", "15.1", {found_, limit_}}},
    {C::card_twice, {"card_twice", "15.1", {card_}}},
    {C::not_in_deck, {"not_in_deck", "15.1", {card_}}},
    {C::shuffle_missing, {"shuffle_missing", "18.3", {count_}}},
    {C::shuffle_differs, {"shuffle_differs", "18.3", {{{"entry", number}}}}},
    {C::deal_differs, {"deal_differs", "3.6.3", {card_}}},
};

template <class Kind, std::size_t N>
constexpr std::array<Spec, N> in_order(const Row<Kind> (&rows)[N]) {
  std::array<Spec, N> specs{};
  for (std::size_t i = 0; i < N; ++i) {
    if (index(rows[i].kind) != i) return {};  // caught below: an empty name
    specs[i] = rows[i].spec;
  }
  return specs;
}

constexpr auto events_by_kind = in_order(event_rows);
constexpr auto refusals_by_code = in_order(refusal_rows);
static_assert(!events_by_kind[0].name.empty() && events_by_kind.size() == index(E::game_ended) + 1);
static_assert(!refusals_by_code[0].name.empty() && refusals_by_code.size() == index(C::deal_differs) + 1);

}  // namespace

std::span<const Spec> event_specs() { return events_by_kind; }
std::span<const Spec> refusal_specs() { return refusals_by_code; }

}  // namespace remise::tramways
