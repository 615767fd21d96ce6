// The words of data and JSON for colours and Stadtbahn companies.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "games/vienna1840/ids.h"

namespace remise::vienna1840 {

inline const std::vector<std::string_view> tram_words{"yellow", "orange", "red", "pink", "purple"};  // by TramColour
inline const std::vector<std::string_view> era_words{"yellow", "green", "brown", "grey"};            // by Era
inline constexpr std::array<std::string_view, stadtbahn_count> stadtbahn_words{"W", "V", "G", "D"};

}  // namespace remise::vienna1840
