// The words of JSON for what has no printed name in the tables.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json_writer.h"
#include "games/vienna1840/action.h"
#include "games/vienna1840/components/words.h"
#include "games/vienna1840/state.h"

namespace remise::vienna1840 {

inline const std::vector<std::string_view> map_words{"full", "small", "overlay2"};  // by MapVariant
inline constexpr std::array<std::string_view, 6> tile_colour_words{"yellow", "green", "brown", "grey", "red", "purple"};
inline constexpr std::array<std::string_view, 6> edge_words{"SW", "W", "NW", "NE", "E", "SE"};
inline constexpr std::array<std::string_view, 6> bonus_words{"lay_yellow", "upgrade_to_green", "lay_red",
                                                             "lay_purple", "place_station",    "none"};
inline constexpr std::array<std::string_view, 20> step_words{
    "open_private", "bid_private", "choose_order", "buy_director", "shares",     "dividend",    "trams",
    "assign",       "name_line",   "bid_line",     "trams_won",    "assign_won", "trams_after", "assign_after",
    "assign_final", "home",        "build",        "bonus",        "after_run",  "over"};
static_assert(step_words.size() == static_cast<std::size_t>(Step::over) + 1);
inline constexpr std::array<std::string_view, 4> line_place_words{"hidden", "offered", "owned", "closed"};

inline constexpr std::array<std::pair<std::string_view, Compat>, 12> compat_words{{{"C1", Compat::c1},
                                                                                   {"C2", Compat::c2},
                                                                                   {"C4", Compat::c4},
                                                                                   {"C5", Compat::c5},
                                                                                   {"C6", Compat::c6},
                                                                                   {"C7", Compat::c7},
                                                                                   {"C8", Compat::c8},
                                                                                   {"C9", Compat::c9},
                                                                                   {"C10", Compat::c10},
                                                                                   {"C11", Compat::c11},
                                                                                   {"C12", Compat::c12},
                                                                                   {"C13", Compat::c13}}};

// Printed names; none for an id out of range.
std::optional<std::string_view> private_name(const Tables& tables, PrivateId id);
std::optional<std::string_view> company_name(const Tables& tables, CompanyId id);
std::optional<int> line_name(LineId id);  // its number
std::optional<std::string_view> hex_name(const Tables& tables, HexId id);
std::optional<std::string_view> tile_name(const Tables& tables, TileId id);
std::optional<std::string_view> tram_name(TramColour colour);

// {"4": "red", "5": null}
void write_assignment(JsonWriter& w, const AssignTrams& trams);

}  // namespace remise::vienna1840
