// JSON of actions, events and refusals (docs/views-tramways.md).
#pragma once

#include <expected>

#include "core/game.h"
#include "core/rules.h"
#include "games/tramways/action.h"
#include "games/tramways/event.h"
#include "games/tramways/refusal.h"

namespace remise::tramways {

std::string_view building_letter(Building b);
Building building_of(std::string_view letter);
std::string_view edge_letter(Edge e);
Edge edge_of(char letter);               // none: no edge
std::string phase_name(const State& s);  // as in recorded games: "act1.bonus_c"

template <class List>
Json cards_json(const List& cards) {
  Json json = Json::array();
  for (const CardId card : cards) json.push_back(index(card));
  return json;
}
Json spot_json(Spot s);
Json field_json(const Map& map, FieldId f);  // null for none
std::string symbol_text(Symbol s);           // "13:0", "92:T"

// What others may not know is null (19).
Json action_json(const Tables& tables, const Action& action, Seat seat, Viewer viewer);
Json choice_json(const Tables& tables, const Choice<Action>& choice);
std::expected<Action, Error> read_action(const Tables& tables, const Json& json);

// The fields of a record as an object; `viewer` decides about secret cards.
Json record_json(const Tables& tables, const RecordSpec<FieldType>& spec,
                 const std::array<std::int32_t, max_record_fields>& args, Viewer viewer);

// All action types, in the order of the variant.
std::span<const std::string_view> action_types();

}  // namespace remise::tramways
