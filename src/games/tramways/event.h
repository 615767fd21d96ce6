// What happened: one record per fact, in order. The list names each kind, the rule behind it and its arguments, for
// JSON and for data/locale.
#pragma once

#include <vector>

#include "core/record.h"
#include "games/tramways/fields.h"

// clang-format off
#define REMISE_TRAMWAYS_EVENTS(X, REVEALING) \
  X(parcel_drafted, "3.3.2", {"seat", FieldType::seat}, {"card", FieldType::card}, {"parcel", FieldType::parcel}) \
  REVEALING(auction_deck_built, "3.6.3", {"count", FieldType::number}) \
  X(cards_received, "3.4.1", {"seat", FieldType::seat}, {"count", FieldType::number}) \
  REVEALING(book_opened, "3.7.1", {"seat", FieldType::seat}, {"book", FieldType::number}) \
  X(dev_taken, "3.7.1", {"seat", FieldType::seat}, {"book", FieldType::number}, {"card", FieldType::secret_card}) \
  X(dev_open_taken, "3.7.1", {"seat", FieldType::seat}, {"book", FieldType::number}, {"card", FieldType::card}) \
  REVEALING(dev_revealed, "3.7.1", {"seat", FieldType::seat}, {"book", FieldType::number}, {"card", FieldType::card}) \
  X(dev_kept, "3.7.2", {"seat", FieldType::seat}, {"card", FieldType::secret_card}) \
  REVEALING(dev_deck_made, "3.7.2", {"count", FieldType::number}) \
  REVEALING(dev_drawn, "3.7.2", {"seat", FieldType::seat}, {"card", FieldType::secret_card}) \
  REVEALING(dev_turned_up, "3.7.2", {"card", FieldType::card}) \
  X(round_begun, "5.1", {"round", FieldType::number}) \
  X(bid_made, "6.1.3", {"seat", FieldType::seat}, {"amount", FieldType::number}, {"coins", FieldType::number}, {"cards", FieldType::number}) \
  X(passed, "6.1.2", {"seat", FieldType::seat}) \
  X(placed, "6.1.2", {"seat", FieldType::seat}, {"place", FieldType::number}) \
  X(order_set, "6.3.1", {"first_seat", FieldType::seat}) \
  X(auction_card_taken, "6.3.2", {"seat", FieldType::seat}, {"card", FieldType::card}) \
  X(parcel_owned, "6.3.3", {"seat", FieldType::seat}, {"parcel", FieldType::parcel}) \
  X(void_discarded, "6.3.4", {"seat", FieldType::seat}, {"card", FieldType::card}) \
  REVEALING(auction_row_card, "6.3.5", {"card", FieldType::card}) \
  REVEALING(solo_revealed, "17.6", {"seat", FieldType::seat}, {"card", FieldType::card}, {"price", FieldType::number}) \
  X(solo_row_discarded, "17.6", {"count", FieldType::number}) \
  REVEALING(auction_shuffled, "17.7", {"count", FieldType::number}) \
  X(card_played, "4.2", {"seat", FieldType::seat}, {"card", FieldType::card}, {"symbols", FieldType::number}) \
  X(consequence_paid, "4.5", {"seat", FieldType::seat}, {"card", FieldType::card}, {"amount", FieldType::number}) \
  X(stress_changed, "4.8", {"seat", FieldType::seat}, {"change", FieldType::number}, {"now", FieldType::number}) \
  X(hp_changed, "4.9", {"seat", FieldType::seat}, {"change", FieldType::number}, {"now", FieldType::number}) \
  X(track_laid, "8", {"seat", FieldType::seat}, {"link", FieldType::link}, {"pieces", FieldType::number}, {"cost", FieldType::number}) \
  X(link_completed, "8.4", {"seat", FieldType::seat}, {"link", FieldType::link}) \
  X(link_joined, "8.4.4", {"seat", FieldType::seat}, {"link", FieldType::link}, {"gone", FieldType::link}) \
  X(link_split, "10.3.4", {"seat", FieldType::seat}, {"link", FieldType::link}, {"part", FieldType::link}) \
  X(link_removed, "8.7.1", {"seat", FieldType::seat}, {"link", FieldType::link}, {"pieces", FieldType::number}) \
  X(link_upgraded, "9.2", {"seat", FieldType::seat}, {"link", FieldType::link}) \
  X(built, "10.3", {"seat", FieldType::seat}, {"parcel", FieldType::parcel}, {"building", FieldType::building}, {"card", FieldType::card}) \
  X(hand_limit_raised, "10.3.6", {"seat", FieldType::seat}, {"limit", FieldType::number}) \
  X(building_upgraded, "11.3", {"seat", FieldType::seat}, {"field", FieldType::spot}) \
  X(passenger_moved, "12.2", {"seat", FieldType::seat}, {"field", FieldType::spot}, {"to", FieldType::spot}, {"links", FieldType::number}) \
  X(link_travelled, "12.4", {"owner_seat", FieldType::seat}, {"link", FieldType::link}) \
  X(commercial_money, "12.5.2", {"seat", FieldType::seat}, {"amount", FieldType::number}) \
  X(hp_bought, "12.5.4", {"seat", FieldType::seat}, {"count", FieldType::number}, {"price", FieldType::number}) \
  X(link_income, "12.6.3", {"seat", FieldType::seat}, {"link", FieldType::link}, {"amount", FieldType::number}) \
  X(link_paid, "12.6.3", {"seat", FieldType::seat}, {"link", FieldType::link}, {"amount", FieldType::number}, {"owner_seat", FieldType::seat}) \
  X(link_unpaid, "12.6.4", {"seat", FieldType::seat}, {"link", FieldType::link}, {"amount", FieldType::number}) \
  X(worker_gained, "13.2.2", {"seat", FieldType::seat}, {"now", FieldType::number}) \
  X(action_done, "7.1", {"seat", FieldType::seat}, {"count", FieldType::number}) \
  X(turn_income, "7.1", {"seat", FieldType::seat}, {"amount", FieldType::number}) \
  X(turn_ended, "7.1", {"seat", FieldType::seat}) \
  X(money_gained, "13.2.1", {"seat", FieldType::seat}, {"amount", FieldType::number}) \
  X(passenger_added, "13.2.4", {"seat", FieldType::seat}, {"field", FieldType::spot}) \
  X(passenger_lacking, "2.4", {"field", FieldType::spot}) \
  X(card_discarded, "13.3", {"seat", FieldType::seat}, {"card", FieldType::card}, {"price", FieldType::number}) \
  X(admin_finished, "13.4", {"seat", FieldType::seat}) \
  REVEALING(deck_shuffled, "14.1", {"seat", FieldType::seat}, {"count", FieldType::number}) \
  REVEALING(cards_drawn, "14.1", {"seat", FieldType::seat}, {"count", FieldType::number}) \
  REVEALING(card_drawn, "14.1", {"seat", FieldType::seat}, {"card", FieldType::secret_card}) \
  REVEALING(deck_revealed, "15.1", {"seat", FieldType::seat}, {"count", FieldType::number}) \
  X(hand_chosen, "15.1", {"seat", FieldType::seat}, {"count", FieldType::number}) \
  X(hand_card_chosen, "15.1", {"seat", FieldType::seat}, {"card", FieldType::secret_card}) \
  X(stress_at_maximum, "14.2", {"seat", FieldType::seat}) \
  X(passenger_arrived, "14.3", {"field", FieldType::spot}, {"building", FieldType::building}) \
  X(game_ended, "15.3")
// clang-format on

namespace remise::tramways {

REMISE_RECORDS(EventKind, event_specs, FieldType, REMISE_TRAMWAYS_EVENTS)
using Event = Record<EventKind>;
using Events = std::vector<Event>;

}  // namespace remise::tramways
