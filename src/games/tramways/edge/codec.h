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
std::string_view ground_name(const Tables& tables, Ground g);  // ".", "^", "~", "R", "A1"
std::string_view edge_letter(Edge e);
Edge edge_of(char letter);                    // none: no edge
std::string_view phase_name(const State& s);  // as in recorded games: "act1.bonus_c"

// How the words of the game are written.
void write_json(JsonWriter& w, CardId card);  // null for none
void write_json(JsonWriter& w, LinkId link);
void write_json(JsonWriter& w, Edge edge);      // "N"; null for none
void write_json(JsonWriter& w, Spot spot);      // [x, y]
void write_json(JsonWriter& w, Symbol symbol);  // "13:0", "92:T"
std::optional<Spot> spot_of(const Map& map, FieldId f);
std::optional<Spot> spot_of(const Json& json);  // nothing where it is none

// What others may not know is null (19).
void write_action(JsonWriter& w, const Tables& tables, const Action& action, Seat seat, Viewer viewer);
void write_choice(JsonWriter& w, const Tables& tables, const Choice<Action>& choice);
std::expected<Action, Error> read_action(const Tables& tables, const Json& json);

std::expected<Symbols, Error> read_symbols(const Json& list, std::string_view where);

// The fields of a record as members of an object; `viewer` decides about secret cards.
void write_fields(JsonWriter& w, const Tables& tables, const RecordSpec<FieldType>& spec,
                  const std::array<std::int32_t, max_record_fields>& args, Viewer viewer);

// All action types, in the order of the variant.
std::span<const std::string_view> action_types();

}  // namespace remise::tramways
